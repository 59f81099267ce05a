"""Positions of Stalin's War with a known answer, which the recruit finds: what a beginner sees at once."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war.brain import battles, sense
from rasputitsa.titles.stalins_war.brain.battles import Target
from rasputitsa.titles.stalins_war.combat import preview
from rasputitsa.titles.stalins_war.combat.losses import ANYBODY, Losses
from rasputitsa.titles.stalins_war.combat.retreats import Standing
from rasputitsa.titles.stalins_war.hand import Discards
from rasputitsa.titles.stalins_war.mapboard import VP_HEXES
from rasputitsa.titles.stalins_war.replacements import Replacements
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, SU, Position

from .recruits import choice, mind, through
from .situation import act, at, place, situation, unit

# -- odds -----------------------------------------------------------------------------------------------------------


def test_its_chances_are_those_of_the_rules():
    s = situation(axis={"6th Army": "1825", "48 Pz Corps": "1825"}, soviet={"West Front": "1826"}, turn=5)
    force = dict.fromkeys((unit("6th Army"), unit("48 Pz Corps")), place("1825"))
    p = battles.with_force(s, place("1826"), force)
    ends = preview.endings(p)
    wins = float(preview.chance_of([end for end in ends if end.victor == AXIS]))
    fires = [battles.columns.fire(p, side) for side in (AXIS, SOVIET)]
    found = battles.chances(*fires, Target(6, True), Target(2, False), battles.fire.wins_tie(p))
    assert found.wins == pytest.approx(wins)
    assert found.attacker_loses == pytest.approx(float(sum(end.chance * end.attacker_loses for end in ends)))
    assert found.defender_loses == pytest.approx(float(sum(end.chance * end.defender_loses for end in ends)))


def battle_orders(s: Position) -> list[str]:
    return through(s, "Movement", "Marking", "Attacks", "Designating")


def test_it_attacks_at_good_odds():
    s = situation(axis={"6th Army": "1825", "48 Pz Corps": "1825"}, soviet={"13R Army": "1826 -1"}, turn=5)
    assert "attack 1826" in battle_orders(s)


def test_it_brings_units_up_for_an_attack():
    s = situation(axis={"6th Army": "1825", "48 Pz Corps": "1624"}, soviet={"13R Army": "1926"}, turn=5, ops=2)
    orders = battle_orders(s)
    assert any(order.startswith("6th Army 1825-") for order in orders) and "attack 1926" in orders


def test_it_does_not_attack_a_strong_stack_with_a_weak_unit():
    s = situation(axis={"43 Corps": "1825 -1"}, soviet={"Southwest Front": "1826", "4M Corps": "1826"}, turn=5)
    assert not any(order.startswith("attack") for order in battle_orders(s))


def test_a_card_that_changes_the_odds_is_played():
    s = situation(
        axis={"6th Army": "1825", "48 Pz Corps": "1825"}, soviet={"West Front": "1826"}, turn=5, axis_hand=["axis-10"]
    )
    act(s, "end movement", "combat marker in 1825", "attack 1826")
    act(s, "all in 1825 join the attack", "launch the attack")
    assert choice(s) == "Axis 10 Luftwaffe Support in combat"


# -- posts ----------------------------------------------------------------------------------------------------------


def test_a_front_stays_in_a_city_that_the_enemy_threatens():
    s = situation(side="soviet", axis={"6th Army": "1924", "48 Pz Corps": "1924"}, soviet={"West Front": "Kiev"})
    through(s, "Movement")
    assert at(s, "West Front") == "2025"


def test_a_unit_goes_to_an_empty_vp_hex_that_the_enemy_could_reach():
    s = situation(side="soviet", axis={"48 Pz Corps": "1825"}, soviet={"West Front": "2125"}, ops=1)
    through(s, "Movement")
    assert at(s, "West Front") == "2025"


def test_panzers_take_an_empty_vp_hex():
    s = situation(axis={"48 Pz Corps": "1924", "6th Army": "1824"}, soviet={"West Front": "2723"}, turn=5)
    through(s, "Movement")
    assert s.controls(AXIS, place("Kiev"))


def test_nobody_moves_out_of_supply():
    units = {"48 Pz Corps": "1824", "3Pz Corps": "1824", "6th Army": "1723", "24 Pz Corps": "1722"}
    s = situation(axis=units, soviet={"West Front": "2723"}, turn=2)
    through(s, "Movement")
    assert all(sense.supply.status(s, unit(name)) == FULL for name in units)


# -- automatic victories --------------------------------------------------------------------------------------------


def worth(s: Position, name: str) -> float:
    return sense.worth_of(s, mind(s, "axis").w, place(name))


def test_before_the_end_of_turn_4_moscow_leningrad_and_the_south_count_more():
    s = situation(turn=4)
    assert worth(s, "Moscow") == worth(s, "Rostov") > worth(s, "Kiev")


def test_before_the_end_of_turn_8_stalingrad_counts_more_than_rostov():
    s = situation(turn=8)
    assert worth(s, "Stalingrad") > worth(s, "Rostov") == worth(s, "Kiev")


def test_late_in_the_war_the_capitals_count_more():
    s = situation(turn=14)
    assert worth(s, "Bucharest") > worth(s, "Warsaw")


def test_the_last_vp_hexes_in_the_soviet_union_are_not_given_up():
    s = situation(turn=5, axis_holds=["Minsk"])
    assert worth(s, "Minsk") > worth(s, "Kiev")


def test_near_an_automatic_victory_by_points_every_vp_hex_counts_more():
    s = situation(turn=6)
    before = worth(s, "Kiev")
    s.vp = 19
    assert worth(s, "Kiev") > before


def test_until_somebody_has_crossed_the_paulus_line_the_east_draws_the_axis():
    s = situation(turn=3, axis={"6th Army": "1825"}, soviet={"West Front": "2723"})
    look = sense.Look(s, AXIS, mind(s, "axis").w)
    s.crossed_paulus = 1
    then = sense.Look(s.copy(), AXIS, mind(s, "axis").w)
    s.crossed_paulus = 0
    assert look.pull(place("2722")) > then.pull(place("2722"))


def test_leningrad_is_no_goal_while_the_axis_may_not_attack_it():
    s = situation(axis={"18th Army": "2418"}, soviet={"Leningrad Front": "Leningrad"})
    assert place("Leningrad") not in sense.Look(s, AXIS, mind(s, "axis").w).goals


# -- threats --------------------------------------------------------------------------------------------------------


def test_what_the_enemy_cannot_reach_through_zones_of_control_is_in_no_danger():
    line = {"West Front": "2223", "South Front": "2222", "Central Front": "2221", "Reserve Front": "2224"}
    s = situation(side="soviet", soviet=line, axis={"6th Army": "2122"})
    danger = sense.threats(s, AXIS)
    assert danger[place("2223")] > 0 and danger[place("Smolensk")] == 0


# -- the parts of a combat ------------------------------------------------------------------------------------------


def combat(s: Position, dice: str) -> None:
    act(s, "end movement", "combat marker in 1825")
    act(s, "attack 1826", "all in 1825 join the attack", "launch the attack", f"combat dice {dice}")


def test_the_winner_advances_and_opens_the_way():
    s = situation(axis={"6th Army": "1825", "48 Pz Corps": "1825"}, soviet={"13R Army": "1826 -1"}, turn=5, ops=1)
    combat(s, "6 and 1")
    orders = through(s, "Losses", "Standing", "Retreats", "Advancing")
    assert "48 Pz Corps advances" in orders and "place a Blitz marker" in orders


def standing(target: str, **more: str) -> Position:
    """A beaten Soviet defender asks himself whether to stand."""
    s = situation(axis={"6th Army": "1825"}, soviet={"West Front": target, **more}, turn=5, moment="nothing")
    s.active, s.target, s.retreat, s.victor = AXIS, place(target), 1, AXIS
    s.attackers, s.defenders = 1 << unit("6th Army"), s.stack_at(place(target))
    s.push(Standing)
    s.settle()
    return s


@pytest.mark.parametrize(("target", "held"), [("Leningrad", True), ("2420", False)])
def test_it_pays_a_step_for_a_vp_hex_and_not_for_a_swamp(target: str, held: bool):
    assert choice(standing(target, **{"34R Army": target})).startswith("no retreat") == held


# -- cards ----------------------------------------------------------------------------------------------------------


def test_reinforcements_are_called():
    s = situation(
        side="soviet",
        moment="action",
        turn=5,
        soviet={"West Front": "2722"},
        axis={"6th Army": "1824"},
        soviet_hand=["soviet-05"],
    )
    assert choice(s) == "Soviet 5 Soviet Reinforcements as event"


def test_a_card_is_played_for_ops_where_there_is_something_to_attack():
    s = situation(
        moment="action",
        turn=5,
        round=3,
        axis={"6th Army": "1825", "48 Pz Corps": "1825", "3Pz Corps": "1825"},
        soviet={"13R Army": "1826 -1", "West Front": "2722"},
        axis_hand=["axis-21"],
    )
    assert choice(s) == "Axis 21 Partisan Sweep for OPS"


def test_a_card_is_played_for_rps_in_the_mud_when_units_need_them():
    s = situation(
        moment="action",
        turn=5,
        round=1,
        axis={"6th Army": "1825 -2", "48 Pz Corps": "1825 -1", "3Pz Corps": "eliminated"},
        soviet={"West Front": "2722"},
        axis_hand=["axis-21"],
    )
    assert choice(s) == "Axis 21 Partisan Sweep for RPs"


def test_a_card_whose_time_is_over_is_discarded():
    s = situation(turn=9, moment="nothing", axis_hand=["axis-24"])
    s.push(Discards, AXIS)
    s.settle()
    assert choice(s) == "discard Axis 24 Stukas"


def test_good_cards_are_kept():
    s = situation(turn=5, moment="nothing", axis_hand=["axis-08", "axis-05"])
    s.push(Discards, AXIS)
    s.settle()
    assert choice(s) == "keep the rest"


# -- the rear -------------------------------------------------------------------------------------------------------


def test_points_are_spent_as_long_as_they_rebuild_something():
    s = situation(
        turn=3,
        moment="nothing",
        soviet={"West Front": "2722 -1", "13R Army": "eliminated"},
        axis={"6th Army": "1825"},
    )
    s.rp[SU] = 6
    s.push(Replacements, SOVIET)
    s.settle()
    through(s, "Replacements")
    assert s.place[unit("13R Army")] >= 0 and not s.lost[unit("West Front")]


def test_the_cheapest_step_goes_first():
    units = {"West Front": "1826", "13R Army": "1826", "22R Army": "1826 -1"}
    s = situation(turn=5, axis={"6th Army": "1825"}, soviet=units, moment="nothing")
    s.target, s.attackers, s.defenders = place("1826"), 1 << unit("6th Army"), s.stack_at(place("1826"))
    s.push(Losses, SOVIET, 1, SOVIET, ANYBODY, 0)
    s.settle()
    assert choice(s) == "13R Army loses a step"


def test_every_vp_hex_is_worth_more_than_any_town():
    s = situation(turn=9)
    w = mind(s, "axis").w
    worths = {at_: sense.worth_of(s, w, at_) for at_ in bits(sense.KEPT)}
    assert min(worths[p] for p in bits(VP_HEXES)) > max(v for p, v in worths.items() if not VP_HEXES >> p & 1)
    assert mask_of(worths) == sense.KEPT
