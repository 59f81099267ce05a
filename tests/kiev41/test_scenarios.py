"""The four scenarios and the campaign, set up and ended as the rule book says."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.component_checks import check_setup, check_setups
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, NUMBER, OF_SIDE, SOVIET
from rasputitsa.titles.kiev41.control import contested, take
from rasputitsa.titles.kiev41.logistics import full_value, logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, ELIMINATED, LATER, POOL
from rasputitsa.titles.kiev41.scenarios import scenario_data
from rasputitsa.titles.kiev41.state import READY, SHOT_DOWN
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, orange_disc, yellow_disc
from rasputitsa.titles.kiev41.weather import RAIN, SNOW
from tests.kiev41.situation import at, control, controller, do, empty, has_line, impulse, new, strength


def test_every_set_up_agrees_with_the_figures_of_the_rule_book() -> None:
    assert check_setups(TITLE) == []


@pytest.mark.parametrize("scenario", ["campaign", "preludes", "river", "pocket", "snow"])
def test_every_random_draw_gives_a_legal_set_up(scenario: str) -> None:
    for seed in range(5):
        assert check_setup(new(scenario, seed), scenario_data()[scenario]) == []


def counts(s, side: int) -> tuple[int, int, int, int]:  # type: ignore[no-untyped-def]
    """Blocks in play (boxes included), in the pool, later, eliminated."""
    places = [s.place[b] for b in range(len(BLOCKS)) if OF_SIDE[side] >> b & 1]
    return (
        sum(p < POOL for p in places),
        places.count(POOL),
        places.count(LATER),
        places.count(ELIMINATED),
    )


@rule("S.5", "S.5.5")
def test_the_campaign_starts_with_27_and_19_axis_blocks_and_42_and_24_soviet_ones() -> None:
    s = new()
    assert counts(s, AXIS) == (27, 19, 0, 0)
    assert counts(s, SOVIET) == (42, 12, 12, 0)
    assert (s.turn, s.weather, s.initiative) == (1, 0, AXIS)
    assert at(s, "Guderian") == "Minsk"
    assert at(s, "SWFront") == "4"
    assert {at(s, name) for name in ("3Pz", "14Pz", "48Pz")} == {"Axis", "pool"}
    assert has_line(s, "97")
    assert list(s.bombers).count(READY) == 4
    assert strength(s, "Kleist") == 4


@rule("S.5")
def test_the_random_set_up_differs_from_game_to_game() -> None:
    assert len({bytes(new("campaign", seed).place) for seed in range(4)}) == 4


@rule("S.6")
def test_the_historical_set_up_leaves_nothing_to_chance() -> None:
    first, second = new("campaign", 1, setup="historical"), new("campaign", 2, setup="historical")
    assert first == second
    s = first
    assert [at(s, name) for name in ("44Inf", "55Inf", "3Pz", "14Pz")] == ["Axis"] * 4
    assert [at(s, name) for name in ("48Pz", "17Inf")] == ["pool", "pool"]
    assert counts(s, AXIS) == (27, 19, 0, 0)
    assert counts(s, SOVIET) == (42, 12, 12, 0)
    assert strength(s, "8Tk") == 1, "a remnant"
    assert strength(s, "18Tk") == 3


@rule("S.1")
@pytest.mark.parametrize("area", ["4", "108", "55"])
def test_les_preludes_ends_when_a_city_falls(area: str) -> None:
    s = empty("preludes")
    take(s, AREA[area], AXIS)
    assert s.winner == AXIS
    end = s.outcome()
    assert end is not None
    assert end.rule == "S.1"


@rule("S.1", "S.1.1")
def test_les_preludes_lasts_one_turn_and_is_lost_without_a_city() -> None:
    s = new("preludes")
    assert counts(s, AXIS) == (27, 19, 0, 0)
    s = empty("preludes")
    control(s, "axis", "25")
    do(impulse(s, "axis"), "pass", "pass")
    assert s.over
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.rule) == ("soviet", "S.1")


@rule("S.2", "S.2.3")
def test_the_river_set_up() -> None:
    s = new("river")
    assert (s.turn, s.initiative, s.weather) == (2, AXIS, 0)
    assert s.step.name == "ChooseImpulse", "it starts in the middle of the August impulses"
    assert (logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (13, 18)
    assert counts(s, AXIS) == (46, 0, 0, 0)
    assert counts(s, SOVIET) == (39, 11, 12, 4)
    assert (at(s, "Guderian"), strength(s, "17AOK"), strength(s, "6AOK")) == ("Gomel", 3, 4)
    assert {s.fleets[0], s.fleets[1]} == {AREA["108"]}
    assert controller(s, "108") == "soviet"
    assert controller(s, "102") == "axis"


@rule("S.2", "2.4.4.2", "S.2.5")
@pytest.mark.parametrize(("areas", "winner"), [("4 25 55", "axis"), ("4 25", "soviet")])
def test_the_river_goes_to_who_holds_four_areas_at_the_end_of_september(areas: str, winner: str) -> None:
    s = empty("river")
    control(s, "axis", areas)
    do(impulse(s, "axis"), "pass", "pass")
    assert s.turn == 3
    assert not s.over
    s.turn = 3
    do(impulse(s, "axis"), "pass", "pass")
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.rule) == (winner, "S.2")


@rule("S.3", "9.1", "S.3.4")
def test_the_pocket_set_up_with_six_blocks_and_three_lines_isolated() -> None:
    s = new("pocket")
    assert (s.turn, s.initiative) == (3, AXIS)
    assert (logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (13, 16)
    assert counts(s, SOVIET) == (40, 20, 2, 4)
    pocket = [b for b in range(len(BLOCKS)) if s.isolated >> b & 1]
    assert len(pocket) == 6
    assert {s.place[b] for b in pocket} == {AREA[a] for a in ("4", "5", "6", "20")}
    assert s.cut_lines.bit_count() == 3
    assert not yellow_disc(s)
    impulse(s, "soviet")
    assert [b for b in range(len(BLOCKS)) if s.isolated >> b & 1 and OF_SIDE[SOVIET] >> b & 1] == pocket


@rule("S.3", "S.3.5")
@pytest.mark.parametrize(("areas", "winner"), [("4 25 94 FS", "axis"), ("4 25 94", "soviet")])
def test_the_pocket_ends_with_the_first_bad_weather(areas: str, winner: str) -> None:
    s = empty("pocket")
    control(s, "axis", areas)
    s.turn, s.axis_impulses, s.forecast = 4, 2, 3
    impulse(s, "axis")
    do(s, "die 5")
    assert not s.over
    impulse(s, "axis")
    do(s, "die 2")
    assert s.weather == RAIN
    assert s.over
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.rule) == (winner, "S.3")


@rule("S.3")
def test_the_pocket_ends_with_october_if_the_sun_still_shines() -> None:
    s = empty("pocket")
    s.turn = 4
    do(impulse(s, "axis"), "pass", "pass")
    assert s.over
    end = s.outcome()
    assert end is not None
    assert end.winner == "soviet"


@rule("S.4", "S.4.3")
def test_the_snow_set_up() -> None:
    s = new("snow")
    assert (s.turn, s.initiative, s.weather) == (5, SOVIET, SNOW)
    assert s.side == "soviet"
    assert (full_value(s, AXIS), logistics_value(s, AXIS), logistics_value(s, SOVIET)) == (15, 7, 10)
    assert counts(s, AXIS) == (46, 0, 0, 0)
    assert counts(s, SOVIET) == (40, 10, 0, 16)
    assert at(s, "Budyonny") == "eliminated"
    assert (at(s, "Timoshenko"), strength(s, "Timoshenko"), at(s, "Guderian")) == ("S3", 3, "Kaluga")
    assert (black_sea(s), azov_sea(s), orange_disc(s)) == (True, False, True)
    assert sorted(s.bombers) == [READY] * 2 + [SHOT_DOWN] * 6
    assert contested(s) == 0


@rule("S.4", "S.4.6")
@pytest.mark.parametrize(("areas", "winner"), [("", "axis"), ("4 25", "soviet")])
def test_the_snow_goes_to_who_holds_four_areas_at_the_end_of_december(areas: str, winner: str) -> None:
    s = empty("snow")
    control(s, "soviet", areas)
    s.turn = 6
    do(impulse(s, "soviet"), "pass", "pass")
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.rule) == (winner, "S.4")


@rule("S.4")
def test_our_switch_for_the_probable_misprint_sets_kleists_blocks_up_in_93() -> None:
    printed, meant = new("snow"), new("snow", snow_93=True)
    assert at(printed, "49Mtn") == "73"
    assert at(meant, "49Mtn") == "93"
    assert at(meant, "Kleist") == "73"
    assert sum(AREA["93"] == meant.place[NUMBER[name]] for name in ("3Pz", "14Pz", "48Pz")) == 1
    assert meant.check() == []


@rule("2.4.4.2", "S.2", "S.2.5")
def test_sudden_death_ends_a_scenario_too() -> None:
    s = empty("river")
    control(s, "axis", "4 25 55 94 FS")
    take(s, AREA["148"], AXIS)
    end = s.outcome()
    assert end is not None
    assert end.rule == "2.4.4.2"


@rule("2.4.4.2.2", "2.4.4.2.3")
def test_sudden_death_is_a_decisive_victory() -> None:
    """The Soviets take Tarnopol, the one Victory Area they lack."""
    s = empty()
    take(s, AREA["14"], SOVIET)
    s.settle()
    end = s.outcome()
    assert end is not None
    assert (s.over, end.winner, end.level) == (True, "soviet", "Decisive")
    assert s.view("axis").result.level == "Decisive"  # type: ignore[union-attr]


@rule("2.4.4.2.2")
def test_the_count_after_december_is_a_marginal_victory() -> None:
    s = empty()
    s.turn = 6
    do(impulse(s, "axis"), "pass", "pass")
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.level) == ("soviet", "Marginal")


@rule("S.1.1")
@pytest.mark.parametrize(("fallen", "winner"), [("108", "axis"), ("", "soviet")])
def test_les_preludes_is_a_decisive_victory_for_either_side(fallen: str, winner: str) -> None:
    s = empty("preludes")
    if fallen:
        take(s, AREA[fallen], AXIS)
    else:
        do(impulse(s, "axis"), "pass", "pass")
    end = s.outcome()
    assert end is not None
    assert (end.winner, end.level) == (winner, "Decisive")
