"""A state as a picture: the board of its title with what a side sees on it."""

from __future__ import annotations

from rasputitsa.board.drawing.boards import draw_board
from rasputitsa.board.drawing.palette import THEMES
from rasputitsa.board.drawing.picture import Picture
from rasputitsa.board.drawing.position import draw_position
from rasputitsa.board.maps import AreaMap, HexMap, load
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.kernel.state import State
from rasputitsa.kernel.title import Title


def draw_state(s: State, side: str = "open", theme: str = "light", front: bool = False) -> Picture:
    """The position as a picture, as a side sees it, on demand with the line between the two sides."""
    title = s.game.title
    board, static = _board(title, theme), title.board()
    if side not in (*title.sides, "open"):
        raise unknown("side", side, (*title.sides, "open"))
    view = s.view(side)
    return Picture(draw_position(board, view, theme=theme, boxes=static.boxes, sequence=static.sequence, front=front))


def draw_title(title: Title, theme: str = "light") -> Picture:
    """The bare board of a title."""
    return Picture(draw_board(_board(title, theme), theme=theme))


def _board(title: Title, theme: str) -> HexMap | AreaMap:
    if theme not in THEMES:
        raise unknown("theme", theme, THEMES)
    if not title.has_map:
        raise Invalid(f"{title.name} has no map to draw")
    return load(title.package)
