"""How the computer plans an offensive of Kiev '41: goals and roads, sieges that last, guards, rounds, guns."""

from __future__ import annotations

import random

import pytest

from rasputitsa.players.brain import Mind
from rasputitsa.titles.kiev41.actions import Activate, Move
from rasputitsa.titles.kiev41.brain import BRAIN
from rasputitsa.titles.kiev41.brain.battles import past, prospect
from rasputitsa.titles.kiev41.brain.fire import fire
from rasputitsa.titles.kiev41.brain.headquarters import another_round, postings, price_of
from rasputitsa.titles.kiev41.brain.impulses import drive
from rasputitsa.titles.kiev41.brain.orders import Ambitions, ambitions
from rasputitsa.titles.kiev41.brain.plan import Plan, approach
from rasputitsa.titles.kiev41.brain.sense import goals, own_force
from rasputitsa.titles.kiev41.brain.staff import Staff
from rasputitsa.titles.kiev41.components import COMBAT, KLEIST, NUMBER, OF_SIDE
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.state import Kiev

from .situation import control, empty, fleet, impulse, line, new, put, tactical

AXIS = 0
TO_ROSTOV = "21-24 36-38 56 73 74 92 93"


def officer(s: Kiev) -> Mind[Kiev]:
    """The officer's mind in a position."""
    return BRAIN.mind(s, s.side or "axis", BRAIN.book("officer"), random.Random(1))


def staff(s: Kiev) -> Staff:
    """What the Axis could do if all its blocks were commanded."""
    return Staff(officer(s), s.on_map & OF_SIDE[AXIS] & COMBAT)


def before_rostov() -> Kiev:
    """September in The Pocket: the Axis has come to the gates of Rostov, held by two blocks and a line."""
    s = empty("pocket", front="pocket")
    control(s, "axis", TO_ROSTOV)
    put(s, "94", "49C", "2Tk")
    line(s, "94")
    return s


def test_who_must_pass_one_goal_to_reach_another_goes_for_the_first_with_more():
    s = new("pocket")
    plan = Plan(s, AXIS, goals(s, AXIS))
    assert plan.share == {AREA["25"]: pytest.approx(1 / 3), AREA["94"]: pytest.approx(2 / 3)}
    assert {plan.goal[NUMBER[hq]] for hq in ("Kleist", "6AOK", "17AOK", "11AOK")} == set(plan.share)


def test_an_army_and_its_hq_have_the_same_goal():
    s = new("pocket")
    plan = Plan(s, AXIS, goals(s, AXIS))
    assert {plan.goal[NUMBER[b]] for b in ("3Pz", "14Pz", "48Pz", "LAHSS")} == {plan.goal[KLEIST]}


def test_an_empty_goal_draws_few():
    s = before_rostov()
    control(s, "soviet", "4")
    line(s, "4")
    put(s, "19", "17Inf", "6AOK")
    put(s, "93", "4Inf", "49Mtn", "17AOK")
    plan = Plan(s, AXIS, 1 << AREA["4"] | 1 << AREA["94"])
    assert plan.share[AREA["4"]] < 0.2
    assert plan.goal[NUMBER["17Inf"]] == AREA["4"]
    assert plan.goal[NUMBER["4Inf"]] == AREA["94"]


def test_a_road_with_battles_on_it_is_longer():
    free = approach(AREA["94"], AXIS, 0, 0)
    fought = approach(AREA["94"], AXIS, 1 << AREA["93"], 1 << AREA["93"])
    assert fought[AREA["74"]] > free[AREA["74"]]
    assert fought[AREA["93"]] == free[AREA["93"]]


def test_luck_may_do_what_the_mean_does_not():
    assert past(0.0, 2.0) == 0.0
    assert 0.4 < past(3.0, 3.0) < 0.8
    assert past(9.0, 1.0) == pytest.approx(8.0, abs=0.1)


def test_breaking_a_line_counts_like_a_step_destroyed():
    s = empty("pocket", front="pocket")
    control(s, "soviet", "56")
    line(s, "56")
    put(s, "72", "4Inf", "52Inf")
    force = own_force(s, s.here[AREA["72"]], True)
    assert prospect(s, AREA["56"], force, 0.0, AXIS).damage > 0.5


def test_ships_before_a_coast_are_feared():
    s = empty("pocket", front="pocket")
    put(s, "121", "Co")
    put(s, "88", "11Inf", "54Inf")
    force = own_force(s, s.here[AREA["88"]], True)
    calm = prospect(s, AREA["121"], force, 0.0, AXIS).loss
    fleet(s, "BB", "121")
    assert prospect(s, AREA["121"], force, 0.0, AXIS).loss == pytest.approx(calm + 0.5), "one die of triple fire"


def test_a_siege_is_begun_by_strong_blocks_without_guns_but_not_by_weak_ones():
    s = impulse(before_rostov(), "axis")
    put(s, "93", "1SS", "2SS")
    assert staff(s).attack(AREA["94"])[0] == 0.0
    put(s, "93", "4Inf", "49Mtn")
    gain, _, group = staff(s).attack(AREA["94"])
    assert gain > 10.0
    assert set(group) == {NUMBER["4Inf"], NUMBER["49Mtn"]}


def test_worn_blocks_leave_a_siege_to_fresh_ones():
    s = before_rostov()
    put(s, "94", "1SS:1", "2SS:1")
    put(s, "93", "4Inf")
    impulse(s, "axis")
    s.contested_before |= 1 << AREA["94"]
    moves = [idea.action for idea in staff(s).ideas() if "makes room" in idea.why]
    assert len(moves) == 1
    assert isinstance(moves[0], Move)
    assert moves[0].frm == AREA["94"]


def test_one_block_is_sent_to_guard_and_it_is_the_one_of_least_use():
    s = impulse(before_rostov(), "axis")
    put(s, "74", "4Inf", "1SS:1", "49Mtn")
    assert staff(s).sentry(AREA["73"]) == NUMBER["1SS"]


def test_an_hq_that_is_kept_is_another_round_for_the_battles_that_go_on():
    s = before_rostov()
    put(s, "94", "4Inf", "49Mtn")
    put(s, "93", "17AOK")
    put(s, "74", "Kleist")
    impulse(s, "axis")
    assert another_round(officer(s)) > 1.0
    first = price_of(officer(s), KLEIST)
    s = before_rostov()
    put(s, "94", "4Inf", "49Mtn")
    put(s, "93", "17AOK")
    put(s, "74", "Kleist")
    tactical(s, "axis", "17AOK in 93")
    s.activated |= 1 << NUMBER["17AOK"]
    assert price_of(officer(s), KLEIST) > first + 1.0


def test_guns_beside_a_siege_are_worth_what_they_change():
    s = before_rostov()
    put(s, "94", "4Inf", "49Mtn")
    put(s, "93", "17AOK")
    impulse(s, "axis")
    found = fire(officer(s))
    assert found.gain(AREA["94"], 1.3, False) > 1.0
    assert found.gain(AREA["25"], 1.3, False) == 0.0


def test_in_the_last_month_an_exhausted_hq_may_be_spent():
    def offered(turn: int) -> bool:
        s = before_rostov()
        s.turn = turn
        put(s, "93", "4Inf", "11AOK:0")
        put(s, "74", "17AOK")
        impulse(s, "axis")
        s.apply(Activate(NUMBER["17AOK"], AREA["74"]))
        blocks = [p.action.block for p in postings(officer(s)) if isinstance(p.action, Activate)]
        return NUMBER["11AOK"] in blocks

    assert offered(4)
    assert not offered(3)


def test_fast_blocks_that_could_come_nearer_to_their_goal_call_for_exploitation():
    s = before_rostov()
    control(s, "axis", "133 135 136 94")
    put(s, "25", "29Inf")
    put(s, "148", "33C")
    put(s, "38", "3Pz", "14Pz", "Kleist")
    far = drive(officer(impulse(s, "axis")))
    assert far > 2.0


def test_in_les_preludes_odessa_is_worth_a_garrison():
    def worth(scenario: str) -> float:
        s = empty(scenario)
        put(s, "101", "Rum1")
        put(s, "108", "14C")
        impulse(s, "soviet")
        soviets = Staff(officer(s), 1 << NUMBER["14C"])
        return soviets.standing(NUMBER["14C"], AREA["108"])

    assert worth("preludes") > worth("river") + 2.0


@pytest.mark.parametrize("haste", [0, 1, 2])
def test_in_haste_what_blocks_could_do_is_worked_out_once_an_impulse(haste: int):
    s = new("campaign")

    def found() -> Ambitions:
        return ambitions(BRAIN.mind(s, s.side or "", BRAIN.book("officer"), random.Random(1), haste=haste))

    while s.side != "axis" or s.step.name != "ChooseImpulse":
        s.apply(s.sample(random.Random(1)))
    before = found()
    s.apply(next(a for a in s.legal() if isinstance(a, Activate)))
    assert (found() is before) is (haste > 0)
    line(s, "94")
    assert found() is not before
