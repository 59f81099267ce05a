"""What the enemy could do next: where he can go, what he can attack and with how much, which cities he could walk into,
whom he could cut off. Worked out for a position from one side's point of view."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from rasputitsa.board.movement import reach
from rasputitsa.board.topology import bits
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat import ch08_movement as movement
from rasputitsa.titles.no_retreat.brain import battles, worth
from rasputitsa.titles.no_retreat.ch13_turn_events import weather_of
from rasputitsa.titles.no_retreat.state import AXIS, DISORGANIZED, SOVIET, NoRetreatState


def next_weather(s: NoRetreatState, side: int) -> int:
    """The weather when this side moves next."""
    turn = s.turn if (s.phasing == AXIS and side == SOVIET) else s.turn + (s.phasing == SOVIET or side == s.phasing)
    return weather_of(s, turn) if turn < len(s.sky) else s.weather


def range_mask(s: NoRetreatState, unit: int, weather: int) -> int:
    """The places a unit could end its next move in, the one it is in included."""
    game = s.game
    points = min(game.move[s.full[unit]][unit], movement.WEATHER_CAP[weather])
    start = s.place[unit]
    if not points:
        return 1 << start
    leave, first = movement.exit_zone(s, unit)
    found = reach(
        game.grounds[game.armor[s.full[unit]][unit]],
        start,
        points,
        movement.may_enter(s, unit),
        stop=s.zoc[1 - game.side_of[unit]],
        first=first,
        leave=leave,
        one_hex=True,
    )
    return found.mask | 1 << start


class Outlook:
    """The enemy's possibilities against `side`."""

    def __init__(
        self,
        s: NoRetreatState,
        side: int,
        before: Outlook | None = None,
        changed: int = -1,
        doomed: AbstractSet[int] = frozenset(),
    ) -> None:
        """`before` is an outlook of nearly the same position, `changed` the places whose neighbourhood differs: ranges
        that do not touch them are taken over. `doomed` enemies will not be there any more."""
        self.s, self.side = s, side
        self.doomed: AbstractSet[int] = doomed if before is None else before.doomed
        enemy = 1 - side
        self.weather: int = next_weather(s, enemy) if before is None else before.weather
        weather = self.weather
        spread = s.game.move_net.spread
        self.ranges: dict[int, int] = {}
        self.strikes: dict[int, int] = {}
        """By enemy unit: the places it could attack."""
        union = reachable = 0
        for unit in s.on_map(enemy):
            if unit in self.doomed:
                continue
            if before is not None and not before.strikes.get(unit, -1) & changed:
                mask, strike = before.ranges[unit], before.strikes[unit]
            else:
                mask = range_mask(s, unit, weather)
                strike = spread(mask)
            self.ranges[unit] = mask
            self.strikes[unit] = strike
            union |= mask
            reachable |= strike
        self.union = union
        """Everywhere the enemy could be."""
        self.reachable = reachable | union

    def threat(self, place: int) -> int:
        """The strength the enemy could bring against a place: the strongest units that find room next to it."""
        s, enemy = self.s, 1 - self.side
        game = s.game
        white = game.white
        strengths = [
            game.strength[s.full[u]][u]
            for u, strike in self.strikes.items()
            if strike >> place & 1 and not white[s.full[u]][u]
        ]
        near = game.move_net.adjacent[place] & (self.union | s.occupied[enemy])
        room = near.bit_count() * (2 if enemy == AXIS or s.turn >= 23 else 1)
        if len(strengths) > room:
            strengths.sort(reverse=True)
            return sum(strengths[:room])
        return sum(strengths)

    def strikes_at(self, place: int) -> bool:
        """Could the enemy enter or attack a place?"""
        return bool(self.reachable >> place & 1)

    def open_cities(self) -> int:
        """Own VP hexes without a unit that the enemy could walk into."""
        s = self.s
        return s.controls(self.side) & self.union & ~s.occupied[self.side]

    def endangered(self) -> list[int]:
        """Own units that would be cut off if every enemy in reach closed in around them."""
        s, enemy = self.s, 1 - self.side
        zone, memo = s.zoc[enemy], s.memo
        s.memo = {}
        s.zoc[enemy] = zone | s.game.move_net.spread(self.union)
        fed = supply.supplied(s, self.side)
        s.zoc[enemy], s.memo = zone, memo
        return [u for u in s.on_map(self.side) if not fed >> s.place[u] & 1 and not supply.at_home(s, u)]


def danger(s: NoRetreatState, view: Outlook, w: Weights) -> float:
    """What a side has to fear in the enemy's next turn: cities walked into, stacks attacked, units cut off."""
    side = view.side
    fear = 0.0
    for place in bits(view.open_cities()):
        fear += w["city_risk"] * worth.hex_worth(s, place, w)
    for place in bits(s.occupied[side]):
        fear += w["attack_risk"] * battles.feared(s, view, place, w)
    for unit in view.endangered():
        fear += w["pocket_risk"] * (w["vp"] + worth.unit_worth(s, unit, w))
    return fear


def cut_off(s: NoRetreatState, side: int, zone: int, occupied: int) -> list[int]:
    """The units of a side without supply if the enemy's zone and units were these."""
    enemy = 1 - side
    old_zone, old_occupied, memo = s.zoc[enemy], s.occupied[enemy], s.memo
    s.memo = {}
    s.zoc[enemy], s.occupied[enemy] = zone, occupied
    found = supply.unsupplied_units(s, side)
    s.zoc[enemy], s.occupied[enemy], s.memo = old_zone, old_occupied, memo
    return found


def can_attack(s: NoRetreatState, unit: int) -> bool:
    return not (s.game.white[s.full[unit]][unit] or s.marks[unit] & DISORGANIZED)
