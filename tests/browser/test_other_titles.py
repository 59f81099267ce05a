"""What a view can say and no title of today does: the client draws it all the same."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from ..server.running import Client
from .conftest import Opener
from .situations import no_retreat

USES = [
    {"id": "operations", "label": "Operations", "value": "4"},
    {"id": "replacements", "label": "Replacements", "value": "3 + 1"},
    {"id": "event", "label": "Event", "why": "Only when Total War has been declared (18.3)."},
]
TRACKS = [
    {
        "id": "war",
        "label": "War status",
        "value": "3",
        "side": "axis",
        "last": 8,
        "at": 3,
        "spaces": {"6": "Total War"},
    },
    {"id": "vp", "label": "Victory points", "value": "12", "first": 0, "last": 20, "at": 12},
]


def enriched(view: dict[str, Any]) -> dict[str, Any]:
    """A view with cards of three uses, tracks with a marker, and small counters beside large ones."""
    for hand in view["hands"].values():
        for card in hand.get("cards") or []:
            card["uses"] = USES
    for piece in list(view["pieces"].values())[::2]:
        piece["small"] = True
    return {**view, "tracks": TRACKS}


def meddle(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            message["view"] = enriched(message["view"])
        socket.send(json.dumps(message))

    server.on_message(pass_on)


def grouped(route: Route) -> None:
    """The board with its boxes on one display, and figures on its cards."""
    answer = route.fetch()
    pack = answer.json()
    for box in pack["board"]["boxes"]:
        box["group"] = "Turn track"
    for card in pack["board"]["cards"]:
        card["figures"] = [{"label": "OPS", "value": "4"}, {"label": "RP", "value": "3"}]
    route.fulfill(response=answer, json=pack)


def test_uses_of_cards_tracks_displays_and_two_sizes_of_counters_are_drawn(screen: Opener, client: Client) -> None:
    table = screen()
    table.page.route_web_socket(re.compile("/live"), meddle)
    table.page.route("**/board", grouped)
    table.page.reload()  # the list of games may have asked for the board already, for its small pictures
    table.open(no_retreat(client, name="A third title", open=True))
    boxes = [figures.bounding_box() for figures in table.page.locator(".pieces .piece .figures").all()]
    heights = sorted(box["height"] for box in boxes if box)
    assert 0.7 < heights[0] / heights[-1] < 0.8
    table.press(re.compile("^Cards"))
    card = table.page.locator(".card").first
    expect(card.locator(".card-uses li")).to_have_count(3)
    expect(card.locator(".card-uses .closed")).to_contain_text("Only when Total War")
    expect(card.locator(".card-figures")).to_contain_text("OPS")
    table.picture("cards")
    table.press("Off-map")
    expect(table.page.locator("[data-track='war'] .marked")).to_have_text("3")
    expect(table.page.locator("[data-track='war']")).to_contain_text("Total War")
    expect(table.page.locator(".box-group")).to_have_text("Turn track")
    table.picture("tracks")
