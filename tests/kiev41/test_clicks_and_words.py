"""What is offered at rare questions, what a refusal says, and what the battle board and the prompts tell."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rasputitsa.kernel.step import BUTTON
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import LEXICON
from rasputitsa.titles.kiev41.components import AXIS, NUMBER, SOVIET
from rasputitsa.titles.kiev41.faces import face
from rasputitsa.titles.kiev41.mapboard import AREA, ELIMINATED
from rasputitsa.titles.kiev41.sequence import Turn
from rasputitsa.titles.kiev41.state import Kiev
from tests.kiev41.situation import (
    at,
    battle,
    control,
    dice_to_roll,
    do,
    empty,
    fleet,
    go_to,
    has_line,
    impulse,
    legal,
    line,
    may,
    new,
    options_to,
    pool,
    put,
    refused,
    strength,
    tactical,
)


def naval_air() -> Kiev:
    s = empty(front="river")
    put(s, "99", "4RumHQ")
    put(s, "100", "4FK:2", "Rum1")
    put(s, "108", "Co")
    fleet(s, "BB", "108")
    fleet(s, "CA", "108")
    tactical(s, "axis", "4RumHQ in 100", "4FK in 100")
    go_to(do(s, "Rum1 100-108"), "Support")
    return go_to(do(s, "4FK bombs 108", "4FK bombs 108"), "NavalAir")


def anti_air() -> Kiev:
    s = empty(front="river")
    put(s, "54", "17AOK", "4FK:3", "4Inf")
    put(s, "37", "38A", "9Tk")
    tactical(s, "axis", "17AOK in 54", "4FK in 54")
    go_to(do(s, "4Inf 54-37"), "Support")
    return do(go_to(do(s, "4FK bombs 37", "4FK bombs 37"), "HitRoll"), "2 hits")


def losses() -> Kiev:
    s = empty(front="river")
    put(s, "37", "38A:3", "37A:3")
    put(s, "37", "29Inf")
    return do(battle(s, "axis", "37"), "0 hits", "1 hits")


def blitz() -> Kiev:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "14Pz")
    put(s, "37", "38A:1")
    do(tactical(s, "axis", "Kleist in 36"), "3Pz 36-37", "14Pz 36-37", "done")
    do(s, "done") if s.step.name == "Support" else None
    while s.step.name == "HitRoll":
        do(s, "1 hits" if dice_to_roll(s)[0] == 0 else "0 hits")
    return s


def choosing() -> Kiev:
    s = empty(front="river")
    s.initiative = SOVIET
    pool(s, "37A", "38A", "5A")
    return do(impulse(s, "soviet"), "strategic reinforcements", "draw 1 blocks")


def deploying() -> Kiev:
    return do(choosing(), "choose 38A")


def combat() -> Kiev:
    s = empty(front="river")
    s.initiative = AXIS
    for area, soviet, axis in (("37", "38A", "29Inf"), ("20", "37A", "44Inf")):
        put(s, area, soviet)
        put(s, area, axis)
    return do(impulse(s, "axis"), "strategic impulse", "done")


def support() -> Kiev:
    s = empty(front="river")
    put(s, "54", "17AOK", "4FK")
    put(s, "37", "38A")
    put(s, "37", "4Inf")
    return go_to(tactical(s, "axis", "17AOK in 54", "4FK in 54"), "Support")


def sailing() -> Kiev:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "38A")
    fleet(s, "BB", "108")
    return go_to(tactical(s, "soviet", "SWFront in 38"), "Support")


def restoring() -> Kiev:
    s = empty(front="river")
    put(s, "38", "SWFront:2", "38A:2", "37A:2")
    s.turn, s.initiative = 2, AXIS
    s.stack[:] = [(Turn.id, 1)]
    s.settle()
    return do(s, "activate the leader")


def replacing() -> Kiev:
    return do(restoring(), "done")


def commanding() -> Kiev:
    s = empty(front="river", **options_to("airborne"))
    s.initiative = AXIS
    put(s, "36", "29Inf", "22LL")
    return do(impulse(s, "axis"), "strategic impulse")


def activating() -> Kiev:
    s = empty(front="river")
    put(s, "36", "Kleist", "17AOK")
    return do(impulse(s, "axis"), "activate Kleist in 36")


QUESTIONS: dict[str, Callable[[], Kiev]] = {
    "NavalAir": naval_air,
    "AntiAir": anti_air,
    "Losses": losses,
    "BlitzMoves": blitz,
    "Drawing": choosing,
    "Deployment": deploying,
    "Combat": combat,
    "Support": support,
    "Support of fleets": sailing,
    "Regeneration": restoring,
    "Replacements": replacing,
    "Command": commanding,
    "Activation": activating,
    "ChooseImpulse": lambda: impulse(activating(), "axis"),
}


@rule("6.0")
@pytest.mark.parametrize("question", QUESTIONS)
def test_only_the_thing_itself_can_be_clicked_not_what_has_its_number(question: str) -> None:
    s = QUESTIONS[question]()
    assert s.step.name == question.partition(" ")[0]
    offered = list(s.step.handles(s))
    assert any(handle != BUTTON for handle in offered)
    for _, number in offered:
        for handle in (("piece", number), ("place", number), (BUTTON[0], number)):
            if handle not in offered:
                assert not list(s.step.of(s, handle)), handle


@rule("6.0")
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_can_be_clicked_leads_to_an_order(question: str) -> None:
    s = QUESTIONS[question]()
    assert [handle for handle in s.step.handles(s) if handle != BUTTON and not list(s.step.of(s, handle))] == []


@rule("10.2.1.5")
def test_there_is_no_way_to_battle_while_a_fleet_lacks_its_hq() -> None:
    s = empty(front="river")
    put(s, "38", "SWFront")
    put(s, "39", "38A")
    fleet(s, "BB", "108")
    fleet(s, "CA", "108")
    go_to(tactical(s, "soviet", "SWFront in 38"), "Support")
    assert BUTTON not in s.step.handles(s)
    assert refused(s, "done").rule == "10.2.1"
    do(s, "CA returns to base")
    assert may(s, "done")


@rule("10.1", "9.1.3")
def test_an_isolated_hq_is_refused_for_that_whatever_other_hqs_do() -> None:
    s = empty(front="river")
    put(s, "36", "17AOK", "6AOK")
    put(s, "38", "Kleist")
    do(impulse(s, "axis"), "activate 17AOK in 36")
    assert "isolated" in refused(s, "activate Kleist in 38").text


@rule("2.9", "1.4")
def test_an_hq_that_finds_no_room_is_told_which_rule_keeps_it_out() -> None:
    s = empty(front="river")
    put(s, "34", "3RumHQ")
    put(s, "35", "Fast")
    put(s, "36", "29Inf", "44Inf", "17Inf", "55Inf")
    impulse(s, "axis")
    assert refused(s, "activate 3RumHQ in 35").rule == "1.4"
    assert refused(s, "activate 3RumHQ in 36").rule == "2.9"


@rule("4.1.7", "10.15")
def test_a_line_whose_bonus_is_spent_takes_the_next_hit_without_a_question() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK:2")
    put(s, "37", "38A:3", "37A:3")
    line(s, "37")
    put(s, "37", "4Inf")
    go_to(tactical(s, "axis", "17AOK in 54"), "Support")
    do(s, "17AOK shells 37")
    go_to(s, "Combat", "HitRoll")
    do(s, "battle in 37") if s.step.name == "Combat" else None
    do(s, "1 hits")
    assert has_line(s, "37")
    do(s, "0 hits", "1 hits")
    assert not has_line(s, "37")
    assert (strength(s, "38A"), strength(s, "37A")) == (3, 3)


@rule("9.4.3", "9.3")
def test_an_isolated_line_of_the_enemy_outlasts_my_impulse() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf", "44Inf")
    line(s, "38")
    put(s, "38", "34Inf")
    s.cut_lines = 1 << AREA["38"]
    s.isolated = 1 << NUMBER["34Inf"]
    do(impulse(s, "axis"), "pass", "done")
    assert has_line(s, "38")


@rule("8.1", "6.0")
@pytest.mark.parametrize("stage", [3, 4])
def test_the_weather_is_rolled_for_in_the_first_impulse_of_a_turn_and_in_later_ones(stage: int) -> None:
    s = empty(front="river")
    s.turn, s.initiative, s.active, s.axis_impulses, s.passes = 5, AXIS, SOVIET, 3, 0
    s.stack[:] = [(Turn.id, stage)]
    s.settle()
    assert s.step.name == "WeatherDie"


@rule("S.1.1", "2.4.4.2.1")
def test_the_game_ends_at_once_when_it_is_won() -> None:
    """Odessa falls in battle: nothing of the impulse is played to its end."""
    s = empty("preludes", front="river")
    put(s, "100", "4RumHQ:3", "Rum1")
    put(s, "108", "Co:1")
    go_to(do(tactical(s, "axis", "4RumHQ in 100"), "Rum1 100-108"), "HitRoll")
    do(s, "0 hits", "3 hits")
    assert s.over
    assert strength(s, "4RumHQ") == 3


@rule("1.6", "10.13.1")
def test_an_order_after_which_the_battle_begins_by_itself_shows_the_enemy() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "36", "29Inf")
    put(s, "37", "38A")
    put(s, "20", "5A")
    do(impulse(s, "axis"), "strategic impulse")
    assert not s.reveals(LEXICON.parse("29Inf 36-35"))
    assert s.reveals(LEXICON.parse("29Inf 36-37")), "nobody else can be commanded"


@rule("10.13")
def test_the_battle_board_shows_both_sides_their_dice_and_what_is_absorbed() -> None:
    s = empty(front="river")
    put(s, "37", "38A:3")
    line(s, "37")
    put(s, "37", "29Inf:4")
    put(s, "38", "12A")
    line(s, "36")
    s.ear = []
    battle(s, "axis", "37")
    shown = s.view("axis").battle
    assert shown is not None and shown.at == ["37"]
    assert [(side.side, side.role, [unit.name for unit in side.units]) for side in shown.sides] == [
        ("axis", "attacker", ["29th Infantry Corps"]),
        ("soviet", "defender", ["38th Army", "Defensive Line"]),
    ]
    assert [unit.notes for side in shown.sides for unit in side.units] == [[], [], []]
    do(s, "2 hits", "2 hits")
    told = [entry.battle.fires[0] for entry in s.ear if entry.battle is not None]
    assert [(fire.side, fire.strength, fire.result, fire.text) for fire in told] == [
        ("soviet", "4 dice hitting on 6", "2", "2 hits on the Axis side"),
        ("axis", "2 dice hitting on 5 or more", "2", "2 hits on the Soviet side, 1 absorbed"),
    ]
    for fire, lowest in zip(told, (6, 5), strict=True):
        assert [face >= lowest for face in fire.dice] == list(fire.hits)
        assert sum(fire.hits) == 2
    assert s.view("axis").battle is None, "it is over"


@rule("10.4", "10.11", "10.2.1")
def test_the_prompt_counts_the_support_that_is_left() -> None:
    s = support()
    assert "(1 HQ with artillery, 4 bombers left)" in s.step.prompt(s)
    do(s, "17AOK shells 37", "4FK bombs 37", "4FK bombs 37", "4FK bombs 37")
    assert "(1 bomber left)" in s.step.prompt(s)
    assert "(1 fleet left)" in sailing().step.prompt(sailing())


@rule("S.6.1")
def test_the_historical_set_up_draws_nothing() -> None:
    s = new(setup="historical")
    assert not any("sets up" in order for order in legal(s))


@rule("10.13", "10.13.6.1.1")
def test_the_battle_board_marks_who_came_over_water_and_who_is_isolated() -> None:
    s = empty(front="river")
    s.initiative = AXIS
    put(s, "36", "29Inf")
    put(s, "37", "38A", "5A")
    put(s, "21", "37A")
    control(s, "axis", "38")
    s.isolated = 1 << NUMBER["5A"]
    do(impulse(s, "axis"), "strategic impulse", "29Inf 36-37")
    shown = s.view("axis").battle
    assert shown is not None
    assert {unit.name: unit.notes for side in shown.sides for unit in side.units} == {
        "29th Infantry Corps": ["over water"],
        "38th Army": [],
        "5th Army": ["isolated"],
    }


@rule("4.1", "9.1")
def test_a_refusal_to_disband_tells_an_isolated_line_from_none() -> None:
    s = empty(front="river")
    put(s, "36", "29Inf")
    line(s, "36", "38")
    control(s, "axis", "38")
    impulse(s, "axis")
    assert refused(s, "disband the line in 38").rule == "9.1"
    assert refused(s, "disband the line in 37").rule == "4.1"
    assert may(s, "disband the line in 36")


@rule("9.4.3")
def test_an_isolated_line_alone_among_enemies_is_lost_though_no_block_is_isolated() -> None:
    s = empty(front="river")
    put(s, "38", "38A")
    line(s, "52")
    control(s, "soviet", "52")
    put(s, "52", "29Inf")
    do(impulse(s, "soviet"), "pass", "done")
    assert not has_line(s, "52")


@rule("4.2.3", "10.5")
def test_the_heart_level_is_shown_as_nothing_but_a_heart() -> None:
    assert (face(NUMBER["Kleist"], 0).strength, face(NUMBER["Kleist"], 0).pips) == ("0", "heart")
    assert (face(NUMBER["Kleist"], 2).strength, face(NUMBER["Kleist"], 2).pips) == ("2", "stars")
    assert (face(NUMBER["29Inf"], -1).strength, face(NUMBER["29Inf"], 1).pips) == ("", "dots")


@rule("1.6")
def test_what_could_be_hidden_may_be_anywhere_but_a_fliegerkorps_stays_with_its_bombers() -> None:
    s = empty()
    put(s, "62", "29Inf", "4FK", "44Inf")
    put(s, "61", "17Inf", "Fast")
    put(s, "78", "Rum4")
    pool(s, "5FK", "55Inf")
    s.place[NUMBER["34Inf"]] = ELIMINATED
    rng = random.Random(3)
    found = [s.imagine("soviet", rng) for _ in range(40)]
    assert {at(other, "29Inf") for other in found} == {"61", "62", "78", "pool"}
    assert {at(other, "55Inf") for other in found} == {"61", "62", "78", "pool"}
    assert {at(other, "5FK") for other in found} == {"pool"}
    assert {at(other, "4FK") for other in found} == {"61", "62", "78"}
    assert all(at(other, "Fast") != at(other, "Rum4") or at(other, "Fast") == "pool" for other in found)
    assert {(at(other, "34Inf"), strength(other, "34Inf")) for other in found} == {("eliminated", strength(s, "34Inf"))}
    assert all(other.strength[NUMBER["Stalin"]] == s.strength[NUMBER["Stalin"]] for other in found), "his own leader"
    assert len({other.strength[NUMBER["Hitler"]] for other in found}) > 1


@rule("10.13.2")
def test_dice_of_bombers_and_fleets_have_an_owner_in_the_log_and_on_the_battle_board() -> None:
    s = naval_air()
    s.ear = heard = []
    do(s, "4FK engages BB", "0 hits", "1 hits")
    fires = [(fire.side, fire.label) for line in heard if line.battle for fire in line.battle.fires]
    assert fires[:2] == [("soviet", "fleet fire at the bombers"), ("axis", "bombers at the fleet")]
    assert [line.text for line in heard if line.battle][1] == "Axis, bombers at the fleet: 1 hit on the Soviet side"


def test_an_order_in_the_log_has_the_names_of_block_and_area() -> None:
    s = empty(front="river")
    put(s, "54", "17AOK", "4Inf")
    tactical(s, "axis", "17AOK in 54")
    move = LEXICON.parse("4Inf 54-37")
    assert s.words(move, "axis") == "4th Infantry Corps to Kremenchug - Globino"
    assert s.words(move, "soviet") == "A block to Kremenchug - Globino"
