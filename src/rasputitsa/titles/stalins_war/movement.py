"""[10.1] Movement: where units may go in an OPS round, alone or as a stack, and what leaving an enemy zone costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rasputitsa.board.movement import Reach, kept_reach
from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Choice, Handle, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.stalins_war import control, effects, ops, stacking, zones
from rasputitsa.titles.stalins_war.actions.movement import Move, MoveStack
from rasputitsa.titles.stalins_war.choices import AtHex
from rasputitsa.titles.stalins_war.components import TABLES, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import MoveAll
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, EAST, GROUNDS, NEXT, PLACE_NAMES, PLAYABLE
from rasputitsa.titles.stalins_war.roster import (
    HUNGARIAN,
    LCU,
    MOUNTAIN,
    MOVE,
    NATION_OF,
    OF_SIDE,
    ROMANIAN,
    SIDE_OF,
    TAGS,
    N,
)
from rasputitsa.titles.stalins_war.state import AXIS, FULL, SOVIET, Position

FIRST_TURN = 1
_FIXED = TAGS["no-move"]


# -- what a unit may do ---------------------------------------------------------------------------------------------


def allowance(s: Position, unit: int) -> int:
    """10.1.4, 10.1.5, 13.3.1 The movement points of a unit: 13.3.1 two at most out of supply, 10.1.5 one less for
    supplied Axis units that start east of the Paulus Line on turns 1 to 4."""
    points = MOVE[unit][s.lost[unit]]
    rules = TABLES.movement
    if s.supply[unit] != FULL:
        points = min(points, rules.oos_allowance)
    elif SIDE_OF[unit] == AXIS and TURNS[s.turn].paulus_effects and EAST >> s.place[unit] & 1:
        points -= rules.paulus_penalty
    return points + _extra(s, unit) if s.effects else points


def _extra(s: Position, unit: int) -> int:
    """Soviet 11: units that begin in an enemy zone have more movement points."""
    granted = effects.active(s, MoveAll)
    if not granted or not zones.enemy_zoc(s, SIDE_OF[unit]) >> s.place[unit] & 1:
        return 0
    return sum(effect.extra_mp for effect, _ in granted)


def may_enter(s: Position, unit: int) -> int:
    """10.1.6, 10.1.6.1, 16.1.4 The hexes a unit may enter: none with enemy units (Inactive Partisans bar nobody), none
    closed to its nation (19.1, 19.2) or to all on the first turn (4.4.3, 4.4.4)."""
    return PLAYABLE & ~(s.occupied[1 - SIDE_OF[unit]] | closed(s, unit))


def closed(s: Position, unit: int) -> int:
    """4.4.3, 4.4.4, 19.1.1, 19.2.1 The hexes a unit may never enter, now or at all."""
    return (_CLOSED_AT_FIRST if s.turn == FIRST_TURN else _CLOSED)[unit]


def _closed_to(unit: int, first_turn: bool) -> int:
    nation = NATION_OF[unit]
    shut = COUNTRY["hungary"] if nation == ROMANIAN else COUNTRY["romania"] if nation == HUNGARIAN else 0
    if first_turn:
        shut |= COUNTRY["hungary"]
        if SIDE_OF[unit] == SOVIET:
            shut |= COUNTRY["romania"]
    return shut


_CLOSED: Final = tuple(_closed_to(unit, first_turn=False) for unit in range(N))
_CLOSED_AT_FIRST: Final = tuple(_closed_to(unit, first_turn=True) for unit in range(N))
_GROUND: Final = tuple(GROUNDS[MOUNTAIN >> unit & 1] for unit in range(N))
"""By unit: what its movement costs."""


def reach_of(s: Position, unit: int) -> Reach:
    """10.1, 10.1.2, 10.1.3, 10.1.4.1, 8.3, 8.3.1 Where the unit could go with its movement points, stacking at the end
    not yet looked at."""
    found: Reach | None = s.memo.get(("reach", unit))
    if found is None:
        found = s.memo["reach", unit] = _reach(s, unit)
    return found


def _reach(s: Position, unit: int) -> Reach:
    """Where nothing is in its way, the range of the unit is that on an empty board."""
    side, place, points = SIDE_OF[unit], s.place[unit], allowance(s, unit)
    zone, enemies, shut = zones.enemy_zoc(s, side), s.occupied[1 - side], closed(s, unit)
    stop = zone | s.festungs if side == AXIS else zone
    leaves_zone = zone >> place & 1
    if not leaves_zone:
        free = _GROUND[unit].unhindered(place, points, True)
        if not free.mask & (stop | enemies | shut):
            return free
    first = ~zone if leaves_zone else -1
    return kept_reach(_GROUND[unit], place, points, PLAYABLE & ~(enemies | shut), stop, first)


def destinations(s: Position, unit: int) -> int:
    """The hexes where the unit may end its move."""
    found = reach_of(s, unit).mask & stacking.room(s, unit)
    if s.effects and _no_new_zone(s):
        found &= ~zones.enemy_zoc(s, SIDE_OF[unit])
    return found


def _no_new_zone(s: Position) -> bool:
    """Soviet 11: nobody may end in an enemy zone he did not begin in."""
    return any(not effect.new_zoc for effect, _ in effects.active(s, MoveAll))


def nobody_moves(s: Position) -> bool:
    """4.4.2 Axis units may not move on turn 1, in any way."""
    return s.turn == FIRST_TURN and s.active == AXIS


def may_move(s: Position, unit: int) -> Refusal | None:
    """4.4.2, 10.1.4, 16.3.4 May the unit move at all now? Whether there are OPS for leaving an enemy zone is another
    question."""
    if SIDE_OF[unit] != s.active or s.place[unit] < 0:
        return Refusal("10.1", f"{s.name(unit)} is not a unit of yours on the map.")
    if (s.moved | s.strategic) >> unit & 1:
        return Refusal("10.1.4", f"{s.name(unit)} has moved already.")
    if _FIXED >> unit & 1 or not MOVE[unit][s.lost[unit]]:
        return Refusal("10.1.4", f"{s.name(unit)} cannot move.")
    if nobody_moves(s):
        return Refusal("4.4.2", "Axis units may not move on turn 1.")
    if s.festungs >> s.place[unit] & 1:
        return Refusal("16.3.4", "Units never leave a Festung.")
    if s.digging >> s.place[unit] & 1 and LCU >> unit & 1:
        return Refusal("10.3.1", f"{s.name(unit)} is digging in.")
    return None


def movable(s: Position) -> int:
    """The units of the active side that may move, whatever it costs."""
    return sum(1 << unit for unit in bits(waiting(s)) if may_move(s, unit) is None)


def waiting(s: Position) -> int:
    """10.1.4, 10.2.1 The units of the active side that have not moved yet, whether or not they can."""
    return s.present[s.active] & ~s.moved & ~s.strategic


# -- leaving an enemy zone ------------------------------------------------------------------------------------------


def price(s: Position, units: int, place: int) -> int:
    """7.3.3, 7.3.3.1 The OPS it costs these units to leave their hex: one if it lies in an enemy zone and no unit that
    began the round there stays, and nothing was paid for it yet."""
    if not zones.enemy_zoc(s, s.active) >> place & 1 or s.vacated >> place & 1:
        return 0
    if any(effect.leave_zoc_free for effect, _ in effects.active(s, MoveAll)):
        return 0
    staying = s.stack_at(place) & OF_SIDE[s.active] & ~units & ~s.moved
    return 0 if staying else 1


def pay_to_leave(s: Position, units: int, place: int) -> None:
    """7.3.3 Spend what leaving costs; it is paid once for a hex."""
    if price(s, units, place):
        ops.spend(s, place)
        s.vacated |= 1 << place
        s.say("7.3.3", "1 OPS to leave the enemy zone of control in {}", PLACE_NAMES[place])


def march(s: Position, units: int, to: int) -> None:
    """Move units along cheapest paths; every hex they pass changes control (3.0). Among equal paths each takes the one
    through most hexes where entering does something. All paths are found before the first unit moves: what it takes or
    destroys may change zones of control, and with them the way of the next."""
    paths = [(unit, path_to(s, unit, to)) for unit in bits(units)]
    for unit, path in paths:
        go(s, unit, path)


def go(s: Position, unit: int, path: tuple[int, ...]) -> None:
    """A unit moves along a path."""
    s.put(unit, path[-1])
    s.moved |= 1 << unit
    for place in path:
        control.enter(s, unit, place)
    control.stay(s, unit, path[-1])


def path_to(s: Position, unit: int, to: int) -> tuple[int, ...]:
    """The hexes a unit enters on its way; only the last one if nothing happens on entering any of those in reach."""
    wanted, found = control.matters(s, s.active), reach_of(s, unit)
    return found.path_to(to, prefer=wanted)[1:] if found.mask & wanted else (to,)


# -- the choices ----------------------------------------------------------------------------------------------------


class MoveUnit(Choice[Position]):
    """10.1 One unit moves, hex by hex (10.1.3), at most once in a round."""

    action = Move
    rule = "10.1"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(movable(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[Move]:
        kind, unit = handle
        return [Move(unit, s.place[unit], to) for to in bits(marches(s, unit))] if kind == "piece" else ()

    def why_not(self, s: Position, action: Move) -> Refusal | None:
        if s.place[action.unit] != action.frm:
            return Refusal("10.1", "The unit is not there.")
        return may_move(s, action.unit) or _unpaid(s, action.unit) or why_not_there(s, action.unit, action.to)

    def do(self, s: Position, action: Move) -> None:
        pay_to_leave(s, 1 << action.unit, action.frm)
        go(s, action.unit, path_to(s, action.unit, action.to))

    def show(self, s: Position, action: Move, shown: ActionView) -> None:
        found = reach_of(s, action.unit)
        shown.preview["cost"] = found.cost(action.to)
        show_price(shown, price(s, 1 << action.unit, action.frm))


def show_price(shown: ActionView, points: int) -> None:
    """7.3.3 The OPS that a move costs, if any."""
    if points:
        shown.preview["pays"] = f"{points} OPS"


def marches(s: Position, unit: int) -> int:
    """The hexes a unit may move to now: none if it may not move, or there are no OPS to leave its hex."""
    if may_move(s, unit) is not None:
        return 0
    place = s.place[unit]
    cost = price(s, 1 << unit, place)
    return destinations(s, unit) if not cost or ops.available(s, place) >= cost else 0


def _unpaid(s: Position, unit: int) -> Refusal | None:
    """7.3.3 Are there no OPS for the unit to leave an enemy zone?"""
    place = s.place[unit]
    cost = price(s, 1 << unit, place)
    return ops.why_not(s, place, cost) if cost else None


def why_not_there(s: Position, unit: int, to: int) -> Refusal | None:
    """Why a unit that may move cannot end its move in this hex."""
    if destinations(s, unit) >> to & 1:
        return None
    side, name = SIDE_OF[unit], PLACE_NAMES[to]
    zone = zones.enemy_zoc(s, side)
    if s.occupied[1 - side] >> to & 1:
        return Refusal("10.1.6", f"There are enemy units in {name}.")
    if closed(s, unit) >> to & 1:
        return Refusal("19.1.1" if s.turn > FIRST_TURN else "4.4.3", f"{s.name(unit)} may not enter {name}.")
    if reach_of(s, unit).mask >> to & 1:
        if _no_new_zone(s) and zone >> to & 1:
            return Refusal("7.5.1a", "No unit may end in an enemy zone of control it did not begin in.")
        return Refusal("9.1.1", f"{s.name(unit)} may not stack in {name}.")
    if NEXT[s.place[unit]] >> to & 1 and zone >> to & 1:
        return Refusal("8.3", "No move from one enemy zone of control straight into another.")
    return Refusal("10.1.4", f"{name} is out of reach.")


class MoveTogether(AtHex):
    """10.1 All units of a hex that may still move go together: each must be able to, and all must fit."""

    action = MoveStack
    rule = "10.1"

    def hexes(self, s: Position) -> int:
        return s.stacked[s.active]

    def of(self, s: Position, handle: Handle) -> Iterable[MoveStack]:
        kind, place = handle
        return [MoveStack(place, to) for to in bits(self.ends(s, place))] if kind == "place" else ()

    def ends(self, s: Position, place: int) -> int:
        """The hexes where the units of a hex may go together now."""
        units = self.group(s, place)
        return together(s, units) if units and ops.available(s, place) >= price(s, units, place) else 0

    def group(self, s: Position, place: int) -> int:
        """Two units at least that may move."""
        units = s.stack_at(place) & waiting(s)
        if not units & units - 1:
            return 0
        free = mask_of(unit for unit in bits(units) if may_move(s, unit) is None)
        return free if free & free - 1 else 0

    def why_not(self, s: Position, action: MoveStack) -> Refusal | None:
        units = self.group(s, action.frm)
        if not units:
            return Refusal("10.1", f"There are no two units in {PLACE_NAMES[action.frm]} that may move.")
        unpaid = ops.why_not(s, action.frm, price(s, units, action.frm))
        if unpaid or together(s, units) >> action.to & 1:
            return unpaid
        alone = (why_not_there(s, unit, action.to) for unit in bits(units))
        return next(filter(None, alone), Refusal("9.1.1", f"They do not all fit in {PLACE_NAMES[action.to]}."))

    def do(self, s: Position, action: MoveStack) -> None:
        units = self.group(s, action.frm)
        pay_to_leave(s, units, action.frm)
        march(s, units, action.to)

    def show(self, s: Position, action: MoveStack, shown: ActionView) -> None:
        show_price(shown, price(s, self.group(s, action.frm), action.frm))


def together(s: Position, units: int) -> int:
    """The hexes where all these units may end their move together."""
    found = -1
    for unit in bits(units):
        found &= destinations(s, unit)
        if not found:
            return 0
    others = found & s.occupied[s.active]
    return found & ~others | sum(1 << to for to in bits(others) if stacking.fits_all(s, units, to))
