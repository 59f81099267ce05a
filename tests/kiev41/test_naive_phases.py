"""Calls for reinforcements and logistics phases from beginning to end, against the slow reader (naive.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41.actions import Call, Choose, Deploy, Done, Drawn, Lead, Pause
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, BOMBER_HQ, NUMBER, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.logistics import Logistics, logistics_value
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, ASIDE, KIEV, POOL, TERRAIN
from rasputitsa.titles.kiev41.reinforcements import Reinforcements, deploy
from rasputitsa.titles.kiev41.state import ABSENT, READY, SHOT_DOWN, Kiev
from tests.kiev41 import naive
from tests.kiev41.naive import members, offers, positions

EVERY = range(len(BLOCKS))
TOWNS = {a for a in naive.AREAS_OF["ussr"] if a in naive.AREAS_OF["cities"] or TERRAIN[a] == "victory"}
LEADERS = (NUMBER["Hitler"], NUMBER["Stalin"])


# -- 5.0 reinforcements -------------------------------------------------------------------------------------------


def pool_of(s: Kiev, side: int) -> list[int]:
    return [b for b in EVERY if SIDE[b] == side and s.place[b] == POOL]


def arrivals(s: Kiev, b: int, used: set[int]) -> set[int]:
    """5.0 Where a drawn block may enter: the staging areas, and towns that took in nobody of this call."""
    side = SIDE[b]
    if side == AXIS:
        return naive.ends_of(s, b, naive.CLOSED[SOVIET])
    lines = naive.communications_of(s, SOVIET)
    towns = {a for a in TOWNS - used if naive.is_full(s, a, SOVIET) and naive.in_supply(s, SOVIET, a, lines)}
    return naive.ends_of(s, b, naive.CLOSED[AXIS] | towns)


def call(s: Kiev, side: int, number: int, rng: random.Random) -> Iterator[str]:
    """A call for so many blocks, followed block by block in a second position."""
    model = s.copy()
    s.apply(Call(number))
    used: set[int] = set()
    for left in range(number, 0, -1):
        pool = pool_of(model, side)
        b = rng.choice(pool)
        if left == 1 and naive.holds(model, KIEV, side) and len(pool) > 1:
            offers(s, {Choose(b) for b in pool})
            assert s.side == SIDES[side]
            assert all((s.why_not(Choose(b)) is None) == (b in pool) for b in EVERY)
            s.apply(Choose(b))
            yield "chosen"
        elif len(pool) > 1:
            assert (s.side, {action for action, _ in s.step.outcomes(s)}) == (CHANCE, {Drawn(b) for b in pool})
            s.apply(Drawn(b))
        else:
            yield "the last one"
        areas = arrivals(model, b, used)
        if len(areas) > 1:
            offers(s, {Deploy(b, area) for area in areas})
            assert s.side == SIDES[side]
            assert all((s.why_not(Deploy(b, area)) is None) == (area in areas) for area in range(AREAS))
            assert s.why_not(Deploy((b + 1) % len(BLOCKS), min(areas))) is not None
        place = rng.choice(sorted(areas)) if areas else ASIDE
        if areas:
            model.put(b, place)
            used |= {place} & TOWNS
        if len(areas) > 1:
            s.apply(Deploy(b, place))
        elif not areas:
            model.place[b] = ASIDE
            yield "aside"
    assert s.step.name == "ChooseImpulse"
    assert list(s.place) == [POOL if place == ASIDE else place for place in model.place]


def before_a_call(position: Kiev, side: int, number: int) -> Kiev:
    """A few blocks in the pool, Rumanians among them, and sometimes a Hungarian where they would arrive."""
    s = position.copy()
    pool = sorted(pool_of(s, side), key=lambda b: (BLOCKS[b].nation != "rumanian", b))
    for b in pool[number % 5 + 1 :]:
        s.place[b] = naive.LATER
    s.control |= (number % 2) << KIEV
    hungarians = [b for b in EVERY if BLOCKS[b].nation == "hungarian" and s.place[b] >= AREAS]
    if number % 3 == 0 and hungarians and naive.free(s, hungarians[0], AREA["Axis"]):
        s.put(hungarians[0], AREA["Axis"])
    return s


@rule("5.0", "5.0.1", "5.0.2", "5.0.3", "5.0.6", "2.6", "2.6.1", "2.6.2")
def test_calls_for_reinforcements_from_the_first_block_to_the_last() -> None:
    rng = random.Random("calls")
    seen: set[str] = set()
    for number, (position, side) in enumerate(product(positions()[::2], (AXIS, SOVIET))):
        s = before_a_call(position, side, number)
        s.stack[:] = [(ChooseImpulse.id,), (Reinforcements.id, side, number % 4 + 1)]
        s.memo.clear()
        s.settle()
        most = min(number % 4 + 1, len(pool_of(s, side)))
        if not most:
            assert s.step.name == "ChooseImpulse"
            continue
        offers(s, {Call(n) for n in range(most + 1)})
        assert all((s.why_not(Call(n)) is None) == (0 <= n <= most) for n in range(-1, 8))
        seen |= set(call(s, side, most, rng))
    assert seen == {"chosen", "the last one", "aside"}


@rule("5.0", "5.0.4", "5.0.5")
def test_what_the_arrival_of_every_block_does() -> None:
    for number, before in enumerate(positions()[::2]):
        for b in (b for b in EVERY if before.place[b] == POOL):
            s = before.copy()
            s.used_cities = 0
            for i in range(len(BOMBER_HQ)):
                s.bombers[i] = ABSENT if (i + number) % 3 else SHOT_DOWN
            area = AREA["Axis"] if SIDE[b] == AXIS else AREA[("S1", "4", "96")[number % 3]]
            came = [READY if hq == b and s.bombers[i] == ABSENT else s.bombers[i] for i, hq in enumerate(BOMBER_HQ)]
            deploy(s, b, area)
            steps = BLOCKS[b].steps
            assert (s.place[b], s.strength[b]) == (area, steps[-1] if BLOCKS[b].remnant else steps[0])
            assert list(s.bombers) == came
            assert members(s.used_cities) - naive.STAGING == {area} - naive.STAGING


# -- 7.0 logistics ------------------------------------------------------------------------------------------------


@rule("7.0", "7.1", "7.2", "7.2.3", "7.2.4", "7.2.5", "4.2.4")
def test_the_logistics_phase_of_either_side_from_beginning_to_end() -> None:
    for position, side in product(positions(), (AXIS, SOVIET)):
        leader = LEADERS[side]
        s = position.copy()
        s.stack[:] = [(ChooseImpulse.id,), (Logistics.id, side, 0)]
        s.memo.clear()
        s.settle()
        offers(s, {Pause(), Lead()})
        assert s.side == SIDES[side]
        rested = s.copy()
        rested.apply(Pause())
        assert rested.step.name == "ChooseImpulse"
        assert rested.strength == bytes(BLOCKS[b].steps[0] if b == leader else s.strength[b] for b in EVERY)
        worth = logistics_value(s, side)
        s.apply(Lead())
        while s.step.name != "ChooseImpulse":
            assert s.revealed >> leader & 1
            assert s.frame[1:] == (side, worth), "each kind of points is as many"
            s.apply(Call(0) if s.step.name == "Reinforcements" else Done())
        steps = BLOCKS[leader].steps
        lower = [step for step in steps if step < position.strength[leader]]
        assert s.strength[leader] == (lower[0] if lower else 0)
        assert s.revealed == position.revealed & ~(1 << leader)
        assert s.strength[:leader] + s.strength[leader + 1 :] == (
            position.strength[:leader] + position.strength[leader + 1 :]
        )
