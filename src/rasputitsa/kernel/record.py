"""Records: a game as a text file, one line per action, chance included.

    rasputitsa record 1
    rules 1
    title no-retreat
    scenario barbarossa
    edition board
    # anything after a hash is a remark
    1 axis: 2nd Panzer 1409-1611
    2 chance: die 4

Replaying gives the state at any ply; undo is cutting the record back, as far as the last reveal. A record may end with
the positions after each action ("@1 ..."): they are read when the rules have changed since it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rasputitsa.kernel import positions
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Illegal, Invalid, RasputitsaError
from rasputitsa.kernel.state import State
from rasputitsa.kernel.step import CHANCE
from rasputitsa.kernel.title import Game, read_header

FIRST_LINE = "rasputitsa record 1"
_LINE = re.compile(r"([0-9]{1,7}) (\w+): (.+)")


class Entry(msgspec.Struct, frozen=True):
    """One action of a record: who did it, and whether it showed somebody something new."""

    side: str
    action: Action
    reveal: bool = False


class Bygone(Action, frozen=True):
    """An action that this version no longer knows: only its words are left."""

    words: str

    def __str__(self) -> str:
        return self.words


def recalled(game: Game, deed: str) -> Action:
    """The action that a text of other rules stands for, if it still stands for one."""
    try:
        return game.title.lexicon.parse(deed)
    except RasputitsaError:
        return Bygone(deed)


class Record:
    """A game as it was played. `state` is always the position after the last entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.title.rules
        """The version of the rules it began under. If that is not today's, positions are read, not worked out."""
        self.entries: list[Entry] = []
        self.positions: list[str] = []
        """The position after each entry as text, where the rules have changed since."""
        self.state = self.start()

    def start(self) -> State:
        """The position before the first action."""
        state = self.game.title.setup(self.game)
        state.settle()
        return state

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def notice(self) -> str:
        """A line for whoever opens it, if it was played under other rules."""
        return positions.changed(self.game, self.rules)

    def apply(self, action: Action, by: str | None = None) -> None:
        """Play an action on the record's state and write it down; nothing changes if it is refused."""
        state = self.state
        side = state.side
        refusal = state.why_not(action, by)
        if refusal is not None or side is None:
            raise Illegal(refusal) if refusal else Invalid("the game is over")
        reveal = state.reveals(action)
        state.apply(action)
        self.entries.append(Entry(side, action, reveal))
        if self.positions:
            self.positions.append(state.text())

    def at(self, ply: int) -> State:
        """The position after that many entries."""
        if not 0 <= ply <= len(self.entries):
            raise Invalid(f"the record has {len(self.entries)} actions, there is no ply {ply}")
        if self.positions and ply:
            return self.game.title.from_text(self.positions[ply - 1], lenient=True)
        state = self.start()
        for entry in self.entries[:ply]:
            state.apply(entry.action, by=entry.side)
        return state

    def cut(self, ply: int) -> None:
        """Take back everything after that ply."""
        self.state = self.at(ply)
        del self.entries[ply:], self.positions[ply:]

    def undo_limit(self, side: str) -> int:
        """The earliest ply side may take the game back to: just after the last reveal, a die, a drawn card, an
        action that showed something, or a decision of the other side."""
        ply = len(self.entries)
        while ply and self.entries[ply - 1].side == side and not self.entries[ply - 1].reveal:
            ply -= 1
        return ply

    def lines(self) -> Iterator[str]:
        """One line of text for each action."""
        for number, entry in enumerate(self.entries, 1):
            yield f"{number} {entry.side}: {entry.action}"

    def header(self) -> list[str]:
        """The lines that tell which game it is."""
        return [FIRST_LINE, f"rules {self.rules}", *self.game.header()]

    def text(self, remarks: list[str] | None = None, with_positions: bool = False) -> str:
        """The record as a file; with positions it can be read whatever becomes of the rules."""
        lines = [*self.header(), *(f"# {r}" for r in remarks or []), *self.lines()]
        if self.positions or with_positions:
            lines += positions.written(self.positions or (state.text() for state in self.states()))
        return "\n".join(lines) + "\n"

    def states(self) -> Iterator[State]:
        """The position after each entry; the same object each time."""
        state = self.start()
        for entry in self.entries:
            state.apply(entry.action, by=entry.side)
            yield state

    def text_for(self, side: str) -> str:
        """The record as side may read it while the game goes on: hidden things described, not named."""
        out = [*self.header(), f"# as {side} sees it; not for replay"]
        state = self.start()
        for number, entry in enumerate(self.entries, 1):
            out.append(f"{number} {entry.side}: {state.describe(entry.action, side)}")
            state.apply(entry.action)
        return "\n".join(out) + "\n"

    # -- for people -------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        game = self.game
        return f"<record of {game.title.name} {game.scenario}, {game.edition}: {len(self)} actions>"

    def __str__(self) -> str:
        """The record as a file."""
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the file it is."""
        return Record.from_text, (self.text(),)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: the position at its end."""
        return self.state._repr_svg_()

    @classmethod
    def from_text(cls, text: str, to: int | None = None) -> Record:
        """Read and replay a record, checking every action; errors name the line."""
        numbered = [(n, line.split("#", 1)[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
        numbered = [(n, line) for n, line in numbered if line]
        if not numbered or numbered[0][1] != FIRST_LINE:
            raise Invalid(f"not a rasputitsa record (first line should be {FIRST_LINE!r})")
        del numbered[0]
        rules = _read_rules(numbered)
        kept = [line for _, line in numbered if line.startswith("@")]
        numbered = [(n, line) for n, line in numbered if not line.startswith("@")]
        game, rest = read_header([line for _, line in numbered])
        record = cls(game)
        record.rules = rules or record.rules
        actions = numbered[len(numbered) - len(rest) :]
        if kept and record.notice:
            record._read_kept(actions, positions.read(kept))
            if to is not None:
                record.cut(to)
            return record
        for number, line in actions:
            if to is not None and len(record) >= to:
                break
            record._read_line(number, line)
        if to is not None and len(record) < to:
            raise Invalid(f"the record has {len(record)} actions, there is no ply {to}")
        return record

    def _read_kept(self, actions: list[tuple[int, str]], kept: list[str]) -> None:
        """A record of other rules, from the positions it holds: nothing is checked, nothing is lost."""
        if len(actions) != len(kept):
            raise Invalid(f"the record has {len(actions)} actions and {len(kept)} positions")
        for number, line in actions:
            side, deed = self._split(number, line)
            self.entries.append(Entry(side, recalled(self.game, deed), side == CHANCE))
        self.positions = kept
        self.state = self.at(len(self))

    def _split(self, number: int, line: str) -> tuple[str, str]:
        """Side and action of a line."""
        match = _LINE.fullmatch(line)
        if not match:
            raise Invalid(f"line {number}: {line!r} should read 'ply side: action'")
        ply, side, deed = int(match[1]), match[2], match[3]
        if ply != len(self.entries) + 1:
            raise Invalid(f"line {number}: ply {ply} where {len(self.entries) + 1} was expected")
        if side not in (*self.game.title.sides, CHANCE):
            raise Invalid(f"line {number}: unknown side {side!r}")
        return side, deed

    def _read_line(self, number: int, line: str) -> None:
        side, deed = self._split(number, line)
        try:
            self.apply(self.game.title.lexicon.parse(deed), by=side)
        except RasputitsaError as error:
            older = f" {self.notice} It holds no positions to go on from." if self.notice else ""
            raise Invalid(f"line {number}: {error}{older}") from None


def _read_rules(numbered: list[tuple[int, str]]) -> int:
    """The version of the rules that the first line after the title tells, which is taken off; 0 if it tells none."""
    if not numbered or not numbered[0][1].startswith("rules "):
        return 0
    number, line = numbered.pop(0)
    version = line.removeprefix("rules ").strip()
    if not re.fullmatch("[0-9]{1,6}", version):
        raise Invalid(f"line {number}: {line!r} should read 'rules' and a number")
    return int(version)
