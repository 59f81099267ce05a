"""Tuning: weights that win are found, the proof is honest, bad input is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rasputitsa.arena.selfplay import Match
from rasputitsa.arena.tune import Plan, apply, prove, tune
from rasputitsa.cli import run as command
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.weights import Book, read_book

from ..players.toys import BOOK

pytestmark = pytest.mark.usefixtures("toy")
SHY = BOOK.changed((), {"march": 0.02, "fight": 0.02})


def plan(generations: int = 4, games: int = 12) -> Plan:
    match = Match(
        title="toy",
        scenario="line",
        edition="first",
        options={},
        players={"axis": "", "soviet": ""},
        seed="9",
    )
    return Plan(
        match=match,
        side="axis",
        period="",
        names=("march", "fight"),
        pool=("random", "recruit"),
        generations=generations,
        population=6,
        games=games,
        sigma=2.0,
    )


def test_factors_multiply_the_weights_of_one_side_only():
    changed = apply(BOOK, plan(), [0.0, 0.6931471805599453])
    assert changed.at("axis")["fight"] == pytest.approx(0.8)
    assert changed.at("axis")["march"] == pytest.approx(1.0)
    assert changed.at("soviet") == BOOK.at("soviet")


def test_a_player_too_shy_to_move_learns_to_march():
    steps: list[float] = []
    found = tune(plan(), SHY, lambda step: steps.append(step.mean))
    assert len(steps) == 4
    proof = prove(plan(), SHY, found, 40)
    assert proof.after > proof.before + proof.error
    assert proof.wins_after > proof.wins_before


def test_weights_against_themselves_prove_nothing():
    proof = prove(plan(), BOOK, BOOK, 10)
    assert proof.before == proof.after
    assert not proof.better


def test_a_game_that_goes_wrong_stops_the_tuning(monkeypatch: pytest.MonkeyPatch):
    broken = Plan(**{f: getattr(plan(), f) for f in plan().__struct_fields__} | {"pool": ("nobody",)})
    with pytest.raises(Invalid, match="went wrong"):
        tune(broken, SHY)


def test_the_command_writes_weights_with_their_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    base, out = tmp_path / "base.toml", tmp_path / "new.toml"
    base.write_text(SHY.toml(), encoding="utf-8")
    sizes = ["--generations", "2", "--population", "5", "--games", "6", "--proof", "10"]
    args = ["tune", "toy", "--side", "axis", "--weight", "march", "--against", "random", "--base", str(base)]
    assert command([*args, *sizes, "-o", str(out)]) in (0, 1)
    written: Book = read_book(out)
    assert "against random" in written.about
    assert "generation 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--side", "nobody"], "unknown side"),
        (["--side", "axis", "--weight", "courage"], "unknown weight"),
        (["--side", "axis", "--period", "1939"], "unknown period"),
        (["--side", "axis", "--base", "/no/such/file"], "No such file"),
    ],
)
def test_bad_input_is_told_in_one_line(more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command(["tune", "toy", "-o", str(tmp_path / "x.toml"), *more]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "x.toml").exists()
