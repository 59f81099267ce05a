"""The rule book read the slow way, for comparison: random positions, and a reader of areas, blocks and sets.

Nothing here is taken from the rules of the title: only the printed map and the printed blocks.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from rasputitsa.kernel import Action
from rasputitsa.kernel.step import BUTTON, Handle
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, BOMBER_HQ, FLEETS, GUDERIAN, OF_SIDE, PIECES, SIDE, SOVIET
from rasputitsa.titles.kiev41.mapboard import (
    AREA,
    AREAS,
    AXIS_START,
    ELIMINATED,
    LATER,
    MAP,
    NIZHYN,
    PLACE_IDS,
    POOL,
    ROAD,
    ROAD_END,
    STACKING,
    TERRAIN,
    TOPOLOGY,
    TULA,
)
from rasputitsa.titles.kiev41.sequence import Impulse, Turn
from rasputitsa.titles.kiev41.state import BASE, BATUMI, PASS, READY, SHOT_DOWN, SPENT, SUNK, TACTICAL, Kiev
from tests.kiev41.situation import EVERY_OPTION, empty

SUNNY, RAIN, SNOW, BLIZZARD = range(4)
STAGING = {a for a in range(AREAS) if TERRAIN[a] == "staging"}
CLOSED = ({AREA[name] for name in ("S1", "S2", "S3")}, {AREA["Axis"]})
NEIGHBOURS = TOPOLOGY.neighbours
SEVASTOPOL, NOVOROSSYSK, KERCH, TAMAN = (AREA[name] for name in ("FS", "145", "129", "144"))
KIND = [block.type for block in BLOCKS]
CLASS = {"none": 0, "SF": 1, "DF": 2, "TF": 3}


def mask(numbers: Iterable[int]) -> int:
    """A set as the title writes it."""
    out = 0
    for n in numbers:
        out |= 1 << n
    return out


@lru_cache(maxsize=4096)
def members(bits: int) -> frozenset[int]:
    return frozenset(n for n in range(bits.bit_length()) if bits >> n & 1)


AREAS_OF = {
    "cities": members(MAP.cities),
    "ussr": members(MAP.countries["ussr"]),
    "black coast": members(MAP.coasts["black"]),
    "azov coast": members(MAP.coasts["azov"]),
    "black ports": members(MAP.ports["black"]),
    "azov ports": members(MAP.ports["azov"]),
    **{name: members(areas) for name, areas in MAP.supply.items()},
}


# -- random positions ---------------------------------------------------------------------------------------------


@cache
def _board(options: tuple[str, ...]) -> Kiev:
    return empty("campaign", "", **dict.fromkeys(options, True))


@cache
def positions() -> tuple[Kiev, ...]:
    """Positions that need not be reachable but break no rule of stacking, staging areas or control."""
    return tuple(position(number) for number in range(32))


def position(number: int) -> Kiev:
    rng = random.Random(f"a position of Kiev '41, number {number}")
    options = tuple(name for name in EVERY_OPTION if rng.random() < 0.5)
    s = _board(options).copy()
    s.active, s.initiative, s.turn = rng.randrange(2), rng.randrange(2), rng.randint(1, 6)
    s.weather = rng.choice((SUNNY, SUNNY, RAIN, SNOW, BLIZZARD))
    s.control = AXIS_START[rng.choice(("campaign", "river", "pocket", "snow"))]
    for area in range(AREAS):
        if rng.random() < 0.15 and area not in STAGING:
            s.control ^= 1 << area
    _blocks(s, rng)
    _lines(s, rng)
    _marks(s, rng)
    _support(s, rng)
    flag = int(rng.random() < 0.2)
    s.stack[:] = [(Turn.id, 4), (Impulse.id, 4), (Command.id, flag)]
    s.impulse = TACTICAL if flag else rng.choice((TACTICAL, TACTICAL, 2, 2, PASS))
    s.commands = rng.choice((0, 1, 7))
    s.memo.clear()
    return s


def _blocks(s: Kiev, rng: random.Random) -> None:
    """Most of them in one corner of the map, where they meet."""
    centres = rng.sample(range(AREAS), 2) + [AREA[name] for name in ("4", "FS", "129")]
    near = [area for centre in centres for area in members(TOPOLOGY.disk(centre, 2))]
    for b in rng.sample(range(len(BLOCKS)), len(BLOCKS)):
        if KIND[b] == "leader":
            s.strength[b] = rng.choice(BLOCKS[b].steps)
            continue
        if b == GUDERIAN:
            s.place[b], s.strength[b] = rng.choice((ROAD, NIZHYN, TULA, ROAD_END)), rng.choice(BLOCKS[b].steps)
            continue
        area = rng.choice(near if rng.random() < 0.8 else range(AREAS))
        if area in CLOSED[SIDE[b]] or rng.random() < 0.2 or not free(s, b, area):
            s.place[b] = rng.choice((POOL, POOL, LATER, ELIMINATED))
            continue
        s.strength[b] = rng.choice(BLOCKS[b].steps)
        s.put(b, area)


def _lines(s: Kiev, rng: random.Random) -> None:
    """Lines here and there; blocks of one side alone control their area, unless a line keeps it from them."""
    for area in range(AREAS):
        sides = {SIDE[b] for b in standing(s, area)}
        if area not in STAGING and rng.random() < 0.2:
            s.lines |= 1 << area
        elif len(sides) == 1:
            s.control = s.control & ~(1 << area) | (AXIS in sides) << area
        if s.lines >> area & 1 and rng.random() < 0.3:
            s.cut_lines |= 1 << area


def _marks(s: Kiev, rng: random.Random) -> None:
    for b in range(len(BLOCKS)):
        if s.place[b] < AREAS:
            bit = 1 << b
            s.isolated |= bit if rng.random() < 0.15 else 0
            mine = SIDE[b] == s.active
            if "hq" in KIND[b] and mine and not s.isolated & bit and rng.random() < 0.5:
                s.activated |= bit
            s.commanded |= bit if mine and rng.random() < 0.15 else 0
            s.crossed |= bit if mine and rng.random() < 0.3 else 0
            s.blitzers |= bit if mine and "hq" not in KIND[b] and rng.random() < 0.4 else 0
            s.revealed |= bit if rng.random() < 0.3 else 0
    if s.active == AXIS and s.strength[GUDERIAN] and rng.random() < 0.4:
        s.activated |= 1 << GUDERIAN
    if rng.random() < 0.3:
        s.activated = 0
    s.contested_before = mask(area for area in range(AREAS) if rng.random() < 0.5)
    s.fought = mask(area for area in range(AREAS) if rng.random() < 0.15)
    own = [b for b in range(len(BLOCKS)) if s.place[b] < AREAS and SIDE[b] == s.active]
    if rng.random() < 0.2:
        s.moving, s.mp = rng.choice(own), rng.randint(1, 4)


def _support(s: Kiev, rng: random.Random) -> None:
    coast = sorted(AREAS_OF["black coast"])
    for f in range(len(FLEETS)):
        s.fleets[f] = rng.choice((BASE, BASE, BATUMI, SUNK, rng.choice(coast), rng.choice(coast)))
        s.damage[f] = rng.randrange(2)
        s.sailed |= (rng.random() < 0.3) << f
    for i in range(len(BOMBER_HQ)):
        s.bombers[i] = rng.choice((READY, READY, SPENT, SHOT_DOWN, rng.randrange(AREAS), AREA["1"]))
    hqs = [b for b in range(len(BLOCKS)) if s.activated >> b & 1 and KIND[b] == "hq" and b != GUDERIAN]
    s.guns = [x for hq in hqs if rng.random() < 0.4 for x in (hq, rng.choice(sorted(NEIGHBOURS[s.place[hq]])))]


# -- 2.5 who is where ---------------------------------------------------------------------------------------------


class Reading(NamedTuple):
    """2.5 The areas with units of each side, those that are contested, and those under the Full Control of each."""

    units: tuple[frozenset[int], frozenset[int]]
    contested: frozenset[int]
    full: tuple[frozenset[int], frozenset[int]]


def read(s: Kiev) -> Reading:
    return _read(s.control, s.lines, tuple(s.here))


@lru_cache(maxsize=512)
def _read(control: int, lines: int, here: tuple[int, ...]) -> Reading:
    """A Defensive Line belongs to whoever controls the area."""
    units: tuple[set[int], set[int]] = (set(), set())
    held: tuple[set[int], set[int]] = (set(), set())
    for area in range(AREAS):
        holder = AXIS if control >> area & 1 else SOVIET
        held[holder].add(area)
        if lines >> area & 1:
            units[holder].add(area)
        for b in members(here[area]):
            units[SIDE[b]].add(area)
    contested = frozenset(units[AXIS] & units[SOVIET])
    both = frozenset(units[AXIS]), frozenset(units[SOVIET])
    return Reading(both, contested, (frozenset(held[AXIS]) - contested, frozenset(held[SOVIET]) - contested))


def standing(s: Kiev, area: int, side: int | None = None) -> frozenset[int]:
    """The blocks in an area, of one side or of both."""
    return members(s.here[area] & (-1 if side is None else OF_SIDE[side]))


def holds(s: Kiev, area: int, side: int) -> bool:
    return (AXIS if s.control >> area & 1 else SOVIET) == side


def has_line(s: Kiev, area: int, side: int) -> bool:
    return bool(s.lines >> area & 1) and holds(s, area, side)


def has_units(s: Kiev, area: int, side: int) -> bool:
    return area in read(s).units[side]


def is_contested(s: Kiev, area: int) -> bool:
    return area in read(s).contested


def is_full(s: Kiev, area: int, side: int) -> bool:
    return area in read(s).full[side]


def free(s: Kiev, b: int, area: int) -> bool:
    """2.9, 1.4 Is there room for a block?"""
    mates = standing(s, area, SIDE[b])
    if len(mates) >= STACKING[area]:
        return False
    foe = {"hungarian": "rumanian", "rumanian": "hungarian"}.get(BLOCKS[b].nation)
    return not foe or all(BLOCKS[mate].nation != foe for mate in mates)


# -- 8.0 strength -------------------------------------------------------------------------------------------------


def part(number: int, of: int) -> int:
    """3.1 Rounded down, but not under one."""
    return 0 if not number else max(1, number // of)


def command_strength(s: Kiev, b: int) -> int:
    """8.0, 14.5 The strength that range, artillery and bombers go by."""
    weak = {SUNNY: 1, RAIN: 99, SNOW: 2 if SIDE[b] == AXIS else 1, BLIZZARD: 4 if SIDE[b] == AXIS else 2}
    return part(s.strength[b], weak[s.weather])


def is_axis_mountain(b: int) -> bool:
    return KIND[b] == "mountain" and SIDE[b] == AXIS


def attacking_strength(s: Kiev, b: int) -> int:
    """8.0, 14.2, 14.5."""
    if is_axis_mountain(b) and s.weather == SNOW and s.game.profile.agility:
        return s.strength[b]
    if is_axis_mountain(b) and s.weather == BLIZZARD:
        return part(s.strength[b], 2)
    return command_strength(s, b)


def defending_strength(s: Kiev, b: int) -> int:
    """14.5 Only a blizzard weakens a defender, an Axis block that is no mountain corps."""
    return part(s.strength[b], 2 if s.weather == BLIZZARD and SIDE[b] == AXIS and not is_axis_mountain(b) else 1)


# -- 10.9 movement ------------------------------------------------------------------------------------------------


def is_armour(s: Kiev, b: int) -> bool:
    """14.3."""
    return s.game.profile.afv and KIND[b] in ("tank", "motorized")


def price(s: Kiev, b: int, area: int) -> int:
    """2.8, 8.0, 14.2 What entering an area costs a block."""
    terrain = TERRAIN[area]
    if terrain == "staging":
        return 1
    cost = {"green": 1, "yellow": 2, "victory": 2, "red": 3}[terrain]
    if s.weather != SUNNY:
        cost = 3 if s.weather == RAIN else 2
    if s.game.profile.agility and (KIND[b] == "cavalry" or (KIND[b] == "mountain" and terrain == "red")):
        cost = min(cost, 2)
    return cost


def points_of(s: Kiev, b: int) -> int:
    """4.2.1, 14.2."""
    if s.game.profile.agility and (KIND[b] == "jaeger" or BLOCKS[b].id == "22LL"):
        return 4
    return {"slow": 3, "fast": 5, "none": 0}[BLOCKS[b].speed]


def may_step(s: Kiev, b: int, frm: int, to: int) -> bool:
    """2.4.5, 14.3 May a block go from an area into the next at all?"""
    if to in CLOSED[SIDE[b]]:
        return False
    return not (is_armour(s, b) and (TERRAIN[to] == "red" or {frm, to} == {KERCH, TAMAN}))


def reachable(s: Kiev, b: int, points: int, engage: bool) -> dict[int, int]:
    """10.9 Every area a block can come to, with the fewest points."""
    side, start = SIDE[b], s.place[b]
    enemy, friendly = read(s).units[1 - side], read(s).full[side]
    engaged = start in enemy
    best = {start: 0}
    todo = [(0, start)]
    while todo:
        todo.sort(reverse=True)
        spent, here = todo.pop()
        if here != start and here in enemy:
            continue
        for to in NEIGHBOURS[here]:
            disengages = here == start and engaged
            cost = spent + price(s, b, to) + disengages
            if cost > points or not may_step(s, b, here, to) or cost >= best.get(to, 99):
                continue
            if (disengages and to not in friendly) or (not engage and to in enemy):
                continue
            best[to] = cost
            todo.append((cost, to))
    del best[start]
    return best


def ends_of(s: Kiev, b: int, areas: Iterable[int]) -> set[int]:
    return {area for area in areas if free(s, b, area)}


# -- 10.1-10.3 HQs ------------------------------------------------------------------------------------------------


def in_range(s: Kiev, hq: int, frm: int) -> set[int]:
    """10.3 The areas within Tactical Range of an HQ that stands in an area."""
    found, edge, friendly = {frm}, {frm}, read(s).full[SIDE[hq]]
    for _ in range(command_strength(s, hq)):
        near = {n for area in edge for n in NEIGHBOURS[area]}
        edge = near & friendly - found
        found |= near
    return found


def is_commander(hq: int) -> bool:
    return KIND[hq] == "hq" and hq != GUDERIAN


def obeys(b: int, hq: int) -> bool:
    """4.2.6, 10.6, 10.7 By colour: does a block obey the HQ at a distance?"""
    if SIDE[b] != SIDE[hq] or KIND[b] == "leader" or not is_commander(hq):
        return False
    return BLOCKS[hq].color == "any" or BLOCKS[b].color in (BLOCKS[hq].color, "white")


def commanded_from(s: Kiev, hq: int, area: int) -> set[int]:
    """10.2.2 Whom an HQ in an area commands: who obeys it in its range, and anybody beside it."""
    far = {b for at in in_range(s, hq, area) for b in standing(s, at, SIDE[hq]) if obeys(b, hq)}
    return far | standing(s, area, SIDE[hq])


# -- 9.0 supply ---------------------------------------------------------------------------------------------------


def rules_black_sea(s: Kiev) -> bool:
    return is_full(s, SEVASTOPOL, SOVIET) and is_full(s, NOVOROSSYSK, SOVIET)


def rules_azov_sea(s: Kiev) -> bool:
    return rules_black_sea(s) and is_full(s, KERCH, SOVIET) and is_full(s, TAMAN, SOVIET)


def on_sea(s: Kiev, what: str) -> set[int]:
    """The coast or the ports of the seas the Soviets control."""
    out = set(AREAS_OF[f"black {what}"]) if rules_black_sea(s) else set()
    return out | (AREAS_OF[f"azov {what}"] if rules_azov_sea(s) else set())


def supply_sources(s: Kiev, side: int) -> set[int]:
    if side == AXIS:
        return set(AREAS_OF["axis"])
    out = set(AREAS_OF["soviet_red"])
    if s.place[GUDERIAN] < NIZHYN:
        out |= AREAS_OF["soviet_yellow"]
    return out | AREAS_OF["soviet_orange"] if s.place[GUDERIAN] < TULA else out


def by_land(area: int) -> set[int]:
    return {n for n in NEIGHBOURS[area] if {area, n} != {KERCH, TAMAN}}


def communications_of(s: Kiev, side: int) -> set[int]:
    """9.2, 14.4 The areas from which a line of communication leads to a source, over full control all the way."""
    full = read(s).full[side]
    ports = on_sea(s, "ports") & full if side == SOVIET and s.game.profile.sea_supply else set()
    found = supply_sources(s, side) & full
    while True:
        more = {n for area in found for n in by_land(area) & full} | (ports if found & ports else set())
        if more <= found:
            return found
        found |= more


def in_supply(s: Kiev, side: int, area: int, lines: set[int]) -> bool:
    """9.2, 2.1.1, 2.7, 14.4 Is a unit of the side in this area in supply, given its lines of communication?"""
    if area in lines:
        return True
    if is_contested(s, area):
        if holds(s, area, side) and area in supply_sources(s, side):
            return True
        if by_land(area) & lines:
            return True
    if side == AXIS:
        return False
    if s.game.profile.sea_supply:
        return is_contested(s, area) and area in on_sea(s, "ports")
    return area == SEVASTOPOL or (holds(s, area, SOVIET) and area in on_sea(s, "coast"))


# -- questions ----------------------------------------------------------------------------------------------------


def offers(s: Kiev, wanted: Iterable[Action]) -> None:
    """All that is wanted is offered, by the piece or place it starts with, and nothing else."""
    expected = set(wanted)
    assert set(s.legal()) == expected
    assert all(s.why_not(action) is None for action in expected)
    by_handle: dict[Handle, set[Action]] = {}
    for action in expected:
        by_handle.setdefault(handle_of(action), set()).add(action)
    for kind, number in product(("piece", "place"), range(len(PLACE_IDS))):
        assert set(s.legal((kind, number))) == by_handle.get((kind, number), set())
    assert set(s.legal(BUTTON)) == by_handle.get(BUTTON, set())
    clicked = {handle for handle in s.handles() if s.legal(handle)}
    assert {action for handle in clicked for action in s.legal(handle)} == expected
    assert {h[1] for h in s.handles() if h[0] == "piece"} <= set(range(len(PIECES)))


def handle_of(action: Action) -> Handle:
    """What is clicked first: the piece an action is of, else its place, else a button."""
    for kind, names in (("piece", ("block", "hq", "fleet")), ("place", ("at",))):
        for name in names:
            if hasattr(action, name):
                return kind, int(getattr(action, name))
    return BUTTON
