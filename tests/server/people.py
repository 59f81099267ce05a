"""Test persons: a server with accounts that takes a header's word for who asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from websockets.sync.client import connect

from rasputitsa.kernel import title
from rasputitsa.server.persons import NOBODY, Person
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.games import Games, new_id
from rasputitsa.server.storage.online import accounts, matches, offers, reports
from rasputitsa.server.storage.people import People

from .running import Client, Page, running

EVERYBODY = ("nobody", "stranger", "spectator", "opponent", "player", "owner", "admin")
MEMBER = {
    "password": "", "confirmed": 0, "zone": "UTC", "locale": "en", "notices": "{}", "shows": "{}",
    "holidays": "[]", "mail_off": "", "created": 0, "seen": 0,
}  # fmt: skip
PEOPLE = People(owner="owner", seats={"axis": "player", "soviet": "opponent"}, watchers=("spectator",))


class ByHeader:
    """Whoever the header names."""

    accounts = True

    async def who(self, connection: HTTPConnection) -> Person:
        name = connection.headers.get("x-person", "nobody")
        return NOBODY if name == "nobody" else Person(name, name, admin=name == "admin")


@contextmanager
def club(folder: Path, **settings: Any) -> Iterator[Client]:
    """A server with accounts."""
    with running(f"sqlite:///{folder / 'games.db'}", persons=ByHeader(), **settings) as client:
        client.headers["x-person"] = "owner"
        yield client


def members(folder: Path) -> None:
    """Accounts for everybody, under the names that the header gives."""
    engine = open_engine(f"sqlite:///{folder / 'games.db'}")
    with engine.begin() as connection:
        for name in (*EVERYBODY[1:], "somebody"):
            same = dict.fromkeys(("id", "nickname", "nickname_key", "email", "email_key"), name)
            connection.execute(accounts.insert().values(**MEMBER, **same, admin=name == "admin"))
        said = {"by": "player", "about": "opponent", "game": "", "text": "", "at": 0, "answer": ""}
        connection.execute(reports.insert().values(number=1, **said))
    engine.dispose()


def offered(folder: Path) -> str:
    """An offer of the owner's to the player."""
    engine, id = open_engine(f"sqlite:///{folder / 'games.db'}"), new_id()
    toy = title("toy")
    game = {"title": "toy", "scenario": toy.scenarios[0].name, "edition": toy.editions[0], "options": {}}
    with engine.begin() as connection:
        connection.execute(offers.update().values(closed=1))
        row = {"id": id, "owner": "owner", "guest": "player", "side": "", "words": "", "created": 0, "terms": "{}"}
        connection.execute(offers.insert().values(**row, game=msgspec.json.encode(game).decode()))
    engine.dispose()
    return id


def seated(client: Client, folder: Path, **wanted: Any) -> str:
    """A game that everybody has his part in, begun by the owner."""
    id = client.new(**wanted)
    games = Games(open_engine(f"sqlite:///{folder / 'games.db'}"))
    games.change(id, people=PEOPLE)
    with games.writing() as connection:
        row = {"terms": "{}", "proposals": "{}", "begun": 0, "reminders": 0}
        connection.execute(matches.insert().values(game=id, **row))
    games.close()
    return id


@contextmanager
def live(client: Client, id: str, person: str, seat: str) -> Iterator[Page]:
    address = f"ws://127.0.0.1:{client.port}/api/games/{id}/live?seat={seat}"
    with connect(address, max_size=None, additional_headers={"x-person": person}) as socket:
        yield Page(socket)
