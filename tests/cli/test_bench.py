"""The benchmark's ratios: each run by the chess just before and just after it."""

from __future__ import annotations

import pytest

from bench import speed


def test_a_run_counts_as_its_ratio_to_the_chess_around_it(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[int, str]] = []

    def selfplay(title: str, scenario: str, games: int, seed: str) -> dict[str, float]:
        asked.append((games, seed))
        return {"decisions_per_cpu_second": 3000.0, "games_per_cpu_second": 10.0, "mean_decisions": 300.0}

    chess = iter([speed.Run(1000.0, 5.0), speed.Run(2000.0, 5.0), speed.Run(4000.0, 5.0)])
    monkeypatch.setattr(speed, "selfplay", selfplay)
    monkeypatch.setattr(speed, "chess_moves", lambda seconds, seed: next(chess))
    found = speed.speed("a title", "a scenario", 2.0, 2, "s")
    assert found.ratios == [2.0, 1.0]
    assert asked == [(speed.GAMES, "s/first"), (20, "s/1"), (20, "s/2")], "every run plays games of its own"
