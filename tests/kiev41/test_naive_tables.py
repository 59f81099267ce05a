"""Tables, dice and turning points for every block, area and scenario there is, against the slow reader (naive.py)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from rasputitsa.kernel.step import ChanceStep
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import control, firepower, mapboard, sequence
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_HQ,
    COMBAT,
    COMMANDS,
    FIRE,
    FLEETS,
    GUDERIAN,
    INFANTRY,
    PIECES,
    SIDE,
    SOVIET,
    piece_name,
)
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.mapboard import AREA, AREAS, POOL, TERRAIN
from rasputitsa.titles.kiev41.reinforcements import DrawBlock, pool_is_empty
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.setup import SettingUp
from rasputitsa.titles.kiev41.state import PASS, STRATEGIC_MOVE, TACTICAL, Kiev
from rasputitsa.titles.kiev41.supply import SevastopolDie
from rasputitsa.titles.kiev41.weather import WeatherDie
from tests.kiev41 import naive
from tests.kiev41.naive import KIND, mask, positions
from tests.kiev41.situation import empty, new

EVERY = range(len(BLOCKS))
SCENARIOS = ("campaign", "preludes", "river", "pocket", "snow")


# -- 4.0 the blocks -----------------------------------------------------------------------------------------------


@rule("4.2.6", "10.2", "10.6.1", "10.7.1")
def test_whom_every_block_commands_at_a_distance() -> None:
    for hq in EVERY:
        assert COMMANDS[hq] == mask(b for b in EVERY if naive.obeys(b, hq))


@rule("4.2", "4.2.2", "4.2.5")
def test_which_blocks_fight_which_go_on_foot_and_how_they_fire() -> None:
    assert mask(b for b in EVERY if KIND[b] not in ("leader", "hq", "lw_hq")) == COMBAT
    assert mask(b for b in EVERY if BLOCKS[b].speed == "slow" and KIND[b] not in ("hq", "lw_hq")) == INFANTRY
    assert [naive.CLASS[block.fire] for block in BLOCKS] == list(FIRE)


@rule("4.0")
def test_what_every_piece_is_called() -> None:
    names = [block.name for block in BLOCKS] + [fleet.name for fleet in FLEETS]
    names += [BLOCKS[hq].name for hq in BOMBER_HQ]
    assert [piece_name(piece) for piece in range(len(PIECES))] == names


# -- 4.2.2 the dice -----------------------------------------------------------------------------------------------


def thrown(dice: tuple[int, int, int]) -> Counter[int]:
    """How many of all possible throws have each number of hits."""
    kinds = [fire for fire, number in enumerate(dice, 1) for _ in range(number)]
    throws = product(range(1, 7), repeat=len(kinds))
    return Counter(sum(die > 6 - fire for die, fire in zip(throw, kinds, strict=True)) for throw in throws)


@rule("4.2.2")
def test_the_chances_of_every_handful_of_up_to_four_dice() -> None:
    for dice in product(range(4), repeat=3):
        if sum(dice) > 4:
            continue
        counted = thrown(dice)
        total = counted.total()
        assert {hits.number: weight for hits, weight in firepower.hit_table(dice)} == counted
        assert firepower.hit_chances(dice) == {hits: pytest.approx(n / total) for hits, n in counted.items()}
        mean = Fraction(sum(hits * n for hits, n in counted.items()), total)
        assert firepower.expected_hits(dice) == pytest.approx(float(mean))
        for limit in range(6):
            past = sum(max(0, hits - limit) * n for hits, n in counted.items())
            assert firepower.hits_past(dice, limit) == pytest.approx(past / total)
            enough = sum(n for hits, n in counted.items() if hits >= limit)
            assert firepower.chance_of(dice, limit) == pytest.approx(enough / total)


@rule("4.2.2")
def test_handfuls_are_put_together_by_their_firepower() -> None:
    assert firepower.together([(1, 2, 3), (10, 20, 30), (0, 0, 100)]) == (11, 22, 133)
    assert firepower.together([]) == (0, 0, 0)


@rule("5.0", "8.1", "14.4", "S.5")
@pytest.mark.parametrize("step", [DrawBlock, WeatherDie, SevastopolDie, SettingUp])
def test_every_face_and_every_block_has_one_chance(step: type[ChanceStep[Kiev]]) -> None:
    s = positions()[0].copy()
    s.stack[:] = [(ChooseImpulse.id,), (step.id, SOVIET)]
    if step is SettingUp:
        s.stack[-1] = (step.id, 0)
        s.place[:] = bytes([mapboard.LATER] * len(BLOCKS))
    found = s.step.outcomes(s)
    assert len(found) > 1
    assert {weight for _, weight in found} == {1}
    assert len({action for action, _ in found}) == len(found)


# -- 2.0 the map --------------------------------------------------------------------------------------------------


@rule("10.11")
def test_the_air_distance_between_areas_counts_areas() -> None:
    for start in range(0, AREAS, 7):
        rings = [{start}]
        while rings[-1]:
            near = {n for area in rings[-1] for n in naive.NEIGHBOURS[area]}
            rings.append(near - rings[-1] - (rings[-2] if len(rings) > 1 else set()))
        for steps, ring in enumerate(rings):
            assert {mapboard.distance(start, area) for area in ring} <= {steps}
        assert sum(map(len, rings)) == AREAS


@rule("2.2", "10.10")
def test_the_boxes_of_the_road_to_tula_stand_in_their_order() -> None:
    order = {box.name: box.order for box in mapboard.MAP.boxes}
    numbers = [order[name] or 0 for name in mapboard.ROAD_NAMES]
    assert all(a < b for a, b in pairwise(numbers))
    assert (AREAS, AREAS + len(numbers) - 1) == (mapboard.ROAD, mapboard.ROAD_END)


# -- 2.4.4 victory ------------------------------------------------------------------------------------------------


@rule("2.4.4.2", "2.4.4.2.1", "2.4.4.2.3", "S.1.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_which_areas_end_a_game_when_they_fall(scenario: str) -> None:
    rng = random.Random(scenario)
    base = new(scenario)
    towns = {area for area in range(AREAS) if TERRAIN[area] == "victory"}
    munich = {AREA[name] for name in ("4", "108", "55")} if scenario == "preludes" else set()
    for side, area, number in product((AXIS, SOVIET), sorted(towns | {AREA["108"], AREA["14"]}), range(1, 7)):
        s = base.copy()
        others = set(rng.sample(sorted(towns), number)) - {area}
        s.control = mask(others | ({area} if side == SOVIET else set()))
        control.take(s, area, side)
        held = others | ({area} if side == AXIS else set())
        checked = area in towns or area == AREA["108"]
        ends = checked and (len(held & towns) in (0, 7) or bool(held & munich))
        assert s.decided == ends, (side, area, held)
        if ends:
            outcome = s.outcome()
            assert outcome is not None
            assert outcome.winner == ("axis" if held & towns == towns or held & munich else "soviet")


# -- 5.0 reinforcements -------------------------------------------------------------------------------------------


@rule("5.0", "11.0")
def test_a_pool_with_one_block_is_not_empty() -> None:
    s = empty()
    assert pool_is_empty(s, AXIS)
    assert pool_is_empty(s, SOVIET)
    for b in (b for b in EVERY if KIND[b] != "leader"):
        was, s.place[b] = s.place[b], POOL
        assert [pool_is_empty(s, side) for side in (AXIS, SOVIET)] == [SIDE[b] != AXIS, SIDE[b] != SOVIET]
        s.place[b] = was


# -- 10.17 the Blitz Segment --------------------------------------------------------------------------------------


@rule("6.0", "10.17", "10.17.1", "10.17.5")
def test_what_the_blitz_segment_begins_with() -> None:
    for before, impulse in product(positions()[::2], (TACTICAL, STRATEGIC_MOVE, PASS)):
        s = before.copy()
        s.impulse = impulse
        s.stack[:] = [(Turn.id, 4), (Impulse.id, 9)]
        sequence.blitz_segment(s)
        if impulse != TACTICAL:
            assert s.stack == [(Turn.id, 4), (Impulse.id, sequence.DEACTIVATION)]
            assert s.fought == before.fought
            continue
        assert s.step.name == "BlitzMoves"
        assert s.contested_before == mask(naive.read(s).contested)
        assert (s.crossed, s.fought, s.guns) == (0, 0, [])


@rule("10.10", "10.10.1")
def test_only_an_activated_guderian_rolls_for_the_road() -> None:
    for before in positions():
        s = before.copy()
        s.hits = 7
        s.stack[:] = [(Turn.id, 4), (Impulse.id, 6)]
        sequence.road_to_tula(s)
        rolls = before.activated >> GUDERIAN & 1
        assert s.hits == 0
        assert (s.step.name == "HitRoll") == bool(rolls)
        assert not rolls or sum(s.frame[1:]) == naive.command_strength(s, GUDERIAN)
