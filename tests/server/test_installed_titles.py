"""Every installed title is played through the server's door, as a page would: click by click, by updates alone."""

from __future__ import annotations

import random
from importlib.metadata import entry_points

import msgspec
import pytest

TITLES = sorted(point.name for point in entry_points(group="rasputitsa.titles") if point.name != "toy")


def clicked(page, rng: random.Random) -> str:
    """A random action, found by clicking as a person would."""
    handles = list(page.view["handles"])
    rng.shuffle(handles)
    buttons = [button["do"] for button in page.view.get("buttons", [])]
    if buttons and rng.random() < 0.2:
        return rng.choice(buttons)
    for handle in handles:
        choices = page.ask("choices", handle=handle)["choices"]
        if choices:
            return rng.choice(choices)["do"]
    return rng.choice(buttons)


@pytest.mark.parametrize("title", TITLES)
def test_a_page_plays_by_clicks_and_keeps_its_view_by_small_updates(client, title):
    id = client.new(title=title, seed="7")
    rng = random.Random(7)
    with client.live(id, "axis") as axis, client.live(id, "soviet") as soviet:
        pages = {"axis": axis, "soviet": soviet}
        for page in pages.values():
            page.receive()
        for _ in range(60):
            side = axis.view.get("prompt", {}).get("side")
            if side is None:
                break
            reply = pages[side].do(clicked(pages[side], rng))
            assert reply["type"] == "done", reply
            other = pages["soviet" if side == "axis" else "axis"]
            while other.rev < pages[side].rev:
                other.receive()
        for seat, page in pages.items():
            assert page.view == client.view(id, seat)["view"]
        sizes = sorted(len(msgspec.json.encode(m)) for m in axis.messages if m["type"] == "update")
        assert sizes[len(sizes) // 2] < 3000


@pytest.mark.parametrize("title", TITLES)
def test_a_game_taken_up_again_is_the_same_game(client, title, monkeypatch):
    both = {"axis": "computer:random", "soviet": "computer:random"}
    monkeypatch.setattr("rasputitsa.server.room.WATCH_PACE", 0.0)
    id = client.new(title=title, seats=both, seed="3")
    with client.live(id, "open") as page:
        while page.ply < 120 and "prompt" in (page.view or {"prompt": 1}):
            page.receive(30)
    client.patch(f"/api/games/{id}", json={"seats": {"axis": "human", "soviet": "human"}, "open": True})
    now = client.view(id, "open")
    record = client.get(f"/api/games/{id}/export").text
    again = client.post("/api/games/import", content=record).json()
    assert again["ply"] == now["ply"]
    seen = client.view(again["id"], "open")
    assert seen["view"]["pieces"] == _without_acts(now["view"]["pieces"])
    assert [entry["text"] for entry in seen["log"]] == [entry["text"] for entry in now["log"]]


def _without_acts(pieces: dict) -> dict:
    return {id: {key: value for key, value in piece.items() if key != "acts"} for id, piece in pieces.items()}


def test_a_restored_game_goes_on_for_the_page_that_stayed(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        client.delete(f"/api/games/{id}")
        assert page.until("game")["game"]["deleted"]
        client.post(f"/api/games/{id}/restore")
        assert page.until("game")["game"]["deleted"] is None
        assert page.do("stay")["type"] == "done"
