"""Natural-looking lines: smooth curves through points, and a wobble that is the same on every run."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from itertools import pairwise

from rasputitsa.board.drawing.svg import Point, num


def wobble(*key: object) -> float:
    """A number between -1 and 1 that depends on the key only."""
    return zlib.crc32(repr(key).encode()) / 0x7FFFFFFF - 1.0


def lerp(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def smooth(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a Catmull-Rom curve through the points, as cubic Béziers."""
    count = len(points)
    if count < 3:
        return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)

    def at(i: int) -> Point:
        return points[i % count] if closed else points[min(max(i, 0), count - 1)]

    parts = [f"M{num(points[0][0])},{num(points[0][1])}"]
    for i in range(count if closed else count - 1):
        before, here, there, after = at(i - 1), at(i), at(i + 1), at(i + 2)
        c1 = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        c2 = there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6
        parts.append(f"C{num(c1[0])},{num(c1[1])} {num(c2[0])},{num(c2[1])} {num(there[0])},{num(there[1])}")
    return "".join(parts) + ("z" if closed else "")


def flowing(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a curve that runs close to many near points (quadratic, through the middles between them)."""
    if len(points) < 3:
        return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)
    line = list(points)
    middles = [lerp(a, b, 0.5) for a, b in zip(line, line[1:] + line[:1] if closed else line[1:])]
    start = middles[-1] if closed else line[0]
    parts = [f"M{num(start[0])},{num(start[1])}"]
    turns = line if closed else line[1:-1]
    ends = middles if closed else [*middles[1:-1], line[-1]]
    for turn, end in zip(turns, ends):
        parts.append(f"Q{num(turn[0])},{num(turn[1])} {num(end[0])},{num(end[1])}")
    return "".join(parts) + ("z" if closed else "")


def averaged(points: Sequence[Point], reach: int, closed: bool = True) -> list[Point]:
    """A line ironed flat: every point the mean of its neighbours; an open line keeps its ends."""
    count = len(points)

    def mean(i: int) -> Point:
        far = reach if closed else min(reach, i, count - 1 - i)
        near = [points[(i + j) % count] for j in range(-far, far + 1)]
        return sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)

    return [mean(i) for i in range(count)]


def rounded(points: Sequence[Point], passes: int = 1, closed: bool = False) -> list[Point]:
    """Corners cut by Chaikin's rule; an open line keeps its ends."""
    line = list(points)
    for _ in range(passes):
        if len(line) < 3:
            return line
        pairs = zip(line, line[1:] + line[:1] if closed else line[1:])
        cut = [p for a, b in pairs for p in (lerp(a, b, 0.25), lerp(a, b, 0.75))]
        line = cut if closed else [line[0], *cut[1:-1], line[-1]]
    return line


def length(points: Sequence[Point]) -> float:
    return sum(distance(a, b) for a, b in pairwise(points))


def walk(points: Sequence[Point], step: float) -> list[Point]:
    """Points at equal steps along a line, its ends included."""
    total = length(points)
    count = max(1, round(total / step))
    return [point_at(points, total * i / count) for i in range(count + 1)]


def point_at(points: Sequence[Point], along: float) -> Point:
    """The point so far along a line."""
    for a, b in pairwise(points):
        piece = distance(a, b)
        if along <= piece:
            return lerp(a, b, along / piece if piece else 0.0)
        along -= piece
    return points[-1]


def thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Fewer points, none farther than the tolerance from the line (Douglas-Peucker)."""
    if len(points) < 3:
        return list(points)
    a, b = points[0], points[-1]
    far, where = 0.0, 0
    for i in range(1, len(points) - 1):
        off = _off_line(points[i], a, b)
        if off > far:
            far, where = off, i
    if far <= tolerance:
        return [a, b]
    return thinned(points[: where + 1], tolerance)[:-1] + thinned(points[where:], tolerance)


def _off_line(p: Point, a: Point, b: Point) -> float:
    base = distance(a, b)
    if base == 0:
        return distance(p, a)
    t = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / base**2))
    return distance(p, lerp(a, b, t))
