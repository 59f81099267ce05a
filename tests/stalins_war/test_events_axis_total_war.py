"""[7.5] Axis events of points, Festungs, other fronts, surrender and the sea: the position each leaves."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effect_kinds as kinds
from rasputitsa.titles.stalins_war import effects, hand, strategic, supply
from rasputitsa.titles.stalins_war.attrition import attrition
from rasputitsa.titles.stalins_war.combat import exploitation
from rasputitsa.titles.stalins_war.roster import HUNGARIAN
from rasputitsa.titles.stalins_war.state import (
    AX,
    AX_HUNGARIAN,
    AXIS,
    DISCARDED,
    FORTRESS,
    GE,
    GE_HOME,
    GONE,
    OUT,
    PZ,
    SOVIET,
)
from rasputitsa.titles.stalins_war.surrender import end_of_turn as surrenders
from rasputitsa.titles.stalins_war.surrender import has_surrendered

from .events import event, finish, held, play, shift_of, where, why_no_event
from .situation import act, at, can, card, choices, hexes, place, put, refused, unit

# -- partisans, Festungs, the Bunker --------------------------------------------------------------------------------


@rule("16.1.5")
def test_a_sweep_removes_three_inactive_partisans_near_axis_units() -> None:
    s = held("axis-21", axis={"43 Corps": "2021", "53 Corps": "2323"})
    s.lurking = sum(1 << place(p) for p in ("2021", "1921", "2121", "2120", "2324", "2617"))
    play(s, "axis-21")
    assert refused(s, "sweep the partisans in 2617") == "16.1.5" and len(choices(s)) == 5
    act(s, "sweep the partisans in 2021", "sweep the partisans in 2324", "sweep the partisans in 1921")
    assert hexes(s.lurking) == {"2121", "2120", "2617"} and s.active == SOVIET and where(s, "axis-21") == DISCARDED


@rule("16.1.5")
def test_a_sweep_reaches_two_hexes() -> None:
    s = held("axis-21", axis={"43 Corps": "2719"})
    s.lurking = sum(1 << place(p) for p in ("2717", "2716"))
    play(s, "axis-21")
    assert hexes(s.lurking) == {"2716"}


def test_a_sweep_of_few_partisans_asks_nobody() -> None:
    s = held("axis-21", axis={"43 Corps": "2021"})
    s.lurking = 1 << place("2121") | 1 << place("2120") | 1 << place("2617")
    play(s, "axis-21")
    assert hexes(s.lurking) == {"2617"} and s.active == SOVIET


@rule("16.3.1", "16.3.2")
def test_the_festung_event_allows_festungs_and_places_one() -> None:
    s = held("axis-41", axis={"9th Army": "1822"}, axis_holds=("Minsk",), played=False)
    assert why_no_event(s, "axis-41") == "3.0"
    s.played |= 1 << card("axis-18")
    play(s, "axis-41")
    assert effects.allowed(s, "festungs") and can(s, "place a Festung in 2022")
    assert refused(s, "place a Festung in 2321") == "16.3.2", "Smolensk is Soviet"
    act(s, "place a Festung in 2022")
    assert hexes(s.festungs) == {"2022"} and s.active == SOVIET and where(s, "axis-41") == GONE


@rule("7.5.1a")
def test_the_bunker_stands_in_berlin_if_no_soviet_unit_does() -> None:
    s = event("axis-47")
    assert at(s, "Bunker") == "1218"
    (option,) = [e for e, _ in effects.active(s, kinds.NoRetreat)]
    assert (option.side, option.allow, option.hex) == ("axis", True, "1218")
    s = held("axis-47", soviet={"1GT Army": "1218"}, soviet_holds=("Berlin",))
    assert why_no_event(s, "axis-47") == "7.5.1a"


def test_the_bunker_is_not_placed_in_a_berlin_that_is_empty_but_soviet() -> None:
    s = event("axis-47", soviet_holds=("Berlin",))
    assert at(s, "Bunker") == "removed" and s.controls(SOVIET, place("Berlin"))


# -- points ---------------------------------------------------------------------------------------------------------


@rule("7.4.3", "14.1.7")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("axis-22", {GE: 6}),
        ("axis-43", {GE: 2, PZ: 6}),
        ("axis-44", {GE_HOME: 8}),
        ("axis-52", {AX_HUNGARIAN: 4}),
    ],
)
def test_rp_events_record_points_once_a_turn(name: str, points: dict[int, int]) -> None:
    s = event(name, hand=("axis-22",))
    assert {kind: n for kind, n in enumerate(s.rp) if n} == points
    assert (s.rp_events, s.rp_cards[AXIS], where(s, name)) == (1, 0, GONE)
    s = held(name)
    s.rp_events = 1
    assert why_no_event(s, name) == "7.4.3"


@rule("14.2.2")
def test_no_armaments_miracle_without_the_usir() -> None:
    assert why_no_event(held("axis-43", soviet_holds=("USIR",)), "axis-43") == "7.5.1a"


@rule("19.3.1")
def test_margarethe_keeps_hungary_in_the_war_until_buda_and_pest_are_both_occupied() -> None:
    s = event("axis-52", soviet={"1GT Army": "1123"}, soviet_holds=("Buda", "Pest"))
    surrenders(s)
    assert not has_surrendered(s, HUNGARIAN)
    put(s, "2GT Army", "1224")
    surrenders(s)
    assert has_surrendered(s, HUNGARIAN)
    assert why_no_event(s.copy(), "axis-52") != ""
    late = held("axis-52")
    late.surrendered = 1 << HUNGARIAN
    assert why_no_event(late, "axis-52") == "7.5.1a"


@rule("7.6.1")
def test_the_sportpalast_speech_adds_a_card_in_the_next_three_turns() -> None:
    s = event("axis-45", turn=8)
    sizes = {}
    for turn in (7, 8, 9, 10, 11):
        s.turn = turn
        sizes[turn + 1] = hand.by_events(s, AXIS), hand.by_events(s, SOVIET)
    assert sizes == {8: (0, 0), 9: (1, 0), 10: (1, 0), 11: (1, 0), 12: (0, 0)}


# -- other fronts ---------------------------------------------------------------------------------------------------


@rule("3.0.7")
def test_refit_in_france_brings_two_units_back_on_the_highest_step_that_can_be_rebuilt() -> None:
    away = {"6th Army": "other-fronts -3", "4th Army": "other-fronts", "24 Pz Corps": "other-fronts -1"}
    s = event("axis-48", axis=away)
    assert set(choices(s)) == {f"recall {name}" for name in away}
    act(s, "recall 6th Army", "recall 24 Pz Corps")
    assert s.step.name == "Placing"
    act(s, "6th Army arrives in 1218", "24 Pz Corps arrives in 1321")
    assert (at(s, "6th Army"), s.lost[unit("6th Army")]) == ("1218", 1)
    assert (at(s, "24 Pz Corps"), s.lost[unit("24 Pz Corps")]) == ("1321", 0)
    assert at(s, "4th Army") == "other-fronts" and where(s, "axis-48") == DISCARDED


def test_refit_in_france_keeps_a_unit_at_full_strength_and_asks_nothing_about_one() -> None:
    s = event("axis-48", axis={"4th Army": "other-fronts"})
    assert s.step.name == "Placing"
    act(s, "4th Army arrives in 1120")
    assert s.lost[unit("4th Army")] == 0


# -- supply and the sea ---------------------------------------------------------------------------------------------


def pocket(*more: str):  # type: ignore[no-untyped-def]
    """A pocket at Stalingrad, and another unit cut off elsewhere."""
    axis = {"6th Army": "2828", **dict.fromkeys(more, "2828"), "49 Mtn Corps": "3816"}
    ring = {"Don Front": "2827", "62R Army": "2728", "64R Army": "2729", "57R Army": "2829", "66R Army": "2928"}
    return held("axis-49", axis=axis, axis_holds=("2828",), soviet={**ring, "51R Army": "2929"})


@rule("13.2.4", "13.3.8")
def test_an_air_bridge_feeds_an_lcu_and_two_scus_of_one_hex_until_the_end_of_the_turn() -> None:
    s = pocket("8 Corps", "11 Corps", "51 Corps")
    assert s.supply[unit("6th Army")] == OUT
    play(s, "axis-49")
    assert len([c for c in choices(s) if "2828" in c]) == 3 and "feed 3816 by air: 49 Mtn Corps" in choices(s)
    act(s, "feed 2828 by air: 6th Army, 8 Corps, 11 Corps")
    assert [supply.status(s, unit(n)) for n in ("6th Army", "8 Corps", "51 Corps")] == [FORTRESS, FORTRESS, OUT]
    attrition(s, AXIS)
    assert (at(s, "6th Army"), at(s, "51 Corps"), at(s, "49 Mtn Corps")) == ("2828", "eliminated", "eliminated")
    effects.end(s, "turn")
    assert supply.status(s, unit("6th Army")) == OUT


def test_an_air_bridge_does_not_follow_units_that_leave_the_hex() -> None:
    s = pocket()
    play(s, "axis-49")
    act(s, "feed 2828 by air: 6th Army")
    put(s, "6th Army", "3817")
    assert supply.status(s, unit("6th Army")) == OUT


@rule("10.2.7", "C.14")
def test_naval_evacuation_takes_an_lcu_to_a_port_farther_west_on_the_same_sea() -> None:
    axis = {"16th Army": "1818", "18th Army": "2018", "24 Pz Corps": "1818", "17th Army": "2031"}
    s = event("axis-54", axis=axis, axis_holds=("Libau", "Riga", "Sevastopol"))
    assert can(s, "evacuate 18th Army 2018-1719") and can(s, "evacuate 17th Army 2031-1529")
    assert refused(s, "evacuate 16th Army 1818-2018") == "10.2.7", "east"
    assert refused(s, "evacuate 17th Army 2031-1719") == "10.2.7", "another sea"
    assert refused(s, "evacuate 18th Army 2018-1818") == "10.2.7", "stacking"
    assert refused(s, "evacuate 24 Pz Corps 1818-1719") == "10.2.7", "no LCU"
    act(s, "evacuate 18th Army 2018-1719")
    assert (at(s, "18th Army"), s.lost[unit("18th Army")]) == ("1719", 3)
    assert s.active == SOVIET and where(s, "axis-54") == DISCARDED


@rule("16.3.4", "10.2.7")
def test_nobody_is_evacuated_out_of_a_festung_and_the_event_may_be_left() -> None:
    s = held("axis-54", axis={"18th Army": "2018", "16th Army": "1818"}, axis_holds=("Libau", "Riga"))
    s.festungs = 1 << place("2018")
    play(s, "axis-54")
    assert not [c for c in choices(s) if "18th" in c]
    act(s, "no more of this event")
    assert at(s, "16th Army") == "1818"


# -- OPS and rails --------------------------------------------------------------------------------------------------


def test_spring_awakening_gives_ops_near_buda_and_helps_ss_panzers() -> None:
    axis = {"4SS Pz Corps": "1123", "3Pz Corps": "1123", "2nd Army": "1621"}
    s = event("axis-53", axis=axis, soviet={"3rd Ukrainian Front": "1223"})
    assert (s.step.name, s.ops) == ("Movement", 3)
    assert s.ops_zone >> place("1123") & 1 and not s.ops_zone >> place("1621") & 1
    assert shift_of(s, "axis-53", "axis", "1223", "4SS Pz Corps") == 1
    assert shift_of(s, "axis-53", "axis", "1223", "3Pz Corps") == 0


def test_scorched_earth_closes_soviet_rails_in_the_west_and_shortens_exploitation_for_the_turn() -> None:
    s = event("axis-55", soviet={"5GT Army": "2022", "1GC Corps": "2022"}, soviet_holds=("Minsk",))
    closed = strategic.rail_closed(s, SOVIET)
    assert closed >> place("2022") & 1 and not closed >> place("2722") & 1
    assert exploitation.hexes(s, unit("5GT Army")) == 2 and exploitation.hexes(s, unit("1GC Corps")) == 1
    effects.end(s, "turn")
    assert exploitation.hexes(s, unit("5GT Army")) == 3 and not strategic.rail_closed(s, SOVIET) >> place("2022") & 1


@rule("7.5.5a")
@pytest.mark.parametrize("number", [9, 11, 13, 15, 24, 25, 35, 36, 37, 38, 39, 40, 50])
def test_axis_cards_for_combat_are_no_events_of_a_round(number: int) -> None:
    name = f"axis-{number:02}"
    assert why_no_event(held(name), name) == "7.5.5a"


def test_vlassov_is_no_reinforcement_card() -> None:
    s = held("axis-46")
    s.reinforcements[AXIS] = 1
    finish(play(s, "axis-46"))
    assert at(s, "Vlassov") != "pool" and s.reinforcements[AXIS] == 1
    assert s.rp[AX] == 0
