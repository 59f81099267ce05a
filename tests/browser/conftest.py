"""A real browser on a real server: Debian's Chromium through Playwright, the built client, SQLite."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from ..needs import missing
from ..server.running import Client, running
from .driving import ROOT, Screen, open_screen

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=60_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def built() -> None:
    """The client as `make web` builds it."""
    if not (ROOT / "src/rasputitsa/server/static/index.html").exists():
        pytest.fail("the client is not built: run 'make install' first")


@pytest.fixture(scope="session")
def browser(built: None) -> Iterator[Browser]:
    chromium = shutil.which("chromium") or missing("Chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for all tests; each makes games of its own."""
    folder = tmp_path_factory.mktemp("table")
    with running(f"sqlite:///{folder / 'games.db'}", grace=0.5) as found:
        found.headers["connection"] = "close"  # a test may pause longer than the server keeps a connection
        yield found


Opener = Callable[..., Screen]


@pytest.fixture
def screen(browser: Browser, client: Client, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens pages: `screen(game)` on a desk, `screen(game, size="phone")` with touch. Faults on a page fail the test;
    the last sight of each page is kept as a picture."""
    opened: list[Screen] = []

    def open_one(game: str = "", **wishes: object) -> Screen:
        found = open_screen(browser, client, request.node.name, **wishes)
        opened.append(found)
        if game:
            found.open(game)
        else:
            found.home()
        return found

    yield open_one
    for one in opened:
        one.picture("end")
        one.page.context.close()
    assert [fault for one in opened for fault in one.faults] == []
