"""[11.5] Advance after combat and Blitz markers."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.actions.combat import Advance
from rasputitsa.titles.stalins_war.combat import advance, blitz
from rasputitsa.titles.stalins_war.roster import EXPLOITS, OF_SIDE, TAGS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, ZERO

from .combat import attack, change, clash, event, throw, used
from .situation import act, at, can, choices, place, put, refused, situation, unit

ARMY = {"9th Army": "1721", "39 Pz Corps": "1721", "57 Pz Corps": "1721", "43 Corps": "1721"}


def won(target="1821", axis=ARMY, soviet=None, **more):
    """An attack that eliminates a lone corps."""
    s = situation(axis=axis, soviet=soviet or {"28R Corps": target}, **more)
    attack(s, target, *axis)
    throw(s, "2", "0")
    assert s.step.name == "Advancing", s.step.name
    return s


def taken(target, axis, soviet, side="axis", **more):
    """A clash that was won, the hex empty."""
    s = clash(target, axis, soviet, side=side, **more)
    for name in soviet if side == "axis" else axis:
        s.put(unit(name), -2)
    s.defenders, s.victor = 0, s.active
    return s


def marker(s, name, **fields):
    """The rule against a Blitz marker once a unit has advanced; "" if it may be placed."""
    change(s, **fields)
    advance.enter(s, unit(name))
    refusal = blitz.why_no_marker(s)
    return refusal.rule if refusal else ""


# -- [11.5.1] -------------------------------------------------------------------------------------------------------


@rule("11.5.1", "8.3", "8.3.3", "7.3.3.2")
def test_attackers_may_enter_the_vacated_hex_regardless_of_zones():
    s = won(soviet={"28R Corps": "1821", "West Front": "1822"})
    assert len(choices(s, Advance)) == 4
    points = s.ops
    act(s, "9th Army advances")
    assert s.ops == points, "leaving an enemy zone costs nothing here"
    assert s.advanced == 1 << unit("9th Army")
    act(s, "end advance")
    assert at(s, "9th Army") == "1821" and at(s, "39 Pz Corps") == "1721"


@rule("11.5.1")
def test_a_whole_stack_advances_at_once_as_far_as_there_is_room():
    s = won(axis={**ARMY, "56 Pz Corps": "1820"})
    assert refused(s, "all in 1820 advance") == "11.5.1", "one unit is no stack"
    act(s, "56 Pz Corps advances", "all in 1721 advance")
    assert [at(s, name) for name in ARMY] == ["1821", "1821", "1821", "1721"], "the army first, then the corps that fit"
    assert s.advanced.bit_count() == 4


@rule("11.5.1")
def test_nobody_advances_into_a_hex_that_is_still_held():
    s = situation(axis={"9th Army": "1721", "43 Corps": "1721"}, soviet={"West Front": "1821"})
    attack(s, "1821", "9th Army", "43 Corps")
    throw(s, "1", "1*")
    assert s.target < 0 and at(s, "9th Army") == "1721", "nobody won"
    s = clash("1821", ARMY, {"West Front": "1821"})
    s.victor = AXIS
    assert not advance.vacated(s)


@rule("11.5.1", "9.1.1", "9.1.4")
def test_an_advance_obeys_stacking():
    axis = {**ARMY, "56 Pz Corps": "1820"}
    s = won(axis=axis)
    for name in ("9th Army", "39 Pz Corps", "57 Pz Corps", "43 Corps"):
        act(s, f"{name} advances")
    assert refused(s, "56 Pz Corps advances") == "11.5.1"


@rule("11.5.1", "11.5.1.1")
def test_nobody_advances_where_no_supply_could_be_traced():
    """SW-52"""
    s = taken("1821", {"9th Army": "1721"}, {"28R Corps": "1821"})
    assert advance.why_not_advance(s, unit("9th Army")) is None
    for name, where in (
        ("West Front", "1720"),
        ("Reserve Front", "1722"),
        ("South Front", "1622"),
        ("Don Front", "1820"),
    ):
        put(s, name, where)
        s.set_supply(unit(name), FULL)
    s.memo.clear()
    put(s, "9th Army", "1822")
    assert advance.why_not_advance(s, unit("9th Army")).rule == "11.5.1"


@rule("4.4.3", "19.2.1", "19.1.1")
def test_nobody_advances_into_a_closed_country():
    """SW-16"""
    s = taken("1525", {"9th Army": "1626"}, {"28R Corps": "1525"}, turn=1)
    assert advance.why_not_advance(s, unit("9th Army")).rule == "4.4.3"
    s = taken("1525", {"RO 3rd Army": "1626"}, {"28R Corps": "1525"}, turn=5)
    assert advance.why_not_advance(s, unit("RO 3rd Army")).rule == "19.1.1"


@rule("16.3.4")
def test_units_of_a_festung_attack_but_do_not_advance():
    """SW-78"""
    s = taken("1821", {"9th Army": "1721"}, {"28R Corps": "1821"}, turn=14)
    change(s, festungs=1 << place("1721"))
    assert advance.why_not_advance(s, unit("9th Army")).rule == "16.3.4"


@rule("3.0", "11.5.1")
def test_an_advance_takes_control_of_the_hex():
    s = won("1722", {"46 Pz Corps": "1622", "24 Pz Corps": "1622", "47 Pz Corps": "1622", "43 Corps": "1622"})
    act(s, "46 Pz Corps advances")
    assert s.controls(AXIS, place("Brest"))


# -- [11.5.2] Blitz markers -----------------------------------------------------------------------------------------


@rule("11.5.2", "11.2.1", "11.2.1.11")
def test_a_blitz_marker_needs_a_unit_that_may_exploit_to_advance():
    """SW-2"""
    s = won()
    assert refused(s, "place a Blitz marker") == "11.2.1"
    act(s, "9th Army advances")
    assert refused(s, "place a Blitz marker") == "11.2.1"
    act(s, "39 Pz Corps advances")
    assert can(s, "place a Blitz marker")
    act(s, "place a Blitz marker")
    assert s.blitz == 1 << place("1821")


@rule("11.5.2.1", "11.5.2")
def test_the_marker_is_placed_before_the_next_attack_or_not_at_all():
    s = won()
    act(s, "39 Pz Corps advances", "end advance")
    assert s.blitz == 0 and s.spearhead == 0


@rule("11.2.1.14", "11.5.2", "9.1.4")
def test_a_marker_lets_the_advance_exceed_stacking():
    s = won(axis={**ARMY, "56 Pz Corps": "1820"})
    for name in ("9th Army", "39 Pz Corps", "57 Pz Corps", "43 Corps"):
        act(s, f"{name} advances")
    act(s, "place a Blitz marker", "56 Pz Corps advances")
    assert s.stack_at(place("1821")).bit_count() == 5


@rule("11.2.1.10", "11.2.1")
@pytest.mark.parametrize(
    ("target", "start", "expected"),
    [
        *(("1821", "1721", ""), ("1724", "1723", ""), ("1920", "1820", ""), ("1921", "1822", "11.2.1")),
        *(
            ("1823", "1723", "11.2.1"),
            ("1627", "1626", "11.2.1"),
            ("1526", "1626", "11.2.1"),
            ("1624", "1623", "11.2.1"),
        ),
    ],
)
def test_the_terrain_decides_whether_a_marker_may_be_placed(target, start, expected):
    s = taken(target, {"39 Pz Corps": start}, {"28R Corps": target})
    assert marker(s, "39 Pz Corps") == expected


@rule("11.2.1.10")
def test_no_marker_in_a_fortress_a_razed_one_or_a_festung():
    s = taken("2517", {"39 Pz Corps": "2418"}, {"28R Corps": "2517"}, turn=5)
    assert marker(s, "39 Pz Corps") == "11.2.1"
    s = taken("1821", {"43 Corps": "1821"}, {"1GT Army": "1822"}, side="soviet", turn=14)
    s.lend_lease = 3
    assert marker(s, "1GT Army") == ""
    s = taken("1821", {"43 Corps": "1821"}, {"1GT Army": "1822"}, side="soviet", turn=14)
    change(s, lend_lease=3, spearhead=1, festungs=1 << place("1821"))
    assert blitz.why_no_marker(s).rule == "11.2.1"


@rule("11.2.1.10", "11.2.1.11")
def test_no_marker_over_a_major_river_or_the_strait():
    assert marker(taken("2123", {"39 Pz Corps": "2023"}, {"28R Corps": "2123"}), "39 Pz Corps") == "11.2.1"
    strait = taken("2231", {"43 Corps": "2231"}, {"1GT Army": "2331"}, side="soviet", turn=12)
    assert marker(strait, "1GT Army", lend_lease=3) == "11.2.1"
    mixed = taken("2123", {"39 Pz Corps": "2023", "57 Pz Corps": "2223"}, {"28R Corps": "2123"})
    mixed.set_supply(unit("57 Pz Corps"), FULL)
    assert marker(mixed, "57 Pz Corps") == "", "one that crosses no major river opens the way"


@rule("7.5.5a", "7.5.1a")
def test_brandenburgers_and_dnepr_bridgeheads_allow_markers_over_major_rivers():
    s = taken("2123", {"39 Pz Corps": "2023"}, {"28R Corps": "2123"})
    used(s, "axis-25")
    assert marker(s, "39 Pz Corps") == ""
    s = taken("2123", {"43 Corps": "2123"}, {"1GT Army": "2122"}, side="soviet", turn=11)
    event(s, "soviet-51")
    assert marker(s, "1GT Army", lend_lease=3) == ""


@rule("7.5.5a")
def test_rokossovsky_allows_a_marker_in_the_woods():
    s = taken("1921", {"43 Corps": "1921"}, {"1GT Army": "1922", "Don Front": "1922"}, side="soviet", turn=11)
    used(s, "soviet-47")
    assert marker(s, "1GT Army", lend_lease=3) == ""


@rule("C.9")
def test_dora_forbids_a_blitz_marker():
    s = taken("1821", {"39 Pz Corps": "1721"}, {"28R Corps": "1821"})
    used(s, "axis-13")
    assert marker(s, "39 Pz Corps") == "C.9"


@rule("11.2.1.12", "11.2.1")
def test_no_soviet_marker_in_a_turn_without_lend_lease():
    """SW-8"""
    s = taken("1821", {"43 Corps": "1821"}, {"1T Army": "1822"}, side="soviet", turn=9)
    change(s, banked=[0, 3])
    assert marker(s, "1T Army") == "11.2.1"
    change(s, lend_lease=1)
    assert blitz.why_no_marker(s) is None


@rule("11.2.1.13", "7.2.6", "11.5.2")
def test_no_marker_in_a_0_ops_round_and_four_at_most_in_any():
    s = taken("1821", {"39 Pz Corps": "1721"}, {"28R Corps": "1821"})
    assert marker(s, "39 Pz Corps", kind=ZERO) == "7.2.6"
    change(s, kind=1, blitz=0b1111)
    assert blitz.why_no_marker(s).rule == "11.2.1"
    change(s, blitz=0b111)
    assert blitz.why_no_marker(s) is None


@rule("11.5.2.2", "11.5.2")
def test_one_axis_marker_a_round_east_of_the_paulus_line_on_turns_1_to_3():
    """SW-6"""
    for turn, expected in ((3, "11.5.2"), (5, "")):
        s = taken("2225", {"39 Pz Corps": "2125"}, {"28R Corps": "2225"}, turn=turn)
        assert marker(s, "39 Pz Corps") == "" and blitz.why_no_marker(s) is None
        change(s, blitz=1 << place("2326"))
        assert (blitz.why_no_marker(s).rule if blitz.why_no_marker(s) else "") == expected
        change(s, blitz=1 << place("1821"))
        assert blitz.why_no_marker(s) is None, "markers west of the line do not count"


@rule("7.5.1a")
def test_taifun_allows_two_markers_there():
    s = taken("2225", {"39 Pz Corps": "2125"}, {"28R Corps": "2225"}, turn=3)
    event(s, "axis-07")
    assert marker(s, "39 Pz Corps", blitz=1 << place("2326")) == ""
    change(s, blitz=1 << place("2326") | 1 << place("2327"))
    assert blitz.why_no_marker(s).rule == "11.5.2"


@rule("15.1.2.1", "15.1.2")
def test_no_axis_marker_in_winter_1942_without_uniforms():
    s = taken("1821", {"39 Pz Corps": "1721"}, {"28R Corps": "1821"}, turn=4)
    assert marker(s, "39 Pz Corps") == "15.1.2"
    event(s, "axis-19")
    assert blitz.why_no_marker(s) is None


@rule("15.1.2.2")
def test_in_winter_1942_the_soviets_place_no_marker_in_terrain_that_never_takes_one():
    s = taken("1921", {"43 Corps": "1921"}, {"1T Army": "1922"}, side="soviet", turn=4)
    assert marker(s, "1T Army", lend_lease=2) == "11.2.1"


# -- [12.1.1] who may exploit ---------------------------------------------------------------------------------------


@rule("12.1.1")
def test_tanks_guard_cavalry_and_panzer_corps_may_exploit():
    s = situation(axis={"39 Pz Corps": "1721", "43 Corps": "1721"}, soviet={"1T Army": "2022", "1GC Corps": "2022"})
    assert blitz.capable(s, unit("39 Pz Corps")) and not blitz.capable(s, unit("43 Corps"))
    assert blitz.capable(s, unit("1T Army")) and blitz.capable(s, unit("1GC Corps"))
    assert EXPLOITS & OF_SIDE[AXIS] == TAGS["panzer"]


@rule("12.1.1.1", "12.1.1")
def test_mech_units_exploit_after_uranus_and_guard_armies_after_studebakers():
    """SW-2"""
    s = situation(turn=8, soviet={"13M Corps": "2022", "1G Army": "2022"})
    assert not blitz.capable(s, unit("13M Corps")) and not blitz.capable(s, unit("1G Army"))
    effects.allow(s, "mech-exploitation")
    assert blitz.capable(s, unit("13M Corps")) and not blitz.capable(s, unit("1G Army"))
    effects.allow(s, "guard-army-exploitation")
    assert blitz.capable(s, unit("1G Army"))


@rule("12.1.2", "13.3.7")
def test_only_units_in_full_supply_exploit():
    s = situation(axis={"39 Pz Corps": "1721"})
    s.set_supply(unit("39 Pz Corps"), OUT)
    assert not blitz.capable(s, unit("39 Pz Corps"))


@rule("12.1.3")
def test_no_axis_marker_in_the_caucasus():
    s = taken("2432", {"39 Pz Corps": "2331"}, {"28R Corps": "2432"}, turn=6)
    s.set_supply(unit("39 Pz Corps"), FULL)
    assert marker(s, "39 Pz Corps") == "11.2.1"


@rule("4.4.6", "11.2.1.10")
def test_on_turn_1_woods_still_take_no_blitz_marker():
    """SW-17"""
    s = taken("1921", {"39 Pz Corps": "1822"}, {"28R Corps": "1921"}, turn=1)
    assert marker(s, "39 Pz Corps") == "11.2.1"
