"""[7.3, 18.1] OPS: what a round has, what Banked OPS add, and where the points may be spent."""

from __future__ import annotations

from rasputitsa.kernel import Refusal
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.effect_kinds import MoveAll
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.state import UNLIMITED, Position


def banked(s: Position) -> int:
    """18.1.1 The Banked OPS that may be spent in this round: none if an event moves units without granting OPS."""
    points = s.banked[s.active]
    return 0 if points and effects.active(s, MoveAll) else points


def available(s: Position, place: int) -> int:
    """7.3.1, 18.1.1 The OPS that could be spent in a hex: those of the card or event, and Banked OPS."""
    return (s.ops if s.ops_zone >> place & 1 else 0) + banked(s)


def payable(s: Position) -> int:
    """The hexes where an OPS could be spent."""
    if banked(s):
        return UNLIMITED
    return s.ops_zone if s.ops else 0


def spend(s: Position, place: int, points: int = 1) -> None:
    """7.3.4 OPS are spent in a hex: those of the round first, as Banked OPS can be kept."""
    own = min(points, s.ops) if s.ops_zone >> place & 1 else 0
    s.ops -= own
    s.banked[s.active] -= points - own


def why_not(s: Position, place: int, points: int = 1) -> Refusal | None:
    """None if there are OPS for it."""
    if available(s, place) >= points:
        return None
    if s.ops >= points:
        return Refusal("7.5.1a", f"The OPS of this event may not be spent in {PLACE_NAMES[place]}.")
    return Refusal("7.3.1", f"It costs {points} OPS, and you have {s.ops + banked(s) or 'none'} left.")
