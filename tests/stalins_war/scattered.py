"""Positions at random for comparisons with plain rules: units thrown on a part of the map, markers and control around
them. They keep stacking and stand on their own side; whether a game leads there does not matter."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COLUMN,
    FORTRESSES,
    IN_TERRAIN,
    KEPT,
    PLAYABLE,
    TOWNS,
    within,
)
from rasputitsa.titles.stalins_war.roster import LCU, MARITIME, PARTISANS, SIDE_OF, STALIN, STEPS, TAGS, N
from rasputitsa.titles.stalins_war.state import AXIS, FORTRESS, FULL, OUT, SOVIET, Position

from .by_the_book import may_stack
from .situation import place, situation

CENTRES = (
    *("Leningrad", "Moscow", "Stalingrad", "Odessa", "Sevastopol", "Rostov", "Warsaw", "Konigsberg", "Riga", "Baku"),
    *("Bucharest", "Buda", "Minsk", "Berlin", "Kiev", "Astrakhan", "2232", "2932"),
)
"""Around these units are thrown: coasts, straits, borders, the Volga, the Caucasus and open ground."""
SPECIAL = (*bits(PARTISANS), *bits(TAGS["free-stacking"]), *bits(TAGS["mountain"]), STALIN, MARITIME)


@lru_cache(maxsize=1)
def _empty() -> Position:
    return situation(moment="nothing")


def scattered(
    seed: int, *, units: int = 36, distance: int = 4, turn: int = 0, side: str = "", checked: bool = False
) -> Position:
    """A position of this seed. Supply is thrown too, unless it is `checked` by the rules."""
    rng = random.Random(seed)
    s = _empty().copy()
    s.turn = turn or rng.randint(1, 18)
    s.active = ("axis", "soviet").index(side) if side else rng.randrange(2)
    ground = [p for centre in rng.sample(CENTRES, 2) for p in bits(within(place(centre), distance))]
    _units(s, rng, sorted(set(ground)), units)
    _control(s, rng)
    _markers(s, rng, ground)
    for unit in (*s.on_map(AXIS), *s.on_map(SOVIET)):
        s.supply[unit] = rng.choice((FULL, FULL, FULL, FULL, OUT, OUT, FORTRESS))
        s.lost[unit] = rng.randrange(STEPS[unit])
    _done(s, rng)
    if checked:
        from .situation import settle_supply

        settle_supply(s)
    fresh(s)
    return s


def fresh(s: Position) -> Position:
    """Nothing that was found before is remembered."""
    s.forget_zones(AXIS)
    s.forget_zones(SOVIET)
    return s


def _units(s: Position, rng: random.Random, ground: list[int], number: int) -> None:
    armies = (rng.sample([u for u in range(N) if SIDE_OF[u] == side], number // 2) for side in (AXIS, SOVIET))
    wanted = [*rng.sample(SPECIAL, 3), *(unit for pair in zip(*armies, strict=True) for unit in pair)]
    for unit in dict.fromkeys(wanted):
        own, enemy = s.occupied[SIDE_OF[unit]], s.occupied[1 - SIDE_OF[unit]]
        stacks = [p for p in ground if own >> p & 1]
        at = rng.choice(stacks if stacks and rng.random() < 0.6 else ground)
        if not enemy >> at & 1 and may_stack([*s.units_at(at), unit]):
            s.put(unit, at)


def _control(s: Position, rng: random.Random) -> None:
    front = rng.randint(12, 30)
    west = mask_of(p for p in bits(KEPT) if (COLUMN[p] <= front) != (rng.random() < 0.1))
    s.axis_held = (west | s.occupied[AXIS] & KEPT) & ~s.occupied[SOVIET]


def _some(rng: random.Random, mask: int, most: int) -> int:
    """At most this many of a set."""
    places = bits(mask)
    return mask_of(rng.sample(places, min(len(places), rng.randint(0, most))))


def _markers(s: Position, rng: random.Random, ground: Iterable[int]) -> None:
    near = mask_of(ground) & PLAYABLE
    s.razed = FORTRESSES[SOVIET] & s.axis_held | FORTRESSES[AXIS] & ~s.axis_held
    s.built = _some(rng, (TOWNS | CITIES) & near & ~s.occupied[AXIS], 1)
    s.razed |= s.built & s.axis_held
    s.festungs = _some(rng, (TOWNS | CITIES) & near & s.axis_held, 2)
    for side in (AXIS, SOVIET):
        s.trenches[side] = _some(rng, near & s.lcu_hexes[side], 2) | _some(rng, near & ~s.occupied[1 - side] & ~KEPT, 1)
    s.trenches[SOVIET] &= ~s.trenches[AXIS]
    wild = IN_TERRAIN["forest"] | IN_TERRAIN["swamp"] | IN_TERRAIN["clear"]
    s.lurking = _some(rng, near & wild & ~s.occupied[SOVIET], 4)


def _done(s: Position, rng: random.Random) -> None:
    """Some units have done something in this round."""
    own = s.present[s.active]
    s.moved, s.strategic = _some(rng, own, 5), _some(rng, own & ~LCU, 2)
    s.vacated = _some(rng, s.occupied[s.active], 2)
    s.digging = _some(rng, s.lcu_hexes[s.active], 1)
    s.ops, s.banked = rng.choice((0, 1, 2)), [rng.choice((0, 0, 1)), rng.choice((0, 0, 1))]
