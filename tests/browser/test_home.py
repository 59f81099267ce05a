"""Saved games: new, renamed, duplicated, deleted and brought back; nothing is lost when the process dies."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client, process, running
from .conftest import Opener
from .driving import open_screen
from .situations import no_retreat


@rule("G.1", book="no-retreat-digital")
def test_a_game_is_named_duplicated_deleted_and_brought_back(screen: Opener, client: Client) -> None:
    game = client.new(title="no-retreat", name="First campaign", open=True)
    home = screen()
    tile = home.page.locator(f"[data-game='{game}']")
    tile.get_by_role("button", name="Rename").click()
    tile.get_by_role("textbox", name="New name").fill("The long campaign")
    tile.get_by_role("button", name="Save", exact=True).click()
    expect(tile.get_by_role("heading")).to_have_text("The long campaign")
    tile.get_by_role("button", name="Duplicate").click()
    expect(home.page.get_by_role("heading", name="The long campaign (copy)")).to_be_visible()
    home.picture("tiles")
    tile.get_by_role("button", name="Delete").click()
    expect(tile).to_have_count(0)
    home.press("Undo")
    expect(tile.get_by_role("heading")).to_have_text("The long campaign")
    tile.get_by_role("button", name="Delete").click()
    expect(tile).to_have_count(0)
    home.press("Trash")
    trash = home.page.get_by_role("dialog", name="Trash")
    trash.get_by_role("listitem").filter(has_text="The long campaign").get_by_role("button", name="Bring back").click()
    home.keys("Escape")
    expect(tile.get_by_role("heading")).to_have_text("The long campaign")


@rule("G.5", book="no-retreat-digital")
def test_a_new_game_is_set_up_in_one_dialog(screen: Opener, client: Client) -> None:
    home = screen()
    home.press("New game")
    dialog = home.page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name=re.compile("^No Retreat")).check()
    dialog.get_by_role("radio", name=re.compile("^Campaign|campaign")).first.check()
    dialog.get_by_role("radio", name="digital-1.1").check()
    dialog.get_by_role("radio", name=re.compile("You play Soviet")).check()
    expect(dialog.get_by_label(re.compile("Computer player for Axis"))).to_be_visible()
    dialog.get_by_text("Optional rules").click()
    option = dialog.locator(".options .switch").first
    expect(option.locator("small")).not_to_be_empty()
    option.get_by_role("checkbox").check()
    dialog.get_by_label("Name of the game").fill("As the Soviets")
    home.picture("dialog")
    dialog.get_by_role("button", name="Start the game").click()
    home.page.locator(".piece").first.wait_for()
    made = client.get("/api/games").json()[0]
    assert (made["name"], made["mode"], made["edition"]) == ("As the Soviets", "solo", "digital-1.1")
    assert made["seats"]["soviet"]["kind"] == "human"
    assert any(value is True for value in made["options"].values())


@rule("G.1", book="no-retreat-digital")
def test_save_kill_restart_go_on(browser: Browser, tmp_path: Path) -> None:
    with process(tmp_path) as (server, client):
        game = client.new(title="no-retreat", name="Survivor", open=True, seed="7")
        table = open_screen(browser, client, "test_save_kill_restart_go_on")
        table.open(game)
        table.discard(2)
        table.asks("Move your units")
        table.whole_map()
        table.select("6th Army")
        table.doing(lambda: table.click_place("1609"))
        table.stands_at("6th Army", "1609")
        server.kill()
        server.wait(10)
        expect(table.page.locator(".link-lost")).to_be_visible()
        table.picture("lost")
        table.page.context.close()
    with process(tmp_path) as (_, client):
        table = open_screen(browser, client, "test_save_kill_restart_go_on")
        table.home()
        table.press(re.compile("^Open Survivor"))
        table.title = "no-retreat"
        table.page.locator(".piece").first.wait_for()
        table.stands_at("6th Army", "1609")
        table.whole_map()
        table.select("17th Army")
        table.doing(lambda: table.click_place("1508"))
        table.stands_at("17th Army", "1508")
        table.picture("again")
        table.page.context.close()


def test_a_game_of_other_rules_says_so_in_one_line(browser: Browser, tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'games.db'}") as client:
        game = no_retreat(client, seed="1", name="Older rules", open=True)
        with sqlite3.connect(tmp_path / "games.db") as base:
            base.execute("UPDATE games SET rules = 0")
    with running(f"sqlite:///{tmp_path / 'games.db'}") as client:
        table = open_screen(browser, client, "test_a_game_of_other_rules_says_so_in_one_line")
        table.open(game)
        notice = table.page.get_by_role("complementary", name="About this game")
        expect(notice).to_contain_text("have changed since this game began")
        table.picture("notice")
        table.press("Close the notice")
        expect(notice).to_have_count(0)
        table.page.context.close()
