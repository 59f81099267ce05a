"""A plan for the whole Movement Phase: first the attacks worth preparing, then every other unit to where it does most
good or is least in danger. Made once on a copy of the position, then carried out move by move."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import partial
from typing import NamedTuple

from rasputitsa.board.floods import layers
from rasputitsa.board.topology import bits
from rasputitsa.players.shelf import Shelf
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat import movement, supply
from rasputitsa.titles.no_retreat.brain import battles, worth
from rasputitsa.titles.no_retreat.brain.drive import Drive
from rasputitsa.titles.no_retreat.brain.outlook import Outlook, cut_off
from rasputitsa.titles.no_retreat.brain.sense import NRMind, fingerprint, mobile, weights_at
from rasputitsa.titles.no_retreat.brain.storming import Storm
from rasputitsa.titles.no_retreat.codes import MOVED, UNSUPPLIED
from rasputitsa.titles.no_retreat.stacking import fits, with_room
from rasputitsa.titles.no_retreat.zones import exerts_zone

THRIFT = (1.0, 4.0)
"""The price of the strength committed to an attack: several are tried."""
LOOK_AT = 5
"""How many places of each unit are looked at closely."""
IN_HASTE = 2
"""The same for a turn that is only imagined."""
FAST = 5
"""A unit with at least this many movement points looks for places behind the enemy."""
CUTS = 3
FAR = 99


class Order(NamedTuple):
    """A unit is to go somewhere."""

    unit: int
    to: int
    why: str
    gain: float


PLANS: Shelf[tuple[Order | None]] = Shelf(3000)


def orders(mind: NRMind) -> Order | None:
    """The next move of the plan for this phase; None when all is done."""
    key = (mind.plan_key, fingerprint(mind.s))
    found = PLANS.get(key)
    if found is None:
        for before, order in Planner(mind).run():
            PLANS.put((mind.plan_key, before), (order,))
        found = PLANS.get(key)
    return found[0] if found else None


class Planner:
    """The making of a plan."""

    def __init__(self, mind: NRMind) -> None:
        self.mind = mind
        self.s = s = mind.s.copy()
        self.side, self.enemy = s.phasing, 1 - s.phasing
        self.w = mind.w
        self.free = movement.movable(s)
        self.ranges = {u: movement.range_of(s, u).mask | 1 << s.place[u] for u in self.free}
        self.doomed: set[int] = set()
        """Enemies that will hardly outlast the attacks planned."""
        self.fed = supply.supplied(s, self.side)
        self.starving = {u for u in s.on_map(self.side) if s.marks[u] & UNSUPPLIED}
        self.view = self._outlook()
        self.pull = self._distances()
        self.drive = Drive(mind, s, self.side)
        self.plan: list[tuple[object, Order | None]] = []

    def run(self) -> list[tuple[object, Order | None]]:
        """The orders, each with the position it is to be given in; None at the end."""
        self._storm()
        self.view = self._outlook()
        for unit in self._by_distance(self.free):
            self._post(unit)
        self.plan.append((fingerprint(self.s), None))
        return self.plan

    def _storm(self) -> None:
        """Prepare attacks, with the thrift that promises most."""
        ways = THRIFT[:1] if self.mind.haste > 1 else THRIFT
        tried = [(fork := self._fork(), Storm(fork, thrift).run()) for thrift in ways]
        best = max(tried, key=lambda pair: pair[1])[0]
        self.s, self.free, self.doomed, self.plan = best.s, best.free, best.doomed, best.plan
        self.ranges = best.ranges

    def _fork(self) -> Planner:
        """The same planner on a copy of its own."""
        new = copy(self)
        new.s, new.free, new.doomed, new.plan = self.s.copy(), self.free[:], set(self.doomed), self.plan[:]
        new.ranges = dict(self.ranges)
        return new

    def everywhere(self) -> int:
        """All places that units without orders could reach."""
        union = 0
        for unit in self.free:
            union |= self.ranges[unit]
        return union

    def _outlook(self) -> Outlook:
        return Outlook(self.s, self.side, partial(weights_at, self.mind), self.doomed)

    def _distances(self) -> list[int]:
        """By place: how far it is to the next prize held by the enemy."""
        s = self.s
        goals = s.controls(self.enemy) & (s.game.germany if s.in_1945 and self.side else -1)
        away = [FAR] * s.game.topology.n
        for distance, mask in enumerate(layers(s.game.move_net, goals, s.game.playable)):
            for place in bits(mask):
                away[place] = distance
        return away

    def _by_distance(self, units: Iterable[int]) -> list[int]:
        """The fast ones first, then those nearest to the enemy."""
        s = self.s
        near = layers(s.game.move_net, mobile(s, self.enemy), s.game.playable)

        def distance(unit: int) -> int:
            return next((d for d, mask in enumerate(near) if mask >> s.place[unit] & 1), FAR)

        move, full = s.game.move, s.full
        return sorted(units, key=lambda u: (move[full[u]][u] < FAST, distance(u), -s.strength(u), u))

    def go(self, unit: int, to: int, why: str, gain: float) -> bool:
        """Carry out a move on the copy, and write it down."""
        s = self.s
        if to == s.place[unit]:
            self.ranges[unit] = 1 << to
            return True
        s.memo.clear()
        if to not in movement.range_of(s, unit) or not fits(s, unit, to):
            return False
        self.plan.append((fingerprint(s), Order(unit, to, why, gain)))
        movement.move(s, unit, to)
        self.ranges[unit] = 1 << to
        s.memo.clear()
        return True

    # -- what attacks cost ----------------------------------------------------------------------------------------

    def leaving(self, unit: int, w: Weights) -> float:
        """What it costs that a unit leaves its post: a city the enemy could walk into."""
        s, at = self.s, self.s.place[unit]
        if not s.controls(self.side) >> at & 1 or not self.view.strikes_at(at):
            return 0.0
        return w["city_risk"] * worth.hex_worth(s, at, w) if len(s.units_at(at)) == 1 else 0.0

    def strain(self, unit: int, to: int, w: Weights) -> float:
        """What it costs that a unit attacks from a place without supply: it surrenders if it was cut off already."""
        s = self.s
        if self.fed >> to & 1 or self._feeds(unit, to):
            return 0.0
        share = 1.5 if s.marks[unit] & UNSUPPLIED else 0.2
        return share * w["unsupplied"] * (w["vp"] + worth.unit_worth(s, unit, w))

    def _feeds(self, unit: int, to: int) -> bool:
        """Would a city of the enemy's supply the unit that takes it?"""
        s = self.s
        if not (s.controls(self.enemy) & s.game.cities & ~s.occupied[self.enemy]) >> to & 1:
            return False
        here, held = s.place[unit], s.axis_held
        s.put(unit, to)
        s.axis_held ^= 1 << to
        s.memo.clear()
        fed = supply.in_supply(s, unit)
        s.put(unit, here)
        s.axis_held = held
        s.memo.clear()
        return fed

    def forgone(self, target: int, w: Weights) -> float:
        """What would be given up by attacking units that are cut off but not marked so yet: left alone they starve."""
        return battles.left_to_starve(self.s, target, w)

    def has_harbour(self, place: int) -> bool:
        """Would a unit of the enemy's there be in supply whatever stands around it?"""
        s = self.s
        fed = supply.by_sea(s, self.enemy) | (s.controls(self.enemy) & s.game.edges[self.enemy])
        return bool(fed >> place & 1) or any(supply.at_home(s, u) for u in s.units_at(place))

    # -- all the others -------------------------------------------------------------------------------------------

    def _post(self, unit: int) -> None:
        """Send a unit where it is needed most."""
        s = self.s
        if s.marks[unit] & MOVED and s.mover != unit:
            return
        s.memo.clear()
        reachable = movement.range_of(s, unit).mask
        fed = supply.supplied(s, self.side)
        here = s.place[unit]
        spots = [(self._worth_of(unit, p, fed), p) for p in bits(with_room(s, unit, reachable))]
        spots.sort(key=lambda pair: (-pair[0], pair[1]))
        stay = self._closely(unit, here, self._worth_of(unit, here, fed))
        best, to = stay, here
        looks = IN_HASTE if self.mind.haste > 1 else LOOK_AT
        closely = spots[:looks]
        if s.game.move[s.full[unit]][unit] >= FAST:
            cutting = self._cutting(unit, reachable)
            closely += [pair for pair in spots[looks:] if pair[1] in cutting]
        for rough, place in closely:
            found = self._closely(unit, place, rough)
            if found > best + self.w["inertia"]:
                best, to = found, place
        if to != here and self.go(unit, to, self._why(unit, to), best - stay):
            self.view = self._outlook()
        self.drive.assign(unit, s.place[unit])

    def _cutting(self, unit: int, reachable: int) -> list[int]:
        """The places where a unit would cut off most enemies: behind them, in the country that feeds them."""
        s = self.s
        fed = supply.overland(s, self.enemy) & ~s.zoc[self.side]
        already = len(cut_off(s, self.enemy, s.zoc[self.side], s.occupied[self.side]))
        found = []
        for place in bits(reachable):
            zone = s.game.zoc_reach[place]
            if zone & fed:
                gone = cut_off(s, self.enemy, s.zoc[self.side] | zone, s.occupied[self.side] | 1 << place)
                if len(gone) > already:
                    found.append((len(gone), place))
        return [place for _, place in sorted(found, reverse=True)[:CUTS]]

    def _worth_of(self, unit: int, place: int, fed: int) -> float:
        """What a place is worth to a unit at a glance."""
        s, w = self.s, weights_at(self.mind, place)
        game, bit = s.game, 1 << place
        score = self.drive.worth(unit, place) - w["march"] * min(self.pull[place], 12)
        if game.vp_hexes & bit:
            if s.controls(self.enemy) & bit:
                score += worth.hex_worth(s, place, w)
            elif self.view.strikes_at(place) and not any(u != unit for u in s.units_at(place)):
                score += w["hold"] * worth.hex_worth(s, place, w)
        if s.zoc[self.enemy] & bit:
            score += w["contact"]
        if self.view.strikes_at(place):
            score += w["terrain"] * game.shift[place]
        if exerts_zone(s, unit):
            score += w["cover"] * (game.zoc_reach[place] & self.view.union & ~s.zoc[self.side]).bit_count()
        if any(u != unit for u in s.units_at(place)):
            score -= w["crowd"]
        if not fed & bit and not self._feeds(unit, place):
            score -= w["unsupplied"] * (w["vp"] + worth.unit_worth(s, unit, w))
        return score

    def _closely(self, unit: int, place: int, rough: float) -> float:
        """What a place is worth to a unit, with what the enemy could do then, and whom it would cut off."""
        s, w = self.s, weights_at(self.mind, place)
        here, held = s.place[unit], s.axis_held
        s.put(unit, place)
        if s.controls(self.enemy) >> place & 1:
            s.axis_held ^= 1 << place
        s.memo.clear()
        changed = s.game.topology.disk(here, 1) | s.game.topology.disk(place, 1)
        view = self.view.after(changed) if place != here and changed & self.view.reachable else self.view
        score = rough - view.danger() - self._forsaken(unit, w)
        if place != here and s.game.zoc_reach[place] & self.view.union:
            score += w["cut"] * self._cut(w)
        s.put(unit, here)
        s.axis_held = held
        s.memo.clear()
        return score

    def _forsaken(self, but: int, w: Weights) -> float:
        """The worth of units already cut off that cannot trace supply as things stand: they will surrender."""
        s = self.s
        if not self.starving:
            return 0.0
        gone = [u for u in supply.unsupplied_units(s, self.side) if u in self.starving and u != but]
        return w["unsupplied"] * sum(w["vp"] + worth.unit_worth(s, u, w) for u in gone)

    def _cut(self, w: Weights) -> float:
        """The worth of the enemies that are cut off as things stand."""
        s = self.s
        gone = supply.unsupplied_units(s, self.enemy)
        return sum(w["vp"] + worth.unit_worth(s, u, w) for u in gone)

    def _why(self, unit: int, to: int) -> str:
        s = self.s
        if s.controls(self.enemy) >> to & 1:
            return f"takes {s.game.place_name(to)}"
        if s.game.vp_hexes >> to & 1:
            return f"guards {s.game.place_name(to)}"
        if s.zoc[self.enemy] >> to & 1:
            return "closes with the enemy"
        return "takes up a better position"
