"""The PettingZoo environment: its own tests, and a whole game."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

from rasputitsa.research.pettingzoo_env import env
from tests.research.positions import CASES


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_environment_passes_pettingzoos_api_test(name: str, scenario: str):
    api_test(env(name, scenario=scenario), num_cycles=150)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_environment_passes_pettingzoos_seed_test(name: str, scenario: str):
    seed_test(lambda: env(name, scenario=scenario), num_cycles=80)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_game_in_the_environment_ends_with_rewards_for_both(name: str, scenario: str):
    game = env(name, scenario=scenario, render_mode="ansi")
    game.reset(seed=3)
    rng = random.Random(3)
    totals = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, cut, _ = game.last()
        totals[agent] += reward
        choices = [number for number, allowed in enumerate(seen["action_mask"]) if allowed]
        assert over or cut or choices == game.play.options
        game.step(None if over or cut else rng.choice(choices))
    assert sorted(totals.values()) in ([-1.0, 1.0], [0.0, 0.0])
