"""A rule looks at its own area, its own block, its own HQ: what stands elsewhere changes nothing."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.air import anti_air_dice
from rasputitsa.titles.kiev41.command import commandable
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.supply import sevastopol_garrison, supplied
from tests.kiev41.situation import (
    EVERY_OPTION,
    battle,
    control,
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
    options_to,
    put,
    refused,
    strength,
    tactical,
)


@rule("10.13.4", "10.13.4.1")
def test_the_line_of_the_axis_does_not_fire_at_its_own_bombers() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    line(s, "36")
    put(s, "36", "38A")
    assert anti_air_dice(s, AREA["36"]) == (1, 0, 0), "the 38th Army alone"


@rule("4.1.7", "10.15")
@pytest.mark.parametrize("elsewhere", ["36", "38"])
def test_a_line_elsewhere_takes_no_hit_for_the_blocks_here(elsewhere: str) -> None:
    s = empty(front="river")
    control(s, "soviet", "36")
    put(s, "37", "38A:3")
    put(s, "37", "29Inf")
    line(s, elsewhere)
    battle(s, "axis", "37")
    do(s, "0 hits", "1 hits")
    assert strength(s, "38A") == 2
    assert has_line(s, elsewhere)


@rule("10.14", "4.1.6")
def test_a_line_elsewhere_absorbs_nothing_here() -> None:
    s = empty(front="river")
    put(s, "37", "38A")
    line(s, "38")
    assert absorb_bonus(s, AREA["37"], SOVIET) == 0
    line(s, "37")
    assert absorb_bonus(s, AREA["37"], SOVIET) == 1


@rule("10.16", "10.12.1")
def test_an_old_battle_that_goes_on_is_not_fought_twice_in_an_impulse() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    for area, soviet, axis in (("37", "38A", "29Inf"), ("20", "37A", "44Inf")):
        put(s, area, soviet)
        put(s, area, axis)
    do(impulse(s, "axis"), "strategic impulse", "done", "battle in 37", "0 hits", "0 hits")
    assert refused(s, "battle in 37").rule == "10.16"
    assert may(s, "battle in 20")


@rule("2.9", "1.4")
def test_a_full_area_elsewhere_is_not_why_neighbours_quarrel() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "34", "Rum4")
    put(s, "35", "Fast")
    put(s, "36", "29Inf", "44Inf", "17Inf", "55Inf")
    do(impulse(s, "axis"), "strategic impulse")
    assert refused(s, "Rum4 34-35").rule == "1.4"
    assert refused(s, "Rum4 34-36").rule == "2.9"


@rule("1.4.1")
def test_a_hungarian_goes_wherever_there_is_no_rumanian() -> None:
    """Area 1 is the first of the map."""
    s = empty(front="river")
    s.initiative = AXIS
    control(s, "axis", "1 2")
    put(s, "Axis", "Fast")
    put(s, "66", "Rum4")
    assert may(do(impulse(s, "axis"), "strategic impulse"), "Fast Axis-1")


@rule("10.2.2", "10.3")
def test_only_who_is_in_command_can_be_picked() -> None:
    s = empty(front="river")
    put(s, "35", "17AOK")
    put(s, "36", "4Inf", "29Inf", "34Inf")
    tactical(s, "axis", "17AOK in 35")
    assert commandable(s) == [NUMBER["4Inf"], NUMBER["34Inf"]], "green and white, neither red nor a leader"


@rule("10.9", "2.6.4")
def test_budyonny_does_not_go_on_if_kiev_falls_behind_him() -> None:
    s = empty(front="river")
    s.initiative = SOVIET
    put(s, "4", "Budyonny")
    put(s, "4", "29Inf")
    put(s, "38", "38A")
    do(impulse(s, "soviet"), "strategic impulse", "Budyonny 4-5")
    assert not any(order.startswith("Budyonny") for order in legal(s))
    assert may(s, "38A 38-39")


@rule("10.5.2", "10.5")
def test_guderian_exhausted_in_tula_is_refused_because_he_is_exhausted() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist")
    s.place[NUMBER["Guderian"]] = s.place[NUMBER["Hitler"]] - 1
    s.strength[NUMBER["Guderian"]] = 0
    assert refused(impulse(s, "axis"), "activate Guderian in Tula").rule == "10.5"


@rule("10.1")
def test_a_refusal_to_activate_names_the_block_and_its_own_reason() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "29Inf")
    put(s, "35", "17AOK", "6AOK:0", "4FK:0")
    impulse(s, "axis")
    assert refused(s, "activate 29Inf in 36").text == "29th Infantry Corps is no HQ."
    do(s, "activate Kleist in 36", "activate 6AOK in 35")
    assert refused(s, "activate Kleist in 36").text.endswith("is activated already.")
    assert refused(s, "activate 4FK in 35").rule == "10.5"


@rule("10.15", "10.15.1")
def test_a_refused_hit_names_the_block_and_the_reason() -> None:
    s = empty(front="river")
    put(s, "37", "38A:3", "37A:3", "6A:1")
    put(s, "37", "29Inf")
    put(s, "38", "12A")
    battle(s, "axis", "37")
    do(s, "0 hits", "1 hits")
    weak, away = refused(s, "6A takes a hit"), refused(s, "12A takes a hit")
    assert (weak.rule, away.rule) == ("10.15.1", "10.15")
    assert "6th Army" in weak.text
    assert "12th Army" in away.text


@rule("4.2.2")
@pytest.mark.parametrize("number", [3, 9])
def test_no_more_hits_than_dice(number: int) -> None:
    s = empty(front="river")
    put(s, "37", "38A:2")
    put(s, "37", "29Inf")
    battle(s, "axis", "37")
    assert sum(dice_to_roll(s)) == 2
    assert refused(s, f"{number} hits").rule == "4.2.2"


@rule("10.4", "10.13.3")
def test_the_guns_of_one_battle_do_not_fall_silent_with_those_of_another() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK:2")
    put(s, "35", "Kleist:3")
    for area, soviet, axis in (("37", "38A", "29Inf"), ("20", "5A", "44Inf")):
        put(s, area, soviet)
        put(s, area, axis)
    go_to(tactical(s, "axis", "17AOK in 54", "Kleist in 35"), "Support")
    do(s, "17AOK shells 37", "Kleist shells 20", "battle in 37", "0 hits", "0 hits", "0 hits")
    assert s.guns == [NUMBER["Kleist"], AREA["20"]], "the marker of the battle that is over is taken away"
    do(s, "battle in 20")
    assert dice_to_roll(s) == (0, 3, 0)


@rule("14.4.2", "9.2")
def test_the_axis_is_not_supplied_by_sea() -> None:
    s = empty(front="river", **options_to("sea_supply"))
    put(s, "108", "30Inf")
    control(s, "soviet", "99-107 109 119 85-87")
    assert not supplied(s, AXIS) >> AREA["108"] & 1


@rule("9.3", "14.4.4")
@pytest.mark.parametrize("options", [{}, options_to("sea_supply")])
def test_an_isolated_axis_block_in_sevastopol_suffers_attrition_like_any_other(options: dict[str, bool]) -> None:
    s = empty(front="river", **options)
    put(s, "FS", "M")
    put(s, "FS", "30Inf")
    put(s, "36", "29Inf")
    do(impulse(s, "axis"), "pass", "done")
    assert strength(s, "30Inf") == 3


@rule("9.3", "9.4.1")
def test_no_area_is_spared_attrition() -> None:
    """Area 1 is the first of the map; with Guderian in Tula it is no source."""
    s = empty(front="river")
    control(s, "axis", "1-19")
    s.place[NUMBER["Guderian"]] = s.place[NUMBER["Hitler"]] - 1
    put(s, "1", "5A:3")
    put(s, "38", "38A")
    do(impulse(s, "soviet"), "pass", "done")
    assert strength(s, "5A") == 2


@rule("14.4.5")
def test_only_the_isolated_units_in_sevastopol_count_for_its_die() -> None:
    s = empty(front="river", **options_to("sea_supply"))
    put(s, "FS", "M:2")
    put(s, "38", "38A:4")
    s.isolated = 1 << NUMBER["M"] | 1 << NUMBER["38A"]
    s.cut_lines = 1 << AREA["121"]
    assert sevastopol_garrison(s) == 2


@rule("10.2.1.4", "10.2.1.5")
def test_an_hq_that_keeps_a_fleet_at_sea_sends_no_second_one() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "38A")
    fleet(s, "BB", "108")
    go_to(tactical(s, "soviet", "SWFront in 38"), "Support")
    assert not any(order.startswith("CA sails") for order in legal(s))
    do(s, "BB returns to base")
    assert may(s, "CA sails to 121")


@rule("10.2.1.5")
def test_a_fleet_may_be_recalled_when_the_other_has_sailed() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "KFront")
    fleet(s, "BB", "108")
    go_to(tactical(s, "soviet", "SWFront in 38", "KFront in 39"), "Support")
    do(s, "CA sails to 121")
    assert may(s, "BB returns to base")


@rule("2.7.2", "10.2.1.3")
def test_no_fleet_sails_anywhere_while_sevastopol_is_contested() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "FS", "M")
    put(s, "FS", "30Inf")
    tactical(s, "soviet", "SWFront in 38")
    assert not any("sails" in order for order in legal(s))


@rule("14.9.1")
@pytest.mark.parametrize("change", ["weak", "contested"])
def test_a_luftlande_that_may_not_drop_drops_nowhere(change: str) -> None:
    s = empty(front="river", **EVERY_OPTION)
    s.initiative = AXIS
    put(s, "36", "22LL:1" if change == "weak" else "22LL")
    if change == "contested":
        put(s, "36", "38A")
    do(impulse(s, "axis"), "strategic impulse")
    assert not any("drops" in order for order in legal(s))


@rule("9.1")
def test_the_supply_check_marks_only_the_active_players_blocks() -> None:
    s = empty(front="river")
    put(s, "38", "38A")
    put(s, "38", "29Inf")
    impulse(s, "axis")
    assert isolated(s, "29Inf")
    assert not isolated(s, "38A")
