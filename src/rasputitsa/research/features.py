"""A side's view as a vector of numbers: the same for every title, and nothing in it that the side may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rasputitsa.kernel import Title
from rasputitsa.kernel.view import Piece, View

PER_PLACE = 5
"""Own pieces, own strength, enemy pieces, enemy strength as far as it shows, control."""
GLOBALS = 8


class Encoder:
    """Turns views of a title into vectors of one length."""

    def __init__(self, title: Title) -> None:
        board = title.board()
        ids = [place.id for place in board.places] + [box.id for box in board.boxes]
        self.index = {place: number for number, place in enumerate(ids)}
        self.phases = {phase.id: number for number, phase in enumerate(board.sequence)}
        self.size = PER_PLACE * len(ids) + GLOBALS

    def encode(self, view: View, side: str) -> list[float]:
        """What a side sees, place by place, then the calendar, the hands and whose decision it is."""
        vector = [0.0] * self.size
        for piece in view.pieces:
            self._add(vector, piece, piece.owner == side)
        for place in view.places:
            if place.control:
                vector[PER_PLACE * self.index[place.id] + 4] = 1.0 if place.control == side else -1.0
        vector[-GLOBALS:] = self._globals(view, side)
        return vector

    def _add(self, vector: list[float], piece: Piece, own: bool) -> None:
        at = PER_PLACE * self.index[piece.at] + (0 if own else 2)
        vector[at] += 1.0
        vector[at + 1] += _strength(piece)

    def _globals(self, view: View, side: str) -> Sequence[float]:
        banner = view.banner
        hands = {hand.side: hand.count for hand in view.hands}
        tracks = [_number(track.value) for track in banner.tracks[:2]]
        asked = view.prompt.side if view.prompt else ""
        return [
            banner.turn / max(1, banner.last_turn),
            self.phases.get(banner.phase, 0) / max(1, len(self.phases)),
            float(banner.active == side),
            float(asked == side),
            float(hands.get(side, 0)),
            float(sum(n for who, n in hands.items() if who != side)),
            *[*tracks, 0.0, 0.0][:2],
        ]


def _strength(piece: Piece) -> float:
    if piece.face is None:
        return 0.0
    return _number(piece.face.strength.strip("()")) or float(piece.face.steps)


def _number(text: Any) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
