"""The course of a finished game: front, cities and losses turn by turn, and the points at which it turned."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.chronicle import Chronicle, WarDiary, chronicler
from rasputitsa.table.history import History

MOST_POINTS = 8


class StoryTurn(msgspec.Struct, frozen=True):
    """A turn when it had ended; figures that the title's chronicle does not keep are missing."""

    turn: int
    date: str
    ply: int
    front: float | None
    """How far east the front ran, on average."""
    points: dict[str, float]
    """Victory points of each side."""
    losses: dict[str, int]
    """Units and steps each side had lost so far."""
    cities: dict[str, int]
    """Cities each side had taken so far."""


class TurningPoint(msgspec.Struct, frozen=True):
    """Something that turned the game, and the ply after which it can be looked at."""

    ply: int
    turn: int
    side: str
    text: str


class Story(msgspec.Struct, frozen=True):
    turns: list[StoryTurn]
    points: list[TurningPoint]


def story(history: History) -> Story:
    """Told from the record, played through once with the title's chronicle listening."""
    if history.kept:
        raise Invalid("this game was played under other rules; its course cannot be reckoned again")
    state = history.at(0).copy()
    teller = _Teller(history, chronicler(history.game.title)(state))
    for ply, (played, action) in enumerate(zip(history.plies, history.actions)):
        teller.chronicle.before(state, played.side, action)
        teller.look(ply)
        state.apply(action)
    teller.chronicle.told(state)
    teller.look(len(history))
    return Story(teller.turns, teller.turning())


class _Teller:
    """Looks into the chronicle while it is written."""

    def __init__(self, history: History, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.sides = history.game.title.sides
        self.dates = {entry.turn: entry.date for entry in history.game.title.board().calendar}
        self.turns: list[StoryTurn] = []
        self.taken: list[TurningPoint] = []

    def look(self, ply: int) -> None:
        """What has been written since the last look."""
        diary = self.chronicle if isinstance(self.chronicle, WarDiary) else None
        for turn, side, name in diary.cities[len(self.taken) :] if diary else ():
            self.taken.append(TurningPoint(ply, turn, side, f"{side.capitalize()} took {name}"))
        for turn in list(self.chronicle.turns)[len(self.turns) :]:
            self.turns.append(self._turn(turn, ply, self.chronicle.turns[turn], diary))

    def _turn(self, turn: int, ply: int, page: dict[str, Any], diary: WarDiary | None) -> StoryTurn:
        front = [value for key, value in page.items() if key.startswith("front:")]
        points = {side: float(page[f"vp:{side}"]) for side in self.sides if f"vp:{side}" in page}
        return StoryTurn(
            turn,
            self.dates.get(turn, ""),
            ply,
            round(sum(front) / len(front), 2) if front else None,
            points,
            {side: sum(diary.losses[side].values()) for side in self.sides} if diary else {},
            {side: sum(point.side == side for point in self.taken) for side in self.sides},
        )

    def turning(self) -> list[TurningPoint]:
        """The turns in which a side lost most, and the last cities that changed hands for good."""
        last = {point.text.partition(" took ")[2]: point for point in self.taken}
        worst = [point for side in self.sides if (point := self._worst(side))]
        kept = sorted(last.values(), key=lambda point: point.ply)[-(MOST_POINTS - len(worst)) :]
        return sorted([*kept, *worst], key=lambda point: point.ply)

    def _worst(self, side: str) -> TurningPoint | None:
        """The turn that cost a side most."""
        totals = [0, *(turn.losses.get(side, 0) for turn in self.turns)]
        costs = [after - before for before, after in pairwise(totals)]
        most = max(costs, default=0)
        if most < 1:
            return None
        turn = self.turns[costs.index(most)]
        what = "a unit or step" if most == 1 else f"{most} units and steps"
        return TurningPoint(turn.ply, turn.turn, side, f"{side.capitalize()} lost {what}, its worst turn")
