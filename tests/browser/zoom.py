"""How smoothly the map zooms: `python -m tests.browser.zoom` measures 20 steps of the wheel on the full board of every
title, at 1600x900 with software rendering, and the same steps on an empty page in the same browser. Prints the worst
frame of each; with `--most 6` it fails if one is more than six times the empty page's. Whatever else the machine does
makes frames longer, never shorter: of several rounds, each on fresh pages, the best one of each page counts."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from ..server.running import Client, running
from .conftest import ARGUMENTS
from .driving import SETTLED

SIZE = {"width": 1600, "height": 900}
STEPS = 20
ROUNDS = 4
BOARDS = {
    "no-retreat": {"scenario": "campaign"},
    "stalins-war": {},
    "kiev41": {"options": {"setup": "historical"}},
}
WATCH = """() => {
    const frames = (window.frames_ = [])
    const tick = (now) => { frames.push(now); if (window.frames_ === frames) requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
}"""


def worst_frame(page: Page) -> float:
    """Ten steps in and ten out, in the middle of the page; then a moment for what is drawn at rest."""
    page.evaluate(WATCH)
    page.mouse.move(SIZE["width"] / 2, SIZE["height"] / 2)
    for step in range(STEPS):
        page.mouse.wheel(0, -120 if step < STEPS / 2 else 120)
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    page.evaluate("new Promise((done) => setTimeout(done, 600))")
    frames = page.evaluate("window.frames_")
    return float(max(b - a for a, b in pairwise(frames)))


def new_page(browser: Browser) -> Page:
    page = browser.new_context(bypass_csp=True, viewport=SIZE).new_page()
    page.set_default_timeout(120_000)
    return page


def empty(browser: Browser) -> float:
    page = new_page(browser)
    page.set_content("<p>Empty</p>")
    found = worst_frame(page)
    page.context.close()
    return found


def board(browser: Browser, client: Client, title: str) -> float:
    game = client.new(title=title, name="Zoom", open=True, **BOARDS[title])
    page = new_page(browser)
    page.goto(f"http://127.0.0.1:{client.port}/#/game/{game}")
    page.locator(".piece").first.wait_for()
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_function(SETTLED)
    page.locator("[data-raster='ready']").wait_for(state="attached")
    page.wait_for_timeout(1000)
    found = worst_frame(page)
    page.context.close()
    return found


def measured(titles: list[str], rounds: int = ROUNDS) -> tuple[float, dict[str, float]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{Path(folder) / 'games.db'}", grace=0.5) as client,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        found = [[empty(browser), *(board(browser, client, title) for title in titles)] for _ in range(rounds)]
        browser.close()
    nothing, *boards = (min(worst) for worst in zip(*found, strict=True))
    return nothing, dict(zip(titles, boards, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description="How smoothly the map zooms.")
    parser.add_argument("titles", nargs="*", default=list(BOARDS), help="the boards to measure")
    parser.add_argument("--most", type=float, default=0, help="fail if a frame takes more than this many empty ones")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is measured")
    wishes = parser.parse_args()
    nothing, found = measured(wishes.titles, wishes.rounds)
    print(f"{'empty page':<12} {nothing:6.0f} ms")
    for title, worst in found.items():
        print(f"{title:<12} {worst:6.0f} ms  {worst / nothing:5.1f} times")
    return int(bool(wishes.most) and any(worst > wishes.most * nothing for worst in found.values()))


if __name__ == "__main__":
    sys.exit(main())
