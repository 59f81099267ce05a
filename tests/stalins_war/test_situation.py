"""The helpers of the rule tests, and a first question."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import TITLE
from rasputitsa.titles.stalins_war.state import Position

from .situation import act, at, can, situation


def test_a_new_campaign_asks_the_soviet_player_for_his_free_card() -> None:
    s = TITLE.new("campaign")
    assert isinstance(s, Position)
    assert s.side == "soviet" and s.step.name == "FreeCard" and not s.check()


def test_a_situation_holds_only_the_units_named() -> None:
    s = situation(axis={"6th Army": "1623"}, soviet={"West Front": "1825 -1"})
    assert (at(s, "6th Army"), at(s, "West Front"), at(s, "9th Army")) == ("1623", "1825", "pool")
    assert can(s, "6th Army 1623-1622")
    act(s, "6th Army 1623-1622")
    assert at(s, "6th Army") == "1622"
