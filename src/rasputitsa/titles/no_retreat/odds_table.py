"""A battle by its bare figures on the combat tables (10.5, 10.6.4): what `rasputitsa odds no-retreat` prints."""

from __future__ import annotations

from typing import Any

from rasputitsa.board.odds import BELOW, RatioColumns, distribution
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.titles.no_retreat import components

BELOW_THE_TABLE = "CA"


def work_out(table: str, attack: int, defend: int, shift: int = 0) -> dict[str, Any]:
    """10.5, 10.6.4 Initial and final odds on a side's table, the result of each die roll, the probability of each
    result."""
    combat = components.tables().combat
    tables = {"axis": combat.axis, "soviet": combat.soviet}
    if table not in tables:
        raise unknown("combat table", table, tables)
    if attack < 1 or defend < 1:
        raise Invalid("a battle needs at least 1 strength point on each side")
    columns = RatioColumns(*combat.columns)
    initial = columns.column(attack, defend)
    final = columns.shift(initial, shift)
    results = [BELOW_THE_TABLE if final == BELOW else row[final] for row in tables[table]]
    return {
        "initial": columns.label(initial),
        "final": columns.label(final),
        "results": {str(die): result for die, result in enumerate(results, 1)},
        "probability": {result: float(chance) for result, chance in distribution(results).items()},
    }
