"""[7.5.1a] Events in which a player picks units or hexes on the map: trenches, refits, the defended hex, the air
bridge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Action, Choice, Handle, Refusal
from rasputitsa.titles.stalins_war import effect_kinds, effects, supply, trenches, zones
from rasputitsa.titles.stalins_war.actions.events import ChooseHex, FeedByAir, PlaceTrench, Refit
from rasputitsa.titles.stalins_war.choices import EventQuestion, HexChoice, NoMore, UnitChoice
from rasputitsa.titles.stalins_war.effect_words import Where
from rasputitsa.titles.stalins_war.effects import under_way
from rasputitsa.titles.stalins_war.mapboard import EAST, IN_TERRAIN, PLACE_NAMES
from rasputitsa.titles.stalins_war.roster import GROUPS, LCU, OF_SIDE, SCU, SIDE_OF
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, SCOPES, SIDES, Position


def stands(s: Position, unit: int, where: tuple[Where, ...]) -> bool:
    """Is the unit on the map, and where an event asks it to be?"""
    place = s.place[unit]
    if place < 0:
        return False
    holds = {
        "full-supply": s.supply[unit] == FULL,
        "outside-enemy-zoc": not zones.enemy_zoc(s, SIDE_OF[unit]) >> place & 1,
        "west-of-paulus": not EAST >> place & 1,
        "no-festung": not s.festungs >> place & 1,
    }
    return all(holds[condition] for condition in where)


# -- trenches -------------------------------------------------------------------------------------------------------


def trench_hexes(s: Position, effect: effect_kinds.PlaceTrenches) -> int:
    """10.3.3 Hexes with an LCU of the kind that meets the conditions, without a trench, while there are markers
    (10.3.2)."""
    side = SIDES.index(effect.side)
    if trenches.left(s, side) <= 0:
        return 0
    lcus = GROUPS[effect.group] & LCU & OF_SIDE[side]
    return mask_of(s.place[u] for u in bits(lcus) if stands(s, u, effect.where)) & ~s.trenches[side]


class TrenchHere(HexChoice):
    """10.3.3 A trench is placed with an LCU."""

    action = PlaceTrench
    rule = "10.3.3"

    def hexes(self, s: Position) -> int:
        return trench_hexes(s, under_way(s, effect_kinds.PlaceTrenches)) if s.frame[3] else 0

    def do(self, s: Position, action: PlaceTrench) -> None:
        _, card, number, left = s.frame
        trenches.place(s, SIDES.index(under_way(s, effect_kinds.PlaceTrenches).side), action.at)
        s.goto(card, number, left - 1)


class PlacingTrenches(EventQuestion):
    """10.3.3 An event places trenches. Frame: card, number of the effect, how many are left."""

    rule = "10.3.3"
    choices = (TrenchHere, NoMore)

    def prompt(self, s: Position) -> str:
        return f"Place trenches: {s.frame[3]} left."


# -- refits ---------------------------------------------------------------------------------------------------------


def reduced(s: Position, effect: effect_kinds.Restore) -> int:
    """Axis 12: the reduced units of the kind that meet the conditions."""
    return sum(1 << u for u in bits(GROUPS[effect.group]) if s.lost[u] and stands(s, u, effect.where))


class RefitUnit(UnitChoice):
    """Axis 12: a unit regains steps."""

    action = Refit
    rule = "7.5.1a"

    def units(self, s: Position) -> int:
        return reduced(s, under_way(s, effect_kinds.Restore)) if s.frame[3] else 0

    def do(self, s: Position, action: Refit) -> None:
        _, card, number, left = s.frame
        s.lost[action.unit] -= 1
        s.say("7.5.1a", "{} is refitted", s.name(action.unit))
        s.goto(card, number, left - 1)


class Refitting(EventQuestion):
    """Axis 12 restores units. It is asked only if there are more than can be. Frame: card, number, how many left."""

    rule = "7.5.1a"
    choices = (RefitUnit,)

    def side(self, s: Position) -> str | None:
        units = reduced(s, under_way(s, effect_kinds.Restore))
        return super().side(s) if units.bit_count() > s.frame[3] else None

    def prompt(self, s: Position) -> str:
        return f"Choose the units that are refitted: {s.frame[3]} left."


# -- a hex that is defended -----------------------------------------------------------------------------------------


def defended(s: Position) -> int:
    """Axis 14: the hexes with a German army in forest, swamp or rough terrain."""
    terrain = IN_TERRAIN["forest"] | IN_TERRAIN["swamp"] | IN_TERRAIN["rough"]
    return mask_of(s.place[u] for u in bits(GROUPS["german-army"]) if s.place[u] >= 0) & terrain


class Defend(HexChoice):
    """Axis 14: the hex is chosen; the effect acts there until the end of the turn."""

    action = ChooseHex
    rule = "7.5.1a"

    def hexes(self, s: Position) -> int:
        return defended(s)

    def do(self, s: Position, action: ChooseHex) -> None:
        _, card, number = s.frame
        effects.begin(s, card, number, under_way(s, effect_kinds.Shift).scope, action.at)
        s.pop()


class Defending(EventQuestion):
    """Axis 14: a hex is chosen. Frame: card, number of the effect."""

    rule = "7.5.1a"
    choices = (Defend,)

    def prompt(self, s: Position) -> str:
        return "Choose a German army in forest, swamp or rough terrain."


def lasting_loss(s: Position, card: int, number: int) -> None:
    """Axis 14: the extra loss acts in the hex that was chosen with the shift, as long as it does."""
    for _, record in list(effects.active(s, effect_kinds.Shift)):
        if record[0] == card:
            effects.begin(s, card, number, SCOPES[record[2]], *record[3:])


# -- the air bridge -------------------------------------------------------------------------------------------------


def hungry(s: Position, at: int) -> int:
    """The Axis units of a hex that are out of supply."""
    return sum(1 << unit for unit in bits(s.stack_at(at) & OF_SIDE[AXIS]) if s.supply[unit] == OUT)


def loads(s: Position, at: int, effect: effect_kinds.Supply) -> list[tuple[int, ...]]:
    """Axis 49: the sets of units of a hex that may be fed: the LCU and the card's number of SCUs, or all there are."""
    units = hungry(s, at)
    large, small = bits(units & LCU), bits(units & SCU)
    return [(*large, *some) for some in combinations(small, min(len(small), effect.scus)) if large or some]


class Feed(Choice[Position]):
    """Axis 49, 13.2.4 The units count as in fortress supply in this hex until the end of the turn."""

    action = FeedByAir
    rule = "13.2.4"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", at) for at in bits(s.occupied[AXIS]) if hungry(s, at)]

    def of(self, s: Position, handle: Handle) -> Iterable[Action]:
        kind, at = handle
        if kind != "place":
            return ()
        return [FeedByAir(at, units) for units in loads(s, at, under_way(s, effect_kinds.Supply))]

    def why_not(self, s: Position, action: Any) -> Refusal | None:
        if action.units in loads(s, action.at, under_way(s, effect_kinds.Supply)):
            return None
        return Refusal("13.2.4", f"These are not units out of supply in {PLACE_NAMES[action.at]} that could be fed.")

    def do(self, s: Position, action: FeedByAir) -> None:
        _, card, number = s.frame
        effect = under_way(s, effect_kinds.Supply)
        effects.begin(s, card, number, effect.scope, action.at, mask_of(action.units))
        for unit in action.units:
            s.set_supply(unit, supply.LEVELS.index(effect.level))
        s.say("13.2.4", "{} is fed by air", PLACE_NAMES[action.at])
        s.pop()


class Feeding(EventQuestion):
    """Axis 49 feeds the units of one hex by air. Frame: card, number of the effect."""

    rule = "13.2.4"
    choices = (Feed,)

    def prompt(self, s: Position) -> str:
        return "Choose a hex with units out of supply that are fed by air."


STEPS = (PlacingTrenches, Refitting, Defending, Feeding)
