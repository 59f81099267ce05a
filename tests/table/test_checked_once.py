"""An action that was checked is not checked again on its way to being played."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Illegal
from rasputitsa.table import history

from ..kernel.toy import Turn
from .toys import play, toy_table


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The actions whose legality was worked out."""
    honest, found = Turn.why_not, []

    def counting(self, s, action):
        found.append(str(action))
        return honest(self, s, action)

    monkeypatch.setattr(Turn, "why_not", counting)
    return found


def test_a_persons_action_is_checked_once(asked):
    table = toy_table(options={"open_cards": True})
    play(table, "Red 2 B-C", "stay")
    assert asked == ["Red 2 B-C", "stay"]


def test_also_where_a_snapshot_is_kept_and_the_snapshot_is_true(asked, monkeypatch):
    monkeypatch.setattr(history, "EVERY", 2)
    table = toy_table(options={"open_cards": True})
    deeds = ["Red 2 B-C", "stay", "Red 1 A-B", "stay"]
    seen = [play(table, deed).history.state for deed in deeds]
    assert asked == deeds
    assert [table.history.at(ply) for ply in (1, 2, 3, 4)] == seen


def test_an_illegal_action_is_still_refused(asked):
    table = toy_table(options={"open_cards": True})
    with pytest.raises(Illegal):
        play(table, "Blue 2 D-C")
    assert asked == ["Blue 2 D-C"]
