"""[10.2, 13.0] Supply lines, rail and sea once more in plain steps, for comparisons (see by_the_book)."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COAST,
    COLUMN,
    FORTRESSES,
    HEX,
    MAP,
    MOSCOW,
    OIL,
    PLAYABLE,
    PORTS_OF,
    RAIL,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.roster import MARITIME, STALIN
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

from .by_the_book import at_hex, has, is_, large, may_end, neighbours, on_map, shut_to, side_of, stands, zoc

WEST = ("1020", "1021", "1022", "1025", "1026", "1117", "1129", "1230", "1330", "1431")
SOURCES = {
    "german": [HEX[h] for h in (*WEST, "1321")],
    "hungarian": [HEX["1123"]],
    "italian": [HEX["1123"]],
    "romanian": [HEX["1429"]],
    "soviet": [HEX[h] for h in ("4024", "4025", "4027")],
}
"""13.2.1, 13.2.2 Hexes of the west edge and the USIR, Buda, Bucharest, hexes of the east edge."""
BAKU = HEX["3138"]
EVERYWHERE = bits(PLAYABLE)
FORTS = FORTRESSES[AXIS] | FORTRESSES[SOVIET]


def friendly(s: Position, side: int, at: int) -> bool:
    return has(s.axis_held, at) == (side == AXIS)


def open_hexes(s: Position, side: int) -> set[int]:
    """13.1.3 The hexes that a supply line may pass."""
    zone = zoc(s, 1 - side)
    return {at for at in EVERYWHERE if _open(s, side, at, zone)}


def _open(s: Position, side: int, at: int, zone: set[int]) -> bool:
    kept = has(CITIES | OIL | VP_HEXES | FORTS | s.built, at)
    festung = side == SOVIET and has(s.festungs, at)
    if at_hex(s, at, 1 - side) or has(s.trenches[1 - side], at) or festung:
        return False
    if kept and not friendly(s, side, at):
        return False
    return at not in zone or bool(at_hex(s, at, side))


def joined(start: Iterable[int], ground: set[int]) -> set[int]:
    """The rail hexes of this ground that are joined to some of them."""
    found = {at for at in start if at in ground}
    front = list(found)
    while front:
        for to in bits(RAIL.adjacent[front.pop()]):
            if to in ground and to not in found:
                found.add(to)
                front.append(to)
    return found


def four_away(heads: Iterable[int], ground: set[int]) -> set[int]:
    """13.1.2 The hexes from which at most four hexes lead to one of the heads; the first one may be closed, as the unit
    stands there itself (8.3)."""
    reached = {at for at in heads if at in ground}
    for _ in range(3):
        reached |= {to for at in reached for to in neighbours(at) if to in ground}
    return reached | {to for at in reached for to in neighbours(at)}


def lines(s: Position, side: int, sources: list[int]) -> set[int]:
    """13.1.2, 13.1.2.1 The hexes from which lines lead to the sources, over one link by sea at most."""
    ground = open_hexes(s, side)
    by_land = four_away(joined(sources, ground), ground) | set(sources)
    found = set(by_land)
    for sea in ("baltic", "black"):
        ports = [port for port in bits(PORTS_OF[sea]) if friendly(s, side, port)]
        for port in ports:
            if any(other != port and other in by_land for other in ports):
                found |= {port} | four_away([port], ground)
    return found


def full(s: Position, nation: str) -> set[int]:
    """13.1.2, 13.2.3 The hexes where a unit of this nation is in full supply."""
    side = SOVIET if nation == "soviet" else AXIS
    found = lines(s, side, SOURCES[nation])
    return lines(s, side, [*SOURCES[nation], BAKU]) if nation == "soviet" and baku_is_fed(s) else found


def baku_is_fed(s: Position) -> bool:
    """13.2.3 Is Baku Soviet, with another Caspian port that is Soviet and in supply?"""
    ports = [port for port in bits(PORTS_OF["caspian"]) if friendly(s, SOVIET, port)]
    fed = lines(s, SOVIET, SOURCES["soviet"])
    return BAKU in ports and any(port != BAKU and port in fed for port in ports)


def lasting(s: Position, nation: str) -> set[int]:
    """13.2.3, 13.2.4, 16.3.5 The hexes where a unit is not lost by attrition."""
    side = SOVIET if nation == "soviet" else AXIS
    found = full(s, nation)
    found |= {at for at in EVERYWHERE if stands(s, at) and has(FORTRESSES[side] | (s.built if side else 0), at)}
    if side == AXIS:
        return found | set(bits(s.festungs))
    return found | lines(s, SOVIET, [BAKU])


def statuses(s: Position, side: int) -> dict[int, int]:
    """13.1.2, 13.2.4, 16.1.6 What a check finds for each unit of a side, without any event."""
    found = {}
    for nation in {UNITS[unit].nation for unit in on_map(s, side)}:
        fed, kept = full(s, nation), lasting(s, nation)
        for unit in on_map(s, side):
            if UNITS[unit].nation == nation:
                at = s.place[unit]
                found[unit] = FULL if at in fed or is_(unit, "partisan") else FORTRESS if at in kept else OUT
    return found


# -- [10.2] ---------------------------------------------------------------------------------------------------------


def why_no_journey(s: Position, unit: int) -> str:
    """10.2.1, 13.3.2, 16.3.4, 4.4.2 The rule against strategic movement of a unit, OPS apart; "" if there is none."""
    at = s.place[unit]
    if side_of(unit) != s.active or at < 0:
        return "10.2.1"
    if large(unit) or is_(unit, "no-strategic-move") or has(s.moved, unit) or has(s.strategic, unit):
        return "10.2.1"
    if s.turn == 1 and s.active == AXIS:
        return "4.4.2"
    if s.supply[unit] != FULL:
        return "13.3.2"
    return "16.3.4" if has(s.festungs, at) else ""


def no_rail(s: Position, side: int, at: int) -> bool:
    """10.2.3, 10.2.4 Is the hex closed to rail movement on this turn?"""
    lies = {name for name, mask in MAP.regions.items() if has(mask, at)}
    if side == SOVIET:
        return bool(lies & {"greater_germany", "general_government", "east_prussia"})
    early = ("soviet_union" in lies and s.turn <= 4) or ("baltic_states" in lies and s.turn <= 2)
    return early or has(MAP.zones["caucasus"], at)


def cut_off(s: Position, nation: str) -> set[int]:
    """10.2.3 The free rail hexes that no free line joins to a source."""
    free = free_rails(s, SOVIET if nation == "soviet" else AXIS)
    return free - joined(rail_sources(s, nation), free)


def rail_net(s: Position, nation: str) -> set[int]:
    """10.2.3, 10.2.4 The rail hexes that this nation may use."""
    side = SOVIET if nation == "soviet" else AXIS
    return {at for at in joined(rail_sources(s, nation), free_rails(s, side)) if not no_rail(s, side, at)}


def rail_sources(s: Position, nation: str) -> list[int]:
    return [*SOURCES[nation], BAKU] if nation == "soviet" and baku_is_fed(s) else SOURCES[nation]


def free_rails(s: Position, side: int) -> set[int]:
    """10.2.3 The rail hexes without enemies, their zones and what they hold."""
    zone = zoc(s, 1 - side)
    barriers = CITIES | OIL | VP_HEXES | FORTS | s.built | sum(PORTS_OF.values())
    return {
        at
        for at in bits(RAIL.places)
        if at not in zone and not at_hex(s, at, 1 - side) and (friendly(s, side, at) or not has(barriers, at))
    }


def line_of(s: Position, unit: int) -> set[int]:
    """10.2.3 The rail hexes that this unit may use."""
    return {at for at in rail_net(s, UNITS[unit].nation) if not shut_to(s, unit, at)}


def by_rail(s: Position, unit: int) -> set[int]:
    """10.2.2 The hexes a unit reaches by rail: an Axis unit passes one Inactive Partisan and stops at a second."""
    side, at = side_of(unit), s.place[unit]
    staying = [other for other in at_hex(s, at, side) if other != unit]
    if not has(RAIL.places, at) or no_rail(s, side, at) or (at in zoc(s, 1 - side) and not staying):
        return set()
    if unit == STALIN and not stalin_may_go(s):
        return set()
    net = line_of(s, unit)
    found: dict[int, int] = {}
    front = [(at, 0)]
    while front:
        here, met = front.pop()
        if here in found and found[here] <= met:
            continue
        found[here] = met
        if met < 2:
            for to in bits(RAIL.adjacent[here]):
                if to in net:
                    watched = side == AXIS and has(s.lurking, to) and to != at
                    front.append((to, met + watched))
    ends = {to for to in found if to != at and may_end(s, unit, to)}
    return ends & {MOSCOW} if unit == STALIN and at != MOSCOW else ends


def stalin_may_go(s: Position) -> bool:
    """16.4.5, 16.4.6 Once out of Moscow, once back while it is Soviet."""
    if s.place[STALIN] == MOSCOW:
        return s.stalin_moves == 0
    return s.stalin_moves < 2 and friendly(s, SOVIET, MOSCOW)


def by_sea(s: Position, unit: int) -> set[int]:
    """10.2.5, 10.2.6 The hexes a unit reaches by sea."""
    side, at = side_of(unit), s.place[unit]
    for sea, used in zip(("baltic", "black") if side == AXIS else ("black",), s.sea_moves[2 * side :], strict=False):
        if has(PORTS_OF[sea], at) and not used and friendly(s, side, at) and unit != STALIN:
            ports = bits(PORTS_OF[sea])
            if side == AXIS:
                limit = min([COLUMN[p] for p in ports if friendly(s, SOVIET, p)], default=99)
                ends = {p for p in ports if friendly(s, AXIS, p) and COLUMN[p] <= limit}
            else:
                limit = max([COLUMN[p] for p in ports if friendly(s, AXIS, p)], default=0)
                coast = [p for p in bits(COAST) if not has(s.axis_held, p) and not at_hex(s, p, AXIS)]
                ends = {p for p in coast if COLUMN[p] >= limit}
            return {p for p in ends if p != at and not shut_to(s, unit, p) and may_end(s, unit, p)}
    return set()


def maritime_is_fed(s: Position) -> bool:
    """7.5.4, 13.1.4 On the coast, while a port of the Black Sea is Soviet."""
    return has(COAST, s.place[MARITIME]) and any(friendly(s, SOVIET, p) for p in bits(PORTS_OF["black"]))
