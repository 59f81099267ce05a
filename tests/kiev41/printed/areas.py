"""What an area does: what it costs in each weather, rivers, stacking, shelter, supply, who starts there."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41 import mapboard, movement
from rasputitsa.titles.kiev41.mapboard import (
    ADJACENT,
    ALL,
    AREAS,
    LAND,
    MAP,
    RIVER,
    STACKING,
    STRAIT,
    TERRAIN_DAB,
    TOPOLOGY,
)
from rasputitsa.titles.kiev41.weather import WEATHER

SETS = {
    "green": mapboard.GREEN,
    "yellow": mapboard.YELLOW,
    "red": mapboard.RED,
    "victory": mapboard.VICTORY,
    "staging": mapboard.STAGING,
    "city": mapboard.CITIES,
    "USSR": mapboard.SOVIET_UNION,
    "Axis source": mapboard.AXIS_SOURCES,
    "yellow source": mapboard.YELLOW_SOURCES,
    "orange source": mapboard.ORANGE_SOURCES,
    "red source": mapboard.RED_SOURCES,
    "Black Sea": mapboard.BLACK_COAST,
    "Azov": mapboard.AZOV_COAST,
    "Black Sea port": mapboard.BLACK_PORTS,
    "Azov port": mapboard.AZOV_PORTS,
    **{f"Axis in {scenario}": held for scenario, held in mapboard.AXIS_START.items()},
    **{f"in {country}": found for country, found in MAP.countries.items()},
}


def areas() -> dict[str, str]:
    """Every area, then the boxes beside the map."""
    costs = [movement.entry_costs(weather) for weather in range(len(WEATHER))]
    found = {f"{TOPOLOGY.ids[at]} {MAP.names[at]}": line(at, costs) for at in range(AREAS)}
    return (
        found
        | {f"box {number}": name for number, name in enumerate(mapboard.PLACE_IDS[AREAS:])}
        | {
            "Tula": str(mapboard.TULA - AREAS),
            "Nizhyn": str(mapboard.NIZHYN - AREAS),
        }
    )


def line(at: int, costs: list[dict[int, int]]) -> str:
    enter = "/".join(str(next((mp for mp, found in cost.items() if found >> at & 1), "-")) for cost in costs)
    words = ", ".join(word for word, found in SETS.items() if found >> at & 1)
    ways = " ".join(way(at, to) for to in bits(ADJACENT[at]))
    return f"enter {enter}, {STACKING[at]} blocks, absorbs {TERRAIN_DAB[at]}; {ways}; {words}"


def way(at: int, to: int) -> str:
    """A neighbour: r over a river, s over the strait, x no supply, ! closed."""
    found = TOPOLOGY.ids[to] + "r" * (RIVER[at] >> to & 1) + "s" * (STRAIT[at] >> to & 1)
    return found + "x" * (not LAND.adjacent[at] >> to & 1) + "!" * (not ALL.adjacent[at] >> to & 1)
