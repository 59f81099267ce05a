"""What the shapes of tables.toml and cases.toml cannot say: fire tables that rise, a full chart, cases that add up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rasputitsa.board.maps import hex_map
from rasputitsa.titles.stalins_war import components
from rasputitsa.titles.stalins_war.combat_odds import Fire, column_label, least_strengths, mean_loss, read_cell
from rasputitsa.titles.stalins_war.component_types import (
    Feature,
    FireTable,
    Hexside,
    Step,
    TableName,
    Terrain,
    Unit,
)
from rasputitsa.titles.stalins_war.scenario_types import Case

BLITZ_BARRED = frozenset(
    {"forest", "rough", "swamp", "mountain", "city", "fortress", "festung", "major_river", "strait"}
)
"""Where no Blitz marker is placed (11.2.1 step 9)."""
NO_RETREAT = frozenset({"forest", "rough", "swamp", "mountain", "fortress", "trench"})
"""Where the defender may stand (11.4.3)."""
TIES_BARRED = frozenset({"swamp", "fortress", "festung", "trench"})
"""Where the attacker never wins a tie (11.2.1 step 7)."""
HALTS = frozenset({"forest", "rough", "swamp", "mountain", "desert"})
"""Where exploiting units stop (12.2.5)."""
TOLERANCE = 0.006
"""The cases are rounded to hundredths."""


def problems() -> Iterator[str]:
    """Every problem of tables and cases."""
    for name, table in components.FIRE.items():
        yield from (f"{name} table: {problem}" for problem in one_table(table))
    yield from better_table()
    yield from chart()
    for case in components.CASES:
        yield from (f"case {case.name!r}: {problem}" for problem in one_case(case))


# --- fire tables ---


def one_table(table: FireTable) -> Iterator[str]:
    """Six full rows, columns without gaps, results that rise with die and strength."""
    if len(table.rows) != 6 or any(len(row) != len(table.columns) for row in table.rows):
        yield f"not 6 by {len(table.columns)}"
        return
    for label, following in pairwise(table.columns):
        if int(label.rpartition("-")[2]) + 1 != int(following.partition("-")[0].rstrip("+")):
            yield f"a gap between the columns {label} and {following}"
    if not table.columns[-1].endswith("+"):
        yield "the last column has an end"
    ranks = [[_rank(cell) for cell in row] for row in table.rows]
    if any(left > right for row in ranks for left, right in pairwise(row)):
        yield "a row falls to the right"
    if any(low > high for above, below in pairwise(ranks) for low, high in zip(above, below, strict=True)):
        yield "a column falls with the die"
    if any(left == right for left, right in pairwise(list(zip(*table.rows, strict=True)))):
        yield "two columns are the same"


def _rank(cell: str) -> float:
    loss = read_cell(cell)
    return loss.number - 0.5 * loss.scu_only


def better_table() -> Iterator[str]:
    """The LCU table is the better one at every strength (2.2.1)."""
    for strength in range(1, least_strengths(components.FIRE["lcu"])[-1] + 1):
        if mean_loss(Fire(strength, "lcu")) <= mean_loss(Fire(strength, "scu")):
            yield f"strength {strength} is no better on the LCU table"


# --- the chart ---


def chart() -> Iterator[str]:
    """The chart has every terrain and hexside of the map, and says what the rules say of each."""
    board = hex_map(components.PACKAGE)
    used = {name for place, name in enumerate(board.terrain) if board.playable >> place & 1}
    yield from (f"terrain {name!r} is not on the chart" for name in sorted(used - set(components.TERRAIN)))
    sides = {side.kind for side in board.file.hexsides}
    yield from (f"hexside {name!r} is not on the chart" for name in sorted(sides - set(components.HEXSIDES)))
    lines: dict[str, Terrain | Feature | Hexside] = {**components.TERRAIN, **components.FEATURES, **components.HEXSIDES}
    for field, expected, meant in (
        ("blitz", BLITZ_BARRED, False),
        ("no_retreat", NO_RETREAT, True),
        ("ties", TIES_BARRED, False),
    ):
        found = {name for name, line in lines.items() if getattr(line, field, None) is meant}
        yield from (f"{name}: {field} is not as the rules have it" for name in sorted(found ^ expected))
    halting = {name for name, terrain in components.TERRAIN.items() if terrain.halt}
    yield from (f"{name}: halt is not as the rules have it" for name in sorted(halting ^ HALTS))
    yield from (f"{name} shifts the attacker to the right" for name, line in lines.items() if (line.shift or 0) > 0)


# --- computed cases ---


def one_case(case: Case) -> Iterator[str]:
    """The units fire on the columns the case names, and nobody loses more steps than the fire gives on average."""
    attackers, defenders = ([force(text) for text in texts] for texts in (case.attack, case.defend))
    if None in attackers + defenders:
        yield "names a unit that is not there"
        return
    attack = Fire(_strength(attackers, "attack"), _table(attackers), hex_shift(case) + case.attack_shift)
    defend = Fire(_strength(defenders, "defense"), _table(defenders), case.defend_shift)
    for fire, label in ((attack, case.attack_column), (defend, case.defend_column)):
        if f"{fire.table} {column_label(fire)}" != label:
            yield f"fires on {fire.table} {column_label(fire)} instead of {label}"
    if case.attacker_loses > mean_loss(defend) + TOLERANCE:
        yield f"the attacker loses {case.attacker_loses} steps of {float(mean_loss(defend)):.2f}"
    extra = components.TABLES.retreat.no_retreat_cost if case.stands else 0
    if case.defender_loses > mean_loss(attack) + extra + TOLERANCE:
        yield f"the defender loses {case.defender_loses} steps of {float(mean_loss(attack)):.2f}"


def force(text: str) -> tuple[Unit, Step] | None:
    """``ge-9-army/1``: a unit and the step it is on after its losses."""
    name, _, lost = text.partition("/")
    unit = components.UNIT.get(name)
    return (unit, unit.steps[int(lost or 0)]) if unit else None


def hex_shift(case: Case) -> int:
    """The columns that terrain, features and hexside take from the attacker."""
    shift = components.TERRAIN[case.terrain].shift + sum(components.FEATURES[name].shift for name in case.features)
    return shift + ((components.HEXSIDES[case.hexside].shift or 0) if case.hexside else 0)


def _strength(units: list[tuple[Unit, Step] | None], field: str) -> int:
    return sum(getattr(unit[1], field) for unit in units if unit)


def _table(units: list[tuple[Unit, Step] | None]) -> TableName:
    """The LCU table for an LCU, or for three panzer corps of the stack (11.2.1 step 4)."""
    present = [unit for unit, _ in filter(None, units)]
    large = any(unit.size == "LCU" for unit in present)
    return "lcu" if large or sum("panzer" in unit.tags for unit in present) >= 3 else "scu"
