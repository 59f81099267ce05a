"""axe-core finds no serious fault on the main screens, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .driving import ROOT, Screen
from .situations import do, no_retreat

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"


def faults(screen: Screen) -> list[str]:
    """Serious and critical faults, in a line each."""
    screen.page.add_script_tag(path=AXE)
    found: list[dict[str, Any]] = screen.page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home_and_new_game_have_no_serious_fault(screen: Opener, client: Client, dark: bool) -> None:
    client.new(title="no-retreat", name="A game to list")
    home = screen(dark=dark)
    assert faults(home) == []
    home.press("New game")
    expect(home.page.get_by_role("dialog", name="New game")).to_be_visible()
    assert faults(home) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table_has_no_serious_fault(screen: Opener, client: Client, dark: bool) -> None:
    game = no_retreat(client, name="Accessible", open=True)
    do(client, game, "6th Army 1608-1609")
    table = screen(game, dark=dark)
    table.whole_map()
    table.select("17th Army")
    assert faults(table) == []
    for panel in ("Cards", "Log", "Off-map", "Rules"):
        table.page.locator(".dock").get_by_role("button", name=panel).click()
        assert faults(table) == [], panel
    table.press("Supply")
    assert faults(table) == []
    table.keys("Escape", "Escape", "Escape")
    table.doing(lambda: table.press("End movement"))
    table.page.mouse.move(*table.sought("1809"))
    expect(table.page.locator(".confirm .odds-bar").first).to_be_visible()
    assert faults(table) == []


@pytest.mark.parametrize("name", ["Calendar", "Victory", "Choices", "Settings", "How to play here"])
def test_the_dialogs_have_no_serious_fault(screen: Opener, client: Client, name: str) -> None:
    table = screen(no_retreat(client, name="Spoken to", open=True))
    opener = {"Calendar": "t", "Choices": "/", "How to play here": "?"}.get(name)
    if opener:
        table.keys(opener)
    else:
        table.press(name)
    expect(table.page.locator("dialog[open]")).to_be_visible()
    assert faults(table) == []


def test_replay_hand_over_and_phone_have_no_serious_fault(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Handed over")
    table = screen(game, size="phone")
    assert faults(table) == []
    table.sit_down("Axis")
    assert faults(table) == []
    table.press("Replay")
    expect(table.page.get_by_role("region", name="Replay")).to_be_visible()
    assert faults(table) == []
