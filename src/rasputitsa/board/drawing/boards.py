"""A whole board as one SVG, and its geometry for the client that lays pieces upon it."""

from __future__ import annotations

from functools import cache
from typing import Any

from rasputitsa.board.drawing import arealegend, areas, hexes, hexlegend, style
from rasputitsa.board.drawing.areacanvas import AreaCanvas
from rasputitsa.board.drawing.hexcanvas import HexCanvas
from rasputitsa.board.drawing.layers import Layers
from rasputitsa.board.drawing.legend import HEIGHT
from rasputitsa.board.drawing.palette import LIGHT, THEMES, Theme
from rasputitsa.board.drawing.svg import Point, el
from rasputitsa.board.maps import AreaMap, HexMap

Board = HexMap | AreaMap
LEGEND = HEIGHT - 12
COUNTER, BLOCK = 62, 46
"""Size of a piece on a hex board and on an area board."""
AREA_PIECES = 46.0
"""How far below the name of a big area its pieces stand."""


@cache
def hex_canvas(board: HexMap, theme: Theme = LIGHT) -> HexCanvas:
    """The canvas of a hex board; what it worked out is kept."""
    return HexCanvas(board, theme)


@cache
def area_canvas(board: AreaMap, theme: Theme = LIGHT) -> AreaCanvas:
    """The canvas of an area board; what it worked out is kept."""
    return AreaCanvas(board, theme)


def draw_board(
    board: Board, *, theme: str = "light", numbers: bool = True, legend: bool = True, fonts: bool = True
) -> str:
    """The board as SVG. `fonts` puts the typefaces into the file, so that it looks the same everywhere."""
    colours = theme_named(theme)
    layers = board_layers(board, colours, numbers)
    width, height = board_size(board)
    below = legend_strip(board, colours) if legend else ""
    return document(colours, width, height + (LEGEND if legend else 0), layers.definitions, layers.body + below, fonts)


@cache
def board_layers(board: Board, theme: Theme, numbers: bool = True) -> Layers:
    """The parts of the picture, with the names and the boxes they stand in."""
    if isinstance(board, HexMap):
        return hexes.draw(hex_canvas(board, theme), numbers)
    return areas.draw(area_canvas(board, theme), numbers)


def legend_strip(board: Board, theme: Theme) -> str:
    """Title, key, compass and scale, below the board."""
    if isinstance(board, HexMap):
        return hexlegend.legend(hex_canvas(board, theme))
    return arealegend.legend(area_canvas(board, theme))


def board_size(board: Board) -> tuple[float, float]:
    """Width and height of the board without its legend."""
    return hex_canvas(board).size if isinstance(board, HexMap) else area_canvas(board).size


def document(theme: Theme, width: float, height: float, definitions: str, body: str, fonts: bool) -> str:
    """An SVG file on the theme's paper."""
    content = (
        el("style", style.sheet(theme, fonts))
        + el("defs", definitions)
        + el("rect", width=round(width), height=round(height), fill=theme.paper, class_="paper")
        + body
    )
    box = f"0 0 {round(width)} {round(height)}"
    return el("svg", content, xmlns="http://www.w3.org/2000/svg", width=round(width), height=round(height), viewBox=box)


def theme_named(name: str) -> Theme:
    if name not in THEMES:
        raise ValueError(f"no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def geometry(board: Board, *, legend: bool = True) -> dict[str, Any]:
    """Where every place and box lies in the picture that `draw_board` makes with the same `legend`.

    `width` and `height` are the picture's, `piece` is the size of a counter or block; `places` maps an id to `x`, `y`
    (where pieces stand), `r` (the room around it) and `rings` (its outline).
    """
    width, height = board_size(board)
    places = _hex_places(board) if isinstance(board, HexMap) else _area_places(board)
    piece = COUNTER if isinstance(board, HexMap) else BLOCK
    below = LEGEND if legend else 0
    return {"width": round(width), "height": round(height + below), "piece": piece, "places": places}


def _place(x: float, y: float, r: float, rings: list[list[Point]]) -> dict[str, Any]:
    outline = [[[round(px, 1), round(py, 1)] for px, py in ring] for ring in rings]
    return {"x": round(x, 1), "y": round(y, 1), "r": round(r, 1), "rings": outline}


def _hex_places(board: HexMap) -> dict[str, Any]:
    canvas = hex_canvas(board)
    sheet = canvas.sheet
    places = {
        name: _place(*sheet.centres[name], sheet.across / 2, [sheet.corners(name)])
        for name, h in canvas.hexes.items()
        if h.playable
    }
    ox, oy = canvas.frame
    for area in board.file.areas:
        rings = [[sheet.point(c) for c in loop] for loop in sheet.outline(area.covers)]
        x, y = ox + area.label[0] * sheet.across, oy + area.label[1] * sheet.across
        places[area.id] = _place(x, y + AREA_PIECES, sheet.across / 2, rings)
    return places


def _area_places(board: AreaMap) -> dict[str, Any]:
    canvas = area_canvas(board)
    places = {}
    for name, rings in canvas.shapes.items():
        (x, y), far = canvas.room[name]
        places[name] = _place(x, y, far, rings)
    for box in board.file.boxes:
        left, top, w, h = canvas.box_shape(box)
        ring = [(left, top), (left + w, top), (left + w, top + h), (left, top + h)]
        places[f"box:{box.id}"] = _place(left + w / 2, top + h / 2, h / 2, [ring])
    return places
