"""What the features of a position are worth, found from self-play: the general's judgement where it looks no further.

Games are played between scripts; at the end of each player turn the features of the position are written down, and
beside them what the game stood at some player turns later, or at its end. A ridge regression of the one on the other
gives the weights; how well they foretell games that they were not fitted to is told with them.
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
RIDGE = 3.0
"""Pulls the weight of a feature that tells little towards zero."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A position in a game: its features for a side, and what the game stood at later."""

    game: int
    features: dict[str, float]
    later: float


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """What each feature is worth."""

    weights: dict[str, float]
    positions: int
    correlation: float
    """Between what is foretold and what came, in games left out of the fit."""


def positions(game: Game, rank: str, number: int, ahead: int, seed: str) -> list[Sample]:
    """Play one game between scripts of a rank, and sample it."""
    brain = brain_of(game.title)
    book, sides = brain.book(rank), game.title.sides
    state, dice, rng = Record(game).state, Dice(f"{seed}/{number}"), random.Random(f"{seed}/{number}")
    seen: list[dict[str, dict[str, float]]] = []
    stood: list[dict[str, float]] = []
    own = brain.own_turn(state, sides[0])
    while (who := state.side) is not None:
        state.apply(dice.roll(state) if who == CHANCE else brain.decide(brain.mind(state, who, book, rng)).action)
        if brain.own_turn(state, sides[0]) != own and state.side is not None:
            own = not own
            seen.append({side: brain.features(state, side) for side in sides})
            stood.append({side: brain.result(state, side) for side in sides})
    stood.append({side: brain.result(state, side) for side in sides})
    last = len(stood) - 1
    return [
        Sample(game=number, features=found[side], later=stood[min(last, n + ahead)][side])
        for n, found in enumerate(seen)
        for side in sides
    ]


def sample(
    game: Game, rank: str, games: int, ahead: int, seed: str, progress: Callable[[int], None] = lambda done: None
) -> list[Sample]:
    """Sample many games."""
    found: list[Sample] = []
    for number in range(1, games + 1):
        found += positions(game, rank, number, ahead, seed)
        progress(1)
    if not found or not found[0].features:
        raise Invalid(f"the brain of {game.title.name} names no features to fit")
    return found


def fit(samples: Sequence[Sample]) -> Fit:
    """The weights, and how well such weights foretell games they do not know."""
    np: Any = import_module("numpy")
    names = list(samples[0].features)
    table = np.array([[s.features[name] for name in names] for s in samples])
    later = np.array([s.later for s in samples])
    folds = np.array([s.game % FOLDS for s in samples])
    foretold = np.zeros(len(samples))
    for fold in sorted(set(folds.tolist())):
        known = folds != fold
        if known.any():
            weights, base = _ridge(np, table[known], later[known])
            foretold[~known] = table[~known] @ weights + base
    weights, _ = _ridge(np, table, later)
    moved = foretold.std() > 0 and later.std() > 0
    return Fit(
        weights={name: round(float(w), 4) for name, w in zip(names, weights, strict=True)},
        positions=len(samples),
        correlation=round(float(np.corrcoef(foretold, later)[0, 1]), 3) if moved else 0.0,
    )


def _ridge(np: Any, table: Any, later: Any) -> tuple[Any, float]:
    """Weights and a constant by ridge regression on features of like spread."""
    mean, spread = table.mean(0), table.std(0)
    spread[spread == 0] = 1.0
    scaled = (table - mean) / spread
    weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(table.shape[1]), scaled.T @ (later - later.mean()))
    weights = weights / spread
    return weights, float(later.mean() - mean @ weights)


def general_file(about: str, styles: Mapping[str, Mapping[str, float]], weights: Mapping[str, float]) -> str:
    """The general's file with new weights in it."""
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    tables = [(f"styles.{name}", factors) for name, factors in styles.items()] + [("evaluation", weights)]
    for name, table in tables:
        lines += ["", f"[{name}]", *(f"{key} = {float(value)!r}" for key, value in table.items())]
    return "\n".join(lines) + "\n"
