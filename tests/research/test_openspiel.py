"""The OpenSpiel games: OpenSpiel's own test, chance, memory, resampling, serialization."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("pyspiel")
import pyspiel

from rasputitsa.research.openspiel import load
from tests.research.positions import CASES


def step(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(numbers, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def after(name: str, scenario: str, clicks: int) -> tuple[Any, Any, random.Random]:
    """A game, its state after some random clicks, and the dice."""
    game, rng = load(name, scenario=scenario), random.Random(5)
    state = game.new_initial_state()
    for _ in range(clicks):
        step(state, rng)
    return game, state, rng


@pytest.mark.parametrize(("name", "scenario", "clicks"), [("kiev41", "snow", 280), ("no-retreat", "fall-blau", 320)])
def test_the_end_of_a_game_passes_openspiels_random_simulation_test(name: str, scenario: str, clicks: int):
    """With serialization at every step; from late in a game on, because that is quicker and checks the same."""
    game, state, _ = after(name, scenario, clicks)
    assert not state.is_terminal()
    pyspiel.random_sim_test_with_specific_initial_state(game, 1, state, serialize=True)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_chances_sum_to_one_and_the_outcome_is_a_win_for_one(name: str, scenario: str):
    _, state, rng = after(name, scenario, 0)
    while not state.is_terminal():
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
        step(state, rng)
    assert sorted(state.returns()) == [-1.0, 1.0]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_game_and_state_survive_serialization(name: str, scenario: str):
    game, state, rng = after(name, scenario, 160)
    for _ in range(4):
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (str(read), read.history()) == (str(state), state.history())
        assert [read.information_state_string(p) for p in (0, 1)] == [state.information_state_string(p) for p in (0, 1)]
        step(state, rng)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_resampled_state_is_the_same_to_the_player_and_can_be_played_on(name: str, scenario: str):
    _, state, rng = after(name, scenario, 160)
    changed = 0
    for _ in range(12):
        for player in (0, 1):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            changed += str(other) != str(state)
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            step(other, rng)
        step(state, rng)
    assert changed > 4


def test_a_player_remembers_what_it_can_no_longer_see():
    """Two orders of the same two moves lead to one position, and to two memories."""
    game = load("no-retreat", scenario="fall-blau")
    texts, strings = [], []
    for swap in (False, True):
        state, rng = game.new_initial_state(), random.Random(1)
        while "Movement" not in type(state.course.state.step).__name__:
            step(state, rng)
        player, movers = state.current_player(), [n for n in state.legal_actions() if n in pieces(state)]
        for mover in reversed(movers[:2]) if swap else movers[:2]:
            state.apply_action(mover)
            state.apply_action(state.legal_actions()[0])
        texts.append(state.course.state.place)
        strings.append(state.information_state_string(player))
    assert texts[0] == texts[1]
    assert strings[0] != strings[1]


def pieces(state: Any) -> range:
    words = state.course.clicks.words
    return range(words.first["piece"], words.first["piece"] + words.count["piece"])
