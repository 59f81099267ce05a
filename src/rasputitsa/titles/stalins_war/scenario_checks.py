"""What `check-data` verifies of scenarios that begin after June 1941: who may be in play, control, supply, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rasputitsa.kernel import Title
from rasputitsa.titles.stalins_war import component_checks, invariants, supply
from rasputitsa.titles.stalins_war.cards import removed_by_events
from rasputitsa.titles.stalins_war.component_types import FromCard, FromExchange, FromPool, FromSetup
from rasputitsa.titles.stalins_war.components import BOARD, CARD, SCENARIOS, UNIT
from rasputitsa.titles.stalins_war.hand import TOTAL_WAR_BOTH, TOTAL_WAR_ONE, fixed_cards
from rasputitsa.titles.stalins_war.mapboard import HEX, KEPT, PLACE_IDS
from rasputitsa.titles.stalins_war.profile import LIVING
from rasputitsa.titles.stalins_war.roster import SIDE_OF
from rasputitsa.titles.stalins_war.scenario_types import Later, Scenario
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, Position


def problems(title: Title) -> list[str]:
    """Every problem of the later scenarios, in sentences."""
    found = []
    for scenario in SCENARIOS.values():
        if scenario.later is not None:
            words = list(one(scenario, scenario.later))
            if not words:
                words += position(title.setup(title.prepare(scenario.id, LIVING, {})))  # type: ignore[arg-type]
            found += [f"scenario {scenario.id}: {problem}" for problem in words]
    return found


def one(scenario: Scenario, later: Later) -> Iterator[str]:
    """The data alone: names, cards and units that can be in play by then."""
    for name in (*later.played, *later.hand):
        if name not in CARD:
            yield f"no card {name!r}"
            return
    for name in later.played:
        first, last = CARD[name].turns
        on = later.played_on.get(name, scenario.first_turn - 1)
        if not first <= min(on, last) <= last or on >= scenario.first_turn:
            yield f"{name} cannot have been played by turn {on}"
        if CARD[name].deck == "total-war" and not 0 < later.total_war < scenario.first_turn - 1:
            yield f"{name} is a Total War card, played before one could be drawn"
        yield from (f"{name} needs {needed}" for needed in CARD[name].requires if needed not in later.played)
    yield from _whereabouts(scenario, later)
    in_the_war = next(row.level for row in BOARD.level if row.turn == scenario.last_turn) + later.vp_by_events
    if later.axis_needs != in_the_war + 1:
        yield f"the Axis should need one VP more than in the war, where the level was {in_the_war}"
    for hex_ in (*later.axis_holds, *later.axis_trenches, *later.soviet_trenches, *later.partisans):
        if hex_ not in HEX:
            yield f"no hex {hex_!r}"
    for hex_ in later.axis_holds:
        if hex_ in HEX and not KEPT >> HEX[hex_] & 1:
            yield f"nobody keeps control of hex {hex_!r}"


def _whereabouts(scenario: Scenario, later: Later) -> Iterator[str]:
    """Every unit that has entered is in one place, and nobody else is."""
    boxes = (later.eliminated, later.other_fronts, later.removed)
    placed = Counter(name for names in (*scenario.setup.values(), *boxes) for name in names)
    yield from component_checks.doubles(placed.elements(), "unit")
    yield from (f"no unit {name!r}" for name in (*placed, *later.reduced) if name not in UNIT)
    entered = {unit.id for unit in UNIT.values() if _entered(unit.id, later)}
    yield from (f"{name} has entered and is nowhere" for name in sorted(entered - set(placed)))
    yield from (f"{name} has not entered yet" for name in sorted(set(placed) & set(UNIT) - entered))
    for name, lost in later.reduced.items():
        if name in UNIT and not 0 < lost < len(UNIT[name].steps):
            yield f"{name} cannot have lost {lost} steps"


def _entered(name: str, later: Later) -> bool:
    entry = UNIT[name].entry
    if isinstance(entry, FromCard | FromExchange):
        return entry.card in later.played
    return isinstance(entry, FromSetup) or not isinstance(entry, FromPool)


def position(s: Position) -> Iterator[str]:
    """The first position: control where units stand, supply of all but those in fortresses, the VP level, the decks."""
    yield from invariants.check(s)
    for side in (AXIS, SOVIET):
        for unit in s.on_map(side):
            place = s.place[unit]
            if KEPT >> place & 1 and not s.controls(side, place):
                yield f"{s.name(unit)} stands in {PLACE_IDS[place]}, which the enemy controls"
            if SIDE_OF[unit] == side and supply.status(s, unit) != FULL:
                yield f"{s.name(unit)} in {PLACE_IDS[place]} is not in full supply"
        for place in range(len(PLACE_IDS)):
            if s.trenches[side] >> place & 1 and not s.lcu_hexes[side] >> place & 1:
                yield f"no LCU in the trench of {PLACE_IDS[place]}"
    if not BOARD.victory.soviet_wins < s.vp < BOARD.victory.axis_wins:
        yield f"the VP level {s.vp} ends the game"
    yield from _total_war(s)
    yield from _fixed(s)


def _total_war(s: Position) -> Iterator[str]:
    """7.6.4 Total War is on if enough asterisked cards have left the game, and only then."""
    gone = [removed_by_events(s, side) for side in (AXIS, SOVIET)]
    if bool(s.total_war) != (max(gone) >= TOTAL_WAR_ONE or sum(gone) >= TOTAL_WAR_BOTH):
        yield f"{sum(gone)} asterisked cards have left the game, and Total War {'is' if s.total_war else 'is not'} on"


def _fixed(s: Position) -> Iterator[str]:
    """7.1.3 Soviet cards 1 to 6 of earlier turns have been drawn."""
    for turn in range(1, s.turn):
        then = s.copy()
        then.turn = turn
        yield from (f"Soviet card of turn {turn} is still set aside" for _ in fixed_cards(then))
