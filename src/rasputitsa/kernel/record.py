"""Records: a game as a text file, one line per action, chance included.

    rasputitsa record 1
    title no-retreat
    scenario barbarossa
    edition board
    # anything after a hash is a remark
    1 axis: 2nd Panzer 1409-1611
    2 chance: die 4

Replaying gives the state at any ply; undo is cutting the record back, as far as the last reveal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Illegal, Invalid, RasputitsaError
from rasputitsa.kernel.state import State
from rasputitsa.kernel.step import CHANCE
from rasputitsa.kernel.title import Game, read_header

FIRST_LINE = "rasputitsa record 1"
_LINE = re.compile(r"(\d+) (\w+): (.+)")


class Entry(msgspec.Struct, frozen=True):
    """One action of a record: who did it, and whether it showed somebody something new."""

    side: str
    action: Action
    reveal: bool = False


class Record:
    """A game as it was played. `state` is always the position after the last entry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.state = self.start()

    def start(self) -> State:
        state = self.game.title.setup(self.game)
        state.settle()
        return state

    def __len__(self) -> int:
        return len(self.entries)

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

    def at(self, ply: int) -> State:
        """The position after that many entries."""
        if not 0 <= ply <= len(self.entries):
            raise Invalid(f"the record has {len(self.entries)} actions, there is no ply {ply}")
        state = self.start()
        for entry in self.entries[:ply]:
            state.apply(entry.action, by=entry.side)
        return state

    def cut(self, ply: int) -> None:
        """Take back everything after that ply."""
        self.state = self.at(ply)
        del self.entries[ply:]

    def undo_limit(self, side: str) -> int:
        """The earliest ply side may take the game back to: just after the last reveal, a die, a drawn card, an
        action that showed something, or a decision of the other side."""
        ply = len(self.entries)
        while ply and self.entries[ply - 1].side == side and not self.entries[ply - 1].reveal:
            ply -= 1
        return ply

    def lines(self) -> Iterator[str]:
        for number, entry in enumerate(self.entries, 1):
            yield f"{number} {entry.side}: {entry.action}"

    def text(self, remarks: list[str] | None = None) -> str:
        head = [FIRST_LINE, *self.game.header(), *(f"# {r}" for r in remarks or [])]
        return "\n".join([*head, *self.lines()]) + "\n"

    def text_for(self, side: str) -> str:
        """The record as side may read it while the game goes on: hidden things described, not named."""
        out = [FIRST_LINE, *self.game.header(), f"# as {side} sees it; not for replay"]
        state = self.start()
        for number, entry in enumerate(self.entries, 1):
            out.append(f"{number} {entry.side}: {state.describe(entry.action, side)}")
            state.apply(entry.action)
        return "\n".join(out) + "\n"

    @classmethod
    def from_text(cls, text: str, to: int | None = None) -> Record:
        """Read and replay a record, checking every action; errors name the line."""
        numbered = [(n, line.split("#", 1)[0].strip()) for n, line in enumerate(text.splitlines(), 1)]
        numbered = [(n, line) for n, line in numbered if line]
        if not numbered or numbered[0][1] != FIRST_LINE:
            raise Invalid(f"not a rasputitsa record (first line should be {FIRST_LINE!r})")
        game, rest = read_header([line for _, line in numbered[1:]])
        record = cls(game)
        for number, line in numbered[len(numbered) - len(rest) :]:
            if to is not None and len(record) >= to:
                break
            record._read_line(number, line)
        if to is not None and len(record) < to:
            raise Invalid(f"the record has {len(record)} actions, there is no ply {to}")
        return record

    def _read_line(self, number: int, line: str) -> None:
        match = _LINE.fullmatch(line)
        if not match:
            raise Invalid(f"line {number}: {line!r} should read 'ply side: action'")
        ply, side, deed = int(match[1]), match[2], match[3]
        if ply != len(self.entries) + 1:
            raise Invalid(f"line {number}: ply {ply} where {len(self.entries) + 1} was expected")
        if side not in (*self.game.title.sides, CHANCE):
            raise Invalid(f"line {number}: unknown side {side!r}")
        try:
            self.apply(self.game.title.lexicon.parse(deed), by=side)
        except RasputitsaError as error:
            raise Invalid(f"line {number}: {error}") from None
