"""Whoever runs a game supplies its dice: seeded, reproducible, common to paired games, verifiable afterwards."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.state import State
from rasputitsa.kernel.step import CHANCE


class Dice:
    """Each outcome is keyed on the seed, the kind of event and how many of that kind came before it: two games with
    the same seed get the same n-th battle die however many cards were drawn between."""

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)
        self._count: Counter[str] = Counter()
        self._random = random.Random()

    def copy(self) -> Dice:
        """Dice of their own that go on from here; what they roll depends on nothing but seed and counts."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._count = self._count.copy()
        return new

    @property
    def counts(self) -> Counter[str]:
        """How many events of each kind have been rolled."""
        return self._count.copy()

    def spend(self, counts: Mapping[str, int]) -> None:
        """Count events that were rolled and taken back: their outcomes were seen and never fall again."""
        self._count.update(counts)

    @property
    def commitment(self) -> str:
        """Shown before the game: the hash of the seed. Shown after it, the seed proves that the dice were fixed."""
        return commitment(self.seed)

    def roll(self, state: State) -> Action:
        """The outcome of the chance event under way."""
        label = state.chance_label()
        count = self._count[label] = self._count[label] + 1
        key = f"{self.seed}/{label}/{count}".encode()
        number = int.from_bytes(hashlib.blake2b(key, digest_size=16).digest())
        super(random.Random, self._random).seed(number)
        return state.sample(self._random)

    def skip(self, state: State) -> None:
        """Count an event whose outcome is already known (when a record is replayed)."""
        self._count[state.chance_label()] += 1


def commitment(seed: str | int) -> str:
    """A digest of a seed: published before a game, it proves afterwards that the dice were not changed."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def run_chance(state: State, dice: Dice) -> list[Action]:
    """Play all chance events that are due; return them."""
    done: list[Action] = []
    while state.side == CHANCE:
        action = dice.roll(state)
        state.apply(action, by=CHANCE)
        done.append(action)
    return done
