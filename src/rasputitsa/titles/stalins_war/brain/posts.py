"""Where a unit stands well: towards the goals, in hexes that must be held, in the line, on good ground."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import weather
from rasputitsa.titles.stalins_war.brain.sense import Look, defense_at
from rasputitsa.titles.stalins_war.mapboard import LAND, TERRAIN_AT, TOWNS
from rasputitsa.titles.stalins_war.roster import COUNTED, LCU, OF_SIDE, STALIN
from rasputitsa.titles.stalins_war.state import MOST_UNITS, Position

LINE = 2
"""A unit this near to the enemy is in the line."""
ENOUGH = 0.6
"""A hex is safe with this part of the strength that threatens it."""


def post(look: Look, s: Position, unit: int, place: int) -> float:
    """What a unit is worth in a hex, with all others where they stand in `s`."""
    w, side = look.w, look.side
    if unit == STALIN:
        return 0.0
    power = s.attack(unit) + s.defense(unit)
    value = w["pull"] * look.pull(place) * (s.attack(unit) + w["escort"])
    value += guard(look, s, unit, place)
    near = look.enemies_within(place, LINE)
    if near:
        value += w["line"] * s.defense(unit) - w["rough"] * TERRAIN_AT[place].shift
        value -= risk(look, s, unit, place)
        value += w["shoulder"] * _friends_beside(s, side, place, unit)
    others = s.stack_at(place) & OF_SIDE[side] & COUNTED & ~(1 << unit)
    value -= w["crowd"] * power * others.bit_count() / MOST_UNITS
    if not look.supplied(unit, place):
        value -= w["starve"] * power
    return value


def guard(look: Look, s: Position, unit: int, place: int) -> float:
    """What the unit adds to the defense of a hex that must be held: the first one most of all."""
    worth = look.keeps.get(place, 0.0)
    if not worth:
        return 0.0
    threat = look.threat[place]
    before = defense_at(s, look.side, place, 1 << unit)
    if not threat:
        return look.w["garrison"] * worth if place in look.precious and not before else 0.0
    after = before + s.defense(unit)
    need = ENOUGH * threat + 1.0
    held = min(1.0, after / need) - min(1.0, before / need)
    first = look.w["first"] if not before else 0.0
    danger = min(1.0, threat / look.w["alarm"]) * (1.0 if LCU >> unit & 1 else look.w["scu_guard"])
    return worth * (look.w["hold"] * held + first) * danger


def risk(look: Look, s: Position, unit: int, place: int) -> float:
    """What the enemy could do to the unit there, beyond what the stack can bear."""
    strength = defense_at(s, look.side, place, 1 << unit) + s.defense(unit)
    excess = max(0.0, look.threat[place] - 2.0 * strength - 2.0) / (strength + 2.0)
    cold = 1.3 if weather.axis_freezes(s) else 1.0
    return look.w["risk"] * min(3.0, excess) * s.steps_left(unit) * cold * (0.7 if TOWNS >> place & 1 else 1.0)


def _friends_beside(s: Position, side: int, place: int, unit: int) -> float:
    """A line without holes: friendly stacks next to the hex, two at most; a unit that is left alone does not count."""
    beside = LAND.spread(1 << place) & s.occupied[side] & ~(1 << place)
    alone = s.place[unit] >= 0 and s.stack_at(s.place[unit]) & OF_SIDE[side] == 1 << unit
    if alone:
        beside &= ~(1 << s.place[unit])
    return min(2, beside.bit_count())


def best_place(look: Look, s: Position, unit: int, places: int) -> tuple[float, int]:
    """The best of some hexes for a unit, with its value; (-inf, -1) without any."""
    return max(((post(look, s, unit, place), place) for place in bits(places)), default=(float("-inf"), -1))
