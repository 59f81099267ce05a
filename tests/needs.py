"""Programs that some tests need and that are not Python packages."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(program: str) -> NoReturn:
    """The test cannot run without that program: skipped on somebody's machine, a failure where CI is set, because there
    nobody would notice."""
    if os.environ.get("CI"):
        pytest.fail(f"{program} is missing on a machine that has to run all tests")
    pytest.skip(f"{program} is not installed")
