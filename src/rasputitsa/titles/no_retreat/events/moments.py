"""[4.0], [5.0] The moments of the sequence of play at which events may be played, as steps for its table."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.state import NoRetreatState


class CardEvents(Step[NoRetreatState]):
    """5.0 Events of the Card Phase, when the draw is over."""

    rule = "5.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "card", s.phasing)


class SupplyEvents(Step[NoRetreatState]):
    """6.0 Events at the end of the Supply Check Phase, the phasing side's first."""

    rule = "6.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "enemy-supply", 1 - s.phasing)
        open_window(s, "supply", s.phasing)


class BeforeMovement(Step[NoRetreatState]):
    """8.0 The enemy's events before the first move."""

    rule = "8.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "before-enemy-movement", 1 - s.phasing)


class AfterMovement(Step[NoRetreatState]):
    """8.0 The enemy's events after the last move."""

    rule = "8.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "enemy-movement", 1 - s.phasing)


class DetrainingEvents(Step[NoRetreatState]):
    """9.2 Events of the Detraining Phase."""

    rule = "9.2"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "detraining", s.phasing)


STEPS = (CardEvents, SupplyEvents, BeforeMovement, AfterMovement, DetrainingEvents)
