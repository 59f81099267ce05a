"""Boxes beside the map: what is not on it, in a strip below the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.colours import SIDE_STRONG
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.pieces import placed
from rasputitsa.board.drawing.svg import el, group, text
from rasputitsa.kernel.view import Box, Piece

HEAD = 30.0
GAP = 14.0
ACROSS = 12
"""Pieces in a row of a box."""


def strip(
    theme: Theme, width: float, top: float, boxes: Sequence[tuple[Box, list[Piece]]], size: float
) -> tuple[str, float]:
    """The boxes that hold something, in rows below `top`, and the height they take."""
    x, y, row, parts = GAP, top, 0.0, []
    for box, pieces in boxes:
        across = min(len(pieces), ACROSS)
        wide = max(fonts.width(fonts.TITLE, _label(box), 17) + 34, across * (size + 8) + 24)
        high = HEAD + -(-len(pieces) // across) * (size + 10) + 8
        if x + wide > width - GAP and x > GAP:
            x, y, row = GAP, y + row + GAP, 0.0
        parts.append(_box(theme, box, pieces, (x, y, wide, high), size))
        x += wide + GAP
        row = max(row, high)
    return group(parts, class_="boxes"), (y + row + GAP - top if boxes else 0.0)


def _label(box: Box) -> str:
    return f"{box.side.capitalize()}: {box.label}" if box.side else box.label


def _box(theme: Theme, box: Box, pieces: Sequence[Piece], shape: tuple[float, float, float, float], size: float) -> str:
    x, y, wide, high = shape
    parts = [
        el("rect", x=x, y=y, width=wide, height=high, rx=5, fill=theme.panel, stroke=theme.ink, stroke_opacity=0.5),
        el("rect", x=x, y=y, width=6, height=high, rx=3, fill=SIDE_STRONG.get(box.side, theme.quiet)),
        text(_label(box), x + 16, y + 21, class_="heading", font_size=17),
    ]
    for i, piece in enumerate(pieces):
        row, column = divmod(i, ACROSS)
        px = x + 16 + column * (size + 8) + size / 2
        parts.append(placed(piece, px, y + HEAD + row * (size + 10) + size / 2, size))
    return group(parts, id=f"place-{box.id}")


def sorted_boxes(
    pieces: Mapping[str, list[Piece]], known: Sequence[Box], on_map: set[str]
) -> list[tuple[Box, list[Piece]]]:
    """The boxes that hold pieces, in the board's order; one the board does not name gets a label from its id."""
    labels = {box.id: box for box in known}
    order = [box.id for box in known] + sorted(set(pieces) - set(labels))
    return [
        (labels.get(name) or Box(id=name, label=name.removeprefix("box:").replace(":", ", ")), pieces[name])
        for name in order
        if name in pieces and name not in on_map
    ]
