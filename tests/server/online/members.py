"""People with accounts who mean no good: members, or those who run the server."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack

from rasputitsa.server import openapi
from rasputitsa.server.accounts.sessions import sign_in
from rasputitsa.server.app import ROUTERS
from rasputitsa.server.online import COOKIE
from rasputitsa.server.storage.online import accounts

from ..hostile import FILLED, Schemathesis, Sender, Tally
from ..notice.club import add_person
from .people import Club, Somebody

AWAY = ("/log-out", "/devices/{key}", "/delete")
"""What would sign the sender out."""
NAMES = ["toy", "ivan", "Olga", "boss"]
"""What is tried where a name is asked for."""
ROUND = 1000
"""Requests after which others are sent: what the last ones could end has ended."""
EVERY = 10
"""Rounds between two in which schemathesis tries every route."""


class Member(Sender):
    """Somebody who is signed in. `keys` are tried where a key or number is asked for."""

    def __init__(self, port: int, secret: str, games: list[str], keys: list[str], rng: random.Random, tally: Tally):
        super().__init__(openapi.schema(ROUTERS), port, games, rng, tally)
        self.operations = [one for one in self.operations if not one[1].endswith(AWAY)]
        self.carried = {"Cookie": f"{COOKIE}={secret}"}
        self.keys = keys

    def _ask(self, method: str, where: str, body: bytes, headers: dict[str, str]) -> int:
        return super()._ask(method, where.replace("{key}", self.rng.choice(self.keys)), body, headers)


def attacked(url: str, port: int, admin: bool, tally: Tally, enough: Callable[[], bool]) -> None:
    """A server with accounts is sent requests and socket messages, from people who are new each round, until that is
    enough; and what schemathesis makes of every route."""
    with ExitStack() as stack:
        club, rng, number = Club(port, url, stack), random.Random(7), 0
        while not enough():
            number += 1
            sender = _newcomer(club, number, admin, rng, tally)
            if number % EVERY == 0:
                _systematically(sender, number, tally)
            for _ in range(ROUND):
                sender.request()
            for _ in range(4):
                sender.socket(40)


def _newcomer(club: Club, number: int, admin: bool, rng: random.Random, tally: Tally) -> Member:
    """Somebody new, with a game of his, one of somebody else's, and one alone."""
    own = _somebody(club, f"ivan{number}{'boss' * admin}", admin)
    other = _somebody(club, f"olga{number}{'boss' * admin}", False)
    games = [club.game(own, other), club.game(other, own), own.new()]
    keys = [other.ok("POST", "/lobby/offers", 201, title="toy")["id"], "nothing", "%00", "'", "1", "-1", str(2**63)]
    FILLED["name"][:] = [*NAMES, own.name, other.name]
    return Member(club.port, own.cookies[COOKIE], games, keys, rng, tally)


def _somebody(club: Club, name: str, admin: bool) -> Somebody:
    """A member with a browser that is signed in; it need not wait for a mail."""
    id, browser = add_person(club.engine, name), club.visitor(name)
    with club.engine.begin() as connection:
        connection.execute(accounts.update().where(accounts.c.id == id).values(admin=admin))
        browser.cookies.set(COOKIE, sign_in(connection, id, "a trial"))
    return browser


def _systematically(sender: Member, number: int, tally: Tally) -> None:
    tool = Schemathesis(sender.schema, sender.port, sender.games, tally)
    tool.session.headers.update(sender.carried)
    tool.operations = [one for one in tool.operations if not one.path.endswith(AWAY)]
    tool.round(5, number)
