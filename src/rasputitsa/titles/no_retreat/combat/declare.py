"""[10.1] Declaring all battles: the phasing side's Targets, then the other side's Counterblows."""

from __future__ import annotations

import random
from collections.abc import Iterable

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Action, ActionView, Choice, Question, Refusal, Step
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.actions.combat import Counterblow, EndCounterblows, EndTargets, Target
from rasputitsa.titles.no_retreat.choices import PlaceChoice
from rasputitsa.titles.no_retreat.codes import AXIS, DISORGANIZED, FOUGHT, LONG_WINTER, SIDES
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.combat.matching import matched
from rasputitsa.titles.no_retreat.combat.odds import Battle, previewed
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.payment import charge, payable
from rasputitsa.titles.no_retreat.state import NoRetreatState

_LIMITS = components.tables().limits
_COST = components.tables().costs.counterblow


# -- who may fight ------------------------------------------------------------------------------------------------


def white(s: NoRetreatState, unit: int) -> bool:
    return s.game.white[s.full[unit]][unit]


def may_attack(s: NoRetreatState, unit: int) -> bool:
    """10.1.1, 14.1, 14.9 Disorganized units and those with white strength do not attack of their own will."""
    return not (s.marks[unit] & DISORGANIZED or white(s, unit))


def may_strike(s: NoRetreatState, unit: int) -> bool:
    """10.1.2, 10.1.2.1, digital B.1, B.1.1 White units give no Counterblow (digital: none that cannot attack)."""
    return may_attack(s, unit) if s.game.profile.digital else not white(s, unit)


def defenders_of(s: NoRetreatState, hex_: int) -> list[int]:
    """10.4, 10.1.2, 10.1.2.2 All units in a Target Hex defend together; white ones take no part where a Counterblow is
    given, but retreat with the others."""
    units = s.units_at(hex_)
    return [u for u in units if not white(s, u)] if hex_ in s.blows else units


def places_of(s: NoRetreatState, side: int, able: bool) -> int:
    """The places with units of a side, or only those next to the enemy with units that may attack."""
    if not able:
        return s.occupied[side]
    place, near = s.place, s.game.move_net.spread(s.occupied[1 - side])
    return mask_of(p for u in s.game.units_of[side] if (p := place[u]) >= 0 and near >> p & 1 and may_attack(s, u))


def markers(s: NoRetreatState, side: int) -> int:
    """10.1, 13.1, 13.1.5, 13.5, 13.5.8 Five Target/Counterblow markers; the Axis has three in a Long Winter and from
    turn 20, one from turn 26."""
    if side != AXIS:
        return _LIMITS.targets
    fewer = [
        limit
        for limit, holds in (
            (_LIMITS.targets_long_winter_axis, s.weather == LONG_WINTER),
            (_LIMITS.targets_axis_1944, components.in_effect("three-targets", s.turn)),
            (_LIMITS.targets_axis_1945, components.in_effect("one-target", s.turn)),
        )
        if holds
    ]
    return min(_LIMITS.targets, *fewer) if fewer else _LIMITS.targets


def blow_limit(s: NoRetreatState, side: int) -> int:
    """10.1 The Counterblow markers of a side: fewer Target markers are fewer Counterblows, for they are the same
    markers (digital B.1: only attacks are limited)."""
    return markers(s, side) if s.game.profile.fewer_counterblows else _LIMITS.targets


def target_limit(s: NoRetreatState) -> int:
    """10.1, 5.3 The Target markers of the phasing side. Events may add to them, up to five, or limit them."""
    limit = markers(s, s.phasing)
    for kind, side, value in s.phase_mods:
        if side == s.phasing and kind == mods.EXTRA_TARGETS:
            limit = min(_LIMITS.targets, limit + value)
        elif side == s.phasing and kind == mods.LIMIT_TARGETS:
            limit = min(limit, value)
    return limit


# -- [10.1.1] targets ---------------------------------------------------------------------------------------------


def possible_targets(s: NoRetreatState) -> int:
    """10.1 Hexes with enemies next to a unit that may attack, not across lake or sea; not those with a marker."""
    if "targets" not in s.memo:
        s.memo["targets"] = _possible_targets(s)
    return int(s.memo["targets"])


def _possible_targets(s: NoRetreatState) -> int:
    """10.1, 8.6.1, 10.1.3 Also across the Kerch crossing, and into Finland from the three hexes beside it."""
    if len(s.targets) >= target_limit(s):
        return 0
    ours = places_of(s, s.phasing, able=True)
    found = s.game.move_net.spread(ours) & s.occupied[1 - s.phasing]
    for hex_ in (*s.targets, *s.blows):
        found &= ~(1 << hex_)
    if s.game.profile.allocate_first and s.targets:
        found = mask_of(hex_ for hex_ in bits(found) if _can_match(s, hex_))
    return found


def _can_match(s: NoRetreatState, hex_: int) -> bool:
    """digital B.2, B.4 A unit attacks one Target: every Target needs an attacker of its own (1.1: a stack)."""
    return matched([*s.targets, hex_], lambda target: leaders(s, target)) == len(s.targets) + 1


def leaders(s: NoRetreatState, target: int) -> list[int]:
    """digital B.2, B.3, B.3.1, V02.13 Those of whom one must attack a Target: units, or (1.1) hexes whose units attack
    together."""
    near = s.game.move_net.adjacent[target]
    units = [u for u in s.game.units_of[s.phasing] if s.place[u] >= 0 and near >> s.place[u] & 1 and may_attack(s, u)]
    return [s.place[u] for u in units] if s.game.profile.stack_attacks_together else units


def why_not_target(s: NoRetreatState, hex_: int) -> Refusal | None:
    """10.1, 10.1.1 The rule that forbids a Target."""
    if possible_targets(s) >> hex_ & 1:
        return None
    name = s.game.place_name(hex_)
    if len(s.targets) >= target_limit(s):
        return Refusal("10.1", f"You have placed all {target_limit(s)} Target markers you may use.")
    if hex_ in s.targets or hex_ in s.blows:
        return Refusal("10.1", f"{name} will be attacked already.")
    if not s.occupied[1 - s.phasing] >> hex_ & 1:
        return Refusal("10.1", f"There is no enemy in {name}.")
    near = s.game.move_net.adjacent[hex_]
    if not near & s.occupied[s.phasing]:
        return Refusal("10.3.3", f"None of your units is next to {name}.")
    if not near & places_of(s, s.phasing, able=True):
        return Refusal("10.1.1", f"The units next to {name} are disorganized or of white strength.")
    return Refusal("B.4", f"No attacker would be left for {name}: each Target needs one of its own.")


class CombatStart(Step[NoRetreatState]):
    """10.0 A Combat Phase begins: events, and Counterblow markers left from the turn before. Those that nobody stands
    next to have no effect (10.7)."""

    rule = "10.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        s.targets, s.struck, s.free_blows = [], 0, 0
        s.blows = [hex_ for hex_ in s.blows if _still_due(s, hex_)]
        open_window(s, "enemy-combat", 1 - s.phasing)
        open_window(s, "combat", s.phasing)


def _still_due(s: NoRetreatState, hex_: int) -> bool:
    """10.7, 10.7.8 Must the enemy in a hex with a Counterblow marker still be attacked?"""
    if not s.occupied[1 - s.phasing] >> hex_ & 1 or all(white(s, u) for u in s.units_at(hex_)):
        return False
    due = bool(s.game.move_net.adjacent[hex_] & s.occupied[s.phasing])
    if not due:
        s.say("10.7", "Nobody answers the counterblow from {}", s.game.place_name(hex_), at=[s.game.place_id(hex_)])
    return due


class DeclareTarget(PlaceChoice):
    """10.1.1 A hex will be attacked."""

    action = Target

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return bits(possible_targets(s))

    def why_not(self, s: NoRetreatState, action: Target) -> Refusal | None:
        return why_not_target(s, action.hex)

    def do(self, s: NoRetreatState, action: Target) -> None:
        s.targets.append(action.hex)
        place = s.game.place_name(action.hex)
        s.say("10.1.1", "{} will attack {}", s.game.side_names[s.phasing], place, at=[s.game.place_id(action.hex)])

    def show(self, s: NoRetreatState, action: Target, shown: ActionView) -> None:
        shown.preview = previewed(s, all_out(s, action.hex))


class NoMoreTargets(Choice[NoRetreatState]):
    """10.1.1 Nobody has to attack."""

    action = EndTargets
    label = "No more targets"

    def do(self, s: NoRetreatState, action: EndTargets) -> None:
        s.pop()


class VoluntaryAttacks(Question[NoRetreatState]):
    """10.1.1, digital B.1 The phasing side declares all the hexes it will attack."""

    rule = "10.1.1"
    choices = (DeclareTarget, NoMoreTargets)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if possible_targets(s) else None

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        hexes = bits(possible_targets(s))
        pick = int(rng.random() * (len(hexes) + 1))
        return Target(hexes[pick]) if pick < len(hexes) else EndTargets()

    def prompt(self, s: NoRetreatState) -> str:
        return f"Declare the hexes you will attack ({len(s.targets)} of {target_limit(s)})."


def all_out(s: NoRetreatState, hex_: int) -> Battle:
    """The battle if every unit that may do so attacks a hex."""
    near = s.game.move_net.adjacent[hex_]
    units = [u for u in s.game.units_of[s.phasing] if s.place[u] >= 0 and near >> s.place[u] & 1]
    attackers = [u for u in units if not s.marks[u] & FOUGHT and (hex_ in s.blows or may_attack(s, u))]
    return Battle(s.phasing, attackers, defenders_of(s, hex_), [hex_])


# -- [10.1.2] counterblows ----------------------------------------------------------------------------------------


def possible_blows(s: NoRetreatState, *, free: bool = False) -> int:
    """10.1.2 Hexes of the side not on move with a unit that may strike, next to the enemy, without a marker. It has
    five markers (see `blow_limit`), those that a CB result left on its hexes included; each costs a card unless an
    event gives it (`free`)."""
    side = 1 - s.phasing
    if len(s.blows) >= blow_limit(s, side) or not (free or s.free_blows or payable(s, side) >= _COST):
        return 0
    near = s.game.move_net.spread(s.occupied[s.phasing]) & s.occupied[side]
    for hex_ in (*s.targets, *s.blows):
        near &= ~(1 << hex_)
    place = s.place
    return mask_of(p for u in s.game.units_of[side] if (p := place[u]) >= 0 and near >> p & 1 and may_strike(s, u))


def why_not_blow(s: NoRetreatState, hex_: int) -> Refusal | None:
    """10.1.2 The rule that forbids a Counterblow."""
    if possible_blows(s) >> hex_ & 1:
        return None
    name, side = s.game.place_name(hex_), 1 - s.phasing
    if len(s.blows) >= blow_limit(s, side):
        return Refusal("10.1", f"All {blow_limit(s, side)} Counterblow markers you may use are on the map.")
    if hex_ in s.targets:
        return Refusal("10.1.2", f"{name} is a Target hex already.")
    if hex_ in s.blows:
        return Refusal("10.1.2", f"There is a Counterblow marker on {name} already.")
    if not s.occupied[side] >> hex_ & 1:
        return Refusal("10.1.2", f"You have no unit in {name}.")
    if not s.game.move_net.adjacent[hex_] & s.occupied[s.phasing]:
        return Refusal("10.1.2", f"No enemy is next to {name}.")
    if not any(may_strike(s, u) for u in s.units_at(hex_)):
        return Refusal("10.1.2", f"No unit in {name} can give a counterblow.")
    return Refusal("10.1.2", "You have no card to pay for a counterblow.")


class DeclareCounterblow(PlaceChoice):
    """10.1.2 A hex of the side not on move has to be attacked, for a card."""

    action = Counterblow

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return bits(possible_blows(s))

    def why_not(self, s: NoRetreatState, action: Counterblow) -> Refusal | None:
        return why_not_blow(s, action.hex)

    def do(self, s: NoRetreatState, action: Counterblow) -> None:
        s.blows.append(action.hex)
        place, side = s.game.place_name(action.hex), 1 - s.phasing
        s.say("10.1.2", "{} strike from {}", s.game.side_names[side], place, at=[s.game.place_id(action.hex)])
        if s.free_blows:
            s.free_blows -= 1
        else:
            charge(s, side, _COST)

    def show(self, s: NoRetreatState, action: Counterblow, shown: ActionView) -> None:
        shown.preview["pays"] = 0 if s.free_blows else _COST


class NoMoreCounterblows(Choice[NoRetreatState]):
    """10.1.2 Nobody has to give a Counterblow."""

    action = EndCounterblows
    label = "No more counterblows"

    def do(self, s: NoRetreatState, action: EndCounterblows) -> None:
        s.pop()


class Counterblows(Question[NoRetreatState]):
    """10.1.2, 10.1.4, digital B.1 The other side may name further hexes that must be attacked, for a card each. Frame:
    0 before the events of this moment, 1 after."""

    rule = "10.1.2"
    choices = (DeclareCounterblow, NoMoreCounterblows)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[1 - s.phasing] if s.frame[1:] and possible_blows(s) else None

    def advance(self, s: NoRetreatState) -> None:
        if s.frame[1:]:
            s.pop()
        else:
            s.goto(1)
            open_window(s, "counterblow", 1 - s.phasing)

    def prompt(self, s: NoRetreatState) -> str:
        return "Declare Counterblows: hexes of yours that the enemy must attack, for a card each."


STEPS = (CombatStart, VoluntaryAttacks, Counterblows)
