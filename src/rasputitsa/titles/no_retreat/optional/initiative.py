"""[15.11] Variable card Initiative: whose marked events may be played, and the victory points that move the counter."""

from __future__ import annotations

from rasputitsa.kernel import Choice, Question
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.actions.optional import Keep, Stake
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, SOVIET
from rasputitsa.titles.no_retreat.state import NoRetreatState


def card_initiative(s: NoRetreatState, side: int) -> int:
    """5.3.3, 15.11 The side whose marked events this side may play: the one with the Initiative. With the variable
    Initiative the counter on the turn track decides: before turn 12 for the Soviets, who use Stars from its turn on;
    later for the Axis, which uses Crosses before its turn."""
    if not s.game.profile.variable_initiative or side == s.initiative:
        return s.initiative
    return SOVIET if s.turn >= s.star_turn else AXIS


def payer(s: NoRetreatState) -> int:
    """15.11.2, 15.11.3 The Soviets may pay before turn 12, the Axis from then on."""
    return SOVIET if s.turn < s.game.initiative_turn else AXIS


def may_stake(s: NoRetreatState) -> bool:
    """15.11.2, 15.11.3 One Event VP a turn may be paid, while that would still change something."""
    if not s.game.profile.variable_initiative:
        return False
    useful = s.star_turn > s.turn if payer(s) == SOVIET else s.star_turn >= s.turn
    return useful and points.may_pay(s, payer(s), 1)


def reset_counter(s: NoRetreatState) -> None:
    """15.11.1, 15.11.2, 15.11.2.1 The counter lies on turn 12 at the start, and again from the Events Phase of turn 12
    on."""
    s.star_turn = s.game.initiative_turn


class PayPoint(Choice[NoRetreatState]):
    """15.11.2, 15.11.3 A VP is paid: the counter moves a turn back for the Soviets, a turn forward for the Axis."""

    action = Stake
    label = "Pay 1 VP"

    def do(self, s: NoRetreatState, action: Stake) -> None:
        s.pop()
        points.pay(s, payer(s), 1, "15.11", "the Initiative counter moves")
        s.star_turn += -1 if payer(s) == SOVIET else 1


class LeaveCounter(Choice[NoRetreatState]):
    """15.11 Nobody has to pay."""

    action = Keep
    label = "Leave it"

    def do(self, s: NoRetreatState, action: Keep) -> None:
        s.pop()


class InitiativeStakes(Question[NoRetreatState]):
    """15.11.2, 15.11.3 In each Victory Phase one VP may be paid: before turn 12 by the Soviets to move the counter a
    turn back, later by the Axis to move it a turn forward."""

    rule = "15.11"
    choices = (PayPoint, LeaveCounter)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[payer(s)] if may_stake(s) else None

    def prompt(self, s: NoRetreatState) -> str:
        way = "back" if payer(s) == SOVIET else "forward"
        return f"The Initiative counter lies on turn {s.star_turn}. Pay a VP to move it a turn {way}?"


STEPS = (InitiativeStakes,)
