"""Two people at one screen play No Retreat."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client
from .conftest import Opener
from .situations import do, no_retreat, seed_where

ATTACKERS = ("2nd Panzer", "4th Army", "9th Army")


DEEDS = [
    "6th Army 1608-1609",
    "17th Army 1507-1508",
    "end movement",
    "target 1809",
    "no more targets",
    *[f"{unit} joins the attack on 1809" for unit in ATTACKERS],
    "commit a support marker",
]
"""The deeds of the turn below, up to the die."""


@rule("V.1", "B.5", "P.5", book="no-retreat-digital")
def test_a_turn_with_movement_an_attack_a_retreat_and_an_advance(screen: Opener, client: Client) -> None:
    seed = seed_where(DEEDS, "etreat")
    table = screen(no_retreat(client, seed=seed, name="Barbarossa at one screen"))
    page = table.page
    expect(page.locator(".hand-over")).to_contain_text("Axis to decide")
    expect(page.locator(".piece, .card")).to_have_count(0)
    table.sit_down("Axis")
    table.asks("Move your units")
    table.whole_map()

    # Click and click: the stripe, the reachable hexes with their cost, the path.
    expect(table.piece("17th Army").locator(".stripe.ready")).to_have_count(1)
    table.click_piece("6th Army")
    expect(page.locator("[data-target='1609']")).to_be_visible()
    expect(page.locator(".target-labels text").first).to_have_text(re.compile(r"^\d+$"))
    page.mouse.move(*table.sought("1609"))
    expect(page.locator(".path circle")).to_have_count(1)
    table.picture("1-reach")
    table.click_place("1609")
    table.stands_at("6th Army", "1609")

    # Drag and drop.
    table.drag("17th Army", "1508")
    table.stands_at("17th Army", "1508")
    expect(table.piece("6th Army").locator(".stripe.done")).to_have_count(1)

    # A target, with its odds before it is declared.
    table.doing(lambda: table.press("End movement"))
    table.asks("Declare the hexes you will attack")
    page.mouse.move(*table.sought("1809"))
    odds = page.locator(".confirm")
    expect(odds).to_contain_text("Axis table")
    expect(odds.locator("[data-supported]")).to_contain_text("Blitz!")
    expect(odds.locator(".shifts li").first).to_be_visible()
    expect(odds.get_by_role("img").first).to_have_attribute("aria-label", re.compile(r"\d+ %"))
    table.picture("2-odds")
    table.click_place("1809")
    table.asks(re.compile(r"\(1 of \d"))
    table.doing(lambda: table.press("No more targets"))

    table.doing(lambda: table.click_piece("9th Army"))
    table.double_click("1708")
    table.asks("Commit a Blitz!")
    table.picture("2-panel")
    table.doing(lambda: table.press("Commit Blitz!"))

    # The Soviets retreat: their player takes the screen. The only unit is picked for them (B.5).
    expect(page.locator(".prompt .who")).to_have_text("Soviet")
    table.picture("3-result")
    table.hand_over("Soviet")
    table.asks("Retreat your beaten units")
    expect(table.piece("West Front")).to_have_class(re.compile("selected"))
    before = table.piece("West Front").get_attribute("data-at")
    table.picture("4-retreat")
    ends = page.locator("[data-target]")
    table.at(table.sought(ends.last))
    choice = page.locator(".tray-actions button")
    if choice.count():
        choice.first.click()
    expect(table.piece("West Front")).not_to_have_attribute("data-at", str(before))

    # The Axis advances.
    table.hand_over("Axis")
    table.asks("Advance after combat")
    table.select("2nd Panzer")
    table.click_place("1809")
    table.stands_at("2nd Panzer", "1809")
    table.picture("5-advance")
    table.doing(lambda: table.press("No more advances"))
    expect(page.locator(".prompt .who")).to_have_text("Soviet")
    expect(page.locator("[data-track='vp']")).to_have_class(re.compile("lead"))


def test_the_hand_of_the_other_side_is_never_on_the_page(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Secrets")
    table = screen(game)
    table.sit_down("Axis")
    table.press(re.compile("^Cards"))
    hands = table.page.locator(".hand-of")
    expect(hands).to_have_count(2)
    expect(hands.nth(0).locator(".card").first).to_be_visible()
    expect(hands.nth(1).locator(".card")).to_have_count(0)


@rule("B.6", book="no-retreat-digital")
def test_typed_orders_are_carried_out(screen: Opener, client: Client) -> None:
    game = no_retreat(client, name="Orders", open=True)
    do(client, game, "end movement", "target 1809", "no more targets")
    table = screen(game)
    table.keys("/")
    table.page.get_by_role("combobox").fill("Panzer 2 and Army 9 attack unit West")
    expect(table.page.locator("[data-order]")).to_contain_text("9th Army")
    table.picture("order")
    table.keys("Enter")
    expect(table.page.locator("#spoken")).to_contain_text("2 actions done")
    table.asks("Add units to the attack on 1809")
    table.keys("/")
    table.page.get_by_role("combobox").fill("All -> 1809")
    expect(table.page.locator("[data-order]")).to_contain_text("4th Army")
    table.keys("Enter")
    table.asks("Commit a Blitz!")


def test_trouble_on_the_server_is_shown_and_loses_nothing(screen: Opener, client: Client) -> None:
    """The server says that something could not be stored: a notice, until the game goes on."""
    table = screen()
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    table.page.route_web_socket(re.compile("/live"), listen)
    table.open(no_retreat(client, name="Full disk", open=True))
    sockets[-1].send('{"type": "trouble", "text": "The disk is full: free some space."}')
    notice = table.page.get_by_text("The disk is full: free some space.").first
    expect(notice).to_be_visible()
    expect(table.page.locator(".game-name")).to_contain_text("Full disk")
    table.picture("trouble")
    table.doing(lambda: table.press("End movement"))
    expect(table.page.locator(".link-lost")).to_have_count(0)
