"""Tuning: better weights for each side in a period of the war, found by self-play.

Games are played in pairs on the same dice. In the one, all weights of both sides are changed by factors drawn at
random, in the other by the inverses; so every opponent is another one, and luck mostly falls out of the difference.
Where the period ends the game is judged as the general would, and a regression of the differences on the changes tells
which of them pay. The part of it that chance alone would show is taken off, and one step is made in that direction. A
side's new weights are kept if they do better than the old ones in fresh games.
"""

from __future__ import annotations

import math
import random
import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from rasputitsa.arena.runner import play_all
from rasputitsa.arena.selfplay import Match, Task
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.weights import Book

FURTHEST = 3.0
"""No factor's logarithm is drawn further off than this many times the spread."""
LONGEST = 1.0
"""The longest step: no weight is changed by more than the factor exp(LONGEST) in one run."""
TRIFLE = 0.05
"""Smaller changes are left out."""
SURE = 2.0
"""This many standard errors make a proof."""

Changes = dict[str, dict[str, float]]
"""By side and weight: the logarithm of the factor."""
Progress = Callable[[int], None]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, and on what."""

    match: Match
    """The game; its players do not matter, its period is the one that is tuned (all of the game if it names none)."""
    names: dict[str, tuple[str, ...]]
    """By side: the weights to tune."""
    pairs: int
    spread: float = 0.4
    """The standard deviation of the factors' logarithms."""
    workers: int = 1
    runner: str = "local"


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A pair: the changes of its first game, and half of what that was worth more to the first side than the second."""

    changes: Changes
    gain: float


class Slope(msgspec.Struct, frozen=True, kw_only=True):
    """What a change of a weight by the factor e brings its side, in chances from -1 to 1."""

    name: str
    slope: float
    error: float


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A side's new weights against its old ones, on the same fresh games."""

    side: str
    games: int
    gain: float
    error: float

    @property
    def better(self) -> bool:
        return self.gain > SURE * self.error


def sample(plan: Plan, base: Book, progress: Progress = lambda done: None) -> list[Sample]:
    """Play the pairs. Those that never came to the period tell nothing and are left out."""
    rng = random.Random(f"{plan.match.seed}/changes")
    drawn = [_drawn(plan, rng) for _ in range(plan.pairs)]
    books = [
        book for changes in drawn for book in (changed(base, plan, changes), changed(base, plan, _inverse(changes)))
    ]
    with tempfile.TemporaryDirectory() as folder:
        files = _written(books, Path(folder))
        tasks = [_task(plan, dict.fromkeys(plan.match.players, file), n // 2 + 1) for n, file in enumerate(files)]
        worth = _played(plan, tasks, progress)
    found = zip(drawn, worth[::2], worth[1::2], strict=True)
    return [Sample(changes=c, gain=(a - b) / 2) for c, a, b in found if a is not None and b is not None]


def slopes(plan: Plan, samples: Sequence[Sample]) -> dict[str, list[Slope]]:
    """What each weight is worth to its side, by regression; the other weights' changes are part of the noise."""
    if len(samples) < 2:
        raise Invalid("no pair of games came to that period: play more of them, or another scenario")
    gains = [s.gain for s in samples]
    noise = statistics.pstdev(gains)
    found: dict[str, list[Slope]] = {}
    for side, sign in zip(plan.match.players, (1.0, -1.0), strict=True):
        found[side] = []
        for name in plan.names.get(side, ()):
            drawn = [s.changes[side][name] for s in samples]
            square = sum(x * x for x in drawn)
            slope = sign * sum(x * gain for x, gain in zip(drawn, gains, strict=True)) / square
            found[side].append(Slope(name=name, slope=slope, error=noise / math.sqrt(square)))
    return found


def telling(found: Sequence[Slope]) -> float:
    """How much more the slopes vary than chance alone would make them: about 1 if no weight matters."""
    known = [s for s in found if s.error > 0]
    return sum((s.slope / s.error) ** 2 for s in known) / len(known) if known else 0.0


def step(found: Mapping[str, Sequence[Slope]]) -> Changes:
    """One step for each side along its slopes, shorter the more of them may be chance."""
    out: Changes = {}
    for side, its in found.items():
        sure = max(0.0, 1.0 - 1.0 / max(telling(its), 1e-9))
        most = max((abs(s.slope) for s in its), default=0.0)
        long = {s.name: sure * LONGEST * s.slope / most for s in its if most}
        out[side] = {name: x for name, x in long.items() if abs(x) > TRIFLE}
    return out


def changed(base: Book, plan: Plan, changes: Changes) -> Book:
    """The book with each weight multiplied by its factor, in the period that is tuned."""
    for side, its in changes.items():
        old = base.at(side, plan.match.period)
        where = (side, plan.match.period) if plan.match.period else (side,)
        base = base.changed(where, {name: old[name] * math.exp(x) for name, x in its.items()}) if its else base
    return base


def prove(plan: Plan, base: Book, changes: Changes, games: int, progress: Progress = lambda done: None) -> list[Proof]:
    """Play each side's new weights, and its old ones, against the other side's old ones, on the same fresh games."""
    fresh = msgspec.structs.replace(plan, match=msgspec.structs.replace(plan.match, seed=f"{plan.match.seed}/proof"))
    sides = [side for side, its in changes.items() if its]
    with tempfile.TemporaryDirectory() as folder:
        files = _written([base, *(changed(base, plan, {side: changes[side]}) for side in sides)], Path(folder))
        old = dict.fromkeys(plan.match.players, files[0])
        seatings = [old, *(old | {side: file} for side, file in zip(sides, files[1:], strict=True))]
        tasks = [_task(fresh, seats, number) for number in range(1, games + 1) for seats in seatings]
        worth = _played(fresh, tasks, progress)
    many = len(seatings)
    return [_proof(plan, side, list(zip(worth[::many], worth[k::many]))) for k, side in enumerate(sides, 1)]


def _proof(plan: Plan, side: str, found: Sequence[tuple[float | None, float | None]]) -> Proof:
    sign = 1.0 if side == next(iter(plan.match.players)) else -1.0
    gains = [sign * (new - old) for old, new in found if old is not None and new is not None]
    mean = sum(gains) / max(1, len(gains))
    error = math.sqrt(sum((x - mean) ** 2 for x in gains) / max(1, len(gains) - 1) / max(1, len(gains)))
    return Proof(side=side, games=len(gains), gain=mean, error=error)


def _drawn(plan: Plan, rng: random.Random) -> Changes:
    far = FURTHEST * plan.spread
    return {
        side: {name: max(-far, min(far, rng.gauss(0.0, plan.spread))) for name in names}
        for side, names in plan.names.items()
    }


def _inverse(changes: Changes) -> Changes:
    return {side: {name: -x for name, x in its.items()} for side, its in changes.items()}


def _task(plan: Plan, files: Mapping[str, str], number: int) -> Task:
    players = {side: f"script:{files[side]}" for side in plan.match.players}
    return msgspec.structs.replace(plan.match, players=players), number


def _played(plan: Plan, tasks: Sequence[Task], progress: Progress) -> list[float | None]:
    """What each game was worth to the first side where it was judged."""
    places = {(tuple(match.players.values()), number): place for place, (match, number) in enumerate(tasks)}
    worth: list[float | None] = [None] * len(tasks)
    for rows in play_all(tasks, plan.workers, plan.runner):
        for row in rows:
            if row.error:
                raise Invalid(f"a game of the tuning went wrong: {row.error}")
            worth[places[tuple(row.players.values()), row.number]] = row.worth
        progress(len(rows))
    return worth


def _written(books: Sequence[Book], folder: Path) -> list[str]:
    files = [folder / f"{number}.toml" for number in range(len(books))]
    for file, book in zip(files, books, strict=True):
        file.write_text(book.toml(), encoding="utf-8")
    return [str(file) for file in files]
