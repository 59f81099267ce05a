"""Quick readers: the position straight from a title's fields, in a tenth of the time that a view takes.

A reader knows only the names of fields of the title's State; what numbers stand for (which code is which box, how strong
a counter is) it looks up in an open view when it first meets one. If a title renames those fields the view is read
instead. `tests/research` holds every reader to what the view says, and to what the side may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rasputitsa.kernel import State, Title
from rasputitsa.research.features import Parts, Reader, piece_strength, rows

Ints = NDArray[np.int64]


def reader_of(title: Title) -> Reader | None:
    """The quick reader of a title; None if it has none, or if its fields are no longer what the reader knows."""
    kind = {"kiev41": KievReader, "no-retreat": NoRetreatReader}.get(title.name)
    return kind(title) if kind and set(kind.FIELDS) <= set(title.state_class.field_types) else None


def flags(mask: int, count: int) -> NDArray[np.uint8]:
    """The first bits of an integer as an array."""
    raw = np.frombuffer((mask & (1 << count) - 1).to_bytes(count + 7 >> 3, "little"), np.uint8)
    return np.unpackbits(raw, bitorder="little", count=count)


class _Tables:
    """What codes of places stand for, learned from open views: a row for each side and code."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.rows = rows(title)
        self.count = len(title.lexicon.names["piece"].text)
        self.on_map = len(title.lexicon.names["place"].text)
        self.owner = np.zeros(self.count, np.int64)
        self.row_of = np.full((2, 2048), -1, np.int64)
        """By side and code (the codes of No Retreat!'s boxes are negative and count from the end)."""

    def learn(self, state: State, codes: Any) -> None:
        """Look the codes of this position up in its open view."""
        for piece in state.view("open").pieces:
            if piece.id < len(codes):
                side = self.owner[piece.id] = self.title.sides.index(piece.owner)
                self.row_of[side, codes[piece.id]] = self.rows[piece.at]

    def rows_of(self, state: State, codes: Any) -> Ints:
        found = self.row_of[self.owner[: len(codes)], codes]
        if found.min() < 0:
            self.learn(state, codes)
            found = self.row_of[self.owner[: len(codes)], codes]
        return found


def write_pieces(into: Parts, row: Ints, enemy: Any, named: Any, columns: Any) -> None:
    """Count pieces into the planes of their places and write their rows. `columns` has, by piece, whether it is shown,
    its strength, whether it is unsupplied, whether it is marked otherwise; only named pieces have a row."""
    planes, count = into.planes, len(row)
    width = planes.shape[1]
    at = row + enemy * width
    where = np.concatenate((at, at + 2 * width, at + 4 * width, at + 6 * width))
    planes[:8] = np.bincount(where, columns.ravel(), 8 * width).reshape(8, width)
    rows = into.pieces[:, :count]
    rows[1] = row + 1
    rows[2:5] = columns[1:]
    rows[5] = ~enemy
    rows *= named
    rows[0] = named


class KievReader:
    """Kiev '41: blocks in the fog of war."""

    FIELDS = (
        *("place", "strength", "revealed", "isolated", "crossed", "activated", "control", "lines", "guns"),
        *("bombers", "fleets"),
    )
    HIDING = (":pool", ":drawn")
    """Boxes whose blocks the enemy does not see."""
    AT_SEA = 204

    def __init__(self, title: Title) -> None:
        self.tables = _Tables(title)
        state: Any = title.new()
        self.blocks = len(state.place)
        self.fleets, self.bombers = len(state.fleets), len(state.bombers)
        self.areas = len(state.here)
        self.tables.learn(state, state.place)
        self.enemy = [self.tables.owner[: self.blocks] != me for me in (0, 1)]
        self.battle = next((step.id for step in title.steps if step.name == "Battle"), -1)
        hidden = [number for place, number in self.tables.rows.items() if place.endswith(self.HIDING)]
        self.hides = np.zeros(len(self.tables.rows), bool)
        self.hides[hidden] = True
        self.faceless = np.zeros(self.blocks, bool)
        self._learn_leaders(title, state)
        self.disc_rows: dict[tuple[int, int], int] = {}
        self._areas: tuple[tuple[int, int], Any] = ((-1, -1), None)
        self.discs: dict[tuple[int, bytes, bytes], tuple[Any, Any]] = {}

    def _learn_leaders(self, title: Title, state: Any) -> None:
        """Blocks that the enemy knows by their box though not their strength."""
        for side in title.sides:
            for piece in state.view(side).pieces:
                if piece.id < self.blocks and piece.owner != side and piece.face and not piece.face.strength:
                    self.faceless[piece.id] = True

    def read(self, s: Any, side: str, into: Parts) -> None:
        me, n = self.tables.title.sides.index(side), self.blocks
        codes = np.frombuffer(s.place, np.uint8)
        row = self.tables.rows_of(s, codes)
        enemy = self.enemy[me]
        on_map = codes < self.areas
        bits = s.revealed | s.isolated << 128 | (s.crossed | s.activated | s.revealed) << 256
        lying, cut, marked = flags(bits, 384).reshape(3, 128)[:, :n]
        seen = ~enemy | (lying != 0)
        named = seen | self.faceless | ~(on_map | self.hides[row])
        columns = np.empty((4, n))
        columns[0] = named | on_map
        columns[1] = np.frombuffer(s.strength, np.uint8) * seen
        columns[2] = cut
        columns[3] = marked
        columns[1:] *= on_map
        write_pieces(into, row, enemy, named, columns)
        self._read_discs(s, me, into)
        self._read_areas(s, me, into.planes)

    def _read_discs(self, s: Any, me: int, into: Parts) -> None:
        """Fleets and bombers: open to both sides, without strength. They seldom move, so what they add is kept."""
        key = (me, bytes(s.fleets), bytes(s.bombers))
        if key not in self.discs:
            self.discs[key] = self._discs(s, me, into)
        planes, pieces = self.discs[key]
        into.planes[:2] += planes
        into.pieces[:, self.blocks :] = pieces

    def _discs(self, s: Any, me: int, into: Parts) -> tuple[Any, Any]:
        planes, pieces = np.zeros_like(into.planes[:2]), np.zeros_like(into.pieces[:, self.blocks :])
        for number, code in enumerate((*s.fleets, *s.bombers)):
            row = self._disc_row(s, number, code)
            enemy = int(me == (1 if number >= self.fleets else 0))
            planes[enemy, row] += 1
            pieces[:, number] = (1, row + 1, 0, 0, 0, 1 - enemy)
        return planes, pieces

    def _disc_row(self, s: Any, number: int, code: int) -> int:
        if code < self.areas:
            return code
        if number >= self.fleets and code >= self.AT_SEA:
            return self._disc_row(s, code - self.AT_SEA, s.fleets[code - self.AT_SEA])
        key = (min(number, self.fleets), code)
        if key not in self.disc_rows:
            at = next(piece.at for piece in s.view("open").pieces if piece.id == self.blocks + number)
            self.disc_rows[key] = self.tables.rows[at]
        return self.disc_rows[key]

    def _read_areas(self, s: Any, me: int, planes: Any) -> None:
        if self._areas[0] != (s.control, s.lines):
            axis = flags(s.control, self.areas) * 2.0 - 1.0
            self._areas = ((s.control, s.lines), np.array([axis, axis * flags(s.lines, self.areas)]))
        planes[8:10, : self.areas] = self._areas[1] if me == 0 else -self._areas[1]
        if s.guns:
            planes[10, s.guns[1::2]] = 1
        for frame in s.stack:
            if frame[0] == self.battle:
                planes[11, frame[1]] = 1


class NoRetreatReader:
    """No Retreat!: counters open to both, cards hidden."""

    FIELDS = (
        *("place", "full", "marks", "mover", "reserve", "local_support", "axis_held", "targets", "blows"),
        *("next_blows", "works", "card", "effects", "fields", "attackers", "allocated"),
    )
    OUT, UNSUPPLIED, OTHER, MOVED = -1, 1, 2 | 4, 4
    DRAW_PILE, HANDS, DISCARDED = 0, 1, 3
    SEEN = -2
    """An effect: (SEEN, side, last turn, card) is a card of the enemy's hand that a side has seen."""

    def __init__(self, title: Title) -> None:
        self.tables = _Tables(title)
        state: Any = title.new()
        self.strength = np.zeros((2, len(state.place)))
        """By the side of the counter that is up, and counter."""
        self._met = np.zeros(len(state.place), bool)
        self._meet(state)
        self._held: tuple[int, Any] = (-1, None)
        self._cards: list[tuple[Any, Any]] = [(None, None), (None, None)]
        self.anywhere = max(state.place)
        """A place on the map, to stand for that of counters which are not in use."""
        self.prizes = [self.tables.rows[place.id] for place in state.view("open").places if place.control]

    def _meet(self, state: Any) -> None:
        """Owner and strengths of counters that were not in use before."""
        self.tables.learn(state, state.place)
        for piece in state.view("open").pieces:
            up = int(bool(state.full[piece.id]))
            self.strength[up, piece.id] = piece_strength(piece)
            piece.face = piece.back or piece.face
            self.strength[1 - up, piece.id] = piece_strength(piece)
            self._met[piece.id] = True

    def read(self, s: Any, side: str, into: Parts) -> None:
        me = self.tables.title.sides.index(side)
        codes = np.array(s.place)
        shown = codes != self.OUT
        if not self._met[shown].all():
            self._meet(s)
        row = self.tables.rows_of(s, np.where(shown, codes, self.anywhere))
        marks = np.frombuffer(s.marks, np.uint8)
        columns = np.empty((4, len(codes)))
        columns[0] = shown
        columns[1] = np.where(np.frombuffer(s.full, np.uint8), self.strength[1], self.strength[0]) * (codes >= 0)
        columns[2] = marks & self.UNSUPPLIED
        columns[3] = self._marked(s, marks)
        columns[1:] *= shown
        write_pieces(into, row, self.tables.owner != me, shown, columns)
        self._read_places(s, me, into.planes)
        self._read_cards(s, me, into)

    def _marked(self, s: Any, marks: NDArray[np.uint8]) -> NDArray[np.bool_]:
        found = (marks & self.OTHER) != 0
        if s.mover >= 0:
            found[s.mover] = bool(int(marks[s.mover]) & self.OTHER & ~self.MOVED)
        for unit in (s.reserve, *s.local_support):
            if unit >= 0:
                found[unit] = True
        return found

    def _read_places(self, s: Any, me: int, planes: Any) -> None:
        if self._held[0] != s.axis_held:
            control = np.zeros(planes.shape[1])
            control[self.prizes] = flags(s.axis_held, self.tables.on_map)[self.prizes] * 2.0 - 1.0
            self._held = (s.axis_held, control)
        planes[8] = self._held[1] if me == 0 else -self._held[1]
        marked: Iterable[int] = (*s.targets, *s.blows, *s.next_blows, *(at for _, at, _ in s.works))
        for place in marked:
            planes[10, place] += 1
        fighting = [u for u, hex_ in enumerate(s.allocated) if hex_ >= 0] if s.targets or s.blows else []
        for place in (*s.fields, *(s.place[u] for u in (*s.attackers, *fighting))):
            if place >= 0:
                planes[11, place] = 1

    def _read_cards(self, s: Any, me: int, into: Parts) -> None:
        """Cards seldom change places: what they add is kept until they do."""
        seen = tuple(effect[3] for effect in s.effects if effect[0] == self.SEEN and effect[1] == me)
        key = (s.game, bytes(s.card), seen)
        if self._cards[me][0] != key:
            self._cards[me] = (key, self._sort_cards(s, me, seen))
        into.cards[:] = self._cards[me][1]
        into.hands[:] = (s.card.count(self.HANDS + me), s.card.count(self.HANDS + 1 - me))

    def _sort_cards(self, s: Any, me: int, seen: tuple[int, ...]) -> Any:
        """Every card that the side can place is where it is; the others are one heap to it, unseen."""
        where = np.frombuffer(s.card, np.uint8)
        unseen = (where == self.HANDS + 1 - me) | (where == self.DRAW_PILE)
        if s.game.profile.hidden_discards:
            unseen |= where == self.DISCARDED
        others = np.zeros(len(where), bool)
        others[list(s.game.deck_of[1 - me])] = True
        unseen &= others
        unseen[list(seen)] = False
        known = np.zeros(len(where), bool)
        known[list(seen)] = True
        discarded, gone = (where == self.DISCARDED) & ~unseen, where > self.DISCARDED
        return np.array([where == self.HANDS + me, known, discarded, gone, unseen], np.float32)
