"""The scenarios of our own: they begin as history left the front, and end with their last turn."""

from __future__ import annotations

import msgspec
import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, effects, hand, scenario_checks, supply, victory
from rasputitsa.titles.stalins_war.components import SCENARIOS
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.mapboard import VP_HEXES
from rasputitsa.titles.stalins_war.scenario_types import Later, Scenario
from rasputitsa.titles.stalins_war.state import AXIS, FULL, GONE, HAND, SIDES, SOVIET, Position
from tests.stalins_war.situation import at, chance, unit

LATER = [name for name, scenario in SCENARIOS.items() if scenario.later is not None]


def new(scenario: str) -> Position:
    s = TITLE.new(scenario)
    assert isinstance(s, Position)
    chance(s)
    return s


def data(scenario: str) -> tuple[Scenario, Later]:
    found = SCENARIOS[scenario]
    assert found.later is not None
    return found, found.later


def test_there_are_three_that_last_three_turns_each():
    assert [(SCENARIOS[name].first_turn, SCENARIOS[name].last_turn) for name in LATER] == [(6, 8), (10, 12), (14, 16)]


def test_the_data_hold_together():
    assert scenario_checks.problems(TITLE) == []


FAULTS = {
    "axis-52 cannot have been played by turn 3": {"played": ("axis-52",), "played_on": {"axis-52": 3}},
    "no card 'axis-99'": {"played": ("axis-99",)},
    "axis-26 is a Total War card, played before one could be drawn": {"played": ("axis-26",), "total_war": 9},
    "soviet-12 needs soviet-07": {"played": ("soviet-12",)},
    "ge-2-army has not entered yet": {"played": ()},
    "ge-6-army cannot have lost 4 steps": {"reduced": {"ge-6-army": 4}},
    "no hex '9999'": {"axis_holds": ("9999",)},
    "nobody keeps control of hex '1821'": {"axis_holds": ("1821",)},
    "the Axis should need one VP more than in the war, where the level was 10": {"axis_needs": 5},
}


@pytest.mark.parametrize("problem", FAULTS)
def test_faults_are_found(problem: str):
    scenario, later = data("zitadelle")
    assert problem in list(scenario_checks.one(scenario, msgspec.structs.replace(later, **FAULTS[problem])))


def test_a_unit_in_an_enemy_town_or_out_of_supply_is_found():
    s = new("zitadelle")
    s.axis_held &= ~(1 << s.place[unit("6th Army")])
    found = list(scenario_checks.position(s))
    assert "6th Army stands in 2429, which the enemy controls" in found


@pytest.mark.parametrize("scenario", LATER)
def test_everybody_is_in_full_supply_and_nobody_has_won(scenario: str):
    s = new(scenario)
    assert s.side == "axis" and s.step.name == "ChooseAction"
    assert all(supply.status(s, u) == FULL for side in (AXIS, SOVIET) for u in s.on_map(side))


@pytest.mark.parametrize(("scenario", "level"), [("blau", 12), ("zitadelle", 13), ("bagration", 8)])
@rule("5.1.1")
def test_the_level_is_that_of_the_hexes_held_and_of_events(scenario: str, level: int):
    s = new(scenario)
    assert s.vp == level == (s.axis_held & VP_HEXES).bit_count() + data(scenario)[1].vp_by_events


@rule("7.5.2c")
def test_units_that_were_exchanged_are_out_of_the_game():
    s = new("zitadelle")
    assert at(s, "62R Army") == "removed" and at(s, "8G Army") == "2428"


@rule("11.1.9")
def test_what_events_have_allowed_is_allowed():
    s = new("zitadelle")
    assert effects.allowed(s, "attack-stalingrad-caucasus") and effects.played(s, "axis-18")
    assert s.card[CARD_NUMBER["axis-18"]] == GONE


@rule("18.2.2")
def test_hitler_takes_command_has_ended_axis_banked_ops():
    assert new("blau").banked[AXIS] == 0


@rule("7.6.1")
def test_hands_are_dealt_as_the_turn_before_would_have():
    s = new("zitadelle")
    before = s.copy()
    before.turn -= 1
    for side in (AXIS, SOVIET):
        assert len(s.hand(side)) == hand.size(before, side)
    assert s.card[CARD_NUMBER["axis-34"]] == HAND


@rule("7.6.4")
def test_total_war_is_on_in_1943_and_not_in_1942():
    assert new("zitadelle").total_war and not new("blau").total_war


@pytest.mark.parametrize(("level", "winner"), [(11, AXIS), (10, SOVIET)])
def test_the_level_decides_when_the_last_turn_ends(level: int, winner: int):
    s = new("zitadelle")
    s.turn, s.vp = 12, level
    victory.end_of_turn(s)
    outcome = s.outcome()
    assert outcome is not None and outcome.winner == SIDES[winner]


@rule("5.1.3")
def test_the_automatic_victories_of_the_rules_come_first():
    s = new("zitadelle")
    s.vp = 9
    victory.end_of_turn(s)
    outcome = s.outcome()
    assert outcome is not None and outcome.winner == "soviet" and "end of turn 10" in outcome.reason


@rule("22.0")
def test_the_tournament_does_not_decide_a_scenario_of_1942():
    s = new("blau")
    s.turn, s.vp = 8, 14
    victory.end_of_turn(s)
    outcome = s.outcome()
    assert outcome is not None and outcome.winner == "axis"
