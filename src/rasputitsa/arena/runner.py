"""Many games over the cores of one machine, or of several. Results depend on the seed, not on who played them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rasputitsa.arena.ray_runner import play_on_ray
from rasputitsa.arena.selfplay import Batch, Match, Played, Task, play, play_batch
from rasputitsa.kernel.errors import unknown

Progress = Callable[[int], None]
BIGGEST = 4
"""At most this many games are sent to a worker at once: they are lost with it, and reported when all are played."""


def run(match: Match, games: int, workers: int = 1, progress: Progress = lambda done: None) -> list[Played]:
    """Play games 1 to `games` of a match; `progress` hears how many more are done."""
    played: list[Played] = []
    for rows in play_all([(match, number) for number in range(1, games + 1)], workers):
        played += rows
        progress(len(rows))
    return sorted(played, key=lambda p: p.number)


def play_all(tasks: Sequence[Task], workers: int = 1, runner: str = "local") -> Iterator[list[Played]]:
    """Play games; results come in batches as they are finished, in whatever order.

    When a worker process dies, the games it and its fellows had under way are played again; a game that kills its
    process even when it is alone is given up."""
    if runner == "ray":
        yield from play_on_ray(batches(tasks, workers), workers)
    elif runner != "local":
        raise unknown("runner", runner, ("local", "ray"))
    elif workers <= 1:
        yield from ([play(*task)] for task in tasks)
    else:
        yield from _play_on_cores(batches(tasks, workers), workers)


def _play_on_cores(todo: list[Batch], workers: int) -> Iterator[list[Played]]:
    """First in batches; what was lost game by game; what was lost again, each game in a process of its own."""
    lost: list[Batch] = []
    yield from _attempt(todo, workers, lost)
    again: list[Batch] = []
    yield from _attempt(_singly(lost), workers, again)
    for batch in _singly(again):
        gone: list[Batch] = []
        yield from _attempt([batch], 1, gone)
        yield from ([_given_up(*task)] for lost_batch in gone for task in lost_batch)


def _attempt(todo: list[Batch], workers: int, lost: list[Batch]) -> Iterator[list[Played]]:
    for batch, rows in _together(todo, workers) if todo else ():
        if rows is None:
            lost.append(batch)
        else:
            yield rows


def _singly(lost: list[Batch]) -> list[Batch]:
    return [[task] for batch in sorted(lost, key=lambda batch: batch[0][1]) for task in batch]


def _together(todo: list[Batch], workers: int) -> Iterator[tuple[Batch, list[Played] | None]]:
    """Play batches in worker processes; None for those lost with a worker that died."""
    with ProcessPoolExecutor(min(workers, len(todo))) as pool:
        pending = {pool.submit(play_batch, batch): batch for batch in todo}
        try:
            for done in as_completed(pending):
                broken = isinstance(done.exception(), BrokenProcessPool)
                yield pending[done], None if broken else done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _given_up(match: Match, number: int) -> Played:
    error = f"game {number}: its process died"
    return Played(number=number, players=match.players, decisions=0, turn=0, cpu_seconds=0.0, error=error)


def batches(tasks: Sequence[Task], workers: int) -> list[Batch]:
    """The games in runs short enough to keep every worker busy to the end, long enough to be worth sending."""
    size = max(1, min(BIGGEST, len(tasks) // (max(1, workers) * 4)))
    return [list(tasks[start : start + size]) for start in range(0, len(tasks), size)]


def report(played: list[Played], sides: tuple[str, ...]) -> dict[str, Any]:
    """The figures that `rasputitsa selfplay --json` prints."""
    decisions = sum(p.decisions for p in played)
    spent = sum(p.cpu_seconds for p in played)
    finished = [p for p in played if not p.error]
    return {
        "games": len(played),
        "decisions": decisions,
        "cpu_seconds": round(spent, 4),
        "decisions_per_cpu_second": round(decisions / spent, 1) if spent else 0.0,
        "games_per_cpu_second": round(len(played) / spent, 3) if spent else 0.0,
        "wins": {side: _reasons(finished, side) for side in (*sides, "draw")},
        "mean_decisions": _mean([p.decisions for p in played]),
        "mean_turns": _mean([p.turn for p in played]),
        "errors": len(played) - len(finished),
    }


def _reasons(played: list[Played], winner: str) -> dict[str, int]:
    return dict(Counter(p.reason for p in played if p.winner == winner).most_common())


def _mean(values: list[int]) -> float:
    return round(sum(values) / len(values), 2) if values else 0.0
