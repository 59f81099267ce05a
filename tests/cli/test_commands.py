"""The commands as a user types them, on the toy title installed like any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rasputitsa.cli import run

from .conftest import Command

TOY_MATCH = ("selfplay", "toy", "--axis", "random", "--soviet", "random", "--games", "20", "--seed", "7")


def figures(command: Command, *args: str) -> dict[str, object]:
    done = command(*TOY_MATCH, "--json", *args)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {k: v for k, v in found.items() if "second" not in k}


def test_a_title_is_listed_by_its_entry_point_alone(command: Command):
    listed = {t["name"]: t for t in json.loads(command("titles", "--json").stdout)}
    toy = listed["toy"]
    assert list(toy) == ["name", "scenarios", "editions", "options"]
    assert (toy["scenarios"], toy["editions"]) == (["line", "late"], ["first", "second"])
    assert toy["options"]["pace"] == {
        "default": 1,
        "choices": [1, 2],
        "help": "How many places a piece may move.",
        "editions": ["second"],
        "needs": ["open_cards"],
    }


def test_selfplay_prints_the_figures_scripts_rely_on(command: Command):
    found = json.loads(command(*TOY_MATCH, "--json").stdout)
    assert list(found) == [
        "games",
        "decisions",
        "cpu_seconds",
        "decisions_per_cpu_second",
        "games_per_cpu_second",
        "wins",
        "mean_decisions",
        "mean_turns",
        "errors",
    ]
    assert found["games"] == 20 and found["errors"] == 0
    assert sum(n for reasons in found["wins"].values() for n in reasons.values()) == 20


def test_equal_seeds_give_equal_games_whatever_the_number_of_workers(command: Command, tmp_path: Path):
    folders = [tmp_path / "made" / name for name in ("one", "two")]
    one, two = (figures(command, "--workers", n, "--records", str(f)) for n, f in zip("12", folders))
    assert one == two
    records = [{f.name: f.read_text() for f in folder.iterdir()} for folder in folders]
    assert len(records[0]) == 20 and records[0] == records[1]


def test_another_seed_plays_other_games(command: Command):
    assert figures(command, "--games", "20") != figures(command, "--seed", "8")


def test_an_option_and_an_edition_reach_the_game(command: Command):
    args = ("--edition", "second", "--option", "open_cards=yes")
    done = command("perft", "toy", "--depth", "1", *args)
    assert done.stdout == "2\n"
    assert command("perft", "toy", "--depth", "1", "--option", "edition=second").stdout == "3\n"


def test_perft_counts_chance_outcomes_as_actions(command: Command):
    assert command("perft", "toy", "--scenario", "line", "--depth", "3").stdout == "12\n"


@pytest.fixture
def record(command: Command, tmp_path: Path) -> Path:
    assert command(*TOY_MATCH, "--games", "1", "--records", str(tmp_path)).returncode == 0
    return next(tmp_path.glob("*.rec"))


def test_a_record_replays_and_verifies(command: Command, record: Path):
    shown = command("replay", str(record))
    assert shown.returncode == 0
    assert [line for line in record.read_text().splitlines() if line[0].isdigit()] == [
        line for line in shown.stdout.splitlines() if line[0].isdigit()
    ]
    verified = command("replay", str(record), "--verify")
    assert verified.returncode == 0 and "actions verified. Over:" in verified.stdout


def test_a_replay_stops_at_the_ply_asked_for(command: Command, record: Path):
    shown = command("replay", str(record), "--to", "3").stdout.splitlines()
    assert [line.split()[0] for line in shown if line[0].isdigit()] == ["1", "2", "3"]
    assert shown[-1] == "Turn 1 of 6, Day 1: soviet to decide."


def test_a_doctored_record_is_refused_by_line(command: Command, record: Path):
    record.write_text(record.read_text().replace("3 axis: ", "3 soviet: "))
    refused = command("replay", str(record), "--verify")
    assert refused.returncode == 2 and refused.stdout == ""
    assert "line 8: It is for axis to decide now, not soviet." in refused.stderr


def test_help_says_what_each_command_is_for(command: Command):
    shown = command("--help").stdout
    for name in ("play", "serve", "titles", "selfplay", "bot", "replay", "perft", "ledger", "check-data"):
        assert f" {name} " in shown


BAD = {
    "an unknown command": ["conquer"],
    "an unknown option": ["titles", "--jsn"],
    "no title": ["selfplay"],
    "an unknown title": ["selfplay", "toi"],
    "an unknown scenario": ["selfplay", "toy", "--scenario", "lime"],
    "a scenario of another edition": ["selfplay", "toy", "--scenario", "late", "--edition", "first"],
    "an unknown edition": ["perft", "toy", "--depth", "1", "--edition", "third"],
    "an option that is none": ["selfplay", "toy", "--option", "open_cards"],
    "an unknown option of the title": ["selfplay", "toy", "--option", "fog=on"],
    "a value the option has not": ["selfplay", "toy", "--option", "open_cards=perhaps"],
    "an unknown player": ["selfplay", "toy", "--axis", "napoleon"],
    "no games": ["selfplay", "toy", "--games", "0"],
    "games that are no number": ["selfplay", "toy", "--games", "many"],
    "no workers": ["selfplay", "toy", "--workers", "0"],
    "a folder that is none": ["selfplay", "toy", "--records", f"{__file__}/folder"],
    "a negative depth": ["perft", "toy", "--depth", "-1"],
    "no depth": ["perft", "toy"],
    "no record": ["replay"],
    "a record that is not there": ["replay", "/no/such.rec"],
    "a record that is a folder": ["replay", "/"],
    "a record that is none": ["replay", __file__],
    "a negative ply": ["replay", __file__, "--to", "-1"],
    "an unknown rule book": ["ledger", "--book", "chess"],
    "a port out of range": ["play", "--port", "70000"],
    "no database": ["serve"],
    "a bot of no title": ["bot", "toi"],
}


@pytest.mark.parametrize("args", BAD.values(), ids=BAD.keys())
@pytest.mark.usefixtures("toy_installed")
def test_bad_input_gets_one_line_and_exit_code_2(args: list[str], capsys: pytest.CaptureFixture[str]):
    assert run(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rasputitsa: ") and err.count("\n") == 1 and len(err) > 20


@pytest.mark.usefixtures("toy_installed")
def test_a_misspelt_name_suggests_the_right_one(capsys: pytest.CaptureFixture[str]):
    run(["selfplay", "toi"])
    assert "did you mean 'toy'?" in capsys.readouterr().err
