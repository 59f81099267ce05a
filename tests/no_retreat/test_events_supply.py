"""[6.0] The events of supply, one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import rail, supply
from rasputitsa.titles.no_retreat.codes import SCORCHED, UNSUPPLIED
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.organization import places
from rasputitsa.titles.no_retreat.supply import scorched

from .combat import asked
from .events import event, play
from .situation import begin, do, marked, place, situation, unit, where

POCKET = {"West Front": "1619", "Central Front": "1521", "Kalinin Front": "1721"}


def pocket(**how):
    """9th Army and 6th Army cut off at 1620, far behind the Soviet front; Supply Check Phase."""
    armies = {"9th Army": "1620", "6th Army": "1620"}
    return situation(**{"phase": "supply", "axis": armies, "soviet": POCKET, **how})


@event("air-bridge")
@rule("5.3.1", "6.4", "6.5.3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_an_air_bridge_takes_the_markers_off_a_hex_in_either_players_turn(side):
    s = pocket(side=side, axis_hand=["air-bridge"])
    assert s.side == "axis" and marked(s, "9th Army", UNSUPPLIED)
    before = s.zoc[0]
    play(s, "air-bridge")
    assert not marked(s, "9th Army", UNSUPPLIED) and not marked(s, "6th Army", UNSUPPLIED)
    assert s.zoc[0] != before, "their zones of control are back"
    assert supply.in_supply(s, unit(s, "9th Army")), "they count as supplied for this player turn"


@event("air-bridge")
@rule("5.3.1", "11.1")
def test_who_was_relieved_does_not_surrender_in_this_turns_removal_phase():
    s = pocket(axis_hand=["air-bridge"])
    play(s, "air-bridge")
    relief = s.effects[:]
    begin(s, "axis", "removal")
    assert where(s, "9th Army") == "1620" and relief
    s = pocket()
    begin(s, "axis", "removal")
    assert where(s, "9th Army") == "surrendered"


@event("air-bridge")
def test_an_air_bridge_is_not_asked_for_when_nobody_is_cut_off():
    s = situation(phase="supply", axis={"9th Army": "1609"}, axis_hand=["air-bridge"])
    assert asked(s) != "EventWindow"


@event("road-of-life")
@rule("5.3.1")
def test_the_road_of_life_feeds_a_city():
    """Leningrad behind German lines is helped; a Front in the open is not."""
    s = situation(
        turn=4,
        phase=None,
        soviet={"Leningrad Front": "Leningrad", "West Front": "1110"},
        unsupplied=["Leningrad Front", "West Front"],
        soviet_hand=["road-of-life"],
    )
    open_window(s, "enemy-supply", 1)
    s.settle()
    assert s.side == "soviet"
    play(s, "road-of-life")
    assert not marked(s, "Leningrad Front", UNSUPPLIED) and marked(s, "West Front", UNSUPPLIED)


@event("kesselschlacht", "surrender-leaflets")
@rule("5.3.1", "11.1")
@pytest.mark.parametrize(("id_", "side", "turn"), [("kesselschlacht", "soviet", 2), ("surrender-leaflets", "axis", 24)])
def test_an_unsupplied_unit_in_an_enemy_zone_surrenders_at_once(id_, side, turn):
    """One lies in the zone of control, one does not; VPs are scored as in the Removal Phase."""
    armies = {"9th Army": "Warsaw"}
    fronts = {"West Front": "1707", "Central Front": "1405"}
    if side == "axis":
        armies, fronts = {"9th Army": "1620", "6th Army": "1818"}, {"West Front": "1619"}
    other = "axis" if side == "soviet" else "soviet"
    s = situation(turn=turn, side=side, phase="supply", axis=armies, soviet=fronts, **{f"{other}_hand": [id_]})
    lost, far = ("West Front", "Central Front") if side == "soviet" else ("9th Army", "6th Army")
    assert marked(s, lost, UNSUPPLIED) and marked(s, far, UNSUPPLIED) and s.side == other
    before = s.event_vp
    play(s, id_)
    assert (where(s, lost), where(s, far)[:1].isdigit()) == ("surrendered", True)
    assert s.event_vp - before == (1 if side == "soviet" else -1)


@event("scorched-earth", "lost-bridges")
@rule("5.3.1", "6.1", "14.13")
@pytest.mark.parametrize(
    ("id_", "side", "turn", "city"), [("scorched-earth", "soviet", 4, "Kiev"), ("lost-bridges", "axis", 14, "Kiev")]
)
def test_a_scorched_city_supplies_nobody_through_the_next_enemy_turn(id_, side, turn, city):
    other = 0 if side == "soviet" else 1
    held = {"axis_holds": ["Kiev"]} if side == "soviet" else {}
    s = situation(
        turn=turn,
        side=side,
        phase="detraining",
        axis={"9th Army": "1212"},
        soviet={"West Front": "1314"},
        **held,
        **{f"{side}_hand": [id_]},
    )
    at = 1 << place(city)
    s.memo.clear()
    assert supply.supplied_cities(s, other) & at
    play(s, id_)
    s.memo.clear()
    assert not supply.supplied_cities(s, other) & at and scorched(s, other) == at
    assert not rail.detrain_places(s, other) & at and not places.usual_places(s, other, True) & at
    begin(s, ("axis", "soviet")[other], "card")
    assert scorched(s, other) == at, "through the enemy's player turn"
    begin(s, side, "card")
    assert not scorched(s, other), "and no longer"


@rule("5.3.1", "14.13")
def test_scorched_earth_reaches_two_hexes_and_not_beyond_the_border():
    """Minsk is three hexes away; Warsaw lies in Greater Germany."""
    s = situation(
        turn=4,
        side="soviet",
        phase="detraining",
        axis={"9th Army": "1110"},
        axis_holds=["Kiev", "Minsk"],
        soviet={"West Front": "1314", "South Front": "1708"},
        soviet_hand=["scorched-earth"],
    )
    play(s, "scorched-earth")
    assert asked(s) != "Choosing" and scorched(s, 0) == 1 << place("Kiev"), "Kiev alone: no question is asked"


@rule("14.13")
def test_there_is_one_scorched_earth_marker():
    hand = {"axis_holds": ["Kiev", "Riga"], "soviet_hand": ["scorched-earth"]}
    s = situation(turn=4, side="soviet", phase=None, soviet={"West Front": "1314"}, **hand)
    s.works, s.phasing = [(SCORCHED, place("Riga"), 0)], 1
    open_window(s, "detraining", 1)
    s.settle()
    play(s, "scorched-earth")
    assert s.works == [(SCORCHED, place("Kiev"), 0)]


@rule("5.3.1")
def test_no_event_is_asked_for_twice_when_declined():
    s = pocket(axis_hand=["air-bridge"])
    do(s, "no event")
    assert asked(s) != "EventWindow" and marked(s, "9th Army", UNSUPPLIED)
