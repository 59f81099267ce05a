"""What the shapes of board.toml and scenarios.toml cannot say: agreement with the map, VP totals, legal set-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rasputitsa.board.maps import HexMap, hex_map
from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import components
from rasputitsa.titles.stalins_war.board_types import Ban, EntryHexes, SupplySource
from rasputitsa.titles.stalins_war.component_types import FromSetup, Unit
from rasputitsa.titles.stalins_war.effect_words import Nation
from rasputitsa.titles.stalins_war.scenario_types import Scenario

STACK = 4
"""9.1.1 Units in a hex, one of them an LCU at most."""
COUNTRY_OF: dict[Nation, str] = {
    "german": "germany",
    "hungarian": "hungary",
    "romanian": "romania",
    "soviet": "soviet_union",
}


def problems() -> Iterator[str]:
    """Every problem of board and scenarios."""
    yield from (f"board: {problem}" for problem in (*places(), *same_as_the_map(), *victory(), *history(), *entries()))
    for scenario in components.SCENARIOS.values():
        yield from (f"scenario {scenario.id}: {problem}" for problem in one_scenario(scenario))


def board_map() -> HexMap:
    """The map of the title."""
    return hex_map(components.PACKAGE)


# --- agreement with the map ---


def places() -> Iterator[str]:
    """Every hex of the file can be stood on."""
    board = components.BOARD
    rows: list[SupplySource | Ban | EntryHexes] = [*board.supply, *board.ban, *board.entry]
    lists = [row.hexes for row in rows]
    win = board.victory
    lists += [win.axis_turn4_all, win.axis_turn4_any, win.axis_turn8_all, win.soviet_round_end]
    lists += [board.volga_ban.lifted_by]
    yield from (f"no playable hex {hex_!r}" for hexes in lists for hex_ in hexes if not playable(hex_))


def playable(hex_: str) -> bool:
    """Whether units may stand in a hex of this number."""
    map_ = board_map()
    place = map_.topology.index.get(hex_)
    return place is not None and bool(map_.playable >> place & 1)


def same_as_the_map() -> Iterator[str]:
    """Supply sources, regions and zones are those of the map."""
    board, map_ = components.BOARD, board_map()
    german = next(row for row in board.supply if "german" in row.nations)
    soviet = next(row for row in board.supply if "soviet" in row.nations and row.other_port is None)
    for what, found, wanted in (
        ("German sources", hexes(german.hexes), hexes(map_.file.sources["german"])),
        ("Soviet sources", hexes(soviet.hexes), hexes(map_.file.sources["soviet"])),
    ):
        if found != wanted:
            yield f"{what} differ from the map: {', '.join(map_.topology.names(found ^ wanted))}"
    named = [*(row.regions for row in board.country), *(row.regions for row in board.rail)]
    yield from (f"no region {name!r} on the map" for names in named for name in names if name not in map_.regions)
    for zone in (*(row.zone for row in board.rail), *(row.zone for row in board.ban)):
        if zone is not None and zone not in map_.zones:
            yield f"no zone {zone!r} on the map"
    yield from (f"no card {row.card!r}" for row in board.ban if row.card not in components.CARD)


def hexes(ids: Iterable[str]) -> int:
    """The set of the hexes with these numbers, unknown ones left out."""
    index = board_map().topology.index
    return mask_of(index[id_] for id_ in ids if id_ in index)


def mask_of_all(masks: Iterable[int]) -> int:
    """All of these sets together."""
    total = 0
    for mask in masks:
        total |= mask
    return total


def country(name: str) -> int:
    """The hexes of a country of the rules."""
    map_ = board_map()
    regions = next(row.regions for row in components.BOARD.country if row.name == name)
    return mask_of_all(map_.regions[region] for region in regions) & map_.playable


def entries() -> Iterator[str]:
    """Reinforcements enter at cities, fortresses and sources of their country; Soviet ones at towns too (7.5.2c)."""
    map_, board = board_map(), components.BOARD
    for row in board.entry:
        if row.nation not in COUNTRY_OF:
            continue
        own = country(COUNTRY_OF[row.nation])
        towns = map_.by_site["town"] if row.nation == "soviet" else 0
        sources = hexes(h for source in board.supply if row.nation in source.nations for h in source.hexes)
        wanted = own & (map_.by_site["city"] | map_.fortresses | towns | sources)
        if hexes(row.hexes) != wanted:
            differing = map_.topology.names(hexes(row.hexes) ^ wanted)
            yield f"{row.nation} entry hexes: {', '.join(differing)} should be other"


# --- victory points ---


def victory() -> Iterator[str]:
    """The level starts at the number of Axis stars, and both ends of the track can be reached (5.1)."""
    board, map_ = components.BOARD, board_map()
    axis = (map_.vp & map_.sides["axis"]).bit_count()
    if axis != board.victory.start_level:
        yield f"{axis} Axis VP hexes, and the level starts at {board.victory.start_level}"
    if map_.vp.bit_count() < board.victory.axis_wins:
        yield f"{map_.vp.bit_count()} VP hexes, and the Axis needs {board.victory.axis_wins}"


def history() -> Iterator[str]:
    """The level of history adds up turn by turn, and ends the game on turn 17 at the earliest."""
    board, map_ = components.BOARD, board_map()
    stars = {map_.names[place] for place in bits(map_.vp)}
    held = {map_.names[place] for place in bits(map_.vp & map_.sides["axis"])}
    for row in board.level:
        unknown = {*row.gained, *row.lost} - stars
        yield from (f"history of turn {row.turn}: {name} is no VP hex" for name in sorted(unknown))
        if set(row.gained) & held or not set(row.lost) <= held | set(row.gained):
            yield f"history of turn {row.turn}: gains what is held, or loses what is not"
        held = (held | set(row.gained)) - set(row.lost)
        if len(held) != row.level:
            yield f"history of turn {row.turn}: level {row.level}, and the Axis holds {len(held)}"
        if row.turn < 17 and not board.victory.soviet_wins < row.level < board.victory.axis_wins:
            yield f"history of turn {row.turn}: level {row.level} ends the game"


# --- set-up ---


def one_scenario(scenario: Scenario) -> Iterator[str]:
    """Every unit of the set-up is there once, in a hex of its side, in a legal stack."""
    if not 1 <= scenario.first_turn <= scenario.last_turn <= max(components.TURNS):
        yield f"turns {scenario.first_turn} to {scenario.last_turn}"
    placed = Counter(name for names in scenario.setup.values() for name in names)
    yield from (f"no unit {name!r}" for name in placed if name not in components.UNIT)
    yield from (f"{name} is in {count} places" for name, count in placed.items() if count > 1)
    if scenario.first_turn == 1:
        starting = {unit.id for unit in components.UNITS if isinstance(unit.entry, FromSetup)}
        yield from (f"{name} should be on the map and is nowhere" for name in sorted(starting - set(placed)))
        known = set(placed) & set(components.UNIT)
        yield from (f"{name} is no unit of the first turn" for name in sorted(known - starting))
    for hex_, names in scenario.setup.items():
        units = [components.UNIT[name] for name in names if name in components.UNIT]
        yield from (f"{hex_}: {problem}" for problem in one_stack(hex_, units))
        if scenario.first_turn == 1 and playable(hex_):
            yield from (f"{hex_}: {problem}" for problem in across_the_frontier(hex_, units))


def one_stack(hex_: str, units: list[Unit]) -> Iterator[str]:
    """Four units at most, one LCU among them, of one side, Hungarians not with Romanians (9.1, 9.2)."""
    if not playable(hex_):
        yield "nobody can stand there"
        return
    if sum("free-stacking" not in unit.tags for unit in units) > STACK or sum(u.size == "LCU" for u in units) > 1:
        yield "overstacked"
    sides = {unit.side for unit in units}
    if len(sides) > 1:
        yield "units of both sides"
    if {"hungarian", "romanian"} <= {unit.nation for unit in units}:
        yield "Hungarians with Romanians"


def across_the_frontier(hex_: str, units: list[Unit]) -> Iterator[str]:
    """25.0 In June 1941 everybody stands on his side of the frontier."""
    if any(not board_map().sides[unit.side] & hexes([hex_]) for unit in units):
        yield "on the other side of the frontier"
