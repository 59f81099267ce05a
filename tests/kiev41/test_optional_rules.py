"""14.0 Optional rules: switches of the campaign, added in their order."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, TOPOLOGY
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import sevastopol_garrison, supplied
from rasputitsa.titles.kiev41.weather import BLIZZARD, SNOW, hq_strength
from tests.kiev41.situation import (
    EVERY_OPTION,
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
    isolated,
    legal,
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


@rule("14.0", "14.0.1")
def test_any_optional_rules_go_together_but_only_with_the_campaign() -> None:
    for name in EVERY_OPTION:
        TITLE.new("campaign", **{name: True})
    with pytest.raises(Invalid, match="does not go with scenario river"):
        TITLE.new("river", rail=True)


@rule("14.1", "14.1.1", "14.1.2", "14.1.3")
def test_rail_movement_goes_any_distance_over_friendly_areas_in_a_pass_or_strategic_impulse() -> None:
    s = empty(front="river", **options_to("rail"))
    s.initiative = SOVIET
    put(s, "37", "38A")
    put(s, "S1", "57A")
    put(s, "129", "51A")
    control(s, "axis", "121 122")
    put(s, "38", "SWFront", "26A")
    put(s, "38", "3Pz")
    do(impulse(s, "soviet"), "strategic impulse")
    assert may(s, "57A by rail S1-37")
    assert may(s, "57A by rail S1-148")
    assert not may(s, "57A by rail S1-36"), "Axis-controlled"
    assert not may(s, "57A by rail S1-38"), "contested"
    assert not may(s, "26A by rail 38-39"), "no disengaging by rail"
    assert not may(s, "51A by rail 129-144"), "not over the strait"
    assert may(s, "51A by rail 129-130")
    left = s.commands
    do(s, "57A by rail S1-37", "38A 37-23")
    assert s.commands == left - 2, "in any combination, up to the Logistics Value"
    do(impulse(s, "soviet"), "pass", "57A by rail 37-94")
    assert at(s, "57A") == "94"
    assert s.active == AXIS, "one block in a Pass"


@rule("14.1")
def test_no_rail_movement_in_a_tactical_impulse_nor_without_the_rule() -> None:
    s = empty(front="river", **options_to("rail"))
    put(s, "38", "SWFront", "26A")
    tactical(s, "soviet", "SWFront in 38")
    assert refused(s, "26A by rail 38-25").rule == "14.1"
    s = empty(front="river")
    put(s, "38", "26A")
    do(impulse(s, "soviet"), "pass")
    assert refused(s, "26A by rail 38-25").rule == "14.1"


@rule("14.2", "14.2.1")
def test_cavalry_pays_two_points_where_others_pay_three() -> None:
    for on, left in ((False, 2), (True, 3)):
        s = empty(front="river", **(options_to("agility") if on else {}))
        put(s, "6", "5Cav")
        do(impulse(s, "soviet"), "pass", "5Cav 6-5")
        assert s.mp == left
    s = empty(front="river", **options_to("agility"))
    weather(s, "rain")
    put(s, "6", "5Cav")
    do(impulse(s, "soviet"), "pass", "5Cav 6-7")
    assert s.mp == 3, "rain included"


@rule("14.2", "14.2.2")
def test_jaeger_and_luftlande_have_four_points() -> None:
    s = empty(front="river", **options_to("agility"))
    put(s, "36", "97J", "22LL", "29Inf")
    do(impulse(s, "axis"), "strategic impulse", "97J 36-35")
    assert s.mp == 3
    do(s, "22LL 36-35")
    assert s.mp == 3
    do(s, "29Inf 36-35")
    assert s.mp == 2


@rule("14.2", "14.2.4")
def test_mountain_troops_enter_red_areas_for_two_and_fire_better_in_the_rough() -> None:
    s = empty(front="river", **options_to("agility"))
    put(s, "6", "13Mtn")
    do(impulse(s, "soviet"), "pass", "13Mtn 6-5")
    assert s.mp == 1
    put(s, "20", "17Mtn")
    put(s, "20", "49Mtn")
    s.active = AXIS
    assert defence_dice(s, AREA["20"]) == (0, 3, 0), "single fire becomes double"
    assert attack_dice(s, AREA["20"]) == (0, 0, 4), "double fire becomes triple"
    put(s, "21", "13Mtn")
    assert defence_dice(s, AREA["21"]) == (3, 0, 0), "not in the open"


@rule("14.2", "14.2.5")
def test_axis_mountain_troops_do_not_mind_the_snow() -> None:
    s = empty(front="river", **options_to("agility"))
    weather(s, "snow")
    put(s, "21", "38A")
    put(s, "21", "49Mtn", "29Inf")
    s.active = AXIS
    assert attack_dice(s, AREA["21"]) == (0, 6, 0)


@rule("14.3", "14.3.1", "14.3.2")
def test_tanks_and_motorized_troops_avoid_swamps_and_the_strait() -> None:
    s = empty(front="snow", **options_to("afv"))
    control(s, "soviet", "144")
    put(s, "17", "3Pz", "60Mot", "29Inf")
    put(s, "129", "LAHSS", "30Inf")
    do(impulse(s, "axis"), "strategic impulse")
    assert not may(s, "3Pz 17-2")
    assert not may(s, "60Mot 17-2")
    assert may(s, "29Inf 17-2")
    assert not may(s, "LAHSS 129-144")
    assert may(s, "30Inf 129-144")
    s = empty(front="snow")
    put(s, "17", "3Pz")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "3Pz 17-2"), "only with the rule"


@rule("14.4", "14.4.1", "14.4.6")
def test_the_sea_supply_example_ports_instead_of_coasts() -> None:
    """14.4 A Rumanian in Kerch: the Black Sea is Soviet, the Azov Sea is not. Supply runs from port to port, so units
    on a coast without a port and without a way to one are isolated; Sevastopol is supplied over its port."""
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "108 126 122 FS 115")
    put(s, "129", "Rum2")
    put(s, "108", "9A")
    put(s, "126", "51A")
    put(s, "FS", "M")
    line(s, "FS", "122", "115")
    put(s, "122", "RumMtn")
    impulse(s, "soviet")
    assert [name for name in ("9A", "51A", "M") if isolated(s, name)] == ["51A"]
    assert TOPOLOGY.names(s.cut_lines) == ["115", "122"], "a coast without a port no longer helps"
    do(s, "pass", "done")
    assert strength(s, "51A") == 3
    assert not has_line(s, "122")
    assert has_line(s, "115")


@rule("14.4", "14.4.3")
def test_ports_feed_inland_areas_and_may_be_contested_where_a_line_starts() -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "108 101 FS")
    put(s, "101", "9A")
    assert supplied(s, SOVIET) >> AREA["101"] & 1, "through Odessa"
    put(s, "108", "Co")
    put(s, "108", "Rum1")
    assert supplied(s, SOVIET) >> AREA["108"] & 1, "a line may start in a contested port"
    assert not supplied(s, SOVIET) >> AREA["101"] & 1, "but not pass it"


def besieged() -> Kiev:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "FS")
    put(s, "FS", "CFront:0", "M")
    line(s, "FS")
    put(s, "FS", "54Inf")
    return s


@rule("14.4", "14.4.7")
@pytest.mark.parametrize(("face", "left"), [(5, 3), (4, 2)])
def test_the_example_of_sevastopols_garrison_of_five_steps(face: int, left: int) -> None:
    """14.4 An HQ at heart level, the Marine at full strength and a line add up to five: four or lower costs a step."""
    s = besieged()
    do(impulse(s, "soviet"), "pass")
    assert sevastopol_garrison(s) == 5
    assert s.step.name == "SevastopolDie"
    do(s, f"die {face}")
    assert strength(s, "M") == left
    assert has_line(s, "FS")


@rule("14.5", "14.5.1")
def test_december_brings_a_blizzard_with_the_first_axis_impulse() -> None:
    s = empty(front="snow", **options_to("blizzard"))
    s.turn = 6
    weather(s, "snow")
    impulse(s, "soviet")
    assert s.weather == SNOW
    impulse(s, "axis")
    assert s.weather == BLIZZARD


@rule("14.5", "14.5.4")
def test_a_blizzard_halves_and_quarters() -> None:
    s = empty(front="snow", **options_to("blizzard"))
    weather(s, "blizzard")
    put(s, "58", "38A", "24Tk")
    put(s, "58", "29Inf", "49Mtn", "3Pz")
    s.active = AXIS
    assert attack_dice(s, AREA["58"]) == (0, 1 + 2, 1)
    assert defence_dice(s, AREA["58"]) == (4, 3, 0)
    s.active = SOVIET
    assert attack_dice(s, AREA["58"]) == (2, 1, 0)
    assert defence_dice(s, AREA["58"]) == (0, 2 + 4, 2)
    put(s, "74", "17AOK")
    put(s, "60", "SFront:3")
    assert (hq_strength(s, NUMBER["17AOK"]), hq_strength(s, NUMBER["SFront"])) == (1, 1)


@rule("14.5", "14.5.3")
def test_in_a_blizzard_neither_fleets_nor_bombers_fly_or_sail() -> None:
    s = empty(front="snow", **options_to("blizzard"))
    weather(s, "blizzard")
    control(s, "soviet", "FS")
    put(s, "60", "SFront")
    put(s, "74", "17AOK", "4FK")
    put(s, "58", "38A")
    put(s, "58", "29Inf")
    tactical(s, "soviet", "SFront in 60")
    assert s.step.name != "Support"
    go_to(tactical(s, "axis", "17AOK in 74", "4FK in 74"), "Support")
    assert not any("bombs" in order for order in legal(s))


@rule("14.5")
def test_a_fleet_committed_before_the_blizzard_does_not_fire() -> None:
    s = empty(front="snow", **options_to("blizzard"))
    weather(s, "blizzard")
    control(s, "soviet", "FS 130")
    put(s, "130", "Co")
    put(s, "130", "30Inf")
    fleet(s, "BB", "130")
    do(impulse(s, "axis"), "strategic impulse", "done", "battle in 130")
    assert dice_to_roll(s) == (4, 0, 0), "straight to the ground combat"


@rule("14.7", "14.7.1")
def test_infantry_goes_by_sea_between_fully_controlled_ports() -> None:
    s = empty(front="river", **options_to("sea_transport"))
    put(s, "108", "Co", "3Abn")
    put(s, "FS", "5Cav")
    put(s, "92", "24C")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic impulse")
    assert may(s, "Co by sea 108-FS")
    assert may(s, "3Abn by sea 108-145")
    assert may(s, "24C by sea 92-145"), "Azov port to Black Sea port while both seas are controlled"
    assert not may(s, "5Cav by sea FS-145"), "cavalry does not sail"
    assert not may(s, "Co by sea 108-119"), "Constanta is not Soviet"
    control(s, "axis", "144")
    assert not may(s, "24C by sea 92-145"), "the Azov Sea is lost"
    assert may(s, "Co by sea 108-FS")


@rule("14.8", "14.8.1")
def test_the_marine_lands_on_an_enemy_coast_in_a_strategic_impulse() -> None:
    s = empty(front="snow", **options_to("seaborne"))
    control(s, "soviet", "FS 127")
    put(s, "145", "M", "47A")
    put(s, "128", "Rum4:2")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic impulse")
    assert may(s, "M lands 145-128")
    assert may(s, "M lands 145-119")
    assert not may(s, "M lands 145-127"), "not on one's own coast"
    assert not may(s, "M lands 145-92"), "the Azov Sea is not controlled"
    assert not may(s, "47A lands 145-128")
    do(s, "M lands 145-128", "done")
    assert dice_to_roll(s) == (2, 0, 0), "a new engagement must be fought"
    s = empty(front="snow", **options_to("seaborne"))
    control(s, "soviet", "FS")
    put(s, "145", "M:2")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic impulse")
    assert not may(s, "M lands 145-128"), "only at full strength"


@rule("14.8", "14.8.2", "14.7.2")
def test_the_example_of_a_logistics_value_of_ten() -> None:
    """14.8 Two blocks move, two go by rail, four by sea, one digs in and the Marine lands: ten commands."""
    s = empty(front="pocket", **options_to("seaborne"))
    s.initiative = SOVIET
    s.strength[NUMBER["Stalin"]] = 2
    put(s, "12", "SWFront")
    assert logistics_value(s, SOVIET) == 2 + 1 + 5 + 4
    s.strength[NUMBER["Stalin"]] = 0
    assert logistics_value(s, SOVIET) == 10
    put(s, "39", "37A", "38A")
    put(s, "S1", "57A", "21A")
    put(s, "108", "Co")
    put(s, "127", "51A", "7C", "27C")
    put(s, "24", "40A")
    put(s, "145", "M")
    do(impulse(s, "soviet"), "strategic impulse", "37A 39-38", "38A 39-38")
    do(s, "57A by rail S1-37", "21A by rail S1-37")
    do(s, "Co by sea 108-129", "51A by sea 127-129", "7C by sea 127-108", "27C by sea 127-108")
    do(s, "40A builds a line in 24", "M lands 145-119")
    assert controller(s, "119") == "soviet"
    assert s.active == AXIS or s.commands == 0


@rule("14.9", "14.9.1")
def test_the_luftlande_drops_on_a_green_area_within_three() -> None:
    s = empty(front="river", **EVERY_OPTION)
    put(s, "36", "22LL", "97J")
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "22LL drops 36-22")
    assert may(s, "22LL drops 36-23"), "three areas away"
    assert not may(s, "22LL drops 36-57"), "four"
    assert not may(s, "22LL drops 36-20"), "yellow"
    assert not may(s, "22LL drops 36-35"), "not on one's own side"
    assert not may(s, "97J drops 36-22")
    do(s, "22LL drops 36-22")
    assert controller(s, "22") == "axis"
    s = empty(front="river", **EVERY_OPTION)
    put(s, "36", "22LL:1")
    do(impulse(s, "axis"), "strategic impulse")
    assert not may(s, "22LL drops 36-22"), "only at full strength"


@rule("14.9", "14.9.1")
def test_no_drop_in_a_pass() -> None:
    s = empty(front="river", **EVERY_OPTION)
    put(s, "36", "22LL")
    do(impulse(s, "axis"), "pass")
    assert refused(s, "22LL drops 36-22").rule == "14.9"


def test_a_game_with_every_option_sets_up() -> None:
    assert new(**EVERY_OPTION).check() == []


@rule("14.4.5", "9.4.2")
def test_a_garrison_block_lost_to_attrition_is_gone_for_good_and_the_log_says_so() -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "FS")
    put(s, "FS", "M:1")
    line(s, "FS")
    put(s, "FS", "54Inf")
    do(impulse(s, "soviet"), "pass")
    s.ear = heard = []
    do(s, "die 1")
    assert at(s, "M") == "eliminated"
    assert [line.text for line in heard][:2] == [
        "Sevastopol suffers attrition: a die of 1",
        "Marine Infantry surrenders in Sevastopol",
    ]


@rule("14.4.4")
@pytest.mark.parametrize(("face", "words"), [(1, "suffers attrition: a die of 1"), (2, "holds out: a die of 2")])
def test_the_garrison_holds_out_on_a_die_of_its_steps_or_more(face: int, words: str) -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "FS")
    put(s, "FS", "M:2")
    put(s, "FS", "54Inf")
    do(impulse(s, "soviet"), "pass")
    s.ear = heard = []
    do(s, f"die {face}")
    assert heard[0].text == f"Sevastopol {words}"
    assert strength(s, "M") == face, "one step less on a one, both on a two"
