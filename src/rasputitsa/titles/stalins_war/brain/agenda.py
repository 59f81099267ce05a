"""Orders thought of together are given one after the other without thinking again.

What comes next is kept under the very position it was thought of for, so nothing goes wrong when it is forgotten."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from rasputitsa.kernel.action import Action
from rasputitsa.players.shelf import Shelf
from rasputitsa.titles.stalins_war.brain.sense import StalinMind
from rasputitsa.titles.stalins_war.state import Position

NEXT: Final[Shelf[tuple[Action, str]]] = Shelf(4000)
"""Orders by the position they will be given in."""


def situation(mind: StalinMind, s: Position) -> Hashable:
    """All that matters to orders, which is open to both sides; cards in hands are not in it."""
    marks = (s.moved, s.strategic, s.axis_held, s.digging, s.lurking, s.ops, s.banked[s.active], s.vacated)
    return (mind.plan_key, s.turn, s.round, s.frame, tuple(s.place), bytes(s.lost), marks)


def planned(mind: StalinMind) -> tuple[Action, str] | None:
    """The order that was thought of for this position, with its reason."""
    return NEXT.get(situation(mind, mind.s))


def remember(mind: StalinMind, start: Position, orders: Sequence[tuple[Action, str]]) -> None:
    """Keep orders for the positions they will be given in."""
    s = start.copy()
    step = s.frame[0]
    for action, why in orders:
        if s.side != mind.side or s.frame[0] != step or s.why_not(action) is not None:
            break
        NEXT.put(situation(mind, s), (action, why))
        s.apply(action)
