"""An area board, layer upon layer."""

from __future__ import annotations

import math

from rasputitsa.board.drawing import areanames, fonts, sites
from rasputitsa.board.drawing.areacanvas import DISC, MARGIN, AreaCanvas
from rasputitsa.board.drawing.curves import flowing, thinned
from rasputitsa.board.drawing.layers import Layers
from rasputitsa.board.drawing.svg import Point, el, group, num, polygon, polyline, text
from rasputitsa.board.drawing.water import double_arrow, ribbon

SUPPLY = {
    "axis": ("axis", "A"),
    "soviet_yellow": ("soviet", "Y"),
    "soviet_orange": ("soviet", "O"),
    "soviet_red": ("soviet", "R"),
}
SUPPLY_TINT = {"axis": "#3b4149", "soviet_yellow": "#e3bf2f", "soviet_orange": "#dd7f26", "soviet_red": "#b5382c"}


def draw(canvas: AreaCanvas, numbers: bool) -> Layers:
    """All layers of an area board."""
    placer = areanames.placer(canvas)
    names, lost = placer.place(areanames.area_labels(canvas))
    body = [
        _sea(canvas),
        _ground(canvas),
        _lakes(canvas),
        _rivers(canvas),
        _borders(canvas),
        _river_borders(canvas),
        _frontier(canvas),
        _straits(canvas),
        _signs(canvas),
        _codes(canvas, numbers),
        _strip(canvas),
    ]
    wide, high = canvas.size
    window = {"x": MARGIN, "y": MARGIN, "width": wide - 2 * MARGIN, "height": high - 2 * MARGIN}
    frame = el("rect", **window, fill="none", stroke=canvas.theme.ink, stroke_width=2.4, stroke_opacity=0.7)
    clip = el("clipPath", el("rect", **window), id="board")
    return Layers(
        clip + _definitions(canvas),
        group(body, clip_path="url(#board)")
        + frame
        + _places(canvas)
        + group((n.svg() for n in names), class_="names"),
        names,
        lost,
    )


def _definitions(canvas: AreaCanvas) -> str:
    land = "".join(polygon(ring) for rings in canvas.shapes.values() for ring in rings)
    theme = canvas.theme
    stipple = el(
        "path",
        d="M3,3h.1M10,8h.1M5,13h.1M14,15h.1",
        stroke=theme.texture["desert"],
        stroke_width=1.7,
        stroke_linecap="round",
    )
    hatch = el("path", d="M0,9L9,0M-2,2L2,-2M7,11L11,7", stroke=theme.ink, stroke_width=1, stroke_opacity=0.28)
    return (
        el("path", id="land", d=land)
        + el("pattern", stipple, id="stipple", width=17, height=17, patternUnits="userSpaceOnUse")
        + el("pattern", hatch, id="hatching", width=9, height=9, patternUnits="userSpaceOnUse")
    )


def _sea(canvas: AreaCanvas) -> str:
    """Open water, deeper away from the shore."""
    theme = canvas.theme
    wide, high = canvas.size
    bands = zip((theme.deep[0], theme.sea, *theme.shallow), (330, 210, 84, 44, 18))
    strokes = [
        el("use", href="#land", fill="none", stroke=tint, stroke_width=w, stroke_linejoin="round") for tint, w in bands
    ]
    shore = el("use", href="#land", fill="none", stroke=theme.coast, stroke_width=3.6, stroke_linejoin="round")
    return group([el("rect", width=wide, height=high, fill=theme.deep[1]), *strokes, shore], class_="sea")


def _ground(canvas: AreaCanvas) -> str:
    """Areas in the tint of their terrain; a pattern tells yellow and red ground without colour."""
    parts = []
    for kind, pattern in (("green", ""), ("yellow", "stipple"), ("red", "hatching"), ("victory", ""), ("staging", "")):
        d = "".join(polygon(r) for n, a in canvas.areas.items() if a.terrain == kind for r in canvas.shapes[n])
        tint = canvas.theme.terrain[kind]
        parts.append(el("path", d=d, fill=tint, stroke=tint, stroke_width=1.2, stroke_linejoin="round"))
        parts.append(el("path", d=d, fill=f"url(#{pattern})") if pattern else "")
    return group(parts, class_="land")


def _lakes(canvas: AreaCanvas) -> str:
    theme = canvas.theme
    d = "".join(flowing([canvas.on_earth(p) for p in ring], closed=True) for ring in canvas.map.file.lakes.values())
    return el("path", d=d, fill=theme.shallow[1], stroke=theme.coast, stroke_width=1.4, class_="lakes")


def _rivers(canvas: AreaCanvas) -> str:
    """All rivers, thin and pale: those that matter are drawn again as borders."""
    parts = []
    for river in canvas.map.file.rivers:
        lines = (thinned([canvas.on_earth(p) for p in line], 0.6) for line in river.lines)
        d = "".join(flowing(line) for line in lines)
        wide = 3.4 if river.rank == 1 else 1.8
        parts.append(el("path", d=d, stroke_width=wide))
    style = {"fill": "none", "stroke": canvas.theme.river, "stroke_opacity": 0.7, "stroke_linejoin": "round"}
    return group(parts, class_="rivers", **style)


def _borders(canvas: AreaCanvas) -> str:
    d = "".join(flowing(line) for lines in canvas.lines.values() for line in lines if len(line) > 1)
    return el(
        "path", d=d, fill="none", stroke=canvas.theme.grid, stroke_width=1.7, stroke_opacity=0.75,
        stroke_linejoin="round", stroke_linecap="round", class_="grid",
    )  # fmt: skip


def _river_borders(canvas: AreaCanvas) -> str:
    """Borders that cross a river: a wide band of water."""
    theme = canvas.theme
    found = [b for b in canvas.map.file.borders if b.river and b.kind == "land"]
    lines = [line for b in found for line in canvas.lines[b.a, b.b] if len(line) > 1]
    bank = "".join(polygon(ribbon(line, [8.4] * len(line))) for line in lines)
    d = "".join(flowing(line) for line in lines)
    style = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        [
            el("path", d=bank, fill=theme.river_bank, fill_opacity=0.8),
            el("path", d=d, stroke=theme.river, stroke_width=5.4, **style),
        ],
        class_="river-borders",
    )


def _frontier(canvas: AreaCanvas) -> str:
    """The border between countries."""
    theme = canvas.theme
    country = {n: a.country for n, a in canvas.areas.items()}
    pairs = [pair for pair in canvas.lines if country[pair[0]] != country[pair[1]]]
    d = "".join(polyline(line) for pair in pairs for line in canvas.lines[pair] if len(line) > 1)
    return group(
        [
            el("path", d=d, stroke=theme.frontier_band, stroke_width=11, stroke_opacity=0.28, fill="none"),
            el("path", d=d, stroke=theme.frontier, stroke_width=2.2, stroke_dasharray="11 4 2.5 4", fill="none"),
        ],
        class_="frontiers",
    )


def _straits(canvas: AreaCanvas) -> str:
    lines = (canvas.lines[b.a, b.b][0] for b in canvas.map.file.borders if b.kind == "strait")
    return group(
        (double_arrow(*_stretched(line[0], line[-1], 46), canvas.theme.ink) for line in lines), class_="crossings"
    )


def _stretched(a: Point, b: Point, long: float) -> tuple[Point, Point]:
    """The same direction and middle, at least so long."""
    grow = max(1.0, long / math.dist(a, b)) / 2
    mx, my, dx, dy = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, b[0] - a[0], b[1] - a[1]
    return (mx - dx * grow, my - dy * grow), (mx + dx * grow, my + dy * grow)


def _signs(canvas: AreaCanvas) -> str:
    """Cities, ports and supply sources."""
    theme = canvas.theme
    parts = []
    for name, area in canvas.areas.items():
        if area.city_at:
            parts.append(sites.blocks(*canvas.on_earth(area.city_at), theme))
        if area.port:
            x, y = areanames.anchor_spot(canvas, area)
            parts.append(sites.anchor(x, y, theme.water_text, theme.halo))
        if area.supply:
            parts.append(supply_sign(area.supply, *areanames.supply_spot(canvas, name)))
    return group(parts, class_="sites")


def supply_sign(kind: str, x: float, y: float) -> str:
    """A supply source: a tag with a letter, square for the Axis and round for the Soviets."""
    side, letter = SUPPLY[kind]
    tint = SUPPLY_TINT[kind]
    ink = "#ffffff" if kind in ("axis", "soviet_red") else "#241f18"
    line = {"fill": tint, "stroke": "#241f18", "stroke_width": 1.3}
    shape = (
        el("rect", x=x - 9, y=y - 9, width=18, height=18, rx=1.5, **line)
        if side == "axis"
        else el("circle", cx=x, cy=y, r=10, **line)
    )
    return shape + text(letter, x, y + 4.8, font_size=14, text_anchor="middle", fill=ink, **fonts.FIGURES.style())


def _codes(canvas: AreaCanvas, numbers: bool) -> str:
    """The code of each area on a sign whose shape tells the terrain: disc, diamond, square, star, pentagon."""
    parts = []
    for name, area in canvas.areas.items():
        x, y = canvas.code_spot(name)
        parts.append(code_sign(canvas, area.terrain, x, y, name if numbers else ""))
    return group(parts, class_="codes", text_anchor="middle")


CODE_TINT = {"green": "#3f7d3c", "yellow": "#e6bd25", "red": "#b83a2d", "victory": "#f0b92c", "staging": "#5d5f63"}


def code_sign(canvas: AreaCanvas, terrain: str, x: float, y: float, code: str) -> str:
    tint = CODE_TINT[terrain]
    line = {"fill": tint, "stroke": "#241f18", "stroke_width": 1.2, "stroke_linejoin": "round"}
    ink = "#241f18" if terrain in ("yellow", "victory") else "#ffffff"
    r = DISC
    if terrain == "green":
        shape = el("circle", cx=x, cy=y, r=r - 1, **line)
    elif terrain == "victory":
        shape = el("path", d=polygon(sites.star_points(x, y, r * 1.75, 5, 0.55)), **line)
    else:
        sides, turn = {"yellow": (4, 0.0), "red": (4, math.pi / 4), "staging": (5, -math.pi / 2)}[terrain]
        far = r * (1.3 if terrain == "yellow" else 1.2)
        shape = el("path", d=polygon(_regular(x, y, far, sides, turn)), **line)
    size = 15 if len(code) < 3 else 13
    return shape + (text(code, x, y + size * 0.35, font_size=size, fill=ink, **fonts.FIGURES.style()) if code else "")


def _regular(x: float, y: float, r: float, sides: int, turn: float) -> list[Point]:
    angles = [turn + 2 * math.pi * i / sides for i in range(sides)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def _strip(canvas: AreaCanvas) -> str:
    """The boxes: the Road to Tula and the leaders above the map, the fleets at sea."""
    theme = canvas.theme
    wide = canvas.size[0]
    parts = [
        el("rect", x=0, y=0, width=wide, height=canvas.strip, fill=theme.panel),
        el("path", d=f"M0,{num(canvas.strip)}H{num(wide)}", stroke=theme.ink, stroke_width=1.6, stroke_opacity=0.6),
    ]
    road = sorted((b for b in canvas.map.file.boxes if b.kind == "road_to_tula"), key=lambda b: b.order or 0)
    y = canvas.on_sheet(road[0].at)[1]
    parts.append(
        el(
            "path",
            d=f"M{num(canvas.on_sheet(road[0].at)[0])},{num(y)}H{num(canvas.on_sheet(road[-1].at)[0])}",
            stroke=theme.quiet,
            stroke_width=12,
            stroke_opacity=0.45,
        )
    )
    for box in canvas.map.file.boxes:
        left, top, w, h = canvas.box_shape(box)
        tint = {"rastenburg": theme.axis, "moscow": theme.soviet}.get(box.id, theme.paper)
        if box.kind == "fleet_staging":
            tint = theme.shallow[2]
        parts.append(
            el(
                "rect",
                x=left,
                y=top,
                width=w,
                height=h,
                rx=5,
                fill=tint,
                stroke=theme.ink,
                stroke_opacity=0.6,
                stroke_width=1.5,
            )
        )
        words = f"{box.order}. {box.name}" if box.order else box.name
        ink = "#ffffff" if box.kind == "leader" else theme.ink
        parts.append(text(words, left + 9, top + 19, font_size=16, fill=ink, **fonts.TITLE.style()))
        if box.flips:
            parts.append(supply_sign(f"soviet_{box.flips}", left + w - 17, top + 17))
    return group(parts, class_="boxes")


def _places(canvas: AreaCanvas) -> str:
    """One unseen shape per area and box, for clicks and highlights."""
    parts = [
        el("path", id=f"place-{name}", class_="place", d="".join(polygon(ring) for ring in rings))
        for name, rings in canvas.shapes.items()
    ]
    for box in canvas.map.file.boxes:
        left, top, w, h = canvas.box_shape(box)
        d = f"M{num(left)},{num(top)}h{num(w)}v{num(h)}h{num(-w)}z"
        parts.append(el("path", id=f"place-box:{box.id}", class_="place", d=d))
    return group(parts, class_="places")
