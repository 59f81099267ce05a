"""Seas, lakes, inlets and rivers of a hex board: drawn as nature would, but always along the hexsides."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rasputitsa.board.drawing.curves import averaged, flowing, lerp, rounded, thinned, walk
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.sheet import Corner, Side, chains, side_of
from rasputitsa.board.drawing.svg import Point, el, group, polygon

RIVER = (2.0, 4.4)
MAJOR = (5.0, 8.0)
WIDENS = 900.0
"""Pixels from the source after which a river has its full width."""


def patch(canvas: HexCanvas, names: set[str]) -> str:
    """Path data of the natural outline of a set of hexes."""
    return "".join(flowing(canvas.sheet.natural(loop, True), closed=True) for loop in canvas.sheet.outline(names))


def sea(canvas: HexCanvas) -> str:
    """Open water: darker far out, paler towards the shore."""
    theme = canvas.theme
    width, height = canvas.size
    parts = [el("rect", width=width, height=height, fill=theme.sea)]
    for tint, far in zip(theme.deep, (2, 3)):
        parts.append(el("path", d=_deep(canvas, far), fill=tint))
    for tint, wide in zip(theme.shallow, (52, 30, 13)):
        parts.append(el("use", href="#land", fill="none", stroke=tint, stroke_width=wide, stroke_linejoin="round"))
    return group(parts, class_="sea")


def _deep(canvas: HexCanvas, far: int) -> str:
    """Water at least `far` hexes from land, or cut by the edge of the sheet."""
    near = set(canvas.land)
    for _ in range(far - 1):
        near |= {
            other for n in near for s in canvas.sheet.sides(n) if (other := canvas.sheet.neighbour(n, s)) is not None
        }
    loops = canvas.sheet.outline(canvas.seas - near)
    lines = (averaged(canvas.sheet.natural(loop, True), 12)[::3] for loop in loops if len(loop) > 12)
    return "".join(flowing(line, closed=True) for line in lines)


def shore_line(canvas: HexCanvas) -> str:
    """The coast, and lakes that fill a hex."""
    lakes = el("path", d=patch(canvas, canvas.lakes), fill=canvas.theme.lake) if canvas.lakes else ""
    lines = "".join(_line(canvas, chain) for chain in chains(canvas.shores))
    coast = el("path", d=lines, fill="none", stroke=canvas.theme.coast, stroke_width=1.6, stroke_linejoin="round")
    return group([lakes, coast], class_="coast")


def inlets(canvas: HexCanvas) -> str:
    """Water along a hexside: bays, lagoons and narrow lakes."""
    shores, waters = [], []
    for kind, tint in (("sea", canvas.theme.shallow[1]), ("lake", canvas.theme.lake)):
        for chain in chains(canvas.sides_of(kind) - canvas.shores):
            line = walk(canvas.sheet.natural(chain, False), 5)
            first, last = (_in_water(canvas, end) for end in (chain[0], chain[-1]))
            shores.append(polygon(ribbon(line, _swelling(line, 18.0, first, last))))
            waters.append(el("path", d=polygon(ribbon(line, _swelling(line, 14.5, first, last))), fill=tint))
    casing = el("path", d="".join(shores), fill=canvas.theme.coast) if shores else ""
    return group([casing, *waters], class_="inlets")


def _in_water(canvas: HexCanvas, corner: Corner) -> bool:
    return bool(canvas.sheet.touching(corner) & (canvas.seas | canvas.lakes))


def _swelling(line: Sequence[Point], full: float, open_first: bool, open_last: bool) -> list[float]:
    """Widths of an inlet: full where it meets open water, closing to a point at a land end."""
    last = len(line) - 1
    widths = []
    for i in range(len(line)):
        t = min(
            1.0 if open_first else (i + 0.4) / (last * 0.45),
            1.0 if open_last else (last - i + 0.4) / (last * 0.45),
            1.0,
        )
        widths.append(full * math.sqrt(max(0.0, t * (2 - t))))
    return widths


def _line(canvas: HexCanvas, chain: Sequence[Corner]) -> str:
    closed = len(chain) > 2 and chain[0] == chain[-1]
    return flowing(canvas.sheet.natural(chain[:-1] if closed else chain, closed), closed)


class Rivers:
    """The rivers as lines from source to mouth, by name."""

    def __init__(self, canvas: HexCanvas) -> None:
        self.canvas = canvas
        self.major = {canvas.sheet.side(s.a, s.b) for s in canvas.map.file.hexsides if s.kind == "major_river"}
        named: dict[str, set[Side]] = defaultdict(set)
        for s in canvas.map.file.hexsides:
            if s.kind in ("river", "major_river"):
                named[s.name or ""].add(canvas.sheet.side(s.a, s.b))
        self.sides = set().union(*named.values()) if named else set()
        self._net = self.sides | canvas.shores
        self._bays = {corner for side in canvas.sides_of("sea", "lake") for corner in side}
        self.courses = {name: [self._downstream(c) for c in chains(sides)] for name, sides in sorted(named.items())}

    def _downstream(self, chain: list[Corner]) -> list[Corner]:
        """From source to mouth: the mouth is where it meets other water."""
        return chain[::-1] if self._meets(chain[0]) > self._meets(chain[-1]) else chain

    def _meets(self, corner: Corner) -> int:
        around = self.canvas.sheet.touching(corner)
        if around & self.canvas.seas or corner in self._bays:
            return 3
        return 2 if around & self.canvas.lakes else int(self._degree(corner) > 1)

    def _degree(self, corner: Corner) -> int:
        return sum(corner in side for side in self._net)

    def points(self, chain: Sequence[Corner]) -> list[Point]:
        """The course as a smooth line whose ends reach into the water they meet."""
        sheet = self.canvas.sheet
        line = sheet.natural(chain, False)
        line[0] = self._joint(chain[0], chain[1])
        line[-1] = self._joint(chain[-1], chain[-2])
        return rounded(averaged(line, 1, closed=False), 1)

    def _joint(self, corner: Corner, inner: Corner) -> Point:
        """Where a line ends: on the curve of the two other sides that meet there, or in the corner."""
        others = [s for s in self._net if corner in s and inner not in s]
        if len(others) != 2:
            return self.canvas.sheet.shaken(corner)
        near = [self._first_bend(corner, a if b == corner else b) for a, b in others]
        return lerp(near[0], near[1], 0.5)

    def _first_bend(self, corner: Corner, other: Corner) -> Point:
        return self.canvas.sheet.natural([corner, other], False)[1]

    def svg(self) -> str:
        banks, waters = [], []
        for courses in self.courses.values():
            for chain in courses:
                points = thinned(self.points(chain), 0.3)
                thin, wide = MAJOR if self._is_major(chain) else RIVER
                widths = [thin + (wide - thin) * min(1.0, d / WIDENS) for d in _distances(points)]
                banks.append(polygon(ribbon(points, [w + 3.0 for w in widths])))
                waters.append(polygon(ribbon(points, widths)))
        theme = self.canvas.theme
        return group(
            [
                el("path", d="".join(banks), fill=theme.river_bank, fill_opacity=0.75),
                el("path", d="".join(waters), fill=theme.river),
            ],
            class_="rivers",
        )

    def _is_major(self, chain: Sequence[Corner]) -> bool:
        sides = [side_of(a, b) for a, b in pairwise(chain)]
        return sum(s in self.major for s in sides) * 2 > len(sides)


def _distances(points: Sequence[Point]) -> list[float]:
    far = [0.0]
    for a, b in pairwise(points):
        far.append(far[-1] + math.dist(a, b))
    return far


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> list[Point]:
    """The outline of a line that grows wider."""
    left, right = [], []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, i - 1)], points[min(last, i + 1)]
        run = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / run * widths[i] / 2, (ax - bx) / run * widths[i] / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + right[::-1]


def crossings(canvas: HexCanvas) -> str:
    """Straits one may cross: two arrows over a bar of water."""
    parts = []
    for s in canvas.map.file.hexsides:
        if s.kind not in ("crossing", "strait"):
            continue
        p, q = (canvas.sheet.point(c) for c in canvas.sheet.side(s.a, s.b))
        a, b = canvas.sheet.centres[s.a], canvas.sheet.centres[s.b]
        middle = lerp(p, q, 0.5)
        from_, to = lerp(middle, a, 0.36), lerp(middle, b, 0.36)
        water = el(
            "path",
            d=flowing([p, middle, q]),
            stroke=canvas.theme.shallow[1],
            stroke_width=13,
            stroke_linecap="round",
            fill="none",
        )
        parts += [water, double_arrow(from_, to, canvas.theme.ink)]
    return group(parts, class_="crossings")


def double_arrow(a: Point, b: Point, colour: str) -> str:
    """An arrow with two heads."""
    run = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run
    heads = "".join(
        polygon(
            [
                (x, y),
                (x - s * ux * 9 - uy * 5, y - s * uy * 9 + ux * 5),
                (x - s * ux * 9 + uy * 5, y - s * uy * 9 - ux * 5),
            ]
        )
        for (x, y), s in ((a, -1), (b, 1))
    )
    shaft = f"M{a[0]:.1f},{a[1]:.1f}L{b[0]:.1f},{b[1]:.1f}"
    return el("path", d=shaft, stroke=colour, stroke_width=2, fill="none") + el("path", d=heads, fill=colour)
