"""The first part of a plan for the Movement Phase: which attacks to prepare and which empty cities to take, and who
goes where for that. Attacks are chosen greedily, the best first; with more or less thrift, so that one big attack
competes with several small ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.brain import battles, worth
from rasputitsa.titles.no_retreat.brain.sense import weights_at
from rasputitsa.titles.no_retreat.combat.declare import may_attack, target_limit
from rasputitsa.titles.no_retreat.combat.odds import Battle
from rasputitsa.titles.no_retreat.stacking import fits
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.zones import exerts_zone

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.brain.moving import Planner


MOST = 4
"""The most units that make a ring."""


class Approach(NamedTuple):
    """An attack that could be prepared: who goes where, what it is worth, and what is left of that when the strength
    committed has its price."""

    target: int
    posts: tuple[tuple[int, int], ...]
    worth: float
    value: float

    @property
    def units(self) -> set[int]:
        return {unit for unit, _ in self.posts}


class Storm:
    """The making of this part of a plan."""

    def __init__(self, planner: Planner, thrift: float) -> None:
        self.planner = planner
        self.thrift = thrift
        s = planner.s
        self.ready = {u for u in s.on_map(planner.side) if may_attack(s, u)}
        self.targets = self._targets()
        self.found: dict[int, Approach | None] = {}
        self.rings: dict[int, Approach | None] = {}
        self.backed = False
        """May the next attack count on a support marker?"""

    def run(self) -> float:
        """Prepare attacks and take cities while that pays; what it all promises."""
        s, side = self.planner.s, self.planner.side
        total = 0.0
        for number in range(target_limit(s)):
            backed = number < s.supports[side]
            if backed != self.backed:
                self.backed, self.found = backed, {}
            best = self._best()
            while (gain := self._other_gains(best.value if best else 0.0)) > 0:
                total += gain
                best = self._best()
            if best is None or best.value < weights_at(self.planner.mind, best.target)["attack"]:
                break
            total += best.worth
            self._order(best)
        return total

    def _targets(self) -> list[int]:
        s, ranges = self.planner.s, self.planner.ranges
        reach = 0
        for unit in self.ready:
            reach |= ranges.get(unit, 1 << s.place[unit])
        return list(bits(s.game.move_net.spread(reach) & s.occupied[self.planner.enemy]))

    def _best(self) -> Approach | None:
        for target in self.targets:
            if target not in self.found:
                self.found[target] = self._approach(target)
        return max((a for a in self.found.values() if a is not None), key=lambda a: a.value, default=None)

    def _order(self, best: Approach) -> None:
        """Send the units of an attack to their places."""
        planner = self.planner
        name = planner.s.game.place_name(best.target)
        for unit, to in best.posts:
            if unit in planner.free:
                planner.free.remove(unit)
                planner.go(unit, to, f"joins an attack on {name}", best.value)
        self.targets.remove(best.target)
        if best.value > planner.w["doomed"]:
            planner.doomed |= set(planner.s.units_at(best.target))
        self._spent(best.units)

    def _spent(self, units: set[int]) -> None:
        """These units have their orders."""
        self.ready -= units
        self._moved(units)

    def _moved(self, units: set[int]) -> None:
        self.found = {t: a for t, a in self.found.items() if t in self.targets and (a is None or not units & a.units)}
        self.rings = {t: a for t, a in self.rings.items() if t in self.targets and (a is None or not units & a.units)}

    def _other_gains(self, bar: float) -> float:
        """An empty city or a ring around an enemy, if that is worth more than the best attack; what it brings."""
        ring = self._best_ring()
        if ring is not None and ring.value > bar:
            gain = self._grab(ring.value)
            return gain or self._close(ring)
        return self._grab(bar)

    # -- rings ----------------------------------------------------------------------------------------------------

    def _best_ring(self) -> Approach | None:
        for target in self.targets:
            if target not in self.rings:
                self.rings[target] = self._ring(target)
        return max((a for a in self.rings.values() if a is not None), key=lambda a: a.value, default=None)

    def _ring(self, target: int) -> Approach | None:
        """Units placed so that whoever stands in the target can neither move nor trace supply: he will surrender."""
        planner = self.planner
        s, w = planner.s, weights_at(planner.mind, target)
        gain = w["ring"] * worth.starving(s, s.units_at(target), w)
        exits = s.game.move_net.adjacent[target] & ~s.occupied[planner.side]
        if not gain or exits & s.occupied[planner.enemy] or planner.has_harbour(target):
            return None
        left = exits & ~self._firm_zone()
        posts: list[tuple[int, int]] = []
        cost = 0.0
        while left:
            chosen = self._ring_post(target, left, posts, w)
            if chosen is None or len(posts) == MOST:
                return None
            unit, to, price = chosen
            posts.append((unit, to))
            cost += price
            left &= ~(s.game.zoc_reach[to] | 1 << to)
        value = gain - cost
        return Approach(target, tuple(posts), gain, value) if posts and value > 0 else None

    def _firm_zone(self) -> int:
        """The zones of control of units that will not move any more, and the places they hold."""
        planner = self.planner
        s, zone = planner.s, 0
        for unit in s.on_map(planner.side):
            if unit not in planner.free and exerts_zone(s, unit):
                zone |= s.game.zoc_reach[s.place[unit]] | 1 << s.place[unit]
        return zone

    def _ring_post(
        self, target: int, left: int, posts: Sequence[tuple[int, int]], w: Weights
    ) -> tuple[int, int, float] | None:
        """The unit and the place that close most of what is open, at the best price."""
        planner = self.planner
        s = planner.s
        used = {u for u, _ in posts}
        near = s.game.topology.disk(target, 2) & ~s.occupied[planner.enemy]
        best: tuple[int, int, float] | None = None
        merit = 0.0
        for unit in planner.free:
            if unit in used or not exerts_zone(s, unit):
                continue
            for place in bits(planner.ranges[unit] & near):
                closed = ((s.game.zoc_reach[place] | 1 << place) & left).bit_count()
                if closed and _room(s, unit, place, posts):
                    price = self._price(unit, place, w) - w["stay"] * (place == s.place[unit])
                    found = closed - 0.1 * s.strength(unit) - price
                    if best is None or found > merit:
                        best, merit = (unit, place, price), found
        return best

    def _close(self, ring: Approach) -> float:
        """Send the units of a ring to their places; from there they may still attack others."""
        planner = self.planner
        name = planner.s.game.place_name(ring.target)
        for unit, to in ring.posts:
            planner.free.remove(unit)
            planner.go(unit, to, f"closes the ring around {name}", ring.value)
        self.targets.remove(ring.target)
        self._moved(ring.units)
        return ring.worth

    # -- empty cities ---------------------------------------------------------------------------------------------

    def _grab(self, bar: float) -> float:
        """Send a unit into an empty city if that is worth more than the best attack; what it brings."""
        planner = self.planner
        s = planner.s
        prizes = s.controls(planner.enemy) & ~s.occupied[planner.enemy]
        best, chosen = max(bar, 0.0), (-1, -1)
        for place in bits(prizes & planner.everywhere()):
            w = weights_at(planner.mind, place)
            for unit in planner.free:
                if planner.ranges[unit] >> place & 1 and fits(s, unit, place):
                    gain = w["grab"] * worth.hex_worth(s, place, w) - self._price(unit, place, w)
                    if gain > best:
                        best, chosen = gain, (unit, place)
        unit, place = chosen
        if unit < 0:
            return 0.0
        planner.free.remove(unit)
        planner.go(unit, place, f"takes {s.game.place_name(place)}", best)
        self._spent({unit})
        return best

    def _price(self, unit: int, to: int, w: Weights) -> float:
        """What it costs to send a unit somewhere: strength missed elsewhere, a post left, supply lost."""
        planner = self.planner
        price = self.thrift * w["commit"] * planner.s.strength(unit) + planner.strain(unit, to, w)
        return price + (planner.leaving(unit, w) if to != planner.s.place[unit] else 0.0)

    # -- attacks --------------------------------------------------------------------------------------------------

    def _approach(self, target: int) -> Approach | None:
        """The best attack that could be made on a hex by moving units next to it."""
        planner = self.planner
        s, w = planner.s, weights_at(planner.mind, target)
        near = s.game.move_net.adjacent[target] & ~s.occupied[planner.enemy]
        able = [(u, m) for u in self.ready if (m := planner.ranges.get(u, 1 << s.place[u]) & near)]
        defenders = s.units_at(target)
        defence = sum(s.strength(u) for u in defenders)
        if not able or sum(s.strength(u) for u, _ in able) < w["reckless"] * defence:
            return None
        able.sort(key=lambda pair: (-s.strength(pair[0]), not near >> s.place[pair[0]] & 1, pair[0]))
        return self._best_prefix(target, able, defenders, w)

    def _best_prefix(
        self, target: int, able: Sequence[tuple[int, int]], defenders: Sequence[int], w: Weights
    ) -> Approach | None:
        """Put units next to the target one after the other, the strongest first, and keep as many as pay."""
        planner = self.planner
        s, side = planner.s, planner.side
        old = {u: s.place[u] for u, _ in able}
        zone, occupied = s.zoc[side], s.occupied[side]
        posts: list[tuple[int, int]] = []
        best: Approach | None = None
        forgone, cost = planner.forgone(target, w), 0.0
        for unit, slots in able:
            to = self._slot(unit, slots, target, zone, posts, w)
            if to < 0:
                continue
            cost += self._price(unit, to, w)
            s.place[unit] = to
            posts.append((unit, to))
            occupied |= 1 << to
            zone |= s.game.zoc_reach[to]
            b = Battle(side, [u for u, _ in posts], defenders, [target], support=self.backed)
            found = battles.value(s, b, w, zone=zone, occupied=occupied) - forgone
            if best is None or found - cost > best.value:
                best = Approach(target, tuple(posts), found, found - cost)
        for unit, place in old.items():
            s.place[unit] = place
        return best

    def _slot(self, unit: int, slots: int, target: int, zone: int, posts: Sequence[tuple[int, int]], w: Weights) -> int:
        """The place next to the target where a unit does most: bars the retreat, crosses no river, stands well."""
        s = self.planner.s
        best, found = -1e9, -1
        for place in bits(slots):
            if not _room(s, unit, place, posts):
                continue
            barred = (s.game.zoc_reach[place] & s.game.topology.disk(target, 2) & ~zone).bit_count()
            score = w["bar"] * barred + w["terrain"] * s.game.shift[place] + w["stay"] * (place == s.place[unit])
            score -= w["river"] * (s.game.topology.kinds.get((place, target)) == "river")
            if score > best:
                best, found = score, place
        return found


def _room(s: NoRetreatState, unit: int, place: int, posts: Sequence[tuple[int, int]]) -> bool:
    """Is there room for a unit beside those that are to go to the same place?"""
    return fits(s, unit, place, beside=[u for u, to in posts if to == place])
