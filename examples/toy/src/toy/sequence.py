"""[T.1, T.4] The sequence of play: cards are dealt, then turns until the game is decided."""

from __future__ import annotations

from rasputitsa.kernel import SIDES, Action, ChanceStep, Step
from toy.actions import Deal
from toy.components import CARDS
from toy.movement import Turn
from toy.state import ToyState
from toy.victory import judge


class Sequence(Step[ToyState]):
    """T.4 One turn after another; the kernel ends the game when it is decided."""

    rule = "T.4"

    def advance(self, s: ToyState) -> None:
        judge(s)
        s.push(Turn)


class Dealing(ChanceStep[ToyState]):
    """T.1 Each side is dealt one card; its frame holds which side is next."""

    rule = "T.1"

    def outcomes(self, s: ToyState) -> list[tuple[Action, int]]:
        return [(Deal(card, SIDES[s.frame[1]]), 1) for card in range(len(CARDS)) if card not in s.hand]

    def apply(self, s: ToyState, action: Action) -> None:
        assert isinstance(action, Deal)
        side = s.frame[1]
        s.hand[side] = action.card
        s.say("T.1", "{} takes a card", action.who)
        if side == 0:
            s.goto(1)
        else:
            s.pop()


STEPS = (Sequence, Dealing)
