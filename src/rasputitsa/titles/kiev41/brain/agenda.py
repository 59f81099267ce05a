"""Orders thought of together are given one after the other without thinking again.

What comes next is kept under the very position it was thought of for, so nothing goes wrong when it is forgotten."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.players.shelf import Shelf
from rasputitsa.titles.kiev41.brain.sense import KievMind
from rasputitsa.titles.kiev41.components import OF_SIDE
from rasputitsa.titles.kiev41.state import Kiev

NEXT: Final[Shelf[tuple[Action, str]]] = Shelf(4000)
"""Orders by the position they will be given in."""


def situation(mind: KievMind, s: Kiev) -> Hashable:
    """All the side knows that matters to orders: equal for positions that only differ in what is hidden."""
    own = bytes(s.place[b] for b in bits(OF_SIDE[s.active]))
    seen = (s.control, s.lines, s.at[0], s.at[1], s.commanded, s.moving, s.mp, s.isolated & OF_SIDE[s.active])
    return (mind.plan_key, s.turn, s.axis_impulses, s.frame, own, seen)


def planned(mind: KievMind) -> tuple[Action, str] | None:
    """The order that was thought of for this position, with its reason."""
    return NEXT.get(situation(mind, mind.s))


def remember(mind: KievMind, orders: Sequence[tuple[Action, str]]) -> None:
    """Keep orders for the positions they will be given in; the first is given now."""
    s = mind.s.copy()
    step = s.frame[0]
    s.apply(orders[0][0])
    for action, why in orders[1:]:
        if s.side != mind.side or s.frame[0] != step or s.why_not(action) is not None:
            break
        NEXT.put(situation(mind, s), (action, why))
        s.apply(action)
