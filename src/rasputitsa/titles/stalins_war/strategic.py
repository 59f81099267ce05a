"""[10.2] Strategic movement: small units by rail and by sea, for one OPS each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.floods import flood
from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Refusal
from rasputitsa.titles.stalins_war import control, effects, ops, stacking, zones
from rasputitsa.titles.stalins_war.actions.movement import Entrain, Sail
from rasputitsa.titles.stalins_war.board_types import SeaMove
from rasputitsa.titles.stalins_war.components import BOARD, SIDES, TURNS
from rasputitsa.titles.stalins_war.mapboard import (
    BAKU,
    COAST,
    COLUMN,
    COUNTRY,
    EAST,
    MOSCOW,
    PLACE_NAMES,
    PLAYABLE,
    PORTS,
    PORTS_OF,
    RAIL,
    RAIL_BARRIERS,
    RAILS,
    SOURCES,
    rail_limit,
)
from rasputitsa.titles.stalins_war.movement import closed, nobody_moves
from rasputitsa.titles.stalins_war.roster import LCU, NATION_OF, OF_SIDE, RUSSIAN, SIDE_OF, STALIN, TAGS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, Position
from rasputitsa.titles.stalins_war.supply import baku_is_full, railway, railways

COST = 1
"""7.3.3 OPS for each unit."""
STALIN_MOVES = 2
"""16.4.6 Once out of Moscow, once back."""
_NEVER = TAGS["no-strategic-move"]


def may_travel(s: Position, unit: int) -> Refusal | None:
    """10.2.1, 10.2.1.1, 13.3.2 May the unit use strategic movement now, by rail or by sea?"""
    if SIDE_OF[unit] != s.active or s.place[unit] < 0:
        return Refusal("10.2.1", f"{s.name(unit)} is not a unit of yours on the map.")
    if (LCU | _NEVER) >> unit & 1:
        return Refusal("10.2.1", f"{s.name(unit)} may not use strategic movement.")
    if (s.moved | s.strategic) >> unit & 1:
        return Refusal("10.2.1", f"{s.name(unit)} has moved already.")
    if nobody_moves(s):
        return Refusal("4.4.2", "Axis units may not move on turn 1.")
    if s.supply[unit] != FULL:
        return Refusal("13.3.2", f"{s.name(unit)} is out of supply.")
    if s.festungs >> s.place[unit] & 1:
        return Refusal("16.3.4", "Units never leave a Festung.")
    return ops.why_not(s, s.place[unit], COST)


# -- rail -----------------------------------------------------------------------------------------------------------


def rail_net(s: Position, nation: int) -> int:
    """10.2.3 The rail hexes a nation may use: joined to one of its supply sources by rail hexes without enemy units,
    enemy zones or enemy-controlled cities, oil, VP hexes, ports and fortresses; less what is closed to its rail
    movement."""
    side = SOVIET if nation == RUSSIAN else AXIS
    enemy_held = s.axis_held if side == SOVIET else ~s.axis_held
    ground = RAILS & ~s.occupied[1 - side] & ~zones.zoc(s, 1 - side) & ~((RAIL_BARRIERS | s.built) & enemy_held)
    sources = SOURCES[nation] | (BAKU if nation == RUSSIAN and baku_is_full(s) else 0)
    return railways(ground, sources & ground) & ~rail_closed(s, side)


def rail_closed(s: Position, side: int) -> int:
    """10.2.3, 10.2.3.1, 10.2.4 Where a side may not move by rail on this turn: by the rules, and by events."""
    shut = _RAIL_CLOSED[side, s.turn]
    if side == AXIS and effects.banned(s, "axis-rail-in-soviet-union"):
        shut |= COUNTRY["soviet_union"]
    if side == SOVIET and effects.banned(s, "soviet-rail-west-of-paulus"):
        shut |= PLAYABLE & ~EAST
    return shut


def _rail_limits(side: int, turn: int) -> int:
    """10.2.3, 10.2.4 Where the rules close rail movement to a side on a turn."""
    shut = 0
    for limit in BOARD.rail:
        if limit.side == SIDES[side] and limit.turns[0] <= turn <= limit.turns[1]:
            shut |= rail_limit(limit)
    return shut


_RAIL_CLOSED = {(side, turn): _rail_limits(side, turn) for side in (AXIS, SOVIET) for turn in TURNS}


def by_rail(s: Position, unit: int) -> int:
    """10.2.2, 10.2.2.1 The hexes a unit may reach by rail."""
    place, side = s.place[unit], SIDE_OF[unit]
    if rail_closed(s, side) >> place & 1:
        return 0
    if zones.enemy_zoc(s, side) >> place & 1 and not _left_behind(s, unit):
        return 0
    if unit == STALIN and not _stalin_travels(s):
        return 0
    net = rail_net(s, NATION_OF[unit]) & ~closed(s, unit)
    found = axis_line(s, place, net) if side == AXIS and s.lurking & net else _joined(place, net)
    if unit == STALIN and place != MOSCOW:
        found &= 1 << MOSCOW
    return found & ~(1 << place) & stacking.room(s, unit)


def _joined(place: int, net: int) -> int:
    """What is joined to a hex by the hexes of the net."""
    start = 1 << place
    return railway(start, net) if net & start else flood(RAIL, start, net | start)


def _left_behind(s: Position, unit: int) -> bool:
    """10.2.2 A rail move starts in an enemy zone only if another friendly unit stays in the hex."""
    return bool(s.stack_at(s.place[unit]) & OF_SIDE[SIDE_OF[unit]] & ~(1 << unit))


def _stalin_travels(s: Position) -> bool:
    """16.4.1, 16.4.5, 16.4.6 Stalin leaves Moscow once and comes back once, if it is still Soviet."""
    if s.place[STALIN] == MOSCOW:
        return s.stalin_moves == 0
    return s.stalin_moves < STALIN_MOVES and s.controls(SOVIET, MOSCOW)


def axis_line(s: Position, place: int, net: int) -> int:
    """10.2.2, 10.2.2.2 An Axis rail move passes one hex with an Inactive Partisan and stops in the second."""
    start, watched = 1 << place, s.lurking & net & ~(1 << place)
    free = net & ~watched | start
    before = flood(RAIL, start, free)
    first = RAIL.spread(before) & watched
    after = flood(RAIL, first, free | first)
    second = RAIL.spread(after) & watched
    return before | after | second


# -- sea ------------------------------------------------------------------------------------------------------------


def by_sea(s: Position, unit: int) -> int:
    """10.2.5, 10.2.6 The hexes a unit may reach by sea: from a friendly port, for the Axis to another one that lies not
    east of a Soviet port, for the Soviets to a coastal hex not west of an Axis port (SW-42, SW-43, SW-87)."""
    place, side = s.place[unit], SIDE_OF[unit]
    if not PORTS >> place & 1 or not s.controls(side, place) or unit == STALIN:
        return 0
    move = _voyage(s, side, place)
    if move is None:
        return 0
    ports, held = PORTS_OF[move.sea], s.axis_held
    if side == AXIS:
        east = min((COLUMN[port] for port in bits(ports & ~held)), default=100)
        ends = sum(1 << port for port in bits(ports & held) if COLUMN[port] <= east)
    else:
        west = max((COLUMN[port] for port in bits(ports & held)), default=0)
        ends = sum(1 << end for end in bits(COAST & ~held & ~s.occupied[AXIS]) if COLUMN[end] >= west)
    return ends & ~(1 << place) & ~closed(s, unit) & stacking.room(s, unit)


def _voyage(s: Position, side: int, port: int) -> SeaMove | None:
    """The sea movement a port allows, if it has not been used up (once a turn or once a round)."""
    for number, move in enumerate(BOARD.sea_move):
        if move.side == SIDES[side] and PORTS_OF[move.sea] >> port & 1 and s.sea_moves[number] < move.units:
            return move
    return None


def forget_voyages(s: Position, side: int, per: str) -> None:
    """10.2.5, 10.2.6 A new turn, or a new round, brings new movement by sea."""
    for number, move in enumerate(BOARD.sea_move):
        if move.side == SIDES[side] and move.per == per:
            s.sea_moves[number] = 0


def journeys(s: Position, unit: int) -> tuple[int, int]:
    """The hexes a unit may reach now by rail, and by sea: none if it may not travel."""
    if s.place[unit] < 0 or not (RAILS | PORTS) >> s.place[unit] & 1 or may_travel(s, unit) is not None:
        return 0, 0
    return by_rail(s, unit), by_sea(s, unit)


# -- the choices ----------------------------------------------------------------------------------------------------


def _travel(s: Position, unit: int, to: int) -> None:
    """10.2.1 It is all the unit does in this round."""
    ops.spend(s, s.place[unit], COST)
    s.put(unit, to)
    s.strategic |= 1 << unit
    control.enter(s, unit, to)
    control.stay(s, unit, to)


class ByRail(Choice[Position]):
    """10.2.2 An SCU moves any distance along rail lines."""

    action = Entrain
    rule = "10.2.2"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in s.on_map(s.active) if RAILS >> s.place[unit] & 1]

    def of(self, s: Position, handle: Handle) -> Iterable[Entrain]:
        kind, unit = handle
        return [Entrain(unit, s.place[unit], to) for to in bits(journeys(s, unit)[0])] if kind == "piece" else ()

    def why_not(self, s: Position, action: Entrain) -> Refusal | None:
        if s.place[action.unit] != action.frm:
            return Refusal("10.2.2", "The unit is not there.")
        refusal = may_travel(s, action.unit)
        if refusal or by_rail(s, action.unit) >> action.to & 1:
            return refusal
        return Refusal("10.2.2", f"{s.name(action.unit)} cannot go to {PLACE_NAMES[action.to]} by rail.")

    def do(self, s: Position, action: Entrain) -> None:
        if action.unit == STALIN:
            s.stalin_moves += 1
        _travel(s, action.unit, action.to)


class BySea(Choice[Position]):
    """10.2.5, 10.2.6 An SCU moves by sea."""

    action = Sail
    rule = "10.2.5"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in s.on_map(s.active) if PORTS >> s.place[unit] & 1]

    def of(self, s: Position, handle: Handle) -> Iterable[Sail]:
        kind, unit = handle
        return [Sail(unit, s.place[unit], to) for to in bits(journeys(s, unit)[1])] if kind == "piece" else ()

    def why_not(self, s: Position, action: Sail) -> Refusal | None:
        if s.place[action.unit] != action.frm:
            return Refusal("10.2.5", "The unit is not there.")
        refusal = may_travel(s, action.unit)
        if refusal or by_sea(s, action.unit) >> action.to & 1:
            return refusal
        return Refusal("10.2.5", f"{s.name(action.unit)} cannot go to {PLACE_NAMES[action.to]} by sea.")

    def do(self, s: Position, action: Sail) -> None:
        move = _voyage(s, s.active, action.frm)
        assert move is not None
        s.sea_moves[BOARD.sea_move.index(move)] += 1
        _travel(s, action.unit, action.to)
