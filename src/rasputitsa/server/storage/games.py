"""Games in the database: one row each, one small row per action."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from rasputitsa.kernel import RasputitsaError
from rasputitsa.kernel.title import Value
from rasputitsa.server.storage.database import why
from rasputitsa.server.storage.schema import games, plies
from rasputitsa.table import Overtaken, Ply, Seats, Standing, Unstored

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
_REVEAL, _BATTLE = 1, 2


class Missing(RasputitsaError):
    """There is no such thing here."""


class GameRow(msgspec.Struct, kw_only=True):
    """A game as it is stored, without its plies."""

    id: str
    name: str
    title: str
    scenario: str
    edition: str
    options: dict[str, Value]
    seats: Seats
    seconds: float
    seed: str
    dice_since: int
    rules: int
    rev: int
    standing: Standing
    number: int = 0
    parent: str | None = None
    parent_ply: int | None = None
    created: int = 0
    updated: int = 0
    deleted: int | None = None


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def now() -> int:
    return int(time.time() * 1000)


class Games:
    """All stored games."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def listing(self, trash: bool = False) -> list[GameRow]:
        """The games, newest change first; or those in the trash."""
        where = games.c.deleted.is_not(None) if trash else games.c.deleted.is_(None)
        with self._reading() as connection:
            rows = connection.execute(select(games).where(where).order_by(games.c.updated.desc(), games.c.number))
            return [_read(row._mapping) for row in rows]

    def get(self, id: str) -> GameRow:
        with self._reading() as connection:
            row = connection.execute(select(games).where(games.c.id == id)).one_or_none()
        if row is None:
            raise Missing(f"There is no game {id!r}.")
        return _read(row._mapping)

    def plies(self, number: int) -> list[Ply]:
        with self._reading() as connection:
            rows = connection.execute(select(*_PLY_COLUMNS).where(plies.c.game == number).order_by(plies.c.ply))
            return [_read_ply(*row) for row in rows]

    def create(self, row: GameRow, moves: Sequence[Ply]) -> GameRow:
        """Store a new game with the plies it begins with; the row gets its number and times."""
        row.created = row.updated = now()
        with self._writing() as connection:
            result = connection.execute(insert(games).values(**_columns(row)))
            row.number = result.inserted_primary_key[0]  # type: ignore[index]
            _insert_plies(connection, row.number, 0, moves)
        return row

    def change(self, id: str, **fields: Any) -> GameRow:
        """Change name, seats, seconds or deleted."""
        if "seats" in fields:
            fields["seats"] = _text(fields["seats"])
        with self._writing() as connection:
            connection.execute(update(games).where(games.c.id == id).values(**fields))
        return self.get(id)

    def erase(self, id: str) -> None:
        """For good."""
        with self._writing() as connection:
            found = select(games.c.number).where(games.c.id == id).scalar_subquery()
            connection.execute(delete(plies).where(plies.c.game == found))
            connection.execute(delete(games).where(games.c.id == id))

    def journal(self, number: int) -> StoredJournal:
        return StoredJournal(self, number)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise Unstored(f"The saved games cannot be read: {why(error)}.") from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction; when this returns, it is safe."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Overtaken("Somebody else changed this game meanwhile.") from error
        except SQLAlchemyError as error:
            raise Unstored(f"It could not be stored, so nothing was changed: {why(error)}.") from error


class StoredJournal:
    """One game's journal."""

    def __init__(self, store: Games, number: int) -> None:
        self._store = store
        self._number = number

    def append(self, rev: int, moves: Sequence[Ply], now: Standing) -> None:
        with self._store._writing() as connection:
            self._step(connection, rev, now)
            _insert_plies(connection, self._number, now.ply - len(moves), moves)

    def cut(self, rev: int, now: Standing) -> None:
        with self._store._writing() as connection:
            self._step(connection, rev, now)
            connection.execute(_CUT, {"g": self._number, "p": now.ply})

    def _step(self, connection: Connection, rev: int, standing: Standing) -> None:
        """Move the game's row on, if it still is where we left it."""
        values = {"r": rev, "q": standing.ply, "s": _text(standing), "u": now(), "g": self._number, "before": rev - 1}
        if connection.execute(_STEP, values).rowcount != 1:
            raise Overtaken("Somebody else changed this game meanwhile.")


_PLY_COLUMNS = [plies.c[n] for n in ("side", "deed", "flags", "turn", "phase", "active", "note", "position")]
_ADD = insert(plies)
_CUT = delete(plies).where(plies.c.game == bindparam("g"), plies.c.ply > bindparam("p"))
_STEP = (
    update(games)
    .where(games.c.number == bindparam("g"), games.c.rev == bindparam("before"), games.c.deleted.is_(None))
    .values(rev=bindparam("r"), ply=bindparam("q"), standing=bindparam("s"), updated=bindparam("u"))
)


def _insert_plies(connection: Connection, number: int, before: int, moves: Sequence[Ply]) -> None:
    if moves:
        connection.execute(_ADD, [_write_ply(number, n, ply) for n, ply in enumerate(moves, before + 1)])


def _write_ply(number: int, at: int, ply: Ply) -> dict[str, Any]:
    return {
        "game": number,
        "ply": at,
        "side": ply.side,
        "deed": ply.deed,
        "flags": _REVEAL * ply.reveal | _BATTLE * ply.battle,
        "turn": ply.turn,
        "phase": ply.phase,
        "active": ply.active,
        "note": ply.note or None,
        "position": ply.position or None,
    }


def _read_ply(
    side: str, deed: str, flags: int, turn: int, phase: str, active: str, note: str | None, position: bytes | None
) -> Ply:
    reveal, battle = bool(flags & _REVEAL), bool(flags & _BATTLE)
    return Ply(side, deed, reveal, battle, turn, phase, active, note or "", position or b"")


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _columns(row: GameRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name != "number"}
    values |= {name: _text(values[name]) for name in ("options", "seats", "standing")}
    return values | {"ply": row.standing.ply}


def _read(mapping: Any) -> GameRow:
    values = {name: mapping[name] for name in GameRow.__struct_fields__}
    values["options"] = msgspec.json.decode(values["options"])
    values["seats"] = msgspec.json.decode(values["seats"], type=Seats)
    values["standing"] = msgspec.json.decode(values["standing"], type=Standing)
    return GameRow(**values)
