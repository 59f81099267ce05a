"""What is kept of a game: one small entry per action, and a summary of where it stands.

A journal stores them; the table asks it to before it shows anything to anybody, so whatever was acknowledged is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

import msgspec

from rasputitsa.kernel import RasputitsaError, State
from rasputitsa.kernel.view import Banner, Result


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One action: who did it, in words, where in the sequence of play."""

    side: str
    deed: str
    reveal: bool
    """It showed somebody something new: undo stops here."""
    battle: bool
    turn: int
    phase: str
    active: str
    """The side whose turn it was."""
    note: str = ""
    """A remark of the table."""
    position: bytes = b""
    """The position after it, as what is new against the one before (`kernel.positions`); empty in games that were
    stored before positions were."""
    key: str = ""
    """What the client calls this action, so that it is not done twice when it is sent twice."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a game stands, for lists."""

    ply: int
    turn: int
    last_turn: int
    date: str
    phase: str
    active: str
    to_move: str = ""
    result: Result | None = None


def standing(state: State, ply: int) -> Standing:
    """Where the game stands in this position."""
    banner: Banner = state.banner()
    outcome = state.outcome() if state.over else None
    return Standing(
        ply=ply,
        turn=banner.turn,
        last_turn=banner.last_turn,
        date=banner.date,
        phase=banner.phase,
        active=banner.active,
        to_move=state.side or "",
        result=outcome.result() if outcome else None,
    )


class Unstored(RasputitsaError):
    """It could not be stored (disk full, read-only ...): nothing was changed."""


class Overtaken(RasputitsaError):
    """Somebody else changed the stored game meanwhile: it has to be read again."""


class Journal(Protocol):
    """Where a game is kept. Each call is all or nothing, and safe when its future has a result; `rev` is the one it
    leads to. `undone` says which dice were taken back, see table.history."""

    def append(self, rev: int, plies: Sequence[Ply], now: Standing) -> Future[None]: ...

    def cut(self, rev: int, now: Standing, undone: dict[int, dict[str, int]]) -> Future[None]: ...


class Memory:
    """A journal that forgets: for tests and for looking at records."""

    def append(self, rev: int, plies: Sequence[Ply], now: Standing) -> Future[None]:
        return _done()

    def cut(self, rev: int, now: Standing, undone: dict[int, dict[str, int]]) -> Future[None]:
        return _done()


def _done() -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done
