from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from rasputitsa.kernel import CHANCE, Action, Dice, Handle, Illegal, Invalid, Record, Step, run_chance
from rasputitsa.kernel.conformance import check_game, perft
from toy.movement import MovePiece

from .toy import CARDS, TOY, Deal, Die, Move, Play, Stay, ToyState


def dealt(axis: str = "weak", soviet: str = "strong") -> Record:
    record = Record(TOY.prepare("line", "first", {}))
    record.apply(Deal(CARDS.index(axis), "axis"))
    record.apply(Deal(CARDS.index(soviet), "soviet"))
    return record


def test_chance_moves_first_when_the_set_up_is_random():
    state = TOY.new()
    assert state.side == CHANCE
    assert [p for _, p in state.chances()] == [Fraction(1, 3)] * 3


def test_only_the_side_on_move_may_act():
    record = dealt()
    with pytest.raises(Illegal, match="axis to decide"):
        record.apply(Stay(), by="soviet")
    assert len(record) == 2


def test_a_refusal_names_the_rule_and_changes_nothing():
    state = dealt().state
    before = state.text()
    refusal = state.why_not(Move(2, 4, 3))
    assert refusal is not None and refusal.rule == "T.2" and "not yours" in refusal.text
    with pytest.raises(Illegal):
        state.apply(Move(2, 4, 3))
    assert state.text() == before


def test_the_side_not_on_move_is_asked_and_the_battle_waits_for_it():
    record = dealt()
    for deed in ("Red 2 B-C", "Blue 2 D-C"):
        record.apply(TOY.lexicon.parse(deed))
    assert record.state.side == "axis"
    record.apply(TOY.lexicon.parse("no card"))
    assert record.state.side == CHANCE
    record.apply(Die(6))
    assert record.state.at == [0, -1, 4, 2]


def test_a_question_with_nothing_to_decide_is_skipped():
    record = dealt()
    for deed in ("Red 2 B-C", "stay", "Red 2 C-D", "play strong", "die 1", "stay"):
        record.apply(TOY.lexicon.parse(deed))
    record.apply(TOY.lexicon.parse("Red 1 A-B"))
    assert record.state.side == "soviet"


def test_actions_read_and_write_the_same_text():
    assert str(Move(0, 0, 1)) == "Red 1 A-B"
    assert TOY.lexicon.parse("  red 1   a-B ") == Move(0, 0, 1)


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(Invalid, match="did you mean 'Red 1'"):
        TOY.lexicon.parse("Red 11 A-B")


def test_a_record_round_trips_and_cuts_back():
    record = dealt()
    for deed in ("Red 2 B-C", "stay", "stay"):
        record.apply(TOY.lexicon.parse(deed))
    again = Record.from_text(record.text(["a remark"]))
    assert again.state == record.state
    assert again.entries == record.entries
    again.cut(3)
    assert again.state == record.at(3)


def test_undo_stops_at_the_last_reveal_and_at_the_other_sides_decision():
    record = dealt()
    assert record.undo_limit("axis") == 2
    record.apply(Move(1, 1, 2))
    assert record.undo_limit("axis") == 2
    assert record.undo_limit("soviet") == 3
    record.apply(Stay())
    assert record.undo_limit("axis") == 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a rasputitsa record"),
        ("rasputitsa record 1\nscenario line\n1 axis: stay\n", "no title"),
        ("rasputitsa record 1\ntitle chess\n", "unknown title 'chess'"),
        ("rasputitsa record 1\ntitle toy\nscenario lines\n", "did you mean 'line'"),
        ("rasputitsa record 1\ntitle toy\noption open_cards=maybe\n", "not one of"),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n1 axis: Red 1 B-C\n", "line 4: "),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n2 axis: stay\n", "ply 2 where 1"),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n1 nobody: stay\n", "unknown side"),
        ("rasputitsa record 1\ntitle toy\noption open_cards=true\n1 axis stay\n", "should read"),
    ],
)
def test_a_malformed_record_is_refused_with_the_line_and_the_reason(text, complaint):
    with pytest.raises(Invalid, match=complaint):
        Record.from_text(text)


def test_impossible_option_combinations_are_refused():
    with pytest.raises(Invalid, match="not in the first edition"):
        TOY.new("line", pace=2, open_cards=True)
    with pytest.raises(Invalid, match="needs option open_cards"):
        TOY.new("line", edition="second", pace=2)
    with pytest.raises(Invalid, match="scenario late is not in the first"):
        TOY.new("late", edition="first")


def test_a_position_text_with_a_bad_field_names_it():
    text = dealt().state.text().replace("at [0,1,4,3]", 'at "here"')
    with pytest.raises(Invalid, match="'at'"):
        TOY.from_text(text)


def test_the_record_given_to_a_player_does_not_name_the_enemys_card():
    text = dealt("weak", "strong").text_for("axis")
    assert "deal weak to axis" in text
    assert "strong" not in text


def test_the_view_hides_the_enemys_hand_and_offers_choices_to_one_side_only():
    state = dealt().state
    hands = {h.side: h for h in state.view("axis").hands}
    assert hands["axis"].cards is not None and hands["soviet"].cards is None and hands["soviet"].count == 1
    assert state.view("soviet").handles == [] and state.view("axis").handles == ["piece:0", "piece:1"]


def test_what_happens_is_heard_only_by_those_who_listen():
    state = TOY.new()
    state.ear = []
    state.apply(Deal(0, "axis"))
    assert [line.text for line in state.ear] == ["axis takes a card"]
    assert state.copy().ear is None


def test_the_same_seed_gives_the_same_nth_die_whatever_came_between():
    def first_die(moves: list[str]) -> int:
        record, dice = Record(TOY.prepare("line", "first", {"open_cards": True})), Dice("s")
        for deed in moves:
            record.apply(TOY.lexicon.parse(deed))
        action = dice.roll(record.state)
        assert isinstance(action, Die)
        return action.face

    assert first_die(["Red 2 B-C", "Blue 2 D-C"]) == first_die(["stay", "Blue 2 D-C", "Red 2 B-C"])


def test_dice_are_committed_to_before_the_game():
    assert Dice(7).commitment == Dice("7").commitment != Dice(8).commitment


def test_run_chance_plays_what_is_due():
    state = TOY.new()
    assert len(run_chance(state, Dice(1))) == 2
    assert state.side == "axis"


def test_perft_counts_positions():
    state = TOY.new(open_cards=True)
    assert [perft(state, depth) for depth in (1, 2, 3)] == [2, 4, 13]


def test_sampling_reaches_every_legal_action():
    state = dealt().state
    rng = random.Random(1)
    assert {state.sample(rng) for _ in range(60)} == set(state.legal())


class Crowd(Step[None]):
    """Twenty things to click, of which only two do anything."""

    def handles(self, s: None) -> list[Handle]:
        return [("piece", number) for number in range(20)]

    def of(self, s: None, handle: Handle) -> list[Action]:
        return [Play(0)] if handle[1] == 3 else [Play(1), Play(2)] if handle[1] == 4 else []


def test_a_sampled_action_holds_for_its_position_and_side_alone():
    state = dealt().state
    rng = random.Random(1)
    sampled = next(action for action in iter(lambda: state.sample(rng), None) if isinstance(action, Move))
    with pytest.raises(Illegal, match="axis to decide"):
        state.apply(sampled, by="soviet")
    state.apply(sampled, by="axis")
    with pytest.raises(Illegal):
        state.apply(sampled)


def test_a_random_choice_passes_over_what_does_nothing_and_favours_no_other():
    rng = random.Random(1)
    chosen = Counter(Crowd().sample(None, rng).card for _ in range(2000))
    assert 900 < chosen[0] < 1100, "one of the two that do something"
    assert 400 < chosen[1] < 600 and 400 < chosen[2] < 600


def test_a_random_choice_where_nothing_can_be_done_is_an_error():
    class Nothing(Crowd):
        def of(self, s: None, handle: Handle) -> list[Action]:
            return []

    with pytest.raises(Invalid, match="nothing can be done"):
        Nothing().sample(None, random.Random(1))


@pytest.mark.parametrize("seed", range(30))
def test_random_games_of_the_toy_conform(seed):
    assert check_game(TOY, "line", "first", {"open_cards": seed % 3 == 0}, seed, every=1) == []


def test_conformance_notices_a_leak(monkeypatch):
    honest = ToyState.view

    def leaky(self, side):
        view = honest(self, side)
        for hand in view.hands:
            hand.count += 10 * self.hand[("axis", "soviet").index(hand.side)]
        return view

    monkeypatch.setattr(ToyState, "view", leaky)
    assert any("leaks" in p for s in range(5) for p in check_game(TOY, "line", "first", {}, s, every=1))


def test_conformance_notices_an_illegal_action_that_is_accepted(monkeypatch):
    monkeypatch.setattr(MovePiece, "why_not", lambda self, s, a: None)
    assert any("accepted" in p for s in range(5) for p in check_game(TOY, "line", "first", {}, s, every=1))


def test_playing_a_card_one_does_not_hold_is_refused():
    record = dealt("weak", "strong")
    for deed in ("Red 2 B-C", "Blue 2 D-C"):
        record.apply(TOY.lexicon.parse(deed))
    with pytest.raises(Illegal):
        record.apply(Play(CARDS.index("strong")))
