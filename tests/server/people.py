"""Test persons: a server with accounts that takes a header's word for who asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection
from websockets.sync.client import connect

from rasputitsa.server.persons import NOBODY, Person
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.games import Games
from rasputitsa.server.storage.online import accounts
from rasputitsa.server.storage.people import People

from .running import Client, Page, running

EVERYBODY = ("nobody", "stranger", "spectator", "opponent", "player", "owner", "admin")
MEMBER = {
    "password": "", "confirmed": 0, "admin": False, "zone": "UTC", "locale": "en", "notices": "{}", "shows": "{}",
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
            connection.execute(
                accounts.insert().values(
                    **MEMBER, id=name, nickname=name, nickname_key=name, email=name, email_key=name
                )
            )
            connection.execute(accounts.update().where(accounts.c.id == name).values(admin=name == "admin"))
    engine.dispose()


def seated(client: Client, folder: Path, **wanted: Any) -> str:
    """A game that everybody has his part in, begun by the owner."""
    id = client.new(**wanted)
    games = Games(open_engine(f"sqlite:///{folder / 'games.db'}"))
    games.change(id, people=PEOPLE)
    games.close()
    return id


@contextmanager
def live(client: Client, id: str, person: str, seat: str) -> Iterator[Page]:
    address = f"ws://127.0.0.1:{client.port}/api/games/{id}/live?seat={seat}"
    with connect(address, max_size=None, additional_headers={"x-person": person}) as socket:
        yield Page(socket)
