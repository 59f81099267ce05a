"""[2.0] The mapboard: areas, terrain, rivers, coasts, supply sources and boxes as flat tables.

Areas are numbered 0 to 152 in the order of the map file; sets of areas are integers. After them come the places a block
may be that are no areas: the boxes of the Road to Tula, the leaders' boxes, the pools (`ROAD` to `ELIMINATED`).
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Final

from rasputitsa.board.maps import area_map
from rasputitsa.board.topology import mask_of

MAP: Final = area_map("rasputitsa.titles.kiev41")
TOPOLOGY: Final = MAP.topology
AREAS: Final = TOPOLOGY.n
AREA: Final = TOPOLOGY.index
ADJACENT: Final = TOPOLOGY.adjacent

ALL: Final = TOPOLOGY.network()
"""2.4.8 Movement, command and air range go everywhere, the Kerch Strait included ..."""
LAND: Final = TOPOLOGY.network(without=("strait",))
"""... lines of communication and rails do not cross it (9.2, 14.1)."""

# 2.4 Terrain
GREEN: Final = MAP.by_terrain["green"]
YELLOW: Final = MAP.by_terrain["yellow"]
RED: Final = MAP.by_terrain["red"]
VICTORY: Final = MAP.by_terrain["victory"]
STAGING: Final = MAP.by_terrain["staging"]
TERRAIN: Final = MAP.terrain
CITIES: Final = MAP.cities
SOVIET_UNION: Final = MAP.countries["ussr"]


def _stacking(terrain: str) -> int:
    """2.9, 2.4.5, 2.4.5.3, 2.9.1 Blocks per player: four in a green area, any number in a staging area, two
    elsewhere."""
    return {"green": 4, "staging": 200}.get(terrain, 2)


def _absorbs(terrain: str) -> int:
    """2.4.1, 2.4.2, 2.4.3 What terrain absorbs for any defender: green nothing, yellow one hit, red two. Victory Areas
    and cities absorb only for the side that controls them (losses.town_bonus)."""
    return {"yellow": 1, "red": 2}.get(terrain, 0)


STACKING: Final = tuple(_stacking(terrain) for terrain in TERRAIN)
TERRAIN_DAB: Final = tuple(_absorbs(terrain) for terrain in TERRAIN)

KIEV: Final = AREA["4"]
SEVASTOPOL: Final = AREA["FS"]
NOVOROSSYSK: Final = AREA["145"]
ODESSA: Final = AREA["108"]
DNEPROPETROVSK: Final = AREA["55"]
KERCH: Final = AREA["129"]
TAMAN: Final = AREA["144"]
AXIS_STAGING: Final = 1 << AREA["Axis"]
SOVIET_STAGING: Final = TOPOLOGY.mask(("S1", "S2", "S3"))
AXIS_START: Final = {
    "campaign": TOPOLOGY.everywhere & ~SOVIET_UNION | 1 << AREA["14"],
    **{scenario: held["axis"] for scenario, held in MAP.control.items()},
}
"""2.5.5 What the Axis controls at the start: in the campaign its staging area, Romania and Tarnopol."""
CLOSED: Final = (SOVIET_STAGING, AXIS_STAGING)
"""2.4.5 What each side may never enter."""

# 2.1 Supply sources
AXIS_SOURCES: Final = MAP.supply["axis"]
YELLOW_SOURCES: Final = MAP.supply["soviet_yellow"]
ORANGE_SOURCES: Final = MAP.supply["soviet_orange"]
RED_SOURCES: Final = MAP.supply["soviet_red"]
BLACK_COAST: Final = MAP.coasts["black"]
AZOV_COAST: Final = MAP.coasts["azov"]
BLACK_PORTS: Final = MAP.ports["black"]
AZOV_PORTS: Final = MAP.ports["azov"]
BLACK_KEYS: Final = 1 << SEVASTOPOL | 1 << NOVOROSSYSK
AZOV_KEYS: Final = BLACK_KEYS | 1 << KERCH | 1 << TAMAN


def _across(kind: str) -> tuple[int, ...]:
    """2.4.7, 2.4.8 For each area the neighbours on the other bank of a river, or of the Kerch Strait."""
    return tuple(mask_of(b for b in TOPOLOGY.neighbours[a] if TOPOLOGY.kind(a, b) == kind) for a in range(AREAS))


RIVER: Final = _across("river")
STRAIT: Final = _across("strait")

# 2.2 Special boxes, and the places of blocks that are not on the map
_ROAD: Final = sorted((box for box in MAP.boxes if box.kind == "road_to_tula"), key=attrgetter("order"))
ROAD_NAMES: Final = tuple(box.name for box in _ROAD)
ROAD: Final = AREAS
TULA: Final = ROAD + next(i for i, box in enumerate(_ROAD) if box.flips == "orange")
NIZHYN: Final = ROAD + next(i for i, box in enumerate(_ROAD) if box.flips == "yellow")
ROAD_END: Final = ROAD + len(_ROAD) - 1
RASTENBURG: Final = ROAD_END + 1
MOSCOW: Final = RASTENBURG + 1
POOL: Final = MOSCOW + 1
"""The owner's Reinforcement Pool."""
HAND: Final = POOL + 1
"""Drawn, about to be deployed."""
LATER: Final = HAND + 1
"""Not yet in the pool: the S and N blocks (5.1)."""
ELIMINATED: Final = LATER + 1
"""Out of the game for good."""
ASIDE: Final = ELIMINATED + 1
"""Drawn and without a place: back in the pool when the call for reinforcements is over (5.0)."""

PLACE_IDS: Final = (*TOPOLOGY.ids, *ROAD_NAMES, "Rastenburg", "Moscow")
PLACE_NAMES: Final = (*(MAP.names[area].split(" (")[0] for area in range(AREAS)), *PLACE_IDS[AREAS:])
"""As a player says them."""


@cache
def distance(a: int, b: int) -> int:
    """10.11 Areas between two areas, counted over any area."""
    steps = TOPOLOGY.distance(a, b)
    assert steps is not None
    return steps
