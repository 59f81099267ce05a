"""Positions of random games, for the tests of this folder."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rasputitsa.kernel import CHANCE, State, title

CASES = [("kiev41", "snow"), ("no-retreat", "fall-blau")]


def played(name: str, scenario: str, every: int, seed: int = 1) -> Iterator[State]:
    """Every so-and-so-many-th position of a random game in which a side decides. The same object each time."""
    state, rng, decisions = title(name).new(scenario), random.Random(seed), 0
    while state.side is not None:
        if state.side != CHANCE:
            decisions += 1
            if decisions % every == 0:
                yield state
        state.apply(state.sample(rng))
