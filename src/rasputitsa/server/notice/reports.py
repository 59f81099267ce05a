"""What a mail says of a game: how it stands for one side, as that side sees it, and what happened since it last acted.

Everything here comes from the seat's own view and log, so it says nothing that the seat may not know
(tests/leaks/test_mail_leaks.py holds it).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from rasputitsa.kernel import CHANCE, RasputitsaError, Title, View
from rasputitsa.kernel.title import titles
from rasputitsa.server.house import House
from rasputitsa.server.notice.painter import Painter
from rasputitsa.server.storage.games import GameRow
from rasputitsa.server.summaries import summary
from rasputitsa.table import LogEntry, Table

MOST_ENTRIES = 200
"""Entries of a story; of a longer one the end."""


class Paragraph(msgspec.Struct, frozen=True):
    """One phase of a story: its heading and what was done in it."""

    head: str
    sentences: list[str]


class Seen(msgspec.Struct, frozen=True):
    """A game as one side sees it."""

    view: View
    story: list[Paragraph]
    left_out: int = 0
    """Entries before those of the story."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What is reported of a game to the person on one of its sides."""

    game: str
    name: str
    title: str
    scenario: str
    side: str
    turn: str
    question: str = ""
    """What the person is asked now."""
    result: str = ""
    story: list[Paragraph] = []
    left_out: int = 0
    picture: bytes = b""


def seen(table: Table, seat: str) -> Seen:
    """The seat's view, and the story since it last acted."""
    table.check_seat(seat)
    view = table.history.state.view(seat)
    entries = table.log(seat, table.last_turn(seat))
    kept = entries[-MOST_ENTRIES:]
    return Seen(view, story(table.game.title, kept), len(entries) - len(kept))


def story(title: Title, entries: Sequence[LogEntry]) -> list[Paragraph]:
    """In words: a paragraph for each phase of each turn."""
    labels = {phase.id: phase.label for phase in title.board().sequence}
    groups = groupby(entries, key=lambda entry: (entry.turn, entry.phase))
    return [
        Paragraph(f"Turn {turn}, {labels.get(phase, phase)}", _sentences(title, list(found)))
        for (turn, phase), found in groups
    ]


def _sentences(title: Title, entries: list[LogEntry]) -> list[str]:
    """What one side did after another: its actions in a row, and what came of them in sentences of their own."""
    out: list[str] = []
    for side, found in groupby(entries, key=lambda entry: entry.side):
        deeds: list[str] = []
        for entry in found:
            if entry.lines:
                out += _deeds(title, side, deeds)
                out += [f"{line.text.rstrip('.')}." for line in entry.lines]
                deeds = []
            else:
                deeds.append(entry.text)
        out += _deeds(title, side, deeds)
    return out


def _deeds(title: Title, side: str, deeds: list[str]) -> list[str]:
    who = "Dice" if side == CHANCE else title.side_labels.get(side, side)
    return [f"{who}: {'; '.join(deeds)}."] if deeds else []


async def report(house: House, painter: Painter | None, id: str, seat: str) -> Report:
    """The report of a game; without a picture if no painter is given or none can be drawn. A game that cannot be opened
    is reported all the same."""
    try:
        async with house.room(id) as room:
            row = room.known
            found = await room.read(seen, seat)
    except RasputitsaError:
        return _report(await house.known(id), seat)
    picture = await painter.draw(row.title, found.view) if painter else b""
    asked = question(found.view, seat)
    told = _report(row, seat)
    return msgspec.structs.replace(told, question=asked, story=found.story, left_out=found.left_out, picture=picture)


def question(view: View, seat: str) -> str:
    """What the seat is asked now, if it is."""
    return view.prompt.text if view.prompt and view.prompt.side == seat else ""


def _report(row: GameRow, seat: str) -> Report:
    told = summary(row)
    title = titles().get(row.title)
    turn = f"turn {told.turn} of {told.last_turn}" if told.last_turn else f"turn {told.turn}"
    return Report(
        game=row.id,
        name=row.name,
        title=told.title_label,
        scenario=told.scenario_label,
        side=title.side_labels.get(seat, seat) if title else seat,
        turn=f"{turn}, {told.date}" if told.date else turn,
        result=row.result.reason if row.result else "",
    )
