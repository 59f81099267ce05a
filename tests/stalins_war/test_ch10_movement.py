"""[10.1] Movement; the restrictions of turn 1 (4.4) and of nations (19.1, 19.2)."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, movement
from rasputitsa.titles.stalins_war.actions.movement import Move, MoveStack
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, EAST, HEX, PLACE_IDS
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

from .situation import act, at, can, card, choices, hexes, place, refused, situation, unit


def cost(s: Position, name: str, to: str) -> int | None:
    return movement.reach_of(s, unit(name)).cost(place(to))


# -- costs ----------------------------------------------------------------------------------------------------------


@rule("10.1", "10.1.1")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("2526", "2527", 1),  # clear
        ("2627", "2626", 1),  # a city costs as its terrain
        ("2722", "2622", 2),  # forest
        ("2530", "2529", 2),  # rough
        ("2022", "2023", 3),  # swamp
        ("1223", "1322", 3),  # mountain
        ("2424", "2524", 2),  # over a river
        ("2527", "2627", 3),  # over a major river
        ("2232", "2231", 3),  # over the Kerch strait
    ],
)
def test_terrain_and_hexsides_cost_movement_points(start: str, to: str, points: int) -> None:
    s = situation(side="soviet", soviet={"1GC Corps": start})
    assert cost(s, "1GC Corps", to) == points


@rule("10.1.2")
def test_astrakhan_costs_two_for_its_desert() -> None:
    s = situation(side="soviet", soviet={"1GC Corps": "3031"})
    assert cost(s, "1GC Corps", "3032") == 2


@rule("10.1.1")
def test_mountain_troops_pay_less_in_mountains_and_rough() -> None:
    s = situation(turn=6, axis={"49 Mtn Corps": "1525", "43 Corps": "1425"})
    assert cost(s, "49 Mtn Corps", "1526") == 2
    s = situation(turn=6, axis={"43 Corps": "1525"})
    assert cost(s, "43 Corps", "1526") == 3


@rule("10.1.3", "10.1.4")
def test_a_unit_moves_hex_by_hex_within_its_allowance() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2726"})
    assert can(s, "13R Army 2726-2426") is False
    assert refused(s, "13R Army 2726-2426") == "10.1.4"
    assert can(s, "13R Army 2726-2727")


@rule("10.1.4")
def test_a_unit_moves_once_in_a_round() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2527"})
    act(s, "13R Army 2527-2528")
    assert refused(s, "13R Army 2528-2527") == "10.1.4"


@rule("10.1.4", "10.1.4.1")
def test_a_unit_may_always_move_one_hex() -> None:
    """SW-40: hexsides cost, and the hex is still allowed; a shock army has two points, the mountains cost three."""
    s = situation(side="soviet", soviet={"1S Army": "2532"})
    assert can(s, "1S Army 2532-2533")
    t = situation(side="soviet", soviet={"1S Army": "2527"})
    assert can(t, "1S Army 2527-2627")


@rule("10.1.4.1")
def test_not_even_one_hex_over_an_impassable_hexside() -> None:
    s = situation(side="soviet", soviet={"1S Army": "2517"})
    assert not can(s, "1S Army 2517-2617")


@rule("13.3.1")
@pytest.mark.parametrize(("status", "points"), [(FULL, 4), (FORTRESS, 2), (OUT, 2)])
def test_out_of_supply_a_unit_has_two_points(status: int, points: int) -> None:
    """SW-83: fortress supply does not help movement."""
    s = situation(side="soviet", soviet={"1GC Corps": "2527"})
    s.set_supply(unit("1GC Corps"), status)
    assert movement.allowance(s, unit("1GC Corps")) == points


@rule("10.1.5", "2.1")
@pytest.mark.parametrize(("turn", "where", "points"), [(3, "2224", 4), (4, "2224", 4), (5, "2224", 5), (3, "2223", 5)])
def test_supplied_axis_units_east_of_the_paulus_line_lose_a_point_on_turns_1_to_4(
    turn: int, where: str, points: int
) -> None:
    """SW-7: those that start there, in full supply."""
    s = situation(turn=turn, axis={"3Pz Corps": where})
    s.set_supply(unit("3Pz Corps"), FULL)
    assert movement.allowance(s, unit("3Pz Corps")) == points


@rule("10.1.5")
def test_units_out_of_supply_do_not_lose_another_point_east_of_the_line() -> None:
    s = situation(turn=3, axis={"3Pz Corps": "2224"})
    s.set_supply(unit("3Pz Corps"), OUT)
    assert movement.allowance(s, unit("3Pz Corps")) == 2


@rule("2.1", "2.1.1")
def test_the_paulus_line_runs_on_through_the_kerch_strait() -> None:
    assert EAST >> HEX["2232"] & 1 and not EAST >> HEX["2231"] & 1


@rule("10.1.6")
def test_no_unit_enters_a_hex_with_enemy_units() -> None:
    s = situation(side="soviet", axis={"43 Corps": "2426"}, soviet={"1GC Corps": "2526"})
    assert refused(s, "1GC Corps 2526-2426") == "10.1.6"


@rule("10.1.6", "10.1.6.1", "16.1.4")
def test_axis_units_pass_and_stack_with_inactive_partisans() -> None:
    s = situation(turn=6, axis={"3Pz Corps": "1821"})
    s.lurking = 1 << place("1921")
    assert can(s, "3Pz Corps 1821-1921")
    act(s, "3Pz Corps 1821-1921")
    assert s.lurking == 1 << place("1921") and not s.check()


@rule("10.1.6")
def test_active_partisans_are_enemy_units() -> None:
    s = situation(turn=6, axis={"3Pz Corps": "1821"}, soviet={"Partisans Kovpak": "1921"})
    assert refused(s, "3Pz Corps 1821-1921") == "10.1.6"


@rule("16.3.4")
def test_nobody_leaves_a_festung_or_passes_through_one() -> None:
    """SW-85"""
    s = situation(turn=12, axis={"3Pz Corps": "2130", "43 Corps": "2231"}, axis_holds=["2231"])
    s.set_supply(unit("3Pz Corps"), FULL)
    assert HEX["2232"] in movement.reach_of(s, unit("3Pz Corps"))
    s.festungs = 1 << place("2231")
    s.memo.clear()
    assert HEX["2232"] not in movement.reach_of(s, unit("3Pz Corps"))
    assert can(s, "3Pz Corps 2130-2231") and refused(s, "43 Corps 2231-2130") == "16.3.4"


# -- passing changes control ----------------------------------------------------------------------------------------


@rule("3.0.6", "5.1.1")
def test_control_changes_as_soon_as_a_unit_enters_also_in_passing() -> None:
    s = situation(axis={"24 Pz Corps": "1921"}, soviet={"13R Army": "2722"})
    before = s.vp
    act(s, "24 Pz Corps 1921-2122")
    assert s.controls(AXIS, place("Minsk")) and s.vp == before + 1
    assert s.controls(AXIS, place("2122"))


@rule("5.1.1")
def test_the_soviets_lower_the_vp_level() -> None:
    s = situation(side="soviet", soviet={"1GC Corps": "2121"}, axis_holds=["2022"])
    before = s.vp
    act(s, "1GC Corps 2121-2022")
    assert s.vp == before - 1 and s.controls(SOVIET, place("Minsk"))


@rule("5.1.3.3")
def test_a_supplied_axis_unit_crosses_the_paulus_line() -> None:
    """SW-10: even in passing; out of supply it does not count."""
    s = situation(turn=3, axis={"24 Pz Corps": "2223"}, axis_holds=["2022", "2122", "2123", "2322"])
    assert not s.crossed_paulus
    act(s, "24 Pz Corps 2223-2323")
    assert s.crossed_paulus
    t = situation(turn=3, axis={"24 Pz Corps": "2223"})
    t.set_supply(unit("24 Pz Corps"), OUT)
    act(t, "24 Pz Corps 2223-2323")
    assert not t.crossed_paulus


@rule("11.1.9", "11.1.9.4")
def test_entering_a_vacant_banned_hex_lifts_the_whole_ban() -> None:
    """SW-70: Gorki too, when Moscow is entered."""
    s = situation(turn=3, axis={"24 Pz Corps": "2622"})
    assert not effects.allowed(s, "attack-moscow-gorki")
    act(s, "24 Pz Corps 2622-2722")
    assert effects.allowed(s, "attack-moscow-gorki") and not effects.allowed(s, "attack-leningrad")


@rule("16.2.2", "16.2.2.1")
def test_an_enemy_unit_destroys_a_fortress_for_good() -> None:
    s = situation(turn=6, axis={"24 Pz Corps": "2418"})
    act(s, "24 Pz Corps 2418-2517")
    assert s.razed >> place("Leningrad") & 1 and s.controls(AXIS, place("Leningrad"))


@rule("10.3.2")
def test_a_trench_goes_when_the_enemy_enters() -> None:
    s = situation(turn=6, axis={"24 Pz Corps": "1921"})
    s.trenches[SOVIET] = 1 << place("2021")
    act(s, "24 Pz Corps 1921-2021")
    assert not s.trenches[SOVIET]


@rule("16.3.3")
def test_a_festung_goes_when_a_soviet_unit_enters() -> None:
    s = situation(turn=13, side="soviet", soviet={"1GC Corps": "1822"})
    s.festungs = 1 << place("1722")
    act(s, "1GC Corps 1822-1722")
    assert not s.festungs


@rule("16.1.5", "16.1.5.1")
def test_a_supplied_soviet_unit_takes_inactive_partisans_off() -> None:
    s = situation(turn=6, side="soviet", soviet={"1GC Corps": "2622"})
    s.lurking = 1 << place("2521")
    act(s, "1GC Corps 2622-2521")
    assert not s.lurking


@rule("16.1.4", "16.1.5")
def test_a_soviet_unit_out_of_supply_may_not_end_on_inactive_partisans() -> None:
    """SW-86"""
    s = situation(turn=6, side="soviet", soviet={"1GC Corps": "2622"})
    s.lurking = 1 << place("2521")
    s.set_supply(unit("1GC Corps"), OUT)
    assert refused(s, "1GC Corps 2622-2521") == "9.1.1"


# -- turn 1 and nations ---------------------------------------------------------------------------------------------


@rule("4.4.2")
def test_no_axis_unit_moves_on_turn_1() -> None:
    """SW-15: of no nation."""
    s = situation(turn=1, axis={"6th Army": "1623", "RO 3rd Army": "1627"})
    assert refused(s, "6th Army 1623-1622") == "4.4.2" and refused(s, "RO 3rd Army 1627-1626") == "4.4.2"
    assert not choices(s, Move) and not choices(s, MoveStack)


@rule("4.4.3", "4.4.4")
def test_nobody_enters_hungary_and_no_soviet_romania_on_turn_1() -> None:
    """SW-16"""
    s = situation(turn=1, side="soviet", soviet={"16M Corps": "1625", "18M Corps": "1827"})
    shut = movement.closed(s, unit("16M Corps"))
    assert shut == COUNTRY["hungary"] | COUNTRY["romania"]
    s.turn = 2
    assert not movement.closed(s, unit("16M Corps"))
    romania = hexes(COUNTRY["romania"])
    t = situation(turn=1, side="soviet", soviet={"18M Corps": "1727"})
    assert not any(order.split("-")[-1] in romania for order in choices(t, Move))
    assert any(order.split("-")[-1] in romania for order in choices(_next_turn(t), Move))


def _next_turn(s: Position) -> Position:
    s.turn = 2
    s.memo.clear()
    return s


@rule("19.1.1", "19.2.1")
def test_romanians_never_enter_hungary_nor_hungarians_romania() -> None:
    s = situation(turn=6, axis={"RO 3rd Army": "1326", "HU 3rd Army": "1325"})
    assert movement.closed(s, unit("RO 3rd Army")) == COUNTRY["hungary"]
    assert movement.closed(s, unit("HU 3rd Army")) == COUNTRY["romania"]


# -- events ---------------------------------------------------------------------------------------------------------


@rule("7.5.1a")
def test_strategic_withdrawal_leaves_zones_free_with_a_point_more_and_enters_no_new_one() -> None:
    s = situation(side="soviet", ops=0, axis={"6th Army": "2226"}, soviet={"13R Army": "2326", "1GC Corps": "2526"})
    number = card("soviet-11")
    effects.begin(s, number, 0, "round")
    assert movement.allowance(s, unit("13R Army")) == 4 and movement.allowance(s, unit("1GC Corps")) == 4
    assert can(s, "13R Army 2326-2526")
    assert refused(s, "1GC Corps 2526-2326") == "7.5.1a"


# -- a whole stack --------------------------------------------------------------------------------------------------


@rule("10.1")
def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2727", "1GC Corps": "2727"})
    costs = movement.reach_of(s, unit("1GC Corps")).costs()
    near = next(PLACE_IDS[to] for to, points in costs.items() if points == 3)
    far = next(PLACE_IDS[to] for to, points in costs.items() if points == 4)
    assert can(s, f"1GC Corps 2727-{far}") and refused(s, f"stack 2727-{far}") == "10.1.4"
    assert can(s, f"stack 2727-{near}")


@rule("10.1")
def test_a_stack_moves_together_in_one_action() -> None:
    s = situation(side="soviet", soviet={"West Front": "2527", "13R Army": "2527", "Stalin": "2527"})
    act(s, "stack 2527-2528")
    assert (at(s, "West Front"), at(s, "13R Army"), at(s, "Stalin")) == ("2528", "2528", "2527")
    assert refused(s, "stack 2528-2527") == "10.1"


@rule("10.1")
def test_a_unit_moves_from_where_it_is() -> None:
    s = situation(side="soviet", soviet={"1GC Corps": "2527"})
    assert refused(s, "1GC Corps 2528-2628") == "10.1"
    assert (
        refused(s, "1GC Corps 2528-2628 by rail") == "10.2.2" and refused(s, "1GC Corps 2535-2030 by sea") == "10.2.5"
    )


@rule("19.1.1", "19.2.1", "4.4.3")
def test_closed_countries_are_named_when_a_move_is_refused() -> None:
    s = situation(turn=6, axis={"RO Cav Corps": "1326"})
    assert refused(s, "RO Cav Corps 1326-1325") == "19.1.1"
    t = situation(turn=1, side="soviet", soviet={"18M Corps": "1727"})
    assert refused(t, "18M Corps 1727-1627") == "4.4.3"
