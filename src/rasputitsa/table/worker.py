"""The process in which a computer player thinks. It gets a position that could be the true one for all its side
knows, and answers with the text of an action. Talks over one pipe; when the pipe closes, it ends."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from rasputitsa.kernel import title
from rasputitsa.players import Deadline, Player, Seat, make

REPORT_EVERY = 0.25


class Job(msgspec.Struct, frozen=True):
    """One decision to make. `game` tells one game from another: a player's notes on it are kept."""

    game: str
    title: str
    position: str
    side: str
    player: str
    seconds: float


class Report(msgspec.Struct, frozen=True, tag="report"):
    progress: float
    text: str


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    deed: str
    why: str = ""
    """The player's reason, if it gives one."""


class Failure(msgspec.Struct, frozen=True, tag="failure"):
    text: str


Message = Report | Answer | Failure


def main(pipe: Connection) -> None:
    """Answer jobs until the pipe closes. "Move now" comes while a job is under way, hence the listening thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    jobs: queue.Queue[tuple[Job, Deadline]] = queue.Queue()
    threading.Thread(target=_listen, args=(pipe, jobs), daemon=True).start()
    while True:
        job, deadline = jobs.get()
        _send(pipe, _think(job, deadline, pipe))


def _listen(pipe: Connection, jobs: queue.Queue[tuple[Job, Deadline]]) -> None:
    deadline = Deadline()
    while True:
        try:
            order = pipe.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)
        if order == b"now":
            deadline.now()
        else:
            job = msgspec.msgpack.decode(order, type=Job)
            deadline = Deadline(job.seconds)
            jobs.put((job, deadline))


def _think(job: Job, deadline: Deadline, pipe: Connection) -> Message:
    try:
        state = title(job.title).from_text(job.position)
        seat = Seat(state, job.side, _Reporter(pipe), _notebook(job.game, job.side))
        player = _player(job.player, job.title, job.side)
        action = player.choose(seat, deadline)
        return Answer(str(action), getattr(player, "why", ""))
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")


@lru_cache(maxsize=16)
def _player(name: str, title_name: str, side: str) -> Player:
    return make(name, title_name, side)


@lru_cache(maxsize=64)
def _notebook(game: str, side: str) -> dict[str, Any]:
    """What a player wrote down in that game; forgotten when it has not been looked at for long."""
    return {}


class _Reporter:
    """Passes reports on, a few a second."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._next = 0.0

    def __call__(self, progress: float, text: str) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + REPORT_EVERY
            _send(self._pipe, Report(progress, text))


def _send(pipe: Connection, message: Message) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(message))
