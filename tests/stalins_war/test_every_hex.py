"""What the sheet of hexes does not say of the map: straits, capitals, the Volga that may not be attacked over."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import surrender
from rasputitsa.titles.stalins_war.combat import blitz, eligibility, exploitation
from rasputitsa.titles.stalins_war.mapboard import NEXT, PLACE_IDS, PLAYABLE, TERRAIN_AT
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, ROMANIAN
from rasputitsa.titles.stalins_war.state import Position

from .combat import event
from .situation import hexes, place, situation, unit

STRAIT = {("2231", "2232"), ("2231", "2331")}
"""Kerch to the Taman peninsula."""


def ways() -> list[tuple[int, int]]:
    """Every hexside that may be crossed, both ways."""
    return [(frm, to) for frm in bits(PLAYABLE) for to in bits(NEXT[frm])]


def named(frm: int, to: int) -> tuple[str, str]:
    one, other = sorted((PLACE_IDS[frm], PLACE_IDS[to]))
    return one, other


@rule("12.2.5")
def test_the_strait_halts_who_exploits_and_no_river_does() -> None:
    s = situation(turn=6, soviet={"1T Army": "2722"}, moment="nothing")
    number = unit("1T Army")
    found = {named(frm, to) for frm, to in ways() if not TERRAIN_AT[to].halt and exploitation.halts(s, number, frm, to)}
    halting = {pair for pair in STRAIT if not all(TERRAIN_AT[place(at)].halt for at in pair)}
    assert found == halting
    found = {named(frm, to) for frm, to in ways() if exploitation.halts(s, number, frm, to)}
    assert {pair for pair in found if not any(TERRAIN_AT[place(at)].halt for at in pair)} <= STRAIT


@rule("11.2.1.10", "7.5.5a")
def test_bridgeheads_open_every_river_but_not_the_strait() -> None:
    s = situation(turn=10, moment="nothing")
    event(s, "soviet-51")
    shut = set()
    for frm, s.target in ways():
        if not blitz.opens_the_way(s, frm):
            shut.add(named(frm, s.target))
    assert shut == STRAIT


@rule("19.3.1")
@pytest.mark.parametrize(("at", "out"), [("1123", HUNGARIAN), ("1224", None), ("1429", ROMANIAN), ("1428", None)])
def test_a_country_gives_up_when_its_capital_is_occupied(at: str, out: int | None) -> None:
    s = situation(turn=14, soviet={"1T Army": at}, moment="nothing")
    surrender.end_of_turn(s)
    found = [nation for nation in (HUNGARIAN, ROMANIAN) if surrender.has_surrendered(s, nation)]
    assert found == ([] if out is None else [out])


def over(s: Position, at: str) -> set[str]:
    """The hexes that an Axis unit may not attack from here because the Volga is between."""
    return hexes(eligibility.over_the_volga(s, place(at)))


@rule("11.1.10")
@pytest.mark.parametrize(("held", "free"), [(None, False), ("Moscow", True), ("Stalingrad", True), ("Gorki", False)])
def test_the_volga_is_open_to_the_axis_with_moscow_or_stalingrad(held: str | None, free: bool) -> None:
    s = situation(turn=6, axis_holds=[held] if held else [], moment="nothing")
    assert bool(over(s, "2929") | over(s, "2930") | over(s, "3031")) != free
