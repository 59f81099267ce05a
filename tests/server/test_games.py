"""Saved games over HTTP: begin, list, rename, copy, branch, throw away, bring in and out."""

from __future__ import annotations

import pytest

from rasputitsa.players.planning import SECONDS
from rasputitsa.table import verify_text


def test_titles_tell_what_the_new_game_dialog_needs(client):
    toy = next(t for t in client.get("/api/titles").json() if t["name"] == "toy")
    assert toy["sides"] == [{"name": "axis", "label": "Axis"}, {"name": "soviet", "label": "Soviet"}]
    assert toy["scenarios"][0]["name"] == "line"
    assert toy["options"][0]["help"] == "Nobody is dealt a card."
    assert "random" in [p["name"] for p in toy["players"]]


def test_a_new_game_is_listed_with_where_it_stands(client):
    id = client.new(name="First", seats={"soviet": "computer:random"}, options={"open_cards": True})
    (game,) = client.get("/api/games").json()
    assert game["id"] == id and game["name"] == "First" and game["mode"] == "solo"
    assert game["seats"]["soviet"] == {"kind": "computer", "player": "random", "label": "Random"}
    assert (game["turn"], game["to_move"], game["over"], game["ply"]) == (1, "axis", False, 0)
    assert game["options"]["open_cards"] is True and len(game["commitment"]) == 64


def test_a_game_without_a_name_is_called_after_its_scenario(client):
    assert client.summary(client.new())["name"] == "The line"


def test_the_computer_may_think_as_long_as_the_general_usually_does(client):
    assert client.summary(client.new())["seconds"] == SECONDS


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"title": "chess"}, "unknown title"),
        ({"scenario": "lime"}, "did you mean 'line'"),
        ({"edition": "third"}, "unknown edition"),
        ({"options": {"pace": 7}}, "not one of"),
        ({"options": {"pace": 2}}, "not in the first edition"),
        ({"seats": {"axis": "computer:deep"}}, "unknown player"),
        ({"seats": {"west": "human"}}, "unknown side"),
        ({"seconds": 0}, "time limit"),
        ({"colour": "red"}, "unknown field"),
        ({"name": 7}, "Expected `str`"),
    ],
)
def test_an_impossible_game_is_refused_with_the_reason_and_not_stored(client, wanted, complaint):
    answer = client.post("/api/games", json={"title": "toy", **wanted})
    assert answer.status_code == 400 and complaint in answer.json()["error"]["text"]
    assert client.get("/api/games").json() == []


def test_a_game_is_renamed_and_its_seats_change_hands(client):
    id = client.new()
    game = client.patch(f"/api/games/{id}", json={"name": "  New\nname ", "seats": {"axis": "computer:random"}}).json()
    assert game["name"] == "New name" and game["mode"] == "solo"
    assert client.get(f"/api/games/{id}/view", params={"seat": "axis"}).status_code == 403


def test_a_deleted_game_lies_in_the_trash_until_it_is_restored_or_erased(client):
    id = client.new()
    client.play(id, "stay")
    assert client.delete(f"/api/games/{id}").json()["deleted"]
    assert client.get("/api/games").json() == []
    assert [g["id"] for g in client.get("/api/games?trash=true").json()] == [id]
    refused = client.do(id, "stay", "soviet")
    assert refused.status_code == 409 and refused.json()["error"]["code"] == "trash"
    assert client.post(f"/api/games/{id}/restore").json()["deleted"] is None
    client.play(id, "stay")
    client.delete(f"/api/games/{id}")
    assert client.delete(f"/api/games/{id}").status_code == 204
    assert client.get(f"/api/games/{id}").status_code == 404
    assert client.get("/api/games?trash=true").json() == []


def test_a_duplicate_goes_its_own_way_with_its_own_dice(client):
    id = client.new(name="One", open=True)
    client.play(id, "stay")
    copy = client.post(f"/api/games/{id}/duplicate", json={}).json()
    assert copy["name"] == "One (copy)" and copy["ply"] == 3 and copy["parent"] == {"id": id, "ply": 3}
    assert copy["commitment"] != client.summary(id)["commitment"]
    client.play(copy["id"], "stay")
    assert client.summary(id)["ply"] == 3


def test_a_branch_begins_at_its_ply_and_leaves_the_game_alone(client):
    id = client.new(options={"open_cards": True}, open=True)
    client.play(id, "Red 2 B-C", "stay", "stay")
    new = client.post(f"/api/games/{id}/branch", json={"ply": 1, "seats": {"axis": "computer:random"}}).json()
    assert new["ply"] == 1 and new["to_move"] == "soviet" and new["mode"] == "solo"
    assert new["parent"] == {"id": id, "ply": 1}
    assert client.view(new["id"], "soviet")["view"]["pieces"]["1"]["at"] == "C"
    assert client.summary(id)["ply"] == 3
    assert client.post(f"/api/games/{id}/branch", json={"ply": 4}).status_code == 404
    assert client.post(f"/api/games/{id}/branch", json={"ply": -1}).status_code == 404


def test_a_branch_before_a_die_rolls_it_anew(client):
    id = client.new(options={"open_cards": True}, seats={}, open=True)
    client.play(id, "Red 2 B-C", "Blue 2 D-C")
    new = client.post(f"/api/games/{id}/branch", json={"ply": 2}).json()
    assert new["ply"] == 3
    assert client.view(new["id"])["log"][-1]["side"] == "chance"


def test_an_exported_game_comes_back_as_a_replay_and_can_be_played_on(client):
    id = client.new(name='A "game"', open=True)
    client.play(id, "Red 2 B-C", "stay")
    export = client.get(f"/api/games/{id}/export")
    assert 'filename="toy-a-game.rec"' in export.headers["content-disposition"]
    assert "dice sha256" in export.text and "dice seed" not in export.text
    look = client.post("/api/games/import?name=Look", content=export.text).json()
    assert look["mode"] == "replay" and look["ply"] == 4 and look["name"] == "Look"
    assert client.view(look["id"], "open", ply=3)["view"]["pieces"]["1"]["at"] == "C"
    assert client.do(look["id"], "stay").json()["error"]["code"] == "seat"
    play = client.post("/api/games/import?play=true", content=export.text).json()
    assert play["mode"] == "hotseat"
    client.play(play["id"], "stay")
    branch = client.post(f"/api/games/{look['id']}/branch", json={"ply": 3}).json()
    assert branch["mode"] == "hotseat"
    client.play(branch["id"], "stay")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a rasputitsa record"),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n1 axis: fly\n", "line 4: "),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n1 axis: stay\n2 axis: stay\n", "line 5: "),
        (b"rasputitsa record 1\ntitle t\xff\n", "line 2: not a text file"),
    ],
)
def test_a_bad_record_is_refused_with_its_line_and_not_stored(client, text, complaint):
    answer = client.post("/api/games/import", content=text)
    assert answer.status_code == 400 and complaint in answer.json()["error"]["text"]
    assert client.get("/api/games").json() == []


def test_the_dice_of_a_finished_game_can_be_checked_by_anyone(client):
    id = client.new()
    before = client.get(f"/api/games/{id}/dice").json()
    assert before["seed"] is None and before["verified"] is None
    client.play(id, "Red 2 B-C", "Blue 2 D-C", "no card")
    while not client.summary(id)["over"]:
        client.play(id, "stay")
    after = client.get(f"/api/games/{id}/dice").json()
    assert after["commitment"] == before["commitment"] and after["verified"] is True
    assert client.view(id, "open")["seed"] == after["seed"]
    export = client.get(f"/api/games/{id}/export").text
    assert verify_text(export).ok
    look = client.post("/api/games/import", content=export).json()
    assert client.get(f"/api/games/{look['id']}/dice").json()["verified"] is True


def test_a_branch_proves_only_its_own_dice(client):
    id = client.new(open=True)
    client.play(id, "stay")
    new = client.post(f"/api/games/{id}/branch", json={"ply": 3}).json()["id"]
    while not client.summary(new)["over"]:
        client.play(new, "stay")
    dice = client.get(f"/api/games/{new}/dice").json()
    assert dice["since"] == 3 and dice["verified"] is True


def test_boards_pictures_symbols_and_rules_are_served_and_cached(client):
    board = client.get("/api/titles/toy/board")
    assert {"A", "E"} <= set(board.json()["geometry"]["places"])
    tag = board.headers["etag"]
    assert client.get("/api/titles/toy/board", headers={"If-None-Match": tag}).status_code == 304
    picture = client.get("/api/titles/toy/map.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "place-A" in picture.text
    assert client.get("/api/titles/toy/map.svg?theme=pink").status_code == 400
    assert "types" in client.get("/api/symbols.json").json()
    assert client.get("/api/titles/toy/rules/9.9").status_code == 404
    assert client.get("/api/titles/chess/board").status_code == 404
