"""Zones, supply, movement, stacking, trains and placement, each held against a plain reading of the book on random
positions."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import movement, rail, stacking, supply, zones
from rasputitsa.titles.no_retreat.codes import GHOST, HASTE, MOVED, OUT, RAIL, SCORCHED, SHATTERED, UNSUPPLIED
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.organization import places as placing
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import EDGES, GERMANY, USSR, digital, enterable, plain_cities, plain_supply, roads, traced, wet
from .positions import (
    AREAS,
    CITIES,
    FINLAND,
    HEXES,
    LAKES,
    LAND,
    OIL,
    army,
    at,
    face,
    hexside,
    holds,
    open_to,
    places,
    positions,
    side_of,
    spots,
    zone,
)

# -- [8.5] zones --------------------------------------------------------------------------------------------------


@rule("8.5", "6.5.3")
def test_zones_follow_every_unit_that_comes_goes_or_is_turned_over():
    rng = random.Random(3)
    for s in positions(12, seed=3):
        for _ in range(25):
            u = rng.choice(army(s, 0) + army(s, 1))
            foe = places(s, 1 - side_of(s, u))
            if rng.random() < 0.3:
                s.turn_over(u, not s.full[u])
            else:
                s.put(u, rng.choice([OUT, *(p for p in LAND if p not in foe)]))
            for side in (0, 1):
                assert spots(s.zoc[side]) == zone(s, side)
                assert spots(s.occupied[side]) == places(s, side)


@rule("8.5.2", "8.5.3")
def test_a_unit_leaves_a_zone_for_a_point_and_enters_the_next_only_beside_a_friend():
    for s in positions(12, seed=5):
        for u in army(s, 0) + army(s, 1):
            foe, mine = zone(s, 1 - side_of(s, u)), places(s, side_of(s, u))
            price, first = zones.exit_zone(s, u)
            bound = s.place[u] in foe
            assert price == bound
            assert {p for p in LAND if first >> p & 1} == {p for p in LAND if not bound or p not in foe or p in mine}


# -- [6.0] supply -------------------------------------------------------------------------------------------------


@rule("6.1", "6.2", "6.3", "8.5.4")
def test_supply_is_what_a_plain_search_for_a_path_finds():
    rng = random.Random(8)
    for s in positions(15, seed=8):
        if rng.random() < 0.4:
            s.works = [(SCORCHED, rng.choice(CITIES), rng.randint(0, 1))]
        for side in (0, 1):
            assert spots(supply.supplied_cities(s, side)) == plain_cities(s, side)
            fed = plain_supply(s, side)
            assert {u: supply.in_supply(s, u) for u in fed} == fed
            assert supply.units_in_supply(s, side) == [u for u in fed if fed[u]]
            assert supply.unsupplied_units(s, side) == [u for u in fed if not fed[u]]
            near, cities = traced(s, side, 4), plain_cities(s, side)
            assert {u for u in fed if supply.has_overland(s, u)} == {u for u in fed if s.place[u] in near | cities}
            assert spots(supply.traceable(s, side)) & set(HEXES) == (near | cities) & set(HEXES)


@rule("6.4", "6.0.1", "6.5.3")
def test_a_supply_check_marks_who_cannot_trace_and_takes_its_zone():
    for s in positions(9, seed=9):
        for side in (s.phasing, 1 - s.phasing):
            fed = plain_supply(s, side)
            supply.check_side(s, side)
            assert {u: not s.marks[u] & UNSUPPLIED for u in fed} == fed
            assert spots(s.zoc[side]) == zone(s, side)


# -- [8.0] movement -----------------------------------------------------------------------------------------------

CHART = {"clear": (1, 1), "oil": (1, 1), "city": (1, 1), "forest": (1, 2), "swamp": (2, 4), "mountain": (2, 3)}
"""8.3 What others and armor pay, as on the terrain chart."""
CAPS = {"clear": 99, "mud": 3, "snow": 4, "long-winter": 4}


def step_cost(s: NoRetreatState, armor: bool, a: int, b: int) -> int:
    if hexside(a, b) == "crossing":
        return 3 if armor else 2
    if b in AREAS and (b == FINLAND or digital(s)):
        return 3 if armor else 2
    kind = "city" if b in CITIES else "oil" if b in OIL else "clear" if b in AREAS else MAP.terrain[b]
    return CHART[kind][armor]


def plain_range(s: NoRetreatState, unit: int, points: int, going_on: bool) -> dict[int, int]:
    """8.1 to 8.5 The places in range and what each costs, by a search that goes hex by hex."""
    start, armor = s.place[unit], face(s, unit).type == "armor"
    foe, mine, may = zone(s, 1 - side_of(s, unit)), places(s, side_of(s, unit)), enterable(s, unit)
    if any(e[0] == GHOST and e[3] == unit for e in s.effects):
        foe = set()
    best = {start: 0}
    todo = [(0, start)]
    one_step = set()
    while todo:
        spent, p = heapq.heappop(todo)
        if spent > best[p] or (p in foe and p != start):
            continue
        for q in open_to(p):
            bound = p == start and p in foe
            if q not in may or (bound and q in foe and q not in mine):
                continue
            cost = spent + step_cost(s, armor, p, q) + bound
            if p == start:
                one_step.add(q)
            if cost <= points and cost < best.get(q, 99):
                best[q] = cost
                heapq.heappush(todo, (cost, q))
    if points and not going_on:
        best |= {q: points for q in one_step if q not in best}
    return {q: cost for q, cost in best.items() if q != start}


@rule("8.1", "8.2", "8.3", "8.4", "8.5.1", "8.5.2", "8.5.3", "8.6", "8.7")
def test_every_range_is_what_a_search_hex_by_hex_finds():
    rng = random.Random(11)
    for s in positions(30, seed=11):
        s.phasing = rng.randint(0, 1)
        for u in army(s, s.phasing):
            points = min(face(s, u).move, CAPS[("clear", "mud", "snow", "long-winter")[s.weather]])
            points = min(points, 3) if s.marks[u] & UNSUPPLIED else points
            more = rng.choice((0, 0, 2, -1, -9))
            s.effects = [(HASTE, s.phasing, s.turn, more, u)] if more else []
            s.effects += [(GHOST, s.phasing, s.turn, u)] if rng.random() < 0.1 else []
            points = max(1, points + more) if points and more else points
            s.mover, s.mover_left = (u, rng.randint(1, 3)) if rng.random() < 0.2 else (-1, 0)
            going_on = s.mover == u
            s.memo.clear()
            assert movement.range_of(s, u).costs() == plain_range(s, u, s.mover_left if going_on else points, going_on)


@rule("8.0")
def test_mobile_units_of_the_phasing_side_that_have_not_moved_may_move():
    rng = random.Random(12)
    for s in positions(12, seed=12, turn=5):
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= MOVED * (rng.random() < 0.3)
        moved = [u for u in army(s, s.phasing) if s.marks[u] & MOVED]
        if moved and rng.random() < 0.6:
            s.mover, s.mover_left = moved[0], rng.randint(0, 1)
        wanted = {u for u in army(s, s.phasing) if face(s, u).move and not s.marks[u] & MOVED}
        wanted |= {s.mover} if s.mover_left else set()
        assert set(movement.movable(s)) == wanted
        assert {u for u in army(s, s.phasing) if movement.may_move(s, u)} == wanted


# -- [8.4] stacking -----------------------------------------------------------------------------------------------


def plain_limit(s: NoRetreatState, side: int, units: list[int]) -> int:
    """8.4.1 The Axis two; the Soviets one, with a tank and without a fort two from turn 11 on, in 1945 any two."""
    if side == 0 or s.turn >= 23:
        return 2
    tank = any(face(s, u).type == "armor" for u in units)
    fort = any(face(s, u).paren for u in units)
    started = s.turn > 11 or (s.turn == 11 and s.phasing == 1)
    return 2 if tank and not fort and started else 1


def counted(s: NoRetreatState, units: Iterable[int]) -> list[int]:
    return [u for u in units if s.game.data[u].id != "rezervy"]


@rule("8.4.1", "8.4.2")
def test_a_hex_has_room_as_long_as_its_units_keep_within_the_limit():
    rng = random.Random(13)
    for number, s in enumerate(positions(20, seed=13, dense=0.9)):
        if number % 4 == 0:
            s.turn = 11
        for u in rng.sample(range(len(s.place)), 12):
            side, full = side_of(s, u), set()
            for p in places(s, side):
                here = counted(s, {u, *at(s, p)})
                if counted(s, [u]) and len(here) > plain_limit(s, side, here):
                    full.add(p)
            foe = places(s, 1 - side)
            free = {p for p in LAND if p not in foe}
            asked = sum(1 << p for p in free)
            others = {p for p in free if s.place[u] != p}
            assert spots(stacking.with_room(s, u, asked)) & others == others - full
            assert {p for p in others if stacking.fits(s, u, p)} == others - full


@rule("8.4.3", "8.4.4")
def test_too_many_units_are_found_with_the_phasing_side_first():
    for number, s in enumerate(positions(36, seed=14, dense=0.5)):
        if number % 3 == 0:
            s.turn = 11
        crowded = {}
        for side in (0, 1):
            for p in places(s, side):
                here = counted(s, at(s, p))
                excess = max(0, len(here) - plain_limit(s, side, here))
                assert stacking.overstacked(s, p, side) == excess
                if excess:
                    crowded.setdefault(side, set()).add(p)
        found = stacking.excess(s)
        if found is None:
            assert not crowded
        else:
            assert found[0] == (s.phasing if s.phasing in crowded else 1 - s.phasing)
            assert found[1] in crowded[found[0]]


# -- [9.0] trains, [7.6] placement ----------------------------------------------------------------------------------


def enemy_cities(s: NoRetreatState, side: int) -> set[int]:
    return {p for p in CITIES if not holds(s, side, p)}


@rule("9.2")
def test_units_detrain_near_a_source_or_in_a_city_that_was_not_just_taken():
    rng = random.Random(15)
    for s in positions(15, seed=15):
        for side in (0, 1):
            own = [p for p in CITIES if holds(s, side, p)]
            s.captured = sum(1 << p for p in rng.sample(own, min(3, len(own))))
            s.works = [(SCORCHED, rng.choice(CITIES), side)] if rng.random() < 0.3 else []
            s.memo.clear()
            taken, foe, theirs = spots(s.captured), zone(s, 1 - side), enemy_cities(s, side)
            burnt = {spot for _, spot, _ in s.works}
            beside = {q for p in theirs for q in wet(p)}
            near = {p for p in _overland_places(s, side, 3) if p not in foe}
            if s.game.edition != "digital-0.2":
                near -= theirs | beside | taken
            if s.game.edition == "board":
                cities = plain_cities(s, side)
                near |= {p for p in own if p not in taken and (p in cities or p in traced(s, side, 4))}
            near -= set(AREAS) | places(s, 1 - side) | burnt | set(LAKES)
            assert spots(rail.detrain_places(s, side)) == near


def _overland_places(s: NoRetreatState, side: int, steps: int) -> set[int]:
    """Places with a path of so many hexes, which must not begin in an EZOC or enemy city either."""
    return traced(s, side, steps) & roads(s, side) | plain_cities(s, side) & places(s, side)


@rule("7.6")
def test_units_are_placed_where_the_list_of_places_says():
    for s in positions(12, seed=16):
        for side in (0, 1):
            for recovering in (False, True):
                assert spots(placing.usual_places(s, side, recovering)) == plain_placement(s, side, recovering)


def plain_placement(s: NoRetreatState, side: int, recovering: bool) -> set[int]:
    """7.6, digital O.3 The list of places, side by side."""
    home, abroad = (GERMANY, USSR) if side == 0 else (USSR, GERMANY)
    foe, reach = zone(s, 1 - side), plain_cities(s, side) | traced(s, side, 4)
    own = {p for p in CITIES if holds(s, side, p) and p in reach}
    lost = {p for p in (*CITIES, *OIL) if not holds(s, side, p)}

    path = _overland_places(s, side, 4) if digital(s) else set()

    def region(land: set[int]) -> set[int]:
        cities = own & land
        if not digital(s):
            return cities
        return cities | {q for p in cities for q in open_to(p) if q in land and q in path and q not in lost}

    found = region(home) if side and not digital(s) else region(home) - foe
    if recovering:
        found |= region(abroad) - foe
    if side or recovering:
        found |= (EDGES[side] & home) - foe - lost
    return found - set(AREAS) - places(s, 1 - side)


@rule("9.1", "9.1.2", "9.1.3")
def test_a_unit_entrains_if_it_is_mobile_supplied_and_the_box_has_room():
    rng = random.Random(17)
    for number, s in enumerate(positions(36, seed=17, editions=("board",), axis_hand=("*",), soviet_hand=("*",))):
        s.turn = (1, 2, 3, 9)[number % 4]
        s.free_entrains = rng.randint(0, 1)
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= MOVED * (rng.random() < 0.2)
        for side in (0, 1):
            for u in rng.sample(army(s, side), 3)[: rng.randint(0, 3)]:
                s.put(u, RAIL)
        poor = rng.random() < 0.3
        if poor:
            s.card = bytearray(len(s.card))
        boxed = [sum(s.place[u] == RAIL and side_of(s, u) == side for u in range(len(s.place))) for side in (0, 1)]
        for u in army(s, 0) + army(s, 1):
            side = side_of(s, u)
            fine = face(s, u).move and not s.marks[u] & (MOVED | UNSUPPLIED) and boxed[side] < 3
            fine = fine and (s.free_entrains or not poor)
            if s.turn < 3:
                fine = fine and side == 1 and s.free_entrains
            assert (rail.why_not_entrain(s, u) is None) == bool(fine)


@rule("7.7")
def test_a_shattered_unit_finds_the_places_of_recovering_units():
    for s in positions(3, seed=18):
        for u in army(s, 0)[:3] + army(s, 1)[:3]:
            side = side_of(s, u)
            s.put(u, SHATTERED)
            s.memo.clear()
            wanted = plain_placement(s, side, True)
            here = {p: counted(s, {u, *at(s, p)}) for p in wanted}
            room = {p for p in wanted if len(here[p]) <= plain_limit(s, side, here[p]) or not counted(s, at(s, p))}
            assert spots(placing.places_for(s, u)) == room
