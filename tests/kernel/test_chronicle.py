"""What is written down of a game."""

from __future__ import annotations

from rasputitsa.kernel.chronicle import Chronicle, WarDiary, chronicler

from .toy import TOY


def test_a_title_names_its_chronicle_and_has_the_common_one_otherwise(monkeypatch):
    assert chronicler(TOY).__module__ == "toy.chronicle"
    monkeypatch.setattr(type(TOY), "chronicle", "")
    assert chronicler(TOY) is Chronicle


def test_a_war_diary_tells_its_counts_as_plain_data():
    state = TOY.new(open_cards=True)
    diary = WarDiary(state)
    diary.losses["axis"]["steps"] += 2
    diary.cities.append((1, "axis", "Kiev"))
    told = diary.told(state)
    assert told["losses"] == {"axis": {"steps": 2}, "soviet": {}} and told["cities"] == [[1, "axis", "Kiev"]]


def test_a_unit_is_idle_when_it_was_far_from_the_enemy_for_too_long():
    diary = WarDiary(TOY.new(open_cards=True))
    for turn, busy in enumerate((False, True, False, False, False), 1):
        diary.count_idle(7, turn, busy, patience=2)
    assert (diary.present, diary.idle) == (5, 1), "idle in turn 5, three turns after it was busy"
