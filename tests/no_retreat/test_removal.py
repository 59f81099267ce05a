"""Chapter 11: who is still unsupplied surrenders, and the markers of the turn come off."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, UNSUPPLIED

from .situation import begin, marked, situation, unit, where


@rule("11.1.2")
@rule("11.1", "6.5.6", "12.7")
def test_a_marked_unit_that_still_cannot_trace_supply_surrenders_and_the_enemy_scores():
    s = situation(
        turn=3,
        phase="removal",
        soviet={"West Front": "1409", "South Front": "1718"},
        axis={"1st Panzer": "1410", "6th Army": "1309", "17th Army": "1508"},
        unsupplied=["West Front"],
    )
    assert where(s, "West Front") == "surrendered"
    assert s.event_vp == 1


@rule("11.1")
def test_a_marked_unit_that_can_trace_supply_again_stays():
    s = situation(turn=3, phase="removal", soviet={"West Front": "1718"}, unsupplied=["West Front"])
    assert where(s, "West Front") == "1718"
    assert not marked(s, "West Front", UNSUPPLIED)


@rule("11.1.4")
@rule("11.1")
def test_units_without_a_marker_are_not_looked_at():
    s = situation(
        turn=3,
        phase="removal",
        soviet={"West Front": "1409"},
        axis={"1st Panzer": "1410", "6th Army": "1309", "17th Army": "1508"},
    )
    assert where(s, "West Front") == "1409"


@rule("10.7.1.2")
@rule("11.1", "14.2", "14.9.3", "14.10")
def test_one_sided_counters_follow_their_own_instructions_and_score_nothing():
    lost = {"8th Italian": "1519", "1st Kampfgruppe": "1520", "Luftwaffe": "1619"}
    s = situation(turn=9, phase="removal", axis=lost, unsupplied=[*lost])
    assert {where(s, name) for name in lost} == {"track"}
    assert [s.arrives[unit(s, name)] for name in lost] == [12, 12, 12]
    assert s.event_vp == 0


@rule("11.1.3", "11.1.1")
@rule("11.1")
@pytest.mark.parametrize(("side", "front"), [("axis", "2314"), ("soviet", "surrendered")])
def test_the_phasing_side_loses_its_units_first_and_that_saves_the_other(side: str, front: str):
    """1st Panzer and West Front bar each other's way out: whoever is looked at first is lost, and the other lives."""
    s = situation(
        turn=3,
        side=side,
        phase="removal",
        soviet={"West Front": "2314", "South Front": "2114", "Reserve Front": "2113"},
        axis={"1st Panzer": "2215", "6th Army": "2415", "9th Army": "2212"},
        axis_holds=["Minsk", "Smolensk", "Riga"],
        unsupplied=["West Front", "1st Panzer"],
    )
    assert where(s, "West Front") == front
    assert where(s, "1st Panzer") == ("surrendered" if side == "axis" else "2215")


@rule("11.2")
def test_disorganized_and_unsupplied_markers_come_off_at_the_end_of_the_turn():
    s = situation(turn=3, phase=None, axis={"6th Army": "1608", "9th Army": "1808"}, unsupplied=["9th Army"])
    s.mark(unit(s, "6th Army"), DISORGANIZED)
    begin(s, "axis", "removal")
    assert not marked(s, "6th Army", DISORGANIZED)
    assert not marked(s, "9th Army", UNSUPPLIED)
    assert s.zoc[0], "and zones of control are back"


@rule("11.2")
def test_markers_put_on_the_other_side_stay_for_its_own_turn():
    s = situation(turn=3, phase=None, axis={"6th Army": "1608"}, soviet={"West Front": "1718"})
    s.mark(unit(s, "6th Army"), DISORGANIZED)
    begin(s, "soviet", "removal")
    assert marked(s, "6th Army", DISORGANIZED)
    begin(s, "axis", "removal")
    assert not marked(s, "6th Army", DISORGANIZED)


@rule("S.4.1", book="no-retreat-digital")
@rule("S.4", book="no-retreat-digital")
def test_in_the_digital_editions_the_warning_stays_until_the_next_check():
    units = {"West Front": "1718"}
    s = situation(turn=3, phase="removal", soviet=units, unsupplied=["West Front"], edition="digital-1.1")
    assert marked(s, "West Front", UNSUPPLIED)
    begin(s, "soviet", "supply")
    assert not marked(s, "West Front", UNSUPPLIED)


@rule("P.1.2", book="no-retreat-digital")
@rule("P.1", book="no-retreat-digital")
def test_the_digital_clean_up_detrains_before_it_removes():
    for edition, order in (("board", ["removal", "detraining"]), ("digital-1.1", ["detraining", "removal"])):
        s = situation(edition=edition, phase=None)
        assert [p.id for p in s.game.phases if p.side == 0][-2:] == order


@rule("11.3", "14.2", "13.5")
def test_rumania_leaves_the_war_when_a_red_unit_holds_its_oil():
    axis = {"3rd Rumanian": "1009", "4th Rumanian": "track", "6th Army": "1608"}
    for face, gone in (("reduced", False), ("full", True)):
        s = situation(turn=19, phase="events", axis=axis, soviet={"West Front": f"807 {face}"}, soviet_holds=["807"])
        assert (where(s, "3rd Rumanian") == "removed") is gone
        assert (where(s, "4th Rumanian") == "removed") is gone
        assert where(s, "6th Army") == "1608"
