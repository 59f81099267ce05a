"""[2.3.1, 2.3.2, 7.1.1, 7.1.2, 7.6.3] Piles of cards: where each card goes, drawing one at random, shuffling the
discards."""

from __future__ import annotations

import random

from rasputitsa.kernel import CHANCE, ChanceStep
from rasputitsa.titles.stalins_war.actions.rounds import Draw
from rasputitsa.titles.stalins_war.components import CARDS, SIDES
from rasputitsa.titles.stalins_war.state import CARD_SPAN, DISCARDED, DRAW, GONE, HAND, SOVIET, Position

_LABELS = tuple(f"{side} draw" for side in SIDES)


def owner(card: int) -> int:
    """The side a card belongs to."""
    return int(card >= CARD_SPAN[SOVIET][0])


def discard(s: Position, card: int) -> None:
    s.card[card] = DISCARDED
    s.seen &= ~(1 << card)


def spend_event(s: Position, card: int) -> None:
    """2.3.3, 3.0.2, 7.5.1c A card played as an event or in combat: one with an asterisk leaves the game, others are
    discarded."""
    s.played |= 1 << card
    discard(s, card)
    if CARDS[card].removed:
        s.card[card] = GONE


def removed_by_events(s: Position, side: int) -> int:
    """7.6.4 How many asterisked cards of a side have been removed by their play."""
    first, end = CARD_SPAN[side]
    return s.card[first:end].count(GONE)


def refill(s: Position, side: int) -> None:
    """7.6.3 An empty draw pile is made anew from the discards."""
    if not s.has_card(DRAW, side):
        for card in s.cards_in(DISCARDED, side):
            s.card[card] = DRAW


def can_draw(s: Position, side: int) -> bool:
    """Is there a card to draw, from the pile or the discards (SW-75)?"""
    return s.has_card(DRAW, side) or s.has_card(DISCARDED, side)


class Drawing(ChanceStep[Position]):
    """7.1.3 A side draws cards from its pile. Frame: side, how many."""

    rule = "7.1.3"

    def side(self, s: Position) -> str | None:
        _, drawer, number = s.stack[-1]
        return CHANCE if number > 0 and can_draw(s, drawer) else None

    def outcomes(self, s: Position) -> list[tuple[Draw, int]]:  # type: ignore[override]
        drawer = s.frame[1]
        return [(Draw(card), 1) for card in s.cards_in(self._pile(s, drawer), drawer)]

    def _pile(self, s: Position, drawer: int) -> int:
        """Where the cards are that may be drawn: in the draw pile, or all discarded."""
        return DRAW if s.has_card(DRAW, drawer) else DISCARDED

    def sample(self, s: Position, rng: random.Random) -> Draw:
        drawer = s.stack[-1][1]
        pile = self._pile(s, drawer)
        return Draw(s.nth_card(pile, drawer, int(rng.random() * s.count_cards(pile, drawer))))

    def apply(self, s: Position, action: Draw) -> None:  # type: ignore[override]
        _, drawer, number = s.frame
        refill(s, drawer)
        s.card[action.card] = HAND
        s.goto(drawer, number - 1)

    def label(self, s: Position) -> str:
        return _LABELS[s.stack[-1][1]]


STEPS = (Drawing,)
