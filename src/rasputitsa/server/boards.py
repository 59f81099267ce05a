"""The static side of a title: board, where its places lie, the map picture, unit symbols. Made once, then kept."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.boards import board_size, draw_board, geometry
from rasputitsa.board.drawing.position import draw_position
from rasputitsa.board.drawing.svg import text
from rasputitsa.board.drawing.symbols import load as load_symbols
from rasputitsa.board.maps import load
from rasputitsa.kernel import Board, Title, View
from rasputitsa.kernel.errors import unknown
from rasputitsa.kernel.title import titles
from rasputitsa.kernel.view import Rule
from rasputitsa.server.kept import Kept, keep, path
from rasputitsa.server.messages import BoardPack, Geometry, PlaceGeometry
from rasputitsa.server.storage.games import Missing

THEMES = ("light", "dark")
_COLUMNS, _STEP = 8, 120.0

Ring = list[tuple[float, float]]


@cache
def board(title: Title) -> Kept:
    """Board and geometry."""
    return keep(f"{title.name}-board", "application/json", _sources(title), lambda: _board(title))


@cache
def picture(title: Title, theme: str) -> Kept:
    """The map without counters."""
    if theme not in THEMES:
        raise unknown("theme", theme, THEMES)
    return keep(f"{title.name}-{theme}", "image/svg+xml", _sources(title), lambda: _picture(title, theme))


def draw_all() -> None:
    """Make all boards and pictures and keep them."""
    for theme in THEMES:
        for title in titles().values():
            board(title)
            picture(title, theme)


def ready() -> bool:
    """Are all boards and pictures kept already?"""
    kinds = ("board", *THEMES)
    return all(path(f"{t.name}-{kind}", _sources(t)).is_file() for t in titles().values() for kind in kinds)


def _board(title: Title) -> bytes:
    found = title.board()
    return msgspec.json.encode(BoardPack(found, _geometry(title) or _lattice(found)))


def _picture(title: Title, theme: str) -> bytes:
    package = package_of(title)
    return (draw_board(load(package), theme=theme) if package else _lattice_picture(title.board())).encode()


def _sources(title: Title) -> tuple[str, ...]:
    """The packages a board depends on."""
    return "rasputitsa.board", "rasputitsa.kernel", "rasputitsa.server", type(title).__module__.rpartition(".")[0]


@cache
def symbols() -> Kept:
    return Kept.of(msgspec.json.encode(load_symbols()), "application/json")


def rule(title: Title, number: str) -> Rule:
    """The rule of that number in our own words, or the nearest paragraph above it that has some."""
    known = {rule.id: rule for rule in title.board().rules}
    wanted = number
    while wanted:
        if wanted in known:
            return known[wanted]
        wanted = wanted.rpartition(".")[0]
    raise Missing(f"There is no rule {number!r} in {title.label}.")


def package_of(title: Title) -> str:
    """The package whose data/map.json is the title's map; empty for a title that draws none."""
    package = type(title).__module__.rpartition(".")[0]
    return package if files(package).joinpath("data", "map.json").is_file() else ""


def _geometry(title: Title) -> Geometry | None:
    package = package_of(title)
    if not package:
        return None
    found = geometry(load(package))
    places = {name: _place(place) for name, place in found["places"].items()}
    return Geometry(found["width"], found["height"], found["piece"], places)


def _place(place: dict[str, Any]) -> PlaceGeometry:
    rings = place["rings"]
    largest: Ring = max(rings, key=_extent, default=[])
    return PlaceGeometry(place["x"], place["y"], place["r"], largest, rings if len(rings) > 1 else [])


def _extent(ring: Ring) -> float:
    xs, ys = [point[0] for point in ring], [point[1] for point in ring]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _lattice(found: Board) -> Geometry:
    """Where places lie for a title without a map: in rows."""
    places = {}
    for number, place in enumerate(found.places):
        x, y = (number % _COLUMNS + 0.5) * _STEP, (number // _COLUMNS + 0.5) * _STEP
        half = _STEP / 2
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        places[place.id] = PlaceGeometry(x, y, half, corners)
    rows = -(-len(found.places) // _COLUMNS)
    return Geometry(_COLUMNS * _STEP, max(1, rows) * _STEP, _STEP / 2, places)


def position(title: Title, view: View) -> tuple[str, float]:
    """What a view shows, as SVG for `to_png`, and how wide it is."""
    package, found = package_of(title), title.board()
    if not package:
        return _lattice_picture(found, _lattice_pieces(found, view)), _COLUMNS * _STEP
    board = load(package)
    svg = draw_position(board, view, boxes=found.boxes, sequence=found.sequence, legend=False, fonts=False)
    return svg, board_size(board)[0]


def _lattice_pieces(found: Board, view: View) -> str:
    """The names of the pieces, one below the other."""
    plan, lines, out = _lattice(found), Counter[str](), []
    for piece in view.pieces:
        if piece.at in plan.places:
            lines[piece.at] += 1
            at = plan.places[piece.at]
            name = (piece.face.name or piece.face.symbol) if piece.face else piece.owner
            look = {"fill": "#222222", "stroke": "none", "font_size": 14, **fonts.TOWN.style()}
            out.append(text(name, at.x, at.y - 30 + 16 * lines[piece.at], **look))
    return "".join(out)


def _lattice_picture(found: Board, over: str = "") -> str:
    plan = _lattice(found)
    shapes = "".join(
        f'<g id="place-{name}"><rect x="{at.x - 58}" y="{at.y - 58}" width="116" height="116" rx="8"/>'
        f'<text x="{at.x}" y="{at.y - 40}" fill="#333">{name}</text></g>'
        for name, at in plan.places.items()
    )
    size = f'width="{plan.width}" height="{plan.height}" viewBox="0 0 {plan.width} {plan.height}"'
    style = 'fill="#e8e2d0" stroke="#8a8468" text-anchor="middle"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><g {style}>{shapes}{over}</g></svg>'
