"""Many games over the cores of one machine. Results depend on the seed, never on the number of workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from rasputitsa.arena.selfplay import Match, Played, play

Progress = Callable[[int], None]


def run(match: Match, games: int, workers: int = 1, progress: Progress = lambda done: None) -> list[Played]:
    """Play games 1 to `games` of a match; `progress` hears how many more are done."""
    if workers <= 1:
        return list(_alone(match, games, progress))
    with ProcessPoolExecutor(min(workers, games)) as pool:
        pending = [pool.submit(_batch, match, numbers) for numbers in batches(games, workers)]
        played: list[Played] = []
        try:
            for done in as_completed(pending):
                played += done.result()
                progress(len(done.result()))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return sorted(played, key=lambda p: p.number)


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
