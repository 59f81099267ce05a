"""[7.3.5, 11.1] Combat markers, and who may attack whom."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import control, effects
from rasputitsa.titles.stalins_war.actions.combat import AttackHex, Join, MarkCombat, MarkPair
from rasputitsa.titles.stalins_war.combat import eligibility
from rasputitsa.titles.stalins_war.state import FULL, OUT

from .combat import attack, change, event, hold, marked, no_cards, throw
from .situation import act, can, choices, place, put, refused, situation, unit

FRONT_LINE = {
    "9th Army": "1721",
    "39 Pz Corps": "1721",
    "43 Corps": "1721",
    "57 Pz Corps": "1820",
    "4th Army": "1720",
}


def front_line(**more):
    return situation(axis=FRONT_LINE, soviet={"13R Army": "1821", "West Front": "1822"}, **more)


def ready(s, *marks):
    """With markers, while far units could have more: what may be attacked can be looked at even if nothing may."""
    put(s, "43 Corps", "1519")
    put(s, "22R Army", "2825")
    act(s, "end movement", *(f"combat marker in {hex_id}" for hex_id in marks))
    return s


def why_not(s, target):
    """The rule against an attack on a hex."""
    refusal = eligibility.why_not_target(s, place(target))
    return refusal.rule if refusal else ""


# -- markers --------------------------------------------------------------------------------------------------------


@rule("7.3.5")
def test_combat_markers_cost_an_ops_each_and_stand_where_a_unit_may_attack():
    """SW-92"""
    s = front_line(ops=2)
    act(s, "end movement")
    assert {"combat marker in 1721", "combat marker in 1820"} <= set(choices(s, MarkCombat))
    assert refused(s, "combat marker in 1519") == "7.3.5"
    act(s, "combat marker in 1721")
    assert s.ops == 1 and refused(s, "combat marker in 1721") == "7.3.5"
    act(s, "combat marker in 1820")
    assert s.ops == 0 and s.step.name == "Attacks"


@rule("7.3.5", "18.1.1")
def test_banked_ops_pay_for_markers_too():
    s = front_line(ops=0)
    act(s, "end movement")
    assert s.step.name != "Marking"
    s = front_line(ops=0)
    change(s, banked=[1, 0])
    act(s, "end movement", "combat marker in 1721")
    assert s.banked[0] == 0 and s.step.name == "Attacks"


@rule("7.3.5", "11.1.1")
def test_combat_is_voluntary():
    s = front_line(ops=1)
    marked(s, "1721")
    act(s, "end attacks")
    assert not s.attacked and s.step.name != "Attacks"


# -- [11.1] ---------------------------------------------------------------------------------------------------------


@rule("11.1.1")
def test_only_units_in_marked_hexes_attack():
    s = front_line()
    marked(s, "1721")
    act(s, "attack 1821")
    names = ("9th Army", "39 Pz Corps", "43 Corps")
    assert set(choices(s, Join)) == {f"{name} joins the attack" for name in names}
    assert refused(s, "57 Pz Corps joins the attack") == "11.1.1"


@rule("11.1.2")
def test_the_active_player_attacks_and_the_other_defends():
    s = front_line()
    attack(s, "1821", "9th Army")
    assert s.attackers == 1 << unit("9th Army") and s.defenders == 1 << unit("13R Army")
    s = front_line(side="soviet")
    marked(s, "1821")
    assert eligibility.possible_targets(s) & s.occupied[1] == 0


@rule("11.1.3", "11.1.3.1")
def test_only_one_lcu_attacks_in_a_combat():
    s = front_line()
    marked(s, "1721", "1720")
    act(s, "attack 1821", "9th Army joins the attack")
    assert refused(s, "4th Army joins the attack") == "11.1.3"


@rule("11.1.3", "11.1.3.2")
def test_a_further_hex_needs_its_marker_and_an_attacking_mechanized_unit():
    s = situation(
        axis={"9th Army": "1721", "43 Corps": "1820", "57 Pz Corps": "1820", "34 Corps": "1720"},
        soviet={"13R Army": "1821"},
    )
    marked(s, "1721", "1820", "1720")
    act(s, "attack 1821", "9th Army joins the attack")
    assert refused(s, "43 Corps joins the attack") == "11.1.3"
    act(s, "57 Pz Corps joins the attack")
    assert can(s, "43 Corps joins the attack") and refused(s, "34 Corps joins the attack") == "11.1.3"


@rule("11.1.3")
def test_soviet_units_of_three_hexes_need_mechanized_units_in_two_of_them():
    """The example of 11.1.3."""
    s = situation(
        side="soviet",
        turn=8,
        axis={"9th Army": "1821"},
        soviet={"Don Front": "1822", "1T Army": "1921", "4G Army": "1921", "13M Corps": "1920", "5G Army": "1820"},
    )
    marked(s, "1822", "1921", "1920", "1820")
    act(s, "attack 1821", "Don Front joins the attack", "1T Army joins the attack", "13M Corps joins the attack")
    assert refused(s, "5G Army joins the attack") == "11.1.3"
    act(s, "4G Army joins the attack", "launch the attack")
    assert s.attackers.bit_count() == 4


@rule("11.1.3")
def test_cavalry_opens_no_second_hex():
    """SW-45"""
    s = situation(side="soviet", turn=8, axis={"9th Army": "1821"}, soviet={"Don Front": "1822", "1GC Corps": "1921"})
    marked(s, "1822", "1921")
    act(s, "attack 1821", "Don Front joins the attack")
    assert refused(s, "1GC Corps joins the attack") == "11.1.3"


@rule("11.1.4")
def test_a_hex_is_attacked_once_in_a_round_and_never_when_empty():
    s = front_line()
    marked(s, "1721", "1820")
    attack(s, "1821", "43 Corps")
    throw(s, "0", "0")
    assert s.step.name == "Attacks" and refused(s, "attack 1821") == "11.1.4"
    assert refused(s, "attack 1921") == "11.1.4"
    assert choices(s, AttackHex) == ["attack 1822"]


@rule("11.1.4")
def test_all_units_of_a_hex_defend_together():
    s = situation(axis=FRONT_LINE, soviet={"13R Army": "1821", "West Front": "1821", "6M Corps": "1821"})
    attack(s, "1821", "9th Army")
    assert s.defenders.bit_count() == 3


@rule("11.1.4", "16.1.4")
def test_inactive_partisans_are_not_attacked():
    s = front_line()
    change(s, lurking=1 << place("1722"))
    marked(s, "1721")
    assert choices(s, AttackHex) == ["attack 1821", "attack 1822"]


@rule("11.1.5", "7.3.5")
def test_one_marker_covers_attacks_of_its_units_on_different_hexes():
    """SW-28"""
    s = front_line(ops=1)
    marked(s, "1721")
    attack(s, "1821", "43 Corps")
    throw(s, "0", "0")
    attack(s, "1822", "9th Army")
    assert s.target == place("1822") and s.attackers == 1 << unit("9th Army")


@rule("11.1.6")
def test_a_unit_attacks_once_in_a_round():
    s = front_line(ops=1)
    marked(s, "1721")
    attack(s, "1821", "9th Army")
    throw(s, "0", "0")
    act(s, "attack 1822")
    assert refused(s, "9th Army joins the attack") == "11.1.6" and can(s, "39 Pz Corps joins the attack")


@rule("11.1.7")
def test_active_partisans_attack_alone():
    s = situation(
        side="soviet", turn=8, axis={"2Lw Corps": "1921"}, soviet={"Partisans Kovpak": "1922", "1T Army": "2022"}
    )
    marked(s, "1922", "2022")
    act(s, "attack 1921", "1T Army joins the attack")
    assert refused(s, "Partisans Kovpak joins the attack") == "11.1.7"


@rule("11.1.8")
def test_units_that_did_not_attack_neither_lose_steps_nor_advance():
    s = situation(axis={"9th Army": "1721", "39 Pz Corps": "1721"}, soviet={"13R Army": "1821 -1"})
    attack(s, "1821", "9th Army")
    throw(s, "1", "1*")
    assert s.lost[unit("39 Pz Corps")] == 0
    assert s.step.name == "Advancing" and refused(s, "39 Pz Corps advances") == "11.1.8"


@rule("11.1.1")
def test_units_without_an_attack_strength_do_not_attack():
    """SW-79"""
    s = situation(side="soviet", axis={"2Lw Corps": "1921"}, soviet={"Luga FZ": "1922", "13R Army": "1922"})
    marked(s, "1922")
    act(s, "attack 1921")
    assert refused(s, "Luga FZ joins the attack") == "11.1.1"
    s = situation(side="soviet", axis={"2Lw Corps": "1921"}, soviet={"Luga FZ": "1922"})
    act(s, "end movement")
    assert s.step.name != "Marking"


@rule("10.2.1", "4.5.1")
def test_units_that_used_strategic_movement_or_arrived_in_the_round_do_not_attack():
    s = front_line()
    change(s, strategic=1 << unit("9th Army"), arrived=1 << unit("39 Pz Corps") | 1 << unit("43 Corps"))
    act(s, "end movement")
    assert refused(s, "combat marker in 1721") == "7.3.5"
    change(s, combat=1 << place("1721"), target=place("1821"))
    assert eligibility.why_not_able(s, unit("9th Army")).rule == "10.2.1"
    assert eligibility.why_not_able(s, unit("39 Pz Corps")).rule == "4.5.1"


@rule("19.1.1", "19.1.1.1", "19.2.1")
def test_romanians_and_hungarians_do_not_attack_together():
    s = situation(
        axis={"RO Mtn Corps": "1626", "HU Mobile Corps": "1625", "48 Pz Corps": "1625"}, soviet={"5M Corps": "1725"}
    )
    marked(s, "1626", "1625")
    act(s, "attack 1725", "RO Mtn Corps joins the attack", "48 Pz Corps joins the attack")
    assert refused(s, "HU Mobile Corps joins the attack") == "19.1.1"


# -- [11.1.9, 11.1.10] hexes that are barred ------------------------------------------------------------------------

BANNED = [
    ("axis-06", "Leningrad", "2418"),
    ("axis-07", "Moscow", "2623"),
    ("axis-07", "Gorki", "2923"),
    ("axis-08", "Stalingrad", "2829"),
    ("axis-08", "2331", "2231"),
]


@pytest.mark.parametrize(("card", "target", "start"), BANNED)
@rule("11.1.9", "11.1.9.1", "11.1.9.2", "11.1.9.3")
def test_some_hexes_are_not_attacked_before_their_event(card, target, start):
    s = situation(turn=6, axis={"9th Army": start}, soviet={"13R Army": target})
    assert why_not(ready(s, start), target) == "11.1.9"
    event(s, card)
    s.memo.clear()
    assert why_not(s, target) == ""


@rule("11.1.9", "11.1.9.4")
def test_entering_one_vacant_hex_lifts_its_ban_for_the_rest_of_the_game():
    """SW-70, and the example of 11.1.9: Moscow frees Gorki."""
    s = situation(turn=6, axis={"9th Army": "2923", "24 Pz Corps": "2623"}, soviet={"13R Army": "Gorki"})
    act(s, "24 Pz Corps 2623-2722")
    marked(s, "2923")
    assert can(s, "attack 3023")
    s = situation(turn=6, axis={"9th Army": "2829"}, soviet={"13R Army": "Stalingrad"})
    control.take(s, 0, place("2432"))
    marked(s, "2829")
    assert can(s, "attack 2830")


@rule("11.1.10")
def test_axis_units_do_not_attack_over_the_lower_volga_before_moscow_or_stalingrad_is_theirs():
    s = situation(turn=6, axis={"9th Army": "2930"}, soviet={"13R Army": "2929"})
    assert why_not(ready(s, "2930"), "2929") == "11.1.10"
    for key in ("Stalingrad", "Moscow"):
        s = situation(turn=6, axis={"9th Army": "2930"}, soviet={"13R Army": "2929"}, axis_holds=[key])
        marked(s, "2930")
        assert can(s, "attack 2929")


@rule("11.1.10")
def test_the_soviets_attack_over_the_volga_as_they_like():
    s = situation(turn=6, side="soviet", axis={"9th Army": "2930"}, soviet={"Don Front": "2929"})
    marked(s, "2929")
    assert can(s, "attack 2930")


# -- [4.4] the first turns ------------------------------------------------------------------------------------------


@rule("4.4.7")
def test_fronts_do_not_attack_panzer_corps_alone_on_turns_1_and_2():
    for turn, barred in ((1, True), (2, True), (3, False)):
        s = situation(
            turn=turn, side="soviet", axis={"39 Pz Corps": "1821"}, soviet={"West Front": "1822", "6M Corps": "1822"}
        )
        marked(s, "1822")
        act(s, "attack 1821")
        assert refused(s, "West Front joins the attack") == ("4.4.7" if barred else ""), turn
        assert can(s, "6M Corps joins the attack")


@rule("4.4.7")
def test_an_infantry_corps_beside_the_panzers_opens_the_hex_to_fronts():
    """SW-18"""
    s = situation(side="soviet", axis={"39 Pz Corps": "1821", "43 Corps": "1821"}, soviet={"West Front": "1822"})
    marked(s, "1822")
    act(s, "attack 1821")
    assert can(s, "West Front joins the attack")


@rule("4.4.8")
def test_mech_corps_of_two_hexes_do_not_attack_panzer_corps_together_on_turns_1_and_2():
    for turn, expected in ((2, "4.4.8"), (3, "")):
        s = situation(
            turn=turn, side="soviet", axis={"39 Pz Corps": "1821"}, soviet={"6M Corps": "1822", "3M Corps": "1921"}
        )
        marked(s, "1822", "1921")
        act(s, "attack 1821", "6M Corps joins the attack")
        assert refused(s, "3M Corps joins the attack") == expected


@rule("4.4.8", "C.2")
def test_the_second_hex_of_zhukov_may_join_if_it_sends_no_mech_corps():
    """SW-19"""
    s = situation(
        side="soviet",
        axis={"39 Pz Corps": "1821"},
        soviet={"6M Corps": "1822", "3M Corps": "1921", "13R Army": "1921"},
    )
    event(s, "soviet-09")
    act(s, "end movement", "paired combat marker in 1822 and 1921")
    marked(s)
    act(s, "attack 1821", "6M Corps joins the attack")
    assert refused(s, "3M Corps joins the attack") == "4.4.8" and can(s, "13R Army joins the attack")


@rule("4.4.4")
def test_the_soviets_do_not_attack_into_romania_on_turn_1():
    for turn, expected in ((1, "4.4.4"), (2, "")):
        s = situation(turn=turn, side="soviet", axis={"RO 3rd Army": "1627"}, soviet={"South Front": "1726"})
        assert why_not(ready(s, "1726"), "1627") == expected


# -- Zhukov, Race for Berlin, Backhand Blow -------------------------------------------------------------------------


def zhukov(**more):
    s = situation(
        side="soviet",
        turn=5,
        axis={"2Lw Corps": "1821", "9th Army": "1721"},
        soviet={"West Front": "1822", "13R Army": "1921"},
        **more,
    )
    event(s, "soviet-09")
    act(s, "end movement")
    return s


@rule("C.2", "11.1.3.2", "11.1.3")
def test_zhukov_activates_two_adjacent_hexes_for_one_ops_and_needs_no_mech_unit():
    s = zhukov(ops=1)
    assert can(s, "paired combat marker in 1822 and 1921")
    assert refused(s, "paired combat marker in 1921 and 1822") == "11.1.3", "one order of the two is enough"
    act(s, "paired combat marker in 1822 and 1921")
    assert s.ops == 0
    attack(s, "1821", "West Front", "13R Army")
    assert s.paired and not s.pairs


@rule("C.2", "11.2.1.8")
def test_each_zhukov_attack_costs_a_step_that_does_not_count_for_the_winner():
    s = zhukov()
    act(s, "paired combat marker in 1822 and 1921")
    marked(s)
    attack(s, "1821", "West Front", "13R Army")
    throw(s, "1", "0")
    assert s.step.name == "Losses" and s.victor == 1 and s.frame[1:4] == (1, 1, 1)
    act(s, "13R Army loses a step")
    assert s.lost[unit("13R Army")] == 1


@rule("C.2", "11.1.3")
def test_a_zhukov_pair_attacks_one_hex_next_to_both_of_its_hexes():
    """SW-97: also with the units of one hex, without the further step."""
    s = zhukov()
    put(s, "4th Army", "1722")
    act(s, "paired combat marker in 1822 and 1921")
    marked(s)
    assert choices(s, AttackHex) == ["attack 1821"]
    attack(s, "1821", "West Front")
    throw(s, "0", "0")
    assert not s.pairs and s.step.name != "Attacks"


@rule("C.2")
def test_without_zhukov_there_are_no_pairs():
    s = situation(side="soviet", turn=5, axis={"2Lw Corps": "1821"}, soviet={"West Front": "1822", "13R Army": "1921"})
    act(s, "end movement")
    assert choices(s, MarkPair) == [] and refused(s, "paired combat marker in 1822 and 1921") == "11.1.3"


@rule("11.1.4")
def test_race_for_berlin_allows_a_second_attack_in_germany_by_other_units():
    s = situation(
        side="soviet",
        turn=17,
        axis={"9th Army": "1421", "39 Pz Corps": "1421"},
        soviet={"1GT Army": "1521", "2GT Army": "1521"},
    )
    event(s, "soviet-55")
    marked(s, "1521")
    attack(s, "1421", "1GT Army")
    throw(s, "0", "1")
    assert can(s, "attack 1421")
    act(s, "attack 1421")
    assert refused(s, "1GT Army joins the attack") == "11.1.6"
    act(s, "2GT Army joins the attack", "launch the attack")
    assert s.attacked_twice == 1 << place("1421")
    s.memo.clear()
    assert not eligibility.open_targets(s) >> place("1421") & 1, "no third attack"


@rule("C.12")
def test_backhand_blow_must_attack_one_unit_that_advanced():
    s = situation(axis=FRONT_LINE, soviet={"5T Army": "1821", "West Front": "1822"}, turn=8, ops=2)
    event(s, "axis-33")
    change(s, advanced_before=1 << unit("5T Army"))
    act(s, "end movement")
    assert refused(s, "end combat markers") == "7.5.1a"
    act(s, "combat marker in 1721", "end combat markers")
    assert refused(s, "end attacks") == "7.5.1a"
    attack(s, "1821", "39 Pz Corps")
    throw(s, "0", "0")
    assert can(s, "end attacks")


# -- [11.2.1] step 1 ------------------------------------------------------------------------------------------------


@rule("11.2.1.1", "13.1.1")
def test_the_supply_of_defenders_is_found_at_the_instant_of_combat():
    ring = {"9th Army": "1721", "4th Army": "1920", "6th Army": "1922", "39 Pz Corps": "1721"}
    s = situation(axis=ring, soviet={"13R Army": "1821"})
    s.set_supply(unit("13R Army"), FULL)
    attack(s, "1821", "9th Army")
    assert s.supply[unit("13R Army")] == OUT


@rule("11.2.1.1")
def test_an_attack_is_launched_only_with_attackers_named():
    s = front_line()
    marked(s, "1721")
    act(s, "attack 1821")
    assert refused(s, "launch the attack") == "11.2.1"
    assert can(s, "all in 1721 join the attack")
    assert refused(s, "all in 1820 join the attack") == "11.1.1", "a marker there is missing"
    act(s, "all in 1721 join the attack", "launch the attack")
    assert s.fought == sum(1 << unit(name) for name in ("9th Army", "39 Pz Corps", "43 Corps"))


def test_the_attack_is_shown_with_its_odds_before_anybody_commits():
    s = front_line()
    hold(s, "axis-10")
    marked(s, "1721")
    shown = s.show(("place", place("1821")))[0].preview["odds"]
    assert [fire.side for fire in shown.fires] == ["axis", "soviet"] and sum(shown.results.values()) == pytest.approx(1)
    attack(s, "1821", "9th Army")
    for view in s.show(("card", 9)):
        assert view.preview["odds"].fires[0].shifts[0].cause == "Luftwaffe Support"
    no_cards(s)
    assert s.step.name == "Throw" and not effects.allowed(s, "festungs")


@rule("10.3.1", "11.1.1")
def test_the_lcu_that_digs_may_attack_and_its_trench_stays_when_it_advances():
    """SW-44"""
    s = situation(axis={"9th Army": "1721", "39 Pz Corps": "1721"}, soviet={"28R Corps": "1821"})
    effects.allow(s, "trenches-axis")
    act(s, "entrench in 1721", "end movement", "trench in 1721: 1")
    attack(s, "1821", "9th Army", "39 Pz Corps")
    throw(s, "1", "0")
    act(s, "9th Army advances", "39 Pz Corps advances", "end advance")
    assert s.trenches[0] == 1 << place("1721")
