"""Games in the database: one row each, one small row per action."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, delete, func, insert, select, text, update

from rasputitsa.kernel import RasputitsaError
from rasputitsa.kernel.standing import Orders
from rasputitsa.kernel.title import Value
from rasputitsa.kernel.view import Result
from rasputitsa.server.storage.online import moment
from rasputitsa.server.storage.people import People
from rasputitsa.server.storage.schema import games, plies, processes
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.server.storage.writer import BATTLE, REVEAL, PostgresWriter, SqliteWriter, Step, Writer, stored_plies
from rasputitsa.table import Ending, Ply, Seats, Standing
from rasputitsa.table.history import Undone

log = logging.getLogger("rasputitsa.server")
DAY = 24 * 60 * 60 * 1000
CHANNEL = "rasputitsa"
"""On which the processes of one PostgreSQL database tell each other what changed."""
_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


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
    people: People = People()
    undone: Undone = {}
    version: int = 0
    cuts: int = 0
    ended: Ending | None = None
    orders: Orders = {}
    to_move: str = ""
    turn_since: int = 0

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def result(self) -> Result | None:
        """How it ended, by its rules or by the players."""
        return self.ended.result if self.ended else self.standing.result

    @property
    def stamp(self) -> Stamp:
        return Stamp(self.rev, self.version, self.cuts)


class Stamp(msgspec.Struct, frozen=True):
    """By which one sees that a stored game has changed."""

    rev: int
    version: int
    cuts: int


class Page(msgspec.Struct, frozen=True):
    """Some of the games, and how many there are."""

    rows: list[GameRow]
    total: int


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def now() -> int:
    return int(time.time() * 1000)


class Games(Transactions):
    """All stored games."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.tag = new_id()
        """By which a process knows its own messages."""
        self.writer: Writer = (
            SqliteWriter(engine) if engine.dialect.name == "sqlite" else PostgresWriter(engine, CHANNEL, self.tag)
        )

    def close(self) -> None:
        """Store what waits."""
        self.writer.close()

    def listing(self, trash: bool = False, start: int = 0, count: int = 1000, person: str | None = None) -> Page:
        """The games, newest change first, or those in the trash; only those a person takes part in, if one is named.
        A row that cannot be read is left out, and the log says so."""
        where: list[ColumnElement[bool]] = [games.c.deleted.is_not(None) if trash else games.c.deleted.is_(None)]
        if person is not None:
            where.append(takes_part(person))
        wanted = (
            select(games)
            .where(*where)
            .order_by(games.c.updated.desc(), games.c.number.desc())
            .offset(start)
            .limit(count)
        )
        with self.reading() as connection:
            total = connection.execute(select(func.count()).select_from(games).where(*where)).scalar_one()
            found = connection.execute(wanted).mappings().all()
        return Page(list(_readable(found)), total)

    def stamps(self, ids: Sequence[str]) -> dict[str, Stamp]:
        """Where the stored games are now; erased ones are missing."""
        columns = select(games.c.id, games.c.rev, games.c.version, games.c.cuts)
        with self.reading() as connection:
            return {row[0]: Stamp(*row[1:]) for row in connection.execute(columns.where(games.c.id.in_(ids)))}

    def report(self, figures: dict[str, float]) -> None:
        """Leave this process's figures for whoever asks for those of all."""
        with self.writing() as connection:
            connection.execute(
                delete(processes).where((processes.c.tag == self.tag) | (processes.c.reported < now() - DAY))
            )
            connection.execute(insert(processes).values(tag=self.tag, reported=now(), figures=_text(figures)))

    def reports(self, since: int) -> list[dict[str, float]]:
        """The figures that processes have left since that moment."""
        with self.reading() as connection:
            found = connection.execute(select(processes.c.figures).where(processes.c.reported >= since)).scalars()
            return [msgspec.json.decode(text, type=dict[str, float]) for text in found]

    def count(self, person: str | None = None) -> int:
        with self.reading() as connection:
            wanted = select(func.count()).select_from(games)
            if person is not None:
                wanted = wanted.where(takes_part(person))
            return int(connection.execute(wanted).scalar_one())

    def get(self, id: str) -> GameRow:
        with self.reading() as connection:
            return stored(connection, id)

    def plies(self, number: int, after: int = 0) -> list[Ply]:
        wanted = select(*_PLY_COLUMNS).where(plies.c.game == number, plies.c.ply > after).order_by(plies.c.ply)
        with self.reading() as connection:
            return [_read_ply(*row) for row in connection.execute(wanted)]

    def create(self, row: GameRow, moves: Sequence[Ply]) -> GameRow:
        """Store a new game with the plies it begins with; the row gets its number and times."""
        with self.writing() as connection:
            add(connection, row)
            if moves:
                names = [column.name for column in plies.columns]
                rows = [dict(zip(names, values)) for values in stored_plies(row.number, 0, moves)]
                connection.execute(insert(plies), rows)
        return row

    def change(self, id: str, **fields: Any) -> GameRow:
        """Change name, seats, people, standing orders, seconds or deleted."""
        fields |= {name: _text(fields[name]) for name in ("seats", "people", "orders") if name in fields}
        with self.writing() as connection:
            changed = update(games).where(games.c.id == id).values(**fields, version=games.c.version + 1)
            connection.execute(changed)
            self.tell(connection, id)
        return self.get(id)

    def erase(self, id: str) -> None:
        """For good."""
        with self.writing() as connection:
            found = select(games.c.number).where(games.c.id == id).scalar_subquery()
            connection.execute(delete(plies).where(plies.c.game == found))
            connection.execute(delete(games).where(games.c.id == id))
            self.tell(connection, id)

    def tell(self, connection: Connection, id: str, match: bool = False) -> None:
        """Let the other processes know, when this transaction is safe, that the game changed, or something that its
        players agree on or talk about."""
        if connection.dialect.name == "postgresql":
            words = f"{id} {self.tag}{' match' if match else ''}"
            connection.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})

    def journal(self, number: int) -> StoredJournal:
        return StoredJournal(self.writer, number)


class StoredJournal:
    """One game's journal."""

    def __init__(self, writer: Writer, number: int) -> None:
        self._writer = writer
        self._number = number

    def append(self, rev: int, moves: Sequence[Ply], now: Standing) -> Future[None]:
        return self._writer.submit(Step(self._number, rev, now.ply, _text(now), _mover(now), moves))

    def cut(self, rev: int, now: Standing, undone: Undone) -> Future[None]:
        step = Step(self._number, rev, now.ply, _text(now), _mover(now), cut=True, undone=_text(undone))
        return self._writer.submit(step)


def stored(connection: Connection, id: str, lock: bool = False) -> GameRow:
    """The game of that id; with `lock` nobody else changes it until the transaction ends."""
    wanted = select(games).where(games.c.id == id)
    row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
    if row is None:
        raise Missing(f"There is no game {id!r}.")
    return _read(row._mapping)


def several(connection: Connection, *where: ColumnElement[bool], most: int) -> list[GameRow]:
    """Games that are not in the trash, newest change first; those that cannot be read are left out."""
    wanted = select(games).where(games.c.deleted.is_(None), *where).order_by(games.c.updated.desc()).limit(most)
    return list(_readable(connection.execute(wanted).mappings()))


def add(connection: Connection, row: GameRow) -> GameRow:
    """A new game, without plies; the row gets its number and times."""
    row.created = row.updated = row.turn_since = moment(connection)
    result = connection.execute(insert(games).values(**_columns(row)))
    row.number = result.inserted_primary_key[0]  # type: ignore[index]
    return row


def end(connection: Connection, id: str, ending: Ending) -> None:
    """The players have ended a game: nothing is stored for it any more."""
    ended = {"ended": _text(ending), "to_move": "", "version": games.c.version + 1}
    connection.execute(update(games).where(games.c.id == id).values(**ended))


def _mover(now: Standing) -> str:
    return "" if now.result else now.to_move


_PLY_COLUMNS = [plies.c[n] for n in ("side", "deed", "flags", "turn", "phase", "active", "note", "position", "key")]


def _read_ply(
    side: str,
    deed: str,
    flags: int,
    turn: int,
    phase: str,
    active: str,
    note: str | None,
    position: bytes | None,
    key: str | None,
) -> Ply:
    reveal, battle = bool(flags & REVEAL), bool(flags & BATTLE)
    return Ply(side, deed, reveal, battle, turn, phase, active, note or "", position or b"", key or "")


def takes_part(person: str) -> ColumnElement[bool]:
    """Is the person's name, which stands in quotation marks, among the people of a game?"""
    return games.c.people.contains(f'"{person}"', autoescape=True)


def _readable(rows: Iterable[Any]) -> Iterator[GameRow]:
    for row in rows:
        try:
            yield _read(row)
        except Missing as error:
            log.warning("%s", error)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _columns(row: GameRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name != "number"}
    values |= {name: _text(values[name]) for name in _JSON}
    return values | {"ply": row.standing.ply, "to_move": _mover(row.standing)}


_JSON = {
    "options": dict[str, Value],
    "seats": Seats,
    "standing": Standing,
    "people": People,
    "undone": Undone,
    "ended": Ending | None,
    "orders": Orders,
}
_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {name: msgspec.json.Decoder(kind) for name, kind in _JSON.items()}


def _read(mapping: Any) -> GameRow:
    values = {name: mapping[name] for name in GameRow.__struct_fields__}
    try:
        for name, decoder in _DECODERS.items():
            values[name] = decoder.decode(values[name])
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise Missing(f"The game {values['id']!r} is damaged in the database: {error}.") from None
    return GameRow(**values)
