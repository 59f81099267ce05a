"""Proximal policy optimization with a mask, for the policy of `policy.py`: plain numpy, gradients by hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from policy import Batch, Floats, Ints, Policy, owners

GAMMA, LAMBDA, CLIP, ENTROPY, EPOCHS, PART = 0.999, 0.97, 0.2, 0.003, 3, 2048


class Adam:
    """Adam for a dictionary of arrays."""

    def __init__(self, rates: dict[str, float]) -> None:
        self.rates, self.time = rates, 0
        self.mean: dict[str, Floats] = {}
        self.square: dict[str, Floats] = {}

    def step(self, weights: dict[str, Floats], gradients: dict[str, Floats]) -> None:
        """One step uphill."""
        self.time += 1
        for name, gradient in gradients.items():
            mean = self.mean[name] = 0.9 * self.mean.get(name, np.zeros_like(gradient)) + 0.1 * gradient
            square = self.square[name] = 0.999 * self.square.get(name, np.zeros_like(gradient)) + 0.001 * gradient**2
            right = np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
            weights[name] += self.rates[name] * right * mean / (np.sqrt(square) + 1e-8)


class Moment(NamedTuple):
    """One decision of one game as it was taken."""

    steps: Ints
    clicks: Ints
    features: Floats
    position: Floats
    chosen: int
    log: float
    worth: float


class Learner:
    """One side's policy, the games it is in the middle of, and the finished ones it will learn from."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.adam = Adam({"clicks": 0.03, "features": 0.01, "critic": 0.01})
        self.open: dict[int, list[Moment]] = {}
        self.gains: dict[int, list[float]] = {}
        self.moments: list[Moment] = []
        self.advantages: list[float] = []
        self.returns: list[float] = []

    def remember(self, games: list[int], batch: Batch, chosen: Ints, logs: Floats) -> None:
        """Keep the decisions just taken in these games."""
        worths = self.policy.worth(batch)
        ends = np.append(batch.starts[1:], len(batch.clicks))
        for row, (game, start, end) in enumerate(zip(games, batch.starts, ends, strict=True)):
            at = slice(int(start), int(end))
            moment = Moment(
                batch.steps[at],
                batch.clicks[at],
                batch.features[at],
                batch.positions[row],
                int(chosen[row] - start),
                float(logs[chosen[row]]),
                float(worths[row]),
            )
            self.open.setdefault(game, []).append(moment)

    def reward(self, game: int, gain: float, over: bool) -> None:
        """What the last decision of a game brought; at its end the game is ready to be learned from."""
        self.gains.setdefault(game, []).append(gain)
        if over:
            self._finish(self.open.pop(game), self.gains.pop(game))

    def _finish(self, moments: list[Moment], gains: list[float]) -> None:
        """Generalized advantage estimation, from the end backwards."""
        advantage, later = 0.0, 0.0
        advantages = []
        for moment, gain in zip(reversed(moments), reversed(gains), strict=True):
            surprise = gain + GAMMA * later - moment.worth
            advantage = surprise + GAMMA * LAMBDA * advantage
            later = moment.worth
            advantages.append(advantage)
        advantages.reverse()
        self.moments += moments
        self.advantages += advantages
        self.returns += [a + m.worth for a, m in zip(advantages, moments, strict=True)]

    def learn(self, rng: np.random.Generator) -> None:
        """Improve the policy with the finished games, then forget them."""
        if not self.moments:
            return
        advantages, returns = np.array(self.advantages), np.array(self.returns)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        for _ in range(EPOCHS):
            order = rng.permutation(len(self.moments))
            for start in range(0, len(order), PART):
                part = order[start : start + PART]
                self._improve([self.moments[n] for n in part], advantages[part], returns[part])
        self.moments, self.advantages, self.returns = [], [], []

    def _improve(self, moments: list[Moment], advantages: Floats, returns: Floats) -> None:
        sizes = np.array([len(m.clicks) for m in moments])
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        batch = Batch(
            np.concatenate([m.steps for m in moments]),
            np.concatenate([m.clicks for m in moments]),
            np.concatenate([m.features for m in moments]),
            starts,
            np.stack([m.position for m in moments]),
        )
        chosen = starts + np.array([m.chosen for m in moments])
        self.adam.step(self.policy.weights, gradients(self.policy, batch, chosen, moments, advantages, returns))


def gradients(
    policy: Policy, batch: Batch, chosen: Ints, moments: list[Moment], advantages: Floats, returns: Floats
) -> dict[str, Floats]:
    """The gradients of the clipped objective, of the entropy and of the critic's error."""
    logs, owner, count = policy.logs(batch), owners(batch), len(moments)
    chances = np.exp(logs)
    ratios = np.exp(logs[chosen] - np.array([m.log for m in moments]))
    moving = np.where(advantages > 0, ratios < 1 + CLIP, ratios > 1 - CLIP)
    push = advantages * ratios * moving
    slope = -chances * push[owner]
    slope[chosen] += push
    entropy = -np.add.reduceat(chances * logs, batch.starts)
    slope -= ENTROPY * chances * (logs + entropy[owner])
    slope /= count
    clicks = np.zeros_like(policy.weights["clicks"])
    np.add.at(clicks, (batch.steps, batch.clicks), slope)
    features = np.zeros_like(policy.weights["features"])
    np.add.at(features, batch.steps, batch.features * slope[:, None])
    critic = batch.positions.T @ (returns - policy.worth(batch)) / count
    return {"clicks": clicks, "features": features, "critic": np.asarray(critic, np.float32)}
