"""The wheel, built from a clean copy and installed by itself, serves the page; an action can be played on it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from ..browser.conftest import ARGUMENTS
from ..needs import missing
from .trial import build, clean_copy, install, play_an_action, playing

pytest.importorskip("build")


@pytest.mark.browser
def test_a_wheel_built_from_a_clean_copy_can_be_installed_and_played(tmp_path: Path):
    chromium = shutil.which("chromium") or missing("Chromium")
    if not shutil.which("npm"):
        missing("npm")
    program = install(build(clean_copy(tmp_path), "wheel"), tmp_path / "empty", alone=True)
    with playing(program, tmp_path) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        play_an_action(browser, address)
        browser.close()
