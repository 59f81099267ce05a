"""Do the data files agree with what the rule book says? For `rasputitsa check-data`."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import CHANCE
from rasputitsa.kernel.title import Title
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBERS,
    FILE,
    FLEETS,
    MOUNTAIN,
    OF_SIDE,
    RUMANIAN,
    SIDES,
    SOVIET,
    TACTICAL_HQS,
    blocks_where,
)
from rasputitsa.titles.kiev41.control import held
from rasputitsa.titles.kiev41.defensive_lines import lines_left
from rasputitsa.titles.kiev41.invariants import check
from rasputitsa.titles.kiev41.logistics import eliminated, logistics_value
from rasputitsa.titles.kiev41.mapboard import (
    ADJACENT,
    AREAS,
    AXIS_SOURCES,
    AZOV_PORTS,
    BLACK_PORTS,
    KERCH,
    ORANGE_SOURCES,
    POOL,
    RED_SOURCES,
    ROAD_NAMES,
    STAGING,
    STRAIT,
    TAMAN,
    TOPOLOGY,
    VICTORY,
    YELLOW_SOURCES,
)
from rasputitsa.titles.kiev41.scenarios import ScenarioData, scenario_data
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import supplied


def check_data(title: Title) -> list[str]:
    """Problems in the data files of this title."""
    return [*check_components(), *check_areas(), *check_setups(title)]


def check_components() -> list[str]:
    """1.1-1.3, 4.2, 5.1 What the rule book says about the numbers of blocks; empty when all agree."""
    counted = {
        "Axis blocks": (OF_SIDE[AXIS].bit_count(), 46),
        "Soviet blocks": (OF_SIDE[SOVIET].bit_count(), 66),
        "bombers": (len(BOMBERS), 8),
        "fleets": (len(FLEETS), 2),
        "Rumanian blocks": (RUMANIAN.bit_count(), 10),
        "green dots": (blocks_where(lambda b: b.mark == "green").bit_count(), 12),
        "S blocks": (blocks_where(lambda b: b.mark == "S").bit_count(), 10),
        "N blocks": (blocks_where(lambda b: b.mark == "N").bit_count(), 2),
        "Axis Tactical HQs": ((TACTICAL_HQS & OF_SIDE[AXIS]).bit_count(), 7),
        "Soviet Tactical HQs": ((TACTICAL_HQS & OF_SIDE[SOVIET]).bit_count(), 7),
        "Axis mountain units": ((MOUNTAIN & OF_SIDE[AXIS]).bit_count(), 3),
        "Soviet mountain units": ((MOUNTAIN & OF_SIDE[SOVIET]).bit_count(), 2),
    }
    problems = [f"{what}: {found}, should be {stated}" for what, (found, stated) in counted.items() if found != stated]
    fields = {"name", "color", "type", "speed", "steps", "fire", "mark", "remnant"}
    problems += [f"no provenance for {field}" for field in sorted(fields - set(FILE.provenance))]
    problems += [f"{b.id}: provenance of unknown field {f}" for b in BLOCKS for f in sorted(set(b.src) - fields)]
    problems += [f"{b.id}: steps do not fall" for b in BLOCKS if list(b.steps) != sorted(b.steps, reverse=True)]
    return problems


def check_areas() -> list[str]:
    """2.0-2.4 What the rule book says about the map; empty when all agrees."""
    counted = {
        "areas": (AREAS, 153),
        "victory areas": (VICTORY.bit_count(), 7),
        "staging areas": (STAGING.bit_count(), 4),
        "Black Sea ports": (BLACK_PORTS.bit_count(), 8),
        "Azov Sea ports": (AZOV_PORTS.bit_count(), 5),
        "boxes of the Road to Tula": (len(ROAD_NAMES), 10),
        "Axis sources": (AXIS_SOURCES.bit_count(), 8),
        "yellow sources": (YELLOW_SOURCES.bit_count(), 6),
        "orange sources": (ORANGE_SOURCES.bit_count(), 5),
        "red sources": (RED_SOURCES.bit_count(), 12),
    }
    problems = [f"{what}: {found}, should be {stated}" for what, (found, stated) in counted.items() if found != stated]
    if STRAIT[KERCH] != 1 << TAMAN:
        problems.append("129 and 144 are not the two sides of the Kerch Strait")
    problems += [f"area {TOPOLOGY.ids[a]} stands alone" for a in range(AREAS) if not bits(ADJACENT[a])]
    return problems


class Printed(NamedTuple):
    """What the rule book counts up for a set-up, Axis first."""

    pools: tuple[int, int]
    lost: int
    lines: tuple[int, int]
    values: tuple[int, int]


PRINTED: Final = {
    "campaign": Printed(pools=(19, 12), lost=0, lines=(7, 15), values=(12, 18)),
    "preludes": Printed(pools=(19, 12), lost=0, lines=(7, 15), values=(12, 18)),
    "river": Printed(pools=(0, 11), lost=4, lines=(5, 6), values=(13, 18)),
    "pocket": Printed(pools=(0, 20), lost=4, lines=(5, 6), values=(13, 16)),
    "snow": Printed(pools=(0, 10), lost=16, lines=(0, 8), values=(7, 10)),
}


def check_setups(title: Title) -> list[str]:
    """Problems of all set-ups, random and historical; empty when there is none."""
    problems = []
    for name, scenario in scenario_data().items():
        for setup in ("random", "historical") if name in ("campaign", "preludes") else ("random",):
            s = title.new(name, setup=setup)
            assert isinstance(s, Kiev)
            rng = random.Random(1941)
            while s.side == CHANCE:
                s.apply(s.sample(rng))
            problems += [f"{name}, {setup} set-up: {problem}" for problem in check_setup(s, scenario)]
    return problems


def check_setup(s: Kiev, scenario: ScenarioData) -> list[str]:
    """The counts and figures the rule book prints for a set-up, stacking, and supply."""
    printed = PRINTED[s.game.scenario]
    pools = [sum(s.place[b] == POOL for b in bits(own)) for own in OF_SIDE]
    figures = {
        "pools": (tuple(pools), printed.pools),
        "eliminated Soviets": (eliminated(s, SOVIET), printed.lost),
        "lines left": (tuple(lines_left(s, side) for side in (0, 1)), printed.lines),
        "Logistics Values": (tuple(logistics_value(s, side) for side in (0, 1)), printed.values),
    }
    problems = [f"{what} {found}, should be {stated}" for what, (found, stated) in figures.items() if found != stated]
    problems += check(s)
    for side in (0, 1):
        out = (s.at[side] | s.lines & held(s, side)) & ~supplied(s, side)
        cut = TOPOLOGY.mask(scenario.isolated.split()) if side == SOVIET else 0
        problems += [f"{SIDES[side]} in {TOPOLOGY.ids[a]} should be in supply" for a in bits(out & ~cut)]
        problems += [f"{SIDES[side]} in {TOPOLOGY.ids[a]} should be isolated" for a in bits(cut & ~out)]
    return problems
