"""[7.5.1a, 7.5.4, 10.2.7] Events that move units without OPS: Maskirovka, raids, the landing, naval evacuation."""

from __future__ import annotations

from typing import Final

from rasputitsa.board.movement import Reach, flat_ground, reach
from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import control, effect_kinds, entry, movement, roster, stacking, zones
from rasputitsa.titles.stalins_war.actions.events import Evacuate, Land, Raid, ShiftUnit
from rasputitsa.titles.stalins_war.choices import EventQuestion, GoingChoice, NoMore, PlacingChoice
from rasputitsa.titles.stalins_war.components import NUMBER
from rasputitsa.titles.stalins_war.effects import under_way
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COAST,
    COLUMN,
    LAND,
    OIL,
    PLACE_NAMES,
    PORTS_OF,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.roster import GROUPS, MOVE, OF_SIDE
from rasputitsa.titles.stalins_war.state import AXIS, ELIMINATED, FULL, SOVIET, Position

FLAT: Final = flat_ground(LAND)
"""Hexes are counted, not movement points."""
SEA: Final = "black"
"""7.5.4, C.3 The Black Sea with the Sea of Azov."""


def go(s: Position, unit: int, found: Reach, to: int) -> None:
    """A unit goes to a hex in reach; every hex it passes changes control (3.0)."""
    path = found.path_to(to, prefer=control.matters(s, SOVIET))
    s.put(unit, to)
    control.enter_all(s, unit, path[1:])
    control.stay(s, unit, to)
    s.say("7.5.1a", "{} goes to {}", s.name(unit), PLACE_NAMES[to])


def _movable(s: Position, group: int, done: int) -> int:
    """Units of a group on the map in full supply that can move and have not gone yet."""
    able = (u for u in bits(group & ~done) if s.place[u] >= 0 and s.supply[u] == FULL)
    return sum(1 << unit for unit in able if MOVE[unit][s.lost[unit]])


# -- Maskirovka -----------------------------------------------------------------------------------------------------


def shift_reach(s: Position, unit: int, effect: effect_kinds.ShiftUnits) -> Reach:
    """C.6, 8.3 Soviet 48: hexes, not movement points, and no way from one enemy zone straight into another."""
    place, zone = s.place[unit], zones.enemy_zoc(s, SOVIET)
    first = ~zone if zone >> place & 1 and not effect.zoc_to_zoc else -1
    inside = zone >> place & 1 and not effect.leave_zoc_free
    ground = 0 if inside else movement.may_enter(s, unit)
    return reach(FLAT, place, effect.hexes, ground, stop=zone, first=first)


class Shift(GoingChoice):
    """C.6 A unit is shifted; it may leave an enemy zone without OPS."""

    action = ShiftUnit
    rule = "7.5.1a"

    def units(self, s: Position) -> int:
        done = s.frame[3]
        if done.bit_count() >= under_way(s, effect_kinds.ShiftUnits).max_units:
            return 0
        return _movable(s, OF_SIDE[SOVIET], done)

    def hexes(self, s: Position, unit: int) -> int:
        effect = under_way(s, effect_kinds.ShiftUnits)
        found = shift_reach(s, unit, effect).mask
        return found if effect.overstack else found & stacking.room(s, unit)

    def do(self, s: Position, action: ShiftUnit) -> None:
        _, card, number, done = s.frame
        s.goto(card, number, done | 1 << action.unit)
        go(s, action.unit, shift_reach(s, action.unit, under_way(s, effect_kinds.ShiftUnits)), action.to)


class Shifting(EventQuestion):
    """C.6 Soviet 48: some units are shifted. Frame: card, number of the effect, the units that were."""

    rule = "7.5.1a"
    choices = (Shift, NoMore)

    def prompt(self, s: Position) -> str:
        most = under_way(s, effect_kinds.ShiftUnits).max_units
        return f"Shift units: {most - s.frame[3].bit_count()} left."


# -- raids ----------------------------------------------------------------------------------------------------------


def raid_reach(s: Position, unit: int, effect: effect_kinds.Raid) -> Reach:
    """Soviet 18, 16.2.2: hexes through enemy zones, but not through enemy units or Axis cities, oil and VP hexes; a new
    fortress that the Axis has destroyed is a city."""
    barred = s.axis_held & (CITIES | OIL | VP_HEXES | s.built)
    return reach(FLAT, s.place[unit], effect.hexes, movement.may_enter(s, unit) & ~barred)


class RaidTo(GoingChoice):
    """Soviet 18: a unit raids; until the end of the turn it is in full supply and has a zone of control."""

    action = Raid
    rule = "7.5.1a"

    def units(self, s: Position) -> int:
        effect, done = under_way(s, effect_kinds.Raid), s.frame[3]
        return _movable(s, GROUPS[effect.group], done) if done.bit_count() < effect.max_units else 0

    def hexes(self, s: Position, unit: int) -> int:
        return raid_reach(s, unit, under_way(s, effect_kinds.Raid)).mask & stacking.room(s, unit)

    def do(self, s: Position, action: Raid) -> None:
        _, card, number, done = s.frame
        s.goto(card, number, done | 1 << action.unit)
        go(s, action.unit, raid_reach(s, action.unit, under_way(s, effect_kinds.Raid)), action.to)
        s.raiders |= 1 << action.unit
        s.forget_zones(SOVIET)


class Raiding(EventQuestion):
    """Soviet 18: some units raid. Frame: card, number of the effect, the units that did."""

    rule = "7.5.1a"
    choices = (RaidTo, NoMore)

    def prompt(self, s: Position) -> str:
        return "Raid with cavalry or mech units, or end the event."


# -- the landing ----------------------------------------------------------------------------------------------------


def landing_hexes(s: Position, unit: int) -> int:
    """7.5.4, C.3 Soviet 10: unoccupied coastal hexes of the Black Sea and the Sea of Azov, if the unit stands in a
    friendly port there, or is in the Eliminated box and such a port is Soviet."""
    ports = PORTS_OF[SEA] & ~s.axis_held
    place = s.place[unit]
    if not (ports >> place & 1 if place >= 0 else place == ELIMINATED and ports):
        return 0
    empty = COAST & ~s.occupied[AXIS] & ~s.occupied[SOVIET]
    return empty & ~movement.closed(s, unit) & stacking.room(s, unit)


class LandHere(PlacingChoice):
    """7.5.4 The Maritime Army lands, reduced if it was eliminated."""

    action = Land
    rule = "7.5.4"

    def units(self, s: Position) -> int:
        return 1 << NUMBER[under_way(s, effect_kinds.Landing).unit]

    def hexes(self, s: Position, unit: int) -> int:
        return landing_hexes(s, unit)

    def handles(self, s: Position) -> list[tuple[str, int]]:
        return [("piece", unit) for unit in bits(self.units(s)) if landing_hexes(s, unit)]

    def do(self, s: Position, action: Land) -> None:
        s.pop()
        if s.place[action.unit] == ELIMINATED:
            s.lost[action.unit] = roster.STEPS[action.unit] - 1
        entry.arrive(s, action.unit, action.at)
        control.enter(s, action.unit, action.at)
        control.stay(s, action.unit, action.at)
        s.say("7.5.4", "{} lands in {}", s.name(action.unit), PLACE_NAMES[action.at])


class Landing(EventQuestion):
    """7.5.4 Soviet 10 lets the Maritime Army land. Frame: card, number of the effect."""

    rule = "7.5.4"
    choices = (LandHere, NoMore)

    def prompt(self, s: Position) -> str:
        return "Land the Maritime Army, or end the event."


# -- naval evacuation -----------------------------------------------------------------------------------------------


def evacuation_ports(s: Position, unit: int) -> int:
    """10.2.7, C.14 Axis 54: friendly ports on the same sea farther west (SW-42), whatever zones or supply; nobody
    leaves a Festung (16.3.4)."""
    place, found = s.place[unit], 0
    if place < 0 or s.festungs >> place & 1:
        return 0
    for ports in PORTS_OF.values():
        if ports >> place & 1:
            found |= sum(1 << port for port in bits(ports & s.axis_held) if COLUMN[port] < COLUMN[place])
    return found & ~movement.closed(s, unit) & stacking.room(s, unit)


class EvacuateUnit(GoingChoice):
    """10.2.7 An LCU leaves a port; it is cut to its last step."""

    action = Evacuate
    rule = "10.2.7"

    def units(self, s: Position) -> int:
        group = GROUPS[under_way(s, effect_kinds.NavalEvacuation).group]
        return sum(1 << unit for unit in bits(group) if evacuation_ports(s, unit))

    def hexes(self, s: Position, unit: int) -> int:
        return evacuation_ports(s, unit)

    def do(self, s: Position, action: Evacuate) -> None:
        s.pop()
        s.put(action.unit, action.to)
        s.lost[action.unit] = roster.STEPS[action.unit] - 1
        s.say("10.2.7", "{} is evacuated to {}", s.name(action.unit), PLACE_NAMES[action.to])


class Evacuating(EventQuestion):
    """10.2.7 Axis 54 evacuates an LCU by sea. Frame: card, number of the effect."""

    rule = "10.2.7"
    choices = (EvacuateUnit, NoMore)

    def prompt(self, s: Position) -> str:
        return "Evacuate an LCU by sea, or end the event."


STEPS = (Shifting, Raiding, Landing, Evacuating)
