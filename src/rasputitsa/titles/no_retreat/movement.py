"""[8.0] Movement: allowances, terrain, Finland and the Balkans, and the Movement Phase. Stacking is in `stacking`,
zones of control in `zones`, trains in `rail`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.board.movement import Reach, reach
from rasputitsa.board.topology import bits, nth
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Refusal
from rasputitsa.titles.no_retreat import rail
from rasputitsa.titles.no_retreat.actions.movement import EndMovement, Entrain, Move
from rasputitsa.titles.no_retreat.codes import HASTE, MOVED, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import tables
from rasputitsa.titles.no_retreat.control import notice_border, oil_is_lost, take_control
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.window import EVENT_CHOICES, PhaseQuestion
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.zones import enemy_zone, exit_zone

USUAL_CHOICES = 20
"""About how many places a unit can go to: a random player ends the phase, or plays a given card, about as often as it
makes any one of these moves."""
WEATHER_CAP = tuple(99 if weather.move is None else weather.move for weather in tables().weather)
"""8.2 By weather: the most movement points a unit has."""
UNSUPPLIED_CAP = tables().limits.unsupplied_move


# -- [8.1] to [8.3] how far ---------------------------------------------------------------------------------------


def allowance(s: NoRetreatState, unit: int) -> int:
    """8.1, 5.3.4 The movement points of a unit now. An event may add to them, or take from them, but not the last
    one."""
    points = allowance_in(s, unit, s.weather)
    return max(1, points + bonus_move(s, unit)) if s.effects and points else points


def allowance_in(s: NoRetreatState, unit: int, weather: int) -> int:
    """8.1, 8.2, 6.5.2, digital V.3 The printed allowance; at most 3 in mud, 4 in snow, 3 for an unsupplied unit."""
    points = s.game.move[s.full[unit]][unit]
    if weather and points > WEATHER_CAP[weather]:
        points = WEATHER_CAP[weather]
    if s.marks[unit] & UNSUPPLIED and points > UNSUPPLIED_CAP:
        points = UNSUPPLIED_CAP
    return points


def may_enter(s: NoRetreatState, unit: int) -> int:
    """8.4, 8.6, 8.7, digital M.6 The places a unit may enter at all: not where the enemy is; Finland only Germans,
    Finns and Soviets; the Balkans only Germans, Yugoslavs and Soviets, from the turn after Ploesti fell."""
    game = s.game
    return game.lands[balkans_open(s)][unit] & ~s.occupied[1 - game.side_of[unit]]


def balkans_open(s: NoRetreatState) -> bool:
    """8.7, 8.7.2, digital M.6.1 The Balkans open on the turn after the Soviets first took the Rumanian oil (digital: at
    once)."""
    return s.oil_lost > 0 if s.game.profile.balkans_at_once else oil_is_lost(s)


def bonus_move(s: NoRetreatState, unit: int) -> int:
    """5.3.4 Movement points an event adds, or takes if negative."""
    return sum(effect[3] for effect in s.effects if effect[0] == HASTE and effect[4] == unit) if s.effects else 0


def frozen(s: NoRetreatState) -> tuple[int, ...]:
    """3.0 Units the scenario keeps from moving in its first player turn."""
    game = s.game
    return game.frozen if s.turn == game.setup.first_turn and s.phasing == game.first_side else ()


def range_of(s: NoRetreatState, unit: int) -> Reach:
    """8.0 to 8.5 Where a unit may go with the points it has. Worked out once per position."""
    found: Reach | None = s.memo.get(unit)
    if found is None:
        found = s.memo[unit] = _range_of(s, unit)
    return found


def _range_of(s: NoRetreatState, unit: int) -> Reach:
    """8.3, 8.3.1, 8.3.2, 8.3.3, 14.4.1 The first hex may cost more than a unit has, the point for leaving a zone
    included, but not when it goes on; armor pays the armor costs, all others the other."""
    game = s.game
    start = s.place[unit]
    going_on = s.mover == unit
    zone = enemy_zone(s, unit)
    leave, first = exit_zone(s, unit, zone)
    return reach(
        game.grounds[game.armor[s.full[unit]][unit]],
        start,
        s.mover_left if going_on else allowance(s, unit),
        may_enter(s, unit),
        stop=zone,
        first=first,
        leave=leave,
        one_hex=not going_on,
    )


def free_range(s: NoRetreatState, unit: int) -> Reach:
    """Where a unit could go in its own Movement Phase as things stand now: for planning."""
    new = s.copy()
    new.mover, new.mover_left = -1, 0
    return _range_of(new, unit)


def may_move(s: NoRetreatState, unit: int) -> bool:
    """8.0, digital V.3.1 Mobile units that have not moved yet; the one that moved last may go on while it has points
    (units move one at a time)."""
    if s.mover == unit:
        return s.mover_left > 0
    return (
        s.place[unit] >= 0
        and not s.marks[unit] & MOVED
        and s.game.move[s.full[unit]][unit] > 0
        and unit not in frozen(s)
    )


def movable(s: NoRetreatState) -> list[int]:
    """8.0 All units that `may_move`."""
    move, full, place, marks, still = s.game.move, s.full, s.place, s.marks, frozen(s)
    units = [u for u in s.game.mobile_of[s.phasing] if place[u] >= 0 and not marks[u] & MOVED and move[full[u]][u]]
    if still:
        units = [u for u in units if u not in still]
    if s.mover_left:
        units.append(s.mover)
    return units


def passed(s: NoRetreatState, found: Reach, to: int, side: int, cost: int) -> Iterable[int]:
    """12.7.1, digital M.4.1 The places a move enters. Where paths cost the same, the one through most enemy cities is
    taken."""
    prizes = s.controls(1 - side) & found.mask & ~(1 << to)
    if prizes and cost > 1 and s.game.profile.control_in_passing and _on_the_way(s, found, to, prizes, cost):
        return found.path_to(to, prefer=prizes)[1:]
    return (to,)


def _on_the_way(s: NoRetreatState, found: Reach, to: int, prizes: int, cost: int) -> bool:
    """Could one of these places lie on a cheapest path? Each step costs a point or more; across an area hexes are not
    counted."""
    disk = s.game.topology.disk
    near = prizes & disk(to, cost - 1)
    if not near or found.mask & s.game.areas:
        return bool(near)
    return any(found.layers[spent] & prizes & disk(to, cost - spent) for spent in range(1, cost))


def move(s: NoRetreatState, unit: int, to: int) -> None:
    """8.0, 8.5.1, 8.5.3.1 Carry out a move: pay, stop in an enemy zone, take control of what was entered."""
    found = range_of(s, unit)
    side = s.game.side_of[unit]
    cost = found.cost(to) or 0
    left = len(found.layers) - 1 - cost
    for place in passed(s, found, to, side, cost):
        take_control(s, place, side)
    if not s.invaded and s.game.red[unit] and found.mask & s.game.germany:
        notice_border(s, unit, found.path_to(to, prefer=s.controls(1 - side))[1:])
    s.put(unit, to)
    s.mark(unit, MOVED)
    stopped = enemy_zone(s, unit) >> to & 1 or found.forced >> to & 1
    s.mover, s.mover_left = (-1, 0) if stopped or left <= 0 else (unit, left)


# -- the phase ----------------------------------------------------------------------------------------------------


class MoveUnit(Choice[NoRetreatState]):
    """8.0 A unit goes from one place to another; it may go on from there while it has points left."""

    action = Move

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in movable(s)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or s.game.side_of[unit] != s.phasing or not may_move(s, unit):
            return ()
        at = s.place[unit]
        return [Move(unit, at, to) for to in bits(range_of(s, unit).mask)]

    def why_not(self, s: NoRetreatState, action: Move) -> Refusal | None:
        return why_not_move(s, action)

    def do(self, s: NoRetreatState, action: Move) -> None:
        move(s, action.unit, action.to)

    def show(self, s: NoRetreatState, action: Move, shown: ActionView) -> None:
        found = range_of(s, action.unit)
        path = found.path_to(action.to, prefer=s.controls(1 - s.phasing))
        shown.preview["cost"] = found.cost(action.to)
        shown.preview["path"] = [s.game.place_id(p) for p in path]


class EntrainInsteadOfMoving(rail.EntrainUnit):
    """9.1 A unit that has not moved goes into the Rail Movement Box in lieu of any other movement."""

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return movable(s)

    def why_not(self, s: NoRetreatState, action: Entrain) -> Refusal | None:
        if s.game.side_of[action.unit] != s.phasing or not may_move(s, action.unit):
            return Refusal("9.1", f"{s.game.names[action.unit]} cannot move any more.")
        return super().why_not(s, action)


class EndMovementPhase(Choice[NoRetreatState]):
    """8.0 None, some or all units move: the phase may be ended at any time. What moved may move again next turn."""

    action = EndMovement
    label = "End movement"

    def do(self, s: NoRetreatState, action: EndMovement) -> None:
        s.unmark_all(MOVED)
        s.mover, s.mover_left = -1, 0
        s.pop()


class MovementPhase(PhaseQuestion):
    """8.0, 5.0 The phasing side moves none, some or all of its mobile units, one at a time, entrains (9.1), and plays
    events of the phase between the moves."""

    rule = "8.0"
    moment = "movement"
    choices = (MoveUnit, EntrainInsteadOfMoving, *EVENT_CHOICES, EndMovementPhase)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        """A unit, then one of its places; now and then a card, or the end of the phase."""
        units = movable(s)
        cards = len(play.held(s, s.phasing, self.moment)) if play.holds(s, s.phasing, self.moment) else 0
        while units:
            pick = int(rng.random() * (len(units) + (cards + 1) / USUAL_CHOICES))
            if pick == len(units) and rng.random() * (cards + 1) < 1:
                break
            if pick == len(units):
                events = play.actions(s, s.phasing, self.moment)
                if events:
                    return events[int(rng.random() * len(events))]
                cards = 0
                continue
            places = range_of(s, units[pick]).mask
            spot = int(rng.random() * (places.bit_count() + 1))
            if spot < places.bit_count():
                return Move(units[pick], s.place[units[pick]], nth(places, spot))
            if rail.why_not_entrain(s, units[pick]) is None:
                return Entrain(units[pick])
            units.pop(pick)
        return EndMovement()

    def prompt(self, s: NoRetreatState) -> str:
        return "Move your units."


def why_not_move(s: NoRetreatState, action: Move) -> Refusal | None:
    """The rule that forbids a move, or None."""
    unit, to, game = action.unit, action.to, s.game
    name = game.names[unit]
    if game.side_of[unit] != s.phasing:
        return Refusal("8.0", f"{name} is not yours to move.")
    if s.place[unit] < 0:
        return Refusal("8.0", f"{name} is not on the map.")
    if s.place[unit] != action.frm:
        return Refusal("8.0", f"{name} is not in {game.place_name(action.frm)}.")
    if not may_move(s, unit):
        return _why_immobile(s, unit)
    found = range_of(s, unit)
    if to in found:
        return None
    enemy = 1 - s.phasing
    if s.occupied[enemy] >> to & 1:
        return Refusal("8.4", f"{game.place_name(to)} is held by the enemy.")
    if game.balkans >> to & 1:
        return Refusal("8.7", f"{name} may not enter the Balkans now.")
    if to == game.finland and not may_enter(s, unit) >> to & 1:
        return Refusal("8.6", f"{name} may not enter Finland.")
    if game.topology.adjacent[s.place[unit]] >> to & 1:
        if not game.move_net.adjacent[s.place[unit]] >> to & 1:
            return Refusal("8.3", f"The hexside to {game.place_name(to)} cannot be crossed.")
        if not exit_zone(s, unit)[1] >> to & 1:
            return Refusal("8.5.3", f"{name} cannot go from one enemy zone of control into another.")
    return Refusal("8.1", f"{game.place_name(to)} is out of reach of {name}.")


def _why_immobile(s: NoRetreatState, unit: int) -> Refusal:
    name = s.game.names[unit]
    if s.game.move[s.full[unit]][unit] == 0:
        return Refusal("8.0", f"{name} is immobile.")
    if unit in frozen(s):
        return Refusal("3.0", f"{name} may not move in this turn (scenario).")
    if enemy_zone(s, unit) >> s.place[unit] & 1:
        return Refusal("8.5.1", f"{name} had to stop in an enemy zone of control.")
    return Refusal("8.0", f"{name} has already moved.")


STEPS = (MovementPhase,)
