"""Exact odds on the fire tables of Stalin's War."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import components, table_checks
from rasputitsa.titles.stalins_war.combat_odds import (
    Fire,
    Loss,
    as_json,
    column_label,
    combat_odds,
    loss,
    loss_numbers,
    losses,
    mean_loss,
)


def test_a_strength_finds_its_column():
    assert [column_label(Fire(strength, "lcu")) for strength in (1, 5, 6, 11, 18, 40)] == [
        "1", "5-6", "5-6", "11-12", "16-18", "19+",
    ]  # fmt: skip
    assert [column_label(Fire(strength, "scu")) for strength in (0, 4, 11, 12)] == ["0", "4", "9-11", "12+"]


@rule("11.2.1")
def test_shifts_past_the_ends_of_a_table_are_lost():
    assert column_label(Fire(11, "lcu", -1)) == "9-10"
    assert column_label(Fire(2, "lcu", -5)) == "1"
    assert column_label(Fire(1, "scu", -5)) == "0"
    assert column_label(Fire(16, "lcu", 4)) == "19+"


def test_an_asterisk_counts_as_one_and_is_kept_apart():
    assert loss("lcu", 2, 2) == Loss(1, scu_only=True)
    assert losses(Fire(3, "lcu")) == {
        Loss(0, False): Fraction(1, 6),
        Loss(1, True): Fraction(1, 2),
        Loss(1, False): Fraction(1, 3),
    }
    assert loss_numbers(Fire(3, "lcu")) == {0: Fraction(1, 6), 1: Fraction(5, 6)}


@rule("11.2.1")
def test_the_higher_loss_number_wins_and_equal_ones_win_for_nobody():
    odds = combat_odds(Fire(11, "lcu"), Fire(3, "lcu"))
    assert odds.winner == {"attacker": Fraction(31, 36), "defender": Fraction(0), "none": Fraction(5, 36)}
    odds = combat_odds(Fire(1, "scu"), Fire(1, "scu"))
    assert odds.winner == {"attacker": Fraction(8, 36), "defender": Fraction(8, 36), "none": Fraction(20, 36)}


def test_the_odds_are_those_of_all_36_throws():
    for attack, defend in ((Fire(9, "scu", -1), Fire(5, "lcu", 1)), (Fire(13, "lcu"), Fire(7, "lcu"))):
        wins = 0
        for x, y in product(range(6), repeat=2):
            n = loss_column(attack)[x] - loss_column(defend)[y]
            wins += n > 0
        assert combat_odds(attack, defend).winner["attacker"] == Fraction(wins, 36)
        assert sum(combat_odds(attack, defend).winner.values()) == 1


def loss_column(fire: Fire) -> list[int]:
    """The Loss Numbers of a column read from the printed table."""
    table = components.FIRE[fire.table]
    at = table.columns.index(column_label(fire))
    return [int(row[at].rstrip("*")) for row in table.rows]


MEANS = {
    "lcu": [0.50, 0.67, 0.83, 1.00, 1.17, 1.50, 1.83, 2.33, 2.67, 3.00, 3.33],
    "scu": [0.17, 0.33, 0.50, 0.67, 0.67, 0.83, 1.00, 1.17, 1.33],
}


@pytest.mark.parametrize("table", ["lcu", "scu"])
def test_columns_have_the_averages_they_were_made_for(table: str):
    labels = components.FIRE[table].columns
    found = [float(mean_loss(Fire(int(label.partition("-")[0].rstrip("+")), table))) for label in labels]
    assert found == pytest.approx(MEANS[table], abs=0.005)


@pytest.mark.parametrize("case", components.CASES, ids=lambda case: f"{case.era}: {case.name}")
def test_a_computed_attack_comes_out_on_its_columns(case):
    assert list(table_checks.one_case(case)) == []


def test_attackers_with_small_units_to_lose_lose_what_the_defender_fires():
    for case in components.CASES:
        table, _, label = case.defend_column.partition(" ")
        least = int(label.partition("-")[0].rstrip("+"))
        small = any(components.UNIT[text.partition("/")[0]].size == "SCU" for text in case.attack)
        if small:
            assert case.attacker_loses == pytest.approx(float(mean_loss(Fire(least, table))), abs=0.006), case.name


def test_the_command_line_prints_columns_loss_numbers_and_winner():
    found = as_json(Fire(11, "lcu"), Fire(2, "scu", 1))
    assert found["attacker"]["column"] == "11-12"
    assert found["attacker"]["loss_number"] == {"1": pytest.approx(1 / 6), "2": pytest.approx(1 / 3), "3": 0.5}
    assert found["defender"] == {
        "column": "3",
        "loss_number": {"0": pytest.approx(1 / 3), "1": pytest.approx(2 / 3)},
        "asterisked": 0.5,
    }
    assert sum(found["winner"].values()) == pytest.approx(1)
