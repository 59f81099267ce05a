"""What a computer player may use: the view of its side, its choices, imagined positions, and the time left.

Never the true position: `imagine` draws anew whatever is hidden from the side, so a player that looks ahead on what
it returns plays fair by construction.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from rasputitsa.kernel import Action, Handle, Refusal, State, View


class Seat:
    """One side's place at the table for one decision."""

    def __init__(
        self,
        state: State,
        side: str,
        report: Callable[[float, str], None] | None = None,
        notes: dict[str, Any] | None = None,
    ) -> None:
        self._state = state
        self._report = report
        self.side = side
        self.notes: dict[str, Any] = {} if notes is None else notes
        """What the player wrote down at earlier decisions of this game, if whoever runs it kept the notebook: a
        player uses it to save work, and does without when it is empty."""

    def view(self) -> View:
        """All that the side may know."""
        return self._state.view(self.side)

    def legal(self, of: Handle | None = None) -> list[Action]:
        """Every legal action, or those of one handle."""
        return self._state.legal(of)

    def why_not(self, action: Action) -> Refusal | None:
        """None, or what is wrong with an action."""
        return self._state.why_not(action, self.side)

    def sample(self, rng: random.Random) -> Action:
        """One legal action at random, without listing them all."""
        return self._state.sample(rng)

    def imagine(self, rng: random.Random) -> State:
        """A position of one's own to play on: true as far as the side knows, drawn at random beyond that."""
        return self._state.imagine(self.side, rng)

    def report(self, progress: float, text: str = "") -> None:
        """Tell the table how far the thinking is, from 0 to 1, and perhaps in a few words."""
        if self._report is not None:
            self._report(progress, text)


class Deadline:
    """When the player should answer. It may come closer while it thinks: the person waiting said "move now"."""

    def __init__(self, seconds: float | None = None) -> None:
        """Seconds from now; None for all the time in the world."""
        self._at = float("inf") if seconds is None else time.monotonic() + seconds

    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self._at - time.monotonic())

    def passed(self) -> bool:
        """Is the time up?"""
        return time.monotonic() >= self._at

    def now(self) -> None:
        """Time is up."""
        self._at = 0.0
