"""Chapter 14: special units, what becomes of them, the Strategic Reserve and reminder markers."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, elimination, supply
from rasputitsa.titles.no_retreat.codes import DESTROYED, DISORGANIZED, MUD, RAIL, SNOW, SOVIET, SURRENDERED
from rasputitsa.titles.no_retreat.reminders import reminders, weather_markers
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.strategic_reserve import ReserveReturns, StrategicReserve
from rasputitsa.titles.no_retreat.victory import cancel_sudden_death

from .situation import begin, coins, deeds, do, is_full, marked, pay, place, refused, situation, unit, where

# -- [14.1], [14.2], [14.10] the fate of units ------------------------------------------------------------------------


@rule("14.1")
def test_german_forts_leave_the_game_for_good():
    s = situation(turn=24, phase=None, axis={"1st Festung": "Breslau", "Posen Volkssturm": "Posen"})
    for name in ("1st Festung", "Posen Volkssturm"):
        elimination.eliminate(s, unit(s, name), SURRENDERED)
        assert where(s, name) == "removed"
    assert s.event_vp == 0


@rule("14.1.1")
@rule("14.1")
def test_the_finnish_unit_is_a_fort_on_both_sides_and_never_leaves_finland():
    s = situation(turn=3, axis={"Finnish": "finland", "18th Army": "2213"})
    finns = unit(s, "Finnish")
    assert s.game.fort[0][finns] and s.game.fort[1][finns]
    assert ("piece", finns) not in s.handles()
    assert supply.at_home(s, finns)


@rule("L.3.1", book="no-retreat-digital")
@rule("14.2", "14.10")
@rule("L.3", book="no-retreat-digital")
@pytest.mark.parametrize(("name", "later"), [("4th Rumanian", 4), ("2nd Hungarian", 2), ("Luftwaffe", 3)])
@pytest.mark.parametrize("box", [DESTROYED, SURRENDERED])
def test_allies_and_the_luftwaffe_come_back_from_the_turn_track_and_never_surrender(name: str, later: int, box: int):
    s = situation(turn=11, phase=None, axis={name: "1519"})
    elimination.eliminate(s, unit(s, name), box)
    assert where(s, name) == "track"
    assert s.arrives[unit(s, name)] == 11 + later
    assert s.event_vp == 0


@rule("14.2", "14.10")
def test_a_unit_back_from_the_turn_track_is_a_free_reinforcement():
    s = situation(turn=11, phase=None, axis={"Luftwaffe": "1519"})
    elimination.eliminate(s, unit(s, "Luftwaffe"))
    s.turn = 14
    begin(s, "axis", "organization")
    do(s, "place Luftwaffe at 2204")
    assert not marked(s, "Luftwaffe", DISORGANIZED)


def test_an_eliminated_unit_is_destroyed_or_if_unsupplied_surrenders():
    s = situation(turn=5, phase=None, axis={"6th Army": "1519", "9th Army": "1608"}, unsupplied=["6th Army"])
    elimination.eliminate(s, unit(s, "6th Army"))
    elimination.eliminate(s, unit(s, "9th Army"))
    assert (where(s, "6th Army"), where(s, "9th Army")) == ("surrendered", "destroyed")
    assert s.event_vp == -1


@rule("8.4.3")
def test_overstacked_units_shatter_and_unsupplied_ones_are_destroyed():
    stack = dict.fromkeys(("6th Army", "9th Army", "4th Army", "1st Kampfgruppe", "17th Army"), "1608")
    s = situation(turn=5, phase="detraining", axis=stack, unsupplied=["9th Army"])
    for name in ("6th Army", "9th Army", "1st Kampfgruppe"):
        do(s, f"overstacked: {name} leaves 1608")
    assert [where(s, name) for name in ("6th Army", "9th Army", "1st Kampfgruppe")] == [
        "shattered",
        "destroyed",
        "track",
    ]
    assert s.event_vp == 0


# -- [14.8] Yugoslavs --------------------------------------------------------------------------------------------------


@rule("14.8")
@rule("U.5", book="no-retreat-digital")
def test_yugoslavs_turn_over_and_draw_supply_only_in_the_balkans():
    soviet = {"1st Yugoslav": "west_balkans", "2nd Yugoslav": "904 reduced", "West Front": "1718"}
    s = situation(turn=21, side="soviet", phase=None, soviet=soviet, soviet_hand=coins("soviet", 2))
    s.oil_lost = 19
    s.turn_over(unit(s, "1st Yugoslav"), True)
    begin(s, "soviet", "organization")
    assert refused(s, "fortify 2nd Yugoslav") == "14.8"
    do(s, "revert 1st Yugoslav")
    assert not is_full(s, "1st Yugoslav")
    assert supply.at_home(s, unit(s, "1st Yugoslav"))
    assert not supply.at_home(s, unit(s, "2nd Yugoslav"))


# -- [14.9] cadres -----------------------------------------------------------------------------------------------------


@rule("14.9", "14.9.1")
def test_a_cadre_that_arrives_goes_to_its_box_not_to_the_map():
    s = situation(turn=5, phase="organization", axis={"1st Kampfgruppe": "track"})
    assert where(s, "1st Kampfgruppe") == "cadres"


@rule("14.9.3.1")
@rule("14.9.3")
def test_cadres_come_back_one_a_turn():
    cadres = {"1st Kampfgruppe": "1608", "2nd Kampfgruppe": "1708", "3rd Kampfgruppe": "1808"}
    s = situation(turn=15, phase=None, axis=cadres, soviet={"Ostatky": "1718"})
    for name in (*cadres, "Ostatky"):
        elimination.eliminate(s, unit(s, name), SURRENDERED)
    assert [s.arrives[unit(s, name)] for name in cadres] == [18, 19, 20]
    assert s.arrives[unit(s, "Ostatky")] == 17, "the other side's cadres do not count"
    assert s.event_vp == 0


@rule("V02.2", book="no-retreat-digital")
@rule("14.9.3")
@rule("U.3", book="no-retreat-digital")
@pytest.mark.parametrize(
    ("edition", "box"), [("board", "track"), ("digital-1.1", "track"), ("digital-0.2", "shattered")]
)
def test_a_shattered_cadre_is_lost_except_in_the_first_digital_edition(edition: str, box: str):
    s = situation(turn=9, phase=None, edition=edition, axis={"1st Kampfgruppe": "1608"})
    elimination.shatter(s, unit(s, "1st Kampfgruppe"))
    assert where(s, "1st Kampfgruppe") == box


@rule("14.9.4.1")
@rule("14.9.4")
@pytest.mark.parametrize("box", ["destroyed", "shattered"])
def test_a_lost_unit_is_rebuilt_around_a_cadre_at_the_front_and_ready(box: str):
    axis = {"1st Kampfgruppe": "1711", "6th Army": box, "9th Army": "1710"}
    hand = coins("axis", 2)
    s = situation(turn=9, phase="organization", axis=axis, axis_hand=hand, soviet={"West Front": "1712"})
    do(s, "rebuild 6th Army on 1st Kampfgruppe")
    assert pay(s) == (1 if box == "destroyed" else 0)
    assert (where(s, "6th Army"), where(s, "1st Kampfgruppe")) == ("1711", "track")
    assert not marked(s, "6th Army", DISORGANIZED)


@rule("14.9.4.2")
@rule("14.9.4")
def test_reinforcements_are_not_built_around_a_cadre_nor_around_one_that_is_cut_off():
    axis = {"1st Kampfgruppe": "1718", "2nd Kampfgruppe": "1608", "2nd Army": "track", "6th Army": "shattered"}
    s = situation(turn=9, phase="organization", axis=axis)
    assert refused(s, "rebuild 2nd Army on 2nd Kampfgruppe") == "14.9.4"
    assert refused(s, "rebuild 6th Army on 1st Kampfgruppe") == "14.9.4"
    assert refused(s, "rebuild 6th Army on 2nd Kampfgruppe") == ""


@rule("14.9.4")
def test_a_cadre_may_be_the_only_place_left():
    lost = ("Berlin", "Danzig", "Posen", "Breslau", "Prague", "Vienna", "Budapest", "Bucharest", "Konigsberg", "Warsaw")
    s = situation(
        turn=24,
        phase="organization",
        axis={"1st Kampfgruppe": "2101", "6th Army": "destroyed"},
        axis_hand=coins("axis", 1),
        soviet_holds=[*lost, "Lublin"],
    )
    assert deeds(s) == {"rebuild 6th Army on 1st Kampfgruppe", "end placement"}


@rule("O.3.2", "V02.9", "V02.10", book="no-retreat-digital")
@rule("O.3", book="no-retreat-digital")
def test_digital_1_1_rebuilds_on_cadres_or_lets_a_replacement_absorb_one_and_0_2_does_neither():
    axis = {"1st Kampfgruppe": "1608", "6th Army": "destroyed"}
    hand = ["hedgehogs"]
    s = situation(turn=9, phase="organization", axis=axis, axis_hand=hand, edition="digital-0.2")
    assert not any(deed.startswith("rebuild") for deed in deeds(s))
    s = situation(turn=9, phase="organization", axis=axis, axis_hand=hand, edition="digital-1.1")
    assert "rebuild 6th Army on 1st Kampfgruppe" in deeds(s)
    do(s, "place 6th Army at 1608")
    assert marked(s, "6th Army", DISORGANIZED)
    do(s, "6th Army absorbs 1st Kampfgruppe")
    assert not marked(s, "6th Army", DISORGANIZED)
    assert where(s, "1st Kampfgruppe") == "track"


# -- [14.12] the strategic reserve -------------------------------------------------------------------------------------


def after_soviet_moves(turn: int = 4, **kwargs: object) -> NoRetreatState:
    s = situation(turn=turn, side="soviet", **kwargs)  # type: ignore[arg-type]
    do(s, "end movement")
    return s


@rule("14.12", "14.12.1")
@rule("O.6", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_from_turn_4_on_a_supplied_soviet_unit_may_go_into_strategic_reserve(edition: str):
    s = after_soviet_moves(turn=3, soviet={"West Front": "1718"}, edition=edition)
    assert not isinstance(s.step, StrategicReserve)
    s = after_soviet_moves(soviet={"West Front": "1718", "South Front": "1515"}, axis_holds=[], edition=edition)
    do(s, "hold West Front in reserve")
    assert where(s, "West Front") == "rail"
    assert s.reserve == unit(s, "West Front")


@rule("14.12.1")
def test_forts_and_units_without_supply_cannot_be_held_in_reserve():
    soviet = {"Leningrad Front": "2417 full", "South Front": "1409", "West Front": "1718"}
    s = after_soviet_moves(soviet=soviet, axis={"1st Panzer": "1410", "6th Army": "1408"})
    assert refused(s, "hold Leningrad Front in reserve") == "14.12.1"
    assert refused(s, "hold South Front in reserve") == "14.12.1"


@rule("14.12.1.3", "9.1.2.1")
@rule("14.12.1")
def test_the_marker_may_go_from_one_unit_in_the_box_to_another_but_the_box_holds_three():
    soviet = {"West Front": "rail", "South Front": "rail", "Reserve Front": "rail", "Central Front": "1718"}
    s = situation(turn=4, side="soviet", phase=None, soviet=soviet)
    s.reserve = unit(s, "West Front")
    begin(s, "soviet", "movement")
    do(s, "end movement")
    assert refused(s, "hold Central Front in reserve") == "9.1.2"
    do(s, "hold South Front in reserve")
    assert s.reserve == unit(s, "South Front")
    assert where(s, "West Front") == "rail"


@rule("14.12.2")
def test_the_reserve_comes_back_after_the_axis_has_detrained():
    s = situation(turn=5, phase=None, soviet={"West Front": "rail"}, axis={"6th Army": "rail", "9th Army": "1608"})
    s.reserve = unit(s, "West Front")
    begin(s, "axis", "detraining")
    assert s.side == "axis", "the Axis goes first"
    do(s, "end detraining")
    assert s.side == "soviet"
    assert isinstance(s.step, ReserveReturns)
    do(s, "detrain West Front at 1718")
    assert where(s, "West Front") == "1718"
    assert s.reserve == -1


@rule("14.12.2")
def test_a_unit_that_is_only_entrained_does_not_come_back_in_the_axis_turn():
    s = situation(turn=5, side="axis", phase="detraining", soviet={"West Front": "rail"})
    assert not isinstance(s.step, ReserveReturns)
    assert s.place[unit(s, "West Front")] == RAIL


# -- [14.13], [14.14] markers ------------------------------------------------------------------------------------------


@rule("14.13")
def test_reminders_tell_of_missing_draws_cancelled_checks_and_works():
    s = situation(turn=6, phase=None)
    assert not any(effect.id.startswith("draw") for effect in reminders(s))
    s.draw_debt[SOVIET] = 2
    cancel_sudden_death(s, SOVIET)
    s.works = [(0, place("Moscow"), 1)]
    found = {effect.id: effect for effect in reminders(s)}
    assert "2" in found["draw-soviet"].text
    assert "no-sudden-death" in found
    assert "Moscow" in found["works"].text


@rule("14.13", "13.1")
def test_a_long_winter_is_marked_on_the_map():
    for weather, shown in (("snow", False), ("long-winter", True)):
        s = situation(turn=5, phase=None, weather=weather)
        assert ("long-winter" in {effect.id for effect in reminders(s)}) is shown


@rule("14.14", "14.14.1")
def test_at_the_start_of_the_campaign_the_weather_markers_lie_on_turns_3_4_and_6():
    s = TITLE.new("campaign")
    assert weather_markers(s) == [(3, MUD), (4, SNOW), (6, MUD)]  # type: ignore[arg-type]
    assert all(s.card[c] != 4 for c in range(31, 35)), "the weather cards are in the deck"  # type: ignore[attr-defined]


@rule("14.14", "15.4")
@pytest.mark.parametrize(("edition", "options"), [("board", {"variable_weather": False}), ("digital-1.1", {})])
def test_without_variable_weather_there_are_no_markers(edition: str, options: dict[str, bool]):
    assert weather_markers(situation(turn=2, phase=None, edition=edition, **options)) == []
