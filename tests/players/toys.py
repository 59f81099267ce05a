"""Positions of the sample title for the tests of the players."""

from __future__ import annotations

import random

from rasputitsa.kernel import State
from toy import TITLE
from toy.brain import BRAIN
from toy.brain.core import ToyBrain

BOOK = BRAIN.book("officer")

__all__ = ["BOOK", "BRAIN", "ToyBrain", "position"]


def position(seed: int, plies: int) -> State:
    """A game of the sample title after this many random actions."""
    state, rng = TITLE.new(), random.Random(seed)
    for _ in range(plies):
        if not state.over:
            state.apply(state.sample(rng))
    return state
