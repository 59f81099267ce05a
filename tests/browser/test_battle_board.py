"""The battle board: both sides, each shift with its reason, the table with its column lit, the dice, what they mean."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import do, imported, no_retreat, record_where


def board(table: Screen) -> Locator:
    return table.page.get_by_role("region", name=re.compile("^Battle for"))


def at_the_first_battle(screen: Opener, client: Client, title: str) -> Screen:
    """A record of a random game, looked at where its first dice of battle have just fallen."""
    record = record_where(title, lambda view: view.banner.turn >= 2, plies=2500)
    game = imported(client, record, f"Battles of {title}")
    battles = client.get(f"/api/games/{game}/timeline", params={"seat": "open"}).json()["battles"]
    table = screen()
    table.title = title
    table.page.goto(f"{table.base}#/game/{game}/replay/{battles[0]['ply'] - 1}")
    expect(table.page.get_by_role("slider")).to_have_value(str(battles[0]["ply"] - 1))
    table.press("One step on")
    expect(board(table)).to_be_visible()
    return table


def test_a_battle_of_no_retreat_is_explained(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Battle", open=True)
    deeds = ("end movement", "target 1809", "no more targets", "2nd Panzer joins the attack on 1809")
    do(client, game, *deeds)
    table = screen(game)
    found = client.get(f"/api/games/{game}/choices", params={"seat": "open"}).json()["choices"]
    start = next(choice["do"] for choice in found if choice["do"].startswith("attack 1809"))
    do(client, game, start)
    for _ in range(6):
        if board(table).is_visible():
            break
        found = client.get(f"/api/games/{game}/choices", params={"seat": "open"}).json()["choices"]
        do(client, game, found[-1]["do"])
    shown = board(table)
    expect(shown.locator(".battle-side")).to_have_count(2)
    expect(shown.locator(".battle-side").first).to_contain_text("2nd Panzer")
    expect(shown.locator(".die")).to_have_count(1)
    expect(shown.locator(".crt td.struck")).to_have_count(1)
    code = shown.locator(".dice-result").inner_text()
    expect(shown.locator(".crt td.struck")).to_have_text(code)
    expect(shown.locator(".battle-words")).to_contain_text(code)
    expect(shown.locator(".battle-legend")).to_contain_text("Defender shattered")
    expect(table.page.locator("[data-battle-said]")).to_contain_text("Battle for")
    table.picture("board")
    shown.get_by_role("button", name="Dismiss the battle").click()
    expect(shown).to_have_count(0)


@pytest.mark.parametrize("title", ["kiev41", "stalins-war"])
def test_a_battle_with_many_dice_shows_them_all(screen: Opener, client: Client, title: str) -> None:
    table = at_the_first_battle(screen, client, title)
    shown = board(table)
    expect(shown.locator(".battle-side")).to_have_count(2)
    expect(shown.locator(".die").first).to_be_visible()
    expect(shown.locator(".battle-order")).to_contain_text(re.compile("strongest|second step"))
    if title == "stalins-war":
        expect(shown.locator(".crt")).to_have_count(2)
    table.picture("board")
