"""What every layer of an area board needs: shapes in picture coordinates, and the roomiest spot of each area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rasputitsa.board.drawing.curves import thinned
from rasputitsa.board.drawing.labels import Box
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.svg import Point
from rasputitsa.board.maps import AreaMap
from rasputitsa.board.schema import Area
from rasputitsa.board.schema import Box as AreaBox

CM = 34.0
"""Pixels per centimetre of the board."""
MARGIN = 30.0
DEGREE_EAST, DEGREE_NORTH = 111.32, 111.2
"""Kilometres per degree: of longitude at the equator, of latitude."""
DISC = 14.0
BOX = (6.2, 3.3)
"""Width and height of a box in centimetres."""

Ring = list[Point]


@dataclass(frozen=True, eq=False)
class AreaCanvas:
    """An area board about to be drawn."""

    map: AreaMap
    theme: Theme

    @cached_property
    def size(self) -> tuple[float, float]:
        wide, high = self.map.file.size_cm
        return wide * CM + 2 * MARGIN, high * CM + 2 * MARGIN

    @cached_property
    def bounds(self) -> Box:
        return (MARGIN + 2, MARGIN + 2, self.size[0] - MARGIN - 2, self.size[1] - MARGIN - 2)

    @cached_property
    def strip(self) -> float:
        """The lower edge of the strip of boxes above the map."""
        return MARGIN + float(self.map.file.projection["strip_cm"]) * CM

    def on_sheet(self, at: Point) -> Point:
        """Board centimetres to picture."""
        return MARGIN + at[0] * CM, MARGIN + at[1] * CM

    def on_earth(self, at: Point) -> Point:
        """Longitude and latitude to picture."""
        projection = self.map.file.projection
        frame, scale = projection["frame"], float(projection["km_per_cm"])
        east = DEGREE_EAST * math.cos(math.radians(projection["lat_true"])) / scale
        x = (at[0] - frame["lon_min"]) * east
        y = self.map.file.size_cm[1] - (at[1] - frame["lat_min"]) * DEGREE_NORTH / scale
        return self.on_sheet((x, y))

    @cached_property
    def areas(self) -> dict[str, Area]:
        return {a.id: a for a in self.map.file.areas}

    @cached_property
    def shapes(self) -> dict[str, list[Ring]]:
        """The outlines of each area: all rings of all its parts."""
        return {
            name: [thinned([self.on_earth(p) for p in ring], 0.5) for part in parts for ring in part]
            for name, parts in self.map.file.shapes.items()
        }

    @cached_property
    def lines(self) -> dict[tuple[str, str], list[Ring]]:
        """The borders between areas, as lines."""
        return {
            (b.a, b.b): [thinned([self.on_earth(p) for p in line], 0.4) for line in b.line]
            for b in self.map.file.borders
        }

    @cached_property
    def room(self) -> dict[str, tuple[Point, float]]:
        """The spot of each area farthest from its outline, and how far that is."""
        return {name: roomiest(ring) for name, ring in self.coarse.items()}

    def code_spot(self, name: str) -> Point:
        """Where the code of an area stands: at the rim of its roomiest spot, which is left to the blocks."""
        (x, y), far = self.room[name]
        out = max(0.0, far - DISC - 9)
        city = self.areas[name].city_at
        cx, cy = self.on_earth(city) if city else (x, y + 999)
        spots = [(x + out * math.sin(turn), y - out * math.cos(turn)) for turn in (0.0, -0.9, 0.9, -1.7, 1.7)]
        return max(spots, key=lambda p: min(math.dist(p, (cx, cy)), 44))

    def box_shape(self, box: AreaBox) -> tuple[float, float, float, float]:
        """Left, top, width and height of a box of the board; the fleets' one keeps clear of the coast."""
        x, y = self.on_sheet(box.at)
        off_x, off_y = (5.6, 1.9) if box.kind == "fleet_staging" else (BOX[0] / 2, BOX[1] / 2)
        return x - off_x * CM, y - off_y * CM, BOX[0] * CM, BOX[1] * CM

    @cached_property
    def coarse(self) -> dict[str, Ring]:
        """The main outline of each area with few points, for questions of inside and outside."""
        return {name: thinned(max(rings, key=_spread), 4.0) for name, rings in self.shapes.items()}


def roomiest(ring: Ring) -> tuple[Point, float]:
    """The point inside a ring that is farthest from it: a grid, then a finer grid around the best."""
    left, right = min(x for x, _ in ring), max(x for x, _ in ring)
    top, bottom = min(y for _, y in ring), max(y for _, y in ring)
    cx, cy, wide, high = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
    best, far = (cx, cy), -math.inf
    for _ in range(2):
        for i in range(-4, 5):
            for j in range(-4, 5):
                point = (cx + i * wide / 9, cy + j * high / 9)
                away = _clearance(point, ring)
                if away > far:
                    best, far = point, away
        (cx, cy), wide, high = best, wide / 5, high / 5
    return best, far


def _spread(ring: Sequence[Point]) -> float:
    return (max(x for x, _ in ring) - min(x for x, _ in ring)) * (max(y for _, y in ring) - min(y for _, y in ring))


def _clearance(p: Point, ring: Sequence[Point]) -> float:
    """Distance to the outline, negative outside."""
    x, y = p
    nearest = math.inf
    ax, ay = ring[-1]
    for bx, by in ring:
        dx, dy = bx - ax, by - ay
        whole = dx * dx + dy * dy
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / whole)) if whole else 0.0
        nearest = min(nearest, (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2)
        ax, ay = bx, by
    return math.sqrt(nearest) if inside(p, ring) else -math.sqrt(nearest)


def inside(p: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a ring (an odd number of crossings to its right)."""
    x, y = p
    odd = False
    ax, ay = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd
