"""The first picture of a game: the front of the side that decides, none of it under a bar or off the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import no_retreat
from .test_kiev import new_kiev

HIDDEN = """(side) => [...document.querySelectorAll(`.pieces .piece.owner-${side}`)].filter((piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect()
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return !shown?.closest('.viewport')
}).map((piece) => piece.dataset.at)"""


@pytest.mark.parametrize("size", ["desk", "tablet", "phone"])
def test_the_whole_axis_front_of_kiev_is_in_the_first_picture(screen: Opener, client: Client, size: str) -> None:
    table = screen(new_kiev(client, name="First look"), size=size)
    table.picture("start")
    assert table.page.evaluate(HIDDEN, "axis") == []


@pytest.mark.parametrize("size", ["desk", "tablet", "phone"])
def test_the_whole_axis_front_of_no_retreat_is_in_the_first_picture(screen: Opener, client: Client, size: str) -> None:
    table = screen(no_retreat(client, name="First look", open=True), size=size)
    table.picture("start")
    assert table.page.evaluate(HIDDEN, "axis") == []


def test_lessons_do_not_cover_the_first_picture(screen: Opener, client: Client) -> None:
    table = screen(no_retreat(client, name="First lesson", open=True), size="phone", lessons=True)
    table.page.locator(".lesson").wait_for()
    table.picture("start")
    assert table.page.evaluate(HIDDEN, "axis") == []


def test_a_side_that_only_set_up_has_no_digest_and_the_lesson_lies_under_nothing(
    screen: Opener, client: Client
) -> None:
    seats = {"axis": "human", "soviet": "computer:recruit"}
    game = client.new(title="stalins-war", name="Nothing yet", seats=seats, seed="5")
    table = screen(game, lessons=True)
    table.asks("Turn 1, round 1")
    expect(table.page.locator(".lesson")).to_be_visible()
    expect(table.page.get_by_role("region", name="What happened")).to_have_count(0)


def test_chips_of_a_phone_say_whole_words_and_explain_themselves_on_the_screen(screen: Opener, client: Client) -> None:
    table = screen(new_kiev(client, name="Chips"), size="phone")
    chip = table.page.locator(".effect").nth(-1)
    expect(chip).to_have_text("Initiative Disc")
    chip.tap()
    box = table.page.locator(".effect-text").bounding_box()
    table.picture("explained")
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
