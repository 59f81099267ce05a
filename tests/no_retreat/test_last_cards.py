"""Cards to the last: piles that run out, debts that are paid once, and what an event on the discard pile may do."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import cards, hidden, piles
from rasputitsa.titles.no_retreat.actions.cards import Draw
from rasputitsa.titles.no_retreat.actions.combat import BattleDie
from rasputitsa.titles.no_retreat.actions.events import WeatherDie
from rasputitsa.titles.no_retreat.actions.movement import EndMovement
from rasputitsa.titles.no_retreat.actions.optional import Lose
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, DISCARDED, DRAW_PILE, GONE, SOVIET_HAND
from rasputitsa.titles.no_retreat.combat import battle
from rasputitsa.titles.no_retreat.deck import JOKER, drawn
from rasputitsa.titles.no_retreat.events import weather
from rasputitsa.titles.no_retreat.optional import no_surrender
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


@rule("5.2", "10.5", "14.14", "15.6")
def test_only_the_chance_that_is_due_happens() -> None:
    s = pile_of("board", 0, 6, 0)
    card = next(c for c in s.game.deck_of[0] if s.card[c] == DRAW_PILE)
    held = next(c for c in s.game.deck_of[0] if s.card[c] == GONE)
    s.card[held] = AXIS_HAND
    everything = [
        BattleDie(3),
        BattleDie(0),
        BattleDie(7),
        WeatherDie(3),
        WeatherDie(0),
        WeatherDie(7),
        Draw("axis", card),
        Draw("soviet", card),
        Draw("axis", held),
        Draw("axis", JOKER),
        Lose("axis", held),
        Lose("soviet", held),
        Lose("axis", card),
        EndMovement(),
    ]
    due = {
        (cards.Drawing, (0, 2)): {Draw("axis", card)},
        (no_surrender.RandomLoss, (0,)): {Lose("axis", held)},
        (battle.RollStep, ()): {BattleDie(3)},
        (weather.FickleWeather, (3,)): {WeatherDie(3)},
    }
    for (step, frame), fine in due.items():
        s.stack.clear()
        s.push(step, *frame)
        assert {action for action in everything if s.step.why_not(s, action) is None} == fine
        assert sum(weight for _, weight in s.step.outcomes(s)) == len(s.step.outcomes(s))
        assert fine <= {action for action, _ in s.step.outcomes(s)}
        if step in (battle.RollStep, weather.FickleWeather):
            assert sorted(action.die for action, _ in s.step.outcomes(s)) == [1, 2, 3, 4, 5, 6]


@rule("C.3", book="no-retreat-digital")
def test_cards_of_the_other_deck_are_not_drawn() -> None:
    s = situation(edition="digital-1.1", phase=None)
    for side in (0, 1):
        s.stack.clear()
        s.push(cards.Drawing, side, 2)
        for card in range(len(s.card)):
            s.card[card] = DRAW_PILE
            refusal = s.step.why_not(s, Draw(("axis", "soviet")[side], card))
            assert (refusal is None) == (card in s.game.deck_of[side])


@rule("5.0")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_an_enemy_with_unseen_cards_may_hold_any_of_them(edition: str) -> None:
    for holds in (True, False):
        s = situation(edition=edition, phase=None)
        deck = s.game.deck_of[1]
        spent, first = deck[1], deck[0]
        piles.discard(s, spent)
        s.card[first] = SOVIET_HAND if holds else s.card[first]
        new = hidden.feared(s, "axis")
        unseen = hidden.unseen(s, 0)
        assert first in unseen and (spent in unseen) == (edition != "board")
        for card in range(len(s.card)):
            assert new.card[card] == (SOVIET_HAND if holds and card in unseen else s.card[card])
        assert new.discards == ([] if holds and edition != "board" else [spent])
