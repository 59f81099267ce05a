"""Many games at once against one opponent, so that a policy can look at them all in one go.

    games = Vector("no-retreat", 16, scenario="citadel")
    seen = games.reset(seed=1)
    while True:
        seen, rewards, over = games.step(choose(seen.observations, seen.masks))

The learner has the first side in half of the games and the second in the others; the opponent answers by itself. A game
that is over starts again with the next seed: `over` marks it, and what is seen is the new game's first decision.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rasputitsa.research.features import Floats
from rasputitsa.research.game import ClickGame

Opponent = Callable[[ClickGame, random.Random], None]
"""Takes one decision for the other side: with `game.play(action)`, or with clicks."""


def at_random(game: ClickGame, rng: random.Random) -> None:
    """The player `random`: any legal action."""
    game.play(game.state.sample(rng))


class Seen(NamedTuple):
    """What the learner sees in each game: one row a game."""

    observations: Floats
    masks: NDArray[np.int8]


class Vector:
    """Games of one scenario, side by side in one process."""

    def __init__(
        self,
        name: str,
        count: int,
        opponent: Opponent = at_random,
        sides: Sequence[str] | None = None,
        **settings: Any,
    ) -> None:
        self.games = [ClickGame(name, **settings) for _ in range(count)]
        known = self.games[0].title.sides
        self.sides = list(sides) if sides else [known[number % 2] for number in range(count)]
        """The learner's side in each game."""
        self.opponent = opponent
        self.encoder, self.words = self.games[0].encoder, self.games[0].words
        self._rngs = [random.Random() for _ in range(count)]
        self.seeds = [0] * count
        """The seed of each game under way."""

    def reset(self, seed: int) -> Seen:
        """Start all games, with seeds from this one upwards."""
        self._next = seed
        for number in range(len(self.games)):
            self._start(number)
        return self.look()

    def _start(self, number: int) -> None:
        self.seeds[number] = self._next
        self._rngs[number].seed(self._next)
        self._next += 1
        self.games[number].reset(self.seeds[number])
        self._answer(number)

    def _answer(self, number: int) -> None:
        """Let the opponent click until the learner is asked or the game is over."""
        game, side, rng = self.games[number], self.sides[number], self._rngs[number]
        while game.side not in (None, side) and not game.cut_short:
            self.opponent(game, rng)

    def look(self) -> Seen:
        """What the learner sees now."""
        pairs = list(zip(self.games, self.sides, strict=True))
        return Seen(
            np.stack([game.observe(side) for game, side in pairs]), np.stack([game.mask(side) for game, side in pairs])
        )

    def step(self, numbers: Sequence[int]) -> tuple[Seen, Floats, NDArray[np.bool_]]:
        """Click one number in each game; what is seen then, the rewards, and which games were over."""
        rewards, over = np.zeros(len(self.games), np.float32), np.zeros(len(self.games), bool)
        for number, (game, click) in enumerate(zip(self.games, numbers, strict=True)):
            game.click(int(click))
            self._answer(number)
            if game.side is None or game.cut_short:
                rewards[number], over[number] = game.score(self.sides[number]), True
                self._start(number)
        return self.look(), rewards, over
