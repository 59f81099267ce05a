"""[11.4] Retreats: how far, the No Retreat option, where to, and what becomes of those that cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.kernel.words import count
from rasputitsa.titles.stalins_war import control, fate, movement, stacking, supply, zones
from rasputitsa.titles.stalins_war.actions.combat import FallBack, RetreatTo, StandFast
from rasputitsa.titles.stalins_war.combat import conditions, forces, ground, losses
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER, TABLES
from rasputitsa.titles.stalins_war.effect_kinds import NoRetreat, Retreat
from rasputitsa.titles.stalins_war.mapboard import HEX, NEXT, PLACE_IDS, PLACE_NAMES, PLAYABLE, TOPOLOGY
from rasputitsa.titles.stalins_war.roster import MOVE, NATION_OF, SIDE_OF
from rasputitsa.titles.stalins_war.state import AXIS, POOL, SIDES, SOVIET, Position

Path = tuple[int, ...]
_RULES = TABLES.retreat


# -- how far --------------------------------------------------------------------------------------------------------


def length(s: Position) -> int:
    """11.4.2 One hex if the Loss Numbers differ by less than two, otherwise two; cards may change it."""
    difference = s.loss[s.active] - s.loss[1 - s.active]
    hexes = 2 if difference >= _RULES.far_difference else 1
    limits = [effect for effect, _ in conditions.active(s, Retreat) if effect.side == SIDES[1 - s.active]]
    for effect in limits:
        if effect.at_most is not None:
            hexes = min(hexes, effect.at_most)
    for effect in limits:
        if effect.exactly is not None:
            hexes = effect.exactly
    return hexes


def must_retreat(s: Position) -> bool:
    """11.4.1, 11.4.7 The attacker has won and defenders are left that may retreat; those in a Festung ignore it."""
    return s.victor == s.active and bool(forces.holders(s)) and not ground.ignores_retreat(s)


# -- [11.4.3] the No Retreat option ---------------------------------------------------------------------------------


def may_stand(s: Position) -> bool:
    """11.4.3, 11.4.3.1 May the defenders ignore the retreat for one more step, so that one remains?"""
    steps = sum(s.steps_left(unit) for unit in bits(s.defenders))
    if steps <= _RULES.no_retreat_cost:
        return False
    side, offered = SIDES[1 - s.active], ground.shelters(s)
    for effect, record in conditions.active(s, NoRetreat):
        if effect.side == side:
            if not effect.allow:
                return False
            offered = offered or _opened(s, effect, record[0])
    return offered


def _opened(s: Position, effect: NoRetreat, card: int) -> bool:
    """Axis 18: stacks with such a unit may stand anywhere; Axis 47: whoever stands with the Bunker."""
    if effect.group is not None:
        return bool(s.defenders & conditions.group(s, effect.group))
    here = effect.hex is None or HEX[effect.hex] == s.target
    return here and all(s.place[NUMBER[unit]] == s.target for unit in CARDS[card].units)


class Stand(Choice[Position]):
    """11.4.3 One more step, of any defending unit (Stalin and the Bunker last), cancels the retreat whatever its
    length."""

    action = StandFast

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(losses.exposed(s, 1 - s.active))]

    def of(self, s: Position, handle: Handle) -> Iterable[StandFast]:
        kind, unit = handle
        return (StandFast(unit),) if kind == "piece" and losses.exposed(s, 1 - s.active) >> unit & 1 else ()

    def why_not(self, s: Position, action: StandFast) -> Refusal | None:
        if losses.exposed(s, 1 - s.active) >> action.unit & 1:
            return None
        return Refusal("11.4.3", f"{s.name(action.unit)} cannot take the step for No Retreat.")

    def do(self, s: Position, action: StandFast) -> None:
        s.pop()
        s.retreat = 0
        s.say("11.4.3", "No retreat from {}", PLACE_NAMES[s.target], at=[PLACE_IDS[s.target]])
        for _ in range(_RULES.no_retreat_cost):
            losses.lose(s, action.unit)


class Leave(Choice[Position]):
    """11.4.1 The defenders retreat."""

    action = FallBack
    label = "Retreat"

    def do(self, s: Position, action: FallBack) -> None:
        s.pop()
        s.push(Retreats, s.retreat)


class Standing(Question[Position]):
    """11.2.1 step 8: the defender may cancel the retreat by one more step."""

    rule = "11.4.3"
    choices = (Stand, Leave)

    def side(self, s: Position) -> str | None:
        return SIDES[1 - s.active] if may_stand(s) else None

    def advance(self, s: Position) -> None:
        Leave().do(s, FallBack())

    def prompt(self, s: Position) -> str:
        return f"Retreat {s.retreat} hexes, or stand in {PLACE_NAMES[s.target]} for one more step?"


# -- [11.4.4] where to ----------------------------------------------------------------------------------------------


def leaving(s: Position) -> int:
    """11.4.1, 16.4.3 The units that still have to retreat: all in the hex but those that never do."""
    return forces.holders(s) & ~forces.STAYING


def passable(s: Position, unit: int) -> int:
    """11.4.4.1 No enemy units, no enemy fortress or Festung, no un-negated zone, nothing closed to the unit."""
    side = SIDE_OF[unit]
    shut = s.occupied[1 - side] | zones.fortresses(s, 1 - side) | zones.unnegated(s, side) | movement.closed(s, unit)
    if side == SOVIET:
        shut |= s.festungs
    return PLAYABLE & ~shut


def paths(s: Position, unit: int, hexes: int) -> Iterator[Path]:
    """11.4.4, 11.4.4.2, 11.4.4.3 Retreats of exactly this length that end within stacking; two hexes end two hexes
    away. Axis units stop on an Inactive Partisan, and nobody passes through a Festung (SW-85)."""
    if not MOVE[unit][s.lost[unit]]:
        return
    allowed, room = passable(s, unit), stacking.room(s, unit)
    halts = s.lurking if SIDE_OF[unit] == AXIS else 0
    away = TOPOLOGY.ring(s.target, 2)
    for first in bits(NEXT[s.target] & allowed):
        if hexes == 1 or halts >> first & 1:
            if room >> first & 1:
                yield (first,)
        elif not s.festungs >> first & 1:
            yield from ((first, second) for second in bits(NEXT[first] & allowed & away & room))


def preferred(s: Position, unit: int, found: list[Path]) -> list[Path]:
    """11.4.4.4 If possible no enemy-controlled cities, then an end in full supply (SW-51), then, for the Axis, no
    Inactive Partisans; in this order."""
    side = SIDE_OF[unit]
    enemy_cities = conditions.cities(s) & (s.axis_held if side == SOVIET else ~s.axis_held)
    found = [path for path in found if not mask_of(path) & enemy_cities] or found
    fed = _supplied_ends(s, unit)
    found = [path for path in found if fed >> path[-1] & 1] or found
    if side == AXIS:
        found = [path for path in found if not mask_of(path) & s.lurking] or found
    return found


def _supplied_ends(s: Position, unit: int) -> int:
    """The hexes where the unit would be in full supply once it has left."""
    gone = s.copy()
    gone.put(unit, POOL)
    return supply.full_supply(gone, NATION_OF[unit])


def ends(s: Position, unit: int, hexes: int) -> int:
    """The hexes where a unit may end its retreat."""
    key = ("retreat", unit, hexes)
    if key not in s.memo:
        found = list(paths(s, unit, hexes))
        s.memo[key] = mask_of(path[-1] for path in preferred(s, unit, found)) if found else 0
    return int(s.memo[key])


# -- going ----------------------------------------------------------------------------------------------------------


def go_back(s: Position, unit: int, to: int) -> None:
    """11.4.4.5 Only the hex where the retreat ends changes control."""
    s.put(unit, to)
    s.retreated |= 1 << unit
    s.say("11.4.4", "{} retreats to {}", s.name(unit), PLACE_NAMES[to], at=[PLACE_IDS[to]])
    control.enter(s, unit, to, retreating=True)
    control.stay(s, unit, to)


def perish(s: Position, unit: int) -> None:
    """11.4.4.6, 11.4.6, 19.1.1.2 A unit that cannot retreat is lost as if out of supply."""
    place, status = s.place[unit], s.supply[unit]
    s.say("11.4.4", "{} cannot retreat", s.name(unit), at=[PLACE_IDS[place]])
    fate.eliminate(s, unit, starved=True)
    forces.fall(s, unit, place, status)


class Retire(Choice[Position]):
    """11.4.1 Units may retreat to different hexes, in the order their owner likes."""

    action = RetreatTo

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(leaving(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[RetreatTo]:
        kind, unit = handle
        if kind != "piece" or not leaving(s) >> unit & 1:
            return ()
        return [RetreatTo(unit, to) for to in bits(ends(s, unit, s.frame[1]))]

    def why_not(self, s: Position, action: RetreatTo) -> Refusal | None:
        unit, to = action.unit, action.to
        if not leaving(s) >> unit & 1:
            return Refusal("11.4.1", f"{s.name(unit)} does not have to retreat.")
        if ends(s, unit, s.frame[1]) >> to & 1:
            return None
        if any(path[-1] == to for path in paths(s, unit, s.frame[1])):
            return Refusal("11.4.4", f"{s.name(unit)} must avoid enemy cities and end in supply where it can.")
        return Refusal("11.4.4", f"{s.name(unit)} cannot retreat to {PLACE_NAMES[to]}.")

    def do(self, s: Position, action: RetreatTo) -> None:
        go_back(s, action.unit, action.to)

    def show(self, s: Position, action: RetreatTo, shown: ActionView) -> None:
        fed = _supplied_ends(s, action.unit) >> action.to & 1
        shown.preview["warning"] = "" if fed else "Out of supply there"


class Retreats(Question[Position]):
    """11.4.4 The owner retreats his units one by one; whoever has no way is eliminated, also when others have taken the
    room (11.4.4.3). Frame: how many hexes."""

    rule = "11.4.4"
    choices = (Retire,)

    def side(self, s: Position) -> str | None:
        hexes = s.frame[1]
        ways = sum(ends(s, unit, hexes).bit_count() for unit in bits(leaving(s)))
        return SIDES[1 - s.active] if ways > 1 else None

    def advance(self, s: Position) -> None:
        units = bits(leaving(s))
        if not units:
            s.pop()
            return
        for unit in units:
            to = ends(s, unit, s.frame[1])
            if to:
                go_back(s, unit, bits(to)[0])
                return
        perish(s, units[0])

    def prompt(self, s: Position) -> str:
        return f"Retreat your units {count(s.frame[1], 'hex', 'hexes')} from {PLACE_NAMES[s.target]}."


STEPS = (Standing, Retreats)
