"""Learn to play a short scenario from nothing but games.

    python examples/learning/train.py --minutes 15 --out build/learning

One policy for each side learns by PPO from games against `random`; no computer player teaches it. The reward is +1 or
-1 at the end, and on the way a little for each place that comes under control (and as much lost for each that is lost).
Every few minutes the policy is tried on seeds it never trains on.
`python examples/learning/draw.py` draws the curve.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one core: the arrays are small

import numpy as np
from policy import Policy
from ppo import Learner

from rasputitsa.research.features import PLANES
from rasputitsa.research.vector import Vector

TRAINING, TESTING = 1_000_000, 1
"""The first seed of each kind: they never meet."""
CONTROL = PLANES.index("control")


class Trainer:
    """Games of a scenario and the learners of both sides."""

    def __init__(self, name: str, scenario: str, games: int, seed: int, shaping: float) -> None:
        self.name, self.scenario, self.shaping = name, scenario, shaping
        self.vector = Vector(name, games, scenario=scenario)
        self.learners = {side: Learner(Policy(self.vector.encoder)) for side in dict.fromkeys(self.vector.sides)}
        self.rng = np.random.default_rng(seed)
        self.seen = self.vector.reset(TRAINING * (seed + 1))
        self.held = self._control()
        self.played = 0

    def _control(self) -> np.ndarray:
        """How many places more than the enemy the learner controls in each game."""
        part, width = self.vector.encoder.layout.parts["planes"], len(self.vector.encoder.layout.rows)
        at = part.start + CONTROL * width
        return self.seen.observations[:, at : at + width].sum(axis=1)

    def step(self) -> None:
        """One click in every game."""
        clicks = np.zeros(len(self.vector.games), np.int64)
        for side, learner in self.learners.items():
            games = [number for number, own in enumerate(self.vector.sides) if own == side]
            batch = learner.policy.batch(self.seen.observations[games], self.seen.masks[games])
            chosen, logs = learner.policy.pick(batch, self.rng)
            learner.remember(games, batch, chosen, logs)
            clicks[games] = batch.clicks[chosen]
        self.seen, rewards, over = self.vector.step([int(click) for click in clicks])
        held = self._control()
        gains = rewards + np.where(over, 0.0, self.shaping * (held - self.held))
        self.held = held
        for number, side in enumerate(self.vector.sides):
            self.learners[side].reward(number, float(gains[number]), bool(over[number]))
        self.played += int(over.sum())

    def learn(self) -> None:
        for learner in self.learners.values():
            learner.learn(self.rng)

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for side, learner in self.learners.items():
            learner.policy.save(folder / f"{self.name}-{self.scenario}-{side}.npz")

    def load(self, folder: Path) -> None:
        for side, learner in self.learners.items():
            learner.policy.load(np.load(folder / f"{self.name}-{self.scenario}-{side}.npz"))

    def test(self, games: int) -> dict[str, int]:
        """Games won of this many on each side, against `random`, on seeds that are never trained on."""
        return {side: tried(self, side, games) for side in self.learners}


def tried(trainer: Trainer, side: str, games: int) -> int:
    """How many of the first test seeds a side's policy wins."""
    vector = Vector(trainer.name, min(games, 10), sides=[side] * min(games, 10), scenario=trainer.scenario)
    seen, policy, rng = vector.reset(TESTING), trainer.learners[side].policy, np.random.default_rng(0)
    won, counted = 0, 0
    while counted < games:
        batch = policy.batch(seen.observations, seen.masks)
        chosen, _ = policy.pick(batch, rng)
        seeds = list(vector.seeds)
        seen, rewards, over = vector.step([int(click) for click in batch.clicks[chosen]])
        counts = over & (np.array(seeds) < TESTING + games)
        won, counted = won + int((rewards[counts] > 0).sum()), counted + int(counts.sum())
    return won


def train(trainer: Trainer, minutes: float, each: int, tests: int, every: float, out: Path) -> list[dict[str, float]]:
    """Play and learn for some minutes of processor time; the points of the learning curve. Tests are not counted.
    Weights and curve are written at every test, so that a run that is stopped is not lost."""
    curve: list[dict[str, float]] = []
    spent, due = 0.0, 0.0
    while True:
        if spent >= due:
            found = trainer.test(tests)
            curve.append({"minutes": spent / 60, "games": trainer.played, **{s: n / tests for s, n in found.items()}})
            print(json.dumps(curve[-1]), flush=True)
            trainer.save(out)
            (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
            due += every * 60
        if spent >= minutes * 60:
            return curve
        started, goal = time.process_time(), trainer.played + each
        while trainer.played < goal:
            trainer.step()
        trainer.learn()
        spent += time.process_time() - started


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--title", default="no-retreat")
    options.add_argument("--scenario", default="fall-blau")
    options.add_argument("--minutes", type=float, default=15.0, help="of processor time")
    options.add_argument("--games", type=int, default=32, help="games side by side")
    options.add_argument("--each", type=int, default=48, help="finished games between two steps of learning")
    options.add_argument("--tests", type=int, default=50, help="test games on each side")
    options.add_argument("--every", type=float, default=1.5, help="minutes between tests")
    options.add_argument("--shaping", type=float, default=0.05, help="reward for each place more than the enemy has")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--out", type=Path, default=Path("build/learning"), help="folder for weights and curve")
    options.add_argument("--try-only", action="store_true", help="no training: test the weights in the folder")
    asked = options.parse_args()
    trainer = Trainer(asked.title, asked.scenario, asked.games, asked.seed, asked.shaping)
    if asked.try_only:
        trainer.load(asked.out)
        print(json.dumps({"games on each side": asked.tests, "won": trainer.test(asked.tests)}))
        return
    train(trainer, asked.minutes, asked.each, asked.tests, asked.every, asked.out)


if __name__ == "__main__":
    main()
