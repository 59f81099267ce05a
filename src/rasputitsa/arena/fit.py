"""What the features of a position are worth, found from self-play: the general's judgement where it looks no further.

Games are played between scripts; at the end of each player turn the features of the position are written down, and
beside them who won in the end. A logistic regression of the one on the other gives the weights; how well they foretell
games that they were not fitted to is reported with them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import msgspec

from rasputitsa.kernel import CHANCE, Dice, Game, Record
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.brain import brain_of

FOLDS = 8
RIDGE = 5.0
"""Pulls the weight of a feature that tells little towards zero."""
STEPS = 30
"""Steps of Newton's method, far more than it needs."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A position in a game: its features for a side, and what the game was to it in the end: 1 won, 0 lost."""

    game: int
    features: dict[str, float]
    won: float


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """What each feature is worth."""

    weights: dict[str, float]
    positions: int
    correlation: float
    """Between the chance foretold and what came, in games left out of the fit."""


def positions(game: Game, rank: str, number: int, seed: str) -> list[Sample]:
    """Play one game between scripts of a rank, and sample it."""
    brain = brain_of(game.title)
    book, sides = brain.book(rank), game.title.sides
    state, dice, rng = Record(game).state, Dice(f"{seed}/{number}"), random.Random(f"{seed}/{number}")
    seen: list[tuple[str, dict[str, float]]] = []
    own = brain.own_turn(state, sides[0])
    while (who := state.side) is not None:
        state.apply(dice.roll(state) if who == CHANCE else brain.decide(brain.mind(state, who, book, rng)).action)
        if brain.own_turn(state, sides[0]) != own and state.side is not None:
            own = not own
            seen += [(side, brain.features(state, side)) for side in sides]
    return [Sample(game=number, features=found, won=(1 + brain.result(state, side)) / 2) for side, found in seen]


def sample(
    game: Game, rank: str, games: int, seed: str, progress: Callable[[int], None] = lambda done: None
) -> list[Sample]:
    """Sample many games."""
    found: list[Sample] = []
    for number in range(1, games + 1):
        found += positions(game, rank, number, seed)
        progress(1)
    if not found or not found[0].features:
        raise Invalid(f"the brain of {game.title.name} names no features to fit")
    return found


def fit(samples: Sequence[Sample]) -> Fit:
    """The weights, and how well such weights foretell games they do not know."""
    np = _numpy()
    names = list(dict.fromkeys(name for s in samples for name in s.features))
    table = np.array([[s.features.get(name, 0.0) for name in names] for s in samples])
    won = np.array([s.won for s in samples])
    folds = np.array([s.game % FOLDS for s in samples])
    foretold = np.full(len(samples), 0.5)
    for fold in sorted(set(folds.tolist())):
        known = folds != fold
        if known.any():
            foretold[~known] = _chance(np, table[~known] @ _logistic(np, table[known], won[known]))
    moved = foretold.std() > 0 and won.std() > 0
    return Fit(
        weights={name: round(float(w), 4) for name, w in zip(names, _logistic(np, table, won), strict=True)},
        positions=len(samples),
        correlation=round(float(np.corrcoef(foretold, won)[0, 1]), 3) if moved else 0.0,
    )


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise Invalid("a fit needs numpy: pip install 'rasputitsa[fit]'") from None


def _chance(np: Any, score: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-score))


def _logistic(np: Any, table: Any, won: Any) -> Any:
    """Weights by logistic regression on features of like spread. There is no constant: what is one side's lead is the
    other's lag."""
    spread = table.std(0)
    spread[spread == 0] = 1.0
    scaled, pull = table / spread, RIDGE * np.eye(table.shape[1])
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):
        chance = _chance(np, scaled @ weights)
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + pull
        weights = weights + np.linalg.solve(curve, scaled.T @ (won - chance) - RIDGE * weights)
    return weights / spread


def general_file(about: str, styles: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> str:
    """The general's file with new weights in it."""
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    tables = [(f"styles.{name}", factors) for name, factors in styles.items()] + [("evaluation", weights)]
    for name, table in tables:
        lines += ["", f"[{name}]", *(f"{key} = {float(value)!r}" for key, value in table.items())]
    return "\n".join(lines) + "\n"
