"""[7.5.5] Combat cards: when they may be used, in which order, and where they go afterwards."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.actions.combat import SendReserve, UseCard
from rasputitsa.titles.stalins_war.combat import card_window, reserves
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.sequence import end_round
from rasputitsa.titles.stalins_war.state import (
    ALL_ROUND,
    AXIS,
    DISCARDED,
    FACE_UP,
    FULL,
    GONE,
    HAND,
    IN_COMBAT,
    OUT,
    SOVIET,
)

from .combat import attack, change, clash, event, hold, shifts, throw
from .situation import act, at, can, card, choices, place, refused, situation, unit

ARMY = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721"}
LUFTWAFFE, KLEIST, T34 = "Axis 10 Luftwaffe Support", "Axis 15 Kleist", "Soviet 19 T-34"


def begun(*cards, axis=ARMY, soviet=None, **more):
    """An attack on 1821, with cards in the hands of their owners."""
    s = situation(axis=axis, soviet=soviet or {"West Front": "1821", "6M Corps": "1821"}, **more)
    hold(s, *cards)
    attackers, target = (axis, "1821") if s.active == AXIS else (soviet, "1821")
    attack(s, target, *attackers)
    return s


def where(s, name: str) -> int:
    return s.card[card(name)]


# -- the window -----------------------------------------------------------------------------------------------------


@rule("7.5.5a", "11.2.1.2", "11.2.1")
def test_the_attacker_plays_combat_cards_first_then_the_defender():
    s = begun("axis-10", "axis-15", "soviet-19", "soviet-14")
    assert s.side == "axis" and choices(s, UseCard) == [f"{LUFTWAFFE} in combat", f"{KLEIST} in combat"]
    act(s, f"{LUFTWAFFE} in combat", "no more combat cards")
    assert s.side == "soviet" and set(choices(s, UseCard)) == {f"{T34} in combat", "Soviet 14 KV-I in combat"}
    act(s, f"{T34} in combat", "no more combat cards")
    assert (
        s.step.name == "Throw" and shifts(s, "axis") == {"Luftwaffe Support": 1} and shifts(s, "soviet") == {"T-34": 1}
    )


@rule("7.5.5a")
def test_nobody_is_asked_who_has_no_card_for_the_combat():
    assert begun("axis-13", "axis-16", "soviet-16", "soviet-21").step.name == "Throw"


@rule("7.5.5a")
def test_combat_cards_are_played_only_in_their_role():
    s = begun("axis-10", "axis-11")
    assert refused(s, "Axis 11 Kampfgruppe in combat") == "7.5.5a"


@rule("13.3.4", "11.2.1.2")
def test_no_combat_cards_for_a_side_with_all_its_units_out_of_supply():
    s = clash("1821", ARMY, {"West Front": "1821", "6M Corps": "1821"})
    hold(s, "soviet-19")
    assert card_window.usable(s, SOVIET) == [card("soviet-19")]
    s.set_supply(unit("West Front"), OUT)
    assert card_window.usable(s, SOVIET) == [card("soviet-19")]
    s.set_supply(unit("6M Corps"), OUT)
    assert card_window.usable(s, SOVIET) == []
    assert card_window.why_not_use(s, SOVIET, card("soviet-19")).rule == "13.3.4"


@rule("7.5.5a")
def test_the_odds_with_a_card_are_shown_before_it_is_played():
    s = begun("axis-10")
    before = s.show(("button", 0))[0].preview["odds"]
    after = s.show(("card", card("axis-10")))[0].preview["odds"]
    assert before.final == "11-12" and after.final == "13-15"
    assert s.reveals(s.legal()[0]) and where(s, "axis-10") == HAND


@rule("7.5.1a")
def test_foreign_armies_east_bars_cards_from_the_hand_but_not_those_face_up():
    s = clash("1821", {"9th Army": "1821"}, {"1T Army": "1822"}, side="soviet", turn=8)
    hold(s, "soviet-19")
    event(s, "axis-51")
    assert card_window.usable(s, SOVIET) == []
    s.card[card("soviet-19")] = FACE_UP
    assert card_window.usable(s, SOVIET) == [card("soviet-19")]


# -- where cards go -------------------------------------------------------------------------------------------------


@rule("7.5.5b", "7.5.5b.1")
def test_the_winners_cards_stay_face_up_for_later_rounds_but_not_for_this_one():
    s = begun("axis-15", ops=2)
    act(s, f"{KLEIST} in combat")
    assert s.used >> card("axis-15") & 1
    throw(s, "3", "0")
    while s.target >= 0:
        s.apply(s.legal()[-1])
    assert where(s, "axis-15") == FACE_UP


@rule("7.5.5b.1", "7.5.5e")
def test_a_face_up_card_is_used_once_in_a_round():
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.card[card("axis-15")] = FACE_UP
    assert card_window.usable(s, AXIS) == [card("axis-15")]
    change(s, used=1 << card("axis-15"))
    assert card_window.why_not_use(s, AXIS, card("axis-15")).rule == "7.5.5e"


@rule("7.5.5e")
def test_luftwaffe_support_may_be_used_again_in_the_same_round():
    """SW-1"""
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.card[card("axis-10")] = FACE_UP
    change(s, used=1 << card("axis-10"))
    assert card_window.usable(s, AXIS) == [card("axis-10")]


@rule("7.5.5c", "11.2.1")
@pytest.mark.parametrize(("attacker", "defender"), [("2", "3"), ("2", "2")])
def test_cards_used_in_a_combat_that_is_not_won_are_discarded_on_both_sides(attacker, defender):
    s = begun("axis-10", "soviet-19", soviet={"Southwest Front": "1821", "6M Corps": "1821"})
    act(s, f"{LUFTWAFFE} in combat", f"{T34} in combat")
    throw(s, attacker, defender)
    while s.target >= 0:
        s.apply(s.legal()[0])
    assert where(s, "axis-10") == DISCARDED
    assert where(s, "soviet-19") == (FACE_UP if defender > attacker else DISCARDED)


@rule("7.5.5c")
def test_a_face_up_card_used_in_a_lost_combat_is_discarded_too():
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.card[card("axis-10")] = FACE_UP
    card_window.use(s, card("axis-10"))
    s.victor = SOVIET
    card_window.settle(s)
    assert where(s, "axis-10") == DISCARDED


@rule("7.5.5b.2", "2.3.3", "7.5.5b")
def test_asterisked_cards_leave_the_game_and_once_a_turn_cards_are_discarded_even_if_won():
    s = clash("1821", ARMY, {"West Front": "1821"})
    hold(s, "axis-09", "soviet-14", "soviet-24")
    for name in ("axis-09", "soviet-14", "soviet-24"):
        card_window.use(s, card(name))
    s.victor = AXIS
    card_window.settle(s)
    assert where(s, "axis-09") == GONE and where(s, "soviet-14") == DISCARDED and where(s, "soviet-24") == GONE
    s = clash("1821", ARMY, {"West Front": "1821"})
    hold(s, "soviet-14")
    card_window.use(s, card("soviet-14"))
    s.victor = SOVIET
    card_window.settle(s)
    assert where(s, "soviet-14") == DISCARDED and s.has_played(card("soviet-14"))


@rule("7.5.5b.3", "7.5.5b")
@pytest.mark.parametrize("name", ["soviet-16", "soviet-25", "axis-40", "axis-50"])
def test_all_round_cards_act_on_every_attack_of_the_round_win_or_lose_and_go(name):
    """SW-1"""
    s = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=10)
    hold(s, name)
    card_window.use(s, card(name))
    for victor in (AXIS, SOVIET):
        s.victor = victor
        card_window.settle(s)
        effects.end(s, "combat")
        assert where(s, name) == ALL_ROUND and s.effects
    s.push(card_window.CardWindow, 0)
    end_round(s)
    assert where(s, name) == (GONE if CARDS[card(name)].removed else DISCARDED)
    assert not [record for record in s.effects if record[0] == card(name) and record[2] != 3]


@rule("7.5.5e")
def test_with_the_switch_luftwaffe_support_acts_all_round():
    """SW-1"""
    s = clash("1821", ARMY, {"West Front": "1821"}, luftwaffe_support=True)
    hold(s, "axis-10")
    card_window.use(s, card("axis-10"))
    s.victor = SOVIET
    card_window.settle(s)
    effects.end(s, "combat")
    assert where(s, "axis-10") == ALL_ROUND and shifts(s, "axis") == {"Luftwaffe Support": 1}


@rule("7.5.5b.3", "12.1.1.1")
def test_uranus_lets_mech_units_exploit_for_good():
    s = clash("1821", {"9th Army": "1821"}, {"Don Front": "1822"}, side="soviet", turn=7)
    hold(s, "soviet-25")
    card_window.use(s, card("soviet-25"))
    effects.end(s, "round")
    assert effects.allowed(s, "mech-exploitation") and shifts(s, "soviet") == {}


@rule("7.5.5a")
def test_effects_of_combat_cards_end_with_the_combat():
    s = clash("2123", {"39 Pz Corps": "2023"}, {"13R Army": "2123"})
    hold(s, "axis-25")
    card_window.use(s, card("axis-25"))
    assert where(s, "axis-25") == IN_COMBAT and effects.allowed(s, "blitz-across-major-river")
    effects.end(s, "combat")
    assert not effects.allowed(s, "blitz-across-major-river") and not s.effects


# -- conditions -----------------------------------------------------------------------------------------------------

FITS = [
    ("axis-09", "1821", ARMY, {"13R Army": "1821"}, "axis", 5, True),
    ("axis-09", "1821", {"9th Army": "1721"}, {"13R Army": "1821"}, "axis", 5, False),
    ("axis-11", "1821", {"43 Corps": "1821"}, {"West Front": "1822"}, "soviet", 5, True),
    ("axis-11", "1821", {"RO Mtn Corps": "1821"}, {"West Front": "1822"}, "soviet", 5, False),
    ("axis-13", "2517", {"18th Army": "2418"}, {"13R Army": "2517"}, "axis", 5, True),
    ("axis-13", "1624", {"18th Army": "1623"}, {"13R Army": "1624"}, "axis", 5, False),
    ("axis-13", "2517", {"39 Pz Corps": "2418"}, {"13R Army": "2517"}, "axis", 5, False),
    ("axis-15", "1821", ARMY, {"13R Army": "1821"}, "axis", 5, True),
    ("axis-15", "1921", {**ARMY, "39 Pz Corps": "1822", "57 Pz Corps": "1822"}, {"13R Army": "1921"}, "axis", 5, False),
    ("axis-15", "1821", {"39 Pz Corps": "1721"}, {"13R Army": "1821"}, "axis", 5, False),
    ("axis-24", "1821", ARMY, {"13R Army": "1821"}, "axis", 9, True),
    ("axis-24", "1821", ARMY, {"13R Army": "1821"}, "axis", 4, False),
    ("axis-24", "1821", ARMY, {"13R Army": "1821"}, "axis", 10, False),
    ("axis-25", "1920", {"39 Pz Corps": "1820"}, {"13R Army": "1920"}, "axis", 5, True),
    ("axis-25", "1920", {"39 Pz Corps": "1820", "57 Pz Corps": "1919"}, {"13R Army": "1920"}, "axis", 5, False),
    ("axis-25", "2331", {"39 Pz Corps": "2231"}, {"13R Army": "2331"}, "axis", 5, False),
    ("axis-35", "1821", {"39 Pz Corps": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("axis-35", "1821", {"39 Pz Corps": "1821"}, {"Don Front": "1822"}, "soviet", 6, False),
    ("axis-36", "1821", {"39 Pz Corps": "1821"}, {"Don Front": "1822"}, "soviet", 10, True),
    ("axis-36", "1921", {"39 Pz Corps": "1921"}, {"Don Front": "1922"}, "soviet", 10, False),
    ("axis-37", "1921", {"43 Corps": "1921"}, {"1T Army": "1922"}, "soviet", 13, True),
    ("axis-37", "1821", {"43 Corps": "1821"}, {"1T Army": "1822"}, "soviet", 13, False),
    ("axis-37", "1921", {"43 Corps": "1921"}, {"13M Corps": "1922"}, "soviet", 13, False),
    ("axis-38", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("axis-38", "1821", {"RO 3rd Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, False),
    ("axis-39", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 12, False),
    ("axis-40", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("axis-50", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("soviet-14", "1821", ARMY, {"West Front": "1821"}, "axis", 5, True),
    ("soviet-14", "1821", ARMY, {"13R Army": "1821"}, "axis", 5, False),
    ("soviet-14", "1624", {"39 Pz Corps": "1623"}, {"13R Army": "1624"}, "axis", 5, True),
    ("soviet-14", "1821", {"9th Army": "1721"}, {"West Front": "1821"}, "axis", 5, False),
    ("soviet-16", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 3, True),
    ("soviet-16", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 2, False),
    ("soviet-19", "1821", {"9th Army": "1821"}, {"6M Corps": "1822"}, "soviet", 2, True),
    ("soviet-19", "1821", {"9th Army": "1821"}, {"West Front": "1822"}, "soviet", 2, False),
    ("soviet-24", "1821", ARMY, {"13R Army": "1821"}, "axis", 2, True),
    ("soviet-24", "1821", {"9th Army": "1721"}, {"13R Army": "1821"}, "axis", 2, False),
    ("soviet-25", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 6, True),
    ("soviet-39", "1821", {"RO 3rd Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("soviet-39", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, False),
    ("soviet-44", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 7, True),
    ("soviet-44", "1821", {"9th Army": "1821"}, {"1T Army": "1822"}, "soviet", 7, False),
    ("soviet-45", "1821", {"9th Army": "1821"}, {"1T Army": "1822"}, "soviet", 12, True),
    ("soviet-45", "1821", {"9th Army": "1821"}, {"13M Corps": "1822"}, "soviet", 12, False),
    ("soviet-46", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 8, True),
    ("soviet-47", "1921", {"9th Army": "1921"}, {"Don Front": "1922"}, "soviet", 8, True),
    ("soviet-47", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 8, False),
    ("soviet-49", "1821", {"9th Army": "1821"}, {"Don Front": "1822"}, "soviet", 8, True),
    ("soviet-50", "1821", {"39 Pz Corps": "1821"}, {"1T Army": "1822"}, "soviet", 10, True),
    ("soviet-50", "1821", {"9th Army": "1821"}, {"1T Army": "1822"}, "soviet", 10, False),
    ("soviet-50", "1921", {"39 Pz Corps": "1921"}, {"1T Army": "1922"}, "soviet", 10, False),
]


@pytest.mark.parametrize(("name", "target", "axis", "soviet", "side", "turn", "expected"), FITS)
@rule("7.5.5a", "11.2.1.2")
def test_a_combat_card_is_for_the_combats_it_names(name, target, axis, soviet, side, turn, expected):
    s = clash(target, axis, soviet, side=side, turn=turn)
    hold(s, name)
    number = card(name)
    owner = AXIS if name.startswith("axis") else SOVIET
    assert (number in card_window.usable(s, owner)) == expected


@pytest.mark.parametrize(
    ("name", "target", "axis", "soviet", "side", "turn"),
    [
        *(row[:-1] for row in FITS if row[-1]),
        ("axis-10", "1821", ARMY, {"13R Army": "1821"}, "axis", 5),
        ("axis-35", "1821", ARMY, {"5G Army": "1821"}, "axis", 7),
        ("axis-36", "1821", ARMY, {"5G Army": "1821"}, "axis", 10),
        ("soviet-19", "1821", ARMY, {"6M Corps": "1821"}, "axis", 2),
        ("soviet-45", "1821", ARMY, {"1T Army": "1821"}, "axis", 12),
        ("soviet-50", "1821", ARMY, {"1T Army": "1821"}, "axis", 10),
    ],
)
@rule("7.5.5b", "7.5.5c")
def test_each_combat_card_is_played_from_the_hand_and_goes_where_it_belongs(name, target, axis, soviet, side, turn):
    number, printed = card(name), CARDS[card(name)]
    owner = AXIS if printed.side == "axis" else SOVIET
    for victor in (owner, 1 - owner):
        s = clash(target, axis, soviet, side=side, turn=turn)
        hold(s, name)
        assert number in card_window.usable(s, owner)
        card_window.use(s, number)
        assert s.card[number] == (ALL_ROUND if printed.all_round else IN_COMBAT)
        assert {record[1] for record in s.effects if record[0] == number}, "its effects are in force"
        s.victor = victor
        card_window.settle(s)
        if printed.all_round:
            expected = ALL_ROUND
        elif printed.removed:
            expected = GONE
        else:
            expected = FACE_UP if victor == owner and not printed.once_per_turn else DISCARDED
        assert s.card[number] == expected and s.has_played(number)


def test_every_combat_card_has_a_combat_it_fits():
    tested = {name for name, *_, expected in FITS if expected} | {"axis-10", "axis-39"}
    assert tested == {c.id for c in CARDS if c.combat}


@rule("7.5.5a")
def test_heinrici_needs_an_axis_trench_and_takes_it_off_after_the_combat():
    s = situation(
        axis={"9th Army": "1821"}, soviet={"Don Front": "1822"}, side="soviet", turn=12, axis_hand=["axis-39"]
    )
    change(s, trenches=[1 << place("1821"), 0])
    attack(s, "1821", "Don Front")
    act(s, "Axis 39 Heinrici in combat")
    throw(s, "0", "0")
    while s.target >= 0:
        s.apply(s.legal()[0])
    assert s.trenches[AXIS] == 0


# -- [7.5.5b] the Firemen and Sleighride ----------------------------------------------------------------------------


def soviet_attack(*cards, axis, **more):
    s = situation(axis=axis, soviet={"Don Front": "1822", "62R Army": "1822"}, side="soviet", turn=9, **more)
    hold(s, *cards)
    attack(s, "1821", "Don Front")
    return s


@rule("7.5.5b.3")
def test_the_firemen_bring_a_panzer_corps_within_two_hexes():
    s = soviet_attack("axis-40", axis={"9th Army": "1821", "39 Pz Corps": "1720", "57 Pz Corps": "1619"})
    act(s, "Axis 40 Führer's Firemen in combat")
    assert choices(s, SendReserve) == ["39 Pz Corps joins the defense"]
    act(s, "39 Pz Corps joins the defense")
    assert at(s, "39 Pz Corps") == "1821" and s.defenders.bit_count() == 2
    assert shifts(s, "axis") == {"German Mobile Defense": 1}, "strengths and shifts are counted anew"


@rule("7.5.5b.3")
def test_the_firemen_may_be_declined_and_act_again_in_the_next_attack():
    s = soviet_attack("axis-40", axis={"9th Army": "1821", "39 Pz Corps": "1720"})
    act(s, "Axis 40 Führer's Firemen in combat", "send no reserve")
    assert s.step.name == "Throw" and where(s, "axis-40") == ALL_ROUND and reserves.reserves(s)


@rule("7.5.5b.3")
def test_reserves_come_from_no_festung_no_attacked_hex_and_only_in_supply():
    s = soviet_attack(axis={"9th Army": "1821", "39 Pz Corps": "1720"})
    event(s, "axis-40")
    assert reserves.reserves(s) == 1 << unit("39 Pz Corps")
    change(s, festungs=1 << place("1720"))
    assert not reserves.reserves(s)
    change(s, festungs=0, attacked=s.attacked | 1 << place("1720"))
    assert not reserves.reserves(s)


@rule("C.13", "7.5.5b.3")
def test_sleighride_lets_the_defenders_fall_back_and_cancels_the_attack():
    s = soviet_attack("axis-50", axis={"9th Army": "1821", "43 Corps": "1821"})
    act(s, "Axis 50 Sleighride in combat", "fall back before the attack")
    assert s.step.name == "Retreats" and s.side == "axis"
    act(s, "9th Army retreats to 1720", "43 Corps retreats to 1820")
    assert s.target < 0 and at(s, "9th Army") == "1720" and s.lost[unit("9th Army")] == 0
    assert at(s, "Don Front") == "1822", "nobody advances"


@rule("C.13")
def test_sleighride_needs_a_german_unit_in_full_supply_outside_a_festung():
    s = soviet_attack(axis={"9th Army": "1821"})
    event(s, "axis-50")
    assert reserves.evasion(s) == 1
    change(s, festungs=1 << place("1821"))
    assert reserves.evasion(s) == 0
    s = soviet_attack(axis={"RO 3rd Army": "1821"})
    event(s, "axis-50")
    assert reserves.evasion(s) == 0
    s = soviet_attack(axis={"9th Army": "1821", "43 Corps": "1821"})
    event(s, "axis-50")
    s.set_supply(unit("9th Army"), OUT)
    assert reserves.evasion(s) == 1
    s.set_supply(unit("43 Corps"), OUT)
    assert reserves.evasion(s) == 0 and s.supply[unit("Don Front")] == FULL


@rule("C.7")
def test_guderian_marks_the_hex_of_the_marker_placed_after_his_combat():
    s = begun("axis-09", soviet={"28R Corps": "1821"}, turn=5)
    act(s, "Axis 9 Guderian in combat")
    throw(s, "2", "0")
    act(s, "39 Pz Corps advances", "place a Blitz marker")
    assert s.guderian == s.blitz == 1 << place("1821")
    assert can(s, "end advance")
    s = begun("axis-15", soviet={"28R Corps": "1821"}, turn=5)
    act(s, f"{KLEIST} in combat")
    throw(s, "2", "0")
    act(s, "39 Pz Corps advances", "place a Blitz marker")
    assert s.blitz and not s.guderian, "no other card does"


@rule("7.5.5c", "C.13")
def test_an_attack_that_was_evaded_is_lost_by_nobody():
    """SW-96"""
    s = soviet_attack("axis-50", "soviet-44", axis={"9th Army": "1821"})
    act(s, "Soviet 44 Katyusha in combat", "Axis 50 Sleighride in combat", "fall back before the attack")
    act(s, "9th Army retreats to 1720")
    assert where(s, "soviet-44") == FACE_UP


@rule("7.3.2", "7.5.5a")
def test_a_combat_card_leaves_the_consecutive_count():
    """SW-25"""
    s = begun("axis-10", "soviet-19")
    before = list(s.count)
    act(s, f"{LUFTWAFFE} in combat", f"{T34} in combat")
    assert s.count == before
