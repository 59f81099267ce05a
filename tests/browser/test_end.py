"""The end of a game is a page; before it the victory window says how to win; a record does not tell its end first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import imported, no_retreat, record_where, short_game


def finished(client: Client) -> str:
    seed, deeds = short_game("no-retreat")
    game = client.new(title="no-retreat", name="Finished", open=True, seed=seed)
    for rev, deed in enumerate(deeds, client.summary(game)["rev"]):
        client.do(game, deed, "open", rev)
    assert client.summary(game)["over"]
    return game


def test_the_end_says_who_won_why_and_how_it_went(screen: Opener, client: Client) -> None:
    game = finished(client)
    table = screen(game)
    page = table.page.get_by_role("dialog", name="Victory")
    expect(page.locator(".verdict-why")).to_contain_text(re.compile(r"won on turn \d+ .*: .+\."))
    expect(page.locator(".verdict-why .rule-link")).to_be_visible()
    expect(page.locator(".chart")).not_to_have_count(0)
    expect(page.locator(".chart polyline").first).to_be_visible()
    for name in ("Watch", "Play again", "New game", "Check the dice"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    table.picture("page")
    page.get_by_role("button", name="Watch").click()
    bar = table.page.get_by_role("region", name="Replay")
    expect(bar.get_by_role("slider")).to_have_value("0")
    expect(bar.locator(".replay-result")).to_have_count(0)
    table.press("To the end")
    expect(bar.locator(".replay-result")).to_contain_text(re.compile("side won|draw"))


@pytest.mark.parametrize("title", ["no-retreat", "kiev41", "stalins-war"])
def test_the_victory_window_says_what_wins_and_how_far_it_is(screen: Opener, client: Client, title: str) -> None:
    game = no_retreat(client, name="Goals", open=True) if title == "no-retreat" else client.new(title=title, open=True)
    table = screen(game)
    table.page.get_by_role("button", name=re.compile("^Victory")).first.click()
    window = table.page.get_by_role("dialog", name="Victory")
    expect(window.locator(".goals")).to_have_count(2)
    expect(window.locator(".goals progress").first).to_be_visible()
    expect(window.locator(".goals").first).to_contain_text(re.compile("wins? if"))
    table.picture("goals")


def test_a_record_opens_where_it_was_asked_to_and_not_at_its_end(screen: Opener, client: Client) -> None:
    game = imported(client, record_where("no-retreat", lambda view: view.banner.turn >= 2, plies=600), "No spoiler")
    table = screen()
    table.page.goto(f"{table.base}#/game/{game}/replay/12")
    first = table.page.wait_for_selector(".replay-count")
    assert first.inner_text().startswith("12 /")
    expect(table.page.locator(".banner")).to_contain_text("June 1941")
