"""The doors for researchers: PettingZoo's own tests, OpenSpiel's own test, and that nothing hidden is seen."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import title

CASES = [("kiev41", "pocket"), ("no-retreat", "barbarossa")]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_environment_passes_pettingzoos_api_test(name: str, scenario: str):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from rasputitsa.research.pettingzoo_env import env

    api_test(env(name, scenario=scenario), num_cycles=150)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_environment_passes_pettingzoos_seed_test(name: str, scenario: str):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import seed_test

    from rasputitsa.research.pettingzoo_env import env

    seed_test(lambda: env(name, scenario=scenario), num_cycles=80)


def test_a_game_in_the_environment_ends_with_rewards_for_both():
    pytest.importorskip("pettingzoo")
    from rasputitsa.research.pettingzoo_env import env

    game = env("kiev41", scenario="snow", render_mode="ansi")
    game.reset(seed=3)
    rng = random.Random(3)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, cut, _ = game.last()
        totals[agent] += reward
        choices = [n for n, allowed in enumerate(seen["action_mask"]) if allowed]
        assert over or cut or len(choices) == len(game.names())
        game.step(None if over or cut else rng.choice(choices))
    assert sorted(totals.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_what_the_environment_shows_does_not_change_with_what_is_hidden():
    pytest.importorskip("pettingzoo")
    from rasputitsa.research.features import Encoder

    found = title("no-retreat")
    encoder, state, rng = Encoder(found), found.new("barbarossa"), random.Random(2)
    for _ in range(120):
        state.apply(state.sample(rng))
    other = state.imagine("axis", rng)
    assert encoder.encode(other.view("axis"), "axis") == encoder.encode(state.view("axis"), "axis")


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_adapter_passes_openspiels_random_simulation_test(name: str, scenario: str):
    pyspiel = pytest.importorskip("pyspiel")
    from rasputitsa.research.openspiel import load

    pyspiel.random_sim_test(load(name, scenario=scenario), num_sims=1, serialize=False, verbose=False)


def test_openspiel_sees_the_true_chances_and_the_outcome():
    pytest.importorskip("pyspiel")
    from rasputitsa.research.openspiel import load

    state = load("no-retreat", scenario="barbarossa").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1.0)
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert state.state.side is None
