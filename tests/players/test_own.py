"""`python:my_player.py:MyPlayer`: a class of one's own in a seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from rasputitsa import players
from rasputitsa.cli import run
from rasputitsa.kernel import Invalid
from rasputitsa.players import Deadline, Seat
from rasputitsa.table import read_seats
from toy import TITLE

pytestmark = pytest.mark.usefixtures("toy")
STUBBORN = """
class Stubborn:
    def __init__(self, title, side, *, seed=None):
        self.side = side

    def choose(self, seat, deadline):
        return seat.legal()[-1]

class Unfinished:
    def __init__(self, title, side, *, seed=None): ...

LIMIT = 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "stubborn.py"
    found.write_text(STUBBORN)
    return found


def test_a_class_of_a_file_takes_a_seat(file: Path):
    player = players.make(f"python:{file}:Stubborn", "toy", "axis", seed=1)
    state = TITLE.new(open_cards=True)
    assert player.choose(Seat(state, "axis"), Deadline()) == state.legal()[-1]


def test_it_plays_whole_games_on_the_command_line(file: Path, capsys: pytest.CaptureFixture[str]):
    match = ["selfplay", "toy", "--axis", f"python:{file}:Stubborn", "--soviet", "random", "--games", "2", "--json"]
    assert run(match) == 0
    assert '"errors":0' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (":Nobody", "has no class Nobody"),
        (":LIMIT", "has no class LIMIT"),
        (":Unfinished", "has no choose"),
        ("", "python:FILE:Class"),
        ("x:Stubborn", "no such file"),
    ],
)
def test_a_mistake_is_named(file: Path, rest: str, said: str):
    with pytest.raises(Invalid, match=said):
        players.make(f"python:{file}{rest}", "toy", "axis")


def test_a_page_cannot_name_a_file(file: Path):
    with pytest.raises(Invalid, match="unknown player"):
        read_seats(TITLE, {"axis": f"computer:python:{file}:Stubborn"})
