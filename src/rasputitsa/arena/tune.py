"""Tuning: better weights for a side, found by self-play against a pool of opponents (CMA-ES, Hansen).

A candidate is a factor for each weight, kept in logarithms so that a weight stays of one sign. Its fitness is its mean
margin over a number of games, the same games for all candidates of a generation, so that luck falls out of the
comparison. What was found is tried against the pool on fresh games before it is taken for better.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from rasputitsa.arena.runner import Task, play_all
from rasputitsa.arena.selfplay import Match, Played
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.weights import Book, read_book


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, on what, against whom."""

    match: Match
    """The game; its players do not matter."""
    side: str
    period: str
    """The table of weights to change: the side's, or the side's in one period of the war."""
    names: tuple[str, ...]
    pool: tuple[str, ...]
    """Opponents, players by name."""
    generations: int
    population: int
    games: int
    """Games of each candidate in a generation."""
    sigma: float = 0.3
    workers: int = 1
    runner: str = "local"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A generation: the best and the mean margin, and the spread of the search."""

    generation: int
    best: float
    mean: float
    sigma: float


def tune(plan: Plan, base: Book, progress: Callable[[Step], None] = lambda step: None) -> Book:
    """The best weights found: the centre of the search in the end, which is less a matter of luck than its best."""
    cma = _cmaes()
    numpy: Any = import_module("numpy")
    search = cma(mean=numpy.zeros(len(plan.names)), sigma=plan.sigma, population_size=plan.population, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        for generation in range(plan.generations):
            points = [search.ask() for _ in range(search.population_size)]
            books = [apply(base, plan, point) for point in points]
            found = fitness(plan, books, f"tune/{generation}", Path(folder))
            search.tell([(point, -value) for point, value in zip(points, found, strict=True)])
            mean = sum(found) / len(found)
            progress(Step(generation=generation + 1, best=max(found), mean=mean, sigma=float(search._sigma)))
    return apply(base, plan, list(search.mean))


def _cmaes() -> Any:
    try:
        return import_module("cmaes").CMA
    except ImportError:
        raise Invalid("tuning needs cmaes: pip install 'rasputitsa[tune]'") from None


def apply(base: Book, plan: Plan, point: Sequence[float]) -> Book:
    """The book with each weight multiplied by its factor."""
    old = base.at(plan.side, plan.period)
    where = (plan.side, plan.period) if plan.period else (plan.side,)
    new = {name: old[name] * math.exp(float(x)) for name, x in zip(plan.names, point, strict=True)}
    return base.changed(where, new)


def fitness(plan: Plan, books: Sequence[Book], seed: str, folder: Path) -> list[float]:
    """The mean margin of each book over the same games."""
    files = []
    for number, book in enumerate(books):
        file = folder / f"{number}.toml"
        file.write_text(book.toml(), encoding="utf-8")
        files.append(str(file))
    tasks = [task for file in files for task in _tasks(plan, file, seed)]
    margins: dict[str, list[float]] = {file: [] for file in files}
    for rows in play_all(tasks, plan.workers, plan.runner):
        for row in rows:
            name = row.players[plan.side].partition(":")[2]
            margins[name].append(_margin(plan, row))
    return [sum(found) / max(1, len(found)) for found in margins.values()]


def _tasks(plan: Plan, file: str, seed: str) -> list[Task]:
    """A candidate's games of one generation: each opponent of the pool in turn."""
    tasks: list[Task] = []
    for number in range(1, plan.games + 1):
        rival = plan.pool[number % len(plan.pool)]
        players = {side: f"script:{file}" if side == plan.side else rival for side in plan.match.players}
        match = msgspec.structs.replace(plan.match, players=players, seed=f"{plan.match.seed}/{seed}")
        tasks.append((match, number))
    return tasks


def _margin(plan: Plan, row: Played) -> float:
    if row.error:
        raise Invalid(f"a game of the tuning went wrong: {row.error}")
    return row.margin if next(iter(row.players)) == plan.side else -row.margin


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The tuned weights against the old ones, on the same fresh games."""

    games: int
    before: float
    """Mean margin of the old weights."""
    after: float
    error: float
    """Standard error of the difference."""
    wins_before: int
    wins_after: int

    @property
    def better(self) -> bool:
        return self.after - self.before > 2 * self.error


def prove(plan: Plan, base: Book, tuned: Book, games: int) -> Proof:
    """Play old and new against the pool on fresh games, the same for both."""
    fresh = msgspec.structs.replace(plan, games=games)
    rows: dict[str, dict[int, Played]] = {}
    with tempfile.TemporaryDirectory() as folder:
        tasks: list[Task] = []
        for name, book in (("old", base), ("new", tuned)):
            file = Path(folder) / f"{name}.toml"
            file.write_text(book.toml(), encoding="utf-8")
            tasks += _tasks(fresh, str(file), "proof")
        for batch in play_all(tasks, plan.workers, plan.runner):
            for row in batch:
                rows.setdefault(Path(row.players[plan.side].partition(":")[2]).stem, {})[row.number] = row
    old = [_margin(plan, row) for _, row in sorted(rows["old"].items())]
    new = [_margin(plan, row) for _, row in sorted(rows["new"].items())]
    leads = [b - a for a, b in zip(old, new, strict=True)]
    mean = sum(leads) / games
    error = math.sqrt(sum((x - mean) ** 2 for x in leads) / max(1, games - 1) / games)
    return Proof(
        games=games,
        before=sum(old) / games,
        after=sum(new) / games,
        error=error,
        wins_before=sum(row.winner == plan.side for row in rows["old"].values()),
        wins_after=sum(row.winner == plan.side for row in rows["new"].values()),
    )


def load(path: Path | None, fallback: Book) -> Book:
    return fallback if path is None else read_book(path)
