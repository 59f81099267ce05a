"""Cards as a fan, plain symbols, sounds: what one may have otherwise."""

from __future__ import annotations

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import discard_all


def solo(client: Client) -> str:
    game = client.new(title="no-retreat", name="Looks", seats={"axis": "human", "soviet": "computer:recruit"}, seed="5")
    discard_all(client, game)
    return game


def test_ones_cards_are_a_fan_that_opens_the_hand(screen: Opener, client: Client) -> None:
    table = screen(solo(client))
    fan = table.page.get_by_role("list", name="Your cards")
    expect(fan.get_by_role("button").first).to_be_visible()
    table.picture("fan")
    fan.get_by_role("button").first.focus()
    table.keys("Enter")
    expect(table.page.get_by_role("region", name="Cards", exact=True)).to_be_visible()
    expect(fan).to_have_count(0)


def test_plain_symbols_replace_those_of_nato(screen: Opener, client: Client) -> None:
    table = screen(solo(client))
    expect(table.page.locator(".plain-symbol")).to_have_count(0)
    table.press("Settings")
    dialog = table.page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_label("Sounds")).not_to_be_checked()
    dialog.get_by_label("Plain symbols").check()
    dialog.get_by_role("button", name="Close").click()
    expect(table.page.locator(".pieces .plain-symbol").first).to_be_attached()
    table.picture("plain")
