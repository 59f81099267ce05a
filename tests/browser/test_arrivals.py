"""What is placed on the map is in view: the boxes of those who may come stand first, with the turn they arrive."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rasputitsa.kernel.view import View

from ..server.running import Client
from .conftest import Opener
from .driving import Screen
from .situations import imported, record_where


def to_be_placed(view: View) -> bool:
    """Only units off the map may act, and some of them arrive now."""
    acting = [piece for piece in view.pieces if piece.acts]
    return bool(acting) and all(p.at.startswith("box:") for p in acting) and any(p.arrives == "now" for p in acting)


def placing(screen: Opener, client: Client, title: str) -> Screen:
    record = record_where(title, to_be_placed, plies=1500)
    table = screen(imported(client, record, "Arrivals", play=True))
    table.sit()
    return table


@pytest.mark.parametrize("title", ["no-retreat", "kiev41", "stalins-war"])
def test_what_is_to_be_placed_is_in_view_and_says_that_it_arrives_now(
    screen: Opener, client: Client, title: str
) -> None:
    table = placing(screen, client, title)
    boxes = table.page.get_by_role("region", name="Off the map", exact=True)
    expect(boxes).to_be_visible()
    expect(boxes.locator(".box-piece.can").first).to_be_in_viewport(ratio=1)
    expect(boxes.locator(".box").first.locator(".arrives").first).to_have_text("Arrives now")
    asked = table.page.locator(".prompt .who").inner_text().lower()
    expect(boxes.locator(".box").first).to_have_class(re.compile(f"side-{asked}"))
    table.picture(title)


def test_units_on_the_turn_track_stand_under_their_turn(screen: Opener, client: Client) -> None:
    table = placing(screen, client, "no-retreat")
    track = table.page.locator("[data-box='box:soviet:track']")
    expect(track.locator(".arrives").first).to_have_text(re.compile(r"Arrives turn \d+, \w+/\w+ 194\d"))
    *dates, last = track.locator(".arrives").all_inner_texts()
    turns = [int(re.findall(r"\d+", text)[0]) for text in dates]
    assert len(turns) > 1 and turns == sorted(turns)
    assert last == "Arrives after the last turn"
    track.scroll_into_view_if_needed()
    table.picture("track")
