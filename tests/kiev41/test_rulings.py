"""The rulings of docs/rulings-kiev41.md that no other test holds yet. The numbers are those of that page."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice
from rasputitsa.titles.kiev41.components import AXIS, HQS, NUMBER, OF_SIDE, SOVIET, TANKS
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, MAP, NIZHYN, TOPOLOGY
from rasputitsa.titles.kiev41.state import BASE, READY, SHOT_DOWN
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
    has_line,
    impulse,
    isolated,
    line,
    may,
    new,
    options_to,
    put,
    refused,
    strength,
    tactical,
    weather,
)
from tests.kiev41.test_reinforcements_and_logistics import logistics


@rule("6.0", "9.3", "10.19", "6.0.1")
@pytest.mark.parametrize(("late", "steps"), [(False, 3), (True, 4)])
def test_ruling_3_the_isolation_check_comes_before_the_exploitation_or_with_our_switch_after_it(
    late: bool, steps: int
) -> None:
    s = empty(front="pocket", late_isolation=late)
    s.place[NUMBER["Guderian"]] = NIZHYN
    s.initiative = SOVIET
    put(s, "6", "37A")
    put(s, "38", "SWFront")
    put(s, "22", "5Cav")
    tactical(s, "soviet", "SWFront in 38")
    assert isolated(s, "37A")
    go_to(s, "Exploitation")
    do(s, "exploit", "5Cav 22-7", "done")
    assert strength(s, "37A") == steps


@rule("10.2.1", "2.7")
def test_ruling_6_committed_ships_stay_when_sevastopol_is_only_contested() -> None:
    s = empty()
    put(s, "FS", "M")
    fleet(s, "BB", "108")
    put(s, "FS", "54Inf")
    put(s, "130", "CFront")
    tactical(s, "soviet", "CFront in 130")
    assert s.fleets[0] == AREA["108"]
    assert not may(s, "CA sails to 108")


@rule("2.5", "10.14")
def test_ruling_7_the_active_player_attacks_even_in_an_area_he_controls() -> None:
    s = empty(front="river")
    put(s, "108", "Co")
    put(s, "108", "Rum1")
    battle(s, "soviet", "108")
    assert s.dab == 1, "the Rumanian defends: rough terrain helps him, the city is not his"
    assert dice_to_roll(s) == (3, 0, 0)


@rule("10.17")
def test_ruling_13_a_block_blitzes_once_an_impulse() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    put(s, "21", "38A:1")
    put(s, "22", "37A:1")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-21")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits", "3Pz blitzes 21-22", "1 hits")
    assert at(s, "37A") == "pool"
    assert s.step.name == "Exploitation"


@rule("10.17", "10.13.6.1")
def test_ruling_14_a_blitz_over_a_river_rolls_one_die_and_is_no_tank_attack() -> None:
    s = empty(front="river")
    put(s, "52", "Kleist")
    put(s, "35", "3Pz")
    put(s, "36", "38A:1")
    control(s, "soviet", "36")
    put(s, "21", "37A")
    do(tactical(s, "axis", "Kleist in 52"), "3Pz 35-36")
    do(s, "done") if s.step.name == "Support" else None
    do(s, "1 hits", "3Pz blitzes 36-21")
    assert dice_to_roll(s) == (4, 0, 0), "the defender fires first"
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 0, 1)


@rule("2.4.8", "10.3", "10.4")
def test_ruling_18_command_and_guns_reach_over_the_strait() -> None:
    s = empty(front="snow")
    put(s, "129", "11AOK")
    put(s, "128", "30Inf")
    put(s, "144", "54Inf")
    put(s, "144", "47A")
    control(s, "soviet", "144")
    s.contested_before = 0
    do(impulse(s, "axis"), "activate 11AOK in 129", "done")
    assert isolated(s, "54Inf"), "supply does not cross"
    s.isolated = 0
    assert may(s, "54Inf 144-129"), "command does"
    go_to(s, "Support")
    assert may(s, "11AOK shells 144")


@rule("7.2.1", "7.2.2")
def test_ruling_21_the_value_is_counted_when_the_leader_is_activated_and_afresh_at_every_use() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:0", "3Pz:1", "14Pz:1", "48Pz:1")
    value = logistics_value(s, AXIS)
    do(logistics(s, "axis"), "activate the leader", "regenerate Kleist", "done")
    assert logistics_value(s, AXIS) == value + 1
    assert s.frame[2] == value, "the Replacement Points do not grow with the HQ that was just restored"
    s.initiative = AXIS
    do(impulse(s, "axis"), "strategic impulse")
    assert s.commands == value + 1


@rule("S.4")
def test_ruling_23_six_soviet_hqs_stand_on_the_map_of_the_snow() -> None:
    s = new("snow")
    assert (HQS & OF_SIDE[SOVIET] & s.on_map).bit_count() == 6
    assert controller(s, "FS") == "soviet", "ruling 25"


@rule("S.5")
def test_ruling_26_eleven_tank_corps_start_the_campaign() -> None:
    s = new()
    assert (TANKS & OF_SIDE[SOVIET] & s.on_map).bit_count() == 11


@rule("14.0")
def test_ruling_29_there_is_no_rule_14_6() -> None:
    assert [o.rule for o in TITLE.options if o.rule.startswith("14.")] == [f"14.{n}" for n in (1, 2, 3, 4, 5, 7, 8, 9)]


@rule("2.1.1")
def test_ruling_30_names_are_spelled_one_way() -> None:
    assert MAP.names[AREA["145"]] == "Novorossysk"
    assert "LAHSS" in NUMBER


def test_ruling_31_the_map_measures_more_than_ten_kilometres_to_the_centimetre() -> None:
    assert 13 < MAP.file.projection["km_per_cm"] < 14


@rule("3.2.1", "S.2")
def test_ruling_33_a_spent_disc_stays_with_its_holder_who_goes_first() -> None:
    s = empty("river")
    s.initiative, s.disc_uses = SOVIET, [1, 1]
    do(impulse(s, "axis"), "pass", "pass")
    do(s, "logistics pause", "logistics pause")
    assert s.side == "soviet"
    assert refused(s, "strategic impulse").rule == "3.2.1"


@rule("10.2.1", "S.2")
def test_ruling_35_fleets_that_start_committed_need_hqs_like_any_other() -> None:
    s = new("river")
    tactical(s, "soviet", "KFront in 25")
    go_to(s, "Support")
    assert refused(s, "done").rule == "10.2.1"
    do(s, "BB returns to base", "done")
    assert s.fleets[0] == BASE
    assert s.fleets[1] == AREA["108"]


@rule("14.3")
def test_ruling_38_tanks_already_in_a_swamp_may_leave_it() -> None:
    s = empty(front="river", **options_to("afv"))
    put(s, "2", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "3Pz 2-17")


@rule("10.9")
def test_ruling_39_a_move_takes_the_cheapest_way_and_waypoints_make_any_other() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-37", "3Pz 37-22")
    assert [controller(s, a) for a in ("37", "22", "21")] == ["axis", "axis", "soviet"]


@rule("10.15", "10.12")
def test_ruling_41_isolated_attackers_do_not_fire_but_can_be_hit() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "29Inf", "17Inf:2")
    s.active = AXIS
    s.isolated = 1 << NUMBER["29Inf"]
    assert attack_dice(s, AREA["21"]) == (0, 2, 0)
    s.contested_before = 0
    battle(s, "axis", "21")
    s.isolated = 1 << NUMBER["29Inf"]
    do(s, "1 hits")
    assert strength(s, "29Inf") == 3


@rule("8.0")
def test_ruling_42_weather_does_not_weaken_a_defending_hq() -> None:
    s = empty(front="river")
    weather(s, "rain")
    put(s, "21", "SFront")
    put(s, "21", "29Inf")
    s.active = AXIS
    assert defence_dice(s, AREA["21"]) == (0, 4, 0)


@rule("14.8")
def test_ruling_45_a_landing_is_no_river_crossing() -> None:
    s = empty(front="snow", **options_to("seaborne"))
    control(s, "soviet", "FS")
    put(s, "145", "M")
    put(s, "128", "Rum4:2")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic impulse", "M lands 145-128")
    go_to(s, "HitRoll")
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 3, 0)


@rule("S.4", "13.0")
def test_ruling_46_the_bombers_the_snow_does_not_list_come_back_in_december() -> None:
    s = new("snow")
    assert list(s.bombers).count(SHOT_DOWN) == 6
    s.stack[:] = s.stack[:1]
    do(impulse(s, "soviet"), "pass", "done", "pass", "done")
    assert s.turn == 6
    assert list(s.bombers).count(READY) == 8


@rule("7.2.2", "9.1")
def test_ruling_49_the_white_cube_decides_who_is_restored() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "4", "37A:1")
    do(logistics(s, "soviet"), "activate the leader")
    assert may(s, "replace 37A"), "cut off since its last impulse, but not yet marked"


@rule("14.4")
def test_ruling_50_the_last_of_sevastopol_to_fall_is_its_line() -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "FS")
    line(s, "FS")
    put(s, "FS", "54Inf")
    control(s, "soviet", "FS")
    put(s, "60", "12A", "57A")
    do(impulse(s, "soviet"), "pass", "done")
    assert s.side != "chance", "a line alone is one step, and no die is lower than one"
    assert has_line(s, "FS")


@rule("9.4")
def test_ruling_55_lines_are_judged_before_blocks() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    line(s, "5")
    put(s, "5", "37A:1")
    put(s, "5", "29Inf")
    control(s, "soviet", "5")
    do(impulse(s, "soviet"), "pass")
    assert at(s, "37A") == "eliminated"
    assert has_line(s, "5"), "a block was with it when attrition came"


@rule("4.1")
def test_ruling_56_lines_are_disbanded_before_the_impulse_is_declared() -> None:
    s = empty()
    line(s, "38")
    put(s, "39", "37A")
    do(impulse(s, "soviet"), "pass")
    assert refused(s, "disband the line in 38").rule == "6.0"
    assert TOPOLOGY.names(s.lines) == ["38"]


@rule("9.1.2", "9.1")
def test_ruling_57_a_white_cube_stays_until_an_isolation_check_finds_a_line() -> None:
    """The 37th Army has a line again when its next impulse begins: it is free when that impulse ends."""
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "4", "37A:3")
    put(s, "38", "SWFront")
    do(impulse(s, "soviet"), "pass", "done")
    assert (strength(s, "37A"), isolated(s, "37A")) == (2, True)
    control(s, "soviet", "1-23")
    impulse(s, "soviet")
    assert isolated(s, "37A")
    do(s, "pass")
    assert refused(s, "37A 4-5").rule == "9.1"
    do(s, "done")
    assert (strength(s, "37A"), isolated(s, "37A")) == (2, False)


@rule("10.13.6.2.1", "10.13.6.2")
def test_ruling_58_a_tank_attack_is_judged_when_the_ground_combat_begins() -> None:
    """The guns destroy the line that had kept the tanks from attacking first."""
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "37", "38A:1")
    line(s, "37")
    put(s, "37", "3Pz")
    tactical(s, "axis", "Kleist in 36")
    s.contested_before = 0
    go_to(s, "Support")
    do(s, "Kleist shells 37")
    assert dice_to_roll(s) == (0, 4, 0), "the guns"
    do(s, "2 hits")
    assert dice_to_roll(s) == (0, 0, 4), "now the tanks come first"


@rule("10.12.1", "10.13.6.1.1")
def test_ruling_59_an_area_contested_when_the_impulse_began_is_no_new_engagement_for_a_relief() -> None:
    """The 29th leaves 37, the 44th comes in over the Dnieper: the battle may be fought, and it rolls all its dice."""
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "37", "38A")
    put(s, "37", "29Inf")
    put(s, "36", "44Inf")
    control(s, "axis", "54")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 37-54", "44Inf 36-37")
    go_to(s, "Combat")
    assert may(s, "done")
    do(s, "battle in 37", "0 hits")
    assert dice_to_roll(s) == (0, 4, 0)


@rule("S.4.1", "10.2.1")
def test_ruling_60_the_fleets_of_the_snow_are_committed_to_sevastopol() -> None:
    s = new("snow")
    assert list(s.fleets) == [AREA["FS"]] * 2


@rule("10.13.2")
def test_ruling_61_a_fleet_in_a_battle_fires_without_being_asked() -> None:
    s = empty(front="river")
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    fleet(s, "BB", "108")
    battle(s, "axis", "108")
    assert dice_to_roll(s) == (0, 0, 1)
