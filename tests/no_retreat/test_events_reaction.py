"""[5.0] The events that cancel others, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import piles
from rasputitsa.titles.no_retreat.deck import EVENT, JOKER
from rasputitsa.titles.no_retreat.events.lasting import known_cards
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.payment import payable

from .combat import asked, field, legal
from .events import card_of, event, is_discarded, play, throw
from .situation import do, situation

CANCELS = {
    "inexperienced-officers": ("axis", 2),
    "stalins-interference": ("axis", 2),
    "secret-feelers": ("axis", 24),
    "hitlers-meddling": ("soviet", 2),
    "captured-codes": ("soviet", 24),
}
PLAYED = {"soviet": ("shturmovik", "combat"), "axis": ("wunderwaffen", "card")}
"""What is to be cancelled: a support marker, a victory point."""


def asks(s, timing: str, side: str) -> None:
    number = ("axis", "soviet").index(side)
    s.phasing = number
    open_window(s, timing, number)
    s.settle()


def challenged(id_: str, *more: str):
    """The other side has just played an event; this side may cancel it."""
    side, turn = CANCELS[id_]
    other = "soviet" if side == "axis" else "axis"
    victim, timing = PLAYED[other]
    s = situation(phase=None, turn=turn, **{f"{side}_hand": [id_, *more], f"{other}_hand": [victim]})
    asks(s, timing, other)
    play(s, victim)
    return s, side, victim


def happened(s) -> bool:
    return s.supports != [0, 0] or s.event_vp != 0


@event(*CANCELS)
@rule("5.0", "5.3.1", "16.0")
@pytest.mark.parametrize("id_", CANCELS)
def test_an_event_just_played_is_cancelled(id_):
    s, side, victim = challenged(id_, *(["air-bridge"] if id_ == "secret-feelers" else []))
    assert s.side == side and not happened(s)
    play(s, id_)
    if id_ == "secret-feelers":
        assert asked(s) == "Pay", "it costs another card"
        s.apply(s.legal()[0])
    assert not happened(s) and is_discarded(s, id_)
    number = 0 if side == "axis" else 1
    if id_ in ("stalins-interference", "captured-codes"):
        assert s.hand(number) == (card_of(s, victim),), "its card is taken"
    else:
        assert is_discarded(s, victim) and s.hand(number) == ()


@rule("5.0")
def test_who_lets_it_pass_sees_it_happen():
    s, _, _ = challenged("hitlers-meddling")
    do(s, "no event")
    assert happened(s)


@rule("5.0")
def test_a_cancelled_event_has_not_occurred_and_may_be_played_again():
    """Once is enough speaks of events that occur."""
    s, _, victim = challenged("hitlers-meddling")
    play(s, "hitlers-meddling")
    assert EVENT[victim] not in s.played and EVENT["hitlers-meddling"] in s.played


@rule("5.0", "5.3.1")
def test_a_cancel_may_itself_be_cancelled():
    """Then the first event happens after all."""
    s = field(
        axis={"9th Army": "1214"},
        soviet={"South Front": "1215"},
        axis_hand=["fliegerkorps", "inexperienced-officers"],
        soviet_hand=["hitlers-meddling"],
    )
    play(s, "fliegerkorps")
    play(s, "hitlers-meddling")
    assert s.side == "axis" and legal(s) == {"play Inexperienced Soviet Officers", "no event"}
    play(s, "inexperienced-officers")
    assert s.supports == [1, 0]
    assert all(is_discarded(s, id_) for id_ in ("fliegerkorps", "hitlers-meddling", "inexperienced-officers"))


@rule("5.0", "5.3.1")
def test_a_cancel_may_be_fetched_from_the_discard_pile():
    """Gott Mit Uns plays at any moment at which the event it fetches could be played."""
    s = situation(phase=None, axis_hand=["gott-mit-uns"], soviet_hand=["shturmovik"])
    throw(s, "inexperienced-officers")
    asks(s, "combat", "soviet")
    play(s, "shturmovik")
    assert s.side == "axis"
    play(s, "gott-mit-uns")
    assert not happened(s) and is_discarded(s, "shturmovik") and is_discarded(s, "inexperienced-officers")


@rule("5.3.1")
def test_a_cancelled_battle_event_was_the_one_of_its_battle():
    """10.5 allows one event a side: what was played was played."""
    s = field(
        axis={"9th Army": "1214"},
        soviet={"South Front": "1215"},
        axis_hand=["heinz-guderian", "erich-von-manstein"],
        soviet_hand=["hitlers-meddling"],
    )
    do(s, "target 1215")
    play(s, "heinz-guderian")
    play(s, "hitlers-meddling")
    assert s.side == "chance", "the die is rolled; Manstein is not asked for"


@rule("15.7", "5.0")
def test_a_cancelled_joker_goes_to_the_opponent_all_the_same():
    s = situation(phase=None, joker=True, axis_hand=["hedgehogs"], soviet_hand=["captured-codes"], turn=24)
    s.joker = 0
    asks(s, "card", "axis")
    play(s, "joker-axis")
    play(s, "captured-codes")
    assert s.joker == 1 and s.card[JOKER] != 2 and len(s.hand(0)) == 1


@rule("5.0", "5.3")
def test_a_stolen_digital_card_offers_its_thief_nothing_and_goes_back_to_its_owners_pile():
    """In the digital editions the Soviet card has no Axis event: it is good for payment."""
    s = situation(edition="digital-1.1", phase=None, axis_hand=["stalins-interference"], soviet_hand=["shturmovik"])
    asks(s, "combat", "soviet")
    play(s, "shturmovik")
    play(s, "stalins-interference")
    (stolen,) = s.hand(0)
    assert stolen in s.game.deck_of[1] and payable(s, 0) == 1
    assert s.view("axis").hands[0].cards[0].why == "It offers you no event."
    piles.discard(s, stolen)
    assert piles.discarded(s, 1) == [stolen] and stolen not in piles.discarded(s, 0)


@rule("5.0")
@rule("C.2", book="no-retreat-digital")
def test_a_stolen_card_is_known_to_its_former_owner():
    s, _, victim = challenged("stalins-interference")
    play(s, "stalins-interference")
    assert known_cards(s, 1) == [card_of(s, victim)]
