"""Conditions that could be dropped without a test failing: one situation for each."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.combat import new_battles, old_battles
from rasputitsa.titles.kiev41.components import AXIS, GUDERIAN, NUMBER, SOVIET
from rasputitsa.titles.kiev41.mapboard import AREA, NIZHYN
from rasputitsa.titles.kiev41.sequence import guderian_advances
from rasputitsa.titles.kiev41.supply import open_ports, sevastopol_garrison, supplied
from rasputitsa.titles.kiev41.victory import areas_to_win
from tests.kiev41.situation import control, empty, options_to, put


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
