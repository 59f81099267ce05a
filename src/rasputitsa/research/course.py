"""A game as OpenSpiel holds it: a position, the clicks of the decision that is due, and what each side remembers.

It can be copied, pickled, and replaced by one that a side could not tell from it.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

import msgspec

from rasputitsa.kernel import Action, State
from rasputitsa.research.clicks import Clicks, vocabulary

Deed = tuple[Action, tuple[int, ...]]
"""An action and the clicks that were made for it."""


class Memory:
    """What a side has seen and done, line by line; worked out when somebody asks."""

    def __init__(self, side: str, state: State, lines: list[str], read: int = 0) -> None:
        self.side, self.state, self.lines, self.read = side, state, lines, read

    def copy(self) -> Memory:
        return Memory(self.side, self.state.copy(), self.lines[:], self.read)

    def catch_up(self, deeds: list[Deed]) -> None:
        """Read the deeds since the last time. A line is what the side saw of one, its own clicks, and a digest of all
        that it saw afterwards."""
        for action, clicks in deeds[self.read :]:
            who = self.state.side
            told = self.state.describe(action, self.side)
            self.state.apply(action)
            own = f" {list(clicks)}" if who == self.side else ""
            self.lines.append(f"{who}: {told}{own} #{self._digest()}")
        self.read = len(deeds)

    def _digest(self) -> str:
        return hashlib.blake2b(msgspec.json.encode(self.state.view(self.side)), digest_size=8).hexdigest()


class Course:
    """A game from some position on."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.deeds: list[Deed] = []
        self.made: list[int] = []
        """The clicks of the decision that is due."""
        self.memories = {side: Memory(side, state.copy(), []) for side in state.game.title.sides}
        self._clicks: Clicks | None = None

    def __deepcopy__(self, memo: Any) -> Course:
        new = Course.__new__(Course)
        new.state, new.deeds, new.made = self.state.copy(), self.deeds[:], self.made[:]
        new.memories = {side: memory.copy() for side, memory in self.memories.items()}
        new._clicks = None
        return new

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_clicks": None}

    @property
    def clicks(self) -> Clicks:
        if self._clicks is None:
            self._clicks = Clicks(vocabulary(self.state.game.title), self.state)
            for number in self.made:
                self._clicks.click(number)
        return self._clicks

    def click(self, number: int) -> None:
        """Click; the decision is taken when the action is certain."""
        action = self.clicks.click(number)
        self.made.append(number)
        if action is not None:
            self.deeds.append((action, tuple(self.made)))
            self.state.apply(action)
            self.made, self._clicks = [], None

    def remembered(self, side: str) -> str:
        """All that a side has seen and done so far: two games that it cannot tell apart have the same text."""
        memory = self.memories[side]
        memory.catch_up(self.deeds)
        pending = f"{list(self.made)}" if self.state.side == side else ""
        return "\n".join([*memory.lines, f"{self.state.side}? {pending}"])

    def imagined(self, side: str, rng: random.Random) -> Course:
        """A game that could be this one for all that a side knows. The enemy is taken to remember no more of it than
        this side does, and what it sees now."""
        memory = self.memories[side]
        memory.catch_up(self.deeds)
        new = Course(self.state.imagine(side, rng))
        for other in new.memories.values():
            other.lines = memory.lines[:]
        new.made = self.made[:] if self.state.side == side else []
        return new
