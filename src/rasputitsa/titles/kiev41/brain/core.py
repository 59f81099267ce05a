"""The brain of Kiev '41: seasons, impulses, and the value of a position. Its candidates register with it from the
other modules of this package."""

from __future__ import annotations

from collections.abc import Hashable

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Brain
from rasputitsa.titles.kiev41.brain.prospects import IMPULSES, features, lead
from rasputitsa.titles.kiev41.components import HQS, OF_SIDE, SIDES
from rasputitsa.titles.kiev41.sequence import Impulse
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.weather import SNOW, bad_weather


class KievBrain(Brain[Kiev]):
    """The brain of Kiev '41."""

    package = "rasputitsa.titles.kiev41"
    periods = ("summer", "sprint", "race", "mud", "winter", "counterblow")
    plans = 5
    won = 4.0

    def period(self, s: Kiev) -> str:
        """The season; a short scenario is a sprint in good weather, a race if nearly all must be taken before it breaks
        (S.3), a counterblow in snow."""
        long = s.game.scenario == "campaign"
        if bad_weather(s):
            return "mud" if s.weather < SNOW else "winter" if long else "counterblow"
        return "summer" if long else "race" if s.game.scenario == "pocket" else "sprint"

    def turn_of(self, s: Kiev) -> Hashable:
        """An impulse is the player turn here."""
        return (s.turn, s.active, s.passes, s.disc_uses[0] + s.disc_uses[1], s.axis_impulses)

    def own_turn(self, s: Kiev, side: str) -> bool:
        return SIDES[s.active] == side

    def time_to_plan(self, s: Kiev, side: str) -> bool:
        """In impulses; the Logistics Phase goes by the officer's weights."""
        return any(frame[0] == Impulse.id for frame in s.stack)

    def planned(self, s: Kiev) -> Hashable:
        """A plan is for an impulse; the steps of the HQs tell one from the next in the same month."""
        return (self.turn_of(s), sum(s.strength[hq] for hq in bits(HQS & OF_SIDE[s.active] & s.on_map)))

    def horizon(self, s: Kiev, side: str) -> int:
        return IMPULSES

    def features(self, s: Kiev, side: str) -> dict[str, float]:
        return features(s, SIDES.index(side))

    def lead(self, s: Kiev, side: str) -> float:
        """Victory Areas more than the enemy's, and a little for the armies."""
        return lead(s, SIDES.index(side))


BRAIN = KievBrain()
