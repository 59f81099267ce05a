"""What the README shows in Python is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_readmes_example_runs():
    found = doctest.testfile(str(Path(__file__).parents[2] / "README.md"), module_relative=False)
    assert found.attempted >= 8 and found.failed == 0


def test_the_packages_example_runs():
    import rasputitsa

    assert doctest.testmod(rasputitsa).failed == 0
