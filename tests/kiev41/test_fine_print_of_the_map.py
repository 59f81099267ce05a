"""Chapters 1 to 9: exceptions and limits, one by one, each with the case just inside and just outside."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice, tank_attack
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, NUMBER, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import contested, take
from rasputitsa.titles.kiev41.logistics import full_value, logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, ELIMINATED, NIZHYN, TULA
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, orange_disc, sources, supplied, yellow_disc
from rasputitsa.titles.kiev41.victory import victory_points
from rasputitsa.titles.kiev41.weather import hq_strength
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
    legal,
    line,
    may,
    new,
    pool,
    put,
    refused,
    revealed,
    strength,
    tactical,
    weather,
)
from tests.kiev41.test_reinforcements_and_logistics import logistics


def fed(s: Kiev, side: int, area: str) -> bool:
    return bool(supplied(s, side) >> AREA[area] & 1)


@rule("1.2.1")
@pytest.mark.parametrize(
    ("hq", "block", "obeys"),
    [
        ("6AOK", "Fast", True),
        ("17AOK", "Fast", False),
        ("17AOK", "SLK", True),
        ("17AOK", "CSIR", True),
        ("6AOK", "SLK", False),
        ("6AOK", "Rum2", True),
        ("4RumHQ", "Rum2", True),
    ],
)
def test_allied_corps_obey_their_army(hq: str, block: str, obeys: bool) -> None:
    s = empty(front="river")
    put(s, "35", hq)
    put(s, "34", block)
    tactical(s, "axis", f"{hq} in 35")
    assert any(order.startswith(f"{block} ") for order in legal(s)) == obeys


# -- 2.1 supply by sea -----------------------------------------------------------------------------------------------


@rule("2.1.1.1")
@pytest.mark.parametrize(("holder", "fed_there"), [("soviet", True), ("axis", False)])
def test_on_the_black_sea_coast_whoever_is_engaged_is_fed_if_the_soviets_control_the_area(
    holder: str, fed_there: bool
) -> None:
    s = empty(front="snow")
    control(s, "soviet", "FS 145")
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    control(s, holder, "108")
    assert fed(s, SOVIET, "108") == fed_there


@rule("2.1.1.2", "2.1.1.4")
@pytest.mark.parametrize("lost", ["", "FS", "145", "129", "144"])
def test_the_azov_coast_feeds_only_while_both_seas_are_soviet(lost: str) -> None:
    s = empty(front="snow")
    control(s, "soviet", "FS 145 129 144 90")
    put(s, "90", "9A")
    if lost:
        put(s, lost, "51A")
        put(s, lost, "Rum2")
    assert azov_sea(s) == fed(s, SOVIET, "90") == (not lost)
    assert black_sea(s) == (lost not in ("FS", "145"))


@rule("2.1.1.6")
def test_the_axis_gets_nothing_from_the_coast() -> None:
    s = empty(front="river")
    control(s, "axis", "FS 145 129 144 124")
    put(s, "124", "30Inf")
    assert not fed(s, AXIS, "124")


@rule("2.1.2", "2.1.3", "2.2.1")
@pytest.mark.parametrize(
    ("box", "yellow", "orange"),
    [(NIZHYN - 1, True, True), (NIZHYN, False, True), (TULA - 1, False, True), (TULA, False, False)],
)
def test_guderian_turns_the_sources_of_the_north_off_one_after_the_other(box: int, yellow: bool, orange: bool) -> None:
    s = empty()
    before = full_value(s, SOVIET)
    s.place[NUMBER["Guderian"]] = box
    assert (yellow_disc(s), orange_disc(s)) == (yellow, orange)
    found = sources(s, SOVIET)
    assert [bool(found >> AREA[area] & 1) for area in ("1", "6")] == [yellow] * 2
    assert [bool(found >> AREA[area] & 1) for area in ("7", "11")] == [orange] * 2
    assert full_value(s, SOVIET) == before - (not yellow) - (not orange)


@rule("2.7.1")
def test_the_fortress_feeds_its_garrison_though_surrounded_engaged_and_without_the_seas() -> None:
    s = empty(front="snow")
    put(s, "FS", "M")
    put(s, "FS", "54Inf")
    control(s, "soviet", "FS")
    assert not black_sea(s)
    do(impulse(s, "soviet"), "pass", "done")
    assert strength(s, "M") == 3


@rule("9.2.3", "2.4.8")
def test_no_line_runs_over_the_strait_either_way() -> None:
    s = empty(front="snow")
    control(s, "soviet", "129 128 126")
    control(s, "axis", "FS")
    put(s, "126", "51A")
    assert not fed(s, SOVIET, "126")


# -- 2.4, 2.5, 2.6 victory, control, Kiev ------------------------------------------------------------------------------


@rule("2.4.4.1.1")
def test_a_contested_victory_area_counts_for_whoever_controls_it() -> None:
    s = empty()
    value = full_value(s, SOVIET)
    put(s, "25", "KFront:0")
    put(s, "25", "3Pz")
    assert contested(s) >> AREA["25"] & 1
    assert (victory_points(s, SOVIET), victory_points(s, AXIS)) == (6, 1)
    assert full_value(s, SOVIET) == value


@rule("2.4.4.2.1")
def test_sudden_death_comes_in_the_middle_of_a_move() -> None:
    s = empty(front="snow")
    s.initiative = AXIS
    control(s, "axis", "FS")
    control(s, "axis", "132-148")
    control(s, "soviet", "148")
    put(s, "143", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 143-148")
    assert s.over
    assert s.winner == AXIS


@rule("2.5.3")
def test_an_abandoned_area_stays_with_whoever_was_there_last() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "37", "3Pz")
    control(s, "axis", "36")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 37-36", "done")
    assert (controller(s, "37"), at(s, "3Pz")) == ("axis", "36")


@rule("2.5.6", "2.5.4")
def test_a_line_alone_is_a_unit_it_keeps_control_and_must_be_fought() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    line(s, "37")
    put(s, "36", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 36-37")
    assert controller(s, "37") == "soviet"
    assert contested(s) >> AREA["37"] & 1
    assert s.moving != NUMBER["3Pz"], "it had to stop"


@rule("2.6.2", "2.6.1")
def test_the_axis_chooses_its_last_block_once_it_controls_kiev() -> None:
    s = empty()
    control(s, "axis", "4")
    pool(s, "34Inf", "42Inf", "51Inf")
    do(impulse(s, "axis"), "strategic reinforcements", "draw 2 blocks", "34Inf is drawn")
    assert (s.side, s.step.name) == ("axis", "Drawing")
    do(s, "choose 51Inf")
    assert [at(s, name) for name in ("34Inf", "51Inf", "42Inf")] == ["Axis", "Axis", "pool"]


@rule("2.6.4")
def test_budyonny_stays_eliminated_when_the_soviets_retake_kiev() -> None:
    s = empty(front="river")
    put(s, "9", "Budyonny")
    take(s, AREA["4"], AXIS)
    take(s, AREA["4"], SOVIET)
    assert at(s, "Budyonny") == "eliminated"
    assert "Budyonny" not in {order.split()[1] for order in legal(impulse(s, "soviet")) if " " in order}


@rule("10.6.2", "7.2.1.3")
def test_budyonny_counts_among_the_eliminated_soviet_blocks() -> None:
    s = empty(front="river")
    for name in ("5A", "6A", "12A", "26A", "6C", "36C", "37A", "38A", "40A"):
        s.place[NUMBER[name]] = ELIMINATED
    before = full_value(s, AXIS)
    take(s, AREA["4"], AXIS)
    assert full_value(s, AXIS) == before + 2, "Kiev, and the tenth block"


# -- 4.2, 5.0, 7.0 units, reinforcements, logistics --------------------------------------------------------------------


@rule("4.2.5.1")
@pytest.mark.parametrize("light", ["LAHSS", "Fast", "RumCav"])
def test_the_light_tanks_are_tanks_in_attack_and_defence(light: str) -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    put(s, "37", light)
    s.active = AXIS
    assert tank_attack(s, AREA["37"])
    s = empty(front="river")
    put(s, "36", light)
    put(s, "36", "18Tk")
    s.active = SOVIET
    assert not tank_attack(s, AREA["36"])


@rule("5.0.3")
def test_a_rumanian_city_in_soviet_hands_takes_no_reinforcements() -> None:
    s = empty()
    s.initiative = SOVIET
    control(s, "soviet", "79 96 80 62 63")
    pool(s, "37A", "38A")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 1 blocks")
    do(s, "choose 37A") if s.step.name == "Drawing" else do(s, "37A is drawn")
    assert fed(s, SOVIET, "79")
    assert not may(s, "37A arrives in 79")
    assert may(s, "37A arrives in 98"), "a Soviet city"


@rule("5.0.2")
def test_a_town_takes_one_block_a_call_and_another_in_the_next() -> None:
    s = empty()
    s.initiative = SOVIET
    control(s, "axis", "4")
    pool(s, "37A", "38A", "5A")
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 2 blocks", "37A is drawn", "37A arrives in 53")
    do(s, "38A is drawn")
    assert not may(s, "38A arrives in 53")
    do(s, "38A arrives in 70")
    s.initiative = SOVIET
    do(impulse(s, "soviet"), "strategic reinforcements", "draw 1 blocks")
    assert may(s, "5A arrives in 53")


@rule("5.1.1")
@pytest.mark.parametrize(("turn", "block"), [(3, "56A"), (5, "2G")])
def test_late_blocks_can_be_drawn_in_the_logistics_phase_of_their_own_month(turn: int, block: str) -> None:
    s = new()
    s.turn = turn - 1
    s.initiative = AXIS
    s.lines = 0
    do(impulse(s, "axis"), "pass")
    while s.step.name != "Logistics":
        do(s, "done" if "done" in legal(s) else "pass")
    assert (s.turn, s.side, at(s, block)) == (turn, "soviet", "pool")


@rule("7.2.3", "1.6.1")
def test_an_activated_leader_lies_open_until_he_has_done() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront:2")
    do(logistics(s, "soviet"), "activate the leader")
    assert revealed(s, "Stalin")
    do(s, "done")
    assert not revealed(s, "Stalin")


@rule("7.2.5")
def test_the_value_counts_the_leader_as_he_was_before() -> None:
    s = empty()
    pool(s, "37A", "38A")
    value = logistics_value(s, SOVIET)
    do(logistics(s, "soviet"), "activate the leader")
    assert (s.points, strength(s, "Stalin")) == (value, 4)


# -- 8.0 weather -------------------------------------------------------------------------------------------------------


@rule("8.0.1", "8.0.3", "2.4.5.2")
@pytest.mark.parametrize(
    ("name", "green", "yellow", "red"),
    [("sunny", 1, 2, 3), ("rain", 3, 3, 3), ("snow", 2, 2, 2), ("blizzard", 2, 2, 2)],
)
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_what_areas_cost_in_each_weather(name: str, green: int, yellow: int, red: int, side: str) -> None:
    for area, frm, price in (("16", "17", green), ("18", "17", yellow), ("2", "17", red)):
        s = empty(front="river")
        control(s, side, "1-19")
        weather(s, name)
        s.initiative = SIDES.index(side)
        block = "3Pz" if side == "axis" else "5Cav"
        put(s, frm, block)
        do(impulse(s, side), "strategic impulse")
        s.isolated = 0
        do(s, f"{block} {frm}-{area}")
        assert s.mp == 5 - price


@rule("8.0.2", "8.0.4")
@pytest.mark.parametrize(
    ("name", "axis", "soviet", "kleist", "front"),
    [("sunny", 4, 4, 4, 3), ("rain", 1, 1, 1, 1), ("snow", 2, 4, 2, 3)],
)
def test_bad_weather_takes_dice_from_attackers_never_from_defenders(
    name: str, axis: int, soviet: int, kleist: int, front: int
) -> None:
    s = empty(front="river")
    weather(s, name)
    put(s, "37", "38A")
    put(s, "37", "29Inf")
    put(s, "36", "Kleist")
    put(s, "38", "SWFront:3")
    s.active = AXIS
    assert (sum(attack_dice(s, AREA["37"])), sum(defence_dice(s, AREA["37"]))) == (axis, 4)
    s.active = SOVIET
    assert (sum(attack_dice(s, AREA["37"])), sum(defence_dice(s, AREA["37"]))) == (soviet, 4)
    assert (hq_strength(s, NUMBER["Kleist"]), hq_strength(s, NUMBER["SWFront"])) == (kleist, front)


@rule("8.0.5", "10.2.1.1")
@pytest.mark.parametrize("name", ["sunny", "rain", "snow"])
@pytest.mark.parametrize(
    ("ship", "damage", "dice"),
    [("BB", 0, (0, 0, 1)), ("BB", 1, (0, 1, 0)), ("CA", 0, (0, 2, 0)), ("CA", 1, (0, 1, 0))],
)
def test_fleets_fire_as_ever_in_rain_and_snow(name: str, ship: str, damage: int, dice: tuple[int, ...]) -> None:
    s = empty(front="river")
    weather(s, name)
    put(s, "108", "Co")
    put(s, "108", "30Inf")
    fleet(s, ship, "108")
    s.damage[("BB", "CA").index(ship)] = damage
    battle(s, "axis", "108")
    assert dice_to_roll(s) == dice


@rule("8.0.5", "2.7.2")
@pytest.mark.parametrize("name", ["rain", "snow"])
def test_fleets_sail_as_ever_in_rain_and_snow(name: str) -> None:
    s = empty()
    weather(s, name)
    put(s, "130", "CFront")
    go_to(tactical(s, "soviet", "CFront in 130"), "Support")
    assert may(s, "BB sails to 108")


# -- 9.0 supply --------------------------------------------------------------------------------------------------------


def cut_off() -> Kiev:
    """The 37th Army with a line in 4, the South Western Front in 5, all isolated; Guderian is in Nizhyn."""
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    s.initiative = SOVIET
    put(s, "20", "SWFront:3", "37A:3")
    put(s, "6", "38A:3")
    put(s, "6", "3Pz")
    control(s, "soviet", "6")
    line(s, "20")
    put(s, "38", "SFront")
    return s


@rule("9.1.3")
@pytest.mark.parametrize("declared", ["pass", "strategic impulse"])
def test_isolated_units_neither_move_nor_build_in_any_impulse(declared: str) -> None:
    s = do(impulse(cut_off(), "soviet"), declared)
    orders = {order.split()[0] for order in legal(s)}
    assert not orders & {"SWFront", "37A", "38A"}
    assert refused(s, "37A 20-5").rule == "9.1"
    assert refused(s, "37A builds a line in 20").rule == "9.1"


@rule("9.1.3")
def test_isolated_units_are_neither_activated_nor_commanded_and_do_not_attack() -> None:
    s = impulse(cut_off(), "soviet")
    assert refused(s, "activate SWFront in 20").rule == "10.1"
    assert refused(s, "disband the line in 20").rule == "9.1"
    do(s, "strategic impulse", "done")
    assert s.active == AXIS, "no battle in 6: its attackers are isolated"


@rule("9.1.3", "7.2.2")
def test_isolated_units_get_no_steps() -> None:
    s = cut_off()
    do(impulse(s, "soviet"), "pass", "done")
    s.strength[NUMBER["SFront"]] = 3
    do(logistics(s, "soviet"), "activate the leader")
    assert refused(s, "regenerate SWFront").rule == "9.1"
    assert may(s, "regenerate SFront")
    do(s, "done")
    assert s.step.name != "Replacements", "nobody else needs any"


@rule("9.2.1")
@pytest.mark.parametrize(("holder", "supplied_there"), [("soviet", True), ("axis", False)])
def test_a_unit_in_a_source_among_enemies_is_supplied_only_if_its_side_controls_it(
    holder: str, supplied_there: bool
) -> None:
    s = empty(front="snow")
    control(s, "axis", "12 13 26 27 11")
    put(s, "12", "5A")
    put(s, "12", "29Inf")
    control(s, holder, "12")
    assert fed(s, SOVIET, "12") == supplied_there


@rule("9.3.1")
def test_a_block_cut_off_only_during_the_impulse_suffers_nothing_at_its_end() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "37", "3Pz:3")
    control(s, "axis", "36")
    impulse(s, "axis")
    assert not isolated(s, "3Pz")
    do(s, "strategic impulse")
    control(s, "soviet", "36 54 55 21")
    do(s, "done")
    assert (strength(s, "3Pz"), isolated(s, "3Pz")) == (3, False)


@rule("9.4.3", "4.1")
def test_an_isolated_line_that_is_lost_counts_for_nobody_and_can_be_rebuilt() -> None:
    s = cut_off()
    line(s, "5")
    put(s, "5", "29Inf")
    control(s, "soviet", "5")
    before = full_value(s, AXIS)
    do(impulse(s, "soviet"), "pass", "done")
    assert not has_line(s, "5")
    assert has_line(s, "20"), "a friendly block stands by it"
    assert full_value(s, AXIS) == before


@rule("S.5.1")
def test_the_soviets_set_up_first_and_each_draw_is_among_blocks_of_one_kind() -> None:
    s = TITLE.new("campaign")
    assert isinstance(s, Kiev)
    sides = []
    while s.step.name == "SettingUp":
        drawn = [action.block for action, _ in s.chances()]  # type: ignore[attr-defined]
        assert len({(SIDE[b], BLOCKS[b].color, BLOCKS[b].type, BLOCKS[b].nation) for b in drawn}) == 1
        sides.append(SIDE[drawn[0]])
        s.apply(s.chances()[0][0])
    assert sides == sorted(sides, reverse=True)
