"""Random positions and a plain map, for tests that hold the rules against a simple reading of the book.

    for s in positions(30, seed=1):
        assert rules(s) == plain_reading(s)

The map is read place by place: no sets of bits, nothing worked out beforehand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from rasputitsa.titles.no_retreat.codes import DISORGANIZED, UNSUPPLIED, WEATHERS
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .situation import place, situation

EDITIONS = ("board", "digital-1.1", "digital-0.2")
AREAS = tuple(place(name) for name in ("finland", "west_balkans", "south_balkans"))
FINLAND, *BALKANS = AREAS
LAND = tuple(p for p in MAP.topology.places if MAP.playable >> p & 1)
LAKES = tuple(p for p in MAP.topology.places if MAP.terrain[p] == "lake")
HEXES = tuple(p for p in LAND if p not in AREAS)
CITIES = tuple(p for p in LAND if MAP.by_site["city"] >> p & 1)
OIL = tuple(p for p in LAND if MAP.oil >> p & 1)
MARKS = (UNSUPPLIED, DISORGANIZED)


@cache
def hexside(a: int, b: int) -> str:
    """What lies between two neighbours: "" for nothing."""
    return MAP.topology.kinds.get((a, b), "")


@cache
def near(at: int) -> tuple[int, ...]:
    """The land next to a place, whatever lies between."""
    return tuple(p for p in MAP.topology.neighbours[at] if p in LAND)


@cache
def open_to(at: int) -> tuple[int, ...]:
    """The land that a unit could step into: not across lake or sea."""
    return tuple(p for p in near(at) if hexside(at, p) not in ("lake", "sea"))


def side_of(s: NoRetreatState, unit: int) -> int:
    return int(s.game.data[unit].side == "soviet")


def face(s: NoRetreatState, unit: int) -> Any:
    """The side of the counter that lies up."""
    data = s.game.data[unit]
    return data.full if s.full[unit] or data.reduced is None else data.reduced


def army(s: NoRetreatState, side: int) -> list[int]:
    """The units of a side on the map."""
    return [u for u in range(len(s.place)) if s.place[u] >= 0 and side_of(s, u) == side]


def at(s: NoRetreatState, spot: int) -> list[int]:
    return [u for u in range(len(s.place)) if s.place[u] == spot]


def places(s: NoRetreatState, side: int) -> set[int]:
    return {s.place[u] for u in army(s, side)}


def zone(s: NoRetreatState, side: int) -> set[int]:
    """8.5 The zones of control of a side."""
    able = [u for u in army(s, side) if not face(s, u).paren and not s.marks[u] & UNSUPPLIED]
    return {p for u in able for p in open_to(s.place[u]) if hexside(s.place[u], p) != "crossing"}


def holds(s: NoRetreatState, side: int, spot: int) -> bool:
    """12.7.1 Does a side control a city or oil field?"""
    return bool(s.axis_held >> spot & 1) == (side == 0)


def mask(spots: Any) -> int:
    return sum(1 << p for p in set(spots))


def spots(places: int) -> set[int]:
    return {p for p in range(places.bit_length()) if places >> p & 1}


def positions(
    count: int, *, seed: int, editions: tuple[str, ...] = EDITIONS, dense: float = 0.6, **how: Any
) -> Iterator[NoRetreatState]:
    """Positions of all editions in turn, with the armies mixed along a front line."""
    rng = random.Random(seed)
    for number in range(count):
        yield scattered(rng, editions[number % len(editions)], dense, **how)


def scattered(rng: random.Random, edition: str, dense: float, **how: Any) -> NoRetreatState:
    """A position: any turn and weather, units and control strewn about, some units marked."""
    turn = how.pop("turn", 0) or rng.randint(1, 28)
    weather = how.pop("weather", "") or rng.choice(WEATHERS)
    s = situation(phase=None, edition=edition, turn=turn, weather=weather, **how)
    s.phasing = rng.randint(0, 1)
    _strew(s, rng, dense)
    _control(s, rng)
    s.oil_lost = rng.choice((0, turn, max(0, turn - 1)))
    for side in (0, 1):
        s.rezone(side)
    s.memo.clear()
    return s


def _strew(s: NoRetreatState, rng: random.Random, dense: float) -> None:
    ranked = sorted(HEXES, key=lambda p: MAP.xy[p][0] + rng.uniform(-1.5, 1.5))
    front = rng.randint(len(ranked) // 3, 2 * len(ranked) // 3)
    camps = (ranked[front - 35 : front + 15], ranked[front - 15 : front + 35])
    for u, data in enumerate(s.game.data):
        if rng.random() > dense or data.id == "paratroop":
            continue
        side = side_of(s, u)
        camp = camps[side] if rng.random() < 0.95 else AREAS
        free = [p for p in camp if all(side_of(s, other) == side for other in at(s, p))]
        if not free:
            continue
        s.full[u] = rng.random() < 0.6
        s.put(u, rng.choice(free))
        s.marks[u] = sum(mark for mark in MARKS if rng.random() < 0.15)


def _control(s: NoRetreatState, rng: random.Random) -> None:
    """Whoever stands in a city holds it; others belong to the side that is near, more or less."""
    middle = sorted(MAP.xy[s.place[u]][0] for u in army(s, 0) + army(s, 1))
    border = middle[len(middle) // 2] if middle else 0
    s.axis_held = 0
    for spot in (*CITIES, *OIL):
        axis = MAP.xy[spot][0] + rng.uniform(-4, 4) < border
        if at(s, spot):
            axis = side_of(s, at(s, spot)[0]) == 0
        s.axis_held |= axis << spot
