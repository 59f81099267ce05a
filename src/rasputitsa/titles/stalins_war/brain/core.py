"""The brain of Stalin's War: periods of the war, rounds, and the value of a position. Its candidates register with it
from the other modules of this package."""

from __future__ import annotations

from collections.abc import Hashable

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Brain
from rasputitsa.players.weights import Weights
from rasputitsa.titles.stalins_war.setup import set_up
from rasputitsa.titles.stalins_war.state import AXIS, SIDES, Position

PERIODS = ("barbarossa", "blau", "kursk", "bagration")
LAST_TURNS = (4, 8, 12)
"""The last turn of each period but the last."""
WON = 20.0
STEP = 0.05
"""What a step on the map counts beside a VP."""


class StalinBrain(Brain[Position]):
    """The brain of Stalin's War."""

    package = "rasputitsa.titles.stalins_war"
    periods = PERIODS
    won = WON

    def period(self, s: Position) -> str:
        return PERIODS[sum(s.turn > last for last in LAST_TURNS)]

    def turn_of(self, s: Position) -> Hashable:
        """An action round is the player turn here."""
        return (s.turn, s.round, s.active)

    def own_turn(self, s: Position, side: str) -> bool:
        return SIDES[s.active] == side

    def evaluate(self, s: Position, side: str, w: Weights) -> float:
        return WON * self.result(s, side) + self.lead(s, side)

    def lead(self, s: Position, side: str) -> float:
        """VPs above the level of the start, and a little for the armies."""
        me = SIDES.index(side)
        level = s.vp - set_up(s.game).vp
        return (level if me == AXIS else -level) + STEP * (steps(s, me) - steps(s, 1 - me))


def steps(s: Position, side: int) -> int:
    """The steps a side has on the map."""
    return sum(s.steps_left(unit) for place in bits(s.occupied[side]) for unit in s.units_at(place))


BRAIN = StalinBrain()
