"""What all requests need: the house, who asks, and the gate.

Every route says with `@asks(act, takes=..., gives=...)` what it does, which body it reads and what it answers: `gate`
asks for the act before the route runs, the published schema (`openapi.py`) is written from all three. A route whose
body names the seat asks again for that seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from rasputitsa.server.gate import Act, check
from rasputitsa.server.house import House
from rasputitsa.server.notice.runner import Notice
from rasputitsa.server.notice.subscriptions import Subscriptions
from rasputitsa.server.online import Online
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import Missing

F = TypeVar("F", bound=Callable[..., Any])


Text = Annotated[str, msgspec.Meta(extra={"media": "text/plain"})]
"""A body or an answer that is plain text."""
Webp = Annotated[bytes, msgspec.Meta(extra={"media": "image/webp"})]
Svg = Annotated[str, msgspec.Meta(extra={"media": "image/svg+xml"})]
Html = Annotated[str, msgspec.Meta(extra={"media": "text/html"})]


class Terms(msgspec.Struct, frozen=True):
    """What a route does in the words of the gate, the structure it reads (none: no body), and what it answers with that
    status. `A | B` is one of several, `A | None` may have nothing to say (204)."""

    act: Act
    takes: Any = None
    gives: Any = None
    status: int = 200


def asks(act: Act, *, takes: Any = None, gives: Any = None, status: int = 200) -> Callable[[F], F]:
    """The terms of a route."""

    def mark(endpoint: F) -> F:
        endpoint.terms = Terms(act, takes, gives, status)  # type: ignore[attr-defined]
        return endpoint

    return mark


def house_of(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


def online_of(connection: HTTPConnection) -> Online:
    """What a server with accounts has besides; at home there is nothing of it."""
    online: Online | None = connection.app.state.online
    if online is None:
        raise Missing("There is nothing here.")
    return online


async def person_of(connection: HTTPConnection) -> Person:
    person: Person = await connection.app.state.persons.who(connection)
    online: Online | None = connection.app.state.online
    if online is not None and online.presence.asked(person):
        await run_in_threadpool(online.presence.note, person.id)
    return person


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def subscriptions_of(connection: HTTPConnection) -> Subscriptions:
    notice: Notice | None = connection.app.state.notice
    if notice is None:
        raise Missing("There is nothing here.")
    return notice.subscriptions


SubscriptionsOf = Annotated[Subscriptions, Depends(subscriptions_of)]
OnlineOf = Annotated[Online, Depends(online_of)]
HouseOf = Annotated[House, Depends(house_of)]
PersonOf = Annotated[Person, Depends(person_of)]


async def gate(connection: HTTPConnection, house: HouseOf, person: PersonOf) -> None:
    """Ask whether this person may do what the route does, in the game that the path names."""
    house.limits.ask(person, address_of(connection))
    act: Act = connection.scope["endpoint"].terms.act
    id = connection.path_params.get("id")
    if id is None:
        return check(person, act)
    return check(person, act, await house.known(id), connection.query_params.get("seat", ""))


GATED = [Depends(gate)]
ONLINE = [Depends(online_of), *GATED]
"""For what there is with accounts only."""
