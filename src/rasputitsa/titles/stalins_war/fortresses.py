"""[16.2.3, 16.3] The fortress that the Soviets may build, and Festungs."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import supply
from rasputitsa.titles.stalins_war.actions.events import PlaceFestung, PlaceFortress
from rasputitsa.titles.stalins_war.choices import EventQuestion, HexChoice
from rasputitsa.titles.stalins_war.components import MARKERS
from rasputitsa.titles.stalins_war.mapboard import CITIES, COUNTRY, FORTRESSES, PLACE_NAMES, TOWNS
from rasputitsa.titles.stalins_war.roster import GERMAN, HUNGARIAN, ROMANIAN, RUSSIAN
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

# -- the fortress ---------------------------------------------------------------------------------------------------


def fortress_hexes(s: Position) -> int:
    """16.2.3 Where the one new fortress may stand: Soviet towns and cities in full supply that have none; one that was
    destroyed is never replaced (16.2.2)."""
    if s.built:
        return 0
    places = (TOWNS | CITIES) & ~FORTRESSES[AXIS] & ~FORTRESSES[SOVIET]
    return places & ~s.axis_held & ~s.occupied[AXIS] & supply.full_supply(s, RUSSIAN)


class Fortify(HexChoice):
    """16.2.3 The marker is placed; it is a Soviet fortress from now on."""

    action = PlaceFortress
    rule = "16.2.3"

    def hexes(self, s: Position) -> int:
        return fortress_hexes(s)

    def do(self, s: Position, action: PlaceFortress) -> None:
        s.pop()
        s.built = 1 << action.at
        s.forget_zones(AXIS)
        s.forget_zones(SOVIET)
        s.say("16.2.3", "{} is a fortress", PLACE_NAMES[action.at])


class Fortifying(EventQuestion):
    """16.2.3 Soviet 17 builds the one new fortress."""

    rule = "16.2.3"
    choices = (Fortify,)

    def prompt(self, s: Position) -> str:
        return "Choose the town or city that becomes a fortress."


# -- Festungs -------------------------------------------------------------------------------------------------------


def festung_hexes(s: Position) -> int:
    """16.3.1, 16.3.2 Where a Festung may be placed: Axis towns and cities in supply that have none, with or without
    units (SW-63), while there are markers."""
    if s.festungs.bit_count() >= MARKERS["festung"].count:
        return 0
    fed = supply.full_supply(s, GERMAN)
    fed |= supply.full_supply(s, HUNGARIAN) & COUNTRY["hungary"] | supply.full_supply(s, ROMANIAN) & COUNTRY["romania"]
    return (TOWNS | CITIES) & s.axis_held & ~s.occupied[SOVIET] & ~s.festungs & fed


def place_festung(s: Position, at: int) -> None:
    """16.3.2 A Festung is placed; no zone of control reaches into it (8.2)."""
    s.festungs |= 1 << at
    s.forget_zones(AXIS)
    s.forget_zones(SOVIET)
    s.say("16.3.2", "{} is a Festung", PLACE_NAMES[at])


class FestungHere(HexChoice):
    """16.3.1 A Festung is placed by the event."""

    action = PlaceFestung
    rule = "16.3.2"

    def hexes(self, s: Position) -> int:
        return festung_hexes(s) if s.frame[1] else 0

    def do(self, s: Position, action: PlaceFestung) -> None:
        s.goto(s.frame[1] - 1)
        place_festung(s, action.at)


class PlacingFestungs(EventQuestion):
    """16.3.1 Axis 41 places a Festung at once. Frame: how many are left."""

    rule = "16.3.1"
    choices = (FestungHere,)

    def prompt(self, s: Position) -> str:
        return "Choose the town or city that becomes a Festung."


STEPS = (Fortifying, PlacingFestungs)
