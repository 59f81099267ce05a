"""What moves, losses and the end of a battle do to a position, against the slow reader (naive.py)."""

from __future__ import annotations

import random
from itertools import pairwise

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import battle, control, movement
from rasputitsa.titles.kiev41.actions import Move
from rasputitsa.titles.kiev41.command import range_of
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, BUDYONNY, SIDE, SOVIET
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.mapboard import AREAS, ELIMINATED, KIEV, POOL, STACKING, TERRAIN, TOPOLOGY
from rasputitsa.titles.kiev41.state import BASE, BATUMI, NOBODY, SPENT, SUNK, Kiev
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, mask, members, positions


def on_map(s: Kiev, side: int | None = None) -> list[int]:
    return [b for b in range(len(BLOCKS)) if s.place[b] < AREAS and side in (None, SIDE[b])]


def agrees_with_itself(s: Kiev) -> None:
    """What is kept for speed says the same as where the blocks are."""
    for area in range(AREAS):
        assert s.here[area] == mask(b for b in range(len(BLOCKS)) if s.place[b] == area)
    for side in (AXIS, SOVIET):
        crowds = {a: len(naive.standing(s, a, side)) for a in range(AREAS)}
        assert s.at[side] == mask(a for a, number in crowds.items() if number)
        assert s.packed[side] == mask(a for a, number in crowds.items() if number >= STACKING[a])
    assert s.on_map == mask(on_map(s))


@rule("2.5", "2.9")
def test_what_is_kept_for_speed_follows_the_blocks() -> None:
    rng = random.Random("moving about")
    for position in positions()[::4]:
        s = position.copy()
        agrees_with_itself(s)
        for b in rng.sample(on_map(s), 12):
            s.lift(b)
            s.place[b] = POOL
            if rng.random() < 0.5:
                s.put(b, rng.randrange(AREAS))
        agrees_with_itself(s)


# -- 10.9 moves ---------------------------------------------------------------------------------------------------


def is_wet(s: Kiev, frm: int, to: int) -> bool:
    kind = TOPOLOGY.kind(frm, to)
    return kind == "strait" or (kind == "river" and s.weather in (naive.SUNNY, naive.RAIN))


def checked_path(s: Kiev, b: int, points: int, to: int) -> tuple[tuple[int, ...], int]:
    """The path a block takes: possible step by step, cheapest, and dry into an engagement where it can be."""
    path, cost = movement.route(s, b, range_of(s, b), to)
    enemy, start = 1 - SIDE[b], s.place[b]
    assert (path[0], path[-1]) == (start, to)
    assert all(naive.may_step(s, b, frm, area) for frm, area in pairwise(path))
    assert all(area in naive.NEIGHBOURS[frm] for frm, area in pairwise(path))
    assert not any(naive.has_units(s, area, enemy) for area in path[1:-1])
    engaged = naive.has_units(s, start, enemy)
    assert not engaged or naive.is_full(s, path[1], SIDE[b])
    assert cost == sum(naive.price(s, b, area) for area in path[1:]) + engaged <= points
    ways = naive.reachable(s, b, points, engage=True)
    if not naive.has_units(s, to, enemy):
        assert cost == ways[to]
        return path, cost
    before = {a: spent for a, spent in ways.items() if not naive.has_units(s, a, enemy)}
    if not engaged:
        before[start] = 0
    price = naive.price(s, b, to)
    costs = sorted(
        (is_wet(s, a, to), before[a] + price)
        for a in naive.NEIGHBOURS[to]
        if a in before and before[a] + price <= points and naive.may_step(s, b, a, to)
    )
    assert (is_wet(s, path[-2], to), cost) == costs[0]
    return path, cost


def left_behind(s: Kiev, area: int, side: int) -> tuple[int, bool]:
    """2.5 Who controls an area that a side's last block has left, and whether those who stay are concealed."""
    holder = AXIS if naive.holds(s, area, AXIS) else SOVIET
    enemy_stays = bool(naive.standing(s, area, 1 - side))
    if holder == side and (naive.has_line(s, area, side) or not enemy_stays):
        return holder, False
    return 1 - side, True


@rule("10.9", "2.5", "2.5.2", "2.5.3", "2.5.4", "10.13.6.1.1", "2.4.7")
def test_what_a_move_does() -> None:
    rng = random.Random("a move")
    for position in positions():
        position.memo.clear()
        moves = [a for a in position.legal() if isinstance(a, Move)]
        chosen: list[Move] = []
        fights = [m for m in moves if naive.has_units(position, m.to, 1 - position.active)]
        leavers = [m for m in moves if naive.is_contested(position, m.frm)]
        for kind in (moves, fights, leavers):
            chosen += rng.sample(kind, min(4, len(kind)))
        for move in chosen:
            one_move(position, move)


def one_move(before: Kiev, move: Move) -> None:
    s = before.copy()
    b, side, to = move.block, SIDE[move.block], move.to
    points = s.mp if b == s.moving else naive.points_of(s, b)
    path, cost = checked_path(s, b, points, to)
    s.step.apply(s, move)
    assert s.commanded == before.commanded | (0 if b == before.moving else 1 << b)
    assert s.commands == max(0, before.commands - (b != before.moving))
    if naive.holds(before, KIEV, SOVIET) and naive.holds(s, KIEV, AXIS):
        assert s.place[BUDYONNY] == ELIMINATED
        return
    agrees_with_itself(s)
    assert s.place[b] == to
    engages = naive.has_units(before, to, 1 - side)
    assert (s.moving, s.mp) == ((b, points - cost) if cost < points and not engages else (NOBODY, 0))
    wet = engages and not before.contested_before >> to & 1 and is_wet(before, path[-2], to)
    assert s.crossed == before.crossed | wet << b
    holder = {a: AXIS if naive.holds(before, a, AXIS) else SOVIET for a in range(AREAS)}
    hidden = {b}
    if naive.standing(before, path[0], side) == {b}:
        holder[path[0]], concealed = left_behind(before, path[0], side)
        if concealed:
            hidden |= naive.standing(before, path[0], 1 - side) - members(before.activated | before.blitzers)
    for area in path[1:]:
        if not naive.has_units(before, area, 1 - side):
            holder[area] = side
    assert s.control == mask(a for a in range(AREAS) if holder[a] == AXIS)
    assert s.revealed == before.revealed & ~mask(hidden)
    fort = naive.SEVASTOPOL
    if naive.holds(before, fort, SOVIET) != naive.holds(s, fort, SOVIET):
        home = BASE if naive.holds(s, fort, SOVIET) else BATUMI
        assert list(s.fleets) == [SUNK if place == SUNK else home for place in before.fleets]
    else:
        assert s.fleets == before.fleets


# -- 10.15.3 destroyed blocks -------------------------------------------------------------------------------------


@rule("10.15.3", "9.4", "2.5.4", "10.15.3.1")
def test_what_is_left_when_a_block_is_gone() -> None:
    rng = random.Random("gone")
    for before in positions():
        for b in rng.sample(on_map(before), 5):
            side, area = SIDE[b], before.place[b]
            for how in (control.destroy, control.surrender):
                s = before.copy()
                how(s, b)
                if b == BUDYONNY or s.place[BUDYONNY] != before.place[BUDYONNY]:
                    continue
                agrees_with_itself(s)
                assert s.place[b] == (POOL if side == SOVIET and how is control.destroy else ELIMINATED)
                hidden = {b}
                holder = {area: AXIS if naive.holds(before, area, AXIS) else SOVIET}
                if naive.standing(before, area, side) == {b}:
                    holder[area], concealed = left_behind(before, area, side)
                    if concealed:
                        hidden |= naive.standing(before, area, 1 - side) - members(before.activated | before.blitzers)
                assert naive.holds(s, area, holder[area])
                assert (s.control ^ before.control) & ~(1 << area) == 0
                assert s.revealed == before.revealed & ~mask(hidden)
                for marks in ("isolated", "activated", "blitzers", "crossed"):
                    assert getattr(s, marks) == getattr(before, marks) & ~(1 << b)


@rule("4.1", "10.15.3", "2.5.6")
def test_what_is_left_when_a_line_is_gone() -> None:
    for before in positions():
        for area in members(before.lines):
            s = before.copy()
            control.remove_line(s, area)
            assert s.lines == before.lines & ~(1 << area)
            assert s.cut_lines == before.cut_lines & ~(1 << area)
            owner = AXIS if naive.holds(before, area, AXIS) else SOVIET
            alone = not naive.standing(before, area, owner)
            taken = alone and bool(naive.standing(before, area, 1 - owner))
            assert naive.holds(s, area, 1 - owner if taken else owner)
            assert (s.control ^ before.control) & ~(1 << area) == 0
            if s.place[BUDYONNY] == before.place[BUDYONNY]:
                gone = naive.standing(before, area) - members(before.activated | before.blitzers) if taken else set()
                assert s.revealed == before.revealed & ~mask(gone)


# -- 10.16 the end of a battle ------------------------------------------------------------------------------------


@rule("10.16", "10.16.1", "10.16.2", "10.2.1.5", "10.17")
def test_what_the_end_of_a_battle_does() -> None:
    for before in positions():
        for area in range(AREAS):
            s = before.copy()
            s.stack[:] = [(ChooseImpulse.id,), (battle.Battle.id, area, battle.END, 0)]
            battle.end_battle(s, area)
            assert s.stack == [(ChooseImpulse.id,)]
            home = BASE if naive.holds(s, naive.SEVASTOPOL, SOVIET) else BATUMI
            assert list(s.fleets) == [home if place == area else place for place in before.fleets]
            assert list(s.bombers) == [SPENT if place == area else place for place in before.bombers]
            pairs = list(zip(before.guns[::2], before.guns[1::2], strict=True))
            assert s.guns == [x for pair in pairs if pair[1] != area for x in pair]
            here, mine = naive.standing(before, area), naive.standing(before, area, s.active)
            fit = s.weather == naive.SUNNY and TERRAIN[area] == "green"
            fast = {b for b in mine if BLOCKS[b].speed == "fast" and "hq" not in KIND[b]} - members(s.isolated)
            cleared = fast if fit and not naive.has_units(before, area, 1 - s.active) else set()
            assert s.blitzers == before.blitzers | mask(cleared)
            hidden = here - cleared
            if naive.has_units(before, area, 1 - s.active):
                hidden = {b for b in here if naive.holds(before, area, SIDE[b])}
            assert s.revealed == before.revealed & ~mask(hidden) | mask(cleared)
