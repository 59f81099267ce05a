"""The random player: any legal action."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action
from rasputitsa.players.seat import Deadline, Seat


class RandomPlayer:
    """Takes something it may click, then one of the actions that start with it."""

    def __init__(self, title: str, side: str, *, seed: int | str | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        return seat.sample(self._rng)
