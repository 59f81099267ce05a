"""[2.0, 3.0] Terms of the game: nations, Guards, countries, control, combat cards as events, kinds of rounds."""

from __future__ import annotations

from rasputitsa.board.floods import layers
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import cards, control, effects, ops_round, supply
from rasputitsa.titles.stalins_war.actions.movement import Move
from rasputitsa.titles.stalins_war.components import CARDS, UNITS
from rasputitsa.titles.stalins_war.mapboard import COLUMN, COUNTRY, LAND, MAP, PLAYABLE, PORTS_OF, RAIL, TOPOLOGY
from rasputitsa.titles.stalins_war.roster import MARITIME, NAMES, OF_SIDE, TAGS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, GONE, OUT, SOVIET, ZERO

from .situation import act, can, card, choices, place, situation, unit


@rule("3.0.1")
def test_the_axis_is_german_romanian_hungarian_and_italian() -> None:
    axis = {UNITS[u].nation for u in range(len(UNITS)) if OF_SIDE[AXIS] >> u & 1}
    assert axis == {"german", "romanian", "hungarian", "italian"} and OF_SIDE[AXIS] >> unit("Vlassov") & 1


@rule("3.0.2", "2.3.3")
def test_combat_cards_are_events() -> None:
    """SW-35: one with an asterisk leaves the game after use, and counts as an event that was played."""
    s = situation(moment="nothing")
    cards.spend_event(s, card("axis-13"))
    assert CARDS[card("axis-13")].combat and s.card[card("axis-13")] == GONE and effects.played(s, "axis-13")


@rule("3.0.4", "3.0.8")
def test_countries() -> None:
    germany = {"greater_germany", "general_government", "east_prussia"}
    assert COUNTRY["germany"] == sum(MAP.regions[region] for region in germany) & PLAYABLE
    assert COUNTRY["germany"] >> place("Konigsberg") & 1 and COUNTRY["germany"] >> place("Warsaw") & 1
    assert COUNTRY["baltic_states"] & ~COUNTRY["soviet_union"] == 0 and COUNTRY["baltic_states"] >> place("Riga") & 1


@rule("3.0.5")
def test_guards_are_soviet_units_with_a_g_in_their_name() -> None:
    guards = {NAMES[u] for u in range(len(UNITS)) if TAGS["guard"] >> u & 1}
    lettered = {n for u, n in enumerate(NAMES) if OF_SIDE[SOVIET] >> u & 1 and "G" in n.split()[0]}
    assert guards == lettered and {"1G Army", "3GT Army", "1GC Corps"} <= guards


@rule("7.5.4")
def test_the_marine_army_is_the_maritime_army() -> None:
    """SW-3"""
    assert [NAMES[u] for u in range(len(UNITS)) if TAGS["maritime"] >> u & 1] == [NAMES[MARITIME]] == ["Maritime Army"]


@rule("3.0.6", "16.1.6")
def test_active_partisans_change_control_and_inactive_ones_never_do() -> None:
    """SW-71"""
    s = situation(turn=10, side="soviet", soviet={"Partisans Kovpak": "2121"}, axis_holds=["2022"])
    s.lurking = 1 << place("2322")
    assert s.controls(AXIS, place("2022"))
    act(s, "Partisans Kovpak 2121-2022")
    assert s.controls(SOVIET, place("2022"))
    control.take(s, AXIS, place("2322"))
    assert s.controls(AXIS, place("2322"))


@rule("7.2.5", "7.3.3")
def test_in_an_ops_round_every_unit_may_move_without_ops() -> None:
    s = situation(side="soviet", ops=0, soviet={"13R Army": "2527", "West Front": "2528", "1GC Corps": "2722"})
    act(s, "13R Army 2527-2526", "West Front 2528-2628", "1GC Corps 2722-2822")
    assert s.ops == 0 and not choices(s, Move)


@rule("7.2.6", "16.1.2", "18.1.1")
def test_banked_ops_pay_for_works_in_a_0_ops_round() -> None:
    """SW-23"""
    s = situation(side="soviet", ops=0, soviet={"West Front": "2527"})
    s.kind, s.banked[SOVIET] = ZERO, 1
    effects.allow(s, "trenches-soviet")
    act(s, "entrench in 2527")
    assert s.banked[SOVIET] == 0


@rule("7.5.1a")
def test_an_event_may_allow_movement_without_combat() -> None:
    s = situation(side="soviet", moment="nothing", soviet={"13R Army": "2527"})
    ops_round.begin(s, 0, fight=False)
    s.settle()
    assert can(s, "13R Army 2527-2526")
    act(s, "end movement")
    assert s.over


@rule("13.1.2", "13.1.2.1")
def test_a_unit_does_not_reach_its_port_by_rail() -> None:
    """SW-82: Odessa is fed by sea; four hexes from it a unit is supplied, five hexes along the railway it is not."""
    s = situation(turn=6, side="soviet")
    lines = layers(RAIL, 1 << place("1829"), RAIL.places)
    far = next(p for p in range(TOPOLOGY.n) if lines[5] >> p & 1 and TOPOLOGY.distance(p, place("1829")) == 5)
    way = [far]
    for line in reversed(lines[:5]):
        way.append(next(p for p in range(TOPOLOGY.n) if line >> p & 1 and RAIL.adjacent[way[-1]] >> p & 1))
    west = sum(1 << p for p in range(TOPOLOGY.n) if PLAYABLE >> p & 1 and COLUMN[p] < 24)
    s.trenches[AXIS] = west & ~sum(1 << p for p in way)
    assert PORTS_OF["black"] >> place("2535") & 1 and LAND.adjacent[way[1]] >> far & 1
    found = []
    for hexagon in (way[1], far):
        s.put(unit("13R Army"), hexagon)
        found.append(supply.status(s, unit("13R Army")))
    assert found == [FULL, OUT]
