"""The same games by Ray: equal rows for equal seeds. Skipped where Ray is not installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rasputitsa.arena.runner import play_all
from rasputitsa.arena.selfplay import Match


@pytest.fixture(scope="module")
def ray() -> Iterator[None]:
    module = pytest.importorskip("ray")
    yield
    module.shutdown()


@pytest.mark.usefixtures("ray")
@pytest.mark.parametrize(
    ("title", "scenario", "edition", "player"),
    [("no-retreat", "barbarossa", "board", "random"), ("kiev41", "preludes", "book", "recruit")],
)
def test_ray_gives_the_rows_of_one_process(title: str, scenario: str, edition: str, player: str):
    sides = {"axis": player, "soviet": "random"}
    match = Match(title=title, scenario=scenario, edition=edition, options={}, players=sides, seed="1", chronicle=True)
    tasks = [(match, number) for number in range(1, 5)]
    local = [row.facts() for rows in play_all(tasks, 1) for row in rows]
    remote = [row.facts() for rows in play_all(tasks, 2, "ray") for row in rows]
    assert not any(row.error for row in local)
    assert sorted(remote, key=lambda row: row.number) == local
