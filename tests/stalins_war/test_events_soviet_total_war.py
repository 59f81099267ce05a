"""[7.5] Soviet offensives, other fronts, raids, landings and works: the position each event leaves."""

from __future__ import annotations

from typing import Any

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effect_kinds as kinds
from rasputitsa.titles.stalins_war import effects, hand, sequence, strategic, zones
from rasputitsa.titles.stalins_war.combat import blitz, exploitation
from rasputitsa.titles.stalins_war.roster import ROMANIAN
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    FULL,
    GONE,
    OUT,
    SOVIET,
    UNLIMITED,
    Position,
)
from rasputitsa.titles.stalins_war.supply import check, status
from rasputitsa.titles.stalins_war.surrender import end_of_turn as surrenders
from rasputitsa.titles.stalins_war.surrender import has_surrendered

from .events import draw, event, finish, held, play, shift_of, where, why_no_event
from .situation import act, at, can, choices, hexes, place, put, refused, unit


def offensive(name: str, ops: int, **more: Any) -> Position:
    """An event that grants OPS, to be spent anywhere."""
    s = event(name, **more)
    assert (s.step.name, s.ops, s.ops_zone, s.active) == ("Movement", ops, UNLIMITED, SOVIET)
    assert where(s, name) == GONE
    return s


# -- offensives -----------------------------------------------------------------------------------------------------


@rule("7.5.1b", "16.1.6")
def test_bagration_activates_all_partisans_and_closes_the_no_retreat_option_for_the_round() -> None:
    s = held("soviet-38", axis={"43 Corps": "2121"})
    s.lurking = sum(1 << place(p) for p in ("2121", "2021", "1921"))
    play(s, "soviet-38")
    draw(s)
    draw(s, seed=7)
    assert hexes(s.lurking) == {"2121"} and hexes(s.occupied[SOVIET]) == {"2021", "1921"}
    assert (s.step.name, s.ops) == ("Movement", 4)
    (ban,) = [e for e, _ in effects.active(s, kinds.NoRetreat)]
    assert (ban.side, ban.allow, ban.group, ban.hex) == ("axis", False, None, None)
    sequence.end_round(s)
    assert not s.effects


@rule("7.5.1b")
def test_bagration_may_be_played_without_partisans() -> None:
    offensive("soviet-38", 4, soviet={"West Front": "2722"})


def test_kutuzov_answers_an_axis_attack_of_the_round_before() -> None:
    armies = {"axis": {"9th Army": "2424", "2nd Army": "2425"}, "soviet": {"Bryansk Front": "2524"}}
    s = held("soviet-40", **armies)
    assert why_no_event(s, "soviet-40") == "7.5.1a"
    s.fought_before = 1 << unit("9th Army")
    play(s, "soviet-40")
    assert (s.step.name, s.ops) == ("Movement", 4)
    assert shift_of(s, "soviet-40", "soviet", "2424", "Bryansk Front") == 1
    assert shift_of(s, "soviet-40", "soviet", "2425", "Bryansk Front") == 0
    sequence.end_round(s)
    assert shift_of(s, "soviet-40", "soviet", "2424", "Bryansk Front") == 0


@rule("19.3.1")
def test_jassy_kishinev_breaks_romanians_and_makes_romania_surrender_with_ploesti_or_bucharest() -> None:
    axis = {"RO 3rd Army": "1727", "6th Army": "1726"}
    s = offensive("soviet-41", 3, axis=axis, soviet={"3rd Ukrainian Front": "1827", "2nd Ukrainian Front": "1826"})
    assert shift_of(s, "soviet-41", "soviet", "1727", "3rd Ukrainian Front") == 1
    assert shift_of(s, "soviet-41", "soviet", "1726", "2nd Ukrainian Front") == 0
    surrenders(s)
    assert not has_surrendered(s, ROMANIAN)
    later = s.copy()
    s.axis_held &= ~(1 << place("Ploesti"))
    surrenders(s)
    assert has_surrendered(s, ROMANIAN) and at(s, "RO 3rd Army") == "removed"
    effects.end(later, "turn")
    later.axis_held &= ~(1 << place("Ploesti"))
    surrenders(later)
    assert not has_surrendered(later, ROMANIAN), "only at the end of the turn of the event"


def test_dnepr_bridgeheads_ignore_rivers_for_the_round() -> None:
    s = offensive("soviet-51", 3, soviet={"West Front": "2722"})
    assert [e.what for e, _ in effects.active(s, kinds.Ignore)] == ["all-rivers"]
    assert effects.allowed(s, "blitz-across-major-river")
    sequence.end_round(s)
    assert not effects.allowed(s, "blitz-across-major-river") and not s.effects


def test_deep_battle_lengthens_soviet_exploitation_for_the_turn() -> None:
    s = event("soviet-52", soviet={"5GT Army": "2722"}, axis={"48 Pz Corps": "1621"})
    assert exploitation.hexes(s, unit("5GT Army")) == 4 and exploitation.hexes(s, unit("48 Pz Corps")) == 3
    effects.end(s, "turn")
    assert exploitation.hexes(s, unit("5GT Army")) == 3


def test_studebakers_let_guard_armies_exploit_for_good() -> None:
    s = held("soviet-53", soviet={"4G Army": "2722", "13R Army": "2722"})
    assert not blitz.capable(s, unit("4G Army"))
    play(s, "soviet-53")
    effects.end(s, "turn")
    assert blitz.capable(s, unit("4G Army")) and not blitz.capable(s, unit("13R Army"))
    assert why_no_event(held("soviet-53", played=False), "soviet-53") == "3.0"


def test_race_for_berlin_allows_two_attacks_on_hexes_of_germany_for_the_round() -> None:
    s = offensive("soviet-55", 4, soviet={"1st Belorussian Front": "1219"}, axis={"9th Army": "1218"})
    assert [e.region for e, _ in effects.active(s, kinds.SecondAttack)] == ["germany"]
    sequence.end_round(s)
    assert not s.effects


# -- other fronts ---------------------------------------------------------------------------------------------------

GERMANS = {"2SS Pz Corps": "1621 -1", "48 Pz Corps": "1621", "43 Corps": "1622", "9th Army": "1622", "6th Army": "1623"}


@rule("3.0.7")
def test_husky_sends_a_panzer_corps_and_another_scu_away_for_three_turns() -> None:
    s = event("soviet-34", axis=GERMANS)
    assert s.side == "axis" and len(choices(s)) == 2
    act(s, "2SS Pz Corps leaves for other fronts")
    assert refused(s, "9th Army leaves for other fronts") == "3.0" and len(choices(s)) == 2
    act(s, "43 Corps leaves for other fronts")
    assert at(s, "2SS Pz Corps") == at(s, "43 Corps") == "other-fronts"
    assert s.due[unit("2SS Pz Corps")] == 13 == s.due[unit("43 Corps")] and where(s, "soviet-34") == GONE
    s.stack.clear()
    s.push(sequence.Turn, 0)
    s.turn = 12
    sequence.start(s)
    assert at(s, "43 Corps") == "other-fronts"
    s.turn = 13
    sequence.start(s)
    s.settle()
    assert (s.step.name, s.side) == ("Placing", "axis")
    act(s, "43 Corps arrives in 1218", "2SS Pz Corps arrives in 1218")
    assert (s.lost[unit("2SS Pz Corps")], s.lost[unit("43 Corps")]) == (1, 0), "reduced units come back reduced"
    assert s.step.name == "ChooseAction" and not s.due[unit("43 Corps")]


@rule("3.0.7", "3.0.3")
def test_italy_quits_removes_italians_and_sends_a_german_army_away_until_a_card_brings_it_back() -> None:
    s = event("soviet-35", axis={**GERMANS, "IT Alpini Corps": "1723"})
    assert at(s, "IT Alpini Corps") == at(s, "IT 8th Army") == at(s, "IT CSIR") == "removed"
    assert len(choices(s)) == 2 and s.side == "axis"
    act(s, "6th Army leaves for other fronts")
    assert at(s, "6th Army") == "other-fronts" and s.due[unit("6th Army")] == 0
    assert why_no_event(held("soviet-35", played=False), "soviet-35") == "3.0"


@rule("7.6.1")
def test_the_second_front_takes_two_panzers_an_army_and_a_corps_and_a_card_for_good() -> None:
    s = event("soviet-36", axis={**GERMANS, "53 Corps": "1622"})
    assert s.side == "axis"
    for name in ("48 Pz Corps", "9th Army", "53 Corps"):
        act(s, f"{name} leaves for other fronts")
    away = {name for name in (*GERMANS, "53 Corps") if at(s, name) == "other-fronts"}
    assert away == {"48 Pz Corps", "2SS Pz Corps", "9th Army", "53 Corps"}
    assert not any(s.due[unit(name)] for name in away)
    assert hand.by_events(s, AXIS) == -1 and hand.by_events(s, SOVIET) == 0
    s.turn = 17
    assert hand.by_events(s, AXIS) == -1


@rule("7.6.1", "3.0.7")
def test_autumn_mist_takes_ss_panzers_first_and_they_come_back_reduced_on_turn_17() -> None:
    s = event("soviet-37", axis={**GERMANS, "1SS Pz Corps": "1621", "GD Pz Corps": "1621"})
    assert sorted(choices(s)) == [f"{name} leaves for other fronts" for name in ("1SS Pz Corps", "2SS Pz Corps")]
    assert s.side == "axis"
    act(s, "2SS Pz Corps leaves for other fronts")
    assert at(s, "1SS Pz Corps") == at(s, "2SS Pz Corps") == "other-fronts" and at(s, "48 Pz Corps") == "1621"
    assert s.due[unit("1SS Pz Corps")] == 17
    sizes = []
    for turn in (14, 15, 16):
        s.turn = turn
        sizes.append(hand.by_events(s, AXIS))
    assert sizes == [0, -1, -1]
    s.lost[unit("2SS Pz Corps")] = 0
    s.stack.clear()
    s.push(sequence.Turn, 0)
    s.turn = 17
    sequence.start(s)
    s.settle()
    finish(s)
    assert s.place[unit("1SS Pz Corps")] >= 0 <= s.place[unit("2SS Pz Corps")]
    assert s.lost[unit("1SS Pz Corps")] == 1 == s.lost[unit("2SS Pz Corps")]
    assert not any(effects.active(s, kinds.SendAway))


@rule("16.3.4")
def test_units_in_full_supply_leave_first_and_nobody_out_of_a_festung() -> None:
    axis = {"48 Pz Corps": "1621", "24 Pz Corps": "3816", "47 Pz Corps": "1622", "43 Corps": "3816"}
    s = held("soviet-34", axis=axis)
    s.festungs = 1 << place("1621")
    play(s, "soviet-34")
    assert at(s, "47 Pz Corps") == "other-fronts", "the only panzer corps in supply that may leave"
    assert sorted(choices(s)) == ["24 Pz Corps leaves for other fronts", "43 Corps leaves for other fronts"]


@rule("3.0.7", "7.5.2b")
def test_units_that_come_back_and_find_no_hex_are_removed() -> None:
    s = held("soviet-13", turn=13, axis={"43 Corps": "other-fronts"})
    s.axis_held = 0
    s.put(unit("13R Army"), place("1117"))
    for name, hex_id in (("20R Army", "1020"), ("21R Army", "1021"), ("22R Army", "1218")):
        put(s, name, hex_id)
    s.due[unit("43 Corps")] = 13
    s.stack.clear()
    s.push(sequence.Turn, 0)
    sequence.start(s)
    s.settle()
    assert at(s, "43 Corps") == "removed"


# -- partisans and rails --------------------------------------------------------------------------------------------


@rule("16.1.6", "16.1.6.1")
def test_rail_war_activates_up_to_two_partisans_and_stops_axis_rails_in_the_soviet_union() -> None:
    s = held("soviet-43", axis={"43 Corps": "2121"})
    s.lurking = sum(1 << place(p) for p in ("2121", "2021", "1921", "2024"))
    play(s, "soviet-43")
    assert refused(s, "activate the partisans in 2121") == "16.1.6"
    act(s, "activate the partisans in 2021")
    draw(s)
    act(s, "no more of this event")
    assert hexes(s.lurking) == {"2121", "1921", "2024"} and hexes(s.occupied[SOVIET]) == {"2021"}
    closed = strategic.rail_closed(s, AXIS)
    assert closed >> place("2022") & 1 and not closed >> place("1621") & 1 and s.active == AXIS
    effects.end(s, "turn")
    assert not strategic.rail_closed(s, AXIS) >> place("2022") & 1 and where(s, "soviet-43") == DISCARDED


@rule("16.1.6")
def test_rail_war_activates_no_third_partisan() -> None:
    s = held("soviet-43")
    s.lurking = sum(1 << place(p) for p in ("2021", "1921", "2024"))
    play(s, "soviet-43")
    act(s, "activate the partisans in 2021")
    draw(s)
    act(s, "activate the partisans in 2024")
    draw(s)
    assert hexes(s.lurking) == {"1921"} and s.active == AXIS


# -- raids, shifts, landings ----------------------------------------------------------------------------------------


@rule("8.1", "13.1")
def test_a_deep_cavalry_raid_goes_through_zones_but_not_through_axis_cities() -> None:
    soviet = {"1GC Corps": "2428", "13M Corps": "2428", "20R Army": "2428", "2GC Corps": "2428"}
    s = event("soviet-18", axis={"6th Army": "2328"}, axis_holds=("Kharkov", "Dnepropetrovsk"), soviet=soviet)
    assert refused(s, "raid 20R Army 2428-2427") == "7.5.1a", "a rifle army"
    assert refused(s, "raid 1GC Corps 2428-2327") == "7.5.1a", "Kharkov is an Axis city"
    assert refused(s, "raid 1GC Corps 2428-2328") == "7.5.1a", "enemy units"
    assert can(s, "raid 1GC Corps 2428-2229"), "past the 6th Army"
    assert can(s, "raid 1GC Corps 2428-2830") and not can(s, "raid 1GC Corps 2428-2930"), "four hexes"
    act(s, "raid 1GC Corps 2428-2229", "raid 13M Corps 2428-2427")
    assert s.active == AXIS and where(s, "soviet-18") == DISCARDED
    check(s, SOVIET)
    assert status(s, unit("1GC Corps")) == FULL and zones.has_zoc(s, unit("1GC Corps"))
    assert not zones.has_zoc(s, unit("2GC Corps"))
    s.stack = [(sequence.Turn.id, 8)]
    sequence.next_turn(s)
    assert not s.raiders and not zones.has_zoc(s, unit("1GC Corps"))


@rule("16.2.2", "8.1")
@pytest.mark.parametrize("destroyed", [False, True])
def test_a_deep_cavalry_raid_does_not_go_through_a_new_fortress_that_the_axis_destroyed(destroyed: bool) -> None:
    """It is treated as a city then; in Soviet hands it bars nobody."""
    s = event("soviet-18", soviet={"1GC Corps": "2428"})
    s.built = 1 << place("2427")
    s.axis_held = s.axis_held | s.built if destroyed else s.axis_held & ~s.built
    s.razed = s.built if destroyed else 0
    assert can(s, "raid 1GC Corps 2428-2427") != destroyed


@rule("8.3", "9.1.4", "C.6")
def test_maskirovka_shifts_six_units_three_hexes_out_of_zones_but_not_from_zone_to_zone() -> None:
    soviet = {"West Front": "2427", "20R Army": "2722", "21R Army": "2722", "22R Army": "2721", "13R Army": "2721"}
    more = {"24R Army": "2720", "28R Corps": "2720", "19R Army": "3816", "Stalin": "2722"}
    s = event("soviet-48", axis={"9th Army": "2426"}, soviet={**soviet, **more})
    assert can(s, "shift West Front 2427-2728") and not can(s, "shift West Front 2427-2729")
    assert refused(s, "shift West Front 2427-2426") == "7.5.1a", "enemy units"
    assert refused(s, "shift Stalin 2722-2721") == "7.5.1a"
    act(s, "shift West Front 2427-2728", "shift 20R Army 2722-2719", "shift 21R Army 2722-2821")
    act(s, "shift 22R Army 2721-2722", "shift 13R Army 2721-2722", "shift 24R Army 2720-2721")
    assert s.active == AXIS and at(s, "28R Corps") == "2720" and at(s, "West Front") == "2728"


@rule("8.3")
def test_maskirovka_leads_nobody_from_one_enemy_zone_straight_into_another() -> None:
    ring = {"9th Army": "2426", "6th Army": "2328", "2nd Army": "2527"}
    s = event("soviet-48", axis=ring, soviet={"West Front": "2427", "13R Army": "2428", "20R Army": "2429"})
    assert s.supply[unit("West Front")] == FULL, "through the armies behind it"
    assert not [c for c in choices(s) if "West Front" in c], "all hexes around it lie in enemy zones"
    assert [c for c in choices(s) if "20R Army" in c]


def test_maskirovka_moves_nobody_over_the_stacking_limit_and_may_be_ended() -> None:
    stack = dict.fromkeys(("13R Army", "20R Army", "21R Army", "22R Army"), "2722")
    s = event("soviet-48", soviet={**stack, "24R Army": "2721"})
    assert refused(s, "shift 24R Army 2721-2722") == "7.5.1a"
    act(s, "no more of this event")
    assert s.active == AXIS


@rule("7.5.4", "13.1.4", "C.3")
def test_the_maritime_army_lands_on_an_unoccupied_coast_and_is_supplied_there() -> None:
    axis = {"11th Army": "2230"}
    s = event("soviet-10", axis=axis, soviet={"Maritime Army": "2031"}, axis_holds=("Kerch", "Novorossiysk"))
    assert refused(s, "land Maritime Army in 2230") == "7.5.4", "occupied"
    assert refused(s, "land Maritime Army in 2722") == "7.5.4", "no coast"
    act(s, "land Maritime Army in 2231")
    assert at(s, "Maritime Army") == "2231" and s.controls(SOVIET, place("2231")) and where(s, "soviet-10") == GONE
    put(s, "Maritime Army", "1431")
    s.axis_held |= sum(1 << place(p) for p in ("2031", "2231", "2332", "2530", "1829"))
    put(s, "RO 3rd Army", "1528")
    put(s, "RO 4th Army", "1429")
    assert status(s, unit("Maritime Army")) == FULL, "one port is Soviet: Batumi"
    s.axis_held |= 1 << place("2535")
    s.memo.clear()
    assert status(s, unit("Maritime Army")) == OUT


@rule("7.5.4")
def test_an_eliminated_maritime_army_lands_reduced_if_a_port_is_soviet() -> None:
    s = event("soviet-10", soviet={"Maritime Army": "eliminated"})
    act(s, "land Maritime Army in 2130")
    assert (at(s, "Maritime Army"), s.lost[unit("Maritime Army")]) == ("2130", 1)
    ports = ("Odessa", "Sevastopol", "Kerch", "Novorossiysk", "Tuapse", "Rostov", "Batumi")
    s = event("soviet-10", soviet={"Maritime Army": "eliminated"}, axis_holds=ports)
    assert at(s, "Maritime Army") == "eliminated" and s.active == AXIS


@rule("7.5.4")
def test_a_maritime_army_outside_a_port_cannot_land() -> None:
    s = event("soviet-10", soviet={"Maritime Army": "2130"})
    assert at(s, "Maritime Army") == "2130" and s.active == AXIS


# -- works ----------------------------------------------------------------------------------------------------------


@rule("16.2.3")
def test_the_volga_has_only_one_bank_builds_a_fortress_in_a_soviet_town_in_full_supply() -> None:
    s = event("soviet-17", axis_holds=("Minsk",))
    for wrong in ("2022", "2517", "2721"):
        assert refused(s, f"place the fortress in {wrong}") == "16.2.3", wrong
    act(s, "place the fortress in 2830")
    assert hexes(s.built) == {"2830"} and zones.fortresses(s, SOVIET) >> place("Stalingrad") & 1
    assert where(s, "soviet-17") == GONE


@rule("8.2", "9.1.3")
def test_fortified_zones_stand_in_soviet_towns_or_with_soviet_units_outside_axis_zones() -> None:
    s = event("soviet-22", axis={"9th Army": "2321"}, soviet={"West Front": "2519", "13R Army": "2322"})
    assert can(s, "Luga FZ arrives in 2519") and can(s, "Luga FZ arrives in 2722")
    for wrong in ("2322", "2518", "1621"):
        assert refused(s, f"Luga FZ arrives in {wrong}") == "7.5.2c", wrong
    act(s, "Luga FZ arrives in 2519", "Mozhaisk FZ arrives in 2722")
    assert refused(s, "Kiev FZ arrives in 2519") == "7.5.2c", "one in a hex"
    act(s, "Kiev FZ arrives in 2025")
    assert [at(s, n) for n in ("Luga FZ", "Mozhaisk FZ", "Kiev FZ")] == ["2519", "2722", "2025"]


@rule("7.5.5a")
@pytest.mark.parametrize("number", [14, 16, 19, 24, 25, 39, 44, 45, 46, 47, 49, 50])
def test_soviet_cards_for_combat_are_no_events_of_a_round(number: int) -> None:
    name = f"soviet-{number:02}"
    assert why_no_event(held(name), name) == "7.5.5a"
