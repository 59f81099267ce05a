"""What the general has beside the officer's weights: the styles its plans are made of, and what a position is worth
where it stops looking ahead. Both are data beside the title's code, in data/players/general.toml:

    [styles.storm]         # factors on the officer's weights
    attack = 0.3
    [evaluation]           # what each feature of the brain tells of who will win, found by `rasputitsa fit`
    lead = 0.6

A title without that file plans in the styles of the officer's own file and goes by the brain's `evaluate`.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cache
from importlib.resources import files
from math import exp, tanh
from typing import Any

from rasputitsa.kernel import State
from rasputitsa.players.brain import Brain
from rasputitsa.players.weights import VARIATION

DECIDED = 0.97


class Staff:
    """Styles and judgement."""

    def __init__(self, brain: Brain[Any], styles: Mapping[str, Mapping[str, float]], judgement: Mapping[str, float]):
        self.brain = brain
        officer = brain.book("officer")
        self.book = officer.styled(styles) if styles else officer
        self.judgement = dict(judgement)

    def varied(self, number: int, spread: float, rng: random.Random) -> Staff:
        """The same staff with `number` more variations of the officer's way among the styles."""
        varied, known = copy(self), len(self.book.styles)
        new = {f"{VARIATION}{known + n}": _variation(self.book.names, spread, rng) for n in range(number)}
        varied.book = self.book.styled({**self.book.styles, **new})
        return varied

    def worth(self, s: State, side: str) -> float:
        """What a position is worth to a side: its chance, from -1 for a game lost to 1 for one won; or what the brain
        says if nothing was fitted."""
        if not self.judgement:
            return self.brain.evaluate(s, side, self.book.at(side, self.brain.period(s)))
        if s.side is None:
            return self.brain.result(s, side)
        return tanh(weigh(self.judgement, self.brain.features(s, side)) / 2)

    def decided(self, worth: float) -> bool:
        """Is a game worth that as good as won or lost?"""
        return bool(self.judgement) and abs(worth) > DECIDED


def _variation(names: Iterable[str], spread: float, rng: random.Random) -> dict[str, float]:
    """A factor for each weight; none further off than three times the spread."""
    return {name: exp(max(-3 * spread, min(3 * spread, rng.gauss(0.0, spread)))) for name in names}


def weigh(judgement: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The logarithm of the odds that a side wins."""
    return sum(judgement.get(name, 0.0) * value for name, value in features.items())


@cache
def _read(package: str) -> dict[str, Any]:
    file = files(package).joinpath("data", "players", "general.toml") if package else None
    return tomllib.loads(file.read_text(encoding="utf-8")) if file is not None and file.is_file() else {}


def staff_of(brain: Brain[Any]) -> Staff:
    """The general's staff for a title."""
    data = _read(brain.package)
    return Staff(brain, data.get("styles", {}), data.get("evaluation", {}))
