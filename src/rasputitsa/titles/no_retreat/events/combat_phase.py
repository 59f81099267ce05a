"""[10.1], [10.8] Events on a whole Combat Phase, on its Counterblows Step, and on advances after combat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.movement import Reach, reach
from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import components, movement, zones
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, UNSUPPLIED, WEATHERS
from rasputitsa.titles.no_retreat.combat import declare, mods
from rasputitsa.titles.no_retreat.control import notice_border, take_control
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, carries_out
from rasputitsa.titles.no_retreat.state import NoRetreatState

_AXIS_SHIFT = tuple(weather.axis_shift for weather in components.tables().weather)


@carries_out(kinds.Support)
class Support(Deed[kinds.Support]):
    """10.6.2, 13.3 More Blitz! or Shock! markers, lost at the end of the turn like the others."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Support) -> None:
        s.supports[now.side] += effect.markers


@carries_out(kinds.LimitTargets)
class LimitTargets(Deed[kinds.LimitTargets]):
    """10.1 The enemy places `limit` Target markers at most in this Combat Phase."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.LimitTargets) -> Refusal | None:
        if declare.target_limit(s) <= effect.limit:
            return Refusal("10.1", "The enemy may not use more Target markers than that anyway.")
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.LimitTargets) -> None:
        mods.add_phase(s, mods.LIMIT_TARGETS, 1 - now.side, effect.limit)


@carries_out(kinds.ExtraTargets)
class ExtraTargets(Deed[kinds.ExtraTargets]):
    """10.1, 13.5 The player's Target limit of this Combat Phase rises, never above five."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.ExtraTargets) -> Refusal | None:
        if declare.target_limit(s) >= s.game.tables.limits.targets:
            return Refusal("10.1", "You may use all your Target markers already.")
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.ExtraTargets) -> None:
        mods.add_phase(s, mods.EXTRA_TARGETS, now.side, effect.extra)


@carries_out(kinds.Counterblow)
class FreeCounterblow(Deed[kinds.Counterblow]):
    """10.1.2 Counterblow markers that cost no card; they count against the five."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Counterblow) -> Refusal | None:
        if declare.possible_blows(s, free=True):
            return None
        return Refusal("10.1.2", "No hex of yours could give a counterblow.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Counterblow) -> None:
        s.free_blows += effect.hexes


@carries_out(kinds.IgnoreWeather)
class IgnoreWeather(Deed[kinds.IgnoreWeather]):
    """13.1 Friendly attacks of this Combat Phase suffer no shift for snow or long winter; the combat table stays the
    same."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreWeather) -> Refusal | None:
        if now.side == AXIS and _AXIS_SHIFT[s.weather]:
            return None
        return Refusal("13.1", "The weather does not shift your attacks.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreWeather) -> None:
        mods.add_phase(s, mods.NO_WEATHER, now.side)


@carries_out(kinds.Advance)
class Advance(Deed[kinds.Advance]):
    """10.8, 5.0 Friendly advances go `hexes` hexes farther, after this battle or in the whole Combat Phase."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Advance) -> None:
        if effect.phase:
            mods.add_phase(s, mods.FARTHER, now.side, effect.hexes)
        else:
            mods.add(s, mods.ADVANCE, effect.hexes)


@carries_out(kinds.AdvanceLimit)
class AdvanceLimit(Deed[kinds.AdvanceLimit]):
    """10.8, 5.0 Enemy units advancing after this battle go so far at most."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.AdvanceLimit) -> None:
        mods.add(s, mods.ADVANCE_LIMIT, effect.hexes)


@carries_out(kinds.AdvanceFree)
class AdvanceFree(Deed[kinds.AdvanceFree]):
    """10.8.1 Terrain and Objectives do not stop the friendly advance after this battle; some go on in snow only."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.AdvanceFree) -> Refusal | None:
        if effect.weather is None or WEATHERS[s.weather] == effect.weather:
            return None
        return Refusal("5.3.1", f"It is played on {effect.weather.title()} turns only.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.AdvanceFree) -> None:
        mods.add(s, mods.ADVANCE_FREE)


# -- a reserve moves in the enemy's Counterblows Step -------------------------------------------------------------


def reserves(s: NoRetreatState, side: int, wanted: str | None) -> list[int]:
    """10.1.2 Friendly supplied mobile units in no Target Hex, of that type, with somewhere to go."""
    game = s.game
    return [
        u
        for u in s.on_map(side)
        if game.move[s.full[u]][u] > 0
        and not s.marks[u] & UNSUPPLIED
        and s.place[u] not in s.targets
        and (wanted is None or game.type[s.full[u]][u] == wanted)
    ]


def reserve_range(s: NoRetreatState, unit: int, points: int) -> Reach:
    """8.3, 8.5 Where a reserve may go: with these MPs, whatever its allowance and the weather, by the rules of
    movement."""
    game = s.game
    leave, first = zones.exit_zone(s, unit)
    return reach(
        game.grounds[game.armor[s.full[unit]][unit]],
        s.place[unit],
        points,
        movement.may_enter(s, unit),
        stop=s.zoc[1 - game.side_of[unit]],
        first=first,
        leave=leave,
        one_hex=True,
    )


@carries_out(kinds.ReserveMove)
class ReserveMove(Deed[kinds.ReserveMove]):
    """10.1.2 One friendly supplied mobile unit in no Target Hex, Disorganized or not, moves; it may join a Target
    Hex."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.ReserveMove) -> Refusal | None:
        if any(reserve_range(s, u, effect.mp).mask for u in reserves(s, now.side, effect.type)):
            return None
        return Refusal("10.1.2", "No supplied unit of yours outside the Target hexes could move.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.ReserveMove) -> None:
        s.push(ReserveMoves, now.event, now.side, now.number)


def reserve_effect(s: NoRetreatState) -> kinds.ReserveMove:
    """The effect that moves a reserve now."""
    _, event, _, number = s.frame
    effect = EVENTS[event].effects[number]
    assert isinstance(effect, kinds.ReserveMove)
    return effect


class MoveReserve(Choice[NoRetreatState]):
    """10.1.2, 12.7.1 One unit is moved; it takes control of what it enters."""

    action = Move

    def range_of(self, s: NoRetreatState, unit: int) -> Reach:
        key = ("reserve", unit)
        if key not in s.memo:
            s.memo[key] = reserve_range(s, unit, reserve_effect(s).mp)
        found: Reach = s.memo[key]
        return found

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in reserves(s, s.frame[2], reserve_effect(s).type)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        unit = handle[1]
        if handle not in self.handles(s):
            return []
        return [Move(unit, s.place[unit], to) for to in bits(self.range_of(s, unit).mask)]

    def why_not(self, s: NoRetreatState, action: Move) -> Refusal | None:
        if ("piece", action.unit) not in self.handles(s) or s.place[action.unit] != action.frm:
            return Refusal("10.1.2", f"{EVENTS[s.frame[1]].name} does not move {s.game.names[action.unit]}.")
        if action.to not in self.range_of(s, action.unit):
            return Refusal("8.1", f"{s.game.place_name(action.to)} is out of reach of {s.game.names[action.unit]}.")
        return None

    def do(self, s: NoRetreatState, action: Move) -> None:
        unit, side = action.unit, s.frame[2]
        found = self.range_of(s, unit)
        for place in movement.passed(s, found, action.to, side, found.cost(action.to) or 0):
            take_control(s, place, side)
        s.put(unit, action.to)
        notice_border(s, unit, (action.to,))
        s.say("10.1.2", "{} moves up", s.game.names[unit], at=[s.game.place_id(action.to)])
        s.pop()

    def show(self, s: NoRetreatState, action: Move, shown: ActionView) -> None:
        found = self.range_of(s, action.unit)
        shown.preview["cost"] = found.cost(action.to)
        shown.preview["path"] = [s.game.place_id(p) for p in found.path_to(action.to)]


class ReserveMoves(Question[NoRetreatState]):
    """10.1.2 The reserve is chosen and moved. Frame: event, side, effect."""

    rule = "10.1.2"
    choices = (MoveReserve,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.frame[2]]

    def prompt(self, s: NoRetreatState) -> str:
        return f"{EVENTS[s.frame[1]].name}: move one unit up to {reserve_effect(s).mp} MPs."


STEPS = (ReserveMoves,)
