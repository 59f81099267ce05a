"""[7.5.2c] Where units enter: capital, sources, cities and fortresses of their nation in full supply; Soviets in towns
too."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import stacking, supply
from rasputitsa.titles.stalins_war.mapboard import ENTRIES, KEPT, SOURCES, TOWNS
from rasputitsa.titles.stalins_war.roster import ITALIAN, NATION_OF, RUSSIAN, SIDE_OF
from rasputitsa.titles.stalins_war.state import AXIS, Position


def hexes(s: Position, unit: int) -> int:
    """7.5.2c, 7.5.2c.1, 7.5.2c.2, 7.5.2c.6 The hexes where a unit may be placed now: friendly-controlled,
    in full supply as for a unit of its nation, without enemy units, within stacking. Italians need only control
    of Bucharest or Odessa."""
    nation, side = NATION_OF[unit], SIDE_OF[unit]
    places = ENTRIES[nation]
    if nation == RUSSIAN and not s.game.profile.enter_in_towns:
        places &= ~TOWNS | SOURCES[RUSSIAN]
    if nation != ITALIAN:
        places &= supply.full_supply(s, nation)
    held = s.axis_held if side == AXIS else ~s.axis_held
    return places & (held | ~KEPT) & ~s.occupied[1 - side] & stacking.room(s, unit)


def arrive(s: Position, unit: int, place: int) -> None:
    """4.5.1.2 A unit is placed on the map; in this round it may not attack (4.5.1)."""
    s.supply[unit] = 0
    s.due[unit] = 0
    s.put(unit, place)
    s.arrived |= 1 << unit
