"""Computers think in processes of their own; whatever they do, the game goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from queue import Queue
from threading import Event

import pytest

from rasputitsa.kernel import State
from rasputitsa.table.thinking import Hurry, Thinkers, Thought

from .toys import toy_table


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers(1, grace=0.5)
    yield found
    found.close()


def think(
    thinkers: Thinkers,
    state: State,
    player: str,
    seconds: float = 5.0,
    hurry: Hurry | None = None,
    game: str = "game",
) -> Thought:
    call = thinkers.threads.submit(thinkers.think, game, state, player, seconds, hurry or Hurry(), lambda *report: None)
    return call.result(60)


def test_a_player_answers_with_a_legal_action(thinkers):
    state = toy_table(soviet="computer:random").history.state
    thought = think(thinkers, state, "random")
    assert thought.action in state.legal() and thought.note == ""


def test_whatever_goes_wrong_is_told_and_the_next_decision_is_made(thinkers):
    state = toy_table().history.state
    assert "process died" in think(thinkers, state, "crasher").note
    assert think(thinkers, state, "cheat").note.startswith("cheat wanted something that is not allowed")
    assert "unknown player" in think(thinkers, state, "nobody").note
    think(thinkers, state, "random")
    assert "no answer in time" in think(thinkers, state, "sleeper", 0.2).note
    assert think(thinkers, state, "random").action is not None


def test_a_player_whose_process_is_killed_while_it_thinks_is_replaced(thinkers):
    state = toy_table().history.state
    think(thinkers, state, "random")
    at_work = Event()
    call = thinkers.threads.submit(
        thinkers.think, "game", state, "thinker", 60.0, Hurry(), lambda *report: at_work.set()
    )
    assert at_work.wait(30)
    os.kill(thinkers.pids[0], signal.SIGKILL)
    assert "process died" in call.result(30).note
    assert think(thinkers, state, "random").action is not None


def test_move_now_ends_the_thinking_and_progress_is_reported(thinkers):
    state = toy_table().history.state
    think(thinkers, state, "random")
    hurry, heard = Hurry(), Queue()
    call = thinkers.threads.submit(thinkers.think, "game", state, "thinker", 600.0, hurry, lambda *r: heard.put(r))
    assert heard.get(timeout=30) == (0.5, "h")
    hurry.say()
    assert call.result(60).action in state.legal()


def test_move_now_stops_a_player_that_does_not_listen(thinkers):
    state = toy_table().history.state
    think(thinkers, state, "random")
    hurry = Hurry()
    hurry.say()
    started = time.monotonic()
    assert "no answer in time" in think(thinkers, state, "sleeper", 30.0, hurry).note
    assert time.monotonic() - started < 15.0


def test_a_player_is_never_told_the_true_position(thinkers, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr("rasputitsa.table.thinking.Job", lambda *args: told.append(args[2]) or 1 / 0)
    state = toy_table(seed="4").history.state
    hands = set()
    for _ in range(30):
        with pytest.raises(ZeroDivisionError):
            thinkers.think("game", state, "random", 1.0, Hurry(), lambda *report: None)
    for text in told:
        imagined = state.game.title.from_text(text)
        assert imagined.hand[0] == state.hand[0]
        hands.add(imagined.hand[1])
    assert len(hands) == 2


def test_a_players_notes_are_kept_from_one_decision_of_a_game_to_the_next(thinkers):
    state = toy_table().history.state
    first, second, other = (think(thinkers, state, "scribe", game=game).action for game in ("a", "a", "b"))
    assert [str(action) for action in (first, second, other)] == ["stay", "Red 2 B-C", "stay"]


def test_without_an_answer_the_table_plays_a_legal_action():
    table = toy_table(axis="computer:random")
    legal = {str(action) for action in table.history.state.legal()}
    table.decide(None, table.rev, "random: its process died")
    assert table.history.plies[2].deed in legal and table.history.plies[2].note == "random: its process died"
