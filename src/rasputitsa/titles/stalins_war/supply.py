"""[13.0] Supply: lines of at most four hexes to a source, a rail that leads to one, or a port that another port feeds.

A flood from the sources answers for all units at once. `trace` gives the hexes from which a friendly unit would be in
supply if it stood there: its presence negates enemy zones in its own hex (8.3).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rasputitsa.board.floods import flood, flood_steps
from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import effects, zones
from rasputitsa.titles.stalins_war.effect_kinds import Supply
from rasputitsa.titles.stalins_war.mapboard import (
    BAKU,
    COAST,
    COUNTRY,
    LAND,
    LINKED_SEAS,
    PLAYABLE,
    PORTS,
    PORTS_OF,
    RAIL,
    SOURCES,
    SUPPLY_BARRIERS,
)
from rasputitsa.titles.stalins_war.roster import (
    GERMAN,
    HUNGARIAN,
    ITALIAN,
    MARITIME,
    NATION_OF,
    OF_NATION,
    PARTISANS,
    ROMANIAN,
    RUSSIAN,
)
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

RANGE = 4
"""13.1.2 A supply path off the rails is four hexes at most: the unit's own hex is not counted (SW-55)."""
LEVELS: Final = ("full", "fortress", "out")
"""The words of the cards for FULL, FORTRESS and OUT."""
NATION_SIDE = (AXIS, AXIS, AXIS, AXIS, SOVIET)


# -- lines ----------------------------------------------------------------------------------------------------------


def full_supply(s: Position, nation: int) -> int:
    """13.1.2, 13.2.1 The hexes where a unit of this nation would be in full supply."""
    return _soviet(s) if nation == RUSSIAN else trace(s, AXIS, SOURCES[nation])


def attrition_supply(s: Position, nation: int) -> int:
    """13.2.3, 13.2.3.1, 13.2.4, 16.3.5 The hexes where a unit would not be out of supply in defense and attrition:
    those of full supply, fortresses and Festungs, and for the Soviets what a cut-off Baku feeds."""
    side = NATION_SIDE[nation]
    out = full_supply(s, nation) | zones.fortresses(s, side)
    if side == AXIS:
        return out | s.festungs
    return out if baku_is_full(s) else out | trace(s, SOVIET, BAKU)


def trace(s: Position, side: int, sources: int) -> int:
    """13.1.2 The hexes from which a line leads to one of the sources: four hexes, or four hexes and a rail, or four
    hexes to a port, a link by sea, and on from another port."""
    return _trace(open_ground(s, side), sources, PORTS & (s.axis_held if side == AXIS else ~s.axis_held))


@lru_cache(maxsize=1 << 10)
def _trace(ground: int, sources: int, ports: int) -> int:
    """The hexes in supply on this open ground, with these friendly ports. Kept: the same front comes again and
    again."""
    found = by_land = within_range(ground, railways(ground, sources & ground)) | sources
    for sea in LINKED_SEAS:
        found |= _by_sea(ground, ports & PORTS_OF[sea], by_land)
    return found


def railways(ground: int, sources: int) -> int:
    """13.1.2 The sources and the rail hexes that lead to them."""
    heads, rails = 0, ground & RAIL.places
    while sources:
        source = 1 << sources.bit_length() - 1
        line = railway(source, rails)
        heads |= line
        sources &= ~line
    return heads


def railway(source: int, ground: int) -> int:
    """The rail hexes of this ground that are joined to a source, which is one of them."""
    known = _lines(ground)
    for line in known:
        if line & source:
            return line
    known.append(flood(RAIL, source, ground))
    return known[-1]


@lru_cache(maxsize=1 << 9)
def _lines(ground: int) -> list[int]:
    """The railways found so far on this ground: nations share them, and they seldom change."""
    return []


@lru_cache(maxsize=1 << 10)
def within_range(ground: int, heads: int) -> int:
    """The hexes at most four away from a rail, source or port; the last one as if a friendly unit stood there. Kept:
    nations share their railways."""
    near = flood_steps(LAND, heads, ground, RANGE - 1)
    return LAND.spread(near) | near


def _by_sea(ground: int, ports: int, fed: int) -> int:
    """13.1.2, 13.1.2.1 The hexes fed from the ports of a sea: from each one that has another on it, itself in supply by
    land."""
    feeders = ports & fed
    if not feeders:
        return 0
    if feeders.bit_count() == 1:
        ports &= ~feeders
    return within_range(ground, ports & ground) | ports


def open_ground(s: Position, side: int) -> int:
    """13.1.3, 16.2.2 The hexes a line may pass: no enemy units, no enemy fortress, Festung, trench, city, oil or VP hex
    (the new fortress of the Soviets is a city once it is destroyed), no enemy zone without a friendly unit."""
    known: int | None = s.memo.get(("ground", side))
    if known is not None:
        return known
    enemy = 1 - side
    held = s.axis_held if side == SOVIET else ~s.axis_held
    shut = s.occupied[enemy] | (SUPPLY_BARRIERS | s.built) & held | s.trenches[enemy] | zones.unnegated(s, side)
    if side == SOVIET:
        shut |= s.festungs
    found: int = s.memo.setdefault(("ground", side), PLAYABLE & ~shut)
    return found


def _soviet(s: Position) -> int:
    """13.2.2, 13.2.3 The east edge, and Baku while another Caspian port traces to the east edge (SW-57)."""
    sources = SOURCES[RUSSIAN]
    found = trace(s, SOVIET, sources)
    if _feeds_baku(s, found):
        found = trace(s, SOVIET, sources | BAKU)
    return found


def _feeds_baku(s: Position, found: int) -> bool:
    """13.2.3 Is Baku Soviet, and another Caspian port Soviet and in supply?"""
    ports = PORTS_OF["caspian"] & ~s.axis_held
    return bool(ports & BAKU and ports & ~BAKU & found)


def baku_is_full(s: Position) -> bool:
    """13.2.3 Is Baku a full supply source now?"""
    return _feeds_baku(s, trace(s, SOVIET, SOURCES[RUSSIAN]))


# -- the status of units --------------------------------------------------------------------------------------------


def status(s: Position, unit: int) -> int:
    """The supply of a unit as it would be found now: FULL, FORTRESS (for defense and attrition only) or OUT."""
    place, nation = s.place[unit], NATION_OF[unit]
    if full_supply(s, nation) >> place & 1 or PARTISANS >> unit & 1:  # 16.1.6, 16.1.6.2
        return FULL
    found = _by_event(s, unit)
    return FORTRESS if found == OUT and attrition_supply(s, nation) >> place & 1 else found


def _by_event(s: Position, unit: int) -> int:
    """13.1.4, 13.2.4 The best supply that events give a unit."""
    fed = (effect for effect, record in effects.active(s, Supply) if _FED[effect.who](s, unit, record))
    return min((LEVELS.index(effect.level) for effect in fed), default=OUT)


def _raids(s: Position, unit: int, record: effects.Record) -> bool:
    """Soviet 18: the units that raided."""
    return bool(s.raiders >> unit & 1)


def _on_the_coast(s: Position, unit: int, record: effects.Record) -> bool:
    """13.1.4 The Maritime Army is fed on the coast as long as one port of the Black Sea is Soviet."""
    return unit == MARITIME and bool(COAST >> s.place[unit] & 1) and bool(PORTS_OF["black"] & ~s.axis_held)


def _by_air(s: Position, unit: int, record: effects.Record) -> bool:
    """Axis 49: the units of the record are fed by air in the hex they stand in. Record: (..., hex, units)."""
    return record[3] == s.place[unit] and bool(record[4] >> unit & 1)


_FED: Final = {"raiders": _raids, "maritime-on-the-coast": _on_the_coast, "one-hex": _by_air}
"""Whom an event feeds."""


def check(s: Position, side: int) -> None:
    """13.1.1 The supply of all units of a side is found: at the start of its action rounds and in attrition."""
    check_units(s, s.present[side])


def check_units(s: Position, units: int) -> None:
    """13.1.1, 13.1.1.1 The supply of some units is found, all at once: defenders at the instant of combat."""
    cut_off = bits(_outside(s, units))
    found = [(unit, status(s, unit)) for unit in cut_off]
    if any(s.supply):
        for unit in bits(units & ~mask_of(cut_off)):
            s.set_supply(unit, FULL)
    for unit, level in found:
        s.set_supply(unit, level)


def _outside(s: Position, units: int) -> int:
    """Units that do not stand where lines lead to their nation's sources."""
    found, here = 0, s.here
    for nation, side in enumerate(NATION_SIDE):
        own = units & OF_NATION[nation]
        if own:
            for place in bits(s.occupied[side] & ~full_supply(s, nation)):
                found |= here[place] & own
    return found


def check_again(s: Position, side: int) -> None:
    """23.1.4 When a round ends, units of its player that are out of supply are looked at again."""
    for unit in s.on_map(side):
        if s.supply[unit] != FULL:
            s.set_supply(unit, min(status(s, unit), s.supply[unit]))


# -- the supply of hexes --------------------------------------------------------------------------------------------


def full_hexes(s: Position, side: int) -> int:
    """17.1.3, 7.5.2c The hexes that are in full supply as if they were units: an Axis hex traces as a German unit or as
    one of the country it lies in (SW-72)."""
    if side == SOVIET:
        return full_supply(s, RUSSIAN)
    return _by_country(full_supply(s, GERMAN), full_supply(s, HUNGARIAN), full_supply(s, ROMANIAN))


def lasting_hexes(s: Position, side: int) -> int:
    """13.3.9 The hexes where a unit would not be lost in attrition."""
    if side == SOVIET:
        return attrition_supply(s, RUSSIAN)
    return _by_country(attrition_supply(s, GERMAN), attrition_supply(s, HUNGARIAN), attrition_supply(s, ROMANIAN))


def _by_country(german: int, hungarian: int, romanian: int) -> int:
    return german | hungarian & COUNTRY["hungary"] | romanian & COUNTRY["romania"]


assert SOURCES[ITALIAN] == SOURCES[HUNGARIAN], "13.2.1 Italian units trace supply to Buda, as Hungarian ones do"
