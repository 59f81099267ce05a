"""[10.2, 13.0] Supply, rail and sea over random positions, held against the plain rules."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import attrition, hand, strategic, supply
from rasputitsa.titles.stalins_war.actions.movement import Entrain, Sail
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COUNTRY,
    FORTRESSES,
    KEPT,
    OIL,
    PLAYABLE,
    PORTS,
    RAIL,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.roster import NATIONS, N
from rasputitsa.titles.stalins_war.state import AXIS, ELIMINATED, OUT, REMOVED, SOVIET, TRACK, Position

from . import book_of_supply as book
from .by_the_book import at_hex, has, large, points_for
from .scattered import fresh, scattered

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


@rule("10.2.3", "10.2.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rails_of_each_nation_lead_to_its_sources(seed: int) -> None:
    """Cities held at random cut many lines."""
    s, rng = scattered(seed), random.Random(seed)
    s.axis_held = mask_of(at for at in bits(KEPT & ~s.occupied[SOVIET]) if rng.random() < 0.5)
    fresh(s)
    assert any(book.cut_off(s, nation) for nation in NATIONS)
    for number, nation in enumerate(NATIONS):
        assert set(bits(strategic.rail_net(s, number))) == book.rail_net(s, nation), nation


@rule("10.2.2", "10.2.2.2", "16.1.4")
@pytest.mark.parametrize("seed", range(5))
def test_partisans_along_the_lines_stop_axis_trains_and_no_soviet_ones(seed: int) -> None:
    s, rng = scattered(seed, turn=7), random.Random(seed)
    s.lurking = mask_of(at for at in bits(RAIL.places & ~s.occupied[SOVIET]) if rng.random() < 0.4)
    fresh(s)
    for side in (AXIS, SOVIET):
        for unit in [u for u in s.on_map(side) if has(RAIL.places, s.place[u])][:3]:
            assert set(bits(strategic.by_rail(s, unit))) == book.by_rail(s, unit), s.name(unit)


def as_units(s: Position, side: int, found: dict[str, set[int]]) -> set[int]:
    """SW-72 The hexes that are supplied as if they were units: Axis hexes as a German unit or one of their country."""
    if side == SOVIET:
        return found["soviet"]
    minors = {at for n, c in MINORS.items() for at in found[n] if has(COUNTRY[c], at)}
    return found["german"] | minors


MINORS = {"hungarian": "hungary", "romanian": "romania"}


@rule("17.1.3", "17.1.4", "17.1.5", "17.1.6", "17.1.7", "7.6.1", "7.6.1.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_follow_the_oil_in_supply(seed: int) -> None:
    s = scattered(seed)
    for at in bits(OIL):
        rich = (seed + at) % 3 == 0
        s.axis_held = s.axis_held | 1 << at if rich and not at_hex(s, at, SOVIET) else s.axis_held
    s.memo.clear()
    fed = {nation: book.full(s, nation) for nation in NATIONS}
    for side in (AXIS, SOVIET):
        assert set(bits(supply.full_hexes(s, side) & PLAYABLE)) == as_units(s, side, fed)
        oil = sum(book.friendly(s, side, at) and at in as_units(s, side, fed) for at in bits(OIL))
        change = {0: -1, 1: 0, 2: 0}.get(oil, 1) if side == AXIS else {0: -2, 1: -1}.get(oil, 0)
        assert hand.oil_hexes(s, side) == oil and hand.by_oil(s, side) == change
        assert hand.size(s, side) == max(6 + change, 0 if side == AXIS and s.turn >= 16 else 4)


@rule("13.3.8", "13.3.8.1", "13.3.9", "6.0.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_attrition_takes_units_and_hexes_that_nothing_feeds(seed: int) -> None:
    s = scattered(seed, turn=7)
    for side in (AXIS, SOVIET):
        t, status = s.copy(), book.statuses(s, side)
        kept = as_units(s, side, {nation: book.lasting(s, nation) for nation in NATIONS})
        assert set(bits(supply.lasting_hexes(s, side) & PLAYABLE)) == kept
        attrition.attrition(t, side)
        for unit, found in status.items():
            gone = found == OUT
            assert (t.place[unit] < 0) == gone
            if gone and large(unit) and side == AXIS and any(step.rebuild for step in UNITS[unit].steps):
                assert t.place[unit] == TRACK and t.due[unit] == 10
            elif gone:
                assert t.place[unit] in (ELIMINATED, REMOVED)
        for at in bits(CITIES | PORTS | OIL | VP_HEXES):
            held = book.friendly(s, side, at)
            stays = at in kept or stands_for(s, side, at)
            assert book.friendly(t, side, at) == (held and stays), at


def stands_for(s: Position, side: int, at: int) -> bool:
    """13.3.9 Is there an undestroyed fortress or Festung of the side?"""
    own = FORTRESSES[side] | (s.built if side == SOVIET else s.festungs)
    return has(own, at) and (not has(s.razed, at) or (has(s.festungs, at) and side == AXIS))
