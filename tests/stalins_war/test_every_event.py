"""Every event in the middle of a full game: what it asks is answered at random, and every question offers exactly what
it allows."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE
from rasputitsa.titles.stalins_war.components import CARD
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.sequence import ActionPhase, ActionRound, Turn, begin_round
from rasputitsa.titles.stalins_war.state import HAND, SIDES, Position
from tests.conformance.test_choices import Seen, clicks, refusals

from .events import STEPS, order
from .offers import wrong_offers
from .situation import chance, refused

SCENARIOS = {1: "campaign", 6: "blau", 10: "zitadelle", 14: "bagration"}
"""By first turn."""
QUESTIONS = 25
"""So many questions of an event are answered; the round of OPS that it may give is another matter."""


def in_hand(card: str) -> Position:
    """A full map of about the right time, and the side of the card chooses its action with it in hand; the events it
    needs have been played, and both sides have OPS in the bank."""
    first, last = CARD[card].turns
    start = max(turn for turn in SCENARIOS if turn <= max(1, last - 1))
    s = TITLE.new(SCENARIOS[start])
    assert isinstance(s, Position)
    chance(s)
    s.stack.clear()
    s.turn, s.round, s.active = min(max(first, start, 2), last), 3, SIDES.index(CARD[card].side)
    s.card[CARD_NUMBER[card]] = HAND
    for needed in CARD[card].requires:
        s.played |= 1 << CARD_NUMBER[needed]
    s.banked[:] = [2, 2]
    s.push(Turn, 2)
    s.push(ActionPhase, 1 - s.active)
    s.push(ActionRound, 2)
    begin_round(s)
    s.goto(1)
    s.memo.clear()
    s.settle()
    return s


@rule("7.5.1a")
@pytest.mark.parametrize("card", [card for card in CARD if "round" in CARD[card].timing])
def test_every_question_of_an_event_offers_what_it_allows(card: str) -> None:
    s, rng, seen = in_hand(card), random.Random(card), Seen()
    tried: set[str] = set()
    if refused(s, order(card)):
        return
    s.apply(TITLE.lexicon.parse(order(card)))
    for _ in range(QUESTIONS):
        if not s.stack or s.step.name not in STEPS:
            break
        if s.side != CHANCE:
            assert refusals(s, seen, rng) == []
            assert clicks(s, seen, rng) == []
            if s.step.name not in tried:
                tried.add(s.step.name)
                assert wrong_offers(s) == []
        s.apply(s.sample(rng))
        assert s.check() == []


def test_nearly_every_event_can_be_played_in_such_a_game() -> None:
    cards = [card for card in CARD if "round" in CARD[card].timing]
    barred = [card for card in cards if refused(in_hand(card), order(card))]
    assert len(barred) < len(cards) // 4, barred
