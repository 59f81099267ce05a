"""What a side sees: the uses of its cards, the tracks, what is marked."""

from __future__ import annotations

from rasputitsa.kernel.view import CardUse
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

from .events import held
from .situation import act, card, situation, unit


def use(s: Position, name: str, kind: str) -> CardUse:
    hand = next(hand for hand in s.view("axis").hands if hand.side == "axis")
    shown = next(shown for shown in hand.cards or [] if shown.id == card(name))
    return next(found for found in shown.uses if found.id == kind)


def test_a_use_of_a_card_names_the_action_that_spends_it() -> None:
    s = held("axis-07", turn=4)
    assert use(s, "axis-07", "ops").do == "Axis 7 Taifun for OPS"
    act(s, use(s, "axis-07", "ops").do)
    assert s.count[AXIS] == 1


def test_ops_in_a_row_are_taken_off_what_a_card_is_worth() -> None:
    s = held("axis-07", turn=4)
    full = int(use(s, "axis-07", "ops").value)
    s.count[AXIS] = 2
    assert use(s, "axis-07", "ops").value == f"{full - 2} ({full} - 2 in a row)"


def test_a_closed_use_says_why_and_by_which_rule() -> None:
    s = held("axis-07", turn=4)
    s.rp_cards[AXIS] = 2
    closed = use(s, "axis-07", "rp")
    assert closed.do == "" and closed.why.endswith("(7.4.3)")


def test_nobody_sees_the_uses_of_an_enemys_card() -> None:
    s = held("axis-07", turn=4)
    s.seen |= 1 << card("axis-07")
    shown = s.view("soviet").hands[AXIS].cards or []
    assert [c.id for c in shown] == [card("axis-07")]
    assert not shown[0].uses and not shown[0].playable


def test_corps_are_small_counters_and_armies_large_ones() -> None:
    s = situation(axis={"6th Army": "1724", "48 Pz Corps": "1724"}, soviet={"West Front": "1927"})
    small = {piece.id: piece.small for piece in s.view("open").pieces}
    assert small[unit("48 Pz Corps")] and not small[unit("6th Army")] and not small[unit("West Front")]


def test_a_unit_that_has_moved_is_no_longer_marked() -> None:
    s = situation(axis={"6th Army": "1724", "48 Pz Corps": "1524"}, soviet={"West Front": "2227"})
    act(s, "6th Army 1724-1723")
    marked = {piece.id for piece in s.view("axis").pieces if piece.acts}
    assert marked == {unit("48 Pz Corps")}


def test_the_reminders_of_the_turn_stand_first_among_the_effects() -> None:
    s = held("axis-07", turn=5)
    first = s.view("axis").effects[0]
    assert first.label == "Turn 5" and "Rasputitsa in rounds 1 and 2" in first.text


def test_the_tracks_at_the_side_hold_what_the_banner_leaves_out() -> None:
    s = held("axis-07", turn=4)
    s.banked[SOVIET] = 3
    view = s.view("axis")
    assert {track.id for track in view.banner.tracks} == {"vp", "round"}
    assert next(track.value for track in view.tracks if track.id == "soviet-banked") == "3"


def test_on_turn_1_no_axis_unit_is_marked_for_movement() -> None:
    s = situation(turn=1, axis={"6th Army": "1724"}, soviet={"West Front": "1927"})
    assert not [piece for piece in s.view("axis").pieces if piece.acts]
