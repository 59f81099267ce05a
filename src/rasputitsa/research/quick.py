"""Quick readers: the position straight from a title's fields, in a tenth of the time that a view takes.

A reader remembers what it wrote for a side and only writes what has changed since. It knows the names of fields of the
title's State and nothing else; what numbers stand for (which code is which box, how strong a counter is) it looks up in
an open view when it first meets one. If a title renames those fields, its view is read instead. `tests/research` holds
every reader to what the view says, and to what the side may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import ne
from typing import Any

import msgspec

from rasputitsa.kernel import State, Title
from rasputitsa.research.features import HANDS, PLANES, Layout, Page, Reader, piece_strength

CONTROL, LINES, MARKS, BATTLE = (PLANES.index(name) for name in ("control", "lines", "marks", "battle"))
Entry = tuple[int, int, float, int, int, int]
"""A piece as a side sees it: row of its place, is it the enemy's, strength, unsupplied, marked, has it a name."""
ABSENT: Entry = (-1, 0, 0.0, 0, 0, 0)


def reader_of(title: Title, layout: Layout) -> Reader | None:
    """The quick reader of a title; None if it has none, or if its fields are no longer what the reader knows."""
    readers: dict[str, type[KievReader] | type[NoRetreatReader]] = {"kiev41": KievReader, "no-retreat": NoRetreatReader}
    kind = readers.get(title.name)
    return kind(title, layout) if kind and set(kind.FIELDS) <= set(title.state_class.field_list.names) else None


def bits(mask: int) -> Iterable[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def changed(old: Any, new: Any) -> Iterable[int]:
    """Where two rows of numbers differ."""
    return compress(range(len(new)), map(ne, old, new))


def changed_bytes(old: bytes, new: bytes) -> Iterable[int]:
    """Where two byte strings of one length differ: quick when they do in a few places."""
    differing = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    while differing:
        at = (differing & -differing).bit_length() - 1 >> 3
        yield at
        differing = differing >> 8 * at + 8 << 8 * at + 8


class _Writer:
    """Writes pieces and places into a page, taking back what stood there before."""

    SCORING: tuple[str, ...] = ()
    """Places where the pieces that stand there count in the calendar's tracks."""

    def __init__(self, title: Title, layout: Layout) -> None:
        self.title, self.layout = title, layout
        self.rows = layout.rows
        self.width = len(layout.rows)
        self.count = layout.words.count["piece"]
        self.first_piece = layout.parts["pieces"].start
        self.on_map = layout.words.count["place"]
        self.row_of: dict[tuple[int, int], int] = {}
        """The row of each code of a place, by side: learned from open views."""
        self.scoring = {self.rows[place] for place in self.SCORING}

    def learn(self, state: Any, side: int, code: int) -> int:
        """The row of a code that was not met before."""
        for piece in state.view("open").pieces:
            if piece.id < len(state.place):
                owner = self.title.sides.index(piece.owner)
                self.row_of[owner, state.place[piece.id]] = self.rows[piece.at]
        return self.row_of[side, code]

    def piece(self, page: Page, number: int, entry: Entry) -> None:
        """A piece as it is now seen."""
        entries = page.entries
        old = entries.get(number, ABSENT)
        if old == entry:
            return
        cells, width = page.cells, self.width
        for sign, (row, enemy, strength, cut, marked, _) in ((-1, old), (1, entry)):
            if row >= 0:
                at = enemy * width + row
                cells[at] += sign
                if strength:
                    cells[at + 2 * width] += sign * strength
                if cut:
                    cells[at + 4 * width] += sign
                if marked:
                    cells[at + 6 * width] += sign
        entries[number] = entry
        if entry[0] in self.scoring or old[0] in self.scoring:
            page.scored += 1
        row, enemy, strength, cut, marked, named = entry if entry[5] else ABSENT
        at, step = self.first_piece + number, self.count
        values: tuple[float, ...] = (named, row + 1, strength, cut, marked, named and 1 - enemy)
        for value in values:
            cells[at] = value
            at += step

    def places(self, page: Page, plane: int, found: list[int]) -> None:
        """A plane that is 1 for each time a place is named, and 0 elsewhere."""
        old = page.named.get(plane, [])
        if found == old:
            return
        for place in old:
            page.cells[plane * self.width + place] = 0
        for place in found:
            page.cells[plane * self.width + place] += 1
        page.named[plane] = found


class KievReader(_Writer):
    """Kiev '41: blocks in the fog of war."""

    FIELDS = (
        *("place", "strength", "revealed", "isolated", "crossed", "activated", "control", "lines", "guns"),
        *("bombers", "fleets", "here", "turn", "weather", "active", "initiative"),
    )
    HIDING = (":pool", ":drawn")
    """Boxes whose blocks the enemy does not see."""
    AT_SEA = 204

    def __init__(self, title: Title, layout: Layout) -> None:
        super().__init__(title, layout)
        state: Any = title.new()
        self.blocks, self.areas, self.fleets = len(state.place), len(state.here), len(state.fleets)
        self.owner = [0] * self.blocks
        self.disc_rows: dict[tuple[bool, int], int] = {}
        self.faceless: set[int] = set()
        """Blocks that the enemy knows by their box though not by their strength: the leaders."""
        self.battle = next((step.id for step in title.steps if step.name == "Battle"), -1)
        self.hides = {row for place, row in self.rows.items() if place.endswith(self.HIDING)}
        self._meet(title, state)

    def _meet(self, title: Title, state: State) -> None:
        for piece in state.view("open").pieces:
            if piece.id < self.blocks:
                self.owner[piece.id] = title.sides.index(piece.owner)
        for side in title.sides:
            for piece in state.view(side).pieces:
                if piece.id < self.blocks and piece.owner != side and piece.face and not piece.face.strength:
                    self.faceless.add(piece.id)

    def read(self, s: Any, side: str, page: Page) -> None:
        me = self.title.sides.index(side)
        marked = s.crossed | s.activated | s.revealed
        now = (bytes(s.place), bytes(s.strength), s.revealed, s.isolated, marked)
        old: Any = page.memory.get("blocks") or (bytes([255]) * self.blocks, now[1], 0, 0, 0)
        stale = set(changed_bytes(old[0], now[0])) if old[0] != now[0] else set()
        if old[1] != now[1]:
            stale.update(changed_bytes(old[1], now[1]))
        marks = old[2] ^ now[2] | old[3] ^ now[3] | old[4] ^ now[4]
        if marks:
            stale.update(bits(marks))
        for block in stale:
            self.piece(page, block, self._block(s, block, me, marked))
        page.memory["blocks"] = now
        self._read_discs(s, me, page)
        self._read_areas(s, me, page)

    def calendar(self, s: Any, page: Page) -> Any:
        return s.turn, s.weather, s.active, s.initiative, s.control, [frame[0] for frame in s.stack], s.game

    def _block(self, s: Any, block: int, me: int, marked: int) -> Entry:
        code, owner = s.place[block], self.owner[block]
        enemy = int(owner != me)
        seen = not enemy or s.revealed >> block & 1
        if code < self.areas:
            named = int(seen or block in self.faceless)
            strength = s.strength[block] if seen else 0
            return (code, enemy, strength, s.isolated >> block & 1, marked >> block & 1, named)
        row = self.row_of.get((owner, code), -1)
        row = row if row >= 0 else self.learn(s, owner, code)
        return (row, enemy, 0, 0, 0, 1) if seen or row not in self.hides or block in self.faceless else ABSENT

    def _read_discs(self, s: Any, me: int, page: Page) -> None:
        """Fleets and bombers: open to both sides, without strength."""
        now = (bytes(s.fleets), bytes(s.bombers))
        if page.memory.get("discs") == now:
            return
        page.memory["discs"] = now
        for number, code in enumerate((*s.fleets, *s.bombers)):
            enemy = int(me == (1 if number >= self.fleets else 0))
            self.piece(page, self.blocks + number, (self._disc_row(s, number, code), enemy, 0, 0, 0, 1))

    def _disc_row(self, s: Any, number: int, code: int) -> int:
        if code < self.areas:
            return code
        bomber = number >= self.fleets
        if bomber and code >= self.AT_SEA:
            return self._disc_row(s, code - self.AT_SEA, s.fleets[code - self.AT_SEA])
        if (bomber, code) not in self.disc_rows:
            at = next(piece.at for piece in s.view("open").pieces if piece.id == self.blocks + number)
            self.disc_rows[bomber, code] = self.rows[at]
        return self.disc_rows[bomber, code]

    def _read_areas(self, s: Any, me: int, page: Page) -> None:
        """Artillery and battles; control of every area, and the lines of whoever controls it."""
        self.places(page, MARKS, list(set(s.guns[1::2])))
        self.places(page, BATTLE, [frame[1] for frame in s.stack if frame[0] == self.battle])
        cells, width = page.cells, self.width
        control, lines = page.memory.get("areas") or (~s.control, s.lines)
        if (control, lines) == (s.control, s.lines):
            return
        page.memory["areas"] = (s.control, s.lines)
        for area in bits((control ^ s.control | lines ^ s.lines) & (1 << self.areas) - 1):
            held = 1 if (s.control >> area & 1) == 1 - me else -1
            cells[CONTROL * width + area] = held
            cells[LINES * width + area] = held if s.lines >> area & 1 else 0


class NoRetreatReader(_Writer):
    """No Retreat!: counters open to both, cards hidden."""

    FIELDS = (
        *("place", "full", "marks", "mover", "reserve", "local_support", "axis_held", "targets", "blows"),
        *("next_blows", "works", "card", "effects", "fields", "attackers", "allocated"),
        *("turn", "phase", "phasing", "weather", "initiative", "supports", "event_vp"),
    )
    SCORING = ("finland",)
    OUT, UNSUPPLIED, DISORGANIZED, MOVED = -1, 1, 2, 4
    DRAW_PILE, HANDS, DISCARDED = 0, 1, 3
    SEEN = -2
    """An effect: (SEEN, side, last turn, card) is a card of the enemy's hand that a side has seen."""

    def __init__(self, title: Title, layout: Layout) -> None:
        super().__init__(title, layout)
        self.faces: dict[int, tuple[int, float, float]] = {}
        """By counter: its side, its strength when reduced and when full."""
        self.first_card = layout.parts["cards"].start
        self.hands = layout.parts["globals"].start + HANDS
        state: Any = title.new()
        self.prizes = [self.rows[place.id] for place in state.view("open").places if place.control]

    def _meet(self, s: Any, unit: int) -> tuple[int, float, float]:
        """Look up counters that were not in use before."""
        for piece in s.view("open").pieces:
            up = piece_strength(piece)
            down = piece_strength(msgspec.structs.replace(piece, face=piece.back or piece.face))
            faces = (down, up) if s.full[piece.id] else (up, down)
            self.faces[piece.id] = (self.title.sides.index(piece.owner), *faces)
        return self.faces[unit]

    def read(self, s: Any, side: str, page: Page) -> None:
        me = self.title.sides.index(side)
        now = (s.place, s.full, s.marks, s.mover, s.reserve, s.local_support)
        old: Any = page.memory.get("counters") or ([None] * len(s.place), s.full, s.marks, -1, -1, [])
        if old != now:
            for unit in self._stale(old, now):
                self.piece(page, unit, self._counter(s, unit, me))
            page.memory["counters"] = (s.place[:], bytes(s.full), bytes(s.marks), *now[3:5], s.local_support[:])
        self._read_places(s, me, page)
        self._read_cards(s, me, page)

    def _stale(self, old: Any, now: Any) -> set[int]:
        """The counters that have to be looked at again."""
        stale = set(changed(old[0], now[0])) if old[0] != now[0] else set()
        if old[1] != now[1]:
            stale.update(changed_bytes(old[1], now[1]))
        if old[2] != now[2]:
            stale.update(changed_bytes(old[2], now[2]))
        if old[3:] != now[3:]:
            stale.update(old[3:5], now[3:5], old[5], now[5])
            stale.discard(-1)
        return stale

    def calendar(self, s: Any, page: Page) -> Any:
        when = s.turn, s.phase, s.phasing, s.weather, s.initiative
        return *when, *s.supports, s.axis_held, s.event_vp, page.scored, s.game

    def _counter(self, s: Any, unit: int, me: int) -> Entry:
        code, marks = s.place[unit], s.marks[unit]
        if code == self.OUT:
            return ABSENT
        owner, *strength = self.faces.get(unit) or self._meet(s, unit)
        moved = marks & self.MOVED and s.mover != unit
        marked = marks & self.DISORGANIZED or moved or unit == s.reserve or unit in s.local_support
        row = code if code >= 0 else self.row_of.get((owner, code), -1)
        row = row if row >= 0 else self.learn(s, owner, code)
        force = strength[s.full[unit] != 0] if code >= 0 else 0.0
        return (row, int(owner != me), force, marks & self.UNSUPPLIED, int(bool(marked)), 1)

    def _read_places(self, s: Any, me: int, page: Page) -> None:
        if page.memory.get("held") != s.axis_held:
            page.memory["held"] = s.axis_held
            for place in self.prizes:
                page.cells[CONTROL * self.width + place] = 1 if (s.axis_held >> place & 1) == 1 - me else -1
        self.places(page, MARKS, [*s.targets, *s.blows, *s.next_blows, *[at for _, at, _ in s.works]])
        fighting = [unit for unit, hex_ in enumerate(s.allocated) if hex_ >= 0] if s.targets or s.blows else []
        around = {*s.fields, *[s.place[unit] for unit in (*s.attackers, *fighting)]} if s.fields or fighting else ()
        self.places(page, BATTLE, [place for place in around if place >= 0])

    def _read_cards(self, s: Any, me: int, page: Page) -> None:
        """Write the cards that have changed places or were seen; all of them when the game is new."""
        seen = [effect[3] for effect in s.effects if effect[0] == self.SEEN and effect[1] == me] if s.effects else []
        now = (bytes(s.card), seen, s.game)
        old: Any = page.memory.get("cards")
        if old == now:
            return
        page.memory["cards"] = now
        cells, count, (first, last) = page.cells, len(now[0]), s.game.deck_span[1 - me]
        piles = page.memory.setdefault("piles", [-1] * count)
        known = old is not None and old[2] is s.game
        for card in {*changed_bytes(old[0], now[0]), *old[1], *seen} if known else range(count):
            pile = self._pile(s, me, card, first <= card < last, card in seen)
            if piles[card] >= 0:
                cells[self.first_card + piles[card] * count + card] = 0
            if pile >= 0:
                cells[self.first_card + pile * count + card] = 1
            piles[card] = pile
        cells[self.hands], cells[self.hands + 1] = now[0].count(self.HANDS + me), now[0].count(self.HANDS + 1 - me)

    def _pile(self, s: Any, me: int, card: int, theirs: bool, seen: bool) -> int:
        """Where a card is for all that the side knows, as a row of CARD_ROWS; -1 for its own draw pile."""
        where = s.card[card]
        if seen or where == self.HANDS + me:
            return 1 if seen else 0
        hidden = where in (self.HANDS + 1 - me, self.DRAW_PILE)
        if theirs and (hidden or (where == self.DISCARDED and s.game.profile.hidden_discards)):
            return 4
        return 2 if where == self.DISCARDED else 3 if where > self.DISCARDED else -1
