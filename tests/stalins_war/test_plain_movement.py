"""[8.0, 9.0, 10.1] Zones, stacking and movement over random positions, held against the plain rules."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import movement, stacking, zones
from rasputitsa.titles.stalins_war.actions.movement import Move, MoveStack
from rasputitsa.titles.stalins_war.mapboard import PLAYABLE
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, UNLIMITED

from . import by_the_book as book
from .scattered import scattered

SEEDS = range(8)


@rule("8.1", "8.2", "8.2.1", "8.2.2", "8.3.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_zones_reach_where_the_book_says(seed: int) -> None:
    s = scattered(seed)
    for side in (AXIS, SOVIET):
        zone = book.zoc(s, side)
        assert set(bits(zones.zoc(s, side))) == zone
        assert set(bits(zones.enemy_zoc(s, 1 - side))) == zone
        free = {at for at in zone if not book.at_hex(s, at, 1 - side)}
        assert set(bits(zones.unnegated(s, 1 - side))) == free


@rule("9.1.1", "9.1.2", "9.1.3", "9.2.1", "9.2.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_end_only_where_they_may_stack(seed: int) -> None:
    s = scattered(seed)
    held = bits(s.occupied[AXIS] | s.occupied[SOVIET] | s.lurking)
    for unit in range(N):
        room = stacking.room(s, unit)
        for at in held:
            if s.place[unit] != at:
                assert bool(room >> at & 1) == book.may_end(s, unit, at), (s.name(unit), at)


@rule("10.1.3", "10.1.4", "10.1.4.1", "10.1.5", "10.1.6", "8.3", "13.3.1", "16.3.4", "19.1.1", "4.4.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_move_as_far_as_the_book_says(seed: int) -> None:
    s = scattered(seed)
    for unit in (*s.on_map(AXIS), *s.on_map(SOVIET)):
        found = movement.reach_of(s, unit)
        assert found.costs() == book.reach(s, unit), s.name(unit)
        ends = mask_of(to for to in found.costs() if book.may_end(s, unit, to))
        assert movement.destinations(s, unit) & PLAYABLE == ends


@rule("10.1", "10.1.4", "10.1.6", "10.3.1", "4.4.2", "7.3.3", "8.3", "9.1.1", "16.3.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_move_is_refused_by_the_rule_that_forbids_it(seed: int) -> None:
    s = scattered(seed)
    s.ops_zone = PLAYABLE & ~s.occupied[s.active] if seed % 2 else UNLIMITED
    choice, near = movement.MoveUnit(), bits(s.occupied[AXIS] | s.occupied[SOVIET])
    for unit in range(N):
        kept, frm = book.why_no_move(s, unit), s.place[unit]
        known = book.reach(s, unit) if not kept else {}
        price = book.leaving_price(s, [unit], frm) if not kept else 0
        if price:
            s.ops, s.banked = unit % 2, [0, 0]
        allowed = []
        if not kept and price > book.points_for(s, frm):
            kept = "7.5.1a" if s.ops >= price else "7.3.1"
        for to in sorted({*known, *near}):
            why = kept or book.why_no_way(s, unit, to, known)
            refusal = choice.why_not(s, Move(unit, frm, to))
            assert (refusal.rule if refusal else "") == why, (s.name(unit), to)
            allowed += [] if why else [Move(unit, frm, to)]
        assert list(choice.of(s, ("piece", unit))) == allowed
        assert bool(movement.movable(s) >> unit & 1) == (not book.why_no_move(s, unit))


@rule("7.3.3", "7.3.3.1", "7.3.4", "10.1.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_that_moves_is_there_and_has_paid_and_moved(seed: int) -> None:
    before = scattered(seed, turn=7)
    before.ops = 2
    for unit in bits(movement.movable(before)):
        s, frm = before.copy(), before.place[unit]
        ends = bits(movement.destinations(s, unit))
        if not ends:
            continue
        price = book.leaving_price(s, [unit], frm)
        movement.MoveUnit().do(s, Move(unit, frm, ends[-1]))
        assert s.place[unit] == ends[-1] and s.moved == before.moved | 1 << unit
        assert s.ops + sum(s.banked) == 2 + sum(before.banked) - price
        assert s.vacated == before.vacated | price << frm
        assert not s.check() or before.check()


@rule("10.1", "7.3.3", "9.1.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_stack_goes_where_each_of_it_may_and_all_fit(seed: int) -> None:
    s = scattered(seed)
    choice = movement.MoveTogether()
    for at in bits(PLAYABLE):
        units = [u for u in book.at_hex(s, at, s.active) if not book.why_no_move(s, u)]
        ends = set()
        if len(units) > 1 and book.leaving_price(s, units, at) <= book.points_for(s, at):
            ends = set.intersection(*({*book.reach(s, unit)} for unit in units))
            ends = {to for to in ends if all(book.may_end(s, unit, to) for unit in units)}
            ends = {to for to in ends if book.may_stack([*book.at_hex(s, to, s.active), *units])}
        assert set(bits(choice.ends(s, at))) == ends
        if len(units) < 2:
            refusal = choice.why_not(s, MoveStack(at, bits(PLAYABLE)[0]))
            assert refusal is not None and refusal.rule == "10.1"
        for to in book.neighbours(at) if len(units) > 1 else ():
            assert (choice.why_not(s, MoveStack(at, to)) is None) == (to in ends)
