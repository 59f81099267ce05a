"""Hex grids: how a hex number becomes a bit position, and where a hex lies on the sheet.

A grid is a stack of straight *lines* of hexes (rows of pointy-topped hexes, columns of flat-topped ones), each second
line shifted by half a hex. Lines are laid end to end with one empty bit between them and with a stride that alternates,
so that every hex finds its six neighbours at the same six bit distances.
"""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

POINTY = ("E", "W", "NE", "NW", "SE", "SW")
FLAT = ("S", "N", "SE", "NE", "SW", "NW")


@dataclass(frozen=True)
class HexGrid:
    """A numbered hex grid: odd lines are shifted half a hex towards higher steps.

    - `pointy`: id = 100 x row + column; rows count from the south, columns from the west; odd rows lie further east.
    - `flat`: id = 100 x column + row; columns count from the west, rows from the north; odd columns lie further south.
    """

    pointy: bool
    lines: tuple[int, int]
    steps: tuple[int, int]

    @cached_property
    def stride(self) -> int:
        """The bit distance from an even line to the next one; from an odd line it is one less."""
        return self.steps[1] - self.steps[0] + 3

    @property
    def directions(self) -> tuple[str, ...]:
        return POINTY if self.pointy else FLAT

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """The bit distance of each direction, in the order of `directions`."""
        return (1, -1, self.stride, self.stride - 1, 1 - self.stride, -self.stride)

    @cached_property
    def size(self) -> int:
        """One more than the highest bit position of a hex."""
        return self.place(self.lines[1], self.steps[1]) + 1

    def place(self, line: int, step: int) -> int:
        """The bit position of a hex."""
        first = self.lines[0]
        odd_lines_below = line // 2 - first // 2
        return (line - first) * self.stride - odd_lines_below + step - self.steps[0] + 1

    def split(self, hex_id: str) -> tuple[int, int]:
        """Line and step of a hex number: '613' is row 6, column 13; '2722' is column 27, row 22."""
        return divmod(int(hex_id), 100)

    def xy(self, line: int, step: int) -> tuple[float, float]:
        """The centre on the sheet, y growing downwards; the unit is a hex from flat side to flat side."""
        along = step + 0.5 * (line % 2)
        across = sqrt(0.75) * (self.lines[1] + 1 - line if self.pointy else line)
        return (along, across) if self.pointy else (across, along)
