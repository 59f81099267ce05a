"""Tournaments: pairs on common dice, results that can be taken up again, the same whoever plays them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from rasputitsa.arena import pictures, tournament
from rasputitsa.arena.rating import Sprt
from rasputitsa.arena.runner import play_all
from rasputitsa.arena.selfplay import Match, Played, play
from rasputitsa.arena.store import Spec, Store
from rasputitsa.arena.tournament import Tournament
from rasputitsa.cli import run as command
from rasputitsa.kernel.errors import Invalid

pytestmark = pytest.mark.usefixtures("toy")
SPEC = Spec(title="toy", scenario="line", edition="first", options={}, entrants=["random", "recruit"], seed="5")
MATCH = Match(
    title="toy",
    scenario="line",
    edition="first",
    options={},
    players={"axis": "random", "soviet": "recruit"},
    seed="5",
    keep_records=True,
)


def test_a_pair_has_the_same_dice_and_exchanged_sides():
    one, two = play(MATCH, 3), play(MATCH.exchanged(), 3)
    assert one.players == {"axis": "random", "soviet": "recruit"}
    assert two.players == {"axis": "recruit", "soviet": "random"}
    deals = [[line for line in game.record.splitlines() if "deal" in line] for game in (one, two)]
    assert deals[0] == deals[1]


def test_a_player_against_itself_scores_exactly_half_in_pairs():
    same = msgspec.structs.replace(MATCH, players={"axis": "recruit", "soviet": "recruit"})
    for number in range(1, 6):
        one, two = play(same, number), play(same.exchanged(), number)
        assert (one.winner, one.record) == (two.winner, two.record)


def test_everybody_meets_everybody_in_pairs():
    t = Tournament(msgspec.structs.replace(SPEC, entrants=["random", "recruit", "officer"]))
    tasks = t.todo(1, 4)
    assert len(tasks) == 3 * 2 * 4
    t.play(tasks, 1, "local")
    assert {pair: len(scores) for pair, scores in t.scores().items()} == {
        ("random", "recruit"): 4,
        ("random", "officer"): 4,
        ("recruit", "officer"): 4,
    }
    figures = t.standings()
    assert figures["games"] == 24
    assert [rung.player for rung in figures["ladder"]][-1] == "random"
    assert sum(side["wins"] for side in figures["sides"].values()) == 24


def test_on_a_ladder_each_meets_only_the_one_below():
    rungs = ["random", "recruit", "officer", "general:n4"]
    t = Tournament(msgspec.structs.replace(SPEC, entrants=rungs, ladder=True))
    tasks = t.todo(1, 2)
    assert len(tasks) == 3 * 2 * 2
    t.play(tasks, 1, "local")
    assert list(t.scores()) == [("recruit", "random"), ("officer", "recruit"), ("general:n4", "officer")]
    assert [len(scores) for scores in t.scores().values()] == [2, 2, 2]
    assert {rung.player for rung in t.standings()["ladder"]} == set(rungs)


def test_turns_that_took_too_long_are_found():
    t = Tournament(SPEC)
    quick = Played(number=1, decisions=1, turn=1, cpu_seconds=0.0, turn_seconds={"axis": 0.5, "soviet": 0.9})
    slow = msgspec.structs.replace(quick, number=2, turn_seconds={"axis": 0.5, "soviet": 1.1})
    t.rows = [quick, slow]
    assert [row.number for row in t.overtime(1.0)] == [2]


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path: Path):
    first = Tournament(SPEC, Store(tmp_path, SPEC))
    first.play(first.todo(1, 3), 1, "local")
    second = Tournament(SPEC, Store(tmp_path, SPEC))
    assert second.todo(1, 3) == []
    assert len(second.todo(1, 5)) == 4
    second.play(second.todo(1, 5), 1, "local")
    at_once = Tournament(SPEC)
    at_once.play(at_once.todo(1, 5), 1, "local")
    assert second.scores() == at_once.scores()


def test_a_folder_with_another_tournament_is_refused(tmp_path: Path):
    Store(tmp_path, SPEC)
    with pytest.raises(Invalid, match="another tournament"):
        Store(tmp_path, msgspec.structs.replace(SPEC, seed="6"))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    store = Store(tmp_path, SPEC)
    (tmp_path / "batch-00001.jsonl").write_text("nonsense\n")
    with pytest.raises(Invalid, match=r"batch-00001\.jsonl, line 1"):
        list(store.rows())


def test_workers_give_the_rows_of_one_process():
    tasks = Tournament(SPEC).todo(1, 8)
    alone = [row.facts() for rows in play_all(tasks, 1) for row in rows]
    together = [row.facts() for rows in play_all(tasks, 2) for row in rows]
    key = lambda row: (row.number, sorted(row.players.items()))
    assert sorted(alone, key=key) == sorted(together, key=key)


def test_an_unknown_runner_is_told():
    with pytest.raises(Invalid, match="unknown runner"):
        list(play_all([(MATCH, 1)], 1, "slurm"))


def test_a_player_that_fails_loses_and_a_game_given_up_counts_for_nobody():
    t = Tournament(SPEC)
    lost = Played(number=1, decisions=0, turn=1, cpu_seconds=0.0, error="game 1: dead")
    t.rows = [
        msgspec.structs.replace(lost, players={"axis": "random", "soviet": "recruit"}, fault="axis"),
        msgspec.structs.replace(lost, players={"axis": "recruit", "soviet": "random"}, fault="soviet"),
    ]
    assert t.scores()["random", "recruit"] == [0.0]
    t.rows[0] = msgspec.structs.replace(t.rows[0], fault="")
    assert t.scores()["random", "recruit"] == []


@pytest.mark.parametrize(("strength", "verdict"), [(0.8, "stronger"), (0.3, "not stronger")])
def test_the_sequential_test_stops_when_it_knows(strength: float, verdict: str, monkeypatch: pytest.MonkeyPatch):
    rng = random.Random(1)

    def games(tasks: list[tuple[Match, int]], workers: int, runner: str) -> Iterator[list[Played]]:
        for match, number in tasks:
            better, worse = sorted(match.players, key=lambda side: match.players[side] != "recruit")
            winner = better if rng.random() < strength else worse
            row = Played(number=number, decisions=1, turn=1, cpu_seconds=0.0, players=match.players, winner=winner)
            yield [row]

    monkeypatch.setattr(tournament, "play_all", games)
    t = Tournament(msgspec.structs.replace(SPEC, entrants=["recruit", "random"]))
    assert t.play_until_decided(400, Sprt(low=0, high=50), 1, "local") == verdict
    assert 8 <= len(t.rows) < 800


def test_pictures_are_drawn_of_everything(tmp_path: Path):
    t = Tournament(SPEC)
    t.play(t.todo(1, 3), 1, "local")
    written = pictures.save(tmp_path, pictures.of_tournament(t))
    names = {file.name for file in written}
    assert {"win-rates.svg", "ladder.png", "length.svg", "sides.png"} <= names
    for file in written:
        head = file.read_bytes()[:8]
        assert head.startswith(b"<svg") if file.suffix == ".svg" else head == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["random"], "two or more"),
        (["random", "random"], "two or more"),
        (["random", "nobody"], "unknown player"),
        (["random", "recruit", "--sprt", "30"], "two Elo differences"),
        (["random", "recruit", "--sprt", "30,0"], "smaller"),
        (["random", "recruit", "officer", "--sprt", "0,30"], "for two players"),
    ],
)
def test_the_command_refuses_nonsense_in_one_line(args: list[str], told: str, capsys: pytest.CaptureFixture[str]):
    assert command(["tournament", "toy", *args]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_the_command_fails_when_a_turn_takes_too_long(capsys: pytest.CaptureFixture[str]):
    args = ["tournament", "toy", "random", "recruit", "--ladder", "--pairs", "1"]
    assert command([*args, "--limit", "60"]) == 0
    assert "recruit v random" in capsys.readouterr().out
    assert command([*args, "--limit", "0.0000001"]) == 1
    assert "took longer" in capsys.readouterr().err


def test_the_command_leaves_data_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "out"
    assert command(["tournament", "toy", "recruit", "random", "--pairs", "3", "-o", str(folder), "--json"]) == 0
    figures = msgspec.json.decode(capsys.readouterr().out)
    assert figures["games"] == 6
    assert figures["meetings"][0]["players"] == ["recruit", "random"]
    assert {file.name for file in folder.iterdir()} >= {"tournament.json", "standings.json", "pictures"}
    assert command(["tournament", "toy", "recruit", "random", "--pairs", "3", "-o", str(folder)]) == 0
    assert "recruit v random" in capsys.readouterr().out
