"""A club without a server around it: people, games between them, and the notices of one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, insert, select, update

from rasputitsa.server.accounts.messages import Notices, Shows
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.house import House
from rasputitsa.server.limits import Limits
from rasputitsa.server.messages import NewGame
from rasputitsa.server.notice.mail import MailServer
from rasputitsa.server.notice.runner import Notice, NoticeSettings
from rasputitsa.server.persons import Person
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.online import accounts, jobs, matches, moment
from rasputitsa.server.storage.people import People
from rasputitsa.table.thinking import Thinkers

from ..running import awaited

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
PUBLIC = "https://club.example"


def add_person(engine: Engine, id: str, email: str = "", zone: str = "UTC", **notices: Any) -> str:
    wanted = msgspec.json.encode(msgspec.convert(notices, Notices)).decode()
    row = {
        "id": id, "nickname": id.capitalize(), "nickname_key": id, "email": email or f"{id}@example.org",
        "email_key": email or f"{id}@example.org", "password": "", "confirmed": 1, "admin": False, "zone": zone,
        "locale": "en", "notices": wanted, "shows": msgspec.json.encode(Shows()).decode(), "holidays": "[]",
        "mail_off": "", "created": 1, "seen": 1,
    }  # fmt: skip
    with engine.begin() as connection:
        connection.execute(insert(accounts).values(**row))
    return id


class Club:
    """`ahead` sets the clock of all notices forward."""

    def __init__(self, engine: Engine, server: MailServer | None) -> None:
        self.engine = engine
        self.house = House(engine, Thinkers(1), Limits())
        self.ahead = 0
        self.post = Post()
        self.notice = self.another(server)

    def another(self, server: MailServer | None) -> Notice:
        """The notices of a process; they all share the club's clock."""
        settings = NoticeSettings(mail=server, public_url=PUBLIC, inside=("127.0.0.0/8",))
        return Notice(self.house, settings, self.clock)

    def clock(self, connection: Connection) -> int:
        return moment(connection) + self.ahead

    def person(self, id: str, **more: Any) -> str:
        return add_person(self.engine, id, **more)

    async def game(self, axis: str, soviet: str, title: str = "toy", **wanted: Any) -> str:
        """A game between two people, at its first decision."""
        row = await self.house.create(NewGame(title=title, **wanted), Person(axis, axis))
        people = People(owner=axis, seats={"axis": axis, "soviet": soviet})
        await asyncio.to_thread(self.house.games.change, row.id, people=people)
        with self.engine.begin() as connection:
            match = {"game": row.id, "terms": "{}", "proposals": "{}", "begun": 1, "reminders": 0}
            connection.execute(insert(matches).values(**match))
        return row.id

    async def play(self, id: str, *deeds: str) -> None:
        """Play for whoever is asked."""
        for deed in deeds:
            async with self.house.room(id) as room:
                await room.do(room.table.history.state.side or "", deed, room.table.rev)

    def leave(self, kind: str, key: str, **data: Any) -> None:
        """What the accounts and the lobby do."""
        with self.engine.begin() as connection:
            self.post.enqueue(connection, kind, key, data)

    async def tell(self) -> None:
        """Look, and do all that is due."""
        await self.notice.look()
        await self.notice.drain()

    def change(self, id: str, **values: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(accounts).where(accounts.c.id == id).values(**values))

    def account(self, id: str) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(select(accounts).where(accounts.c.id == id)).one()

    def jobs(self, **where: Any) -> list[Any]:
        wanted = select(jobs).order_by(jobs.c.number)
        for name, value in where.items():
            wanted = wanted.where(jobs.c[name] == value)
        with self.engine.connect() as connection:
            return list(connection.execute(wanted))


@asynccontextmanager
async def opened(url: str, server: MailServer | None = None) -> AsyncIterator[Club]:
    engine = await asyncio.to_thread(open_engine, url)
    club = Club(engine, server)
    try:
        yield club
    finally:
        await club.notice.close()
        await club.house.close()
        engine.dispose()


def in_club(url: str, server: MailServer | None, scene: Callable[[Club], Awaitable[None]]) -> None:
    """Play a scene in a club."""

    async def play() -> None:
        async with opened(url, server) as club:
            await scene(club)

    awaited(play())
