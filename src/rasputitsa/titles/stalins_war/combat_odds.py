"""[11.2] Odds of a combat on the fire tables: columns, Loss Numbers, the winner. Exact chances, no dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec

from rasputitsa.board.odds import distribution, strength_column
from rasputitsa.titles.stalins_war.component_types import FireTable, TableName
from rasputitsa.titles.stalins_war.components import FIRE

Chances = dict[int, Fraction]


class Loss(NamedTuple):
    """A cell of a fire table: the Loss Number, and whether its asterisk spares LCUs (11.3.4)."""

    number: int
    scu_only: bool


class Fire(msgspec.Struct, frozen=True):
    """How one side fires: strength, table, and columns to the right (or left, negative)."""

    strength: int
    table: TableName
    shift: int = 0


class Odds(msgspec.Struct, frozen=True):
    """What both sides may inflict, and who wins."""

    attacker: Chances
    defender: Chances
    winner: dict[str, Fraction]


@cache
def _least_strengths(table: TableName) -> tuple[int, ...]:
    return least_strengths(FIRE[table])


def least_strengths(table: FireTable) -> tuple[int, ...]:
    """The lowest strength of each column: 9 of "9-10", 19 of "19+"."""
    return tuple(int(label.partition("-")[0].rstrip("+")) for label in table.columns)


def column(fire: Fire) -> int:
    """11.2.1 The column a side fires on: all shifts add up, and those past the first or last column are lost."""
    at = max(0, strength_column(_least_strengths(fire.table), fire.strength))
    return max(0, min(at + fire.shift, len(FIRE[fire.table].columns) - 1))


def column_label(fire: Fire) -> str:
    """The column as printed: "11-12"."""
    return FIRE[fire.table].columns[column(fire)]


def loss(table: TableName, at: int, die: int) -> Loss:
    """What a die roll of 1 to 6 inflicts on a column."""
    return _losses(table)[at][die - 1]


@cache
def _losses(table: TableName) -> tuple[tuple[Loss, ...], ...]:
    """The cells by column, then by die roll."""
    return tuple(tuple(read_cell(cell) for cell in cells) for cells in zip(*FIRE[table].rows, strict=True))


def read_cell(cell: str) -> Loss:
    """A cell as printed: "2", or "1*" for a step that only an SCU can lose."""
    return Loss(int(cell.rstrip("*")), cell.endswith("*"))


def losses(fire: Fire) -> dict[Loss, Fraction]:
    """The chance of each result of a side's fire, asterisks kept apart."""
    return distribution(_losses(fire.table)[column(fire)])


def loss_numbers(fire: Fire) -> Chances:
    """The chance of each Loss Number, asterisked or not."""
    return distribution(result.number for result in _losses(fire.table)[column(fire)])


def mean_loss(fire: Fire) -> Fraction:
    """The Loss Number on average."""
    return sum((number * chance for number, chance in loss_numbers(fire).items()), Fraction(0))


def winner(attacker: Mapping[int, Fraction], defender: Mapping[int, Fraction]) -> dict[str, Fraction]:
    """11.2.1 The higher Loss Number wins; equal ones win for nobody (units that decide ties are not looked at here)."""
    out = {"attacker": Fraction(0), "defender": Fraction(0), "none": Fraction(0)}
    for number, chance in attacker.items():
        for other, weight in defender.items():
            out["attacker" if number > other else "defender" if number < other else "none"] += chance * weight
    return out


def combat_odds(attack: Fire, defend: Fire) -> Odds:
    """Exact chances of an attack: both sides fire at once."""
    attacker, defender = loss_numbers(attack), loss_numbers(defend)
    return Odds(attacker, defender, winner(attacker, defender))


def as_json(attack: Fire, defend: Fire) -> dict[str, Any]:
    """The odds as the command line prints them; a side's ``loss_number`` is what it inflicts.

    ``asterisked`` is the part of its Loss Numbers of 1 that only an SCU can lose.
    """
    odds = combat_odds(attack, defend)
    return {
        "attacker": _side(attack, odds.attacker),
        "defender": _side(defend, odds.defender),
        "winner": {who: float(chance) for who, chance in odds.winner.items()},
    }


def _side(fire: Fire, chances: Chances) -> dict[str, Any]:
    return {
        "column": column_label(fire),
        "loss_number": {str(number): float(chance) for number, chance in sorted(chances.items())},
        "asterisked": float(sum((chance for found, chance in losses(fire).items() if found.scu_only), Fraction(0))),
    }
