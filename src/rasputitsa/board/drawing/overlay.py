"""What lies on a board at one moment, without the board: laid over a picture of it, frame after frame."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.board.drawing import style
from rasputitsa.board.drawing.boards import Board, board_size, geometry, theme_named
from rasputitsa.board.drawing.colours import SIDE_STRONG
from rasputitsa.board.drawing.pieces import by_place
from rasputitsa.board.drawing.position import arrow, draw_arrows, draw_pieces, draw_states
from rasputitsa.board.drawing.svg import el, group
from rasputitsa.kernel.view import View

Step = tuple[str, str, str]
"""A move to be shown: whose it is, from which place, to which."""
Window = tuple[float, float, float, float]
"""A part of the picture: left, top, width, height."""


def draw_overlay(board: Board, view: View, steps: Sequence[Step], window: Window, width: float) -> str:
    """Pieces, control, battles and moves of a view as SVG on nothing, cut out of the board's picture."""
    where = geometry(board)
    body = [
        draw_states(board, view.places, where),
        draw_pieces(board, by_place(view.pieces), where),
        draw_arrows(view.lines, where),
        _moves(steps, where["places"]),
    ]
    content = el("style", style.sheet(theme_named("light"), False)) + "".join(body)
    left, top, across, down = window
    return el(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=round(width),
        height=round(width * down / across),
        viewBox=f"{left} {top} {across} {down}",
    )


def _moves(steps: Sequence[Step], places: dict[str, dict[str, float]]) -> str:
    drawn = [
        el(
            "path",
            d=arrow((places[a]["x"], places[a]["y"]), (places[b]["x"], places[b]["y"])),
            fill=SIDE_STRONG.get(side, "#333333"),
            stroke="#ffffff",
            stroke_width=2,
        )
        for side, a, b in steps
    ]
    return group(drawn, class_="moves")


def window_on(board: Board, names: Sequence[str], least: float = 900.0, margin: float = 140.0) -> Window:
    """The part of the picture that holds these places with some room around them; all of it without any."""
    width, height = board_size(board)
    places = geometry(board)["places"]
    spots = [places[name] for name in names if name in places]
    if not spots:
        return 0.0, 0.0, width, height
    left, right = min(p["x"] for p in spots) - margin, max(p["x"] for p in spots) + margin
    top, bottom = min(p["y"] for p in spots) - margin, max(p["y"] for p in spots) + margin
    across, down = min(width, max(right - left, least)), min(height, max(bottom - top, least * 0.66))
    x = min(max((left + right - across) / 2, 0.0), width - across)
    y = min(max((top + bottom - down) / 2, 0.0), height - down)
    return round(x, 1), round(y, 1), round(across, 1), round(down, 1)
