"""Recorded games still play as they did: every action legal, as many choices, the same positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rasputitsa.kernel import Record

from .recorded import FOLDER, recorded_cases, remark, remarks

FILES = sorted(FOLDER.glob("*.rec"))


def test_there_is_a_recorded_game_of_every_edition_and_scenario():
    assert {f.stem for f in FILES} == {str(case) for case in recorded_cases()}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_recorded_game_plays_as_it_did(file: Path):
    text = file.read_text(encoding="utf-8")
    record = Record.from_text(text)
    assert not record.notice, "make the records anew: the rules have a new version (make records)"
    state = record.start()
    expected = dict(remarks(text))
    found = {0: remark(state, 0)}
    for ply, entry in enumerate(record.entries, 1):
        state.apply(entry.action, by=entry.side)
        if ply in expected:
            found[ply] = remark(state, ply)
    assert found == expected
