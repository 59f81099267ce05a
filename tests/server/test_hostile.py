"""Whatever a client sends, it gets a clear refusal and the server stays up."""

from __future__ import annotations

import contextlib
import http.client
import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from .running import running

NONSENSE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"do"',
    b"\xff\xfe",
    b'{"seat": "axis", "rev": 1}',
    b'{"seat": "axis", "rev": "1", "do": "stay"}',
    b'{"seat": 1, "rev": 1, "do": "stay"}',
    b'{"seat": "axis", "rev": 1, "do": null}',
    b'{"seat": "axis", "rev": 1, "do": "stay", "by": "soviet"}',
    b'{"seat": "axis", "rev": 1e999, "do": "stay"}',
    b'{"a":' * 3000 + b"1" + b"}" * 3000,
    b'{"seat": "\\ud800", "rev": 1, "do": "stay"}',
]


@pytest.mark.parametrize("body", NONSENSE)
def test_malformed_bodies_are_refused_and_change_nothing(client, body):
    id = client.new()
    answer = client.post(f"/api/games/{id}/do", content=body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["text"]
    assert client.summary(id)["ply"] == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": "soviet"},
        {"seat": "open"},
        {"seat": ""},
        {"seat": "chance"},
        {"seat": "../axis"},
        {"do": "die 6"},
        {"do": ""},
        {"do": "x" * 5000},
        {"do": "Red 2 B-C\nstay"},
        {"do": "\u0000"},
        {"rev": -1},
        {"rev": 2**62},
    ],
)
def test_actions_by_the_wrong_seat_at_the_wrong_time_or_of_no_sense_are_refused(client, fields):
    id = client.new()
    answer = client.post(f"/api/games/{id}/do", json={"seat": "axis", "rev": 1, "do": "stay", **fields})
    assert answer.status_code in (400, 403, 409)
    assert client.summary(id)["ply"] == 2


def test_bodies_that_are_too_long_are_not_read(client):
    id = client.new()
    answer = client.post(f"/api/games/{id}/do", content=b"x" * 70_000)
    assert answer.status_code == 413 and answer.json()["error"]["code"] == "large"
    assert client.post("/api/games/import", content=b"#" * (9 * 1024 * 1024)).status_code == 413


def test_a_body_without_a_length_is_cut_off_too(client):
    id = client.new()

    def endless():
        for _ in range(100):
            yield b"x" * 10_000

    with contextlib.suppress(httpx.WriteError):
        assert client.post(f"/api/games/{id}/do", content=endless()).status_code == 413
    assert client.summary(id)["ply"] == 2


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/nothere",
        "/api/games/%00",
        "/api/games/..%2f..%2fetc",
        "/api/games/'; drop table games; --",
        "/api/games/nothere/view?seat=axis",
        "/api/nothing",
        "/api/titles/../../etc/passwd",
        "/api/titles/toy/rules/%2e%2e",
    ],
)
def test_unknown_things_are_missing_not_errors(client, path):
    assert client.get(path).status_code == 404
    assert "error" in client.get(path).json()


@pytest.mark.parametrize("query", ["", "seat=axis&ply=x", "seat=axis&ply=99", "seat=axis&ply=-1", "seat=nobody"])
def test_bad_queries_are_refused(client, query):
    answer = client.get(f"/api/games/{client.new()}/view?{query}")
    assert answer.status_code in (400, 403) and answer.json()["error"]["text"]


def test_frames_and_logs_are_limited(client):
    id = client.new()
    assert client.get(f"/api/games/{id}/frames?seat=axis&count=100000").status_code == 400
    assert client.get(f"/api/games/{id}/frames?seat=axis&count=-1").status_code == 400
    assert len(client.get(f"/api/games/{id}/log?seat=axis&from=-5&count=1000000").json()["log"]) == 2


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_methods_nobody_offers_are_refused(client, method):
    assert client.request(method, "/api/titles").status_code in (404, 405)


@pytest.mark.parametrize("message", ["{", "[]", '{"op": "do"}', '{"id": 1}', "x" * 70_000, '{"id": [1], "op": "do"}'])
def test_nonsense_on_the_socket_closes_it_and_nothing_else(client, message):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        page.socket.send(message)
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (4400, 1009)
    assert client.summary(id)["ply"] == 2


def test_binary_frames_close_the_socket(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        page.socket.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed):
            page.receive()
            page.receive()
    assert client.summary(id)["ply"] == 2


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/..%2f..%2fapp.py", "/assets/..%2f..%2fapp.py", "//etc/passwd"]
)
def test_static_files_stay_in_their_folder(tmp_path, path):
    static = tmp_path / "site" / "static"
    static.mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (tmp_path / "site" / "app.py").write_text("secret")
    with running(f"sqlite:///{tmp_path / 'games.db'}", static=static) as client:
        raw = http.client.HTTPConnection("127.0.0.1", client.port)
        raw.request("GET", path)
        answer = raw.getresponse()
        assert b"secret" not in answer.read()
        assert answer.status in (200, 404)


def test_the_page_and_its_assets_are_served_with_fitting_caching(tmp_path):
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<title>page</title>")
    (tmp_path / "static" / "assets" / "main-1a2b.js").write_text("code();" * 2000)
    with running(f"sqlite:///{tmp_path / 'games.db'}", static=tmp_path / "static") as client:
        for path in ("/", "/index.html"):
            assert "page" in client.get(path).text
            assert client.get(path).headers["cache-control"] == "no-cache"
        asset = client.get("/assets/main-1a2b.js")
        assert "immutable" in asset.headers["cache-control"] and asset.headers["content-encoding"] == "gzip"
        assert client.get("/assets/gone.js").status_code == 404
        assert client.get("/api/gone").json()["error"]["code"] == "missing"


def test_without_a_built_page_the_server_says_how_to_get_one(tmp_path):
    with running(f"sqlite:///{tmp_path / 'games.db'}", static=tmp_path / "none") as client:
        assert "make play" in client.get("/").text


def test_pages_of_other_sites_are_kept_out(client):
    id = client.new()
    evil = {"Origin": "https://evil.example"}
    assert client.post("/api/games", json={"title": "toy"}, headers=evil).json()["error"]["code"] == "origin"
    assert client.get("/api/games", headers={"Origin": "null"}).status_code == 403
    address = f"ws://127.0.0.1:{client.port}/api/games/{id}/live?seat=axis"
    with pytest.raises(InvalidStatus), connect(address, origin="https://evil.example"):
        pass
    good = {"Origin": f"http://127.0.0.1:{client.port}"}
    assert client.get("/api/games", headers=good).status_code == 200


def test_a_local_table_answers_only_to_local_names(tmp_path):
    with running(f"sqlite:///{tmp_path / 'games.db'}", hosts=("localhost", "127.0.0.1")) as client:
        assert client.get("/api/games").status_code == 200
        for name in ("evil.example", "evil.example:80", "[::1", ""):
            assert client.get("/api/games", headers={"Host": name}).status_code == 403


def test_questions_with_hostile_arguments_are_refused(client):
    id = client.new()
    for args in ({"piece": 10**30}, {"piece": None}, {"place": ["x"] * 1000}):
        asked = {"seat": "axis", "about": {"question": "reach", **args}}
        answer = client.post(f"/api/games/{id}/ask", content=json.dumps(asked))
        assert answer.status_code == 400


@pytest.mark.parametrize(
    "player", ["bot:touch {marker}", "script:{marker}", "general:$(touch {marker})", "../random", ""]
)
def test_a_seat_names_a_player_that_is_offered_and_nothing_else(client, tmp_path, player):
    marker = tmp_path / "marker"
    seat = f"computer:{player.format(marker=marker)}"
    assert client.post("/api/games", json={"title": "toy", "seats": {"axis": seat}}).status_code == 400
    id = client.new()
    assert client.patch(f"/api/games/{id}", json={"seats": {"axis": seat}}).status_code == 400
    assert not marker.exists()
