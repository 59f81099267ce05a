"""Conditions that could be dropped without a test failing: one situation for each."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.combat import new_battles, old_battles
from rasputitsa.titles.kiev41.command import candidates
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, GUDERIAN, NUMBER, SIDE, SOVIET
from rasputitsa.titles.kiev41.control import enemies
from rasputitsa.titles.kiev41.mapboard import AREA, NIZHYN, POOL
from rasputitsa.titles.kiev41.sequence import guderian_advances
from rasputitsa.titles.kiev41.supply import open_ports, sevastopol_garrison, supplied
from rasputitsa.titles.kiev41.support import sails
from rasputitsa.titles.kiev41.victory import areas_to_win
from tests.kiev41.situation import control, empty, fleet, line, new, options_to, put, tactical


@rule("10.12", "10.12.1")
def test_an_area_contested_in_this_impulse_is_no_old_battle() -> None:
    s = empty(front="river")
    s.active = AXIS
    put(s, "51", "3Pz")
    s.contested_before = 0
    put(s, "51", "2Cav")
    assert new_battles(s) >> AREA["51"] & 1 and not old_battles(s) >> AREA["51"] & 1
    s.contested_before = 1 << AREA["51"]
    assert old_battles(s) >> AREA["51"] & 1 and not new_battles(s) >> AREA["51"] & 1


@rule("S.3.5")
def test_in_the_pocket_the_axis_needs_six_areas_and_the_soviets_four() -> None:
    s = empty("pocket")
    assert (areas_to_win(s, AXIS), areas_to_win(s, SOVIET)) == (6, 4)
    assert (areas_to_win(empty("snow"), AXIS), areas_to_win(empty("snow"), SOVIET)) == (4, 4)


@rule("14.4", "14.4.5")
def test_only_isolated_steps_count_for_the_garrison_of_sevastopol() -> None:
    s = empty(front="river", **options_to("sea_supply"))
    put(s, "FS", "2Cav", "5Cav")
    s.isolated = 1 << NUMBER["2Cav"]
    assert sevastopol_garrison(s) == s.strength[NUMBER["2Cav"]]


@rule("14.4.2", "14.4.3")
def test_without_novorossysk_no_port_is_open() -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "108 FS")
    put(s, "108", "2Cav")
    put(s, "108", "Rum1")
    assert supplied(s, SOVIET) >> AREA["108"] & 1
    control(s, "axis", "145")
    assert not open_ports(s) and not supplied(s, SOVIET) >> AREA["108"] & 1


@rule("10.10", "2.2")
def test_a_disc_is_flipped_when_guderian_enters_its_box_and_not_when_he_leaves_it() -> None:
    s = empty(front="river")
    s.place[GUDERIAN], s.hits, s.ear = NIZHYN, 1, []
    guderian_advances(s)
    assert not any("disc" in line.text for line in s.ear)
    s.place[GUDERIAN], s.hits, s.ear = NIZHYN - 1, 1, []
    guderian_advances(s)
    assert any("yellow" in line.text for line in s.ear)


@rule("2.5.6")
def test_a_line_is_an_enemy_to_the_other_side_only() -> None:
    s = empty(front="river")
    line(s, "36", "94")
    assert enemies(s, SOVIET) == 1 << AREA["36"] and enemies(s, AXIS) == 1 << AREA["94"]


@rule("10.2.1", "10.2.1.1")
def test_one_hq_commits_one_fleet_though_both_are_at_sea() -> None:
    s = empty(front="river")
    put(s, "108", "SFront")
    fleet(s, "BB", "108")
    fleet(s, "CA", "121")
    s.active, s.activated = SOVIET, 1 << NUMBER["SFront"]
    assert sails(s, 1)
    s.sailed = 1
    assert not sails(s, 1)


@rule("14.4", "14.4.5")
def test_the_besiegers_do_not_count_for_the_garrison() -> None:
    s = empty(front="snow", **options_to("sea_supply"))
    control(s, "soviet", "FS")
    put(s, "FS", "2Cav")
    put(s, "FS", "54Inf")
    s.isolated = 1 << NUMBER["2Cav"] | 1 << NUMBER["54Inf"]
    assert sevastopol_garrison(s) == s.strength[NUMBER["2Cav"]]


@rule("10.9", "9.1.3")
def test_an_activated_hq_is_not_commanded_itself() -> None:
    s = empty(front="river")
    put(s, "36", "Kleist", "3Pz", "29Inf")
    tactical(s, "axis", "Kleist in 36")
    assert candidates(s) & 1 << NUMBER["3Pz"] and not candidates(s) & 1 << NUMBER["Kleist"]


@rule("S.5.3")
def test_the_axis_pool_of_the_campaign_holds_what_the_book_lists() -> None:
    s = new("campaign")
    pool = {BLOCKS[b].id for b in range(len(BLOCKS)) if s.place[b] == POOL and SIDE[b] == AXIS}
    listed = "5FK 17AOK 4Inf 52Inf 49Mtn CSIR SLK LAHSS 29Inf Fast 60Mot 1SS 2SS 34Inf 42Inf 51Inf"
    assert pool >= set(listed.split())
