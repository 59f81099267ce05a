"""Signing up, logging in, changing and leaving, as a person does it in the browser."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ...server.online.people import PASSWORD, Club
from ..conftest import Opener
from ..test_accessibility import faults
from .conftest import Sitter
from .matches import member
from .windows import Window, log_in

NEW = "quite another long one"


def home(screen: Window) -> None:
    expect(screen.page.get_by_role("heading", name="My games")).to_be_visible()


@rule("N.2", book="no-retreat-digital")
def test_signing_up_by_mail_logging_out_and_in_again(house: Club, sits: Sitter) -> None:
    screen = sits(house)
    screen.visit()
    expect(screen.page.get_by_role("heading", name="Log in")).to_be_visible()
    screen.picture("log-in")
    screen.page.get_by_role("link", name="Sign up").click()
    screen.field("E-mail address", "zoya@example.org")
    screen.press("Send me the link")
    expect(screen.page.get_by_role("status").filter(has_text=re.compile("mail|link"))).to_be_visible()
    screen.visit(f"confirm/{house.link('confirm', 'zoya@example.org')}")
    screen.field("Nickname", "Zoya")
    screen.field("Password", PASSWORD)
    screen.picture("confirm")
    screen.press("Create my account")
    home(screen)
    expect(screen.page.get_by_role("link", name=re.compile("Zoya"))).to_be_visible()
    screen.visit("account")
    screen.press("Log out")
    expect(screen.page.get_by_role("heading", name="Log in")).to_be_visible()
    log_in(screen, "zoya", "not the right one")
    screen.fault("")
    log_in(screen, "zoya")
    home(screen)


@rule("N.2", book="no-retreat-digital")
def test_everything_of_signing_in_works_from_the_keyboard(house: Club, sits: Sitter) -> None:
    member(house, "Lev")
    screen = sits(house)
    screen.visit()
    expect(screen.page.get_by_role("heading", name="Log in")).to_be_visible()
    for text in ("lev@example.org", PASSWORD):
        screen.page.keyboard.press("Tab")
        screen.page.keyboard.type(text)
    screen.page.keyboard.press("Enter")
    home(screen)


def test_a_link_wanted_before_signing_in_is_followed_after_it(house: Club, sits: Sitter) -> None:
    member(house, "Maria")
    screen = sits(house)
    screen.visit("account")
    log_in(screen, "maria")
    expect(screen.page.get_by_role("heading", name="My account")).to_be_visible()


def test_a_forgotten_password_is_set_anew_by_a_link(house: Club, sits: Sitter) -> None:
    member(house, "Anton")
    screen = sits(house)
    screen.visit("forgot")
    screen.field("E-mail address", "anton@example.org")
    screen.press("Send me the link")
    expect(screen.page.locator(".well")).to_be_visible()
    screen.visit(f"reset/{house.link('reset', 'anton@example.org')}")
    screen.field("New password", NEW)
    screen.press("Set it and log in")
    home(screen)
    screen.visit(f"reset/{house.link('reset', 'anton@example.org')}")
    screen.field("New password", NEW)
    screen.press("Set it and log in")
    screen.fault("")


def test_address_password_devices_and_tokens(house: Club, sits: Sitter) -> None:
    screen = sits(house, member(house, "Nadia"))
    house.log_in("Nadia")
    screen.visit("account")
    screen.section("E-mail address")
    screen.field("New address", "nadia@elsewhere.org")
    screen.field("Password", PASSWORD)
    screen.press("Change the address")
    expect(screen.page.locator(".section[open] .well")).to_be_visible()
    screen.visit(f"email/{house.link('email', 'nadia@elsewhere.org')}")
    expect(screen.page.get_by_text("Mail goes to nadia@elsewhere.org")).to_be_visible()
    screen.visit("account")
    screen.section("Devices")
    devices = screen.page.locator(".section", has_text="Devices").locator(".lines li")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="python-httpx")).to_have_count(2)
    screen.press("Sign out all others")
    expect(devices).to_have_count(1)
    screen.section("Programs that play for me")
    screen.field("For which program", "My bot")
    screen.press("Make a token")
    expect(screen.page.locator(".well code")).not_to_be_empty()
    screen.picture("token")
    screen.press(re.compile("^Revoke"))
    expect(screen.page.get_by_role("button", name=re.compile("^Revoke"))).to_have_count(0)
    screen.section("Password")
    screen.field("Password until now", PASSWORD)
    screen.field("New password", NEW)
    screen.press("Change the password")
    expect(screen.page.get_by_text("All other devices are signed out")).to_be_visible()


def test_the_list_of_devices_names_the_browser_and_the_system(house: Club, sits: Sitter) -> None:
    member(house, "Zina")
    screen = sits(house)
    screen.visit("account")
    log_in(screen, "zina")
    screen.section("Devices")
    here = screen.page.locator(".section", has_text="Devices").locator(".lines li", has_text="this one")
    expect(here.locator("strong")).to_have_text("Chrome on Linux")


def test_wishes_about_mail_times_and_what_is_shown_are_kept(house: Club, sits: Sitter) -> None:
    person = member(house, "Pavel")
    screen = sits(house, person)
    screen.visit("account")
    screen.page.get_by_label(re.compile("^Time zone")).select_option("Asia/Vladivostok")
    you = screen.page.get_by_role("form", name="You")
    you.get_by_role("button", name="Save").click()
    expect(you.get_by_role("status")).to_be_visible()
    screen.section("Mail")
    screen.page.get_by_label(re.compile("One mail a day")).check()
    screen.page.get_by_label(re.compile("When it has been my turn")).select_option("180")
    screen.page.get_by_role("form", name="Mail").get_by_role("button", name="Save").click()
    expect(screen.page.get_by_role("form", name="Mail").get_by_role("status")).to_be_visible()
    screen.section("Holidays")
    screen.field("First day", "2030-07-01")
    screen.field("Last day", "2030-07-14")
    screen.press("Add")
    expect(screen.page.get_by_text("2030-07-01 to 2030-07-14")).to_be_visible()
    screen.section("What others see")
    screen.page.get_by_label("My results").select_option("nobody")
    shown = screen.page.get_by_role("form", name="What others see")
    shown.get_by_role("button", name="Save").click()
    expect(shown.get_by_role("status")).to_be_visible()
    kept = person.ok("GET", "/account")
    assert kept["zone"] == "Asia/Vladivostok"
    assert (kept["notices"]["digest"], kept["notices"]["turn_minutes"]) == (True, 180)
    assert kept["holidays"] == [{"from": "2030-07-01", "until": "2030-07-14"}]
    assert kept["shows"]["results"] == "nobody"


def test_leaving_saves_the_data_first_and_then_erases_it(house: Club, sits: Sitter, tmp_path: Path) -> None:
    screen = sits(house, member(house, "Olga"))
    screen.visit("account")
    screen.section("Your data, and leaving")
    with screen.page.expect_download() as saving:
        screen.page.get_by_role("link", name="Save my data").click()
    saving.value.save_as(tmp_path / "me.json")
    assert "olga@example.org" in (tmp_path / "me.json").read_text()
    assert msgspec.json.decode((tmp_path / "me.json").read_bytes())
    screen.press("Delete my account …")
    screen.page.get_by_label("Password", exact=True).last.fill(PASSWORD)
    screen.press("Delete my account for good")
    expect(screen.page.get_by_role("heading", name="Log in")).to_be_visible()
    log_in(screen, "olga")
    screen.fault("")


def test_a_device_that_is_signed_out_elsewhere_is_asked_to_log_in(house: Club, sits: Sitter) -> None:
    person = member(house, "Rita")
    screen = sits(house, house.log_in("Rita"))
    screen.games()
    person.ok("DELETE", "/account/devices/others", 204)
    screen.visit("account")
    expect(screen.page.get_by_role("heading", name="Log in")).to_be_visible()


def test_at_home_there_is_no_account_anywhere(screen: Opener) -> None:
    home = screen()
    for address in ("", "#/account", "#/log-in", "#/join/abc", "#/person/somebody"):
        home.page.goto(home.base + address)
        expect(home.page.get_by_role("heading", name="Saved games")).to_be_visible()
        expect(home.page.get_by_text(re.compile("log in|sign up|lobby|account", re.IGNORECASE))).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_pages_of_an_account_have_no_serious_fault(house: Club, sits: Sitter, dark: bool) -> None:
    outside = sits(house, dark=dark)
    for address in ("log-in", "sign-up", "forgot", "confirm/abc", "reset/abc"):
        outside.visit(address)
        expect(outside.page.get_by_role("heading", level=1)).to_be_visible()
        assert faults(outside) == [], address
    screen = sits(house, member(house, "Dark" if dark else "Light"), dark=dark)
    screen.visit("account")
    expect(screen.page.get_by_role("heading", name="Your data, and leaving")).to_be_visible()
    for summary in screen.page.locator("summary").all():
        if summary.locator("xpath=..").get_attribute("open") is None:
            summary.click()
    assert faults(screen) == []
    screen.picture("account")
