"""Games survive a change of the rules: records carry a version, and positions to go by when it is not today's."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Invalid, Record, Refusal
from rasputitsa.kernel.positions import grow, shrink

from .toy import TOY, Turn

DEEDS = ("Red 2 B-C", "Blue 2 D-C", "die 6", "stay", "stay", "Red 1 A-B")


def played() -> Record:
    record = Record(TOY.prepare("line", "first", {"open_cards": True}))
    for deed in DEEDS:
        record.apply(TOY.lexicon.parse(deed))
    return record


@pytest.fixture
def no_advance_by_red_2(monkeypatch):
    """Tomorrow's rules: Red 2 may not move, so that the record's first action is illegal."""
    honest = Turn.why_not

    def strict(self, s, action):
        return Refusal("T.2", "Red 2 is nailed down.") if str(action).startswith("Red 2") else honest(self, s, action)

    def change():
        monkeypatch.setattr(Turn, "why_not", strict)
        monkeypatch.setattr(type(TOY), "rules", 2)

    return change


def test_a_position_is_written_as_what_is_new_in_it():
    first, second = "a long story " * 50, "a long story " * 50 + "with an end"
    assert grow(shrink(first, ""), "") == first
    assert grow(shrink(second, first), first) == second
    assert len(shrink(second, first)) < 30


@pytest.mark.parametrize("data", [b"", b"nonsense", shrink("x" * 100, "")[:-3]])
def test_a_broken_position_is_invalid(data):
    with pytest.raises(Invalid, match="position"):
        grow(data, "")


def test_a_record_says_which_rules_it_was_played_under():
    assert "\nrules 1\n" in played().text()
    assert Record.from_text(played().text()).notice == ""


def test_a_record_with_positions_is_still_replayed_and_checked_under_the_same_rules():
    text = played().text(with_positions=True)
    assert Record.from_text(text).state == played().state
    with pytest.raises(Invalid, match="line"):
        Record.from_text(text.replace("Red 2 B-C", "Red 2 B-D"))


def test_a_record_of_other_rules_is_read_from_its_positions_to_its_end(no_advance_by_red_2):
    record, text = played(), played().text(with_positions=True)
    after = [state.copy() for state in record.states()]
    no_advance_by_red_2()
    old = Record.from_text(text)
    assert "have changed since this game began (version 1, now 2)" in old.notice
    assert old.state == after[-1]
    assert [old.at(ply) for ply in range(1, len(old) + 1)] == after
    assert old.text() == text


def test_a_record_of_other_rules_can_be_continued_and_keeps_what_was_played(no_advance_by_red_2):
    text = played().text(with_positions=True)
    no_advance_by_red_2()
    old = Record.from_text(text)
    old.apply(TOY.lexicon.parse("stay"))
    again = Record.from_text(old.text())
    assert [str(entry.action) for entry in again.entries] == [*DEEDS, "stay"]
    assert again.state == old.state


def test_an_action_that_is_no_longer_known_keeps_its_words(no_advance_by_red_2):
    text = played().text(with_positions=True).replace("Red 2 B-C", "Red 2 jumps")
    no_advance_by_red_2()
    assert str(Record.from_text(text).entries[0].action) == "Red 2 jumps"


def test_without_positions_a_record_of_other_rules_says_what_stops_it(no_advance_by_red_2):
    text = played().text()
    no_advance_by_red_2()
    with pytest.raises(Invalid, match=r"nailed down.*have changed since.*no positions"):
        Record.from_text(text)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("rules 1", "rules one", "a number"),
        ("@2 ", "@3 ", "was expected"),
        ("@2 ", "@2 !", "cannot be read"),
        ("@6 ", "# @6 ", "6 actions and 5 positions"),
    ],
)
def test_a_malformed_record_of_other_rules_is_refused(no_advance_by_red_2, old, new, word):
    text = played().text(with_positions=True).replace(old, new)
    no_advance_by_red_2()
    with pytest.raises(Invalid, match=word):
        Record.from_text(text)


def test_a_position_of_an_older_version_may_lack_fields_and_have_others():
    state = played().state
    lines = [line for line in state.text().splitlines() if not line.startswith("bonus ")]
    older = "\n".join([*lines, "weather 3"]) + "\n"
    assert TOY.from_text(older, lenient=True) == state
    with pytest.raises(Invalid, match="bonus"):
        TOY.from_text(older)
