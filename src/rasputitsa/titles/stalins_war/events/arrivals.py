"""[7.5.2, 7.5.3] Events that bring units: reinforcements, the Bunker, Fortified Zones, exchanges of fronts and
armies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Handle, Refusal
from rasputitsa.titles.stalins_war import control, effect_kinds, effects, entry, fate, stacking, supply, zones
from rasputitsa.titles.stalins_war.actions.events import Arrive, Exchange
from rasputitsa.titles.stalins_war.choices import EventQuestion, PlacingChoice, UnitChoice
from rasputitsa.titles.stalins_war.components import NUMBER
from rasputitsa.titles.stalins_war.effect_words import OldKind
from rasputitsa.titles.stalins_war.mapboard import BERLIN, CITIES, PLACE_NAMES, TOWNS
from rasputitsa.titles.stalins_war.roster import EXCHANGED, RUSSIAN, TAGS
from rasputitsa.titles.stalins_war.state import ARRIVING, AXIS, FULL, POOL, SOVIET, Position

WHERE: Final = ("reinforcement", "berlin", "fortified-zones")
OLD_KINDS: Final[tuple[OldKind, ...]] = ("blitz-front", "rifle-army", "tank-army")
"""For the frames of the steps below."""
REDUCED: Final = 1
"""7.5.3 Steps lost by a unit that arrives on its weaker side."""
ARMIES: Final = (TAGS["rifle-army"] | TAGS["shock"] | TAGS["maritime"] | TAGS["tank"]) & ~TAGS["guard"]
"""SW-32 Armies that are not Guard, for the switch `guard_exchange`."""


# -- placing --------------------------------------------------------------------------------------------------------


def place(s: Position, side: int, effect: effect_kinds.Place) -> None:
    """7.5.2, C.1, C.11 The units that a card names are to be placed; 7.5.3 those in parentheses on their weaker side,
    unless an event lets them come at full strength. Units that have left the game (19.3.1) do not appear."""
    weakened = effect.reduced_unless is None or not effects.played(s, effect.reduced_unless)
    for name in effect.units:
        unit = NUMBER[name]
        if s.place[unit] == POOL:
            s.lost[unit] = REDUCED if weakened and name in effect.reduced else 0
            s.put(unit, ARRIVING)
    s.push(Placing, side, WHERE.index(effect.where))


def hexes(s: Position, unit: int, where: str) -> int:
    """7.5.2c, 7.5.2c.1, 7.5.2c.2, 7.5.2c.6 Where a unit may be placed by its event."""
    if where == "reinforcement":
        return entry.hexes(s, unit)
    if where == "berlin":
        return 1 << BERLIN & s.axis_held & ~s.occupied[SOVIET] & stacking.room(s, unit)
    return zone_hexes(s) & stacking.room(s, unit)


def zone_hexes(s: Position) -> int:
    """Soviet 22: hexes for Fortified Zones: Soviet towns and cities and hexes with Soviet units, in full supply and
    outside Axis zones of control."""
    held = (TOWNS | CITIES) & ~s.axis_held & ~s.occupied[AXIS] | s.occupied[SOVIET]
    return held & supply.full_supply(s, RUSSIAN) & ~zones.zoc(s, AXIS)


class PlaceUnit(PlacingChoice):
    """7.5.2c A unit is placed."""

    action = Arrive
    rule = "7.5.2c"

    def units(self, s: Position) -> int:
        return sum(1 << unit for unit in s.in_box(ARRIVING, s.frame[1]))

    def hexes(self, s: Position, unit: int) -> int:
        return hexes(s, unit, WHERE[s.frame[2]])

    def do(self, s: Position, action: Arrive) -> None:
        entry.arrive(s, action.unit, action.at)
        control.stay(s, action.unit, action.at)
        s.say("7.5.2c", "{} arrives in {}", s.name(action.unit), PLACE_NAMES[action.at])


class Placing(EventQuestion):
    """7.5.2, 7.5.2b Units are placed one by one in any order. What cannot be placed is removed for good. Frame: the
    side, where they enter."""

    rule = "7.5.2c"
    choices = (PlaceUnit,)

    def player(self, s: Position) -> int:
        return s.frame[1]

    def over(self, s: Position) -> None:
        for unit in s.in_box(ARRIVING, s.frame[1]):
            fate.remove(s, unit)
        s.pop()

    def prompt(self, s: Position) -> str:
        names = ", ".join(s.name(unit) for unit in s.in_box(ARRIVING, s.frame[1]))
        return f"Place your new units: {names}."


# -- exchanging -----------------------------------------------------------------------------------------------------


def exchange(s: Position, effect: effect_kinds.Exchange) -> None:
    """7.5.2c New units are to take the place of old ones."""
    for name in effect.new:
        unit = NUMBER[name]
        if s.place[unit] == POOL:
            s.put(unit, ARRIVING)
    s.push(Exchanging, OLD_KINDS.index(effect.old))


def partners(s: Position, kind: OldKind) -> int:
    """7.5.2c.3, 7.5.2c.4, 7.5.2c.5 The units on the map in full supply that new ones may take the place of: Blitz
    fronts, rifle armies (SW-32), tank armies, those placed by the same card included."""
    old = ARMIES if kind == "rifle-army" and s.game.profile.guard_exchange else EXCHANGED[kind]
    return sum(1 << u for u in bits(old) if s.place[u] >= 0 and supply.status(s, u) == FULL)


class ExchangeUnits(UnitChoice):
    """7.5.2c The new unit stands at full strength in the hex of the old one, which leaves the game."""

    action = Exchange
    rule = "7.5.2c"

    def units(self, s: Position) -> int:
        return sum(1 << unit for unit in s.in_box(ARRIVING, SOVIET))

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or not self.units(s) >> unit & 1:
            return ()
        return [Exchange(unit, old) for old in bits(partners(s, OLD_KINDS[s.frame[1]]))]

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        if not self.units(s) >> action.new & 1:
            return Refusal("7.5.2c", f"{s.name(action.new)} is not to be exchanged now.")
        if partners(s, OLD_KINDS[s.frame[1]]) >> action.old & 1:
            return None
        return Refusal("7.5.2c", f"{s.name(action.old)} is no unit of that kind in full supply on the map.")

    def do(self, s: Position, action: Exchange) -> None:
        at = s.place[action.old]
        fate.remove(s, action.old)
        s.lost[action.new] = 0
        entry.arrive(s, action.new, at)
        s.say("7.5.2c", "{} takes the place of {}", s.name(action.new), s.name(action.old))


class Exchanging(EventQuestion):
    """7.5.2c, 7.5.2b, SW-30 Total War units are exchanged one by one. What finds no partner is removed for good.
    Frame: the kind of the old units."""

    rule = "7.5.2c"
    choices = (ExchangeUnits,)

    def over(self, s: Position) -> None:
        for unit in s.in_box(ARRIVING, SOVIET):
            fate.remove(s, unit)
        s.pop()

    def prompt(self, s: Position) -> str:
        return "Choose which unit each new one takes the place of."


STEPS = (Placing, Exchanging)
