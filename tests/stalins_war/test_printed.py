"""Counters, hexes, openings and turns do what the sheets in `printed/` say: each line is tried in the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rasputitsa.kernel.testing import rule
from tests.sheets import differences

from .printed.counters import counters
from .printed.hexes import hexes
from .printed.openings import openings, turns

PRINTED = Path(__file__).parent / "printed"


@rule("2.1", "2.2", "10.1.1", "25.0", "6.0")
@pytest.mark.parametrize("work_out", [counters, hexes, openings, turns], ids=lambda work_out: work_out.__name__)
def test_everything_does_what_its_sheet_says(work_out: Callable[[], dict[str, str]]) -> None:
    assert differences(work_out(), PRINTED / f"{work_out.__name__}.txt") == []
