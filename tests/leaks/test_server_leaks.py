"""What a server gives away of a running game besides views: its export, branches, and the computer's reasons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rasputitsa import players
from rasputitsa.kernel import Record, State, title, titles

from ..server.running import Client, running
from .looking import Names, Thing

PLIES = 130
"""How far the game with a computer is followed."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("leaks")
    with running(f"sqlite:///{folder / 'games.db'}") as found:
        yield found


def begun(client: Client, name: str, **more: object) -> str:
    """A game whose first decisions have been made."""
    return client.new(title=name, seed="leaks", **more)


def hidden_deeds(state: State, record: Record, seat: str) -> list[str]:
    """The deeds of a record that the seat may not read."""
    out = []
    for entry in record.entries:
        if state.describe(entry.action, seat) != str(entry.action):
            out.append(str(entry.action))
        state.apply(entry.action)
    return out


@pytest.mark.parametrize("name", titles())
def test_the_export_of_a_running_game_is_what_the_seat_may_know(client: Client, name: str):
    id = begun(client, name)
    answer = client.get(f"/api/games/{id}/export", params={"seat": "soviet"})
    if answer.status_code == 200 and "not for replay" not in answer.text:
        record = Record.from_text(answer.text)
        assert hidden_deeds(record.start(), record, "soviet") == []


@pytest.mark.parametrize("name", titles())
def test_a_branch_of_a_running_game_is_not_open(client: Client, name: str):
    id = begun(client, name)
    ply = client.summary(id)["ply"]
    branch = client.post(f"/api/games/{id}/branch", json={"ply": ply, "open": True})
    if branch.status_code == 201:
        view = client.get(f"/api/games/{branch.json()['id']}/view", params={"seat": "open"})
        assert view.status_code != 200


@pytest.mark.parametrize("name", titles())
def test_a_running_game_cannot_be_opened(client: Client, name: str):
    id = begun(client, name)
    client.patch(f"/api/games/{id}", json={"open": True})
    assert client.get(f"/api/games/{id}/view", params={"seat": "open"}).status_code != 200


@pytest.mark.parametrize("name", titles())
def test_nobody_gets_a_copy_of_a_running_game_to_try_things_in(client: Client, name: str):
    id = begun(client, name)
    for path, wanted in (("duplicate", {}), ("branch", {"ply": 0})):
        answer = client.post(f"/api/games/{id}/{path}", json=wanted)
        assert answer.status_code == 403
        assert "until it is over" in answer.json()["error"]["text"]


@pytest.mark.parametrize("name", titles())
def test_a_running_game_is_not_given_to_computers_to_be_watched(client: Client, name: str):
    id = begun(client, name)
    both = {"axis": "computer:random", "soviet": "computer:random"}
    assert client.patch(f"/api/games/{id}", json={"seats": both}).status_code == 403


@pytest.mark.parametrize("name", titles())
def test_without_a_seat_the_export_of_a_running_game_says_what_both_sides_may_read(client: Client, name: str):
    id = begun(client, name)
    text = client.get(f"/api/games/{id}/export").text
    theirs = [client.get(f"/api/games/{id}/export", params={"seat": seat}).text for seat in title(name).sides]
    said = {line for text in theirs for line in text.splitlines()}
    assert set(text.splitlines()) - said <= {"# as an onlooker sees it; not for replay"}
    assert client.get(f"/api/games/{id}/export?seat=open").status_code == 403


def fogged() -> list[str]:
    """The titles that hide pieces and have a computer that gives reasons."""
    return [name for name in titles() if "recruit" in players.names(name) and _hides_pieces(title(name).new())]


def _hides_pieces(state: State) -> bool:
    return any(piece.face is None for piece in state.view("soviet").pieces if piece.kind == "block")


@pytest.mark.parametrize("name", fogged())
def test_the_reasons_of_the_computer_name_nothing_concealed(client: Client, name: str):
    start = title(name).new().view("open")
    names = Names(title(name), start)
    theirs = {("piece", piece.id) for piece in start.pieces if piece.owner == "axis"}
    id = begun(client, name, seats={"axis": "computer:recruit"}, seconds=0.2)
    found = [
        word
        for reason, seen in _reasons(client, id, random.Random(1))
        for word in names.hidden(reason, frozenset(theirs - seen))
    ]
    assert found == []


def _reasons(client: Client, id: str, rng: random.Random) -> Iterator[tuple[str, set[Thing]]]:
    """The computer's reasons as they are sent to the other seat, which plays at random, and what it has just seen."""
    with client.live(id, "soviet") as page:
        before = _faces(page.until("view")["view"])
        while page.ply < PLIES and "result" not in page.view:
            if page.view["prompt"]["side"] == "soviet":
                page.do(rng.choice(page.ask("choices")["choices"])["do"])
            else:
                page.until("update")
            now = _faces(page.view)
            yield (page.messages[-1].get("why") or {}).get("text", ""), before | now
            before = now


def _faces(view: dict) -> set[Thing]:
    pieces = view["pieces"].values()
    return {("piece", piece["id"]) for piece in pieces if piece.get("face")}
