"""Lines people drew: the grid, frontiers, railways, the lines of a title, and the map edges that give supply."""

from __future__ import annotations

import math

from rasputitsa.board.drawing.curves import flowing, lerp, smooth
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.sheet import Side, chains
from rasputitsa.board.drawing.svg import Point, el, group, polygon, polyline

EDGE_SIDES = {"west": "axis", "east": "soviet", "south": "soviet"}
OUTWARD = {"west": (-1.0, 0.0), "east": (1.0, 0.0), "south": (0.0, 1.0)}


def grid(canvas: HexCanvas) -> str:
    """The hex grid, quiet on land and quieter at sea."""
    land = {s for n in canvas.land for s in canvas.sheet.sides(n)}
    sea = {s for n in canvas.seas | canvas.lakes for s in canvas.sheet.sides(n)} - land
    land -= canvas.shores
    theme = canvas.theme
    style = {"fill": "none", "stroke_linecap": "round"}
    return group(
        [
            el("path", d=_segments(canvas, sea), stroke=theme.sea_grid, stroke_width=0.8, stroke_opacity=0.4, **style),
            el("path", d=_segments(canvas, land), stroke=theme.grid, stroke_width=0.9, stroke_opacity=0.5, **style),
        ],
        class_="grid",
    )


def _segments(canvas: HexCanvas, sides: set[Side]) -> str:
    return "".join(polyline([canvas.sheet.point(c) for c in chain]) for chain in chains(sides))


def frontiers(canvas: HexCanvas) -> str:
    """The frontier between the two sides, and those between countries."""
    theme = canvas.theme
    main = _between_values(canvas, "side")
    minor = _between_values(canvas, "region") - main
    band = _natural(canvas, main)
    parts = [
        el(
            "path",
            d=_natural(canvas, minor),
            stroke=theme.country,
            stroke_width=1.7,
            stroke_opacity=0.75,
            stroke_dasharray="7 3 1.5 3",
            fill="none",
        ),
        el(
            "path",
            d=band,
            stroke=theme.frontier_band,
            stroke_width=9,
            stroke_opacity=0.3,
            fill="none",
            stroke_linejoin="round",
        ),
        el(
            "path",
            d=band,
            stroke=theme.frontier,
            stroke_width=2.4,
            stroke_dasharray="11 4 2.5 4",
            fill="none",
            stroke_linejoin="round",
        ),
    ]
    return group(parts, class_="frontiers")


def _between_values(canvas: HexCanvas, field: str) -> set[Side]:
    values = {getattr(h, field) for h in canvas.hexes.values()} - {None}
    sets = [{n for n in canvas.land if getattr(canvas.hexes[n], field) == value} for value in sorted(values)]
    return {s for i, one in enumerate(sets) for other in sets[i + 1 :] for s in canvas.between(one, other)}


def _natural(canvas: HexCanvas, sides: set[Side]) -> str:
    return "".join(flowing(canvas.sheet.natural(c, False)) for c in chains(sides))


def special_lines(canvas: HexCanvas) -> str:
    """The lines of a title, such as the Paulus line: beads of their own colour along the hexsides."""
    colours = (canvas.theme.line_a, canvas.theme.line_b)
    parts = []
    for colour, (name, pairs) in zip(colours, sorted(canvas.map.file.lines.items())):
        d = _natural(canvas, {canvas.sheet.side(a, b) for a, b in pairs})
        parts.append(el("path", d=d, stroke=colour, stroke_width=8, stroke_opacity=0.25, fill="none"))
        parts.append(
            el(
                "path",
                d=d,
                stroke=colour,
                stroke_width=3,
                stroke_dasharray="0.1 6.5",
                stroke_linecap="round",
                fill="none",
                class_=f"line-{name}",
            )
        )
    return group(parts, class_="lines")


def rail_lines(canvas: HexCanvas) -> list[list[Point]]:
    """The railways as lines through hex centres."""
    links = chains(canvas.map.file.rail_links)
    return [[canvas.sheet.centres[name] for name in chain] for chain in links]


def rails(canvas: HexCanvas) -> str:
    d = "".join(smooth(line) for line in rail_lines(canvas))
    if not d:
        return ""
    theme = canvas.theme
    return group(
        [
            el("path", d=d, stroke=theme.rail, stroke_width=1.5, fill="none", stroke_opacity=0.9),
            el(
                "path",
                d=d,
                stroke=theme.rail,
                stroke_width=5,
                stroke_dasharray="1.2 7",
                fill="none",
                stroke_opacity=0.9,
            ),
        ],
        class_="rails",
    )


def edges(canvas: HexCanvas) -> str:
    """Map edges that give supply: a band in the side's colour, arrows where supply comes in."""
    given = {name for names in canvas.map.file.sources.values() for name in names}
    parts = []
    for edge, side in EDGE_SIDES.items():
        names = sorted(n for n, h in canvas.hexes.items() if edge in h.edges)
        sources = [n for n in names if n in given] if given else names
        colour = getattr(canvas.theme, side)
        bands = {s for n in names for s in _outer(canvas, n, OUTWARD[edge])}
        style = {"stroke": colour, "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        parts.append(el("path", d=_segments(canvas, bands), stroke_width=5, stroke_opacity=0.85, **style))
        arrows = "".join(_arrow(canvas, n, OUTWARD[edge]) for n in sources)
        parts.append(el("path", d=arrows, fill=colour, class_=f"supply {side}") if arrows else "")
    return group(parts, class_="edges")


def _outer(canvas: HexCanvas, name: str, outward: Point) -> list[Side]:
    """The sides of an edge hex that face out of the board."""
    sheet = canvas.sheet
    centre = sheet.centres[name]
    found = []
    for side in sheet.sides(name):
        other = sheet.neighbour(name, side)
        if other is not None and canvas.hexes[other].playable:
            continue
        x, y = lerp(sheet.point(side[0]), sheet.point(side[1]), 0.5)
        if (x - centre[0]) * outward[0] + (y - centre[1]) * outward[1] > 1:
            found.append(side)
    return found


def _arrow(canvas: HexCanvas, name: str, outward: Point) -> str:
    """A wedge inside the hex that points away from the edge."""
    sides = _outer(canvas, name, outward)
    cx, cy = canvas.sheet.centres[name]
    if not sides:
        return ""
    middles = [lerp(canvas.sheet.point(a), canvas.sheet.point(b), 0.5) for a, b in sides]
    mx, my = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    far = math.hypot(mx - cx, my - cy)
    ux, uy = (cx - mx) / far, (cy - my) / far
    base = (cx - ux * (canvas.sheet.across / 2 - 6), cy - uy * (canvas.sheet.across / 2 - 6))
    tip = (base[0] + ux * 11, base[1] + uy * 11)
    return polygon([tip, (base[0] - uy * 8, base[1] + ux * 8), (base[0] + uy * 8, base[1] - ux * 8)])
