"""Chapter 13: weather, supports, red events, and who comes and goes with the turn track."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, piles, second_front, turn_events
from rasputitsa.titles.no_retreat.actions.organization import Place
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    AXIS_HAND,
    CLEAR,
    DISCARDED,
    DRAW_PILE,
    FOR_1945,
    GONE,
    LONG_WINTER,
    MUD,
    SNOW,
    SOVIET,
    WAITING,
)
from rasputitsa.titles.no_retreat.control import take_control
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.second_front import red_event
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .situation import begin, coins, deeds, do, is_full, refused, situation, unit, where


def places_of(s: NoRetreatState, name: str) -> set[str]:
    return {s.game.place_id(a.to) for a in s.legal(("piece", unit(s, name))) if isinstance(a, Place)}


def waiting(s: NoRetreatState, *names: str) -> None:
    for name in names:
        s.put(unit(s, name), WAITING)


# -- weather, supports, red events ----------------------------------------------------------------------------------


@rule("13.1")
@pytest.mark.parametrize(
    ("turn", "weather"), [(2, CLEAR), (3, MUD), (4, SNOW), (5, LONG_WINTER), (6, MUD), (10, SNOW), (11, LONG_WINTER)]
)
def test_the_weather_is_that_of_the_turn_track_and_snow_after_snow_is_a_long_winter(turn: int, weather: int):
    s = situation(turn=turn - 1, phase=None)
    s.sky = TITLE.setup(s.game).sky
    begin(s, "axis", "events")
    assert s.weather == weather


@rule("13.1.6")
@rule("13.1", "14.14.3")
def test_a_third_snow_turn_in_a_row_is_a_long_winter_too_and_mud_breaks_the_row():
    s = situation(turn=5, phase=None)
    s.sky[4], s.sky[5], s.sky[6] = SNOW, SNOW, SNOW
    assert turn_events.weather_of(s, 6) == LONG_WINTER
    s.sky[4] = MUD
    assert turn_events.weather_of(s, 5) == SNOW


@rule("13.1")
@pytest.mark.parametrize(("fourth", "first"), [(SNOW, 4), (MUD, 5)])
def test_the_first_snow_of_the_game_falls_on_turn_4_or_5(fourth: int, first: int):
    s = situation(turn=3, phase=None)
    s.sky[4], s.sky[5] = fourth, SNOW
    turn_events.begin_turn(s)
    turn_events.begin_turn(s)
    assert s.snowed == first


@rule("13.1")
def test_a_scenario_that_starts_later_has_its_first_snow_behind_it():
    s = situation(turn=9, phase=None, weather="mud")
    turn_events.begin_turn(s)
    assert s.weather == SNOW
    assert s.snowed == 0


@rule("10.6.2.4")
@rule("13.3")
def test_the_supports_of_turn_5_and_those_left_over_are_lost():
    s = situation(turn=4, phase=None, supports=(2, 2))
    begin(s, "axis", "events")
    assert s.supports == [0, 3]


@rule("13.4", "12.7")
@pytest.mark.parametrize(("turn", "event_vp"), [(7, -1), (8, 0)])
def test_a_red_event_gives_the_soviets_a_point(turn: int, event_vp: int):
    s = situation(turn=turn - 1, phase=None)
    begin(s, "axis", "events")
    assert s.event_vp == event_vp


@rule("13.4", "5.2.1")
def test_a_cancelled_red_event_gives_no_point_and_costs_no_card():
    s = situation(turn=7, phase=None, axis_hand=coins("axis", 1))
    second_front.cancel_red_event(s, AXIS)
    begin(s, "axis", "victory")
    assert s.event_vp == 0
    assert red_event(s) == ""
    s.turn = 10
    assert red_event(s) == "El Alamein", "only that turn's"


# -- who leaves -------------------------------------------------------------------------------------------------------


@rule("13.5", "11.3")
@pytest.mark.parametrize(("turn", "name"), [(15, "8th Italian"), (16, "2nd Panzer"), (18, "SS Panzer")])
def test_units_leave_the_game_on_their_turn_wherever_they_are(turn: int, name: str):
    for at, debt in (("Warsaw", 0), ("rail", 0), ("shattered", 0), ("destroyed", 1), ("1519", 1)):
        s = situation(turn=turn - 1, phase=None, axis={name: at})
        turn_events.begin_turn(s)
        turn_events.withdrawals(s)
        assert where(s, name) == "removed"
        assert s.draw_debt[AXIS] == debt, f"{at}: a card fewer if it was eliminated or out of supply"


@rule("13.5.14")
@rule("13.5")
def test_the_berlin_garrison_leaves_on_turn_28_and_that_is_no_soviet_victory():
    s = situation(turn=27, phase=None, axis={"Berlin Garrison": "Berlin"}, soviet={"West Front": "1718"})
    begin(s, "axis", "events")
    assert where(s, "Berlin Garrison") == "removed"
    assert s.outcome() is None
    assert s.draw_debt[AXIS] == 0


# -- who comes --------------------------------------------------------------------------------------------------------


@rule("13.5.1")
@rule("13.5")
def test_sevastopol_front_arrives_as_a_fort_in_its_city_on_turn_3_only():
    for turn, at, fort in ((3, "512", True), (3, "1718", False), (4, "512", False)):
        s = situation(turn=turn, side="soviet", phase="organization", soviet={"Sevastopol Front": "track"})
        do(s, f"place Sevastopol Front at {at}")
        assert is_full(s, "Sevastopol Front") is fort


@rule("13.5.11")
@rule("13.5", "14.11")
def test_the_last_defences_of_the_reich_appear_on_their_cities_on_turn_23():
    names = {"Berlin Garrison": "track", "Posen Volkssturm": "track", "Danzig Volkssturm": "track"}
    s = situation(turn=23, phase="organization", axis=names, soviet_holds=["Danzig"], soviet={"West Front": "2106"})
    assert where(s, "Berlin Garrison") == "2204"
    assert where(s, "Posen Volkssturm") == "2006", "although in an enemy zone of control"
    assert where(s, "Danzig Volkssturm") == "removed", "its city is lost"


@rule("13.5")
def test_greater_germany_units_come_the_turn_after_a_red_unit_crossed_the_border():
    s = situation(turn=19, side="soviet", soviet={"West Front": "1709 full"})
    do(s, "West Front 1709-1708")
    assert s.invaded == 19
    waiting(s, "12th Army", "1st Hungarian")
    begin(s, "axis", "organization")
    assert refused(s, "place 12th Army at 2204") != ""
    s.turn = 20
    begin(s, "axis", "organization")
    do(s, "place 12th Army at 2204")
    assert where(s, "12th Army") == "2204"


@rule("13.5")
def test_a_brown_unit_that_crosses_the_border_does_not_alarm_the_reich():
    s = situation(turn=19, side="soviet", soviet={"West Front": "1709 reduced"})
    do(s, "West Front 1709-1708")
    assert s.invaded == 0


@rule("13.5.16")
@rule("13.5")
def test_the_hungarian_armies_of_1944_form_in_empty_hexes_near_budapest():
    s = situation(turn=20, phase=None, axis={"9th Army": "1404"}, soviet={"West Front": "1408 full"})
    waiting(s, "1st Hungarian")
    s.invaded = 19
    begin(s, "axis", "organization")
    found = places_of(s, "1st Hungarian")
    assert "1405" in found
    assert "1404" not in found, "not empty"
    assert "1407" not in found, "in an enemy zone of control"
    assert "2204" not in found, "too far from Budapest"


@rule("13.5.18", "13.5.19")
@rule("13.5")
def test_when_ploesti_falls_army_groups_come_to_the_balkans_and_the_rumanians_change_sides():
    s = situation(turn=19, phase=None, soviet={"South Front": "908 full"})
    s.put(unit(s, "South Front"), s.game.ploesti)
    take_control(s, s.game.ploesti, SOVIET)
    assert s.oil_lost == 19
    waiting(s, "Group E", "Rumanian (Soviet)")
    s.turn = 20
    begin(s, "axis", "organization")
    found = places_of(s, "Group E")
    assert "west_balkans" in found
    assert "south_balkans" not in found
    assert "706" not in found, "Bucharest is next to a Soviet unit"
    begin(s, "soviet", "organization")
    found = places_of(s, "Rumanian (Soviet)")
    assert "907" in found
    assert "807" not in found, "not empty"


@rule("13.5.20")
@rule("13.5", "14.8")
def test_yugoslavs_arrive_as_forts_even_where_there_is_no_room_for_both():
    s = situation(turn=20, phase=None, axis={"Group E": "west_balkans"})
    waiting(s, "1st Yugoslav", "2nd Yugoslav")
    s.oil_lost = 19
    begin(s, "soviet", "organization")
    assert places_of(s, "1st Yugoslav") == {"south_balkans"}
    do(s, "place 1st Yugoslav at south_balkans", "place 2nd Yugoslav at south_balkans")
    assert is_full(s, "1st Yugoslav")
    do(s, "overstacked: 2nd Yugoslav leaves south_balkans")
    assert where(s, "2nd Yugoslav") == "removed"


@rule("13.5")
def test_yugoslavs_with_no_free_area_never_come():
    s = situation(turn=20, phase=None, axis={"Group E": "west_balkans", "Group F": "south_balkans"})
    waiting(s, "1st Yugoslav")
    s.oil_lost = 19
    begin(s, "soviet", "organization")
    assert where(s, "1st Yugoslav") == "removed"


@rule("13.5.21")
@rule("13.5")
def test_the_polish_army_forms_near_warsaw_the_turn_after_its_liberation():
    s = situation(turn=20, phase=None, soviet={"West Front": "1808 full"})
    waiting(s, "Polish")
    take_control(s, s.game.warsaw, SOVIET)
    begin(s, "soviet", "organization")
    assert "place Polish at 1809" not in deeds(s)
    s.turn = 21
    begin(s, "soviet", "organization")
    assert "1809" in places_of(s, "Polish")
    assert "1718" not in places_of(s, "Polish")


@rule("13.5.12")
@rule("13.5", "12.7.4")
def test_ss_panzer_may_come_back_in_1945_for_two_points():
    s = situation(turn=24, phase="organization", axis={"SS Panzer": "removed reduced", "9th Army": "shattered"})
    do(s, "recall SS Panzer to 2204")
    assert where(s, "SS Panzer") == "2204"
    assert is_full(s, "SS Panzer")
    assert s.event_vp == -2


@rule("13.5")
def test_ss_panzer_stays_away_before_1945_and_when_the_points_cannot_be_paid():
    s = situation(turn=22, phase="organization", axis={"SS Panzer": "removed", "9th Army": "shattered"})
    assert refused(s, "recall SS Panzer to 2204") == "13.5"
    s = situation(turn=24, phase=None, axis={"SS Panzer": "removed", "9th Army": "shattered"})
    s.event_vp = -5
    begin(s, "axis", "organization")
    assert refused(s, "recall SS Panzer to 2204") == "13.5"


@rule("13.5")
@pytest.mark.parametrize(("turn", "legal"), [(23, True), (24, False)])
def test_german_improvements_end_with_turn_23(turn: int, legal: bool):
    axis = {"6th Army": "Berlin reduced", "9th Army": "shattered"}
    s = situation(turn=turn, phase="organization", axis=axis, axis_hand=coins("axis", 2))
    assert ("improve 6th Army" in deeds(s)) is legal


@rule("13.5.2", "13.5.9", "13.5.10")
@rule("13.5", "5.2")
@pytest.mark.parametrize(
    ("side", "turn", "rate"),
    [(AXIS, 7, 4), (AXIS, 8, 5), (AXIS, 9, 5), (AXIS, 10, 4), (AXIS, 23, 1), (SOVIET, 20, 4), (SOVIET, 21, 5)],
)
def test_the_turn_track_changes_how_many_cards_are_drawn(side: int, turn: int, rate: int):
    s = situation(turn=turn, phase=None)
    assert piles.draw_rate(s, side) == rate


# -- [5.5] the cards of 1945 -------------------------------------------------------------------------------------------


@rule("5.5.2")
@rule("5.5", "12.4")
def test_in_1945_red_barred_cards_leave_and_green_ones_join_a_new_draw_pile():
    s = situation(turn=22, phase=None)
    old = next(c for c in s.game.deck_of[0] if CARDS[c].leaves_1945)
    kept, spent = [c for c in s.game.deck_of[0] if not (CARDS[c].leaves_1945 or CARDS[c].joins_1945)][:2]
    new = [c for c in s.game.deck_of[0] if CARDS[c].joins_1945]
    s.card[old], s.card[kept] = AXIS_HAND, AXIS_HAND
    piles.discard(s, spent)
    assert {s.card[c] for c in new} == {FOR_1945}
    piles.renew_1945(s)
    assert s.card[old] == GONE
    assert s.card[kept] == AXIS_HAND, "hands are kept"
    assert s.card[spent] == DRAW_PILE
    assert {s.card[c] for c in new} == {DRAW_PILE}
    assert s.discards == []


@rule("C.1", book="no-retreat-digital")
def test_in_the_digital_editions_each_deck_loses_15_cards_and_gains_10():
    s = situation(turn=22, phase=None, edition="digital-1.1")
    spent = next(c for c in s.game.deck_of[1] if not (CARDS[c].leaves_1945 or CARDS[c].joins_1945))
    piles.discard(s, spent)
    piles.renew_1945(s)
    for side in (AXIS, SOVIET):
        in_play = [c for c in s.game.deck_of[side] if s.card[c] != GONE]
        assert len(in_play) == 45 - 15 + 10
    assert s.card[spent] == DISCARDED, "the discards stay where they are"
