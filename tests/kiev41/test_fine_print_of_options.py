"""Chapter 14 and the scenarios: exceptions and limits, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, NUMBER, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import take
from rasputitsa.titles.kiev41.logistics import full_value, logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, LATER
from rasputitsa.titles.kiev41.supply import supplied
from rasputitsa.titles.kiev41.weather import BLIZZARD, SNOW, SUNNY, hq_strength
from tests.kiev41.situation import (
    EVERY_OPTION,
    at,
    control,
    do,
    empty,
    impulse,
    legal,
    may,
    new,
    options_to,
    put,
    refused,
    strength,
    tactical,
    weather,
)


@rule("14.2.3", "14.2.1")
@pytest.mark.parametrize(
    ("block", "name", "area", "left"),
    [
        ("49Mtn", "sunny", "2", 1),
        ("49Mtn", "rain", "2", 1),
        ("49Mtn", "rain", "16", 0),
        ("49Mtn", "sunny", "18", 1),
        ("13Mtn", "sunny", "2", 1),
        ("13Mtn", "rain", "2", 1),
        ("5Cav", "sunny", "2", 3),
        ("5Cav", "rain", "16", 3),
        ("34Inf", "sunny", "2", 0),
        ("97J", "sunny", "2", 1),
        ("97J", "rain", "16", 1),
        ("22LL", "sunny", "2", 1),
    ],
)
def test_agile_troops_pay_less_where_others_pay_three(block: str, name: str, area: str, left: int) -> None:
    side = "axis" if NUMBER[block] < NUMBER["Stalin"] else "soviet"
    s = empty(front="river", agility=True)
    s.initiative = SIDES.index(side)
    control(s, side, "1-19")
    weather(s, name)
    put(s, "17", block)
    do(impulse(s, side), "strategic impulse")
    s.isolated = 0
    s.memo.clear()
    do(s, f"{block} 17-{area}")
    assert s.mp == left


@rule("14.2.4")
@pytest.mark.parametrize(("area", "better"), [("37", False), ("20", True), ("5", True), ("4", False)])
def test_mountain_troops_fire_better_only_in_yellow_and_red_areas(area: str, better: bool) -> None:
    s = empty(front="river", agility=True)
    put(s, area, "13Mtn")
    put(s, area, "49Mtn")
    s.active = AXIS
    assert attack_dice(s, AREA[area]) == ((0, 0, 4) if better else (0, 4, 0))
    assert defence_dice(s, AREA[area]) == ((0, 3, 0) if better else (3, 0, 0))


@rule("14.3.1")
@pytest.mark.parametrize(("block", "crosses"), [("RumCav", False), ("60Mot", False), ("34Inf", True), ("Kleist", True)])
def test_armour_does_not_cross_at_kerch(block: str, crosses: bool) -> None:
    s = empty(front="snow", **options_to("afv"))
    s.initiative = AXIS
    put(s, "129", block)
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, f"{block} 129-144") == crosses


# -- 14.4 sea supply ---------------------------------------------------------------------------------------------------


@rule("14.4.2")
@pytest.mark.parametrize("lost", ["", "144", "FS"])
def test_azov_ports_need_both_seas_and_black_sea_ports_only_theirs(lost: str) -> None:
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "108 92 FS 129 144 145")
    put(s, "108", "Co")
    put(s, "92", "24C")
    if lost:
        put(s, lost, "M")
        put(s, lost, "30Inf")
    ok = supplied(s, SOVIET)
    assert bool(ok >> AREA["108"] & 1) == (lost != "FS")
    assert bool(ok >> AREA["92"] & 1) == (not lost)


@rule("14.4.2")
def test_ports_lead_nowhere_if_none_of_them_is_joined_to_a_source() -> None:
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "108 FS")
    control(s, "axis", "132-148")
    control(s, "soviet", "145")
    put(s, "108", "Co")
    assert supplied(s, SOVIET) >> AREA["108"] & 1, "145 is itself a source"
    put(s, "145", "30Inf")
    assert not supplied(s, SOVIET) >> AREA["108"] & 1


@rule("14.4.3")
def test_a_port_among_enemies_does_not_end_a_line_of_others() -> None:
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "102 86 FS")
    put(s, "102", "Co")
    put(s, "102", "Rum1")
    control(s, "axis", "102")
    ok = supplied(s, SOVIET)
    assert ok >> AREA["102"] & 1, "a line may start in a contested port, enemy-controlled as well"
    assert ok >> AREA["86"] & 1


@rule("14.4.1", "2.7")
def test_with_sea_supply_a_coast_without_a_port_feeds_nobody() -> None:
    s = empty(front="snow")
    control(s, "soviet", "109 FS")
    put(s, "109", "Co")
    assert supplied(s, SOVIET) >> AREA["109"] & 1
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "109 FS")
    put(s, "109", "Co")
    assert not supplied(s, SOVIET) >> AREA["109"] & 1


@rule("14.4.4", "14.4.5")
def test_the_garrison_rolls_in_place_of_attrition_and_only_for_sevastopol() -> None:
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "FS 120")
    put(s, "FS", "M:2", "CFront:2")
    put(s, "FS", "54Inf")
    put(s, "120", "51A:3")
    do(impulse(s, "soviet"), "pass")
    assert strength(s, "51A") == 2, "elsewhere attrition is certain"
    do(s, "die 3")
    assert s.step.name == "Losses", "two and two make four: a three is lower, and the owner chooses between equals"
    do(s, "CFront takes a hit")
    assert (strength(s, "M"), strength(s, "CFront")) == (2, 0)


@rule("1.6", "14.4.4")
def test_the_choice_of_the_garrison_names_no_block_to_the_enemy() -> None:
    s = empty(front="snow", sea_supply=True)
    control(s, "soviet", "FS")
    put(s, "FS", "M:2", "CFront:2")
    put(s, "FS", "54Inf")
    do(impulse(s, "soviet"), "pass", "die 1")
    s.revealed = 0
    action = s.game.title.lexicon.parse("M takes a hit")
    assert s.describe(action, "axis") == "a block takes a hit"
    s.ear = heard = []
    s.apply(action)
    assert [line.text for line in heard][:1] == ["Soviet block in Sevastopol suffers attrition"]


# -- 14.5 blizzard -----------------------------------------------------------------------------------------------------


@rule("14.5.1")
@pytest.mark.parametrize(("turn", "option", "found"), [(5, True, SNOW), (6, True, BLIZZARD), (6, False, SNOW)])
def test_the_blizzard_begins_with_the_axis_in_december_and_stays(turn: int, option: bool, found: int) -> None:
    s = empty(front="snow", blizzard=option)
    s.turn = turn
    weather(s, "snow")
    impulse(s, "soviet")
    assert s.weather == SNOW
    impulse(s, "axis")
    impulse(s, "soviet")
    impulse(s, "axis")
    assert s.weather == found


@rule("14.5.2")
def test_a_blizzard_keeps_all_effects_of_snow() -> None:
    s = empty(front="river", blizzard=True)
    weather(s, "blizzard")
    assert logistics_value(s, AXIS) == full_value(s, AXIS) // 2
    assert logistics_value(s, SOVIET) == full_value(s, SOVIET)
    s.initiative = AXIS
    put(s, "36", "29Inf")
    put(s, "37", "38A:1")
    do(impulse(s, "axis"), "strategic impulse")
    s.weather = BLIZZARD
    do(s, "29Inf 36-37")
    assert not s.crossed, "rivers are frozen"
    s = empty(front="river", blizzard=True)
    weather(s, "blizzard")
    put(s, "36", "Kleist", "3Pz")
    put(s, "37", "38A:1")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-37")
    while s.active == AXIS and s.side != "soviet":
        do(s, "1 hits" if s.side == "chance" and s.frame[1] == 0 else "0 hits" if s.side == "chance" else "done")
    assert at(s, "38A") == "pool"
    assert s.active == SOVIET, "neither blitz nor exploitation"


@rule("14.5.5", "14.5.4")
@pytest.mark.parametrize(
    ("block", "attacks", "defends"),
    [("3Pz", 1, 2), ("29Inf:3", 1, 1), ("49Mtn", 2, 4), ("RumMtn", 1, 3), ("38A", 2, 4), ("13Mtn", 1, 3)],
)
def test_dice_in_a_blizzard(block: str, attacks: int, defends: int) -> None:
    s = empty(front="river", blizzard=True)
    weather(s, "blizzard")
    put(s, "37", block)
    name = block.partition(":")[0]
    side = AXIS if NUMBER[name] < NUMBER["Stalin"] else SOVIET
    s.active = side
    assert sum(attack_dice(s, AREA["37"])) == attacks
    s.active = 1 - side
    assert sum(defence_dice(s, AREA["37"])) == defends


@rule("14.5.5", "14.5.4")
@pytest.mark.parametrize(("hq", "strong"), [("Kleist", 1), ("17AOK:3", 1), ("SWFront", 2), ("KFront:0", 0)])
def test_hqs_in_a_blizzard(hq: str, strong: int) -> None:
    s = empty(front="river", blizzard=True)
    weather(s, "blizzard")
    put(s, "37", hq)
    assert hq_strength(s, NUMBER[hq.partition(":")[0]]) == strong


# -- 14.7 to 14.9 ------------------------------------------------------------------------------------------------------


@rule("14.7", "14.7.1", "14.7.2")
def test_no_sea_transport_from_a_contested_port_nor_in_a_tactical_impulse() -> None:
    s = empty(front="river", sea_transport=True)
    put(s, "108", "Co")
    put(s, "FS", "M")
    put(s, "38", "SWFront", "38A")
    assert may(do(impulse(s, "soviet"), "pass"), "Co by sea 108-145")
    put(s, "108", "Rum1")
    control(s, "soviet", "108")
    do(impulse(s, "soviet"), "pass")
    assert not may(s, "Co by sea 108-145")
    assert not may(s, "M by sea FS-108"), "the port of arrival is contested"
    assert refused(s, "Co by sea 108-145").rule == "14.7"
    tactical(s, "soviet", "SWFront in 38")
    assert refused(s, "M by sea FS-145").rule in ("14.7", "10.3")


@rule("14.7.1")
def test_the_axis_does_not_sail() -> None:
    s = empty(front="snow", sea_transport=True)
    control(s, "axis", "145 FS")
    put(s, "FS", "54Inf")
    s.initiative = AXIS
    do(impulse(s, "axis"), "strategic impulse")
    assert not may(s, "54Inf by sea FS-108")


@rule("14.8", "14.8.1")
@pytest.mark.parametrize(
    ("change", "lands"), [("", True), ("pass", False), ("engaged", False), ("inland", False), ("sea lost", False)]
)
def test_each_condition_of_a_landing_alone(change: str, lands: bool) -> None:
    s = empty(front="snow", seaborne=True)
    control(s, "soviet", "FS 130")
    s.initiative = SOVIET
    put(s, "130" if change == "inland" else "145", "M")
    if change == "engaged":
        put(s, "145", "30Inf")
        control(s, "soviet", "145")
    if change == "sea lost":
        control(s, "axis", "FS")
    do(impulse(s, "soviet"), "pass" if change == "pass" else "strategic impulse")
    where = at(s, "M")
    assert may(s, f"M lands {where}-119") == lands


@rule("14.8.1")
def test_the_marine_lands_on_an_azov_coast_while_both_seas_are_soviet() -> None:
    s = empty(front="snow", seaborne=True)
    control(s, "soviet", "FS 129 144 145")
    s.initiative = SOVIET
    put(s, "145", "M")
    do(impulse(s, "soviet"), "strategic impulse")
    assert may(s, "M lands 145-92")
    assert not may(s, "M lands 145-74"), "no coast"


@rule("14.9", "14.9.1")
@pytest.mark.parametrize(("change", "drops"), [("", True), ("engaged", False), ("weak", False), ("off", False)])
def test_each_condition_of_a_drop_alone(change: str, drops: bool) -> None:
    s = empty(front="river", airborne=change != "off")
    put(s, "36", "22LL:1" if change == "weak" else "22LL")
    if change == "engaged":
        put(s, "36", "38A")
        control(s, "axis", "36")
    s.initiative = AXIS
    do(impulse(s, "axis"), "strategic impulse")
    assert may(s, "22LL drops 36-22") == drops


@rule("14.1.1", "14.1.2")
def test_an_engaged_block_does_not_entrain_and_one_block_goes_in_a_pass() -> None:
    s = empty(front="river", rail=True)
    put(s, "37", "38A")
    put(s, "37", "29Inf")
    control(s, "axis", "37")
    put(s, "36", "34Inf", "42Inf")
    do(impulse(s, "axis"), "pass")
    assert not may(s, "29Inf by rail 37-36")
    assert not any(order.startswith("29Inf by rail") for order in legal(s))
    assert not may(s, "34Inf by rail 36-37"), "nor does anybody detrain among enemies"
    do(s, "34Inf by rail 36-17")
    assert at(s, "34Inf") == "17"
    assert "42Inf by rail 36-17" not in legal(s)


# -- the scenarios -----------------------------------------------------------------------------------------------------


@rule("S.1.1")
@pytest.mark.parametrize(("area", "ends"), [("4", True), ("108", True), ("55", True), ("25", False), ("94", False)])
def test_les_preludes_ends_with_one_of_three_cities_only(area: str, ends: bool) -> None:
    s = empty("preludes")
    take(s, AREA[area], AXIS)
    assert s.decided == ends


@rule("S.1.1")
def test_the_campaign_goes_on_when_odessa_falls() -> None:
    s = empty()
    take(s, AREA["108"], AXIS)
    assert not s.decided


@rule("S.1.2", "S.2.6", "S.3.6", "S.4.7")
@pytest.mark.parametrize("scenario", ["preludes", "river", "pocket", "snow"])
def test_the_short_scenarios_use_no_optional_rule_and_the_disc_once_for_each_side(scenario: str) -> None:
    for option in EVERY_OPTION:
        with pytest.raises(Invalid, match="does not go with"):
            TITLE.new(scenario, **{option: True})
    for side in (AXIS, SOVIET):
        s = empty(scenario)
        put(s, "36" if side == AXIS else "12", "Kleist" if side == AXIS else "SWFront")
        s.initiative = side
        s.disc_uses = [0, 0]
        impulse(s, SIDES[side])
        assert may(s, "strategic impulse"), "once"
        s.disc_uses[side] = 1
        assert refused(s, "strategic impulse").rule == "3.2.1"


@rule("S.1.2", "5.1")
def test_les_preludes_and_the_river_keep_s_and_n_blocks_out_at_first() -> None:
    for scenario in ("preludes", "river"):
        s = new(scenario)
        late = {block.id for b, block in enumerate(BLOCKS) if s.place[b] == LATER}
        assert late == {block.id for block in BLOCKS if block.mark in ("S", "N")}


@rule("S.2.4", "5.1")
def test_in_the_river_the_s_blocks_join_the_pool_in_september() -> None:
    s = new("river")
    do(impulse(s, "axis"), "pass")
    while s.turn == 2:
        do(s, "done" if "done" in legal(s) else "pass")
    assert at(s, "56A") == "pool"
    assert at(s, "2G") != "pool"


@rule("S.3.5")
@pytest.mark.parametrize("kind", ["rain", "snow"])
@pytest.mark.parametrize(("areas", "winner"), [("4 25 94 148", AXIS), ("4 25 94", SOVIET)])
def test_the_pocket_ends_with_rain_or_snow(kind: str, areas: str, winner: int) -> None:
    s = empty("pocket")
    control(s, "axis", areas)
    s.turn, s.axis_impulses = 4, 1
    s.forecast = 5 if kind == "snow" else 1
    impulse(s, "axis")
    if kind == "rain":
        do(s, "die 1")
    assert s.over
    assert s.winner == winner


@rule("S.3.6", "8.1.1")
def test_the_pocket_has_no_weather_die_before_october_nor_in_its_first_axis_impulse() -> None:
    for turn, impulses in ((3, 5), (4, 0)):
        s = empty("pocket")
        s.turn, s.axis_impulses = turn, impulses
        impulse(s, "axis")
        assert (s.weather, s.side) == (SUNNY, "axis")
    impulse(s, "axis")
    assert s.step.name == "WeatherDie"


@rule("S.2.5", "S.4.6")
@pytest.mark.parametrize(("scenario", "last"), [("river", 3), ("snow", 6)])
def test_the_river_and_the_snow_end_with_their_last_month(scenario: str, last: int) -> None:
    s = empty(scenario)
    s.turn = last
    weather(s, "sunny" if scenario == "river" else "snow")
    do(impulse(s, "axis"), "pass", "pass")
    assert s.over
    s = empty(scenario)
    s.turn = last - 1
    do(impulse(s, "axis"), "pass", "pass")
    assert not s.over
