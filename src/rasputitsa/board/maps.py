"""The boards of the titles, read from their `data/map.json` and laid out for play.

    board = hex_map("rasputitsa.titles.no_retreat")
    board.topology.index["1409"]        # a hex number becomes a place
    board.named["Moscow"]               # so does a name
    board.terrain[place]                # what is there
    board.by_terrain["swamp"]           # or all such places as a set
    board.playable                      # where units may stand

Maps are immutable and read once. Per-place attributes are tuples of length `topology.n`; sets of places are integers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar

import msgspec

from .layout import HexGrid
from .schema import Area, AreaFile, BigArea, Box, Hex, HexFile, Site
from .topology import Topology, area_topology, hex_topology, mask_of

Masks = MappingProxyType[str, int]
Point = tuple[float, float]
_File = TypeVar("_File", HexFile, AreaFile)
_Part = TypeVar("_Part")
_Board = TypeVar("_Board")


class _Outline(msgspec.Struct):
    """Just enough of a map file to tell hexes from areas."""

    hexes: msgspec.Raw = msgspec.Raw()


class MapError(ValueError):
    """A map file that cannot be read: which file, which place, what is wrong."""


@dataclass(frozen=True, eq=False)
class HexMap:
    """A hex board. Tuples are by place; gaps of the layout hold '' or None."""

    file: HexFile
    grid: HexGrid
    topology: Topology
    hexes: tuple[Hex | None, ...]
    areas: MappingProxyType[int, BigArea]
    names: tuple[str, ...]
    named: MappingProxyType[str, int]
    xy: tuple[Point, ...]
    terrain: tuple[str, ...]
    sites: tuple[Site | None, ...]
    playable: int
    by_terrain: Masks
    regions: Masks
    sides: Masks
    coasts: Masks
    edges: Masks
    zones: Masks
    waters: Masks
    by_site: Masks
    ports: Masks
    objectives: Masks
    capitals: MappingProxyType[str, int]
    oil: int
    vp: int
    fortresses: int
    no_axis_attack: frozenset[tuple[int, int]]

    @property
    def title(self) -> str:
        """The map's heading."""
        return self.file.title

    def mask(self, ids: Iterable[str]) -> int:
        """The set of the places with these ids."""
        return self.topology.mask(ids)


@dataclass(frozen=True, eq=False)
class AreaMap:
    """A board of areas. Tuples are by place."""

    file: AreaFile
    topology: Topology
    areas: tuple[Area, ...]
    boxes: tuple[Box, ...]
    names: tuple[str, ...]
    named: MappingProxyType[str, int]
    xy: tuple[Point, ...]
    terrain: tuple[str, ...]
    playable: int
    by_terrain: Masks
    coasts: Masks
    supply: Masks
    countries: Masks
    cities: int
    ports: Masks
    control: MappingProxyType[str, Masks]

    @property
    def title(self) -> str:
        """The map's heading."""
        return self.file.title

    def mask(self, ids: Iterable[str]) -> int:
        """The set of the places with these ids."""
        return self.topology.mask(ids)


def load(title_package: str) -> HexMap | AreaMap:
    """The board of a title, whichever kind it is."""
    is_hex_map = msgspec.json.decode(_read(title_package), type=_Outline).hexes != msgspec.Raw()
    return hex_map(title_package) if is_hex_map else area_map(title_package)


@cache
def hex_map(title_package: str) -> HexMap:
    """The hex board of a title."""
    return _build(build_hex_map, _decode(title_package, HexFile))


@cache
def area_map(title_package: str) -> AreaMap:
    """The area board of a title."""
    return _build(build_area_map, _decode(title_package, AreaFile))


def _build(build: Callable[[_File], _Board], file: _File) -> _Board:
    try:
        return build(file)
    except KeyError as error:
        raise MapError(f"{file.title}/data/map.json: there is no place {error}, but something refers to it") from None


@cache
def _read(title_package: str) -> bytes:
    """The map file, found beside the title's code without running that code."""
    parent, _, name = title_package.rpartition(".")
    folder = files(parent).joinpath(name) if parent else files(name)
    return folder.joinpath("data", "map.json").read_bytes()


def _decode(title_package: str, kind: type[_File]) -> _File:
    return decode(_read(title_package), kind, f"{title_package.rpartition('.')[2]}/data/map.json")


def decode(text: bytes, kind: type[_File], where: str) -> _File:
    """A map file's content, or an error that names the file and the place."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise MapError(f"{where}: {error}{_culprit(text, str(error))}") from None


def _culprit(text: bytes, message: str) -> str:
    """Name the place that an error message speaks of: '$.hexes[12]' is hex 113."""
    path, _, rest = message.partition("`$.")[2].partition("[")
    number = rest.partition("]")[0]
    if not number.isdigit():
        return ""
    part = msgspec.json.decode(text)[path][int(number)]
    name = part.get("id") or f"{part.get('a')}-{part.get('b')}" if isinstance(part, dict) else part
    return f" ({path}: {name})"


def build_hex_map(file: HexFile) -> HexMap:
    """Lay a hex map file out for play."""
    grid = _grid(file)
    kinds = {(side.a, side.b): side.kind for side in file.hexsides}
    topology = hex_topology(grid, [h.id for h in file.hexes], {a.id: a.touches for a in file.areas}, kinds)
    index = topology.index
    hexes = _spread_out(topology, ((h.id, h) for h in file.hexes))
    sites = {index[h.id]: h.site for h in file.hexes if h.site}
    areas = {index[a.id]: a for a in file.areas}
    names = {place: site.name for place, site in sites.items()} | {place: a.name for place, a in areas.items()}

    def hexes_by(keys: Callable[[Hex], Iterable[str | None]]) -> Masks:
        return _masks((key, index[h.id]) for h in file.hexes for key in keys(h))

    def sites_by(keys: Callable[[Site], Iterable[str | None]]) -> Masks:
        return _masks((key, place) for place, site in sites.items() for key in keys(site))

    return HexMap(
        file=file,
        grid=grid,
        topology=topology,
        hexes=hexes,
        areas=MappingProxyType(areas),
        names=tuple(names.get(place, "") for place in range(topology.n)),
        named=MappingProxyType({name: place for place, name in names.items()}),
        xy=tuple(_hex_xy(grid, h, areas.get(place)) for place, h in enumerate(hexes)),
        terrain=tuple(h.terrain if h else "area" if place in areas else "" for place, h in enumerate(hexes)),
        sites=tuple(sites.get(place) for place in range(topology.n)),
        playable=mask_of([index[h.id] for h in file.hexes if h.playable] + list(areas)),
        by_terrain=hexes_by(lambda h: [h.terrain]),
        regions=hexes_by(lambda h: [h.region]),
        sides=hexes_by(lambda h: [h.side]),
        coasts=hexes_by(lambda h: h.coast),
        edges=hexes_by(lambda h: h.edges),
        zones=hexes_by(lambda h: h.zones),
        waters=hexes_by(lambda h: [h.water]),
        by_site=sites_by(lambda s: [s.kind]),
        ports=sites_by(lambda s: [s.port]),
        objectives=sites_by(lambda s: [s.objective]),
        capitals=MappingProxyType({site.capital: place for place, site in sites.items() if site.capital}),
        oil=mask_of(place for place, site in sites.items() if site.oil),
        vp=mask_of(place for place, site in sites.items() if site.vp),
        fortresses=mask_of(place for place, site in sites.items() if site.fortress),
        no_axis_attack=frozenset(
            pair
            for side in file.hexsides
            if side.no_axis_attack
            for pair in ((index[side.a], index[side.b]), (index[side.b], index[side.a]))
        ),
    )


def _grid(file: HexFile) -> HexGrid:
    pointy = file.grid.hexes == "pointy"
    rows, columns = file.grid.rows, file.grid.columns
    return HexGrid(pointy, rows if pointy else columns, columns if pointy else rows)


def _hex_xy(grid: HexGrid, h: Hex | None, area: BigArea | None) -> Point:
    if h:
        return grid.xy(*grid.split(h.id))
    return area.label if area else (0.0, 0.0)


def _spread_out(topology: Topology, parts: Iterable[tuple[str, _Part]]) -> tuple[_Part | None, ...]:
    """A per-place table of parts given by id."""
    by_place = {topology.index[place_id]: part for place_id, part in parts}
    return tuple(by_place.get(place) for place in range(topology.n))


def _masks(pairs: Iterable[tuple[str | None, int]]) -> Masks:
    """One set of places per key; places without a key are in none."""
    out: dict[str, int] = {}
    for key, place in pairs:
        if key:
            out[key] = out.get(key, 0) | 1 << place
    return MappingProxyType(out)


def build_area_map(file: AreaFile) -> AreaMap:
    """Lay an area map file out for play. A border is of kind 'strait', 'river', or '' when it is plain land."""
    kinds = {
        (b.a, b.b): "strait" if b.kind == "strait" else "river" for b in file.borders if b.river or b.kind != "land"
    }
    topology = area_topology([a.id for a in file.areas], [(b.a, b.b) for b in file.borders], kinds)
    areas = file.areas

    def areas_by(keys: Callable[[Area], Iterable[str | None]]) -> Masks:
        return _masks((key, place) for place, area in enumerate(areas) for key in keys(area))

    scenarios = areas[0].control if areas else {}
    called = {name: place for place, a in enumerate(areas) for name in (a.name, a.city, a.label) if name}
    return AreaMap(
        file=file,
        topology=topology,
        areas=areas,
        boxes=file.boxes,
        names=tuple(a.city or a.label or a.name for a in areas),
        named=MappingProxyType(called),
        xy=tuple(a.at for a in areas),
        terrain=tuple(a.terrain for a in areas),
        playable=topology.everywhere,
        by_terrain=areas_by(lambda a: [a.terrain]),
        coasts=areas_by(lambda a: a.coast),
        supply=areas_by(lambda a: [a.supply]),
        countries=areas_by(lambda a: [a.country]),
        cities=mask_of(place for place, a in enumerate(areas) if a.city),
        ports=areas_by(lambda a: [a.port.sea if a.port else None]),
        control=MappingProxyType({s: _masks((a.control[s], p) for p, a in enumerate(areas)) for s in scenarios}),
    )
