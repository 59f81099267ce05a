"""Many games over the cores of one machine. Results depend on the seed, never on the number of workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rasputitsa.arena.selfplay import Match, Played, play

Progress = Callable[[int], None]
PATIENCE = 3


def run(match: Match, games: int, workers: int = 1, progress: Progress = lambda done: None) -> list[Played]:
    """Play games 1 to `games` of a match; `progress` hears how many more are done.

    When a worker process dies, the games it and its fellows had under way are played again, one by one; after three
    deaths in a row without a finished game those that are left are given up."""
    if workers <= 1:
        return list(_alone(match, games, progress))
    played: list[Played] = []
    todo, deaths = batches(games, workers), 0
    while todo and deaths < PATIENCE:
        found, lost = _together(match, todo, workers, progress)
        played += found
        deaths = 0 if found else deaths + 1
        todo = [range(number, number + 1) for numbers in lost for number in numbers]
    played += [_given_up(number) for numbers in todo for number in numbers]
    return sorted(played, key=lambda p: p.number)


def _together(match: Match, todo: list[range], workers: int, progress: Progress) -> tuple[list[Played], list[range]]:
    """Play batches in worker processes. What was played, and the batches lost with a worker that died."""
    played: list[Played] = []
    lost: list[range] = []
    with ProcessPoolExecutor(min(workers, len(todo))) as pool:
        pending = {pool.submit(_batch, match, numbers): numbers for numbers in todo}
        try:
            for done in as_completed(pending):
                if isinstance(done.exception(), BrokenProcessPool):
                    lost.append(pending[done])
                else:
                    played += done.result()
                    progress(len(pending[done]))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return played, sorted(lost, key=lambda numbers: numbers.start)


def _given_up(number: int) -> Played:
    return Played(number=number, decisions=0, turn=0, cpu_seconds=0.0, error=f"game {number}: its process died")


def _alone(match: Match, games: int, progress: Progress) -> Iterator[Played]:
    for number in range(1, games + 1):
        yield play(match, number)
        progress(1)


def _batch(match: Match, numbers: range) -> list[Played]:
    return [play(match, number) for number in numbers]


def batches(games: int, workers: int) -> list[range]:
    """The games in runs short enough to keep every worker busy to the end, long enough to be worth sending."""
    size = max(1, min(25, games // (workers * 4)))
    return [range(start, min(start + size, games + 1)) for start in range(1, games + 1, size)]


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
