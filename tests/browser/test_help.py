"""Help where it is needed: first steps, settings, keys, problem reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client
from .conftest import Opener
from .situations import no_retreat


@rule("G.3", book="no-retreat-digital")
def test_the_very_first_turn_is_guided(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Beginner", open=True), lessons=True)
    lesson = table.page.get_by_role("complementary", name="First steps")
    expect(lesson).to_contain_text("Pick a unit")
    table.picture("pick")
    table.whole_map()
    table.select("6th Army")
    expect(lesson).to_contain_text("Send it somewhere")
    table.doing(lambda: table.click_place("1609"))
    expect(lesson).to_contain_text("Ask about anything")
    table.ask_about("1812")
    expect(lesson).to_contain_text("Take it back")
    table.keys("u")
    expect(lesson).to_have_count(0)
    table.page.reload()
    table.page.locator(".piece").first.wait_for()
    expect(lesson).to_have_count(0)


@rule("G.2", book="no-retreat-digital")
def test_f10_makes_a_report_with_the_record_and_a_picture(screen: Opener, client: Client, tmp_path: Path) -> None:
    table = screen(no_retreat(client, name="Reported", open=True))
    table.keys("F10")
    dialog = table.page.get_by_role("dialog", name="Report a problem")
    dialog.get_by_label("What happened").fill("The 6th Army should be blue.")
    expect(dialog.get_by_role("img", name="The map as you see it")).to_be_visible()
    table.picture("dialog")
    with table.page.expect_download() as download:
        dialog.get_by_role("button", name="Save the report").click()
    file = tmp_path / "report.json"
    download.value.save_as(file)
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["text"] == "The 6th Army should be blue."
    assert report["record"].startswith("rasputitsa record 1")
    assert report["view"]["pieces"]
    assert report["picture"].startswith("data:image/jpeg;base64,") and len(report["picture"]) > 50_000


def test_light_and_dark_follow_the_setting(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Night", open=True))
    page = table.page
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    table.press("Settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".map-picture")).to_have_attribute("src", re.compile("theme=dark"))
    table.keys("Escape")
    table.settle()
    table.picture("dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_keys_are_listed(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Listed", open=True))
    table.keys("?")
    dialog = table.page.get_by_role("dialog", name="How to play here")
    expect(dialog).to_contain_text("Next unit that may act")
    table.picture("keys")


def test_without_the_hand_over_screen_the_seat_changes_by_itself(screen: Opener, client: Client) -> None:
    home = screen()
    home.press("Settings")
    home.page.get_by_role("checkbox", name=re.compile("Hand-over screen")).uncheck()
    home.keys("Escape")
    home.open(client.new(title="no-retreat", name="No cover"))
    expect(home.page.locator(".hand-over")).to_have_count(0)
    expect(home.page.locator(".piece").first).to_be_visible()


def test_credits_name_those_who_made_the_board_games(screen: Opener) -> None:
    home = screen()
    home.page.get_by_role("button", name="Help").click()
    home.page.get_by_role("button", name="Credits and licences").click()
    dialog = home.page.get_by_role("dialog", name="Credits")
    for name, designer in (("No Retreat!", "Carl Paradis"), ("Kiev", "Emanuele Santandrea"), ("Stalin", "Ted Raicer")):
        expect(dialog.get_by_role("region", name=re.compile(name))).to_contain_text(designer)
    expect(dialog).to_contain_text("was not made, checked or approved by the designers")
    home.picture("credits")
    with home.page.expect_popup() as notices:
        dialog.get_by_role("link", name="licences of all of them").click()
    expect(notices.value.locator("body")).to_contain_text("SIL OPEN FONT LICENSE")
