"""10.17 Blitz, 10.19 exploitation, 11.0 Strategic Impulse, 12.0 Pass, 13.0 Final Phase."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.areas import AREA
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.state import READY, SHOT_DOWN, Kiev
from tests.kiev41.situation import (
    at,
    control,
    controller,
    dice_to_roll,
    do,
    empty,
    fleet,
    go_to,
    has_line,
    impulse,
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


def breakthrough(hq: str = "Kleist in 36", tank: str = "3Pz", where: str = "21") -> Kiev:
    """A tank has just cleared an area of its only defender; the Blitz Segment begins if it may."""
    s = empty(front="river")
    put(s, "36", hq.split()[0], tank)
    put(s, where, "38A:1")
    put(s, "22", "37A")
    control(s, "soviet", "6 7 20 23 37")
    do(tactical(s, "axis", hq), f"{tank} 36-{where}")
    do(s, "done") if s.step.name == "Command" else None
    do(s, "done") if s.step.name == "Support" else None
    return do(s, "1 hits")


@rule("10.17")
def test_a_fast_block_that_cleared_a_green_area_blitzes_into_an_adjacent_green_one() -> None:
    s = breakthrough()
    assert s.step.name == "BlitzMoves"
    assert revealed(s, "3Pz"), "it remains visible"
    targets = {order.split("-")[1] for order in legal(s) if "blitzes" in order}
    assert targets == {"6", "7", "22", "36", "37"}, "not into yellow 20, and one area only"
    do(s, "3Pz blitzes 21-22")
    assert dice_to_roll(s) == (0, 0, 4), "combat is mandatory, and it is a Tank Attack again"
    do(s, "0 hits", "0 hits")
    assert s.step.name == "Exploitation"
    assert controller(s, "21") == "axis"


@rule("10.17")
def test_a_blitz_into_an_empty_area_takes_it() -> None:
    s = breakthrough()
    do(s, "3Pz blitzes 21-7")
    assert controller(s, "7") == "axis"
    assert not revealed(s, "3Pz")


@rule("10.17")
def test_no_blitz_without_a_blitz_hq_in_range_in_bad_weather_or_out_of_rough_terrain() -> None:
    s = empty(front="river")
    put(s, "36", "6AOK", "Fast")
    put(s, "21", "38A:1")
    do(tactical(s, "axis", "6AOK in 36"), "Fast 36-21")
    go_to(s, "HitRoll", "Support")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits")
    assert s.step.name == "Exploitation", "the 6th Army allows no blitz"
    s = empty(front="river")
    weather(s, "snow")
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "21", "38A:1")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21", "14Pz 36-21")
    go_to(s, "HitRoll", "Support")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits", "1 hits")
    assert at(s, "38A") == "pool"
    assert s.active == SOVIET, "no blitz, and for the Axis no exploitation in snow"
    s = empty(front="river")
    put(s, "35", "Kleist", "3Pz", "14Pz")
    put(s, "20", "5A:1")
    do(tactical(s, "axis", "Kleist in 35"), "3Pz 35-20", "14Pz 35-20")
    go_to(s, "HitRoll", "Support")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits", "2 hits")
    assert at(s, "5A") == "pool"
    assert s.step.name == "Exploitation", "a yellow area was cleared, not a green one"


@rule("10.17")
def test_slow_blocks_and_other_armies_do_not_blitz() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "29Inf", "60Mot")
    put(s, "35", "6AOK", "Fast")
    put(s, "21", "38A:1")
    tactical(s, "axis", "Kleist in 36", "6AOK in 35")
    do(s, "29Inf 36-21", "60Mot 36-21", "Fast 35-21")
    go_to(s, "HitRoll", "Support")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits")
    assert {order.split()[0] for order in legal(s)} == {"60Mot", "done"}
    assert refused(s, "Fast blitzes 21-7").rule == "10.17"
    assert refused(s, "29Inf blitzes 21-7").rule == "10.17"


@rule("10.17")
def test_an_area_contested_when_the_segment_began_is_closed_to_the_blitz() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "21", "38A:1")
    put(s, "22", "37A")
    put(s, "22", "29Inf")
    control(s, "axis", "37")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21", "done")
    do(s, "done") if s.step.name == "Support" else None
    go_to(s, "Combat")
    do(s, "battle in 21", "1 hits", "done")
    assert refused(s, "3Pz blitzes 21-22").rule == "10.17"


@rule("10.13.3.1", "10.17")
def test_a_blitz_hq_fires_its_artillery_again() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "37", "38A:1")
    put(s, "21", "37A")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-37", "Kleist shells 37", "0 hits", "1 hits")
    do(s, "3Pz blitzes 37-21")
    assert s.step.name == "Support"
    do(s, "Kleist shells 21")
    assert dice_to_roll(s) == (0, 4, 0)


@rule("10.17", "10.2.1")
def test_a_committed_fleet_supports_a_blitz_combat() -> None:
    s = empty(front="river")
    put(s, "101", "Timoshenko", "24Tk")
    control(s, "soviet", "100 101 83 84 67 66 82 65 64 63 47 46 45 44 30 29 15 16 1")
    put(s, "102", "Rum1:1")
    put(s, "109", "Rum3")
    fleet(s, "BB", "109")
    tactical(s, "soviet", "Timoshenko in 101")
    do(s, "24Tk 101-102")
    do(s, "done") if s.step.name == "Command" else None
    do(s, "done") if s.step.name == "Support" else None
    do(s, "0 hits", "2 hits")
    assert s.step.name == "BlitzMoves"
    do(s, "24Tk blitzes 102-109")
    do(s, "done") if s.step.name == "Support" else None
    assert dice_to_roll(s) == (0, 0, 1)


@rule("10.19")
def test_exploitation_moves_fast_blocks_without_engaging_and_costs_the_disc() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "29Inf")
    put(s, "52", "Fast")
    put(s, "37", "38A")
    put(s, "37", "14Pz")
    tactical(s, "axis", "Kleist in 36")
    go_to(s, "Exploitation")
    do(s, "exploit")
    assert s.step.name == "Command"
    assert s.initiative == SOVIET
    assert s.commands == logistics_value(s, AXIS)
    assert may(s, "Kleist 36-35"), "HQs too"
    assert may(s, "Fast 52-34"), "no HQ needed"
    assert refused(s, "29Inf 36-35").rule == "10.19"
    assert refused(s, "14Pz 37-36").rule == "10.19", "no disengagement"
    assert refused(s, "3Pz 36-37").rule == "10.19", "no engagement"
    assert refused(s, "3Pz builds a line in 36").rule == "10.8"
    do(s, "3Pz 36-22")
    assert controller(s, "21") == "axis" or controller(s, "22") == "axis"
    do(s, "done")
    assert s.active == SOVIET
    assert s.initiative == SOVIET


@rule("10.19")
def test_exploitation_is_up_to_the_logistics_value() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:2", "3Pz", "14Pz")
    s.strength[NUMBER["Hitler"]] = 0
    s.strength[NUMBER["Guderian"]] = 0
    control(s, "soviet", "14")
    control(s, "axis", "15 28 29")
    tactical(s, "axis", "Kleist in 36")
    go_to(s, "Exploitation")
    s.strength[NUMBER["Kleist"]] = 2
    do(s, "exploit", "3Pz 36-35")
    assert refused(s, "14Pz 36-35").rule == "10.19", "the Logistics Value was one"


@rule("10.19")
@pytest.mark.parametrize(
    ("side", "name", "allowed"),
    [("axis", "sunny", True), ("axis", "snow", False), ("soviet", "snow", True), ("soviet", "rain", False)],
)
def test_the_weather_of_exploitation(side: str, name: str, allowed: bool) -> None:
    s = empty(front="river")
    s.initiative = ("axis", "soviet").index(side)
    weather(s, name)
    put(s, "36", "Kleist", "3Pz")
    put(s, "38", "SWFront", "5Cav")
    tactical(s, side, "Kleist in 36" if side == "axis" else "SWFront in 38")
    go_to(s, "Exploitation", "ChooseImpulse")
    assert (s.step.name == "Exploitation") == allowed


@rule("10.19", "3.2.1")
def test_without_the_disc_there_is_no_exploitation() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "36", "Kleist", "3Pz")
    tactical(s, "axis", "Kleist in 36")
    go_to(s, "ChooseImpulse")
    assert s.active == SOVIET


@rule("11.0", "7.2.1")
def test_the_example_of_a_strategic_impulse_with_nine_blocks() -> None:
    """11.0 Stalin exhausted, one working HQ of three, four Victory Areas, four discs: a Logistics Value of nine. One HQ
    and three blocks engage, three infantry dig in, two HQs disengage to the rear; one mandatory battle, no other."""
    s = empty(front="river")
    s.initiative = SOVIET
    s.strength[NUMBER["Stalin"]] = 0
    control(s, "axis", "55 148")
    put(s, "38", "SWFront:3", "24Tk", "4Tk", "25Tk")
    put(s, "37", "4Inf")
    put(s, "22", "26A")
    put(s, "23", "37A")
    put(s, "24", "40A")
    put(s, "70", "SFront:0", "KFront:0")
    put(s, "70", "Rum4")
    assert logistics_value(s, SOVIET) == 9
    do(impulse(s, "soviet"), "strategic impulse")
    do(s, "SWFront 38-37", "24Tk 38-37", "4Tk 38-37", "25Tk 38-37")
    assert s.commands == 5
    do(s, "26A builds a line in 22", "37A builds a line in 23", "40A builds a line in 24")
    do(s, "SFront 70-71", "KFront 70-71", "done")
    assert s.step.name == "HitRoll", "only the new battle is left"
    assert dice_to_roll(s) == (0, 12, 0), "an HQ and three tanks; a Tank Attack needs no HQ"
    do(s, "0 hits", "0 hits")
    assert s.active == AXIS
    assert s.initiative == AXIS, "the disc goes over"
    assert [has_line(s, area) for area in ("22", "23", "24")] == [True] * 3
    assert strength(s, "SWFront") == 3, "it moved and fought, but was not activated"


@rule("11.0")
def test_option_a_commands_up_to_the_logistics_value_and_activates_nobody() -> None:
    s = empty(front="river")
    s.strength[NUMBER["Hitler"]] = 0
    s.strength[NUMBER["Guderian"]] = 0
    put(s, "36", "29Inf", "3Pz")
    control(s, "axis", "14")
    do(impulse(s, "axis"), "strategic impulse")
    assert s.commands == 1
    assert refused(s, "activate Kleist in 36").rule == "6.0"
    do(s, "29Inf 36-35")
    assert refused(s, "3Pz 36-35").rule == "11.0"


@rule("11.0")
def test_option_b_draws_reinforcements_and_nothing_else() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    pool(s, "34Inf", "42Inf")
    do(impulse(s, "axis"), "strategic reinforcements")
    assert refused(s, "29Inf 36-35").rule == "5.0"
    do(s, "draw 2 blocks", "34Inf is drawn")
    assert at(s, "34Inf") == at(s, "42Inf") == "Axis"
    assert s.active == SOVIET
    assert s.initiative == SOVIET
    assert s.passes == 0


@rule("12.0")
def test_a_pass_moves_one_block_without_engaging_or_builds_one_line() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz", "29Inf")
    put(s, "37", "38A")
    put(s, "54", "4Inf")
    put(s, "54", "26A:1")
    do(impulse(s, "axis"), "pass")
    assert refused(s, "3Pz 36-37").rule == "12.0"
    assert may(s, "4Inf 54-36"), "it may disengage"
    assert may(s, "29Inf builds a line in 36")
    do(s, "3Pz 36-35")
    assert refused(s, "29Inf 36-35").rule == "12.0"
    assert may(s, "3Pz 35-34"), "the same block goes on"
    do(s, "done")
    assert s.active == SOVIET
    assert s.passes == 1


@rule("13.0")
def test_the_final_phase_brings_bombers_back_and_the_next_month() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    s.bombers[2] = SHOT_DOWN
    do(impulse(s, "axis"), "pass", "done")
    assert s.bombers[2] == SHOT_DOWN
    do(s, "pass")
    assert s.bombers[2] == READY
    assert s.turn == 2


@rule("12.0", "3.0")
def test_a_turn_may_be_two_passes_long() -> None:
    s = empty(front="river")
    line(s, "36")
    do(impulse(s, "axis"), "pass", "pass")
    assert s.turn == 2
    assert AREA["36"] >= 0
