"""[16.2, 16.3, 16.4] Fortresses, Festungs, Stalin, the Bunker and Fortified Zones as events and OPS make them."""

from __future__ import annotations

from typing import Any

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, fortresses, supply, zones
from rasputitsa.titles.stalins_war.actions.events import BuildFestung
from rasputitsa.titles.stalins_war.attrition import attrition
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, OUT, SOVIET, Position

from .combat import attack, throw
from .events import event, held, play, why_no_event
from .situation import act, at, can, choices, hexes, place, put, refused, settle_supply, situation, unit


def festung_time(ops: int = 4, **more: Any) -> Position:
    s = situation(turn=13, ops=ops, **{"axis": {"9th Army": "2022"}, "axis_holds": ("Minsk", "Vilna"), **more})
    effects.allow(s, "festungs")
    return s


# -- Festungs -------------------------------------------------------------------------------------------------------


@rule("16.3.1")
def test_no_festung_before_its_event_and_none_for_the_soviets() -> None:
    s = situation(turn=13, axis_holds=("Minsk",))
    assert refused(s, "build a Festung in 2022") == "16.3.1" and not choices(s, BuildFestung)
    s = situation(turn=13, side="soviet")
    effects.allow(s, "festungs")
    assert refused(s, "build a Festung in 2722") == "16.3.1"


@rule("16.3.2")
def test_a_festung_costs_an_ops_in_a_town_or_city_with_or_without_units() -> None:
    s = festung_time()
    act(s, "build a Festung in 2022", "build a Festung in 1920")
    assert hexes(s.festungs) == {"2022", "1920"} and s.ops == 2
    assert refused(s, "build a Festung in 2022") == "16.3.2", "it has one"
    assert refused(s, "build a Festung in 2021") == "16.3.2", "no town"
    assert refused(s, "build a Festung in 2025") == "16.3.2", "Kiev is Soviet"
    assert refused(festung_time(ops=0), "build a Festung in 2022") == "7.3.1"


@rule("16.3.2")
def test_no_festung_in_a_town_out_of_supply() -> None:
    ring = {"1GT Army": "2122", "2GT Army": "1922", "3GT Army": "2021", "5GT Army": "2121", "1T Army": "2023"}
    s = festung_time(soviet={**ring, "1st Belorussian Front": "1921"})
    assert s.supply[unit("9th Army")] == OUT and refused(s, "build a Festung in 2022") == "16.3.2"


@rule("16.3.1", "16.3.3")
def test_there_are_five_festung_markers_and_a_lost_one_may_be_used_again() -> None:
    s = festung_time(ops=8)
    act(s, *(f"build a Festung in {hex_id}" for hex_id in ("2022", "1920", "1621", "1218", "1320")))
    assert refused(s, "build a Festung in 1719") == "16.3.2" and not choices(s, BuildFestung)
    s.festungs &= ~(1 << place("1320"))
    s.memo.clear()
    assert can(s, "build a Festung in 1719")


@rule("16.3.3")
def test_a_soviet_unit_that_enters_eliminates_a_festung() -> None:
    s = situation(turn=13, side="soviet", soviet={"1GT Army": "1921"}, axis_holds=("Vilna",))
    s.festungs = 1 << place("1920")
    act(s, "1GT Army 1921-1920")
    assert not s.festungs and s.controls(SOVIET, place("1920"))


@rule("16.3.4", "16.3.2")
def test_units_in_a_new_festung_never_leave_it() -> None:
    s = festung_time()
    act(s, "build a Festung in 2022")
    assert refused(s, "9th Army 2022-2021") == "16.3.4"


@rule("16.3.5", "13.2.4")
def test_a_festung_feeds_its_garrison_for_defense_and_attrition() -> None:
    ring = {"1GT Army": "2122", "2GT Army": "1922", "3GT Army": "2021", "5GT Army": "2121", "1T Army": "2023"}
    s = festung_time(soviet={**ring, "1st Belorussian Front": "1921"})
    fortresses.place_festung(s, place("2022"))
    assert supply.status(s, unit("9th Army")) == FORTRESS
    attrition(s, AXIS)
    assert at(s, "9th Army") == "2022" and s.controls(AXIS, place("2022"))


@rule("16.3.5", "8.2")
def test_no_zone_of_control_reaches_into_a_festung() -> None:
    s = festung_time(soviet={"1st Belorussian Front": "2122"})
    assert zones.zoc(s, SOVIET) >> place("2022") & 1
    act(s, "build a Festung in 2022")
    assert not zones.zoc(s, SOVIET) >> place("2022") & 1


@rule("16.3.2")
def test_ops_of_an_event_for_one_region_build_festungs_there_only() -> None:
    s = held("axis-53", axis_holds=("Minsk",))
    effects.allow(s, "festungs")
    play(s, "axis-53")
    assert can(s, "build a Festung in 1123") and refused(s, "build a Festung in 2022") == "7.5.1a"


# -- fortresses -----------------------------------------------------------------------------------------------------


@rule("16.2.1", "16.2.3", "13.2.4")
def test_the_new_fortress_feeds_soviet_units_and_keeps_axis_zones_out() -> None:
    axis = {"6th Army": "2729", "4th Army": "2829", "17th Army": "2930", "11th Army": "2831", "2nd Army": "2730"}
    s = held("soviet-17", soviet={"62R Army": "2830"})
    play(s, "soviet-17")
    act(s, "place the fortress in 2830")
    for name, hex_id in axis.items():
        put(s, name, hex_id)
    settle_supply(s)
    assert not zones.zoc(s, AXIS) >> place("2830") & 1
    put(s, "9th Army", "2929")
    assert supply.status(s, unit("62R Army")) == FORTRESS


@rule("16.2.2", "16.2.2.1", "16.2.3")
def test_the_new_fortress_is_destroyed_when_an_axis_unit_enters_and_never_comes_back() -> None:
    s = situation(turn=6, axis={"9th Army": "2222"})
    s.built = 1 << place("2322")
    act(s, "9th Army 2222-2322")
    assert s.razed >> place("2322") & 1 and not zones.fortresses(s, SOVIET) >> place("2322") & 1
    assert fortresses.fortress_hexes(s) == 0


# -- Stalin, the Bunker, Fortified Zones ----------------------------------------------------------------------------


@rule("16.4.7", "18.3.1")
def test_without_stalin_in_moscow_stavka_may_be_played_and_gives_nothing() -> None:
    s = held("soviet-15", soviet={"Stalin": "3725"})
    assert why_no_event(s, "soviet-15") == ""
    play(s, "soviet-15")
    assert s.banked[SOVIET] == 0


def test_the_bunker_stays_in_berlin_is_the_last_to_lose_and_falls_when_the_city_is_entered() -> None:
    s = situation(
        turn=17,
        side="soviet",
        axis={"Bunker": "1218", "43 Corps": "1218 -1"},
        soviet={"1st Belorussian Front": "1219", "1GT Army": "1219"},
        soviet_holds=("Warsaw",),
    )
    attack(s, "1218", "1st Belorussian Front", "1GT Army")
    throw(s, "1", "0")
    assert at(s, "43 Corps") == "eliminated" and at(s, "Bunker") == "1218"
    act(s, "1GT Army advances")
    assert at(s, "Bunker") == "removed" and s.controls(SOVIET, place("Berlin"))


@rule("8.2")
def test_axis_zones_do_not_reach_into_a_fortified_zone() -> None:
    s = event("soviet-22", soviet={"West Front": "2519"})
    act(s, "Luga FZ arrives in 2519", "Mozhaisk FZ arrives in 2722", "Kiev FZ arrives in 2025")
    put(s, "9th Army", "2420")
    s.set_supply(unit("9th Army"), 0)
    assert not zones.zoc(s, AXIS) >> place("2519") & 1 and zones.zoc(s, AXIS) >> place("2419") & 1


@rule("16.2.2", "10.1")
def test_a_stack_enters_an_enemy_fortress_together_though_the_first_unit_destroys_it() -> None:
    soviet = {"13R Army": "1820", "20R Army": "1820"}
    s = situation(turn=17, side="soviet", axis={"9th Army": "1720"}, soviet=soviet)
    assert zones.zoc(s, AXIS) >> place("1820") & 1, "so that no way leads straight into another zone"
    act(s, "stack 1820-1719")
    assert at(s, "13R Army") == at(s, "20R Army") == "1719" and s.razed >> place("1719") & 1
