"""Taking back: the last action, the last move, the phase, the turn; never past the last reveal.

A reveal is a die, a draw, an action that showed something, or a decision of the other side. Where everything is
open (study) there is nothing to protect and no limit; dice that were seen stay rolled, and others fall the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from rasputitsa.kernel import CHANCE, Action
from rasputitsa.table.history import History
from rasputitsa.table.journal import Ply


class Undo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One way to take back: to which ply, how many that undoes, and why no further if it falls short of its name."""

    what: str
    to: int
    plies: int
    label: str = ""
    short: bool = False
    why: str = ""


def limit(history: History, side: str | None) -> int:
    """The earliest ply that side may go back to; None is somebody who may see everything. Nobody goes back into what
    was played under other rules."""
    if side is None:
        first = next((n for n, ply in enumerate(history.plies) if ply.side != CHANCE), len(history))
        return max(first, history.kept)
    ply = len(history)
    while ply > history.kept and history.plies[ply - 1].side == side and not history.plies[ply - 1].reveal:
        ply -= 1
    return ply


def landing(history: History, to: int) -> int:
    """Where going back to a ply ends: never before a die, but at the decision that called for it."""
    while to > history.kept and history.plies[to].side == CHANCE:
        to -= 1
    return to


def options(history: History, side: str | None) -> list[Undo]:
    """The ways to take back that side has, nearest first."""
    end, stop = len(history), limit(history, side)
    if end == stop:
        return []
    why = reason(history, side)
    out = []
    for what, target in _targets(history):
        to = max(landing(history, target), stop)
        label = history.heard[to].words[side or "open"]
        short = target < stop
        out.append(Undo(what=what, to=to, plies=end - to, label=label, short=short, why=why if short else ""))
    return out


def reason(history: History, side: str | None) -> str:
    """Why side may go no further back than its limit."""
    stop = limit(history, side)
    if stop == history.kept > 0:
        return "what was played before follows other rules than today's"
    if stop == 0 or side is None:
        return "the game begins here"
    ply, words = history.plies[stop - 1], history.heard[stop - 1].words[side]
    if ply.side == CHANCE:
        return f"the outcome has been seen: {words}"
    if ply.side == side:
        return f"it showed you something new: {words}"
    label = history.game.title.side_labels.get(ply.side, ply.side)
    return f"{label} has decided since: {words}"


def _targets(history: History) -> Iterator[tuple[str, int]]:
    plies, end = history.plies, len(history)
    last = plies[-1]
    yield "action", end - 1
    yield "move", _back(history, lambda ply, action: _mover(history, action) == _mover(history, history.actions[-1]))
    yield "phase", _back(history, lambda ply, action: _phase(ply) == _phase(last))
    yield "turn", _back(history, lambda ply, action: (ply.turn, ply.active) == (last.turn, last.active))


def _back(history: History, alike: Callable[[Ply, Action], bool]) -> int:
    """The ply at which the run of plies like the last one begins (at least the last one itself)."""
    ply = len(history) - 1
    while ply and alike(history.plies[ply - 1], history.actions[ply - 1]):
        ply -= 1
    return ply


def _phase(ply: Ply) -> tuple[int, str, str]:
    return ply.turn, ply.phase, ply.active


def _mover(history: History, action: Action) -> object:
    """The piece an action begins with; an action without one is like no other."""
    slots = history.game.title.lexicon.slots(action)
    return slots[0] if slots and slots[0][0] == "piece" else object()
