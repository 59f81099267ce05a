"""Cards to the last: piles that run out, debts that are paid once, and what an event on the discard pile may do."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import cards, piles
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, DISCARDED, DRAW_PILE, GONE
from rasputitsa.titles.no_retreat.deck import drawn
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .situation import situation


def pile_of(edition: str, side: int, left: int, spent: int) -> NoRetreatState:
    """A deck of a few cards for a side: so many in the draw pile, so many discarded."""
    s = situation(edition=edition, phase=None)
    s.phasing = side
    plain = [card for card in s.game.deck_of[side] if drawn(card, side) < 0]
    for card in s.game.deck_of[side]:
        s.card[card] = GONE
    for card in plain[:left]:
        s.card[card] = DRAW_PILE
    for card in plain[left : left + spent]:
        piles.discard(s, card)
    return s


def draw_all(s: NoRetreatState) -> None:
    while s.stack and s.side == "chance":
        s.apply(s.step.outcomes(s)[0][0])


def plain_drawing(board: bool, left: int, spent: int, count: int) -> tuple[int, int, int]:
    """5.0 What is in hand, in the pile and discarded after so many draws."""
    hand = 0
    while True:
        if board and left == 1 and spent:
            left, spent = left + spent, 0  # at once, even after the last draw
        if hand == count:
            return hand, left, spent
        if left <= 1 and spent:
            left, spent = left + spent, 0
        if left <= 1:
            return hand, left, spent
        hand, left = hand + 1, left - 1


@rule("5.0", "5.0.1", "5.2")
@rule("C.3", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
def test_a_pile_is_renewed_when_its_last_card_lies_alone_or_would_be_drawn(edition: str) -> None:
    for side, left, spent, count in product((0, 1), range(5), (0, 1, 3), range(4)):
        s = pile_of(edition, side, left, spent)
        s.push(cards.Drawing, side, count)
        s.settle()
        draw_all(s)
        deck = s.game.deck_of[side]
        found = tuple(sum(s.card[c] == where for c in deck) for where in (AXIS_HAND + side, DRAW_PILE, DISCARDED))
        assert found == plain_drawing(edition == "board", left, spent, count), (side, left, spent, count)
        assert len(s.discards) == found[2] and not s.stack


@rule("5.2", "15.6")
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_draws_fewer_cards_once_for_what_it_owes(side: int) -> None:
    s = pile_of("board", side, 15, 0)
    usual = piles.draw_rate(s, side)
    for debt, count in ((2, usual - 2), (0, usual)):
        s.draw_debt[side] += debt
        before = len(s.hand(side))
        s.push(cards.DrawStep)
        s.settle()
        draw_all(s)
        assert len(s.hand(side)) - before == count and s.draw_debt == [0, 0]


@rule("X.6", book="no-retreat-digital")
@pytest.mark.parametrize("tossed", [0, 1, 2])
def test_a_digital_side_discards_what_it_owes_after_the_draw_once(tossed: int) -> None:
    s = pile_of("digital-1.1", 0, 15, 0)
    s.toss_debt[0] = tossed
    s.push(cards.DrawStep)
    s.settle()
    draw_all(s)
    held = len(s.hand(0))
    gone = 0
    while s.stack and s.step.name == "PenaltyDiscard":
        s.apply(s.legal()[0])
        gone += 1
    assert gone == tossed and len(s.hand(0)) == held - tossed and s.toss_debt == [0, 0]
