"""`rasputitsa bot`: a title for programs in any language, one JSON object a line each way (docs/bots.md).

Every answer is {"ok": true, ...} or {"ok": false, "error": "...", "rule": "..."}; a line that cannot be read is
answered and forgotten, and changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from rasputitsa.arena.selfplay import Chooser, chooser
from rasputitsa.kernel import CHANCE, Dice, Illegal, Invalid, RasputitsaError, Record, Title

LONGEST_LINE = 16 * 1024 * 1024
Answer = dict[str, Any]


class Order(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A line from the program. `cmd` says what is wanted; each command reads its own fields."""

    cmd: str
    scenario: str | None = None
    edition: str | None = None
    options: dict[str, bool | int | str] = {}
    seed: str | int | None = None
    record: str | None = None
    of: str | None = None
    side: str | None = None
    action: str | None = None
    by: str | None = None
    player: str = "random"
    play: bool = False


class Conversation:
    """One program, one game at a time."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.commands: dict[str, Callable[[Order], Answer]] = {
            "new": self.new,
            "legal": self.legal,
            "apply": self.apply,
            "view": self.view,
            "go": self.go,
            "quit": self.quit,
        }
        self.done = False
        self.new(Order(cmd="new"))

    def new(self, order: Order) -> Answer:
        """Start a game, or take up a record."""
        if order.record is None:
            record = Record(self.title.prepare(order.scenario, order.edition, order.options))
        else:
            record = Record.from_text(order.record)
        if record.game.title is not self.title:
            raise Invalid(f"this is a record of {record.game.title.name}, not {self.title.name}")
        self.record = record
        self.seed = str(random.SystemRandom().getrandbits(64) if order.seed is None else order.seed)
        self.dice = Dice(self.seed)
        self.choosers: dict[tuple[str, str], Chooser] = {}
        return self.standing()

    def standing(self) -> Answer:
        """Where the game stands: part of every answer that may have changed it."""
        state = self.record.state
        outcome = state.outcome() if state.over else None
        return {"ply": len(self.record), "side": state.side, "over": state.over, "outcome": outcome}

    def legal(self, order: Order) -> Answer:
        state = self.record.state
        handle = None if order.of is None else state.unclick(order.of)
        if handle is not None and handle not in state.handles():
            raise Invalid(f"{order.of!r} cannot start an action now")
        actions = state.legal(handle)
        return {"side": state.side, "actions": [str(action) for action in actions]}

    def apply(self, order: Order) -> Answer:
        if order.action is None:
            raise Invalid("apply needs an action")
        self.record.apply(self.title.lexicon.parse(order.action), by=order.by)
        return self.standing()

    def view(self, order: Order) -> Answer:
        side = order.side or self.record.state.side
        if side not in (*self.title.sides, "open"):
            raise Invalid(f"view needs a side: {', '.join(self.title.sides)} or open")
        return {"view": self.record.state.view(side)}

    def go(self, order: Order) -> Answer:
        """What a computer player would do here, or what the dice say; with `play`, do it."""
        state = self.record.state
        if state.side is None:
            raise Invalid("the game is over")
        action = self.dice.roll(state) if state.side == CHANCE else self._chooser(order.player, state.side)(state)
        if order.play:
            self.record.apply(action)
        return {"action": str(action), **(self.standing() if order.play else {})}

    def quit(self, order: Order) -> Answer:
        self.done = True
        return {}

    def _chooser(self, player: str, side: str) -> Chooser:
        key = (player, side)
        if key not in self.choosers:
            self.choosers[key] = chooser(player, self.record.game, side, self.seed)
        return self.choosers[key]

    def answer(self, line: bytes) -> Answer:
        """The answer to one line; mistakes of the program are reported, not raised."""
        try:
            order = msgspec.json.decode(line, type=Order)
            if order.cmd not in self.commands:
                raise Invalid(f"unknown command {order.cmd!r}; known: {', '.join(self.commands)}")
            return {"ok": True, **self.commands[order.cmd](order)}
        except Illegal as error:
            return {"ok": False, "error": error.refusal.text, "rule": error.refusal.rule}
        except (RasputitsaError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return {"ok": False, "error": str(error), "rule": ""}


def converse(title: Title, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer line by line until `quit` or the end of input."""
    talk = Conversation(title)
    while not talk.done and (line := source.readline(LONGEST_LINE)):
        if line.strip():
            sink.write(msgspec.json.encode(talk.answer(line)) + b"\n")
            sink.flush()
