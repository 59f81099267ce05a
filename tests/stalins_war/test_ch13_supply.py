"""[13.0] Supply, out-of-supply penalties, attrition."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, attrition, effects, fate, supply
from rasputitsa.titles.stalins_war.mapboard import LENINGRAD, SOURCES, TOPOLOGY
from rasputitsa.titles.stalins_war.roster import GERMAN, HUNGARIAN, ITALIAN, ROMANIAN, RUSSIAN
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

from .situation import at, card, hexes, place, put, settle_supply, situation, unit


def mask(*names: str) -> int:
    return sum(1 << place(name) for name in names)


def surround(s: Position, *names: str, by: int) -> None:
    """Enemy trenches around hexes: no line of supply passes."""
    for name in names:
        s.trenches[by] |= supply.LAND.adjacent[place(name)]
    s.memo.clear()


def status(s: Position, name: str) -> int:
    s.memo.clear()
    return supply.status(s, unit(name))


# -- lines ----------------------------------------------------------------------------------------------------------


@rule("13.1.2")
def test_a_line_off_the_rails_is_four_hexes_at_most() -> None:
    """SW-55: the unit's hex is not counted, the rail hex is; hexes are counted, not movement points."""
    fed = supply.within_range(supply.PLAYABLE, mask("2527"))
    near, far = TOPOLOGY.ring(place("2527"), 4), TOPOLOGY.ring(place("2527"), 5)
    assert near & supply.PLAYABLE & ~fed == 0 and not far & fed


@rule("13.1.2", "13.2.2")
def test_a_rail_leads_to_a_source_however_far() -> None:
    """SW-56: rails in enemy country carry supply. A break in the rail is bridged over land if it is short."""
    s = situation(turn=6, soviet={"13R Army": "2322"})
    assert status(s, "13R Army") == FULL
    s.trenches[AXIS] = supply.RAIL.places & ~mask("2322")
    assert status(s, "13R Army") == OUT


@rule("13.1.3")
def test_enemy_zones_block_a_line_unless_a_friendly_unit_stands_there() -> None:
    s = situation(turn=6, axis={"6th Army": "2226"})
    ground = hexes(supply.open_ground(s, SOVIET))
    assert "2326" not in ground and "2426" in ground
    put(s, "13R Army", "2326")
    assert "2326" in hexes(supply.open_ground(s, SOVIET))


@rule("13.1.3")
def test_what_blocks_a_line() -> None:
    """Enemy units, enemy cities, oil, VP hexes, trenches and Festungs; enemy towns do not."""
    s = situation(turn=6, axis={"43 Corps": "2527"}, soviet={"Partisans Kovpak": "1921"}, axis_holds=["2426", "2327"])
    s.trenches[AXIS] = mask("2526")
    s.festungs = mask("1721")
    ground = hexes(supply.open_ground(s, SOVIET))
    assert not ground & {"2527", "2327", "2526", "1721", "1428", "1218"}
    assert "2426" in ground
    axis = hexes(supply.open_ground(s, AXIS))
    assert "1921" not in axis and "1721" in axis and "2022" not in axis


@rule("13.1.3")
def test_impassable_hexsides_block_a_line() -> None:
    s = situation(turn=6, soviet={"13R Army": "2517"})
    s.memo.clear()
    assert not supply.LAND.adjacent[place("2517")] & mask("2617")


@rule("13.2.1")
def test_each_nation_has_its_own_sources() -> None:
    s = situation(turn=6, axis={"HU 3rd Army": "1224", "RO 3rd Army": "1428", "IT CSIR": "1224", "6th Army": "1224"})
    for name in ("HU 3rd Army", "RO 3rd Army", "IT CSIR", "6th Army"):
        assert status(s, name) == FULL
    put(s, "West Front", "1123")
    s.axis_held &= ~mask("1123")
    assert status(s, "HU 3rd Army") == OUT and status(s, "IT CSIR") == OUT
    assert status(s, "RO 3rd Army") == FULL and status(s, "6th Army") == FULL


@rule("13.2.1")
def test_romanians_trace_to_bucharest() -> None:
    s = situation(turn=14, axis={"RO 3rd Army": "1528"}, soviet={"West Front": "1429"})
    s.axis_held &= ~mask("1429")
    assert status(s, "RO 3rd Army") == OUT
    assert hexes(SOURCES[ROMANIAN]) == {"1429"} and SOURCES[HUNGARIAN] == SOURCES[ITALIAN] == mask("1123")


@rule("13.2.1", "3.0.1")
def test_vlassov_is_fed_like_a_german_unit() -> None:
    s = situation(turn=15, axis={"Vlassov": "1621"})
    assert status(s, "Vlassov") == FULL
    assert "1321" in hexes(SOURCES[GERMAN]) and "1117" in hexes(SOURCES[GERMAN])


@rule("13.2.2")
def test_soviet_units_trace_to_the_east_edge() -> None:
    s = situation(turn=6, soviet={"13R Army": "3725"})
    assert status(s, "13R Army") == FULL
    assert hexes(SOURCES[RUSSIAN]) == {"4024", "4025", "4027"}


@rule("13.1.3")
def test_an_enemy_zone_on_a_source_blocks_it_unless_negated() -> None:
    """SW-88"""
    s = situation(turn=6, axis={"6th Army": "1123", "9th Army": "1020"}, soviet={"West Front": "1322"})
    s.set_supply(unit("West Front"), FULL)
    assert "1321" not in hexes(supply.open_ground(s, AXIS))
    put(s, "43 Corps", "1321")
    assert "1321" in hexes(supply.open_ground(s, AXIS))


# -- ports ----------------------------------------------------------------------------------------------------------


def cut_off_odessa(**more: str) -> Position:
    """Odessa is Soviet, and all land around it is held by the enemy."""
    ring = {"11th Army": "1728", "6th Army": "1828", "17th Army": "1928", **more}
    return situation(turn=6, axis=ring, soviet={"13R Army": "1829"}, axis_holds=["1928"])


@rule("13.1.2", "13.1.2.1")
def test_a_port_is_fed_by_another_port_of_its_sea() -> None:
    s = cut_off_odessa()
    assert status(s, "13R Army") == FULL
    s.axis_held |= sum(1 << p for p in supply.bits(supply.PORTS_OF["black"])) & ~mask("1829")
    assert status(s, "13R Army") == OUT


@rule("13.1.2.1")
def test_the_other_port_must_be_supplied_by_land() -> None:
    s = cut_off_odessa()
    blocked = mask("2031")
    s.axis_held |= sum(1 << p for p in supply.bits(supply.PORTS_OF["black"])) & ~mask("1829") & ~blocked
    assert status(s, "13R Army") == FULL
    put(s, "9th Army", "2029")
    put(s, "16th Army", "2130")
    settle_supply(s)
    for name in ("9th Army", "16th Army"):
        s.set_supply(unit(name), FULL)
    s.trenches[AXIS] = mask("2030")
    assert status(s, "13R Army") == OUT


@rule("13.1.2")
def test_ports_of_different_seas_do_not_feed_each_other() -> None:
    assert supply.LINKED_SEAS == ("baltic", "black")
    assert not supply.PORTS_OF["baltic"] & supply.PORTS_OF["black"]


@rule("13.1.4", "7.5.4")
def test_the_maritime_army_is_fed_on_the_coast_after_its_event() -> None:
    s = situation(turn=6, axis={"11th Army": "2129"}, soviet={"Maritime Army": "2130"}, axis_holds=["2031"])
    s.trenches[AXIS] = mask("2030", "2231")
    s.axis_held |= mask("2231")
    assert status(s, "Maritime Army") == OUT
    effects.begin(s, card("soviet-10"), 1, "game")
    assert status(s, "Maritime Army") == FULL
    s.axis_held |= supply.PORTS_OF["black"]
    assert status(s, "Maritime Army") == OUT


@rule("13.1.4")
def test_the_maritime_army_is_not_fed_inland() -> None:
    s = situation(turn=6, soviet={"Maritime Army": "1218"})
    surround(s, "1218", by=AXIS)
    effects.begin(s, card("soviet-10"), 1, "game")
    assert status(s, "Maritime Army") == OUT


# -- Baku and fortresses --------------------------------------------------------------------------------------------


def caucasus() -> Position:
    """The Caucasus is cut off from the north by Axis armies; Astrakhan is Soviet and supplied."""
    return situation(turn=8, soviet={"13R Army": "3138", "20R Army": "2935"})


@rule("13.2.3")
def test_baku_is_a_full_source_while_another_caspian_port_traces_to_the_east_edge() -> None:
    """SW-57"""
    s = caucasus()
    assert supply.baku_is_full(s)
    s.axis_held |= mask("3032", "2935")
    s.memo.clear()
    assert not supply.baku_is_full(s)
    s.axis_held &= ~mask("3032", "2935")
    s.axis_held |= mask("3138")
    s.memo.clear()
    assert not supply.baku_is_full(s)


@rule("13.2.3", "13.2.3.1")
def test_a_baku_cut_off_feeds_defense_and_attrition_only() -> None:
    """SW-83"""
    s = caucasus()
    s.axis_held |= mask("3032", "2935", "2830", "2835", "2535", "2532", "2832")
    put(s, "20R Army", "3037")
    s.trenches[AXIS] = mask("2933", "2934", "2834", "2734", "2733", "2633", "2533", "2534", "2434", "2833", "2635")
    assert status(s, "13R Army") == FORTRESS
    assert status(s, "20R Army") == FORTRESS


@rule("13.2.4", "16.3.5")
def test_fortresses_and_festungs_feed_their_own_hex_for_defense_and_attrition() -> None:
    s = situation(turn=6, axis={"18th Army": "2417", "16th Army": "2518", "9th Army": "2418"})
    for name in ("18th Army", "16th Army", "9th Army"):
        s.set_supply(unit(name), FULL)
    s.axis_held |= supply.PORTS_OF["baltic"] & ~mask("2517")
    put(s, "Leningrad Front", "2517")
    put(s, "13R Army", "2618")
    s.trenches[AXIS] = mask("2619", "2718", "2717", "2617")
    assert status(s, "Leningrad Front") == FORTRESS and status(s, "13R Army") == OUT
    s.razed = 1 << LENINGRAD
    assert status(s, "Leningrad Front") == OUT


@rule("16.2.1", "13.2.4")
def test_a_fortress_serves_only_its_first_owner() -> None:
    s = situation(
        turn=14, soviet={"13R Army": "1719"}, axis={"9th Army": "1820", "6th Army": "1720", "43 Corps": "1619"}
    )
    for name in ("9th Army", "6th Army"):
        s.set_supply(unit(name), FULL)
    s.axis_held |= supply.PORTS_OF["baltic"]
    s.trenches[AXIS] = mask("1818", "1819")
    assert status(s, "13R Army") == OUT


@rule("16.1.6", "16.1.6.2")
def test_active_partisans_are_always_in_supply() -> None:
    s = situation(turn=10, soviet={"Partisans Kovpak": "1218"})
    assert status(s, "Partisans Kovpak") == FULL


@rule("13.1.1")
def test_raiders_and_units_fed_by_air() -> None:
    """Soviet 18 and Axis 49."""
    s = situation(turn=8, axis={"6th Army": "3725"}, soviet={"1GC Corps": "1218"})
    surround(s, "3725", by=SOVIET)
    surround(s, "1218", by=AXIS)
    assert status(s, "1GC Corps") == OUT and status(s, "6th Army") == OUT
    s.raiders = 1 << unit("1GC Corps")
    effects.begin(s, card("soviet-18"), 1, "turn")
    effects.begin(s, card("axis-49"), 0, "turn", place("3725"), 1 << unit("6th Army"))
    assert status(s, "1GC Corps") == FULL and status(s, "6th Army") == FORTRESS


# -- when it is found -----------------------------------------------------------------------------------------------


@rule("13.1.1", "13.1.1.1")
def test_a_unit_keeps_its_status_until_the_next_check_of_its_side() -> None:
    """SW-37, SW-80: everybody begins in full supply."""
    s = situation(turn=6, side="axis", soviet={"13R Army": "1218"}, moment="nothing")
    s.set_supply(unit("13R Army"), FULL)
    supply.check(s, AXIS)
    assert s.supply[unit("13R Army")] == FULL
    supply.check(s, SOVIET)
    assert s.supply[unit("13R Army")] == OUT


@rule("13.1.1", "11.2.1.1")
def test_defenders_are_checked_at_the_instant_of_combat() -> None:
    s = situation(turn=6, soviet={"13R Army": "1218", "20R Army": "1218"}, moment="nothing")
    for name in ("13R Army", "20R Army"):
        s.set_supply(unit(name), FULL)
    supply.check_units(s, 1 << unit("13R Army"))
    assert (s.supply[unit("13R Army")], s.supply[unit("20R Army")]) == (OUT, FULL)


@rule("23.1.4")
def test_units_out_of_supply_may_be_looked_at_again_when_the_round_ends() -> None:
    s = situation(turn=6, soviet={"13R Army": "2722", "20R Army": "1218"}, moment="nothing")
    s.set_supply(unit("13R Army"), OUT)
    s.set_supply(unit("20R Army"), FULL)
    supply.check_again(s, SOVIET)
    assert (s.supply[unit("13R Army")], s.supply[unit("20R Army")]) == (FULL, FULL)


# -- attrition ------------------------------------------------------------------------------------------------------


@rule("13.3.8", "6.0.1")
def test_units_out_of_supply_are_lost_in_their_sides_attrition() -> None:
    s = situation(turn=6, axis={"43 Corps": "2722"}, soviet={"13R Army": "1218", "West Front": "1419"})
    surround(s, "1218", "1419", by=AXIS)
    surround(s, "2722", by=SOVIET)
    attrition.attrition(s, SOVIET)
    assert (at(s, "13R Army"), at(s, "West Front"), at(s, "43 Corps")) == ("eliminated", "eliminated", "2722")


@rule("13.3.8", "13.3.8.1", "11.3.6.1")
def test_axis_lcus_wait_three_turns_on_the_turn_track() -> None:
    s = situation(turn=6, axis={"6th Army": "3725", "43 Corps": "3722"})
    surround(s, "3725", "3722", by=SOVIET)
    attrition.attrition(s, AXIS)
    assert (at(s, "6th Army"), at(s, "43 Corps")) == ("track", "eliminated") and s.due[unit("6th Army")] == 9
    s.turn = 8
    fate.return_from_track(s)
    assert at(s, "6th Army") == "track"
    s.turn = 9
    fate.return_from_track(s)
    assert at(s, "6th Army") == "eliminated"


@rule("11.3.6", "11.3.6.1")
def test_axis_lcus_eliminated_in_supply_go_to_the_eliminated_box() -> None:
    s = situation(turn=6, axis={"6th Army": "1822"})
    fate.eliminate(s, unit("6th Army"))
    assert at(s, "6th Army") == "eliminated" and s.lost[unit("6th Army")] == 0


@rule("11.3.6.2", "14.2.1")
def test_the_strong_southwest_front_gives_way_to_its_weaker_counter() -> None:
    s = situation(soviet={"Southwest Front": "1724 -1"})
    assert fate.lose_step(s, unit("Southwest Front"))
    assert at(s, "Southwest Front") == "removed" and at(s, "Southwest Front (weak)") == "eliminated"


@rule("2.2.1", "2.2.1.1")
def test_a_unit_with_an_asterisk_on_every_step_leaves_the_game() -> None:
    s = situation(soviet={"16M Corps": "1724 -1", "13R Army": "1724"}, axis={"Vlassov": "1218"})
    for name in ("16M Corps", "Vlassov"):
        assert fate.lose_step(s, unit(name)) and at(s, name) == "removed"
    assert not fate.lose_step(s, unit("13R Army")) and at(s, "13R Army") == "1724"


@rule("2.2.1.2")
def test_german_armies_have_four_steps_on_two_counters() -> None:
    s = situation(axis={"6th Army": "1822"})
    strengths = []
    for _ in range(4):
        strengths.append((s.attack(unit("6th Army")), s.steps_left(unit("6th Army"))))
        fate.lose_step(s, unit("6th Army"))
    assert strengths == [(5, 4), (4, 3), (3, 2), (2, 1)] and at(s, "6th Army") == "eliminated"


@rule("16.1.6", "16.1.6.2")
def test_active_partisans_never_return() -> None:
    s = situation(soviet={"Partisans Kovpak": "2023"})
    fate.eliminate(s, unit("Partisans Kovpak"))
    assert at(s, "Partisans Kovpak") == "removed"


@rule("13.3.9")
def test_cities_ports_oil_and_vp_hexes_out_of_supply_change_hands() -> None:
    """Kharkov is Axis-held far behind the Soviet lines; towns do not change, a fortress feeds itself."""
    s = situation(turn=6, axis_holds=["2327", "2426", "3011"])
    surround(s, "2327", "2426", "3011", by=SOVIET)
    before = s.vp
    assert hexes(attrition.lost_hexes(s, AXIS)) == {"2327", "3011"}
    attrition.attrition(s, AXIS)
    assert not s.controls(AXIS, place("2327")) and s.controls(AXIS, place("2426"))
    assert s.vp == before - 1


@rule("13.3.9", "11.1.9", "11.1.9.4")
def test_control_gained_by_attrition_lifts_a_ban() -> None:
    s = situation(turn=6)
    effects_before = effects.allowed(s, "attack-stalingrad-caucasus")
    s.trenches[AXIS] = mask("2829", "2730", "2831", "2929", "2930", "2930")
    s.trenches[AXIS] |= supply.LAND.adjacent[place("2830")]
    s.memo.clear()
    attrition.attrition(s, SOVIET)
    assert not effects_before and effects.allowed(s, "attack-stalingrad-caucasus")


@rule("13.3.9")
def test_a_fortress_that_stands_keeps_its_hex() -> None:
    s = situation(turn=6)
    s.axis_held |= supply.PORTS_OF["baltic"] & ~mask("2517")
    s.trenches[AXIS] = supply.LAND.adjacent[LENINGRAD]
    s.memo.clear()
    assert not attrition.lost_hexes(s, SOVIET) >> LENINGRAD & 1
    s.razed = 1 << LENINGRAD
    assert attrition.lost_hexes(s, SOVIET) >> LENINGRAD & 1


@rule("13.3.9", "17.1.3")
def test_an_axis_hex_traces_as_a_german_unit_or_as_one_of_its_country() -> None:
    """SW-72: Bucharest feeds itself as a Romanian unit."""
    s = situation(turn=6)
    s.trenches[SOVIET] = supply.LAND.adjacent[place("1429")]
    s.axis_held &= ~(supply.PORTS_OF["black"])
    assert supply.full_hexes(s, AXIS) >> place("1429") & 1
    assert not supply.full_supply(s, GERMAN) >> place("1429") & 1


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@rule("13.0", "25.1", "25.2")
def test_everybody_is_supplied_at_the_start(side: int) -> None:
    s = TITLE.new("campaign")
    supply.check(s, side)
    assert not [s.name(u) for u in s.on_map(side) if s.supply[u] != FULL]
