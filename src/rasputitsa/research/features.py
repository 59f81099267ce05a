"""What a side sees, as a vector of numbers: the same layout for every title, and nothing that the side may not know.

docs/research.md explains each channel. The position is read from the side's view, which every title has, or by a quick
reader of the title's own (`quick.py`), which a test holds to the same numbers.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rasputitsa.kernel import State, Title
from rasputitsa.kernel.view import Banner, Piece
from rasputitsa.research.clicks import vocabulary

Floats = NDArray[np.float32]

PLANES = (
    *("friendly pieces", "enemy pieces", "friendly strength", "enemy strength"),
    *("friendly unsupplied", "enemy unsupplied", "friendly marked", "enemy marked"),
    *("control", "lines", "marks", "battle"),
    *("clickable", "clickable pieces", "pending", "targets"),
)
"""One number for each place and box. The last four are written anew at each click."""
PIECE_ROWS = ("shown", "place", "strength", "unsupplied", "marked", "friendly")
"""Six numbers for each piece of the lexicon."""
CARD_ROWS = ("friendly hand", "enemy hand, seen", "discarded", "out of play", "unseen")
WEATHERS = ("clear", "sunny", "mud", "rain", "snow", "long-winter", "blizzard")
GLOBALS = ("turn", "turns left", "asked", "active", "initiative", "friendly hand size", "enemy hand size")
HANDS = GLOBALS.index("friendly hand size")
TRACKS = 4
NOWHERE = 1 << 30
SUPPLY, BENIGN = "unsupplied", ("in_danger",)
"""The mark of a piece out of supply, and a warning that is worked out for people and not kept."""
SHOWN_BY_PIECES = ("contested", "overstacked")
"""Marks of places that only say what stands there."""


class Part(NamedTuple):
    """A part of the vector: where it starts and ends, its shape, and what its channels (the first axis) mean."""

    start: int
    end: int
    shape: tuple[int, ...]
    channels: tuple[str, ...]

    def of(self, vector: Floats) -> Floats:
        """This part of a vector, as a view of it."""
        return vector[self.start : self.end].reshape(self.shape)


class Layout:
    """Where everything is in a title's vectors."""

    def __init__(self, title: Title) -> None:
        board = title.board()
        self.words = vocabulary(title)
        places = [*title.lexicon.names["place"].text, *(box.id for box in board.boxes)]
        self.rows = {place: number for number, place in enumerate(dict.fromkeys(places))}
        """The number of each place and box by its id: places as in the vocabulary, then the boxes."""
        self.phases = {phase.id: number for number, phase in enumerate(board.sequence)}
        self.parts: dict[str, Part] = {}
        self.size = 0
        self._add("planes", PLANES, len(self.rows))
        self._add("pieces", PIECE_ROWS, self.words.count["piece"])
        self._add("cards", CARD_ROWS, max((card.id for card in board.cards), default=-1) + 1)
        self._add("globals", GLOBALS)
        self._add("tracks", tuple(f"track {number + 1}" for number in range(TRACKS)))
        self._add("weather", (*WEATHERS, "other"))
        self._add("phase", tuple(self.phases))
        self._add("step", tuple(step.name for step in title.steps))
        self._add("clicks", tuple(self.words.labels))

    def _add(self, name: str, channels: tuple[str, ...], length: int | None = None) -> None:
        shape = (len(channels),) if length is None else (len(channels), length)
        end = self.size + len(channels) * (1 if length is None else length)
        self.parts[name] = Part(self.size, end, shape, channels)
        self.size = end

    def hands_of(self, vector: Floats) -> Floats:
        """The sizes of the two hands in a vector."""
        at = self.parts["globals"].start + HANDS
        return vector[at : at + 2]


class Page:
    """The last position that was written for a side, and what its reader remembers of it."""

    def __init__(self, size: int) -> None:
        self.vector: Floats = np.zeros(size, np.float32)
        self.cells = cells_of(self.vector)
        """The same numbers."""
        self.entries: dict[int, Any] = {}
        self.named: dict[int, list[int]] = {}
        self.memory: dict[str, Any] = {}
        self.ones: list[int] = []
        """Cells of the calendar that are 1 and have to be cleared."""
        self.step = -1
        """The cell of the step that asks, if one does."""
        self.scored = 0
        """How often a piece has come, gone or changed where pieces score."""


def cells_of(vector: Any) -> Any:
    """The numbers of a vector, to be read and written one by one: much quicker than through numpy."""
    return memoryview(vector)


class Reader(Protocol):
    """Writes a position on the page of a side."""

    def read(self, state: Any, side: str, page: Page) -> None:
        """Write what a side sees of the position."""

    def calendar(self, state: Any, page: Page) -> Any:
        """What the banner follows from, after `read`: it is asked for anew only if this has changed."""


class ViewReader:
    """Reads any title's position from the side's view. Titles that are learned much have quicker readers."""

    def __init__(self, title: Title, layout: Layout) -> None:
        self.layout = layout
        self.pieces = layout.words.count["piece"]
        self.on_map = layout.words.count["place"]

    def read(self, state: State, side: str, page: Page) -> None:
        """Write what the view of a side says, all of it anew."""
        view, parts = state.view(side), self.layout.parts
        page.vector[:] = 0
        page.memory.clear()
        planes, cards = parts["planes"].of(page.vector), parts["cards"].of(page.vector)
        for piece in view.pieces:
            self._read_piece(piece, int(piece.owner != side), planes, parts["pieces"].of(page.vector))
        for place in view.places:
            row = self.layout.rows[place.id]
            if place.control:
                planes[8, row] = 1 if place.control == side else -1
            planes[10, row] = len([mark for mark in place.marks if mark not in SHOWN_BY_PIECES])
            planes[11, row] = place.battle > 0
        for hand in view.hands:
            enemy = int(hand.side != side)
            self.layout.hands_of(page.vector)[enemy] = hand.count
            for card in hand.cards or ():
                cards[enemy, card.id] = 1

    def calendar(self, state: State, page: Page) -> Banner:
        """The banner itself."""
        return state.banner()

    def _read_piece(self, piece: Piece, enemy: int, planes: Floats, pieces: Floats) -> None:
        row = self.layout.rows[piece.at]
        if piece.kind in ("line", "marker"):
            planes[9, row] += -1 if enemy else 1
            return
        strength = piece_strength(piece) if row < self.on_map else 0.0
        unsupplied = SUPPLY in piece.marks
        marked = any(mark != SUPPLY and mark not in BENIGN for mark in piece.marks)
        planes[enemy:8:2, row] += (1, strength, unsupplied, marked)
        if piece.id < self.pieces:
            pieces[:, piece.id] = (1, row + 1, strength, unsupplied, marked, 1 - enemy)


def piece_strength(piece: Piece) -> float:
    """The strength printed on a counter or block, as far as it shows; discs have none."""
    if piece.face is None or piece.kind not in ("counter", "block"):
        return 0.0
    return number_in(piece.face.strength.strip("()"))


@cache
def number_in(text: str) -> float:
    """The number that a text is, 0 if it is none."""
    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d+)?", text) else 0.0


_WEATHER = {name: number for number, name in enumerate(WEATHERS)}
