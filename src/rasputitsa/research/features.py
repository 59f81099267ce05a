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

from rasputitsa.kernel import CHANCE, State, Title
from rasputitsa.kernel.view import Piece
from rasputitsa.research.clicks import Clicks, vocabulary

Floats = NDArray[np.float32]

PLANES = (
    *("friendly pieces", "enemy pieces", "friendly strength", "enemy strength"),
    *("friendly unsupplied", "enemy unsupplied", "friendly marked", "enemy marked"),
    *("control", "lines", "marks", "battle"),
    *("clickable", "clickable pieces", "pending", "targets"),
)
"""One number for each place and box. The last four are written anew at each click."""
POSITION_PLANES = PLANES.index("clickable")
PIECE_ROWS = ("shown", "place", "strength", "unsupplied", "marked", "friendly")
"""Six numbers for each piece of the lexicon."""
CARD_ROWS = ("friendly hand", "enemy hand, seen", "discarded", "out of play", "unseen")
WEATHERS = ("clear", "sunny", "mud", "rain", "snow", "long-winter", "blizzard")
_WEATHER = {name: number for number, name in enumerate(WEATHERS)}
TRACKS = 4
GLOBALS = ("turn", "turns left", "asked", "active", "initiative", "friendly hand size", "enemy hand size")
SUPPLY, BENIGN = "unsupplied", ("in_danger",)
"""The mark of a piece out of supply, and a warning that is worked out for people and not kept."""


class Part(NamedTuple):
    """A part of the vector: where it starts and ends, its shape, and what its channels (the first axis) mean."""

    start: int
    end: int
    shape: tuple[int, ...]
    channels: tuple[str, ...]

    def of(self, vector: Floats) -> Floats:
        """This part of a vector, as a view of it."""
        return vector[self.start : self.end].reshape(self.shape)


class Parts(NamedTuple):
    """The parts of one vector that tell the position, as arrays of their own shape: what a reader fills."""

    planes: Floats
    pieces: Floats
    cards: Floats
    hands: Floats


class Reader(Protocol):
    """Reads a position for one side."""

    def read(self, state: Any, side: str, into: Parts) -> None: ...


class Encoder:
    """Turns positions of a title into vectors of one length."""

    def __init__(self, title: Title, reader: Reader | None = None) -> None:
        from rasputitsa.research.quick import reader_of

        self.title = title
        self.words = vocabulary(title)
        board = title.board()
        self.rows = rows(title)
        """The number of each place and box by its id: places as in the vocabulary, then the boxes."""
        self.phases = {phase.id: number for number, phase in enumerate(board.sequence)}
        self.layout = self._lay_out(max((card.id for card in board.cards), default=-1) + 1)
        self.size = max(part.end for part in self.layout.values())
        self.reader: Reader = reader or reader_of(title) or ViewReader(title)

    def _lay_out(self, cards: int) -> dict[str, Part]:
        steps = tuple(step.name for step in self.title.steps)
        out: dict[str, Part] = {}
        at = 0
        for name, channels, length in (
            ("planes", PLANES, len(self.rows)),
            ("pieces", PIECE_ROWS, self.words.count["piece"]),
            ("cards", CARD_ROWS, cards),
            ("globals", GLOBALS, 0),
            ("tracks", tuple(f"track {n + 1}" for n in range(TRACKS)), 0),
            ("weather", (*WEATHERS, "other"), 0),
            ("phase", tuple(self.phases), 0),
            ("step", steps, 0),
            ("clicks", tuple(self.words.labels), 0),
        ):
            shape = (len(channels), length) if name in ("planes", "pieces", "cards") else (len(channels),)
            end = at + len(channels) * (length if len(shape) == 2 else 1)
            out[name] = Part(at, end, shape, channels)
            at = end
        return out

    def split(self, vector: Floats) -> dict[str, Floats]:
        """The parts of a vector by name, as views of it."""
        return {name: part.of(vector) for name, part in self.layout.items()}

    def position(self, state: State, side: str) -> Floats:
        """The position as a side sees it, without clicks."""
        vector = np.zeros(self.size, np.float32)
        layout = self.layout
        parts = (layout["planes"].of(vector), layout["pieces"].of(vector), layout["cards"].of(vector))
        at = layout["globals"].start
        self.reader.read(state, side, Parts(*parts, vector[at + 5 : at + 7]))
        self._write_banner(vector, state, side)
        return vector

    def _write_banner(self, vector: Floats, state: State, side: str) -> None:
        banner, layout = state.banner(), self.layout
        at = layout["globals"].start
        vector[at] = banner.turn / max(1, banner.last_turn)
        vector[at + 1] = banner.last_turn - banner.turn
        vector[at + 2] = state.side == side
        vector[at + 3] = banner.active == side
        vector[at + 4] = banner.initiative == side
        at = layout["tracks"].start
        for number, track in enumerate(banner.tracks[:TRACKS], at):
            value = number_in(track.value)
            vector[number] = value if track.side in ("", side) else -value
        vector[layout["weather"].start + _WEATHER.get(banner.weather, len(WEATHERS))] = 1
        if banner.phase in self.phases:
            vector[layout["phase"].start + self.phases[banner.phase]] = 1
        if state.stack:
            vector[layout["step"].start + state.stack[-1][0]] = 1

    def with_clicks(self, position: Floats, clicks: Clicks) -> Floats:
        """The position and what has been and can be clicked in it."""
        vector = position.copy()
        words, planes = self.words, self.layout["planes"]
        at, width = planes.start + POSITION_PLANES * planes.shape[1], planes.shape[1]
        rows = self.layout["pieces"].start + words.count["piece"]
        first, last = words.first["place"], words.first["place"] + words.count["place"]
        pieces, most = words.first["piece"], words.first["piece"] + words.count["piece"]
        for number in clicks.options:
            if first <= number < last:
                vector[at + number - first] = 1
            elif pieces <= number < most and (row := int(vector[rows + number - pieces])):
                vector[at + width + row - 1] += 1
        worth = 1.0
        for number in clicks.made:
            vector[self.layout["clicks"].start + number] += worth
            worth /= 2
            if first <= number < last:
                vector[at + 2 * width + number - first] = 1
            elif pieces <= number < most and (row := int(vector[rows + number - pieces])):
                vector[at + 2 * width + row - 1] = 1
        for number in clicks.targets():
            if first <= number < last:
                vector[at + 3 * width + number - first] = 1
        return vector

    def encode(self, state: State, side: str) -> Floats:
        """Everything a side sees in a position before anything has been clicked."""
        position = self.position(state, side)
        return position if state.side in (None, CHANCE) or state.side != side else self._fresh(position, state)

    def _fresh(self, position: Floats, state: State) -> Floats:
        return self.with_clicks(position, Clicks(self.words, state))


def rows(title: Title) -> dict[str, int]:
    """The number of each place, as in the lexicon, and of each box after them."""
    ids = [*title.lexicon.names["place"].text, *(box.id for box in title.board().boxes)]
    return {place: number for number, place in enumerate(dict.fromkeys(ids))}


class ViewReader:
    """Reads any title's position from the side's view. Titles that are learned much have quicker readers."""

    def __init__(self, title: Title) -> None:
        self.rows = rows(title)
        self.pieces = len(title.lexicon.names["piece"].text)
        self.on_map = len(title.lexicon.names["place"].text)

    def read(self, state: State, side: str, into: Parts) -> None:
        view = state.view(side)
        for piece in view.pieces:
            self._read_piece(piece, int(piece.owner != side), into)
        for place in view.places:
            row = self.rows[place.id]
            if place.control:
                into.planes[8, row] = 1 if place.control == side else -1
            into.planes[10, row] = len([mark for mark in place.marks if mark not in ("contested", "overstacked")])
            into.planes[11, row] = place.battle > 0
        for hand in view.hands:
            enemy = int(hand.side != side)
            into.hands[enemy] = hand.count
            for card in hand.cards or ():
                into.cards[enemy, card.id] = 1

    def _read_piece(self, piece: Piece, enemy: int, into: Parts) -> None:
        row = self.rows[piece.at]
        if piece.kind in ("line", "marker"):
            into.planes[9, row] += -1 if enemy else 1
            return
        strength = piece_strength(piece) if row < self.on_map else 0.0
        unsupplied = SUPPLY in piece.marks
        marked = any(mark != SUPPLY and mark not in BENIGN for mark in piece.marks)
        into.planes[enemy:8:2, row] += (1, strength, unsupplied, marked)
        if piece.id < self.pieces:
            into.pieces[:, piece.id] = (1, row + 1, strength, unsupplied, marked, 1 - enemy)


def piece_strength(piece: Piece) -> float:
    """The strength printed on a counter or block, as far as it shows; discs have none."""
    if piece.face is None or piece.kind not in ("counter", "block"):
        return 0.0
    return number_in(piece.face.strength.strip("()"))


@cache
def number_in(text: str) -> float:
    """The number that a text is, 0 if it is none."""
    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d+)?", text) else 0.0
