"""The pieces of a view where they stand: stacks that fan out, blocks side by side, boxes in rows."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from rasputitsa.board.drawing.blocks import block_svg, disc_svg, line_svg
from rasputitsa.board.drawing.counters import counter_svg
from rasputitsa.board.drawing.svg import Point, group, num
from rasputitsa.kernel.view import Piece

FAN = 7.0
"""How far each counter of a stack lies from the one below it."""


def piece_svg(piece: Piece, size: float) -> str:
    """One piece, its upper left corner at the origin."""
    if piece.kind == "block":
        return block_svg(piece.face, size, owner=piece.owner, names=piece.marks, acts=piece.acts)
    if piece.kind == "line":
        return line_svg(piece.owner, size, piece.marks)
    if piece.kind in ("disc", "marker"):
        return disc_svg(piece.face, piece.owner, size * 0.85, piece.marks)
    return counter_svg(piece.face, size, owner=piece.owner, names=piece.marks, acts=piece.acts)


def by_place(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Pieces by where they are, bottom first."""
    found: dict[str, list[Piece]] = defaultdict(list)
    for piece in sorted(pieces, key=lambda p: (p.order, p.id)):
        found[piece.at].append(piece)
    return dict(found)


def placed(piece: Piece, x: float, y: float, size: float) -> str:
    """A piece with its middle at x, y, under an id the client and the tests can find."""
    move = f"translate({num(x - size / 2)},{num(y - size / 2)})"
    return group([piece_svg(piece, size)], id=f"piece-{piece.id}", transform=move)


def stack(pieces: Sequence[Piece], x: float, y: float, size: float) -> str:
    """A stack of counters, each a little up and to the right of the one below."""
    middle = (len(pieces) - 1) / 2
    return "".join(placed(p, x + (i - middle) * FAN, y - (i - middle) * FAN, size) for i, p in enumerate(pieces))


def cluster(pieces: Sequence[Piece], x: float, y: float, size: float, room: float) -> str:
    """Pieces side by side around a point, smaller when there are many; the two sides keep to their own halves."""
    spots, size = _spots(pieces, size, room)
    drawn = [placed(p, x + dx, y + dy, size) for p, (dx, dy) in zip(_sided(pieces), spots)]
    return "".join(drawn)


def _sided(pieces: Sequence[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda p: (p.owner, p.order, p.id))


def _spots(pieces: Sequence[Piece], size: float, room: float) -> tuple[list[Point], float]:
    count = len(pieces)
    columns = max(1, math.ceil(math.sqrt(count)))
    rows = math.ceil(count / columns)
    step = size * 1.16
    fit = min(1.0, max(0.55, 2 * room / (max(columns, rows) * step)))
    step, size = step * fit, size * fit
    spots = []
    for i in range(count):
        row, column = divmod(i, columns)
        wide = min(columns, count - row * columns)
        spots.append(((column - (wide - 1) / 2) * step, (row - (rows - 1) / 2) * step))
    return spots, size
