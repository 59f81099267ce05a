"""The label placer: every name has candidate places, each place a box; the best that touches no other box wins.

Names are placed in order of priority. A name that finds no room is set a little smaller and tries again.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.fonts import Font
from rasputitsa.board.drawing.svg import num, text

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

CELL = 64
SMALLER = (1.0, 0.92, 0.85, 0.78)


@dataclass(frozen=True)
class Spot:
    """A candidate: where the middle of the text would stand, turned by `angle` degrees, and how bad that is."""

    x: float
    y: float
    cost: float = 0.0
    angle: float = 0.0
    anchor: str = "middle"


@dataclass(frozen=True)
class Label:
    """A name to place."""

    words: str
    font: Font
    size: float
    spots: tuple[Spot, ...]
    style: str
    """Class of the text element: city, town, water, river, region ..."""
    priority: int = 0
    spacing: float = 0.0
    own: str = ""
    """Obstacles with this name do not count for it (its own symbol)."""


@dataclass(frozen=True)
class Placed:
    """A name that found its place."""

    label: Label
    spot: Spot
    size: float
    boxes: tuple[Box, ...]

    def svg(self) -> str:
        """The text element; colours come from the style sheet."""
        label, spot = self.label, self.spot
        turn = f"rotate({num(spot.angle)} {num(spot.x)} {num(spot.y)})" if spot.angle else None
        return text(
            label.words,
            spot.x,
            spot.y + self.size * 0.33,
            class_=f"name {label.style}",
            font_size=round(self.size, 1),
            letter_spacing=num(label.spacing) if label.spacing else None,
            text_anchor=spot.anchor,
            transform=turn,
        )


@dataclass
class Placer:
    """Keeps the boxes that are taken. Hard boxes may not be touched; soft ones cost."""

    bounds: Box
    _hard: dict[tuple[int, int], list[tuple[Box, str]]] = field(default_factory=lambda: defaultdict(list))
    _soft: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=lambda: defaultdict(list))

    def block(self, box: Box, own: str = "") -> None:
        """Nothing but the name it belongs to may touch this box."""
        for cell in _cells(box):
            self._hard[cell].append((box, own))

    def avoid(self, box: Box, cost: float) -> None:
        """Names would rather not stand here."""
        for cell in _cells(box):
            self._soft[cell].append((box, cost))

    def place(self, labels: Iterable[Label]) -> tuple[list[Placed], list[Label]]:
        """The names placed, and those that found no room."""
        done, lost = [], []
        for label in sorted(labels, key=lambda n: (-n.priority, n.words)):
            placed = self._best(label)
            if placed is None:
                lost.append(label)
                continue
            for box in placed.boxes:
                self.block(box)
            done.append(placed)
        return done, lost

    def _best(self, label: Label) -> Placed | None:
        for scale in SMALLER:
            size = label.size * scale
            found = [(self._cost(boxes, spot), i, spot, boxes) for i, spot, boxes in self._free(label, size)]
            if found:
                _, _, spot, boxes = min(found, key=lambda f: f[:2])
                return Placed(label, spot, size, boxes)
        return None

    def _free(self, label: Label, size: float) -> list[tuple[int, Spot, tuple[Box, ...]]]:
        free = []
        for i, spot in enumerate(label.spots):
            boxes = text_boxes(label, spot, size)
            if all(_inside(box, self.bounds) and not self._taken(box, label.own) for box in boxes):
                free.append((i, spot, boxes))
        return free

    def _taken(self, box: Box, own: str) -> bool:
        return any(
            overlap(box, other) and not (own and own == whose)
            for cell in _cells(box)
            for other, whose in self._hard.get(cell, ())
        )

    def _cost(self, boxes: tuple[Box, ...], spot: Spot) -> float:
        soft = {
            (other, cost)
            for box in boxes
            for c in _cells(box)
            for other, cost in self._soft.get(c, ())
            if overlap(box, other)
        }
        return spot.cost + sum(cost for _, cost in soft)


def text_boxes(label: Label, spot: Spot, size: float) -> tuple[Box, ...]:
    """The boxes a text covers: one when it is level, a row of small ones when it is turned."""
    wide = fonts.width(label.font, label.words, size, label.spacing)
    high = size * 0.86
    middle = spot.x + {"start": wide / 2, "end": -wide / 2}.get(spot.anchor, 0.0)
    if not spot.angle:
        return ((middle - wide / 2, spot.y - high / 2, middle + wide / 2, spot.y + high / 2),)
    count = max(1, math.ceil(wide / high))
    dx, dy = math.cos(math.radians(spot.angle)), math.sin(math.radians(spot.angle))
    steps = [(i + 0.5) * wide / count - wide / 2 for i in range(count)]
    half = high / 2
    return tuple(
        (spot.x + s * dx - half, spot.y + s * dy - half, spot.x + s * dx + half, spot.y + s * dy + half) for s in steps
    )


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(x: float, y: float, wide: float, high: float) -> Box:
    """A box by its middle and size."""
    return (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def _inside(box: Box, bounds: Box) -> bool:
    return box[0] >= bounds[0] and box[1] >= bounds[1] and box[2] <= bounds[2] and box[3] <= bounds[3]


def _cells(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(v // CELL) for v in box)
    return [(cx, cy) for cx in range(left, right + 1) for cy in range(top, bottom + 1)]
