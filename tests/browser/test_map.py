"""The map: scrolling, zooming, centring, information, stacks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.testing import rule

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import no_retreat


@pytest.fixture
def table(screen: Opener, client: Client) -> Screen:
    return screen(no_retreat(client, name="The map", open=True))


def moved(table: Screen, place: str = "1608") -> tuple[float, float]:
    return table.spot(place)


@rule("M.1", book="no-retreat-digital")
def test_the_map_scrolls_with_the_mouse_with_wasd_and_at_its_edge(table: Screen) -> None:
    page = table.page
    table.keys("+", "+")
    x0, y0 = moved(table)
    page.mouse.move(900, 600)
    page.mouse.down()
    page.mouse.move(840, 560, steps=5)
    page.mouse.up()
    x1, y1 = moved(table)
    assert (round(x1 - x0), round(y1 - y0)) == (-60, -40)
    table.keys("a")
    assert moved(table)[0] > x1
    table.keys("d", "d")
    assert moved(table)[0] < x1
    table.keys("s")
    assert moved(table)[1] < y1
    table.keys("w", "w")
    assert moved(table)[1] > y1
    page.mouse.move(700, 500)
    before = moved(table)[1]
    box = page.locator(".viewport").bounding_box()
    assert box
    page.mouse.move(700, box["y"] + box["height"] - 4)
    look = "parseFloat(document.querySelector('.sheet').style.transform.split(',')[1])"
    page.wait_for_function(f"window.start_ ??= {look}; {look} < window.start_ - 60")
    page.mouse.move(700, 500)
    assert moved(table)[1] < before - 60


@rule("M.1", book="no-retreat-digital")
def test_a_double_click_centres_on_the_hex(table: Screen) -> None:
    page = table.page
    page.mouse.dblclick(*table.sought("1611"))
    x, y = table.spot("1611")
    box = page.locator(".viewport").bounding_box()
    assert box
    assert abs(x - box["x"] - box["width"] / 2) < 60
    assert abs(y - box["y"] - box["height"] / 2) < 60


@rule("M.2", book="no-retreat-digital")
def test_zoom_with_the_wheel_the_keys_and_the_buttons(table: Screen) -> None:
    page = table.page

    def hex_width() -> float:
        return table.spot("1609")[0] - table.spot("1608")[0]

    first = hex_width()
    page.mouse.move(700, 500)
    page.mouse.wheel(0, -300)
    second = hex_width()
    assert second > first * 1.2
    table.keys("-")
    assert hex_width() < second
    table.keys("+", "+")
    assert hex_width() > second
    table.press("Zoom out")
    table.press("Whole map")
    assert hex_width() < first


@rule("M.3", "U.1", book="no-retreat-digital")
def test_the_right_button_tells_all_about_a_hex_and_a_unit(table: Screen) -> None:
    page = table.page
    table.whole_map()
    table.ask_about("1812")
    info = page.get_by_role("region", name="Information", exact=True)
    expect(info).to_contain_text("Minsk")
    expect(info).to_contain_text("Controlled by Soviet")
    expect(info.locator(".terrain-lines li").first).to_be_visible()
    table.ask_about(table.figures("9th Army"))
    expect(info).to_contain_text("9th Army")
    expect(info).to_contain_text("Other side")
    expect(info.locator(".piece-icon")).to_have_count(2)
    table.picture("unit")


@rule("M.3", "U.1", book="no-retreat-digital")
def test_the_info_button_does_the_same_without_a_right_button(table: Screen) -> None:
    table.whole_map()
    table.press("Info")
    table.click_piece("9th Army")
    expect(table.page.get_by_role("region", name="Information", exact=True)).to_contain_text("9th Army")
    expect(table.page.locator(".piece.selected")).to_have_count(0)


@rule("M.5", book="no-retreat-digital")
def test_supplied_cities_bear_a_supply_symbol_and_controlled_ones_a_flag(table: Screen, client: Client) -> None:
    places = client.view(client.get("/api/games").json()[0]["id"], "open")["view"]["places"].values()
    fed = [p for p in places if p.get("supplied")]
    assert fed
    expect(table.page.locator("[data-supply]")).to_have_count(sum(len(p["supplied"]) for p in fed))
    expect(table.page.locator("[data-control='soviet']")).to_have_count(
        sum(p.get("control") == "soviet" for p in places)
    )


@rule("M.7", book="no-retreat-digital")
def test_the_border_between_greater_germany_and_the_ussr_is_drawn(table: Screen, client: Client) -> None:
    drawing = client.get("/api/titles/no-retreat/map.svg").text
    assert re.search(r'<g class="frontiers">.*?<path', drawing, re.DOTALL)
    names = re.sub(r"<[^>]+>", "", drawing).upper()
    assert "SOVIET UNION" in names and "GREATER GERMANY" in names
    assert table.page.locator(".map-picture").evaluate("(img) => img.naturalWidth") > 0


@rule("U.2", book="no-retreat-digital")
def test_a_click_on_a_stack_opens_it_at_the_bottom_and_a_unit_is_picked_there(table: Screen) -> None:
    table.whole_map()
    table.click_place("1708")
    tray = table.page.get_by_role("region", name=re.compile("^Units in"))
    expect(tray.locator("[data-unit]")).to_have_count(2)
    tray.get_by_role("button", name=re.compile("^2nd Panzer")).click()
    expect(table.piece("2nd Panzer")).to_have_class(re.compile("selected"))
    expect(table.page.locator("[data-target]").first).to_be_visible()
    table.picture("stack")
    table.keys("Escape")
    expect(table.page.locator("[data-target]")).to_have_count(0)


def test_what_is_not_possible_is_refused_with_its_rule_and_the_rule_can_be_read(table: Screen) -> None:
    table.whole_map()
    table.select("9th Army")
    table.click_place("2417")
    refusal = table.page.locator("[data-refusal]")
    expect(refusal).to_be_visible()
    number = refusal.get_by_role("button", name=re.compile("^Rule"))
    expect(number).to_be_visible()
    table.picture("refusal")
    number.click()
    expect(table.page.get_by_role("region", name="Rules", exact=True)).to_be_visible()


def test_the_map_is_not_drawn_anew_while_it_scrolls(table: Screen) -> None:
    """Smooth scrolling: one transform changes, no element of the layers does."""
    page = table.page
    page.evaluate(
        """() => {
            window.touched = 0
            new MutationObserver((list) => (window.touched += list.length)).observe(
                document.querySelector('.layers'), { subtree: true, childList: true, attributes: true })
        }"""
    )
    page.mouse.move(900, 200)
    page.mouse.down()
    page.mouse.move(600, 500, steps=30)
    page.mouse.up()
    assert page.evaluate("window.touched") == 0
