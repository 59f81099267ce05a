"""`officer+my_idea.py`: one more candidate, in one seat alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rasputitsa import players
from rasputitsa.cli import run
from rasputitsa.kernel import Invalid
from rasputitsa.players import Deadline, Seat
from toy import TITLE
from toy.brain import BRAIN

pytestmark = pytest.mark.usefixtures("toy")
LAZY = """
from rasputitsa.players.brain import Proposal
from toy.actions import Stay
from toy.brain import BRAIN
from toy.movement import Turn

@BRAIN.candidate(Turn)
def lazy(mind):
    yield Proposal(99.0, Stay(), "why bother")
"""


@pytest.fixture
def idea(tmp_path: Path) -> Path:
    file = tmp_path / "lazy.py"
    file.write_text(LAZY)
    return file


def chosen(name: str) -> str:
    player = players.make(name, "toy", "axis", seed=1)
    return str(player.choose(Seat(TITLE.new(open_cards=True), "axis"), Deadline()))


@pytest.mark.parametrize("who", ["officer", "recruit", "officer:rash", "general:n1"])
def test_an_idea_is_for_one_seat_alone(who: str, idea: Path):
    before = {step: list(found) for step, found in BRAIN._answers.items()}
    assert chosen(f"{who}+{idea}") == "stay"
    assert chosen(who) == "Red 2 B-C"
    assert BRAIN._answers == before


def test_a_file_that_was_changed_is_read_again(idea: Path):
    assert chosen(f"officer+{idea}") == "stay"
    idea.write_text(LAZY.replace("99.0", "-1.0") + "# changed")
    assert chosen(f"officer+{idea}") == "Red 2 B-C"


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        (None, "there is no such file"),
        ("def", "lazy.py cannot be run: SyntaxError"),
        ("1 / 0", "lazy.py cannot be run: ZeroDivisionError"),
        ("idea = 1", "lazy.py adds no candidate to the brain of toy"),
    ],
)
def test_a_file_that_is_no_idea_is_refused_in_one_line(code: str | None, complaint: str, tmp_path: Path):
    file = tmp_path / "lazy.py"
    if code is not None:
        file.write_text(code)
    with pytest.raises(Invalid, match=complaint):
        players.make(f"officer+{file}", "toy", "axis")


def test_a_player_without_a_brain_takes_no_idea(idea: Path):
    with pytest.raises(Invalid, match="'random' has no brain to put an idea in"):
        players.make(f"random+{idea}", "toy", "axis")


def test_a_tournament_tests_an_idea(idea: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["tournament", "toy", f"officer+{idea}", "officer", "--pairs", "2", "--sprt", "0,400"]) == 0
    assert f"officer+{idea} v officer: " in capsys.readouterr().out


def test_a_tournament_refuses_a_broken_idea_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["tournament", "toy", f"officer+{tmp_path / 'none.py'}", "officer", "--pairs", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "there is no such file" in err
