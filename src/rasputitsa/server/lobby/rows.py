"""Games between people as they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, update

from rasputitsa.server.accounts.rows import text
from rasputitsa.server.lobby.messages import Terms
from rasputitsa.server.storage.games import GameRow, Missing, stored, takes_part
from rasputitsa.server.storage.online import matches, offers
from rasputitsa.server.storage.schema import games


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side has proposed, and when; `to` and `rev` of a take-back."""

    side: str
    at: int
    to: int = 0
    rev: int = 0


class Proposals(msgspec.Struct, frozen=True, omit_defaults=True):
    draw: Asked | None = None
    take_back: Asked | None = None


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """See the table `matches`."""

    game: str
    terms: Terms
    proposals: Proposals
    begun: int
    reminders: int
    reminded: int | None
    settled: int | None

    def reminded_since(self, moment: int) -> int:
        """The reminders that were sent since the side to move last acted."""
        return self.reminders if self.reminded is not None and self.reminded >= moment else 0


def read(values: Any) -> MatchRow:
    row = {name: values[name] for name in MatchRow.__struct_fields__}
    row["terms"] = msgspec.json.decode(row["terms"], type=Terms)
    row["proposals"] = msgspec.json.decode(row["proposals"], type=Proposals)
    return MatchRow(**row)


def match_of(connection: Connection, id: str, lock: bool = False) -> tuple[GameRow, MatchRow]:
    """A game between people and its terms. Whoever locks them locks the game first."""
    game = stored(connection, id, lock)
    wanted = select(matches).where(matches.c.game == id)
    row = connection.execute(wanted.with_for_update() if lock else wanted).mappings().one_or_none()
    if row is None:
        raise Missing("This is no game between people.")
    return game, read(row)


def matches_of(connection: Connection, ids: Iterable[str]) -> dict[str, MatchRow]:
    found = connection.execute(select(matches).where(matches.c.game.in_(set(ids)))).mappings()
    return {row["game"]: read(row) for row in found}


def change(connection: Connection, id: str, **fields: Any) -> None:
    if "proposals" in fields:
        fields["proposals"] = text(fields["proposals"])
    connection.execute(update(matches).where(matches.c.game == id).values(**fields))


def running(connection: Connection, person: str) -> int:
    """How many games with others and open offers somebody has."""
    played = select(func.count()).select_from(matches).join(games, games.c.id == matches.c.game)
    played = played.where(matches.c.settled.is_(None), games.c.deleted.is_(None), takes_part(person))
    offered = select(func.count()).select_from(offers).where(offers.c.owner == person, offers.c.closed.is_(None))
    return int(connection.execute(played).scalar_one()) + int(connection.execute(offered).scalar_one())


def other(game: GameRow, side: str) -> str:
    """The other side."""
    return next(name for name in game.seats.chairs if name != side)


def side_of(game: GameRow, person: str) -> str:
    """The side that somebody holds; empty if none."""
    return next((side for side, id in game.people.seats.items() if id == person), "")
