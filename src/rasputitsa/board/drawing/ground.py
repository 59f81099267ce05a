"""The land of a hex board: tints with natural edges, textures, and what is out of play."""

from __future__ import annotations

from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.svg import el, group
from rasputitsa.board.drawing.textures import NORTHERN, SPACING, KeepOut, strewn, texture
from rasputitsa.board.drawing.water import patch


def land(canvas: HexCanvas) -> str:
    """Clear land everywhere, the other terrains upon it, a wash over what is out of play."""
    theme = canvas.theme
    parts = [el("use", href="#land", fill=theme.terrain["clear"])]
    for kind in SPACING:
        names = _hexes(canvas, kind)
        if names:
            d = patch(canvas, names)
            tint = theme.terrain[kind]
            parts.append(
                el("path", d=d, fill=tint, fill_rule="evenodd", stroke=tint, stroke_width=5, stroke_opacity=0.45)
            )
    if canvas.beyond:
        parts.append(el("use", href="#out-of-play", fill=theme.beyond))
        parts.append(el("use", href="#out-of-play", fill="url(#hatching)"))
    return group(parts, class_="land")


def textures(canvas: HexCanvas, keep_out: KeepOut) -> str:
    """The signs of each terrain, clear of names, rivers and railways."""
    parts = []
    bounds = (0.0, 0.0, *canvas.size)
    for kind in SPACING:
        names = _hexes(canvas, kind)

        def inside(x: float, y: float, names: set[str] = names) -> bool:
            return canvas.hex_at(x, y) in names

        points = strewn(kind, bounds, inside, keep_out) if names else []
        parts.append(texture(kind, points, canvas.theme, lambda x, y: _latitude(canvas, x, y) > NORTHERN))
    return group(parts, class_="textures")


def _hexes(canvas: HexCanvas, kind: str) -> set[str]:
    return canvas.where(lambda h: h.terrain == kind and h.playable)


def _latitude(canvas: HexCanvas, x: float, y: float) -> float:
    name = canvas.hex_at(x, y)
    return canvas.hexes[name].lat if name else 0.0


def definitions(canvas: HexCanvas) -> str:
    """Shapes that several layers share, and the hatching of land out of play."""
    line = el("path", d="M0,12L12,0M-3,3L3,-3M9,15L15,9", stroke=canvas.theme.beyond_line, stroke_width=0.9)
    return (
        el("path", id="land", d=patch(canvas, canvas.land), fill_rule="evenodd")
        + el("path", id="out-of-play", d=patch(canvas, canvas.beyond), fill_rule="evenodd")
        + el("pattern", line, id="hatching", width=12, height=12, patternUnits="userSpaceOnUse")
    )
