"""Places where the engine once said something else than the rule book: each with the sentence it goes by."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, control, stacking, supply, victory
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, CLEAR, DISCARDED, DRAW_PILE, MUD, SNOW, SOVIET
from rasputitsa.titles.no_retreat.combat import odds, retreat
from rasputitsa.titles.no_retreat.combat.advance import limit, ways
from rasputitsa.titles.no_retreat.organization.arrivals import may_replace, price_from
from rasputitsa.titles.no_retreat.rail import detrain_places
from rasputitsa.titles.no_retreat.turn_events import NewTurn, rumania_surrenders

from .combat import DR, asked, attack, field, given, reckoned, shifts
from .situation import do, place, reach, refused, situation, unit, where


def ids(s, mask: int) -> set[str]:
    return {s.game.place_id(p) for p in range(s.game.topology.n) if mask >> p & 1}


# -- the winter of 1941 --------------------------------------------------------------------------------------------


@rule("10.6.2", "13.1", "13.3")
def test_the_shock_marker_of_turn_4_counts_double_on_the_first_snow_turn():
    s = situation(turn=3, phase=None)
    s.push(NewTurn)
    s.settle()
    assert (s.turn, s.supports[SOVIET], s.snowed) == (4, 1, 4)
    s = field(turn=4, weather="snow", side="soviet", axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.snowed = 4
    assert shifts(reckoned(s, "1214", "South Front", support=True))["Shock!"] == 2


@rule("14.14.1", "14.14.2.2")
@pytest.mark.parametrize(("turn", "card", "sky"), [
    (2, "general-winter", MUD), (3, "general-winter", SNOW), (3, "general-mud", MUD), (5, "general-winter", SNOW),
    (2, "unseasonal-weather", CLEAR), (4, "unseasonal-weather", MUD), (5, "unseasonal-weather", SNOW),
])  # fmt: skip
def test_a_weather_marker_has_two_sides_and_shows_no_third(turn, card, sky):
    """Sept/Oct mud or clear, Nov/Dec snow or mud, March/April mud or snow: no snow on turn 3, no clear turn 4."""
    from .test_events_victory import weather_drawn

    s = weather_drawn(card, turn, weather={3: "mud", 4: "snow"}.get(turn, "clear"))
    changed = turn if card == "unseasonal-weather" and s.game.turns[turn].reverse else turn + 1
    assert s.sky[changed] == sky


@rule("15.4", "15.4.1")
@pytest.mark.parametrize(("turn", "sky"), [(3, SNOW), (8, CLEAR)])
def test_by_the_second_option_weather_cards_are_ignored_in_1941_only(turn, sky):
    from .test_events_victory import weather_drawn

    s = weather_drawn("unseasonal-weather" if turn == 8 else "general-mud", turn, fixed_1941=True)
    assert s.sky[turn + 1] == sky


# -- advance and retreat -------------------------------------------------------------------------------------------


@rule("10.8.1", "10.8.1.3")
def test_an_advancing_unit_may_take_a_city_and_step_back_to_where_it_came_from():
    s = field(axis={"2nd Panzer": "1214", "1st Panzer": "1214", "9th Army": "1114"}, soviet={"South Front": "1215"})
    attack(s, "1215", "2nd Panzer", "1st Panzer", "9th Army")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert ways(s, unit(s, "9th Army"))[place("1114")] == (place("1215"), place("1114"))
    do(s, "9th Army advances to 1215, 1114")
    assert where(s, "9th Army") == "1114"


@rule("10.7.5", "8.6", "10.7.5.3")
def test_no_unit_retreats_back_into_the_area_it_was_driven_from():
    s = field(turn=5, side="soviet", axis={"18th Army": "finland"}, soviet={"Volkhov Front": "2518"})
    found = retreat.possible(s, unit(s, "18th Army"))
    assert found is not None and not found.ends >> place("finland") & 1


@rule("B.12", book="no-retreat-digital")
def test_a_beaten_attacker_does_not_retreat_onto_friends_who_wait_for_their_own_battle():
    s = field(edition="digital-0.2", axis={"9th Army": "1214", "6th Army": "1212"}, soviet={"South Front": "1215"})
    nine = unit(s, "9th Army")
    assert retreat.well_placed(s, nine, place("1212"))
    s.allocated[unit(s, "6th Army")] = place("1113")
    assert not retreat.well_placed(s, nine, place("1212"))


@rule("13.5.3", "10.8.2")
@pytest.mark.parametrize(("side", "hexes"), [("axis", 2), ("soviet", 3)])
def test_the_third_hex_of_soviet_tanks_begins_with_the_soviet_player_turn_of_turn_11(side, hexes):
    s = field(turn=11, side=side, axis={"9th Army": "1214"}, soviet={"Bryansk Front": "1215 full"})
    assert limit(s, unit(s, "Bryansk Front")) == hexes


@rule("13.5.3", "8.4.1")
@pytest.mark.parametrize(("turn", "phasing", "excess"), [(11, 0, 1), (11, 1, 0), (12, 0, 0)])
def test_tanks_stack_from_the_soviet_half_of_turn_11_on(turn, phasing, excess):
    s = situation(turn=turn, phase=None, soviet={"Bryansk Front": "1415 full", "South Front": "1415"})
    s.phasing = phasing
    assert stacking.overstacked(s, place("1415"), SOVIET) == excess


# -- rail and placement --------------------------------------------------------------------------------------------


@rule("9.2", "9.2.1", "7.6")
def test_a_friendly_city_that_can_trace_takes_units_even_in_an_enemy_zone():
    """9th Army east of Kharkov bars its railway; but within four hexes there are other supplied cities."""
    s = situation(turn=6, side="soviet", phase="organization", soviet={"South Front": "shattered"},
                  axis={"9th Army": "1117"})  # fmt: skip
    kharkov = place("Kharkov")
    assert s.zoc[0] >> kharkov & 1 and not supply.supplied_cities(s, SOVIET) >> kharkov & 1
    assert detrain_places(s, SOVIET) >> kharkov & 1
    assert refused(s, "place South Front at 1116") == ""


@rule("9.2.4", "12.7.1")
def test_a_unit_that_detrains_on_an_enemy_oil_field_takes_it():
    s = situation(turn=20, phase="detraining", axis={"9th Army": "rail"}, soviet_holds=["Ploesti"])
    do(s, "detrain 9th Army at " + s.game.place_id(s.game.ploesti))
    assert s.axis_held >> s.game.ploesti & 1


@rule("9.2.2")
def test_no_detraining_beside_an_enemy_city_even_across_a_lake():
    s = situation(turn=5, side="soviet", phase="detraining", soviet={"South Front": "rail"}, axis_holds=["Leningrad"])
    assert not detrain_places(s, SOVIET) >> place("2418") & 1
    s = situation(turn=5, side="soviet", phase="detraining", soviet={"South Front": "rail"})
    assert detrain_places(s, SOVIET) >> place("2418") & 1


@rule("O.5.1", "O.5", "V02.11", book="no-retreat-digital")
def test_in_1_1_a_friendly_city_beside_an_enemy_one_takes_no_trains():
    takes = {}
    for edition in ("board", "digital-1.1", "digital-0.2"):
        s = situation(edition=edition, turn=25, phase=None, soviet_holds=["Konigsberg"])
        takes[edition] = bool(detrain_places(s, 0) >> place("Danzig") & 1)
    assert takes == {"board": True, "digital-1.1": False, "digital-0.2": True}


# -- red units -----------------------------------------------------------------------------------------------------


@rule("13.5", "11.3", "11.3.1")
@pytest.mark.parametrize(("name", "where_", "red"), [
    ("South Front", "1415 full", True), ("South Front", "1415 reduced", False), ("Ostatky", "1415", False),
    ("Polish", "1415", False),
])  # fmt: skip
def test_red_is_the_red_side_of_a_two_sided_soviet_counter(name, where_, red):
    s = situation(turn=20, phase=None, soviet={name: where_})
    assert control.is_red(s, unit(s, name)) is red


@rule("13.5.15")
def test_a_red_unit_that_retreats_over_the_border_alarms_the_reich():
    s = situation(turn=18, phase=None, soviet={"South Front": "1415 full"})
    germany = next(p for p in range(s.game.topology.n) if s.game.germany >> p & 1 and s.game.playable >> p & 1)
    s.retreating = [unit(s, "South Front")]
    retreat.go_back(s, unit(s, "South Front"), (germany, place("1415")))
    assert s.invaded == 18, "also when it only passed through"


@rule("13.5.15")
def test_a_red_unit_that_moves_through_greater_germany_alarms_the_reich():
    s = situation(turn=18, side="soviet", soviet={"Bryansk Front": "1909 full"})
    assert not s.invaded
    inside = next(to for to in reach(s, "Bryansk Front") if s.game.germany >> place(to) & 1)
    do(s, f"Bryansk Front 1909-{inside}")
    assert s.invaded == 18


# -- cards ---------------------------------------------------------------------------------------------------------


@rule("5.0", "5.0.1")
def test_the_pile_is_reshuffled_as_soon_as_one_card_is_left():
    s = situation(turn=5, phase=None)
    deck = s.game.deck_of[0]
    for card in deck:
        s.card[card] = DISCARDED
    s.discards = list(deck)
    hand = [c for c in deck if not s.game.card_names[c].startswith(("B32", "B33", "B34", "B35", "B40"))][:2]
    for card in hand:
        s.card[card] = DRAW_PILE
        s.discards.remove(card)
    from rasputitsa.titles.no_retreat.cards import Drawing

    s.push(Drawing, 0, 1)
    s.settle()
    s.apply(s.legal()[0])
    assert s.card.count(AXIS_HAND) == 1 and not s.discards
    assert s.card.count(DRAW_PILE) == len(deck) - 1


@rule("C.3", book="no-retreat-digital")
def test_in_the_digital_editions_the_last_card_waits_until_it_would_be_drawn():
    s = situation(edition="digital-1.1", turn=5, phase=None)
    deck = s.game.deck_of[0]
    for card in deck[2:]:
        s.card[card] = DISCARDED
    s.discards = list(deck[2:])
    for card in deck[:2]:
        s.card[card] = DRAW_PILE
    from rasputitsa.titles.no_retreat.cards import Drawing

    s.push(Drawing, 0, 1)
    s.settle()
    s.apply(s.legal()[0])
    assert s.discards and s.card.count(DRAW_PILE, deck[0], deck[-1] + 1) == 1


# -- prices, losses, options ---------------------------------------------------------------------------------------


@rule("7.9", "14.7", "7.9.3")
@pytest.mark.parametrize("face", ["full", "reduced"])
def test_a_shock_army_costs_two_cards_from_the_destroyed_box_whatever_side_it_shows(face):
    s = situation(turn=18, phase=None, soviet={"Southwest Front": f"destroyed {face}"})
    shock = next(u for u in s.game.units if s.game.data[u].full.shock)
    s.full[shock] = face == "full"
    assert price_from(s, shock, -3) == 2 and price_from(s, shock, -4) == 2


@rule("14.1.3", "14.1")
def test_the_berlin_garrison_takes_the_first_loss_like_other_german_forts():
    from rasputitsa.titles.no_retreat.combat.losses import takers

    s = situation(turn=24, phase=None, axis={"Berlin Garrison": "Berlin", "9th Army": "Berlin"})
    s.defenders, s.attacker = [unit(s, "Berlin Garrison"), unit(s, "9th Army")], SOVIET
    assert takers(s, 0, odds.DD, -1) == [unit(s, "Berlin Garrison")]


@rule("15.7", "15.7.2")
@pytest.mark.parametrize(("scenario", "side"), [("campaign", 0), ("saturn", 0), ("citadel", 1), ("bagration", 1)])
def test_the_side_with_the_initiative_starts_with_the_joker(scenario, side):
    s = TITLE.setup(TITLE.prepare(scenario, "board", {"joker": True}))
    assert s.joker == side == s.initiative


# -- the map -------------------------------------------------------------------------------------------------------


@rule("8.7.1", "8.7")
def test_on_the_board_a_balkan_area_is_open_ground():
    s = situation(turn=20, phase=None)
    area = place("west_balkans")
    assert s.game.terrain[area] == "clear" and s.game.armor_ground[area] and not s.game.stops[area]
    assert s.game.terrain[place("finland")] == "area"


@rule("M.6", "M.6.1", "M.6.2", book="no-retreat-digital")
def test_in_the_digital_editions_the_balkans_open_when_ploesti_falls_and_are_an_area():
    for edition, at_once in (("board", False), ("digital-1.1", True)):
        s = situation(edition=edition, turn=20, side="soviet", soviet={"South Front": "902"})
        control.take_control(s, s.game.ploesti, SOVIET)
        from rasputitsa.titles.no_retreat.movement import balkans_open

        assert balkans_open(s) is at_once
        assert (s.game.terrain[place("west_balkans")] == "area") is at_once


# -- the digital editions ------------------------------------------------------------------------------------------


@rule("P.1.3", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "left"), [("board", 1), ("digital-1.1", 2), ("digital-0.2", 2)])
def test_a_second_front_event_costs_the_axis_a_card_on_the_board_only(edition, left):
    from rasputitsa.titles.no_retreat.second_front import TwoFrontWar

    s = situation(edition=edition, turn=7, phase=None, axis_hand=["*", "*"])
    s.phasing = 0
    s.push(TwoFrontWar)
    s.settle()
    if s.stack:
        s.apply(s.legal()[0])
    assert len(s.hand(0)) == left


@rule("P.1.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "needed"), [("board", 4), ("digital-1.1", 3)])
def test_digital_objectives_go_by_the_initiative_which_is_axis_through_its_turn_12(edition, needed):
    s = situation(edition=edition, turn=12, phase=None)
    s.initiative = 0
    assert victory.objectives_needed(s, 0, 12) == needed
    s.initiative = 1
    assert victory.objectives_needed(s, 0, 12) == 4


@rule("B.8.1", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "columns"), [("board", 0), ("digital-1.1", -1), ("digital-0.2", -1)])
def test_the_digital_winter_shift_spares_neither_finns_nor_greater_germany(edition, columns):
    s = field(edition=edition, turn=17, weather="snow", axis={"9th Army": "1606"}, soviet={"South Front": "1607"})
    assert s.game.germany >> place("1607") & 1
    assert shifts(reckoned(s, "1607", "9th Army")).get("snow", 0) == columns


@rule("X.5.1", "X.5", book="no-retreat-digital")
def test_digital_partisans_shatter_forts_too():
    from rasputitsa.titles.no_retreat.optional.partisans import strikable

    s = situation(edition="digital-1.1", turn=17, weather="snow", side="soviet", phase=None, paratroops=True,
                  axis={"1st Festung": "1606"}, soviet={"South Front": "1607", "Paratroop": "rail"})  # fmt: skip
    assert strikable(s) == [unit(s, "1st Festung")]


@rule("O.3.1", book="no-retreat-digital")
def test_in_1_1_a_shattered_unit_does_not_come_back_on_a_cadre():
    axis = {"1st Kampfgruppe": "1608", "6th Army": "shattered"}
    for edition, on_cadre in (("board", True), ("digital-1.1", False)):
        s = situation(edition=edition, turn=9, phase="organization", axis=axis)
        assert (refused(s, "rebuild 6th Army on 1st Kampfgruppe") == "") is on_cadre


@rule("V02.8", "O.7", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "turns"), [
    ("board", {5, 24}), ("digital-1.1", {5}), ("digital-0.2", {4, 5, 24}),
])  # fmt: skip
def test_when_the_axis_may_replace_units(edition, turns):
    s = situation(edition=edition, phase=None)
    found = set()
    for turn in (4, 5, 24):
        s.turn = turn
        if may_replace(s, 0):
            found.add(turn)
    assert found == turns


@rule("V02.19", book="no-retreat-digital")
@pytest.mark.parametrize(("edition", "gone"), [("board", False), ("digital-1.1", False), ("digital-0.2", True)])
def test_a_brown_front_in_ploesti_knocks_rumania_out_in_0_2_only(edition, gone):
    s = situation(edition=edition, turn=20, phase=None, axis={"3rd Rumanian": "1203"},
                  soviet={"South Front": "Ploesti reduced"})  # fmt: skip
    rumania_surrenders(s)
    assert (where(s, "3rd Rumanian") == "removed") is gone
