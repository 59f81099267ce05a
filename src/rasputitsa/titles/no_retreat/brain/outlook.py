"""What the enemy could do next: where he can go, what he can attack and with how much, which cities he could walk into,
whom he could cut off. Worked out for a position from one side's point of view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from rasputitsa.board.movement import Ground, reach
from rasputitsa.board.topology import bits
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat import movement, stacking, supply, zones
from rasputitsa.titles.no_retreat.brain import battles, worth
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.combat.declare import white
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.turn_events import weather_of


def next_weather(s: NoRetreatState, side: int) -> int:
    """The weather when this side moves next."""
    turn = s.turn if (s.phasing == AXIS and side == SOVIET) else s.turn + (s.phasing == SOVIET or side == s.phasing)
    return weather_of(s, turn) if turn < len(s.sky) else s.weather


def range_mask(s: NoRetreatState, unit: int, weather: int) -> int:
    """The places a unit could end its next move in, the one it is in included."""
    game = s.game
    points = movement.allowance_in(s, unit, weather)
    start = s.place[unit]
    if not points:
        return 1 << start
    ground = game.grounds[game.armor[s.full[unit]][unit]]
    free = ground.unhindered(start, points, True).mask
    leave, first = zones.exit_zone(s, unit)
    enter, stop = movement.may_enter(s, unit) & free, s.zoc[1 - game.side_of[unit]] & free
    return _hindered(ground, start, points, enter, stop, first & free, leave) | 1 << start


@lru_cache(maxsize=1 << 14)
def _hindered(ground: Ground, start: int, points: int, enter: int, stop: int, first: int, leave: int) -> int:
    """The range of a unit, given what stands in its way within its range on an empty board. Kept: little of that
    changes from one position to the next."""
    return reach(ground, start, points, enter, stop=stop, first=first, leave=leave, one_hex=True).mask


class Outlook:
    """The enemy's possibilities against `side`."""

    def __init__(
        self, s: NoRetreatState, side: int, weights: Callable[[int], Weights], doomed: AbstractSet[int] = frozenset()
    ) -> None:
        """`weights` are those of a place; `doomed` enemies will not be there any more."""
        self.s, self.side, self.weights, self.doomed = s, side, weights, doomed
        self.weather = next_weather(s, 1 - side)
        self.rear = supply.overland(s, side)
        """The country that feeds the side."""
        self.ranges: dict[int, int] = {}
        self.strikes: dict[int, int] = {}
        """By enemy unit: the places it could attack."""
        enemies = [u for u in s.on_map(1 - side) if u not in doomed]
        self.able = [u for u in enemies if not white(s, u)]
        """The enemies that may attack of their own will."""
        self.fears: dict[int, float] = {}
        """By place of the side: what an attack on it would cost."""
        for unit in enemies:
            self._look(unit)
        self._sum_up()

    def _look(self, unit: int) -> None:
        mask = range_mask(self.s, unit, self.weather)
        self.ranges[unit] = mask
        self.strikes[unit] = self.s.game.move_net.spread(mask)

    def _sum_up(self) -> None:
        union = reachable = 0
        for mask in self.ranges.values():
            union |= mask
        for mask in self.strikes.values():
            reachable |= mask
        self.union = union
        """Everywhere the enemy could be."""
        self.reachable = reachable | union

    def after(self, changed: int) -> Outlook:
        """The outlook when something has changed in these places and nowhere else; what they do not touch is kept."""
        new = object.__new__(Outlook)
        new.s, new.side, new.weights, new.doomed = self.s, self.side, self.weights, self.doomed
        new.weather, new.rear, new.able = self.weather, self.rear, self.able
        new.ranges, new.strikes = dict(self.ranges), dict(self.strikes)
        stale = changed
        for unit, strike in self.strikes.items():
            if strike & changed:
                new._look(unit)
                stale |= strike ^ new.strikes[unit]
        new._sum_up()
        new.fears = {place: fear for place, fear in self.fears.items() if not stale >> place & 1}
        return new

    def strikers(self, place: int) -> list[int]:
        """The enemies that could attack a place: disorganized ones will be ready by then."""
        return [u for u in self.able if self.strikes[u] >> place & 1]

    def strength_against(self, place: int, units: Sequence[int]) -> int:
        """The strength these enemies could bring against a place: the strongest that find room next to it."""
        s, enemy = self.s, 1 - self.side
        strength, full = s.game.strength, s.full
        strengths = [strength[full[u]][u] for u in units]
        near = (s.game.move_net.adjacent[place] & (self.union | s.occupied[enemy])).bit_count()
        if len(units) > near and len(units) > (room := stacking.capacity(s, enemy, units, near)):
            strengths.sort(reverse=True)
            return sum(strengths[:room])
        return sum(strengths)

    def strikes_at(self, place: int) -> bool:
        """Could the enemy enter or attack a place?"""
        return bool(self.reachable >> place & 1)

    def open_cities(self) -> int:
        """VP hexes of the side without a unit that the enemy could walk into."""
        s = self.s
        return s.controls(self.side) & self.union & ~s.occupied[self.side]

    def endangered(self) -> list[int]:
        """Units of the side that would be cut off if every enemy in reach closed in around them."""
        s, enemy = self.s, 1 - self.side
        zone, memo = s.zoc[enemy], s.memo
        s.memo = {}
        s.zoc[enemy] = zone | s.game.zoc_net.spread(self.union)
        fed = supply.supplied(s, self.side)
        s.zoc[enemy], s.memo = zone, memo
        return [u for u in s.on_map(self.side) if not fed >> s.place[u] & 1 and not supply.at_home(s, u)]

    def fear(self, place: int) -> float:
        """What an attack on a hex of the side would cost."""
        found = self.fears.get(place)
        if found is None:
            found = self.fears[place] = battles.feared(self.s, self, place, self.weights(place))
        return found

    def _depth(self) -> float:
        """How deep the enemy could push into the country around the cities at home, and into that which feeds the
        side: a line of zones keeps him out."""
        s = self.s
        w = self.weights(s.game.moscow)
        own = s.controls(self.side) & (s.game.germany if self.side == AXIS else s.game.ussr)
        around = MAP.topology.everything.around
        near, far = around(own, 1), around(own, 3)
        depth = w["near"] * (self.union & near).bit_count() + w["far"] * (self.union & far).bit_count()
        return depth + w["rear"] * (self.union & self.rear).bit_count()

    def danger(self) -> float:
        """What a side has to fear in the enemy's next turn: cities walked into, stacks attacked, units cut off."""
        s = self.s
        total = 0.0
        for place in bits(self.open_cities()):
            w = self.weights(place)
            total += w["city_risk"] * worth.hex_worth(s, place, w)
        total += self._depth()
        for place in bits(s.occupied[self.side] & self.reachable):
            total += self.weights(place)["attack_risk"] * self.fear(place)
        for unit in self.endangered():
            w = self.weights(s.place[unit])
            total += w["pocket_risk"] * (w["vp"] + worth.unit_worth(s, unit, w))
        return total


def cut_off(s: NoRetreatState, side: int, zone: int, occupied: int) -> list[int]:
    """The units of a side without supply if the enemy's zone and units were these."""
    enemy = 1 - side
    old_zone, old_occupied, memo = s.zoc[enemy], s.occupied[enemy], s.memo
    s.memo = {}
    s.zoc[enemy], s.occupied[enemy] = zone, occupied
    found = supply.unsupplied_units(s, side)
    s.zoc[enemy], s.occupied[enemy], s.memo = old_zone, old_occupied, memo
    return found
