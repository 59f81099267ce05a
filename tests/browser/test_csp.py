"""The page works under its own strict Content-Security-Policy."""

from __future__ import annotations

from playwright.sync_api import Browser

from ..server.running import Client
from .situations import no_retreat


def test_the_table_is_drawn_and_nothing_is_refused_by_the_policy(browser: Browser, client: Client):
    game = no_retreat(client, name="Policy", open=True)
    page = browser.new_context().new_page()
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if "Content Security Policy" in line.text else None)
    page.goto(f"http://127.0.0.1:{client.port}/#/game/{game}")
    page.locator(".prompt").wait_for(timeout=60_000)
    page.locator("svg").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    assert refused == []
    page.context.close()
