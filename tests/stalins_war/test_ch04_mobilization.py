"""[4.4.1, 4.5.1, 7.3.2] Rounds that an event makes: Soviet mobilization, Steppe Fox, events that grant OPS."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    EVENT,
    GONE,
    MOBILIZATION,
    OPS,
    REINFORCEMENT,
    SOVIET,
    Position,
)

from .situation import act, at, can, card, refused, situation, unit

FIRST, FIFTH = (f"Soviet {n} Soviet Reinforcements as event" for n in (1, 5))


def mobilizing(turn: int = 2, **more: object) -> Position:
    given = {"soviet": {"West Front": "2722"}, "soviet_hand": ["soviet-01", "soviet-05"], **more}
    return situation(moment="action", side="soviet", turn=turn, **given)  # type: ignore[arg-type]


def place_all(s: Position, hexes: list[str]) -> None:
    """Every unit of the card is placed in one of the hexes."""
    while s.step.name == "Placing":
        order = next(a for h in hexes for a in map(str, s.legal()) if a.endswith(h))
        act(s, order)


@rule("4.5.1", "4.5.1.3")
def test_a_mobilization_card_brings_its_units_and_its_ops_and_leaves_the_count() -> None:
    """SW-21: nothing is taken off for rounds of OPS before it."""
    s = mobilizing()
    s.count[SOVIET] = 2
    act(s, FIRST)
    place_all(s, ["2626", "2624", "2723", "2327", "2426"])
    assert (s.kind, s.ops, s.count[SOVIET]) == (MOBILIZATION, 3, 2) and s.step.name == "Movement"
    assert at(s, "16R Army") != "pool" and s.card[card("soviet-01")] == GONE


@rule("4.5.1")
def test_any_two_reinforcement_cards_serve_for_mobilization() -> None:
    """SW-22"""
    s = mobilizing()
    assert can(s, FIRST) and can(s, FIFTH)
    act(s, FIFTH)
    assert s.kind == MOBILIZATION


@rule("4.5.1", "4.5.1.2")
def test_mobilized_units_stack_as_usual_and_may_move_but_not_attack() -> None:
    s = mobilizing()
    act(s, FIRST)
    assert not [order for order in map(str, s.legal()) if order.startswith("Bryansk Front") and order.endswith("2722")]
    place_all(s, ["2626", "2624", "2723", "2327"])
    arrived = [name for name in ("16R Army", "19R Army", "24R Army", "38R Army") if s.arrived >> unit(name) & 1]
    assert len(arrived) == 4
    mover = next(order for order in map(str, s.legal()) if order.startswith("16R Army"))
    act(s, mover)
    assert s.arrived >> unit("16R Army") & 1 and s.moved >> unit("16R Army") & 1


@rule("4.5.1", "7.5.2a", "7.3.2.2")
def test_from_turn_3_on_a_reinforcement_card_gives_no_ops_and_resets_the_count() -> None:
    s = mobilizing(turn=3, round=2)
    s.count[SOVIET] = 2
    act(s, FIRST)
    assert (s.kind, s.count[SOVIET]) == (REINFORCEMENT, 0)
    place_all(s, ["2626", "2624", "2723", "2327", "2426"])
    assert s.step.name != "Movement"


@rule("4.4.9")
@pytest.mark.parametrize(("turn", "left"), [(3, 2), (5, 0)])
def test_axis_reinforcement_cards_of_turns_1_to_4_leave_the_count(turn: int, left: int) -> None:
    s = situation(moment="action", turn=turn, round=3, axis={"6th Army": "1822"}, axis_hand=["axis-01"])
    s.count[AXIS] = 2
    act(s, "Axis 1 German Reinforcements as event")
    assert s.count[AXIS] == left


@rule("7.3.2", "7.3.2.2")
def test_an_event_that_grants_ops_resets_the_count() -> None:
    """SW-24: and its OPS are not reduced."""
    s = situation(moment="action", turn=2, axis={"6th Army": "1822"}, axis_hand=["axis-07"])
    s.count[AXIS] = 3
    act(s, "Axis 7 Taifun as event")
    assert (s.kind, s.ops, s.count[AXIS]) == (EVENT, 3, 0) and s.step.name == "Movement"


@rule("7.3.2")
def test_in_rasputitsa_an_event_does_not_reset_the_count() -> None:
    s = situation(moment="action", turn=3, axis={"6th Army": "1822"}, axis_hand=["axis-06"])
    s.count[AXIS] = 2
    act(s, "Axis 6 Nordlicht as event")
    assert s.count[AXIS] == 2


@rule("4.4.1", "4.4.1.1")
def test_after_steppe_fox_the_second_card_alone_decides_the_kind_of_round() -> None:
    s = situation(moment="action", turn=1, axis={"6th Army": "1623"}, axis_hand=["axis-23", "axis-16"])
    s.count[AXIS] = 1
    act(s, "Axis 23 Steppe Fox as event")
    assert s.step.name == "ChooseAction" and s.side == "axis" and s.count[AXIS] == 1
    assert refused(s, "Axis 16 Hedgehogs for RPs") == "4.4.1"
    act(s, "Axis 16 Hedgehogs for OPS")
    assert (s.kind, s.ops, s.count[AXIS]) == (OPS, 3, 2)
