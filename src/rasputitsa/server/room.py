"""A game that is open on the server: its table, who watches, and the computers that think.

Everything that touches the table holds the room's lock. A change is checked and played on a copy, stored by the writer
while other games go on, and only then shown; everybody who watches a seat gets the same bytes. What takes long
(opening, looking back, listing choices) runs in a thread.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import Illegal, State
from rasputitsa.server.messages import (
    Choices,
    GameMessage,
    Push,
    Reason,
    Thinking,
    ThinkingMessage,
    TroubleMessage,
    UpdateMessage,
    ViewMessage,
)
from rasputitsa.server.problems import Refused, problem
from rasputitsa.server.storage.games import GameRow, Missing, Stamp
from rasputitsa.server.summaries import summary
from rasputitsa.table import Overtaken, Pending, Ply, SeatView, Stale, Table, Unstored, view_difference
from rasputitsa.table.seats import OPEN
from rasputitsa.table.thinking import Hurry, Thinkers, Thought

RECENT = 200
"""How many log entries a full view carries."""
WATCH_PACE = 0.3
"""Seconds between the actions of two computers, so that one can follow them."""
RETRY = 5.0
"""Seconds until a computer's action that could not be stored is tried again."""
QUEUE = 256

T = TypeVar("T")
P = ParamSpec("P")


class Watcher:
    """One open page: messages waiting to be sent to it. None ends it."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def send(self, message: bytes) -> None:
        """Queue a message; a page that falls too far behind is sent away and comes back by itself."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Stored(Protocol):
    """How a room reads its game again when another process has changed it."""

    def row(self, id: str) -> GameRow: ...

    def load(self, id: str) -> tuple[GameRow, Table]: ...

    def plies_after(self, row: GameRow, ply: int) -> list[Ply]: ...

    def over(self, row: GameRow) -> None:
        """The rules have ended a game."""


class Room:
    """See above. While `users` is not zero, somebody is about to use the room: it is not put away."""

    def __init__(self, row: GameRow, table: Table, thinkers: Thinkers, stored: Stored) -> None:
        self.row = row
        self.table = table
        self.users = 0
        self.watchers: set[Watcher] = set()
        self.gone = False
        """The game was erased."""
        self._stored = stored
        self._thinkers = thinkers
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._hurry: Hurry | None = None
        self._why: Reason | None = None
        self._whose = ""
        self._thinking: Thinking | None = None
        self._started = 0.0
        self._undone = 0

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.users and self._task is None and not self.changing

    @property
    def changing(self) -> bool:
        """Is somebody about to change the game, or to look at it?"""
        return self._lock.locked()

    @property
    def stamp(self) -> Stamp:
        """What this process knows of the stored game."""
        return Stamp(self.table.rev, self.row.version, self.row.cuts)

    @property
    def known(self) -> GameRow:
        """The game's row as it stands now."""
        history = self.table.history
        return msgspec.structs.replace(self.row, rev=self.table.rev, standing=history.now, undone=history.undone)

    # -- looking ----------------------------------------------------------------------------------------------

    async def read(self, call: Callable[Concatenate[Table, P], T], *args: P.args, **named: P.kwargs) -> T:
        """Ask the table something: `read(Table.timeline, "axis")`."""
        async with self._lock:
            return await run_in_threadpool(call, self.table, *args, **named)

    async def full(self, seat: str) -> ViewMessage:
        async with self._lock:
            return await run_in_threadpool(self._full, seat)

    async def past(self, seat: str, ply: int) -> ViewMessage:
        async with self._lock:
            return await run_in_threadpool(self._past, seat, ply)

    async def choices(self, seat: str, handle: str | None) -> Choices:
        """The actions of a handle, or all of them."""
        async with self._lock:
            return await run_in_threadpool(self._choices, seat, handle)

    def _choices(self, seat: str, handle: str | None) -> Choices:
        table = self.table
        found, more = table.all_choices(seat) if handle is None else (table.choices(seat, handle), 0)
        return Choices(table.rev, found, more)

    def _full(self, seat: str) -> ViewMessage:
        table = self.table
        view = table.shown(seat)
        log = table.log(seat, table.ply - RECENT)
        history = table.history
        return ViewMessage(
            game=self.row.id,
            seat=seat,
            view=view,
            log=log,
            notice=history.notice,
            stuck=history.stuck,
            **self._around(seat),
        )

    def _past(self, seat: str, ply: int) -> ViewMessage:
        view = self.table.past_shown(seat, ply)
        log = self.table.log(seat, ply - RECENT, ply)
        return ViewMessage(game=self.row.id, seat=seat, past=True, ply=ply, rev=self.table.rev, view=view, log=log)

    def _around(self, seat: str) -> dict[str, Any]:
        """What full views and updates have in common."""
        table = self.table
        undo, why = table.undo_options(seat)
        return {
            "ply": table.ply,
            "rev": table.rev,
            "undo": undo,
            "undo_why": why,
            "thinking": self.thinking(),
            "why": self._why_for(seat),
            "away": table.ply - table.last_turn(seat),
            "seed": self.row.seed if table.over else None,
        }

    def thinking(self) -> Thinking | None:
        if self._thinking is None:
            return None
        return msgspec.structs.replace(self._thinking, elapsed=round(time.monotonic() - self._started, 1))

    # -- watching ---------------------------------------------------------------------------------------------

    async def enter(self, watcher: Watcher, seat: str) -> None:
        """Sit down to watch a seat, or change seats: the full view comes first, then whatever happens."""
        async with self._lock:
            full = await run_in_threadpool(self._full, seat)
            watcher.seat = seat
            watcher.send(msgspec.json.encode(full))
            self.watchers.add(watcher)
        self.wake()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def broadcast(self, message: Push) -> None:
        data = msgspec.json.encode(message)
        for watcher in list(self.watchers):
            watcher.send(data)

    def send_away(self) -> None:
        """Whoever comes back is asked again who he is."""
        for watcher in list(self.watchers):
            watcher.end()

    def close(self) -> None:
        """Send everybody away and stop thinking."""
        self.send_away()
        if self._hurry is not None:
            self._hurry.say()
        if self._task is not None:
            self._task.cancel()

    # -- acting -----------------------------------------------------------------------------------------------

    async def do(self, seat: str, deed: str, rev: int, key: str = "") -> bytes:
        """A person's action; the update for that seat. One that was done before under the same key is not done again:
        whoever sends it twice gets the fresh view."""
        return await self._act(seat, rev, lambda: self.table.begin(seat, deed, rev, key), key)

    async def undo(self, seat: str, to: int, rev: int) -> bytes:
        """Take back; a computer that was thinking about what is gone stops, and its plans for that are void."""
        update = await self._act(seat, rev, lambda: self._begin_undo(seat, to, rev))
        self.hurry()
        return update

    async def take_back(self, seat: str, to: int, rev: int) -> None:
        """Take back as both sides agreed."""
        await self._act(seat, rev, lambda: self._reverting(self.table.begin_take_back(to, rev)))
        self.hurry()

    def _begin_undo(self, seat: str, to: int, rev: int) -> Pending:
        return self._reverting(self.table.begin_undo(seat, to, rev))

    def _reverting(self, pending: Pending) -> Pending:
        def adopt() -> None:
            pending.adopt()
            self._undone += 1
            self.row.cuts += 1

        return Pending(pending.stored, adopt)

    async def _act(self, seat: str, rev: int, begin: Callable[[], Pending], key: str = "") -> bytes:
        async with self._lock:
            if rev != self.table.rev:
                await self._catch_up()
            try:
                if rev < self.table.rev and self.table.done_before(seat, key):
                    return msgspec.json.encode(await run_in_threadpool(self._full, seat))
                updates = await self._change({seat}, begin)
            except (Stale, Illegal) as error:
                raise Refused(error, await run_in_threadpool(self._full, seat)) from error
            except Overtaken as error:
                await self._catch_up()
                raise Refused(error, await run_in_threadpool(self._full, seat)) from error
            self._publish(updates)
        self.wake()
        return updates[seat]

    async def _change(self, seats: set[str], begin: Callable[[], Pending]) -> dict[str, bytes]:
        """Change the table when the change is safe; the update for each seat that somebody looks from."""
        pending = begin()
        await asyncio.shield(asyncio.wrap_future(pending.stored))
        return self._shown_change(seats, pending.adopt)

    def _shown_change(self, seats: set[str], adopt: Callable[[], None]) -> dict[str, bytes]:
        table = self.table
        seats = seats | {watcher.seat for watcher in self.watchers}
        before = {seat: table.shown(seat) for seat in seats}
        ply, rev = table.ply, table.rev
        adopt()
        keep = min(ply, table.ply)
        if table.over:
            self.broadcast(GameMessage(game=summary(self.known)))
            self._stored.over(self.known)
        return {seat: msgspec.json.encode(self._update(seat, before[seat], keep, rev)) for seat in seats}

    def _update(self, seat: str, before: SeatView, keep: int, rev: int) -> UpdateMessage:
        patch = view_difference(before, self.table.shown(seat))
        log = self.table.log(seat, keep)
        return UpdateMessage(start=rev, keep=keep, patch=patch, log=log, **self._around(seat))

    def _publish(self, updates: dict[str, bytes]) -> None:
        for watcher in list(self.watchers):
            watcher.send(updates[watcher.seat])

    # -- other processes --------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Take over what another process has changed, if it has."""
        async with self._lock:
            await self._catch_up()
        self.wake()

    async def _catch_up(self) -> None:
        try:
            row = await run_in_threadpool(self._stored.row, self.row.id)
        except Missing:
            self.gone = True
            self.close()
            return
        seen = self.stamp
        if row.version != seen.version:
            await self._reseat(row)
        if row.cuts == seen.cuts and row.rev > seen.rev:
            await self._follow(row)
        elif row.rev != seen.rev:
            self.row, self.table = await run_in_threadpool(self._stored.load, row.id)
            await self._show_all()

    async def _follow(self, row: GameRow) -> None:
        """Another process has played on: the same updates as if it had been here."""
        plies = await run_in_threadpool(self._stored.plies_after, row, self.table.ply)
        self._publish(self._shown_change(set(), lambda: self.table.follow(plies, row.rev)))

    async def _show_all(self) -> None:
        """The full view for everybody; whoever may no longer look from his seat is sent away."""
        for watcher in list(self.watchers):
            if self.row.seats.why_not_look(watcher.seat, self.table.over):
                watcher.end()
            else:
                watcher.send(msgspec.json.encode(await run_in_threadpool(self._full, watcher.seat)))

    async def reseat(self, row: GameRow) -> None:
        """New name, seats, people or time limit, or out of the trash."""
        async with self._lock:
            await self._reseat(row)
        self.wake()

    async def _reseat(self, row: GameRow) -> None:
        others = (self.row.seats, self.row.deleted) != (row.seats, row.deleted)
        cuts = self.row.cuts
        if self.row.people != row.people:
            self.send_away()
        self.row = msgspec.structs.replace(row, cuts=cuts)
        self.table.seat(row.seats, row.ended, row.orders)
        if row.deleted is None:
            await run_in_threadpool(self.table.start)
        await self._show_all()
        self.broadcast(GameMessage(game=summary(self.known)))
        if others:
            self.hurry()

    # -- computers --------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the computer think if it is asked."""
        if self._task is None and self._asked():
            self._task = asyncio.create_task(self._think())

    def hurry(self) -> bool:
        """Move now; whether anybody was thinking."""
        if self._hurry is not None:
            self._hurry.say()
        return self._hurry is not None

    def _asked(self) -> str:
        """The computer that is to decide now. Two computers play only while somebody watches."""
        if (
            self.row.deleted is not None
            or self.table.ended is not None
            or self.table.history.stuck
            or (not self.watchers and not self.row.seats.humans)
        ):
            return ""
        return self.table.computer

    async def _think(self) -> None:
        try:
            while player := self._asked():
                await self._decide(player)
        except Exception as error:
            self.broadcast(TroubleMessage(text=problem(error)[0].text))
        finally:
            self._task = None
            self._hurry = None
            self._show_thinking(None)

    async def _decide(self, player: str) -> None:
        """One decision of a computer, from the first thought to the update."""
        async with self._lock:
            state, rev = self.table.history.state.copy(), self.table.rev
        thought = await self._thought(player, state)
        try:
            async with self._lock:
                begin = partial(self.table.begin_decision, thought.action, rev, thought.note)
                updates = await self._change(set(), begin)
                if self.table.seats.computer(state.side):
                    self._reason(state.side or "", thought.why)
                self._publish(updates)
        except Stale:
            return
        except Overtaken:
            await self.catch_up()
        except Unstored as error:
            self.broadcast(TroubleMessage(text=str(error)))
            await asyncio.sleep(RETRY)
        if not self.row.seats.humans:
            await asyncio.sleep(WATCH_PACE)

    def _reason(self, side: str, why: str) -> None:
        """Keep a computer's reason for its last action, for those who ask."""
        if why:
            self._why, self._whose = Reason(self.table.ply, why), side

    def _why_for(self, seat: str) -> Reason | None:
        """1.6 A reason may name what is hidden: then it is for the computer's own seat, and for whoever sees all."""
        if self._why is None or self._why.ply > self.table.ply:
            return None
        kept = self.table.game.title.fog and self.table.seats.fogged(self.table.over)
        return None if kept and seat not in (self._whose, OPEN) else self._why

    async def _thought(self, player: str, state: State) -> Thought:
        """Let the player think in its process, and show that it does."""
        loop, seconds, hurry = asyncio.get_running_loop(), self.row.seconds, Hurry()
        self._hurry, self._started = hurry, time.monotonic()
        self._show_thinking(Thinking(state.side or "", player, seconds))
        listener = lambda progress, text: loop.call_soon_threadsafe(self._report, progress, text)
        game = f"{self.row.id}/{self._undone}"
        call = partial(self._thinkers.think, game, state, player, seconds, hurry, listener)
        thought = await loop.run_in_executor(self._thinkers.threads, call)
        self._thinking = None
        return thought

    def _report(self, progress: float, text: str) -> None:
        if self._thinking is not None:
            self._show_thinking(msgspec.structs.replace(self._thinking, progress=progress, text=text))

    def _show_thinking(self, thinking: Thinking | None) -> None:
        self._thinking = thinking
        self.broadcast(ThinkingMessage(thinking=self.thinking()))
