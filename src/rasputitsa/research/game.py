"""A game played click by click, with its own dice: what the environments are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rasputitsa.kernel import CHANCE, Action, Dice, Record, State, title
from rasputitsa.kernel.state import CHECKED
from rasputitsa.kernel.title import Game
from rasputitsa.research.clicks import Clicks
from rasputitsa.research.encoder import Encoder
from rasputitsa.research.features import Floats


class ClickGame:
    """A scenario to play again and again. After `reset` and after every click somebody is asked, or it is over."""

    def __init__(
        self, name: str, scenario: str | None = None, edition: str | None = None, options: dict[str, Any] | None = None
    ) -> None:
        self.title = title(name)
        self.game: Game = self.title.prepare(scenario, edition, options or {})
        self.encoder = Encoder(self.title)
        self.words = self.encoder.layout.words
        self._start = Record(self.game).state

    def reset(self, seed: str | int) -> None:
        """A new game; equal seeds have equal dice."""
        self.state: State = self._start.copy()
        self.dice = Dice(seed)
        self.decisions = 0
        self._settle()

    def _settle(self) -> None:
        """Let chance play: the next decision is due."""
        state = self.state
        while state.side == CHANCE:
            state.apply(self.dice.roll(state))
        self._clicks: Clicks | None = None
        self._shown = ""

    @property
    def clicks(self) -> Clicks:
        """The decision that is due; it is opened when somebody looks at it."""
        if self._clicks is None:
            self._clicks = Clicks(self.words, self.state)
        return self._clicks

    @property
    def side(self) -> str | None:
        """Who is asked; None when the game is over."""
        return self.state.side

    @property
    def options(self) -> list[int]:
        """The numbers that can be clicked now."""
        return self.clicks.options

    @property
    def cut_short(self) -> bool:
        """Has the game taken more decisions than any should?"""
        return self.decisions >= self.title.decision_cap

    def click(self, number: int) -> bool:
        """Click a number; is the decision taken with it? The action comes from the list of legal ones, so it is not
        checked again."""
        action = self.clicks.click(number)
        if action is None:
            return False
        self.state.memo[CHECKED] = action
        self.play(action)
        return True

    def play(self, action: Action) -> None:
        """Take the decision that is due in one go; whatever was clicked is forgotten."""
        self.state.apply(action)
        self.decisions += 1
        self._settle()

    def score(self, side: str) -> float:
        """+1 for a won game, -1 for a lost one, 0 for a draw and while it lasts."""
        outcome = self.state.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == side else -1.0

    def observe(self, side: str) -> Floats:
        """What a side sees, with the pending clicks if they are its own."""
        if side != self.state.side:
            return self.encoder.position(self.state, side)
        if side == self._shown:
            return self.encoder.again(side, self.clicks)
        self._shown = side
        return self.encoder.encode(self.state, side, self.clicks)

    def mask(self, side: str) -> NDArray[np.int8]:
        """1 for each number that the side can click now."""
        mask = bytearray(self.words.size)
        if side == self.state.side:
            for number in self.clicks.options:
                mask[number] = 1
        return np.frombuffer(mask, np.int8)

    def names(self) -> list[str]:
        """What can be clicked now, in words."""
        return [self.words.labels[number] for number in self.options]
