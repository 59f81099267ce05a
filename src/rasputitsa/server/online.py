"""Everything a server with accounts has besides the house: people, devices, the out-tray, the lobby.

It is opened and closed with the application; at home there is none, and whoever asks for it hears that there is nothing
here.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from argon2 import PasswordHasher
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from rasputitsa.server.accounts import guesses
from rasputitsa.server.accounts.doors import Doors
from rasputitsa.server.accounts.links import Links, link_key
from rasputitsa.server.accounts.own import Own
from rasputitsa.server.accounts.passwords import Passwords
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.presence import REFRESH, Presence
from rasputitsa.server.accounts.sessions import Sessions
from rasputitsa.server.house import House
from rasputitsa.server.lobby.governing import Governing
from rasputitsa.server.lobby.leaving import Leaving
from rasputitsa.server.lobby.matches import Matches
from rasputitsa.server.lobby.offers import Offers
from rasputitsa.server.lobby.profiles import Profiles
from rasputitsa.server.lobby.settling import Settling
from rasputitsa.server.lobby.talk import Talk
from rasputitsa.server.lobby.treaties import Treaties
from rasputitsa.server.persons import NOBODY, Person
from rasputitsa.server.storage.games import GameRow, Missing
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.table import Unstored

log = logging.getLogger("rasputitsa.server")
COOKIE = "rasputitsa"
BEARER = "bearer "


class AccountSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server with accounts has to know."""

    public_url: str = "http://localhost:1941"
    """The address of its pages, for links in mails."""
    running_games: int = 20
    """Running games and open offers of one person."""

    @property
    def secure(self) -> bool:
        """Are its pages asked for by https?"""
        return self.public_url.startswith("https://")


class Online:
    def __init__(self, house: House, settings: AccountSettings, hasher: PasswordHasher | None = None) -> None:
        store = Transactions(house.games.engine)
        with store.writing() as connection:
            key = link_key(connection)
        self.settings = settings
        self.house = house
        self.post = Post()
        self.links = Links(key, settings.public_url)
        self.passwords = Passwords(hasher)
        self.sessions = Sessions(store.engine)
        self.presence = Presence(store, house.games.tag)
        self.doors = Doors(store, self.post, self.links, self.passwords)
        self.own = Own(store.engine)
        self.offers = Offers(store, self.post, self.links, house, settings.running_games)
        self.matches = Matches(store, house)
        self.settling = Settling(house.games, self.post)
        self.treaties = Treaties(house, self.post, self.matches, self.settling)
        self.talk = Talk(house.games, self.post)
        self.profiles = Profiles(store.engine)
        self.governing = Governing(house.games, self.post)
        self.leaving = Leaving(store, self.treaties)
        self._store = store
        self._tasks: set[asyncio.Task[None]] = set()
        house.on_over = self._over

    async def run(self) -> None:
        """What has to be done from time to time, until cancelled."""
        while True:
            with suppress(Unstored):
                await run_in_threadpool(self.tidy)
            await asyncio.sleep(REFRESH)

    def _over(self, row: GameRow) -> None:
        """The rules have ended a game: enter its result. If that fails the next sweep does it."""
        if row.people.seats:
            task = asyncio.get_running_loop().create_task(self._settle(row.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _settle(self, id: str) -> None:
        with suppress(Unstored, Missing):
            await run_in_threadpool(self.settling.settle, id)
            self.house.tell(id)

    def tidy(self) -> None:
        self.presence.refresh()
        self.settling.sweep()
        with self._store.writing() as connection:
            guesses.forget(connection)

    def close(self) -> None:
        self.passwords.close()

    async def came(self, person: Person) -> None:
        """Somebody has opened a page of a game."""
        self.presence.enter(person)
        await run_in_threadpool(self.presence.note, person.id)

    async def left(self, person: Person) -> None:
        """Somebody has closed one."""
        self.presence.leave(person)
        await run_in_threadpool(self.presence.forget, person.id)

    # -- who asks ---------------------------------------------------------------------------------------------

    async def who(self, connection: HTTPConnection) -> Person:
        given = connection.headers.get("authorization", "")
        if given[: len(BEARER)].lower() == BEARER:
            return await run_in_threadpool(self.sessions.of_token, given[len(BEARER) :].strip())
        secret = connection.cookies.get(COOKIE, "")
        return await run_in_threadpool(self.sessions.of_cookie, secret) if secret else NOBODY


class BySession:
    """Whoever carries the cookie of a device or a token."""

    accounts = True

    async def who(self, connection: HTTPConnection) -> Person:
        online: Online = connection.app.state.online
        return await online.who(connection)
