"""Tuning: weights that win are found, the proof is honest, bad input is reported."""

from __future__ import annotations

from math import log
from pathlib import Path

import msgspec
import pytest

from rasputitsa.arena.selfplay import Match, play
from rasputitsa.arena.tune import LONGEST, Plan, Sample, Slope, changed, prove, sample, slopes, step, telling
from rasputitsa.cli import run as command
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players.weights import Book, read_book

from ..players.toys import BOOK

pytestmark = pytest.mark.usefixtures("toy")
SHY = BOOK.changed((), {"march": 0.08, "fight": 0.08})
"""Too shy to leave its place, but only just."""


def plan(pairs: int = 40, period: str = "", players: str = "") -> Plan:
    match = Match(
        title="toy",
        scenario="line",
        edition="first",
        options={},
        players={"axis": players, "soviet": players},
        seed="9",
        period=period,
    )
    return Plan(match=match, names={"axis": ("march", "fight"), "soviet": ("card",)}, pairs=pairs)


def test_factors_multiply_the_weights_of_their_side_and_period_only():
    book = changed(BOOK, plan(period="late"), {"axis": {"fight": log(2.0)}})
    assert book.at("axis", "late")["fight"] == pytest.approx(0.8)
    assert book.at("axis", "late")["march"] == BOOK.at("axis")["march"]
    assert book.at("axis", "early") == BOOK.at("axis", "early")
    assert book.at("soviet", "late") == BOOK.at("soviet", "late")


def test_a_player_too_shy_to_move_learns_to_march():
    found = slopes(plan(), sample(plan(240), SHY))
    march = next(s for s in found["axis"] if s.name == "march")
    assert march.slope > 2 * march.error
    assert telling(found["axis"]) > 1
    changes = step(found)
    assert changes["axis"]["march"] == pytest.approx(max(abs(x) for x in changes["axis"].values()))
    proof = next(p for p in prove(plan(), SHY, {"axis": changes["axis"]}, 60) if p.side == "axis")
    assert proof.better
    assert proof.games == 60


def test_slopes_are_told_for_each_side_from_its_own_point_of_view():
    pairs = [Sample(changes={"axis": {"march": x, "fight": 0.1}, "soviet": {"card": x}}, gain=x) for x in (-1.0, 0.5)]
    found = slopes(plan(), pairs)
    assert found["axis"][0].slope == pytest.approx(1.0)
    assert found["soviet"][0].slope == pytest.approx(-1.0)


def test_what_could_be_chance_is_not_stepped_after():
    noise = [Slope(name=name, slope=x, error=0.1) for name, x in (("march", 0.08), ("fight", -0.1), ("card", 0.02))]
    sure = [Slope(name=name, slope=x, error=0.01) for name, x in (("march", 0.08), ("fight", -0.1), ("card", 0.002))]
    changes = step({"axis": noise, "soviet": sure})
    assert changes["axis"] == {}
    assert changes["soviet"]["fight"] == pytest.approx(-LONGEST, abs=0.02)
    assert "card" not in changes["soviet"]


def test_weights_that_change_nothing_prove_nothing():
    proofs = prove(plan(), BOOK, {"axis": {"march": 0.0, "fight": 0.0}, "soviet": {}}, 10)
    assert [(p.side, p.gain, p.better) for p in proofs] == [("axis", 0.0, False)]


def test_the_same_seed_finds_the_same():
    assert sample(plan(6), SHY) == sample(msgspec.structs.replace(plan(6), workers=2), SHY)


def test_a_game_is_judged_where_its_period_ends():
    early, late = (play(plan(period=p, players="recruit").match, 1) for p in ("early", "late"))
    assert early.turn == 2 and not early.winner and not early.error
    assert early.worth is not None and abs(early.worth) < 10
    assert late.winner and late.worth is not None and abs(late.worth) == 10


def test_a_game_that_never_comes_to_the_period_is_no_evidence():
    never = plan(4, period="1939")
    assert sample(never, SHY) == []
    with pytest.raises(Invalid, match="came to that period"):
        slopes(never, [])


def test_a_game_that_goes_wrong_stops_the_tuning():
    lacking = Book({"march": 1.0}, {})
    with pytest.raises(Invalid, match="went wrong"):
        sample(msgspec.structs.replace(plan(2), names={"axis": ("march",)}), lacking)


def test_the_command_writes_weights_with_their_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    base, out = tmp_path / "base.toml", tmp_path / "new.toml"
    base.write_text(SHY.toml(), encoding="utf-8")
    args = ["tune", "toy", "--side", "axis", "--weight", "march", "--weight", "fight", "--base", str(base)]
    assert command([*args, "--pairs", "240", "--proof", "60", "-o", str(out)]) == 0
    written: Book = read_book(out)
    assert "axis: tuned on 240 pairs of line" in written.about
    assert written.at("axis")["march"] > SHY.at("axis")["march"]
    assert written.at("soviet") == SHY.at("soviet")
    told = capsys.readouterr().out
    assert "march" in told and "better weights written" in told


def test_what_is_not_proved_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "new.toml"
    args = ["tune", "toy", "--side", "soviet", "--weight", "card", "--pairs", "2", "--spread", "0.01"]
    assert command([*args, "--proof", "2", "-o", str(out)]) == 1
    assert read_book(out).at("soviet") == BOOK.at("soviet")
    assert "nothing shown to be better" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--side", "nobody"], "unknown side"),
        (["--weight", "courage"], "unknown weight"),
        (["--period", "1939"], "unknown period"),
        (["--base", "/no/such/file"], "No such file"),
    ],
)
def test_bad_input_is_told_in_one_line(more: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command(["tune", "toy", "-o", str(tmp_path / "x.toml"), *more]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "x.toml").exists()
