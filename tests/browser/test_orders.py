"""Standing orders at the table: given by hand, kept, and refused in words when they say nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .driving import Screen


def solo(client: Client) -> str:
    return client.new(title="no-retreat", scenario="barbarossa", seats={"soviet": "computer:random"}, name="Orders")


def open_orders(table: Screen) -> None:
    table.page.locator(".game-name").click()
    table.page.get_by_role("button", name="Standing orders").click()


def given(client: Client, game: str) -> dict[str, str]:
    answer = client.get(f"/api/games/{game}/orders", params={"seat": "axis"}).json()
    return {one["order"]["ask"]: one["order"]["way"] for one in answer["orders"]}


def test_orders_are_given_in_a_dialog_and_shown_again(screen: Opener, client: Client) -> None:
    game = solo(client)
    table = screen(game)
    open_orders(table)
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Retreats", exact=True).select_option("computer")
    dialog.get_by_label("Counterblows", exact=True).select_option("odds")
    dialog.get_by_role("button", name="Give these orders").click()
    expect(dialog.get_by_role("alert")).to_contain_text("odds")
    dialog.get_by_label("Counterblows: Least odds, such as 1:2").fill("1:2")
    dialog.get_by_role("button", name="Give these orders").click()
    expect(dialog).to_have_count(0)
    assert given(client, game) == {"Retreats": "computer", "Counterblows": "odds"}
    open_orders(table)
    expect(dialog.get_by_label("Retreats", exact=True)).to_have_value("computer")
    table.picture("orders")


def test_the_usual_orders_are_one_click_and_so_are_none(screen: Opener, client: Client) -> None:
    game = solo(client)
    table = screen(game)
    for button, number in (("The usual ones", 8), ("None", 0)):
        open_orders(table)
        dialog = table.page.get_by_role("dialog")
        dialog.get_by_role("button", name=button).click()
        dialog.get_by_role("button", name="Give these orders").click()
        expect(dialog).to_have_count(0)
        assert len(given(client, game)) == number
