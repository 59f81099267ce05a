"""Is a map file sound? `check` lists what is wrong with it, in words; an empty list is a sound map."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, get_args

from .floods import components
from .maps import AreaMap, HexMap
from .schema import Area, AreaValue, Hex, HexValue
from .topology import Topology

TERRAINS = frozenset({"clear", "forest", "swamp", "rough", "mountain", "desert", "sea", "lake"})
HEXSIDES = frozenset({"river", "major_river", "sea", "lake", "crossing", "strait"})
IMPASSABLE = ("sea", "lake")
SUPPLIES = frozenset({"axis", "soviet_yellow", "soviet_orange", "soviet_red"})


def check(board: HexMap | AreaMap) -> list[str]:
    """Every inconsistency of a map, each as a line that names the file and the place."""
    problems = _check_hexes(board) if isinstance(board, HexMap) else _check_areas(board)
    return [f"{board.title}/data/map.json: {problem}" for problem in problems]


def _check_hexes(board: HexMap) -> Iterator[str]:
    file = board.file
    yield from _twice("hex", (h.id for h in file.hexes))
    yield from _twice("hexside", ("-".join(sorted((s.a, s.b))) for s in file.hexsides))
    yield from _twice("place name", (h.site.name for h in file.hexes if h.site))
    yield from _unsourced(file.provenance, get_args(HexValue))
    for hex_ in file.hexes:
        yield from (f"hex {hex_.id}: {problem}" for problem in _check_hex(board, hex_))
        yield from (f"hex {hex_.id}: {problem}" for problem in _redundant(hex_.src, file.provenance))
    yield from _check_hexsides(board)
    yield from _check_big_areas(board)
    yield from _check_links(board)
    yield from _symmetry(board.topology)
    yield from _connection(board)


def _check_hex(board: HexMap, hex_: Hex) -> Iterator[str]:
    line, step = board.grid.split(hex_.id)
    (first_line, last_line), (first_step, last_step) = board.grid.lines, board.grid.steps
    if not (first_line <= line <= last_line and first_step <= step <= last_step):
        yield "lies outside the grid"
    if hex_.terrain not in TERRAINS:
        yield f"unknown terrain {hex_.terrain!r}"
    if hex_.playable and (hex_.terrain in IMPASSABLE or hex_.area):
        yield "playable, but water or part of a big area"
    if hex_.playable and not hex_.side:
        yield "playable, but on no side"
    if abs(hex_.land + hex_.lake + hex_.sea - 1) > 0.02:
        yield "shares of land, lake and sea do not add up to one"
    if hex_.terrain in IMPASSABLE and not hex_.water:
        yield "water without a name"
    if hex_.site and not hex_.playable:
        yield f"{hex_.site.name} lies where nobody can stand"
    if hex_.site and hex_.site.port and hex_.site.port not in hex_.coast:
        yield f"the port of {hex_.site.name} has no coast on the {hex_.site.port} sea"
    for sea in hex_.coast:
        if not _touches_sea(board, board.topology.index[hex_.id], sea):
            yield f"coastal, but no side of it touches the {sea} sea"


def _touches_sea(board: HexMap, place: int, sea: str) -> bool:
    """A coast needs a sea hex beside it, a hexside of sea, water in the hex, a port, or a stated reason."""
    hex_ = board.hexes[place]
    assert hex_ is not None
    sides = (board.topology.kind(place, other) for other in board.topology.neighbours[place])
    is_port = hex_.site is not None and hex_.site.port == sea
    beside = board.topology.adjacent[place] & board.waters.get(sea, 0)
    return bool(beside) or "sea" in sides or hex_.sea > 0 or is_port or "coast" in hex_.src


def _check_hexsides(board: HexMap) -> Iterator[str]:
    index, adjacent = board.topology.index, board.topology.adjacent
    for side in board.file.hexsides:
        if not adjacent[index[side.a]] >> index[side.b] & 1:
            yield f"hexside {side.a}-{side.b}: the hexes do not touch"
        if side.kind not in HEXSIDES:
            yield f"hexside {side.a}-{side.b}: unknown kind {side.kind!r}"
        yield from (f"hexside {side.a}-{side.b}: {p}" for p in _redundant(side.src, board.file.provenance))


def _check_big_areas(board: HexMap) -> Iterator[str]:
    hexes = {h.id: h for h in board.file.hexes}
    covered = {hex_id: area.id for area in board.file.areas for hex_id in area.covers}
    for hex_id, hex_ in hexes.items():
        if covered.get(hex_id) != hex_.area:
            yield f"hex {hex_id}: belongs to {hex_.area}, but {covered.get(hex_id)} covers it"
    for area in board.file.areas:
        for hex_id in area.touches:
            if not hexes[hex_id].playable:
                yield f"area {area.id}: touches {hex_id}, where nobody can stand"


def _check_links(board: HexMap) -> Iterator[str]:
    """Rails, lines and supply sources refer to hexes that touch and exist."""
    file, index, adjacent = board.file, board.topology.index, board.topology.adjacent
    links = {frozenset(link) for link in file.rail_links}
    tracks = {frozenset(pair) for rail in file.rails for pair in pairwise(rail.hexes)}
    for link in sorted(map(sorted, links ^ tracks)):
        yield f"rail {'-'.join(link)}: in the links or on a railway, but not in both"
    pairs = [("rail", pair) for pair in file.rail_links]
    pairs += [(name, pair) for name, line in file.lines.items() for pair in line]
    for name, (a, b) in pairs:
        if a not in index or b not in index or not adjacent[index[a]] >> index[b] & 1:
            yield f"{name} {a}-{b}: the hexes do not touch"
    for name, ids in file.sources.items():
        yield from (f"source {name}: {hex_id} is no playable hex" for hex_id in ids if not _playable(board, hex_id))


def _playable(board: HexMap, place_id: str) -> bool:
    place = board.topology.index.get(place_id)
    return place is not None and bool(board.playable >> place & 1)


def _check_areas(board: AreaMap) -> Iterator[str]:
    file = board.file
    yield from _twice("area", (a.id for a in file.areas))
    yield from _twice("border", ("-".join(sorted((b.a, b.b))) for b in file.borders))
    yield from _twice("box", (b.id for b in file.boxes))
    yield from _unsourced(file.provenance, get_args(AreaValue))
    for area in file.areas:
        yield from (f"area {area.id}: {problem}" for problem in _check_area(board, area))
        yield from (f"area {area.id}: {problem}" for problem in _redundant(area.src, file.provenance))
    for border in file.borders:
        if border.a == border.b:
            yield f"border {border.a}-{border.b}: an area does not touch itself"
    for area_id in set(file.shapes) ^ {a.id for a in file.areas}:
        yield f"area {area_id}: shape without area, or area without shape"
    yield from _symmetry(board.topology)
    yield from _connection(board)


def _check_area(board: AreaMap, area: Area) -> Iterator[str]:
    if set(area.control) != set(board.control) or not set(area.control.values()) <= {"axis", "soviet"}:
        yield "control must name axis or soviet for every scenario"
    if area.port and area.port.sea not in area.coast:
        yield f"the port of {area.port.name} has no coast on the {area.port.sea} sea"
    if area.supply and area.supply not in SUPPLIES:
        yield f"unknown supply icon {area.supply!r}"
    if area.terrain == "victory" and not area.label:
        yield "a victory area needs the name of its city"
    width, height = board.file.size_cm
    if not (0 <= area.at[0] <= width and 0 <= area.at[1] <= height):
        yield "its number stands off the board"


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"{what} {name} occurs {count} times" for name, count in Counter(names).items() if count > 1)


def _unsourced(provenance: Mapping[Any, str], values: Iterable[str]) -> Iterator[str]:
    yield from (f"no provenance for {value!r}" for value in values if value not in provenance)


def _redundant(src: Mapping[Any, str], provenance: Mapping[Any, str]) -> Iterator[str]:
    for value, source in src.items():
        if provenance.get(value) == source:
            yield f"{value!r} is {source!r} anyway"


def _symmetry(topology: Topology) -> Iterator[str]:
    for place in topology.places:
        for other in topology.neighbours[place]:
            if not topology.adjacent[other] >> place & 1:
                yield f"{topology.ids[place]} touches {topology.ids[other]}, but not the other way round"


def _connection(board: HexMap | AreaMap) -> Iterator[str]:
    """Units can walk from everywhere to everywhere."""
    land = board.topology.network(board.playable, without=IMPASSABLE)
    parts = sorted(components(land, board.playable), key=int.bit_count)
    for part in parts[:-1]:
        yield f"cut off from the rest of the board: {', '.join(board.topology.names(part))}"
