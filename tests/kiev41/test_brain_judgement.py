"""How the computer judges a position of Kiev '41: what support is good for, what an HQ step costs, what is enough."""

from __future__ import annotations

import random

from rasputitsa import players
from rasputitsa.players import Deadline, Seat
from rasputitsa.players.brain import Mind
from rasputitsa.titles.kiev41.brain import BRAIN
from rasputitsa.titles.kiev41.brain.battles import prospect
from rasputitsa.titles.kiev41.brain.headquarters import in_plenty
from rasputitsa.titles.kiev41.brain.impulses import gift
from rasputitsa.titles.kiev41.brain.sense import Outlook, assigned, enough, goals, needed, own_force
from rasputitsa.titles.kiev41.brain.staff import Staff
from rasputitsa.titles.kiev41.components import HQS, NUMBER, OF_SIDE
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.state import Kiev

from .situation import control, do, empty, impulse, line, new, put, tactical, weather

AXIS, SOVIET = range(2)


def officer(s: Kiev) -> Mind[Kiev]:
    """The officer's mind in a position."""
    return BRAIN.mind(s, s.side or "axis", BRAIN.book("officer"), random.Random(1))


def test_bombers_that_would_each_be_lost_on_the_ramparts_of_kharkov_go_there_together():
    s = empty("campaign", front="pocket")
    control(s, "axis", "8 9 21-24 36-38")
    put(s, "25", "37A", "KhG")
    line(s, "25")
    put(s, "24", "Kleist", "97J", "101J")
    put(s, "9", "34Inf")
    put(s, "10", "25C:1")
    put(s, "23", "5FK")
    do(tactical(s, "axis", "Kleist in 24", "5FK in 23"), "97J 24-25", "101J 24-25", "34Inf 9-10")
    if s.step.name == "Command":
        do(s, "done")
    orders = []
    while s.step.name == "Support":
        action = players.make("officer", "kiev41", "axis", seed=1).choose(Seat(s, "axis"), Deadline())
        orders.append(str(action))
        s.apply(action)
    assert orders.count("5FK bombs 25") == 4


def test_a_line_that_is_alone_and_isolated_falls_to_whoever_enters():
    s = empty("campaign", front="pocket")
    control(s, "soviet", "4")
    line(s, "4")
    put(s, "19", "44Inf:1")
    force = own_force(s, 1 << NUMBER["44Inf"], True)
    assert prospect(s, AREA["4"], force, 0.0, AXIS).clears < 0.5
    s.cut_lines |= 1 << AREA["4"]
    assert prospect(s, AREA["4"], force, 0.0, AXIS).clears == 1.0


def besieged_rostov() -> Kiev:
    """Rostov in snow: its garrison hangs on 93, where a Guards corps is engaged."""
    s = empty("campaign", front="snow")
    weather(s, "snow")
    control(s, "soviet", "75 76 77 132 133")
    put(s, "94", "52Inf")
    put(s, "93", "4Inf")
    put(s, "93", "1G")
    put(s, "77", "SFront")
    return s


def test_an_engagement_that_keeps_a_garrison_from_its_supply_is_held():
    s = besieged_rostov()
    impulse(s, "soviet")
    assert Outlook(s, SOVIET).grip == {AREA["93"]: 1}
    assert Staff(officer(s), 1 << NUMBER["1G"]).guards >> NUMBER["1G"] & 1


def test_the_disc_is_a_gift_to_an_enemy_with_a_full_pool_who_may_still_use_it():
    s = new("pocket")
    assert gift(s) == 16
    s.disc_uses[SOVIET] = 1
    assert gift(s) == 0


def test_hq_steps_are_plentiful_until_more_are_spent_than_will_be_restored():
    s = impulse(new("pocket"), "axis")
    assert in_plenty(officer(s))
    for hq in (b for b in range(len(s.strength)) if (HQS & OF_SIDE[AXIS] & s.on_map) >> b & 1):
        s.strength[hq] = 2
    assert not in_plenty(officer(s))
    s.turn += 1
    assert in_plenty(officer(s)), "in the last month nothing is restored"


def test_each_scenario_has_its_own_measure_of_enough():
    assert [needed(new(name), AXIS) for name in ("preludes", "river", "pocket", "snow")] == [1, 3, 4, 1]
    assert needed(new("snow"), SOVIET) == 2
    assert enough(new("snow"), AXIS)
    assert not enough(new("pocket"), AXIS)


def test_no_goal_is_for_more_than_its_share_of_the_army():
    s = new("pocket")
    wanted = goals(s, AXIS)
    ways = list(assigned(s, AXIS, wanted, 1.0).values())
    crowds = {id(way): sum(other is way for other in ways) for way in ways}
    assert max(crowds.values()) <= len(ways) / needed(s, AXIS) + 1
    assert len(crowds) > 2


def test_in_autumn_the_axis_holds_what_is_enough():
    s = empty("campaign", front="snow")
    s.turn = 4
    assert not Outlook(s, AXIS).attacks()
    s.turn = 3
    assert Outlook(s, AXIS).attacks()
