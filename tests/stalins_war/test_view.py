"""What a side sees: the uses of its cards, the tracks, what is marked."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.kernel.view import CardUse
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.combat.eligibility import VOLGA
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS, USIR
from rasputitsa.titles.stalins_war.replacements import Replacements
from rasputitsa.titles.stalins_war.state import AXIS, GE, PZ, SOVIET, ZERO, Position

from .events import held
from .situation import act, card, place, situation, unit
from .test_exploitation import after_combat

LENINGRAD, MOSCOW, GORKI, STALINGRAD = "2517", "2722", "3023", "2830"


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


# -- marks of the map and reminders ---------------------------------------------------------------------------------


def marked(s: Position, mark: str) -> set[str]:
    """The hexes of a view that carry a mark."""
    return {shown.id for shown in s.view("open").places if mark in shown.marks}


def reminders(s: Position) -> str:
    return s.view("axis").effects[0].text


@rule("11.1.9", "11.1.9.1", "11.1.9.2", "11.1.9.3")
def test_hexes_the_axis_may_not_attack_yet_are_marked_until_the_event() -> None:
    s = situation(axis={"6th Army": "1724"}, soviet={"West Front": "1927", "Trans-Caucasus Front": "2532"})
    assert {LENINGRAD, MOSCOW, GORKI, STALINGRAD, "2532"} <= marked(s, "banned") and "1927" not in marked(s, "banned")
    assert "No Axis attack on Leningrad before" in reminders(s)
    effects.allow(s, "attack-leningrad")
    s.memo.clear()
    assert LENINGRAD not in marked(s, "banned") and MOSCOW in marked(s, "banned")
    assert "Leningrad before" not in reminders(s)


@rule("11.1.10")
def test_units_beyond_the_volga_are_marked_while_they_may_not_be_attacked() -> None:
    near, far = (PLACE_IDS[at] for at in next(iter(VOLGA)))
    s = situation(axis={"6th Army": near}, soviet={"13R Army": far})
    assert far in marked(s, "banned")
    s.axis_held |= 1 << place(STALINGRAD)
    s.memo.clear()
    assert far not in marked(s, "banned")


@rule("4.4.4", "4.4.7")
def test_on_turn_1_romania_is_closed_and_panzer_corps_alone_to_fronts() -> None:
    axis = {"11th Army": "1527", "39 Pz Corps": "1721", "6th Army": "1621", "57 Pz Corps": "1621"}
    s = situation(turn=1, side="soviet", axis=axis, soviet={"West Front": "1722"})
    assert marked(s, "banned") >= {"1527"} and marked(s, "no_front") == {"1721"}
    s.turn = 3
    s.memo.clear()
    assert "1527" not in marked(s, "banned") and not marked(s, "no_front")


@rule("11.4.3", "11.2.1.10")
def test_a_hex_to_attack_shows_that_defenders_may_stand_and_that_no_blitz_marker_follows() -> None:
    s = situation(axis={"6th Army": "1822"}, soviet={"28R Corps": "1821", "13R Army": "1921"})
    assert not marked(s, "may_stand") and not marked(s, "no_blitz"), "only where a hex is chosen"
    act(s, "end movement", "combat marker in 1822")
    assert marked(s, "may_stand") == marked(s, "no_blitz") == {"1921"}, "the forest"


@rule("12.2.5")
def test_hexes_where_exploiting_units_stop_are_marked() -> None:
    s = after_combat(["1821"], axis={"39 Pz Corps": "1821"})
    assert "1921" in marked(s, "halts") and "1822" not in marked(s, "halts")


@rule("7.2.6", "14.2.2", "20.1.1")
def test_the_reminders_follow_the_position() -> None:
    s = situation(turn=4, axis={"6th Army": "1724"}, soviet={"West Front": "1927"})
    assert "USIR" not in reminders(s) and "0 OPS round" not in reminders(s) and "Mobile" not in reminders(s)
    s.turn, s.kind = 6, ZERO
    s.axis_held &= ~(1 << USIR)
    assert "the USIR is Soviet-controlled (14.2.2)" in reminders(s)
    assert "No Blitz markers in a 0 OPS round. (7.2.6)" in reminders(s) and "Mobile Defense applies" in reminders(s)


def test_the_prompt_of_the_replacement_phase_says_what_is_left() -> None:
    s = situation(turn=3, axis={"6th Army": "1724"}, soviet={"West Front": "1927"}, moment="nothing")
    s.rp[GE], s.rp[PZ] = 3, 2
    s.push(Replacements, AXIS)
    s.settle()
    assert s.view("axis").prompt.text == "Spend your replacement points: 1.5 GE, 1 PZ left."


@rule("15.1.1", "15.1.1.1")
def test_doing_nothing_promises_no_reset_in_the_mud() -> None:
    s = held("axis-07", turn=4)
    assert any(button.label.endswith("count is reset") for button in s.view("axis").buttons)
    s.turn, s.round = 5, 1
    assert [button.label for button in s.view("axis").buttons] == ["Do nothing"]
