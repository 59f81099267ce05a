"""The JSON-lines protocol for programs: every line is answered, whatever it holds."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.commands.bot import Conversation, converse

from ..kernel.toy import TOY
from .conftest import Command

pytestmark = pytest.mark.usefixtures("toy_installed")


def ask(talk: Conversation, **order: Any) -> dict[str, Any]:
    return talk.answer(json.dumps(order).encode())


@pytest.fixture
def talk() -> Conversation:
    talk = Conversation(TOY)
    ask(talk, cmd="new", options={"open_cards": True})
    return talk


def test_a_new_game_says_who_decides(talk: Conversation):
    assert ask(talk, cmd="new") == {"ok": True, "ply": 0, "side": "chance", "over": False, "outcome": None}
    assert ask(talk, cmd="new", options={"open_cards": True})["side"] == "axis"


def test_legal_lists_the_texts_that_apply_takes(talk: Conversation):
    assert ask(talk, cmd="legal")["actions"] == ["Red 2 B-C", "stay"]
    assert ask(talk, cmd="legal", of="piece:1")["actions"] == ["Red 2 B-C"]
    assert ask(talk, cmd="apply", action="Red 2 B-C")["side"] == "soviet"


def test_a_refusal_names_the_rule_and_changes_nothing(talk: Conversation):
    refused = ask(talk, cmd="apply", action="Blue 1 E-D")
    assert refused == {"ok": False, "error": "Blue 1 is not yours to move.", "rule": "T.2"}
    assert ask(talk, cmd="apply", action="stay", by="soviet")["ok"] is False
    assert len(talk.record) == 0


def test_a_view_is_that_of_the_side_asked_for(talk: Conversation):
    ask(talk, cmd="new", seed=1)
    for _ in range(2):
        ask(talk, cmd="go", play=True)
    hands = talk.answer(b'{"cmd": "view", "side": "soviet"}')["view"].hands
    assert [hand.cards is None for hand in hands] == [True, False]


def test_go_proposes_and_with_play_also_does_it(talk: Conversation):
    proposed = ask(talk, cmd="go")
    assert set(proposed) == {"ok", "action"} and len(talk.record) == 0
    done = ask(talk, cmd="go", play=True)
    assert done["ply"] == 1 and str(talk.record.entries[0].action) == done["action"]


def test_a_program_can_play_a_game_to_its_end_with_go(talk: Conversation):
    ask(talk, cmd="new", seed="x")
    for _ in range(200):
        answer = ask(talk, cmd="go", play=True)
        if answer["over"]:
            break
    assert answer["outcome"].rule in ("T.3", "T.4")
    assert ask(talk, cmd="go") == {"ok": False, "error": "the game is over", "rule": ""}


def test_equal_seeds_play_equal_games(talk: Conversation):
    games = []
    for _ in range(2):
        ask(talk, cmd="new", seed=5)
        games.append([ask(talk, cmd="go", play=True)["action"] for _ in range(8)])
    assert games[0] == games[1]


def test_a_record_can_be_taken_up(talk: Conversation):
    ask(talk, cmd="apply", action="stay")
    other = Conversation(TOY)
    assert ask(other, cmd="new", record=talk.record.text())["ply"] == 1
    assert other.record.state == talk.record.state


def test_a_bad_record_leaves_the_game_under_way(talk: Conversation):
    ask(talk, cmd="apply", action="stay")
    refused = ask(talk, cmd="new", record=talk.record.text().replace("1 axis: stay", "1 axis: flee"))
    assert refused["ok"] is False and "line 7" in refused["error"]
    assert len(talk.record) == 1


@given(st.binary(max_size=80) | st.dictionaries(st.text(max_size=8), st.integers() | st.text()).map(json.dumps))
def test_whatever_a_line_holds_it_is_answered_and_changes_nothing(line: bytes | str):
    talk = Conversation(TOY)
    answer = talk.answer(line if isinstance(line, bytes) else line.encode())
    assert answer["ok"] is False and answer["error"]
    assert len(talk.record) == 0


def test_an_absurd_number_is_refused(talk: Conversation):
    assert ask(talk, cmd="apply", action="die " + "9" * 5000)["ok"] is False


def test_talk_ends_with_quit_or_with_the_input():
    for text, answers in ((b'{"cmd":"quit"}\n{"cmd":"legal"}\n', 1), (b'\n{"cmd":"legal"}\nrubbish', 2)):
        sink = io.BytesIO()
        converse(TOY, io.BytesIO(text), sink)
        assert len(sink.getvalue().splitlines()) == answers


def test_the_command_speaks_json_lines_only(command: Command):
    orders = """{"cmd": "new", "options": {"open_cards": true}}
        rubbish
        {"cmd": "apply", "action": "stay"}
        {"cmd": "quit"}"""
    done = command("bot", "toy", stdin=orders)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["ok"] for a in answers] == [True, False, True, True]
    assert done.stderr == ""
