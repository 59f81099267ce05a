"""A board as flat integers: places are bit positions, sets of places are Python integers.

`Topology` knows which places exist and which touch; a `Network` is what one rule sees of it (movement does not cross a
lake, a supply path does, a rail net runs one way). Every range, flood and retreat is asked of a network, so hex boards
and area boards are the same to the rules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from .layout import HexGrid
from .spreads import (
    Fill,
    Spread,
    bits,
    by_bytes,
    directed_fill,
    few_places,
    mask_of,
    nth,
    some_directions,
    thin_fill,
    whole_hexes,
)

__all__ = ["Network", "Topology", "area_topology", "bits", "hex_topology", "mask_of", "nth"]

Border = tuple[int, int]

_FEW_PLACES = 10
_MANY_IRREGULAR = 60


class Network:
    """The borders one rule may cross. `spread(mask)` is the set of all neighbours of a set."""

    def __init__(self, adjacent: tuple[int, ...], spread: Spread, fill: Fill | None = None) -> None:
        self.adjacent = adjacent
        self.spread = spread
        self.fill = fill
        """A quick flood, where the shape of the network allows one."""

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each place the places one step away."""
        return tuple(tuple(bits(mask)) for mask in self.adjacent)

    @cached_property
    def places(self) -> int:
        """All places with at least one open border."""
        return mask_of(place for place, mask in enumerate(self.adjacent) if mask)

    def around(self, places: int, steps: int) -> int:
        """All places within this many steps of some."""
        for _ in range(steps):
            places |= self.spread(places)
        return places

    def steps(self, places: int, most: int) -> list[int]:
        """By place: the steps to the nearest of some; `most` where none is nearer."""
        out = [most] * len(self.adjacent)
        front = seen = places
        for number in range(most):
            for place in bits(front):
                out[place] = number
            front = self.spread(front) & ~seen
            seen |= front
        return out


class Topology:
    """The places of a board and their borders.

    `n` is the length of every per-place table. On a hex board some positions below `n` are gaps (id ''); `places` lists
    the real ones and `everywhere` is their set.
    """

    def __init__(
        self,
        ids: Sequence[str],
        adjacent: Sequence[int],
        kinds: Mapping[Border, str],
        grid: HexGrid | None = None,
    ) -> None:
        self.n = len(ids)
        self.ids = tuple(ids)
        self.index = {place_id: place for place, place_id in enumerate(ids) if place_id}
        self.places = tuple(self.index.values())
        self.everywhere = mask_of(self.places)
        self.adjacent = tuple(adjacent)
        self.neighbours = tuple(tuple(bits(mask)) for mask in self.adjacent)
        self.kinds = {pair: kind for (a, b), kind in kinds.items() for pair in ((a, b), (b, a))}
        self.grid = grid
        self._rings: dict[int, tuple[int, ...]] = {}
        self._disks: dict[tuple[int, int], int] = {}
        self._networks: dict[tuple[tuple[int, ...], bool], Network] = {}

    def mask(self, ids: Iterable[str]) -> int:
        """The set of the places with these ids."""
        return mask_of(self.index[place_id] for place_id in ids)

    def names(self, mask: int) -> list[str]:
        """The ids of a set of places: for messages and tests."""
        return [self.ids[place] for place in bits(mask)]

    def kind(self, a: int, b: int) -> str:
        """What lies on the border between two neighbours: 'river', 'lake', ... or '' for an open one."""
        return self.kinds.get((a, b), "")

    @cached_property
    def hexes(self) -> int:
        """The places that are hexes of the grid (on an area board none)."""
        return self.everywhere & ((1 << self.grid.size) - 1) if self.grid else 0

    @cached_property
    def big_areas(self) -> int:
        """The places that are no hexes: Finland, the Balkans; on an area board all."""
        return self.everywhere & ~self.hexes

    def neighbour(self, place: int, direction: str) -> int | None:
        """The hex next to this one in a direction ('NE'), or None off the board."""
        if self.grid is None or not self.hexes >> place & 1:
            return None
        other = place + self.grid.shifts[self.grid.directions.index(direction)]
        return other if other >= 0 and self.hexes >> other & 1 else None

    def rings(self, place: int) -> tuple[int, ...]:
        """The sets of places at distance 0, 1, 2, ... counted in hexes (or areas), whatever lies between.

        Big areas beside a hex grid are stepped into but not counted through.
        """
        if place not in self._rings:
            self._rings[place] = tuple(self._ring_by_ring(place))
        return self._rings[place]

    def _ring_by_ring(self, place: int) -> list[int]:
        through = self.hexes or self.everywhere
        unseen = self.everywhere ^ 1 << place
        ring = 1 << place
        out = [ring]
        while ring := self.everything.spread(ring & through | 1 << place & ring) & unseen:
            out.append(ring)
            unseen ^= ring
        return out

    def ring(self, place: int, distance: int) -> int:
        """The places exactly so far away."""
        rings = self.rings(place)
        return rings[distance] if distance < len(rings) else 0

    def disk(self, place: int, distance: int) -> int:
        """The places at most so far away, the place itself included."""
        found = self._disks.get((place, distance))
        if found is None:
            found = 0
            for ring in self.rings(place)[: distance + 1]:
                found |= ring
            self._disks[place, distance] = found
        return found

    def distance(self, a: int, b: int) -> int | None:
        """How many steps lie between two places, or None when they are not connected."""
        return next((d for d, ring in enumerate(self.rings(a)) if ring >> b & 1), None)

    @cached_property
    def everything(self) -> Network:
        """The network of all borders, passable or not."""
        return self.network()

    def network(
        self,
        within: int | None = None,
        *,
        without: Collection[str] = (),
        only: Collection[str] | None = None,
        directions: Collection[str] | None = None,
    ) -> Network:
        """The borders between places of `within`, not of a kind in `without`, or `only` of some kinds ('': plain).

        `directions` keeps only steps that way (a one-way net): 'E', 'NE', 'SE'.
        """
        inside = self.everywhere if within is None else within
        adjacent = [mask & inside if inside >> place & 1 else 0 for place, mask in enumerate(self.adjacent)]
        for (a, b), kind in self.kinds.items():
            if kind in without or (only is not None and kind not in only):
                adjacent[a] &= ~(1 << b)
        if only is not None and "" not in only:
            adjacent = [mask & self._special[place] for place, mask in enumerate(adjacent)]
        if directions is not None:
            adjacent = [mask & self._towards(place, directions) for place, mask in enumerate(adjacent)]
        return self._joined(tuple(adjacent), directions is not None)

    def network_of(self, borders: Iterable[Border]) -> Network:
        """The network of an explicit list of links, both ways: a rail net, sea lanes."""
        adjacent = [0] * self.n
        for a, b in borders:
            adjacent[a] |= 1 << b
            adjacent[b] |= 1 << a
        found = self._joined(tuple(adjacent), False)
        return Network(found.adjacent, found.spread, thin_fill(found.adjacent))

    @cached_property
    def _special(self) -> list[int]:
        """For each place the neighbours across a border that has a kind."""
        out = [0] * self.n
        for a, b in self.kinds:
            out[a] |= 1 << b
        return out

    def _towards(self, place: int, directions: Collection[str]) -> int:
        steps = (self.neighbour(place, direction) for direction in directions)
        return mask_of(other for other in steps if other is not None)

    def _joined(self, adjacent: tuple[int, ...], one_way: bool) -> Network:
        """Games with other options have the same networks: they share them, with what those remember."""
        key = adjacent, one_way
        if key not in self._networks:
            self._networks[key] = self._join(adjacent, one_way)
        return self._networks[key]

    def _join(self, adjacent: tuple[int, ...], one_way: bool) -> Network:
        """A network with the quickest spread for its shape."""
        sources = mask_of(place for place, mask in enumerate(adjacent) if mask)
        if sources.bit_count() <= _FEW_PLACES:
            return Network(adjacent, few_places(adjacent, sources))
        if self.grid is None:
            return Network(adjacent, by_bytes(adjacent, sources))
        targets = 0
        for mask in adjacent:
            targets |= mask
        irregular = self._irregular(adjacent, sources, targets)
        if not one_way and (irregular & sources).bit_count() <= _MANY_IRREGULAR:
            return Network(adjacent, whole_hexes(self.grid.stride, targets & self.hexes, adjacent, irregular))
        areas = mask_of(place for place in bits(sources) if (adjacent[place] | 1 << place) & ~self.hexes)
        ways = self._open_ways(adjacent)
        targets &= self.hexes
        places = sources | targets
        simple = not areas and _wide_open(ways, places)
        fill = directed_fill([shift for shift, _ in ways], places) if simple else None
        return Network(adjacent, some_directions(ways, targets, adjacent, areas), fill)

    def _irregular(self, adjacent: Sequence[int], sources: int, targets: int) -> int:
        """The places that do not simply touch all their hex neighbours among the targets.

        Places outside the network are irregular too when they lie beside it: nothing spreads from them.
        """
        hexes = targets & self.hexes
        return mask_of(
            place
            for place in bits(sources | self.everywhere & self._near(hexes))
            if adjacent[place] != self.adjacent[place] & hexes or not self.hexes >> place & 1
        )

    def _near(self, mask: int) -> int:
        return mask_of(place for place in self.places if self.adjacent[place] & mask)

    def _open_ways(self, adjacent: Sequence[int]) -> list[tuple[int, int]]:
        """Each direction's shift with the hexes from which it is open."""
        assert self.grid is not None
        ways = []
        for shift in sorted(self.grid.shifts):
            opens = mask_of(
                place for place in bits(self.hexes) if place + shift >= 0 and adjacent[place] >> place + shift & 1
            )
            if opens:
                ways.append((shift, opens))
        return ways


def _wide_open(ways: Sequence[tuple[int, int]], places: int) -> bool:
    """Three directions, the first of them downwards, and nothing shut between any two places."""
    if len(ways) != 3 or ways[0][0] > 0:
        return False
    return all(_shifted(places, shift) & places == _shifted(opens, shift) for shift, opens in ways)


def _shifted(mask: int, shift: int) -> int:
    return mask << shift if shift > 0 else mask >> -shift


def hex_topology(
    grid: HexGrid,
    hex_ids: Iterable[str],
    big_areas: Mapping[str, Collection[str]] | None = None,
    kinds: Mapping[tuple[str, str], str] | None = None,
) -> Topology:
    """A hex board, with big areas (id -> ids of the hexes they touch) beyond the last hex.

    Big areas keep a distance of more than one stride from the hexes, and an empty bit from one another, so that no
    shift of a hex can reach them.
    """
    areas = dict(big_areas or {})
    first_area = grid.size + grid.stride + 1
    index = {hex_id: grid.place(*grid.split(hex_id)) for hex_id in hex_ids}
    index |= {area_id: first_area + 2 * k for k, area_id in enumerate(areas)}
    ids = [""] * (max(index.values()) + 1)
    for place_id, place in index.items():
        ids[place] = place_id
    adjacent = [0] * len(ids)
    for place_id, place in index.items():
        if place_id not in areas:
            reached = (place + shift for shift in grid.shifts)
            adjacent[place] = mask_of(other for other in reached if 0 <= other < grid.size and ids[other])
    for area_id, touched in areas.items():
        for other in touched:
            adjacent[index[area_id]] |= 1 << index[other]
            adjacent[index[other]] |= 1 << index[area_id]
    return Topology(ids, adjacent, {(index[a], index[b]): kind for (a, b), kind in (kinds or {}).items()}, grid)


def area_topology(
    area_ids: Sequence[str], borders: Iterable[tuple[str, str]], kinds: Mapping[tuple[str, str], str] | None = None
) -> Topology:
    """A board of areas joined by a list of borders."""
    index = {area_id: place for place, area_id in enumerate(area_ids)}
    adjacent = [0] * len(area_ids)
    for a, b in borders:
        adjacent[index[a]] |= 1 << index[b]
        adjacent[index[b]] |= 1 << index[a]
    return Topology(area_ids, adjacent, {(index[a], index[b]): kind for (a, b), kind in (kinds or {}).items()})
