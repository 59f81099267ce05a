"""[15.6] No Surrender: Sudden Death costs cards instead of the game."""

from __future__ import annotations

import random

from rasputitsa.kernel import CHANCE, Action, ChanceStep, Refusal
from rasputitsa.titles.no_retreat import piles
from rasputitsa.titles.no_retreat.actions.optional import Lose
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, SIDES
from rasputitsa.titles.no_retreat.state import NoRetreatState


def no_surrender(s: NoRetreatState, side: int, margin: int) -> None:
    """15.6, 15.6.1, digital X.6.1 digital X.6 Sudden Death does not end the game: at the number the other side loses a
    card at random, and for each VP above it, two at most, it draws a card fewer next time (digital: discards one after
    drawing)."""
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


STEPS = (RandomLoss,)
