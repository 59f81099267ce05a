"""[8.0] Movement: allowances, terrain, zones of control, stacking, Finland and Yugoslavia."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import eq

from rasputitsa.board.movement import Reach, reach
from rasputitsa.board.topology import bits, nth
from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.titles.no_retreat import ch09_rail as rail
from rasputitsa.titles.no_retreat import fate
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.deeds import Play, PlayFrom
from rasputitsa.titles.no_retreat.events.window import play_event
from rasputitsa.titles.no_retreat.state import AXIS, DESTROYED, GHOST, MOVED, SIDES, SOVIET, UNSUPPLIED, NoRetreatState

USUAL_CHOICES = 20
"""A unit has about so many places to go to: a random player ends the phase, or plays a given card, about as often as it
makes any one of these moves."""
WEATHER_CAP = (99, 3, 4, 4)


class Move(Action, frozen=True):
    """A unit goes from one place to another; it may go on from there while it has points left."""

    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class EndMovement(Action, frozen=True):
    form = "end movement"


# -- [8.1] to [8.3] how far ---------------------------------------------------------------------------------------


def allowance(s: NoRetreatState, unit: int) -> int:
    """8.1, 8.2, 6.5.2, digital V.3 The printed allowance; at most 3 in mud, 4 in snow, 3 for an unsupplied unit. An
    event may add to it (5.3.4), or take from it, but not the last point."""
    printed = points = s.game.move[s.full[unit]][unit]
    if s.weather and points > WEATHER_CAP[s.weather]:
        points = WEATHER_CAP[s.weather]
    if s.marks[unit] & UNSUPPLIED and points > 3:
        points = 3
    if s.effects and printed:
        points = max(1, points + s.bonus_move(unit))
    return points


def may_enter(s: NoRetreatState, unit: int) -> int:
    """8.4, 8.6, 8.7, digital M.6 The places a unit may enter at all: not where the enemy is; Finland only Germans,
    Finns and Soviets; the Balkans only Germans, Yugoslavs and Soviets, from the turn after Ploesti fell."""
    game = s.game
    return game.lands[s.balkans_open()][unit] & ~s.occupied[1 - game.side_of[unit]]


def range_of(s: NoRetreatState, unit: int) -> Reach:
    """8.0 to 8.5 Where a unit may go with the points it has. Worked out once per position."""
    found: Reach | None = s.memo.get(unit)
    if found is None:
        found = s.memo[unit] = _range_of(s, unit)
    return found


def _range_of(s: NoRetreatState, unit: int) -> Reach:
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


def exit_zone(s: NoRetreatState, unit: int, zone: int | None = None) -> tuple[int, int]:
    """8.5.2, 8.5.3 Leaving an enemy zone of control costs a point more, and leads into another such zone only where a
    friendly unit stands."""
    ezoc = enemy_zone(s, unit) if zone is None else zone
    if not ezoc >> s.place[unit] & 1:
        return 0, -1
    return 1, ~ezoc | s.occupied[s.game.side_of[unit]]


def enemy_zone(s: NoRetreatState, unit: int) -> int:
    """8.5 The enemy zones of control a unit has to heed: all, unless an event leads it through them."""
    if s.effects and any(e[0] == GHOST and e[3] == unit for e in s.effects):
        return 0
    return s.zoc[1 - s.game.side_of[unit]]


def may_move(s: NoRetreatState, unit: int) -> bool:
    """8.0 Mobile units that have not moved yet; the one that moved last may go on while it has points (units move one
    at a time)."""
    if s.mover == unit:
        return s.mover_left > 0
    return (
        s.place[unit] >= 0
        and not s.marks[unit] & MOVED
        and s.game.move[s.full[unit]][unit] > 0
        and unit not in s.frozen()
    )


def movable(s: NoRetreatState) -> list[int]:
    """8.0 All units that `may_move`."""
    move, full, place, marks, frozen = s.game.move, s.full, s.place, s.marks, s.frozen()
    units = [u for u in s.game.mobile_of[s.phasing] if place[u] >= 0 and not marks[u] & MOVED and move[full[u]][u]]
    if frozen:
        units = [u for u in units if u not in frozen]
    if s.mover_left:
        units.append(s.mover)
    return units


def passed(s: NoRetreatState, found: Reach, to: int, side: int, cost: int) -> Iterable[int]:
    """12.7.1 The places a move enters. Where paths cost the same, the one through most enemy cities is taken."""
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
    """8.0, 8.5.1 Carry out a move: pay, stop in an enemy zone, take control of what was entered."""
    found = range_of(s, unit)
    side = s.game.side_of[unit]
    cost = found.cost(to) or 0
    left = len(found.layers) - 1 - cost
    for place in passed(s, found, to, side, cost):
        s.take_control(place, side)
    s.put(unit, to)
    s.mark(unit, MOVED)
    stopped = enemy_zone(s, unit) >> to & 1 or found.forced >> to & 1
    s.mover, s.mover_left = (-1, 0) if stopped or left <= 0 else (unit, left)
    s.notice_border(unit)


# -- [8.4] stacking -----------------------------------------------------------------------------------------------


def overstacked(s: NoRetreatState, place: int, side: int) -> int:
    """8.4.1 How many units too many stand in a place. The Axis may stack two; the Soviets one, from turn 11 a tank with
    any other unit but a fort, from 1945 any two."""
    units = [u for u in s.units_at(place) if s.game.stacks(u)]
    if len(units) <= 1:
        return 0
    return max(0, len(units) - stacking_limit(s, units, side))


def tank_stacking(s: NoRetreatState, side: int) -> bool:
    """8.4.1 Does it depend on the units whether they may stack? From turn 11 on Soviet tanks do, until in 1945 all
    may."""
    return side == SOVIET and 11 <= s.turn < 23


def stacking_limit(s: NoRetreatState, units: Sequence[int], side: int) -> int:
    """8.4.1 The limit for these units together."""
    if not tank_stacking(s, side):
        return 2 if side == AXIS or s.turn >= 23 else 1
    game = s.game
    tank = any(game.armor[s.full[u]][u] for u in units)
    fort = any(game.fort[s.full[u]][u] for u in units)
    return 2 if tank and not fort else 1


class Discard(Action, frozen=True):
    """An overstacked unit leaves the map."""

    form = "overstacked: {unit:piece} leaves {at:place}"
    unit: int
    at: int


class Overstacking(Step[NoRetreatState]):
    """8.4.3, digital K.1 At the end of any phase or battle the owner removes excess units of his choice: to the
    Shattered box, forts and unsupplied ones to the Destroyed box. The phasing side settles its own first."""

    rule = "8.4.3"

    def _excess(self, s: NoRetreatState) -> tuple[int, int] | None:
        """The first side and place with too many units. Worked out once per position."""
        if "excess" not in s.memo:
            s.memo["excess"] = self._find_excess(s)
        found: tuple[int, int] | None = s.memo["excess"]
        return found

    def _find_excess(self, s: NoRetreatState) -> tuple[int, int] | None:
        for side in (s.phasing, 1 - s.phasing):
            first, end = s.game.span[side]
            at = [p for p in s.place[first:end] if p >= 0]
            least = 2 if side == AXIS else 1
            if len(at) - s.occupied[side].bit_count() < least:
                continue
            ordered = sorted(at)
            if not any(map(eq, ordered, ordered[least:])):
                continue
            for where, count in Counter(at).items():
                if count > least and overstacked(s, where, side):
                    return side, where
        return None

    def side(self, s: NoRetreatState) -> str | None:
        found = self._excess(s)
        return SIDES[found[0]] if found else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        found = self._excess(s)
        return [("piece", u) for u in s.units_at(found[1]) if s.game.stacks(u)] if found else []

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Discard(handle[1], s.place[handle[1]])] if handle in self.handles(s) else []

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Discard)
        unit = action.unit
        s.say("8.4.3", "{} is overstacked", s.game.names[unit], at=[s.game.place_id(action.at)])
        if s.marks[unit] & UNSUPPLIED or s.game.fort[s.full[unit]][unit]:
            fate.eliminate(s, unit, DESTROYED)
        else:
            fate.shatter(s, unit)

    def prompt(self, s: NoRetreatState) -> str:
        found = self._excess(s)
        return f"Too many units in {s.game.place_name(found[1])}: choose one to remove." if found else ""


# -- the phase ----------------------------------------------------------------------------------------------------


class MovementPhase(Step[NoRetreatState]):
    """8.0, 5.0 The phasing side moves none, some or all of its mobile units, one at a time, entrains (9.1), and plays
    events of the phase between the moves."""

    rule = "8.0"
    moment = "movement"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing]

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        units: list[Handle] = [("piece", u) for u in movable(s)]
        return [*units, *play.handles(s, s.phasing, self.moment), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind == "button":
            return [EndMovement()]
        if kind == "card":
            return play.of_card(s, s.phasing, self.moment, unit)
        if kind != "piece" or s.game.side_of[unit] != s.phasing or not may_move(s, unit):
            return []
        at = s.place[unit]
        moves: list[Action] = [Move(unit, at, to) for to in bits(range_of(s, unit).mask)]
        if rail.why_not_entrain(s, unit) is None:
            moves.append(rail.Entrain(unit))
        return moves

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
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
                return rail.Entrain(units[pick])
            units.pop(pick)
        return EndMovement()

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Move):
            return why_not_move(s, action)
        if isinstance(action, rail.Entrain):
            if s.game.side_of[action.unit] != s.phasing or not may_move(s, action.unit):
                return Refusal("9.1", f"{s.game.names[action.unit]} cannot move any more.")
            return rail.why_not_entrain(s, action.unit)
        if isinstance(action, Play | PlayFrom):
            return play.why_not_play(s, s.phasing, self.moment, action)
        return None if isinstance(action, EndMovement) else Refusal("8.0", "It is the Movement Phase.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        if isinstance(action, Move):
            move(s, action.unit, action.to)
        elif isinstance(action, rail.Entrain):
            rail.entrain(s, action.unit)
        elif isinstance(action, Play | PlayFrom):
            play_event(s, s.phasing, self.moment, action)
        else:
            end_movement(s)

    def prompt(self, s: NoRetreatState) -> str:
        return "Move your units."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, Move):
            found = range_of(s, action.unit)
            shown.preview["cost"] = found.cost(action.to)
            shown.preview["path"] = [
                s.game.place_id(p) for p in found.path_to(action.to, prefer=s.controls(1 - s.phasing))
            ]
        elif isinstance(action, rail.Entrain):
            shown.label = "Entrain"
            shown.preview["pays"] = rail.entrain_price(s)
        elif isinstance(action, EndMovement):
            shown.label = "End movement"
        return play.show(s, s.phasing, action, shown)

    def reveals(self, s: NoRetreatState, action: Action) -> bool:
        return play.reveals(action)


def end_movement(s: NoRetreatState) -> None:
    """8.0 The phase is over: what moved may move again next turn."""
    s.unmark_all(MOVED)
    s.mover, s.mover_left = -1, 0
    s.pop()


def why_not_move(s: NoRetreatState, action: Move) -> Refusal | None:
    """The rule that forbids a move, or None."""
    unit, to, game = action.unit, action.to, s.game
    name = game.names[unit]
    if game.side_of[unit] != s.phasing:
        return Refusal("8.0", f"{name} is not yours to move.")
    if s.place[unit] != action.frm or s.place[unit] < 0:
        return Refusal("8.0", f"{name} is not in {game.place_id(action.frm)}.")
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
    if unit in s.frozen():
        return Refusal("3.0", f"{name} may not move in this turn (scenario).")
    if enemy_zone(s, unit) >> s.place[unit] & 1:
        return Refusal("8.5.1", f"{name} had to stop in an enemy zone of control.")
    return Refusal("8.0", f"{name} has already moved.")


STEPS = (MovementPhase, Overstacking)
ACTIONS = (Move, EndMovement, Discard)
