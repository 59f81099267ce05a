"""Perft: the number of positions a few actions away, pinned. A change here means that legal() changed."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rasputitsa.kernel import titles
from rasputitsa.kernel.conformance import perft

from .cases import Case
from .recorded import opening

PINNED: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())["perft"]


@pytest.mark.parametrize("pin", PINNED, ids=lambda pin: f"{pin['title']}-{pin['scenario']}-{pin['edition']}")
def test_the_number_of_positions_is_what_it_was(pin: dict[str, Any]):
    state = opening(Case(pin["title"], pin["scenario"], pin["edition"]))
    assert [perft(state, depth) for depth in range(1, len(pin["positions"]) + 1)] == pin["positions"]


def test_every_title_has_pinned_counts():
    assert {pin["title"] for pin in PINNED} == set(titles())
    assert all(pin["positions"] for pin in PINNED)
