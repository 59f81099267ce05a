"""The small print: exceptions and asides of the rule books, one short test each."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import elimination, removal, stacking, supply, turn_events, victory, victory_points
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    DISCARDED,
    FOR_1945,
    HASTENED,
    MOVED,
    SOVIET,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import context, odds
from rasputitsa.titles.no_retreat.combat.advance import ways
from rasputitsa.titles.no_retreat.combat.battle import may_support
from rasputitsa.titles.no_retreat.combat.declare import all_out, defenders_of, may_strike, possible_targets
from rasputitsa.titles.no_retreat.combat.retreat import near_supply, possible, supply_distance
from rasputitsa.titles.no_retreat.events.movement import runners
from rasputitsa.titles.no_retreat.movement import allowance, may_enter, may_move, range_of
from rasputitsa.titles.no_retreat.organization.flip import improve_price, why_not_upgrade
from rasputitsa.titles.no_retreat.organization.places import usual_places
from rasputitsa.titles.no_retreat.rail import detrain_places
from rasputitsa.titles.no_retreat.strategic_reserve import why_not_hold
from rasputitsa.titles.no_retreat.unit_steps import two_steps

from .combat import asked, attack, field, reckoned, shifts
from .situation import begin, do, is_full, place, refused, situation, unit, where

BOARD, FIRST, LATEST = "board", "digital-0.2", "digital-1.1"


def ids(s, mask: int) -> set[str]:
    return {s.game.place_id(p) for p in range(s.game.topology.n) if mask >> p & 1}


# -- [4.0], [5.0] sequence and cards -------------------------------------------------------------------------------


@rule("4.0.1", "4.0.2")
def test_a_new_turn_brings_its_removals_then_the_red_vp_then_the_checks():
    s = situation(phase=None)
    events, won = s.game.phases[0], s.game.phases[1]
    assert (events.id, won.id) == ("events", "victory")
    names = [step.__name__ for step in won.steps]
    assert names.index("SecondFront") < names.index("VictoryCheck")


@rule("5.0.2")
def test_the_discard_pile_is_no_list_of_choices_for_anybody():
    s = situation(turn=6, phase="organization", axis={"6th Army": "Warsaw reduced"}, axis_hand=["*", "*"])
    s.card[0], s.discards = DISCARDED, [0]
    assert not any(getattr(action, "card", -1) == 0 for action in s.legal())


@rule("5.0.5")
def test_what_was_played_may_be_played_again_in_the_next_player_turn():
    s = situation(turn=6, phase=None)
    s.played = [1, 2]
    begin(s, "soviet", "movement")
    assert s.played == []


@rule("5.3.4.1")
def test_the_limit_of_movement_events_is_per_unit():
    s = situation(axis={"1st Panzer": "1412", "2nd Panzer": "1413"})
    s.mark(unit(s, "1st Panzer"), HASTENED)
    assert list(runners(s, AXIS, "armor")) == [unit(s, "2nd Panzer")]


@rule("5.4.1")
@rule("C.4.1", book="no-retreat-digital")
@pytest.mark.parametrize("edition", [BOARD, LATEST])
def test_a_card_spent_as_payment_does_nothing_else(edition):
    s = situation(edition=edition, turn=6, phase="organization", axis={"6th Army": "Warsaw reduced"},
                  axis_hand=["das-vaterland", "*"])  # fmt: skip
    before = len(s.hand(AXIS))
    do(s, "improve 6th Army")
    while s.stack and s.step.name == "Pay":
        s.apply(s.legal()[0])
    assert len(s.hand(AXIS)) <= before and not s.played


@rule("5.5.3")
def test_green_cards_wait_outside_the_deck_until_1945():
    from rasputitsa.titles.no_retreat import TITLE
    from rasputitsa.titles.no_retreat.deck import CARDS

    s = TITLE.setup(TITLE.prepare("campaign", BOARD, {}))
    green = [c for c in s.game.deck_of[0] if CARDS[c].joins_1945]
    assert green and all(s.card[c] == FOR_1945 for c in green)


# -- [6.0] supply --------------------------------------------------------------------------------------------------


@rule("6.0.1")
def test_the_side_not_on_move_is_checked_and_marked_too():
    s = situation(side="soviet", phase="supply", axis={"9th Army": "1720"})
    assert s.marks[unit(s, "9th Army")] & UNSUPPLIED


@rule("6.1.1")
def test_a_unit_traces_in_any_direction_a_city_in_its_own_only():
    s = situation(phase=None, axis={"9th Army": "1311"}, axis_holds=["Kiev"])
    assert supply.supplied_cities(s, AXIS) >> place("Kiev") & 1
    assert supply.has_overland(s, unit(s, "9th Army")), "eastward to Kiev"


@rule("6.1.2")
def test_east_and_south_edge_serve_the_soviets_and_not_the_axis():
    from rasputitsa.titles.no_retreat.game import MAP

    s = situation(phase=None)
    for edge in ("east", "south"):
        assert MAP.edges[edge] and not MAP.edges[edge] & ~s.game.edges[SOVIET]
        assert not MAP.edges[edge] & s.game.edges[AXIS]


@rule("6.2.2")
def test_supply_by_sea_is_no_overland_path_and_improves_nobody():
    s = situation(turn=8, phase="organization", axis={"9th Army": "512 reduced"}, axis_holds=["Sevastopol"],
                  soviet={"South Front": "612"}, axis_hand=["*", "*"])  # fmt: skip
    nine = unit(s, "9th Army")
    assert supply.in_supply(s, nine) and not supply.has_overland(s, nine)
    assert refused(s, "improve 9th Army") != ""


@rule("6.2.3")
def test_only_the_coastal_hex_itself_draws_on_the_sea():
    s = situation(phase=None)
    coast = supply.by_sea(s, AXIS)
    inland = s.game.supply_net.spread(coast) & ~coast & s.game.playable
    assert inland and not inland & supply.by_sea(s, AXIS)
    assert place("1415") not in [p for p in range(s.game.topology.n) if coast >> p & 1]


@rule("6.2.5")
def test_finns_and_yugoslavs_have_home_supply_at_home_only():
    s = situation(phase=None, axis={"Finnish": "finland"}, soviet={"1st Yugoslav": "west_balkans"})
    finns, partisans = unit(s, "Finnish"), unit(s, "1st Yugoslav")
    assert supply.at_home(s, finns) and supply.at_home(s, partisans)
    s.put(finns, place("2518"))
    s.put(partisans, place("finland"))
    assert not supply.at_home(s, finns) and not supply.at_home(s, partisans)


@rule("6.3.1")
@rule("S.1.1", book="no-retreat-digital")
def test_an_empty_enemy_city_blocks_a_path_and_an_empty_oil_field_does_not():
    s = situation(edition=LATEST, turn=20, phase=None, axis_holds=["Kiev"], soviet_holds=["Ploesti"])
    assert not supply.passable(s, SOVIET) >> place("Kiev") & 1
    assert supply.passable(s, AXIS) >> place("Ploesti") & 1


@rule("S.4.2", book="no-retreat-digital")
def test_out_of_supply_between_two_checks_has_no_effect():
    s = situation(edition=LATEST, axis={"9th Army": "1720"})
    assert not supply.in_supply(s, unit(s, "9th Army"))
    assert not s.marks[unit(s, "9th Army")] & UNSUPPLIED and allowance(s, unit(s, "9th Army")) == 4


@rule("6.5.4.1")
def test_one_supplied_armor_unit_keeps_the_bonus_for_the_force():
    s = field(axis={"1st Panzer": "1214", "2nd Panzer": "1214"}, soviet={"South Front": "1215"},
              unsupplied=["1st Panzer"])  # fmt: skip
    assert "armor" in shifts(reckoned(s, "1215", "1st Panzer", "2nd Panzer"))
    assert "armor" not in shifts(reckoned(s, "1215", "1st Panzer"))


@rule("6.5.5.1")
def test_one_unit_without_a_marker_is_enough_for_support():
    s = field(axis={"1st Panzer": "1214", "9th Army": "1214"}, soviet={"South Front": "1215"}, supports=(1, 0),
              unsupplied=["1st Panzer"])  # fmt: skip
    s.attacker, s.attackers = AXIS, [unit(s, "1st Panzer"), unit(s, "9th Army")]
    assert may_support(s)
    s.attackers = [unit(s, "1st Panzer")]
    assert not may_support(s)


# -- [7.0] organization --------------------------------------------------------------------------------------------


@rule("7.1.2")
@rule("V02.3", book="no-retreat-digital")
def test_what_improving_a_shock_army_and_an_ss_army_costs():
    s = situation(phase=None)
    shock = next(u for u in s.game.units if s.game.data[u].full.shock)
    assert improve_price(s, shock) == 2 and improve_price(s, unit(s, "West Front")) == 1
    prices = {e: improve_price(situation(edition=e, phase=None), unit(s, "SS Panzer")) for e in (BOARD, LATEST, FIRST)}
    assert prices == {BOARD: 1, LATEST: 1, FIRST: 2}


@rule("7.2.2.2", "12.7.6")
def test_a_red_front_cut_off_surrenders_and_stays_scored_when_it_is_replaced():
    s = situation(turn=8, phase=None, soviet={"West Front": "1415 full"}, unsupplied=["West Front"])
    elimination.eliminate(s, unit(s, "West Front"))
    assert where(s, "West Front") == "surrendered" and is_full(s, "West Front") and s.event_vp == 1
    s.put(unit(s, "West Front"), place("Moscow"))
    assert s.event_vp == 1


@rule("7.2.3", "7.2.4")
@pytest.mark.parametrize(("turn", "name"), [(8, "Leningrad Front"), (18, "West Front")])
def test_a_free_upgrade_makes_a_fort_or_restores_a_reduced_front(turn, name):
    s = situation(turn=turn, side="soviet", phase="organization", soviet={name: "Moscow reduced"})
    s.free_upgrades = 1
    assert why_not_upgrade(s, unit(s, name)) is None


@rule("7.6.1")
def test_a_unit_placed_may_still_move():
    s = situation(turn=6, phase="organization", axis={"9th Army": "shattered"})
    do(s, "place 9th Army at 1808")
    begin(s, "axis", "movement")
    assert may_move(s, unit(s, "9th Army"))


@rule("7.7.1")
def test_a_recovered_unit_does_not_attack_but_answers_a_counterblow():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, disorganized=["9th Army"], phase=None)
    assert all_out(s, place("1215")).attackers == []
    s.blows = [place("1215")]
    assert all_out(s, place("1215")).attackers == [unit(s, "9th Army")]


@rule("7.6.4", "7.6.6")
def test_edge_hexes_in_an_enemy_zone_and_oil_fields_take_nobody():
    s = situation(turn=6, side="soviet", phase=None)
    free = usual_places(s, SOVIET, False)
    edge = next(iter(bits(free & s.game.edges[SOVIET] & ~s.game.cities)))
    assert not free & s.game.oil & ~s.game.edges[SOVIET]
    s.put(unit(s, "9th Army"), next(iter(bits(s.game.zoc_reach[edge] & s.game.playable))))
    s.memo.clear()
    assert not usual_places(s, SOVIET, False) >> edge & 1


@rule("O.3.3", book="no-retreat-digital")
def test_shattered_units_may_come_to_cities_beyond_the_border():
    s = situation(edition=LATEST, turn=8, phase=None, axis_holds=["Kiev"])
    assert usual_places(s, AXIS, True) >> place("Kiev") & 1 and not usual_places(s, AXIS, False) >> place("Kiev") & 1
    assert usual_places(s, AXIS, True) & s.game.edges[0] and s.game.move_net.adjacent[place("Kiev")] & usual_places(
        s, AXIS, True
    )


# -- [8.0], [9.0] movement and rail --------------------------------------------------------------------------------


@rule("8.3.1", "8.3.2")
@rule("V.3.1", book="no-retreat-digital")
def test_the_one_hex_move_covers_the_point_for_leaving_a_zone_but_opens_no_zone_to_zone_step():
    """A panzer army beside a marsh, in mud: 4 points and one for the zone, but it has 3."""
    s = situation(phase=None, weather="mud")
    game, panzer, front = s.game, unit(s, "1st Panzer"), unit(s, "South Front")
    near = game.move_net.adjacent
    marsh, start, enemy = next(
        (w, p, e)
        for w in range(game.topology.n) if game.terrain[w] == "swamp" and game.playable >> w & 1
        for p in bits(near[w]) if game.terrain[p] == "clear"
        for e in bits(near[p] & ~near[w] & ~(1 << w)) if game.terrain[e] == "clear" and not near[e] >> w & 1
    )  # fmt: skip
    s.put(panzer, start)
    s.put(front, enemy)
    s.phasing = AXIS
    s.memo.clear()
    assert s.zoc[SOVIET] >> start & 1 and marsh in range_of(s, panzer)
    assert not any(p in range_of(s, panzer) for p in bits(near[start] & near[enemy])), "not from zone to zone"
    fort = unit(s, "Leningrad Front")
    s.put(fort, place("Leningrad"))
    s.turn_over(fort, True)
    assert not may_move(s, fort), "a fort has no allowance"


@rule("8.3.3")
def test_the_one_hex_move_is_not_for_a_unit_that_goes_on():
    s = situation(axis={"1st Panzer": "1214"})
    panzer = unit(s, "1st Panzer")
    s.mover, s.mover_left = panzer, 1
    swamps = [p for p in range(s.game.topology.n) if s.game.terrain[p] == "swamp" and s.game.playable >> p & 1]
    beside = next(p for w in swamps for p in range(s.game.topology.n) if s.game.move_net.adjacent[w] >> p & 1
                  and s.game.terrain[p] == "clear")  # fmt: skip
    s.put(panzer, beside)
    s.memo.clear()
    swamp = next(w for w in swamps if s.game.move_net.adjacent[w] >> beside & 1)
    assert swamp not in range_of(s, panzer)
    s.mover, s.mover_left = -1, 0
    s.memo.clear()
    assert swamp in range_of(s, panzer), "as its first hex it may"


@rule("14.4.1")
def test_mechanized_infantry_pays_what_infantry_pays():
    s = situation(phase=None)
    kinds = {s.game.type[f][u]: s.game.armor[f][u] for u in s.game.units for f in (0, 1)}
    assert kinds["mechanized"] is False and kinds["armor"] is True


@rule("8.4.1.2", "8.4.1.3")
def test_a_tank_unit_on_its_infantry_side_does_not_stack_and_in_1945_forts_do():
    s = situation(turn=15, phase=None, soviet={"Bryansk Front": "1415 reduced", "South Front": "1415"})
    s.phasing = SOVIET
    infantry = not s.game.armor[0][unit(s, "Bryansk Front")]
    assert stacking.overstacked(s, place("1415"), SOVIET) == int(infantry)
    s = situation(turn=23, phase=None, soviet={"Leningrad Front": "Leningrad full", "South Front": "Leningrad"})
    assert stacking.overstacked(s, place("Leningrad"), SOVIET) == 0


@rule("8.4.3.2")
def test_stacks_are_settled_before_the_next_battle():
    from rasputitsa.titles.no_retreat.combat import battle

    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, phase=None)
    s.push(battle.Fight, 0, -1)
    battle.end(s)
    assert isinstance(s.stack[-1], tuple) and s.step.name == "Overstacking"


@rule("8.4.3.3")
def test_an_overstacked_cadre_goes_to_the_turn_track():
    s = situation(turn=9, axis={"1st Kampfgruppe": "1415", "9th Army": "1415", "6th Army": "1415"})
    do(s, "end movement", "overstacked: 1st Kampfgruppe leaves 1415")
    assert where(s, "1st Kampfgruppe") == "track"


@rule("8.6.1")
def test_soviets_in_the_three_hexes_beside_finland_attack_it_together():
    s = field(turn=18, side="soviet", axis={"Finnish": "finland"},
              soviet={"South Front": "2417", "West Front": "2518", "Volkhov Front": "2519"})  # fmt: skip
    assert possible_targets(s) >> place("finland") & 1
    assert reckoned(s, "finland", "South Front", "West Front", "Volkhov Front").attack > 6


@rule("8.6.2")
def test_stacking_limits_hold_in_finland():
    axis = {"9th Army": "finland", "6th Army": "finland", "18th Army": "finland"}
    assert stacking.overstacked(situation(phase=None, axis=axis), place("finland"), AXIS) == 1


@rule("8.7.2")
@rule("B.12.3", book="no-retreat-digital")
def test_closed_balkans_take_neither_retreats_nor_advances():
    s = situation(turn=10, phase=None, axis={"9th Army": "905"})
    assert not may_enter(s, unit(s, "9th Army")) & s.game.balkans
    found = possible(s, unit(s, "9th Army"))
    assert found is not None and not found.ends & s.game.balkans
    s.oil_lost = 5
    assert may_enter(s, unit(s, "9th Army")) & s.game.balkans


@rule("9.1.4", "9.1.6")
def test_who_has_moved_does_not_entrain_but_cadres_and_disorganized_units_may():
    s = situation(turn=9, axis={"1st Kampfgruppe": "1808", "9th Army": "1808"})
    assert refused(s, "entrain 1st Kampfgruppe") == ""
    s.mark(unit(s, "9th Army"), MOVED)
    assert refused(s, "entrain 9th Army") == "9.1"


@rule("9.2.5")
def test_a_city_taken_in_the_turn_before_takes_trains():
    s = situation(turn=9, phase=None, axis_holds=["Kiev"])
    assert detrain_places(s, AXIS) >> place("Kiev") & 1
    s.captured = 1 << place("Kiev")
    s.memo.clear()
    assert not detrain_places(s, AXIS) >> place("Kiev") & 1


# -- [10.0] combat -------------------------------------------------------------------------------------------------


@rule("10.1.2.1")
def test_on_the_board_a_disorganized_unit_gives_a_counterblow():
    for edition, may in ((BOARD, True), (LATEST, False)):
        s = field(edition=edition, axis={"9th Army": "1214"}, soviet={"South Front": "1215"},
                  disorganized=["South Front"])  # fmt: skip
        assert may_strike(s, unit(s, "South Front")) is may


@rule("10.1.3")
@rule("M.8.1", book="no-retreat-digital")
def test_the_kerch_crossing_is_attacked_across_for_two_columns():
    s = situation(phase=None)
    a, b = next(pair for pair, kind in s.game.topology.kinds.items() if kind == "crossing")
    s.put(unit(s, "9th Army"), a)
    s.put(unit(s, "South Front"), b)
    begin(s, "axis", "combat")
    assert possible_targets(s) >> b & 1
    assert shifts(reckoned(s, s.game.place_id(b), "9th Army"))["sea crossing"] == -2


@rule("10.1.4")
def test_no_target_is_named_after_the_first_counterblow():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215", "West Front": "1216"}, soviet_hand=["stavka"])
    do(s, "no more targets")
    assert s.side == "soviet" and refused(s, "target 1215") != ""


@rule("10.3.4.1")
def test_who_is_driven_into_a_hex_that_awaits_its_battle_defends_there():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, phase=None)
    s.targets = [place("1215")]
    s.put(unit(s, "West Front"), place("1215"))
    context.open_battle(s, [place("1215")], [unit(s, "9th Army")])
    assert set(s.defenders) == {unit(s, "South Front"), unit(s, "West Front")} == set(defenders_of(s, place("1215")))


@rule("10.5.2")
def test_only_the_attacker_commits_support():
    s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, supports=(0, 3))
    attack(s, "1215", "9th Army")
    assert s.side == "chance" and s.supports == [0, 3]


@rule("10.4.1")
def test_a_target_left_empty_is_not_fought_for():
    s = field(axis={"9th Army": "1214", "6th Army": "1114"}, soviet={"South Front": "1215"})
    do(s, "target 1215")
    assert asked(s) == "Battles"
    s.put(unit(s, "South Front"), place("1719"))
    s.memo.clear()
    s.settle()
    assert asked(s) != "Battles" and not s.fields and where(s, "9th Army") == "1214"


@rule("13.1.1")
@rule("B.7.1", book="no-retreat-digital")
@pytest.mark.parametrize("edition", [BOARD, LATEST])
def test_an_axis_counterattack_in_winter_takes_the_shift_and_the_soviet_table(edition):
    s = field(edition=edition, turn=10, side="soviet", weather="snow", axis={"9th Army": "1214"},
              soviet={"South Front": "1215"})  # fmt: skip
    found = odds.reckon(s, odds.Battle(AXIS, [unit(s, "9th Army")], [unit(s, "South Front")], [place("1215")], True))
    assert found.table == SOVIET and ("snow" in {cause for _, cause, _ in found.shifts})


@rule("B.9.1", book="no-retreat-digital")
def test_card_and_support_of_the_first_round_are_lost_in_the_counterattack():
    s = field(edition=LATEST, axis={"9th Army": "1214"}, soviet={"South Front": "1215"}, phase=None)
    context.open_battle(s, [place("1215")], [unit(s, "9th Army")])
    s.committed, s.battle_mods, s.battle_events = 1, [(0, 2, 0)], [(0, 1)]
    context.turn_round(s)
    assert (s.committed, s.battle_mods, s.battle_events) == (0, [], [])


@rule("14.6.2")
def test_the_column_of_ss_panzergrenadiers_counts_against_a_counterattack():
    s = field(turn=18, axis={"SS Panzergrenadier": "1214"}, soviet={"South Front": "1215"})
    back = odds.Battle(SOVIET, [unit(s, "South Front")], [unit(s, "SS Panzergrenadier")], [place("1214")], True)
    assert (-1, "SS Panzergrenadier", "14.6") in odds.shifts(s, back)


@rule("B.12.1", book="no-retreat-digital")
def test_a_unit_out_of_supply_goes_as_near_to_a_source_as_it_can():
    s = situation(edition=LATEST, phase=None, axis={"9th Army": "1720"})
    nine = unit(s, "9th Army")
    ends = [place("1718"), place("1722"), place("1519")]
    away = {end: supply_distance(s, nine, end) for end in ends}
    assert near_supply(s, nine, ends) == [end for end in ends if away[end] == min(away.values())]


# -- [12.0], [13.0] victory and turn events ------------------------------------------------------------------------


@rule("12.2.2")
def test_only_the_side_with_the_initiative_wins_by_sudden_death():
    s = situation(turn=15, phase=None)
    s.event_vp = -6
    s.axis_held = 0
    s.initiative = AXIS
    victory.check_sudden_death(s, SOVIET)
    assert not s.decided
    s.initiative = SOVIET
    victory.check_sudden_death(s, SOVIET)
    assert s.decided


@rule("12.4.3", "12.7.7")
def test_the_high_tide_is_compared_with_the_whole_map_and_finland_counts_no_more_in_1945():
    s = situation(turn=23, phase=None, soviet={"South Front": "finland"})
    whole = victory_points.vps(s, SOVIET)
    assert victory_points.finland_vps(s, SOVIET) == 1
    s.high_tide = whole
    turn_events.on_to_berlin(s)
    assert not s.decided and s.in_1945
    assert victory_points.finland_vps(s, SOVIET) == 0 and victory_points.vps(s, SOVIET) < whole


@rule("13.5.4", "13.5.5")
@pytest.mark.parametrize(("at", "debt"), [
    ("destroyed", 1), ("surrendered", 1), ("1720", 1), ("1808", 0), ("shattered", 0), ("rail", 0),
])  # fmt: skip
def test_a_withdrawn_unit_costs_a_card_if_it_is_lost_or_cut_off(at, debt):
    s = situation(turn=16, phase=None, axis={"2nd Panzer": at})
    turn_events.withdrawals(s)
    assert where(s, "2nd Panzer") == "removed" and s.draw_debt[AXIS] == debt


@rule("13.5.6", "15.2.1")
def test_ostatky_and_fortified_fronts_never_have_a_second_step():
    s = situation(phase=None)
    for name in ("Ostatky", "1st Fortified Front"):
        assert not two_steps(s.game, unit(s, name), 28)
    assert two_steps(s.game, unit(s, "West Front"), 17) and not two_steps(s.game, unit(s, "West Front"), 16)


@rule("13.5.17")
def test_german_armor_stays_without_fuel_though_ploesti_be_retaken():
    s = situation(turn=20, phase=None, axis={"1st Panzer": "1415"})
    s.oil_lost = 18
    s.axis_held |= 1 << s.game.ploesti
    assert not odds.has_fuel(s, unit(s, "1st Panzer"))


@rule("14.2.2")
def test_hungarians_stay_when_the_rumanians_leave():
    s = situation(turn=20, phase=None, axis={"2nd Hungarian": "1404", "3rd Rumanian": "1404"},
                  soviet={"South Front": "Ploesti full"})  # fmt: skip
    turn_events.rumania_surrenders(s)
    assert (where(s, "2nd Hungarian"), where(s, "3rd Rumanian")) == ("1404", "removed")


@rule("14.12.1.1", "14.12.1.2")
def test_the_reserve_may_have_moved_and_costs_neither_a_card_nor_the_free_rail_move():
    s = situation(turn=6, side="soviet", soviet={"West Front": "Moscow"}, soviet_hand=["*"])
    s.mark(unit(s, "West Front"), MOVED)
    assert why_not_hold(s, unit(s, "West Front")) is None
    do(s, "end movement", "hold West Front in reserve")
    assert s.free_entrains == 1 and len(s.hand(SOVIET)) == 1 and where(s, "West Front") == "rail"


@rule("V02.12", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "asks"), [(BOARD, False), (LATEST, False), (FIRST, True)])
def test_in_0_2_a_reserve_is_formed_on_any_turn(edition, asks):
    s = situation(edition=edition, turn=3, side="soviet", soviet={"West Front": "Moscow"})
    do(s, "end movement")
    assert (bool(s.stack) and asked(s) == "StrategicReserve") is asks


@rule("14.14.2.1")
def test_a_weather_card_in_a_hand_offers_no_event():
    from rasputitsa.titles.no_retreat.deck import CARDS, MOMENTS, offers

    weather = [n for n, card in enumerate(CARDS) if "general-winter" in card.events[0]]
    moments = [offers(moment, side, False) for moment in MOMENTS for side in (AXIS, SOVIET)]
    assert weather and not any(card in offered for card in weather for offered in moments)


@rule("15.9.2")
def test_the_paratroops_are_back_four_turns_after_they_came_off():
    s = situation(turn=5, weather="snow", side="soviet", phase=None, paratroops=True, axis={"9th Army": "1415"},
                  soviet={"South Front": "1416", "Paratroop": "rail"})  # fmt: skip
    from rasputitsa.titles.no_retreat.optional.partisans import Partisans

    s.phasing = SOVIET
    s.push(Partisans)
    s.settle()
    s.apply(s.legal(("piece", unit(s, "9th Army")))[0])
    assert s.arrives[unit(s, "Paratroop")] == 6 + 4


# -- the first digital edition -------------------------------------------------------------------------------------


@rule("V02.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "goes_on"), [(BOARD, False), (LATEST, False), (FIRST, True)])
def test_in_0_2_rough_terrain_stops_the_advance_of_armor_only(edition, goes_on):
    s = situation(edition=edition, phase=None, axis={"9th Army": "1415", "1st Panzer": "1415"})
    s.attacker, s.vacated = AXIS, [place("1414")]
    s.advancing = [unit(s, "9th Army"), unit(s, "1st Panzer")]
    assert s.game.terrain[place("1414")] == "forest"
    assert (len(ways(s, unit(s, "9th Army"))) > 1) is goes_on
    assert len(ways(s, unit(s, "1st Panzer"))) == 1


@rule("V02.4", book="no-retreat-digital")
def test_hex_613_is_coastal_in_0_2_only():
    found = {e: bool(supply.by_sea(situation(edition=e, phase=None), AXIS) >> place("613") & 1)
             for e in (BOARD, LATEST, FIRST)}  # fmt: skip
    assert found == {BOARD: False, LATEST: False, FIRST: True}


@rule("V02.5", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "stays"), [(LATEST, True), (FIRST, False)])
def test_in_0_2_no_marker_outlasts_the_clean_up(edition, stays):
    s = situation(edition=edition, phase=None, axis={"9th Army": "1808"}, unsupplied=["9th Army"])
    removal.remove_markers(s)
    assert bool(s.marks[unit(s, "9th Army")] & UNSUPPLIED) is stays


@rule("V02.6", "C.5.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "again"), [(LATEST, True), (FIRST, False)])
def test_a_mandatory_event_happens_twice_in_1_1_and_once_in_0_2(edition, again):
    from rasputitsa.titles.no_retreat.cards import why_ignored
    from rasputitsa.titles.no_retreat.deck import EVENT

    s = situation(edition=edition, phase=None)
    s.played = [EVENT["great-patriotic-war"]]
    assert (why_ignored(s, EVENT["great-patriotic-war"]) == "") is again


@rule("V02.7", book="no-retreat-digital")
def test_in_0_2_no_event_once_played_is_taken_back():
    from rasputitsa.titles.no_retreat.deck import EVENT
    from rasputitsa.titles.no_retreat.events.play import reveals

    found = {e: reveals(situation(edition=e, phase=None), EVENT["georgy-zhukov"]) for e in (BOARD, LATEST, FIRST)}
    assert found == {BOARD: False, LATEST: False, FIRST: True}


@rule("V02.16", "V02.18", book="no-retreat-digital")
def test_in_0_2_neither_overstacked_retreaters_nor_bystanders_are_shattered():
    from rasputitsa.titles.no_retreat.combat import retreat

    for edition, box in ((FIRST, "1415"), (LATEST, "shattered")):
        s = situation(edition=edition, turn=5, phase=None, soviet={"South Front": "1416", "West Front": "1415"})
        s.retreating = [unit(s, "South Front")]
        retreat.go_back(s, unit(s, "South Front"), (place("1415"),))
        assert where(s, "South Front") == box
        s.retreating = []
        retreat.stand_by(s, unit(s, "West Front"))
        assert where(s, "West Front") == box


@rule("V02.20", "P.4", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "vps"), [(BOARD, 6), (LATEST, 6), (FIRST, 8)])
def test_in_0_2_event_points_have_no_cap(edition, vps):
    s = situation(edition=edition, phase=None)
    victory_points.score(s, AXIS, 8, "12.7", "a test")
    assert s.event_vp == vps


@rule("V02.21", book="no-retreat-digital")
def test_in_0_2_the_later_modules_are_not_offered():
    from rasputitsa.titles.no_retreat.options import OPTIONS

    later = {"abteilung", "fortified_front", "local_support", "no_surrender", "paratroops", "go_on"}
    offered = {o.name for o in OPTIONS if not o.editions or FIRST in o.editions}
    assert not later & offered


@rule("X.2.1", book="no-retreat-digital")
def test_local_air_support_lasts_through_the_enemy_turn():
    s = situation(edition=LATEST, turn=5, phase=None, local_support=True, axis={"9th Army": "1415"})
    s.local_support = [unit(s, "9th Army"), -1]
    begin(s, "soviet", "movement")
    assert s.local_support[AXIS] == unit(s, "9th Army")
    begin(s, "axis", "movement")
    assert s.local_support[AXIS] == -1


@rule("L.3.2", book="no-retreat-digital")
def test_units_with_a_skull_leave_the_game_even_unsupplied_and_score_nothing():
    s = situation(edition=LATEST, turn=24, phase=None, axis={"1st Festung": "1808"}, unsupplied=["1st Festung"])
    elimination.eliminate(s, unit(s, "1st Festung"))
    assert where(s, "1st Festung") == "removed" and s.event_vp == 0
