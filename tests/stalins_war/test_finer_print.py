"""More small print: one condition of a rule each, found by breaking it."""

from __future__ import annotations

from typing import Literal

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    effects,
    fortresses,
    hand,
    hidden,
    movement,
    partisans,
    replacements,
    strategic,
    supply,
    trenches,
)
from rasputitsa.titles.stalins_war.actions.combat import JoinAll
from rasputitsa.titles.stalins_war.combat import blitz, card_losses, conditions, eligibility
from rasputitsa.titles.stalins_war.events import marches
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, NEXT, PLACE_IDS, PLAYABLE
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, ROMANIAN
from rasputitsa.titles.stalins_war.state import AXIS, DISCARDED, DRAW, FULL, GONE, HAND, OPS, POOL, REMOVED, SOVIET

from .combat import change, clash, event, marked
from .situation import act, card, hexes, place, put, refused, situation, unit

# -- rounds and cards -----------------------------------------------------------------------------------------------


@rule("7.4.2")
def test_the_soviets_play_two_cards_for_rps_a_turn_and_no_third() -> None:
    s = situation(turn=5, round=3, side="soviet", soviet_hand=["soviet-14", "soviet-09"], moment="action")
    order = next(str(a) for a in s.legal() if type(a).__name__ == "PlayRp")
    s.rp_cards[SOVIET] = 1
    assert not refused(s, order)
    s.rp_cards[SOVIET] = 0
    act(s, order)
    assert s.rp_cards[SOVIET] == 1


@rule("7.6.4")
def test_total_war_is_triggered_once_only() -> None:
    s = situation(turn=9, moment="nothing")
    s.card[:] = bytes([GONE]) * len(s.card)
    s.card[card("axis-08")] = DISCARDED
    hand.total_war(s)
    assert (s.total_war, s.card[card("axis-08")]) == (9, DRAW)
    s.turn, s.card[card("axis-08")] = 10, DISCARDED
    hand.total_war(s)
    assert (s.total_war, s.card[card("axis-08")]) == (9, DISCARDED)


@rule("2.3.1")
def test_a_card_that_was_seen_says_nothing_of_another() -> None:
    s = situation(moment="nothing")
    first, second = card("soviet-09"), card("soviet-14")
    s.card[first] = s.card[second] = HAND
    s.seen = 1 << second
    assert first in hidden.unseen(s, AXIS) and second not in hidden.unseen(s, AXIS)


# -- movement, rail and sea -----------------------------------------------------------------------------------------


@rule("10.2.2")
@pytest.mark.parametrize(("side", "name", "at"), [("axis", "43 Corps", "1621"), ("soviet", "13R Army", "2722")])
def test_a_train_goes_to_another_hex(side: str, name: str, at: str) -> None:
    s = situation(turn=6, side=side)
    put(s, name, at)
    ends = strategic.by_rail(s, unit(name))
    assert ends and not ends >> place(at) & 1


@rule("10.2.2")
def test_no_train_leaves_an_enemy_zone_that_nobody_else_holds() -> None:
    s = situation(turn=6, axis={"43 Corps": "1622"}, soviet={"West Front": "1722"})
    s.set_supply(unit("West Front"), FULL)
    assert strategic.by_rail(s, unit("43 Corps")) == 0
    put(s, "4th Army", "1622")
    assert strategic.by_rail(s, unit("43 Corps"))


@rule("8.3")
def test_an_event_that_says_nothing_of_movement_lets_units_end_in_enemy_zones() -> None:
    s = situation(turn=8, axis={"24 Pz Corps": "2022"}, soviet={"West Front": "2222"})
    s.set_supply(unit("West Front"), FULL)
    before = movement.destinations(s, unit("24 Pz Corps"))
    event(s, "axis-09")
    s.memo.clear()
    assert before >> place("2122") & 1 and movement.destinations(s, unit("24 Pz Corps")) == before


@rule("7.5.4")
@pytest.mark.parametrize("box", [POOL, REMOVED])
def test_the_maritime_army_does_not_land_before_it_is_in_the_game_or_after_it_has_left(box: int) -> None:
    s = situation(turn=6, side="soviet", moment="nothing")
    s.put(unit("Maritime Army"), box)
    assert marches.landing_hexes(s, unit("Maritime Army")) == 0
    put(s, "Maritime Army", "eliminated")
    assert marches.landing_hexes(s, unit("Maritime Army"))


# -- works ----------------------------------------------------------------------------------------------------------


@rule("10.3.1")
def test_a_hex_with_a_trench_is_not_offered_for_another() -> None:
    s = situation(turn=12, axis={"4th Army": "2122", "9th Army": "2121"})
    effects.allow(s, "trenches-axis")
    s.trenches[AXIS] = 1 << place("2122")
    assert hexes(trenches.Dig().hexes(s)) == {"2121"}


@rule("16.2.3")
def test_the_new_fortress_is_not_built_out_of_supply() -> None:
    town = place("2322")
    assert fortresses.fortress_hexes(situation(turn=6, side="soviet", moment="nothing")) >> town & 1
    armies = ("4th Army", "9th Army", "6th Army", "17th Army", "11th Army", "18th Army")
    ring = dict(zip(armies, (PLACE_IDS[at] for at in bits(NEXT[town])), strict=True))
    s = situation(turn=6, side="soviet", axis=ring, moment="nothing")
    assert not fortresses.fortress_hexes(s) >> town & 1


@rule("16.3.2")
@pytest.mark.parametrize(("country", "nation"), [("hungary", HUNGARIAN), ("romania", ROMANIAN)])
def test_the_supply_of_a_minor_country_makes_festungs_only_at_home(
    country: Literal["hungary", "romania"], nation: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = situation(turn=12, moment="nothing", axis_holds=["Kiev", "Odessa"])
    everywhere = PLAYABLE
    monkeypatch.setattr(supply, "full_supply", lambda _, whose: everywhere if whose == nation else 0)
    found = fortresses.festung_hexes(s)
    assert found and not found & ~COUNTRY[country]


# -- partisans ------------------------------------------------------------------------------------------------------


@rule("9.2.2", "16.1.1")
def test_the_warsaw_rising_does_not_stack_with_other_soviet_units() -> None:
    s = situation(turn=14, side="soviet", moment="nothing")
    assert partisans.landing_zones(s, "warsaw") == 1 << place("Warsaw")
    put(s, "13R Army", "Warsaw")
    assert not partisans.landing_zones(s, "warsaw")


# -- replacements ---------------------------------------------------------------------------------------------------


@rule("14.2.2")
def test_without_the_upper_silesian_works_infantry_is_still_replaced() -> None:
    s = situation(turn=12, axis={"4th Army": "1621 -3", "24 Pz Corps": "1621 -1"}, soviet_holds=["USIR"])
    s.rp[:] = [9] * len(s.rp)
    assert replacements.why_no_step(s, unit("4th Army"), AXIS) is None
    refusal = replacements.why_no_step(s, unit("24 Pz Corps"), AXIS)
    assert refusal is not None and refusal.rule == "14.2.2"


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("11.5.2.2")
def test_the_limit_of_the_east_does_not_bar_a_marker_in_the_west() -> None:
    s = clash("2222", axis={"24 Pz Corps": "2122"}, soviet={"13R Army": "2222"}, turn=2)
    s.spearhead, s.kind = 1, OPS
    s.blitz = 1 << place("2526")
    assert blitz._limit(s) is None


@rule("7.5.5a")
def test_a_card_that_asks_for_a_trench_looks_at_the_hex_that_is_attacked() -> None:
    s = clash("2222", axis={"4th Army": "2222"}, soviet={"4T Army": "2322"}, side="soviet", turn=12)
    assert not conditions.hex_is(s, "trench")
    s.trenches[AXIS] = 1 << place("2122")
    assert not conditions.hex_is(s, "trench")
    s.trenches[AXIS] = 1 << place("2222")
    assert conditions.hex_is(s, "trench")


@rule("11.3.5")
def test_nobody_takes_back_a_step_of_the_enemy() -> None:
    s = clash("2222", axis={"24 Pz Corps": "2122"}, soviet={"13R Army": "2222"}, turn=6)
    s.hit = 1 << unit("13R Army")
    s.fallen = [(unit("13R Army"), place("2222"), FULL)]
    assert card_losses.savable(s, AXIS) == 0 and card_losses.savable(s, SOVIET) == s.hit


@rule("11.1.5")
def test_a_hex_joins_an_attack_as_a_stack_from_two_units_on() -> None:
    axis = {"24 Pz Corps": "2122", "43 Corps": "2122", "4th Army": "2121"}
    s = situation(turn=6, ops=4, axis=axis, soviet={"13R Army": "2222"})
    marked(s, "2122", "2121")
    act(s, "attack 2222")
    stack, alone = JoinAll(place("2122")), JoinAll(place("2121"))
    assert s.why_not(stack) is None and s.why_not(alone) is not None
    s.apply(stack)
    assert s.attackers == 1 << unit("24 Pz Corps") | 1 << unit("43 Corps")


@rule("11.1.5")
def test_a_stack_that_joins_brings_nobody_from_another_hex() -> None:
    axis = {"24 Pz Corps": "2122", "43 Corps": "2122", "4th Army": "2121", "47 Pz Corps": "2121"}
    s = situation(turn=6, ops=4, axis=axis, soviet={"13R Army": "2222"})
    change(s, combat=1 << place("2122") | 1 << place("2121"))
    joined = eligibility.stack_that_joins(s, place("2122"), 0, place("2222"))
    assert joined == 1 << unit("24 Pz Corps") | 1 << unit("43 Corps")
