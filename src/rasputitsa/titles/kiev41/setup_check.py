"""Does every set-up agree with what the rule book says of it? For `rasputitsa check-data`."""

from __future__ import annotations

import random

from rasputitsa.board.topology import bits
from rasputitsa.kernel.step import CHANCE
from rasputitsa.titles.kiev41.areas import POOL, TOPOLOGY
from rasputitsa.titles.kiev41.command import lines_left
from rasputitsa.titles.kiev41.components import OF_SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import held
from rasputitsa.titles.kiev41.invariants import check
from rasputitsa.titles.kiev41.logistics import eliminated, logistics_value
from rasputitsa.titles.kiev41.setup import ScenarioData, scenario_data
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import supplied


def check_setups() -> list[str]:
    """Problems of all set-ups, random and historical; empty when there is none."""
    from rasputitsa.titles.kiev41.title import TITLE

    problems = []
    for name, scenario in scenario_data().items():
        for setup in ("random", "historical") if name in ("campaign", "preludes") else ("random",):
            s = TITLE.new(name, setup=setup)
            assert isinstance(s, Kiev)
            rng = random.Random(1941)
            while s.side == CHANCE:
                s.apply(s.sample(rng))
            problems += [f"{name}, {setup} set-up: {problem}" for problem in check_setup(s, scenario)]
    return problems


def check_setup(s: Kiev, scenario: ScenarioData) -> list[str]:
    """The counts and figures the rule book prints for a set-up, stacking, and who is in supply."""
    pools = [sum(s.place[b] == POOL for b in bits(own)) for own in OF_SIDE]
    figures = {
        "Axis pool": (pools[0], scenario.pool_axis.count),
        "Soviet pool": (pools[1], scenario.pool_soviet.count),
        "eliminated Soviets": (eliminated(s, SOVIET), scenario.eliminated_soviet.count),
        "Axis lines left": (lines_left(s, 0), scenario.dl_left.axis),
        "Soviet lines left": (lines_left(s, 1), scenario.dl_left.soviet),
        "Axis Logistics Value": (logistics_value(s, 0), scenario.lv.axis),
        "Soviet Logistics Value": (logistics_value(s, 1), scenario.lv.soviet),
    }
    problems = [f"{what} {found}, should be {stated}" for what, (found, stated) in figures.items() if found != stated]
    problems += check(s)
    for side in (0, 1):
        out = (s.at[side] | s.lines & held(s, side)) & ~supplied(s, side)
        cut = TOPOLOGY.mask(scenario.isolated.split()) if side == SOVIET else 0
        problems += [f"{SIDES[side]} in {TOPOLOGY.ids[a]} should be in supply" for a in bits(out & ~cut)]
        problems += [f"{SIDES[side]} in {TOPOLOGY.ids[a]} should be isolated" for a in bits(cut & ~out)]
    return problems
