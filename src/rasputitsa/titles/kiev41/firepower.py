"""[4.2.2] Firepower: dice that hit on a 6 (SF), on 5 and 6 (DF), on 4 to 6 (TF), rolled together and counted."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from itertools import accumulate

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import ChanceStep
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import Hits
from rasputitsa.titles.kiev41.state import Kiev

Dice = tuple[int, int, int]
"""How many dice of single, double and triple fire."""


@cache
def hit_table(dice: Dice) -> tuple[tuple[Hits, int], ...]:
    """The number of hits of a handful of dice, each with its exact weight out of six to the number of dice."""
    weights = [1]
    for fire, number in enumerate(dice, 1):
        for _ in range(number):
            missed = [w * (6 - fire) for w in weights] + [0]
            for hits, w in enumerate(weights):
                missed[hits + 1] += w * fire
            weights = missed
    return tuple((Hits(hits), w) for hits, w in enumerate(weights) if w)


def hit_chances(dice: Dice) -> dict[int, float]:
    """The exact probability of each number of hits."""
    rolls = 6 ** sum(dice)
    return {hits.number: weight / rolls for hits, weight in hit_table(dice)}


@cache
def hits_past(dice: Dice, shield: int) -> float:
    """How many hits come past a shield on average: luck may bring some through where the average would bring none."""
    return sum((hits - shield) * chance for hits, chance in hit_chances(dice).items() if hits > shield)


@cache
def chance_of(dice: Dice, hits: int) -> float:
    """The probability of that many hits or more."""
    return sum(chance for number, chance in hit_chances(dice).items() if number >= hits)


def expected_hits(dice: Dice) -> float:
    """The hits of a handful of dice on average."""
    return sum(fire * number for fire, number in enumerate(dice, 1)) / 6


def together(handfuls: Iterable[Dice]) -> Dice:
    """Several handfuls of dice in one."""
    single = double = triple = 0
    for dice in handfuls:
        single, double, triple = single + dice[0], double + dice[1], triple + dice[2]
    return single, double, triple


@cache
def _running(dice: Dice) -> tuple[int, ...]:
    return tuple(accumulate(weight for _, weight in hit_table(dice)))


class HitRoll(ChanceStep[Kiev]):
    """4.2.2 A roll of single, double and triple fire dice; the number of hits is left in `hits`. Frame: the dice."""

    rule = "4.2.2"

    def dice(self, s: Kiev) -> Dice:
        _, single, double, triple = s.frame
        return single, double, triple

    def outcomes(self, s: Kiev) -> list[tuple[Action, int]]:
        return list(hit_table(self.dice(s)))

    def sample(self, s: Kiev, rng: random.Random) -> Action:
        dice = self.dice(s)
        running = _running(dice)
        return hit_table(dice)[bisect_right(running, rng.random() * running[-1])][0]

    def is_battle(self, s: Kiev) -> bool:
        return any(s.game.title.steps[frame[0]].name == "Battle" for frame in s.stack)

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Hits) and 0 <= action.number <= sum(s.frame[1:]):
            return None
        return Refusal(self.rule, f"To be rolled: {count(sum(s.frame[1:]), 'die', 'dice')}.")

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, Hits)
        s.hits = action.number
        s.pop()

    def label(self, s: Kiev) -> str:
        return "hits"


def roll(s: Kiev, dice: Dice) -> None:
    """Roll dice; without any there are no hits and nothing to roll."""
    s.hits = 0
    if any(dice):
        s.push(HitRoll, *dice)


def add(dice: list[int], fire: int, number: int) -> None:
    """Add a unit's dice to a handful; firepower 0 has none."""
    if fire and number:
        dice[fire - 1] += number
