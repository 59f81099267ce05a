"""Quick enough: the first view of the campaign, an action, the size of its message, scrolling with all units."""

from __future__ import annotations

import time
from itertools import pairwise

from playwright.sync_api import expect

from ..server.running import Client
from .conftest import Opener
from .situations import no_retreat


def test_the_first_view_of_the_campaign_is_there_within_a_second_and_a_half(screen: Opener, client: Client) -> None:
    game = client.new(title="no-retreat", scenario="campaign", name="Quick", open=True)
    client.get("/api/titles/no-retreat/map.svg")
    home = screen()
    began = time.monotonic()
    home.page.goto(f"{home.base}#/game/{game}")
    home.page.locator(".piece").first.wait_for()
    home.page.wait_for_function("document.querySelector('.map-picture').complete")
    assert time.monotonic() - began < 1.5


def test_an_action_is_a_small_message_soon_answered(screen: Opener, client: Client) -> None:
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
    assert time.monotonic() - began < 1.0
    updates = [size for size in sizes[seen:] if size < 30_000]
    assert updates and min(updates) < 3000


def test_scrolling_stays_smooth_with_all_units_on_the_map(screen: Opener, client: Client) -> None:
    """While the map is dragged the page keeps drawing: no long pause between two frames."""
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
    assert gaps[len(gaps) // 2] < 50, f"half of the frames took longer than {gaps[len(gaps) // 2]:.0f} ms"
