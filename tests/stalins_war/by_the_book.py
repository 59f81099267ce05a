"""The rules once more, as the book says them: hex by hex and unit by unit, without any table, set or short cut of the
title. Slow and plain; tests hold the title's answers against these over many positions."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, EAST, FORTRESSES, NEXT, TERRAIN_AT, TOPOLOGY
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SOVIET, Position

HEXSIDE_MP = {"": 0, "river": 1, "major_river": 2, "strait": 2}
UNCOUNTED = ("stalin", "bunker", "fortified-zone", "partisan")


_SIDE = tuple(("axis", "soviet").index(unit.side) for unit in UNITS)


def side_of(unit: int) -> int:
    return _SIDE[unit]


def is_(unit: int, tag: str) -> bool:
    return tag in UNITS[unit].tags


def large(unit: int) -> bool:
    return UNITS[unit].size == "LCU"


def on_map(s: Position, side: int) -> list[int]:
    return [unit for unit in range(N) if side_of(unit) == side and s.place[unit] >= 0]


def at_hex(s: Position, at: int, side: int) -> list[int]:
    return [unit for unit, where in enumerate(s.place) if where == at and _SIDE[unit] == side]


def has(mask: int, at: int) -> bool:
    return bool(mask >> at & 1)


def neighbours(at: int) -> tuple[int, ...]:
    return bits(NEXT[at])


# -- [9.0] ----------------------------------------------------------------------------------------------------------


def may_stack(units: Iterable[int]) -> bool:
    """9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2"""
    units = list(units)
    nations = {UNITS[unit].nation for unit in units}
    counted = [unit for unit in units if not any(is_(unit, tag) for tag in UNCOUNTED)]
    partisans = [unit for unit in units if is_(unit, "partisan")]
    return (
        len(counted) <= 4
        and sum(map(large, units)) <= 1
        and all(sum(is_(unit, tag) for unit in units) <= 1 for tag in UNCOUNTED)
        and not {"hungarian", "romanian"} <= nations
        and not (partisans and len(units) > len(partisans))
    )


def may_end(s: Position, unit: int, at: int) -> bool:
    """9.1.4 with SW-86: may the unit end in this hex as all others stand now?"""
    others = [u for u in at_hex(s, at, side_of(unit)) if u != unit]
    if side_of(unit) == SOVIET and has(s.lurking, at) and (is_(unit, "partisan") or s.supply[unit] == OUT):
        return False
    return may_stack([*others, unit])


# -- [8.0] ----------------------------------------------------------------------------------------------------------


def stands(s: Position, at: int) -> bool:
    """16.2.2 Is there a fortress that has not been destroyed?"""
    return has(FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built, at) and not has(s.razed, at)


def in_zoc(s: Position, at: int, side: int) -> bool:
    """8.1, 8.2 Is the hex in a zone of control of this side?"""
    if stands(s, at) or has(s.festungs, at):
        return False
    if side == AXIS and any(is_(unit, "fortified-zone") for unit in at_hex(s, at, SOVIET)):
        return False
    holders = (unit for near in neighbours(at) for unit in at_hex(s, near, side))
    return any((UNITS[u].zoc or has(s.raiders, u)) and s.supply[u] == FULL for u in holders)


def zoc(s: Position, side: int) -> set[int]:
    """The hexes in the zones of a side."""
    near = {p for unit in on_map(s, side) for p in neighbours(s.place[unit])}
    return {at for at in near if in_zoc(s, at, side)}


# -- [10.1] ---------------------------------------------------------------------------------------------------------


def allowance(s: Position, unit: int) -> int:
    """10.1.4, 10.1.5, 13.3.1"""
    points = UNITS[unit].steps[s.lost[unit]].move
    if s.supply[unit] != FULL:
        return min(points, 2)
    late = side_of(unit) == SOVIET or s.turn > 4 or not has(EAST, s.place[unit])
    return points if late else points - 1


def shut_to(s: Position, unit: int, at: int) -> bool:
    """4.4.3, 4.4.4, 19.1.1, 19.2.1 May the unit never enter this hex, or not yet?"""
    nation, hungary, romania = UNITS[unit].nation, has(COUNTRY["hungary"], at), has(COUNTRY["romania"], at)
    if (nation == "romanian" and hungary) or (nation == "hungarian" and romania):
        return True
    return s.turn == 1 and (hungary or (romania and nation == "soviet"))


def step_cost(unit: int, frm: int, to: int) -> int:
    """10.1.1, 10.1.2 Terrain and hexside; mountain troops pay one less in mountains and rough."""
    land = TERRAIN_AT[to].name
    points = {"clear": 1, "forest": 2, "rough": 2, "desert": 2, "swamp": 3, "mountain": 3}[land]
    if is_(unit, "mountain") and land in ("rough", "mountain"):
        points -= 1
    return points + HEXSIDE_MP[TOPOLOGY.kind(frm, to)]


def may_step(s: Position, unit: int, frm: int, to: int, zone: set[int]) -> bool:
    """8.3, 10.1.6 May the unit go from this hex to the next?"""
    barred = at_hex(s, to, 1 - side_of(unit)) or shut_to(s, unit, to)
    return not barred and not (frm in zone and to in zone)


def reach(s: Position, unit: int) -> dict[int, int]:
    """8.3, 10.1.3, 10.1.4, 10.1.4.1, 16.3.4 The hexes the unit may come to, each with the points that takes; a single
    hex costs no more than there are."""
    zone, start, points = zoc(s, 1 - side_of(unit)), s.place[unit], allowance(s, unit)
    best = {start: 0}
    front = [start] if UNITS[unit].steps[s.lost[unit]].move else []
    while front:
        frm = front.pop()
        if frm != start and (frm in zone or (side_of(unit) == AXIS and has(s.festungs, frm))):
            continue
        for to in neighbours(frm):
            if not may_step(s, unit, frm, to, zone):
                continue
            cost = best[frm] + step_cost(unit, frm, to)
            if frm == start:
                cost = min(cost, points)
            if cost <= points and cost < best.get(to, 99):
                best[to] = cost
                front.append(to)
    del best[start]
    return best


def why_no_move(s: Position, unit: int) -> str:
    """4.4.2, 10.1.4, 10.3.1, 16.3.4 The rule that keeps a unit from moving at all; "" if there is none."""
    at = s.place[unit]
    if side_of(unit) != s.active or at < 0:
        return "10.1"
    if has(s.moved, unit) or has(s.strategic, unit) or not UNITS[unit].steps[s.lost[unit]].move:
        return "10.1.4"
    if s.turn == 1 and s.active == AXIS:
        return "4.4.2"
    if has(s.festungs, at):
        return "16.3.4"
    return "10.3.1" if has(s.digging, at) and large(unit) else ""


def leaving_price(s: Position, units: Iterable[int], at: int) -> int:
    """7.3.3 An OPS to leave an enemy zone, unless somebody who began there stays or it is paid already."""
    if has(s.vacated, at) or not in_zoc(s, at, 1 - s.active):
        return 0
    return int(not [u for u in at_hex(s, at, s.active) if u not in units and not has(s.moved, u)])


def points_for(s: Position, at: int) -> int:
    """7.3.1, 18.1.1 OPS of the round that may be spent here, and Banked OPS."""
    return (s.ops if has(s.ops_zone, at) else 0) + s.banked[s.active]


def why_no_way(s: Position, unit: int, to: int, known: dict[int, int]) -> str:
    """The rule that keeps a unit that moves from ending in this hex; `known` is its reach."""
    if at_hex(s, to, 1 - side_of(unit)):
        return "10.1.6"
    if shut_to(s, unit, to):
        return "4.4.3" if s.turn == 1 else "19.1.1"
    if to in known:
        return "" if may_end(s, unit, to) else "9.1.1"
    zone = zoc(s, 1 - side_of(unit))
    return "8.3" if to in neighbours(s.place[unit]) and to in zone else "10.1.4"
