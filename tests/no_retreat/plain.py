"""A plain reading of the rules of supply and of where units may go: place by place, to hold the rules against."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.titles.no_retreat.codes import SCORCHED
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .positions import BALKANS, CITIES, FINLAND, HEXES, LAKES, LAND, OIL, army, holds, places, side_of, zone
from .situation import place

WEST, EAST = ("W", "NW", "SW"), ("E", "NE", "SE")
EDGES = (
    {p for p in HEXES if MAP.edges["west"] >> p & 1},
    {p for p in HEXES if (MAP.edges["east"] | MAP.edges["south"]) >> p & 1},
)
GERMANY = {p for p in LAND if MAP.sides["greater_germany"] >> p & 1}
USSR = {p for p in LAND if MAP.sides["ussr"] >> p & 1}


def digital(s: NoRetreatState) -> bool:
    return s.game.edition != "board"


def roads(s: NoRetreatState, side: int) -> set[int]:
    """6.3 The places that a supply path may enter."""
    mine, foe, theirs = places(s, side), zone(s, 1 - side), places(s, 1 - side)
    return {
        p
        for p in (*HEXES, *LAKES)
        if p not in theirs and not (p in CITIES and not holds(s, side, p)) and (p not in foe or p in mine)
    }


def wet(p: int) -> Iterable[int]:
    """The neighbours that a supply path may go to, lakes among them."""
    return MAP.topology.neighbours[p]


def plain_cities(s: NoRetreatState, side: int) -> set[int]:
    """6.1 The friendly cities with a path to the map edge, always westward or always eastward."""
    open_roads, found = roads(s, side), set()
    burnt = {spot for kind, spot, harmed in s.works if kind == SCORCHED and harmed == side}
    for city in (*CITIES, *OIL) if digital(s) else CITIES:
        if not holds(s, side, city) or city in burnt:
            continue
        seen, todo = {city}, [city]
        while todo:
            p = todo.pop()
            if p in EDGES[side]:
                found.add(city)
            for direction in EAST if side else WEST:
                q = MAP.topology.neighbour(p, direction)
                if q is not None and q in open_roads and q not in seen:
                    seen.add(q)
                    todo.append(q)
    return found


def traced(s: NoRetreatState, side: int, steps: int) -> set[int]:
    """6.1 The places from which a path of so many hexes leads to a supplied city or the map edge."""
    open_roads = roads(s, side)
    sources = {p for p in plain_cities(s, side) | EDGES[side] if p in open_roads}
    found = set(sources)
    for _ in range(steps - 1):
        found |= {p for p in open_roads if any(q in found for q in wet(p))}
    return found | {p for p in LAND if any(q in found for q in wet(p))}


def plain_supply(s: NoRetreatState, side: int) -> dict[int, bool]:
    """6.1, 6.2 Which units of a side are in supply."""
    cities, near = plain_cities(s, side), traced(s, side, 4)
    linked = {u for u in army(s, side) if s.place[u] in cities or s.place[u] in near}
    beside = {q for u in linked for q in wet(s.place[u])}
    seas = ["black", *(["baltic"] if side == 0 or place("Leningrad") in cities else []), *(["caspian"] if side else [])]
    coast = {p for p in LAND if any(MAP.coasts[sea] >> p & 1 for sea in seas)}
    if s.game.edition == "digital-0.2":
        coast.add(place("613"))
    return {u: u in linked or s.place[u] in beside or s.place[u] in coast or _home(s, u) for u in army(s, side)}


def _home(s: NoRetreatState, u: int) -> bool:
    nation = s.game.data[u].nation
    return (nation == "finnish" and s.place[u] == FINLAND) or (nation == "yugoslav" and s.place[u] in BALKANS)


def enterable(s: NoRetreatState, unit: int) -> set[int]:
    """8.4, 8.6, 8.7 Where a unit may go at all."""
    nation = s.game.data[unit].nation if side_of(s, unit) == 0 else "soviet"
    fallen = s.oil_lost and (digital(s) or s.oil_lost < s.turn)
    closed = {FINLAND} if nation in ("rumanian", "hungarian", "italian") else set()
    if not fallen or nation in ("rumanian", "hungarian", "italian", "finnish"):
        closed |= set(BALKANS)
    return set(LAND) - closed - places(s, 1 - side_of(s, unit))
