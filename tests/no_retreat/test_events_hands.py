"""[5.0] The events about cards, one by one; the Joker; and what may be seen of them."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, DISCARDED, DRAW_PILE
from rasputitsa.titles.no_retreat.deck import JOKER, drawn
from rasputitsa.titles.no_retreat.events.lasting import known_cards, see
from rasputitsa.titles.no_retreat.events.play import is_asked
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.piles import discard, draw_rate

from .combat import NE, asked, attack, field, given, legal
from .events import card_of, event, is_discarded, name, play, throw
from .situation import begin, do, read, situation


def moment(timing: str, side: str, **how):
    """A side is asked for events of a moment, with nothing else going on."""
    s = situation(**{"phase": None, **how})
    ask(s, timing, side)
    return s


def ask(s, timing: str, side: str) -> None:
    number = ("axis", "soviet").index(side)
    s.phasing = number
    open_window(s, timing, number)
    s.settle()


def draw(s, *ids: str) -> None:
    """The next cards drawn are those of these events."""
    for id_ in ids:
        card = card_of(s, id_)
        s.apply(next(action for action in s.legal() if action.card == card))


# -- draws --------------------------------------------------------------------------------------------------------


@event("das-vaterland", "lend-lease")
@rule("5.3.1", "5.2")
@pytest.mark.parametrize(
    ("id_", "side", "more", "left"), [("das-vaterland", "axis", 2, 2), ("lend-lease", "soviet", 3, 2)]
)
def test_more_cards_are_drawn_and_some_discarded(id_, side, more, left):
    s = moment("card", side, **{f"{side}_hand": [id_]})
    play(s, id_)
    for _ in range(more):
        assert s.side == "chance"
        s.apply(next(a for a in s.legal() if drawn(a.card, int(a.who == "soviet")) < 0))
    if more > left:
        s.apply(s.legal()[0])
    number = 0 if side == "axis" else 1
    assert len(s.hand(number)) == left and is_discarded(s, id_)


@event("werwolf")
@rule("5.3.1", "5.2")
def test_the_enemy_draws_a_card_fewer_next_time():
    s = moment("card", "axis", turn=24, axis_hand=["werwolf"])
    before = draw_rate(s, 1)
    play(s, "werwolf")
    assert draw_rate(s, 1) == before - 1


@rule("5.3.1")
@pytest.mark.parametrize(("turn", "plays"), [(23, False), (25, False), (26, True)])
def test_the_allies_meet_on_the_elbe_in_april_1945(turn, plays):
    s = moment("card", "soviet", turn=turn, soviet_hand=["meeting-on-the-elbe"], axis_hand=["*"])
    assert bool(s.stack) is plays


@event("signals-intercept", "meeting-on-the-elbe")
@rule("5.3.1")
@pytest.mark.parametrize(
    ("id_", "edition", "side", "turn"),
    [("signals-intercept", "digital-1.1", "axis", 4), ("meeting-on-the-elbe", "board", "soviet", 26)],
)
def test_the_enemy_loses_a_card_at_random(id_, edition, side, turn):
    other = "soviet" if side == "axis" else "axis"
    hands = {f"{side}_hand": [id_], f"{other}_hand": ["*", "*"]}
    s = moment("card", side, edition=edition, turn=turn, **hands)
    play(s, id_)
    assert s.side == "chance" and len(s.chances()) == 2
    lost = s.legal()[1].card
    s.apply(s.legal()[1])
    assert s.card[lost] == DISCARDED and len(s.hand(0 if other == "axis" else 1)) == 1
    s = moment("card", side, edition=edition, turn=turn, **{f"{side}_hand": [id_]})
    assert not s.stack, "an empty hand: nothing to play it on"


@event("great-patriotic-war")
@rule("5.0", "5.3.1")
def test_the_great_patriotic_war_shuffles_the_discards_into_the_draw_pile():
    """It happens when the Soviets draw it, and they draw another card for it."""
    s = situation(side="soviet", phase="card")
    throw(s, "za-rodinu", "stavka")
    draw(s, "great-patriotic-war")
    war = card_of(s, "great-patriotic-war")
    assert s.discards == [] and s.card[war] == DRAW_PILE and s.hand(1) == ()
    assert s.frame[2] == 4, "four cards are still to be drawn"


@rule("5.3")
def test_for_the_axis_the_same_card_is_an_event_of_its_own():
    s = situation(side="axis", phase="card", turn=4)
    draw(s, "great-patriotic-war")
    assert s.hand(0) == (card_of(s, "allied-contingents"),)


# -- the discard pile ---------------------------------------------------------------------------------------------


@event("stavka")
@rule("5.3.1", "5.0")
def test_stavka_takes_a_card_of_the_discard_pile_but_not_itself():
    s = situation(phase=None, soviet_hand=["stavka"])
    throw(s, "za-rodinu", "heroes")
    ask(s, "organization", "soviet")
    play(s, "stavka")
    wanted = card_of(s, "za-rodinu")
    assert {action.card for action in s.legal()} == {wanted, card_of(s, "heroes")}
    do(s, f"STAVKA fetches {s.game.card_names[wanted]}")
    assert s.hand(1) == (wanted,) and s.discards == [card_of(s, "heroes"), card_of(s, "stavka")]
    assert known_cards(s, 0) == [wanted], "the pile lies open: the Axis knows it"


@event("stavka")
def test_stavka_needs_a_discard_pile():
    s = moment("organization", "soviet", soviet_hand=["stavka"])
    assert not s.stack


@event("gott-mit-uns")
@rule("5.3.1", "16.0")
def test_gott_mit_uns_plays_manstein_from_the_discard_pile():
    """As in the example of play: the Soviets discarded STAVKA, which is Manstein to the Axis."""
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, axis_hand=["gott-mit-uns"])
    throw(s, "erich-von-manstein")
    attack(s, "1215", "9th Army")
    assert s.side == "axis" and legal(s) == {"play Gott Mit Uns", "no event"}
    play(s, "gott-mit-uns")
    assert s.battle_mods == [(1, s.attackers[0], 2)], "one event, one unit: nothing was left to ask"
    assert s.discards == [card_of(s, "erich-von-manstein"), card_of(s, "gott-mit-uns")], "the card stays in the pile"


@event("gott-mit-uns")
@rule("5.0", "5.3.3")
def test_gott_mit_uns_fetches_only_what_could_be_played_now():
    s = field(turn=14, axis={"2nd Panzer": "1214"}, soviet={"South Front": "1215"}, axis_hand=["gott-mit-uns"])
    throw(s, "hermann-hoth", "panzerblitz", "air-bridge")
    attack(s, "1215", "2nd Panzer")
    assert s.side == "chance", "Hoth has a cross and the Soviets the Initiative; the others are for other moments"


@event("gott-mit-uns")
@rule("5.0")
@rule("C.5", book="no-retreat-digital")
def test_once_is_enough_for_a_fetched_event_too():
    """Manstein is played from the hand in one battle; in the next he lies in the pile and stays there."""
    armies = {"9th Army": "1214", "6th Army": "1218"}
    fronts = {"South Front": "1215", "West Front": "1217"}
    s = field(axis=armies, soviet=fronts, axis_hand=["erich-von-manstein", "gott-mit-uns"])
    do(s, "target 1215", "target 1217")
    if asked(s) == "VoluntaryAttacks":
        do(s, "no more targets")
    do(s, "9th Army joins the attack on 1215")
    play(s, "erich-von-manstein")
    given(s, NE)
    assert is_discarded(s, "erich-von-manstein") and s.attackers, "the second battle has begun by itself"
    assert s.side == "chance", "neither is Manstein asked for again, nor Gott Mit Uns for him"


# -- the enemy's hand ---------------------------------------------------------------------------------------------


@event("foreign-armies-east")
@rule("5.3.1")
@rule("C.7", book="no-retreat-digital")
def test_foreign_armies_east_sees_the_soviet_hand_and_draws():
    hands = {"axis_hand": ["foreign-armies-east"], "soviet_hand": ["heroes", "za-rodinu"]}
    s = moment("card", "axis", **hands)
    assert s.reveals(read("play Foreign Armies East")), "it cannot be taken back"
    play(s, "foreign-armies-east")
    assert sorted(known_cards(s, 0)) == sorted(s.hand(1)) and known_cards(s, 1) == []
    assert s.side == "chance", "then a card is drawn"


@rule("C.2", book="no-retreat-digital")
def test_what_one_side_has_seen_is_in_its_view_and_in_no_other():
    hands = {"axis_hand": ["foreign-armies-east", "paul-von-kleist"], "soviet_hand": ["za-rodinu", "no-mercy"]}
    s = moment("card", "axis", **hands)
    hidden = s.view("axis").hands[1]
    assert hidden.cards is None and hidden.count == 2
    play(s, "foreign-armies-east")
    seen = s.view("axis").hands[1]
    assert tuple(sorted(card.id for card in seen.cards)) == s.hand(1)
    assert s.view("soviet").hands[0].cards is None
    other = s.imagine("axis", random.Random(1))
    assert other.hand(1) == s.hand(1), "what was seen is not guessed at"
    for card in s.hand(1)[:1]:
        discard(s, card)
    assert len(known_cards(s, 0)) == 1, "a card that has left the hand is forgotten"


@event("red-orchestra")
@rule("5.3.1")
def test_the_red_orchestra_chooses_a_card_of_the_axis_hand_to_be_discarded():
    hands = {"soviet_hand": ["red-orchestra"], "axis_hand": ["hedgehogs", "air-bridge"]}
    s = moment("organization", "soviet", **hands)
    play(s, "red-orchestra")
    assert len(legal(s)) == 2 and s.side == "soviet"
    do(s, f"Red Orchestra discards {s.game.card_names[card_of(s, 'air-bridge')]}")
    assert is_discarded(s, "air-bridge") and s.hand(0) == (card_of(s, "hedgehogs"),)


# -- the Joker ----------------------------------------------------------------------------------------------------


@event("joker-axis", "joker-soviet")
@rule("15.7", "5.3.1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_joker_exchanges_up_to_three_cards_and_goes_to_the_opponent(side):
    number = ("axis", "soviet").index(side)
    ids = ("hedgehogs", "air-bridge", "siege-artillery") if side == "axis" else ("heroes", "no-mercy", "za-rodinu")
    s = situation(phase=None, joker=True, **{f"{side}_hand": ids})
    s.joker = number
    ask(s, "card", side)
    assert ("card", JOKER) in s.handles() and len(s.hand(number)) == 3, "it does not count as a card of the hand"
    play(s, f"joker-{side}")
    first, second = s.legal()[0], s.legal()[1]
    s.apply(first)
    s.apply(second)
    do(s, f"enough of {name(f'joker-{side}')}")
    for id_ in ("panzerblitz", "general-staff"):
        draw(s, id_)
    assert len(s.hand(number)) == 3 and s.card[first.card] == DISCARDED
    assert s.joker == 1 - number


@rule("15.7")
def test_the_side_with_the_initiative_starts_with_the_joker():
    assert TITLE.new("campaign", joker=True).joker == 0
    assert TITLE.new("bagration", joker=True).joker == 1
    assert TITLE.new("campaign").joker == -1


@rule("15.7.1")
@rule("15.7", "5.1")
def test_the_joker_is_not_counted_when_two_cards_are_kept():
    s = situation(phase=None, joker=True, axis_hand=["hedgehogs", "air-bridge"])
    s.joker = 0
    begin(s, "axis", "card")
    assert s.side == "chance", "nothing has to be discarded"


# -- taking and paying --------------------------------------------------------------------------------------------


@rule("5.4")
def test_an_event_that_costs_a_card_needs_one():
    s = moment("card", "soviet", turn=14, soviet_hand=["major-offensive"])
    assert not s.stack
    s = moment("card", "soviet", turn=14, soviet_hand=["major-offensive", "heroes"])
    play(s, "major-offensive")
    assert asked(s) == "Pay" and {action.card for action in s.legal()} == {card_of(s, "heroes")}


# -- who is asked (ruling NR-77) ------------------------------------------------------------------------------------


@rule("5.0", "5.3.1")
def test_between_people_whoever_could_hold_an_event_is_asked():
    """A card for battles is no use before them, but the enemy does not know which card it is."""
    coin = {"turn": 6, "soviet_hand": ["heroes"]}
    assert moment("combat", "soviet", **coin).side is None
    s = moment("combat", "soviet", ask_always=True, **coin)
    assert s.side == "soviet" and legal(s) == {"no event"}
    do(s, "no event")
    assert not s.stack


@rule("5.0", "5.3.1")
def test_whoever_holds_no_hidden_card_is_never_asked():
    s = moment("combat", "soviet", turn=6, ask_always=True)
    assert s.side is None
    seen = situation(phase=None, turn=6, ask_always=True, soviet_hand=["heroes"])
    see(seen, 0, card_of(seen, "heroes"))
    ask(seen, "combat", "soviet")
    assert seen.side is None, "the Axis knows the card, and that it is no use now"


@rule("5.0", "5.3.1")
def test_nobody_is_asked_where_no_card_of_the_game_could_be_played():
    s = moment("enemy-movement", "soviet", turn=6, ask_always=True, soviet_hand=["heroes"])
    assert s.side is None, "there is nobody on the map"


@rule("5.0", "5.3.1")
def test_whoever_is_not_asked_does_not_learn_that_the_enemy_holds_the_cards():
    """All cards that could be played now are in the Axis hand: the Axis knows that, the Soviets must not."""
    s = moment("combat", "soviet", turn=6, ask_always=True, soviet_hand=["heroes"])
    elsewhere = s.copy()
    for card in s.game.offers[1]["combat"]:
        s.card[card] = DRAW_PILE
        elsewhere.card[card] = AXIS_HAND
    assert is_asked(s, 1, "combat") and is_asked(elsewhere, 1, "combat")


@rule("5.0")
def test_between_people_both_are_asked_about_a_die():
    how = {"axis": {"9th Army": "1214"}, "soviet": {"South Front": "1215"}, "turn": 6}
    hands = {"axis_hand": ["air-bridge"], "soviet_hand": ["stavka"]}
    usual, veiled = field(**how, **hands), field(**how, **hands, ask_always=True)
    do(veiled, "no event", "target 1215", "no event", "no event", "battle die 3")
    assert asked(veiled) == "BothWindow" and veiled.side == "axis"
    do(veiled, "no event")
    assert asked(veiled) == "BothWindow" and veiled.side == "soviet"
    do(usual, "target 1215", "battle die 3")
    assert asked(usual) != "BothWindow"


@rule("5.0", "7.0")
def test_between_people_the_phasing_side_is_asked_in_its_organization_phase_too():
    how = {"turn": 6, "side": "soviet", "phase": "organization", "soviet": {"West Front": "1718 full"}}
    assert asked(situation(**how, soviet_hand=["heroes"])) == "MovementPhase"
    veiled = situation(**how, soviet_hand=["heroes"], ask_always=True)
    assert asked(veiled) == "FlipStep" and legal(veiled) == {"end flips"}
