"""[3.0] Set-ups: every unit once, on ground it may hold, within the stacking limit, in supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from rasputitsa.board.floods import flood, flood_steps, open_ground
from rasputitsa.board.maps import HexMap, hex_map
from rasputitsa.board.topology import Network
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.component_types import Face, Unit
from rasputitsa.titles.no_retreat.effect_types import Side
from rasputitsa.titles.no_retreat.scenario_types import Placed, Scenario

SIDES: tuple[Side, Side] = ("axis", "soviet")
NOT_COASTAL = "613"
"""Digital 1.1, Seas Supply."""


def problems() -> list[str]:
    """Every problem of every scenario."""
    return [f"scenario {s.id}: {problem}" for s in components.scenarios() for problem in one_scenario(s)]


def one_scenario(scenario: Scenario) -> Iterator[str]:
    """The problems of one scenario."""
    index = board().topology.index
    unknown = [place for place in scenario.setup if place not in index]
    yield from (f"no place {place!r}" for place in unknown)
    yield from hexes_named(scenario)
    if unknown:
        return
    yield from (f"{place} is no place to stand" for place in scenario.setup if not board().playable >> index[place] & 1)
    yield from once(scenario)
    yield from everyone(scenario)
    yield from stacking(scenario)
    yield from supply(scenario)
    if not scenario.campaign and not scenario.win:
        yield "nobody knows what wins"


def board() -> HexMap:
    """The map."""
    return hex_map(components.PACKAGE)


def hexes_named(scenario: Scenario) -> Iterator[str]:
    """Controlled and victory hexes are VP hexes of the map, on the other side of the border."""
    index, map_ = board().topology.index, board()
    for side, names, home in (
        ("axis", scenario.control.axis, "ussr"),
        ("soviet", scenario.control.soviet, "greater_germany"),
    ):
        for name in names:
            if name not in index or not map_.vp & map_.sides[home] & 1 << index[name]:
                yield f"control: {name} is no VP hex the {side} side could have taken"
    wanted = (name for win in scenario.win for name in (*win.hold, *win.any))
    yield from (f"win: {name} is no VP hex" for name in wanted if name not in index or not map_.vp >> index[name] & 1)


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


def stacking(scenario: Scenario) -> Iterator[str]:
    """8.4.1 Two Axis units a hex; one Soviet, from turn 11 with a tank unit, from turn 23 any two."""
    for place, entries in scenario.setup.items():
        here = [components.entry(text, place) for text in entries]
        sides = {side_of(unit) for unit in here}
        if len(sides) > 1:
            yield f"{place} holds both sides"
        elif len(here) > 1 and not may_stack(here, scenario.first_turn):
            yield f"{place} is overstacked"


def may_stack(here: list[Placed], turn: int) -> bool:
    """8.4.1 for two or more units of one side."""
    if len(here) > 2:
        return False
    if side_of(here[0]) == "axis" or turn >= 23:
        return True
    types = [face_of(unit).type for unit in here]
    return turn >= 11 and "armor" in types and "fort" not in types


def side_of(unit: Placed) -> Side:
    """Whose it is."""
    return components.unit_index()[unit.unit].side


def face_of(unit: Placed) -> Face:
    """The side of the counter it shows."""
    return components.unit_index()[unit.unit].face(unit.face)


# --- supply at the start (6.0) ---


def supply(scenario: Scenario) -> Iterator[str]:
    """Every unit traces supply before the first move."""
    for side in SIDES:
        fed = supplied(scenario, side)
        for unit in components.placed(scenario):
            at = board().topology.index[unit.place]
            if side_of(unit) == side and not fed >> at & 1 and at_home(unit) is False:
                yield f"{unit.unit} in {unit.place} is out of supply"


def at_home(unit: Placed) -> bool:
    """6.2 Finns in Finland and Yugoslavs in the Balkans feed themselves."""
    nation = components.unit_index()[unit.unit].nation
    return (nation, unit.place) == ("finnish", "finland") or (nation == "yugoslav" and unit.place.endswith("balkans"))


def supplied(scenario: Scenario, side: Side) -> int:
    """6.1, 6.2 All places where a unit of this side is in supply."""
    overland = overland_paths(scenario, side)
    own = occupied(scenario, side)
    return overland | coasts(scenario, side) | everywhere().spread(overland & own)


def overland_paths(scenario: Scenario, side: Side) -> int:
    """6.1 Places four hexes or fewer from a supplied city or a friendly edge; out of an area, but not through it."""
    ground = passable(scenario, side)
    sources = cities(scenario, side) | edges(side)
    steps = components.tables().limits.supply_path
    near = flood_steps(everywhere(), sources, ground, steps - 1)
    return flood_steps(everywhere(), sources, ground, steps) | everywhere().spread(near) & board().topology.big_areas


def cities(scenario: Scenario, side: Side) -> int:
    """6.1 Own cities with a path home, westward for the Axis and eastward for the Soviets."""
    map_ = board()
    homeward = ("E", "NE", "SE") if side == "axis" else ("W", "NW", "SW")
    rails = map_.topology.network(everywhere().places, directions=homeward)
    served = flood(rails, edges(side), passable(scenario, side))
    return controlled(scenario, side) & map_.by_site["city"] & (served | edges(side))


@cache
def everywhere() -> Network:
    """The ground supply crosses: land and lakes."""
    map_ = board()
    return map_.topology.network(map_.playable | map_.by_terrain.get("lake", 0))


def edges(side: Side) -> int:
    """6.1 Friendly map edges."""
    map_ = board()
    return map_.edges["west"] if side == "axis" else map_.edges["east"] | map_.edges["south"]


def coasts(scenario: Scenario, side: Side) -> int:
    """6.2 Coastal hexes this side supplies by sea."""
    seas = board().coasts
    baltic = side == "axis" or bool(cities(scenario, side) >> board().named["Leningrad"] & 1)
    found = seas.get("black", 0) | (seas.get("baltic", 0) if baltic else 0)
    found |= seas.get("caspian", 0) if side == "soviet" else 0
    return found & ~board().topology.mask([NOT_COASTAL])


def passable(scenario: Scenario, side: Side) -> int:
    """6.3 Where a supply path may run."""
    map_ = board()
    enemy = SIDES[side == "axis"]
    shut = map_.topology.big_areas | (controlled(scenario, enemy) & map_.by_site["city"])
    return open_ground(
        everywhere().places & ~shut,
        enemies=occupied(scenario, enemy),
        zone=zones(scenario, enemy),
        friends=occupied(scenario, side),
    )


def occupied(scenario: Scenario, side: Side) -> int:
    """Where a side stands."""
    return board().mask(unit.place for unit in components.placed(scenario) if side_of(unit) == side)


def zones(scenario: Scenario, side: Side) -> int:
    """8.5 The zones of control of a side; none across sea and lake hexsides."""
    strong = board().mask(
        unit.place for unit in components.placed(scenario) if side_of(unit) == side and not face_of(unit).paren
    )
    return board().topology.network(board().playable, without=("sea", "lake")).spread(strong)


def controlled(scenario: Scenario, side: Side) -> int:
    """12.7.1 The VP hexes of a side."""
    map_ = board()
    taken = {"axis": map_.mask(scenario.control.axis), "soviet": map_.mask(scenario.control.soviet)}
    home = map_.sides["greater_germany" if side == "axis" else "ussr"] & map_.vp
    return (home & ~taken[SIDES[side == "axis"]]) | taken[side]
