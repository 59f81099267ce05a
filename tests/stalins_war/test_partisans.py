"""[16.1] Partisans: where they are placed, what they do, how they become Active, how they go."""

from __future__ import annotations

from typing import Any

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, fate, partisans, supply
from rasputitsa.titles.stalins_war.actions.events import RaisePartisans
from rasputitsa.titles.stalins_war.attrition import attrition
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, IN_TERRAIN
from rasputitsa.titles.stalins_war.roster import PARTISANS
from rasputitsa.titles.stalins_war.sequence import Cleaning, start
from rasputitsa.titles.stalins_war.state import AXIS, FULL, REMOVED, SOVIET, Position

from .events import draw, event, finish, held, play
from .situation import act, at, can, choices, hexes, place, put, refused, situation, unit

FRONT = {"axis": {"9th Army": "2222", "43 Corps": "2021"}, "soviet": {"West Front": "2422"}}


def occupied_country(ops: int = 2, allowed: bool = True, **more: Any) -> Position:
    """A Soviet OPS round with a German army before Smolensk and a corps behind it."""
    s = situation(side="soviet", ops=ops, turn=6, **{**FRONT, **more})
    if allowed:
        effects.allow(s, "partisans")
    return s


def lurk(s: Position, *places: str) -> Position:
    s.lurking |= sum(1 << place(p) for p in places)
    s.memo.clear()
    return s


# -- placing for OPS ------------------------------------------------------------------------------------------------


@rule("16.1.1")
def test_no_partisans_before_partisan_formation_and_none_for_the_axis() -> None:
    assert refused(occupied_country(allowed=False), "raise partisans in 2121 for 1 OPS") == "16.1.1"
    s = situation(side="axis", turn=6, **FRONT)
    effects.allow(s, "partisans")
    assert refused(s, "raise partisans in 2121 for 1 OPS") == "16.1.1" and not choices(s, RaisePartisans)


@rule("16.1.2", "16.1.2.1")
def test_an_ops_places_two_partisans_once_a_turn() -> None:
    s = occupied_country()
    act(s, "raise partisans in 2121 for 1 OPS")
    assert s.ops == 1 and s.step.name == "MorePartisans"
    act(s, "place partisans in 1921")
    assert s.step.name == "Movement" and hexes(s.lurking) == {"2121", "1921"}
    assert refused(s, "raise partisans in 2120 for 1 OPS") == "16.1.2"
    start(s)
    assert not s.partisan_ops


@rule("16.1.2")
def test_the_second_partisan_of_an_ops_may_be_left_out() -> None:
    s = occupied_country()
    act(s, "raise partisans in 2121 for 1 OPS", "no more of this event")
    assert hexes(s.lurking) == {"2121"} and s.step.name == "Movement"


@rule("16.1.2")
def test_partisans_cost_an_ops_banked_or_not() -> None:
    s = occupied_country(ops=0)
    assert refused(s, "raise partisans in 2121 for 1 OPS") == "7.3.1"
    s.banked[SOVIET] = 1
    act(s, "raise partisans in 2121 for 1 OPS")
    assert s.banked[SOVIET] == 0


@rule("16.1.2", "16.1.2.1")
def test_six_partisans_on_the_map_at_most_active_or_not() -> None:
    s = lurk(occupied_country(), "1824", "1921", "1922", "1923")
    put(s, "Partisans Kovpak", "2024")
    act(s, "raise partisans in 2121 for 1 OPS")
    assert s.step.name == "Movement", "the sixth"
    s.partisan_ops = 0
    assert refused(s, "raise partisans in 2120 for 1 OPS") == "16.1.2"


@rule("16.1.2", "16.1.6")
def test_there_are_only_as_many_partisans_as_have_not_been_eliminated() -> None:
    s = occupied_country()
    for number in range(len(s.place)):
        if PARTISANS >> number & 1 and len(partisans.drawable(s)) > 1:
            s.put(number, REMOVED)
    assert partisans.left(s) == 1
    act(s, "raise partisans in 2121 for 1 OPS")
    assert s.step.name == "Movement" and partisans.left(s) == 0


@rule("16.1.1", "16.1.1.1", "16.1.3")
def test_partisans_are_placed_in_forest_and_swamp_of_the_soviet_union_outside_the_baltic_states() -> None:
    s = occupied_country()
    found = partisans.hexes(s)
    assert found and not found & ~(IN_TERRAIN["forest"] | IN_TERRAIN["swamp"])
    assert not found & ~COUNTRY["soviet_union"] and not found & COUNTRY["baltic_states"]
    assert refused(s, "raise partisans in 2118 for 1 OPS") == "16.1.3", "Latvia"
    assert refused(s, "raise partisans in 2122 for 1 OPS") == "16.1.3", "clear"
    assert refused(s, "raise partisans in 2021 for 1 OPS") == "16.1.3", "an Axis unit"
    assert refused(s, "raise partisans in 1518 for 1 OPS") == "16.1.3", "Germany"


@rule("16.1.3")
def test_the_hex_lies_strictly_closer_to_an_axis_unit_than_to_a_soviet_one() -> None:
    s = situation(side="soviet", turn=6, axis={"43 Corps": "2719"}, soviet={"13R Army": "2715"})
    effects.allow(s, "partisans")
    assert can(s, "raise partisans in 2718 for 1 OPS")
    assert refused(s, "raise partisans in 2717 for 1 OPS") == "16.1.3", "as near"
    assert refused(s, "raise partisans in 2716 for 1 OPS") == "16.1.3", "nearer to the army"
    put(s, "Partisans Kovpak", "2716")
    assert can(s, "raise partisans in 2718 for 1 OPS"), "partisans do not count"


@rule("16.1.3")
def test_a_hex_where_a_soviet_unit_would_be_out_of_supply_will_do() -> None:
    ring = {"9th Army": "2121", "4th Army": "2323", "6th Army": "2024"}
    s = situation(side="soviet", turn=6, axis=ring, soviet={"13R Army": "2022"}, axis_holds=("Smolensk", "Kiev"))
    effects.allow(s, "partisans")
    cut_off = partisans.hexes(s) & ~partisans.behind_the_front(s)
    assert not supply.attrition_supply(s, 4) & cut_off


# -- events ---------------------------------------------------------------------------------------------------------


@rule("16.1.1")
def test_partisan_formation_allows_partisans_and_places_two_by_the_rules() -> None:
    s = event("soviet-21", **FRONT)
    assert effects.allowed(s, "partisans") and s.step.name == "PlacingPartisans"
    assert refused(s, "place partisans in 2118") == "16.1.3" and "no more of this event" not in choices(s)
    act(s, "place partisans in 2121", "place partisans in 1921")
    assert hexes(s.lurking) == {"2121", "1921"} and s.active == AXIS and not s.partisan_ops


@rule("C.4", "16.1.6")
def test_airborne_corps_land_active_in_any_clear_hex_without_town_or_units() -> None:
    s = event("soviet-20", **FRONT)
    assert s.side == CHANCE and len(s.chances()) == 12
    draw(s)
    (drawn,) = [s.name(u) for u, where in enumerate(s.place) if where == -6]
    assert can(s, f"{drawn} arrives in 1217"), "in Germany"
    for wrong in ("2121", "1218", "2222", "2422"):
        assert refused(s, f"{drawn} arrives in {wrong}") == "16.1.6", wrong
    act(s, f"{drawn} arrives in 1217")
    assert at(s, drawn) == "1217" and s.active == AXIS and not effects.allowed(s, "partisans")


@rule("16.1.2")
def test_airborne_corps_find_no_room_beside_six_partisans() -> None:
    s = lurk(held("soviet-20"), "1824", "1921", "1922", "1923", "2121", "2120")
    play(s, "soviet-20")
    assert s.active == AXIS and not s.on_map(SOVIET)


@rule("16.1.1")
def test_the_warsaw_uprising_stands_in_warsaw_or_beside_axis_units_there() -> None:
    s = event("soviet-42")
    draw(s)
    assert hexes(s.occupied[SOVIET]) == {"1621"} and s.controls(SOVIET, place("Warsaw")) and s.vp == 6
    s = event("soviet-42", axis={"9th Army": "1621"})
    draw(s)
    assert {c.rpartition(" ")[2] for c in choices(s)} == {"1521", "1622"}
    finish(s)
    assert hexes(s.occupied[SOVIET]) <= {"1521", "1622"} and len(s.on_map(SOVIET)) == 1
    s = event("soviet-42", axis={"9th Army": "1621", "43 Corps": "1521", "53 Corps": "1622"})
    assert s.active == AXIS and not s.on_map(SOVIET), "no hex is left"


# -- Inactive Partisans ---------------------------------------------------------------------------------------------


@rule("16.1.4")
def test_axis_units_pass_and_stack_with_inactive_partisans() -> None:
    s = lurk(situation(axis={"43 Corps": "2122"}), "2121")
    act(s, "43 Corps 2122-2121")
    assert at(s, "43 Corps") == "2121" and hexes(s.lurking) == {"2121"}


@rule("16.1.5", "16.1.5.1")
def test_a_supplied_soviet_unit_that_ends_its_move_there_removes_inactive_partisans() -> None:
    s = lurk(occupied_country(), "2421", "2521")
    act(s, "West Front 2422-2421")
    assert hexes(s.lurking) == {"2521"}


@rule("16.1.5")
def test_a_unit_out_of_supply_does_not_end_on_inactive_partisans() -> None:
    s = lurk(situation(side="soviet", soviet={"13R Army": "1217"}), "1219")
    assert refused(s, "13R Army 1217-1219") != ""


@rule("16.1.5")
def test_reinforcements_placed_on_inactive_partisans_remove_them() -> None:
    s = lurk(held("soviet-05"), "2424")
    play(s, "soviet-05")
    act(s, "51R Army arrives in 2424")
    assert not s.lurking


@rule("16.1.5")
def test_the_soviet_player_may_disband_inactive_partisans_at_the_end_of_a_turn() -> None:
    s = lurk(situation(moment="nothing"), "2121", "1921")
    s.push(Cleaning, SOVIET)
    s.settle()
    act(s, "disband the partisans in 2121", "leave the rest")
    assert hexes(s.lurking) == {"1921"} and len(partisans.drawable(s)) == 12


# -- Active Partisans -----------------------------------------------------------------------------------------------


def risen(name: str = "Partisans Kovpak", where: str = "2121", **more: Any) -> Position:
    return situation(side="soviet", turn=6, axis={"9th Army": "2122"}, soviet={name: where, **more})


@rule("16.1.6", "16.1.6.1")
def test_partisans_are_not_activated_with_axis_units_in_the_hex() -> None:
    s = lurk(held("soviet-43", axis={"43 Corps": "2121"}), "2121")
    play(s, "soviet-43")
    assert hexes(s.lurking) == {"2121"} and s.active == AXIS


@rule("16.1.6", "16.1.6.2", "16.1.3")
def test_which_partisans_rise_is_drawn_at_random_from_those_left() -> None:
    s = lurk(held("soviet-43"), "2121", "1921")
    s.put(unit("Partisans Kovpak"), REMOVED)
    play(s, "soviet-43")
    act(s, "activate the partisans in 2121")
    chances = s.chances()
    assert len(chances) == 11 and len({p for _, p in chances}) == 1
    assert "draw Partisans Kovpak" not in {str(a) for a, _ in chances}
    act(s, "draw Partisans Saburov")
    assert at(s, "Partisans Saburov") == "2121" and hexes(s.lurking) == {"1921"}


@rule("16.1.6", "16.1.6.2")
def test_active_partisans_are_always_in_supply_and_move_as_soviet_units() -> None:
    s = risen()
    assert supply.status(s, unit("Partisans Kovpak")) == FULL
    attrition(s, SOVIET)
    assert at(s, "Partisans Kovpak") == "2121"
    act(s, "Partisans Kovpak 2121-2120")
    assert at(s, "Partisans Kovpak") == "2120"


@rule("16.1.6", "16.1.6.2")
def test_eliminated_active_partisans_are_out_of_the_game() -> None:
    s = risen()
    fate.eliminate(s, unit("Partisans Kovpak"))
    assert at(s, "Partisans Kovpak") == "removed" and unit("Partisans Kovpak") not in partisans.drawable(s)


@rule("16.1.6", "9.2.2")
def test_active_partisans_do_not_stack_with_soviet_units() -> None:
    s = risen(**{"13R Army": "2120"})
    assert refused(s, "Partisans Kovpak 2121-2120") == "9.1.1" and refused(s, "13R Army 2120-2121") == "9.1.1"


@rule("16.1.6", "3.0.6")
def test_active_partisans_take_control_of_the_hexes_they_enter() -> None:
    s = lurk(held("soviet-38", axis_holds=("Zhitomir",)), "1924")
    play(s, "soviet-38")
    draw(s)
    assert s.controls(SOVIET, place("Zhitomir"))


@rule("16.1.6", "13.3.9")
def test_a_partisan_in_a_town_out_of_supply_keeps_it() -> None:
    s = situation(soviet={"Partisans Kovpak": "1218"}, soviet_holds=("Berlin",), axis={"9th Army": "1721"})
    attrition(s, SOVIET)
    assert s.controls(SOVIET, place("Berlin"))
    put(s, "Partisans Kovpak", "1217")
    attrition(s, SOVIET)
    assert s.controls(AXIS, place("Berlin"))


@pytest.mark.parametrize("seed", range(3))
def test_a_position_with_partisans_under_way_is_sound(seed: int) -> None:
    s = lurk(held("soviet-38"), "1921", "2121", "2024")
    finish(play(s, "soviet-38"), seed)
    assert not s.check() and s.occupied[SOVIET].bit_count() == 3
