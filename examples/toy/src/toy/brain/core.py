"""The brain: periods, turns, and what a position is worth."""

from __future__ import annotations

from collections.abc import Hashable

from rasputitsa.kernel import SIDES
from rasputitsa.players.brain import Brain
from rasputitsa.players.weights import Weights
from toy.components import FORWARD, GOAL
from toy.state import ToyState

WON = 10.0
STRONG = 0


class ToyBrain(Brain[ToyState]):
    package = "toy"
    sectors = 2
    periods = ("early", "late")

    def period(self, s: ToyState) -> str:
        return "early" if s.turn < 2 else "late"

    def turn_of(self, s: ToyState) -> Hashable:
        return s.turn, s.active

    def own_turn(self, s: ToyState, side: str) -> bool:
        return SIDES[s.active] == side

    def features(self, s: ToyState, side: str) -> dict[str, float]:
        mine = SIDES.index(side)
        return {"gone": gone(s, mine) - gone(s, 1 - mine), "card": float(s.hand[mine] == STRONG)}

    def evaluate(self, s: ToyState, side: str, w: Weights) -> float:
        mine = SIDES.index(side)
        return WON * self.result(s, side) or gone(s, mine) - gone(s, 1 - mine)


def gone(s: ToyState, side: int) -> float:
    """How far the pieces of a side have come, together."""
    home = GOAL[1 - side]
    return float(sum((s.at[unit] - home) * FORWARD[side] for unit in s.units(side)))


BRAIN = ToyBrain()
