"""Who asks. At home there is one person; a server for many has accounts, which say who a request comes from."""

from __future__ import annotations

from typing import Protocol

import msgspec
from starlette.requests import HTTPConnection


class Person(msgspec.Struct, frozen=True):
    """Somebody who asks for something. The id is empty for nobody: a visitor who has not signed in."""

    id: str = ""
    name: str = ""
    admin: bool = False
    home: bool = False
    """The one person of a table at home."""
    scopes: tuple[str, ...] | None = None
    """What a program with a token may do in the person's name; None is the person's own page."""
    session: str = ""
    """The device that is signed in."""


NOBODY = Person()
HOME = Person("home", "You", home=True)


class Persons(Protocol):
    """How a server knows who asks."""

    accounts: bool
    """Are there accounts? Without them a server listens on loopback only."""

    async def who(self, connection: HTTPConnection) -> Person: ...


class AtHome:
    """Whoever can reach the table is the one person of it."""

    accounts = False

    async def who(self, connection: HTTPConnection) -> Person:
        return HOME
