"""Chapter 12: victory points, the ways to win, and the shift of the Initiative."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, elimination, victory
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.control import take_control
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import holds_finland, score, vps
from rasputitsa.titles.no_retreat.victory_screen import screen

from .situation import begin, do, situation, unit

OBJECTIVES = ("Moscow", "Leningrad", "Stalingrad", "Sevastopol", "Caucasus oil")
RED_OBJECTIVES = ("Berlin", "Konigsberg", "Budapest", "Ploesti")


def with_vps(s: NoRetreatState, side: int, wanted: int) -> NoRetreatState:
    """Give a side exactly so many VPs, by control of hexes that are no objective of its own."""
    game = s.game
    spare = game.vp_hexes & ~(game.objectives[0] | game.objectives[1])
    for hex_ in bits(spare):
        missing = wanted - vps(s, side)
        mine = bool(s.controls(side) >> hex_ & 1)
        if (missing > 0 and not mine) or (missing < 0 and mine):
            s.axis_held ^= 1 << hex_
    assert vps(s, side) == wanted
    return s


def new_turn(turn: int, **kwargs: object) -> NoRetreatState:
    """The last moment before a turn begins, with the score still to be arranged."""
    s = situation(turn=turn - 1, phase=None, **kwargs)  # type: ignore[arg-type]
    s.initiative = int(turn > 12)
    return s


def reason(s: NoRetreatState) -> tuple[str | None, str]:
    outcome = s.outcome()
    return (outcome.winner, outcome.rule) if outcome else (None, "")


# -- victory points -------------------------------------------------------------------------------------------------


@rule("12.7", "12.7.1", "12.7.3")
def test_each_controlled_city_or_oil_field_is_worth_one_point_objective_or_not():
    s = situation(phase=None)
    assert (vps(s, AXIS), vps(s, SOVIET)) == (12, 22)
    take_control(s, s.game.moscow, AXIS)
    assert (vps(s, AXIS), vps(s, SOVIET)) == (13, 21)


@rule("12.7.1")
def test_a_city_belongs_to_whoever_passed_through_it_last():
    s = situation(turn=3, axis={"2nd Panzer": "1811"})
    do(s, "2nd Panzer 1811-1813")
    assert vps(s, AXIS) == 13, "Minsk was on its way"


@rule("12.7")
def test_in_1945_only_greater_germany_counts():
    s = situation(turn=24, phase=None, axis_holds=["Riga"], soviet_holds=["Warsaw"])
    s.in_1945 = 1
    assert (vps(s, AXIS), vps(s, SOVIET)) == (11, 1)


@rule("12.7.2.1")
@rule("12.7.2")
def test_finland_belongs_to_a_german_or_soviet_unit_that_stays_there():
    s = situation(phase=None, axis={"Finnish": "finland"})
    assert not holds_finland(s, AXIS)
    s = situation(phase=None, axis={"Finnish": "finland", "18th Army": "finland"})
    assert vps(s, AXIS) == 13
    s = situation(phase=None, axis={"1st Kampfgruppe": "finland"})
    assert vps(s, AXIS) == 12, "a cadre does not count"
    s = situation(phase=None, soviet={"Karelian Front": "finland"})
    assert vps(s, SOVIET) == 23


@rule("12.7.4")
def test_event_points_stop_at_six_and_the_excess_is_lost():
    s = situation(phase=None)
    assert score(s, SOVIET, 5, "12.7", "a test") == 5
    assert score(s, SOVIET, 3, "12.7", "a test") == 1
    assert s.event_vp == -6
    score(s, AXIS, 2, "12.7", "a test")
    assert s.event_vp == -4


@rule("12.7", "10.7.1")
def test_a_surrender_counts_for_the_enemy_whoever_has_the_initiative():
    s = situation(turn=5, phase=None, axis={"6th Army": "1519"}, soviet={"West Front": "1718"})
    elimination.surrender(s, unit(s, "West Front"))
    assert s.event_vp == 1
    elimination.surrender(s, unit(s, "6th Army"))
    assert s.event_vp == 0


@rule("12.8.2")
@rule("12.8", "12.7.5")
def test_the_example_of_turn_10():
    """Three red events and two Soviet cards against the Axis, one Axis card and three surrenders for it: -1. With 14
    VPs for hexes the Axis stands at 13."""
    s = with_vps(situation(turn=10, phase=None), AXIS, 14)
    for _ in range(5):
        score(s, SOVIET, 1, "13.4", "a red event or a Soviet card")
    for _ in range(4):
        score(s, AXIS, 1, "12.7", "an Axis card or a surrender")
    assert s.event_vp == -1
    assert vps(s, AXIS) == 13


@rule("12.8.1")
@rule("12.8")
def test_the_example_of_turn_5():
    """The Soviets retake a city: the Axis, which has the Initiative, drops by one."""
    s = situation(turn=5, phase=None, axis_holds=["Kharkov"])
    before = vps(s, s.initiative)
    take_control(s, s.game.topology.index["1116"], SOVIET)
    assert vps(s, s.initiative) == before - 1


# -- objectives -----------------------------------------------------------------------------------------------------


@rule("12.1")
@pytest.mark.parametrize(("turn", "held", "wins"), [(8, 2, False), (8, 3, True), (12, 3, False), (13, 3, False)])
def test_the_axis_needs_three_objectives_and_four_from_turn_12_on(turn: int, held: int, wins: bool):
    s = new_turn(turn, axis_holds=[*OBJECTIVES[:held], "Riga", "Minsk", "Smolensk", "Kiev", "Odessa"])
    begin(s, "axis", "events")
    assert (reason(s) == ("axis", "12.1")) is wins


@rule("12.1")
def test_four_objectives_win_for_the_axis_after_turn_12():
    s = new_turn(14, axis_holds=[*OBJECTIVES[:4], "Riga", "Minsk", "Smolensk", "Kiev", "Kharkov", "Stalino", "Rostov"])
    begin(s, "axis", "events")
    assert reason(s) == ("axis", "12.1")


@rule("12.1.1")
@rule("12.1")
def test_objectives_that_cannot_be_supplied_do_not_count():
    held = [*OBJECTIVES[:3], "Riga", "Minsk", "Smolensk"]
    s = new_turn(8, axis_holds=held, soviet={"West Front": "1717", "South Front": "1719"})
    assert victory.secured(s, AXIS, s.game.objectives[AXIS]) == 2, "Moscow is surrounded"
    begin(s, "axis", "events")
    assert s.outcome() is None


@rule("12.1")
def test_the_soviets_win_with_three_of_their_four_objectives():
    s = new_turn(25, soviet_holds=[*RED_OBJECTIVES[1:], "Warsaw", "Lublin"])
    s.in_1945 = 1
    begin(s, "axis", "events")
    assert reason(s) == ("soviet", "12.1")


@rule("12.1.2")
@rule("12.1", "12.9")
@pytest.mark.parametrize("initiative", [AXIS, SOVIET])
def test_if_both_have_their_objectives_the_initiative_decides(initiative: int):
    s = situation(turn=8, phase=None, axis_holds=OBJECTIVES, soviet_holds=RED_OBJECTIVES)
    assert [victory.has_objectives(s, side) for side in (AXIS, SOVIET)] == [True, True]
    s.initiative = initiative
    victory.check_objectives(s, (AXIS, SOVIET))
    assert s.winner == initiative


# -- sudden death, total and operational victory ---------------------------------------------------------------------


@rule("12.2.1")
@rule("12.2", "13.2")
@pytest.mark.parametrize(("points", "wins"), [(23, False), (24, True)])
def test_the_example_of_turn_6_more_than_23_points_win(points: int, wins: bool):
    s = with_vps(new_turn(6), AXIS, points)
    begin(s, "axis", "events")
    assert (reason(s) == ("axis", "12.2")) is wins


@rule("13.2")
def test_without_a_skull_no_score_ends_the_game():
    s = with_vps(new_turn(8), AXIS, 26)
    begin(s, "axis", "events")
    assert s.outcome() is None


@rule("12.2.3")
@rule("12.2", "12.10")
@pytest.mark.parametrize(("axis", "winner"), [(28, "axis"), (27, None), (18, None), (17, "soviet")])
def test_on_turn_12_the_axis_is_checked_before_the_shift_and_the_soviets_after(axis: int, winner: str | None):
    s = with_vps(new_turn(12), AXIS, axis)
    begin(s, "axis", "events")
    assert reason(s) == ((winner, "12.2") if winner else (None, ""))


@rule("12.2")
def test_an_event_may_cancel_the_next_check_of_either_side():
    s = with_vps(new_turn(12), AXIS, 28)
    victory.cancel_sudden_death(s, SOVIET)
    begin(s, "axis", "events")
    assert s.outcome() is None
    assert not s.effects


@rule("12.3")
@pytest.mark.parametrize(("points", "wins"), [(33, False), (34, True)])
def test_the_soviets_win_at_once_with_34_points(points: int, wins: bool):
    s = new_turn(21)
    s.event_vp = -6
    with_vps(s, SOVIET, points)
    begin(s, "axis", "events")
    assert (reason(s) == ("soviet", "12.3")) is wins


@rule("12.4.1")
@rule("12.4")
@pytest.mark.parametrize(("tide", "winner"), [(25, "axis"), (24, None), (20, None)])
def test_at_the_start_of_1945_the_high_tide_is_compared_with_the_soviet_score(tide: int, winner: str | None):
    s = new_turn(23, axis={"9th Army": "2204"}, soviet={"West Front": "1718"})
    s.event_vp = -2
    with_vps(s, SOVIET, 24)
    s.high_tide = tide
    begin(s, "axis", "events")
    assert reason(s)[0] == winner
    if winner is None:
        assert s.event_vp == tide - 24, "the round marker shows the difference"
        assert s.in_1945


@rule("12.4.2")
@rule("12.4")
def test_the_difference_carried_into_1945_is_six_at_most():
    s = with_vps(new_turn(23), SOVIET, 24)
    s.high_tide = 10
    begin(s, "axis", "events")
    assert s.event_vp == -6


@rule("12.5")
def test_the_loss_of_the_berlin_garrison_ends_the_game():
    s = situation(turn=25, phase=None, axis={"Berlin Garrison": "Berlin"})
    elimination.eliminate(s, unit(s, "Berlin Garrison"))
    assert reason(s) == ("soviet", "12.5")


@rule("12.6")
def test_the_axis_wins_when_turn_28_is_over():
    s = situation(turn=28, phase=None)
    begin(s, "axis", "events")
    assert reason(s) == ("axis", "12.6")


@rule("12.6", "12.1")
def test_objectives_taken_on_the_last_turn_count():
    s = situation(turn=28, phase=None, soviet_holds=[*RED_OBJECTIVES[1:], "Warsaw", "Lublin"])
    begin(s, "axis", "events")
    assert reason(s) == ("soviet", "12.1")


# -- the initiative -------------------------------------------------------------------------------------------------


@rule("12.10.1", "12.10.2")
@rule("12.9", "12.10")
@pytest.mark.parametrize(("events", "after"), [(3, 0), (-2, -2)])
def test_the_initiative_shifts_on_turn_12_and_leaves_a_high_tide(events: int, after: int):
    s = new_turn(12)
    s.event_vp = events
    with_vps(s, AXIS, 20)
    begin(s, "axis", "events")
    assert s.initiative == SOVIET
    assert s.high_tide == 20
    assert s.event_vp == after


@rule("12.10")
def test_the_axis_keeps_the_initiative_through_turn_11():
    s = with_vps(new_turn(11), AXIS, 20)
    begin(s, "axis", "events")
    assert s.initiative == AXIS


@rule("P.1", book="no-retreat-digital")
def test_in_the_digital_editions_the_soviets_have_a_victory_phase_of_their_own():
    s = with_vps(new_turn(12, edition="digital-1.1"), AXIS, 17)
    begin(s, "axis", "events")
    assert s.outcome() is None
    assert s.initiative == AXIS, "until the Soviet player turn begins"
    begin(s, "soviet", "victory")
    assert s.initiative == SOVIET
    assert reason(s) == ("soviet", "12.2")


# -- scenarios ------------------------------------------------------------------------------------------------------


@rule("12.0")
def test_a_scenario_is_won_by_its_goal_and_lost_without_it():
    for points, winner in ((22, "axis"), (21, "soviet")):
        s = with_vps(situation(scenario="fall-blau", turn=10, phase=None), AXIS, points)
        begin(s, "axis", "events")
        assert reason(s)[0] == winner


@rule("12.0")
def test_some_goals_count_in_every_victory_phase_and_others_only_at_the_end():
    s = with_vps(situation(scenario="barbarossa", turn=2, phase=None), AXIS, 24)
    begin(s, "axis", "events")
    assert reason(s) == ("axis", "12.0")
    s = with_vps(situation(scenario="fall-blau", turn=7, phase=None), AXIS, 25)
    begin(s, "axis", "events")
    assert s.outcome() is None


@rule("12.0")
def test_barbarossa_is_also_won_with_moscow_and_another_objective():
    held = ["Moscow", "Leningrad", "Riga", "Minsk", "Smolensk"]
    s = situation(scenario="barbarossa", turn=3, phase=None, axis_holds=held)
    begin(s, "axis", "events")
    assert reason(s) == ("axis", "12.0")


@rule("12.0")
@pytest.mark.parametrize(("points", "winner"), [(15, "soviet"), (14, "axis")])
def test_a_scenario_across_turn_12_is_the_soviets_to_win(points: int, winner: str):
    s = situation(scenario="saturn", turn=13, phase=None)
    s.event_vp = 0
    with_vps(s, SOVIET, points)
    begin(s, "axis", "events")
    assert reason(s)[0] == winner


@rule("12.0")
def test_scenarios_know_no_sudden_death_unless_they_go_on():
    s = with_vps(situation(scenario="fall-blau", turn=8, phase=None), AXIS, 27)
    begin(s, "axis", "events")
    assert s.outcome() is None
    s = with_vps(situation(scenario="fall-blau", turn=8, phase=None, go_on=True), AXIS, 27)
    begin(s, "axis", "events")
    assert reason(s) == ("axis", "12.2")


@rule("X.7.1", book="no-retreat-digital")
@rule("X.7", book="no-retreat-digital")
def test_a_scenario_that_goes_on_ends_in_1945_by_the_campaign_rules():
    s = situation(scenario="bagration", turn=22, phase=None, go_on=True, edition="digital-1.1")
    assert s.game.last_turn == 28
    s.event_vp = 0
    with_vps(s, SOVIET, 24)
    begin(s, "axis", "events")
    assert s.outcome() is None
    assert s.turn == 23
    s = situation(scenario="bagration", turn=22, phase=None, edition="digital-1.1")
    begin(s, "axis", "events")
    assert s.outcome() is not None


@rule("P.4", book="no-retreat-digital")
def test_the_gap_of_event_points_is_capped_at_six_in_the_digital_editions_too():
    s = situation(phase=None, edition="digital-1.1")
    score(s, SOVIET, 9, "12.7", "a test")
    assert s.event_vp == -6


@rule("P.4", book="no-retreat-digital")
def test_the_victory_screen_tells_the_goals_of_the_game_in_play():
    lines = {track.id: track for track in screen(situation(turn=5, phase=None))}
    assert lines["victory-objectives-axis"].value == "0 of 3"
    assert lines["victory-sudden-death-axis"].value == "more than 23"
    assert "Moscow" in (lines["victory-objectives-axis"].help or "")
    lines = {track.id: track for track in screen(situation(scenario="barbarossa", turn=2, phase=None))}
    assert [lines["victory-win-0"].label, lines["victory-win-0"].value] == ["24 VPs", "not yet"]
    assert "Moscow" in lines["victory-win-1"].label


def test_every_scenario_has_goals_or_is_a_campaign():
    for scenario in TITLE.scenarios:
        s = TITLE.new(scenario.name)
        assert s.game.campaign or s.game.setup.win  # type: ignore[attr-defined]
