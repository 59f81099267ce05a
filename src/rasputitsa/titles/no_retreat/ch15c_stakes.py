"""[15.6], [15.11] Optional rules of the Victory Phase: No Surrender and the variable card Initiative."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import CHANCE, Action, ActionView, ChanceStep, Handle, Refusal, Step
from rasputitsa.titles.no_retreat import ch05a_piles as piles
from rasputitsa.titles.no_retreat import ch12a_points as points
from rasputitsa.titles.no_retreat.state import AXIS, AXIS_HAND, SIDES, SOVIET, NoRetreatState


class Lose(Action, frozen=True):
    """A card is discarded at random."""

    form = "{who:word} loses {card:card}"
    who: str
    card: int


class Stake(Action, frozen=True):
    """A victory point is paid to move the Initiative counter."""

    form = "pay a VP for the Initiative"


class Keep(Action, frozen=True):
    form = "leave the Initiative counter"


# -- [15.6] no surrender -------------------------------------------------------------------------------------------


def no_surrender(s: NoRetreatState, side: int, margin: int) -> None:
    """15.6 digital X.6 Sudden Death does not end the game: at the number the other side loses a card at random, and for
    each VP above it, two at most, it draws a card fewer next time (digital: discards one after drawing)."""
    if margin < 0:
        return
    other = 1 - side
    loss = min(margin, s.game.tables.limits.no_surrender_draws)
    if s.game.profile.digital:
        s.toss_debt[other] = loss
    else:
        s.draw_debt[other] += loss
    s.say("15.6", "No surrender: {} lose a card, and {} at the next draw", s.game.side_names[other], loss)
    s.push(RandomLoss, other)


class RandomLoss(ChanceStep[NoRetreatState]):
    """15.6 A side discards a card at random, if it has one. Frame: the side."""

    rule = "15.6"

    def side(self, s: NoRetreatState) -> str | None:
        return CHANCE if s.card.count(AXIS_HAND + s.frame[1]) else None

    def outcomes(self, s: NoRetreatState) -> list[tuple[Action, int]]:
        side = s.frame[1]
        return [(Lose(SIDES[side], card), 1) for card in s.hand(side)]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        side = s.frame[1]
        return Lose(SIDES[side], rng.choice(s.hand(side)))

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        side = s.frame[1]
        if isinstance(action, Lose) and action.who == SIDES[side] and s.card[action.card] == AXIS_HAND + side:
            return None
        return Refusal("15.6", "A card is lost at random.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Lose)
        s.pop()
        piles.discard(s, action.card)

    def label(self, s: NoRetreatState) -> str:
        return f"{SIDES[s.frame[1]]} loss"


# -- [15.11] variable card initiative ------------------------------------------------------------------------------


def card_initiative(s: NoRetreatState, side: int) -> int:
    """5.3.3, 15.11 The side whose marked events this side may play: the one with the Initiative. With the variable
    Initiative the counter on the turn track decides: before turn 12 for the Soviets, who use Stars from its turn on;
    later for the Axis, which uses Crosses before its turn."""
    if not s.game.profile.variable_initiative or side == s.initiative:
        return s.initiative
    return SOVIET if s.turn >= s.star_turn else AXIS


def payer(s: NoRetreatState) -> int:
    """15.11.2, 15.11.3 The Soviets may pay before turn 12, the Axis from then on."""
    return SOVIET if s.turn < s.game.tables.victory.initiative_turn else AXIS


def may_stake(s: NoRetreatState) -> bool:
    """15.11.2, 15.11.3 One Event VP a turn may be paid, while that would still change something."""
    if not s.game.profile.variable_initiative:
        return False
    useful = s.star_turn > s.turn if payer(s) == SOVIET else s.star_turn >= s.turn
    return useful and points.may_pay(s, payer(s), 1)


def reset_counter(s: NoRetreatState) -> None:
    """15.11.1, 15.11.2 The counter lies on turn 12 at the start, and again from the Events Phase of turn 12 on."""
    s.star_turn = s.game.tables.victory.initiative_turn


class InitiativeStakes(Step[NoRetreatState]):
    """15.11.2, 15.11.3 In each Victory Phase one VP may be paid: before turn 12 by the Soviets to move the counter a
    turn back, later by the Axis to move it a turn forward."""

    rule = "15.11"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[payer(s)] if may_stake(s) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return (("button", 0), ("button", 1))

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Stake() if handle[1] == 0 else Keep()] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return None if isinstance(action, Stake | Keep) else Refusal("15.11", "Pay for the Initiative, or not.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        s.pop()
        if isinstance(action, Stake):
            points.pay(s, payer(s), 1, "15.11", "the Initiative counter moves")
            s.star_turn += -1 if payer(s) == SOVIET else 1

    def prompt(self, s: NoRetreatState) -> str:
        way = "back" if payer(s) == SOVIET else "forward"
        return f"The Initiative counter lies on turn {s.star_turn}. Pay a VP to move it a turn {way}?"

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = "Pay 1 VP" if isinstance(action, Stake) else "Leave it"
        return shown


STEPS = (RandomLoss, InitiativeStakes)
ACTIONS = (Lose, Stake, Keep)
