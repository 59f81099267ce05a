"""The first picture of a game: the front of the side that decides, none of it under a bar or off the screen."""

from __future__ import annotations

import pytest

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
