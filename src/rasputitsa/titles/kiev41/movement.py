"""[2.8] Movement points, [2.9] stacking, [10.9] movement; [1.4] factions; [14.2] agility, [14.3] armour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rasputitsa.board.movement import Ground, Reach, ground, reach
from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41.components import (
    CAVALRY,
    HUNGARIAN,
    JAEGER,
    LUFTLANDE,
    MOTORIZED,
    MOUNTAIN,
    MOVEMENT,
    OF_SIDE,
    RUMANIAN,
    SIDE,
    TANKS,
)
from rasputitsa.titles.kiev41.control import claim, enemies, enter, full_control, held, leave
from rasputitsa.titles.kiev41.mapboard import (
    ALL,
    CLOSED,
    ELIMINATED,
    GREEN,
    LAND,
    RED,
    RIVER,
    STAGING,
    STRAIT,
    TOPOLOGY,
    VICTORY,
    YELLOW,
)
from rasputitsa.titles.kiev41.state import NOBODY, Kiev
from rasputitsa.titles.kiev41.weather import BLIZZARD, RAIN, SNOW, SUNNY, frozen

OPEN: Final = (TOPOLOGY.everywhere & ~CLOSED[0], TOPOLOGY.everywhere & ~CLOSED[1])
"""2.4.5 Where each side may go at all."""
ARMOUR: Final = TANKS | MOTORIZED
NEIGHBOURS_QUARREL: Final = HUNGARIAN | RUMANIAN

_TERRAIN: Final = TOPOLOGY.everywhere & ~STAGING


def entry_costs(weather: int) -> dict[int, int]:
    """2.4, 2.8, 8.0, 2.4.5.2, 2.4.7.1, 8.0.1, 8.0.3 What entering an area costs, points to areas: 1, 2 or 3 by terrain;
    3 in rain, 2 in snow; staging areas always 1. Roads and railways do not matter."""
    if weather == SUNNY:
        return {1: GREEN | STAGING, 2: YELLOW | VICTORY, 3: RED}
    return {1: STAGING, 3 if weather == RAIN else 2: _TERRAIN}


def _agile(costs: Mapping[int, int], areas: int) -> dict[int, int]:
    """14.2, 14.2.1, 14.2.3 Areas that would cost three points cost two."""
    cheap = costs.get(3, 0) & areas
    return {**costs, 2: costs.get(2, 0) | cheap, 3: costs.get(3, 0) & ~cheap}


_PLAINLY, _CAVALRY, _MOUNTAIN = range(3)
_GROUNDS: Final[tuple[tuple[tuple[Ground, Ground], ...], ...]] = tuple(
    tuple(
        (ground(ALL, costs), ground(LAND, costs))
        for costs in (entry_costs(weather), _agile(entry_costs(weather), -1), _agile(entry_costs(weather), RED))
    )
    for weather in (SUNNY, RAIN, SNOW, BLIZZARD)
)


FAIR_COSTS: Final = tuple(_GROUNDS[SUNNY][_PLAINLY][0].ways[0].prices[area] for area in range(TOPOLOGY.n))
"""2.4, 2.8 What entering each area costs in good weather."""


def ground_of(s: Kiev, b: int) -> Ground:
    """14.2, 14.3, 14.2.1, 14.2.3, 14.3.1 The costs and borders for a block: plain ones in the base game."""
    manner = _PLAINLY
    if s.game.profile.agility:
        manner = _CAVALRY if CAVALRY >> b & 1 else _MOUNTAIN if MOUNTAIN >> b & 1 else _PLAINLY
    return _GROUNDS[s.weather][manner][s.game.profile.afv and ARMOUR >> b & 1]


def allowance(s: Kiev, b: int) -> int:
    """4.2.1, 10.9.1, 14.2.2 Slow blocks 3 MP, fast ones 5; with 14.2 the Jäger and the Luftlande 4."""
    if s.game.profile.agility and (JAEGER | 1 << LUFTLANDE) >> b & 1:
        return 4
    return MOVEMENT[b]


def passable(s: Kiev, b: int) -> int:
    """2.4.5, 14.3, 2.4.5.1, 14.3.2 The areas a block may enter at all: no staging area of the enemy; with 14.3 tanks
    and motorized troops no red area."""
    open_ = OPEN[SIDE[b]]
    return open_ & ~RED if s.game.profile.afv and ARMOUR >> b & 1 else open_


def reach_of(s: Kiev, b: int, points: int, engage: bool) -> Reach:
    """10.9, 10.9.2, 10.9.3, 10.9.5 Where a block may go with these points: it stops on engaging; disengaging costs one
    more and leads first into a friendly uncontested area."""
    side, area = SIDE[b], s.place[b]
    enemy = enemies(s, side)
    may = passable(s, b) if engage else passable(s, b) & ~enemy
    if enemy >> area & 1:
        return reach(ground_of(s, b), area, points, may, stop=enemy, first=full_control(s, side), leave=1)
    return reach(ground_of(s, b), area, points, may, stop=enemy)


def room(s: Kiev, b: int, areas: int) -> int:
    """2.9, 1.4, 1.4.1 Those of the areas where the block may end: not overstacked, no Hungarians beside Rumanians."""
    areas &= ~s.packed[SIDE[b]]
    if NEIGHBOURS_QUARREL >> b & 1:
        areas &= ~quarrel(s, b)
    return areas


def quarrel(s: Kiev, b: int) -> int:
    """1.4, 1.4.1 The areas where a Hungarian would meet Rumanians, or the other way round."""
    others = RUMANIAN if HUNGARIAN >> b & 1 else HUNGARIAN
    out = 0
    for other in bits(others & s.on_map):
        out |= 1 << s.place[other]
    return out


def waters(s: Kiev, area: int) -> int:
    """10.13.6.1, 2.4.7.2, 2.4.8.1 The neighbours from which entering this area crosses a river (not in snow) or the
    Kerch Strait."""
    return STRAIT[area] if frozen(s) else STRAIT[area] | RIVER[area]


def route(s: Kiev, b: int, range_: Reach, to: int) -> tuple[tuple[int, ...], int]:
    """The path a block takes and what it costs: the cheapest, through enemy-controlled areas where that is as cheap;
    into an engagement over dry land if the points allow it."""
    side = SIDE[b]
    if enemies(s, side) >> to & 1:
        return _approach(s, b, range_, to)
    cost = range_.layer_of(to)
    if range_.first >> to & range_.ground.ways[0].network.adjacent[range_.start] >> to & 1:
        return (range_.start, to), cost
    return range_.trail(to, held(s, 1 - side)), cost


def _approach(s: Kiev, b: int, range_: Reach, to: int) -> tuple[tuple[int, ...], int]:
    price = range_.ground.ways[0].cost_of(to)
    assert price is not None
    points = len(range_.layers) - 1
    near = range_.ground.ways[0].network.adjacent[to]
    wet = waters(s, to)
    before: list[tuple[bool, int, int]] = []
    if near >> range_.start & 1 and range_.first >> to & 1:
        before.append((bool(wet >> range_.start & 1), 0, range_.start))
    for spent in range(1, points - price + 1):
        layer = range_.layers[spent] & near & range_.through
        before += [(bool(wet >> area & 1), spent, area) for area in bits(layer)]
    _, spent, area = min(before)
    path = range_.trail(area, held(s, 1 - SIDE[b])) if spent else (area,)
    return (*path, to), spent + price


def march(s: Kiev, b: int, path: tuple[int, ...]) -> None:
    """10.9, 2.5, 10.13.6.1.1, 2.5.2 A block goes along a path and takes control of what it passes; crossing water into
    a newly contested area is marked with a blue cube (2.4.7). Budyonny goes nowhere if Kiev falls behind him (2.6)."""
    side = SIDE[b]
    leave(s, b)
    if s.place[b] == ELIMINATED:
        return
    s.revealed &= ~(1 << b)
    for area in path[1:-1]:
        claim(s, area, side)
    to = path[-1]
    enter(s, b, to)
    if enemies(s, side) >> to & 1 and not s.contested_before >> to & 1 and waters(s, to) >> path[-2] & 1:
        s.crossed |= 1 << b


def stop_moving(s: Kiev) -> None:
    """10.9 The block that was moving has ended its move."""
    s.moving, s.mp = NOBODY, 0


def own_blocks(s: Kiev, side: int, areas: int) -> int:
    """The blocks of a side in a set of areas."""
    out = 0
    for area in bits(areas & s.at[side]):
        out |= s.here[area]
    return out & OF_SIDE[side]
