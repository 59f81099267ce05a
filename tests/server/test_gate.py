"""Who may do what: the authorisation matrix, made from the routes and socket messages themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from rasputitsa.server import gate, live
from rasputitsa.server.app import ROUTERS
from rasputitsa.server.messages import Request
from rasputitsa.server.persons import HOME
from rasputitsa.server.storage.people import People

from ..table.toys import installed_toy
from . import people
from .people import EVERYBODY, club, members, offered, seated
from .running import Client, running

ROUTES = {
    f"{method} {prefix}{route.path}": route
    for router, prefix in ROUTERS
    for route in router.routes
    for method in (getattr(route, "methods", None) or ["WS"])
}
ALL, SIGNED_IN = (
    "nobody stranger spectator opponent player owner admin",
    "stranger spectator opponent player owner admin",
)
KNOWN = "spectator opponent player owner admin"
MATRIX = {
    # route: those whom the gate lets through, in a running game with secrets, asking for the player's seat
    "GET /health": ALL,
    "GET /ready": ALL,
    "GET /metrics": "admin",
    "GET /api/about": ALL,
    "GET /api/openapi.json": ALL,
    "GET /api/titles": ALL,
    "GET /api/titles/{name}/board": ALL,
    "GET /api/titles/{name}/map.svg": ALL,
    "GET /api/titles/{name}/rules/{number}": ALL,
    "GET /api/symbols.json": ALL,
    "GET /api/games": SIGNED_IN,
    "POST /api/games": SIGNED_IN,
    "POST /api/games/import": SIGNED_IN,
    "GET /api/games/{id}": KNOWN,
    "PATCH /api/games/{id}": "owner admin",
    "POST /api/games/{id}/duplicate": "",
    "POST /api/games/{id}/branch": "",
    "DELETE /api/games/{id}": "admin",
    "POST /api/games/{id}/restore": "admin",
    "GET /api/games/{id}/export": "player",
    "GET /api/games/{id}/dice": KNOWN,
    "GET /api/games/{id}/view": "player",
    "GET /api/games/{id}/choices": "player",
    "POST /api/games/{id}/do": "player",
    "GET /api/games/{id}/orders": "player",
    "PUT /api/games/{id}/orders": "player",
    "POST /api/games/{id}/undo": "player",
    "POST /api/games/{id}/ask": "player",
    "POST /api/games/{id}/now": "player",
    "GET /api/games/{id}/timeline": "player",
    "GET /api/games/{id}/log": "player",
    "GET /api/games/{id}/since": "player",
    "GET /api/games/{id}/frames": "player",
    "GET /api/games/{id}/story": "player",
    "GET /api/games/{id}/film.webp": "player",
    "POST /api/games/{id}/report": "player",
    "WS /api/games/{id}/live": "player",
    "POST /api/account/sign-up": ALL,
    "POST /api/account/confirm": ALL,
    "POST /api/account/log-in": ALL,
    "POST /api/account/log-out": ALL,
    "POST /api/account/reset": ALL,
    "POST /api/account/reset/confirm": ALL,
    "POST /api/account/email/confirm": ALL,
    "GET /api/account": SIGNED_IN,
    "PATCH /api/account": SIGNED_IN,
    "POST /api/account/password": SIGNED_IN,
    "POST /api/account/email": SIGNED_IN,
    "GET /api/account/devices": SIGNED_IN,
    "DELETE /api/account/devices/{key}": SIGNED_IN,
    "GET /api/account/tokens": SIGNED_IN,
    "POST /api/account/tokens": SIGNED_IN,
    "DELETE /api/account/tokens/{key}": SIGNED_IN,
    "GET /api/account/blocks": SIGNED_IN,
    "PUT /api/account/blocks/{name}": SIGNED_IN,
    "DELETE /api/account/blocks/{name}": SIGNED_IN,
    "GET /api/unsubscribe/{token}": ALL,
    "POST /api/unsubscribe/{token}": ALL,
    "GET /api/account/webhooks": SIGNED_IN,
    "POST /api/account/webhooks": SIGNED_IN,
    "DELETE /api/account/webhooks/{key}": SIGNED_IN,
    "GET /api/account/push": SIGNED_IN,
    "POST /api/account/push": SIGNED_IN,
    "DELETE /api/account/push/{key}": SIGNED_IN,
    "GET /api/account/export": SIGNED_IN,
    "POST /api/account/delete": SIGNED_IN,
    "GET /api/people": SIGNED_IN,
    "GET /api/people/{name}": SIGNED_IN,
    "POST /api/people/{name}/report": SIGNED_IN,
    "GET /api/admin/reports": "admin",
    "POST /api/admin/reports/{number}": "admin",
    "GET /api/admin/people": "admin",
    "GET /api/admin/people/{name}/seats": "admin",
    "POST /api/admin/people/{name}/close": "admin",
    "POST /api/admin/games/{id}/seat": "admin",
    "GET /api/admin/log": "admin",
    "GET /api/lobby/offers": SIGNED_IN,
    "POST /api/lobby/offers": SIGNED_IN,
    "GET /api/lobby/games": SIGNED_IN,
    "GET /api/lobby/watch": SIGNED_IN,
    "GET /api/lobby/next": SIGNED_IN,
    # an offer of the owner's to the player
    "GET /api/lobby/offers/{key}": "player owner admin",
    "POST /api/lobby/offers/{key}/join": "player owner",
    "DELETE /api/lobby/offers/{key}": "player owner admin",
    "GET /api/games/{id}/match": KNOWN,
    "POST /api/games/{id}/resign": "player",
    "POST /api/games/{id}/draw": "player",
    "POST /api/games/{id}/take-back": "player",
    "POST /api/games/{id}/claim": "player",
    "POST /api/games/{id}/remind": "player",
    "GET /api/games/{id}/chat": "opponent player",
    "POST /api/games/{id}/chat": "opponent player",
    "GET /api/games/{id}/notes": KNOWN,
    "PUT /api/games/{id}/notes": KNOWN,
}
BODIES = {
    "do": {"seat": "axis", "rev": 0, "do": "stay"},
    "undo": {"seat": "axis", "rev": 0, "to": 0},
    "ask": {"seat": "axis", "about": {"question": "reach", "piece": 1}},
    "branch": {"ply": 1},
    "games": {"title": "toy"},
    "offers": {"title": "toy"},
    "resign": {"seat": "axis"},
    "draw": {"seat": "axis", "do": "decline"},
    "take-back": {"seat": "axis", "do": "decline"},
    "claim": {"seat": "axis"},
    "chat": {"text": "Hello"},
    "notes": {"text": "Mine"},
    "{number}": {"answer": "Seen"},
    "seat": {"side": "axis", "to": "somebody", "why": "He left"},
    "report": {"text": "He curses"},
}
SOCKET = {
    # message: those whom the gate lets through, in an open game: whoever may watch it can be on the socket
    "do": "player",
    "undo": "player",
    "now": "player",
    "choices": KNOWN,
    "ask": KNOWN,
    "sit": KNOWN,
    "view": KNOWN,
    "ping": KNOWN,
}
MESSAGES = {
    "do": {"rev": 0, "do": "stay"},
    "undo": {"rev": 0, "to": 0},
    "sit": {"seat": "axis"},
    "ask": {"about": {"question": "reach", "piece": 1}},
}


@pytest.fixture(scope="module")
def clubhouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, Path]]:
    """A server with accounts, and its folder."""
    folder = tmp_path_factory.mktemp("club")
    with installed_toy(), club(folder) as client:
        members(folder)
        yield client, folder


CLOSED = ("sign-in", "forbidden", "missing")


def test_every_route_and_every_socket_message_has_a_row():
    assert set(ROUTES) == set(MATRIX)
    ops = {cls.__struct_config__.tag for cls in get_args(Request)}
    assert ops == set(SOCKET) == set(live.ACTS)


def test_every_route_says_what_it_does():
    assert {route.endpoint.terms.act for route in ROUTES.values()} <= set(gate.RULES)


@pytest.mark.parametrize("route", [name for name in MATRIX if not name.startswith("WS")])
def test_a_route_lets_in_those_of_its_row_and_nobody_else(clubhouse, route):
    method, path = route.split()
    client, folder = clubhouse
    client.headers["x-person"] = "owner"
    id = seated(client, folder, options={"open_cards": True})
    client.headers["x-person"] = "player"
    assert client.do(id, "Red 2 B-C").status_code == 200
    name = "toy" if "/titles/" in path else "somebody"
    where = path.format(id=id, name=name, number="1", key="x", token="x")
    last = path.rpartition("/")[2]
    let_in = []
    for person in EVERYBODY:
        if "/offers/" in path:
            where = path.format(key=offered(folder))
        sent = {"content": "x"} if last == "import" else {"json": BODIES.get(last, {})} if method != "GET" else {}
        answer = client.request(method, where, params={"seat": "axis"}, headers={"x-person": person}, **sent)
        code = answer.json()["error"]["code"] if answer.status_code >= 400 else ""
        # a rule that does not exist is missing for everybody
        if code not in CLOSED or (code == "missing" and "rules" in path):
            let_in.append(person)
    assert let_in == [person for person in EVERYBODY if person in MATRIX[route].split()]


@pytest.mark.parametrize("person", EVERYBODY)
def test_the_socket_of_a_running_game_with_secrets_is_for_its_player(clubhouse, person):
    client, folder = clubhouse
    client.headers["x-person"] = "owner"
    id = seated(client, folder)
    with people.live(client, id, person, "axis") as page:
        if person in MATRIX["WS /api/games/{id}/live"].split():
            assert page.receive()["type"] == "view"
        else:
            with pytest.raises(ConnectionClosed):
                page.receive()


@pytest.mark.parametrize("person", EVERYBODY)
def test_socket_messages_are_for_those_of_their_row(clubhouse, person):
    client, folder = clubhouse
    client.headers["x-person"] = "owner"
    id = seated(client, folder, open=True, options={"open_cards": True})
    with people.live(client, id, person, "axis") as page:
        if person in ("nobody", "stranger"):
            with pytest.raises(ConnectionClosed):
                page.receive()
            return
        page.receive()
        let_in = [
            op for op in SOCKET if page.ask(op, **MESSAGES.get(op, {})).get("error", {}).get("code") not in CLOSED
        ]
    assert let_in == [op for op in SOCKET if person in SOCKET[op].split()]


def test_the_table_of_the_gate_is_whole():
    assert {len(row) for row in gate.RULES.values()} == {len(get_args(gate.Role))}
    assert {case for row in gate.RULES.values() for case in row.values()} == set(gate.CASES)


def test_somebody_who_plays_and_owns_a_game_may_do_what_either_may(tmp_path):
    with club(tmp_path) as client:
        id = client.new(options={"open_cards": True})
        assert client.summary(id)["id"] == id
        assert client.do(id, "stay").status_code == 200
        assert client.patch(f"/api/games/{id}", json={"name": "Mine"}).json()["name"] == "Mine"


def test_a_list_holds_the_games_one_has_a_part_in(tmp_path):
    with club(tmp_path) as client:
        id = seated(client, tmp_path)
        lists = {
            person: [game["id"] for game in client.get("/api/games", headers={"x-person": person}).json()]
            for person in EVERYBODY[1:]
        }
    assert lists == {"stranger": []} | {person: [id] for person in EVERYBODY[2:]}


def test_with_accounts_the_server_alone_chooses_seeds(tmp_path):
    with club(tmp_path) as client:
        answer = client.post("/api/games", json={"title": "toy", "seed": "mine"})
    assert answer.status_code == 403 and "server chooses the seed" in answer.json()["error"]["text"]


@pytest.mark.parametrize("change", [{"open": True}, {"seats": {"axis": "computer:random"}}])
def test_seats_and_open_view_are_fixed_once_a_game_with_accounts_has_begun(tmp_path, change):
    with club(tmp_path) as client:
        id = seated(client, tmp_path)
        assert client.patch(f"/api/games/{id}", json=change).json()["error"]["code"] == "forbidden"


def test_a_finished_game_is_open_to_those_who_watched_it(tmp_path):
    with club(tmp_path) as client:
        id = seated(client, tmp_path, options={"open_cards": True})
        for _ in range(100):
            game = client.summary(id)
            if game["over"]:
                break
            client.headers["x-person"] = "player" if game["to_move"] == "axis" else "opponent"
            assert client.do(id, "stay", game["to_move"]).status_code == 200
        client.headers["x-person"] = "spectator"
        assert client.view(id, "open")["seed"]
        assert "dice seed" in client.get(f"/api/games/{id}/export").text
        assert client.post(f"/api/games/{id}/branch", json={"ply": 1}).status_code == 201


# -- at home ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "change"),
    [
        ({}, {"open": True}),
        ({"soviet": "computer:random"}, {"seats": {"soviet": "human"}}),
        ({"soviet": "computer:random"}, {"seats": {"axis": "computer:random"}}),
    ],
)
def test_at_home_nothing_uncovers_a_running_game(client, seats, change):
    id = client.new(seats=seats)
    answer = client.patch(f"/api/games/{id}", json=change)
    assert answer.status_code == 403 and "nobody may see more" in answer.json()["error"]["text"]
    branch = {"ply": client.summary(id)["ply"], **change}
    assert client.post(f"/api/games/{id}/branch", json=branch).status_code == 403


def test_at_home_a_computer_may_take_a_seat(client):
    id = client.new()
    assert client.patch(f"/api/games/{id}", json={"seats": {"axis": "computer:random"}}).status_code == 200


def test_at_home_the_record_of_a_running_game_is_what_the_seat_may_read(client):
    id = client.new()
    seat = client.get(f"/api/games/{id}/export", params={"seat": "soviet"}).text
    assert "1 chance: Deal a card to axis" in seat and "not for replay" in seat
    both = client.get(f"/api/games/{id}/export").text
    assert "deal a card to soviet" in both.lower() and "deal a card to axis" in both.lower()


def test_the_one_person_at_home_may_do_everything_else(client):
    row = {act: cases["home"] for act, cases in gate.RULES.items() if cases["home"] != "yes"}
    shown = {"unveil": "shown", "copy": "shown", "export all": "shown"}
    assert {act: case for act, case in row.items() if case != "no"} == shown
    online = "enter account people report lobby offer invited join withdraw match treat hear talk note govern"
    assert {act for act, case in row.items() if case == "no"} == set(online.split())
    assert gate.roles(HOME, None, "") == {"home"}
    assert msgspec.json.encode(People()) == b"{}"


def test_people_over_the_network_are_asked_for_events_whatever_they_hold(tmp_path):
    """What a title names for games between people is on there, unless they say no; not against a computer."""
    games = [{}, {"options": {"ask_always": False}}, {"seats": {"axis": "computer:random"}}, {"open": True}]
    with club(tmp_path) as client:
        made = [client.summary(client.new(title="no-retreat", **wanted)) for wanted in games]
    assert [game["options"].get("ask_always", False) for game in made] == [True, False, False, False]


def test_at_home_one_screen_is_shared_and_nobody_is_asked_in_vain(tmp_path):
    with running(f"sqlite:///{tmp_path / 'games.db'}") as client:
        assert not client.summary(client.new(title="no-retreat"))["options"].get("ask_always")
