"""Blocks, areas and openings do what the sheets in `printed/` say: each line is tried in the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rasputitsa.kernel.testing import rule
from tests.sheets import differences

from .printed.areas import areas
from .printed.blocks import blocks
from .printed.openings import openings

PRINTED = Path(__file__).parent / "printed"


@rule("2.4", "4.2", "S.5", "S.5.1")
@pytest.mark.parametrize("work_out", [blocks, areas, openings], ids=lambda work_out: work_out.__name__)
def test_everything_does_what_its_sheet_says(work_out: Callable[[], dict[str, str]]) -> None:
    assert differences(work_out(), PRINTED / f"{work_out.__name__}.txt") == []
