from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.board.odds import (
    BELOW,
    RatioColumns,
    at_least,
    distribution,
    hit_chance,
    hits,
    mean,
    mixture,
    strength_column,
    together,
)
from rasputitsa.kernel.testing import rule

COLUMNS = RatioColumns("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1")


def odds(attack: int, defend: int, shift: int = 0) -> str:
    return COLUMNS.label(COLUMNS.shift(COLUMNS.column(attack, defend), shift))


@rule("10.5", book="no-retreat-board")
@pytest.mark.parametrize(
    ("attack", "defend", "label"),
    [(12, 9, "1:1"), (14, 9, "3:2"), (15, 4, "3:1"), (12, 3, "4:1"), (9, 3, "3:1"), (1, 3, "1:3"), (2, 3, "1:2")],
)
def test_odds_round_down_to_the_nearest_column(attack: int, defend: int, label: str):
    assert odds(attack, defend) == label


@rule("10.5", book="no-retreat-board")
def test_a_two_to_one_with_three_shifts_right_and_one_left_is_a_four_to_one():
    assert odds(2, 1, 3 - 1) == "4:1"


@rule("10.6.4", book="no-retreat-board")
def test_odds_are_capped_before_and_after_shifting():
    assert odds(24, 2, -1) == "5:1"
    assert odds(6, 1, +4) == "6:1"


@rule("10.6.4", book="no-retreat-board")
def test_odds_below_one_to_three_leave_the_table_for_good():
    assert odds(1, 4) == "<1:3"
    assert odds(1, 4, +3) == "<1:3"
    assert odds(1, 2, -2) == "<1:3"


def test_attacking_nothing_is_the_best_odds_and_attacking_with_nothing_the_worst():
    assert odds(1, 0) == "6:1"
    assert odds(0, 3) == "<1:3"
    assert odds(0, 0) == "<1:3"


@given(st.integers(1, 200), st.integers(1, 200))
def test_a_column_is_the_highest_ratio_not_above_the_odds(attack: int, defend: int):
    ratios = [Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3, 2), *map(Fraction, range(2, 7))]
    reached = [ratio for ratio in ratios if Fraction(attack, defend) >= ratio]
    assert COLUMNS.column(attack, defend) == len(reached) - 1


def test_columns_out_of_order_are_refused():
    with pytest.raises(ValueError, match="must rise"):
        RatioColumns("1:1", "1:2")


def test_a_strength_table_takes_the_last_column_reached():
    least = (1, 3, 5, 8)
    assert [strength_column(least, strength) for strength in (0, 1, 2, 3, 7, 8, 99)] == [BELOW, 0, 0, 1, 2, 3, 3]


def test_a_table_column_gives_each_result_its_share_of_the_die():
    chances = distribution(["CA", "CA", "EX", "DR", "DR", "DR"])
    assert chances == {"CA": Fraction(1, 3), "EX": Fraction(1, 6), "DR": Fraction(1, 2)}


def test_a_mixture_weighs_what_each_branch_leads_to():
    coin = Fraction(1, 2)
    assert mixture([(coin, {"hold": Fraction(1)}), (coin, {"hold": coin, "fall": coin})]) == {
        "hold": Fraction(3, 4),
        "fall": Fraction(1, 4),
    }


def test_a_die_that_hits_on_five_hits_every_third_time():
    assert hit_chance(5) == Fraction(1, 3)
    assert hit_chance(7) == 0
    assert hit_chance(0) == 1


@pytest.mark.parametrize(("dice", "number"), [(0, 4), (1, 6), (3, 5), (4, 4)])
def test_hits_are_counted_as_throwing_all_dice_would(dice: int, number: int):
    throws = [sum(die >= number for die in throw) for throw in product(range(1, 7), repeat=dice)]
    assert hits(dice, number) == tuple(Fraction(throws.count(k), len(throws)) for k in range(dice + 1))


def test_different_dice_thrown_together_add_up():
    both = together([hits(2, 6), hits(1, 4)])
    throws = [(a == 6) + (b == 6) + (c >= 4) for a, b, c in product(range(1, 7), repeat=3)]
    assert both == tuple(Fraction(throws.count(k), 216) for k in range(4))
    assert together([]) == (1,)


@given(st.integers(0, 12), st.integers(1, 8))
def test_chances_of_hits_sum_to_one_and_have_the_known_mean(dice: int, number: int):
    chances = hits(dice, number)
    assert sum(chances) == 1
    assert mean(chances) == dice * hit_chance(number)
    assert at_least(chances, 0) == 1
    assert at_least(chances, dice + 1) == 0
    assert at_least(chances, 1) == 1 - chances[0]
