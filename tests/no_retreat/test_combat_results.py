"""[10.7] Combat results, step losses, cadres, forts and counterattacks."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule

from .combat import (
    CA,
    CB,
    DD,
    DR,
    DS,
    EX,
    IDLE,
    allowed,
    asked,
    attack,
    counterattack,
    decide_support,
    declare,
    field,
    given,
    join,
    launch,
    legal,
    roll,
    said,
    start,
)
from .situation import do, place, refused, unit, where


def full(s, name: str) -> bool:
    return bool(s.full[unit(s, name)])


# -- NE, EX -------------------------------------------------------------------------------------------------------


@rule("10.7")
def test_an_indecisive_battle_changes_nothing():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"})
    attack(s, "1215", "9th Army", die=2)
    assert where(s, "9th Army") == "1214" and where(s, "West Front") == "1215"
    assert s.next_blows == s.fields == []


@rule("10.7", "10.7.1", "7.2.2")
def test_an_exchange_costs_both_sides_a_step():
    """The army has two steps; the Front, though red, has one before turn 17 and goes to its box red side up."""
    s = field(turn=8, axis={"9th Army": "1214", "6th Army": "1114"}, soviet={"South Front": "1215 full"})
    attack(s, "1215", "9th Army", "6th Army", die=4)  # 8 to 6 is 1:1: EX
    assert asked(s) == "Losses" and s.side == "axis"
    do(s, "6th Army loses a step")
    assert (full(s, "6th Army"), full(s, "9th Army")) == (False, True)
    assert where(s, "South Front") == "destroyed" and full(s, "South Front")


@rule("10.7.1", "7.3")
def test_from_turn_17_a_red_front_takes_a_loss_by_turning_brown():
    s = field(turn=17, axis={"9th Army": "1214", "6th Army": "1114"}, soviet={"South Front": "1215 full"})
    attack(s, "1215", "9th Army", "6th Army", die=4)
    do(s, "9th Army loses a step")
    assert where(s, "South Front") == "1215" and not full(s, "South Front")


@rule("10.7.7")
@rule("10.7")
def test_nobody_advances_after_an_exchange():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"})
    attack(s, "1215", "9th Army", die=4)
    assert where(s, "West Front") == "destroyed" and where(s, "9th Army") == "1214"
    assert asked(s) != "AdvanceStep"


@rule("10.7.1", "6.5.4")
def test_an_unsupplied_unit_surrenders_when_eliminated():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"}, unsupplied=["West Front"])
    attack(s, "1215", "9th Army", die=3)  # 1:1, two right: 2:1: EX
    assert where(s, "West Front") == "surrendered" and s.event_vp == 1


@rule("10.7.1")
def test_only_units_that_fought_take_losses():
    s = field(axis={"9th Army": "1214", "6th Army": "1214"}, soviet={"West Front": "1215"})
    declare(s, "1215")
    join(s, "1215", "9th Army")
    launch(s)
    given(s, EX)
    assert not full(s, "9th Army") and full(s, "6th Army")


@rule("L.1", book="no-retreat-digital")
def test_the_player_assigns_the_step_loss():
    s = field(edition="digital-1.1", axis={"9th Army": "1214", "6th Army": "1114"}, soviet={"West Front": "1215"})
    declare(s, "1215")
    join(s, "1215", "9th Army", "6th Army")
    if asked(s) == "Allocation":
        do(s, "all attackers allocated")
    given(s, EX)
    assert legal(s) == {"9th Army loses a step", "6th Army loses a step"}
    do(s, "9th Army loses a step")
    assert not full(s, "9th Army")


# -- who must take the loss ---------------------------------------------------------------------------------------


@rule("14.5.1")
@rule("14.5")
def test_ss_panzer_takes_the_loss_of_an_exchange_in_attack():
    s = field(turn=14, axis={"SS Panzer": "1214", "9th Army": "1114"}, soviet={"Bryansk Front": "1215 full"})
    attack(s, "1215", "SS Panzer", "9th Army")
    given(s, EX)
    assert not full(s, "SS Panzer") and full(s, "9th Army")


@rule("14.6.1")
@rule("14.6")
def test_ss_panzergrenadiers_take_any_loss_unless_they_attack_with_ss_panzer():
    s = field(turn=17, axis={"SS Panzergrenadier": "1214", "9th Army": "1114"}, soviet={"Steppe Front": "1215 full"})
    attack(s, "1215", "SS Panzergrenadier", "9th Army")
    given(s, EX)
    assert not full(s, "SS Panzergrenadier") and full(s, "9th Army")
    s = field(turn=17, axis={"SS Panzergrenadier": "1214", "SS Panzer": "1114"}, soviet={"Steppe Front": "1215 full"})
    attack(s, "1215", "SS Panzergrenadier", "SS Panzer")
    given(s, EX)
    assert full(s, "SS Panzergrenadier") and not full(s, "SS Panzer")


@rule("14.6")
def test_ss_panzergrenadiers_take_the_loss_in_defence():
    s = field(
        turn=17,
        side="soviet",
        axis={"SS Panzergrenadier": "1214", "9th Army": "1214"},
        soviet={"Steppe Front": "1215 full", "Kalinin Front": "1114 full"},
    )
    attack(s, "1214", "Steppe Front", "Kalinin Front")
    given(s, EX)
    do(s, "Kalinin Front loses a step")
    assert not full(s, "SS Panzergrenadier") and full(s, "9th Army")


@rule("14.7")
def test_a_shock_unit_takes_the_loss_of_an_exchange_in_attack():
    s = field(
        turn=17,
        side="soviet",
        axis={"9th Army": "1214"},
        soviet={"Southwest Front": "1215 full", "Kalinin Front": "1114 full"},
    )
    attack(s, "1214", "Southwest Front", "Kalinin Front")
    given(s, EX)
    assert not full(s, "Southwest Front") and full(s, "Kalinin Front")


@rule("U.5.1", book="no-retreat-digital")
@rule("14.1.2")
@rule("14.1")
def test_a_german_fort_takes_the_first_loss_and_is_gone_for_good():
    s = field(
        turn=24,
        side="soviet",
        axis={"1st Festung": "1806", "9th Army": "1806"},
        soviet={"Steppe Front": "1807 full", "Kalinin Front": "1706 full"},
    )
    attack(s, "1806", "Steppe Front", "Kalinin Front")
    given(s, EX)
    do(s, "Kalinin Front loses a step")
    assert where(s, "1st Festung") == "removed" and full(s, "9th Army")


@rule("15.8")
def test_rezervy_may_take_the_loss_of_the_unit_it_is_stacked_with():
    s = field(turn=8, axis={"9th Army": "1214"}, soviet={"West Front": "1215", "Rezervy": "1215"}, rezervy=True)
    attack(s, "1215", "9th Army")
    given(s, EX)
    assert legal(s) == {"West Front loses a step", "Rezervy loses a step"}
    do(s, "Rezervy loses a step")
    assert where(s, "Rezervy") == "destroyed" and where(s, "West Front") == "1215"


# -- [14.9.2] cadres ----------------------------------------------------------------------------------------------


@rule("14.9.2", "14.9")
def test_a_cadre_may_take_the_place_of_a_unit_lost_to_an_exchange():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215", "Ostatky": "cadres"})
    attack(s, "1215", "9th Army")
    given(s, EX)
    assert asked(s) == "CadreStep" and s.side == "soviet"
    assert legal(s) == {"Ostatky forms in 1215", "no cadre"}
    do(s, "Ostatky forms in 1215")
    assert where(s, "Ostatky") == "1215" and where(s, "West Front") == "destroyed"


@rule("14.9.2")
def test_no_cadre_where_none_is_available_or_the_owner_declines():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215", "Ostatky": "cadres"})
    attack(s, "1215", "9th Army")
    given(s, EX)
    do(s, "no cadre")
    assert where(s, "Ostatky") == "cadres"


@rule("14.9.2.1")
@rule("14.9.2", "7.4")
def test_no_cadre_for_a_unit_printed_on_one_side_only():
    s = field(
        side="soviet",
        axis={"3rd Rumanian": "1214", "1st Kampfgruppe": "cadres"},
        soviet={"South Front": "1215"},
    )
    attack(s, "1214", "South Front")
    given(s, EX)
    assert asked(s) != "CadreStep" and where(s, "3rd Rumanian") == "track"


@rule("U.3.1", book="no-retreat-digital")
@rule("14.9.2.1")
@rule("14.9.2")
def test_no_cadre_for_a_unit_that_could_not_retreat():
    s = field(
        axis={"9th Army": "1216", "6th Army": "1214", "17th Army": "1314", "11th Army": "1115"},
        soviet={"South Front": "1215", "Ostatky": "cadres"},
    )
    attack(s, "1215", "6th Army", "9th Army")
    given(s, DR)
    assert where(s, "South Front") == "destroyed" and where(s, "Ostatky") == "cadres"


@rule("U.3", book="no-retreat-digital")
def test_a_cadre_is_placed_where_a_unit_died_of_a_dd():
    """The unit retreats, loses its only step there, and the cadre forms in that hex."""
    s = field(
        edition="digital-1.1",
        axis={"2nd Panzer": "1214", "1st Panzer": "1214"},
        soviet={"South Front": "1215", "Ostatky": "cadres"},
    )
    declare(s, "1215")
    join(s, "1215", "2nd Panzer", "1st Panzer")
    given(s, DD)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert asked(s) == "CadreStep"
    s.apply(s.legal()[0])
    assert where(s, "Ostatky") not in ("cadres", "1215") and where(s, "South Front") == "destroyed"


# -- DS, DD -------------------------------------------------------------------------------------------------------


@rule("10.7.6", "10.7")
def test_shattered_units_go_to_their_box_on_the_side_they_show():
    s = field(turn=8, axis={"2nd Panzer": "1214", "1st Panzer": "1114"}, soviet={"South Front": "1215"})
    attack(s, "1215", "2nd Panzer", "1st Panzer")
    given(s, DS)
    assert where(s, "South Front") == "shattered"
    assert asked(s) == "AdvanceStep", "and the victors may advance"


@rule("10.7.6")
def test_units_that_cannot_retreat_are_eliminated_instead_of_shattered():
    s = field(
        axis={"2nd Panzer": "1214", "1st Panzer": "1314", "9th Army": "1216", "6th Army": "1115"},
        soviet={"South Front": "1215"},
    )
    attack(s, "1215", "2nd Panzer", "1st Panzer")
    given(s, DS)
    assert where(s, "South Front") == "destroyed"


@rule("10.7.1.1")
@rule("10.7")
def test_destroyed_defenders_retreat_and_lose_a_step_each():
    s = field(
        turn=18,
        side="soviet",
        axis={"9th Army": "1214"},
        soviet={"Steppe Front": "1215 full", "West Front": "1314 full", "Kalinin Front": "1114 full"},
        axis_holds=["Kiev"],
    )
    attack(s, "1214", "Steppe Front", "West Front", "Kalinin Front")
    given(s, DD)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert not full(s, "9th Army") and s.game.topology.distance(place("1214"), s.place[unit(s, "9th Army")]) == 2


# -- [10.7.4] forts -----------------------------------------------------------------------------------------------


def fort(result: int, **how):
    s = field(
        **{
            "turn": 8,
            "axis": {"2nd Panzer": "1214", "1st Panzer": "1314", "SS Panzer": "1114"},
            "soviet": {"Moscow Front": "1215 full"},
            **how,
        }
    )
    attack(s, "1215", "2nd Panzer", "1st Panzer", "SS Panzer")
    given(s, result)
    return s


@rule("10.7.4", "14.1")
def test_a_fort_ignores_a_retreat():
    s = fort(DR)
    assert where(s, "Moscow Front") == "1215" and full(s, "Moscow Front") and asked(s) != "AdvanceStep"


@rule("10.7.4", "14.1")
def test_a_shattered_fort_is_an_exchange():
    s = fort(DS)
    assert not full(s, "SS Panzer"), "the attacker's step, which SS Panzer must take (14.5)"
    assert where(s, "Moscow Front") == "1215" and not full(s, "Moscow Front")


@rule("10.7.4", "10.7", "14.1")
def test_nobody_advances_into_the_hex_of_a_fort_lost_to_that_exchange():
    s = field(
        turn=24,
        side="soviet",
        axis={"1st Festung": "1806"},
        soviet={"Steppe Front": "1807 full", "Kalinin Front": "1706 full"},
    )
    attack(s, "1806", "Steppe Front", "Kalinin Front")
    given(s, DS)
    do(s, "Kalinin Front loses a step")
    assert where(s, "1st Festung") == "removed" and asked(s) != "AdvanceStep"


@rule("10.7.4.1")
@rule("10.7.4", "14.1")
def test_a_destroyed_fort_loses_a_step_and_stays_though_it_is_a_regional_unit_now():
    s = fort(DD)
    assert where(s, "Moscow Front") == "1215" and not full(s, "Moscow Front") and asked(s) != "AdvanceStep"


@rule("10.7.4")
def test_units_stacked_with_a_fort_do_not_retreat_either():
    s = fort(
        DR,
        turn=23,
        axis={"2nd Panzer": "1214", "1st Panzer": "1314", "9th Army": "1114", "SS Panzer": "1114"},
        soviet={"Moscow Front": "1215 full", "Karelian Front": "1215"},
    )
    assert where(s, "Karelian Front") == where(s, "Moscow Front") == "1215"


@rule("10.7.4")
def test_of_two_hexes_only_the_one_with_the_fort_holds():
    s = field(
        turn=8,
        axis={"2nd Panzer": "1314", "1st Panzer": "1314", "SS Panzer": "1314"},
        soviet={"Moscow Front": "1215 full", "South Front": "1315"},
    )
    declare(s, "1215", "1315")
    join(s, "1215", "2nd Panzer", "1st Panzer", "SS Panzer")
    join(s, "1315", "2nd Panzer")
    launch(s)
    if asked(s) == "ChooseGround":
        s.apply(s.legal()[0])
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert where(s, "Moscow Front") == "1215" and where(s, "South Front") not in ("1315", "destroyed")
    assert s.vacated == [place("1315")]


@rule("12.5", "14.1")
def test_the_soviets_win_when_the_berlin_garrison_is_eliminated():
    s = field(
        turn=26,
        side="soviet",
        axis={"Berlin Garrison": "Berlin reduced"},
        soviet={"Steppe Front": "2205 full", "Kalinin Front": "2104 full"},
    )
    attack(s, "2204", "Steppe Front", "Kalinin Front")
    given(s, EX)
    do(s, "Steppe Front loses a step")
    assert s.outcome() is not None and s.outcome().winner == "soviet" and s.outcome().rule == "12.5"


@rule("14.11.1")
@rule("14.11")
def test_volkssturm_turns_a_retreat_into_no_effect_and_is_gone():
    s = field(
        turn=24,
        side="soviet",
        axis={"Breslau Volkssturm": "Breslau", "9th Army": "Breslau"},
        soviet={"Steppe Front": "1905 full", "Kalinin Front": "1804 full"},
    )
    attack(s, "1904", "Steppe Front", "Kalinin Front")
    given(s, DR)
    assert where(s, "Breslau Volkssturm") == "removed" and where(s, "9th Army") == "1904"
    assert asked(s) != "AdvanceStep"


# -- [10.7.2] counterattacks --------------------------------------------------------------------------------------


def answered(**how):
    """9th Army attacks South Front at 1:1 and rolls a 1: CA."""
    s = field(**{"axis": {"9th Army": "1214"}, "soviet": {"South Front": "1215"}, **how})
    attack(s, "1215", "9th Army", die=1)
    return s


@rule("10.7.2")
def test_the_defender_may_leave_a_counterattack_alone():
    s = answered()
    assert s.side == "soviet" and legal(s) == {"counterattack", "no counterattack"}
    do(s, "no counterattack")
    assert s.fields == [] and where(s, "9th Army") == "1214"


@rule("10.7.2")
def test_a_counterattack_is_a_new_battle_of_the_same_units_the_other_way_round():
    s = answered()
    do(s, "counterattack")
    assert (s.attacker, s.round) == (1, 1)
    assert [s.game.names[u] for u in s.attackers] == ["South Front"]
    assert [s.game.names[u] for u in s.defenders] == ["9th Army"] and s.fields == [place("1214")]
    assert said(s, "3 to 4 is 1:2")


@rule("10.7.2.5")
@rule("10.7.2")
def test_a_counterattack_may_be_answered_by_another():
    s = answered()
    counterattack(s, die=1)
    assert asked(s) == "CounterattackStep" and s.side == "axis"
    do(s, "counterattack")
    assert (s.attacker, s.round) == (0, 2)


@rule("10.8.3")
@rule("10.7.2", "10.8")
def test_a_won_counterattack_drives_the_attacker_back_and_the_winner_advances():
    s = answered(soviet={"West Front": "1215 full", "South Front": "1218"}, axis={"9th Army": "1214"})
    counterattack(s)
    given(s, DR)
    while asked(s) == "Retreats":
        assert s.side == "axis"
        s.apply(s.legal()[0])
    assert asked(s) == "AdvanceStep" and s.side == "soviet"
    do(s, "West Front advances to 1214")
    assert where(s, "West Front") == "1214"


@rule("10.7.2.3")
@rule("10.7.2")
def test_units_not_engaged_only_retreat():
    """6th Army stays out; beaten in a counterattack, 9th Army is shattered and 6th Army retreats."""
    s = field(
        turn=18,
        axis={"9th Army": "1214", "6th Army": "1214"},
        soviet={"Southwest Front": "1215 full", "Kalinin Front": "1115"},
        axis_holds=["Kiev"],
    )
    declare(s, "1215")
    join(s, "1215", "9th Army")
    launch(s)
    given(s, CA)
    counterattack(s)
    assert [s.game.names[u] for u in s.defenders] == ["9th Army"]
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert where(s, "6th Army") not in ("1214", "shattered") and full(s, "6th Army")


@rule("10.6.2.1", "10.7.2.1")
@rule("10.7.2", "10.6.2")
def test_support_of_the_first_battle_does_not_count_in_the_counterattack_and_the_other_side_may_use_its_own():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"}, supports=(1, 1))
    declare(s, "1215")
    do(s, "no support marker")
    roll(s, 1)
    do(s, "counterattack")
    assert asked(s) == "Commitment" and s.side == "soviet"
    do(s, "commit a support marker")
    assert s.supports == [1, 0] and said(s, "4 to 4 is 1:1; Shock! +1: 3:2")


@rule("10.7.2.2")
@rule("10.7.2", "14.9")
def test_white_and_disorganized_defenders_counterattack_too():
    s = field(side="soviet", axis={"1st Kampfgruppe": "1214"}, soviet={"South Front": "1215"})
    attack(s, "1214", "South Front", die=1)  # 3 to 2 is 3:2: CA
    do(s, "counterattack")
    assert [s.game.names[u] for u in s.attackers] == ["1st Kampfgruppe"]


# -- [10.7.3] counterblow markers ---------------------------------------------------------------------------------


@rule("10.7.3", "10.7")
def test_a_cb_result_puts_a_marker_on_an_attacking_hex_of_the_owners_choice():
    s = field(axis={"9th Army": "1214", "6th Army": "1114"}, soviet={"West Front": "1215"})
    attack(s, "1215", "9th Army", "6th Army")
    given(s, CB)
    assert asked(s) == "PlaceBlow" and legal(s) == {"counterblow marker on 1214", "counterblow marker on 1114"}
    do(s, "counterblow marker on 1114")
    assert [*s.blows, *s.next_blows] == [place("1114")]


@rule("10.7.3.1")
@rule("10.7.3")
def test_a_cb_in_a_counterattack_marks_the_phasing_sides_hex():
    s = answered()
    counterattack(s)
    given(s, CB)
    assert [*s.blows, *s.next_blows] == [place("1214")], "the German hex: it is the German turn"


@rule("10.7.3")
def test_the_marker_waits_for_the_enemys_combat_phase():
    s = field(axis={"9th Army": "1214", "6th Army": "1013"}, soviet={"West Front": "1215", "South Front": "1014"})
    declare(s, "1215", "1014")
    join(s, "1215", "9th Army")
    launch(s)
    given(s, CB)
    assert s.next_blows == [place("1214")] and s.blows == []
    roll(s, 2)
    while s.game.phases[s.phase].id == "combat":
        s.apply(s.sample(random.Random(1)))
    assert s.blows == [place("1214")] and s.next_blows == []


@rule("10.7.3")
def test_a_hex_with_white_units_only_takes_no_marker():
    s = field(phase=None, axis={"9th Army": "1214"}, soviet={"Moscow Front": "1215 full"})
    s.blows = [place("1214")]
    start(s, "soviet")
    given(s, CB)
    assert s.next_blows == [] and s.blows == []


@rule("10.1", "10.7.3")
def test_no_more_than_five_markers_lie_on_the_map():
    s = field(axis={"9th Army": "1214"}, soviet={"West Front": "1215"})
    declare(s, "1215")
    s.next_blows = [place(h) for h in ("1718", "1719", "1720", "1721", "1722")]
    given(s, CB)
    assert place("1214") not in s.blows and len(s.blows) == 5


@rule("10.7.1")
def test_refusals_of_losses_name_the_rule():
    s = field(
        turn=14,
        axis={"SS Panzer": "1214", "9th Army": "1114", "6th Army": "1114"},
        soviet={"Steppe Front": "1215 full", "Kalinin Front": "1216"},
    )
    declare(s, "1215")
    join(s, "1215", "9th Army", "6th Army")
    launch(s)
    decide_support(s)
    given(s, EX)
    assert refused(s, "SS Panzer loses a step") == "10.7.1", "it did not fight"
    assert refused(s, "no cadre") == "10.7.1"
    assert allowed(s, "6th Army loses a step")


@rule("10.1.2")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
def test_counterblows_are_paid_for_in_every_edition(edition):
    s = field(
        edition=edition,
        axis={"9th Army": "1214"},
        soviet={"South Front": "1215"},
        soviet_hand=[IDLE] if edition == "board" else ["*"],
    )
    do(s, "no more targets", "counterblow from 1215")
    assert asked(s) == "Pay"
