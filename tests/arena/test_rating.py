"""Ratings: known values, intervals that hold what they promise, a sequential test that errs as rarely as it says."""

from __future__ import annotations

import random

import pytest

from rasputitsa.arena.rating import Sprt, elo, expected, ladder, standing, wilson


def pairs(rng: random.Random, strength: float, count: int) -> list[float]:
    """Scores of pairs for a player that wins a game with this probability."""
    return [float((rng.random() < strength) + (rng.random() < strength)) for _ in range(count)]


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0.0), (0.75, 190.8), (0.909, 399.8), (0.25, -190.8)])
def test_elo_and_expected_score_are_each_others_inverse(score: float, difference: float):
    assert elo(score) == pytest.approx(difference, abs=0.2)
    assert expected(elo(score)) == pytest.approx(score)


def test_a_clean_sweep_is_told_as_far_and_not_as_infinite():
    swept = standing([2.0] * 20)
    assert swept.elo == swept.elo_high == 1200.0
    assert 0 < swept.elo_low < 1200


def test_the_five_scores_are_counted():
    assert standing([0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 2.0]).five == (1, 1, 2, 1, 2)


def test_a_player_against_itself_is_level_with_no_width_to_speak_of():
    level = standing([1.0] * 40)
    assert level.elo == 0.0
    assert level.elo_high - level.elo_low < 60


def test_wilson_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        won = sum(rng.random() < 0.3 for _ in range(60))
        low, high = wilson(won, 60)
        held += low <= 0.3 <= high
    assert 0.91 < held / 400 < 0.99
    assert wilson(0, 0) == (0.0, 1.0)


def test_elo_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = random.Random(2)
    truth = elo(0.6)
    held = 0
    for _ in range(300):
        found = standing(pairs(rng, 0.6, 80))
        held += found.elo_low <= truth <= found.elo_high
    assert 0.9 < held / 300 < 0.99


@pytest.mark.parametrize(("strength", "verdict"), [(expected(60), "stronger"), (0.5, "not stronger")])
def test_the_sequential_test_finds_the_truth(strength: float, verdict: str):
    rng = random.Random(3)
    test = Sprt(low=0, high=60)
    right = 0
    for _ in range(60):
        scores: list[float] = []
        while not test.verdict(scores) and len(scores) < 3000:
            scores += pairs(rng, strength, 4)
        right += test.verdict(scores) == verdict
    assert right >= 53


def test_the_ladder_orders_players_it_never_saw_meet():
    rng = random.Random(4)
    results = {("a", "b"): pairs(rng, 0.7, 200), ("b", "c"): pairs(rng, 0.7, 200)}
    rungs = ladder(results, anchor="c", rounds=60)
    assert [rung.player for rung in rungs] == ["a", "b", "c"]
    by_name = {rung.player: rung for rung in rungs}
    assert by_name["c"].elo == 0.0
    assert by_name["b"].elo == pytest.approx(elo(0.7), abs=60)
    assert by_name["a"].elo == pytest.approx(2 * elo(0.7), abs=110)
    assert by_name["a"].low < by_name["a"].elo < by_name["a"].high
