"""Wheel and source archive, each in an empty environment with dependencies of its own: `python -m tests.install`."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from ..browser.conftest import ARGUMENTS
from .trial import build, clean_copy, install, play_an_action, playing


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        copy = clean_copy(folder)
        for kind in ("sdist", "wheel"):
            archive = build(copy, kind)
            print(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB, being installed", flush=True)
            with playing(install(archive, folder / kind, alone=False), folder) as address:
                play_an_action(browser, address)
            print(f"{archive.name}: installed in an empty environment, served, an action played", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
