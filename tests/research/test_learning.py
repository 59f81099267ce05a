"""Many games at once, and the training example."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")
import numpy as np

from rasputitsa.research.vector import Vector

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    for name in ("policy", "ppo", "train", "draw"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_games_side_by_side_end_and_start_again_with_the_next_seed():
    games = Vector("kiev41", 2, scenario="snow")
    seen, rng, ended = games.reset(seed=7), np.random.default_rng(1), 0
    assert games.seeds == [7, 8]
    while not ended:
        assert all(game.side == side for game, side in zip(games.games, games.sides, strict=True))
        clicks = [int(rng.choice(np.flatnonzero(mask))) for mask in seen.masks]
        seen, rewards, over = games.step(clicks)
        ended = int(over.sum())
        assert all(abs(reward) == (1 if done else 0) for reward, done in zip(rewards, over, strict=True))
    assert sorted(games.seeds)[-1] == 8 + ended


def test_the_example_trains_and_draws_its_curve(example: None, tmp_path: Path):
    from draw import picture
    from train import Trainer, train

    trainer = Trainer("no-retreat", "fall-blau", games=2, seed=0, shaping=0.05)
    before = {side: learner.policy.weights["clicks"].copy() for side, learner in trainer.learners.items()}
    curve = train(trainer, minutes=0.0001, each=2, tests=1, every=1000.0, out=tmp_path)
    assert trainer.played >= 2
    assert any(not np.array_equal(before[side], ln.policy.weights["clicks"]) for side, ln in trainer.learners.items())
    assert (tmp_path / "no-retreat-fall-blau-axis.npz").exists()
    assert "Learning to play" in picture(curve)


def test_a_rewarded_click_becomes_likelier(example: None):
    """One decision, one step of learning: the gradient points the right way."""
    from policy import Policy
    from ppo import Learner

    games = Vector("kiev41", 2, scenario="snow", sides=["axis", "axis"])
    seen = games.reset(seed=1)
    learner, rng = Learner(Policy(games.encoder)), np.random.default_rng(0)
    batch = learner.policy.batch(seen.observations, seen.masks)
    chosen, logs = learner.policy.pick(batch, rng)
    learner.remember([0, 1], batch, chosen, logs)
    learner.reward(0, 1.0, over=True)
    learner.reward(1, -1.0, over=True)
    learner.learn(rng)
    later = learner.policy.logs(batch)
    assert later[chosen[0]] > logs[chosen[0]]
    assert later[chosen[1]] < logs[chosen[1]]
