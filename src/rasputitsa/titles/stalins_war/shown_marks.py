"""What the map marks for the players: attacks that are banned, and during combat where defenders may stand, where no
Blitz marker may be placed and where exploiting units halt."""

from __future__ import annotations

from collections.abc import Callable

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import control
from rasputitsa.titles.stalins_war.combat import blitz, eligibility, exploitation, forces, ground
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, KEPT, NEXT
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

_ATTACKING = ("Attacks", "Designating")
"""The questions in which a hex to attack is chosen."""


def of_hexes(s: Position) -> tuple[tuple[int, str], ...]:
    """Sets of hexes, each with its mark."""
    return (
        (banned(s), "banned"),
        (closed_to_fronts(s), "no_front"),
        (attacked(s, ground.shelters), "may_stand"),
        (attacked(s, lambda there: blitz.why_no_marker_here(there) is not None), "no_blitz"),
        (halts(s), "halts"),
    )


def banned(s: Position) -> int:
    """11.1.9, 11.1.10, 4.4.4 Hexes that may not be attacked yet: the named places and those with enemy units."""
    found = control.not_to_attack(s) & ~s.axis_held & (KEPT | s.occupied[SOVIET])
    for place in bits(s.occupied[AXIS]):
        found |= eligibility.over_the_volga(s, place) & s.occupied[SOVIET]
    return found | (COUNTRY["romania"] & s.occupied[AXIS] if s.turn == 1 else 0)


def closed_to_fronts(s: Position) -> int:
    """4.4.7 Panzer corps alone in a hex on turns 1 and 2, where Soviet units are near."""
    if s.turn not in eligibility.UNPREPARED_TURNS:
        return 0
    return eligibility.panzers_alone(s) & control.sum_of(NEXT[place] for place in bits(s.occupied[SOVIET]))


def attacked(s: Position, holds: Callable[[Position], bool]) -> int:
    """The hexes that may be attacked now, or the one that is, of which this holds."""
    if not s.stack or s.step.name not in _ATTACKING:
        return 0
    found = 0
    for place in [s.target] if s.target >= 0 else bits(eligibility.possible_targets(s)):
        there = s.copy()
        forces.oppose(there, place, 0)
        found |= holds(there) << place
    return found


def halts(s: Position) -> int:
    """12.2.5 Hexes where a unit that could exploit must stop."""
    if not s.stack or s.step.name != "Exploiting":
        return 0
    ends = ((unit, s.place[unit], path) for unit in exploitation.exploiting(s) for path in _paths(s, unit))
    return control.sum_of(
        1 << path[-1] for unit, start, path in ends if exploitation.halts(s, unit, (start, *path)[-2], path[-1])
    )


def _paths(s: Position, unit: int) -> list[exploitation.Path]:
    return list(exploitation.ways(s, unit).values())
