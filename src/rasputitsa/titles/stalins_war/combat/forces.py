"""[11.1.2, 11.2.1] The combat under way: who fights whom, in which supply, over which hexsides, and how it begins."""

from __future__ import annotations

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import supply
from rasputitsa.titles.stalins_war.mapboard import TOPOLOGY
from rasputitsa.titles.stalins_war.roster import OF_SIDE, TAGS
from rasputitsa.titles.stalins_war.state import FULL, NOBODY, OUT, Position

LAST = TAGS["last-loss"]
"""16.4.2 Units that lose a step only when they are alone."""
STAYING = TAGS["no-retreat"]
"""16.4.3 Units that never retreat, and fall when the enemy enters."""


def force(s: Position, side: int) -> int:
    """11.1.2 The units of a side in the combat that are still there: the active player attacks."""
    return s.attackers if side == s.active else s.defenders


def attacks(s: Position, side: int) -> bool:
    return side == s.active


def strength(s: Position, side: int) -> int:
    """11.2.1 step 2: the attack or defense strengths together."""
    if attacks(s, side):
        return sum(s.attack(unit) for unit in bits(s.attackers))
    return sum(s.defense(unit) for unit in bits(s.defenders))


def out_of_supply(s: Position, unit: int) -> bool:
    """13.3.4, 13.3.5 Fortress supply is supply in defense, but none in attack (SW-83)."""
    return s.supply[unit] != FULL if s.attackers >> unit & 1 else s.supply[unit] == OUT


def any_out(s: Position, side: int) -> bool:
    return any(out_of_supply(s, unit) for unit in bits(force(s, side)))


def all_out(s: Position, side: int) -> bool:
    """13.3.4 Is every unit of the side in the combat out of supply?"""
    units = force(s, side)
    return bool(units) and all(out_of_supply(s, unit) for unit in bits(units))


def attack_hexes(s: Position) -> int:
    """The hexes that are attacked from."""
    return mask_of(s.place[unit] for unit in bits(s.attackers))


def crossings(s: Position) -> list[str]:
    """The hexsides that the attackers cross, one for each hex they attack from: river, major_river, strait or
    nothing."""
    return [TOPOLOGY.kind(place, s.target) for place in bits(attack_hexes(s))]


def oppose(s: Position, target: int, attackers: int) -> None:
    """11.1.4 Units attack a hex: all enemy units there defend together, but for those that have retreated into it in
    this round (11.4.5)."""
    stack = s.stack_at(target) & OF_SIDE[1 - s.active]
    s.target, s.attackers = target, attackers
    s.defenders, s.bystanders = stack & ~s.retreated, stack & s.retreated


def engage(s: Position) -> None:
    """11.2.1.1 Step 1: the supply of the defenders is found (13.1.1); nothing has been lost yet."""
    supply.check_units(s, s.defenders | s.bystanders)
    s.loss, s.asterisk, s.steps_lost = [0, 0], [0, 0], [0, 0]
    s.hit, s.fallen, s.spearhead = 0, [], 0
    s.victor = NOBODY
    s.retreat = 0


def fall(s: Position, unit: int, place: int, status: int) -> None:
    """A unit of the combat has been eliminated, in this hex and supply."""
    bit = 1 << unit
    s.attackers &= ~bit
    s.defenders &= ~bit
    s.bystanders &= ~bit
    s.fallen.append((unit, place, status))


def holders(s: Position) -> int:
    """The enemy units in the attacked hex that are still there, those that had retreated into it included."""
    return s.stack_at(s.target) & OF_SIDE[1 - s.active]
