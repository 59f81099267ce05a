"""[3.0] Set-ups: every unit once, on ground it may hold, within the stacking limit, in supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rasputitsa.kernel import Title
from rasputitsa.titles.no_retreat import components, stacking, supply
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.component_types import Unit
from rasputitsa.titles.no_retreat.game import MAP, NoRetreatGame
from rasputitsa.titles.no_retreat.profile import BOARD
from rasputitsa.titles.no_retreat.scenario_types import Scenario
from rasputitsa.titles.no_retreat.setup import placed
from rasputitsa.titles.no_retreat.state import NoRetreatState


def problems(title: Title) -> list[str]:
    """Every problem of every scenario."""
    return [f"scenario {s.id}: {problem}" for s in components.scenarios() for problem in one_scenario(title, s)]


def one_scenario(title: Title, scenario: Scenario) -> Iterator[str]:
    """The problems of one scenario."""
    index = MAP.topology.index
    unknown = [place for place in scenario.setup if place not in index]
    yield from (f"no place {place!r}" for place in unknown)
    yield from hexes_named(scenario)
    if unknown:
        return
    yield from (f"{place} is no place to stand" for place in scenario.setup if not MAP.playable >> index[place] & 1)
    yield from once(scenario)
    yield from everyone(scenario)
    if not scenario.campaign and not scenario.win:
        yield "nobody knows what wins"
    if all(name in components.unit_index() for name in off_map(scenario)):
        yield from first_position(position(title, scenario))


def position(title: Title, scenario: Scenario) -> NoRetreatState:
    """The counters of a scenario on the map, in its first turn."""
    game = NoRetreatGame(title, scenario.id, BOARD, {}, lambda profile: ())
    game.setup = scenario
    s = placed(game)
    s.turn = scenario.first_turn
    return s


def first_position(s: NoRetreatState) -> Iterator[str]:
    """8.4.1, 6.1, 6.2 Nobody shares a place with the enemy, nobody is overstacked, everyone traces supply before the
    first move."""
    game = s.game
    for place in game.setup.setup:
        at = game.topology.index[place]
        if (s.occupied[AXIS] & s.occupied[SOVIET]) >> at & 1:
            yield f"{place} holds both sides"
        elif stacking.overstacked(s, at, SOVIET if s.occupied[SOVIET] >> at & 1 else AXIS):
            yield f"{place} is overstacked"
    for side in (AXIS, SOVIET):
        for unit in supply.unsupplied_units(s, side):
            yield f"{game.data[unit].id} in {game.place_id(s.place[unit])} is out of supply"


def hexes_named(scenario: Scenario) -> Iterator[str]:
    """Controlled and victory hexes are VP hexes of the map, on the other side of the border."""
    index = MAP.topology.index
    for side, names, home in (
        ("axis", scenario.control.axis, "ussr"),
        ("soviet", scenario.control.soviet, "greater_germany"),
    ):
        for name in names:
            if name not in index or not MAP.vp & MAP.sides[home] & 1 << index[name]:
                yield f"control: {name} is no VP hex the {side} side could have taken"
    wanted = (name for win in scenario.win for name in (*win.hold, *win.any))
    yield from (f"win: {name} is no VP hex" for name in wanted if name not in index or not MAP.vp >> index[name] & 1)


def off_map(scenario: Scenario) -> list[str]:
    """The units in boxes and on the turn track."""
    boxes = scenario.boxes
    tracked = (entry for entries in boxes.track.values() for entry in entries)
    held = (boxes.destroyed, boxes.surrendered, boxes.shattered, boxes.cadre, boxes.removed, boxes.rail, tuple(tracked))
    return [entry.partition(":")[0] for box in held for entry in box]


def once(scenario: Scenario) -> Iterator[str]:
    """No unit is in two places."""
    everywhere = [unit.unit for unit in components.placed(scenario)] + off_map(scenario)
    yield from (f"{name} is in {n} places" for name, n in Counter(everywhere).items() if n > 1)
    yield from (f"no unit {name!r}" for name in everywhere if name not in components.unit_index())
    yield from (f"no unit {name!r} to hold still" for name in scenario.frozen if name not in components.unit_index())


def everyone(scenario: Scenario) -> Iterator[str]:
    """Every unit that has arrived by now is somewhere, and none that has not."""
    somewhere = {unit.unit for unit in components.placed(scenario)} | set(off_map(scenario))
    for unit in components.units():
        here, due = unit.id in somewhere, arrived(unit, scenario)
        if due and not here:
            yield f"{unit.id} should have arrived and is nowhere"
        if here and unit.option:
            yield f"{unit.id} is an optional unit"
        if here and not due and isinstance(unit.arrival, int) and unit.id not in off_map(scenario):
            yield f"{unit.id} is there before turn {unit.arrival}"


def arrived(unit: Unit, scenario: Scenario) -> bool:
    """Whether a unit has come into play before the scenario's first phase."""
    if isinstance(unit.arrival, str):
        return unit.arrival == "start" or unit.arrival in scenario.opened
    over = unit.side == "axis" and scenario.first_side == "soviet"
    return unit.arrival < scenario.first_turn or (over and unit.arrival == scenario.first_turn)
