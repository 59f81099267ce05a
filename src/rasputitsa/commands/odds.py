"""`rasputitsa odds`: a battle worked out by the combat tables of No Retreat (10.5, 10.6.4)."""

from __future__ import annotations

from typing import Any

from rasputitsa.board.odds import BELOW, RatioColumns, distribution
from rasputitsa.commands.common import print_json
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.titles.no_retreat import components

BELOW_THE_TABLE = "CA"


def work_out(side: str, attack: int, defend: int, shift: int) -> dict[str, Any]:
    """Initial and final odds, the result of each die roll, the probability of each result."""
    combat = components.tables().combat
    columns = RatioColumns(*combat.columns)
    initial = columns.column(attack, defend)
    final = columns.shift(initial, shift)
    rows = combat.axis if side == "axis" else combat.soviet
    results = [BELOW_THE_TABLE if final == BELOW else row[final] for row in rows]
    return {
        "initial": columns.label(initial),
        "final": columns.label(final),
        "results": {str(die): result for die, result in enumerate(results, 1)},
        "probability": {result: float(chance) for result, chance in distribution(results).items()},
    }


def show(title: str, side: str, attack: int, defend: int, shift: int, as_json: bool) -> None:
    if title != "no-retreat":
        raise unknown("title with combat tables", title, ["no-retreat"])
    if side not in ("axis", "soviet"):
        raise unknown("combat table", side, ["axis", "soviet"])
    if attack < 1 or defend < 1:
        raise Invalid("a battle needs at least 1 strength point on each side")
    found = work_out(side, attack, defend, shift)
    if as_json:
        print_json(found)
        return
    print(f"{attack} to {defend} is {found['initial']}, shifted by {shift:+} to {found['final']} on the {side} table")
    print("  ".join(f"{die} {result}" for die, result in found["results"].items()))
    print("  ".join(f"{result} {chance:.1%}" for result, chance in found["probability"].items()))
