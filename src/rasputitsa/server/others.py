"""Several processes on one database: how each learns what the others changed.

PostgreSQL tells us at once, in the transaction that stores a change. SQLite tells nobody: there the stored revision is
looked at whenever somebody asks for a game. The same is done on PostgreSQL while its messages do not arrive.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from typing import Protocol

from starlette.concurrency import run_in_threadpool

from rasputitsa.server.messages import MatchMessage
from rasputitsa.server.room import Room
from rasputitsa.server.storage.games import CHANNEL, Games, Stamp
from rasputitsa.server.storage.listener import Listener
from rasputitsa.table import Unstored


class Others(Protocol):
    """What the other processes do."""

    async def is_current(self, room: Room, sure: bool) -> bool:
        """Is the room as the stored game is? For all we have heard, or to be sure."""

    def close(self) -> None: ...


def others(games: Games, rooms: Mapping[str, Room]) -> Others:
    return Looking(games) if games.engine.dialect.name == "sqlite" else Hearing(games, rooms)


class Looking:
    """On SQLite: one look at an indexed row, some ten microseconds."""

    _STAMP = "SELECT rev, version, cuts FROM games WHERE number = ?"

    def __init__(self, games: Games) -> None:
        path = games.engine.url.database or ""
        self._connection = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)

    async def is_current(self, room: Room, sure: bool) -> bool:
        try:
            row = self._connection.execute(self._STAMP, (room.row.number,)).fetchone()
        except sqlite3.Error as error:
            raise Unstored(f"The saved games cannot be read: {error}.") from None
        return row is not None and Stamp(*row) == room.stamp

    def close(self) -> None:
        self._connection.close()


class Hearing:
    """On PostgreSQL: a thread listens, and open games catch up."""

    def __init__(self, games: Games, rooms: Mapping[str, Room]) -> None:
        self._games = games
        self._rooms = rooms
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
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

    def _start(self, room: Room) -> None:
        task = self._loop.create_task(room.catch_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
