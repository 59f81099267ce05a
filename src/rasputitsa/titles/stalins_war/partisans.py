"""[16.1] Partisans: where they are placed, how they become Active, how Inactive ones are removed.

An Inactive Partisan is only a marker in `s.lurking`. Which unit it is is drawn when it becomes Active.
"""

from __future__ import annotations

from typing import Final

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import ChanceStep
from rasputitsa.titles.stalins_war import control, movement, stacking, supply
from rasputitsa.titles.stalins_war.actions.events import Activate, Arrive, DrawPartisan, PlacePartisans, Sweep
from rasputitsa.titles.stalins_war.choices import EventQuestion, HexChoice, NoMore, PlacingChoice
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COUNTRY,
    FORTRESSES,
    GENERAL_GOVERNMENT,
    IN_TERRAIN,
    LAND,
    NEXT,
    PLACE_NAMES,
    PLAYABLE,
    TOWNS,
    WARSAW,
    within,
)
from rasputitsa.titles.stalins_war.roster import OF_SIDE, PARTISANS, RUSSIAN
from rasputitsa.titles.stalins_war.state import (
    ARRIVING,
    AXIS,
    NOWHERE,
    POOL,
    SOVIET,
    Position,
)

MOST: Final = 6
"""16.1.2 Partisans on the map, Active or Inactive."""
FOR_AN_OPS: Final = 2
"""16.1.2 Partisans that one OPS places."""
WILD: Final = COUNTRY["soviet_union"] & ~COUNTRY["baltic_states"] & (IN_TERRAIN["forest"] | IN_TERRAIN["swamp"])
"""16.1.1 Forest and swamp of the Soviet Union without the Baltic States."""
WHERE: Final = ("any-clear-hex", "warsaw")
"""Where events place Active Partisans, for the frame of a step."""


# -- how many and where ---------------------------------------------------------------------------------------------


def drawable(s: Position) -> list[int]:
    """16.1.3 The partisan units that may be drawn."""
    return [unit for unit in bits(PARTISANS) if s.place[unit] == POOL]


def left(s: Position) -> int:
    """16.1.2, 16.1.2.1, 16.1.6 How many more may be placed: six on the map at most, and each needs a unit
    that has not been eliminated."""
    active = sum(s.place[unit] >= 0 for unit in bits(PARTISANS))
    lurking = s.lurking.bit_count()
    return min(MOST - lurking - active, len(drawable(s)) - lurking)


def hexes(s: Position) -> int:
    """16.1.1, 16.1.1.1, 16.1.3 The hexes where an Inactive Partisan may be placed: forest and swamp of the Soviet Union
    without the Baltic States, without units, where a Soviet unit would be out of supply or which lie closer to an Axis
    unit than to a Soviet one."""
    if left(s) <= 0:
        return 0
    free = WILD & ~s.occupied[AXIS] & ~s.occupied[SOVIET] & ~s.lurking
    behind = behind_the_front(s) & free
    return behind if behind == free else behind | free & ~supply.attrition_supply(s, RUSSIAN)


def behind_the_front(s: Position) -> int:
    """16.1.3, SW-62 The hexes strictly closer to an Axis unit than to a Soviet one, counted in hexes but not across
    impassable hexsides; partisans are not counted."""
    places = [s.place[unit] for unit in bits(PARTISANS & s.present[SOVIET])]
    alone = mask_of(place for place in places if not s.stack_at(place) & ~PARTISANS & OF_SIDE[SOVIET])
    return nearer(s.occupied[AXIS], s.occupied[SOVIET] & ~alone)


def nearer(ours: int, theirs: int) -> int:
    """The hexes strictly closer to one set than to another: both spread step by step, and what one has reached first
    the other does not pass, as it would not be first beyond it either."""
    found = ours & ~theirs
    left = PLAYABLE & ~ours & ~theirs
    while left and (ours or theirs):
        theirs = LAND.spread(theirs) & left
        left ^= theirs
        ours = LAND.spread(ours) & left
        left ^= ours
        found |= ours
    return found


def activatable(s: Position) -> int:
    """16.1.6, 16.1.6.1 The hexes with Inactive Partisans that may become Active: none with Axis units."""
    return s.lurking & ~s.occupied[AXIS]


def place(s: Position, at: int) -> None:
    """16.1.3 An Inactive Partisan is placed."""
    s.lurking |= 1 << at
    s.say("16.1.3", "Partisans in {}", PLACE_NAMES[at])


def rise(s: Position, unit: int, at: int) -> None:
    """16.1.6 An Active Partisan stands in a hex; it is a Soviet unit and always in supply."""
    s.lurking &= ~(1 << at)
    s.supply[unit] = s.lost[unit] = 0
    s.put(unit, at)
    control.enter(s, unit, at)
    s.say("16.1.6", "{}: Active Partisans in {}", s.name(unit), PLACE_NAMES[at])


# -- placing Inactive Partisans -------------------------------------------------------------------------------------


class PlaceInactive(HexChoice):
    """16.1.3 An Inactive Partisan is placed."""

    action = PlacePartisans
    rule = "16.1.3"

    def hexes(self, s: Position) -> int:
        return hexes(s) if s.frame[1] else 0

    def do(self, s: Position, action: PlacePartisans) -> None:
        s.goto(s.frame[1] - 1)
        place(s, action.at)


class PlacingPartisans(EventQuestion):
    """7.5.1a, 16.1.3 An event places Inactive Partisans. Frame: how many are left."""

    rule = "16.1.3"
    choices = (PlaceInactive,)

    def prompt(self, s: Position) -> str:
        return f"Place Inactive Partisans: {s.frame[1]} left."


class MorePartisans(EventQuestion):
    """16.1.2 The second of the two Partisans that an OPS allows. Frame: how many are left."""

    rule = "16.1.2"
    choices = (PlaceInactive, NoMore)

    def prompt(self, s: Position) -> str:
        return "Place a second Inactive Partisan for the same OPS, or leave it."


# -- becoming Active ------------------------------------------------------------------------------------------------


class PartisanDraw(ChanceStep[Position]):
    """16.1.3 A partisan unit is drawn. Frame: the hex where it becomes Active, or NOWHERE if it is placed later."""

    rule = "16.1.3"

    def outcomes(self, s: Position) -> list[tuple[DrawPartisan, int]]:  # type: ignore[override]
        return [(DrawPartisan(unit), 1) for unit in drawable(s)]

    def apply(self, s: Position, action: DrawPartisan) -> None:  # type: ignore[override]
        at = s.frame[1]
        s.pop()
        if at == NOWHERE:
            s.put(action.unit, ARRIVING)
        else:
            rise(s, action.unit, at)

    def label(self, s: Position) -> str:
        return "partisans"


class ActivateHere(HexChoice):
    """16.1.6 An Inactive Partisan becomes Active."""

    action = Activate
    rule = "16.1.6"

    def hexes(self, s: Position) -> int:
        return activatable(s) if s.frame[1] else 0

    def do(self, s: Position, action: Activate) -> None:
        s.goto(s.frame[1] - 1)
        s.push(PartisanDraw, action.at)


class Activating(EventQuestion):
    """16.1.6 Some Inactive Partisans may become Active. Frame: how many more."""

    rule = "16.1.6"
    choices = (ActivateHere, NoMore)

    def prompt(self, s: Position) -> str:
        return f"Choose Inactive Partisans that become Active: {s.frame[1]} at most."


def activate_all(s: Position) -> None:
    """16.1.6 All Inactive Partisans not with Axis units become Active."""
    for at in bits(activatable(s)):
        s.push(PartisanDraw, at)


# -- Active Partisans placed by events ------------------------------------------------------------------------------


def landing_zones(s: Position, where: str) -> int:
    """C.4, 16.1.1 The hexes for an Active Partisan that an event places: any clear hex without units, town, city or
    fortress; or Warsaw, and while Axis units are there a hex of the General Government next to it."""
    unit = bits(PARTISANS)[0]
    empty = ~s.occupied[AXIS] & ~movement.closed(s, unit) & stacking.room(s, unit)
    if where == "any-clear-hex":
        built = TOWNS | CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET]
        return IN_TERRAIN["clear"] & ~built & ~s.occupied[SOVIET] & empty
    if s.occupied[AXIS] >> WARSAW & 1:
        return NEXT[WARSAW] & GENERAL_GOVERNMENT & empty
    return 1 << WARSAW & empty


def place_active(s: Position, where: str) -> None:
    """A partisan unit is drawn and then placed, if there is a hex for it and there are fewer than six."""
    if left(s) > 0 and landing_zones(s, where):
        s.push(PlacingActive, WHERE.index(where))
        s.push(PartisanDraw, NOWHERE)


class PlaceActive(PlacingChoice):
    """C.4 The unit drawn is placed, Active side up."""

    action = Arrive
    rule = "16.1.6"

    def units(self, s: Position) -> int:
        return sum(1 << unit for unit in s.in_box(ARRIVING, SOVIET))

    def hexes(self, s: Position, unit: int) -> int:
        return landing_zones(s, WHERE[s.frame[1]])

    def do(self, s: Position, action: Arrive) -> None:
        s.pop()
        rise(s, action.unit, action.at)


class PlacingActive(EventQuestion):
    """16.1.6 An event places an Active Partisan. Frame: where."""

    rule = "16.1.6"
    choices = (PlaceActive,)

    def prompt(self, s: Position) -> str:
        return "Place the Active Partisans."


# -- sweeps ---------------------------------------------------------------------------------------------------------


class SweepHere(HexChoice):
    """16.1.5 An Inactive Partisan near an Axis unit is removed."""

    action = Sweep
    rule = "16.1.5"

    def hexes(self, s: Position) -> int:
        _, number, distance = s.frame
        return swept(s, distance) if number else 0

    def do(self, s: Position, action: Sweep) -> None:
        _, number, distance = s.frame
        s.goto(number - 1, distance)
        s.lurking &= ~(1 << action.at)
        s.say("16.1.5", "The partisans in {} are removed", PLACE_NAMES[action.at])


def swept(s: Position, distance: int) -> int:
    """The hexes with Inactive Partisans at most this far from an Axis unit."""
    return sum(1 << at for at in bits(s.lurking) if within(at, distance) & s.occupied[AXIS])


class Sweeping(EventQuestion):
    """16.1.5 Axis 21 removes Inactive Partisans. Frame: how many are left, how near an Axis unit they must be."""

    rule = "16.1.5"
    choices = (SweepHere,)

    def side(self, s: Position) -> str | None:
        _, number, distance = s.frame
        return super().side(s) if swept(s, distance).bit_count() > number else None

    def prompt(self, s: Position) -> str:
        return f"Choose the Inactive Partisans that are removed: {s.frame[1]} left."


STEPS = (PlacingPartisans, MorePartisans, PartisanDraw, Activating, PlacingActive, Sweeping)
