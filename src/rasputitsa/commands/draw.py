"""`rasputitsa draw`: a picture of a position."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rasputitsa.board.drawing import to_png
from rasputitsa.commands.common import find_game, read_record, write_whole
from rasputitsa.kernel import Dice, Record, State, run_chance, title
from rasputitsa.kernel.errors import Invalid

KINDS = (".svg", ".png")


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be drawn: the start of a scenario, or a record at some ply."""

    title: str
    scenario: str | None = None
    edition: str | None = None
    options: list[str] = []
    record: Path | None = None
    to: int | None = None
    seed: str = "1"

    def check(self) -> None:
        if self.record is not None and (self.scenario or self.edition or self.options):
            raise Invalid("a record says which scenario it is of: give --record alone, or the scenario")
        if self.record is None and self.to is not None:
            raise Invalid("--to counts the actions of a record: give --record, too")

    def state(self) -> State:
        """The position. Opening draws and random set-ups are made with the seed."""
        if self.record is not None:
            return _of_title(read_record(self.record, self.to), self.title).state
        state = Record(find_game(self.title, self.scenario, self.edition, self.options)).state
        run_chance(state, Dice(self.seed))
        return state


def draw(subject: Subject, output: Path, side: str, theme: str, zoom: float) -> None:
    """Draw the subject as one side sees it and write the picture."""
    if output.suffix.lower() not in KINDS:
        raise Invalid(f"{output}: a picture's name ends in {' or '.join(KINDS)}")
    subject.check()
    title(subject.title)
    svg = subject.state().draw(side, theme)
    write_whole(output, svg.encode() if output.suffix.lower() == ".svg" else to_png(svg, zoom))


def _of_title(record: Record, name: str) -> Record:
    if record.game.title.name != name:
        raise Invalid(f"this is a record of {record.game.title.name}, not {name}")
    return record
