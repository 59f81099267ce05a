"""Small print that is easily lost: one condition of a rule each, found by breaking it."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    control,
    effects,
    movement,
    partisans,
    replacements,
    stacking,
    strategic,
    surrender,
)
from rasputitsa.titles.stalins_war.actions.movement import MoveStack
from rasputitsa.titles.stalins_war.combat import (
    blitz,
    card_window,
    conditions,
    eligibility,
    exploitation,
    reserves,
    retreats,
)
from rasputitsa.titles.stalins_war.components import CARD
from rasputitsa.titles.stalins_war.effect_kinds import Place
from rasputitsa.titles.stalins_war.events import arrivals, marches
from rasputitsa.titles.stalins_war.mapboard import NEXT, PLACE_IDS
from rasputitsa.titles.stalins_war.roster import GERMAN
from rasputitsa.titles.stalins_war.sequence import begin_round, start
from rasputitsa.titles.stalins_war.state import AXIS, FACE_UP, FULL, SOVIET

from .combat import change, clash, event, hold, shifts, used
from .situation import act, at, can, hexes, place, put, refused, situation, unit

# -- by sea and by rail ---------------------------------------------------------------------------------------------


@rule("10.2.5")
def test_the_axis_sails_once_a_turn_and_not_again_in_the_next_round() -> None:
    s = situation(turn=6, axis={"43 Corps": "1619", "5 Corps": "1619"})
    act(s, "43 Corps 1619-1719 by sea")
    begin_round(s)
    assert refused(s, "5 Corps 1619-1719 by sea") == "10.2.5"
    start(s)
    assert can(s, "5 Corps 1619-1719 by sea")


@rule("10.2.6")
def test_the_soviets_sail_once_a_round() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2535", "20R Army": "2332"})
    act(s, "13R Army 2535-2030 by sea")
    begin_round(s)
    assert can(s, "20R Army 2332-2535 by sea")


@rule("10.2.5", "10.2.6")
def test_ships_sail_from_ports_only() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2030"})
    assert not strategic.by_sea(s, unit("13R Army"))


@rule("10.2.6")
def test_a_soviet_ship_lands_as_far_west_as_an_axis_port() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2535"}, axis_holds=["2031"])
    ends = hexes(strategic.by_sea(s, unit("13R Army")))
    assert "2030" in ends and not any(end < "2000" for end in ends)


@rule("10.2.3")
def test_an_enemy_unit_without_a_zone_bars_the_line_it_stands_on() -> None:
    s = situation(turn=6, axis={"43 Corps": "1621"}, soviet={"13R Army": "1722"})
    assert "1722" not in hexes(strategic.rail_net(s, GERMAN))


@rule("10.2.2", "10.2.2.2")
def test_a_train_never_gets_to_partisans_behind_the_second_ones() -> None:
    s = situation(turn=6, axis={"43 Corps": "1621"}, axis_holds=["2022"])
    line = mask_of(place(name) for name in ("1621", "1622", "1722", "1822", "1921", "2022"))
    s.lurking = mask_of(place(name) for name in ("1622", "1822", "2022"))
    assert hexes(strategic.axis_line(s, place("1621"), line)) == {"1621", "1622", "1722", "1822"}


@rule("10.2.7", "C.14")
def test_naval_evacuation_goes_west_only() -> None:
    s = situation(turn=15, axis={"18th Army": "1818"}, axis_holds=["1818", "2018"])
    ports = hexes(marches.evacuation_ports(s, unit("18th Army")))
    assert "1619" in ports and "2018" not in ports


# -- movement and stacking ------------------------------------------------------------------------------------------


@rule("10.1.4", "10.2.1")
def test_a_unit_that_came_by_train_waits_no_more() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2722", "20R Army": "2722"})
    act(s, "13R Army 2722-2723 by rail")
    assert movement.waiting(s) == 1 << unit("20R Army")


@rule("10.1", "10.1.4")
def test_a_stack_leaves_behind_whoever_has_moved() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2527", "20R Army": "2528", "22R Army": "2528"})
    act(s, "13R Army 2527-2528")
    s.apply(MoveStack(place("2528"), place("2628")))
    assert (at(s, "13R Army"), at(s, "20R Army"), at(s, "22R Army")) == ("2528", "2628", "2628")


@rule("9.1.2")
def test_two_large_units_never_stand_together() -> None:
    assert not stacking.lawful(1 << unit("4th Army") | 1 << unit("9th Army"))
    assert stacking.lawful(1 << unit("4th Army") | 1 << unit("43 Corps"))


@rule("14.1.2")
def test_nobody_replaces_the_steps_of_the_enemy() -> None:
    s = situation(axis={"4th Army": "1621 -2"})
    s.rp[:] = [9] * len(s.rp)
    assert replacements.why_no_step(s, unit("4th Army"), AXIS) is None
    refusal = replacements.why_no_step(s, unit("4th Army"), SOVIET)
    assert refusal is not None and refusal.rule == "14.1.2"


# -- attacks --------------------------------------------------------------------------------------------------------


@rule("11.2.1.4")
def test_the_paulus_line_costs_columns_in_axis_attacks_only() -> None:
    s = clash("2526", axis={"4th Army": "2425"}, soviet={"West Front": "2526"}, turn=2)
    assert "East of the Paulus Line" in shifts(s, "axis") and "East of the Paulus Line" not in shifts(s, "soviet")
    s = clash("2526", axis={"4th Army": "2526"}, soviet={"West Front": "2527"}, side="soviet", turn=2)
    assert "East of the Paulus Line" not in shifts(s, "axis")


@rule("11.1.7")
def test_active_partisans_attack_by_themselves() -> None:
    s = situation(turn=8, side="soviet", axis={"43 Corps": "2022"}, soviet={"Partisans Zaslonov": "2021"})
    change(s, combat=1 << place("2021"))
    assert eligibility.why_not_force(s, 1 << unit("Partisans Zaslonov"), place("2022")) is None


@rule("4.4.8")
def test_mech_corps_of_two_hexes_attack_together_where_an_army_stands_with_the_panzers() -> None:
    mech = {"6M Corps": "2121", "8M Corps": "2123"}
    alone = situation(turn=2, side="soviet", axis={"24 Pz Corps": "2122"}, soviet=mech)
    stack = situation(turn=2, side="soviet", axis={"24 Pz Corps": "2122", "4th Army": "2122"}, soviet=mech)
    units = 1 << unit("6M Corps") | 1 << unit("8M Corps")
    for s, rule_number in ((alone, "4.4.8"), (stack, "")):
        change(s, combat=1 << place("2121") | 1 << place("2123"))
        refusal = eligibility.why_not_force(s, units, place("2122"))
        assert (refusal.rule if refusal else "") == rule_number


@rule("12.1.1", "12.1.3")
def test_the_caucasus_bars_axis_exploitation_and_not_that_of_the_soviets() -> None:
    s = situation(turn=8, axis={"24 Pz Corps": "2431"}, soviet={"4T Army": "2432"})
    s.set_supply(unit("24 Pz Corps"), FULL)
    s.set_supply(unit("4T Army"), FULL)
    assert blitz.capable(s, unit("4T Army")) and not blitz.capable(s, unit("24 Pz Corps"))


@rule("11.5.2.2")
@pytest.mark.parametrize(("turn", "barred"), [(1, True), (2, True), (3, True), (5, False)])
def test_the_limit_of_blitz_markers_in_the_east_ends_with_turn_3(turn: int, barred: bool) -> None:
    s = clash("2526", axis={"24 Pz Corps": "2425"}, soviet={"13R Army": "2526"}, turn=turn)
    s.spearhead, s.kind = 1 << unit("24 Pz Corps"), 1
    s.blitz = 1 << place("2624")
    refusal = blitz.why_no_marker(s)
    assert (refusal is not None and refusal.rule == "11.5.2") == barred


@rule("12.2.5", "4.4.6")
def test_on_turn_1_only_panzer_corps_pass_through_woods() -> None:
    s = situation(turn=1, axis={"24 Pz Corps": "2022"}, soviet={"4T Army": "2223"})
    wood = place("2021")
    assert not exploitation.halts(s, unit("24 Pz Corps"), place("2022"), wood)
    assert exploitation.halts(s, unit("4T Army"), place("2022"), wood)


@rule("12.2.2")
@pytest.mark.parametrize(("kind", "halted"), [("forest", False), ("rough", False), ("desert", False), ("swamp", True)])
def test_guderian_does_not_halt_in_forest_rough_and_desert(kind: str, halted: bool) -> None:
    to = next(p for p in bits(movement.PLAYABLE) if exploitation.TERRAIN_AT[p].name == kind and NEXT[p])
    frm = bits(NEXT[to])[0]
    s = situation(turn=8, axis={"24 Pz Corps": PLACE_IDS[frm]})
    assert exploitation.halts(s, unit("24 Pz Corps"), frm, to)
    event(s, "axis-09")
    s.guderian = 1 << frm
    assert exploitation.halts(s, unit("24 Pz Corps"), frm, to) == halted


@rule("12.2.4")
def test_an_exploiting_unit_takes_the_way_over_what_the_enemy_holds() -> None:
    s = situation(turn=8, axis={"24 Pz Corps": "2121"}, axis_holds=["2022"])
    path = exploitation.ways(s, unit("24 Pz Corps"))[place("2222")]
    assert all(s.axis_held >> step & 1 == 0 for step in path)


@rule("11.4.4", "11.4.4.2")
def test_the_second_hex_of_a_retreat_adjoins_the_first() -> None:
    s = clash("2526", axis={"4th Army": "2425"}, soviet={"West Front": "2526"}, turn=6)
    found = list(retreats.paths(s, unit("West Front"), 2))
    assert found and all(NEXT[first] >> second & 1 for first, second in found)


@rule("7.5.5b")
def test_firemen_come_from_full_supply_only() -> None:
    axis = {"4th Army": "2222", "24 Pz Corps": "2121"}
    s = clash("2222", axis=axis, soviet={"West Front": "2322"}, side="soviet", turn=12)
    used(s, "axis-40")
    assert reserves.reserves(s) >> unit("24 Pz Corps") & 1
    for name, where in (("Southwest Front", "2022"), ("South Front", "2021"), ("Central Front", "2122")):
        put(s, name, where)
        s.set_supply(unit(name), FULL)
    change(s, axis_held=0)
    assert not reserves.reserves(s) >> unit("24 Pz Corps") & 1


# -- cards ----------------------------------------------------------------------------------------------------------


@rule("7.5.5b.1", "7.5.5c")
@pytest.mark.parametrize(
    "name", [card.id for card in CARD.values() if card.combat and not card.removed and not card.all_round]
)
def test_a_card_for_one_use_a_turn_is_discarded_though_its_combat_was_won(name: str) -> None:
    side = CARD[name].side
    s = clash("2526", axis={"4th Army": "2425"}, soviet={"West Front": "2526"}, turn=12)
    hold(s, name)
    used(s, name)
    s.victor = ("axis", "soviet").index(side)
    card_window.settle(s)
    kept = s.card[effects.CARD_NUMBER[name]] == FACE_UP
    assert kept != ("Once a turn" in CARD[name].text)


@rule("7.5.3")
def test_tank_armies_arrive_weakened_before_industrial_evacuation_has_been_played() -> None:
    effect = next(e for e in CARD["soviet-06"].effects if isinstance(e, Place))
    s = situation(turn=6, side="soviet", moment="nothing")
    arrivals.place(s, SOVIET, effect)
    assert [s.lost[unit(name)] for name in ("3T Army", "5T Army", "13M Corps")] == [1, 1, 0]


@rule("C.9")
@pytest.mark.parametrize("cancelled", ["axis-35", "axis-36", "axis-37"])
def test_soviet_45_cancels_each_of_three_cards(cancelled: str) -> None:
    s = clash(
        "2222", axis={"4th Army": "2222", "24 Pz Corps": "2222"}, soviet={"4T Army": "2322"}, side="soviet", turn=12
    )
    used(s, cancelled)
    assert not conditions.cancelled(s, effects.CARD_NUMBER[cancelled])
    used(s, "soviet-45")
    assert conditions.cancelled(s, effects.CARD_NUMBER[cancelled])


@rule("7.5.5a")
def test_one_panzer_corps_is_enough_for_the_anti_tank_guns() -> None:
    s = clash("2526", axis={"24 Pz Corps": "2425"}, soviet={"West Front": "2526"}, turn=6)
    before = sum(shifts(s, "axis").values())
    used(s, "soviet-14")
    assert sum(shifts(s, "axis").values()) == before - 1


# -- partisans ------------------------------------------------------------------------------------------------------


@rule("16.1.3")
def test_partisans_lurk_nearer_to_the_axis_than_to_the_soviets() -> None:
    s = situation(turn=8, axis={"43 Corps": "2022"}, soviet={"13R Army": "2322"})
    behind = hexes(partisans.behind_the_front(s))
    assert {"2021", "2121"} <= behind and not {"2222", "2321", "2322"} & behind


@rule("16.1.3", "C.4")
def test_the_last_partisan_is_still_placed() -> None:
    s = situation(turn=10, side="soviet", axis={"43 Corps": "2022"}, moment="nothing")
    wild = list(bits(partisans.WILD))
    while partisans.left(s) > 1:
        s.lurking |= 1 << wild.pop()
    partisans.place_active(s, "any-clear-hex")
    assert s.stack


# -- surrender, supply ----------------------------------------------------------------------------------------------


@rule("19.3.1")
def test_after_jassy_kishinev_the_capital_alone_is_still_enough() -> None:
    s = situation(turn=14, side="soviet", soviet={"West Front": "1429"}, moment="nothing")
    effects.begin(s, effects.CARD_NUMBER["soviet-41"], index_of("soviet-41"), "turn")
    assert surrender._capital_taken(s, "romania")


@rule("19.3.1")
def test_jassy_kishinev_does_not_make_hungary_surrender() -> None:
    s = situation(turn=14, side="soviet", soviet_holds=["1428"], moment="nothing")
    effects.begin(s, effects.CARD_NUMBER["soviet-41"], index_of("soviet-41"), "turn")
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, 2) and not surrender.has_surrendered(s, 1)


def index_of(card: str) -> int:
    return next(n for n, e in enumerate(CARD[card].effects) if type(e).__name__ == "Surrender")


@rule("16.1.5", "16.1.5.1")
def test_a_supplied_soviet_unit_takes_off_the_partisan_in_its_hex_and_no_other() -> None:
    s = situation(side="soviet", soviet={"13R Army": "2222"}, moment="nothing")
    s.lurking = 1 << place("2222") | 1 << place("2121")
    control.stay(s, unit("13R Army"), place("2322"))
    assert hexes(s.lurking) == {"2121", "2222"}
    control.stay(s, unit("13R Army"), place("2222"))
    assert hexes(s.lurking) == {"2121"}


@rule("C.2")
def test_two_hexes_marked_together_cost_one_ops() -> None:
    s = situation(side="soviet", ops=2, axis={"43 Corps": "2222"}, soviet={"West Front": "2322", "13R Army": "2321"})
    event(s, "soviet-09")
    act(s, "end movement")
    pair = next(action for action in s.legal() if type(action).__name__ == "MarkPair")
    s.apply(pair)
    assert s.ops == 1 and len(s.pairs) == 1


@rule("19.3.1")
@pytest.mark.parametrize("town", ["1428", "1429"])
def test_after_jassy_kishinev_control_of_ploesti_or_of_bucharest_is_enough(town: str) -> None:
    s = situation(turn=14, side="soviet", soviet_holds=[town], moment="nothing")
    effects.begin(s, effects.CARD_NUMBER["soviet-41"], index_of("soviet-41"), "turn")
    assert surrender._by_event(s, "romania")
