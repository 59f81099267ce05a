"""Boards: where places lie, pictures, and what is kept of them between runs."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from rasputitsa.kernel.title import titles
from rasputitsa.server import boards, kept, warm

from ..kernel.toy import TOY


@pytest.fixture(autouse=True)
def forget():
    boards.board.cache_clear()
    boards.picture.cache_clear()


def test_every_piece_of_every_title_stands_on_its_map_or_in_a_box(client):
    for name, title in titles().items():
        sent = client.get(f"/api/titles/{name}/board").json()
        drawn, boxes = sent["geometry"]["places"], {box["id"] for box in sent["board"].get("boxes", [])}
        for place in drawn.values():
            assert 0 <= place["x"] <= sent["geometry"]["width"] and len(place["polygon"]) >= 3
        for scenario in title.scenarios:
            edition = scenario.editions[0] if scenario.editions else None
            id = client.new(title=name, scenario=scenario.name, edition=edition, open=True)
            standing = {piece["at"] for piece in client.view(id, "open")["view"]["pieces"].values()}
            assert standing <= set(drawn) | boxes


def test_a_board_is_drawn_once_and_then_taken_from_the_cache_folder(monkeypatch):
    first = boards.picture(TOY, "light")
    boards.picture.cache_clear()
    monkeypatch.setattr(boards, "_picture", lambda title, theme: 1 / 0)
    assert boards.picture(TOY, "light") == first


def test_a_changed_source_draws_the_board_anew(tmp_path):
    calls = []

    def make() -> bytes:
        calls.append(1)
        return b"picture"

    for _ in range(2):
        kept.keep("x", "text/plain", ("tests.kernel",), make)
    assert len(calls) == 1
    kept.keep("x", "text/plain", ("tests.kernel", "tests.table"), make)
    assert len(calls) == 2
    assert len(list(kept.folder().glob("x-*.gz"))) == 1


def test_what_several_ask_for_at_once_is_made_once():
    calls = []

    def make() -> bytes:
        calls.append(1)
        time.sleep(0.1)
        return b"picture"

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: kept.keep("y", "text/plain", ("tests.kernel",), make).data, range(4)))
    assert len(calls) == 1 and found == [b"picture"] * 4


def test_a_damaged_or_unwritable_cache_is_no_reason_to_stop(cache_folder):
    boards.picture(TOY, "dark")
    (path,) = kept.folder().glob("toy-dark-*.gz")
    path.write_bytes(b"damaged")
    boards.picture.cache_clear()
    assert b"<svg" in boards.picture(TOY, "dark").data
    boards.picture.cache_clear()
    for path in kept.folder().iterdir():
        path.unlink()
    kept.folder().rmdir()
    kept.folder().write_text("a file where the folder should be")
    assert b"<svg" in boards.picture(TOY, "dark").data


def test_boards_are_sent_compressed_to_those_who_can_read_it(client):
    plain = client.get("/api/titles/toy/map.svg", headers={"Accept-Encoding": "identity"})
    packed = client.get("/api/titles/toy/map.svg", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert plain.text == packed.text


def test_missing_boards_are_drawn_in_a_process_of_its_own(monkeypatch):
    monkeypatch.setattr(boards, "titles", lambda: {"toy": TOY})
    started: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: started.append(command))
    assert not boards.ready()
    warm.start()
    assert started == [[sys.executable, "-m", "rasputitsa.server.warm"]]
    monkeypatch.setattr("os.nice", lambda by: by)
    warm.main()
    assert boards.ready() and warm.start() is None and len(started) == 1
