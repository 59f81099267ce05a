"""The key of an area board."""

from __future__ import annotations

from rasputitsa.board.drawing import sites
from rasputitsa.board.drawing.areacanvas import CM, AreaCanvas
from rasputitsa.board.drawing.areas import code_sign, supply_sign
from rasputitsa.board.drawing.legend import Caption, Entry, strip
from rasputitsa.board.drawing.svg import el

WAVE = "M-24,5Q-12,-9 0,1T24,-3"
GROUND = (
    ("green", "", "Green area"),
    ("yellow", "stipple", "Yellow area"),
    ("red", "hatching", "Red area"),
    ("victory", "", "Victory area"),
    ("staging", "", "Staging area"),
)
SUPPLIES = (
    ("axis", "Axis supply source"),
    ("soviet_yellow", "Soviet source, yellow"),
    ("soviet_orange", "Soviet source, orange"),
    ("soviet_red", "Soviet source, red"),
)


def legend(canvas: AreaCanvas) -> str:
    """The strip below an area board."""
    width, top = canvas.size
    km = float(canvas.map.file.projection["km_per_cm"])
    caption = Caption(canvas.map.file.name, "The Ukraine, June to December 1941", "A map of our own, drawn for play.")
    return strip(canvas.theme, width, top - 12, caption, _entries(canvas), 0.0, (150 / km * CM, 150))


def _entries(canvas: AreaCanvas) -> list[Entry]:
    theme = canvas.theme
    found = []
    for terrain, pattern, words in GROUND:
        square = {"x": -24, "y": -18, "width": 48, "height": 36, "rx": 6}
        sign = el("rect", **square, fill=theme.terrain[terrain], stroke=theme.grid)
        if pattern:
            sign += el("rect", **square, fill=f"url(#{pattern})")
        found.append(Entry(sign + code_sign(canvas, terrain, 0, 0, ""), words))
    line = {"fill": "none", "stroke_linecap": "round"}
    found += [
        Entry(el("path", d=WAVE, stroke=theme.grid, stroke_width=1.7, **line), "Border of an area"),
        Entry(el("path", d=WAVE, stroke=theme.river, stroke_width=5.4, **line), "River border"),
        Entry(
            el("path", d=WAVE, stroke=theme.river, stroke_width=2, stroke_opacity=0.7, **line), "River without effect"
        ),
        Entry(
            el("path", d=WAVE, stroke=theme.frontier_band, stroke_width=11, stroke_opacity=0.28, fill="none")
            + el("path", d=WAVE, stroke=theme.frontier, stroke_width=2.2, stroke_dasharray="11 4 2.5 4", fill="none"),
            "Frontier",
        ),
        Entry(sites.blocks(0, 0, theme), "City"),
        Entry(sites.anchor(0, 0, theme.water_text, theme.halo), "Port"),
    ]
    return found + [Entry(supply_sign(kind, 0, 0), words) for kind, words in SUPPLIES]
