"""Chapters 10 to 13: exceptions and limits of HQs, support, battles, blitz and exploitation, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.battle import tank_attack
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.state import READY, SHOT_DOWN
from tests.kiev41.situation import (
    at,
    battle,
    control,
    controller,
    dice_to_roll,
    do,
    empty,
    fleet,
    go_to,
    impulse,
    isolated,
    legal,
    line,
    may,
    pool,
    put,
    refused,
    revealed,
    strength,
    tactical,
    weather,
)


@rule("10.6.1", "10.7.1", "10.17.4")
@pytest.mark.parametrize("marshal", ["Budyonny", "Timoshenko"])
def test_a_marshal_commands_every_colour_and_hqs_goes_five_and_lets_them_blitz(marshal: str) -> None:
    s = empty()
    put(s, "38", marshal)
    put(s, "39", "9Tk", "2Cav", "KFront", "4Tk")
    put(s, "37", "29Inf:1")
    control(s, "axis", "36")
    impulse(s, "soviet")
    assert may(s, f"activate {marshal} in 43"), "five areas away"
    do(s, f"activate {marshal} in 38")
    do(s, "done") if s.step.name == "Activation" else None
    orders = {order.split()[0] for order in legal(s)}
    assert {"9Tk", "2Cav", "KFront", "4Tk"} <= orders
    do(s, "9Tk 39-37", "done")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits")
    assert s.step.name == "BlitzMoves"


@rule("10.17.4")
@pytest.mark.parametrize(("stars", "blitzes"), [(2, True), (0, False)])
def test_a_blitz_needs_its_hq_in_range(stars: int, blitzes: bool) -> None:
    """Kleist stands one area behind 37; exhausted he reaches only his own area."""
    s = empty(front="river")
    put(s, "36", f"Kleist:{stars}")
    put(s, "35", "17AOK", "60Mot")
    put(s, "37", "38A:1")
    tactical(s, "axis", "17AOK in 35", "Kleist in 36")
    do(s, "60Mot 35-37")
    go_to(s, "Support", "HitRoll", "Combat")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits") if sum(dice_to_roll(s)) == 1 and s.frame[1] else None
    do(s, "1 hits")
    assert (s.step.name == "BlitzMoves") == blitzes


@rule("10.17.2")
def test_a_fast_hq_that_cleared_a_green_area_does_not_blitz() -> None:
    s = empty(front="river")
    put(s, "38", "Budyonny", "Timoshenko", "9Tk")
    put(s, "37", "29Inf:1")
    do(tactical(s, "soviet", "Budyonny in 38"), "Timoshenko 38-37", "9Tk 38-37")
    go_to(s, "Support", "HitRoll")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits")
    assert {order.split()[0] for order in legal(s)} == {"9Tk", "done"}


@rule("10.11.3", "4.2.6.2")
def test_a_luftwaffe_hq_moves_by_an_hq_beside_it_in_a_pass_and_in_a_strategic_impulse() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "36", "17AOK", "4FK")
    assert may(tactical(s, "axis", "17AOK in 36"), "4FK 36-35")
    assert may(do(impulse(s, "axis"), "pass"), "4FK 36-35")
    assert may(do(impulse(s, "axis"), "strategic impulse"), "4FK 36-35")
    s = empty(front="river")
    put(s, "35", "17AOK")
    put(s, "36", "4FK", "34Inf")
    tactical(s, "axis", "17AOK in 35")
    assert refused(s, "4FK 36-35").rule == "10.3", "not at a distance"


@rule("10.11.4", "10.11.2")
@pytest.mark.parametrize(
    ("name", "bombers", "near", "far", "dice"),
    [("sunny", 4, "37", "38", 4), ("snow", 2, "37", "38", 2), ("rain", 1, "", "37", 1)],
)
def test_bombers_range_number_and_dice_go_by_the_weather(
    name: str, bombers: int, near: str, far: str, dice: int
) -> None:
    """From 53 it is two areas to 37 and three to 38 (by 54 and 55)."""
    s = empty(front="river")
    weather(s, name)
    put(s, "54", "17AOK")
    put(s, "53", "4FK")
    for area, soviet, axis in (("37", "38A", "4Inf"), ("38", "37A", "52Inf"), ("36", "5A", "49Mtn")):
        put(s, area, soviet)
        put(s, area, axis)
    control(s, "axis", "36 55")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 53"), "Support")
    if near:
        assert may(s, f"4FK bombs {near}")
    assert may(s, f"4FK bombs {far}") == (name == "sunny")
    flown = 0
    while may(s, "4FK bombs 36"):
        do(s, "4FK bombs 36")
        flown += 1
    assert flown == bombers


@rule("10.2.1.5", "10.2.1")
def test_a_fleet_sent_elsewhere_may_be_sent_only_once_and_needs_its_hq() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "KFront")
    fleet(s, "BB", "108")
    tactical(s, "soviet", "SWFront in 38", "KFront in 39")
    do(s, "BB sails to 121")
    assert may(s, "CA sails to 121"), "the other HQ commits the other fleet"
    assert not may(s, "BB sails to 108")
    do(s, "CA sails to 121")
    assert list(s.fleets) == [AREA["121"]] * 2


@rule("10.2.1.4")
def test_no_fleet_is_committed_in_a_blitz_a_pass_or_a_strategic_impulse() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "38", "SWFront")
    do(impulse(s, "soviet"), "strategic impulse", "done")
    assert s.active == AXIS
    assert all(place >= len(AREA) for place in s.fleets)


@rule("10.13.2.4")
def test_gunfire_counts_at_once_against_what_the_axis_absorbs_as_defender() -> None:
    """The Axis holds Kherson: its city absorbs one hit, the next one falls before the ground combat."""
    s = empty(front="river")
    put(s, "86", "30Inf")
    put(s, "86", "9A:1")
    control(s, "axis", "86")
    fleet(s, "CA", "86")
    fleet(s, "BB", "86")
    battle(s, "soviet", "86")
    assert dice_to_roll(s) == (0, 2, 1)
    do(s, f"{s.dab + 1} hits")
    assert strength(s, "30Inf") == 3
    assert dice_to_roll(s) == (0, 3, 0), "the defender answers with what is left"


@rule("10.13.2.4", "10.14")
def test_the_axis_as_attacker_absorbs_no_gunfire() -> None:
    s = empty(front="river")
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    fleet(s, "CA", "108")
    battle(s, "axis", "108")
    do(s, "2 hits")
    assert strength(s, "30Inf") == 2


@rule("10.13.6.1.1")
def test_only_who_came_over_water_rolls_one_die() -> None:
    """The 29th and the 44th come from 36 over the Dnieper (21 is held), the 34th from 38 over dry land."""
    s = empty(front="river")
    s.initiative = AXIS
    control(s, "axis", "55 38")
    put(s, "37", "38A:1")
    put(s, "21", "5A")
    put(s, "36", "29Inf", "44Inf:2")
    put(s, "38", "34Inf:3")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 36-37", "34Inf 38-37", "44Inf 36-37", "0 hits")
    assert dice_to_roll(s) == (0, 1 + 3 + 1, 0)


@rule("10.13.6.1.1")
def test_who_was_there_before_rolls_all_his_dice() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "37", "38A:1")
    put(s, "37", "29Inf")
    put(s, "36", "44Inf")
    do(impulse(s, "axis"), "strategic impulse", "44Inf 36-37", "done", "battle in 37", "0 hits")
    assert dice_to_roll(s) == (0, 8, 0), "the area was contested before"


@rule("10.13.6.2.1", "10.13.6.2.2")
@pytest.mark.parametrize(
    ("change", "first"),
    [
        ("", True),
        ("rain", False),
        ("line", False),
        ("city", False),
        ("tank", False),
        ("yellow", False),
        ("infantry", False),
        ("all wet", False),
        ("one dry", True),
    ],
)
def test_each_condition_of_a_tank_attack_alone(change: str, first: bool) -> None:
    s = empty(front="river")
    area = {"city": "38", "yellow": "20"}.get(change, "37")
    put(s, area, "38A")
    if change == "tank":
        put(s, area, "9Tk")
    if change == "line":
        line(s, area)
    put(s, area, "34Inf" if change == "infantry" else "3Pz", "14Pz" if change != "infantry" else "42Inf")
    control(s, "soviet", area)
    weather(s, "rain" if change == "rain" else "sunny")
    if change in ("all wet", "one dry"):
        s.crossed = 1 << NUMBER["3Pz"] | (1 << NUMBER["14Pz"] if change == "all wet" else 0)
    s.active = AXIS
    assert tank_attack(s, AREA[area]) == first


@rule("10.13.6.2.1")
def test_a_city_that_the_attacker_controls_does_not_stop_his_tanks() -> None:
    s = empty(front="river")
    put(s, "38", "3Pz")
    put(s, "38", "38A")
    s.active = AXIS
    assert controller(s, "38") == "axis"
    assert tank_attack(s, AREA["38"])


@rule("10.16", "10.16.2")
@pytest.mark.parametrize("holder", ["soviet", "axis"])
def test_after_a_battle_the_controller_conceals_and_the_other_lies_open(holder: str) -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", "29Inf")
    control(s, holder, "37")
    battle(s, "axis", "37")
    do(s, "0 hits", "0 hits")
    assert revealed(s, "38A") == (holder == "axis")
    assert revealed(s, "29Inf") == (holder == "soviet")


@rule("10.16")
def test_a_defender_who_destroys_all_attackers_conceals() -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", "29Inf:1")
    battle(s, "axis", "37")
    do(s, "1 hits")
    assert not revealed(s, "38A")
    assert controller(s, "37") == "soviet"


@rule("10.16", "10.16.1")
@pytest.mark.parametrize(("start", "area", "visible"), [("36", "37", True), ("35", "20", False)])
def test_only_in_a_green_area_do_fast_attackers_stay_visible(start: str, area: str, visible: bool) -> None:
    s = empty(front="river")
    put(s, start, "Kleist", "3Pz", "34Inf")
    put(s, area, "38A:1")
    do(tactical(s, "axis", f"Kleist in {start}"), f"3Pz {start}-{area}", f"34Inf {start}-{area}")
    go_to(s, "Support", "HitRoll")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits") if s.frame[1] else None
    do(s, "2 hits")
    assert at(s, "38A") == "pool"
    assert (revealed(s, "3Pz"), revealed(s, "34Inf")) == (visible, False)


@rule("10.18.1", "10.5.1")
def test_every_activated_hq_loses_a_step_whether_it_did_something_or_not() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "36", "Kleist:3", "17AOK:2", "4FK")
    put(s, "35", "6AOK")
    tactical(s, "axis", "Kleist in 36", "17AOK in 36", "4FK in 36")
    while s.active == AXIS:
        do(s, "done")
    assert [strength(s, name) for name in ("Kleist", "17AOK", "4FK", "6AOK")] == [2, 0, 3, 4]


@rule("10.18.2", "10.15.3.1")
def test_a_burnt_out_axis_hq_is_out_and_counted() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "36", "Kleist:2", "17AOK:0")
    tactical(s, "axis", "Kleist in 36", "17AOK in 36")
    while s.active == AXIS:
        do(s, "done")
    assert at(s, "17AOK") == "eliminated"


@rule("10.19.1")
def test_blocks_that_moved_before_may_exploit() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    tactical(s, "axis", "Kleist in 36")
    do(s, "3Pz 36-35")
    go_to(s, "Exploitation")
    do(s, "exploit")
    assert may(s, "3Pz 35-34")


@rule("10.19.3")
def test_isolated_blocks_do_not_exploit() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "23", "3Pz")
    tactical(s, "axis", "Kleist in 36")
    assert isolated(s, "3Pz")
    go_to(s, "Exploitation")
    do(s, "exploit")
    assert refused(s, "3Pz 23-22").rule == "9.1"


@rule("11.0.4")
@pytest.mark.parametrize("order", ["strategic impulse", "strategic reinforcements"])
def test_the_disc_goes_over_when_the_strategic_impulse_is_finished(order: str) -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "36", "Kleist")
    pool(s, "34Inf", "42Inf")
    do(impulse(s, "axis"), order)
    assert s.initiative == AXIS
    do(s, "done" if order == "strategic impulse" else "draw 0 blocks")
    assert (s.initiative, s.active) == (SOVIET, SOVIET)


@rule("11.0.1")
def test_in_a_strategic_impulse_hqs_move_and_engage_without_guns() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "36", "Kleist", "17AOK")
    put(s, "37", "38A:1")
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "activate 17AOK in 36").rule == "6.0"
    do(s, "Kleist 36-37", "done")
    assert dice_to_roll(s) == (1, 0, 0), "straight to the ground combat"


@rule("13.0", "10.13.4.3")
def test_the_final_phase_returns_destroyed_bombers_and_no_others() -> None:
    s = empty(front="river")
    s.bombers[0] = s.bombers[5] = SHOT_DOWN
    do(impulse(s, "axis"), "pass")
    assert list(s.bombers).count(SHOT_DOWN) == 2, "not before"
    do(s, "pass")
    assert s.turn == 2
    assert list(s.bombers) == [READY] * 8


@rule("12.0.1", "12.0")
def test_a_pass_commands_one_block_only_and_it_may_disengage() -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", "29Inf")
    put(s, "36", "34Inf")
    do(impulse(s, "axis"), "pass")
    assert refused(s, "34Inf 36-37").rule == "12.0"
    assert may(s, "29Inf 37-36")
    do(s, "29Inf 37-36")
    assert "34Inf 36-35" not in legal(s)
