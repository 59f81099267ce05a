"""Storing actions: one writer for all games, and everything that waits goes into one transaction with one flush.

A step is safe when its future has a result. Both databases are spoken to through their drivers: at hundreds of actions
a second a query builder costs more than the database does.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, ClassVar

import msgspec
from sqlalchemy import Engine

from rasputitsa.server.storage.database import PATIENCE, WATCHFUL
from rasputitsa.server.storage.schema import POSTGRES_CLOCK, SQLITE_CLOCK
from rasputitsa.table import Overtaken, Ply, Unstored

MOST_TOGETHER = 64
"""Steps in one transaction."""
REVEAL, BATTLE = 1, 2
"""The flags of a stored ply."""


class Step(msgspec.Struct, frozen=True):
    """One game moved on: plies added, or with `cut` everything after `ply` taken back."""

    game: int
    rev: int
    """The one it leads to; the stored game has to be at the one before."""
    ply: int
    standing: str
    to_move: str = ""
    moves: Sequence[Ply] = ()
    cut: bool = False
    undone: str | None = None
    """The dice that were undone (JSON), if that changes."""


class Writer:
    """The thread that stores. `submit` never blocks."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Step, Future[None]] | None] = queue.SimpleQueue()
        self._connection: Any = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self.stored = 0
        self.transactions = 0

    @property
    def waiting(self) -> int:
        return self._waiting.qsize()

    def submit(self, step: Step) -> Future[None]:
        done: Future[None] = Future()
        self._waiting.put((step, done))
        return done

    def close(self) -> None:
        """Store what waits, then end."""
        self._waiting.put(None)
        self._thread.join(30)

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, last = self._gather(first)
            self._settle(batch)
            if last:
                break
        self._drop()

    def _gather(self, first: tuple[Step, Future[None]]) -> tuple[list[tuple[Step, Future[None]]], bool]:
        """Whatever waits now and has not been given up, and whether the end was among it."""
        batch, last = [first], False
        while len(batch) < MOST_TOGETHER and not self._waiting.empty() and not last:
            following = self._waiting.get()
            if following is None:
                last = True
            else:
                batch.append(following)
        return [waiting for waiting in batch if waiting[1].set_running_or_notify_cancel()], last

    def _settle(self, batch: list[tuple[Step, Future[None]]]) -> None:
        """Store a batch and tell each that waits what came of it. Where a batch fails, each is tried alone: what is
        wrong with one game is no fault of another."""
        if not batch:
            return
        batch.sort(key=lambda waiting: waiting[0].game)
        try:
            fresh = self._store([step for step, _ in batch])
        except Exception as error:
            self._drop()
            if len(batch) > 1:
                for alone in batch:
                    self._settle([alone])
            else:
                batch[0][1].set_exception(_unstored(error))
            return
        self.transactions += 1
        for (_, done), was_fresh in zip(batch, fresh):
            if was_fresh:
                self.stored += 1
                done.set_result(None)
            else:
                done.set_exception(Overtaken("Somebody else changed this game meanwhile."))

    def _drop(self) -> None:
        """Give up the connection; the next batch opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _store(self, steps: list[Step]) -> list[bool]:
        """All of them in one transaction; for each, whether the stored game was where the step begins."""
        raise NotImplementedError


class SqliteWriter(Writer):
    _STEP: ClassVar = (
        f"UPDATE games SET rev = ?, ply = ?, standing = ?, updated = {SQLITE_CLOCK}, cuts = cuts + ?,"
        f" undone = coalesce(?, undone), turn_since = iif(to_move = ?, turn_since, {SQLITE_CLOCK}),"
        " to_move = ? WHERE number = ? AND rev = ? AND deleted IS NULL AND ended = 'null'"
    )
    _ADD: ClassVar = (
        "INSERT INTO plies (game, ply, side, deed, flags, turn, phase, active, note, position, key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    _CUT: ClassVar = "DELETE FROM plies WHERE game = ? AND ply > ?"

    def _store(self, steps: list[Step]) -> list[bool]:
        connection = self._connection = self._connection or self._open()
        connection.execute("BEGIN IMMEDIATE")
        fresh = [self._one(connection, step) for step in steps]
        connection.execute("COMMIT")
        return fresh

    def _open(self) -> sqlite3.Connection:
        path = self._engine.url.database or ""
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _one(self, connection: sqlite3.Connection, step: Step) -> bool:
        values = (step.rev, step.ply, step.standing, step.cut, step.undone, step.to_move, step.to_move)
        if connection.execute(self._STEP, (*values, step.game, step.rev - 1)).rowcount != 1:
            return False
        if step.cut:
            connection.execute(self._CUT, (step.game, step.ply))
        if step.moves:
            connection.executemany(self._ADD, stored_plies(step.game, step.ply - len(step.moves), step.moves))
        return True


class PostgresWriter(Writer):
    """The statements of a batch are sent together and answered together. Each tells the other processes, within the
    same transaction, that the game went on."""

    _STEP: ClassVar = f"""
        WITH step AS (
            UPDATE games SET rev = %s, ply = %s, standing = %s, updated = {POSTGRES_CLOCK}, cuts = cuts + %s,
                undone = coalesce(%s, undone), turn_since = CASE WHEN to_move = %s THEN turn_since
                    ELSE {POSTGRES_CLOCK} END, to_move = %s
            WHERE number = %s AND rev = %s AND deleted IS NULL AND ended = 'null' RETURNING number, id),
        gone AS (DELETE FROM plies USING step WHERE %s AND plies.game = step.number AND plies.ply > %s),
        added AS (
            INSERT INTO plies (game, ply, side, deed, flags, turn, phase, active, note, position, key)
            SELECT step.number, m.* FROM step, unnest(%s::int[], %s::text[], %s::text[], %s::int[], %s::int[],
                %s::text[], %s::text[], %s::text[], %s::bytea[], %s::text[]) AS m)
        SELECT pg_notify(%s, step.id || ' ' || %s::text) FROM step"""

    def __init__(self, engine: Engine, channel: str, tag: str) -> None:
        super().__init__(engine)
        self._channel = channel
        self._tag = tag

    def _store(self, steps: list[Step]) -> list[bool]:
        connection = self._connection = self._connection or self._open()
        with connection.pipeline(), connection.transaction():
            cursors = [connection.execute(self._STEP, self._values(step), prepare=True) for step in steps]
        return [cursor.rowcount == 1 for cursor in cursors]

    def _open(self) -> Any:
        return postgres_connection(self._engine)

    def _values(self, step: Step) -> list[Any]:
        rows = stored_plies(step.game, step.ply - len(step.moves), step.moves)
        columns = [list(column) for column in zip(*rows)][1:] or [[] for _ in range(10)]
        head = [step.rev, step.ply, step.standing, int(step.cut), step.undone, step.to_move, step.to_move]
        return [*head, step.game, step.rev - 1, step.cut, step.ply, *columns, self._channel, self._tag]


def postgres_connection(engine: Engine) -> Any:
    """A connection of the driver's own."""
    import psycopg

    url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True, connect_timeout=10, **WATCHFUL)


def stored_plies(number: int, before: int, moves: Sequence[Ply]) -> list[tuple[Any, ...]]:
    """The rows of plies that follow ply `before`, in the order of the table's columns."""
    return [
        (
            number,
            at,
            ply.side,
            ply.deed,
            REVEAL * ply.reveal | BATTLE * ply.battle,
            ply.turn,
            ply.phase,
            ply.active,
            ply.note or None,
            ply.position or None,
            ply.key or None,
        )
        for at, ply in enumerate(moves, before + 1)
    ]


def _unstored(error: Exception) -> Unstored:
    said = str(error).strip().splitlines()
    return Unstored(f"It could not be stored, so nothing was changed: {said[0] if said else type(error).__name__}.")
