"""The same games by Ray: equal rows for equal seeds. Skipped where Ray is not installed."""

from __future__ import annotations

import pytest

from rasputitsa.arena.runner import play_all
from rasputitsa.arena.selfplay import Match

MATCH = Match(
    title="no-retreat",
    scenario="barbarossa",
    edition="board",
    options={},
    players={"axis": "random", "soviet": "random"},
    seed="1",
    chronicle=True,
)


def test_ray_gives_the_rows_of_one_process():
    ray = pytest.importorskip("ray")
    tasks = [(MATCH, number) for number in range(1, 5)]
    local = [row.facts() for rows in play_all(tasks, 1) for row in rows]
    try:
        remote = [row.facts() for rows in play_all(tasks, 2, "ray") for row in rows]
    finally:
        ray.shutdown()
    assert sorted(remote, key=lambda row: row.number) == local
