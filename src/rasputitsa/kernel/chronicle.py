"""What is written down of a game while it is played: the matter of reports and pictures.

A title may name a chronicle of its own (`Title.chronicle`); this one knows only what every banner shows. What `told`
returns is plain data: it travels between processes and lies in result files.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any, ClassVar

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.loading import load
from rasputitsa.kernel.state import State
from rasputitsa.kernel.title import Title


class Chronicle:
    """Turn by turn: the figures of the banner. A title's own adds to `turns` and to `told`."""

    history: ClassVar[dict[str, dict[str, int]]] = {}
    """By side: the turns in which cities fell in the war itself."""

    def __init__(self, state: State) -> None:
        self.turn = self._turn(state)
        self.turns: dict[int, dict[str, Any]] = {}

    def before(self, state: State, side: str, action: Action) -> None:
        """An action is about to be played."""
        turn = self._turn(state)
        if turn != self.turn:
            self.turns[self.turn] = self.page(state)
            self.turn = turn

    def page(self, state: State) -> dict[str, Any]:
        """The position when a turn has ended."""
        return {track.id: _number(track.value) for track in state.banner().tracks}

    def told(self, state: State) -> dict[str, Any]:
        """Everything, when the game is over."""
        self.turns[self.turn] = self.page(state)
        return {"turns": {str(turn): page for turn, page in self.turns.items()}}

    def _turn(self, state: State) -> int:
        found: int = getattr(state, "turn", 0) or state.banner().turn
        return found


class WarDiary(Chronicle):
    """The course of a war, as the war report reads it. A title's own fills in the counts."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        sides = state.game.title.sides
        self.cities: list[tuple[int, str, str]] = []
        """Turn, taker and name of each city taken."""
        self.losses: dict[str, Counter[str]] = {side: Counter() for side in sides}
        self.attacks: dict[str, Counter[str]] = {side: Counter() for side in sides}
        """By side: how many attacks at which odds."""
        self.cards: dict[str, Counter[str]] = {side: Counter() for side in sides}
        """By side: what was done with cards, or whatever orders the title has instead."""
        self.moves = self.astray = 0
        """Moves, and those of them out of supply."""
        self.idle = self.present = 0
        """Units counted at the end of each turn, and those in reserve for too long."""
        self._near: dict[int, int] = {}

    def count_idle(self, unit: int, turn: int, busy: bool, patience: int) -> None:
        """At the end of a turn: a unit near the enemy, or busy otherwise, is not idle; nor is one that was so in
        the last `patience` turns, or is new."""
        if busy or unit not in self._near:
            self._near[unit] = turn
        self.present += 1
        self.idle += turn - self._near[unit] > patience

    def told(self, state: State) -> dict[str, Any]:
        counts = {"losses": self.losses, "attacks": self.attacks, "cards": self.cards}
        return {
            **super().told(state),
            "cities": [list(row) for row in self.cities],
            **{name: {side: dict(found) for side, found in by_side.items()} for name, by_side in counts.items()},
            "moves": self.moves,
            "astray": self.astray,
            "idle": self.idle,
            "present": self.present,
        }


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def read_history(package: str) -> dict[str, dict[str, int]]:
    """By side: the turns in which cities fell in the war itself, from the title's data/history.toml."""
    return tomllib.loads(files(package).joinpath("data", "history.toml").read_text("utf-8"))


def chronicler(title: Title) -> type[Chronicle]:
    """Who writes down the games of a title."""
    found: type[Chronicle] = load(title.chronicle) if title.chronicle else Chronicle
    return found
