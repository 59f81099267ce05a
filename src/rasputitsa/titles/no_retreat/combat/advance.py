"""[10.8] Advance after combat: into the vacated hex and beyond, unit by unit."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import components, movement
from rasputitsa.titles.no_retreat.actions.combat import Advance, EndAdvance
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import context, mods
from rasputitsa.titles.no_retreat.combat.declare import may_attack
from rasputitsa.titles.no_retreat.combat.odds import has_fuel
from rasputitsa.titles.no_retreat.control import notice_border, take_control
from rasputitsa.titles.no_retreat.state import NoRetreatState

_LIMITS = components.tables().limits
_WEATHER = components.tables().weather
_HEXSIDES = {f.name for f in components.tables().feature if f.stops}
"""10.8.1 The hexsides that end an advance: the sea crossing, not a river."""
Path = tuple[int, ...]


# -- who, and how far ---------------------------------------------------------------------------------------------


def prepare(s: NoRetreatState) -> None:
    """10.8, 10.8.3, 10.8.4 The hexes that the defender has left altogether, and the attackers that may advance: not
    disorganized, white or immobile ones."""
    loser = 1 - s.attacker
    s.vacated = [h for h in s.vacated if not s.occupied[loser] >> h & 1]
    if s.vacated:
        s.advancing = [u for u in context.fighters(s, s.attacker) if may_advance(s, u)]


def may_advance(s: NoRetreatState, unit: int) -> bool:
    """10.8, 10.7.3, digital B.14, B.14.2 Adjacent to a vacated hex, mobile, organized, and not of white strength."""
    near = s.game.move_net.adjacent[s.place[unit]]
    mobile = s.game.move[s.full[unit]][unit] > 0
    return mobile and may_attack(s, unit) and any(near >> h & 1 for h in s.vacated)


def limit(s: NoRetreatState, unit: int) -> int:
    """10.8.1, 5.0, 5.0.3 How far a unit may advance: events add to it or limit it in the order played."""
    hexes = usual_limit(s, unit)
    hexes += mods.phase_total(s, mods.FARTHER, s.attacker)
    for kind, a, _ in s.battle_mods:
        if kind == mods.ADVANCE:
            hexes += a
        elif kind == mods.ADVANCE_LIMIT:
            hexes = min(hexes, a)
    return hexes


def usual_limit(s: NoRetreatState, unit: int) -> int:
    """10.8.1, 10.8.2, 13.1, 6.5.4, 13.1.3, 16.0.3, digital B.14.1 Two hexes, three for armor with its bonus; one in mud
    and Long Winter and for unsupplied units."""
    if not _WEATHER[s.weather].multi_hex_advance or s.marks[unit] & UNSUPPLIED:
        return 1
    return _LIMITS.armor_advance if armor_advance(s, unit) else _LIMITS.advance


def armor_advance(s: NoRetreatState, unit: int) -> bool:
    """10.8.2, 13.5, 13.5.3, 13.5.17, 14.3, 10.8.2.1 German armor goes a third hex on Clear turns, Soviet armor from its
    player turn 11 on; without the Rumanian oil German armor loses it, the SS excepted."""
    if (
        not _WEATHER[s.weather].armor_advance
        or not s.game.armor[s.full[unit]][unit]
        or mods.has(s.battle_mods, mods.NO_ARMOR)
    ):
        return False
    return (
        has_fuel(s, unit)
        if s.game.side_of[unit] == AXIS
        else components.begun("tank-advance", s.turn, SIDES[s.phasing])
    )


def ways(s: NoRetreatState, unit: int) -> dict[int, Path]:
    """10.8, 10.8.1, 10.8.1.3 Where a unit may advance to, and by which path: first a vacated hex, then any hex without
    enemies, that which it came from included, not across lake or sea; EZOCs do not matter; rough terrain ends it."""
    key = ("advance", unit)
    if key not in s.memo:
        s.memo[key] = _ways(s, unit)
    found: dict[int, Path] = s.memo[key]
    return found


def _ways(s: NoRetreatState, unit: int) -> dict[int, Path]:
    """10.8.1, digital V02.1 Hex by hex: in 0.2 the terrain ends the advance of armor only."""
    game, start = s.game, s.place[unit]
    open_ground = movement.may_enter(s, unit)
    prizes = s.controls(1 - game.side_of[unit])
    spared = game.profile.terrain_stops_armor_only and not game.armor[s.full[unit]][unit]
    free = spared or mods.has(s.battle_mods, mods.ADVANCE_FREE)
    found: dict[int, Path] = {}
    first = game.move_net.adjacent[start] & open_ground
    front: list[Path] = [(h,) for h in s.vacated if first >> h & 1]
    hexes = limit(s, unit)
    for length in range(1, hexes + 1):
        for path in front:
            end = path[-1]
            if end not in found or _worth(prizes, path) > _worth(prizes, found[end]):
                found[end] = path
        if length < hexes:
            front = [
                (*path, to)
                for path in front
                if free or not _stopped(s, start, path)
                for to in bits(game.move_net.adjacent[path[-1]] & open_ground)
                if to not in path
            ]
    return found


def _worth(prizes: int, path: Path) -> int:
    return sum(prizes >> p & 1 for p in path)


def _stopped(s: NoRetreatState, start: int, path: Path) -> bool:
    """10.8.1, 10.8.1.1, 10.8.1.2, digital M.8.2 Must the advance end in the last hex of this path?"""
    before = path[-2] if len(path) > 1 else start
    return s.game.stops[path[-1]] or s.game.topology.kinds.get((before, path[-1])) in _HEXSIDES


class AdvanceUnit(Choice[NoRetreatState]):
    """10.8, 10.8.1 A victorious unit goes on along these hexes."""

    action = Advance

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in s.advancing]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or unit not in s.advancing:
            return []
        return [Advance(unit, path) for path in ways(s, unit).values()]

    def why_not(self, s: NoRetreatState, action: Advance) -> Refusal | None:
        unit, name = action.unit, s.game.names[action.unit]
        if unit not in s.advancing:
            return Refusal("10.8", f"{name} cannot advance after this battle.")
        if action.path in ways(s, unit).values():
            return None
        if not action.path or action.path[0] not in s.vacated:
            return Refusal("10.8.1", "The first hex of an advance is one the defender has just left.")
        if len(action.path) > limit(s, unit):
            return Refusal("10.8.1", f"{name} may advance {limit(s, unit)} hexes at most.")
        return Refusal("10.8.1", f"{name} cannot advance that way.")

    def do(self, s: NoRetreatState, action: Advance) -> None:
        go_on(s, action.unit, action.path)

    def show(self, s: NoRetreatState, action: Advance, shown: ActionView) -> None:
        shown.preview["path"] = [s.game.place_id(p) for p in (s.place[action.unit], *action.path)]


class NoMoreAdvances(Choice[NoRetreatState]):
    """10.8 Nobody has to advance."""

    action = EndAdvance
    label = "No more advances"

    def do(self, s: NoRetreatState, action: EndAdvance) -> None:
        s.pop()


class AdvanceStep(Question[NoRetreatState]):
    """10.8, 10.8.1, 10.8.2, digital B.14 The victors advance, unit by unit, as many as their owner likes."""

    rule = "10.8"
    choices = (AdvanceUnit, NoMoreAdvances)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.attacker] if any(ways(s, u) for u in s.advancing) else None

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        pick = int(rng.random() * (len(s.advancing) + 1))
        if pick < len(s.advancing):
            paths = list(ways(s, s.advancing[pick]).values())
            if paths:
                return Advance(s.advancing[pick], paths[int(rng.random() * len(paths))])
        return EndAdvance()

    def prompt(self, s: NoRetreatState) -> str:
        return "Advance after combat."


def go_on(s: NoRetreatState, unit: int, path: Path) -> None:
    """10.8, 12.7.1 A unit advances and takes control of what it enters (digital M.4: of where it stops)."""
    game, end = s.game, path[-1]
    s.advancing.remove(unit)
    s.say("10.8", "{} advances to {}", game.names[unit], game.place_name(end), at=[game.place_id(p) for p in path])
    s.put(unit, end)
    for place in path if game.profile.control_in_passing else path[-1:]:
        take_control(s, place, game.side_of[unit])
    notice_border(s, unit, path)


STEPS = (AdvanceStep,)
