"""10.0 to 10.11: activation, command, range, artillery, marshals, movement, the Road to Tula, the Luftwaffe."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.components import NUMBER, SOVIET
from rasputitsa.titles.kiev41.mapboard import AREA, NIZHYN, TULA
from rasputitsa.titles.kiev41.state import AT_SEA, BASE, READY, SPENT
from rasputitsa.titles.kiev41.supply import orange_disc, yellow_disc
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
    legal,
    line,
    may,
    put,
    refused,
    revealed,
    strength,
    tactical,
    weather,
)


@rule("10.0", "10.1", "10.1.1")
def test_a_tactical_impulse_starts_with_an_unexhausted_tactical_hq() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist:0")
    put(s, "34", "4FK")
    put(s, "54", "17AOK")
    impulse(s, "axis")
    assert refused(s, "activate 4FK in 34").rule == "10.0"
    assert refused(s, "activate Kleist in 36").rule == "10.1"
    do(s, "activate 17AOK in 54")
    assert may(s, "activate 4FK in 34")
    assert may(s, "activate Kleist in 36"), "an exhausted HQ may follow, once"


@rule("10.0", "10.10")
def test_guderian_alone_makes_a_tactical_impulse() -> None:
    s = empty(front="river")
    tactical(s, "axis", "Guderian in Minsk")
    assert s.side == CHANCE
    assert dice_to_roll(s) == (0, 4, 0)


@rule("10.1")
def test_an_hq_moves_first_and_is_then_revealed() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    impulse(s, "axis")
    assert may(s, "activate Kleist in 23"), "five areas is too far, but this is three"
    do(s, "activate Kleist in 22")
    assert at(s, "Kleist") == "22"
    assert revealed(s, "Kleist")
    assert controller(s, "22") == "axis"
    assert refused(s, "activate Kleist in 36").rule == "10.1"


@rule("10.1", "10.1.3")
def test_an_hq_is_not_revealed_among_enemies_nor_where_it_overstacks() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "21", "38A")
    put(s, "35", "3Pz", "14Pz", "48Pz", "29Inf")
    impulse(s, "axis")
    assert refused(s, "activate Kleist in 21").rule == "10.1"
    assert refused(s, "activate Kleist in 35").rule == "2.9"


@rule("10.1", "10.1.4")
def test_an_engaged_hq_must_disengage_into_a_friendly_area_to_be_activated() -> None:
    s = empty(front="river")
    put(s, "36", "6AOK")
    put(s, "36", "5Cav")
    impulse(s, "axis")
    assert refused(s, "activate 6AOK in 36").rule == "10.1"
    assert may(s, "activate 6AOK in 35"), "one point for the area, one for disengaging"
    assert may(s, "activate 6AOK in 19"), "and on with the third"
    assert not may(s, "activate 6AOK in 21"), "not straight into an enemy-controlled area"


@rule("10.1")
def test_an_isolated_hq_cannot_be_activated() -> None:
    s = empty()
    put(s, "39", "Kleist")
    impulse(s, "axis")
    assert "isolated" in refused(s, "activate Kleist in 39").text


@rule("10.2", "10.8", "10.2.2")
def test_an_hq_commands_its_colour_and_white_in_range_and_anybody_beside_it() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "17Inf", "4FK")
    put(s, "34", "3Pz", "97J", "44Inf")
    tactical(s, "axis", "Kleist in 36")
    assert may(s, "3Pz 34-33")
    assert may(s, "97J 34-33")
    assert refused(s, "44Inf 34-33").rule == "10.3"
    assert may(s, "17Inf 36-35"), "another army's corps in Kleist's own area"
    assert may(s, "4FK 36-35"), "and an HQ as well"


@rule("10.3", "10.3.3")
def test_the_range_example_kleist_across_the_dnieper() -> None:
    """10.3 Kleist (3) disengages from 35 over the river into 20: three areas reach the 29th in 34 around contested 35;
    his guns reach 6, and the 5th Fliegerkorps (3) in 33 sends bombers there."""
    s = empty(front="river")
    put(s, "35", "Kleist:3")
    put(s, "35", "5Cav:1")
    control(s, "axis", "20")
    put(s, "33", "5FK:3")
    put(s, "34", "29Inf")
    put(s, "6", "37A")
    put(s, "6", "14Pz")
    control(s, "axis", "35")
    tactical(s, "axis", "Kleist in 20", "5FK in 33")
    assert at(s, "Kleist") == "20"
    assert may(s, "29Inf 34-33")
    assert refused(s, "5FK 33-34").rule == "10.1"
    go_to(s, "Support")
    assert may(s, "Kleist shells 6")
    do(s, "5FK bombs 6", "5FK bombs 6", "5FK bombs 6")
    assert not may(s, "5FK bombs 6"), "three bombers at strength three"


@rule("10.3", "10.3.2")
@pytest.mark.parametrize(("stars", "reached"), [("4", "53 52 34 33"), ("3", "53 52 34"), ("2", "53 52"), ("0", "")])
def test_the_range_is_the_strength_of_the_hq(stars: str, reached: str) -> None:
    s = empty(front="river")
    put(s, "54", "17AOK", "Kleist:0")
    s.strength[NUMBER["17AOK"]] = int(stars)
    for area, block in (("53", "4Inf"), ("52", "52Inf"), ("34", "49Mtn"), ("33", "CSIR")):
        put(s, area, block)
    put(s, "36", "6AOK")
    control(s, "soviet", "36 35")
    put(s, "51", "Kleist") if stars == "0" else None
    do(impulse(s, "axis"), f"activate {'Kleist in 51' if stars == '0' else '17AOK in 54'}")
    if stars == "0":
        do(s, "activate 17AOK in 54")
    do(s, "done") if s.step.name == "Activation" else None
    areas = {order.split()[1].split("-")[0] for order in legal(s) if "-" in order}
    assert areas - {"54"} == set(reached.split())


@rule("10.3", "10.3.1")
def test_the_range_ends_in_a_contested_area_but_does_not_pass_it() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "37", "38A")
    put(s, "37", "3Pz")
    put(s, "23", "14Pz")
    control(s, "soviet", "21 22 38 54 55")
    control(s, "axis", "23 8 7")
    tactical(s, "axis", "Kleist in 36")
    assert not s.isolated >> NUMBER["3Pz"] & 1
    assert may(s, "3Pz 37-36")
    assert not may(s, "14Pz 23-8")


@rule("10.3", "8.0")
def test_rain_shortens_every_range_to_one_and_snow_halves_the_axis() -> None:
    for name, reached in (("rain", {"35"}), ("snow", {"35", "34"})):
        s = empty(front="river")
        weather(s, name)
        put(s, "36", "Kleist")
        for area, block in (("35", "3Pz"), ("34", "14Pz"), ("32", "48Pz")):
            put(s, area, block)
        control(s, "soviet", "52")
        tactical(s, "axis", "Kleist in 36")
        assert {order.split()[1].split("-")[0] for order in legal(s) if "-" in order} == reached


@rule("10.4", "10.4.2")
def test_artillery_goes_into_one_adjacent_battle() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK:3")
    put(s, "37", "38A", "37A")
    put(s, "37", "4Inf")
    put(s, "55", "7C")
    put(s, "55", "52Inf")
    put(s, "22", "26A")
    put(s, "22", "3Pz")
    go_to(tactical(s, "axis", "17AOK in 54"), "Support")
    assert may(s, "17AOK shells 37")
    assert refused(s, "17AOK shells 22").rule == "10.4"
    do(s, "17AOK shells 55")
    go_to(s, "Combat")
    do(s, "battle in 55")
    assert dice_to_roll(s) == (0, 3, 0)


@rule("10.4", "10.4.1")
def test_an_hq_in_a_battle_fires_like_any_unit_and_the_luftwaffe_does_not() -> None:
    s = empty(front="river")
    put(s, "21", "38A:1")
    put(s, "21", "6AOK:3", "4FK", "29Inf:1")
    battle(s, "axis", "21")
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 4, 0)


@rule("10.5", "10.18", "10.5.1", "10.3.2")
def test_an_exhausted_hq_commands_only_its_area_has_no_guns_and_dies() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK:0", "4Inf")
    put(s, "53", "52Inf")
    put(s, "36", "Kleist")
    put(s, "37", "38A")
    put(s, "37", "3Pz")
    tactical(s, "axis", "Kleist in 36", "17AOK in 54")
    assert may(s, "4Inf 54-53")
    assert not may(s, "52Inf 53-52")
    go_to(s, "Support")
    assert not may(s, "17AOK shells 37")
    do(s, "done", "done")
    go_to(s, "Exploitation")
    assert at(s, "17AOK") == "eliminated"
    assert strength(s, "Kleist") == 3


@rule("10.5", "10.11", "10.5.2")
def test_exhausted_luftwaffe_hqs_and_guderian_cannot_be_activated() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    put(s, "35", "4FK:0")
    s.strength[NUMBER["Guderian"]] = 0
    do(impulse(s, "axis"), "activate Kleist in 36")
    assert s.step.name != "Activation"
    impulse(s, "axis")
    assert refused(s, "activate Guderian in Minsk").rule == "10.5"


@rule("10.18", "10.18.2")
def test_a_destroyed_soviet_hq_can_be_rebuilt() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront:0")
    put(s, "39", "KFront")
    tactical(s, "soviet", "KFront in 39", "SWFront in 38")
    go_to(s, "ChooseImpulse")
    assert at(s, "SWFront") == "pool"


@rule("10.6", "10.7", "10.7.1")
@pytest.mark.parametrize("marshal", ["Budyonny", "Timoshenko"])
def test_the_marshals_command_all_soviet_blocks_and_hqs(marshal: str) -> None:
    s = empty(front="river")
    put(s, "38", marshal)
    put(s, "24", "37A", "9A", "25C", "KFront")
    tactical(s, "soviet", f"{marshal} in 38")
    for block in ("37A", "9A", "25C", "KFront"):
        assert may(s, f"{block} 24-23")


@rule("10.7", "10.13.3", "10.7.2")
def test_timoshenko_has_triple_fire_artillery_included() -> None:
    s = empty(front="river")
    put(s, "38", "Timoshenko:3")
    put(s, "37", "4Inf")
    put(s, "37", "38A")
    go_to(tactical(s, "soviet", "Timoshenko in 38"), "Support")
    do(s, "Timoshenko shells 37", "done")
    go_to(s, "Combat")
    do(s, "battle in 37")
    assert dice_to_roll(s) == (0, 0, 3)


@rule("10.8")
def test_a_block_performs_one_action() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "14Pz")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-35", "14Pz 36-34")
    assert refused(s, "3Pz 35-34").rule == "10.8", "its move ended when the other's began"


@rule("10.9", "10.9.5")
def test_a_block_pays_for_each_area_and_goes_on_while_it_has_points() -> None:
    s = empty(front="river")
    put(s, "35", "29Inf", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert not may(s, "29Inf 35-16"), "four areas"
    do(s, "29Inf 35-33")
    assert s.mp == 2
    do(s, "29Inf 33-32", "29Inf 32-17")
    assert at(s, "29Inf") == "17"
    assert s.commands == 5, "one command for all of it"


@rule("10.9", "10.9.2")
def test_engaging_ends_a_move() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "21", "38A")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "3Pz 36-6"), "round by other areas"
    control(s, "axis", "20")
    put(s, "37", "37A")
    put(s, "22", "26A")
    put(s, "20", "5A")
    assert not may(s, "3Pz 36-6"), "every way leads through enemies"
    do(s, "3Pz 36-21")
    assert s.mp == 0
    assert not may(s, "3Pz 21-6")


@rule("10.9", "10.9.3")
def test_a_disengaging_block_first_enters_a_friendly_uncontested_area_and_may_engage_again() -> None:
    s = empty(front="river")
    put(s, "37", "3Pz")
    control(s, "soviet", "37")
    put(s, "37", "38A")
    put(s, "21", "37A")
    do(impulse(s, "axis"), "strategic impulse")
    assert not may(s, "3Pz 37-22"), "Soviet-controlled: not as the first step, and too far by others"
    assert may(s, "3Pz 37-21"), "by friendly 36, disengaging, and into the next engagement"
    do(s, "3Pz 37-21")
    assert s.crossed >> NUMBER["3Pz"] & 1, "over the river from 36"


@rule("10.9", "2.9", "10.9.4")
def test_blocks_may_overstack_on_the_way_but_not_at_the_end() -> None:
    s = empty(front="river")
    put(s, "19", "17Inf")
    put(s, "18", "44Inf", "55Inf")
    put(s, "17", "29Inf", "3Pz")
    control(s, "soviet", "32 3")
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "3Pz 17-18").rule == "2.9"
    assert may(s, "3Pz 17-19")


@rule("10.9.1")
def test_slow_blocks_go_three_areas_and_fast_ones_five() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "29Inf 36-51")
    assert not may(s, "29Inf 36-83")
    assert may(s, "3Pz 36-83")


@rule("10.10", "2.2", "10.10.2", "2.1.2", "2.1.3", "2.2.1")
def test_guderian_advances_a_box_for_each_hit_and_flips_the_discs_for_good() -> None:
    s = empty(front="river")
    tactical(s, "axis", "Guderian in Minsk")
    do(s, "3 hits")
    go_to(s, "Exploitation")
    assert at(s, "Guderian") == "Chernigov"
    assert strength(s, "Guderian") == 3
    assert yellow_disc(s)
    tactical(s, "axis", "Guderian in Chernigov")
    do(s, "2 hits")
    assert s.place[NUMBER["Guderian"]] > NIZHYN
    assert not yellow_disc(s), "passing through Nizhyn counts as entering it"
    assert orange_disc(s)
    s.place[NUMBER["Guderian"]] = TULA - 1
    tactical(s, "axis", "Guderian in Kaluga")
    do(s, "2 hits")
    assert at(s, "Guderian") == "Tula"
    assert not orange_disc(s)


@rule("10.10", "8.0", "10.10.3")
@pytest.mark.parametrize(("name", "dice"), [("rain", 1), ("snow", 2)])
def test_bad_weather_slows_guderian(name: str, dice: int) -> None:
    s = empty(front="river")
    weather(s, name)
    tactical(s, "axis", "Guderian in Minsk")
    assert dice_to_roll(s) == (0, dice, 0)


@rule("10.10", "10.10.1", "10.10.4")
def test_guderian_neither_commands_nor_shells_and_is_not_used_in_a_pass_or_strategic_impulse() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "pass")
    assert refused(s, "Guderian Minsk-Bobruisk").rule == "10.8"
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "activate Guderian in Minsk").rule == "6.0"
    tactical(s, "axis", "Guderian in Minsk")
    assert s.side == CHANCE, "no Command Segment: he commands nobody"


@rule("10.11", "10.11.1", "10.11.1.1", "10.11.2")
def test_a_luftwaffe_hq_commits_bombers_up_to_its_strength_within_its_strength() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK")
    put(s, "52", "4FK:3")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    put(s, "38", "37A")
    put(s, "38", "52Inf")
    control(s, "axis", "55")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 52"), "Support")
    assert may(s, "4FK bombs 37")
    assert may(s, "4FK bombs 38"), "three areas away, over any area"
    assert refused(s, "4FK bombs 36").rule == "10.11", "nobody fights there"
    do(s, "4FK bombs 37", "4FK bombs 37", "4FK bombs 38")
    assert not may(s, "4FK bombs 38")
    go_to(s, "Combat")
    do(s, "battle in 37")
    assert dice_to_roll(s) == (1, 0, 0), "anti-air"
    do(s, "0 hits")
    assert dice_to_roll(s) == (0, 6, 0), "two bombers of three dice"


@rule("10.11", "8.0")
def test_rain_leaves_one_bomber_one_area_and_one_die() -> None:
    s = empty(front="river")
    weather(s, "rain")
    put(s, "54", "17AOK", "4FK")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    put(s, "38", "37A")
    put(s, "38", "52Inf")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 54"), "Support")
    assert not may(s, "4FK bombs 38")
    do(s, "4FK bombs 37")
    assert not may(s, "4FK bombs 37")
    go_to(s, "Combat")
    do(s, "battle in 37", "0 hits")
    assert dice_to_roll(s) == (0, 1, 0)


@rule("10.11")
def test_bombers_over_an_area_where_nobody_fights_come_home() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK", "4FK")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    go_to(tactical(s, "axis", "17AOK in 54", "4FK in 54"), "Support")
    do(s, "4FK bombs 37")
    go_to(s, "Exploitation")
    assert SPENT in s.bombers
    do(s, "done")
    assert list(s.bombers) == [READY] * 8


@rule("10.2.1", "10.2.1.3", "10.2.1.4")
def test_each_activated_unexhausted_hq_commits_one_fleet_to_a_black_sea_coast() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "KFront:0")
    tactical(s, "soviet", "SWFront in 38", "KFront in 39")
    assert s.step.name == "Support"
    assert may(s, "BB sails to 108")
    assert may(s, "CA sails to 119"), "any Black Sea coast"
    assert not may(s, "BB sails to 92"), "not the Azov Sea"
    do(s, "BB sails to 108")
    assert s.step.name != "Support", "one unexhausted HQ, one fleet"
    assert (s.fleets[0], s.fleets[1]) == (AREA["108"], BASE)


@rule("10.2.1", "10.2.1.5")
def test_a_fleet_stays_committed_only_while_enough_hqs_are_activated() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "KFront")
    fleet(s, "BB", "108")
    fleet(s, "CA", "108")
    tactical(s, "soviet", "SWFront in 38")
    assert s.step.name == "Support"
    assert refused(s, "done").rule == "10.2.1"
    do(s, "CA returns to base")
    assert s.fleets[1] == BASE
    do(s, "done")
    assert s.fleets[0] == AREA["108"]


@rule("10.2.1", "12.0", "10.2.1.5")
def test_a_soviet_pass_brings_the_fleets_home_and_an_axis_one_does_not() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    fleet(s, "BB", "108")
    do(impulse(s, "axis"), "pass")
    assert s.fleets[0] == AREA["108"]
    do(s, "pass", "done")
    assert s.fleets[0] == BASE


@rule("10.2.1", "10.2.1.5")
def test_an_hq_may_send_a_committed_fleet_elsewhere() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    fleet(s, "BB", "108")
    tactical(s, "soviet", "SWFront in 38")
    do(s, "BB sails to 121")
    assert s.fleets[0] == AREA["121"]
    assert not may(s, "BB sails to 108"), "once an impulse"
    assert AT_SEA not in s.bombers


@rule("10.2", "11.0.2")
def test_a_soviet_strategic_impulse_moves_no_fleets_but_a_committed_one_fires() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    fleet(s, "BB", "108")
    put(s, "108", "Co", "M")
    put(s, "108", "Rum1")
    line(s, "22")
    do(impulse(s, "soviet"), "strategic impulse", "done", "battle in 108")
    assert dice_to_roll(s) == (0, 0, 1)
