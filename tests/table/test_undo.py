"""Taking back, and how far."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Dice
from rasputitsa.table import History, NoUndo, Stale, WrongSeat

from .toys import play, toy_table

OPEN_CARDS = {"open_cards": True}


def test_the_last_action_is_taken_back():
    table = toy_table()
    before = table.history.state.text()
    play(table, "Red 2 B-C")
    table.undo("axis", 2, table.rev)
    assert table.history.state.text() == before and table.ply == 2


def test_undo_stops_at_the_other_sides_decision_and_says_so():
    table = play(toy_table(), "stay", "stay")
    found, why = table.undo_options("axis")
    assert found == [] and why == "Soviet has decided since: Stay"
    with pytest.raises(NoUndo, match="No further back than ply 4: Soviet has decided"):
        table.undo("axis", 2, table.rev)
    found, _ = table.undo_options("soviet")
    assert [(u.what, u.to, u.short) for u in found] == [
        ("action", 3, False),
        ("move", 3, False),
        ("phase", 3, True),
        ("turn", 3, True),
    ]
    assert found[-1].why == "Axis has decided since: Stay"


def test_undo_stops_at_a_die_and_says_so():
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C", "Blue 2 D-C")
    found, why = table.undo_options("soviet")
    assert found == [] and why.startswith("the outcome has been seen: Die ")
    with pytest.raises(NoUndo):
        table.undo("soviet", 1, table.rev)


def test_undo_does_not_name_the_enemys_card_in_its_reason():
    _, why = toy_table().undo_options("axis")
    assert why == "the outcome has been seen: Deal a card to soviet"


def test_undo_before_anything_happened_says_that_the_game_begins_here():
    assert toy_table(options=OPEN_CARDS).undo_options("axis") == ([], "the game begins here")


def test_in_study_one_may_go_back_past_dice_but_what_was_seen_never_falls_again():
    table = play(toy_table(open=True), "Red 2 B-C", "Blue 2 D-C", "no card")
    assert table.history.plies[-1].side == "chance"
    found, _ = table.undo_options("open")
    assert found[0].to == 4
    table.undo("open", 5, table.rev)
    assert table.history.state.side == "axis" and table.ply == 4
    assert table.history.undone == {4: {"Roll": 1}}
    table.do("open", "no card", table.rev)
    assert table.history.mark.dice.counts["Roll"] == 2
    table.undo("open", 2, table.rev)
    assert table.history.undone == {2: {"Roll": 2}}
    assert table.undo_options("open") == ([], "the game begins here")


def test_going_back_across_a_place_where_dice_were_undone_counts_each_once(monkeypatch):
    monkeypatch.setattr("rasputitsa.table.history.EVERY", 2)
    table = play(toy_table(open=True), "Red 2 B-C", "Blue 2 D-C", "no card")
    for _ in range(3):
        table.undo("open", 4, table.rev)
        play(table, "no card")
    assert table.history.undone == {4: {"Roll": 3}}
    again = History.read(table.game, Dice("1"), table.history.plies, 1, table.history.undone)
    assert again.mark.dice.counts == table.history.mark.dice.counts
    assert table.history.rewound(4).undone == {4: {"Roll": 4}}


def test_nothing_is_taken_back_once_the_game_is_over():
    table = toy_table(open=True, options=OPEN_CARDS)
    while not table.over:
        play(table, "stay")
    assert table.undo_options("open") == ([], "the game is over; branch from it to play on")
    with pytest.raises(NoUndo, match="seed of its dice is open"):
        table.undo("open", 1, table.rev)


def test_undo_far_back_crosses_snapshots(monkeypatch):
    monkeypatch.setattr("rasputitsa.table.history.EVERY", 4)
    table = toy_table(open=True, options=OPEN_CARDS)
    texts = [table.history.state.text()]
    for _ in range(11):
        play(table, "stay")
        texts.append(table.history.state.text())
    for ply in (10, 7, 3, 0):
        table.undo("open", ply, table.rev)
        assert table.history.state.text() == texts[ply]


def test_an_undo_decided_on_an_older_position_is_stale():
    table = play(toy_table(), "stay")
    with pytest.raises(Stale):
        table.undo("axis", 2, table.rev - 1)


def test_nonsense_targets_are_refused():
    table = play(toy_table(), "stay")
    for to in (-1, 3, 99):
        with pytest.raises(NoUndo, match="not behind us"):
            table.undo("axis", to, table.rev)


def test_against_the_computer_only_ones_own_actions_come_back():
    table = toy_table(soviet="computer:random")
    table.do("axis", "stay", table.rev)
    assert table.undo_options("axis")[0][0].to == 2
    table.decide(None, table.rev, "no answer")
    assert table.undo_options("axis")[0] == []
    assert table.log("axis", 3)[0].note == "no answer"
    with pytest.raises(WrongSeat):
        table.undo("soviet", 3, table.rev)
