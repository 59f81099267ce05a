"""Pictures of boards and positions: SVG built by hand, PNG made from it.

    svg = draw_board(load("rasputitsa.titles.no_retreat"))
    png = to_png(svg)

`geometry` tells a client where the places of that picture are; counters and blocks are drawn from a view's faces.
"""

from rasputitsa.board.drawing.boards import draw_board, geometry
from rasputitsa.board.drawing.png import to_png

__all__ = ["draw_board", "geometry", "to_png"]
