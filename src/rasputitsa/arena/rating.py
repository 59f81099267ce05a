"""How strong: intervals, Elo from pairs of games, the sequential test, and a ladder over many players.

The unit is a pair: two games with sides exchanged and common dice, scored 0, 1/2, 1, 3/2 or 2. Sides are unequal in
these games, so single games mislead; pairs do not, and their variance is measured instead of assumed (pentanomial).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import msgspec

Z95 = NormalDist().inv_cdf(0.975)
FAR = 1200.0
"""Elo differences beyond this are all the same."""
PSEUDO = 0.5
"""Half a pair won and half a pair lost are added, so that a clean sweep has a finite estimate."""


def elo(score: float) -> float:
    """The Elo difference that an expected score (0 to 1) stands for."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(FAR, score - 0.5)
    return max(-FAR, min(FAR, -400.0 * math.log10(1.0 / score - 1.0)))


def expected(difference: float) -> float:
    """The expected score of a player who is stronger by this `difference` in Elo."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The 95 % interval of a proportion (Wilson)."""
    if games == 0:
        return 0.0, 1.0
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player against another, in pairs."""

    pairs: int
    five: tuple[int, ...]
    """How many pairs scored 0, 1/2, 1, 3/2 and 2."""
    score: float
    """From 0 to 1."""
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float


def standing(scores: Sequence[float]) -> Standing:
    """Elo and its 95 % interval from the scores of pairs (0 to 2 each), by their own mean and variance."""
    five = tuple(sum(round(2 * s) == k for s in scores) for k in range(5))
    n = len(scores)
    if n == 0:
        return Standing(
            pairs=0, five=five, score=0.5, score_low=0.0, score_high=1.0, elo=0.0, elo_low=-FAR, elo_high=FAR
        )
    raw = sum(scores) / (2 * n)
    mean, variance = _moments(scores)
    half = Z95 * math.sqrt(variance / n)
    low, high = max(0.0, mean - half), min(1.0, mean + half)
    return Standing(
        pairs=n,
        five=five,
        score=raw,
        score_low=low,
        score_high=max(high, raw),
        elo=elo(raw),
        elo_low=elo(low),
        elo_high=FAR if raw == 1.0 else elo(high),
    )


def _moments(scores: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of a pair's score on the scale 0 to 1, with the pseudo pairs."""
    values = [(s / 2, 1.0) for s in scores] + [(0.0, PSEUDO), (1.0, PSEUDO)]
    total = sum(weight for _, weight in values)
    mean = sum(v * weight for v, weight in values) / total
    return mean, sum(weight * (v - mean) ** 2 for v, weight in values) / total


# -- the sequential test ------------------------------------------------------------------------------------------


class Sprt(msgspec.Struct, frozen=True, kw_only=True):
    """A sequential test on pairs: is a player `high` Elo points stronger (accept) or only `low` (reject)?"""

    low: float = 0.0
    high: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test stops: below the first the lower gain is taken for true, above the second the higher."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, scores: Sequence[float]) -> float:
        """The log-likelihood ratio of the two hypotheses (normal approximation on the pairs' own variance)."""
        if not scores:
            return 0.0
        mean, variance = _moments(scores)
        s0, s1 = expected(self.low), expected(self.high)
        return len(scores) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * max(variance, 1e-6))

    def verdict(self, scores: Sequence[float]) -> str:
        """ "stronger", "not stronger" or "" while the question is open."""
        llr = self.llr(scores)
        lower, upper = self.bounds
        return "stronger" if llr >= upper else "not stronger" if llr <= lower else ""


# -- the ladder ---------------------------------------------------------------------------------------------------

Results = Mapping[tuple[str, str], Sequence[float]]
"""Scores of pairs by the names of the two players, from the first one's side."""


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place on the ladder."""

    player: str
    elo: float
    low: float
    high: float
    games: int


def ladder(results: Results, anchor: str, seed: int = 1, rounds: int = 200) -> list[Rung]:
    """A Bradley-Terry fit over all pairs; the anchor stands at 0; intervals by drawing the pairs anew."""
    names = sorted({name for pair in results for name in pair})
    rng = random.Random(seed)
    best = _fit(results, names, anchor)
    drawn = [_fit(_drawn(results, rng), names, anchor) for _ in range(rounds)]
    rungs = [_rung(name, best, drawn, results) for name in names]
    return sorted(rungs, key=lambda rung: -rung.elo)


def _rung(name: str, best: dict[str, float], drawn: Sequence[dict[str, float]], results: Results) -> Rung:
    values = sorted(fit[name] for fit in drawn)
    games = sum(2 * len(scores) for pair, scores in results.items() if name in pair)
    low, high = values[int(0.025 * len(values))], values[int(0.975 * len(values))]
    return Rung(player=name, elo=round(best[name], 1), low=round(low, 1), high=round(high, 1), games=games)


def _drawn(results: Results, rng: random.Random) -> Results:
    return {pair: rng.choices(scores, k=len(scores)) if scores else [] for pair, scores in results.items()}


def _fit(results: Results, names: Sequence[str], anchor: str) -> dict[str, float]:
    """Minorization-maximization for the Bradley-Terry model; every meeting has its pseudo pairs."""
    won = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], float] = {}
    for (a, b), scores in results.items():
        won[a] += sum(scores) + PSEUDO
        won[b] += 2 * len(scores) - sum(scores) + PSEUDO
        met[a, b] = 2 * len(scores) + 2 * PSEUDO
    strength = dict.fromkeys(names, 1.0)
    for _ in range(200):
        share = dict.fromkeys(names, 0.0)
        for (a, b), games in met.items():
            both = games / (strength[a] + strength[b])
            share[a] += both
            share[b] += both
        strength = {n: won[n] / share[n] if share[n] else 1.0 for n in names}
        level = math.exp(sum(math.log(v) for v in strength.values()) / len(names))
        strength = {n: v / level for n, v in strength.items()}
    return {n: 400 * math.log10(strength[n] / strength[anchor]) for n in names}
