"""Several processes on one database, many open games, and readers beside a writer."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from .running import running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    return f"sqlite:///{tmp_path / 'games.db'}" if request.param == "sqlite" else request.getfixturevalue("address")


def test_a_client_with_the_true_revision_is_served_by_every_process(url):
    with running(url) as one, running(url) as two:
        id = one.new(options={"open_cards": True})
        two.view(id)
        for _ in range(3):
            for client in (one, two):
                game = client.summary(id)
                assert client.do(id, "stay", game["to_move"], game["rev"]).status_code == 200
        assert one.view(id)["rev"] == two.view(id)["rev"] == 6


def test_what_one_process_takes_back_is_gone_in_the_other(url):
    with running(url) as one, running(url) as two:
        id = one.new(open=True, options={"open_cards": True})
        one.play(id, "Red 2 B-C", "stay")
        assert two.view(id, "open")["ply"] == 2
        one.post(f"/api/games/{id}/undo", json={"seat": "open", "rev": 2, "to": 0})
        assert two.do(id, "Red 2 B-C", "open", rev=3).status_code == 200
        assert one.do(id, "stay", "open", rev=4).status_code == 200
        assert one.view(id, "open")["view"] == two.view(id, "open")["view"]


def test_seats_names_and_erasing_are_learned_from_the_other_process(url):
    with running(url) as one, running(url) as two:
        id = one.new(options={"open_cards": True})
        two.view(id)
        one.patch(f"/api/games/{id}", json={"name": "Renamed", "seats": {"axis": "computer:random"}})
        _soon(lambda: two.get(f"/api/games/{id}/view?seat=axis").status_code == 403)
        assert two.summary(id)["name"] == "Renamed"
        one.delete(f"/api/games/{id}")
        _soon(lambda: two.do(id, "stay", "soviet", rev=0).json()["error"]["code"] == "trash")
        one.delete(f"/api/games/{id}")
        _soon(lambda: two.get(f"/api/games/{id}/view?seat=soviet").status_code == 404)


def test_a_page_hears_at_once_what_was_played_by_way_of_another_process(url):
    with running(url) as one, running(url) as two:
        id = one.new(options={"open_cards": True})
        with two.live(id, "soviet") as page:
            page.receive()
            one.play(id, "Red 2 B-C")
            update = page.until("update", timeout=20)
            assert update["rev"] == 1 and page.view["pieces"]["1"]["at"] == "C"
            assert page.do("stay")["type"] == "done"
        _soon(lambda: one.view(id)["rev"] == 2)


def _soon(true) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_room_is_not_put_away_between_being_found_and_being_entered(tmp_path):
    with running(f"sqlite:///{tmp_path / 'games.db'}", open_games=2) as client:
        ids = [client.new(options={"open_cards": True}) for _ in range(12)]

        def visit(id: str) -> bool:
            with client.live(id) as page:
                page.receive()
                assert client.do(id, "stay", rev=0).status_code == 200
                return page.until("update", timeout=20)["rev"] == 1

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(visit, ids))


def test_a_list_waits_for_no_writer(client, tmp_path):
    client.new()
    with sqlite3.connect(tmp_path / "games.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert len(client.get("/api/games").json()) == 1
        assert time.monotonic() - began < 2
        other.execute("ROLLBACK")


@pytest.mark.parametrize("column", ["seats", "standing", "options"])
def test_one_bad_row_is_left_out_of_the_list(client, tmp_path, column):
    good, bad = client.new(), client.new()
    with sqlite3.connect(tmp_path / "games.db") as base:
        base.execute(f"UPDATE games SET {column} = 'nonsense' WHERE id = ?", (bad,))
    assert [game["id"] for game in client.get("/api/games").json()] == [good]


def test_lists_come_by_pages(client):
    ids = [client.new(name=f"Game {n}") for n in range(5)]
    page = client.get("/api/games", params={"from": 1, "count": 2})
    assert page.headers["x-total-count"] == "5" and [game["id"] for game in page.json()] == [ids[3], ids[2]]
    assert client.get("/api/games", params={"count": 501}).status_code == 400


def test_an_action_sent_twice_is_done_once(url):
    with running(url) as one, running(url) as two:
        id = one.new(options={"open_cards": True})
        sent = {"seat": "axis", "rev": 0, "do": "Red 2 B-C", "key": "abc"}
        assert one.post(f"/api/games/{id}/do", json=sent).json()["rev"] == 1
        for client in (one, two):
            again = client.post(f"/api/games/{id}/do", json=sent)
            assert again.status_code == 200 and again.json()["type"] == "view" and again.json()["ply"] == 1
        other = {**sent, "key": "other"}
        assert two.post(f"/api/games/{id}/do", json=other).status_code == 409
        assert two.post(f"/api/games/{id}/do", json={**sent, "seat": "soviet"}).status_code == 409
