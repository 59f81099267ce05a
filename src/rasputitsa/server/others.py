"""Several processes on one database: how each learns what the others changed.

PostgreSQL tells us at once, in the transaction that stores a change. SQLite tells nobody: there the stored revision is
looked at whenever somebody asks for a game, and several times a second it is asked whether anything was stored at all;
if so, the games that somebody watches are compared. On PostgreSQL we look when asked while its messages do not arrive.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

import msgspec
from starlette.concurrency import run_in_threadpool

from rasputitsa.server.messages import MatchMessage
from rasputitsa.server.room import Room
from rasputitsa.server.storage.games import CHANNEL, Games, Stamp
from rasputitsa.server.storage.listener import Listener
from rasputitsa.table import Unstored

LOOK_EVERY = 0.25
"""Seconds between two looks at whether an SQLite file was changed."""


class Others(Protocol):
    """What the other processes do."""

    async def is_current(self, room: Room, sure: bool) -> bool:
        """Is the room as the stored game is? For all we have heard, or to be sure."""

    def close(self) -> None: ...


def others(games: Games, rooms: Mapping[str, Room]) -> Others:
    return Looking(games, rooms) if games.engine.dialect.name == "sqlite" else Hearing(games, rooms)


class CatchingUp:
    """Open games that take over what others did, each in a task of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def _start(self, room: Room) -> None:
        task = self._loop.create_task(room.catch_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Looking(CatchingUp):
    """On SQLite: one look at an indexed row, some ten microseconds, when somebody asks; and for those who only watch, a
    look every moment at a number that grows with each change of the file by another connection."""

    _STAMP = "SELECT rev, version, cuts FROM games WHERE number = ?"
    _STAMPS = "SELECT number, rev, version, cuts FROM games WHERE number IN (SELECT value FROM json_each(?))"
    _TALKS = """SELECT game, proposals, reminders, settled,
            (SELECT max(number) FROM chat WHERE chat.game = matches.game)
        FROM matches WHERE game IN (SELECT value FROM json_each(?))"""

    def __init__(self, games: Games, rooms: Mapping[str, Room]) -> None:
        super().__init__()
        path = games.engine.url.database or ""
        self._connection = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
        self._rooms = rooms
        self._seen = -1
        self._talks: dict[str, tuple[object, ...]] = {}
        self._looking = self._loop.create_task(self._over_and_over())

    async def is_current(self, room: Room, sure: bool) -> bool:
        try:
            row = self._connection.execute(self._STAMP, (room.row.number,)).fetchone()
        except sqlite3.Error as error:
            raise Unstored(f"The saved games cannot be read: {error}.") from None
        return row is not None and Stamp(*row) == room.stamp

    def close(self) -> None:
        self._looking.cancel()
        self._connection.close()

    async def _over_and_over(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            watched = [room for room in self._rooms.values() if room.watchers]
            with suppress(sqlite3.Error):
                if watched:
                    self._look(watched)

    def _look(self, watched: list[Room]) -> None:
        """If anything was stored: which of these games are behind, and at which tables something was said or agreed.
        What a room is just storing itself looks like a change by others: it is looked at again a moment later."""
        (now,) = self._connection.execute("PRAGMA data_version").fetchone()
        if now == self._seen:
            return
        numbers = msgspec.json.encode([room.row.number for room in watched]).decode()
        stamps = {number: Stamp(*rest) for number, *rest in self._connection.execute(self._STAMPS, (numbers,))}
        ids = msgspec.json.encode([room.row.id for room in watched]).decode()
        talks = {id: tuple(rest) for id, *rest in self._connection.execute(self._TALKS, (ids,))}
        again = False
        for room in watched:
            if stamps.get(room.row.number) != room.stamp:
                if room.changing:
                    again = True
                else:
                    self._start(room)
            if talks.get(room.row.id) != self._talks.get(room.row.id):
                room.broadcast(MatchMessage())
        self._seen, self._talks = -1 if again else now, talks


class Hearing(CatchingUp):
    """On PostgreSQL: a thread listens, and open games catch up."""

    def __init__(self, games: Games, rooms: Mapping[str, Room]) -> None:
        super().__init__()
        self._games = games
        self._rooms = rooms
        tell, tell_all = self._loop.call_soon_threadsafe, self._all
        self.listener = Listener(
            games.engine, CHANNEL, games.tag, lambda id, match: tell(self._one, id, match), lambda: tell(tell_all)
        )

    async def is_current(self, room: Room, sure: bool) -> bool:
        if self.listener.hearing.is_set() and not sure:
            return True
        found = await run_in_threadpool(self._games.stamps, [room.row.id])
        return found.get(room.row.id) == room.stamp

    def close(self) -> None:
        self.listener.close()

    def _one(self, id: str, match: bool) -> None:
        room = self._rooms.get(id)
        if room is not None and match:
            room.broadcast(MatchMessage())
        elif room is not None:
            self._start(room)

    def _all(self) -> None:
        """Messages may have been missed: compare every open game."""
        for room in list(self._rooms.values()):
            self._start(room)
