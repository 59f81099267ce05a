"""A stored game of other rules: read to its end, continued where it can be, nothing lost."""

from __future__ import annotations

import msgspec
import pytest

from rasputitsa.kernel import Dice, Invalid, Refusal
from rasputitsa.table import History, Memory, NoUndo, Table, WrongSeat, read_seats

from ..kernel.toy import TOY, Turn
from .toys import play, toy_table


@pytest.fixture
def tomorrow(monkeypatch):
    """Rules of version 2, by which Red 2 may not move."""
    honest = Turn.why_not

    def strict(self, s, action):
        return Refusal("T.2", "Red 2 is nailed down.") if str(action).startswith("Red 2") else honest(self, s, action)

    def come():
        monkeypatch.setattr(Turn, "why_not", strict)
        monkeypatch.setattr(type(TOY), "rules", 2)

    return come


def game(*, plies: int = 2) -> Table:
    table = toy_table(options={"open_cards": True})
    return play(table, *("Red 2 B-C", "stay", "stay", "stay")[:plies])


def opened(stored: Table) -> Table:
    history = History.read(stored.game, Dice("s"), stored.history.plies, 1)
    return Table(history, read_seats(TOY, {"axis": "human", "soviet": "human"}), Memory(), stored.rev)


def test_every_ply_keeps_its_position(tomorrow):
    stored = game(plies=4)
    before = [stored.history.at(ply) for ply in range(5)]
    tomorrow()
    again = opened(stored)
    assert "have changed since" in again.history.notice and not again.history.stuck
    assert [again.history.at(ply) for ply in range(5)] == before
    assert [entry.text for entry in again.log("axis", 0)] == ["Red 2 to C", "Stay", "Stay", "Stay"]


def test_it_goes_on_by_todays_rules_and_can_be_read_again(tomorrow):
    stored = game()
    tomorrow()
    table = play(opened(stored), "Red 1 A-B")
    again = opened(table)
    assert again.history.state == table.history.state
    with pytest.raises(NoUndo, match="other rules"):
        table.undo("axis", 1, table.rev)
    table.undo("axis", 2, table.rev)
    assert table.history.state == stored.history.state


def test_a_position_the_rules_make_nothing_of_can_be_looked_at_only(tomorrow, monkeypatch):
    stored = game()
    tomorrow()
    monkeypatch.setattr(type(TOY), "invariants", lambda self, s: ["a piece is nowhere"])
    table = opened(stored)
    assert table.view("axis")["pieces"]
    with pytest.raises(WrongSeat, match="cannot be continued: a piece is nowhere"):
        table.do("axis", "stay", table.rev)


def test_a_game_stored_without_positions_is_shown_as_far_as_it_follows_todays_rules(tomorrow):
    stored = play(toy_table(options={"open_cards": True}), "stay", "stay", "Red 2 B-C")
    bare = [msgspec.structs.replace(ply, position=b"") for ply in stored.history.plies]
    tomorrow()
    history = History.read(stored.game, Dice("s"), bare, 1)
    assert len(history) == 2
    assert "from ply 3 on" in history.stuck


def test_what_is_hidden_stays_hidden_in_an_action_nobody_knows_any_more(tomorrow, monkeypatch):
    stored = toy_table()
    tomorrow()

    def unknown(text):
        raise Invalid(text)

    monkeypatch.setattr(TOY.lexicon, "parse", unknown)
    table = opened(stored)
    shown = [entry.text for entry in table.log("axis", 0)] + [entry.text for entry in table.log("soviet", 0)]
    assert all("strong" not in text and "weak" not in text and "dud" not in text for text in shown)
