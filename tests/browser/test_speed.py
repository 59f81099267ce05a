"""What a busy machine cannot fail: the size of a message, that the page keeps drawing while it scrolls. The times are
printed (`pytest -s`), not judged: 1.5 s for the first view and 50 ms an action are what we aim at."""

from __future__ import annotations

import time
from itertools import pairwise

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import no_retreat


def test_the_first_view_of_the_campaign_shows_map_and_units(screen: Opener, client: Client) -> None:
    game = client.new(title="no-retreat", scenario="campaign", name="Quick", open=True)
    client.get("/api/titles/no-retreat/map.svg")
    home = screen()
    began = time.monotonic()
    home.page.goto(f"{home.base}#/game/{game}")
    home.page.locator(".piece").first.wait_for()
    home.page.wait_for_function("document.querySelector('.map-picture').complete")
    print(f"first view of the campaign: {time.monotonic() - began:.2f} s")
    assert home.page.locator(".piece").count() > 20


def test_an_action_is_a_small_message(screen: Opener, client: Client) -> None:
    table = screen()
    sizes: list[int] = []
    table.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sizes.append(len(frame))),
    )
    game = no_retreat(client, name="Small", open=True)
    table.open(game)
    table.whole_map()
    seen = len(sizes)
    table.select("6th Army")
    began = time.monotonic()
    table.doing(lambda: table.click_place("1609"))
    print(f"a move, from click to picture: {time.monotonic() - began:.3f} s")
    updates = [size for size in sizes[seen:] if size < 30_000]
    assert updates and min(updates) < 3000


def test_the_page_keeps_drawing_while_the_map_is_dragged(screen: Opener, client: Client) -> None:
    """Frames come while the map moves: nothing blocks the page."""
    table = screen(client.new(title="kiev41", name="Smooth", open=True, options={"setup": "historical"}))
    expect(table.page.locator(".piece")).not_to_have_count(0)
    table.page.evaluate(
        """() => {
            window.frames_ = []
            const tick = (now) => { window.frames_.push(now); requestAnimationFrame(tick) }
            requestAnimationFrame(tick)
        }"""
    )
    mouse = table.page.mouse
    mouse.move(900, 600)
    mouse.down()
    for step in range(60):
        mouse.move(900 - step * 6, 600 - step * 3)
    mouse.up()
    frames = table.page.evaluate("window.frames_")
    gaps = sorted(b - a for a, b in pairwise(frames))
    assert len(frames) > 20
    print(f"median frame while scrolling: {gaps[len(gaps) // 2]:.0f} ms")
