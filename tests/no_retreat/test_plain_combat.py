"""Targets, odds, retreats and advances, each held against a plain reading of the book on random positions."""

from __future__ import annotations

import random
from itertools import permutations

from rasputitsa.board.odds import BELOW
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, FOUGHT, UNSUPPLIED, WORKS
from rasputitsa.titles.no_retreat.combat import advance, declare, mods, odds, retreat
from rasputitsa.titles.no_retreat.combat.odds import Battle
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import EDGES, USSR, digital, enterable, plain_cities, plain_supply
from .positions import (
    AREAS,
    CITIES,
    FINLAND,
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

CLEAR, MUD, SNOW, LONG_WINTER = range(4)
OBJECTIVES = {p for side in ("axis", "soviet") for p in spots(MAP.objectives[side])}


def terrain(s: NoRetreatState, p: int) -> str:
    if p in AREAS:
        return "area" if p == FINLAND or digital(s) else "clear"
    return "city" if p in CITIES else "oil" if p in OIL else MAP.terrain[p]


def able(s: NoRetreatState, u: int) -> bool:
    """10.1.1 May this unit attack of its own will?"""
    return not s.marks[u] & DISORGANIZED and not face(s, u).white


def fuelled(s: NoRetreatState, u: int) -> bool:
    """13.5 German armor needs the Rumanian oil, from the turn after it was lost; the SS does not."""
    data = s.game.data[u]
    dry = 0 < s.oil_lost < s.turn and not any(kind == mods.FUEL for kind, _, _ in s.phase_mods)
    return data.side == "soviet" or "ss-panzer" in data.traits or not dry


# -- [10.1] declaring ---------------------------------------------------------------------------------------------


def plain_markers(s: NoRetreatState, side: int) -> int:
    """10.1, 13.1, 13.5 Five; of the Axis three in a Long Winter and from turn 20, one from turn 26."""
    if side:
        return 5
    if s.turn >= 26:
        return 1
    return 3 if s.weather == LONG_WINTER or s.turn >= 20 else 5


def neighbours(s: NoRetreatState, hex_: int, side: int) -> list[int]:
    return [u for u in army(s, side) if hex_ in open_to(s.place[u])]


@rule("10.1", "10.1.1", "10.1.2", "13.1", "13.5")
def test_the_hexes_that_may_be_targets_and_counterblows_are_those_of_the_book():
    rng = random.Random(21)
    for s in positions(45, seed=21, axis_hand=("*",), soviet_hand=("*",)):
        us, them = s.phasing, 1 - s.phasing
        extra, least = rng.choice((0, 0, 1, 3)), rng.choice((9, 9, 2))
        s.phase_mods = [(mods.EXTRA_TARGETS, us, extra), (mods.LIMIT_TARGETS, us, least)]
        s.phase_mods += [(mods.EXTRA_TARGETS, them, 2), (mods.LIMIT_TARGETS, them, 0)]
        limit = min(5, plain_markers(s, us) + extra, least)
        assert declare.target_limit(s) == limit
        fronts = sorted(p for p in places(s, them) if neighbours(s, p, us))
        s.blows = rng.sample(fronts, min(len(fronts), rng.choice((0, 0, 1, 2, 5))))
        free = {p for p in fronts if p not in s.blows and any(able(s, u) for u in neighbours(s, p, us))}
        if not digital(s):
            s.targets = rng.sample(sorted(free), min(len(free), rng.choice((0, 1, 2))))
        wanted = free - set(s.targets) if len(s.targets) < limit else set()
        assert spots(declare.possible_targets(s)) == wanted
        strikers = {p for p in fronts if any(able(s, u) if digital(s) else not face(s, u).white for u in at(s, p))}
        most = 5 if digital(s) else plain_markers(s, them)
        s.free_blows = rng.choice((0, 1))
        cards = sum(c == 1 + them for c in s.card)
        due = strikers - set(s.targets) - set(s.blows) if len(s.blows) < most else set()
        assert spots(declare.possible_blows(s)) == (due if cards or s.free_blows else set())
        for p in fronts:
            assert (declare.why_not_target(s, p) is None) == (p in wanted)
            assert (declare.why_not_blow(s, p) is None) == (p in spots(declare.possible_blows(s)))


@rule("B.2", book="no-retreat-digital")
@rule("B.4", book="no-retreat-digital")
def test_a_digital_target_needs_an_attacker_of_its_own():
    rng = random.Random(22)
    for s in positions(20, seed=22, editions=("digital-1.1", "digital-0.2"), dense=0.35, turn=9, weather="clear"):
        together = s.game.edition == "digital-1.1"
        for _ in range(3):
            found = sorted(spots(declare.possible_targets(s)))
            fronts = {p for p in places(s, 1 - s.phasing) if any(able(s, u) for u in neighbours(s, p, s.phasing))}
            wanted = {p for p in fronts - set(s.targets) if servable(s, [*s.targets, p], together)}
            assert set(found) == wanted
            if found:
                s.targets.append(rng.choice(found))
                s.memo.clear()


def servable(s: NoRetreatState, targets: list[int], together: bool) -> bool:
    """Can every target be given an attacker (or a stack) of its own? By trying all."""
    offers = []
    for target in targets:
        units = [u for u in neighbours(s, target, s.phasing) if able(s, u)]
        offers.append({s.place[u] for u in units} if together else set(units))
    pool = sorted(set().union(*offers))
    return any(all(who in offer for who, offer in zip(chosen, offers)) for chosen in permutations(pool, len(targets)))


# -- [10.5], [10.6] odds --------------------------------------------------------------------------------------------

DEFENCE = {"forest": 1, "swamp": 1, "mountain": 2, "city": 1}
RATIOS = ((1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))


def plain_shift(s: NoRetreatState, b: Battle) -> int:
    """10.6 The columns right, less the columns left."""
    shift = sum(a for kind, a, _ in b.mods if kind == mods.SHIFT)
    if not b.counter and b.ground not in s.blows:
        shift -= ground_shift(s, b)
    shift -= winter(s, b)
    hungry = [p for p in b.fields if any(s.marks[u] & UNSUPPLIED for u in b.defenders if s.place[u] == p)]
    shift += 2 * (len(hungry) == len({s.place[u] for u in b.defenders}))
    if b.support and not any(kind == mods.NO_SUPPORT for kind, _, _ in b.mods):
        first = {"board": s.turn == s.snowed, "digital-1.1": s.turn in (4, 5), "digital-0.2": False}[s.game.edition]
        shift += 2 if b.side == 1 and first else 1
    shift += sum(face(s, u).shock for u in b.attackers) + plain_armor(s, b)
    return shift - any("ss-panzergrenadier" in s.game.data[u].traits for u in b.defenders)


def ground_shift(s: NoRetreatState, b: Battle) -> int:
    spared = 0
    for kind, a, _ in b.mods:
        spared |= a if kind == mods.IGNORE else 0
    kind = terrain(s, b.ground)
    columns = 0 if spared & mods.HEX or (kind == "city" and spared & mods.CITY) else DEFENCE.get(kind, 0)
    columns += b.ground in OBJECTIVES and not spared & mods.OBJECTIVE
    frozen = s.weather in (SNOW, LONG_WINTER)
    river = 0 if frozen or spared & mods.RIVER else 1
    worth = {"river": river, "crossing": 0 if spared & mods.CROSSING else 2}
    columns += min(worth.get(hexside(s.place[u], b.ground), 0) for u in b.attackers)
    return columns + any(kind == WORKS and spot == b.ground for kind, spot, _ in s.works)


def winter(s: NoRetreatState, b: Battle) -> int:
    """13.1 Axis attacks in the snow: not of Finns alone, nor outside the USSR (digital: all)."""
    if b.side or s.weather not in (SNOW, LONG_WINTER) or any(m[:2] == (mods.NO_WEATHER, 0) for m in s.phase_mods):
        return 0
    finns = all(s.game.data[u].nation == "finnish" for u in b.attackers)
    if not digital(s) and (finns or not any(p in USSR for p in b.fields)):
        return 0
    return 2 if s.turn == 5 else 1


def plain_armor(s: NoRetreatState, b: Battle) -> bool:
    """10.6.3 Armor against infantry in the open, on Clear and Snow turns; SS Panzer always."""
    if any(kind == mods.NO_ARMOR for kind, _, _ in b.mods):
        return False
    if any("ss-panzer" in s.game.data[u].traits for u in b.attackers):
        return True
    if s.weather not in (CLEAR, SNOW) or terrain(s, b.ground) not in ("clear", "oil"):
        return False
    if any(face(s, u).type in ("armor", "mechanized") for u in b.defenders):
        return False
    tanks = [u for u in b.attackers if face(s, u).type == "armor" and not s.marks[u] & UNSUPPLIED]
    return any(fuelled(s, u) for u in tanks)


def plain_strength(s: NoRetreatState, units: list[int], side: int, notes: list[mods.Mod]) -> int:
    points = sum(b for kind, a, b in notes if kind == mods.POINTS and a == side)
    for u in units:
        own = face(s, u).strength
        if s.local_support[side] == u:
            leads = (side == 0) == (s.turn < 11) if not digital(s) else side == s.initiative
            own += 2 if leads else 1
        for kind, a, factor in notes:
            own *= factor if kind == mods.TIMES and a == u else 1
        points += own
    return points


def random_battle(s: NoRetreatState, rng: random.Random) -> Battle | None:
    side = rng.randint(0, 1)
    fronts = sorted(p for p in places(s, 1 - side) if neighbours(s, p, side))
    if not fronts:
        return None
    first = rng.choice(fronts)
    near = neighbours(s, first, side)
    attackers = rng.sample(near, rng.randint(1, len(near)))
    common = [p for p in fronts if p != first and all(p in open_to(s.place[u]) for u in attackers)]
    fields = [first, *rng.sample(common, min(len(common), rng.choice((0, 0, 1))))]
    defenders = [u for p in fields for u in at(s, p)]
    notes = [note for note in random_notes(rng, attackers, defenders) if rng.random() < 0.12]
    b = Battle(side, attackers, defenders, fields, rng.random() < 0.2, rng.random() < 0.4, first, notes)
    return b if defenders else None


def random_notes(rng: random.Random, attackers: list[int], defenders: list[int]) -> list[mods.Mod]:
    return [
        (mods.SHIFT, rng.choice((-2, -1, 1, 2)), 0),
        (mods.TIMES, rng.choice(attackers), 2),
        (mods.TIMES, rng.choice(defenders), 3),
        (mods.POINTS, 0, 3),
        (mods.POINTS, 1, 2),
        (mods.NO_ARMOR, 0, 0),
        (mods.NO_SUPPORT, 0, 0),
        (mods.IGNORE, rng.randint(0, 31), 0),
        (mods.IGNORE, rng.choice((mods.CITY, mods.RIVER, mods.HEX, mods.OBJECTIVE, mods.CROSSING)), 0),
    ]


def plain_column(attack: int, defend: int) -> int:
    """10.5 The best column that the ratio reaches, rounded down; BELOW the first there is none."""
    return max((n for n, (a, d) in enumerate(RATIOS) if attack * d >= a * defend), default=BELOW)


@rule("10.5", "10.6", "10.6.1", "10.6.2", "10.6.3", "10.6.4", "13.1", "6.5.4", "14.6", "14.7", "15.3.3")
def test_the_odds_are_what_adding_up_the_book_gives():
    rng = random.Random(31)
    for s in positions(60, seed=31):
        s.snowed = rng.choice((0, s.turn, s.turn - 1))
        s.phase_mods = [
            m for m in ((mods.NO_WEATHER, 0, 0), (mods.NO_WEATHER, 1, 0), (mods.FUEL, 0, 0)) if rng.random() < 0.1
        ]
        for _ in range(10):
            b = random_battle(s, rng)
            if b is None:
                continue
            s.works = [(WORKS, rng.choice(b.fields), 0)] if rng.random() < 0.1 else []
            s.blows = [b.ground] if rng.random() < 0.1 else []
            for side, units in ((b.side, b.attackers), (1 - b.side, b.defenders)):
                s.local_support[side] = rng.choice(units) if rng.random() < 0.15 else -1
            found = odds.reckon(s, b)
            attack = plain_strength(s, b.attackers, b.side, b.mods)
            defend = plain_strength(s, b.defenders, 1 - b.side, b.mods)
            assert (found.attack, found.defend) == (attack, defend)
            initial, shift = plain_column(attack, defend), plain_shift(s, b)
            assert found.initial == initial
            assert sum(columns for columns, _, _ in found.shifts) == shift
            final = BELOW if initial == BELOW or initial + shift < 0 else min(8, initial + shift)
            assert found.final == final
            snow = s.weather in (SNOW, LONG_WINTER)
            assert found.table == (1 if snow else b.side)
            table = ("axis", "soviet")[found.table]
            for die in range(1, 7):
                cell = "CA" if final == BELOW else getattr(s.game.tables.combat, table)[die - 1][final]
                assert odds.RESULTS[odds.result_of(s, b.side, found, die)] == cell


@rule("10.6.1")
def test_of_several_hexes_the_one_that_serves_the_defender_best_counts():
    rng = random.Random(32)
    for s in positions(24, seed=32):
        b = random_battle(s, rng)
        if b is None:
            continue
        worth = {p: odds.reckon(s, b._replace(ground=p)).final for p in b.fields}
        assert odds.reckon(s, b._replace(ground=-1)).final == min(worth.values())


@rule("X.8", book="no-retreat-digital")
def test_a_balancing_option_moves_a_sides_dice_within_the_faces():
    for axis, soviet in ((1, -1), (0, 1), (-1, 1)):
        s = next(positions(1, seed=1, editions=("digital-1.1",), axis_die=axis, soviet_die=soviet))
        for side, more in ((0, axis), (1, soviet)):
            assert [odds.rolled(s, side, die) for die in range(1, 7)] == [
                min(6, max(1, die + more)) for die in range(1, 7)
            ]


# -- [10.7.5] retreats ----------------------------------------------------------------------------------------------


def plain_retreats(s: NoRetreatState, u: int, free: bool) -> set[tuple[int, ...]]:
    """10.7.5 Every way back of two hexes, each farther from the battle; an area ends it."""
    start, side = s.place[u], side_of(s, u)
    if not face(s, u).move:
        return set()
    foe, mine = (set() if free else zone(s, 1 - side)), places(s, side)
    may = {p for p in enterable(s, u) if p not in foe or p in mine} - {start}
    found = set()
    for first in open_to(start):
        if first in may and first in AREAS:
            found.add((first,))
        elif first in may:
            onward = {p for p in open_to(first) if p in may}
            found |= {(first, p) for p in onward if p in AREAS or MAP.topology.distance(start, p) == 2}
    return found


def to_source(s: NoRetreatState, u: int, spot: int, sources: set[int]) -> int:
    """How far it is from a place to the nearest supplied city or map edge, the unit's own hex left out."""
    return min(MAP.topology.distance(spot, p) or 0 for p in sources if p != s.place[u])


def plain_choice(s: NoRetreatState, u: int, ends: set[int]) -> set[int]:
    """10.7.5, digital B.12 The places among these that a beaten unit has to choose from."""
    side = side_of(s, u)
    sources = plain_cities(s, side) | EDGES[side]
    here = to_source(s, u, s.place[u], sources)
    away = {p: to_source(s, u, p, sources) for p in ends}
    if not digital(s):
        return {p for p in ends if away[p] < here} or ends
    west = {p for p in ends if (MAP.xy[p][0] - MAP.xy[s.place[u]][0]) * (1 if side == 0 else -1) <= 0}
    fought = {p for p in (*s.targets, *s.blows) if not s.struck >> p & 1}
    good = {p for p in west if p not in fought and not any(s.allocated[x] >= 0 for x in at(s, p))}
    if s.game.edition == "digital-0.2":
        return good
    kept = {p for p in good if away[p] <= here} if plain_supply(s, side)[u] else set()
    return kept or {p for p in good if away[p] == min(away[q] for q in good)}


@rule("10.7.5", "12.7.1")
def test_a_retreat_goes_two_hexes_away_from_the_battle_towards_supply():
    rng = random.Random(41)
    for s in positions(15, seed=41):
        hexes = sorted(places(s, 0) | places(s, 1))
        s.targets, s.blows = rng.sample(hexes, 4), rng.sample(hexes, 3)
        s.struck = sum(1 << p for p in rng.sample(s.targets + s.blows, 3))
        for u in rng.sample(army(s, 0) + army(s, 1), 5):
            s.allocated[u] = s.targets[0]
        for u in rng.sample(army(s, 0) + army(s, 1), 8):
            free = rng.random() < 0.2
            s.battle_mods = [(mods.RETREAT_FREE, side_of(s, u) if free else 1 - side_of(s, u), 0)]
            s.memo.clear()
            paths = plain_retreats(s, u, free)
            ends = {path[-1] for path in paths}
            found = retreat.possible(s, u)
            assert (spots(found.ends) if found else set()) == ends
            chosen = retreat.ways(s, u)
            assert set(chosen) == (plain_choice(s, u, ends) if ends else set())
            theirs = {p for p in (*CITIES, *OIL) if not holds(s, side_of(s, u), p)}
            for end, path in chosen.items():
                assert path in paths
                most = max(len(theirs.intersection(way)) for way in paths if way[-1] == end)
                assert len(theirs.intersection(path)) == most


# -- [10.8] advances ------------------------------------------------------------------------------------------------


def plain_limit(s: NoRetreatState, u: int) -> int:
    """10.8.1, 10.8.2 How many hexes a unit may advance before events."""
    if s.weather in (MUD, LONG_WINTER) or s.marks[u] & UNSUPPLIED:
        return 1
    tank = face(s, u).type == "armor" and s.weather == CLEAR and fuelled(s, u)
    if any(kind == mods.NO_ARMOR for kind, _, _ in s.battle_mods):
        return 2
    begun = s.turn > 11 or (s.turn == 11 and s.phasing == 1)
    return 3 if tank and (side_of(s, u) == 0 or begun) else 2


def halts(s: NoRetreatState, u: int, a: int, b: int) -> bool:
    """10.8.1 Does a step end an advance?"""
    if any(kind == mods.ADVANCE_FREE for kind, _, _ in s.battle_mods):
        return False
    if s.game.edition == "digital-0.2" and face(s, u).type != "armor":
        return False
    rough = terrain(s, b) in ("forest", "swamp", "mountain", "area")
    return rough or hexside(a, b) == "crossing" or (digital(s) and b in OBJECTIVES)


def plain_advances(s: NoRetreatState, u: int, most: int) -> set[tuple[int, ...]]:
    may, found = enterable(s, u), set()
    todo = [(p,) for p in open_to(s.place[u]) if p in s.vacated and p in may]
    while todo:
        path = todo.pop()
        found.add(path)
        before = (s.place[u], *path)[-2]
        if len(path) < most and not halts(s, u, before, path[-1]):
            todo += [(*path, p) for p in open_to(path[-1]) if p in may and p not in path]
    return found


@rule("10.8", "10.8.1", "10.8.2", "13.1", "5.0")
def test_an_advance_goes_through_the_vacated_hex_and_as_far_as_its_limit():
    rng = random.Random(51)
    for number, s in enumerate(positions(42, seed=51)):
        if number % 5 == 0:
            s.turn = 11
        s.attacker = rng.randint(0, 1)
        fronts = sorted(p for p in places(s, 1 - s.attacker) if neighbours(s, p, s.attacker))
        if not fronts:
            continue
        s.vacated = rng.sample(fronts, min(len(fronts), 2))
        for p in s.vacated:
            for u in at(s, p):
                s.put(u, -1)
        s.attackers = [u for u in army(s, s.attacker) if rng.random() < 0.9]
        s.fields = list(s.vacated)
        notes = [(mods.ADVANCE, 1, 0), (mods.ADVANCE_LIMIT, 1, 0), (mods.NO_ARMOR, 0, 0), (mods.ADVANCE_FREE, 0, 0)]
        s.battle_mods = [n for n in notes if rng.random() < 0.2]
        rng.shuffle(s.battle_mods)
        s.phase_mods = [(mods.FARTHER, rng.randint(0, 1), 1)] if rng.random() < 0.2 else []
        s.memo.clear()
        advance.prepare(s)
        near = {u for u in s.attackers if any(p in s.vacated for p in open_to(s.place[u]))}
        wanted = {u for u in near if able(s, u) and face(s, u).move}
        assert set(s.advancing) == wanted
        for u in s.advancing:
            most = plain_limit(s, u) + sum(b for _, side, b in s.phase_mods if side == s.attacker)
            for kind, a, _ in s.battle_mods:
                most = most + a if kind == mods.ADVANCE else min(most, a) if kind == mods.ADVANCE_LIMIT else most
            assert advance.limit(s, u) == most
            paths = plain_advances(s, u, most)
            chosen = advance.ways(s, u)
            assert set(chosen) == {path[-1] for path in paths}
            theirs = {p for p in (*CITIES, *OIL) if not holds(s, side_of(s, u), p)}
            for end, path in chosen.items():
                assert path in paths
                best = max(len(theirs.intersection(way)) for way in paths if way[-1] == end)
                assert len(theirs.intersection(path)) == best


@rule("10.1.2", "10.3.4")
def test_the_whole_attack_on_a_hex_is_made_by_everyone_near_who_may():
    rng = random.Random(61)
    for s in positions(20, seed=61):
        for u in army(s, s.phasing):
            s.marks[u] |= FOUGHT * (rng.random() < 0.2)
        fronts = sorted(p for p in places(s, 1 - s.phasing) if neighbours(s, p, s.phasing))
        s.blows = rng.sample(fronts, len(fronts) // 3)
        for p in fronts:
            near = [u for u in neighbours(s, p, s.phasing) if not s.marks[u] & FOUGHT]
            found = declare.all_out(s, p)
            assert sorted(found.attackers) == [u for u in near if p in s.blows or able(s, u)]
            assert found.defenders == [u for u in at(s, p) if p not in s.blows or not face(s, u).white]
