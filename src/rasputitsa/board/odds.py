"""Odds and dice: ratio columns, column shifts, and exact chances as fractions. Pure functions, no dice."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TypeVar

Result = TypeVar("Result", bound=Hashable)

BELOW = -1
"""The column of odds too low for the table."""


class RatioColumns:
    """The odds columns of a combat table, worst first: RatioColumns("1:3", "1:2", "1:1", "3:2", "2:1")."""

    def __init__(self, *labels: str) -> None:
        self.labels = labels
        ratios = [_ratio(label) for label in labels]
        if ratios != sorted(set(ratios)):
            raise ValueError(f"odds columns must rise from left to right: {', '.join(labels)}")
        self._ratios = tuple((ratio.numerator, ratio.denominator) for ratio in ratios)

    def column(self, attack: int, defend: int) -> int:
        """The highest column that attack : defend reaches, rounding down; BELOW when it reaches none.

        Odds above the last column are the last column; so is an attack on nothing.
        """
        if attack <= 0:
            return BELOW
        return sum(attack * parts >= whole * defend for whole, parts in self._ratios) - 1

    def shift(self, column: int, by: int) -> int:
        """A column moved right (or left, negative), never beyond the last; left of the first is BELOW.

        Odds that were below the table to begin with stay there.
        """
        if column == BELOW:
            return BELOW
        return max(BELOW, min(column + by, len(self.labels) - 1))

    def label(self, column: int) -> str:
        """'3:2', or '<1:3' below the table."""
        return f"<{self.labels[0]}" if column == BELOW else self.labels[column]


def _ratio(label: str) -> Fraction:
    attack, _, defend = label.partition(":")
    return Fraction(int(attack), int(defend))


def strength_column(thresholds: Sequence[int], strength: int) -> int:
    """The column of a table that goes by strength, given each column's least strength; BELOW when too weak."""
    return sum(1 for least in thresholds if strength >= least) - 1


def distribution(faces: Iterable[Result]) -> dict[Result, Fraction]:
    """The chance of each result of a table column, given its result for every face of the die."""
    results = list(faces)
    return {result: Fraction(results.count(result), len(results)) for result in dict.fromkeys(results)}


def mixture(parts: Iterable[tuple[Fraction, Mapping[Result, Fraction]]]) -> dict[Result, Fraction]:
    """The distribution of a thing that goes one way or another: weights with the distribution each leads to."""
    out: dict[Result, Fraction] = {}
    for weight, chances in parts:
        for result, chance in chances.items():
            out[result] = out.get(result, Fraction(0)) + weight * chance
    return out


def hit_chance(at_least: int, faces: int = 6) -> Fraction:
    """The chance that one die shows this number or more: 5+ is 1/3."""
    return Fraction(max(0, min(faces, faces + 1 - at_least)), faces)


def hits(dice: int, at_least: int, faces: int = 6) -> tuple[Fraction, ...]:
    """The chances of 0, 1, ... `dice` hits when each die hits on `at_least` or more."""
    p = hit_chance(at_least, faces)
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


def together(distributions: Iterable[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """The chances of 0, 1, 2, ... hits of several groups of dice thrown together."""
    total: tuple[Fraction, ...] = (Fraction(1),)
    for chances in distributions:
        joined = [Fraction(0)] * (len(total) + len(chances) - 1)
        for a, p in enumerate(total):
            for b, q in enumerate(chances):
                joined[a + b] += p * q
        total = tuple(joined)
    return total


def at_least(chances: Sequence[Fraction], count: int) -> Fraction:
    """The chance of this many hits or more."""
    return sum(chances[max(count, 0) :], Fraction(0))


def mean(chances: Sequence[Fraction]) -> Fraction:
    """The expected number of hits."""
    return sum((k * p for k, p in enumerate(chances)), Fraction(0))
