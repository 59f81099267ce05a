"""Tournaments: everybody against everybody, in pairs of games with sides exchanged and common dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import msgspec

from rasputitsa.arena import rating
from rasputitsa.arena.rating import Sprt
from rasputitsa.arena.runner import Progress, play_all
from rasputitsa.arena.selfplay import Match, Played, Task, check_players
from rasputitsa.arena.store import Spec, Store
from rasputitsa.kernel import title
from rasputitsa.kernel.errors import Invalid

Key = tuple[str, str, int]
"""A game of a tournament: who plays the first side, who the second, its number."""


class Tournament:
    """What is played, and what has been played so far."""

    def __init__(self, spec: Spec, store: Store | None = None, chronicle: bool = True) -> None:
        if len(spec.entrants) < 2 or len(set(spec.entrants)) != len(spec.entrants):
            raise Invalid("a tournament needs two or more different players")
        self.spec = spec
        self.store = store
        self.chronicle = chronicle
        self.sides = title(spec.title).sides
        self.rows: list[Played] = list(store.rows()) if store else []
        for name in spec.entrants:
            check_players(self.match(name, name))

    def match(self, first: str, second: str) -> Match:
        """The match of two players, the first of them with this side."""
        spec = self.spec
        return Match(
            title=spec.title,
            scenario=spec.scenario,
            edition=spec.edition,
            options=spec.options,
            players=dict(zip(self.sides, (first, second), strict=True)),
            seed=spec.seed,
            chronicle=self.chronicle,
        )

    def meetings(self) -> list[tuple[str, str]]:
        """Who meets whom: everybody everybody, or on a ladder each the one below, the stronger named first."""
        if self.spec.ladder:
            return [(upper, lower) for lower, upper in pairwise(self.spec.entrants)]
        return list(combinations(self.spec.entrants, 2))

    def key(self, row: Played) -> Key:
        """What tells a game from all others of the tournament."""
        return row.players[self.sides[0]], row.players[self.sides[1]], row.number

    def todo(self, first: int, last: int) -> list[Task]:
        """The games of pairs `first` to `last` of every meeting that have not been played yet."""
        done = {self.key(row) for row in self.rows}
        tasks: list[Task] = []
        for number in range(first, last + 1):
            for a, b in self.meetings():
                tasks += [(self.match(x, y), number) for x, y in ((a, b), (b, a)) if (x, y, number) not in done]
        return tasks

    def play(self, tasks: Sequence[Task], workers: int, runner: str, progress: Progress = lambda done: None) -> None:
        """Play games and keep what comes of them."""
        for rows in play_all(tasks, workers, runner):
            self.rows += rows
            if self.store:
                self.store.add(rows)
            progress(len(rows))

    def play_until_decided(
        self, pairs: int, test: Sprt, workers: int, runner: str, progress: Progress = lambda done: None
    ) -> str:
        """Play pair after pair until the sequential test has an answer, or `pairs` pairs were played."""
        if len(self.spec.entrants) != 2:
            raise Invalid("the sequential test is for two players")
        step = max(1, 4 * workers)
        for first in range(1, pairs + 1, step):
            self.play(self.todo(first, min(pairs, first + step - 1)), workers, runner, progress)
            verdict = test.verdict(self.scores()[self._meeting()])
            if verdict:
                return verdict
        return ""

    def _meeting(self) -> tuple[str, str]:
        return self.meetings()[0]

    def overtime(self, limit: float) -> list[Played]:
        """The games in which somebody thought longer over a turn than the limit of seconds."""
        return [row for row in self.rows if max(row.turn_seconds.values(), default=0.0) > limit]

    # -- what came of it ------------------------------------------------------------------------------------------

    def scores(self) -> dict[tuple[str, str], list[float]]:
        """The scores of complete pairs, 0 to 2, by meeting, from the first player's side."""
        games = {self.key(row): row for row in self.rows}
        found: dict[tuple[str, str], list[float]] = {}
        numbers = sorted({row.number for row in self.rows})
        for a, b in self.meetings():
            pairs = [(games.get((a, b, n)), games.get((b, a, n))) for n in numbers]
            points = [(_points(one, self.sides[0]), _points(two, self.sides[1])) for one, two in pairs]
            found[a, b] = [x + y for x, y in points if x is not None and y is not None]
        return found

    def standings(self, anchor: str = "") -> dict[str, Any]:
        """Everything in figures."""
        scores = self.scores()
        lowest = anchor or ("random" if "random" in self.spec.entrants else self.spec.entrants[0])
        return {
            "spec": self.spec,
            "games": len(self.rows),
            "errors": sum(bool(row.error) for row in self.rows),
            "ladder": rating.ladder(scores, lowest),
            "meetings": [self._line(a, b, scores[a, b]) for a, b in scores],
            "sides": side_wins(self.rows, self.sides),
        }

    def _line(self, a: str, b: str, scores: Sequence[float]) -> dict[str, Any]:
        found = rating.standing(scores)
        rows = [row for row in self.rows if set(row.players.values()) == {a, b}]
        won = [sum(row.players.get(row.winner) == name for row in rows) for name in (a, b)]
        low, high = rating.wilson(won[0], len(rows))
        seconds = {
            name: max((t for row in rows for s, t in row.turn_seconds.items() if row.players[s] == name), default=0.0)
            for name in (a, b)
        }
        return {
            "players": [a, b],
            "games": len(rows),
            "wins": won,
            "win_rate": round(won[0] / len(rows), 4) if rows else 0.0,
            "win_rate_low": round(low, 4),
            "win_rate_high": round(high, 4),
            "longest_turn_seconds": seconds,
            **msgspec.structs.asdict(found),
        }


def _points(row: Played | None, side: str) -> float | None:
    """A player's points in a game; none when it was given up through nobody's fault."""
    if row is None or (row.error and not row.fault):
        return None
    if row.error:
        return 0.0 if row.fault == side else 1.0
    return 1.0 if row.winner == side else 0.5 if row.winner == "draw" else 0.0


def side_wins(rows: Iterable[Played], sides: Sequence[str]) -> dict[str, Any]:
    """How often each side won, with intervals."""
    finished = [row for row in rows if not row.error]
    found: dict[str, Any] = {}
    for side in (*sides, "draw"):
        won = sum(row.winner == side for row in finished)
        low, high = rating.wilson(won, len(finished))
        found[side] = {"wins": won, "share": round(won / max(1, len(finished)), 4), "low": low, "high": high}
    return found
