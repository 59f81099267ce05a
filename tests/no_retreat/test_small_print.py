"""Small print that is easily lost: one condition of a rule each, found by breaking it."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import elimination, movement, rail, stacking, turn_events, zones
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    DESTROYED,
    SOVIET,
    TRACK,
    UNSUPPLIED,
    WAITING,
)
from rasputitsa.titles.no_retreat.combat import declare, odds
from rasputitsa.titles.no_retreat.events import organization
from rasputitsa.titles.no_retreat.events.lasting import GHOST
from rasputitsa.titles.no_retreat.optional import initiative, units
from rasputitsa.titles.no_retreat.organization import arrivals, flip

from .situation import place, situation, unit

# -- [6.0] to [8.0] -------------------------------------------------------------------------------------------------


@rule("8.4.1")
@pytest.mark.parametrize(("count", "excess"), [(1, 0), (2, 0), (3, 1)])
def test_two_axis_units_stand_in_a_hex_and_a_third_is_too_many(count: int, excess: int) -> None:
    names = ["9th Army", "6th Army", "17th Army"][:count]
    s = situation(phase=None, axis=dict.fromkeys(names, "1412"))
    assert stacking.overstacked(s, place("1412"), AXIS) == excess


@rule("8.5")
def test_only_the_unit_that_an_event_leads_slips_through_zones() -> None:
    s = situation(phase=None, axis={"9th Army": "1412", "6th Army": "1411"}, soviet={"West Front": "1513"})
    s.effects = [(GHOST, AXIS, 0, unit(s, "9th Army"))]
    assert zones.enemy_zone(s, unit(s, "9th Army")) == 0
    assert zones.enemy_zone(s, unit(s, "6th Army")) == s.zoc[SOVIET] != 0


@rule("8.7")
def test_the_digital_balkans_stay_closed_while_ploesti_is_axis() -> None:
    s = situation(edition="digital-1.1", phase=None)
    assert not movement.balkans_open(s)
    s.oil_lost = s.turn
    assert movement.balkans_open(s)


@rule("9.2")
def test_a_refused_detraining_says_whether_an_enemy_zone_is_the_reason() -> None:
    s = situation(phase=None, axis={"9th Army": "rail"}, soviet={"West Front": "1513"})
    nine = unit(s, "9th Army")
    in_zone, far = rail.why_not_detrain(s, nine, place("1512")), rail.why_not_detrain(s, nine, place("1720"))
    assert in_zone is not None and "zone of control" in in_zone.text
    assert far is not None and "zone of control" not in far.text


# -- [7.0] organization ---------------------------------------------------------------------------------------------


@rule("7.0", "7.1.1")
def test_only_units_of_the_phasing_side_on_the_map_are_turned_over() -> None:
    s = situation(phase="organization", axis={"9th Army": "Warsaw reduced"}, soviet={"West Front": "1515"})
    nine, west = unit(s, "9th Army"), unit(s, "West Front")
    assert flip._why_not_flip(s, nine) is None and flip._why_not_flip(s, west) is not None
    s.put(nine, DESTROYED)
    assert flip._why_not_flip(s, nine) is not None


@rule("14.8")
def test_yugoslav_units_are_improved_only_in_the_balkans() -> None:
    s = situation(turn=20, side="soviet", phase="organization", soviet={"1st Yugoslav": "south_balkans reduced"})
    s.oil_lost = 1
    refusal = flip._why_not_here(s, unit(s, "1st Yugoslav"))
    assert refusal is None
    s.put(unit(s, "1st Yugoslav"), place("1515"))
    refusal = flip._why_not_here(s, unit(s, "1st Yugoslav"))
    assert refusal is not None and refusal.rule == "14.8"


@rule("7.8", "13.5.1")
def test_only_sevastopol_front_arrives_as_a_fort_in_its_city_on_turn_3() -> None:
    s = situation(turn=3, side="soviet", phase=None)
    for name, at, full in (("Sevastopol Front", "Sevastopol", 1), ("West Front", "Moscow", 0)):
        s.put(unit(s, name), TRACK)
        s.full[unit(s, name)] = 0
        arrivals.reinforce(s, unit(s, name), place(at))
        assert s.full[unit(s, name)] == full


@rule("13.5")
def test_a_yugoslav_unit_comes_as_a_fort_the_first_time_only() -> None:
    s = situation(turn=20, side="soviet", phase=None)
    for box, full in ((WAITING, 1), (DESTROYED, 0)):
        s.put(unit(s, "1st Yugoslav"), box)
        s.full[unit(s, "1st Yugoslav")] = 0
        arrivals.reinforce(s, unit(s, "1st Yugoslav"), place("south_balkans"))
        assert s.full[unit(s, "1st Yugoslav")] == full


# -- losses ---------------------------------------------------------------------------------------------------------


@rule("10.7.1", "12.7")
def test_a_one_sided_unit_never_surrenders() -> None:
    s = situation(turn=24, phase=None, axis={"9th Army": "1412", "1st Festung": "1411"})
    game = s.game
    own = [u for u in game.units_of[SOVIET] if not game.two_sided[u] and game.data[u].eliminated == "box"]
    one_sided = own[0]
    s.put(one_sided, place("1515"))
    s.mark(one_sided, UNSUPPLIED)
    before = s.event_vp
    elimination.eliminate(s, one_sided)
    assert s.place[one_sided] == DESTROYED and s.event_vp == before


@rule("14.9.3")
def test_two_cadres_lost_on_a_turn_come_back_one_a_turn() -> None:
    s = situation(turn=14, phase=None)
    first, second, *_ = [u for u in s.game.units if s.game.cadre[u] and s.game.side_of[u] == AXIS]
    for cadre, at in ((first, "1412"), (second, "1411")):
        s.put(cadre, place(at))
    elimination.exile(s, first)
    elimination.exile(s, second)
    assert s.arrives[second] == s.arrives[first] + 1
    assert s.arrives[first] == 14 + (s.game.data[first].returns or 0)


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("10.1")
def test_no_more_counterblows_than_markers() -> None:
    s = situation(phase=None, axis={"9th Army": "1412"}, soviet={"West Front": "1413"}, soviet_hand=["*"])
    s.phasing = AXIS
    s.blows = [place(name) for name in ("1514", "1515", "1516", "1517", "1518")][: declare.blow_limit(s, SOVIET)]
    s.memo.clear()
    refusal = declare.why_not_blow(s, place("1413"))
    assert refusal is not None and refusal.rule == "10.1"
    s.blows.pop()
    s.memo.clear()
    refusal = declare.why_not_blow(s, place("1413"))
    assert refusal is None or refusal.rule == "10.1.2"


@rule("10.6.2", "13.1")
@pytest.mark.parametrize(("turn", "snowed", "double"), [(4, 4, True), (5, 4, False), (5, 5, True)])
def test_shock_counts_double_on_the_first_snow_turn_only(turn: int, snowed: int, double: bool) -> None:
    s = situation(turn=turn, phase=None, weather="snow")
    s.snowed = snowed
    assert odds.double_shock(s) == double


# -- options and events ---------------------------------------------------------------------------------------------


@rule("15.1")
def test_only_a_full_army_is_split_into_abteilungen() -> None:
    s = situation(phase=None, axis={"6th Army": "1412 full"}, abteilung=True)
    assert units.parts(s, unit(s, "6th Army"))
    s.full[unit(s, "6th Army")] = 0
    assert not units.parts(s, unit(s, "6th Army"))


@rule("15.11.2", "15.11.3")
@pytest.mark.parametrize(("turn", "star", "useful"), [(8, 8, False), (8, 9, True), (14, 13, False), (14, 14, True)])
def test_a_point_is_staked_only_while_it_changes_something(turn: int, star: int, useful: bool) -> None:
    s = situation(turn=turn, phase=None, variable_initiative=True)
    s.event_vp, s.star_turn = 0, star
    assert initiative.may_stake(s) == useful


@rule("7.9")
def test_events_for_germans_help_no_allies() -> None:
    s = situation(phase=None, axis={"3rd Rumanian": "1412", "9th Army": "1411"}, soviet={"West Front": "1515"})
    assert organization.native(s, AXIS, unit(s, "9th Army"))
    assert not organization.native(s, AXIS, unit(s, "3rd Rumanian"))
    assert organization.native(s, SOVIET, unit(s, "West Front"))


@rule("12.4", "5.5")
def test_on_turn_23_the_war_of_1945_begins() -> None:
    s = situation(turn=23, phase=None)
    assert not s.in_1945
    turn_events.on_to_berlin(s)
    assert s.in_1945 == 1
