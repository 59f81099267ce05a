"""The key of a hex board: only what is on it."""

from __future__ import annotations

import math

from rasputitsa.board.drawing import sites
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.legend import Caption, Entry, bearing, strip
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.svg import el, polygon
from rasputitsa.board.drawing.textures import SPACING, KeepOut, strewn, texture
from rasputitsa.board.drawing.water import double_arrow

TERRAIN = ("clear", "forest", "rough", "swamp", "mountain", "desert")
LINE_NAMES = {"paulus": "Paulus line", "caucasus": "Caucasus line"}
SIDE_NAMES = {
    "river": "River",
    "major_river": "Major river",
    "sea": "Sea or lake hexside",
    "crossing": "Sea crossing",
    "strait": "Strait",
}
WAVE = "M-24,5Q-12,-9 0,1T24,-3"


def legend(canvas: HexCanvas) -> str:
    """The strip below a hex board."""
    width, top = canvas.size
    north = bearing([(canvas.sheet.centres[n], h.lat) for n, h in canvas.hexes.items()])
    km = canvas.map.file.grid.km
    note = f"A hex is {km} km from side to side. A map of our own, drawn for play."
    caption = Caption(canvas.map.file.name.partition(":")[0], "The Eastern Front, 1941-1945", note)
    return strip(
        canvas.theme, width, top - 16, caption, entries(canvas), north, (3 * canvas.sheet.across * 100 / km, 300)
    )


def entries(canvas: HexCanvas) -> list[Entry]:
    return [*_ground(canvas), *_sides(canvas), *_lines(canvas), *_sites(canvas), *_supply(canvas)]


def hexagon(size: float, pointy: bool) -> str:
    turn = math.pi / 6 if pointy else 0.0
    return polygon(
        [(size * math.cos(turn + i * math.pi / 3), size * math.sin(turn + i * math.pi / 3)) for i in range(6)]
    )


def _ground(canvas: HexCanvas) -> list[Entry]:
    theme = canvas.theme
    present = {h.terrain for h in canvas.hexes.values() if h.playable}
    shape = hexagon(24, canvas.sheet.pointy)
    line = {"stroke": theme.grid, "stroke_opacity": 0.7}
    found = [
        Entry(el("path", d=shape, fill=theme.terrain[kind], **line) + _swatch(kind, theme), kind.capitalize())
        for kind in TERRAIN
        if kind in present
    ]
    if canvas.beyond:
        hatched = el("path", d=shape, fill=theme.beyond, **line) + el("path", d=shape, fill="url(#hatching)")
        found.append(Entry(hatched, "Out of play" if not canvas.map.file.areas else "Area or out of play"))
    return found


def _swatch(kind: str, theme: Theme) -> str:
    if kind not in SPACING:
        return ""
    points = strewn(kind, (-24, -24, 24, 24), lambda x, y: math.hypot(x, y) < 21, KeepOut())
    return texture(kind, points, theme, lambda x, y: x < 0)


def _sides(canvas: HexCanvas) -> list[Entry]:
    theme = canvas.theme
    kinds = {s.kind for s in canvas.map.file.hexsides}
    style = {"fill": "none", "stroke_linecap": "round"}
    signs = {
        "river": el("path", d=WAVE, stroke=theme.river, stroke_width=3.2, **style),
        "major_river": el("path", d=WAVE, stroke=theme.river, stroke_width=7, **style),
        "sea": el("path", d=WAVE, stroke=theme.coast, stroke_width=16, **style)
        + el("path", d=WAVE, stroke=theme.shallow[1], stroke_width=13, **style),
        "crossing": _crossing(theme),
        "strait": _crossing(theme),
    }
    return [Entry(sign, SIDE_NAMES[kind]) for kind, sign in signs.items() if kind in kinds]


def _crossing(theme: Theme) -> str:
    bar = el("path", d="M0,-17V17", stroke=theme.shallow[1], stroke_width=12, stroke_linecap="round")
    return bar + double_arrow((-18, 0), (18, 0), theme.ink)


def _lines(canvas: HexCanvas) -> list[Entry]:
    theme = canvas.theme
    style = {"fill": "none"}
    found = [
        Entry(
            el("path", d=WAVE, stroke=theme.frontier_band, stroke_width=9, stroke_opacity=0.3, **style)
            + el("path", d=WAVE, stroke=theme.frontier, stroke_width=2.4, stroke_dasharray="11 4 2.5 4", **style),
            "Frontier of June 1941",
        ),
        Entry(
            el("path", d=WAVE, stroke=theme.country, stroke_width=1.7, stroke_dasharray="7 3 1.5 3", **style),
            "Other border",
        ),
    ]
    if canvas.map.file.rail_links:
        found.append(
            Entry(
                el("path", d=WAVE, stroke=theme.rail, stroke_width=1.5, **style)
                + el("path", d=WAVE, stroke=theme.rail, stroke_width=5, stroke_dasharray="1.2 7", **style),
                "Railway",
            )
        )
    for colour, name in zip((theme.line_a, theme.line_b), sorted(canvas.map.file.lines)):
        dots = {"stroke_width": 3, "stroke_dasharray": "0.1 6.5", "stroke_linecap": "round"}
        band = el("path", d=WAVE, stroke=colour, stroke_width=8, stroke_opacity=0.25, **style)
        found.append(
            Entry(band + el("path", d=WAVE, stroke=colour, **dots, **style), LINE_NAMES.get(name, name.capitalize()))
        )
    return found


def _sites(canvas: HexCanvas) -> list[Entry]:
    theme = canvas.theme
    here = [h.site for h in canvas.hexes.values() if h.site]
    objectives = {s.objective for s in here}
    known = [
        (any(s.kind == "city" for s in here), sites.blocks(0, 0, theme), "City"),
        (any(s.kind == "town" for s in here), sites.town(0, 0, theme), "Town"),
        (
            any(s.fortress for s in here),
            sites.bastion(0, 0, theme.city, theme.halo) + sites.blocks(0, 0, theme),
            "Fortress",
        ),
        (any(s.port for s in here), sites.anchor(0, 0, theme.water_text, theme.halo), "Port"),
        (any(s.oil for s in here), sites.derrick(0, 0, theme.ink, theme.halo), "Oil field"),
        (any(s.vp and not s.objective for s in here), sites.star(0, 0, 10, theme.gold, theme.ink), "Victory place"),
        ("axis" in objectives, sites.objective(0, 0, "axis", theme), "Axis objective"),
        ("soviet" in objectives, sites.objective(0, 0, "soviet", theme), "Soviet objective"),
    ]
    return [Entry(sign, words) for present, sign, words in known if present]


def _supply(canvas: HexCanvas) -> list[Entry]:
    found = []
    for words, colour in (("Axis supply edge", canvas.theme.axis), ("Soviet supply edge", canvas.theme.soviet)):
        band = el("path", d="M-12,-18V18", stroke=colour, stroke_width=5, stroke_linecap="round")
        found.append(Entry(band + el("path", d=polygon([(10, 0), (-5, -9), (-5, 9)]), fill=colour), words))
    return found
