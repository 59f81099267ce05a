"""[10.7.5], [10.7.6] Retreats: two hexes away from the battle, the owner choosing where; whoever cannot is
eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from rasputitsa.board.retreat import Retreat, retreat
from rasputitsa.board.topology import Network, bits
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import components, elimination, movement, stacking, supply
from rasputitsa.titles.no_retreat.actions.combat import RetreatTo
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES
from rasputitsa.titles.no_retreat.combat import losses, mods
from rasputitsa.titles.no_retreat.combat.odds import DD, DS
from rasputitsa.titles.no_retreat.control import notice_border, take_control
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

_XY = MAP.xy
_STEPS = components.tables().limits.retreat
Path = tuple[int, ...]


# -- where to -----------------------------------------------------------------------------------------------------


def possible(s: NoRetreatState, unit: int) -> Retreat | None:
    """10.7.5 Where a unit could retreat to, as things stand."""
    enemy = 1 - s.game.side_of[unit]
    return possible_past(s, unit, s.zoc[enemy], s.occupied[enemy])


def possible_past(s: NoRetreatState, unit: int, zone: int, enemies: int) -> Retreat | None:
    """10.7.5, 14.1.1, digital B.12.3 Two hexes, each farther from the battle; not into enemies, across lake or sea, off
    the map, nor into an EZOC without a friendly unit, nor back into the area it was driven from. Finland and the
    Balkans end it. Immobile units do not retreat. `zone` and `enemies`: the enemy's zones of control and the places he
    holds or would hold."""
    game, side = s.game, s.game.side_of[unit]
    if not game.move[s.full[unit]][unit]:
        return None
    allowed = movement.may_enter(s, unit) & ~enemies
    if (mods.RETREAT_FREE, side, 0) not in s.battle_mods:
        allowed &= ~zone | s.occupied[side]
    start = s.place[unit]
    return _retreats(game.move_net, start, allowed & _near(game.move_net, start) & ~(1 << start), game.areas)


@cache
def _near(net: Network, start: int) -> int:
    """All that a retreat from a place could touch."""
    found = 1 << start
    for _ in range(_STEPS):
        found |= net.spread(found)
    return found


@lru_cache(maxsize=1 << 13)
def _retreats(net: Network, start: int, allowed: int, areas: int) -> Retreat:
    """10.7.5, 10.7.5.1, 10.7.5.3 The retreats through these places. Kept: little changes around a hex from one position
    to the next."""
    return retreat(MAP.topology, net, start, _STEPS, allowed, halts=areas)


def ways(s: NoRetreatState, unit: int) -> dict[int, Path]:
    """10.7.5, digital B.12 Where a unit may retreat to, and by which path; worked out once per position."""
    key = ("retreat", unit)
    if key not in s.memo:
        found = possible(s, unit)
        ends = preferred(s, unit, bits(found.ends)) if found else []
        s.memo[key] = {end: _path(s, unit, found, end) for end in ends} if found else {}
    chosen: dict[int, Path] = s.memo[key]
    return chosen


def _path(s: NoRetreatState, unit: int, found: Retreat, end: int) -> Path:
    """12.7.1 Of the paths to one hex the one through most enemy-held cities."""
    prizes = s.controls(1 - s.game.side_of[unit])
    return max(found.paths(end), key=lambda path: sum(prizes >> p & 1 for p in path))


def preferred(s: NoRetreatState, unit: int, ends: Sequence[int]) -> list[int]:
    """10.7.5, digital V02.17 Towards a friendly supply source if possible. digital B.12: see `well_placed` and
    `near_supply`."""
    profile = s.game.profile
    if profile.shatter_badly_placed:
        good = [end for end in ends if well_placed(s, unit, end)]
        return near_supply(s, unit, good) if profile.supply_retreat else good
    here = supply_distance(s, unit, s.place[unit])
    return [end for end in ends if supply_distance(s, unit, end) < here] or list(ends)


def well_placed(s: NoRetreatState, unit: int, end: int) -> bool:
    """digital B.12 Not into a hex of another battle, nor onto friends who wait for theirs, nor towards the enemy's side
    of the map."""
    in_battle = (end in s.targets or end in s.blows) and not s.struck >> end & 1
    in_battle = in_battle or any(s.allocated[u] >= 0 for u in s.units_at(end))
    east = _XY[end][0] - _XY[s.place[unit]][0]
    return not in_battle and (east if s.game.side_of[unit] == AXIS else -east) <= 0


def near_supply(s: NoRetreatState, unit: int, ends: Sequence[int]) -> list[int]:
    """digital B.12, B.12.1 (1.1) No farther from a supply source than before, or as little farther as possible; a unit
    in an out-of-supply position goes as near to one as it can."""
    away = {end: supply_distance(s, unit, end) for end in ends}
    here = supply_distance(s, unit, s.place[unit])
    if supply.in_supply(s, unit):
        kept = [end for end in ends if away[end] <= here]
        if kept:
            return kept
    return [end for end in ends if away[end] == min(away.values())]


def supply_distance(s: NoRetreatState, unit: int, place: int) -> int:
    """Hexes from a place to the nearest supplied city or map edge of the unit's side, its own hex left out."""
    side = s.game.side_of[unit]
    sources = (supply.supplied_cities(s, side) | s.game.edges[side]) & ~(1 << s.place[unit])
    rings = s.game.topology.rings(place)
    return next((d for d, ring in enumerate(rings) if ring & sources), len(rings))


# -- the order to retreat -----------------------------------------------------------------------------------------


def order(s: NoRetreatState, hexes: Sequence[int]) -> None:
    """10.7, 10.7.2, 10.7.6 All units of these hexes must go: beaten ones as the result says, those not engaged only
    retreat."""
    engaged = set(s.defenders)
    units = [u for h in hexes for u in s.units_at(h)]
    fates = [(u, bool(possible(s, u)) if u in engaged and s.result == DS else True) for u in units]
    for unit, saved in fates:
        if unit not in engaged:
            stand_by(s, unit)
        elif s.result == DS:
            shatter(s, unit, saved)
        elif s.result == DD and steps(s, unit) == 1 and losses.cadre_for(s, unit) < 0:
            losses.eliminate(s, unit)
        else:
            s.retreating.append(unit)
    if s.retreating:
        s.push(Retreats)


def stand_by(s: NoRetreatState, unit: int) -> None:
    """10.7.2, 10.7.2.3, digital B.13, V02.18 A unit not engaged retreats with the others; in 1.1 it is shattered."""
    if s.game.profile.bystanders_shatter:
        elimination.shatter(s, unit)
    else:
        s.retreating.append(unit)


def shatter(s: NoRetreatState, unit: int, able: bool) -> None:
    """10.7.6 A shattered unit must be able to retreat before it goes to its box; if not, it is eliminated."""
    if able:
        elimination.shatter(s, unit)
    else:
        losses.eliminate(s, unit)


class RetreatUnit(Choice[NoRetreatState]):
    """10.7.5 A beaten unit goes back along these hexes."""

    action = RetreatTo

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in s.retreating]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or unit not in s.retreating:
            return []
        return [RetreatTo(unit, path) for path in ways(s, unit).values()]

    def why_not(self, s: NoRetreatState, action: RetreatTo) -> Refusal | None:
        unit, name = action.unit, s.game.names[action.unit]
        if unit not in s.retreating:
            return Refusal("10.7.5", f"{name} does not have to retreat.")
        if action.path in ways(s, unit).values():
            return None
        found = possible(s, unit)
        if action.path and found and found.ends >> action.path[-1] & 1 and action.path[-1] not in ways(s, unit):
            rule = "B.12" if s.game.profile.digital else "10.7.5"
            return Refusal(rule, f"{name} must retreat towards supply, away from other battles and the enemy.")
        return Refusal("10.7.5", f"{name} cannot retreat there.")

    def do(self, s: NoRetreatState, action: RetreatTo) -> None:
        go_back(s, action.unit, action.path)

    def show(self, s: NoRetreatState, action: RetreatTo, shown: ActionView) -> None:
        shown.preview["path"] = [s.game.place_id(p) for p in (s.place[action.unit], *action.path)]


class Retreats(Question[NoRetreatState]):
    """10.7.5, 16.0.5, digital B.12.2 The owner retreats his beaten units one by one, in any order. Those without a way
    are eliminated (digital B.12: shattered, if they only had bad ones)."""

    rule = "10.7.5"
    choices = (RetreatUnit,)

    def side(self, s: NoRetreatState) -> str | None:
        count = sum(len(ways(s, u)) for u in s.retreating)
        return SIDES[s.game.side_of[s.retreating[0]]] if count > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        if not s.retreating:
            s.pop()
            return
        for unit in s.retreating:
            for path in ways(s, unit).values():
                go_back(s, unit, path)
                return
        unit = s.retreating.pop()
        if s.game.profile.shatter_badly_placed and possible(s, unit):
            elimination.shatter(s, unit)
        else:
            s.say("10.7.5", "{} cannot retreat", s.game.names[unit], at=[s.game.place_id(s.place[unit])])
            losses.eliminate(s, unit)

    def prompt(self, s: NoRetreatState) -> str:
        return "Retreat your beaten units two hexes."


def go_back(s: NoRetreatState, unit: int, path: Path) -> None:
    """10.7.5, 10.7, 10.7.5.2, digital V02.16 A unit retreats; after a DD it loses its step where it arrives. digital
    B.12: if it finds no room there it is shattered (1.1)."""
    game, side, end = s.game, s.game.side_of[unit], path[-1]
    s.retreating.remove(unit)
    s.say("10.7.5", "{} retreats to {}", game.names[unit], game.place_name(end), at=[game.place_id(p) for p in path])
    s.put(unit, end)
    for place in path if game.profile.control_in_passing else path[-1:]:
        take_control(s, place, side)
    notice_border(s, unit, path)
    if game.profile.retreater_shatters and stacking.overstacked(s, end, side):
        elimination.shatter(s, unit)
    elif s.result == DD and unit in s.defenders:
        losses.lose_step(s, unit, DD)


STEPS = (Retreats,)
