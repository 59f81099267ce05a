"""Computer players think in processes of their own, with a time limit; the table never waits for them.

`Thinkers.think` blocks its caller (a thread of the server's) until there is an answer, the time is up or the process
died. Whatever goes wrong, the caller gets a word on it and plays a legal action instead.
"""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec

from rasputitsa.kernel import Action, RasputitsaError, State
from rasputitsa.table.worker import Answer, Failure, Job, Message, main

GRACE = 2.0
"""Seconds over the limit before a player is stopped by force."""
START = 30.0
"""Seconds a new process has to start and read its titles."""
LOOK_UP = 0.5
"""Seconds between looks at whether somebody said "move now"."""

Listener = Callable[[float, str], object]


class Thought(msgspec.Struct, frozen=True):
    """What came of it: an action and the player's reason for it, or none and what went wrong."""

    action: Action | None
    note: str = ""
    why: str = ""


class Failed(RasputitsaError):
    """The player gave no answer that can be used."""


class Thinkers:
    """A few processes for all the computers of all games. Started when first needed."""

    def __init__(self, processes: int = 1, grace: float = GRACE) -> None:
        self.grace = grace
        self.threads = ThreadPoolExecutor(processes, thread_name_prefix="thinker")
        self._own = threading.local()
        self._all: list[_Process] = []

    def think(self, game: str, state: State, player: str, seconds: float, hurry: Hurry, listener: Listener) -> Thought:
        """What the player wants to do. To be called on `threads`: each of them has a process."""
        side = state.side or ""
        known = state.imagine(side, random.Random())
        job = Job(game, state.game.title.name, known.text(), side, player, seconds)
        try:
            answer = self._process().run(job, self.grace, hurry, listener)
            action = _read(state, answer.deed)
            refusal = state.why_not(action, side)
            if refusal is not None:
                return Thought(None, f"{player} wanted something that is not allowed ({refusal.rule})")
            return Thought(action, why=answer.why)
        except RasputitsaError as error:
            return Thought(None, f"{player}: {error}")

    def _process(self) -> _Process:
        process: _Process | None = getattr(self._own, "process", None)
        if process is None or not process.alive:
            process = self._own.process = _Process()
            self._all.append(process)
        return process

    def warm(self) -> None:
        """Start a process before it is needed."""
        self.threads.submit(self._process)

    @property
    def pids(self) -> list[int]:
        """The process ids at work (for tests and for those who look after the machine)."""
        return [process.pid for process in self._all if process.alive]

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.stop()


def _read(state: State, deed: str) -> Action:
    """What the player wrote; the complaint does not repeat it, for everybody reads the log."""
    try:
        return state.game.title.lexicon.parse(deed)
    except RasputitsaError:
        raise Failed("its answer cannot be read") from None


class Hurry:
    """The person who waits says "move now"."""

    def __init__(self) -> None:
        self.at = float("inf")
        """When it was said."""
        self._process: _Process | None = None
        self._lock = threading.Lock()

    def say(self) -> None:
        with self._lock:
            self.at = min(self.at, time.monotonic())
            if self._process is not None:
                self._process.now()

    def attach(self, process: _Process | None) -> None:
        with self._lock:
            self._process = process
            if process is not None and self.at < float("inf"):
                process.now()


class _Process:
    """One process and its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._worker = context.Process(target=main, args=(theirs,), daemon=True, name="rasputitsa-player")
        self._worker.start()
        theirs.close()
        self.alive = True
        self._fresh = True

    @property
    def pid(self) -> int:
        return self._worker.pid or 0

    def now(self) -> None:
        try:
            self._pipe.send_bytes(b"now")
        except OSError:
            self.alive = False

    def run(self, job: Job, grace: float, hurry: Hurry, listener: Listener) -> Answer:
        """The action chosen, as text, and why."""
        limit = time.monotonic() + job.seconds + grace + (START if self._fresh else 0.0)
        try:
            self._pipe.send_bytes(msgspec.msgpack.encode(job))
            hurry.attach(self)
            return self._answer(limit, grace, hurry, listener)
        except (EOFError, OSError):
            self.stop()
            raise Failed("its process died") from None
        finally:
            hurry.attach(None)
            self._fresh = False

    def _answer(self, limit: float, grace: float, hurry: Hurry, listener: Listener) -> Answer:
        while (left := min(limit, hurry.at + grace) - time.monotonic()) > 0:
            if not self._pipe.poll(min(left, LOOK_UP)):
                continue
            message: Message = msgspec.msgpack.decode(self._pipe.recv_bytes(), type=Message)
            if isinstance(message, Answer):
                return message
            if isinstance(message, Failure):
                raise Failed(message.text)
            listener(message.progress, message.text)
        self.stop()
        raise Failed("no answer in time")

    def stop(self) -> None:
        self.alive = False
        self._worker.kill()
        self._worker.join(1.0)
        self._pipe.close()
