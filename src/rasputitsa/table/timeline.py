"""The replay's time line: where turns, phases and battles begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

import msgspec

from rasputitsa.kernel import LogLine
from rasputitsa.table.history import History
from rasputitsa.table.journal import Ply

K = TypeVar("K")


class TurnSpan(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    turn: int
    date: str
    start: int
    end: int


class PhaseSpan(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    turn: int
    phase: str
    label: str
    side: str
    start: int
    end: int


class Battle(msgspec.Struct, frozen=True):
    """A battle: the ply of its (first) die, in words, and the places it was fought at."""

    ply: int
    turn: int
    label: str
    at: list[str]


class Timeline(msgspec.Struct, frozen=True):
    plies: int
    turns: list[TurnSpan]
    phases: list[PhaseSpan]
    battles: list[Battle]


def timeline(history: History, viewer: str) -> Timeline:
    """Turns, phases and battles with their plies."""
    board = history.game.title.board()
    labels = {phase.id: phase.label for phase in board.sequence}
    dates = {entry.turn: entry.date for entry in board.calendar}
    turns = [
        TurnSpan(turn, dates.get(turn, ""), start, end) for turn, start, end in _spans(history.plies, lambda p: p.turn)
    ]
    phases = [
        PhaseSpan(turn, phase, labels.get(phase, phase), active, start, end)
        for (turn, phase, active), start, end in _spans(history.plies, lambda p: (p.turn, p.phase, p.active))
    ]
    return Timeline(len(history), turns, phases, _battles(history, viewer))


def _spans(plies: Sequence[Ply], key: Callable[[Ply], K]) -> Iterator[tuple[K, int, int]]:
    """Runs of plies that are alike: (what they share, first position, position after the last)."""
    start = 0
    for shared, run in groupby(plies, key):
        end = start + sum(1 for _ in run)
        yield shared, start, end
        start = end


def _battles(history: History, viewer: str) -> list[Battle]:
    """The dice of battles. The last line that pointed at the map says where a battle is and what it is called;
    several dice of the same battle are one entry."""
    out: list[Battle] = []
    pointed, last = LogLine(text=""), None
    for number, (ply, heard) in enumerate(zip(history.plies, history.heard), 1):
        lines = [line for line in heard.told(viewer) if line.at]
        if ply.battle:
            where = lines[0] if lines else pointed
            label = pointed.text if pointed.at == where.at and pointed.text else where.text or heard.words[viewer]
            if last != (last := (ply.turn, ply.phase, where.at)) or not where.at:
                out.append(Battle(number, ply.turn, label, where.at))
        pointed = lines[-1] if lines else pointed
    return out
