"""[10.3, 23.1.3] Trenches."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, trenches
from rasputitsa.titles.stalins_war.actions.movement import Entrench, EntrenchDeep
from rasputitsa.titles.stalins_war.mapboard import PLAYABLE
from rasputitsa.titles.stalins_war.sequence import Cleaning
from rasputitsa.titles.stalins_war.state import FORTRESS, OUT, SOVIET, Position

from .situation import act, can, choices, place, refused, situation, unit


def digging(*, allowed: bool = True, ops: int = 3, **options: object) -> Position:
    s = situation(
        side="soviet", ops=ops, soviet={"West Front": "2527", "13R Army": "2527", "20R Army": "2528"}, **options
    )
    if allowed:
        effects.allow(s, "trenches-soviet")
    return s


@rule("10.3.1", "10.3.1.1")
def test_no_trench_before_its_event() -> None:
    assert refused(digging(allowed=False), "entrench in 2527") == "10.3.1"
    assert not choices(digging(allowed=False), Entrench)
    s = situation(turn=6, axis={"6th Army": "1822"})
    effects.allow(s, "trenches-soviet")
    assert refused(s, "entrench in 1822") == "10.3.1"
    effects.allow(s, "trenches-axis")
    assert can(s, "entrench in 1822")


@rule("10.3.1")
@pytest.mark.parametrize(("face", "built"), [(1, True), (3, True), (4, False), (6, False)])
def test_an_lcu_digs_in_for_one_ops_on_a_roll_of_1_to_3(face: int, built: bool) -> None:
    s = digging()
    act(s, "entrench in 2527", "13R Army 2527-2526")
    assert s.ops == 2 and refused(s, "West Front 2527-2526") == "10.3.1"
    act(s, "end movement")
    assert s.side == CHANCE and len(s.chances()) == 6
    act(s, f"trench in 2527: {face}")
    assert bool(s.trenches[SOVIET] >> place("2527") & 1) == built


@rule("10.3.1")
def test_a_hex_without_an_lcu_that_stays_cannot_be_entrenched() -> None:
    s = digging()
    assert refused(s, "entrench in 2528") == "10.3.1"
    act(s, "West Front 2527-2528")
    assert refused(s, "entrench in 2528") == "10.3.1"


@rule("10.3.1")
def test_one_attempt_a_hex_and_round_and_none_where_a_trench_is() -> None:
    s = digging()
    act(s, "entrench in 2527")
    assert refused(s, "entrench in 2527") == "10.3.1"
    t = digging()
    t.trenches[SOVIET] = 1 << place("2628")
    assert can(t, "entrench in 2527")
    t.trenches[SOVIET] |= 1 << place("2527")
    assert refused(t, "entrench in 2527") == "10.3.1"


@rule("10.3.1", "7.3.1")
def test_digging_needs_ops() -> None:
    assert refused(digging(ops=0), "entrench in 2527") == "7.3.1"


@rule("13.3.3")
@pytest.mark.parametrize("status", [FORTRESS, OUT])
def test_units_out_of_supply_do_not_dig(status: int) -> None:
    s = digging()
    s.set_supply(unit("West Front"), status)
    assert refused(s, "entrench in 2527") == "13.3.3"


@rule("10.3.2", "10.3.2.1")
def test_the_trench_markers_are_the_limit() -> None:
    s = digging()
    others = [p for p in range(300, 900) if PLAYABLE >> p & 1 and p != place("2527")]
    s.trenches[SOVIET] = sum(1 << p for p in others[: trenches.limit(SOVIET)])
    assert refused(s, "entrench in 2527") == "10.3.2"
    s.trenches[SOVIET] = sum(1 << p for p in others[: trenches.limit(SOVIET) - 1])
    assert can(s, "entrench in 2527")


@rule("23.1.3")
def test_a_second_ops_makes_the_trench_certain() -> None:
    """SW-68"""
    s = digging(deep_trenches=True)
    act(s, "entrench in 2527 for 2 OPS")
    assert s.ops == 1
    act(s, "end movement", "trench in 2527: 6")
    assert s.trenches[SOVIET] >> place("2527") & 1


@rule("23.1.3")
def test_the_second_ops_is_an_optional_rule() -> None:
    assert refused(digging(), "entrench in 2527 for 2 OPS") == "23.1.3"
    assert not choices(digging(), EntrenchDeep) and choices(digging(deep_trenches=True), EntrenchDeep)
    assert refused(digging(deep_trenches=True, ops=1), "entrench in 2527 for 2 OPS") == "7.3.1"


@rule("6.0.4", "10.3.2")
def test_trenches_may_be_abandoned_at_the_end_of_a_turn_the_axis_first() -> None:
    s = situation(moment="nothing")
    s.trenches = [1 << place("1822"), 1 << place("2527")]
    s.push(Cleaning, 1)
    s.push(Cleaning, 0)
    s.settle()
    assert s.side == "axis" and refused(s, "abandon the trench in 2527") == "10.3.2"
    assert choices(s) == ["abandon the trench in 1822", "leave the rest"]
    act(s, "abandon the trench in 1822")
    assert s.side == "soviet" and not s.trenches[0]
    act(s, "leave the rest")
    assert s.trenches[1]


@rule("16.1.5")
def test_the_soviets_may_disband_inactive_partisans_at_the_end_of_a_turn() -> None:
    s = situation(moment="nothing")
    s.lurking = 1 << place("2023")
    s.push(Cleaning, 1)
    s.push(Cleaning, 0)
    s.settle()
    assert s.side == "soviet" and choices(s) == ["disband the partisans in 2023", "leave the rest"]
    assert refused(s, "disband the partisans in 2022") == "16.1.5"
    act(s, "disband the partisans in 2023")
    assert not s.lurking
