"""Many games over several processes: the same games whatever happens to the workers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rasputitsa.arena import selfplay
from rasputitsa.arena.runner import batches, report, run
from rasputitsa.arena.selfplay import Match, Played, play

from ..kernel.toy import TOY, Turn

MATCH = Match(
    title="toy",
    scenario="line",
    edition="first",
    options={},
    players={"axis": "random", "soviet": "random"},
    seed="3",
    keep_records=True,
)


pytestmark = pytest.mark.usefixtures("toy")


def records(played: list[Played]) -> list[str]:
    return [p.record for p in played]


@pytest.mark.parametrize(("games", "workers"), [(1, 1), (7, 2), (100, 2), (1000, 8)])
def test_batches_hold_every_game_once(games: int, workers: int):
    tasks = [(MATCH, n) for n in range(1, games + 1)]
    assert [task for batch in batches(tasks, workers) for task in batch] == tasks


def test_workers_play_what_one_process_would_play():
    assert records(run(MATCH, 12, workers=2)) == records(run(MATCH, 12))


def test_a_game_whose_worker_is_killed_is_played_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    flag = tmp_path / "killed"

    def dies_once(match: Match, number: int) -> Played:
        if number == 5 and not flag.exists():
            flag.touch()
            os._exit(9)
        return play(match, number)

    alone = records(run(MATCH, 12))
    monkeypatch.setattr(selfplay, "play", dies_once)
    assert records(run(MATCH, 12, workers=2)) == alone
    assert flag.exists()


def test_a_game_that_always_kills_its_worker_is_given_up_and_told(monkeypatch: pytest.MonkeyPatch):
    def dies(match: Match, number: int) -> Played:
        if number == 5:
            os._exit(9)
        return play(match, number)

    monkeypatch.setattr(selfplay, "play", dies)
    played = run(MATCH, 6, workers=2)
    assert [p.number for p in played] == [1, 2, 3, 4, 5, 6]
    assert [p.error for p in played if p.error] == ["game 5: its process died"]
    assert report(played, TOY.sides)["errors"] == 1


def test_an_error_inside_a_game_spoils_no_other(monkeypatch: pytest.MonkeyPatch):
    calls = iter(range(10_000))

    def sometimes(self: object, s: object, rng: object) -> object:
        if next(calls) == 40:
            raise ValueError("a defect in a rule")
        return original(self, s, rng)

    step = Turn
    original = step.sample
    monkeypatch.setattr(step, "sample", sometimes)
    played = run(MATCH, 10)
    errors = [p.error for p in played if p.error]
    assert len(errors) == 1
    assert errors[0].endswith("ValueError: a defect in a rule")
    assert sum(bool(p.winner) for p in played) == 9
