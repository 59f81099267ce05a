"""Clicks that used to go astray: each trap, and that it is none any more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import EVENT, choices, do, no_retreat, prompt, seat_of

STAND = "document.querySelector('.sheet').style.transform"


@pytest.fixture
def game(client: Client) -> str:
    return no_retreat(client, name="Traps", open=True)


def rev(table: Screen) -> str:
    return str(table.page.locator(".table").get_attribute("data-rev"))


def test_a_click_on_a_friendly_unit_selects_it_and_moves_nobody(screen: Opener, game: str) -> None:
    table = screen(game)
    table.click_piece("6th Army")
    expect(table.page.locator("[data-target='1708']")).to_be_attached()
    before = rev(table)
    table.click_piece("4th Army")
    expect(table.piece("4th Army")).to_have_class(re.compile("selected"))
    table.stands_at("6th Army", "1608")
    assert rev(table) == before
    # To go there all the same there is the figure in the corner of the hex.
    table.click_piece("6th Army")
    table.doing(lambda: table.click_place("1708"))
    table.stands_at("6th Army", "1708")


def test_a_unit_that_cannot_act_says_why_and_no_other_is_picked(screen: Opener, client: Client, game: str) -> None:
    do(client, game, "6th Army 1608-1609", "17th Army 1507-1508")
    table = screen(game)
    table.click_piece("6th Army")
    expect(table.page.locator("[data-refusal]")).to_contain_text("6th Army")
    expect(table.page.locator(".piece.selected")).to_have_count(0)
    table.click_piece("4th Army")
    table.click_piece("6th Army")
    expect(table.page.locator("[data-refusal]")).to_contain_text("figure in the corner")
    expect(table.piece("4th Army")).to_have_class(re.compile("selected"))
    table.stands_at("4th Army", "1708")


def test_a_click_while_the_map_glides_means_what_was_seen(screen: Opener, game: str) -> None:
    table = screen(game)
    page = table.page
    spot = table.sought(table.figures("9th Army"))
    page.emulate_media(reduced_motion="no-preference")
    page.mouse.move(*spot)
    page.evaluate("document.querySelector('[aria-label=\"Zoom in\"]').click()")
    page.evaluate(
        """() => addEventListener('pointerdown', (press) => {
            const unit = document.elementFromPoint(press.clientX, press.clientY)?.closest('[data-piece]')
            window.seen = unit?.getAttribute('data-piece') ?? null
        }, { capture: true, once: true })"""
    )
    page.mouse.down()
    held = page.evaluate(STAND)
    page.wait_for_timeout(500)
    assert page.evaluate(STAND) == held
    page.mouse.up()
    seen, selected = page.evaluate("window.seen"), page.locator(".piece.selected")
    if seen is None:  # the map had glided on to a place without a unit
        expect(selected).to_have_count(0)
    else:
        expect(selected).to_have_attribute("data-piece", seen)


def test_the_tray_moves_no_map_and_lies_on_no_target(screen: Opener, game: str) -> None:
    table = screen(game)
    page = table.page
    for key in ("w", "w", "w"):
        table.keys(key)
    spot = table.sought(table.figures("6th Army"))
    before = page.evaluate(STAND)
    table.at(spot)
    expect(page.locator(".tray")).to_be_visible()
    table.settle()
    assert page.evaluate(STAND) == before
    covered = page.evaluate(
        """() => [...document.querySelectorAll('[data-target]')].filter((one) => {
            const box = one.getBoundingClientRect()
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
            return at?.closest('.tray, .confirm')
        }).length"""
    )
    assert covered == 0


def test_chips_and_zoom_box_lie_beside_the_map_and_name_turns_that_come(screen: Opener, game: str) -> None:
    table = screen(game)
    page = table.page
    viewport, gutter = page.locator(".viewport").bounding_box(), page.locator(".gutter").bounding_box()
    assert viewport and gutter and gutter["x"] + gutter["width"] <= viewport["x"]
    expect(page.locator(".viewport .map-controls, .field-of-view .effects")).to_have_count(0)
    expect(page.locator(".effect").first).to_be_visible()
    turns = [int(n) for text in page.locator(".effect").all_inner_texts() for n in re.findall(r"Turn (\d+)", text)]
    assert turns and max(turns) <= 5  # Barbarossa ends with turn 5


def test_an_inner_edge_of_the_map_does_not_scroll(screen: Opener, game: str) -> None:
    table = screen(game)
    page = table.page
    table.keys("+", "+")
    box = page.locator(".viewport").bounding_box()
    assert box
    before = page.evaluate(STAND)
    for x, y in ((box["x"] + 5, 500), (700, box["y"] + 5), (box["x"] + box["width"] - 5, 500)):
        page.mouse.move(x, y)
        page.wait_for_timeout(700)
        assert page.evaluate(STAND) == before


def test_enter_runs_no_inexact_match(screen: Opener, game: str) -> None:
    table = screen(game)
    before = rev(table)
    table.keys("/")
    table.page.get_by_role("combobox").fill("6th Army 1608-160")
    expect(table.page.get_by_role("option").first).to_contain_text("6th Army")
    table.keys("Enter")
    expect(table.page.locator("[data-vague]")).to_be_visible()
    assert rev(table) == before
    table.page.get_by_role("combobox").fill("6th Army 1608-1609")
    table.doing(lambda: table.keys("Enter"))
    table.stands_at("6th Army", "1609")


def test_an_order_that_can_be_met_only_in_part_says_so_first(screen: Opener, client: Client, game: str) -> None:
    do(client, game, "end movement", "target 1809", "no more targets")
    table = screen(game)
    before = rev(table)
    table.keys("/")
    table.page.get_by_role("combobox").fill("9th Army and 17th Army attack West")
    expect(table.page.locator("[data-left-out]")).to_contain_text("17th Army")
    expect(table.page.locator("[data-order]")).to_contain_text("Order only: 9th Army")
    table.keys("Enter")
    assert rev(table) == before
    table.picture("left-out")
    table.doing(lambda: table.keys("Enter"))
    expect(table.page.locator("#spoken")).to_contain_text("One action done")


def test_reactions_are_passed_for_a_phase(screen: Opener, client: Client, game: str) -> None:
    while not prompt(client, game).startswith(EVENT):
        deed = next((a["do"] for a in choices(client, game) if a["do"].startswith(("end", "no "))), None)
        assert client.do(game, deed or choices(client, game)[0]["do"], seat_of(client, game)).status_code == 200
    table = screen(game)
    page = table.page
    page.locator(".pass-more summary").click()
    table.picture("pass")
    page.locator("[data-pass='phase']").click()
    expect(page.locator(".prompt .what")).not_to_contain_text(EVENT)
    expect(page.locator("[data-passed]")).to_be_visible()
    page.locator("[data-passed]").click()
    expect(page.locator("[data-passed]")).to_have_count(0)
