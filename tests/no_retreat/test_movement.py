"""[8.0] Movement."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import movement, stacking

from .situation import do, place, reach, refused, situation, unit, where


def cost(s, name: str, to: str) -> int | None:
    return movement.range_of(s, unit(s, name)).cost(place(to))


# -- the example of movement, laid out around Kalinin Front in 2218 -------------------------------------------------

EXAMPLE = {
    "turn": 4,
    "weather": "snow",
    "axis": {"9th Army": "2118", "4th Panzer": "2118", "16th Army": "2518", "18th Army": "2519 reduced"},
    "soviet": {"Kalinin Front": "2218", "Leningrad Front": "2417 full"},
}


@rule("8.0.1")
@rule("8.0", "8.5.2", "8.5.3", "16.0")
def test_the_example_of_movement():
    """The infantry goes round through the forests, and then the panzers may follow from zone to zone onto it."""
    s = situation(**EXAMPLE)
    assert refused(s, "4th Panzer 2118-2219") == "8.5.3"
    assert cost(s, "9th Army", "2219") == 3, "one to leave the zone, one forest, one forest"
    do(s, "9th Army 2118-2219")
    assert cost(s, "4th Panzer", "2219") == 3, "one to leave the zone and two for the forest"
    do(s, "4th Panzer 2118-2219")
    assert cost(s, "16th Army", "2519") == 1, "onto the 18th Army: the fort has no zone of control"
    assert cost(s, "16th Army", "2418") == 2, "or through the marsh"
    assert "2318" in reach(s, "16th Army"), "and into the forest beside the Front"


# -- [8.1] to [8.3] -------------------------------------------------------------------------------------------------


@rule("8.0")
def test_a_unit_moves_once_but_may_pause_and_go_on_until_another_moves():
    s = situation(axis={"2nd Panzer": "1015", "9th Army": "1415"})
    do(s, "2nd Panzer 1015-1016", "2nd Panzer 1016-1017")
    assert cost(s, "2nd Panzer", "1021") == 4 and "1022" not in reach(s, "2nd Panzer")
    do(s, "9th Army 1415-1414")
    assert refused(s, "2nd Panzer 1017-1018") == "8.0"


@rule("8.0")
def test_nobody_moves_the_enemys_units():
    s = situation(axis={"9th Army": "1415"}, soviet={"West Front": "1418"})
    assert refused(s, "West Front 1418-1419") == "8.0"


@rule("8.0")
def test_a_stale_move_from_another_hex_is_refused():
    s = situation(axis={"9th Army": "1415"})
    assert refused(s, "9th Army 1416-1417") == "8.0"


@rule("8.0")
def test_forts_do_not_move():
    s = situation(side="soviet", soviet={"Leningrad Front": "2417 full"})
    assert reach(s, "Leningrad Front") == set()
    assert refused(s, "Leningrad Front 2417-2416") == "8.0"


@rule("8.1")
def test_a_unit_goes_as_far_as_its_allowance():
    s = situation(axis={"9th Army": "1117"})
    assert "1121" in reach(s, "9th Army") and "1122" not in reach(s, "9th Army")
    assert refused(s, "9th Army 1117-1122") == "8.1"


@rule("8.2")
@pytest.mark.parametrize(("weather", "far"), [("clear", 6), ("mud", 3), ("snow", 4), ("long-winter", 4)])
def test_weather_caps_the_allowance(weather, far):
    s = situation(weather=weather, turn=5, axis={"2nd Panzer": "1015"})
    assert f"10{15 + far}" in reach(s, "2nd Panzer")
    assert f"10{16 + far}" not in reach(s, "2nd Panzer")


@rule("8.2")
def test_weather_does_not_slow_those_who_are_slower_anyway():
    s = situation(side="soviet", weather="mud", soviet={"West Front": "1117"})
    assert cost(s, "West Front", "1120") == 3


@rule("8.3")
@rule("M.8", book="no-retreat-digital")
@pytest.mark.parametrize(
    ("start", "to", "armor", "other"),
    [
        ("1417", "1418", 1, 1),
        ("2018", "2019", 2, 1),
        ("1510", "1511", 4, 2),
        ("806", "906", 3, 2),
        ("514", "515", 3, 2),
    ],
)
def test_terrain_costs_armor_more(start, to, armor, other):
    s = situation(axis={"2nd Panzer": start, "9th Army": start})
    assert (cost(s, "2nd Panzer", to), cost(s, "9th Army", to)) == (armor, other)


@rule("8.3")
def test_rivers_cost_nothing():
    s = situation(axis={"9th Army": "1312"})
    assert s.game.topology.kind(place("1312"), place("1313")) == "river"
    assert cost(s, "9th Army", "1313") == 1


@rule("8.3")
@rule("V.3", book="no-retreat-digital")
def test_a_unit_may_always_move_one_hex():
    s = situation(weather="mud", axis={"2nd Panzer": "1510"})
    assert "1511" in reach(s, "2nd Panzer"), "the swamp costs 4, mud leaves 3"
    do(s, "2nd Panzer 1510-1511")
    assert reach(s, "2nd Panzer") == set()


@rule("8.3")
def test_lake_hexsides_cannot_be_crossed():
    s = situation(axis={"9th Army": "2214"})
    assert refused(situation(axis={"9th Army": "2214"}, weather="mud"), "9th Army 2214-2215") in ("", "8.3")
    assert cost(s, "9th Army", "2215") == 2, "round the lake"
    boxed = situation(side="soviet", soviet={"West Front": "2417"}, axis={"9th Army": "2317"})
    assert refused(boxed, "West Front 2417-2418") == "8.3"


# -- [8.4] stacking -------------------------------------------------------------------------------------------------


@rule("8.4.4")
@rule("8.4")
def test_units_pass_through_friends_but_never_through_enemies():
    s = situation(axis={"9th Army": "1415", "4th Army": "1416"}, soviet={"West Front": "1118"})
    assert "1417" in reach(s, "9th Army")
    assert refused(situation(axis={"9th Army": "1415"}, soviet={"West Front": "1416"}), "9th Army 1415-1416") == "8.4"


@rule("8.4.1.1")
@rule("8.4.1")
@pytest.mark.parametrize(
    ("turn", "side", "units", "excess"),
    [
        (2, "axis", ["9th Army", "4th Army"], 0),
        (2, "axis", ["9th Army", "4th Army", "6th Army"], 1),
        (10, "soviet", ["West Front", "South Front"], 1),
        (11, "soviet", ["West Front", "South Front"], 1),
        (11, "soviet", ["Bryansk Front full", "South Front"], 0),
        (11, "soviet", ["Bryansk Front full", "Leningrad Front full"], 1),
        (10, "soviet", ["Bryansk Front full", "South Front"], 1),
        (23, "soviet", ["West Front", "South Front"], 0),
        (23, "soviet", ["West Front", "South Front", "Central Front"], 1),
    ],
)
def test_stacking_limits(turn, side, units, excess):
    where_to = {}
    for name in units:
        clean = name.removesuffix(" full")
        where_to[clean] = "1415 full" if name.endswith("full") else "1415"
    s = situation(turn=turn, side=side, phase=None, **{side: where_to})
    s.phasing = 1
    assert stacking.overstacked(s, place("1415"), 0 if side == "axis" else 1) == excess


@rule("8.4.1")
@pytest.mark.parametrize(
    ("turn", "other", "face", "room"),
    [
        (11, "South Front", "reduced", False),
        (11, "Bryansk Front", "full", True),
        (10, "Bryansk Front", "full", False),
        (23, "South Front", "reduced", True),
    ],
)
def test_a_unit_finds_room_beside_one_that_is_still_on_its_way(turn, other, face, room):
    s = situation(turn=turn, side="soviet", soviet={"West Front": "1718", other: f"1720 {face}"})
    assert stacking.fits(s, unit(s, "West Front"), place("1719"), beside=[unit(s, other)]) is room


@rule("8.4.1")
def test_tanks_make_room_for_one_more_unit_each_from_turn_11_on():
    soviet = {"West Front": "1718", "Kalinin Front": "1719", "Kursk Front": "1720 full"}
    before, after, late = (situation(turn=turn, side="soviet", soviet=soviet) for turn in (10, 11, 23))
    units = [unit(after, name) for name in soviet]
    assert [stacking.capacity(s, 1, units, 2) for s in (before, after, late)] == [2, 3, 4]
    assert stacking.capacity(after, 0, units, 2) == 4


@rule("8.4.3.1")
@rule("8.4.3")
@rule("K.1", book="no-retreat-digital")
def test_the_owner_chooses_what_leaves_an_overstacked_hex_at_the_end_of_the_phase():
    s = situation(axis={"9th Army": "1415", "4th Army": "1415", "6th Army": "1414"})
    do(s, "6th Army 1414-1415", "end movement")
    assert s.side == "axis" and s.step.name == "Overstacking"
    assert len(s.legal()) == 3
    do(s, "overstacked: 4th Army leaves 1415")
    assert where(s, "4th Army") == "shattered"
    assert where(s, "6th Army") == "1415"


@rule("8.4.3")
def test_unsupplied_and_fortified_units_are_destroyed_by_overstacking():
    s = situation(axis={"9th Army": "1415", "4th Army": "1415", "6th Army": "1415"}, unsupplied=["4th Army"])
    do(s, "end movement", "overstacked: 4th Army leaves 1415")
    assert where(s, "4th Army") == "destroyed"
    fort = situation(side="soviet", soviet={"Leningrad Front": "2417 full", "West Front": "2417"})
    do(fort, "end movement", "overstacked: Leningrad Front leaves 2417")
    assert where(fort, "Leningrad Front") == "destroyed"


@rule("8.4.3")
def test_nothing_is_asked_where_nobody_is_overstacked():
    s = situation(axis={"9th Army": "1415", "4th Army": "1415"})
    do(s, "end movement")
    assert s.over or s.step.name != "Overstacking"


# -- [8.5] zones of control -----------------------------------------------------------------------------------------


@rule("8.5", "8.5.1")
def test_entering_a_zone_of_control_ends_the_move():
    s = situation(axis={"2nd Panzer": "1415"}, soviet={"West Front": "1418"})
    assert "1417" in reach(s, "2nd Panzer") and "1420" not in reach(s, "2nd Panzer")
    do(s, "2nd Panzer 1415-1417")
    assert refused(s, "2nd Panzer 1417-1416") == "8.5.1"


@rule("8.0.2")
@rule("8.5")
def test_forts_and_unsupplied_units_have_no_zone_of_control():
    fort = situation(axis={"9th Army": "2315"}, soviet={"Leningrad Front": "2417 full"}, phase=None)
    assert fort.zoc[1] == 0
    lost = situation(soviet={"West Front": "1418"}, unsupplied=["West Front"], phase=None)
    assert lost.zoc[1] == 0


@rule("8.5")
def test_zones_of_control_do_not_cross_a_lake():
    s = situation(soviet={"West Front": "2214"}, phase=None)
    assert s.zoc[1] >> place("2213") & 1 and not s.zoc[1] >> place("2215") & 1


@rule("8.5")
def test_a_unit_takes_its_zone_of_control_along_but_for_what_others_cover():
    s = situation(axis={"9th Army": "1415", "4th Army": "1417"})
    do(s, "9th Army 1415-1413")
    assert not s.zoc[0] >> place("1415") & 1 and s.zoc[0] >> place("1412") & 1
    assert s.zoc[0] >> place("1416") & 1, "the 4th Army still stands next to it"


@rule("8.5", "6.5.3")
def test_whoever_stays_behind_keeps_a_zone_of_control_only_if_he_exerts_one():
    s = situation(axis={"9th Army": "1415", "4th Army": "1415", "6th Army": "1416"}, unsupplied=["4th Army"])
    do(s, "6th Army 1416-1419")
    assert s.zoc[0] >> place("1414") & 1, "the 9th Army is still there"
    do(s, "9th Army 1415-1412")
    assert not s.zoc[0] >> place("1414") & 1, "the 4th Army is unsupplied"


@rule("8.5")
def test_friendly_zones_hinder_nobody():
    s = situation(axis={"9th Army": "1415", "4th Army": "1417"})
    assert cost(s, "9th Army", "1418") == 3


@rule("8.5.2")
def test_leaving_a_zone_of_control_costs_a_point_more():
    s = situation(axis={"9th Army": "1417"}, soviet={"West Front": "1418"})
    assert cost(s, "9th Army", "1416") == 2


@rule("8.5.3.1")
@rule("8.5.3")
def test_no_infiltration_from_zone_to_zone_except_onto_a_friend():
    fronts = {"West Front": "1418", "South Front": "1616"}
    alone = situation(axis={"9th Army": "1417"}, soviet=fronts)
    assert refused(alone, "9th Army 1417-1517") == "8.5.3"
    helped = situation(axis={"9th Army": "1417", "4th Army": "1517"}, soviet=fronts)
    assert refused(helped, "9th Army 1417-1517") == ""
    do(helped, "9th Army 1417-1517")
    assert reach(helped, "9th Army") == set(), "and there it stops"


@rule("8.5.3")
def test_the_way_round_through_a_free_hex_is_allowed():
    s = situation(axis={"2nd Panzer": "1417"}, soviet={"West Front": "1418"})
    assert cost(s, "2nd Panzer", "1318") == 5, "two out to 1316, then 1217, 1218, and in again"


# -- [8.6] Finland, [8.7] Yugoslavia --------------------------------------------------------------------------------


@rule("8.6")
@rule("M.6", book="no-retreat-digital")
def test_germans_and_soviets_enter_finland_allies_do_not():
    german = situation(axis={"18th Army": "2417"}, axis_holds=["Leningrad"])
    assert cost(german, "18th Army", "finland") == 2
    ally = situation(turn=8, axis={"8th Italian": "2417"}, axis_holds=["Leningrad"])
    assert refused(ally, "8th Italian 2417-finland") == "8.6"
    soviet = situation(side="soviet", soviet={"West Front": "2518"})
    assert "finland" in reach(soviet, "West Front")


@rule("8.6")
def test_the_zone_of_a_unit_in_finland_reaches_the_three_hexes_beside_it():
    s = situation(axis={"18th Army": "finland"}, phase=None)
    assert set(s.game.topology.names(s.zoc[0])) == {"2417", "2518", "2519"}


@rule("8.7")
def test_the_balkans_open_on_the_turn_after_ploesti_falls():
    s = situation(turn=20, axis={"9th Army": "1104"})
    assert refused(s, "9th Army 1104-west_balkans") == "8.7"
    s.oil_lost = 20
    s.memo.clear()
    assert refused(s, "9th Army 1104-west_balkans") == "8.7"
    s.oil_lost = 19
    s.memo.clear()
    assert refused(s, "9th Army 1104-west_balkans") == ""


@rule("8.7")
def test_axis_allies_stay_out_of_the_balkans():
    s = situation(turn=20, axis={"2nd Hungarian": "1104"})
    s.oil_lost = 18
    s.memo.clear()
    assert refused(s, "2nd Hungarian 1104-west_balkans") == "8.7"


# -- control on the way ---------------------------------------------------------------------------------------------


@rule("12.7.1")
def test_a_city_passed_through_changes_hands():
    s = situation(axis={"2nd Panzer": "1217"})
    do(s, "2nd Panzer 1217-1221")
    assert s.axis_held >> place("Voronezh") & 1


@rule("M.4.1", book="no-retreat-digital")
@rule("M.4", book="no-retreat-digital")
def test_in_the_digital_editions_a_city_changes_hands_where_a_unit_stops():
    s = situation(edition="digital-1.1", axis={"2nd Panzer": "1217"})
    do(s, "2nd Panzer 1217-1221")
    assert not s.axis_held >> place("Voronezh") & 1
    pause = situation(edition="digital-1.1", axis={"2nd Panzer": "1217"})
    do(pause, "2nd Panzer 1217-1219", "2nd Panzer 1219-1221")
    assert pause.axis_held >> place("Voronezh") & 1


# -- rulings --------------------------------------------------------------------------------------------------------


@rule("8.5")
def test_zones_of_control_do_not_cross_the_kerch_strait():
    s = situation(soviet={"West Front": "515"}, phase=None)
    assert s.game.topology.kind(place("514"), place("515")) == "crossing"
    assert not s.zoc[1] >> place("514") & 1 and s.zoc[1] >> place("516") & 1


@rule("8.4.3")
def test_the_phasing_side_settles_its_overstacking_first():
    s = situation(
        axis={"9th Army": "1415", "4th Army": "1415", "6th Army": "1415"},
        soviet={"West Front": "1419", "South Front": "1419"},
    )
    do(s, "end movement")
    assert s.side == "axis"
    do(s, "overstacked: 4th Army leaves 1415")
    assert s.side == "soviet"
