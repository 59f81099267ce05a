"""[13.4], [5.2.1] The second front: the red events of the turn track, and what they cost the Axis."""

from __future__ import annotations

from rasputitsa.kernel import Question, Step
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.codes import AXIS, NO_RED_EVENT, SIDES, SOVIET
from rasputitsa.titles.no_retreat.payment import TossCard
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import score


def red_event(s: NoRetreatState) -> str:
    """13.4 The name of this turn's red event; empty when there is none, or an event has cancelled it."""
    if any(e[0] == NO_RED_EVENT and e[2] == s.turn for e in s.effects):
        return ""
    return s.game.turns[s.turn].red_event or ""


def cancel_red_event(s: NoRetreatState, side: int) -> None:
    """13.4 An event: this turn's second-front event gives no VP and costs the Axis no card."""
    s.effects.append((NO_RED_EVENT, side, s.turn))


class SecondFront(Step[NoRetreatState]):
    """13.4, 12.7 A red event gives the Soviets a VP."""

    rule = "13.4"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        event = red_event(s)
        if event:
            score(s, SOVIET, s.game.tables.victory.red_event, "13.4", event)


class TossForSecondFront(TossCard):
    """5.2.1 The Axis chooses the card that the second front costs."""

    def side(self, s: NoRetreatState) -> int:
        return AXIS

    def do(self, s: NoRetreatState, action: Toss) -> None:
        super().do(s, action)
        s.pop()


class TwoFrontWar(Question[NoRetreatState]):
    """5.2.1, 5.2.1.1, digital P.1.3 On turns with a red event the Axis discards a card of its choice after drawing (in
    the digital editions it loses the VP only)."""

    rule = "5.2.1"
    verb = "Discard"
    choices = (TossForSecondFront,)

    def side(self, s: NoRetreatState) -> str | None:
        costs = s.game.profile.second_front_card and s.game.tables.cards.red_event_discard
        due = costs and s.phasing == AXIS and red_event(s) and s.hand(AXIS)
        return SIDES[AXIS] if due else None

    def prompt(self, s: NoRetreatState) -> str:
        return f"{red_event(s)}: discard a card."


STEPS = (TwoFrontWar, SecondFront)
