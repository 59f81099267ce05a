"""[10.5] A battle by its bare figures on the combat tables: what `rasputitsa odds no-retreat` prints."""

from __future__ import annotations

from typing import Any

from rasputitsa.board.odds import distribution
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.combat.odds import COLUMNS, RESULTS, column, cross


def work_out(table: str, attack: int, defend: int, shift: int = 0) -> dict[str, Any]:
    """10.5, 10.6.4 Initial and final odds on a side's table, the result of each die roll, the probability of each
    result."""
    if table not in SIDES:
        raise unknown("combat table", table, SIDES)
    if attack < 1 or defend < 1:
        raise Invalid("a battle needs at least 1 strength point on each side")
    initial, final = column(attack, defend, shift)
    results = [RESULTS[cross(SIDES.index(table), final, die)] for die in range(1, 7)]
    return {
        "initial": COLUMNS.label(initial),
        "final": COLUMNS.label(final),
        "results": {str(die): result for die, result in enumerate(results, 1)},
        "probability": {result: float(chance) for result, chance in distribution(results).items()},
    }
