"""A position as text, for any title: turn, side to decide, score, and the board as everybody sees it.

A hex board is a grid with a short cell for each hex that has something: "A5" is an Axis piece of strength 5, "A5+" one
with others below it, "S?" a hidden one, "Mos" a city with nobody in it. Other boards are a list of places and who is
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from rasputitsa.board.maps import HexMap, load
from rasputitsa.kernel.state import State
from rasputitsa.kernel.view import Board, Piece, Place, View
from rasputitsa.kernel.words import score, standing

CELL = 4
"""Characters for a hex."""
LETTERS = 3
"""Letters of a city's name."""
EMPTY = "·"


def state_text(s: State) -> str:
    """The whole of it."""
    title = s.game.title
    view, static = s.view("open"), title.board()
    stacks = _stacks(view.pieces)
    board = load(title.package) if title.has_map else None
    places = _grid(board, static, stacks) if isinstance(board, HexMap) else _list(static, stacks, view)
    return "\n".join([*_heading(s, view, static), "", *places, *_boxes(static, stacks)])


def _heading(s: State, view: View, static: Board) -> list[str]:
    game, banner = s.game, view.banner
    phase = next((p.label for p in static.sequence if p.id == banner.phase), banner.phase)
    words = [f"Turn {banner.turn} of {banner.last_turn}", banner.date, phase, banner.weather, standing(s)]
    first = f"{game.title.label}: {game.scenario} ({game.edition})"
    return [line for line in (first, ", ".join(word for word in words if word), score(s)) if line]


def _stacks(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """By place: its pieces, the uppermost first."""
    found: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: -piece.order):
        found.setdefault(piece.at, []).append(piece)
    return found


def _grid(board: HexMap, static: Board, stacks: Mapping[str, Sequence[Piece]]) -> list[str]:
    """Rows of cells where the hexes lie, then the big areas at the edges of the map."""
    cities = {place.id: place.name for place in static.places if place.kind and place.name}
    rows: dict[int, list[str]] = {}
    for place, name in enumerate(board.topology.ids):
        if board.hexes[place] is not None and board.playable >> place & 1:
            row, column = _spot(board, place)
            line = rows.setdefault(row, [])
            line += [" "] * (column + CELL - len(line))
            line[column : column + CELL] = _cell(stacks.get(name, ()), cities.get(name, "")).ljust(CELL)
    left = min((len(line) - len("".join(line).lstrip()) for line in rows.values()), default=0)
    aside = [_line(place.name or place.id, stacks[place.id]) for place in _areas(board, static) if place.id in stacks]
    return [*("".join(rows[row])[left:].rstrip() for row in sorted(rows)), *aside]


def _areas(board: HexMap, static: Board) -> Iterable[Place]:
    ids = {board.topology.ids[place] for place in board.areas}
    return (place for place in static.places if place.id in ids)


def _spot(board: HexMap, place: int) -> tuple[int, int]:
    """Row and character of a hex: every other line of a grid is shifted by half a cell."""
    x, y = board.xy[place]
    if board.grid.pointy:
        return round(y / sqrt(0.75)), round(x * CELL)
    return round(2 * y), round(x / sqrt(0.75)) * CELL // 2


def _cell(stack: Sequence[Piece], city: str) -> str:
    if not stack:
        return city[:LETTERS] or EMPTY
    return f"{_short(stack[0])}{'+' if len(stack) > 1 else ''}"[:CELL]


def _short(piece: Piece) -> str:
    """The initial of its side, and its strength; a question mark for a hidden one."""
    hidden = "?" if piece.kind in ("counter", "block") else ""
    strength = piece.face.strength.strip("()") if piece.face else hidden
    return f"{piece.owner[:1].upper()}{strength}"


def _list(static: Board, stacks: Mapping[str, Sequence[Piece]], view: View) -> list[str]:
    """Every place where something stands."""
    control = {place.id: place.control for place in view.places if place.control}
    lines = []
    for place in static.places:
        if place.id in stacks:
            name = f"{place.id} {place.name}" if place.name and place.name != place.id else place.id
            owner = f" ({control[place.id]})" if place.id in control else ""
            lines.append(_line(name + owner, stacks[place.id]))
    return lines


def _line(name: str, stack: Sequence[Piece]) -> str:
    return f"{name}: {', '.join(_long(piece) for piece in stack)}"


def _long(piece: Piece) -> str:
    name = piece.face.name if piece.face else "" if piece.kind in ("counter", "block") else piece.kind
    return f"{_short(piece)} {name}".strip()


def _boxes(static: Board, stacks: Mapping[str, Sequence[Piece]]) -> list[str]:
    """How many pieces lie in each box beside the map."""
    full = [box for box in static.boxes if box.id in stacks]
    return [f"{' '.join(filter(None, (box.side, box.label)))}: {_number(len(stacks[box.id]))}" for box in full]


def _number(pieces: int) -> str:
    return "1 piece" if pieces == 1 else f"{pieces} pieces"
