"""[10.2, 13.0] Supply, rail and sea over random positions, held against the plain rules."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import strategic, supply
from rasputitsa.titles.stalins_war.actions.movement import Entrain, Sail
from rasputitsa.titles.stalins_war.mapboard import PLAYABLE
from rasputitsa.titles.stalins_war.roster import NATIONS, N
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET

from . import book_of_supply as book
from .by_the_book import points_for
from .scattered import scattered

SEEDS = range(8)


@rule("13.1.2", "13.1.2.1", "13.1.3", "13.2.1", "13.2.2", "13.2.3", "13.2.4", "16.3.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_supply_reaches_where_the_book_says(seed: int) -> None:
    s = scattered(seed)
    for number, nation in enumerate(NATIONS):
        assert set(bits(supply.full_supply(s, number) & PLAYABLE)) == book.full(s, nation), nation
        assert set(bits(supply.attrition_supply(s, number) & PLAYABLE)) == book.lasting(s, nation), nation


@rule("13.1.1", "16.1.6.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_finds_the_supply_of_every_unit(seed: int) -> None:
    s = scattered(seed)
    for side in (AXIS, SOVIET):
        wanted = book.statuses(s, side)
        supply.check(s, side)
        assert {unit: s.supply[unit] for unit in wanted} == wanted


@rule("10.2.1", "10.2.2", "10.2.3", "10.2.4", "10.2.5", "10.2.6", "13.3.2", "16.4.5", "16.4.6")
@pytest.mark.parametrize("seed", range(12))
def test_units_travel_where_the_book_says(seed: int) -> None:
    s = scattered(seed)
    s.sea_moves = [seed & 1, seed >> 1 & 1, seed >> 2 & 1]
    s.stalin_moves = seed % 3
    for unit in range(N):
        kept, frm = book.why_no_journey(s, unit), s.place[unit]
        if not kept and not points_for(s, frm):
            kept = "7.3.1"
        refusal = strategic.may_travel(s, unit)
        assert (refusal.rule if refusal else "") == kept, s.name(unit)
        rail = set() if kept else book.by_rail(s, unit)
        sea = set() if kept else book.by_sea(s, unit)
        assert set(bits(strategic.journeys(s, unit)[0])) == rail, s.name(unit)
        assert set(bits(strategic.journeys(s, unit)[1])) == sea, s.name(unit)
        assert {a.to for a in strategic.ByRail().of(s, ("piece", unit))} == rail
        assert {a.to for a in strategic.BySea().of(s, ("piece", unit))} == sea
        if frm >= 0:
            for to in bits(PLAYABLE):
                assert (strategic.ByRail().why_not(s, Entrain(unit, frm, to)) is None) == (to in rail)
                assert (strategic.BySea().why_not(s, Sail(unit, frm, to)) is None) == (to in sea)
