"""What must hold in every position, for the conformance suite."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import stacking, trenches
from rasputitsa.titles.stalins_war.components import MARKERS, UNITS
from rasputitsa.titles.stalins_war.mapboard import KEPT, PLACE_IDS, PLAYABLE
from rasputitsa.titles.stalins_war.roster import COUNTED, LCU, OF_SIDE, SPAN, STEPS
from rasputitsa.titles.stalins_war.state import AXIS, BOXES, MOST_UNITS, SIDES, SOVIET, Position


def check(s: Position) -> list[str]:
    """Every invariant that does not hold."""
    return [*_units(s), *_hexes(s), *_markers(s), *_points(s)]


def _units(s: Position) -> list[str]:
    """Each unit stands somewhere it may be, on a step it has."""
    problems = []
    for unit, place in enumerate(s.place):
        if not (place in BOXES or (place >= 0 and PLAYABLE >> place & 1)):
            problems.append(f"{UNITS[unit].id} is nowhere ({place})")
        if s.lost[unit] >= STEPS[unit]:
            problems.append(f"{UNITS[unit].id} has lost {s.lost[unit]} steps")
    return problems


def _hexes(s: Position) -> list[str]:
    """The sets of hexes agree with the units; both sides are never in one hex; units in KEPT hexes control them."""
    problems = []
    if s.occupied[AXIS] & s.occupied[SOVIET]:
        problems.append(f"both sides are in {_names(s.occupied[AXIS] & s.occupied[SOVIET])}")
    for side in (AXIS, SOVIET):
        own: dict[int, int] = {}
        for unit in s.on_map(side):
            own[s.place[unit]] = own.get(s.place[unit], 0) | 1 << unit
        if s.present[side] != sum(1 << u for u in range(*SPAN[side]) if s.place[u] >= 0):
            problems.append(f"{SIDES[side]}: units on the map are wrong")
        if sum(1 << place for place, stack in own.items() if stack.bit_count() > 1) != s.stacked[side]:
            problems.append(f"{SIDES[side]}: stacks are wrong")
        if sum(1 << place for place in own) != s.occupied[side]:
            problems.append(f"{SIDES[side]}: occupied hexes are wrong")
        if sum(1 << place for place, stack in own.items() if stack & LCU) != s.lcu_hexes[side]:
            problems.append(f"{SIDES[side]}: hexes with LCUs are wrong")
        crowded = sum(1 << p for p, stack in own.items() if (stack & COUNTED).bit_count() >= MOST_UNITS)
        if crowded != s.crowded[side]:
            problems.append(f"{SIDES[side]}: crowded hexes are wrong")
        if any(s.stack_at(place) & OF_SIDE[side] != stack for place, stack in own.items()):
            problems.append(f"{SIDES[side]}: stacks are wrong")
        held = s.axis_held if side == AXIS else ~s.axis_held
        if s.occupied[side] & KEPT & ~held:
            problems.append(f"{SIDES[side]} stands in {_names(s.occupied[side] & KEPT & ~held)} without control")
        if not s.blitz:
            problems += [f"{PLACE_IDS[p]} is over-stacked" for p, stack in own.items() if not stacking.lawful(stack)]
    return problems


def _markers(s: Position) -> list[str]:
    """Markers stand where they may, and there are not too many."""
    problems = []
    for side in (AXIS, SOVIET):
        if s.trenches[side].bit_count() > trenches.limit(side):
            problems.append(f"{SIDES[side]} has too many trenches")
        if s.trenches[side] & s.occupied[1 - side]:
            problems.append(f"a trench of {SIDES[side]} is in enemy hands")
    if s.festungs & s.occupied[SOVIET]:
        problems.append("a Festung is in Soviet hands")
    if s.festungs.bit_count() > MARKERS["festung"].count or s.blitz.bit_count() > MARKERS["blitz"].count:
        problems.append("too many Festungs or Blitz markers")
    if s.lurking & s.occupied[SOVIET]:
        problems.append(f"Inactive Partisans stand with Soviet units in {_names(s.lurking & s.occupied[SOVIET])}")
    if s.axis_held & ~KEPT:
        problems.append("control is kept of hexes that have none")
    return problems


def _points(s: Position) -> list[str]:
    return ["points are negative"] if min(s.ops, *s.banked, *s.rp, *s.count) < 0 else []


def _names(mask: int) -> str:
    return ", ".join(PLACE_IDS[place] for place in bits(mask))
