"""[5.4] Cards as payment: what a side can pay, and the cards it chooses to discard."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.kernel import ActionView, Question, Refusal
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.choices import CardChoice
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, SIDES
from rasputitsa.titles.no_retreat.piles import discard
from rasputitsa.titles.no_retreat.state import NoRetreatState


def payable(s: NoRetreatState, side: int) -> int:
    """5.4 How many cards a side could spend: those in hand, less those it owes already (digital O.1)."""
    return s.card.count(AXIS_HAND + side) - (s.owed if side == s.phasing else 0)


def charge(s: NoRetreatState, side: int, cards: int) -> None:
    """5.4, 5.4.1, digital C.4.1 Make a side pay: at once in the board game, at the end of the Organization Phase in the
    digital editions."""
    if s.game.profile.pay_at_end and s.organizing() and side == s.phasing:
        s.owed += cards
    elif cards:
        s.push(Pay, side, cards)


class TossCard(CardChoice):
    """5.1, 5.4 A card of one's hand goes to the discard pile; the owner chooses which."""

    action = Toss

    def side(self, s: NoRetreatState) -> int:
        """Whose hand it is."""
        raise NotImplementedError

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return s.hand(self.side(s))

    def why_not(self, s: NoRetreatState, action: Toss) -> Refusal | None:
        held = s.card[action.card] == AXIS_HAND + self.side(s)
        return None if held else Refusal("5.1", "That card is not in your hand.")

    def do(self, s: NoRetreatState, action: Toss) -> None:
        discard(s, action.card)


class PayWith(TossCard):
    """5.4 A card is spent."""

    def side(self, s: NoRetreatState) -> int:
        return s.frame[1]

    def do(self, s: NoRetreatState, action: Toss) -> None:
        _, side, count = s.frame
        discard(s, action.card)
        s.goto(side, count - 1)

    def show(self, s: NoRetreatState, action: Toss, shown: ActionView) -> None:
        shown.label = f"{s.step.verb} {s.game.card_names[action.card]}"


class Pay(Question[NoRetreatState]):
    """5.4 Cards are spent for replacements, rail moves, reorganization and counterblows: the owner chooses which.
    Frame: side, cards still owed."""

    rule = "5.4"
    verb = "Pay with"
    choices = (PayWith,)

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return SIDES[side] if count > 0 and s.hand(side) else None

    def prompt(self, s: NoRetreatState) -> str:
        return f"Choose a card to pay with ({s.frame[2]} to go)."


class OpeningDiscard(Pay):
    """3.0 Some of the opening hand goes to the discard pile, as the scenario says."""

    rule = "3.0"
    verb = "Discard"

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard {s.frame[2]} of your opening cards."


class PenaltyDiscard(Pay):
    """digital X.6 No Surrender: cards above the Sudden Death number are discarded after the draw."""

    rule = "X.6"
    verb = "Discard"

    def prompt(self, s: NoRetreatState) -> str:
        return f"No surrender: discard {s.frame[2]} more."


STEPS = (Pay, OpeningDiscard, PenaltyDiscard)
