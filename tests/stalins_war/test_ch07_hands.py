"""[7.1.3, 7.6, 17.0] Hands: their size, oil, the Draw Phase, Total War."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import cards, effects, hand
from rasputitsa.titles.stalins_war.cards import Drawing
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import LAND, OIL
from rasputitsa.titles.stalins_war.sequence import draw_phase
from rasputitsa.titles.stalins_war.state import (
    ASIDE,
    AXIS,
    CARD_SPAN,
    DISCARDED,
    DRAW,
    FACE_UP,
    GONE,
    HAND,
    LATER,
    SOVIET,
    Position,
)

from .situation import act, can, card, chance, hexes, place, refused, situation


def oil(axis: int, turn: int = 6) -> Position:
    """The Axis holds this many of the oil hexes: Ploesti, Maikop, Grozny, Baku; and the railway to them."""
    fields, railway = ["1428", "2433", "2835", "3138"], ["2025", "2228", "2327", "2429", "2530"]
    return situation(moment="nothing", turn=turn, axis_holds=[*fields[:axis], *railway], soviet_holds=fields[axis:])


# -- size -----------------------------------------------------------------------------------------------------------


@rule("17.1.1", "17.1.2", "17.1.4", "17.1.5", "17.1.6", "17.1.7")
@pytest.mark.parametrize(
    ("axis", "axis_change", "soviet_change"), [(0, -1, 0), (1, 0, 0), (2, 0, 0), (3, 1, -1), (4, 1, -2)]
)
def test_oil_changes_the_hands(axis: int, axis_change: int, soviet_change: int) -> None:
    s = oil(axis)
    assert hexes(OIL) == {"1428", "2433", "2835", "3138"}
    assert (hand.by_oil(s, AXIS), hand.by_oil(s, SOVIET)) == (axis_change, soviet_change)


@rule("17.1.3")
def test_oil_out_of_supply_does_not_count() -> None:
    """SW-84: full supply is needed."""
    s = oil(1)
    assert hand.oil_hexes(s, AXIS) == 1
    s.trenches[SOVIET] = LAND.adjacent[place("1428")]
    s.memo.clear()
    assert hand.oil_hexes(s, AXIS) == 0


@rule("7.6.1", "4.1.2")
def test_the_hand_is_six_and_never_more_than_seven_or_less_than_four() -> None:
    """SW-34: six, oil, events, then the limits."""
    s = oil(1)
    assert hand.size(s, AXIS) == hand.size(s, SOVIET) == 6
    s = oil(4)
    effects.begin(s, card("axis-45"), 0, "game", 7, 9)
    assert hand.size(s, AXIS) == 7
    for _ in range(3):
        effects.begin(s, card("soviet-08"), 0, "game", 7, 18)
    assert hand.size(s, SOVIET) == 4


@rule("7.6.1", "7.6.1.1")
@pytest.mark.parametrize(("turn", "size"), [(15, 4), (16, 1), (17, 1)])
def test_no_lower_limit_of_the_axis_hand_on_turns_16_to_18(turn: int, size: int) -> None:
    s = oil(0, turn)
    for _ in range(4):
        effects.begin(s, card("soviet-36"), 1, "game", 1, 18)
    assert hand.size(s, AXIS) == size


@rule("7.6.1")
def test_events_change_the_hand_of_the_turns_they_name() -> None:
    """Industrial Evacuation on turn 2: one less in turns 3 to 6, one more from turn 7 on."""
    s = oil(1, 2)
    effects.begin(s, card("soviet-08"), 0, "game", 3, 6)
    effects.begin(s, card("soviet-08"), 1, "game", 7, 18)
    sizes = {}
    for turn in range(1, 9):
        s.turn = turn
        sizes[turn + 1] = hand.size(s, SOVIET)
    assert sizes == {2: 6, 3: 5, 4: 5, 5: 5, 6: 5, 7: 7, 8: 7, 9: 7}


# -- the Draw Phase -------------------------------------------------------------------------------------------------


def drawing(turn: int = 2, **more: object) -> Position:
    s = situation(moment="nothing", turn=turn, **more)  # type: ignore[arg-type]
    draw_phase(s)
    s.settle()
    return s


@rule("6.0.3", "7.6.2")
def test_the_soviet_player_decides_first_what_to_discard() -> None:
    s = drawing(axis_hand=["axis-24", "axis-16"], soviet_hand=["soviet-07"])
    assert s.side == "soviet" and refused(s, "discard Axis 24 Stukas") == "7.6.2"
    act(s, "keep the rest")
    assert s.side == "axis"
    act(s, "discard Axis 24 Stukas", "keep the rest")
    assert s.card[card("axis-24")] == DISCARDED and s.side == CHANCE
    chance(s)
    assert len(s.hand(AXIS)) == len(s.hand(SOVIET)) == 6


@rule("7.1.3", "4.3.1")
@pytest.mark.parametrize(
    ("turn", "numbers"), [(1, (1, 2)), (2, ()), (3, (3,)), (4, (4,)), (5, (5,)), (6, (6,)), (7, ())]
)
def test_soviet_reinforcement_cards_come_on_fixed_turns(turn: int, numbers: tuple[int, ...]) -> None:
    """SW-14: after discarding, before drawing up to the size."""
    s = drawing(turn, soviet_hand=["soviet-07"])
    act(s, "keep the rest")
    chance(s)
    got = [n for n in range(1, 7) if s.card[card(f"soviet-{n:02}")] == HAND]
    assert tuple(got) == numbers and len(s.hand(SOVIET)) == 6
    assert s.seen == sum(1 << card(f"soviet-{n:02}") for n in numbers)


@rule("7.1.3")
def test_a_fixed_card_comes_even_to_a_full_hand() -> None:
    """SW-14: one card more than the size may be held."""
    held = [f"soviet-{n:02}" for n in (7, 8, 9, 10, 11, 12)]
    s = drawing(3, soviet_hand=held)
    act(s, "keep the rest")
    chance(s)
    assert len(s.hand(SOVIET)) == 7 and s.card[card("soviet-03")] == HAND


@rule("7.1.3", "4.3.1.1")
def test_card_4_chosen_at_the_start_leaves_turn_4_without_one() -> None:
    s = drawing(4, soviet_hand=["soviet-04"])
    act(s, "keep the rest")
    chance(s)
    assert s.card[card("soviet-04")] == HAND and len(s.hand(SOVIET)) == 6


@rule("7.5.5d")
def test_combat_cards_lying_face_up_are_discarded_at_the_end_of_the_turn() -> None:
    s = situation(moment="nothing", turn=2)
    s.card[card("axis-24")] = FACE_UP
    draw_phase(s)
    assert s.card[card("axis-24")] == DISCARDED


@rule("7.6.3")
def test_an_empty_draw_pile_is_made_anew_from_the_discards() -> None:
    s = situation(moment="nothing")
    for number in range(*CARD_SPAN[AXIS]):
        s.card[number] = GONE
    s.card[card("axis-24")] = DRAW
    s.card[card("axis-16")] = DISCARDED
    s.push(Drawing, AXIS, 3)
    s.settle()
    assert {str(a) for a, _ in s.chances()} == {"draw Axis 24 Stukas"}
    chance(s)
    assert s.hand(AXIS) == [card("axis-16"), card("axis-24")]


@rule("7.6.3")
def test_a_hand_stays_short_when_there_is_nothing_to_draw() -> None:
    """SW-75"""
    s = situation(moment="nothing")
    for number in range(*CARD_SPAN[AXIS]):
        s.card[number] = GONE
    s.push(Drawing, AXIS, 3)
    s.settle()
    assert s.over and not s.hand(AXIS)


@rule("7.5.1a")
def test_sorge_fetches_siberians_from_turn_3_on() -> None:
    s = situation(moment="nothing", turn=2, soviet_hand=["soviet-08"])
    effects.begin(s, card("soviet-07"), 1, "game")
    assert hand.fetched(s) == []
    s.turn = 3
    assert hand.fetched(s) == [card("soviet-12")]
    draw_phase(s)
    s.settle()
    act(s, "keep the rest")
    assert s.side == "soviet" and can(s, "decline")
    act(s, "take Soviet 12 Siberians")
    chance(s)
    assert s.card[card("soviet-12")] == HAND and len(s.hand(SOVIET)) == 6 and hand.fetched(s) == []


# -- Total War ------------------------------------------------------------------------------------------------------


def gone(axis: int, soviet: int, turn: int) -> Position:
    s = situation(moment="nothing", turn=turn, axis_hand=["axis-24"])
    for side, number in ((AXIS, axis), (SOVIET, soviet)):
        first = CARD_SPAN[side][0]
        starred = [c for c in range(first, first + 25) if CARDS[c].removed]
        for c in starred[:number]:
            s.card[c] = GONE
    hand.total_war(s)
    return s


@rule("7.6.4", "7.6.4.1")
@pytest.mark.parametrize(
    ("axis", "soviet", "turn", "begins"),
    [(12, 0, 6, True), (0, 12, 6, True), (11, 8, 6, False), (11, 9, 6, True), (12, 12, 5, False), (12, 0, 9, True)],
)
def test_total_war_comes_with_asterisked_cards_from_turn_6_on(axis: int, soviet: int, turn: int, begins: bool) -> None:
    s = gone(axis, soviet, turn)
    assert bool(s.total_war) == begins


@rule("7.6.4", "6.0")
def test_the_draw_phase_begins_with_total_war() -> None:
    s = gone(0, 0, 6)
    for c in range(12):
        s.card[c] = GONE
    draw_phase(s)
    s.settle()
    assert s.total_war == 6


@rule("7.6.4", "7.6.4.2")
def test_total_war_shuffles_all_but_the_hands() -> None:
    """SW-36"""
    s = gone(12, 0, 6)
    assert not s.cards_in(LATER, AXIS) and not s.cards_in(DISCARDED, SOVIET)
    assert s.card[card("axis-24")] == HAND and s.card[card("axis-55")] == DRAW
    assert s.card[card("soviet-06")] == ASIDE and len(s.cards_in(GONE, AXIS)) == 12


@rule("7.6.4")
def test_asterisked_combat_cards_count_for_total_war() -> None:
    """SW-35: combat cards are events (3.0)."""
    s = situation(moment="nothing", turn=6)
    cards.spend_event(s, card("axis-13"))
    assert CARDS[card("axis-13")].combat and cards.removed_by_events(s, AXIS) == 1


@rule("7.6.1", "7.1.3")
def test_nobody_holds_more_than_seven_cards() -> None:
    """SW-14: with cards 1 and 2 to come, a Soviet hand of six must lose one."""
    held = [f"soviet-{n:02}" for n in (7, 8, 9, 10, 11, 12)]
    s = drawing(1, soviet_hand=held)
    assert refused(s, "keep the rest") == "7.6.1"
    act(s, "discard Soviet 8 Industrial Evacuation", "keep the rest")
    chance(s)
    assert len(s.hand(SOVIET)) == 7
