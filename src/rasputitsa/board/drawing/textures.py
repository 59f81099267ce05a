"""Terrain textures: trees, peaks, hills, tufts and sand, strewn over the hexes and clear of names and rivers.

Each texture is one or two paths whatever the number of signs, so that a browser pans the board with ease.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rasputitsa.board.drawing.curves import wobble
from rasputitsa.board.drawing.labels import Box
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.svg import Point, el, group, num

SPACING = {"forest": 17.5, "swamp": 25.0, "mountain": 30.0, "rough": 26.0, "desert": 15.0}
EXTENT = {
    "forest": (4.0, 6.0),
    "swamp": (8.0, 6.0),
    "mountain": (13.0, 10.0),
    "rough": (8.0, 6.0),
    "desert": (1.0, 1.0),
}
"""Half the width and height of a sign: it keeps so far inside its hexes and away from names."""
NORTHERN = 54.5
"""Latitude from which the woods are of firs."""


class KeepOut:
    """Boxes and lines no sign may stand on."""

    def __init__(self, cell: float = 32.0) -> None:
        self._cell = cell
        self._boxes: dict[tuple[int, int], list[Box]] = {}

    def box(self, box: Box, margin: float = 3.0) -> None:
        grown = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
        for cx in range(int(grown[0] // self._cell), int(grown[2] // self._cell) + 1):
            for cy in range(int(grown[1] // self._cell), int(grown[3] // self._cell) + 1):
                self._boxes.setdefault((cx, cy), []).append(grown)

    def line(self, points: Iterable[Point], margin: float) -> None:
        for x, y in points:
            self.box((x, y, x, y), margin)

    def holds(self, x: float, y: float, wide: float = 0.0, high: float = 0.0) -> bool:
        """Whether a sign of that half size would touch something at this point."""
        corners = {
            (int((x + dx) // self._cell), int((y + dy) // self._cell)) for dx in (-wide, wide) for dy in (-high, high)
        }
        return any(
            b[0] < x + wide and x - wide < b[2] and b[1] < y + high and y - high < b[3]
            for cell in corners
            for b in self._boxes.get(cell, ())
        )


def strewn(kind: str, bounds: Box, inside: Callable[[float, float], bool], keep_out: KeepOut) -> list[Point]:
    """Points of a loose triangular pattern inside a region, from top to bottom."""
    step = SPACING[kind]
    wide, high = EXTENT[kind]
    points: list[Point] = []
    for row in range(int(bounds[1] // step), int(bounds[3] // step) + 1):
        for column in range(int(bounds[0] // step), int(bounds[2] // step) + 1):
            x = round((column + 0.5 * (row % 2) + 0.3 * wobble(kind, row, column, "x")) * step)
            y = round((row + 0.26 * wobble(kind, row, column, "y")) * step)
            rim = ((x - wide * 0.8, y + high * 0.8), (x + wide * 0.8, y + high * 0.8), (x, y - high * 0.8))
            if all(inside(*p) for p in rim) and not keep_out.holds(x, y, wide * 0.8, high * 0.8):
                points.append((x, y))
    return points


def texture(kind: str, points: list[Point], theme: Theme, northern: Callable[[float, float], bool]) -> str:
    """The signs of one kind of terrain at these points."""
    if not points:
        return ""
    if kind == "forest":
        return _forest(points, theme, northern)
    if kind == "mountain":
        return _mountain(points, theme)
    return {"swamp": _swamp, "rough": _rough, "desert": _desert}[kind](points, theme)


def _forest(points: list[Point], theme: Theme, northern: Callable[[float, float], bool]) -> str:
    bodies, shades = [], []
    for x, y in points:
        size = 1.06 + 0.14 * wobble("tree", x, y)
        sign = _fir if northern(x, y) or wobble("kind", x, y) > 0.35 else _oak
        body, shade = sign(x, y, size)
        bodies.append(body)
        shades.append(shade)
    return group(
        [
            el("path", d="".join(bodies), fill=theme.texture["forest"]),
            el("path", d="".join(shades), fill=theme.shade["forest"]),
        ],
        class_="texture forest",
    )


def _fir(x: float, y: float, size: float) -> tuple[str, str]:
    w, h = num(3.4 * size), num(9.6 * size)
    top = f"M{num(x)},{num(y - 5)}"
    return f"{top}l-{w},{h}h{w}z", f"{top}l{w},{h}h-{w}z"


def _oak(x: float, y: float, size: float) -> tuple[str, str]:
    r = round(3.8 * size, 1)
    crown = f"M{num(x - r)},{num(y)}a{num(r)},{num(r)} 0 1 1 {num(2 * r)},0a{num(r)},{num(r)} 0 1 1 {num(-2 * r)},0z"
    return (
        crown,
        f"M{num(x)},{num(y - r)}a{num(r)},{num(r)} 0 0 1 0,{num(2 * r)}q{num(r * 0.7)},{num(-r)} 0,{num(-2 * r)}z",
    )


def _mountain(points: list[Point], theme: Theme) -> str:
    lights, darks = [], []
    for x, y in points:
        size = 1.0 + 0.3 * wobble("peak", x, y)
        w, h = 13.5 * size, 19.0 * size
        tx, ty, foot = x + 2.2 * wobble("lean", x, y), y - h / 2, y + h / 2
        left = f"M{num(tx)},{num(ty)}Q{num(x - w * 0.3)},{num(y)} {num(x - w)},{num(foot)}"
        lights.append(f"{left}H{num(x + w)}Q{num(x + w * 0.4)},{num(y)} {num(tx)},{num(ty)}z")
        darks.append(
            f"M{num(tx)},{num(ty)}Q{num(x + w * 0.4)},{num(y)} {num(x + w)},{num(foot)}H{num(x + w * 0.16)}"
            f"l{num(2.6 * size)},{num(-h * 0.26)}l{num(-4.0 * size)},{num(-h * 0.2)}l{num(2.2 * size)},{num(-h * 0.2)}z"
        )
    line = {"stroke": theme.shade["mountain"], "stroke_width": 0.9, "stroke_linejoin": "round"}
    return group(
        [
            el("path", d="".join(lights), fill=theme.texture["mountain"], **line),
            el("path", d="".join(darks), fill=theme.shade["mountain"]),
        ],
        class_="texture mountain",
    )


def _rough(points: list[Point], theme: Theme) -> str:
    d = []
    for x, y in points:
        size = 1.0 + 0.2 * wobble("hill", x, y)
        w, h = 8.5 * size, 9.0 * size
        d.append(f"M{num(x - w)},{num(y + h / 3)}q{num(w)},{num(-2 * h * 0.8)} {num(2 * w)},0")
        lines = (w * 0.12, h * 0.45, w * 0.26, -h * 0.24, h * 0.34)
        d.append(f"m{num(-w * 0.75)},{num(-h * 0.35)}" + "l{},{}m{},{}v{}".format(*map(num, lines)))
    return el(
        "path",
        d="".join(d),
        fill="none",
        stroke=theme.texture["rough"],
        stroke_width=1.3,
        stroke_linecap="round",
        class_="texture rough",
    )


def _swamp(points: list[Point], theme: Theme) -> str:
    d = []
    for x, y in points:
        d.append(f"M{num(x - 8)},{num(y)}h16m-12,3.4h10M{num(x)},{num(y - 1.5)}v-6m-3.5,6l-2,-4.6m9,4.6l2,-4.6")
    return el(
        "path",
        d="".join(d),
        fill="none",
        stroke=theme.texture["swamp"],
        stroke_width=1.2,
        stroke_linecap="round",
        class_="texture swamp",
    )


def _desert(points: list[Point], theme: Theme) -> str:
    d = "".join(f"M{num(x)},{num(y)}h.1" for x, y in points)
    return el(
        "path",
        d=d,
        fill="none",
        stroke=theme.texture["desert"],
        stroke_width=1.9,
        stroke_linecap="round",
        class_="texture desert",
    )
