"""The brain of No Retreat!: periods of the war, turns, and the value of a position. Its candidates register with it
from the other modules of this package."""

from __future__ import annotations

from collections.abc import Hashable

from rasputitsa.players.brain import Brain
from rasputitsa.titles.no_retreat.brain.prospects import features, horizon, lead
from rasputitsa.titles.no_retreat.brain.sense import SECTORS
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.state import NoRetreatState


class NoRetreatBrain(Brain[NoRetreatState]):
    package = "rasputitsa.titles.no_retreat"
    periods = ("first", "second", "third")
    sectors = len(SECTORS)
    won = 10.0

    def period(self, s: NoRetreatState) -> str:
        """To the spring of 1942, to the shift of the Initiative, and after it."""
        return "first" if s.turn <= 6 else "second" if s.turn < 12 else "third"

    def turn_of(self, s: NoRetreatState) -> Hashable:
        return (s.turn, s.phasing)

    def own_turn(self, s: NoRetreatState, side: str) -> bool:
        return SIDES[s.phasing] == side

    def time_to_plan(self, s: NoRetreatState, side: str) -> bool:
        """When cards are drawn and units are placed: from the Movement Phase on."""
        return s.game.phases[s.phase].id in ("movement", "combat")

    def horizon(self, s: NoRetreatState, side: str) -> int:
        return horizon(s)

    def features(self, s: NoRetreatState, side: str) -> dict[str, float]:
        return features(s, SIDES.index(side), self.book("officer").at(side, self.period(s)))

    def lead(self, s: NoRetreatState, side: str) -> float:
        """The lead in victory points; a city taken counts once."""
        return lead(s, SIDES.index(side))


BRAIN = NoRetreatBrain()
