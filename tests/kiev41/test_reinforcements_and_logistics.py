"""5.0 Reinforcements, 6.0 sequence of play, 7.0 logistics."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, LEADERS, NUMBER, OF_SIDE, SOVIET
from rasputitsa.titles.kiev41.logistics import full_value, logistics_value
from rasputitsa.titles.kiev41.mapboard import ELIMINATED, LATER, MAP, POOL, TOPOLOGY
from rasputitsa.titles.kiev41.sequence import Turn
from rasputitsa.titles.kiev41.state import ABSENT, READY, Kiev
from tests.kiev41.situation import (
    at,
    control,
    do,
    empty,
    go_to,
    impulse,
    legal,
    line,
    may,
    new,
    pool,
    put,
    refused,
    strength,
    tactical,
    weather,
)


def logistics(s: Kiev, side: str) -> Kiev:
    """A turn begins: that side decides first."""
    s.initiative = 1 - ("axis", "soviet").index(side)
    s.turn = 2 if s.turn < 2 else s.turn
    s.stack[:] = [(Turn.id, 1)]
    s.settle()
    return s


def eliminate(s: Kiev, side: int, number: int) -> None:
    """So many combat blocks of a side are out of the game."""
    free = [b for b in range(len(s.place)) if OF_SIDE[side] >> b & 1 and s.place[b] == LATER and not LEADERS >> b & 1]
    for b in free[:number]:
        s.place[b] = ELIMINATED


@rule("5.0", "5.0.2")
def test_soviet_reinforcements_enter_staging_areas_or_one_each_in_a_supplied_controlled_city() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    pool(s, "37A", "38A", "40A")
    put(s, "38", "26A", "5A", "12A", "6A")
    put(s, "72", "9A")
    put(s, "72", "3Pz")
    impulse(s, "soviet")
    do(s, "strategic reinforcements", "draw 3 blocks", "37A is drawn")
    areas = {order.rsplit(" ", 1)[1] for order in legal(s)}
    assert {"S1", "S2", "S3", "4", "25", "55", "94", "148", "FS", "8", "108"} <= areas
    assert not areas & {"14", "17", "119"}, "not in Axis hands"
    assert "38" not in areas, "Poltava is full"
    assert "72" not in areas, "Zaporozhye is contested"
    assert "23" not in areas, "no city there"
    do(s, "37A arrives in 25", "38A is drawn")
    assert refused(s, "38A arrives in 25").rule == "5.0"
    do(s, "38A arrives in S1")
    do(s, "40A arrives in S1")
    assert at(s, "38A") == at(s, "40A") == "S1"


@rule("5.0", "5.0.2")
def test_a_city_without_supply_takes_no_reinforcement() -> None:
    s = empty(front="pocket")
    s.initiative = SOVIET
    s.place[NUMBER["Guderian"]] = 157
    pool(s, "37A", "38A")
    impulse(s, "soviet")
    do(s, "strategic reinforcements", "draw 2 blocks", "37A is drawn")
    assert refused(s, "37A arrives in 4").rule == "5.0"


@rule("5.0", "5.0.4")
def test_remnants_come_at_minimum_strength_all_others_full() -> None:
    s = empty()
    s.initiative = SOVIET
    pool(s, "8Tk", "37A")
    control(s, "axis", "4")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks", "8Tk is drawn", "8Tk arrives in S1")
    do(s, "37A arrives in S1")
    assert (strength(s, "8Tk"), strength(s, "37A")) == (1, 4)


@rule("5.0", "5.0.5")
def test_the_fifth_fliegerkorps_brings_its_bombers() -> None:
    s = empty()
    for i in range(4, 8):
        s.bombers[i] = ABSENT
    pool(s, "5FK")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 1 blocks")
    assert at(s, "5FK") == "Axis"
    assert list(s.bombers[4:]) == [READY] * 4


@rule("5.0", "1.4")
def test_a_block_that_cannot_be_deployed_goes_back_to_the_pool() -> None:
    s = empty()
    put(s, "Axis", "Rum4")
    pool(s, "Fast")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 1 blocks")
    assert at(s, "Fast") == "pool"


@rule("5.1")
def test_green_dots_wait_in_the_pool_s_blocks_come_in_september_and_n_blocks_in_november() -> None:
    s = new()
    pooled = {b.mark for i, b in enumerate(BLOCKS) if s.place[i] == POOL and OF_SIDE[SOVIET] >> i & 1}
    assert pooled == {"green"}
    for turn, mark, number in ((3, "S", 10), (5, "N", 2)):
        before = {i for i in range(len(BLOCKS)) if s.place[i] == POOL}
        s.turn = turn
        s.stack[:] = [(Turn.id, 0)]
        s.settle()
        arrived = {i for i in range(len(BLOCKS)) if s.place[i] == POOL} - before
        assert {BLOCKS[i].mark for i in arrived} == {mark}
        assert len(arrived) == number


@rule("5.1", "5.1.2")
def test_the_seven_diamond_blocks_start_in_romania() -> None:
    s = new()
    romania = TOPOLOGY.names(MAP.countries["romania"])
    assert all(at(s, name) in romania for name in ("11AOK", "11Inf", "30Inf", "54Inf", "72Inf", "22LL", "4FK"))


@rule("6.0")
def test_a_tactical_impulse_goes_through_its_segments_in_order() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "34", "6AOK")
    put(s, "21", "38A:1")
    put(s, "22", "37A")
    asked = []
    do(impulse(s, "axis"), "activate Kleist in 36")
    orders = iter(
        [
            "done",
            "3Pz 36-21",
            "14Pz 36-21",
            "Kleist shells 21",
            "0 hits",
            "1 hits",
            "3Pz blitzes 21-22",
            "done",
            "0 hits",
            "0 hits",
            "done",
        ]
    )
    for order in orders:
        asked.append(s.step.name)
        do(s, order)
    assert asked == [
        "Activation",
        *["Command"] * 2,
        "Support",
        *["HitRoll"] * 2,
        "BlitzMoves",
        "BlitzMoves",
        *["HitRoll"] * 2,
        "Exploitation",
    ]
    assert s.active == SOVIET
    assert strength(s, "Kleist") == 3


@rule("6.0", "7.0", "7.0.1")
def test_there_is_no_logistics_phase_in_the_first_turn() -> None:
    s = new()
    assert s.step.name == "ChooseImpulse"
    assert s.turn == 1


@rule("7.0")
def test_the_player_without_the_initiative_decides_first() -> None:
    s = logistics(empty(), "soviet")
    assert s.side == "soviet"
    assert legal(s) == {"logistics pause", "activate the leader"}
    do(s, "logistics pause")
    assert s.side == "axis"


@rule("7.1")
def test_a_pause_restores_the_leader_and_nothing_else() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:2")
    s.strength[NUMBER["Hitler"]] = 0
    do(logistics(s, "axis"), "logistics pause")
    assert strength(s, "Hitler") == 4
    assert strength(s, "Kleist") == 2
    assert s.side == "soviet"


@rule("7.2", "7.2.5")
def test_an_active_leader_restores_hqs_then_blocks_then_draws_and_is_reduced() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:2", "3Pz:3")
    pool(s, "34Inf", "42Inf")
    do(logistics(s, "axis"), "activate the leader")
    assert s.step.name == "Regeneration"
    do(s, "regenerate Kleist", "done")
    assert s.step.name == "Replacements"
    do(s, "replace 3Pz")
    assert s.step.name == "Reinforcements"
    do(s, "draw 1 blocks", "34Inf is drawn")
    assert (strength(s, "Kleist"), strength(s, "3Pz"), at(s, "34Inf")) == (3, 4, "Axis")
    assert strength(s, "Hitler") == 3
    assert s.side == "soviet"


@rule("7.2", "4.2.4", "7.2.4")
def test_a_leader_at_heart_level_may_be_activated_and_stays_there() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:2")
    s.strength[NUMBER["Hitler"]] = 0
    do(logistics(s, "axis"), "activate the leader", "done")
    assert strength(s, "Hitler") == 0


@rule("7.2.1", "7.2.1.4", "S.5.5")
def test_the_campaign_starts_with_the_logistics_values_of_the_book() -> None:
    s = new()
    assert (logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (12, 18)


@rule("7.2.1", "10.5", "7.2.1.2")
def test_exhausted_hqs_and_hqs_off_the_map_do_not_count() -> None:
    s = empty(front="river")
    before = logistics_value(s, AXIS)
    put(s, "36", "Kleist:0")
    pool(s, "17AOK")
    assert logistics_value(s, AXIS) == before
    put(s, "36", "Kleist:2")
    put(s, "35", "4FK:2")
    assert logistics_value(s, AXIS) == before + 2


@rule("7.2.1", "9.4", "10.15.3", "7.2.1.3")
@pytest.mark.parametrize(("lost", "points"), [(9, 0), (10, 1), (21, 2)])
def test_every_ten_enemy_blocks_out_of_the_game_are_a_point(lost: int, points: int) -> None:
    s = empty()
    before = logistics_value(s, AXIS)
    eliminate(s, SOVIET, lost)
    assert logistics_value(s, AXIS) == before + points
    other = empty()
    soviet = logistics_value(other, SOVIET)
    eliminate(other, AXIS, lost)
    assert logistics_value(other, SOVIET) == soviet + points


@rule("7.2.1", "10.15.3", "7.2.1.3")
def test_a_sunk_fleet_counts_like_an_eliminated_block() -> None:
    s = empty()
    before = logistics_value(s, AXIS)
    eliminate(s, SOVIET, 9)
    s.fleets[0], s.damage[0] = 202, 2
    assert logistics_value(s, AXIS) == before + 1


@rule("7.2.1.1", "8.0")
def test_rain_halves_the_value_for_both_and_snow_for_the_axis() -> None:
    s = new()
    weather(s, "rain")
    assert (logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (6, 9)
    weather(s, "snow")
    assert (logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (6, 18)


@rule("7.2.2", "7.2.1", "7.2.1.1", "7.2.2.4", "7.2.2.1")
def test_the_example_of_november_four_points_of_each_kind() -> None:
    """7.2.2 Hitler at heart, four HQs, three Victory Areas, 21 surrendered blocks: nine, halved by snow to four."""
    s = empty(front="snow")
    s.turn = 5
    weather(s, "snow")
    s.strength[NUMBER["Hitler"]] = 0
    control(s, "soviet", "25 94")
    put(s, "24", "6AOK:3")
    put(s, "73", "Kleist:0", "3Pz:3", "SLK:2")
    put(s, "74", "17AOK:4")
    put(s, "91", "4FK:4")
    s.strength[NUMBER["Guderian"]] = 4
    eliminate(s, SOVIET, 21)
    pool(s, "34Inf", "42Inf", "51Inf", "60Mot", "1SS")
    assert full_value(s, AXIS) == 9
    assert logistics_value(s, AXIS) == 4
    do(logistics(s, "soviet"), "logistics pause")
    assert strength(s, "Stalin") == 4
    do(s, "activate the leader")
    do(s, "regenerate 6AOK", "regenerate Kleist", "regenerate Kleist", "regenerate Kleist")
    assert (strength(s, "6AOK"), strength(s, "Kleist")) == (4, 4)
    assert s.step.name == "Replacements", "the four Regeneration Points are spent"
    do(s, "replace 3Pz", "replace SLK")
    assert (strength(s, "3Pz"), strength(s, "SLK")) == (4, 3)
    assert s.step.name == "Reinforcements", "a red and a black step cost four"
    assert refused(s, "draw 5 blocks").rule == "5.0"
    do(s, "draw 4 blocks")


@rule("7.2.2", "7.2.2.2")
def test_a_step_costs_one_two_or_three_points_by_its_colour() -> None:
    s = empty()
    s.strength[NUMBER["Hitler"]] = 0
    s.strength[NUMBER["Guderian"]] = 0
    put(s, "Axis", "3Pz:1", "29Inf:1", "SLK:1")
    control(s, "axis", "4")
    s.turn = 2
    do(logistics(s, "axis"), "activate the leader", "done")
    assert s.step.name == "Replacements"
    assert s.frame[2] == 2
    assert "costs 3" in refused(s, "replace 3Pz").text
    do(s, "replace SLK")
    assert "costs 2" in refused(s, "replace 29Inf").text


@rule("7.2.2", "7.2.2.3")
def test_damaged_fleets_are_not_repaired() -> None:
    s = empty()
    s.damage[0] = 1
    put(s, "38", "SWFront:2")
    do(logistics(s, "soviet"), "activate the leader")
    assert not any("BB" in order for order in legal(s))
    go_to(s, "Logistics", "ChooseImpulse")
    assert s.damage[0] == 1


@rule("7.2.2", "9.1")
def test_isolated_blocks_are_not_restored() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = 157
    put(s, "4", "SWFront:2", "37A:1")
    put(s, "38", "38A:1")
    impulse(s, "soviet")
    do(logistics(s, "soviet"), "activate the leader")
    assert s.step.name == "Replacements", "the only HQ that needs a step is isolated"
    assert may(s, "replace 38A")
    assert refused(s, "replace 37A").rule == "9.1"


@rule("7.2.2")
def test_our_switch_forbids_replacements_in_contested_areas() -> None:
    for strict in (False, True):
        s = empty(front="river", strict_replacements=strict)
        put(s, "21", "38A:1")
        put(s, "21", "3Pz")
        put(s, "38", "37A:1")
        do(logistics(s, "soviet"), "activate the leader")
        assert may(s, "replace 38A") is not strict


@rule("5.0")
def test_the_number_drawn_is_at_most_the_logistics_value() -> None:
    s = empty()
    s.strength[NUMBER["Stalin"]] = 0
    s.initiative = SOVIET
    control(s, "axis", "25 55 94 148 FS 145")
    s.place[NUMBER["Guderian"]] = 162
    pool(s, "37A", "38A", "40A")
    control(s, "soviet", "4")
    do(impulse(s, "soviet"), "strategic reinforcements")
    assert logistics_value(s, SOVIET) == 1
    assert refused(s, "draw 2 blocks").rule == "5.0"


@rule("11.0", "5.0")
def test_an_empty_pool_calls_no_reinforcements() -> None:
    s = empty()
    impulse(s, "axis")
    assert refused(s, "strategic reinforcements").rule == "5.0"


@rule("6.0", "6.0.2")
def test_combat_and_blitz_do_not_follow_a_pass() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "3Pz")
    put(s, "36", "Kleist")
    line(s, "21")
    do(impulse(s, "axis"), "pass", "done")
    assert s.side == "soviet"
    assert tactical(s, "axis", "Kleist in 36").step.name == "Command"


@rule("5.0.6")
def test_a_block_that_found_no_place_is_not_drawn_again_in_the_same_call() -> None:
    s = empty()
    put(s, "Axis", "Rum4")
    pool(s, "Fast", "34Inf")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 2 blocks", "Fast is drawn")
    assert (at(s, "34Inf"), at(s, "Fast")) == ("Axis", "pool"), "the other one came, and the call is over"
    assert s.side == "soviet"


@rule("5.0.6", "1.4.1")
def test_nothing_is_drawn_in_the_stead_of_a_block_without_a_place() -> None:
    s = empty()
    put(s, "Axis", "Rum4")
    pool(s, "Fast", "34Inf", "42Inf", "51Inf")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 2 blocks", "Fast is drawn", "34Inf is drawn")
    assert s.side == "soviet"
    assert [at(s, name) for name in ("Fast", "34Inf", "42Inf")] == ["pool", "Axis", "pool"]
