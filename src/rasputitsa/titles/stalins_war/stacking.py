"""[9.0] Stacking: four combat units in a hex, one of them large; who stands with whom."""

from __future__ import annotations

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war.roster import (
    COUNTED,
    HUNGARIAN,
    LCU,
    NATION_OF,
    OF_NATION,
    OF_SIDE,
    PARTISANS,
    ROMANIAN,
    SIDE_OF,
    TAGS,
)
from rasputitsa.titles.stalins_war.state import AXIS, MOST_UNITS, OUT, SOVIET, Position

_ONE_OF_A_KIND = tuple(TAGS[tag] for tag in ("stalin", "bunker", "fortified-zone", "partisan"))
"""9.1.3 They do not count, but there may be only one of each kind in a hex."""
_FOREIGN = {HUNGARIAN: OF_NATION[ROMANIAN], ROMANIAN: OF_NATION[HUNGARIAN]}


def room(s: Position, unit: int) -> int:
    """9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 16.4.4 The hexes where a unit may end without breaking the stacking rules, as
    all others stand now."""
    side, bit = SIDE_OF[unit], 1 << unit
    if COUNTED & bit:
        shut = s.crowded[side]
        if LCU & bit:
            shut |= s.lcu_hexes[side]
    else:
        shut = _hexes_of(s, next(kind for kind in _ONE_OF_A_KIND if kind & bit))
    if side == SOVIET:
        if PARTISANS & (bit | s.present[SOVIET]) or s.lurking:
            shut |= _partisan_ban(s, unit)
    elif NATION_OF[unit] in _FOREIGN:
        shut |= _hexes_of(s, _FOREIGN[NATION_OF[unit]])
    return ~shut


def _partisan_ban(s: Position, unit: int) -> int:
    """9.2.2, SW-4 No Soviet unit ends on an Active Partisan, nor such a partisan on one; SW-86 out of supply nobody
    ends on an Inactive one."""
    if PARTISANS >> unit & 1:
        return s.occupied[SOVIET] | s.lurking
    return _hexes_of(s, PARTISANS) | (s.lurking if s.supply[unit] == OUT else 0)


def _hexes_of(s: Position, units: int) -> int:
    present = units & (s.present[AXIS] | s.present[SOVIET])
    return mask_of(s.place[unit] for unit in bits(present)) if present else 0


def fits(s: Position, unit: int, place: int) -> bool:
    """May the unit end in this hex?"""
    return bool(room(s, unit) >> place & 1)


def fits_all(s: Position, units: int, place: int) -> bool:
    """May all these units of one side end in this hex together, none of them being there yet?"""
    first = bits(units)[0]
    stack = (s.stack_at(place) & OF_SIDE[SIDE_OF[first]]) | units
    return lawful(stack) and all(fits(s, unit, place) for unit in bits(units))


def lawful(stack: int) -> bool:
    """9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2 May these units of one side stand in one hex?"""
    if (stack & COUNTED).bit_count() > MOST_UNITS or (stack & LCU).bit_count() > 1:
        return False
    if stack & OF_NATION[HUNGARIAN] and stack & OF_NATION[ROMANIAN]:
        return False
    if stack & PARTISANS and stack & ~PARTISANS:
        return False
    return all((stack & kind).bit_count() <= 1 for kind in _ONE_OF_A_KIND)
