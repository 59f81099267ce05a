"""2.0 The mapboard: supply sources, terrain, control, Kiev, Sevastopol, stacking."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.component_checks import check_areas
from rasputitsa.titles.kiev41.components import AXIS, SOVIET
from rasputitsa.titles.kiev41.control import contested, controls, full_control, take
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.mapboard import (
    AREA,
    AXIS_SOURCES,
    AZOV_PORTS,
    BLACK_PORTS,
    CITIES,
    ORANGE_SOURCES,
    RED_SOURCES,
    STACKING,
    TERRAIN,
    TERRAIN_DAB,
    TOPOLOGY,
    VICTORY,
    YELLOW_SOURCES,
)
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, orange_disc, sources, supplied, yellow_disc
from rasputitsa.titles.kiev41.victory import victory_points
from tests.kiev41.situation import (
    at,
    battle,
    control,
    controller,
    do,
    empty,
    fleet,
    impulse,
    line,
    may,
    new,
    pool,
    put,
    refused,
    tactical,
    weather,
)

GUDERIAN = 1


def road(s, box: str) -> None:  # type: ignore[no-untyped-def]
    s.place[GUDERIAN] = 153 + ["Minsk", "Bobruisk", "Gomel", "Chernigov", "Nizhyn"].index(box)


def test_the_map_is_the_one_the_rule_book_describes() -> None:
    assert check_areas() == []


@rule("2.1", "2.1.5", "2.1.6")
def test_the_supply_icons_stand_where_the_rule_book_puts_them() -> None:
    assert TOPOLOGY.names(YELLOW_SOURCES) == ["1", "2", "3", "4", "5", "6"]
    assert TOPOLOGY.names(ORANGE_SOURCES) == ["7", "8", "9", "10", "11"]
    red = {"12", "13", "S1", "S2", "S3", "60", "77", "94", "133", "136", "139", "145"}
    assert set(TOPOLOGY.names(RED_SOURCES)) == red
    assert set(TOPOLOGY.names(AXIS_SOURCES)) == {"Axis", "14", "61", "78", "95", "103", "110", "111"}


@rule("2.1", "2.2", "2.1.2")
def test_areas_1_to_6_supply_the_soviets_until_guderian_enters_nizhyn() -> None:
    s = empty(front="pocket")
    put(s, "6", "37A")
    road(s, "Chernigov")
    assert yellow_disc(s)
    assert supplied(s, SOVIET) >> AREA["6"] & 1
    road(s, "Nizhyn")
    assert not yellow_disc(s)
    assert orange_disc(s)
    assert not supplied(s, SOVIET) >> AREA["6"] & 1
    assert not sources(s, SOVIET) & YELLOW_SOURCES


@rule("2.1", "2.1.4")
def test_a_red_source_works_again_when_the_soviets_take_it_back() -> None:
    s = empty()
    put(s, "94", "LAHSS")
    control(s, "axis", "76 93")
    control(s, "axis", "77 133 132")
    assert not supplied(s, SOVIET) >> AREA["94"] & 1
    s.lift(6)
    control(s, "axis", "77 133 132 76 93")
    put(s, "94", "56A")
    assert supplied(s, SOVIET) >> AREA["94"] & 1


@rule("2.1", "2.1.5")
def test_the_staging_areas_are_always_soviet_sources() -> None:
    s = empty()
    s.control = TOPOLOGY.everywhere & ~TOPOLOGY.mask(("S1", "S2", "S3"))
    assert supplied(s, SOVIET) & TOPOLOGY.mask(("S1", "S2", "S3")) == TOPOLOGY.mask(("S1", "S2", "S3"))


@rule("2.1.1", "2.1.1.3", "2.1.1.5")
def test_the_black_sea_needs_sevastopol_and_novorossysk_uncontested() -> None:
    s = empty()
    assert black_sea(s)
    put(s, "145", "47A")
    put(s, "145", "11Inf")
    assert not black_sea(s), "an Axis unit there denies it at once"
    s.lift(20)
    assert black_sea(s), "and full control of both gives it back"
    control(s, "axis", "FS")
    assert not black_sea(s)


@rule("2.1.1", "2.1.1.5")
def test_the_azov_sea_needs_the_black_sea_and_both_sides_of_the_strait() -> None:
    s = empty()
    assert azov_sea(s)
    control(s, "axis", "129")
    assert black_sea(s)
    assert not azov_sea(s)
    control(s, "soviet", "129")
    control(s, "axis", "145")
    assert not azov_sea(s)


@rule("2.1.1")
def test_soviet_units_on_a_controlled_coast_are_in_supply_even_if_contested_but_feed_nobody_inland() -> None:
    s = empty(front="pocket")
    control(s, "axis", "100 101 107 109 87 88")
    put(s, "108", "Co")
    put(s, "108", "Rum1")
    assert supplied(s, SOVIET) >> AREA["108"] & 1
    control(s, "axis", "145")
    assert not supplied(s, SOVIET) >> AREA["108"] & 1
    control(s, "soviet", "145 70 86")
    put(s, "70", "18A")
    put(s, "86", "9A")
    assert supplied(s, SOVIET) >> AREA["86"] & 1
    assert not supplied(s, SOVIET) >> AREA["70"] & 1, "coastal supply does not run inland"


@rule("2.1.1", "2.7")
def test_soviet_units_in_sevastopol_are_always_in_supply() -> None:
    s = empty(front="snow")
    control(s, "axis", "FS 145")
    put(s, "FS", "M")
    put(s, "FS", "54Inf")
    assert not black_sea(s)
    assert supplied(s, SOVIET) >> AREA["FS"] & 1
    assert not supplied(s, AXIS) >> AREA["FS"] & 1 or controls(s, AREA["130"], AXIS)


@rule("2.2")
def test_no_block_enters_the_boxes_and_the_leaders_stay_in_theirs() -> None:
    s = new()
    assert at(s, "Hitler") == "Rastenburg"
    assert at(s, "Stalin") == "Moscow"
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "6AOK Axis-Minsk").rule == "2.2"
    assert refused(s, "Hitler Rastenburg-14").rule == "10.8"


@rule("2.3", "2.4.1", "2.4.2", "2.4.3", "2.4.4", "2.4.6")
@pytest.mark.parametrize(("area", "absorbs"), [("7", 0), ("20", 1), ("2", 2), ("55", 2), ("38", 1), ("108", 2)])
def test_terrain_and_controlled_towns_absorb(area: str, absorbs: int) -> None:
    s = empty()
    assert absorb_bonus(s, AREA[area], SOVIET) == absorbs


@rule("2.4")
def test_every_area_has_one_of_four_kinds_of_terrain_or_is_a_staging_area() -> None:
    assert set(TERRAIN) == {"green", "yellow", "red", "victory", "staging"}
    s = empty(front="river")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-53", "3Pz 53-36", "3Pz 36-53", "3Pz 53-36", "3Pz 36-53")
    assert s.step.name != "Command" or not may(s, "3Pz 53-36"), "railways and towns give nothing away: five areas"


@rule("2.4.1", "2.8", "2.9")
def test_green_one_mp_and_four_blocks() -> None:
    assert STACKING[AREA["35"]] == 4
    assert TERRAIN_DAB[AREA["35"]] == 0
    s = empty(front="river")
    put(s, "52", "29Inf", "17Inf")
    put(s, "35", "3Pz", "14Pz", "48Pz")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 52-35")
    assert s.mp == 2
    assert refused(s, "17Inf 52-35").rule == "2.9"


@rule("2.4.2", "2.8", "2.9")
def test_yellow_two_mp_and_two_blocks() -> None:
    assert STACKING[AREA["18"]] == 2
    s = empty(front="river")
    put(s, "19", "29Inf", "17Inf")
    put(s, "18", "44Inf")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 19-18")
    assert s.mp == 1
    assert refused(s, "17Inf 19-18").rule == "2.9"


@rule("2.4.3", "2.8", "2.9")
def test_red_three_mp_and_two_blocks() -> None:
    s = empty(front="river")
    put(s, "17", "29Inf", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 17-2")
    assert s.mp == 0
    do(s, "3Pz 17-2")
    assert s.mp == 2
    put(s, "3", "17Inf:1")
    assert refused(s, "17Inf 3-2").rule == "2.9"


@rule("2.4.4", "2.8", "2.9")
def test_a_victory_area_costs_two_mp_and_holds_two_blocks() -> None:
    assert len(TOPOLOGY.names(VICTORY)) == 7
    s = empty()
    put(s, "10", "37A", "38A", "40A")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic impulse", "37A 10-25")
    assert s.mp == 1
    do(s, "38A 10-25")
    assert refused(s, "40A 10-25").rule == "2.9"


@rule("2.4.4.1")
def test_each_victory_area_is_one_victory_point_and_one_logistics_point() -> None:
    s = empty()
    assert (victory_points(s, AXIS), victory_points(s, SOVIET)) == (1, 6)
    before = logistics_value(s, AXIS)
    control(s, "axis", "25")
    assert (victory_points(s, AXIS), victory_points(s, SOVIET)) == (2, 5)
    assert logistics_value(s, AXIS) == before + 1


@rule("2.4.4.2", "2.4.4.2.1")
def test_seven_victory_points_win_at_once() -> None:
    s = empty()
    control(s, "soviet", "28 15")
    put(s, "28", "12A")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic impulse", "12A 28-14")
    assert s.over
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.rule) == ("soviet", "2.4.4.2")


@rule("2.4.4.2")
@pytest.mark.parametrize(("areas", "winner"), [("4 25 55", "axis"), ("4 25", "soviet")])
def test_the_campaign_goes_to_the_side_with_most_points_at_the_end_of_december(areas: str, winner: str) -> None:
    s = empty()
    control(s, "axis", areas)
    s.turn = 6
    do(impulse(s, "axis"), "pass")
    do(s, "pass")
    assert s.over
    end = s.outcome()
    assert end is not None
    assert end.winner == winner


@rule("2.4.4.3")
def test_each_active_disc_is_a_soviet_logistics_point() -> None:
    s = empty()
    full = logistics_value(s, SOVIET)
    road(s, "Nizhyn")
    assert logistics_value(s, SOVIET) == full - 1
    control(s, "axis", "129")
    assert logistics_value(s, SOVIET) == full - 2
    control(s, "axis", "145")
    assert logistics_value(s, SOVIET) == full - 3


@rule("2.4.5", "2.4.5.1", "2.4.5.3")
def test_staging_areas_are_closed_to_the_enemy_and_hold_any_number() -> None:
    s = empty()
    control(s, "soviet", "1 15")
    put(s, "15", "5A")
    put(s, "1", "5Cav")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic impulse")
    assert refused(s, "5Cav 1-Axis").rule == "2.4.5"
    s = empty(front="snow")
    control(s, "axis", "43 59 60")
    put(s, "60", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "3Pz 60-S3").rule == "2.4.5"
    s = empty()
    put(s, "Axis", "3Pz", "14Pz", "48Pz", "29Inf", "17Inf")
    put(s, "14", "44Inf")
    do(impulse(s, "axis"), "strategic impulse", "44Inf 14-Axis")
    assert at(s, "44Inf") == "Axis"


@rule("2.4.5", "8.0", "2.4.5.2")
def test_a_staging_area_costs_one_mp_in_any_weather() -> None:
    s = empty()
    weather(s, "rain")
    put(s, "43", "57A")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic impulse", "57A 43-S2")
    assert s.mp == 2


@rule("2.4.6")
def test_a_city_absorbs_only_for_who_controls_it() -> None:
    s = empty()
    assert CITIES >> AREA["38"] & 1
    assert absorb_bonus(s, AREA["38"], SOVIET) == 1
    assert absorb_bonus(s, AREA["38"], AXIS) == 0


@rule("2.4.7", "2.4.7.1")
def test_a_river_does_not_slow_a_move_but_marks_who_engages_over_it() -> None:
    s = empty(front="river")
    put(s, "35", "29Inf")
    put(s, "34", "17Inf")
    put(s, "20", "5A")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 35-20")
    assert s.crossed >> 7 & 1
    s = empty(front="river")
    put(s, "35", "29Inf")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 35-20")
    assert s.mp == 1
    assert not s.crossed


@rule("2.4.7", "8.0", "2.4.7.2")
def test_in_snow_rivers_are_frozen() -> None:
    s = empty(front="river")
    weather(s, "snow")
    put(s, "35", "29Inf")
    put(s, "20", "5A")
    do(impulse(s, "axis"), "strategic impulse", "29Inf 35-20")
    assert not s.crossed


@rule("2.4.8", "2.4.8.1", "9.2.3")
def test_the_strait_counts_as_a_river_even_in_snow_and_carries_no_supply() -> None:
    s = empty(front="snow")
    weather(s, "snow")
    control(s, "soviet", "144 145 140 141 142")
    put(s, "129", "30Inf")
    put(s, "144", "47A")
    do(impulse(s, "axis"), "strategic impulse", "30Inf 129-144")
    assert s.crossed >> 21 & 1
    s = empty(front="snow")
    control(s, "soviet", "129")
    control(s, "axis", "145 FS")
    put(s, "129", "51A")
    assert not supplied(s, SOVIET) >> AREA["129"] & 1


@rule("2.4.9")
def test_there_are_eight_black_sea_ports_and_five_azov_ones_without_effect_in_the_basic_game() -> None:
    assert (BLACK_PORTS.bit_count(), AZOV_PORTS.bit_count()) == (8, 5)
    s = empty()
    put(s, "108", "Co")
    s.initiative = 1
    do(impulse(s, "soviet"), "strategic impulse")
    assert refused(s, "Co by sea 108-FS").rule == "14.7"


@rule("2.5", "2.5.2")
def test_passing_through_an_empty_area_takes_it() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-23")
    assert [controller(s, a) for a in ("21", "37", "23")].count("axis") == 2
    assert controller(s, "38") == "soviet"


@rule("2.5", "2.5.4")
def test_a_contested_area_stays_with_who_controlled_it_until_his_units_are_gone() -> None:
    s = empty(front="river")
    put(s, "21", "38A")
    put(s, "21", "3Pz", "14Pz")
    assert controller(s, "21") == "soviet"
    assert contested(s) == 1 << AREA["21"]
    assert not full_control(s, SOVIET) >> AREA["21"] & 1
    line(s, "21")
    battle(s, "axis", "21")
    do(s, "0 hits", "6 hits")
    assert controller(s, "21") == "axis"


@rule("2.5")
def test_a_line_alone_keeps_an_area() -> None:
    s = empty(front="river")
    line(s, "21")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-21")
    assert controller(s, "21") == "soviet"
    assert contested(s) >> AREA["21"] & 1


@rule("2.5", "2.5.1", "2.5.5")
def test_at_the_start_the_axis_controls_its_staging_area_tarnopol_and_eighteen_rumanian_areas() -> None:
    s = new()
    assert s.control.bit_count() == 20
    assert controls(s, AREA["Axis"], AXIS)
    assert controls(s, AREA["14"], AXIS)
    shown = {p.id: p.control for p in s.view("soviet").places}
    assert sum(side == "axis" for side in shown.values()) == 20
    assert shown["119"] == "axis"
    assert shown["4"] == "soviet"


@rule("2.6", "10.6", "10.6.2")
def test_budyonny_is_lost_for_good_when_kiev_falls_wherever_he_is() -> None:
    for where in ("map", "pool"):
        s = empty(front="river")
        put(s, "9", "Budyonny") if where == "map" else pool(s, "Budyonny")
        take(s, AREA["4"], AXIS)
        assert at(s, "Budyonny") == "eliminated"


@rule("2.6", "2.6.1")
@pytest.mark.parametrize(("holder", "chooser"), [("soviet", True), ("axis", False)])
def test_who_controls_kiev_chooses_the_last_block_drawn(holder: str, chooser: bool) -> None:
    s = empty()
    s.initiative = 1
    control(s, holder, "4")
    pool(s, "37A", "38A", "1Cav")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks", "37A is drawn", "37A arrives in S1")
    if chooser:
        assert s.step.name == "Drawing"
        do(s, "choose 1Cav", "1Cav arrives in S2")
        assert at(s, "1Cav") == "S2"
    else:
        assert s.step.name == "DrawBlock"


@rule("2.7", "2.7.2")
def test_fleets_are_committed_only_while_sevastopol_is_fully_controlled() -> None:
    s = empty()
    put(s, "130", "CFront")
    put(s, "FS", "M")
    tactical(s, "soviet", "CFront in 130")
    do(s, "done")
    assert may(s, "BB sails to 108")
    put(s, "FS", "54Inf")
    assert refused(s, "BB sails to 108").rule == "10.2.1"


@rule("2.7", "10.2.1", "10.2.1.6")
def test_without_sevastopol_the_fleets_are_off_the_map() -> None:
    s = empty()
    fleet(s, "BB", "108")
    take(s, AREA["FS"], AXIS)
    assert not any(
        p.at in ("108", "box:fleets") for p in s.view("soviet").pieces if p.kind == "disc" and p.owner == "soviet"
    )
    take(s, AREA["FS"], SOVIET)
    assert [p.at for p in s.view("soviet").pieces if p.kind == "disc" and p.owner == "soviet"] == ["box:fleets"] * 2


@rule("2.8")
def test_disengaging_costs_one_more() -> None:
    s = empty(front="river")
    put(s, "36", "3Pz")
    put(s, "36", "5Cav:1")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-35")
    assert s.mp == 3


@rule("2.9", "2.9.2")
def test_lines_do_not_count_for_stacking() -> None:
    s = empty()
    put(s, "10", "37A", "38A")
    line(s, "10")
    assert s.check() == []


@rule("2.9", "2.9.1")
def test_each_player_may_fill_an_area() -> None:
    s = empty(front="river")
    put(s, "21", "37A", "38A", "5A", "6A")
    put(s, "36", "3Pz")
    put(s, "21", "29Inf", "17Inf", "44Inf")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-21")
    assert s.here[AREA["21"]].bit_count() == 8
    assert s.check() == []


@rule("2.4.5", "5.0", "5.0.1")
def test_axis_reinforcements_arrive_in_their_staging_area_whatever_stands_there() -> None:
    s = empty()
    put(s, "Axis", "3Pz", "14Pz", "48Pz", "29Inf")
    pool(s, "34Inf", "42Inf", "51Inf")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 2 blocks", "34Inf is drawn", "42Inf is drawn")
    assert at(s, "34Inf") == at(s, "42Inf") == "Axis"
