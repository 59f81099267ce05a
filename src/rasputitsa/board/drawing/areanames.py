"""The names on an area board: cities, ports, waters, rivers, and the quiet names of the areas."""

from __future__ import annotations

import math
from collections.abc import Iterable

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.areacanvas import DISC, AreaCanvas, inside
from rasputitsa.board.drawing.curves import length, point_at, walk
from rasputitsa.board.drawing.labels import Label, Placer, Spot, around
from rasputitsa.board.drawing.svg import Point
from rasputitsa.board.schema import Area

SEAS = {"Black Sea": (31.6, 45.0, 40, 12), "Sea of Azov": (36.6, 46.3, 28, 7)}
"""Name: longitude, latitude, size and spacing of the letters."""
AROUND = (
    (0, 26, 0.0),
    (0, -24, 0.6),
    (22, 0, 0.8),
    (-22, 0, 0.9),
    (18, 20, 1.2),
    (-18, 20, 1.2),
    (18, -19, 1.5),
    (-18, -19, 1.5),
)
RIVER_EVERY = 620.0
"""A long river is named again after this many pixels."""


def placer(canvas: AreaCanvas) -> Placer:
    """A placer that knows codes, cities, ports, supply tags, boxes and rivers."""
    found = Placer(canvas.bounds)
    found.block((0, 0, canvas.size[0], canvas.strip))
    for name, area in canvas.areas.items():
        x, y = canvas.code_spot(name)
        size = DISC * (3.3 if area.terrain == "victory" else 2.3)
        found.block(around(x, y, size, size))
        if area.city_at:
            found.block(around(*canvas.on_earth(area.city_at), 34, 30))
        if area.port:
            found.block(around(*anchor_spot(canvas, area), 15, 18))
        if area.supply:
            found.block(around(*supply_spot(canvas, name), 21, 21))
    for box in canvas.map.file.boxes:
        left, top, wide, high = canvas.box_shape(box)
        found.block((left, top, left + wide, top + high))
    for lines in canvas.lines.values():
        for line in lines:
            for x, y in walk(line, 9) if len(line) > 1 else ():
                found.avoid(around(x, y, 5, 5), 0.5)
    for river in canvas.map.file.rivers:
        for points in river.lines:
            for x, y in walk([canvas.on_earth(p) for p in points], 10):
                found.avoid(around(x, y, 5, 5), 0.3)
    return found


def anchor_spot(canvas: AreaCanvas, area: Area) -> Point:
    """Where the anchor of a port stands: at the port, or beside the city that holds it."""
    assert area.port is not None
    x, y = canvas.on_earth(area.port.at)
    if area.city_at:
        cx, cy = canvas.on_earth(area.city_at)
        if math.dist((x, y), (cx, cy)) < 28:
            straits = [line for b in canvas.map.file.borders if b.kind == "strait" for line in canvas.lines[b.a, b.b]]
            crowded = any(math.dist(end, (cx + 25, cy)) < 40 for line in straits for end in line)
            return cx + (-25 if crowded else 25), cy + 8
    return x, y


def supply_spot(canvas: AreaCanvas, name: str) -> Point:
    """Beside the code of the area."""
    x, y = canvas.code_spot(name)
    far = DISC + (22 if canvas.areas[name].terrain == "victory" else 15)
    return x + far, y


def area_labels(canvas: AreaCanvas) -> list[Label]:
    return [*_cities(canvas), *_seas(canvas), *_rivers(canvas), *_areas(canvas)]


def _around(x: float, y: float, scale: float = 1.0) -> list[Spot]:
    spots = []
    for dx, dy, cost in AROUND:
        anchor = "middle" if abs(dx) < 10 else "start" if dx > 0 else "end"
        spots.append(Spot(x + dx * scale * (0.9 if anchor == "middle" else 1), y + dy * scale, cost, anchor=anchor))
    return spots


def _cities(canvas: AreaCanvas) -> Iterable[Label]:
    for area in canvas.areas.values():
        words = area.label or area.city
        if words and area.city_at:
            big = area.terrain == "victory"
            spots = _around(*canvas.on_earth(area.city_at)) + _around(*canvas.on_earth(area.city_at), 1.5)
            yield Label(words, fonts.CITY, 18 if big else 15, tuple(spots), "city", priority=100 if big else 95)
        elif area.port:
            spots = _around(*canvas.on_earth(area.port.at), 0.8)
            yield Label(area.port.name.partition(" (")[0], fonts.TOWN, 13.5, tuple(spots), "town", priority=85)


def _seas(canvas: AreaCanvas) -> Iterable[Label]:
    for words, (lon, lat, size, spacing) in SEAS.items():
        x, y = canvas.on_earth((lon, lat))
        spots = tuple(Spot(x + dx, y + dy, math.hypot(dx, dy)) for dx in (0, 60, -60, 120) for dy in (0, 40, -40))
        yield Label(words.upper(), fonts.WATER, size, spots, "water", priority=90, spacing=spacing)


def _rivers(canvas: AreaCanvas) -> Iterable[Label]:
    for river in canvas.map.file.rivers:
        size = 15.0 if river.rank == 1 else 12.5
        words = river.name.removeprefix("Upper ").removeprefix("Lower ")
        wide = fonts.width(fonts.WATER, words, size, 0.6)
        for points in river.lines:
            line = [canvas.on_earth(p) for p in points]
            whole = length(line)
            times = max(1, round(whole / RIVER_EVERY))
            for i in range(times):
                spots = tuple(_along(canvas, line, whole * i / times, whole * (i + 1) / times, wide, size))
                if spots:
                    yield Label(words, fonts.WATER, size, spots, "river", priority=60 - i, spacing=0.6)


def _along(canvas: AreaCanvas, line: list[Point], start: float, end: float, wide: float, size: float) -> Iterable[Spot]:
    """Spots beside a stretch of river, the straighter and the more level the better."""
    at = start
    while at + wide <= end:
        a, b, middle = point_at(line, at), point_at(line, at + wide), point_at(line, at + wide / 2)
        at += 24
        if b[0] < a[0]:
            a, b = b, a
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        bend = 1 - math.dist(a, b) / wide
        nx, ny = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        for away in (size * 0.85, -size * 0.85):
            x, y = middle[0] + nx * away, middle[1] + ny * away
            if canvas.bounds[0] < x < canvas.bounds[2] and canvas.strip + 10 < y < canvas.bounds[3]:
                yield Spot(x, y, bend * 14 + abs(angle) / 40 + (0.3 if away < 0 else 0), angle)


def _areas(canvas: AreaCanvas) -> Iterable[Label]:
    """The names of the areas, small and inside them."""
    for name, area in canvas.areas.items():
        words = area.name.partition(" (")[0].replace(" - ", " · ")
        if words == (area.label or area.city):
            continue
        wide = fonts.width(fonts.TOWN, words, 12)
        (cx, cy), far = canvas.room[name]
        ring = canvas.coarse[name]
        spots = []
        for dy in range(-int(far) - 20, int(far) + 30, 10):
            for dx in (0, -24, 24, -50, 50):
                x, y = cx + dx, cy + dy
                out = sum(not inside((x + wide * t, y), ring) for t in (-0.5, 0.0, 0.5))
                below = abs(cy + far * 0.75 - y) / 40
                spots.append(Spot(x, y, out * 4.0 + below + abs(dx) / 50))
        yield Label(words, fonts.TOWN, 12, tuple(spots), "quarter", priority=30)
