"""8.0 Weather and 9.0 supply."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.battle import attack_dice, defence_dice
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.mapboard import AREA, NIZHYN, TOPOLOGY
from rasputitsa.titles.kiev41.sequence import Turn
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import communications, supplied
from rasputitsa.titles.kiev41.weather import RAIN, SNOW, SUNNY, hq_strength
from tests.kiev41.situation import (
    at,
    control,
    controller,
    do,
    empty,
    fleet,
    has_line,
    impulse,
    isolated,
    line,
    may,
    new,
    put,
    refused,
    strength,
    tactical,
    weather,
)


def october(s: Kiev, *dice: int) -> list[tuple[int, int]]:
    """The weather and the forecast after each Axis impulse of October; the first needs no die."""
    s.turn = 4
    seen = []
    rolls = iter(dice)
    for _ in range(len(dice) + 1):
        impulse(s, "axis")
        if s.side == CHANCE:
            do(s, f"die {next(rolls)}")
        seen.append((s.weather, s.forecast))
    return seen


@rule("8.1", "8.1.5", "8.1.2")
def test_the_weather_example_of_october() -> None:
    """8.1 A 1 on box 1 changes the weather; then 3, 6, 4 and 6 move the marker to 5; the next impulse brings snow."""
    s = empty()
    seen = october(s, 1, 3, 6, 4, 6)
    assert seen == [(SUNNY, 0), (RAIN, 1), (RAIN, 2), (RAIN, 3), (RAIN, 4), (RAIN, 5)]
    impulse(s, "axis")
    assert s.side == "axis", "no die any more"
    assert s.weather == SNOW


@rule("8.1", "8.1.2")
def test_either_the_weather_or_the_forecast_changes() -> None:
    s = empty()
    seen = october(s, 6, 2, 2, 1)
    assert seen == [(SUNNY, 0), (SUNNY, 2), (RAIN, 2), (SUNNY, 2), (RAIN, 2)]


@rule("8.1", "8.0", "8.1.4")
def test_december_is_snowy_whatever_the_forecast() -> None:
    s = empty()
    s.turn, s.forecast, s.axis_impulses = 6, 2, 5
    s.stack[:] = [(Turn.id, 0)]
    s.settle()
    assert s.weather == SNOW
    impulse(s, "axis")
    assert s.side == "axis"


@rule("8.1", "8.1.3")
def test_snow_stays_and_the_forecast_runs_on_into_november() -> None:
    s = empty()
    s.turn, s.forecast, s.axis_impulses = 5, 3, 4
    impulse(s, "axis")
    assert s.side == CHANCE
    do(s, "die 5")
    impulse(s, "axis")
    do(s, "die 5")
    impulse(s, "axis")
    assert s.weather == SNOW
    impulse(s, "axis")
    assert s.weather == SNOW


@rule("8.0")
@pytest.mark.parametrize(("name", "left"), [("sunny", 4), ("rain", 2), ("snow", 3)])
def test_bad_weather_makes_every_area_dear(name: str, left: int) -> None:
    s = empty(front="river")
    weather(s, name)
    put(s, "35", "3Pz")
    do(impulse(s, "axis"), "strategic impulse", "3Pz 35-34")
    assert s.mp == left


@rule("8.0")
def test_rain_reduces_attackers_and_hqs_to_one_but_not_defenders() -> None:
    s = empty(front="river")
    weather(s, "rain")
    put(s, "21", "38A", "5Cav")
    put(s, "21", "3Pz", "29Inf:1")
    put(s, "36", "Kleist")
    for active in (AXIS, SOVIET):
        s.active = active
        assert attack_dice(s, AREA["21"]) == ((0, 1, 1) if active == AXIS else (2, 0, 0))
        assert defence_dice(s, AREA["21"]) == ((7, 0, 0) if active == AXIS else (0, 1, 4))
    assert hq_strength(s, NUMBER["Kleist"]) == 1


@rule("8.0")
def test_snow_halves_the_attacking_axis_and_its_hqs_only() -> None:
    s = empty(front="river")
    weather(s, "snow")
    put(s, "21", "38A", "5Cav")
    put(s, "21", "3Pz:3", "29Inf:1")
    put(s, "36", "Kleist:3")
    put(s, "38", "SWFront:3")
    s.active = AXIS
    assert attack_dice(s, AREA["21"]) == (0, 1, 1)
    assert defence_dice(s, AREA["21"]) == (7, 0, 0)
    s.active = SOVIET
    assert attack_dice(s, AREA["21"]) == (7, 0, 0)
    assert defence_dice(s, AREA["21"]) == (0, 1, 3)
    assert (hq_strength(s, NUMBER["Kleist"]), hq_strength(s, NUMBER["SWFront"])) == (1, 3)


@rule("8.0", "3.1")
def test_an_exhausted_hq_stays_exhausted_in_rain() -> None:
    s = empty(front="river")
    weather(s, "rain")
    put(s, "36", "Kleist:0")
    assert hq_strength(s, NUMBER["Kleist"]) == 0


@rule("9.0", "9.1")
def test_units_without_a_line_are_isolated_for_the_whole_impulse() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "6", "37A")
    put(s, "38", "38A")
    line(s, "6")
    impulse(s, "soviet")
    assert isolated(s, "37A")
    assert not isolated(s, "38A")
    assert s.cut_lines == 1 << AREA["6"]


@rule("9.1")
def test_what_isolated_units_cannot_do() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    s.initiative = SOVIET
    put(s, "6", "SWFront", "37A")
    put(s, "38", "SFront")
    put(s, "5", "5A")
    put(s, "5", "29Inf")
    impulse(s, "soviet")
    assert refused(s, "activate SWFront in 6").rule == "10.1"
    do(s, "strategic impulse")
    assert refused(s, "37A 6-20").rule == "9.1"
    assert refused(s, "37A builds a line in 6").rule == "9.1"
    do(s, "SFront 38-39", "done")
    assert s.active == AXIS, "the isolated 5A may not attack: no battle is offered"


@rule("9.1", "9.1.1")
def test_isolated_units_defend_normally() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "6", "37A")
    impulse(s, "soviet")
    put(s, "6", "29Inf")
    s.active = AXIS
    assert defence_dice(s, AREA["6"]) == (4, 0, 0)


@rule("9.2", "9.2.2")
def test_a_line_runs_through_friendly_uncontested_areas_and_may_start_in_a_contested_one() -> None:
    s = empty(front="river")
    put(s, "21", "37A")
    put(s, "21", "3Pz")
    assert supplied(s, SOVIET) >> AREA["21"] & 1
    assert supplied(s, AXIS) >> AREA["21"] & 1
    assert not communications(s, SOVIET) >> AREA["21"] & 1
    control(s, "axis", "6 7 20 22 37")
    assert not supplied(s, SOVIET) >> AREA["21"] & 1


@rule("9.2", "9.2.2")
def test_a_line_does_not_pass_a_contested_area() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    control(s, "axis", "5 20 21 7")
    put(s, "4", "37A")
    put(s, "6", "5Cav")
    control(s, "soviet", "7 5")
    put(s, "5", "5A")
    assert supplied(s, SOVIET) >> AREA["4"] & 1
    put(s, "5", "29Inf")
    assert supplied(s, SOVIET) >> AREA["5"] & 1
    assert not supplied(s, SOVIET) >> AREA["4"] & 1


@rule("9.2")
def test_units_in_a_controlled_source_are_in_supply_even_if_contested_but_others_may_not_trace_to_it() -> None:
    s = empty()
    control(s, "axis", "60 76 93 132 133")
    put(s, "77", "12A")
    put(s, "94", "56A")
    put(s, "94", "3Pz")
    put(s, "77", "14Pz")
    control(s, "axis", "59")
    assert supplied(s, SOVIET) >> AREA["94"] & 1
    assert supplied(s, SOVIET) >> AREA["77"] & 1
    control(s, "axis", "94")
    assert not supplied(s, SOVIET) >> AREA["94"] & 1


@rule("9.3", "9.3.2")
def test_a_relieved_unit_is_free_at_the_end_of_the_impulse_and_suffers_nothing() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    s.initiative = SOVIET
    put(s, "6", "37A")
    put(s, "22", "5Cav")
    do(impulse(s, "soviet"), "strategic impulse")
    assert isolated(s, "37A")
    do(s, "5Cav 22-7")
    assert isolated(s, "37A"), "isolated for the whole impulse"
    do(s, "done")
    assert not isolated(s, "37A")
    assert strength(s, "37A") == 4


@rule("9.3", "9.4")
def test_attrition_strikes_the_active_player_only() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "6", "37A")
    do(impulse(s, "soviet"), "pass")
    assert strength(s, "37A") == 3
    do(s, "pass")
    assert strength(s, "37A") == 3, "the Axis pass does not hurt it"


@rule("9.4", "9.4.1", "9.4.2")
def test_isolated_blocks_lose_a_step_and_surrender_for_good_at_minimum_strength() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "6", "37A:2", "38A:1", "Budyonny:2", "SWFront:0")
    do(impulse(s, "soviet"), "pass")
    assert (strength(s, "37A"), strength(s, "Budyonny")) == (1, 0)
    assert at(s, "38A") == "eliminated"
    assert at(s, "SWFront") == "eliminated"


@rule("9.4", "9.4.3")
def test_an_isolated_line_is_lost_only_alone_in_a_contested_area() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    line(s, "4", "5", "6", "20")
    put(s, "4", "37A")
    put(s, "4", "29Inf")
    put(s, "5", "17Inf")
    put(s, "20", "5A")
    do(impulse(s, "soviet"), "pass")
    assert has_line(s, "4"), "a friendly block is with it"
    assert not has_line(s, "5")
    assert controller(s, "5") == "axis"
    assert has_line(s, "6"), "nobody contests it"
    assert has_line(s, "20")


@rule("9.4", "2.1.1", "9.4.4")
def test_the_supply_example_kerch_lost_the_black_sea_kept() -> None:
    """9.4 With a Rumanian in Kerch the Azov Sea is lost: of the Soviets in the Crimea only those away from the Black
    Sea coast are isolated; at the end of the impulse the block is reduced and the line alone with the enemy is
    destroyed."""
    s = empty(front="snow")
    control(s, "soviet", "126 130 122 FS")
    put(s, "129", "Rum2")
    put(s, "126", "51A")
    put(s, "130", "Co")
    put(s, "FS", "M")
    line(s, "FS", "122")
    put(s, "122", "RumMtn")
    put(s, "144", "47A")
    fleet(s, "BB", "FS")
    fleet(s, "CA", "FS")
    impulse(s, "soviet")
    assert [name for name in ("51A", "Co", "M", "47A") if isolated(s, name)] == ["51A"]
    assert TOPOLOGY.names(s.cut_lines) == ["122"]
    do(s, "pass", "done")
    assert strength(s, "51A") == 3
    assert not has_line(s, "122")
    assert has_line(s, "FS")


@rule("9.0", "9.0.1")
def test_leaders_guderian_and_fleets_are_always_in_supply() -> None:
    s = new("pocket")
    impulse(s, "axis")
    assert not isolated(s, "Hitler")
    assert not isolated(s, "Guderian")
    assert may(s, "activate Guderian in Nizhyn")


@rule("9.4", "9.4.2")
def test_axis_blocks_lost_to_attrition_are_out_of_the_game() -> None:
    s = empty()
    put(s, "39", "LAHSS:1")
    put(s, "Axis", "Kleist", "3Pz")
    do(tactical(s, "axis", "Kleist in Axis"), "done")
    do(s, "done")
    assert at(s, "LAHSS") == "eliminated"
    assert controller(s, "39") == "axis", "an empty area stays with the last who held it"


@rule("9.4", "2.6")
def test_a_surrender_that_gives_kiev_away_takes_budyonny_with_it() -> None:
    s = empty(front="pocket")
    s.place[NUMBER["Guderian"]] = NIZHYN
    put(s, "4", "37A:1")
    put(s, "4", "29Inf")
    put(s, "6", "Budyonny")
    control(s, "soviet", "4")
    do(impulse(s, "soviet"), "pass")
    assert controller(s, "4") == "axis"
    assert at(s, "37A") == at(s, "Budyonny") == "eliminated"
