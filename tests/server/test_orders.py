"""Standing orders over HTTP: kept, checked, and shown to nobody but their owner."""

from __future__ import annotations

from pathlib import Path

from .running import Client, running

LOSSES = {"ask": "Losses", "way": "computer"}


def game(client: Client, **more: object) -> str:
    return client.new(title="kiev41", scenario="snow", **more)


def give(client: Client, id: str, seat: str, *orders: dict[str, object]):
    return client.put(f"/api/games/{id}/orders", json={"seat": seat, "orders": list(orders)})


def given(client: Client, id: str, seat: str) -> list[str]:
    answer = client.get(f"/api/games/{id}/orders", params={"seat": seat}).json()
    return [f"{one['order']['ask']}: {one['order']['way']}" for one in answer["orders"]]


def test_orders_are_listed_with_what_can_be_ordered(client):
    id = game(client)
    answer = give(client, id, "soviet", LOSSES).json()
    assert [one["order"]["ask"] for one in answer["orders"]] == ["Losses"]
    assert {"ask": "Losses", "label": "Losses", "rule": "10.15", "units": True} in answer["reactions"]


def test_orders_outlive_the_server_and_are_each_sides_own(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url) as client:
        id = game(client)
        give(client, id, "soviet", LOSSES)
        give(client, id, "axis", {"ask": "Deployment", "way": "computer"})
    with running(url) as client:
        assert given(client, id, "soviet") == ["Losses: computer"]
        assert given(client, id, "axis") == ["Deployment: computer"]


def test_new_orders_take_the_place_of_the_old_ones(client):
    id = game(client)
    give(client, id, "soviet", LOSSES)
    give(client, id, "soviet")
    assert given(client, id, "soviet") == []


def test_a_bad_order_is_refused_and_the_others_stay(client):
    id = game(client)
    give(client, id, "soviet", LOSSES)
    answer = give(client, id, "soviet", {"ask": "Losses", "way": "hope"})
    assert answer.status_code == 400 and "hope" in answer.json()["error"]["text"]
    assert given(client, id, "soviet") == ["Losses: computer"]


def test_nobody_orders_for_a_computer(client):
    id = game(client, seats={"soviet": "computer:random"})
    assert give(client, id, "soviet", LOSSES).status_code == 403


def test_orders_are_in_no_view_and_no_export(client):
    id = game(client)
    before = client.get(f"/api/games/{id}/view", params={"seat": "axis"}).json()
    give(client, id, "soviet", LOSSES)
    assert client.get(f"/api/games/{id}/view", params={"seat": "axis"}).json() == before
    assert "Losses" not in client.get(f"/api/games/{id}/export", params={"seat": "axis"}).text
