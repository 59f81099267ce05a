"""[2.1, 2.1.1, 3.0.4, 3.0.8] The map as flat tables: hexes are bit positions, sets of hexes are integers, networks are
what a rule may cross."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.board.maps import hex_map
from rasputitsa.board.movement import Ground, Way
from rasputitsa.board.topology import Network, bits, mask_of
from rasputitsa.titles.stalins_war.board_types import RailLimit
from rasputitsa.titles.stalins_war.component_types import Terrain
from rasputitsa.titles.stalins_war.components import AXIS, BOARD, HEXSIDES, PACKAGE, SIDES, SOVIET, TERRAIN
from rasputitsa.titles.stalins_war.roster import NATIONS

MAP: Final = hex_map(PACKAGE)
TOPOLOGY: Final = MAP.topology
HEX: Final = TOPOLOGY.index
"""The place of a hex number: HEX["2722"]."""
PLACE_IDS: Final = TOPOLOGY.ids
PLACE_NAMES: Final = tuple(MAP.names[p] or PLACE_IDS[p] for p in range(TOPOLOGY.n))
PLAYABLE: Final = MAP.playable
COLUMN: Final = tuple(int(hex_id[:2]) if hex_id else 0 for hex_id in PLACE_IDS)
"""East and west are told by it: a higher column is farther east (SW-42)."""
ROW: Final = tuple(int(hex_id[2:]) if hex_id else 0 for hex_id in PLACE_IDS)

IMPASSABLE: Final = tuple(side.name for side in HEXSIDES.values() if side.mp is None)
LAND: Final[Network] = TOPOLOGY.network(PLAYABLE, without=IMPASSABLE)
"""What movement, zones of control, retreats, supply lines and attacks may cross."""
NEXT: Final = LAND.adjacent
"""By hex: the hexes next to it, not across impassable hexsides."""
RAIL: Final[Network] = TOPOLOGY.network_of((HEX[a], HEX[b]) for a, b in MAP.file.rail_links)
RAILS: Final = RAIL.places
CROSSING: Final = {
    kind: TOPOLOGY.network(PLAYABLE, only=(kind,)).adjacent for kind in ("river", "major_river", "strait")
}
"""By kind of hexside and hex: the hexes on the other side."""
VOLGA: Final = MAP.no_axis_attack
"""11.1.10 Pairs of hexes over the barred Volga hexsides, both ways."""


# --- terrain ---


def _mask(hexes: Iterable[str]) -> int:
    return TOPOLOGY.mask(hexes)


IN_TERRAIN: Final = {name: MAP.by_terrain.get(name, 0) & PLAYABLE for name in TERRAIN}
TERRAIN_AT: Final[tuple[Terrain, ...]] = tuple(TERRAIN.get(name, TERRAIN["clear"]) for name in MAP.terrain)


def _costs(mountain_troops: bool, extra: int) -> dict[int, int]:
    """10.1.1 Movement points -> hexes; mountain troops pay less where the chart says so."""
    costs: dict[int, int] = {}
    for name, terrain in TERRAIN.items():
        paid = terrain.mountain_mp if mountain_troops and terrain.mountain_mp is not None else terrain.mp
        costs[paid + extra] = costs.get(paid + extra, 0) | IN_TERRAIN[name]
    return costs


def _ground(mountain_troops: bool) -> Ground:
    plain = TOPOLOGY.network(PLAYABLE, only=("",))
    ways = [Way(plain, _costs(mountain_troops, 0))]
    for kind in CROSSING:
        net = TOPOLOGY.network(PLAYABLE, only=(kind,))
        ways.append(Way(net, _costs(mountain_troops, HEXSIDES[kind].mp or 0)))
    return Ground(ways)


GROUNDS: Final = (_ground(False), _ground(True))
"""10.1 What movement costs: 0 for most units, 1 for mountain troops."""


# --- what lies where ---

TOWNS: Final = MAP.by_site["town"]
CITIES: Final = MAP.by_site["city"]
OIL: Final = MAP.oil
VP_HEXES: Final = MAP.vp
PORTS_OF: Final = {
    "baltic": MAP.ports["baltic"],
    "black": MAP.ports["black"] | MAP.ports["azov"],
    "caspian": MAP.ports["caspian"],
    "white": MAP.ports["white"],
    "barents": MAP.ports["barents"],
}
"""By sea; the Sea of Azov counts as the Black Sea."""
PORTS: Final = sum(PORTS_OF.values())
LINKED_SEAS: Final = ("baltic", "black")
"""13.1.2 Supply goes by these two."""
FORTRESSES: Final = tuple(MAP.fortresses & MAP.sides[SIDES[side]] for side in (AXIS, SOVIET))
"""16.2.1 By the side that may use them."""
KEPT: Final = TOWNS | CITIES | OIL | VP_HEXES | PORTS | FORTRESSES[AXIS] | FORTRESSES[SOVIET]
"""3.0 The hexes whose control is kept."""
AXIS_AT_START: Final = KEPT & MAP.sides["axis"]
RAIL_BARRIERS: Final = CITIES | OIL | VP_HEXES | PORTS | FORTRESSES[AXIS] | FORTRESSES[SOVIET]
"""10.2.3 Enemy-controlled ones of these stop rail movement."""
SUPPLY_BARRIERS: Final = CITIES | OIL | VP_HEXES | FORTRESSES[AXIS] | FORTRESSES[SOVIET]
"""13.1.3 Enemy-controlled ones of these stop a supply line; so do trenches and Festungs."""
STARVED: Final = CITIES | PORTS | OIL | VP_HEXES
"""13.3.9 Hexes that change control when they are out of supply."""
COAST: Final = MAP.coasts["black"] | MAP.coasts["azov"]
"""7.5.4, 10.2.6 Coastal hexes of the Black Sea and the Sea of Azov."""

# --- countries and lines ---

COUNTRY: Final = {
    country.name: sum(MAP.regions[region] for region in country.regions) & PLAYABLE for country in BOARD.country
}
"""3.0 Germany, the Soviet Union with the Baltic States, the Baltic States, Hungary, Romania."""
GENERAL_GOVERNMENT: Final = MAP.regions["general_government"]
EAST: Final = MAP.zones["paulus"]
"""2.1 Russia east of the Paulus Line."""
CAUCASUS: Final = MAP.zones["caucasus"]
ZONES: Final = {"paulus": EAST, "caucasus": CAUCASUS}
CAPITAL: Final = MAP.capitals
MOSCOW, BERLIN, BUDA = CAPITAL["soviet_union"], CAPITAL["germany"], CAPITAL["hungary"]
LENINGRAD: Final = MAP.named["Leningrad"]
USIR: Final = MAP.named["USIR"]
ARCHANGEL: Final = MAP.named["Archangel"]
ASTRAKHAN: Final = MAP.named["Astrakhan"]
WARSAW: Final = MAP.named["Warsaw"]

SOURCES: Final = tuple(
    _mask(h for source in BOARD.supply if nation in source.nations and source.other_port is None for h in source.hexes)
    for nation in NATIONS
)
"""13.2 The full supply sources by nation, Baku apart."""
BAKU: Final = _mask(h for source in BOARD.supply if source.other_port == "caspian" for h in source.hexes)
"""13.2.3 A full source only while another Caspian port is Soviet and supplied."""
ENTRIES: Final = tuple(
    _mask(h for entry in BOARD.entry if entry.nation == nation for h in entry.hexes) for nation in NATIONS
)
"""7.5.2c Where reinforcements of a nation may enter."""


def rail_limit(limit: RailLimit) -> int:
    """10.2.3, 10.2.4 The hexes a limit of rail movement speaks of."""
    regions = sum(MAP.regions[region] for region in limit.regions)
    return regions | (ZONES[limit.zone] if limit.zone else 0)


def within(place: int, distance: int) -> int:
    """The hexes at most this many hexes away, whatever lies between."""
    return TOPOLOGY.disk(place, distance) & PLAYABLE


def names(mask: int) -> str:
    """A set of hexes in words."""
    return ", ".join(PLACE_NAMES[place] for place in bits(mask))


def hexes(*ids: str) -> int:
    """The set of the hexes with these numbers."""
    return mask_of(HEX[hex_id] for hex_id in ids)
