"""The geometry of a hex sheet in picture coordinates: corners, sides, outlines of sets, natural lines along sides.

A corner is named by two small integers (steps of half a hex), so that neighbours share it exactly.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from rasputitsa.board.drawing.curves import lerp, wobble
from rasputitsa.board.drawing.svg import Point

Corner = tuple[int, int]
Side = tuple[Corner, Corner]
Node = TypeVar("Node", bound=Hashable)

POINTY = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Corners of a pointy-topped hex around its centre, clockwise from the top, in half widths and half edges."""


STEPS = (0.12, 0.27, 0.42, 0.58, 0.73, 0.88)
WAVES = ((1, 1.0), (2, 0.6), (3, 0.5), (5, 0.35))
"""Waves along a side and their weights: what bends a natural line."""
BEND, SHAKE = 0.075, 0.035
"""How far natural lines leave their hexsides, in hexes."""
OVERHANG = 14.0


class HexSheet:
    """Hexes by id; `across` is the distance from side to opposite side."""

    def __init__(self, centres: Mapping[str, Point], across: float, pointy: bool) -> None:
        self.centres = dict(centres)
        self.across = across
        self.edge = across / math.sqrt(3)
        self.pointy = pointy
        self._origin = next(iter(self.centres.values()))
        self._corners = {name: self._ring(centre) for name, centre in self.centres.items()}
        self._owners: dict[Side, list[str]] = defaultdict(list)
        for name, ring in self._corners.items():
            for i in range(6):
                self._owners[side_of(ring[i], ring[(i + 1) % 6])].append(name)

    def _ring(self, centre: Point) -> tuple[Corner, ...]:
        sx, sy = self._steps()
        cx = round((centre[0] - self._origin[0]) / sx)
        cy = round((centre[1] - self._origin[1]) / sy)
        if self.pointy:
            return tuple((cx + dx, cy + dy) for dx, dy in POINTY)
        return tuple((cx + dy, cy - dx) for dx, dy in POINTY)

    def _steps(self) -> tuple[float, float]:
        half, quarter = self.across / 2, self.edge / 2
        return (half, quarter) if self.pointy else (quarter, half)

    def point(self, corner: Corner) -> Point:
        sx, sy = self._steps()
        return self._origin[0] + corner[0] * sx, self._origin[1] + corner[1] * sy

    def corners(self, name: str) -> list[Point]:
        """The six corners, in order around the hex."""
        return [self.point(c) for c in self._corners[name]]

    def side(self, a: str, b: str) -> Side:
        """The side two neighbours share."""
        shared = [c for c in self._corners[a] if c in self._corners[b]]
        if len(shared) != 2:
            raise ValueError(f"hexes {a} and {b} are not neighbours")
        return side_of(*shared)

    def neighbour(self, name: str, side: Side) -> str | None:
        """The hex on the other side, or None at the edge of the sheet."""
        return next((other for other in self._owners[side] if other != name), None)

    def sides(self, name: str) -> list[Side]:
        ring = self._corners[name]
        return [side_of(ring[i], ring[(i + 1) % 6]) for i in range(6)]

    def owners(self, side: Side) -> list[str]:
        return self._owners[side]

    def touching(self, corner: Corner) -> set[str]:
        """The hexes that meet in a corner."""
        return {n for s, names in self._around(corner) for n in names}

    def _around(self, corner: Corner) -> list[tuple[Side, list[str]]]:
        x, y = corner
        reach = [(x + dx, y + dy) for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2))]
        return [(s, self._owners[s]) for other in reach if (s := side_of(corner, other)) in self._owners]

    def outline(self, names: Iterable[str]) -> list[list[Corner]]:
        """The closed loops around a set of hexes, each a ring of corners."""
        inside = set(names)
        follow: dict[Corner, list[Corner]] = defaultdict(list)
        for name in inside:
            ring = self._corners[name]
            for i in range(6):
                a, b = ring[i], ring[(i + 1) % 6]
                other = self.neighbour(name, side_of(a, b))
                if other is None or other not in inside:
                    follow[a].append(b)
        return _loops(follow)

    def natural(self, corners: Sequence[Corner], closed: bool) -> list[Point]:
        """Points of a natural line along sides: every side has its own wobble, the same for all lines on it."""
        line: list[Point] = [] if closed else [self.shaken(corners[0])]
        ends = list(corners) + ([corners[0]] if closed else [])
        for a, b in pairwise(ends):
            line += self._bent(a, b)
        if not closed:
            line.append(self.shaken(corners[-1]))
        return line

    def shaken(self, corner: Corner) -> Point:
        """A corner as natural lines see it: a little off its place."""
        x, y = self.point(corner)
        reach = SHAKE * self.across
        return x + wobble(corner, "x") * reach, y + wobble(corner, "y") * reach

    def _bent(self, a: Corner, b: Corner) -> list[Point]:
        first, last = side_of(a, b)
        if len(self._owners[first, last]) == 1:
            return self._overhang(a, b)
        p, q = self.shaken(first), self.shaken(last)
        nx, ny = (q[1] - p[1]) / self.edge, (p[0] - q[0]) / self.edge
        waves = [(n, weight * BEND * self.across * wobble(first, last, n)) for n, weight in WAVES]
        bent = []
        for t in STEPS:
            off = sum(size * math.sin(n * math.pi * t) for n, size in waves)
            x, y = lerp(p, q, t)
            bent.append((x + nx * off, y + ny * off))
        return bent if (a, b) == (first, last) else bent[::-1]

    def _overhang(self, a: Corner, b: Corner) -> list[Point]:
        """At the edge of the sheet natural shapes reach over it, so that nothing shows between them and the frame."""
        cx, cy = self.centres[self._owners[side_of(a, b)][0]]
        p, q = self.point(a), self.point(b)
        mx, my = (p[0] + q[0]) / 2 - cx, (p[1] + q[1]) / 2 - cy
        far = OVERHANG / math.hypot(mx, my)
        return [(x + mx * far, y + my * far) for x, y in (lerp(p, q, 0.1), lerp(p, q, 0.9))]

    def holds(self, name: str, x: float, y: float) -> bool:
        """Whether a point lies in a hex."""
        dx, dy = x - self.centres[name][0], y - self.centres[name][1]
        if not self.pointy:
            dx, dy = dy, dx
        slant = abs(dx) / 2 + abs(dy) * math.sqrt(3) / 2
        return max(abs(dx), slant) <= self.across / 2 + 1e-6


def side_of(a: Corner, b: Corner) -> Side:
    return (a, b) if a <= b else (b, a)


def chains(links: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Links joined into lines as long as possible; a line ends at a fork or a loose end."""
    ends: dict[Node, list[Node]] = defaultdict(list)
    left = {frozenset(link) for link in links}
    for a, b in sorted((tuple(sorted(link, key=_order)) for link in left), key=_order):
        ends[a].append(b)
        ends[b].append(a)
    nodes = sorted(ends, key=_order)
    lines = []
    for start in [n for n in nodes if len(ends[n]) != 2] + nodes:
        for step in ends[start]:
            if frozenset((start, step)) in left:
                lines.append(_follow(start, step, ends, left))
    return lines


def _order(node: Any) -> Any:
    """Corners and hex ids are ordered as they are; the name only tells the type checker so."""
    return node


def _follow(start: Node, step: Node, ends: dict[Node, list[Node]], left: set[frozenset[Node]]) -> list[Node]:
    line = [start, step]
    left.discard(frozenset((start, step)))
    while len(ends[line[-1]]) == 2:
        ahead = [n for n in ends[line[-1]] if frozenset((line[-1], n)) in left]
        if not ahead:
            break
        left.discard(frozenset((line[-1], ahead[0])))
        line.append(ahead[0])
    return line


def _loops(follow: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    loops = []
    while follow:
        start = min(follow)
        loop = [start]
        while True:
            here = loop[-1]
            there = follow[here].pop()
            if not follow[here]:
                del follow[here]
            if there == start:
                break
            loop.append(there)
        loops.append(loop)
    return loops
