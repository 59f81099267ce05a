"""Attacks: which forces could strike which hex, and what would come of it on average. Columns, shifts and chances are
asked of the rules; only what they are worth is judged here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import movement
from rasputitsa.titles.stalins_war.brain.sense import Look
from rasputitsa.titles.stalins_war.combat import blitz, columns, eligibility, fire, forces
from rasputitsa.titles.stalins_war.combat_odds import Fire, Loss, losses
from rasputitsa.titles.stalins_war.mapboard import LAND, NEXT
from rasputitsa.titles.stalins_war.roster import COUNTED, LCU, MECHANIZED, OF_SIDE, REBUILDS, SCU
from rasputitsa.titles.stalins_war.state import MOST_UNITS, Position
from rasputitsa.titles.stalins_war.zones import unnegated

MOST_HEXES: Final = 3
"""Attacks from more hexes than this are not thought of."""
Force = dict[int, int]
"""Where each unit of an attack stands, or would go first."""


class Battle(NamedTuple):
    """An attack that could be made."""

    value: float
    target: int
    force: Force
    hexes: int
    """The hexes it is made from."""
    cost: int
    """OPS: one for each hex that is not marked yet, and what it costs to get there."""


# -- what an attack is worth ----------------------------------------------------------------------------------------


class Chances(NamedTuple):
    """What comes of two fires at each other, on average."""

    attacker_loses: float
    defender_loses: float
    wins: float
    wipes_out: float


class Target(NamedTuple):
    """What a fire is aimed at: the steps there are, and whether an SCU can take an asterisked loss (11.3.4)."""

    steps: int
    scus: bool

    def loses(self, loss: Loss) -> int:
        """The steps that a result costs."""
        return 0 if loss.scu_only and not self.scus else min(loss.number, self.steps)


@lru_cache(maxsize=20_000)
def chances(attack: Fire, defend: Fire, attackers: Target, defenders: Target, ties: bool) -> Chances:
    """The exact chances of both fires: steps lost on average, and how often the attacker wins."""
    mine = theirs = wins = wiped = 0.0
    for found, p in losses(attack).items():
        all_dead = defenders.loses(found) == defenders.steps
        theirs += float(p) * defenders.loses(found)
        wiped += float(p) * all_dead
        for other, q in losses(defend).items():
            won = found.number > other.number or (ties and found.number == other.number) or all_dead
            wins += float(p * q) * (won and attackers.loses(other) < attackers.steps)
    for other, q in losses(defend).items():
        mine += float(q) * attackers.loses(other)
    return Chances(mine, theirs, wins, wiped)


def with_force(s: Position, target: int, force: Mapping[int, int]) -> Position:
    """The position with the combat begun, the attackers where they would attack from."""
    planned = s.copy()
    for unit, place in force.items():
        planned.place[unit] = place
    planned.combat |= mask_of(force.values())
    forces.oppose(planned, target, mask_of(force))
    planned.paired = 0
    forces.engage(planned)
    return planned


def combat_value(look: Look, p: Position) -> float:
    """What the combat of a position with attackers and defenders in it is worth to the attacker."""
    w, attacker, defender = look.w, p.active, 1 - p.active
    if not p.defenders:
        return w["kill"] * sum(step_worth(p, unit) for unit in bits(p.bystanders)) if p.bystanders else 0.0
    fires = columns.fire(p, attacker), columns.fire(p, defender)
    sides = [_target(p, force) for force in (p.attackers, p.defenders)]
    found = chances(*fires, *sides, fire.wins_tie(p))
    mine, theirs = (_worth_of_a_step(p, force) for force in (p.attackers, p.defenders))
    value = w["kill"] * found.defender_loses * theirs - w["loss"] * found.attacker_loses * mine
    value += found.wins * (w["ground"] + w["take"] * look.worth.get(p.target, 0.0))
    if blitz.may_follow(p, p.attackers):
        value += found.wins * w["blitz"]
    if trapped(p, defender, p.target):
        value += w["trap"] * (found.wins - found.wipes_out) * sides[1].steps * theirs
    return value


def _target(p: Position, force: int) -> Target:
    return Target(sum(p.steps_left(unit) for unit in bits(force)), bool(force & SCU))


def _worth_of_a_step(p: Position, force: int) -> float:
    """What a step of a force is worth on average."""
    steps = sum(p.steps_left(unit) for unit in bits(force))
    return sum(step_worth(p, unit) for unit in bits(force)) / max(1, steps)


def step_worth(s: Position, unit: int) -> float:
    """What the steps a unit has left are worth together: more for large and mobile units and those never rebuilt."""
    weight = 1.5 if LCU >> unit & 1 else 1.2 if MECHANIZED >> unit & 1 else 0.8
    gone_for_good = sum(not rebuilt for rebuilt in REBUILDS[unit][s.lost[unit] :])
    return weight * (s.steps_left(unit) + 0.3 * gone_for_good)


def trapped(s: Position, side: int, place: int) -> bool:
    """11.4.4 Is there no hex next to this one where units of the side could retreat?"""
    shut = s.occupied[1 - side] | unnegated(s, side)
    return not LAND.spread(1 << place) & ~shut


# -- which attacks --------------------------------------------------------------------------------------------------


class Muster:
    """All attacks of the active side, if each unit may be in any of the hexes of `reach`."""

    def __init__(self, look: Look, reach: Mapping[int, int]) -> None:
        self.look, self.s, self.side = look, look.s, look.side
        self.reach = {unit: hexes for unit, hexes in reach.items() if self.s.attack(unit)}
        self.targets = eligibility.open_targets(self.s)

    def plan(self, points: int, least: float) -> list[Battle]:
        """The best attacks that these OPS pay for, the best first; no unit is in two of them."""
        chosen: list[Battle] = []
        free, targets = set(self.reach), self.targets
        known: dict[int, Battle | None] = {}
        while points >= 0:
            for target in bits(targets):
                if target not in known:
                    known[target] = self.best(target, free)
            able = [b for b in known.values() if b and b.value >= least and b.cost <= points]
            if not able:
                break
            best = max(able, key=lambda b: b.value / (b.cost + 0.5))
            chosen.append(best)
            points -= best.cost
            free -= set(best.force)
            targets &= ~(1 << best.target)
            known = {t: b for t, b in known.items() if targets >> t & 1 and b and not set(b.force) & set(best.force)}
        return chosen

    def best(self, target: int, free: set[int]) -> Battle | None:
        """The best attack on a hex by units that are free."""
        stacks = {place: self.stack(place, free, False) for place in self._beside(target)}
        first = [self.battle(target, dict.fromkeys(units, place)) for place, units in stacks.items() if units]
        found = [b for b in first if b]
        if not found:
            return None
        best = max(found, key=lambda b: b.value)
        while best.hexes.bit_count() < MOST_HEXES:
            more = [b for b in self._extended(best, free) if b and b.value > best.value + self.look.w["ops"]]
            if not more:
                break
            best = max(more, key=lambda b: b.value)
        return best

    def _extended(self, battle: Battle, free: set[int]) -> Iterator[Battle | None]:
        """The same attack with a further hex."""
        lcu = any(LCU >> unit & 1 for unit in battle.force)
        for place in self._beside(battle.target, battle.hexes):
            units = self.stack(place, free - set(battle.force), lcu)
            if any(MECHANIZED >> unit & 1 for unit in units):
                yield self.battle(battle.target, {**battle.force, **dict.fromkeys(units, place)})

    def _beside(self, target: int, taken: int = 0) -> tuple[int, ...]:
        """The hexes a target could be attacked from, besides those taken."""
        return tuple(bits(NEXT[target] & ~self.s.occupied[1 - self.side] & ~taken))

    def stack(self, place: int, free: set[int], no_lcu: bool) -> list[int]:
        """11.1.3, 9.1 The strongest units that could attack from a hex together."""
        s, bit = self.s, 1 << place
        able = [u for u in free if self.reach[u] & bit and self._may(u, place)]
        able.sort(key=lambda u: (s.place[u] == place, s.attack(u)), reverse=True)
        staying = s.stack_at(place) & OF_SIDE[self.side] & COUNTED
        chosen: list[int] = []
        for unit in able:
            if LCU >> unit & 1 and (no_lcu or any(LCU >> u & 1 for u in chosen)):
                continue
            if LCU >> unit & 1 and s.place[unit] != place and staying & LCU:
                continue
            coming = [u for u in chosen if s.place[u] != place]
            if s.place[unit] != place and staying.bit_count() + len(coming) >= MOST_UNITS:
                continue
            chosen.append(unit)
        return chosen

    def _may(self, unit: int, place: int) -> bool:
        """Units attack from where they stand, or go where they are fed."""
        return self.s.place[unit] == place or self.look.supplied(unit, place)

    def battle(self, target: int, force: Force) -> Battle | None:
        """An attack with its value; None if the rules forbid it."""
        p = with_force(self.s, target, force)
        units = p.attackers
        allowed = [u for u in bits(units) if eligibility.targets_of(p, u) >> target & 1]
        if len(allowed) < units.bit_count():
            force = {u: force[u] for u in allowed}
            return self.battle(target, force) if force else None
        if eligibility.why_not_force(p, units, target):
            return None
        hexes = mask_of(force.values())
        return Battle(
            combat_value(self.look, p), target, force, hexes, (hexes & ~eligibility.marked(self.s)).bit_count()
        )

    def _price(self, force: Force) -> int:
        """7.3.3 The OPS it costs the units to leave enemy zones of control."""
        leaving: dict[int, int] = {}
        for unit, place in force.items():
            here = self.s.place[unit]
            if here != place:
                leaving[here] = leaving.get(here, 0) | 1 << unit
        return sum(movement.price(self.s, units, here) for here, units in leaving.items())


def standing(s: Position, side: int) -> dict[int, int]:
    """By unit that may attack: the hex where it stands."""
    return {unit: 1 << s.place[unit] for unit in bits(eligibility.able(s) & OF_SIDE[side])}


def marked(s: Position, side: int) -> dict[int, int]:
    """By unit that may attack with the markers that are there: the hex where it stands."""
    return {unit: 1 << s.place[unit] for unit in bits(eligibility.attackers(s) & OF_SIDE[side])}
