"""Pictures of boards and positions: SVG built by hand, PNG made from it.

    svg = draw_board(load("rasputitsa.titles.no_retreat"))
    png = to_png(svg)

`geometry` tells a client where the places of that picture are; counters and blocks are drawn from a view's faces.
"""

from rasputitsa.board.drawing.blocks import block_svg
from rasputitsa.board.drawing.boards import draw_board, geometry
from rasputitsa.board.drawing.counters import counter_svg
from rasputitsa.board.drawing.png import to_png
from rasputitsa.board.drawing.position import draw_position

__all__ = ["block_svg", "counter_svg", "draw_board", "draw_position", "geometry", "to_png"]
