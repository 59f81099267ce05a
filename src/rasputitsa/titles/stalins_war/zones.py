"""[8.0] Zones of control: which units have one, where it reaches, and what it is worth for retreat and supply."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war.mapboard import FORTRESSES, LAND
from rasputitsa.titles.stalins_war.roster import BLOCKS_AXIS_ZOC, OF_SIDE, ZOC
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, Position


def zoc(s: Position, side: int) -> int:
    """8.2, 8.2.1 The hexes in the zones of control of a side: all next to a unit that has one, not across lakes and
    seas."""
    known = s._zoc[side]
    if known is None:
        known = LAND.spread(_holders(s, side)) & ~_closed(s, side)
        s._zoc = (known, s._zoc[SOVIET]) if side == AXIS else (s._zoc[AXIS], known)
    return known


def enemy_zoc(s: Position, side: int) -> int:
    """The hexes in the zones of control of the other side."""
    known = s._zoc[1 - side]
    return zoc(s, 1 - side) if known is None else known


def unnegated(s: Position, side: int) -> int:
    """8.3, 8.3.2 The hexes in enemy zones without a friendly unit: closed to retreat and supply."""
    return zoc(s, 1 - side) & ~s.occupied[side]


def has_zoc(s: Position, unit: int) -> bool:
    """8.1, 8.1.1, 13.3.6 Some kinds of units have a zone, and only in full supply."""
    return bool((ZOC | s.raiders) >> unit & 1) and s.supply[unit] == FULL


def _holders(s: Position, side: int) -> int:
    """8.1, 8.1.1 The hexes with units that have a zone."""
    place, supply, holders = s.place, s.supply, 0
    for unit in bits((ZOC | s.raiders) & OF_SIDE[side]):
        at = place[unit]
        if at >= 0 and supply[unit] == FULL:
            holders |= 1 << at
    return holders


def _closed(s: Position, side: int) -> int:
    """8.2, 8.2.2 No zone reaches into a fortress that stands or a Festung, no Axis zone into a Fortified Zone."""
    closed = standing_fortresses(s) | s.festungs
    if side == AXIS:
        for unit in bits(BLOCKS_AXIS_ZOC):
            if s.place[unit] >= 0:
                closed |= 1 << s.place[unit]
    return closed


def fortresses(s: Position, side: int) -> int:
    """16.2.1, 16.2.2 The fortresses a side may use: its own that have not been destroyed."""
    own = FORTRESSES[side] | (s.built if side == SOVIET else 0)
    return own & ~s.razed


def standing_fortresses(s: Position) -> int:
    return (FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built) & ~s.razed
