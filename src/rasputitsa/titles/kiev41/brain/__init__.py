"""How the computer plays Kiev '41: candidates for every question, scored by weights in data/players.

They read the faces of their own side and the backs of the enemy's: what is hidden is taken for average (sense.py).
"""

from __future__ import annotations

from collections.abc import Hashable

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Brain
from rasputitsa.players.weights import Weights
from rasputitsa.titles.kiev41.areas import AREAS, ELIMINATED
from rasputitsa.titles.kiev41.brain.prospects import IMPULSES, features, result
from rasputitsa.titles.kiev41.components import OF_SIDE, SIDES
from rasputitsa.titles.kiev41.state import PLAYING, Kiev
from rasputitsa.titles.kiev41.victory import victory_points
from rasputitsa.titles.kiev41.weather import SNOW, bad_weather


class KievBrain(Brain[Kiev]):
    """The brain of Kiev '41."""

    package = "rasputitsa.titles.kiev41"
    periods = ("summer", "sprint", "mud", "winter", "counterblow")

    def period(self, s: Kiev) -> str:
        """The season; a short scenario is a sprint in good weather, a counterblow in snow."""
        long = s.game.scenario == "campaign"
        if bad_weather(s):
            return "mud" if s.weather < SNOW else "winter" if long else "counterblow"
        return "summer" if long else "sprint"

    def turn_of(self, s: Kiev) -> Hashable:
        """An impulse is the player turn here."""
        return (s.turn, s.active, s.passes, s.disc_uses[0] + s.disc_uses[1], s.axis_impulses)

    def own_turn(self, s: Kiev, side: str) -> bool:
        return SIDES[s.active] == side

    def evaluate(self, s: Kiev, side: str, w: Weights) -> float:
        """Victory Areas, steps on the map and blocks lost for good."""
        me = SIDES.index(side)
        if s.winner != PLAYING:
            return 100.0 if s.winner == me else -100.0
        points = 4.0 * (victory_points(s, me) - victory_points(s, 1 - me))
        return points + 0.15 * (_army(s, me) - _army(s, 1 - me))

    def planned(self, s: Kiev) -> Hashable:
        """Impulses are short: a plan is made for a month."""
        return s.turn

    def horizon(self, s: Kiev, side: str) -> int:
        return IMPULSES

    def features(self, s: Kiev, side: str) -> dict[str, float]:
        return features(s, SIDES.index(side))

    def result(self, s: Kiev, side: str) -> float:
        return result(s, SIDES.index(side))

    def margin(self, s: Kiev, side: str) -> float:
        """Victory Areas more than the enemy's, and a little for the armies; the winner is always ahead."""
        me = SIDES.index(side)
        lead = victory_points(s, me) - victory_points(s, 1 - me) + 0.02 * (_army(s, me) - _army(s, 1 - me))
        return lead + (4.0 if s.winner == me else -4.0)


def _army(s: Kiev, side: int) -> float:
    """Steps on the map, less for isolated blocks; every block lost for good counts against it."""
    total = 0.0
    for b in bits(OF_SIDE[side]):
        if s.place[b] < AREAS:
            total += (s.strength[b] or 1) * (0.4 if s.isolated >> b & 1 else 1.0)
        elif s.place[b] == ELIMINATED:
            total -= 1.0
    return total


BRAIN = KievBrain()

from rasputitsa.titles.kiev41.brain import fighting, impulses, orders, rear  # noqa: E402

__all__ = ["BRAIN", "fighting", "impulses", "orders", "rear"]
