"""Every counter is of its family and nation: what its rules say of it, tried in the rules, stands on a sheet in
`printed/`. `python -m tests.no_retreat.test_every_counter` writes it anew after a change that is meant."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, elimination, supply, turn_events, unit_steps, victory_points
from rasputitsa.titles.no_retreat.codes import AXIS, CADRES, REMOVED, SIDES, SURRENDERED, TRACK, WAITING
from rasputitsa.titles.no_retreat.combat import losses, odds, results
from rasputitsa.titles.no_retreat.deck import EVENT, EVENTS
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.faces import face
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.optional import units as optional
from rasputitsa.titles.no_retreat.organization import arrivals, flip, placement
from rasputitsa.titles.no_retreat.state import NoRetreatState
from tests.sheets import differences, write

from .positions import CITIES
from .situation import place, situation

SHEET = Path(__file__).parent / "printed" / "families.txt"
AREAS = ("finland", "west_balkans", "south_balkans")
BOXES = {"GG": "invaded", "Oil": "oil_lost", "Warsaw": "warsaw_lost"}
CALLS = ("allied-contingents", "siberian-reserves", "last-levy", "fortress-order")
CHOICES = {"abteilung": True, "fortified_front": True, "rezervy": True, "paratroops": True}


def families() -> dict[str, str]:
    """Every counter, tried alone."""
    game = situation(**CHOICES).game
    return {f"{game.names[u]} ({game.data[u].id})": line(u) for u in game.units}


@cache
def empty(edition: str, rezervy: bool) -> NoRetreatState:
    return situation(phase=None, edition=edition, **{**CHOICES, "rezervy": rezervy})


def alone(unit: int, where: str, turn: int = 14, edition: str = "board", rezervy: bool = True) -> NoRetreatState:
    """A position with this counter only, on its side's turn."""
    s = empty(edition, rezervy).copy()
    s.turn, s.phasing = turn, s.game.side_of[unit]
    if where in MAP.named or where in MAP.topology.index:
        s.put(unit, place(where))
    return s


def line(unit: int) -> str:
    side = begun().game.side_of[unit]
    home = ("Berlin", "Moscow")[side]
    faces = " / ".join(looks(unit, full) for full in (True, False))
    return "; ".join(part for part in (faces, losing(unit, home), living(unit, home), coming(unit, home)) if part)


def looks(unit: int, full: bool) -> str:
    """What a side of the counter shows besides its numbers, and the rules that are its own."""
    found = face(unit, full)
    rules = [number for text in found.text for number in re.findall(r"\(([\d.]+)\)", text)]
    return " ".join(part for part in (found.nation, found.symbol, found.size, *rules) if part)


def losing(unit: int, home: str) -> str:
    """Steps in 1942 and in 1944, what takes losses first, and what its loss brings about."""
    steps = []
    for turn in (8, 19):
        s = alone(unit, home, turn)
        s.full[unit] = 1
        steps.append(str(unit_steps.steps(s, unit)))
    s = alone(unit, home)
    s.attacker, other = s.phasing, s.game.unit[("16th-army", "west")[s.phasing]]
    first = losses.obliged(s, s.phasing, odds.EX, [unit, other])[0] == [unit]
    s.attacker = 1 - s.phasing
    first_there = losses.obliged(s, s.phasing, odds.EX, [unit, other])[0] == [unit]
    s.put(other, place(home))
    spares = unit in losses.rezervy(s, s.phasing, [other])
    s = alone(unit, home)
    words = [
        f"steps {' '.join(steps)}",
        "first loss attacking" if first else "",
        "first loss defending" if first_there else "",
        "takes losses of others" if spares else "",
        "holds once" if unit in results.volkssturm(s, place(home)) else "",
    ]
    s.put(unit, TRACK)
    s.draw_debt = [0, 0]
    turn_events.withdraw(s, unit)
    words += ["withdrawn for no card"] * (s.phasing == AXIS and s.draw_debt[AXIS] == 0)
    s = alone(unit, home)
    elimination.eliminate(s, unit)
    words += ["its loss ends the war"] * s.decided
    return ", ".join(word for word in words if word)


def living(unit: int, home: str) -> str:
    """Where it is always supplied and holds Finland, what Rumania's surrender does to it, what it splits into."""
    words = []
    for area in AREAS:
        s = alone(unit, area)
        words += [f"supplied in {area}"] * supply.at_home(s, unit)
        words += [f"holds {area}"] * victory_points.holds_finland(s, s.phasing)
    s = alone(unit, home)
    s.put(s.game.unit["kursk"], s.game.ploesti)
    s.full[s.game.unit["kursk"]] = 1
    turn_events.rumania_surrenders(s)
    words += ["leaves with Rumania"] * (s.place[unit] == REMOVED)
    for full in (1, 0):
        s = alone(unit, home)
        s.full[unit] = full
        words += [f"splits into {part}" for part in optional.parts(s, unit)]
    s = alone(unit, home, edition="digital-1.1", rezervy=False)
    at_price = []
    for city in CITIES:
        s.put(unit, city)
        at_price += [s.game.place_name(city)] * (flip.fortify_price(s, unit) == 1)
    words += [f"of {' '.join(at_price)}"] * (len(at_price) < len(CITIES))
    return ", ".join(words)


@cache
def begun() -> NoRetreatState:
    return TITLE.setup(TITLE.prepare("campaign", "board", CHOICES))


def coming(unit: int, home: str) -> str:
    """Which box brings it, where it appears by itself, on which side it comes, and which cards bring it."""
    words = []
    for box, field in BOXES.items():
        s = begun().copy()
        if s.place[unit] == WAITING:
            s.turn = 14
            setattr(s, field, 13)
            words += [f"with {box}"] * (arrivals.comes(s, unit) and unit in arrivals.comers(s, s.game.side_of[unit]))
    s = alone(unit, "")
    s.put(unit, WAITING)
    arrivals.reinforce(s, unit, place("west_balkans"))
    words += ["on its fort side"] * (s.full[unit] and s.phasing and s.game.two_sided[unit])
    for box in (TRACK, CADRES):
        s = alone(unit, "")
        s.axis_held = sum(1 << p for p in CITIES)
        s.put(unit, box)
        s.arrives[unit] = s.turn
        s.push(placement.PlacementBegins)
        s.step.advance(s)
        at = s.place[unit]
        words += [f"appears in {s.game.place_name(at)}"] * (at >= 0) + ["becomes available"] * (at == CADRES != box)
    words += [f"by {card}" for card in CALLS if called(unit, card)]
    return ", ".join(words)


def called(unit: int, card: str) -> bool:
    """Can an event bring it before its turn, or back from the dead?"""
    event = EVENTS[EVENT[card]]
    found = []
    for box in (TRACK, REMOVED, SURRENDERED):
        s = alone(unit, "", rezervy=False)
        s.axis_held = sum(1 << p for p in CITIES if s.game.germany >> p & 1)
        s.put(unit, box)
        s.arrives[unit] = s.turn + 1
        now = Now(EVENT[card], SIDES.index(event.side), event.timing[0])
        found += [DEEDS[type(effect)].why_not(s, now, effect) for effect in event.effects]
    return None in found


@rule("2.3", "7.2.2", "10.7.1", "13.5", "14.1", "14.2", "14.5", "14.6", "14.8", "14.9.2", "14.11", "15.1", "15.2")
def test_every_counter_is_of_its_family():
    assert differences(families(), SHEET) == []


if __name__ == "__main__":
    write(families(), SHEET, "Each side as printed; what losses do to it; where it belongs; what brings it")
