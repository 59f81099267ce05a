"""Signs of places: cities, towns, oil, ports, fortresses, victory points and objectives, neutral as to control."""

from __future__ import annotations

import math

from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.labels import Box, around
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.svg import Point, el, group, polygon, polyline
from rasputitsa.board.schema import Site


def star_points(x: float, y: float, r: float, points: int = 5, inner: float = 0.42) -> list[Point]:
    """Corners of a star, the first at the top."""
    corners = []
    for i in range(2 * points):
        radius = r * inner if i % 2 else r
        angle = math.pi * i / points - math.pi / 2
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return corners


def star(x: float, y: float, r: float, fill: str, line: str) -> str:
    return el(
        "path", d=polygon(star_points(x, y, r)), fill=fill, stroke=line, stroke_width=1.1, stroke_linejoin="round"
    )


def anchor(x: float, y: float, colour: str, halo: str) -> str:
    """An anchor, for a port."""
    d = (
        f"M{x:.1f},{y - 4:.1f}v10.5m-3.6,-7.5h7.2M{x - 6:.1f},{y + 1.5:.1f}c.6,4.6 3,6.2 6,6.2s5.4,-1.6 6,-6.2"
        f"M{x - 1.7:.1f},{y - 5.8:.1f}a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0"
    )
    back = el("path", d=d, fill="none", stroke=halo, stroke_width=4.4, stroke_linecap="round", stroke_opacity=0.85)
    return back + el("path", d=d, fill="none", stroke=colour, stroke_width=1.7, stroke_linecap="round")


def derrick(x: float, y: float, colour: str, halo: str) -> str:
    """An oil derrick."""
    d = f"M{x - 8:.1f},{y + 12:.1f}L{x - 2:.1f},{y - 11:.1f}h4L{x + 8:.1f},{y + 12:.1f}"
    beams = ([(side * 6.4, 6), (-side * 4.4, -1.5), (side * 2.8, -8)] for side in (-1, 1))
    cross = "".join(polyline([(x + dx, y + dy) for dx, dy in beam]) for beam in beams)
    body = el(
        "path",
        d=polygon([(x - 10, y + 14), (x - 3.5, y - 13), (x + 3.5, y - 13), (x + 10, y + 14)]),
        fill=halo,
        fill_opacity=0.8,
    )
    style = {"fill": "none", "stroke": colour, "stroke_linejoin": "round"}
    return body + el("path", d=d, stroke_width=2.2, **style) + el("path", d=cross, stroke_width=1.2, **style)


def bastion(x: float, y: float, colour: str, fill: str) -> str:
    """The outline of a star fort, for a fortress."""
    return el(
        "path",
        d=polygon(star_points(x, y, 25, 8, 0.76)),
        fill=fill,
        stroke=colour,
        stroke_width=2,
        stroke_linejoin="round",
    )


CITY_BLOCKS = (
    (-15, -8, 7, 6),
    (-6, -13, 8, 11),
    (4, -14, 7, 7),
    (13, -9, 5, 8),
    (-16, 0, 8, 8),
    (-6, 0, 8, 6),
    (4, -5, 7, 11),
    (13, 1, 5, 6),
    (-13, 10, 5, 4),
    (-6, 8, 8, 7),
    (4, 8, 6, 5),
)
"""Houses of the city sign: left, top, width, height."""


def blocks(x: float, y: float, theme: Theme) -> str:
    """The streets of a city, seen from above."""
    d = "".join(f"M{x + left - 1:.1f},{y + top:.1f}h{w}v{h}h-{w}z" for left, top, w, h in CITY_BLOCKS)
    return el(
        "path", d=d, fill=theme.city, stroke=theme.halo, stroke_width=2.4, stroke_linejoin="round", paint_order="stroke"
    )


def town(x: float, y: float, theme: Theme) -> str:
    return el("circle", cx=x, cy=y, r=5.2, fill=theme.town, stroke=theme.city, stroke_width=2.4)


def objective(x: float, y: float, side: str, theme: Theme) -> str:
    """An objective: the star on a shield of the side that wants it, square for the Axis and round for the Soviets."""
    if side == "axis":
        back = el(
            "rect", x=x - 11, y=y - 11, width=22, height=22, rx=2, fill=theme.axis, stroke=theme.halo, stroke_width=1.2
        )
    else:
        back = el("circle", cx=x, cy=y, r=12.5, fill=theme.soviet, stroke=theme.halo, stroke_width=1.2)
    return back + star(x, y + 0.5, 9.5, theme.gold, theme.ink)


def site_signs(site: Site, centre: Point, theme: Theme) -> str:
    """All signs of one place."""
    x, y = centre
    parts = [bastion(x, y, theme.city, theme.halo) if site.fortress else ""]
    if site.kind == "city":
        parts.append(blocks(x, y, theme))
    elif site.kind == "town":
        parts.append(town(x, y, theme))
    if site.oil:
        ox = x if site.kind == "oil" else x - 24
        parts.append(derrick(ox, y - (0 if site.kind == "oil" else 4), theme.ink, theme.halo))
    if site.port:
        parts.append(anchor(x + 22, y + 9, theme.water_text, theme.halo))
    if site.objective:
        parts.append(objective(x + 29, y - 18, site.objective, theme))
    elif site.vp:
        parts.append(star(x + 26, y - 17, 8.5, theme.gold, theme.ink))
    if site.capital:
        parts.append(el("circle", cx=x, cy=y, r=18.5, fill="none", stroke=theme.city, stroke_width=1.6))
    return "".join(parts)


def site_boxes(site: Site, centre: Point) -> list[Box]:
    """What the signs cover, for the label placer."""
    x, y = centre
    size = 48 if site.fortress else 30 if site.kind != "town" else 15
    boxes = [around(x, y, size, size)]
    if site.vp or site.objective:
        boxes.append(around(x + 27, y - 17, 22, 22))
    if site.port:
        boxes.append(around(x + 22, y + 9, 14, 18))
    if site.oil and site.kind != "oil":
        boxes.append(around(x - 24, y - 4, 18, 28))
    return boxes


def all_signs(canvas: HexCanvas) -> str:
    """The signs of every place of the board."""
    parts = [
        group([site_signs(h.site, canvas.sheet.centres[n], canvas.theme)], class_=f"site {h.site.kind}")
        for n, h in canvas.hexes.items()
        if h.site
    ]
    return group(parts, class_="sites")
