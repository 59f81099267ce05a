"""[7.5] Each Axis card as an event, and the position it leaves. Combat cards are played in test_combat_cards."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import banked, effects, weather
from rasputitsa.titles.stalins_war import effect_kinds as kinds
from rasputitsa.titles.stalins_war.combat import exploitation
from rasputitsa.titles.stalins_war.sequence import end_round, vp_by_events
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    FACE_UP,
    GONE,
    SOVIET,
    UNLIMITED,
)

from .events import event, finish, held, order, play, shift_of, where, why_no_event
from .situation import act, at, can, card, choices, hexes, place, put, refused, unit

BRINGS = {
    "axis-01": ("2nd Army", "40 Pz Corps", "34 Corps", "53 Corps"),
    "axis-02": ("RO Mtn Corps", "RO Cav Corps", "HU Mobile Corps", "IT CSIR"),
    "axis-03": ("HU 2nd Army", "IT 8th Army", "IT Alpini Corps", "RO 6 Corps"),
    "axis-04": ("2 Corps", "10 Corps", "23 Corps", "51 Corps"),
    "axis-05": ("5 Corps", "8 Corps", "17 Corps", "29 Corps", "2Lw Corps"),
    "axis-26": ("ABT. Kempf", "2SS Pz Corps", "11 Corps"),
    "axis-27": ("ABT. Hollidt", "30 Corps", "52 Corps"),
    "axis-28": ("8th Army", "3SS Pz Corps", "42 Corps", "59 Corps"),
    "axis-29": ("ABT. Narwa", "4SS Pz Corps", "26 Corps", "50 Corps"),
    "axis-30": ("HU 1st Army", "HU 1 Cav Corps", "HU 6 Corps", "RO 2 Corps"),
    "axis-31": ("HG Pz Corps", "GD Pz Corps", "1 Cav Corps", "28 Corps"),
    "axis-32": ("12th Army", "1SS Pz Corps", "22 Mtn Corps", "FHH Pz Corps"),
    "axis-46": ("Vlassov",),
}
HOME = {
    "HU": {"1123", "1224"},
    "RO": {"1429"},
    "IT": {"1429", "1829"},
    "": {"1020", "1021", "1022", "1117", "1120", "1218", "1320", "1321", "1619", "1621", "1719"},
}


# -- reinforcements -------------------------------------------------------------------------------------------------


@rule("7.5.2c", "7.5.2c.1", "7.5.3", "7.5.1c")
@pytest.mark.parametrize("name", BRINGS)
def test_axis_reinforcements_arrive_in_their_own_country(name: str) -> None:
    s = finish(event(name))
    for arrived in BRINGS[name]:
        home = HOME.get(arrived[:2] if arrived[:2] in HOME else "", set())
        assert at(s, arrived) in home, arrived
        assert s.lost[unit(arrived)] == (arrived == "FHH Pz Corps"), arrived
    assert len(s.on_map(AXIS)) == len(BRINGS[name])
    assert where(s, name) == GONE and s.active == SOVIET


def test_the_csir_becomes_part_of_the_italian_army() -> None:
    s = finish(event("axis-03", axis={"IT CSIR": "1829"}, axis_holds=("Odessa",)))
    assert at(s, "IT CSIR") == "removed" and at(s, "IT 8th Army") in ("1429", "1829")


@rule("7.5.2c.6")
def test_italians_enter_at_bucharest_or_odessa_while_these_are_axis_controlled() -> None:
    s = event("axis-03", axis_holds=("Odessa",))
    assert can(s, "IT Alpini Corps arrives in 1829") and can(s, "IT Alpini Corps arrives in 1429")
    assert not can(s, "IT Alpini Corps arrives in 1123")
    s = event("axis-03")
    assert refused(s, "IT Alpini Corps arrives in 1829") == "7.5.2c"


@rule("19.3.1")
def test_units_of_a_country_that_has_surrendered_do_not_appear() -> None:
    s = held("axis-30")
    for name in ("HU 1st Army", "HU 1 Cav Corps", "HU 6 Corps"):
        put(s, name, "removed")
    finish(play(s, "axis-30"))
    assert at(s, "HU 1st Army") == "removed" and at(s, "RO 2 Corps") == "1429"


# -- bans that are lifted -------------------------------------------------------------------------------------------


@rule("11.1.9")
def test_nordlicht_frees_leningrad_and_helps_german_armies_there_for_the_turn() -> None:
    near = {"18th Army": "2418", "39 Pz Corps": "2418"}
    s = event("axis-06", axis=near, soviet={"Leningrad Front": "2517"})
    assert effects.allowed(s, "attack-leningrad") and s.kind == 0 and s.active == SOVIET
    assert shift_of(s, "axis-06", "axis", "2517", "18th Army") == 1
    assert shift_of(s, "axis-06", "axis", "2517", "39 Pz Corps") == 0
    assert shift_of(s, "axis-06", "soviet", "2517", "18th Army") == 0
    effects.end(s, "turn")
    assert shift_of(s, "axis-06", "axis", "2517", "18th Army") == 0
    assert effects.allowed(s, "attack-leningrad")


def test_taifun_frees_moscow_and_gives_three_ops_and_a_second_blitz_marker() -> None:
    s = event("axis-07", axis={"4th Army": "2321"})
    assert (s.step.name, s.ops, s.ops_zone) == ("Movement", 3, UNLIMITED)
    assert effects.allowed(s, "attack-moscow-gorki")
    limits = [(e.zone, e.limit) for e, _ in effects.active(s, kinds.BlitzLimit)]
    assert limits == [("paulus", 2)]
    end_round(s)
    assert not any(effects.active(s, kinds.BlitzLimit)) and effects.allowed(s, "attack-moscow-gorki")


@rule("15.1.1")
def test_taifun_in_the_mud_only_frees_moscow() -> None:
    s = event("axis-07", turn=3, round=1, axis={"4th Army": "2321"})
    assert effects.allowed(s, "attack-moscow-gorki") and s.active == SOVIET and s.ops == 0


def test_blau_gives_ops_for_the_south_from_turn_5_on() -> None:
    s = event("axis-08", turn=5, axis={"6th Army": "2225", "2nd Army": "2124"})
    assert effects.allowed(s, "attack-stalingrad-caucasus") and (s.step.name, s.ops) == ("Movement", 4)
    assert s.ops_zone >> place("2225") & 1 and not s.ops_zone >> place("2124") & 1
    s = event("axis-08", turn=4, axis={"6th Army": "2225"})
    assert effects.allowed(s, "attack-stalingrad-caucasus") and s.ops == 0 and s.active == SOVIET


# -- cards kept, second cards, cards seen ---------------------------------------------------------------------------


@rule("7.5.5b")
def test_luftwaffe_support_may_be_laid_face_up_even_in_the_mud() -> None:
    for round_number in (1, 3):
        s = event("axis-10", turn=3, round=round_number, axis={"9th Army": "1720"}, soviet={"West Front": "1721"})
        assert where(s, "axis-10") == FACE_UP and not s.effects
        assert shift_of(s, "axis-10", "axis", "1721", "9th Army") == 0


@rule("4.4.1")
def test_steppe_fox_is_followed_by_a_second_card_that_decides_the_round() -> None:
    stack = {"48 Pz Corps": "1924"}
    s = held("axis-23", turn=1, round=1, hand=("axis-16",), axis=stack)
    s.count[AXIS] = 1
    play(s, "axis-23")
    assert (s.step.name, s.active, s.count[AXIS]) == ("ChooseAction", AXIS, 1)
    act(s, "Axis 16 Hedgehogs for OPS")
    assert (s.ops, s.count[AXIS]) == (3, 2)
    here = exploitation.hexes(s, unit("48 Pz Corps"))
    put(s, "48 Pz Corps", "1923")
    assert here == exploitation.hexes(s, unit("48 Pz Corps")) + 1, "only from row 24 on"
    assert where(s, "axis-23") == GONE


def test_steppe_fox_adds_no_hex_if_the_second_card_is_no_ops_card() -> None:
    s = held("axis-23", turn=6, hand=("axis-07",), axis={"48 Pz Corps": "1924"})
    play(s, "axis-23")
    act(s, "Axis 7 Taifun as event")
    assert exploitation.hexes(s, unit("48 Pz Corps")) == 3


def test_foreign_armies_east_shows_the_soviet_hand_and_bars_combat_cards_from_it_for_a_round() -> None:
    s = event("axis-51", soviet_hand=("soviet-19", "soviet-15"))
    assert s.seen == 1 << card("soviet-19") | 1 << card("soviet-15")
    assert s.active == SOVIET and effects.banned(s, "soviet-combat-cards-from-hand")
    assert {c.id for c in s.view("axis").hands[SOVIET].cards or []} == {card("soviet-19"), card("soviet-15")}
    act(s, "0 OPS round without movement")
    assert s.active == AXIS and not effects.banned(s, "soviet-combat-cards-from-hand")
    assert where(s, "axis-51") == DISCARDED


# -- steps, trenches, hexes -----------------------------------------------------------------------------------------


def test_panzer_refit_restores_three_panzer_corps_in_supply_outside_enemy_zones() -> None:
    corps = {"46 Pz Corps": "1622 -1", "24 Pz Corps": "1622 -1", "47 Pz Corps": "1621 -1", "48 Pz Corps": "1721 -1"}
    s = event("axis-12", axis={**corps, "43 Corps": "1622 -1", "41 Pz Corps": "3816 -1"}, soviet={"West Front": "1821"})
    assert not any(s.lost[unit(name)] for name in ("46 Pz Corps", "24 Pz Corps", "47 Pz Corps"))
    assert all(s.lost[unit(name)] for name in ("48 Pz Corps", "43 Corps", "41 Pz Corps"))


def test_the_axis_chooses_which_panzers_are_refitted() -> None:
    names = ("46 Pz Corps", "24 Pz Corps", "47 Pz Corps", "48 Pz Corps")
    s = event("axis-12", axis=dict.fromkeys(names, "1622 -1"))
    assert s.side == "axis" and len(choices(s)) == 4
    act(s, "refit 48 Pz Corps", "refit 24 Pz Corps", "refit 47 Pz Corps")
    assert s.lost[unit("46 Pz Corps")] == 1 and s.active == SOVIET


def test_operation_mars_defends_a_german_army_in_the_woods_for_the_turn() -> None:
    axis = {"9th Army": "2422", "4th Army": "2222", "16th Army": "2420", "3Pz Corps": "2421"}
    s = event("axis-14", axis=axis, soviet={"Kalinin Front": "2522", "West Front": "2322"})
    assert choices(s) == ["defend 2420", "defend 2422"]
    act(s, "defend 2422")
    assert shift_of(s, "axis-14", "soviet", "2422", "Kalinin Front") == -2
    assert shift_of(s, "axis-14", "soviet", "2222", "West Front") == 0
    assert [record[3] for _, record in effects.active(s, kinds.Loss)] == [place("2422")]
    end_round(s)
    assert shift_of(s, "axis-14", "soviet", "2422", "Kalinin Front") == -2
    effects.end(s, "turn")
    assert not s.effects


@rule("7.5.1b")
def test_operation_mars_without_such_an_army_has_no_effect_and_is_gone() -> None:
    s = event("axis-14", axis={"4th Army": "1622"})
    assert not s.effects and where(s, "axis-14") == GONE and s.active == SOVIET


@rule("10.3.1", "10.3.3")
def test_hedgehogs_allow_trenches_and_place_three_with_german_armies_in_supply() -> None:
    armies = {"4th Army": "1621", "9th Army": "1720", "6th Army": "1623", "17th Army": "1523"}
    s = event("axis-16", axis={**armies, "RO 3rd Army": "1627", "2nd Army": "3816", "46 Pz Corps": "1622"})
    assert effects.allowed(s, "trenches-axis") and not effects.allowed(s, "trenches-soviet")
    assert set(choices(s)) == {
        *(f"place a trench in {hex_id}" for hex_id in ("1621", "1720", "1623", "1523")),
        "no more of this event",
    }
    act(s, "place a trench in 1621", "place a trench in 1720", "place a trench in 1523")
    assert hexes(s.trenches[AXIS]) == {"1621", "1720", "1523"} and s.active == SOVIET


@rule("10.3.2", "3.0.3")
def test_the_east_wall_stands_west_of_the_paulus_line_outside_soviet_zones() -> None:
    axis = {"4th Army": "1621", "RO 3rd Army": "1627", "9th Army": "2422", "6th Army": "1823", "17th Army": "1523"}
    s = held("axis-42", played=False, axis=axis, soviet={"West Front": "1824"})
    assert why_no_event(s, "axis-42") == "3.0"
    s.played |= 1 << card("axis-16")
    play(s, "axis-42")
    act(s, "place a trench in 1621", "place a trench in 1627")
    assert refused(s, "place a trench in 2422") == refused(s, "place a trench in 1823") == "10.3.3"
    act(s, "no more of this event")
    assert hexes(s.trenches[AXIS]) == {"1621", "1627"}


def test_the_east_wall_has_four_trenches() -> None:
    armies = ("4th Army", "6th Army", "9th Army", "17th Army", "18th Army")
    s = event("axis-42", axis=dict(zip(armies, ("1621", "1622", "1623", "1523", "1524"), strict=True)))
    act(s, *(f"place a trench in {hex_id}" for hex_id in ("1621", "1622", "1623", "1523")))
    assert hexes(s.trenches[AXIS]) == {"1621", "1622", "1623", "1523"} and s.active == SOVIET


# -- VP, banked OPS, winter -----------------------------------------------------------------------------------------


def soviet_round(s, *orders: str) -> None:  # type: ignore[no-untyped-def]
    act(s, *orders)
    while s.active == SOVIET:
        act(s, "end movement" if s.step.name == "Movement" else "end combat markers")


@rule("5.1.1")
def test_destroy_the_fascists_gives_a_vp_for_soviet_rounds_of_movement_without_attack_two_at_most() -> None:
    s = event("axis-17", round=1, soviet={"West Front": "2722", "20R Army": "2722"})
    soviet_round(s, "0 OPS round without movement")
    assert s.vp == 7
    for step, level in (("2722-2721", 8), ("2721-2722", 9), ("2722-2721", 9)):
        act(s, "0 OPS round without movement")
        soviet_round(s, "0 OPS round", f"West Front {step}")
        assert s.vp == level


def test_destroy_the_fascists_does_not_count_a_round_with_an_attack_or_without_movement() -> None:
    s = event("axis-17", axis={"9th Army": "1720"}, soviet={"West Front": "1721", "20R Army": "2722"})
    s.banked[SOVIET] = 1
    act(s, "0 OPS round", "20R Army 2722-2721", "end movement", "combat marker in 1721")
    act(s, "attack 1720", "West Front joins the attack", "launch the attack")
    while s.active == SOVIET:
        s.apply(s.legal()[0])
    assert s.vp == 7
    act(s, "0 OPS round without movement", "0 OPS round", "end movement")
    assert s.vp == 7


def test_strategic_withdrawal_is_no_round_that_destroy_the_fascists_counts() -> None:
    s = event("axis-17", soviet={"West Front": "2722"}, soviet_hand=("soviet-11",))
    act(s, order("soviet-11"), "West Front 2722-2721", "end movement")
    assert s.vp == 7


@rule("18.2.2", "24.0.1")
def test_hitler_takes_command_ends_axis_banked_ops_and_the_vp_loss() -> None:
    s = held("axis-18", turn=6)
    s.banked[AXIS] = 1
    play(s, "axis-18")
    assert s.banked[AXIS] == 1, "those already banked stay"
    banked.receive(s)
    vp_by_events(s)
    assert (s.banked[AXIS], s.vp) == (1, 7)
    (shown,) = [e for e, _ in effects.active(s, kinds.NoRetreat)]
    assert (shown.side, shown.allow, shown.group) == ("axis", True, "german-army")
    effects.end(s, "turn")
    assert effects.banned(s, "banked-axis") and not any(effects.active(s, kinds.NoRetreat))


@rule("15.1.2")
def test_winter_uniforms_on_turns_1_and_2_keep_the_axis_warm_on_turn_4() -> None:
    s = event("axis-19", turn=2)
    s.turn = 4
    assert weather.winter_1942(s) and not weather.axis_freezes(s)
    assert why_no_event(held("axis-19", turn=3), "axis-19") == "7.5.1a"


@rule("18.3.3", "18.3.3.1")
def test_convoy_pq_17_stops_the_banked_ops_of_archangel_for_two_turns() -> None:
    s = event("axis-20", turn=5, soviet={"Stalin": "2722"})
    effects.allow(s, "banked-lend-lease")
    received = {}
    for turn in (6, 7, 8):
        s.turn = turn
        received[turn] = banked.lend_lease(s)
    assert received == {6: 1, 7: 1, 8: 3}


def test_zitadelle_needs_hitler_takes_command_and_costs_a_vp_if_nothing_is_gained() -> None:
    axis = {"9th Army": "2424", "47 Pz Corps": "2424", "41 Pz Corps": "2424"}
    s = held("axis-34", played=False, axis=axis, soviet={"Central Front": "2524"})
    assert why_no_event(s, "axis-34") == "3.0"
    s = event("axis-34", axis=axis, soviet={"Central Front": "2524"})
    assert (s.step.name, s.ops) == ("Movement", 4)
    assert shift_of(s, "axis-34", "axis", "2524", "47 Pz Corps", "41 Pz Corps") == 1
    assert shift_of(s, "axis-34", "axis", "2524", "9th Army", "41 Pz Corps") == 0
    end_round(s)
    assert shift_of(s, "axis-34", "axis", "2524", "47 Pz Corps", "41 Pz Corps") == 0
    better = s.copy()
    better.vp += 1
    s.played |= 1 << card("axis-18")
    better.played = s.played
    vp_by_events(s)
    vp_by_events(better)
    assert (s.vp, better.vp) == (6, 8)
    assert why_no_event(held("axis-34", turn=9, round=2), "axis-34") == "7.5.1a"
    assert why_no_event(held("axis-34", turn=9, round=3), "axis-34") == ""


def test_backhand_blow_answers_a_soviet_advance_of_the_round_before() -> None:
    axis = {"6th Army": "2225", "48 Pz Corps": "2225"}
    s = held("axis-33", axis=axis, soviet={"1T Army": "2325", "62R Army": "2326"})
    assert why_no_event(s, "axis-33") == "7.5.1a"
    s.advanced_before = 1 << unit("1T Army")
    first = s.copy()
    first.round = 1
    assert why_no_event(first, "axis-33") != "" and why_no_event(s, "axis-33") == ""
    play(s, "axis-33")
    assert (s.step.name, s.ops) == ("Movement", 4)
    assert [e.must for e, _ in effects.active(s, kinds.Ops)] == ["attack-advanced-unit"]
    assert shift_of(s, "axis-33", "axis", "2325", "48 Pz Corps") == 2
    assert shift_of(s, "axis-33", "axis", "2325", "6th Army") == 0
    end_round(s)
    assert not s.effects
