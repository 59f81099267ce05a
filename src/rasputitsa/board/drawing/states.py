"""A state as a picture: the board of its title with what a side sees on it."""

from __future__ import annotations

from rasputitsa.board.drawing.position import draw_position
from rasputitsa.board.maps import load
from rasputitsa.kernel.errors import Invalid
from rasputitsa.kernel.state import State


def draw_state(s: State, side: str = "open", theme: str = "light") -> str:
    """The position as SVG, as a side sees it."""
    title = s.game.title
    if not title.has_map:
        raise Invalid(f"{title.name} has no map to draw")
    static = title.board()
    return draw_position(load(title.package), s.view(side), theme=theme, boxes=static.boxes, sequence=static.sequence)
