"""The map files: one JSON file per title, `data/map.json`, decoded strictly.

Every value carries its provenance. `provenance` at the top of a file gives one for each kind of value; a place, border
or box that departs from it says so in its own `src`. The kinds of value are `HexValue` and `AreaValue`.
"""

from typing import Any, Literal

from msgspec import Struct, field

Provenance = Literal["rule", "deduced", "reported", "ours"]
"""`rule`: stated by a rule book; `deduced` from one; `reported` by players or publishers; `ours`: our own choice."""

Point = tuple[float, float]

HexValue = Literal[
    "id", "lonlat", "shares", "terrain", "region", "side", "coast", "edges", "zones", "border",
    "site", "at", "vp", "oil", "port", "fortress", "capital", "objective", "area", "touches", "rail", "line", "source",
]  # fmt: skip
"""`site`: that the place exists at all; `at`: that it lies in this hex; `touches`: which hexes a big area adjoins."""

AreaValue = Literal[
    "id", "shape", "terrain", "name", "city", "port", "coast", "supply", "country", "control", "border", "box",
]  # fmt: skip

HexSources = dict[HexValue, Provenance]
AreaSources = dict[AreaValue, Provenance]


class Base(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of a map file have in common: nothing unknown slips in."""


class Fact(Base, frozen=True):
    """Something a rule book states about the map, in our words."""

    fact: str
    rule: str
    places: tuple[str, ...] = ()


class Grid(Base, frozen=True):
    """Which hexes there are and how they are numbered (see `layout.HexGrid`)."""

    hexes: Literal["pointy", "flat"]
    rows: tuple[int, int]
    columns: tuple[int, int]
    km: int


class Site(Base, frozen=True):
    """A city, town or oil field in a hex."""

    name: str
    kind: Literal["city", "town", "oil"]
    vp: bool = False
    oil: bool = False
    port: str | None = None
    fortress: bool = False
    capital: str | None = None
    objective: str | None = None


class Hex(Base, frozen=True):
    """One hex. `land`, `lake` and `sea` are shares of its surface; `water` names a sea or lake hex."""

    id: str
    lon: float
    lat: float
    terrain: str = "clear"
    playable: bool = True
    region: str | None = None
    side: str | None = None
    land: float = 1.0
    lake: float = 0.0
    sea: float = 0.0
    water: str | None = None
    area: str | None = None
    coast: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    site: Site | None = None
    src: HexSources = field(default_factory=dict)


class BigArea(Base, frozen=True):
    """A region played as one huge hex: the hexes it covers are drawn, those it touches are its neighbours."""

    id: str
    name: str
    covers: tuple[str, ...]
    touches: tuple[str, ...]
    label: Point
    src: HexSources = field(default_factory=dict)


class Hexside(Base, frozen=True):
    """A side between two hexes that is more than a plain border."""

    a: str
    b: str
    kind: str
    name: str | None = None
    no_axis_attack: bool = False
    src: HexSources = field(default_factory=dict)


class Rail(Base, frozen=True):
    """A named railway, hex by hex: for drawing; play uses all links together."""

    name: str
    hexes: tuple[str, ...]


class HexFile(Base, frozen=True):
    """A whole hex map file."""

    title: str
    name: str
    grid: Grid
    projection: dict[str, Any]
    provenance: HexSources
    facts: tuple[Fact, ...]
    hexes: tuple[Hex, ...]
    hexsides: tuple[Hexside, ...]
    areas: tuple[BigArea, ...] = ()
    rails: tuple[Rail, ...] = ()
    rail_links: tuple[tuple[str, str], ...] = ()
    lines: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Port(Base, frozen=True):
    """A port and its sea."""

    name: str
    sea: str
    at: Point


class Area(Base, frozen=True):
    """One area of an area map. `at` is where its number stands, in board centimetres; `control` is by scenario."""

    id: str
    name: str
    terrain: Literal["green", "yellow", "red", "victory", "staging"]
    at: Point
    lon: float
    lat: float
    km2: int
    control: dict[str, str]
    country: str | None = None
    city: str | None = None
    label: str | None = None
    city_at: Point | None = None
    port: Port | None = None
    coast: tuple[str, ...] = ()
    supply: str | None = None
    src: AreaSources = field(default_factory=dict)


class AreaBorder(Base, frozen=True):
    """A border between two areas; `river` names the river it crosses. `line` is for drawing (lon, lat)."""

    a: str
    b: str
    km: float
    line: tuple[tuple[Point, ...], ...]
    kind: Literal["land", "strait"] = "land"
    river: str | None = None
    src: AreaSources = field(default_factory=dict)


class Box(Base, frozen=True):
    """A box beside the map: a leader's, a step of the Road to Tula, the fleets' base."""

    id: str
    kind: str
    name: str
    at: Point
    order: int | None = None
    flips: str | None = None
    src: AreaSources = field(default_factory=dict)


class River(Base, frozen=True):
    """A river's course (lon, lat), for drawing; rank 1 is large."""

    name: str
    rank: int
    lines: tuple[tuple[Point, ...], ...]


class AreaFile(Base, frozen=True):
    """A whole area map file. `shapes` are the areas' outlines: parts of rings of (lon, lat), the first ring outer."""

    title: str
    name: str
    size_cm: Point
    projection: dict[str, Any]
    provenance: AreaSources
    facts: tuple[Fact, ...]
    areas: tuple[Area, ...]
    borders: tuple[AreaBorder, ...]
    boxes: tuple[Box, ...]
    shapes: dict[str, tuple[tuple[tuple[Point, ...], ...], ...]]
    rivers: tuple[River, ...]
    lakes: dict[str, tuple[Point, ...]]
