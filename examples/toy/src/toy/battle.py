"""[T.5, T.6] Battle: the defender's reaction, then one die."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.kernel import SIDES, Action, ChanceStep, Choice, Handle, Question, Refusal
from toy.actions import Decline, Die, Play
from toy.components import COMPONENTS, OFF, OWNER, PIECES
from toy.state import ToyState

FACES = range(1, 7)


def start_battle(s: ToyState, attacker: int, defender: int) -> None:
    """T.5 Entering an enemy's place is an attack: first the reaction, then the die."""
    s.push(Roll, attacker, defender)
    s.push(React, attacker, defender)


def defender_falls(face: int, bonus: int, to_hit: int) -> bool:
    """T.6 High enough, the defender's card subtracted, removes the defender."""
    return face - bonus >= to_hit


class SpendCard(Choice[ToyState]):
    """T.5 The card goes, and what it takes off the die counts in this battle."""

    action = Play

    def handles(self, s: ToyState) -> Sequence[Handle]:
        return [("card", _card(s))]

    def of(self, s: ToyState, handle: Handle) -> Sequence[Action]:
        return [Play(handle[1])] if handle == ("card", _card(s)) else []

    def why_not(self, s: ToyState, action: Play) -> Refusal | None:
        return None if action.card == _card(s) else Refusal("T.5", "That card is not in your hand.")

    def do(self, s: ToyState, action: Play) -> None:
        s.hand[OWNER[s.frame[2]]] = OFF
        s.spent = action.card
        s.bonus = COMPONENTS.cards[action.card].defence
        s.pop()


class KeepCard(Choice[ToyState]):
    """T.5 It need not be spent."""

    action = Decline
    label = "Keep the card"

    def do(self, s: ToyState, action: Decline) -> None:
        s.pop()


class React(Question[ToyState]):
    """T.5 The defender may spend its card before the die; nobody is asked who has none."""

    rule = "T.5"
    choices = (SpendCard, KeepCard)

    def side(self, s: ToyState) -> str | None:
        return SIDES[OWNER[s.frame[2]]] if _card(s) != OFF else None

    def prompt(self, s: ToyState) -> str:
        return f"{PIECES[s.frame[1]]} attacks {PIECES[s.frame[2]]}: will you spend your card?"


class Roll(ChanceStep[ToyState]):
    """T.6 One die decides."""

    rule = "T.6"

    def outcomes(self, s: ToyState) -> list[tuple[Action, int]]:
        return [(Die(face), 1) for face in FACES]

    def apply(self, s: ToyState, action: Action) -> None:
        assert isinstance(action, Die)
        _, attacker, defender = s.frame
        fallen = defender if defender_falls(action.face, s.bonus, s.game.profile.to_hit) else attacker
        s.at[fallen] = OFF
        s.bonus = 0
        s.pop()

    def is_battle(self, s: ToyState) -> bool:
        return True


def _card(s: ToyState) -> int:
    """The card of the defender in the battle under way."""
    return s.hand[OWNER[s.frame[2]]]


STEPS = (React, Roll)
