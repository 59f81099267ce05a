"""The names on a hex board: places first, then waters, rivers, countries; each with the spots where it may stand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.boundaries import rail_lines
from rasputitsa.board.drawing.curves import lerp, walk
from rasputitsa.board.drawing.hexcanvas import UNIT, HexCanvas
from rasputitsa.board.drawing.labels import Label, Placer, Spot, around
from rasputitsa.board.drawing.sheet import Corner
from rasputitsa.board.drawing.sites import site_boxes
from rasputitsa.board.drawing.svg import Point
from rasputitsa.board.drawing.water import Rivers

SEAS = {
    "azov": "Sea of Azov",
    "baltic": "Baltic Sea",
    "barents": "Barents Sea",
    "black": "Black Sea",
    "caspian": "Caspian Sea",
    "ladoga": "Ladoga",
    "mediterranean": "Aegean Sea",
    "north": "North Sea",
    "norwegian": "Norwegian Sea",
    "white": "White Sea",
}
COUNTRIES = {"central_asia": "Kazakhstan", "arctic": "", "general_government": "General Government"}
RIVER_EVERY = 9
"""A long river is named again after this many hexsides."""
SITE_SPOTS = (
    (0, 42, 0.0),
    (0, 30, 1.0),
    (0, -36, 1.5),
    (0, 52, 2.0),
    (0, -26, 2.5),
    (-18, 40, 2.5),
    (18, 40, 2.5),
    (-18, -34, 3.0),
    (18, -34, 3.5),
    (0, -46, 3.5),
)


def hex_labels(canvas: HexCanvas, rivers: Rivers) -> list[Label]:
    return [
        *site_labels(canvas),
        *area_labels(canvas),
        *sea_labels(canvas),
        *river_labels(canvas, rivers),
        *side_labels(canvas),
        *region_labels(canvas),
    ]


def placer(canvas: HexCanvas, rivers: Rivers) -> Placer:
    """A placer that knows the signs of places, the rivers and the railways."""
    found = Placer(canvas.bounds)
    for name, h in canvas.hexes.items():
        if h.site:
            for box in site_boxes(h.site, canvas.sheet.centres[name]):
                found.block(box)
    for courses in rivers.courses.values():
        for chain in courses:
            for x, y in walk(rivers.points(chain), 12):
                found.avoid(around(x, y, 6, 6), 1.3)
    for line in rail_lines(canvas):
        for x, y in walk(line, 14):
            found.avoid(around(x, y, 4, 4), 0.15)
    for s in canvas.map.file.hexsides:
        if s.kind in ("strait", "crossing"):
            x, y = lerp(canvas.sheet.centres[s.a], canvas.sheet.centres[s.b], 0.5)
            found.block(around(x, y, 42, 30))
    for name in canvas.hexes:
        x, y = number_spot(canvas, name)
        found.avoid(around(x, y, 20, 9), 0.8)
    return found


def number_spot(canvas: HexCanvas, name: str) -> Point:
    """Where the number of a hex stands: inside its upper corner or side."""
    x, y = canvas.sheet.centres[name]
    return (x, y - 43.0) if canvas.sheet.pointy else (x, y - 42.5)


def site_labels(canvas: HexCanvas) -> Iterable[Label]:
    for name, h in canvas.hexes.items():
        if h.site is None:
            continue
        x, y = canvas.sheet.centres[name]
        big = h.site.kind != "town"
        shift = 0 if big else -8
        spots = [Spot(x + dx, y + dy + (shift if dy > 0 else -shift), cost) for dx, dy, cost in SITE_SPOTS]
        spots += [Spot(x + 20, y, 4.0, anchor="start"), Spot(x - 20, y, 4.0, anchor="end")]
        yield Label(
            h.site.name,
            fonts.CITY if big else fonts.TOWN,
            14.5 if big else 12.5,
            tuple(spots),
            "city" if big else "town",
            priority=100 if big else 90,
        )


def area_labels(canvas: HexCanvas) -> Iterable[Label]:
    ox, oy = canvas.frame
    for area in canvas.map.file.areas:
        x, y = ox + area.label[0] * UNIT, oy + area.label[1] * UNIT
        spots = tuple(Spot(x + dx, y + dy, math.hypot(dx, dy)) for dx in (0, -30, 30) for dy in (0, 22, -22, 44))
        yield Label(area.name.upper(), fonts.TITLE, 22, spots, "area", priority=95, spacing=3)


def sea_labels(canvas: HexCanvas) -> Iterable[Label]:
    by_name: dict[str, set[str]] = {}
    for name, h in canvas.hexes.items():
        if h.water in SEAS:
            by_name.setdefault(h.water, set()).add(name)
    for water, hexes in by_name.items():
        body = max(bodies(canvas, hexes), key=len)
        words = SEAS[water].upper() if len(body) > 2 else SEAS[water]
        size, spacing = (
            (30, 9) if len(body) > 20 else (21, 5) if len(body) > 5 else (13.5, 1.5) if len(body) > 1 else (12, 0)
        )
        wide = fonts.width(fonts.WATER, words, size, spacing)
        spots = within(canvas, body, wide, step=UNIT / 2)
        yield Label(words, fonts.WATER, size, spots, "water", priority=80, spacing=spacing)


def bodies(canvas: HexCanvas, names: set[str]) -> list[set[str]]:
    """Connected parts of a set of hexes."""
    left, found = set(names), []
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {
                other
                for n in edge
                for s in canvas.sheet.sides(n)
                if (other := canvas.sheet.neighbour(n, s)) in left and other not in part
            }
        left -= part
        found.append(part)
    return found


def within(canvas: HexCanvas, names: set[str], wide: float, step: float) -> tuple[Spot, ...]:
    """Spots for a level text inside a set of hexes: well inside and near the middle are best."""
    points = [canvas.sheet.centres[n] for n in sorted(names)]
    mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    spots = []
    for x, y in points:
        for dx, dy in ((0.0, 0.0), (step, 0.0), (0.0, step * 0.5), (0.0, -step * 0.5)):
            outside = sum(
                canvas.hex_at(x + dx + wide * t, y + dy) not in names for t in (-0.5, -0.35, -0.18, 0, 0.18, 0.35, 0.5)
            )
            cost = outside * 6.0 + math.hypot(x + dx - mx, y + dy - my) / UNIT
            spots.append(Spot(x + dx, y + dy, cost))
    return tuple(spots)


def river_labels(canvas: HexCanvas, rivers: Rivers) -> Iterable[Label]:
    for name, courses in rivers.courses.items():
        sides = [(a, b) for chain in courses for a, b in pairwise(chain)]
        if not sides or not name:
            continue
        times = max(1, round(len(sides) / RIVER_EVERY))
        for i in range(times):
            part = sides[i * len(sides) // times : (i + 1) * len(sides) // times]
            yield Label(
                name, fonts.WATER, 12.5, tuple(_river_spots(canvas, part)), "river", priority=70 - i, spacing=0.4
            )


def _river_spots(canvas: HexCanvas, sides: list[tuple[Corner, Corner]]) -> Iterable[Spot]:
    """Beside a hexside of the river, level sides before steep ones, middle of the course before its ends."""
    for i, (a, b) in enumerate(sides):
        p, q = canvas.sheet.point(a), canvas.sheet.point(b)
        p, q = (p, q) if p[0] <= q[0] else (q, p)
        angle = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
        off_middle = abs(i - (len(sides) - 1) / 2) / max(1, len(sides)) * 2
        x, y = lerp(p, q, 0.5)
        nx, ny = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        for away in (9.5, -9.5):
            yield Spot(x + nx * away, y + ny * away, abs(angle) / 25 + off_middle + (0.4 if away < 0 else 0), angle)


def side_labels(canvas: HexCanvas) -> Iterable[Label]:
    """Lakes and straits that lie along hexsides."""
    seen = {h.water for h in canvas.hexes.values()}
    named: dict[str, list[Point]] = {}
    for s in canvas.map.file.hexsides:
        if s.kind in ("lake", "strait", "crossing") and s.name and s.name.lower() not in seen:
            p, q = (canvas.sheet.point(c) for c in canvas.sheet.side(s.a, s.b))
            named.setdefault(s.name, []).append(lerp(p, q, 0.5))
    for name, points in named.items():
        spots = [
            Spot(x + dx, y + dy, abs(dx) / 50 + abs(dy) / 30)
            for x, y in points
            for dx in (0, -38, 38, -55, 55)
            for dy in (0, -20, 20, -34, 34)
        ]
        yield Label(name.replace("strait", "Strait"), fonts.WATER, 12, tuple(spots), "river", priority=75)


def region_labels(canvas: HexCanvas) -> Iterable[Label]:
    regions: dict[str, set[str]] = {}
    for name, h in canvas.hexes.items():
        if h.region and name in canvas.land and not h.area:
            regions.setdefault(h.region, set()).add(name)
    for region, hexes in regions.items():
        words = COUNTRIES.get(region, region.replace("_", " ")).upper()
        body = max(bodies(canvas, hexes), key=len)
        if not words or len(body) < 3:
            continue
        size, spacing = (34, 16) if len(body) > 150 else (19, 5) if len(body) > 12 else (14.5, 2.5)
        wide = fonts.width(fonts.TITLE, words, size, spacing)
        yield Label(
            words, fonts.TITLE, size, within(canvas, body, wide, UNIT / 2), "region", priority=20, spacing=spacing
        )
