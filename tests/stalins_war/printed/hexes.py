"""What a hex does: the way to its neighbours on foot, by train and into battle, and what it is worth."""

from __future__ import annotations

from rasputitsa.board.movement import reach
from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war import mapboard
from rasputitsa.titles.stalins_war.combat import blitz, eligibility, ground
from rasputitsa.titles.stalins_war.mapboard import GROUNDS, NEXT, PLACE_IDS, PLACE_NAMES, PLAYABLE, RAIL
from rasputitsa.titles.stalins_war.roster import NATIONS
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

from ..situation import situation, unit

DEAREST = 6
"""No hex costs more movement points."""
SETS = {
    "town": mapboard.TOWNS,
    "city": mapboard.CITIES,
    "oil": mapboard.OIL,
    "VP": mapboard.VP_HEXES,
    "Axis fortress": mapboard.FORTRESSES[AXIS],
    "Soviet fortress": mapboard.FORTRESSES[SOVIET],
    "Axis at the start": mapboard.AXIS_AT_START,
    "coast": mapboard.COAST,
    "east of the Paulus Line": mapboard.EAST,
    "Caucasus": mapboard.CAUCASUS,
    **{f"{sea} port": ports for sea, ports in mapboard.PORTS_OF.items()},
    **{country.replace("_", " "): found for country, found in mapboard.COUNTRY.items()},
    "general government": mapboard.GENERAL_GOVERNMENT,
    **{f"feeds {nation}": found for nation, found in zip(NATIONS, mapboard.SOURCES, strict=True)},
    **{f"lets {nation} in": found for nation, found in zip(NATIONS, mapboard.ENTRIES, strict=True)},
    "Baku": mapboard.BAKU,
}


def hexes() -> dict[str, str]:
    """Every playable hex."""
    s = situation(turn=10, axis={"4th Army": "1218"}, soviet={"West Front": "2722"}, moment="nothing")
    return {name(place): line(s, place) for place in bits(PLAYABLE)}


def name(place: int) -> str:
    return PLACE_IDS[place] if PLACE_NAMES[place] == PLACE_IDS[place] else f"{PLACE_IDS[place]} {PLACE_NAMES[place]}"


def line(s: Position, place: int) -> str:
    parts = [ways(s, place), defence(s, place), ", ".join(word for word, found in SETS.items() if found >> place & 1)]
    return "; ".join(part for part in parts if part)


def ways(s: Position, place: int) -> str:
    """Each neighbour: MPs for all and for mountain troops, what an attack crosses, whether trains go there."""
    return " ".join(f"{PLACE_IDS[to]}={way(s, place, to)}" for to in bits(NEXT[place]))


def way(s: Position, place: int, to: int) -> str:
    costs = [str(cost(ground_, place, to)) for ground_ in range(len(GROUNDS))]
    s.target, s.attackers = to, 1 << unit("4th Army")
    s.place[unit("4th Army")] = place
    shift = ground.river_shift(s)
    found = "/".join(dict.fromkeys(costs)) + (f"{shift.columns}" if shift else "")
    found += "r" if RAIL.adjacent[place] >> to & 1 else ""
    found += "" if blitz.opens_the_way(s, place) else "x"
    return found + ("v" if (place, to) in mapboard.VOLGA else "")


def cost(kind: int, place: int, to: int) -> int:
    only = 1 << to
    return next(mp for mp in range(1, DEAREST + 1) if reach(GROUNDS[kind], place, mp, only).mask & only)


def defence(s: Position, place: int) -> str:
    """How the hex helps either side's defenders."""
    found = []
    for s.active in (AXIS, SOVIET):
        s.target, s.attackers, s.defenders = place, 0, 0
        words = [str(sum(shift.columns for shift in ground.hex_shifts(s)))]
        words += ["no ties"] * ground.denies_ties(s) + ["shelter"] * ground.shelters(s)
        words += ["no blitz"] * (blitz.why_no_marker_here(s) is not None)
        words += ["barred"] * bool(eligibility.barred(s) >> place & 1)
        found.append(" ".join(words))
    return " | ".join(dict.fromkeys(found))
