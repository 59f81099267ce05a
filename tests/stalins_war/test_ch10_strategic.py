"""[10.2, 16.4.5] Strategic movement by rail and by sea."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, strategic
from rasputitsa.titles.stalins_war.actions.movement import Entrain
from rasputitsa.titles.stalins_war.mapboard import CAUCASUS, COUNTRY, EAST, MAP
from rasputitsa.titles.stalins_war.roster import GERMAN, RUSSIAN
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, OUT, SOVIET

from .situation import act, at, can, card, choices, hexes, place, refused, situation, unit

SEA_OF_GERMANS = ["1818", "2018"]
"""Libau and Riga."""


# -- rail -----------------------------------------------------------------------------------------------------------


@rule("10.2.1", "10.2.2", "7.3.3")
def test_an_scu_goes_any_distance_by_rail_for_one_ops() -> None:
    s = situation(side="soviet", ops=2, soviet={"13R Army": "2722"})
    act(s, "13R Army 2722-3725 by rail")
    assert at(s, "13R Army") == "3725" and s.ops == 1


@rule("10.2.1", "7.3.3")
def test_rail_movement_needs_ops() -> None:
    s = situation(side="soviet", ops=0, soviet={"13R Army": "2722"})
    assert refused(s, "13R Army 2722-2723 by rail") == "7.3.1"
    s.banked[SOVIET] = 1
    act(s, "13R Army 2722-2723 by rail")
    assert s.banked[SOVIET] == 0


@rule("10.2.1", "10.2.1.1")
def test_only_scus_use_strategic_movement_and_they_do_nothing_else() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2722", "West Front": "2722", "20R Army": "2527"})
    assert refused(s, "West Front 2722-2723 by rail") == "10.2.1"
    act(s, "13R Army 2722-2723 by rail", "20R Army 2527-2528")
    assert refused(s, "13R Army 2723-2722") == "10.1.4"
    assert refused(s, "20R Army 2528-2628 by rail") == "10.2.1"


@rule("10.2.1", "10.2.1.1")
def test_the_bunker_and_fortified_zones_never_travel() -> None:
    s = situation(turn=16, axis={"Bunker": "1218"})
    assert refused(s, "Bunker 1218-1219 by rail") == "10.2.1"


@rule("13.3.2")
@pytest.mark.parametrize("status", [FORTRESS, OUT])
def test_no_strategic_movement_out_of_supply(status: int) -> None:
    s = situation(side="soviet", soviet={"13R Army": "2722"})
    s.set_supply(unit("13R Army"), status)
    assert refused(s, "13R Army 2722-2723 by rail") == "13.3.2"


@rule("10.2.2", "10.2.2.1")
def test_a_rail_move_starts_in_an_enemy_zone_only_if_another_unit_stays() -> None:
    """SW-27: one OPS in all."""
    s = situation(side="soviet", ops=2, axis={"6th Army": "2226"}, soviet={"13R Army": "2326", "20R Army": "2326"})
    act(s, "13R Army 2326-2722 by rail")
    assert s.ops == 1
    assert refused(s, "20R Army 2326-2722 by rail") == "10.2.2"


@rule("10.2.2", "10.2.2.1")
def test_a_rail_move_never_enters_an_enemy_zone() -> None:
    s = situation(side="soviet", axis={"6th Army": "2226"}, soviet={"13R Army": "2722", "20R Army": "2326"})
    ends = {order.split("-")[1].split()[0] for order in choices(s, Entrain) if order.startswith("13R")}
    assert ends and not ends & {"2326", "2325", "2227", "2225"}


@rule("10.2.2", "10.2.2.2", "16.1.4")
def test_an_axis_rail_move_passes_one_hex_with_inactive_partisans_and_stops_in_the_second() -> None:
    s = situation(turn=6, axis={"43 Corps": "1621"}, axis_holds=["2022"])
    line = place_mask("1621", "1622", "1722", "1822", "1921", "2022")
    s.lurking = place_mask("1722", "1921")
    assert hexes(strategic.axis_line(s, place("1621"), line)) == {"1621", "1622", "1722", "1822", "1921"}


@rule("10.2.2", "10.2.2.2")
def test_one_partisan_does_not_stop_a_train() -> None:
    s = situation(turn=6, axis={"43 Corps": "1621"}, axis_holds=["2022"])
    s.lurking = 1 << place("1822")
    assert can(s, "43 Corps 1621-2022 by rail")


@rule("10.2.2", "16.1.4")
def test_partisans_do_not_stop_soviet_trains() -> None:
    s = situation(turn=6, side="soviet", soviet={"13R Army": "2722"})
    s.lurking = 1 << place("2622") | 1 << place("2522")
    assert can(s, "13R Army 2722-2422 by rail")


@rule("10.2.3")
def test_enemy_held_cities_stop_trains_and_towns_do_not() -> None:
    """SW-41: the line must lead to a supply source of the unit's nation."""
    s = situation(turn=6, side="soviet", soviet={"13R Army": "2722"}, axis_holds=["2322", "2521"])
    ends = hexes(strategic.by_rail(s, unit("13R Army")))
    assert "2422" in ends and "2322" not in ends and "2521" in ends


@rule("10.2.3")
def test_trains_need_a_line_to_a_supply_source() -> None:
    s = situation(turn=6, axis={"43 Corps": "1721"}, soviet={"West Front": "1621"})
    net = hexes(strategic.rail_net(s, GERMAN))
    assert "1218" in net and "1622" not in net


@rule("10.2.3", "10.2.3.1")
@pytest.mark.parametrize(
    ("turn", "baltic", "russia"), [(2, False, False), (3, True, False), (4, True, False), (5, True, True)]
)
def test_axis_trains_wait_for_turn_5_in_the_soviet_union_and_for_turn_3_in_the_baltic_states(
    turn: int, baltic: bool, russia: bool
) -> None:
    s = situation(turn=turn, axis={"43 Corps": "1621"}, axis_holds=["1919", "1920", "2018", "2022"])
    net = strategic.rail_net(s, GERMAN)
    assert bool(net & COUNTRY["baltic_states"]) == baltic
    assert bool(net & COUNTRY["soviet_union"] & ~COUNTRY["baltic_states"]) == russia


@rule("10.2.3", "10.2.4")
def test_a_train_does_not_start_where_it_may_not_run() -> None:
    s = situation(turn=4, axis={"43 Corps": "1822"})
    assert refused(s, "43 Corps 1822-1621 by rail") == "10.2.2"
    t = situation(turn=5, axis={"43 Corps": "1822"})
    assert can(t, "43 Corps 1822-1621 by rail")


@rule("10.2.4")
def test_no_axis_trains_in_the_caucasus_and_no_soviet_ones_in_germany() -> None:
    """SW-90: Slovakia is not Germany."""
    s = situation(turn=17)
    s.axis_held = 0
    s.memo.clear()
    net = strategic.rail_net(s, RUSSIAN)
    assert net & COUNTRY["hungary"] and not net & COUNTRY["germany"]
    assert net & MAP.regions["slovakia"]
    assert strategic.rail_closed(s, AXIS) & CAUCASUS == CAUCASUS


def place_mask(*names: str) -> int:
    return sum(1 << place(name) for name in names)


@rule("10.2.3")
def test_events_close_railways() -> None:
    s = situation(turn=13)
    effects.begin(s, card("axis-55"), 0, "turn")
    assert strategic.rail_closed(s, SOVIET) & ~EAST and not strategic.rail_closed(s, SOVIET) & EAST
    effects.begin(s, card("soviet-43"), 1, "turn")
    assert strategic.rail_closed(s, AXIS) & COUNTRY["soviet_union"] == COUNTRY["soviet_union"]


@rule("4.4.2")
def test_no_axis_strategic_movement_on_turn_1() -> None:
    s = situation(turn=1, axis={"43 Corps": "1621"})
    assert refused(s, "43 Corps 1621-1320 by rail") == "4.4.2"


# -- Stalin ---------------------------------------------------------------------------------------------------------


@rule("16.4.1", "16.4.5")
def test_stalin_leaves_moscow_by_rail_only() -> None:
    """SW-64: to any hex that a rail move reaches."""
    s = situation(side="soviet", soviet={"Stalin": "2722"})
    assert refused(s, "Stalin 2722-2723") == "10.1.4"
    act(s, "Stalin 2722-3725 by rail")
    assert at(s, "Stalin") == "3725" and s.ops == 3


@rule("16.4.5", "16.4.6")
def test_stalin_comes_back_only_to_moscow_and_only_once() -> None:
    s = situation(side="soviet", soviet={"Stalin": "2722"})
    act(s, "Stalin 2722-3725 by rail")
    s.strategic = 0
    assert choices(s, Entrain) == ["Stalin 3725-2722 by rail"]
    act(s, "Stalin 3725-2722 by rail")
    s.strategic = 0
    assert refused(s, "Stalin 2722-3725 by rail") == "10.2.2"


@rule("16.4.5")
def test_stalin_does_not_come_back_to_a_lost_moscow() -> None:
    s = situation(side="soviet", soviet={"Stalin": "3725"}, axis_holds=["2722"])
    s.stalin_moves = 1
    assert not choices(s, Entrain)


# -- sea ------------------------------------------------------------------------------------------------------------


@rule("10.2.5")
def test_one_axis_scu_a_turn_and_sea_goes_from_port_to_port() -> None:
    s = situation(turn=6, axis={"43 Corps": "1317", "34 Corps": "1619", "53 Corps": "1529"}, axis_holds=SEA_OF_GERMANS)
    act(s, "43 Corps 1317-2018 by sea")
    assert at(s, "43 Corps") == "2018" and s.ops == 3
    assert refused(s, "34 Corps 1619-1719 by sea") == "10.2.5"
    assert can(s, "53 Corps 1529-1530 by sea")


@rule("10.2.5")
def test_an_axis_ship_goes_not_east_of_a_soviet_port() -> None:
    """SW-42, SW-87: by column, on arrival."""
    s = situation(turn=6, axis={"43 Corps": "1317"}, axis_holds=["2018"])
    assert s.controls(SOVIET, place("Libau"))
    assert refused(s, "43 Corps 1317-2018 by sea") == "10.2.5"
    assert can(s, "43 Corps 1317-1819 by sea")


@rule("10.2.5", "10.2.6")
def test_enemy_zones_do_not_bar_ships() -> None:
    s = situation(turn=6, axis={"43 Corps": "1719"}, soviet={"West Front": "1820"})
    s.set_supply(unit("West Front"), 0)
    assert can(s, "43 Corps 1719-1619 by sea")


@rule("10.2.6")
def test_one_soviet_scu_a_round_lands_on_any_coast_of_the_black_sea() -> None:
    """SW-43: without Axis units, not Axis-controlled."""
    s = situation(side="soviet", soviet={"13R Army": "2535", "20R Army": "2332"}, axis={"43 Corps": "2029"})
    assert refused(s, "13R Army 2535-2029 by sea") == "10.2.5"
    act(s, "13R Army 2535-2030 by sea")
    assert at(s, "13R Army") == "2030"
    assert refused(s, "20R Army 2332-2535 by sea") == "10.2.5"


@rule("10.2.6")
def test_a_soviet_ship_goes_not_west_of_an_axis_port() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2535"}, axis_holds=["2031"])
    ends = hexes(strategic.by_sea(s, unit("13R Army")))
    assert "2129" in ends and not ends & {"1928", "1829", "1629"}


@rule("10.2.6")
def test_no_soviet_ships_in_the_baltic() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2217"})
    assert not strategic.by_sea(s, unit("13R Army"))


@rule("10.2.1", "18.1.1")
def test_strategic_movement_goes_with_banked_ops_too() -> None:
    """SW-76"""
    s = situation(side="soviet", ops=0, soviet={"13R Army": "2722"})
    s.banked[SOVIET] = 2
    assert can(s, "13R Army 2722-2723 by rail")
