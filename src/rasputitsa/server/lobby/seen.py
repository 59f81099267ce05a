"""What people show of themselves, and to whom."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from rasputitsa.server.accounts.messages import Audience, PersonInfo
from rasputitsa.server.accounts.presence import here
from rasputitsa.server.accounts.rows import AccountRow
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import takes_part
from rasputitsa.server.storage.online import matches
from rasputitsa.server.storage.schema import games


def opponents(connection: Connection, one: str, other: str) -> bool:
    """Have they played each other, or do they?"""
    both = select(games.c.number).join(matches, matches.c.game == games.c.id)
    return connection.execute(both.where(takes_part(one), takes_part(other)).limit(1)).first() is not None


def shows(connection: Connection, row: AccountRow, what: str, person: Person) -> bool:
    """Does somebody show that of himself to the person who asks?"""
    audience: Audience = getattr(row.shows, what)
    if row.id == person.id or audience == "everybody":
        return True
    return audience == "opponents" and opponents(connection, row.id, person.id)


def infos(connection: Connection, people: Iterable[AccountRow], person: Person) -> dict[str, PersonInfo]:
    """Somebody as lists show him, by id."""
    known = {row.id: row for row in people}
    around = here(connection, known)
    return {
        id: PersonInfo(row.nickname, id in around and shows(connection, row, "presence", person))
        for id, row in known.items()
    }
