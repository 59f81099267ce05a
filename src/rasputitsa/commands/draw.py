"""`rasputitsa draw`: a picture of a position, or of a bare board."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import msgspec

from rasputitsa.board.drawing import draw_board, to_png
from rasputitsa.board.drawing.palette import THEMES
from rasputitsa.board.drawing.states import draw_state
from rasputitsa.board.maps import load
from rasputitsa.commands.common import find_game, read_record, write_whole
from rasputitsa.kernel import Dice, Record, State, run_chance, titles
from rasputitsa.kernel.errors import Invalid, unknown

KINDS = (".svg", ".png")
BOARDS = "rasputitsa.titles"


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
    if theme not in THEMES:
        raise unknown("theme", theme, THEMES)
    subject.check()
    svg = _position(subject, side, theme) if subject.title in titles() else _bare(subject, theme)
    write_whole(output, svg.encode() if output.suffix.lower() == ".svg" else to_png(svg, zoom))


def _position(subject: Subject, side: str, theme: str) -> str:
    title = titles()[subject.title]
    if side not in (*title.sides, "open"):
        raise unknown("side", side, (*title.sides, "open"))
    return draw_state(subject.state(), side, theme)


def _bare(subject: Subject, theme: str) -> str:
    """The board of a title that cannot be played yet."""
    package = f"{BOARDS}.{subject.title.replace('-', '_')}"
    if not subject.title.replace("-", "_").isidentifier() or find_spec(package) is None:
        raise unknown("title", subject.title, titles())
    if subject.record or subject.scenario:
        raise Invalid(f"{subject.title} has a board but cannot be played yet: there is no scenario or record of it")
    return draw_board(load(package), theme=theme)


def _of_title(record: Record, name: str) -> Record:
    if record.game.title.name != name:
        raise Invalid(f"this is a record of {record.game.title.name}, not {name}")
    return record
