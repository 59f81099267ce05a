"""The same at 390 by 844 with a finger: move, odds, retreat, information, pinch, hand-over."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import do, no_retreat


class Fingers:
    """Fingers on the glass, as the browser hears of them."""

    def __init__(self, table: Screen) -> None:
        self.session = table.page.context.new_cdp_session(table.page)

    def _send(self, kind: str, spots: tuple[tuple[float, float], ...]) -> None:
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(spots)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, *spots: tuple[float, float]) -> None:
        self._send("touchStart", spots)

    def move(self, *spots: tuple[float, float]) -> None:
        self._send("touchMove", spots)

    def up(self) -> None:
        self._send("touchEnd", ())


def test_a_move_and_an_attack_with_the_finger(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="On the phone"), size="phone")
    page = table.page
    expect(page.locator(".hand-over")).to_be_visible()
    table.picture("1-hand-over")
    table.sit_down("Axis")
    table.asks("Move your units")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    table.picture("2-front")

    table.select("9th Army")
    expect(page.locator("[data-target]").first).to_be_attached()
    table.picture("3-reach")
    table.doing(lambda: table.click_place("1907"))
    table.stands_at("9th Army", "1907")
    table.press(re.compile("^Undo"))
    table.stands_at("9th Army", "1908")
    page.get_by_role("button", name="Close").first.tap()

    table.doing(lambda: table.press("End movement"))
    table.asks("Declare the hexes you will attack")
    table.click_place("1809")
    expect(page.locator(".confirm .odds-bar").first).to_be_visible()
    table.picture("4-odds")
    table.press("Commit")
    table.asks("(1 of")


@rule("M.2", book="no-retreat-digital")
def test_two_fingers_zoom_and_one_scrolls(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Pinch", open=True), size="phone")

    def width() -> float:
        return table.spot("1609")[0] - table.spot("1608")[0]

    before, x = width(), table.spot("1608")[0]
    fingers = Fingers(table)
    fingers.down((150, 400), (240, 400))
    for step in range(1, 6):
        fingers.move((150 - 10 * step, 400), (240 + 10 * step, 400))
    fingers.up()
    assert width() > before * 1.5
    x = table.spot("1608")[0]
    fingers.down((60, 520))
    for step in range(1, 6):
        fingers.move((60 + 12 * step, 520))
    fingers.up()
    assert abs(table.spot("1608")[0] - x - 60) < 14


@rule("M.3", "U.1", book="no-retreat-digital")
def test_a_long_press_tells_all_about_a_unit(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="Long press", open=True), size="phone")
    spot = table.sought(table.figures("9th Army"))
    fingers = Fingers(table)
    fingers.down(spot)
    table.page.wait_for_timeout(800)
    fingers.up()
    info = table.page.get_by_role("region", name="Information", exact=True)
    expect(info).to_contain_text("9th Army")
    expect(table.page.locator(".piece.selected")).to_have_count(0)
    table.picture("info")


def test_everything_is_on_the_screen_of_a_tablet_too(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Tablet", open=True)
    do(client, game, "6th Army 1608-1609")
    table = screen(game, size="tablet")
    for name in ("End movement", "Log", "Info", "Supply", "Rules", "Replay"):
        expect(table.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    table.press("Log")
    expect(table.page.locator(".log-entry").last).to_be_in_viewport()
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 820
    table.picture("log")
