"""[4.0, 25.0, 23.1.1, 23.1.2] Set-up: markers, units as chapter 25 lists them, the first hands."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS
from rasputitsa.titles.stalins_war.state import ASIDE, AXIS, DRAW, HAND, LATER, SOVIET, Position

from .situation import act, at, can, card, chance, choices, refused

SOVIETS = """
Southwest Front 1724; 16M Corps 1625; West Front 1721; 28R Corps 1722; 4M Corps 1723; 8M Corps 1624; South Front 1726;
6M Corps 1821; 5R Corps 1823; 15M Corps 1824; 5M Corps 1826; 18M Corps 1827; Maritime Army 1829; 12M Corps 1918;
Northwest Front 2118; 3M Corps 1920; 22M Corps 1924; 13R Army 2022; Central Front 2123; 21R Army 2123; 22R Army 2320;
Leningrad Front 2517; 10M Corps 2517; Trans-Caucasus Front 2532; Reserve Front 2722; 7M Corps 2722; 20R Army 2722;
Stalin 2722
"""
GERMANS_AND_ALLIES = """
49 Mtn Corps 1424; 11th Army 1527; 17th Army 1523; 4th Army 1621; 46 Pz Corps 1622; 24 Pz Corps 1622; 47 Pz Corps 1622;
43 Corps 1622; 6th Army 1623; 48 Pz Corps 1623; 3Pz Corps 1623; 14 Pz Corps 1623; 9th Army 1720; 39 Pz Corps 1720;
57 Pz Corps 1720; 18th Army 1819; 16th Army 1820; 56 Pz Corps 1820; 41 Pz Corps 1820; HU 3rd Army 1025;
RO 3rd Army 1627; RO 4th Army 1629
"""


def new(scenario: str = "campaign", **options: object) -> Position:
    s = TITLE.new(scenario, **options)  # type: ignore[arg-type]
    assert isinstance(s, Position)
    return s


def listed(text: str) -> dict[str, str]:
    return dict(entry.strip().rsplit(" ", 1) for entry in text.replace("\n", " ").split(";"))  # type: ignore[misc]


@rule("4.2.1", "4.2.2", "25.1", "25.2")
@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
@pytest.mark.parametrize(("side", "text"), [(SOVIET, SOVIETS), (AXIS, GERMANS_AND_ALLIES)])
def test_units_stand_where_chapter_25_says(scenario: str, side: int, text: str) -> None:
    s = new(scenario)
    found = {s.name(u): PLACE_IDS[s.place[u]] for u in s.on_map(side)}
    assert found == listed(text) and not any(s.lost)


@rule("4.1.1", "4.1.2", "4.1.3", "4.1.4")
def test_markers_at_the_start() -> None:
    s = new()
    assert (s.turn, s.vp, s.banked, s.count) == (1, 7, [0, 0], [0, 0]) and not any(s.rp)


@rule("4.3.1", "4.3.2", "4.3.3")
def test_six_cards_each_and_the_rest_waits() -> None:
    s = new()
    act(s, "decline")
    chance(s)
    for side in (AXIS, SOVIET):
        assert len(s.hand(side)) == 6
        assert all(CARDS[c].deck == "blitz" for c in s.hand(side))
        assert len(s.cards_in(LATER, side)) == 30
    assert [c - 55 for c in s.cards_in(ASIDE, SOVIET)] == [0, 1, 2, 3, 4, 5]
    assert s.side == "axis" and s.step.name == "ChooseAction"


@rule("4.3.1", "4.3.1.1")
def test_the_soviet_player_may_choose_a_card_and_is_dealt_five_more() -> None:
    s = new()
    assert not can(s, "take Soviet 3 Soviet Reinforcements")
    assert refused(s, "take Soviet 26 Soviet Reinforcements") == "4.3.1"
    assert refused(s, "take Axis 24 Stukas") == "4.3.1"
    assert can(s, "take Soviet 4 Soviet Reinforcements")
    act(s, "take Soviet 13 Lend-Lease")
    chance(s)
    assert len(s.hand(SOVIET)) == 6 and s.card[card("soviet-13")] == HAND and not s.seen


@rule("4.3.1", "4.3.1.1")
def test_card_4_chosen_is_known_to_the_axis() -> None:
    s = new()
    act(s, "take Soviet 4 Soviet Reinforcements")
    chance(s)
    assert len(s.hand(SOVIET)) == 6 and s.seen == 1 << card("soviet-04")


@rule("4.3.1")
def test_the_first_printing_has_no_free_card() -> None:
    assert new(edition="printed").side == CHANCE


@rule("23.1.1")
def test_a_card_of_choice_for_a_vp_the_axis_first() -> None:
    s = new(bought_card=True)
    assert s.side == "axis" and refused(s, "take Axis 26 German Reinforcements") == "23.1.1"
    act(s, "take Axis 7 Taifun")
    assert s.vp == 6 and s.side == "soviet"
    assert refused(s, "take Soviet 1 Soviet Reinforcements") == "23.1.1"
    act(s, "take Soviet 8 Industrial Evacuation")
    assert s.vp == 7 and s.step.name == "FreeCard"
    act(s, "take Soviet 13 Lend-Lease")
    chance(s)
    assert len(s.hand(AXIS)) == len(s.hand(SOVIET)) == 6
    assert s.card[card("axis-07")] == s.card[card("soviet-08")] == s.card[card("soviet-13")] == HAND


@rule("23.1.1")
def test_nobody_has_to_buy_a_card() -> None:
    s = new(bought_card=True)
    act(s, "decline", "decline", "decline")
    chance(s)
    assert s.vp == 7 and len(s.hand(AXIS)) == 6


@rule("23.1.2")
def test_soviet_reinforcements_may_be_shuffled_into_the_deck() -> None:
    s = new(shuffled_reinforcements=True)
    assert s.side == CHANCE
    assert all(s.card[card(f"soviet-0{n}")] == DRAW for n in range(1, 7))
    assert len([a for a, _ in s.chances()]) == 25
    rng = random.Random(7)
    while s.side == CHANCE:
        s.apply(s.sample(rng))
    assert len(s.hand(SOVIET)) == 6 and not s.cards_in(ASIDE, SOVIET)


@rule("4.3.2")
def test_a_drawn_card_is_hidden_from_the_enemy() -> None:
    s = new(edition="printed")
    action = s.sample(random.Random(3))
    assert s.describe(action, "soviet") == "axis draws a card" and s.describe(action, "axis") == str(action)
    t = new()
    assert t.describe(t.legal()[0], "axis") == "take a card"
    assert at(s, "Stalin") == "2722" and choices(t)
