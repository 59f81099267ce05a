"""[5.0] The cards: piles and hands, the discard and draw steps, and cards as payment. Events are in `events/`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import CHANCE, Action, ActionView, ChanceStep, Handle, Refusal, Step
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.state import (
    AXIS,
    AXIS_HAND,
    DISCARDED,
    DRAW_PILE,
    FOR_1945,
    GONE,
    SIDES,
    SOVIET_HAND,
    NoRetreatState,
    positions,
)

KEEP = 2


class Toss(Action, frozen=True):
    """A card is discarded: down to two, for the second front, or in payment."""

    form = "discard {card:card}"
    card: int


class Draw(Action, frozen=True):
    """A card comes from the draw pile into a hand."""

    form = "{who:word} draws {card:card}"
    who: str
    card: int


# -- piles --------------------------------------------------------------------------------------------------------


def discard(s: NoRetreatState, card: int) -> None:
    """5.0 A spent card goes face-up onto the discard pile."""
    s.card[card] = DISCARDED
    s.discards.append(card)


def draw_pile(s: NoRetreatState, side: int) -> list[int]:
    """The cards a side may draw from (digital C.1: its own deck)."""
    first, end = s.game.deck_span[side]
    return [first + c for c in positions(s.card[first:end], DRAW_PILE)]


def pile_size(s: NoRetreatState, side: int) -> int:
    first, end = s.game.deck_span[side]
    return s.card.count(DRAW_PILE, first, end)


def reshuffle(s: NoRetreatState, side: int) -> None:
    """5.0 The discard pile is shuffled back into the draw pile."""
    mine = set(s.game.deck_of[side])
    for c in mine:
        if s.card[c] == DISCARDED:
            s.card[c] = DRAW_PILE
    s.discards = [c for c in s.discards if c not in mine]
    s.say("5.0", "The discard pile is shuffled into the draw pile")


def draw_rate(s: NoRetreatState, side: int) -> int:
    """5.2 Four cards; fewer for lost Moscow and oil, more or fewer by the turn track (13.5), debts and options."""
    game = s.game
    if side == AXIS:
        if s.turn == 23:
            return 1
        rate = 4 - (not s.axis_held >> game.ploesti & 1) + (s.turn in (8, 9)) + game.profile.axis_draw
    else:
        lost = (s.axis_held >> game.moscow & 1) + (s.axis_held >> game.caucasus_oil & 1)
        rate = 4 - lost + (s.turn >= 21) + game.profile.soviet_draw
    return max(0, rate - s.draw_debt[side])


# -- steps --------------------------------------------------------------------------------------------------------


class DiscardStep(Step[NoRetreatState]):
    """5.1 Only two cards are kept from the turn before."""

    rule = "5.1"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.card.count(AXIS_HAND + s.phasing) > KEEP else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(s.phasing)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, s.phasing)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        discard(s, action.card)

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard down to two cards ({len(s.hand(s.phasing)) - KEEP} to go)."


def why_not_toss(s: NoRetreatState, action: Action, side: int) -> Refusal | None:
    if not isinstance(action, Toss):
        return Refusal("5.1", "A card has to be discarded first.")
    if s.card[action.card] != AXIS_HAND + side:
        return Refusal("5.1", "That card is not in your hand.")
    return None


class DrawStep(Step[NoRetreatState]):
    """5.2 The phasing side draws its cards one by one. The frame of a running draw counts those still to come."""

    rule = "5.2"

    def advance(self, s: NoRetreatState) -> None:
        count = draw_rate(s, s.phasing)
        s.draw_debt[s.phasing] = 0
        tossed, s.toss_debt[s.phasing] = s.toss_debt[s.phasing], 0
        s.pop()
        s.push(TwoFrontWar)
        if tossed:
            s.push(PenaltyDiscard, s.phasing, tossed)
        s.push(Drawing, s.phasing, count)


class Drawing(ChanceStep[NoRetreatState]):
    """5.0 Cards come one by one from the draw pile; its last card is never drawn: the discards are shuffled in
    first."""

    rule = "5.2"

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return CHANCE if count > 0 and pile_size(s, side) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        _, side, count = s.frame
        if count > 0 and any(s.card[c] == DISCARDED for c in s.game.deck_of[side]):
            reshuffle(s, side)
        else:
            s.pop()

    def outcomes(self, s: NoRetreatState) -> list[tuple[Action, int]]:
        side = s.frame[1]
        return [(Draw(SIDES[side], c), 1) for c in draw_pile(s, side)]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        side = s.frame[1]
        pile = draw_pile(s, side)
        return Draw(SIDES[side], pile[int(rng.random() * len(pile))])

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        side = s.frame[1]
        if isinstance(action, Draw) and action.who == SIDES[side] and s.card[action.card] == DRAW_PILE:
            first, end = s.game.deck_span[side]
            if first <= action.card < end:
                return None
        return Refusal("5.2", "That card cannot be drawn now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Draw)
        _, side, count = s.frame
        s.goto(side, count - 1)
        take(s, side, action.card)

    def label(self, s: NoRetreatState) -> str:
        return f"{SIDES[s.frame[1]]} draw"


def take(s: NoRetreatState, side: int, card: int) -> None:
    """A card comes into a hand."""
    s.card[card] = AXIS_HAND + side
    s.say("5.2", "{} draw {}", s.game.side_names[side], s.game.card_names[card], only=SIDES[side])
    s.say("5.2", "{} draw a card", s.game.side_names[side], only=SIDES[1 - side])


class TwoFrontWar(Step[NoRetreatState]):
    """5.2.1 On turns with a red event the Axis discards a card of its choice after drawing."""

    rule = "5.2.1"

    def side(self, s: NoRetreatState) -> str | None:
        due = s.phasing == AXIS and s.second_front() and s.hand(AXIS)
        return SIDES[AXIS] if due else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(AXIS)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, AXIS)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        discard(s, action.card)
        s.pop()

    def prompt(self, s: NoRetreatState) -> str:
        return f"{s.second_front()}: discard a card."


class Pay(Step[NoRetreatState]):
    """5.4 Cards are spent for replacements, rail moves, reorganization and counterblows: the owner chooses which.
    Frame: side, cards still owed."""

    rule = "5.4"

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return SIDES[side] if count > 0 and s.hand(side) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(s.frame[1])]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, s.frame[1])

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        _, side, count = s.frame
        discard(s, action.card)
        s.goto(side, count - 1)

    def prompt(self, s: NoRetreatState) -> str:
        return f"Choose a card to pay with ({s.frame[2]} to go)."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = f"Pay with {s.game.card_names[action.card]}" if isinstance(action, Toss) else ""
        return shown


class OpeningDiscard(Pay):
    """3.0 Some of the opening hand goes to the discard pile, as the scenario says."""

    rule = "3.0"

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard {s.frame[2]} of your opening cards."


class PenaltyDiscard(Pay):
    """digital X.6 No Surrender: cards above the Sudden Death number are discarded after the draw."""

    rule = "X.6"

    def prompt(self, s: NoRetreatState) -> str:
        return f"No surrender: discard {s.frame[2]} more."


def renew_1945(s: NoRetreatState) -> None:
    """5.5 digital C.1 On to Berlin! Red-barred cards leave hands and piles for good; the rest of the piles and the
    green cards make the new draw pile (digital: the green cards join the draw piles, discards stay where they are)."""
    for card, data in enumerate(CARDS):
        if data.leaves_1945 and s.card[card] in (DRAW_PILE, AXIS_HAND, SOVIET_HAND, DISCARDED):
            s.card[card] = GONE
        elif s.card[card] == FOR_1945 or (s.card[card] == DISCARDED and not s.game.profile.own_decks):
            s.card[card] = DRAW_PILE
    s.discards = [card for card in s.discards if s.card[card] == DISCARDED]
    s.say("5.5", "The cards of 1945 come into play")


def charge(s: NoRetreatState, side: int, cards: int) -> None:
    """5.4 Make a side pay: at once in the board game, at the end of the Organization Phase in the digital editions."""
    if s.game.profile.pay_at_end and s.organizing() and side == s.phasing:
        s.owed += cards
    elif cards:
        s.push(Pay, side, cards)


STEPS = (DiscardStep, DrawStep, Drawing, TwoFrontWar, Pay, OpeningDiscard, PenaltyDiscard)
ACTIONS = (Toss, Draw)
