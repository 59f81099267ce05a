"""[8.0, 9.0] Zones of control and stacking."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import stacking, zones
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

from .situation import act, at, can, hexes, place, refused, situation, unit

BLACK_EARTH = {"2427", "2428", "2526", "2528", "2627", "2628"}
"""The six hexes around 2527, all clear."""


def alone(name: str, where: str = "2527", side: str = "soviet") -> Position:
    return situation(side="axis" if side == "soviet" else "soviet", **{side: {name: where}})  # type: ignore[arg-type]


@rule("8.1", "8.2")
@pytest.mark.parametrize(
    ("name", "has_zone"),
    [
        ("West Front", True),
        ("16M Corps", True),
        ("3T Army", True),
        ("3GT Army", True),
        ("1G Army", True),
        ("13R Army", False),
        ("1S Army", False),
        ("1GC Corps", False),
        ("Stalin", False),
        ("Partisans Kovpak", False),
    ],
)
def test_large_units_mech_tank_and_guard_armies_have_a_zone(name: str, has_zone: bool) -> None:
    s = alone(name)
    assert hexes(zones.zoc(s, SOVIET)) == (BLACK_EARTH if has_zone else set())


@rule("8.1")
@pytest.mark.parametrize(("name", "has_zone"), [("6th Army", True), ("3Pz Corps", True), ("43 Corps", False)])
def test_german_armies_and_panzer_corps_have_a_zone(name: str, has_zone: bool) -> None:
    s = alone(name, "2124", "axis")
    assert bool(zones.zoc(s, AXIS)) == has_zone


@rule("8.1", "8.1.1", "13.3.6")
@pytest.mark.parametrize("status", [FORTRESS, OUT])
def test_only_full_supply_gives_a_zone(status: int) -> None:
    s = alone("West Front")
    s.set_supply(unit("West Front"), status)
    assert not zones.zoc(s, SOVIET) and not zones.has_zoc(s, unit("West Front"))


@rule("8.2", "8.2.1")
def test_no_zone_across_a_lake_or_sea_hexside() -> None:
    assert hexes(zones.zoc(alone("Leningrad Front", "2517"), SOVIET)) == {"2417", "2418", "2518", "2618"}
    assert "2130" not in hexes(zones.zoc(alone("West Front", "2129"), SOVIET))


@rule("8.2", "8.2.2")
def test_no_zone_into_a_standing_fortress() -> None:
    """SW-38: the fortress itself has a zone around it."""
    s = situation(axis={"18th Army": "2417"}, soviet={"Leningrad Front": "2517"})
    assert "2517" not in hexes(zones.zoc(s, AXIS))
    assert "2417" in hexes(zones.zoc(s, SOVIET))
    s.razed = 1 << place("2517")
    s.forget_zones(AXIS)
    assert "2517" in hexes(zones.zoc(s, AXIS))


@rule("8.2", "8.2.2")
def test_no_zone_into_a_festung() -> None:
    s = situation(soviet={"West Front": "1722"})
    s.festungs = 1 << place("1721")
    s.forget_zones(SOVIET)
    assert "1721" not in hexes(zones.zoc(s, SOVIET)) and "1822" in hexes(zones.zoc(s, SOVIET))


@rule("8.2", "8.2.2")
def test_no_axis_zone_into_a_fortified_zone_but_a_soviet_one() -> None:
    s = situation(axis={"18th Army": "2219"}, soviet={"Luga FZ": "2319"})
    assert "2319" not in hexes(zones.zoc(s, AXIS)) and "2318" in hexes(zones.zoc(s, AXIS))


# -- movement and zones ---------------------------------------------------------------------------------------------


@rule("8.3")
def test_a_unit_stops_when_it_enters_an_enemy_zone() -> None:
    s = situation(side="soviet", axis={"6th Army": "2226"}, soviet={"1GC Corps": "2526"})
    assert can(s, "1GC Corps 2526-2326")
    assert not can(s, "1GC Corps 2526-2225")


@rule("8.3", "8.3.1")
def test_no_move_from_one_enemy_zone_straight_into_another() -> None:
    """SW-39: not onto a friendly unit either. A shock army cannot afford the way round through Moscow."""
    s = situation(side="soviet", axis={"6th Army": "2522"}, soviet={"1S Army": "2622", "13R Army": "2623"})
    s.set_supply(unit("6th Army"), FULL)
    assert refused(s, "1S Army 2622-2623") == "8.3"
    assert can(s, "1S Army 2622-2722")


@rule("8.3", "7.3.3")
def test_leaving_an_enemy_zone_costs_one_ops_for_the_stack() -> None:
    """SW-26: wherever the units go, the hex is paid for once."""
    s = situation(side="soviet", ops=1, axis={"6th Army": "2226"}, soviet={"1GC Corps": "2326", "2GC Corps": "2326"})
    act(s, "1GC Corps 2326-2426")
    assert s.ops == 1
    act(s, "2GC Corps 2326-2525")
    assert s.ops == 0


@rule("8.3", "7.3.3")
def test_without_ops_the_last_unit_stays_in_the_enemy_zone() -> None:
    s = situation(side="soviet", ops=0, axis={"6th Army": "2226"}, soviet={"1GC Corps": "2326", "2GC Corps": "2326"})
    act(s, "1GC Corps 2326-2426")
    assert refused(s, "2GC Corps 2326-2426") == "7.3.1"


@rule("7.3.3", "7.3.3.1")
def test_newcomers_do_not_hold_the_hex_for_those_who_leave() -> None:
    s = situation(side="soviet", ops=0, axis={"6th Army": "2226"}, soviet={"1GC Corps": "2326", "2GC Corps": "2426"})
    act(s, "2GC Corps 2426-2326")
    assert refused(s, "1GC Corps 2326-2426") == "7.3.1"


@rule("7.3.3")
def test_a_stack_leaves_an_enemy_zone_for_one_ops() -> None:
    s = situation(side="soviet", ops=2, axis={"6th Army": "2226"}, soviet={"1GC Corps": "2326", "2GC Corps": "2326"})
    act(s, "stack 2326-2426")
    assert (s.ops, at(s, "1GC Corps"), at(s, "2GC Corps")) == (1, "2426", "2426")


@rule("8.3", "8.3.2")
def test_friendly_units_negate_enemy_zones_for_retreat_and_supply() -> None:
    s = situation(axis={"6th Army": "2226"}, soviet={"13R Army": "2326"})
    zone = hexes(zones.enemy_zoc(s, SOVIET))
    assert "2326" in zone and hexes(zones.unnegated(s, SOVIET)) == zone - {"2326"}


# -- stacking -------------------------------------------------------------------------------------------------------


@rule("9.1.1")
def test_four_units_may_stack() -> None:
    full = dict.fromkeys(["13R Army", "21R Army", "22R Army", "20R Army"], "2527")
    s = situation(side="soviet", soviet={**full, "16R Army": "2528"})
    assert refused(s, "16R Army 2528-2527") == "9.1.1"
    assert can(s, "16R Army 2528-2628")


@rule("9.1.2")
def test_one_large_unit_a_hex() -> None:
    s = situation(side="soviet", soviet={"West Front": "2527", "South Front": "2528"})
    assert refused(s, "South Front 2528-2527") == "9.1.1"


@rule("9.1.3", "16.4.4")
def test_stalin_fortified_zones_and_partisans_do_not_count() -> None:
    four = dict.fromkeys(["West Front", "21R Army", "22R Army", "20R Army"], "2722")
    s = situation(side="soviet", soviet={**four, "Stalin": "2722", "Luga FZ": "2722"})
    assert stacking.lawful(s.stack_at(place("2722")))
    assert not stacking.fits(s, unit("Kiev FZ"), place("2722"))
    assert stacking.fits(s, unit("Kiev FZ"), place("2626"))


@rule("9.1.4")
def test_stacking_binds_at_the_end_of_a_move_only() -> None:
    full = dict.fromkeys(["13R Army", "21R Army", "22R Army", "20R Army"], "2527")
    s = situation(side="soviet", soviet={**full, "1GC Corps": "2627"})
    assert can(s, "1GC Corps 2627-2427")


@rule("9.1.4")
def test_a_stack_moves_only_where_all_of_it_fits() -> None:
    s = situation(
        side="soviet",
        soviet={"13R Army": "2527", "21R Army": "2527", "22R Army": "2527", "1G Army": "2528", "2G Army": "2528"},
    )
    assert refused(s, "stack 2528-2527") == "9.1.1"
    assert can(s, "1G Army 2528-2527")


@rule("9.2.1")
def test_hungarians_and_romanians_never_stack() -> None:
    s = situation(turn=5, axis={"HU 2nd Army": "2024", "RO Cav Corps": "2124"}, axis_holds=["2025"])
    assert refused(s, "RO Cav Corps 2124-2024") == "9.1.1"
    assert not stacking.lawful(1 << unit("HU 2nd Army") | 1 << unit("RO Cav Corps"))


@rule("9.2.2", "16.1.6")
def test_partisans_never_stack_with_soviet_units() -> None:
    """SW-4: passing is allowed."""
    s = situation(side="soviet", soviet={"Partisans Kovpak": "2427", "1GC Corps": "2526"})
    assert refused(s, "1GC Corps 2526-2427") == "9.1.1"
    assert can(s, "1GC Corps 2526-2327")
    assert refused(s, "Partisans Kovpak 2427-2526") == "9.1.1"
