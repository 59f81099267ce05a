"""`rasputitsa draw`: pictures of positions and boards, written whole or not at all."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from rasputitsa.cli import run

PNG = b"\x89PNG\r\n\x1a\n"


def drawn(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_start_of_a_scenario_is_drawn_with_its_units(tmp_path: Path):
    picture = tmp_path / "board.svg"
    assert run(["draw", "no-retreat", "--scenario", "barbarossa", "-o", str(picture)]) == 0
    text = drawn(picture)
    assert ET.fromstring(text).tag.endswith("svg")
    assert "Moscow" in text and "2nd Panzer" in text


def test_a_png_is_a_picture_of_the_same_shape(tmp_path: Path):
    for name in ("board.svg", "board.png"):
        assert run(["draw", "no-retreat", "-o", str(tmp_path / name), "--zoom", "0.25"]) == 0
    png = (tmp_path / "board.png").read_bytes()
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    _, _, w, h = map(float, ET.fromstring(drawn(tmp_path / "board.svg")).attrib["viewBox"].split())
    assert width / height == pytest.approx(w / h, rel=0.01) and width > 300


def test_a_record_is_drawn_at_a_ply(tmp_path: Path):
    assert run(["selfplay", "no-retreat", "--games", "1", "--records", str(tmp_path)]) == 0
    record = next(tmp_path.glob("*.rec"))
    pictures = [tmp_path / "early.svg", tmp_path / "late.svg"]
    for ply, picture in zip(("20", "80"), pictures):
        assert run(["draw", "no-retreat", "--record", str(record), "--to", ply, "-o", str(picture)]) == 0
    assert drawn(pictures[0]) != drawn(pictures[1])


def test_a_board_that_cannot_be_played_yet_can_be_drawn(tmp_path: Path):
    assert run(["draw", "stalins-war", "-o", str(tmp_path / "board.svg"), "--theme", "dark"]) == 0
    assert "Stalingrad" in drawn(tmp_path / "board.svg")


BAD = {
    "no output": [],
    "another kind of picture": ["-o", "{}/board.jpg"],
    "no such folder": ["-o", "{}/no/such/board.svg"],
    "an unknown scenario": ["-o", "{}/board.svg", "--scenario", "waterloo"],
    "an unknown side": ["-o", "{}/board.svg", "--side", "french"],
    "an unknown theme": ["-o", "{}/board.svg", "--theme", "pink"],
    "a ply without a record": ["-o", "{}/board.svg", "--to", "3"],
    "a record that is not there": ["-o", "{}/board.svg", "--record", "/no/such.rec"],
    "a record and a scenario": ["-o", "{}/board.svg", "--record", "/no/such.rec", "--scenario", "barbarossa"],
    "a zoom of nothing": ["-o", "{}/board.png", "--zoom", "0"],
}


@pytest.mark.parametrize("args", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_drawn_gets_one_line_and_leaves_no_file(
    args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["draw", "no-retreat", *(arg.format(tmp_path) for arg in args)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["waterloo", "../no-retreat", "", "no.retreat"])
def test_an_unknown_board_is_refused(title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["draw", title, "-o", str(tmp_path / "board.svg")]) == 2
    assert "unknown title" in capsys.readouterr().err
