"""Playing over HTTP and the live socket: updates, refusals, two tabs, hand-over, computers."""

from __future__ import annotations

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from multiprocessing import active_children

import pytest
from websockets.exceptions import ConnectionClosed

from ..kernel.toy import Turn


def test_an_action_is_answered_with_what_it_changes(client):
    id = client.new(options={"open_cards": True})
    answer = client.do(id, "Red 2 B-C", rev=0).json()
    assert answer["type"] == "update" and (answer["from"], answer["rev"], answer["ply"]) == (0, 1, 1)
    assert answer["patch"]["pieces"] == {"1": {"at": "C"}}
    assert [entry["text"] for entry in answer["log"]] == ["Red 2 to C"]
    assert answer["undo"][0]["to"] == 0


def test_a_stale_action_is_refused_with_a_fresh_view(client):
    id = client.new(options={"open_cards": True})
    client.do(id, "stay", rev=0)
    answer = client.do(id, "stay", "soviet", rev=0)
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "stale"
    assert answer.json()["view"]["rev"] == 1


def test_an_illegal_action_is_refused_with_its_rule_and_a_fresh_view(client):
    id = client.new()
    answer = client.do(id, "Blue 2 D-C")
    assert answer.status_code == 409
    assert answer.json()["error"] == {"code": "illegal", "text": "Blue 2 is not yours to move.", "rule": "T.2"}
    assert answer.json()["view"]["ply"] == 2


def test_a_fault_in_a_rule_is_told_and_nothing_is_lost(client, monkeypatch):
    id = client.new()
    monkeypatch.setattr(Turn, "apply", lambda self, s, action: 1 / 0)
    answer = client.do(id, "stay")
    assert answer.status_code == 500 and answer.json()["error"]["code"] == "defect"
    monkeypatch.undo()
    client.play(id, "stay")
    assert client.summary(id)["ply"] == 3


def test_a_fault_leaves_the_connection_open_for_the_next_request(client, monkeypatch):
    id = client.new()
    monkeypatch.setattr(Turn, "apply", lambda self, s, action: 1 / 0)
    line = HTTPConnection("127.0.0.1", client.port)
    line.request(
        "POST", f"/api/games/{id}/do", json.dumps({"seat": "axis", "rev": client.summary(id)["rev"], "do": "stay"})
    )
    answer = line.getresponse()
    assert answer.status == 500 and answer.read()
    time.sleep(0.2)  # a server that closes the connection has done so by now
    line.request("GET", f"/api/games/{id}")
    assert json.load(line.getresponse())["ply"] == 2
    line.close()


def test_each_seat_sees_only_its_own(client):
    id = client.new()
    axis, soviet = client.view(id, "axis"), client.view(id, "soviet")
    assert "cards" in axis["view"]["hands"]["axis"] and "cards" not in axis["view"]["hands"]["soviet"]
    assert axis["log"][1]["text"] == "Deal a card to soviet" != soviet["log"][1]["text"]
    assert client.get(f"/api/games/{id}/view?seat=open").status_code == 403
    assert client.get(f"/api/games/{id}/timeline?seat=open").status_code == 403
    assert client.get(f"/api/games/{id}/frames?seat=open").status_code == 403
    assert client.get(f"/api/games/{id}/log?seat=open").status_code == 403


def test_choices_questions_and_reasons(client):
    id = client.new()
    get = lambda **q: client.get(f"/api/games/{id}/choices", params={"seat": "axis", **q}).json()
    clicks = ["piece:1", "place:B", "place:C"]
    assert get(handle="piece:1")["choices"] == [{"do": "Red 2 B-C", "clicks": clicks, "label": "Red 2 to C"}]
    assert {choice["do"] for choice in get()["choices"]} == {"Red 2 B-C", "stay"}
    ask = lambda **about: client.post(f"/api/games/{id}/ask", json={"seat": "axis", "about": about})
    why = ask(question="why_not", do="Blue 2 D-C").json()["answer"]
    assert why == {"possible": False, "text": "Blue 2 is not yours to move.", "rule": "T.2"}
    assert ask(question="weather").status_code == 400
    assert ask(question="reach", piece="x").status_code == 400


def test_replay_gives_every_view_as_it_was(client):
    id = client.new(options={"open_cards": True})
    seen = [client.view(id)["view"]["pieces"]]
    for deed in ("Red 2 B-C", "stay", "Red 1 A-B", "stay"):
        client.play(id, deed)
        seen.append(client.view(id)["view"]["pieces"])
    assert [client.view(id, ply=n)["view"]["pieces"] for n in range(5)] == seen
    film = client.get(f"/api/games/{id}/frames?seat=axis&from=1&count=10").json()
    assert film["view"]["pieces"] == seen[1] and [f["ply"] for f in film["frames"]] == [2, 3, 4]
    assert film["frames"][1]["patch"]["pieces"] == {"0": {"at": "B"}}
    line = client.get(f"/api/games/{id}/timeline?seat=axis").json()
    assert line["turns"][0] == {"turn": 1, "date": "", "from": 0, "to": 2}
    assert [e["ply"] for e in client.get(f"/api/games/{id}/log?seat=axis&from=1&count=2").json()["log"]] == [2, 3]
    since = client.get(f"/api/games/{id}/since?seat=axis").json()
    assert since["from"] == 3 and [e["text"] for e in since["log"]] == ["Stay"]


def test_undo_over_http_goes_to_the_limit_and_no_further(client):
    id = client.new()
    client.play(id, "stay", "stay")
    undo = lambda seat, to: client.post(
        f"/api/games/{id}/undo", json={"seat": seat, "to": to, "rev": client.summary(id)["rev"]}
    )
    refused = undo("axis", 2)
    assert refused.status_code == 409 and refused.json()["error"]["code"] == "undo"
    done = undo("soviet", 3).json()
    assert done["ply"] == done["keep"] == 3 and done["log"] == []
    assert client.summary(id)["to_move"] == "soviet"


def test_a_page_follows_the_game_by_updates_alone(client):
    id = client.new()
    with client.live(id, "axis") as axis, client.live(id, "soviet") as soviet:
        axis.receive(), soviet.receive()
        for deed in ("Red 2 B-C", "Blue 2 D-C", "no card", "stay"):
            mover = axis if axis.view["prompt"]["side"] == "axis" else soviet
            rest = soviet if mover is axis else axis
            assert mover.do(deed)["type"] == "done"
            rest.until("update")
        for seat, page in (("axis", axis), ("soviet", soviet)):
            full = client.view(id, seat)
            assert page.view == full["view"] and page.rev == full["rev"] and page.log == full["log"]


def test_undo_is_an_update_too(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        page.do("Red 2 B-C")
        assert page.ask("undo", rev=page.rev, to=2)["type"] == "done"
        assert page.view == client.view(id)["view"] and page.ply == 2 and len(page.log) == 2


def test_two_tabs_cannot_both_act_on_the_same_position(client):
    id = client.new()
    with client.live(id) as one, client.live(id) as two:
        one.receive(), two.receive()
        rev = two.rev
        assert one.do("Red 2 B-C")["type"] == "done"
        reply = two.ask("do", rev=rev, do="stay")
        assert reply["type"] == "refused" and reply["error"]["code"] == "stale"
        assert [m["type"] for m in two.messages] == ["view", "update", "view", "refused"]
        assert two.view == one.view


def test_many_tabs_at_once_leave_one_story(client):
    id = client.new(options={"open_cards": True}, open=True)

    def hammer(_: int) -> int:
        done = 0
        while "prompt" in (state := client.view(id, "open"))["view"]:
            answer = client.post(f"/api/games/{id}/do", json={"seat": "open", "rev": state["rev"], "do": "stay"})
            done += answer.status_code == 200
            assert answer.status_code in (200, 409)
        return done

    with ThreadPoolExecutor(4) as pool:
        accepted = sum(pool.map(hammer, range(4)))
    assert accepted == client.summary(id)["ply"] == 12


def test_the_hand_over_changes_seats_on_the_same_socket(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        page.do("stay")
        assert page.ask("sit", seat="soviet")["type"] == "done"
        assert page.view["side"] == "soviet" and "cards" not in page.view["hands"]["axis"]
        assert page.do("stay")["type"] == "done"
        assert page.ask("sit", seat="open")["type"] == "refused"


def test_every_request_on_the_socket_is_answered(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        assert page.ask("choices", handle="piece:1")["choices"][0]["do"] == "Red 2 B-C"
        assert len(page.ask("choices")["choices"]) == 2
        assert page.ask("ask", about={"question": "why_not", "do": "stay"})["answer"]["possible"]
        assert page.ask("ping")["type"] == "done" and page.ask("view")["type"] == "done"
        assert page.ask("now") == {"type": "hurried", "id": 6, "rev": 1, "thinking": False}
        assert page.ask("dance")["error"]["code"] == "invalid"
        assert page.ask("do", do="stay", rev=-1)["error"]["code"] == "stale"


@pytest.mark.parametrize(
    ("path", "code"),
    [("nothere123/live?seat=axis", 4404), ("{id}/live?seat=open", 4403), ("{id}/live", 4403)],
)
def test_a_page_that_may_not_watch_is_told_by_the_closing_code(client, path, code):
    from websockets.sync.client import connect

    id = client.new()
    with connect(f"ws://127.0.0.1:{client.port}/api/games/{path.format(id=id)}") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def test_the_computer_answers_by_itself_and_the_page_sees_it(client):
    id = client.new(seats={"soviet": "computer:random"})
    with client.live(id) as page:
        page.receive()
        page.do("stay")
        while page.view["prompt"]["side"] != "axis":
            page.receive(20)
        assert any(m["type"] == "thinking" and m["thinking"] for m in page.messages)
        assert page.view == client.view(id)["view"]


def test_the_computer_plays_its_whole_game_without_anybody_watching(client):
    id = client.new(seats={"soviet": "computer:random"})
    end = time.monotonic() + 60
    while not (game := client.summary(id))["over"] and time.monotonic() < end:
        if game["to_move"] == "axis":
            deeds = [c["do"] for c in client.get(f"/api/games/{id}/choices?seat=axis").json()["choices"]]
            client.do(id, deeds[0])
        else:
            time.sleep(0.02)
    assert client.summary(id)["over"]


def test_a_computer_that_dies_or_oversleeps_is_replaced_by_a_legal_action_and_a_note(client):
    for player, note in (("crasher", "its process died"), ("cheat", "not allowed"), ("sleeper", "no answer in time")):
        id = client.new(seats={"soviet": f"computer:{player}"}, seconds=0.1)
        with client.live(id) as page:
            page.receive()
            page.do("stay")
            while page.view["prompt"]["side"] != "axis":
                page.receive(60)
            assert note in page.log[3]["note"]


def test_a_thinking_computer_blocks_nobody_and_moves_now_when_told(client):
    id = client.new(seats={"soviet": "computer:thinker"}, seconds=60)
    other = client.new()
    with client.live(id) as page:
        page.receive()
        page.do("stay")
        while not (page.thinking and page.thinking["progress"] == 0.5):
            page.receive()
        started = time.monotonic()
        client.play(other, "stay", "stay")
        client.patch(f"/api/games/{id}", json={"name": "Still thinking"})
        assert client.view(id)["thinking"]["player"] == "thinker"
        assert time.monotonic() - started < 30
        assert page.ask("now")["thinking"] is True
        while page.view["prompt"]["side"] != "axis":
            page.receive()
        assert time.monotonic() - started < 30
        assert page.until("thinking")["thinking"] is None


def test_an_undo_while_the_computer_thinks_takes_the_move_back_and_the_thought_is_forgotten(client):
    id = client.new(seats={"soviet": "computer:thinker"}, seconds=60)
    with client.live(id) as page:
        page.receive()
        page.do("Red 2 B-C")
        while not (page.thinking and page.thinking["progress"] == 0.5):
            page.receive()
        assert page.ask("undo", rev=page.rev, to=2)["type"] == "done"
        while page.thinking:
            page.receive()
        time.sleep(0.2)
        assert client.summary(id)["ply"] == 2 and client.summary(id)["to_move"] == "axis"


def test_after_an_undo_the_computer_goes_by_no_notes_on_what_is_gone(client):
    """The scribe stays when it finds no note that it has stayed, and moves when it does. In an open game a person may
    take back what the computer did."""
    id = client.new(seats={"soviet": "computer:scribe"}, open=True)
    with client.live(id) as page:
        page.receive()
        for _ in range(2):
            start = page.ply
            page.do("stay")
            while page.view["prompt"]["side"] != "axis" or page.ply == start:
                page.receive()
            assert [entry["text"] for entry in page.log if entry.get("side") == "soviet"][-1] == "Stay"
            assert page.ask("undo", rev=page.rev, to=start)["type"] == "done"
            while page.ply != start:
                page.receive()


def test_two_computers_play_while_somebody_watches(client, monkeypatch):
    monkeypatch.setattr("rasputitsa.server.room.WATCH_PACE", 0.0)
    both = {"axis": "computer:random", "soviet": "computer:random"}
    id = client.new(seats=both, options={"open_cards": True})
    time.sleep(0.3)
    assert client.summary(id)["ply"] == 0
    with client.live(id, "open") as page:
        page.receive()
        while "prompt" in page.view:
            page.until("update", 30)
    assert client.summary(id)["over"] is True


def test_a_killed_worker_does_not_take_the_server_along(client):
    id = client.new(seats={"soviet": "computer:thinker"}, seconds=60)
    with client.live(id) as page:
        page.receive()
        page.do("stay")
        while not (page.thinking and page.thinking["progress"] == 0.5):
            page.receive()
        for child in active_children():
            os.kill(child.pid, signal.SIGKILL)
        while page.view["prompt"]["side"] != "axis":
            page.receive()
        assert "its process died" in page.log[3]["note"]


def test_names_and_seats_that_change_are_shown_to_every_page(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        client.patch(f"/api/games/{id}", json={"name": "Renamed"})
        assert page.until("game")["game"]["name"] == "Renamed"
        client.patch(f"/api/games/{id}", json={"seats": {"axis": "computer:random"}})
        with pytest.raises(ConnectionClosed):
            page.until("game")
            page.until("never")
