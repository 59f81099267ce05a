"""What every layer of a hex board needs: the sheet in picture coordinates, the hexes by id, sets of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from rasputitsa.board.drawing.labels import Box
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.sheet import HexSheet, Side
from rasputitsa.board.drawing.svg import Point
from rasputitsa.board.maps import HexMap
from rasputitsa.board.schema import Hex

UNIT = 100.0
"""Pixels from side to side of a hex."""
MARGIN = 46.0
WATERS = ("sea", "lake")


@dataclass(frozen=True, eq=False)
class HexCanvas:
    """A hex board about to be drawn."""

    map: HexMap
    theme: Theme

    @cached_property
    def hexes(self) -> dict[str, Hex]:
        return {h.id: h for h in self.map.file.hexes}

    @cached_property
    def sheet(self) -> HexSheet:
        grid = self.map.grid
        raw = {name: grid.xy(*grid.split(name)) for name in self.hexes}
        half_x, half_y = (0.5, 0.5774) if grid.pointy else (0.5774, 0.5)
        left, top = min(x for x, _ in raw.values()) - half_x, min(y for _, y in raw.values()) - half_y
        centres = {n: (MARGIN + (x - left) * UNIT, MARGIN + (y - top) * UNIT) for n, (x, y) in raw.items()}
        return HexSheet(centres, UNIT, grid.pointy)

    @cached_property
    def size(self) -> tuple[float, float]:
        corners = [p for name in self.hexes for p in self.sheet.corners(name)]
        return max(x for x, _ in corners) + MARGIN, max(y for _, y in corners) + MARGIN

    @cached_property
    def bounds(self) -> Box:
        """The part of the picture that names may use."""
        return (MARGIN * 0.5, MARGIN * 0.5, self.size[0] - MARGIN * 0.5, self.size[1] - MARGIN * 0.5)

    @cached_property
    def frame(self) -> Point:
        """Where the coordinates of the map file have their origin in the picture (used by labels given there)."""
        name, (x, y) = next(iter(self.sheet.centres.items()))
        gx, gy = self.map.grid.xy(*self.map.grid.split(name))
        return x - gx * UNIT, y - gy * UNIT

    def where(self, test: Callable[[Hex], bool]) -> set[str]:
        return {name for name, h in self.hexes.items() if test(h)}

    @cached_property
    def land(self) -> set[str]:
        return self.where(lambda h: h.terrain not in WATERS)

    @cached_property
    def seas(self) -> set[str]:
        return self.where(lambda h: h.terrain == "sea")

    @cached_property
    def lakes(self) -> set[str]:
        return self.where(lambda h: h.terrain == "lake")

    @cached_property
    def beyond(self) -> set[str]:
        """Land that no unit enters: out of play, or drawn as part of a big area."""
        return self.where(lambda h: h.terrain not in WATERS and not h.playable)

    def sides_of(self, *kinds: str) -> set[Side]:
        """The hexsides of these kinds."""
        return {self.sheet.side(s.a, s.b) for s in self.map.file.hexsides if s.kind in kinds}

    def between(self, one: set[str], other: set[str]) -> set[Side]:
        """The sides where two sets of hexes meet."""
        return {
            side
            for name in one
            for side in self.sheet.sides(name)
            if (beside := self.sheet.neighbour(name, side)) is not None and beside in other
        }

    @cached_property
    def shores(self) -> set[Side]:
        """Sides between land and open water."""
        return self.between(self.land, self.seas | self.lakes)

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex a point lies in, if any."""
        near = self._near.get((int(x // UNIT), int(y // UNIT)), ())
        return next((name for name in near if self.sheet.holds(name, x, y)), None)

    @cached_property
    def _near(self) -> dict[tuple[int, int], list[str]]:
        cells: dict[tuple[int, int], list[str]] = {}
        for name, (x, y) in self.sheet.centres.items():
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    cells.setdefault((int(x // UNIT) + dx, int(y // UNIT) + dy), []).append(name)
        return cells
