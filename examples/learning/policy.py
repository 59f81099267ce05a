"""A policy small enough to read: it scores every click that is possible and picks one with the softmax of the scores.

The score of a click is linear: how good this very click is in this step of the rules, and what stands where it points
to (the planes of its place; for a piece, of the place where it stands), weighed anew for each step. A linear critic
says what a position is worth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rasputitsa.research.encoder import Encoder
from rasputitsa.research.features import PLANES, Floats

Ints = NDArray[np.int64]
SCALE = np.array([3, 3, 10, 10, 3, 3, 3, 3, 1, 1, 1, 1, 1, 3, 1, 1], np.float32)
"""What a large number is on each plane."""


class Batch(NamedTuple):
    """Decisions, and all their candidates one after the other."""

    steps: Ints
    """By candidate: the step of the rules that asks."""
    clicks: Ints
    features: Floats
    starts: Ints
    """By decision: its first candidate."""
    positions: Floats
    """By decision: what the critic looks at."""


class Policy:
    """Weights of one side: scores by step and click, weights of the features by step, the critic."""

    def __init__(self, encoder: Encoder) -> None:
        layout = encoder.layout
        self.encoder = encoder
        self.words = layout.words
        self.parts = layout.parts
        self.features = len(PLANES) + 4
        steps = len(self.parts["step"].channels)
        self.weights: dict[str, Floats] = {
            "clicks": np.zeros((steps, self.words.size), np.float32),
            "features": np.zeros((steps, self.features), np.float32),
            "critic": np.zeros(1 + 7 + 4 + 12, np.float32),
        }

    def batch(self, seen: Floats, masks: NDArray[np.int8]) -> Batch:
        """The candidates of several observations with their features."""
        which, clicks = np.nonzero(masks)
        parts, words, count = self.parts, self.words, len(seen)
        planes = parts["planes"].of(seen[0]).shape
        stacked = seen[:, parts["planes"].start : parts["planes"].end].reshape(count, *planes)
        pieces = seen[:, parts["pieces"].start : parts["pieces"].end].reshape(count, *parts["pieces"].shape)
        place, piece = clicks - words.first["place"], clicks - words.first["piece"]
        is_place = (place >= 0) & (place < words.count["place"])
        is_piece = (piece >= 0) & (piece < words.count["piece"])
        inside = np.where(is_piece, piece, 0)
        stands = pieces[which, 1, inside].astype(np.int64) - 1
        row = np.where(is_place, place, np.where(is_piece, stands, -1))
        features = np.zeros((len(clicks), self.features), np.float32)
        features[:, : len(PLANES)] = stacked[which, :, np.maximum(row, 0)] / SCALE * (row >= 0)[:, None]
        features[:, len(PLANES)] = is_place
        features[:, len(PLANES) + 1] = is_piece
        features[:, len(PLANES) + 2] = is_piece * pieces[which, 2, inside] / 5
        features[:, len(PLANES) + 3] = is_piece * pieces[which, 3, inside]
        steps = np.argmax(seen[:, parts["step"].start : parts["step"].end], axis=1)
        starts = np.flatnonzero(np.diff(which, prepend=-1))
        return Batch(steps[which], clicks, features, starts, self._positions(seen, stacked))

    def _positions(self, seen: Floats, planes: Floats) -> Floats:
        """A few figures of the whole position."""
        at, end = self.parts["globals"].start, self.parts["tracks"].end
        figures = [np.ones((len(seen), 1), np.float32), seen[:, at:end] / 10, planes[:, :12].sum(axis=2) / 50]
        return np.concatenate(figures, axis=1)

    def logs(self, batch: Batch) -> Floats:
        """The logarithm of each candidate's probability."""
        weights = self.weights["features"][batch.steps]
        scores = self.weights["clicks"][batch.steps, batch.clicks] + np.einsum("ij,ij->i", batch.features, weights)
        owner = owners(batch)
        scores -= np.maximum.reduceat(scores, batch.starts)[owner]
        return np.asarray(scores - np.log(np.add.reduceat(np.exp(scores), batch.starts))[owner], np.float32)

    def worth(self, batch: Batch) -> Floats:
        return np.asarray(batch.positions @ self.weights["critic"], np.float32)

    def pick(self, batch: Batch, rng: np.random.Generator, cold: bool = False) -> tuple[Ints, Floats]:
        """One candidate of each decision (by its place in the batch), and all log-probabilities. A cold policy takes
        the best one."""
        logs = self.logs(batch)
        noise = 0.0 if cold else rng.gumbel(size=len(logs))
        ends = np.append(batch.starts[1:], len(logs))
        tries = logs + noise
        chosen = [start + int(np.argmax(tries[start:end])) for start, end in zip(batch.starts, ends, strict=True)]
        return np.array(chosen, np.int64), logs

    def save(self, path: Any) -> None:
        np.savez_compressed(path, **self.weights)  # type: ignore[arg-type]

    def load(self, found: Any) -> None:
        self.weights = {name: found[name] for name in self.weights}


def owners(batch: Batch) -> Ints:
    """The decision that each candidate belongs to."""
    marks = np.zeros(len(batch.clicks), np.int64)
    marks[batch.starts] = 1
    return np.asarray(np.cumsum(marks) - 1, np.int64)
