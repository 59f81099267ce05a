"""A game at the table: seats, dice, refusals, log."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Illegal, Invalid, WhyNot
from rasputitsa.kernel.ask import AskWhyNot
from rasputitsa.table import Stale, Table, Unstored, WrongSeat, read_seats
from rasputitsa.table.journal import Memory

from ..kernel.toy import TOY, Turn
from .toys import play, toy_table

OPEN_CARDS = {"open_cards": True}


def test_what_chance_owes_is_rolled_before_anybody_is_asked():
    table = toy_table()
    assert [ply.side for ply in table.history.plies] == ["chance", "chance"]
    assert table.history.state.side == "axis"


def test_an_action_is_followed_by_the_dice_it_calls_for_in_one_revision():
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C")
    rev = table.rev
    play(table, "Blue 2 D-C")
    assert [ply.side for ply in table.history.plies[-2:]] == ["soviet", "chance"]
    assert table.rev == rev + 1


def test_an_action_decided_on_an_older_position_is_stale():
    table = toy_table()
    rev = table.rev
    play(table, "stay")
    with pytest.raises(Stale):
        table.do("soviet", "stay", rev)
    assert table.ply == 3


def test_an_illegal_action_is_refused_by_its_rule_and_changes_nothing():
    table = toy_table()
    before = (table.rev, table.history.state.text())
    with pytest.raises(Illegal, match="not yours"):
        table.do("axis", "Blue 2 D-C", table.rev)
    with pytest.raises(Invalid, match="did you mean"):
        table.do("axis", "Red 11 A-B", table.rev)
    assert (table.rev, table.history.state.text()) == before


def test_the_side_not_on_move_may_not_act():
    table = toy_table()
    with pytest.raises(WrongSeat, match="axis to decide"):
        table.do("soviet", "stay", table.rev)


def test_a_fault_inside_a_rule_loses_nothing(monkeypatch):
    table = toy_table()
    before = (table.ply, table.history.state.text())

    def broken(self, s, action):
        s.at[0] = 3
        raise ZeroDivisionError

    monkeypatch.setattr(Turn, "apply", broken)
    with pytest.raises(ZeroDivisionError):
        table.do("axis", "stay", table.rev)
    assert (table.ply, table.history.state.text()) == before
    monkeypatch.undo()
    play(table, "stay")
    assert table.ply == 3


def test_what_cannot_be_stored_has_not_happened():
    table = toy_table()

    class Full(Memory):
        def append(self, rev, plies, now):
            raise Unstored("disk full")

        def cut(self, rev, now, undone):
            raise Unstored("disk full")

    play(table, "stay")
    good, table.journal = table.journal, Full()
    before = (table.rev, table.ply, table.history.state.text(), table.view("soviet"))
    with pytest.raises(Unstored):
        table.do("soviet", "stay", table.rev)
    with pytest.raises(Unstored):
        table.undo("axis", 2, table.rev)
    assert (table.rev, table.ply, table.history.state.text(), table.view("soviet")) == before
    table.journal = good
    play(table, "stay")
    assert table.ply == 4


def test_in_a_solo_game_nobody_looks_at_the_computers_hand():
    table = toy_table(soviet="computer:random")
    for seat in ("soviet", "open", "nobody"):
        with pytest.raises(WrongSeat):
            table.view(seat)
    assert table.view("axis")["hands"]["soviet"] == {"side": "soviet", "count": 1}


def test_when_the_game_is_over_everything_may_be_seen():
    table = toy_table(options=OPEN_CARDS)
    play(table, *["stay"] * 12)
    assert table.over
    assert table.view("open")["side"] == "open"
    assert table.history.now.result is not None
    with pytest.raises(Illegal, match="over"):
        table.do("axis", "stay", table.rev)


def test_in_study_the_open_seat_sees_all_and_acts_for_whoever_decides():
    table = toy_table(open=True)
    view = table.view("open")
    assert all("cards" in hand for hand in view["hands"].values())
    assert view["handles"] == {"piece:0": True, "piece:1": True}
    table.do("open", "Red 2 B-C", table.rev)
    table.do("open", "stay", table.rev)
    assert table.history.state.side == "axis"


def test_a_record_to_look_at_cannot_be_played():
    table = toy_table()
    replay = Table(table.history, read_seats(TOY, {}, replay=True), Memory())
    assert replay.view("open")["handles"] == {}
    with pytest.raises(WrongSeat, match="branch"):
        replay.do("axis", "stay", 0)


def test_choices_are_tied_to_what_was_clicked():
    table = toy_table()
    assert [choice.do for choice in table.choices("axis", "piece:1")] == ["Red 2 B-C"]
    assert table.choices("axis", "piece:3") == [] == table.choices("soviet", "piece:2")
    assert table.choices("axis", "piece:99999") == [] == table.choices("axis", "nonsense")


def test_every_legal_action_can_be_listed_once():
    choices, more = toy_table().all_choices("axis")
    assert sorted(choice.do for choice in choices) == ["Red 2 B-C", "stay"]
    assert more == 0


def test_why_not_answers_with_the_rule():
    table = toy_table()
    assert table.ask("axis", AskWhyNot(do="Blue 2 D-C")).rule == "T.2"
    assert table.ask("axis", AskWhyNot(do="stay")) == WhyNot(possible=True)
    assert table.ask("soviet", AskWhyNot(do="stay")).possible is False
    assert "not an action" in table.ask("axis", AskWhyNot(do="???")).text


def test_the_log_names_a_card_only_to_its_owner():
    table = toy_table()
    mine, theirs = ([entry.text for entry in table.log(seat, 0)] for seat in ("axis", "soviet"))
    assert mine[1] == "Deal a card to soviet" != theirs[1]
    assert theirs[0] == "Deal a card to axis" != mine[0]
    assert table.log("axis", 0)[0].lines[0].text == "axis takes a card"


def test_a_line_for_one_side_is_kept_from_the_other(monkeypatch):
    honest = Turn.apply

    def whisper(self, s, action):
        s.say("T.2", "psst", only="axis")
        honest(self, s, action)

    monkeypatch.setattr(Turn, "apply", whisper)
    table = play(toy_table(), "stay")
    assert [line.text for line in table.log("axis", 2)[0].lines] == ["psst"]
    assert table.log("soviet", 2)[0].lines == []


def test_who_returns_is_told_what_happened_since_its_last_action():
    table = play(toy_table(options=OPEN_CARDS), "Red 2 B-C", "Blue 2 D-C", "stay", "stay")
    assert table.last_turn("axis") == 4
    assert [entry.text for entry in table.log("axis", 4)] == ["Stay"]
    assert toy_table().last_turn("axis") == 0


def test_the_view_of_an_earlier_ply_is_as_it_was_and_offers_nothing():
    table = toy_table()
    then = table.view("axis")
    play(table, "Red 2 B-C", "stay")
    past = table.past("axis", 2)
    assert past["pieces"] == then["pieces"] and past["handles"] == {} and "buttons" not in past
    with pytest.raises(Invalid, match="no ply"):
        table.past("axis", 99)


def test_unknown_seats_sides_and_players_are_refused_by_name():
    with pytest.raises(Invalid, match="unknown side 'axiss'"):
        read_seats(TOY, {"axiss": "human"})
    with pytest.raises(Invalid, match="unknown player 'deep'"):
        read_seats(TOY, {"axis": "computer:deep"})
    with pytest.raises(Invalid, match="is no seat"):
        read_seats(TOY, {"axis": "robot"})


@pytest.mark.parametrize(
    ("seats", "open", "mode"),
    [
        ({}, False, "hotseat"),
        ({}, True, "study"),
        ({"axis": "computer:random"}, False, "solo"),
        ({"axis": "computer:random", "soviet": "computer:random"}, False, "watch"),
    ],
)
def test_the_mode_follows_from_the_seats(seats, open, mode):
    assert read_seats(TOY, seats, open=open).mode == mode
