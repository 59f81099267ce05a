"""[11.2.1, 11.3] Dice, losses and the winner."""

from __future__ import annotations

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.actions.combat import LoseStep
from rasputitsa.titles.stalins_war.combat import card_losses, fire, forces, losses
from rasputitsa.titles.stalins_war.combat_odds import Loss
from rasputitsa.titles.stalins_war.roster import SCU
from rasputitsa.titles.stalins_war.state import AXIS, FULL, NOBODY, OUT, SOVIET

from .combat import attack, change, clash, event, throw, used
from .situation import act, at, can, choices, place, refused, situation, unit

ARMY = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721"}


def fought(soviet, attacker, defender, axis=ARMY, **more):
    """An attack from 1721 on 1821 with these results."""
    s = situation(axis=axis, soviet=soviet, **more)
    attack(s, "1821", *axis)
    throw(s, attacker, defender)
    return s


def losers(s):
    return {choice.removesuffix(" loses a step") for choice in choices(s, LoseStep)}


def winner(s, attacker: int, defender: int) -> int:
    """The winner of the clash with these Loss Numbers, nobody having lost a step."""
    fire.inflict(s, Loss(attacker, False), Loss(defender, False))
    fire.find_winner(s)
    return s.victor


# -- step 5 ---------------------------------------------------------------------------------------------------------


@rule("11.2.1", "11.3.1")
def test_both_sides_throw_a_die_and_inflict_what_their_columns_say():
    s = situation(axis=ARMY, soviet={"West Front": "1821"})
    attack(s, "1821", *ARMY)
    assert s.side == CHANCE and len(s.legal()) == 36 and s.step.is_battle(s)
    act(s, "combat dice 6 and 5")
    assert s.loss == [3, 1] and s.asterisk == [0, 0]


# -- [11.3] ---------------------------------------------------------------------------------------------------------


@rule("11.2.1.6", "11.3.1")
def test_the_defender_takes_losses_first():
    s = fought({"West Front": "1821", "13R Army": "1821"}, "1", "1")
    assert s.side == "soviet" and losers(s) == {"West Front", "13R Army"}
    act(s, "13R Army loses a step")
    assert s.side == "axis" and losers(s) == {"39 Pz Corps", "57 Pz Corps"}


@rule("11.3.2")
def test_nobody_loses_a_second_step_while_another_has_lost_none():
    s = fought({"West Front": "1821", "13R Army": "1821"}, "3", "0")
    assert s.lost[unit("13R Army")] == s.lost[unit("West Front")] == 1, "each of them one, without a question"
    assert losers(s) == {"West Front", "13R Army"}, "then anybody"
    act(s, "West Front loses a step")
    assert at(s, "West Front") == "eliminated"


@rule("11.3.2")
def test_a_second_step_is_refused_with_its_rule():
    s = fought({"West Front": "1821", "13R Army": "1821", "21R Army": "1821"}, "2", "1")
    act(s, "West Front loses a step")
    assert refused(s, "West Front loses a step") == "11.3.2"


@rule("11.3.2.1", "11.3.2")
def test_a_loss_by_a_card_counts_as_the_step_of_that_unit():
    s = clash("1821", {"9th Army": "1821"}, {"1T Army": "1822", "2T Army": "1822"}, side="soviet", turn=14)
    losses.lose(s, unit("1T Army"))
    assert losses.candidates(s, SOVIET, losses.ANYBODY, False) == 1 << unit("2T Army")


@rule("11.3.2", "16.4.2")
def test_stalin_loses_his_step_only_when_all_others_are_gone():
    s = situation(axis=ARMY, soviet={"Stalin": "1821", "13R Army": "1821"})
    attack(s, "1821", *ARMY)
    assert losses.candidates(s, SOVIET, losses.ANYBODY, False) == 1 << unit("13R Army")
    losses.lose(s, unit("13R Army"))
    assert losses.candidates(s, SOVIET, losses.ANYBODY, False) == 1 << unit("13R Army")
    losses.lose(s, unit("13R Army"))
    assert losses.candidates(s, SOVIET, losses.ANYBODY, False) == 1 << unit("Stalin")
    losses.lose(s, unit("Stalin"))
    assert at(s, "Stalin") == "removed"


@rule("11.3.3")
def test_the_first_step_of_an_attack_comes_from_an_armored_unit_if_possible():
    s = fought({"West Front": "1821", "6M Corps": "1821"}, "1", "2")
    act(s, "West Front loses a step")
    assert losers(s) == {"39 Pz Corps", "57 Pz Corps"} and refused(s, "9th Army loses a step") == "11.3.3"
    act(s, "39 Pz Corps loses a step")
    assert losers(s) == {"9th Army", "57 Pz Corps"}


@rule("11.3.3")
def test_defenders_and_attackers_without_armor_choose_their_first_step_freely():
    s = fought({"West Front": "1821", "6M Corps": "1821"}, "1", "0")
    assert losers(s) == {"West Front", "6M Corps"}
    s = fought({"West Front": "1821"}, "1", "1", axis={"9th Army": "1721", "43 Corps": "1721"})
    assert losers(s) == {"9th Army", "43 Corps"}


@rule("11.3.4")
def test_an_asterisked_loss_goes_to_an_scu_or_to_nobody():
    """SW-49"""
    s = fought({"West Front": "1821"}, "1", "1*", axis={"9th Army": "1721", "43 Corps": "1721"})
    assert s.lost[unit("43 Corps")] == 1 and s.lost[unit("9th Army")] == 0
    s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"})
    fire.inflict(s, Loss(1, True), Loss(1, True))
    assert losses.eligible(s, AXIS) == SCU and not losses.candidates(s, AXIS, SCU, False)
    assert winner(s, 1, 2) == SOVIET, "the number still decides the winner"


@rule("11.3.6")
def test_eliminated_units_go_to_their_box():
    s = fought({"13R Army": "1821"}, "2", "0")
    assert at(s, "13R Army") == "eliminated"


@rule("11.3.6", "11.3.6.2", "14.2.1")
def test_the_strong_southwest_front_gives_way_to_the_weak_one():
    s = fought({"Southwest Front": "1821"}, "2", "0")
    assert (at(s, "Southwest Front"), at(s, "Southwest Front (weak)")) == ("removed", "eliminated")


@rule("11.3.6.1", "11.4.4", "13.3.8")
def test_an_axis_army_eliminated_out_of_supply_waits_three_turns():
    s = clash("1821", {"9th Army": "1821 -3"}, {"West Front": "1822"}, side="soviet", turn=5)
    s.set_supply(unit("9th Army"), OUT)
    losses.lose(s, unit("9th Army"))
    assert at(s, "9th Army") == "track" and s.due[unit("9th Army")] == 8
    s = clash("1821", {"9th Army": "1821 -3"}, {"West Front": "1822"}, side="soviet", turn=5)
    s.set_supply(unit("9th Army"), FULL)
    losses.lose(s, unit("9th Army"))
    assert at(s, "9th Army") == "eliminated"


@rule("11.3.2")
def test_nobody_is_asked_when_all_must_die():
    s = fought({"28R Corps": "1821", "5R Corps": "1821"}, "2", "0")
    assert s.side == "axis" and at(s, "28R Corps") == at(s, "5R Corps") == "eliminated"


# -- step 7 ---------------------------------------------------------------------------------------------------------


@rule("11.2.1.7", "11.2.1")
def test_the_side_that_alone_survives_wins_whatever_the_numbers():
    s = fought({"28R Corps": "1821"}, "1", "1*", axis={"9th Army": "1721"})
    assert s.step.name == "Advancing" and s.victor == AXIS
    s = clash("1821", ARMY, {"28R Corps": "1821"})
    losses.lose(s, unit("28R Corps"))
    assert winner(s, 1, 3) == AXIS


@rule("11.2.1.7")
def test_if_both_sides_are_eliminated_nobody_wins():
    s = clash("1821", {"2Lw Corps": "1721"}, {"28R Corps": "1821"})
    losses.lose(s, unit("28R Corps"))
    losses.lose(s, unit("2Lw Corps"))
    assert winner(s, 1, 1) == NOBODY


@rule("11.2.1.7")
def test_otherwise_the_higher_loss_number_wins():
    s = clash("1821", ARMY, {"West Front": "1821", "13R Army": "1821"})
    assert winner(s, 2, 1) == AXIS and winner(s, 1, 2) == SOVIET


@rule("11.2.1.9", "11.2.1")
def test_equal_numbers_win_for_an_attacker_with_armor_against_none():
    assert winner(clash("1821", ARMY, {"West Front": "1821"}), 1, 1) == AXIS
    assert winner(clash("1821", {"9th Army": "1721", "43 Corps": "1721"}, {"West Front": "1821"}), 1, 1) == NOBODY
    assert winner(clash("1821", ARMY, {"West Front": "1821", "6M Corps": "1821"}), 1, 1) == NOBODY


@rule("11.2.1.9")
def test_every_guard_unit_decides_ties():
    """SW-48"""
    for name in ("1G Army", "1GC Corps", "1T Army", "13M Corps", "1GT Army"):
        s = clash("1821", {"9th Army": "1821"}, {name: "1822"}, side="soviet", turn=10)
        assert winner(s, 1, 1) == SOVIET, name
    s = clash("1821", {"9th Army": "1821"}, {"1S Army": "1822"}, side="soviet", turn=10)
    assert winner(s, 1, 1) == NOBODY


@rule("11.2.1.9")
def test_units_that_decide_ties_must_survive_in_full_supply():
    s = clash("1821", {"9th Army": "1721", "39 Pz Corps": "1721"}, {"West Front": "1821"})
    s.set_supply(unit("39 Pz Corps"), OUT)
    assert winner(s, 1, 1) == NOBODY
    s = clash("1821", ARMY, {"West Front": "1821", "6M Corps": "1821"})
    s.set_supply(unit("6M Corps"), OUT)
    assert winner(s, 1, 1) == AXIS
    s = clash("1821", {"9th Army": "1721", "39 Pz Corps": "1721 -1"}, {"West Front": "1821"})
    losses.lose(s, unit("39 Pz Corps"))
    assert winner(s, 1, 1) == NOBODY


@rule("11.2.1.9")
def test_no_tie_is_won_in_swamp_trench_festung_or_fortress():
    assert winner(clash("1823", {"39 Pz Corps": "1723"}, {"13R Army": "1823"}), 1, 1) == NOBODY
    trench = clash("1821", ARMY, {"13R Army": "1821"})
    change(trench, trenches=[0, 1 << place("1821")])
    assert winner(trench, 1, 1) == NOBODY
    festung = clash("1821", {"9th Army": "1821"}, {"1T Army": "1822"}, side="soviet", turn=14)
    change(festung, festungs=1 << place("1821"))
    assert winner(festung, 1, 1) == NOBODY
    fortress = clash("2031", {"39 Pz Corps": "2030"}, {"Maritime Army": "2031"}, turn=5)
    assert winner(fortress, 1, 1) == NOBODY
    assert winner(clash("1624", ARMY | {"39 Pz Corps": "1623"}, {"13R Army": "1624"}), 1, 1) == AXIS, "a city does not"


@rule("11.2.1.9", "15.1.2.1")
def test_in_winter_1942_swamp_denies_the_soviets_no_tie_but_a_trench_does():
    """SW-89"""
    s = clash("1823", {"9th Army": "1823"}, {"1T Army": "1824"}, side="soviet", turn=4)
    assert winner(s, 1, 1) == SOVIET
    change(s, trenches=[1 << place("1823"), 0])
    assert winner(s, 1, 1) == NOBODY


@rule("C.9", "11.2.1.9")
def test_dora_opens_a_fortress_to_ties():
    s = clash("2031", {"11th Army": "2030", "39 Pz Corps": "2030"}, {"Maritime Army": "2031"}, turn=5)
    used(s, "axis-13")
    assert winner(s, 1, 1) == AXIS


# -- [11.3.5] cards that change losses ------------------------------------------------------------------------------


def late(soviet, axis=ARMY, turn=12, cards=(), **more):
    s = situation(axis=axis, soviet=soviet, turn=turn, **more)
    attack(s, "1821", *axis)
    used(s, *cards)
    return s


@rule("11.3.5", "11.2.1.8")
def test_tiger_takes_a_step_back_once_the_winner_is_known():
    """SW-73"""
    s = late({"Don Front": "1821", "5G Army": "1821"}, cards=["axis-35"])
    throw(s, "2", "2")
    act(s, "39 Pz Corps loses a step", "9th Army loses a step")
    assert s.victor == NOBODY and s.side == "axis" and can(s, "9th Army takes a step back")
    act(s, "9th Army takes a step back")
    assert s.lost[unit("9th Army")] == 0 and s.lost[unit("39 Pz Corps")] == 1


@rule("11.3.5")
def test_tiger_brings_back_an_eliminated_unit_on_its_weakest_step():
    s = late({"Don Front": "1821", "5G Army": "1821"}, axis={"39 Pz Corps": "1721 -1"}, cards=["axis-35"])
    throw(s, "0", "1")
    assert at(s, "39 Pz Corps") == "1721" and s.lost[unit("39 Pz Corps")] == 1


@rule("11.3.5", "11.2.1.8")
def test_katukovs_tanks_cost_the_attacker_a_step_that_the_soviet_player_names():
    """C.5: also when the Soviets have lost the combat."""
    s = situation(axis=ARMY, soviet={"West Front": "1821"}, turn=3)
    attack(s, "1821", *ARMY)
    used(s, "soviet-24")
    throw(s, "1", "0")
    assert s.victor == AXIS and s.side == "soviet" and losers(s) == {"39 Pz Corps", "57 Pz Corps"}
    act(s, "57 Pz Corps loses a step")
    assert s.lost[unit("57 Pz Corps")] == 1


@rule("C.5")
def test_the_soviet_player_names_the_unit_that_katukov_hits():
    s = situation(axis=ARMY, soviet={"West Front": "1821", "13R Army": "1821"}, turn=3)
    attack(s, "1821", *ARMY)
    used(s, "soviet-24")
    throw(s, "1", "1")
    act(s, "West Front loses a step", "39 Pz Corps loses a step")
    assert s.side == "soviet" and losers(s) == {"9th Army", "57 Pz Corps"}


@rule("11.3.5")
def test_panther_hits_a_tank_or_mech_unit_of_axis_choice():
    s = late({"Don Front": "1821", "1T Army": "1821", "13M Corps": "1821"}, cards=["axis-36"])
    throw(s, "1", "1*")
    act(s, "Don Front loses a step", "39 Pz Corps loses a step")
    assert s.side == "axis" and losers(s) == {"1T Army", "13M Corps"}
    act(s, "1T Army loses a step")
    assert s.lost[unit("1T Army")] == 1


@rule("11.3.5", "7.5.5a")
def test_panzerfaust_hits_a_tank_of_soviet_choice_before_the_columns_are_found():
    s = situation(
        axis={"9th Army": "1921"},
        soviet={"1T Army": "1922", "2T Army": "1922", "Don Front": "1922"},
        side="soviet",
        turn=14,
        axis_hand=["axis-37"],
    )
    attack(s, "1921", "1T Army", "2T Army", "Don Front")
    act(s, "Axis 37 Panzerfaust in combat")
    assert s.side == "soviet" and losers(s) == {"1T Army", "2T Army"}
    act(s, "2T Army loses a step")
    assert s.side == CHANCE and forces.strength(s, SOVIET) == 8


@rule("11.3.5", "7.5.5a")
def test_little_saturn_costs_a_beaten_minor_unit_one_more_step():
    s = situation(axis={"RO 3rd Army": "1821", "43 Corps": "1821"}, soviet={"Don Front": "1822"}, side="soviet", turn=8)
    attack(s, "1821", "Don Front")
    used(s, "soviet-39")
    throw(s, "1", "0")
    act(s, "43 Corps loses a step")
    assert s.victor == SOVIET and s.lost[unit("RO 3rd Army")] == 1


@rule("11.3.5")
def test_rotmistrov_costs_both_sides_a_tank_step():
    s = situation(
        axis={"9th Army": "1821", "39 Pz Corps": "1821"},
        soviet={"1T Army": "1822", "2T Army": "1822"},
        side="soviet",
        turn=11,
    )
    attack(s, "1821", "1T Army", "2T Army")
    used(s, "soviet-50")
    throw(s, "1*", "1")
    act(s, "1T Army loses a step")
    assert at(s, "39 Pz Corps") == "eliminated"
    assert s.lost[unit("1T Army")] == s.lost[unit("2T Army")] == 1


@rule("11.3.5")
def test_josef_stalin_tanks_silence_tiger_and_save_a_step():
    s = situation(
        axis={"9th Army": "1821", "39 Pz Corps": "1821"},
        soviet={"1T Army": "1822", "Don Front": "1822"},
        side="soviet",
        turn=13,
    )
    attack(s, "1821", "1T Army", "Don Front")
    used(s, "soviet-45", "axis-35")
    throw(s, "1", "1")
    act(s, "9th Army loses a step")
    assert s.lost[unit("1T Army")] == 0 and s.lost[unit("9th Army")] == 1


@rule("7.5.1a")
def test_operation_mars_costs_an_attack_that_is_not_won_one_more_step():
    s = situation(axis={"9th Army": "1921"}, soviet={"Don Front": "1922", "62R Army": "1922"}, side="soviet", turn=6)
    event(s, "axis-14", place("1921"))
    attack(s, "1921", "Don Front", "62R Army")
    throw(s, "0", "0")
    assert s.step.name == "Losses" and losers(s) == {"Don Front", "62R Army"}


@rule("C.8", "7.5.5a")
def test_kampfgruppe_returns_an_scu_when_the_last_step_of_the_hex_is_lost():
    s = situation(axis={"43 Corps": "1821 -1"}, soviet={"Don Front": "1822"}, side="soviet", turn=7)
    attack(s, "1821", "Don Front")
    used(s, "axis-11")
    throw(s, "1", "0")
    assert s.victor == SOVIET and at(s, "43 Corps") != "eliminated", "it comes back and retreats with the rest"
    s = situation(axis={"43 Corps": "1821 -1", "34 Corps": "1821"}, soviet={"Don Front": "1822"}, side="soviet", turn=7)
    attack(s, "1821", "Don Front")
    used(s, "axis-11")
    throw(s, "1", "0")
    act(s, "43 Corps loses a step")
    assert at(s, "43 Corps") == "eliminated"


@rule("11.3.5")
def test_an_attacker_who_loses_all_to_panzerfaust_fights_no_further():
    s = situation(
        axis={"9th Army": "1921"}, soviet={"1T Army": "1922 -1"}, side="soviet", turn=14, axis_hand=["axis-37"]
    )
    attack(s, "1921", "1T Army")
    act(s, "Axis 37 Panzerfaust in combat")
    assert at(s, "1T Army") == "eliminated" and s.target < 0


@rule("11.3.2", "11.3.4")
def test_an_asterisked_loss_hits_no_scu_twice_while_an_lcu_is_unhurt():
    """SW-99"""
    s = clash("1921", {"9th Army": "1921"}, {"1T Army": "1922", "Don Front": "1922"}, side="soviet", turn=14)
    losses.lose(s, unit("1T Army"))
    fire.inflict(s, Loss(1, False), Loss(1, True))
    assert not losses.candidates(s, SOVIET, losses.eligible(s, SOVIET), False)


@rule("11.3.5")
def test_a_unit_that_is_taken_back_fights_on_in_its_force():
    """SW-73"""
    s = clash("1821", {"39 Pz Corps": "1721 -1", "57 Pz Corps": "1721"}, {"Southwest Front": "1821"})
    for name in ("39 Pz Corps", "57 Pz Corps", "Southwest Front", "Southwest Front"):
        losses.lose(s, unit(name))
    assert at(s, "Southwest Front") == "removed" and at(s, "39 Pz Corps") == "eliminated"
    card_losses.take_back(s, unit("39 Pz Corps"))
    assert s.attackers == 1 << unit("39 Pz Corps") | 1 << unit("57 Pz Corps") and not s.defenders
    assert [fallen for fallen, _, _ in s.fallen] == [unit("Southwest Front")]
    card_losses.take_back(s, unit("Southwest Front"))
    assert s.defenders == 1 << unit("Southwest Front") and s.lost[unit("Southwest Front")] == 1
    assert (at(s, "Southwest Front"), at(s, "Southwest Front (weak)")) == ("1821", "pool")


@rule("11.3.2")
def test_nobody_is_asked_when_all_steps_of_all_units_go():
    s = fought({"West Front": "1821", "13R Army": "1821"}, "4", "0", axis={**ARMY, "43 Corps": "1721"})
    assert at(s, "West Front") == at(s, "13R Army") == "eliminated" and s.side == "axis"
