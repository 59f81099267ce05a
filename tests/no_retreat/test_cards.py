"""[5.0] The cards: piles, discard and draw steps, payment, and how events are played."""

from __future__ import annotations

import importlib
import pkgutil
import random

import pytest

import tests.no_retreat
from rasputitsa.kernel.conformance import secrecy
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, piles
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.codes import DISCARDED, DRAW_PILE, FOR_1945, GONE
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS
from rasputitsa.titles.no_retreat.events.happening import DEEDS
from rasputitsa.titles.no_retreat.events.lasting import known_cards
from rasputitsa.titles.no_retreat.events.window import open_window

from .combat import asked, attack, field, given, legal
from .events import card_of, event, offered, play, throw, why_not
from .situation import begin, coins, deal, do, pay, read, refused, situation, where


def hand_of(s, side: int) -> int:
    return len(s.hand(side))


def draw_all(s) -> int:
    """Draw what is due, avoiding cards that happen when drawn; how many it were."""
    count = 0
    while s.side == "chance":
        plain = [
            a for a in s.legal() if not any(EVENTS[EVENT[e]].mandatory for side in CARDS[a.card].events for e in side)
        ]
        s.apply(plain[0])
        count += 1
    return count


# -- piles --------------------------------------------------------------------------------------------------------


@rule("5.0.1")
@rule("5.0")
@rule("C.3", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_the_last_card_of_the_pile_is_not_drawn_the_discards_are_shuffled_in_first(edition):
    s = situation(edition=edition, phase=None)
    pile = piles.draw_pile(s, 0)
    for card in pile[:-2]:
        piles.discard(s, card)
    begin(s, "axis", "card")
    s.apply(s.legal()[0])
    assert s.discards == [] and piles.pile_size(s, 0) == len(pile) - 1, "one drawn, the other 40 are shuffled again"


@rule("5.0", "5.3")
def test_spent_and_played_cards_lie_face_up_on_the_discard_pile_in_their_order():
    s = situation(phase="movement", axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz"])
    throw(s, "heroes")
    play(s, "panzerblitz")
    assert s.discards == [card_of(s, "heroes"), card_of(s, "panzerblitz")]
    assert all(s.card[card] == DISCARDED for card in s.discards)


@rule("C.1", book="no-retreat-digital")
def test_each_digital_side_draws_from_its_own_deck_of_45():
    s = TITLE.setup(TITLE.prepare("campaign", "digital-1.1", {}))
    for side, other in ((0, 1), (1, 0)):
        pile = piles.draw_pile(s, side)
        assert len(pile) == 45 and not set(pile) & set(piles.draw_pile(s, other))
        assert sum(CARDS[card].leaves_1945 for card in pile) == 15
    piles.renew_1945(s)
    assert [len(piles.draw_pile(s, side)) for side in (0, 1)] == [40, 40], "15 leave, 10 come"


@rule("5.0")
def test_one_deck_of_41_serves_both_sides_on_the_board():
    s = TITLE.setup(TITLE.prepare("campaign", "board", {}))
    assert piles.draw_pile(s, 0) == piles.draw_pile(s, 1) and piles.pile_size(s, 0) == 41


@rule("C.1.1", book="no-retreat-digital")
@rule("5.5.1")
@rule("5.5")
def test_in_1945_red_barred_cards_leave_every_hand_and_pile():
    """Out with the old, in with the new: purged piles and the green cards make one new draw pile."""
    s = situation(turn=22, phase=None)
    old = [c for c in s.game.deck_of[0] if CARDS[c].leaves_1945]
    kept = [c for c in s.game.deck_of[0] if not (CARDS[c].leaves_1945 or CARDS[c].joins_1945)]
    s.card[old[0]], s.card[old[1]], s.card[kept[0]] = 1, 2, 1
    piles.discard(s, old[2])
    piles.discard(s, kept[1])
    piles.renew_1945(s)
    assert {s.card[c] for c in old} == {GONE} and s.hand(0) == (kept[0],) and s.hand(1) == ()
    assert s.discards == [] and s.card[kept[1]] == DRAW_PILE
    assert FOR_1945 not in s.card and piles.pile_size(s, 0) == 41 - 1


# -- the Card Phase -----------------------------------------------------------------------------------------------


@rule("C.2.1", book="no-retreat-digital")
@rule("5.1")
@pytest.mark.parametrize(("held", "to_discard"), [(4, 2), (2, 0), (1, 0)])
def test_a_side_discards_down_to_two_cards(held, to_discard):
    s = situation(phase="card", axis_hand=coins("axis", held))
    discarded = 0
    while asked(s) == "DiscardStep":
        s.apply(s.legal()[0])
        discarded += 1
    assert discarded == to_discard and hand_of(s, 0) == held - to_discard


@rule("5.1")
def test_only_own_cards_are_discarded():
    s = situation(phase="card", axis_hand=coins("axis", 3), soviet_hand=["heroes"])
    theirs = s.game.card_names[card_of(s, "heroes")]
    assert refused(s, f"discard {theirs}") == "5.1" and refused(s, "end movement") == "5.1"


@rule("5.2.2")
@rule("5.2")
@pytest.mark.parametrize(
    ("side", "how", "cards"),
    [
        ("axis", {}, 4),
        ("soviet", {}, 4),
        ("soviet", {"axis_holds": ["Moscow"]}, 3),
        ("soviet", {"axis_holds": ["Moscow", "121"]}, 2),
        ("axis", {"soviet_holds": ["Ploesti"]}, 3),
    ],
)
def test_four_cards_are_drawn_fewer_for_lost_moscow_and_oil(side, how, cards):
    s = situation(phase="card", side=side, **how)
    assert draw_all(s) == cards and hand_of(s, 0 if side == "axis" else 1) == cards


@rule("5.2.1.1")
@rule("5.2.1")
@pytest.mark.parametrize(("side", "discards"), [("axis", 1), ("soviet", 0)])
def test_on_a_red_event_the_axis_discards_a_card_after_drawing(side, discards):
    """Turn 14: Italy is invaded."""
    s = situation(turn=14, phase="card", side=side)
    draw_all(s)
    assert (asked(s) == "TwoFrontWar") is bool(discards)
    if discards:
        s.apply(s.legal()[0])
    assert hand_of(s, 0 if side == "axis" else 1) == 4 - discards


@rule("5.0", "5.3.1")
def test_events_of_the_card_phase_come_after_the_draw():
    s = situation(phase="card", axis_hand=["das-vaterland"])
    assert s.side == "chance" and draw_all(s) == 4
    assert s.side == "axis" and offered(s, "das-vaterland")
    play(s, "das-vaterland")
    assert draw_all(s) == 2 and hand_of(s, 0) == 6


@rule("5.4")
def test_cards_pay_for_replacements_rail_moves_reorganization_and_counterblows():
    s = situation(turn=6, phase="organization", axis={"9th Army": "destroyed"}, axis_hand=coins("axis", 2))
    do(s, "place 9th Army at 2204")
    assert pay(s) == 1
    do(s, "reorganize 9th Army")
    assert pay(s) == 1 and hand_of(s, 0) == 0
    armies = {"9th Army": "1608", "6th Army": "1708"}
    s = situation(turn=6, axis=armies, axis_hand=coins("axis", 1))
    do(s, "entrain 9th Army", "entrain 6th Army")
    assert pay(s) == 1 and where(s, "6th Army") == "rail"
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, soviet_hand=coins("soviet", 1))
    do(s, "no more targets", "counterblow from 1215")
    assert pay(s) == 1 and s.blows


# -- events -------------------------------------------------------------------------------------------------------


@rule("5.3")
def test_each_side_finds_its_own_event_on_a_card_of_the_board_edition():
    """Card 21 is Panzerblitz! to the Axis and Maskirovka to the Soviets."""
    s = situation(axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz"])
    assert offered(s, "panzerblitz") and why_not(s, "maskirovka") == "You do not hold Maskirovka."
    s = situation(side="soviet", soviet={"West Front": "rail"}, soviet_hand=["maskirovka"])
    assert offered(s, "maskirovka") and not offered(s, "panzerblitz")


@rule("5.3")
def test_a_played_card_is_discarded():
    s = situation(axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz"])
    play(s, "panzerblitz")
    assert s.hand(0) == () and s.discards == [card_of(s, "panzerblitz")]


@rule("5.0", "5.3.1")
def test_an_event_is_played_at_its_moment_only():
    s = situation(phase="movement", side="soviet", soviet={"West Front": "destroyed"}, soviet_hand=["za-rodinu"])
    assert refused(s, "play Za Rodinu!") == "5.0"
    s = situation(phase="organization", side="soviet", soviet={"West Front": "destroyed"}, soviet_hand=["za-rodinu"])
    assert refused(s, "play Za Rodinu!") == ""


@rule("5.3.3")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "allowed"),
    [
        ("panzerblitz", "axis", 11, True),
        ("panzerblitz", "axis", 12, False),
        ("race-for-berlin", "soviet", 11, False),
        ("race-for-berlin", "soviet", 12, True),
        ("american-trucks", "soviet", 11, True),
        ("american-trucks", "soviet", 24, True),
    ],
)
def test_marked_events_belong_to_the_side_with_the_initiative(id_, side, turn, allowed):
    """A German cross until turn 11, a Soviet star from turn 12 on; without a mark always."""
    units = {"axis": {"1st Panzer": "1609"}, "soviet": {"Bryansk Front": "1718 full", "West Front": "1722"}}
    s = situation(turn=turn, side=side, **units, **{f"{side}_hand": [id_]})
    assert offered(s, id_) is allowed
    if not allowed:
        assert refused(s, f"play {EVENTS[EVENT[id_]].name}") == "5.3.3" and "Initiative" in why_not(s, id_)


@rule("15.11", "15.11.2", "15.11.3", "5.3.3")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "counter", "allowed"),
    [
        ("race-for-berlin", "soviet", 9, 10, False),
        ("race-for-berlin", "soviet", 10, 10, True),
        ("panzerblitz", "axis", 10, 10, True),
        ("panzerblitz", "axis", 13, 14, True),
        ("panzerblitz", "axis", 14, 14, False),
        ("race-for-berlin", "soviet", 13, 14, True),
    ],
)
def test_the_initiative_counter_moves_the_marks_of_the_side_that_paid(id_, side, turn, counter, allowed):
    units = {"axis": {"1st Panzer": "1609"}, "soviet": {"Bryansk Front": "1718 full"}}
    s = situation(turn=turn, side=side, phase=None, variable_initiative=True, **units, **{f"{side}_hand": [id_]})
    s.star_turn = counter
    begin(s, side, "movement")
    assert offered(s, id_) is allowed


@rule("5.0")
@rule("C.5", book="no-retreat-digital")
def test_the_same_event_does_not_occur_twice_in_a_player_turn():
    """Digital cards 23 and 13 both offer the Spoiling Attack."""
    fronts = {"South Front": "1215", "West Front": "1314"}
    armies = {"9th Army": "1214", "6th Army": "1114"}
    how = {"edition": "digital-1.1", "side": "soviet", "axis": armies, "soviet": fronts}
    s = field(axis_hand=["spoiling-attack", "spoiling-attack"], **how)
    do(s, "no more targets")
    play(s, "spoiling-attack")
    assert hand_of(s, 0) == 1 and asked(s) == "Counterblows", "the second one is not asked for"
    assert EVENT["spoiling-attack"] in s.played
    begin(s, "axis", "card")
    assert s.played == []


@rule("C.1", "C.4", book="no-retreat-digital")
def test_of_two_cards_with_an_event_the_plainer_one_is_played_unless_the_other_is_named():
    """Card 23 offers the Spoiling Attack only, card 13 Soviet SNAFU as well."""
    how = {"edition": "digital-1.1", "side": "soviet", "soviet": {"South Front": "1215"}, "axis": {"9th Army": "1214"}}
    s = field(axis_hand=["spoiling-attack", "spoiling-attack"], **how)
    do(s, "no more targets")
    rich, plain = s.hand(0)
    assert len(CARDS[rich].events[0]) == 2 and len(CARDS[plain].events[0]) == 1
    assert legal(s) == {"play Spoiling Attack", f"play Spoiling Attack from {s.game.card_names[rich]}", "no event"}
    assert set(s.handles()) == {("card", rich), ("card", plain), ("button", 0)}
    copy = s.copy()
    do(s, "play Spoiling Attack")
    assert s.hand(0) == (rich,)
    do(copy, f"play Spoiling Attack from {s.game.card_names[rich]}")
    assert copy.hand(0) == (plain,)


@rule("5.3.2")
def test_an_events_text_overrules_the_rules():
    """The Axis improves no unit before turn 5, except by an event that says so."""
    armies = {"1st Panzer": "1608 reduced"}
    s = situation(turn=3, phase="organization", axis=armies, axis_hand=["new-tank-design", "hedgehogs", "air-bridge"])
    assert refused(s, "improve 1st Panzer") == "7.9.1"
    play(s, "new-tank-design")
    assert s.full[s.game.unit["1st-panzer"]]


@rule("5.0.3")
@rule("5.0")
def test_cards_are_resolved_in_the_order_they_are_played():
    """Guderian's DR stands until the defender, playing last, makes it a CB."""
    s = field(
        axis={"9th Army": "1214"},
        soviet={"South Front": "1215"},
        axis_hand=["heinz-guderian"],
        soviet_hand=["desperate-defence"],
    )
    attack(s, "1215", "9th Army")
    play(s, "heinz-guderian")
    play(s, "desperate-defence")
    assert where(s, "South Front") == "1215" and [*s.blows, *s.next_blows]


# -- what is shown ------------------------------------------------------------------------------------------------


def shown(s, side: str, id_: str):
    number = ("axis", "soviet").index(side)
    return next(card for card in s.view(side).hands[number].cards if card.id == card_of(s, id_))


@rule("C.4", "C.6", book="no-retreat-digital")
def test_playable_cards_are_marked_and_the_others_say_why_not():
    s = situation(axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz", "heinz-guderian", "total-war"])
    assert shown(s, "axis", "panzerblitz").playable and not shown(s, "axis", "panzerblitz").why
    assert shown(s, "axis", "heinz-guderian").why == "It is played when you attack."
    assert shown(s, "axis", "total-war").why == "It is played only while the Soviets have the Initiative."
    s = situation(axis={"9th Army": "1609"}, axis_hand=["panzerblitz"])
    assert shown(s, "axis", "panzerblitz").why == "No unit of yours could make use of it."


@rule("C.6", book="no-retreat-digital")
def test_of_two_events_on_a_card_the_one_of_the_moment_gives_the_reason():
    """Railway Pioneers belong to the Organization Phase, Production Problems to the enemy's."""
    s = situation(
        edition="digital-1.1",
        turn=2,
        phase="organization",
        axis={"9th Army": "destroyed", "6th Army": "1608 reduced"},
        axis_hand=["production-problems", "auxiliary-volunteers"],
    )
    assert shown(s, "axis", "production-problems").why == "The railways are disrupted on turns 1 and 2."


@rule("5.3.1")
def test_the_question_says_what_it_is_about():
    s = situation(phase=None, soviet_hand=["shturmovik"], axis_hand=["stalins-interference"])
    s.phasing = 1
    open_window(s, "combat", 1)
    s.settle()
    play(s, "shturmovik")
    assert s.view("axis").prompt.text == "The enemy plays Shturmovik. Play an event against it?"
    s = field(axis={"9th Army": "1115"}, soviet={"South Front": "Kharkov"}, soviet_hand=["heroes"])
    attack(s, "1116", "9th Army")
    given(s, 3)
    assert s.view("soviet").prompt.text == f"Battle for Kharkov, the die shows {s.die}: play an event?"


@rule("C.4", book="no-retreat-digital")
@event("great-patriotic-war")
def test_mandatory_events_happen_before_anything_else_can():
    """Drawn by the Soviets, the Great Patriotic War is over before the next card comes."""
    s = situation(edition="digital-1.1", side="soviet", phase="card")
    throw(s, "heroes", "za-rodinu")
    war = card_of(s, "great-patriotic-war")
    s.apply(next(a for a in s.legal() if a.card == war))
    assert s.side == "chance" and s.discards == [] and s.card[war] == DRAW_PILE


@rule("C.2", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_the_enemys_hand_is_a_number(edition):
    s = situation(edition=edition, axis_hand=["*", "*"], soviet_hand=["*", "*", "*"])
    theirs = s.view("axis").hands[1]
    assert theirs.count == 3 and theirs.cards is None
    assert secrecy(s, random.Random(1)) == []


@rule("C.2", book="no-retreat-digital")
def test_digital_discards_are_out_of_sight_those_of_the_board_lie_open():
    for edition, text in (("digital-1.1", "discard a card"), ("board", None)):
        s = situation(edition=edition, phase="card", axis_hand=["hedgehogs", "air-bridge", "paul-von-kleist"])
        toss = s.legal()[0]
        assert s.describe(toss, "soviet") == (text or str(toss)) and s.describe(toss, "axis") == str(toss)


@rule("C.2", book="no-retreat-digital")
def test_a_card_fetched_from_a_hidden_pile_is_not_named_to_the_enemy():
    s = situation(edition="digital-1.1", phase=None, soviet_hand=["stavka"])
    throw(s, "za-rodinu", "heroes")
    s.phasing = 1
    open_window(s, "organization", 1)
    s.settle()
    play(s, "stavka")
    deed = s.legal()[0]
    assert s.describe(deed, "axis") == "take a card of the discard pile" and s.describe(deed, "soviet") == str(deed)
    s.apply(deed)
    assert known_cards(s, 0) == []


@rule("C.7.1", book="no-retreat-digital")
@rule("C.7", book="no-retreat-digital")
def test_events_that_show_something_cannot_be_taken_back():
    """Intelligence and the discard pile reveal at once; draws are chance's own actions, which always do."""
    s = situation(axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz"])
    assert not s.reveals(read("play Panzerblitz!"))
    s = situation(phase=None, soviet_hand=["red-orchestra"], axis_hand=["hedgehogs"])
    s.phasing = 1
    open_window(s, "organization", 1)
    s.settle()
    assert s.reveals(read("play Red Orchestra"))
    s = situation(phase="card", axis_hand=["das-vaterland"])
    assert s.reveals(s.legal()[0])


@rule("O.1", book="no-retreat-digital")
def test_digital_cards_that_are_owed_cannot_be_played():
    """With pay-at-end a card promised for an improvement is not there for an event."""
    s = situation(
        edition="digital-1.1",
        turn=18,
        side="soviet",
        phase="organization",
        soviet={"West Front": "1718 reduced", "South Front": "destroyed"},
        soviet_hand=["new-conscripts"],
    )
    assert offered(s, "new-conscripts")
    do(s, "improve West Front")
    assert s.owed == 1 and why_not(s, "new-conscripts") == "You owe your cards already."


@rule("C.8", book="no-retreat-digital")
def test_lasting_effects_are_shown_at_the_side_of_the_map():
    s = situation(axis={"1st Panzer": "1609"}, axis_hand=["panzerblitz"])
    play(s, "panzerblitz")
    assert any("1st Panzer" in effect.text for effect in s.view("soviet").effects)


# -- complete -----------------------------------------------------------------------------------------------------


@rule("5.3.1")
def test_every_kind_of_effect_is_carried_out():
    wanted = {type(effect) for e in EVENTS for effect in e.effects}
    assert wanted <= set(DEEDS) and all(issubclass(kind, kinds.Kind) for kind in DEEDS)


@rule("5.3.1")
def test_every_event_has_a_test_of_its_own():
    tested = set()
    for module in pkgutil.iter_modules(tests.no_retreat.__path__):
        if module.name.startswith(("test_events", "test_cards")):
            found = vars(importlib.import_module(f"tests.no_retreat.{module.name}"))
            tested |= {id_ for item in found.values() for id_ in getattr(item, "events", ())}
    assert set(EVENT) == tested


@rule("5.3")
def test_events_have_names_of_their_own_and_round_trip_in_records():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, axis_hand=["erich-von-manstein"])
    attack(s, "1215", "9th Army")
    for action in s.legal():
        assert TITLE.lexicon.parse(str(action)) == action
    assert legal(s) == {"play Erich von Manstein", "no event"}
    deal(s, "axis", [])
    do(s, "no event")
    given(s, 0)
