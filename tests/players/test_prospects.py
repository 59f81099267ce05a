"""What the general goes by: how far it looks ahead, and figures that are one side's gain and the other's loss."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import CHANCE, State, title
from rasputitsa.players.brain import brain_of
from rasputitsa.players.staff import staff_of
from rasputitsa.titles.no_retreat.codes import SOVIET, SURRENDERED

from ..no_retreat.situation import situation


def horizon(side: str, turn: int) -> int:
    """How many player turns after its own the general of No Retreat! looks ahead."""
    s = situation(side=side, turn=turn, axis={"9th Army": "1709"}, soviet={"Moscow Front": "Moscow"})
    return brain_of(title("no-retreat")).horizon(s, side)


def checks() -> list[int]:
    """The turns that begin with a Sudden Death check in the campaign."""
    game = title("no-retreat").prepare("campaign", "board", {})
    numbers = [(turn, game.turns[turn].sudden_death) for turn in range(1, game.last_turn + 1)]
    return [turn for turn, n in numbers if n.axis is not None or n.soviet is not None]


def test_the_turn_before_a_check_the_general_sees_it_and_no_further():
    check = checks()[0]
    assert horizon("axis", check - 1) == 1
    assert horizon("soviet", check - 1) == 0
    assert horizon("soviet", check - 2) == 2


def test_far_from_any_check_the_general_looks_at_the_enemys_reply():
    gaps = [(a, b) for a, b in zip(checks(), checks()[1:], strict=False) if b - a >= 3]
    assert gaps
    assert all(horizon("axis", a) == 1 for a, _ in gaps)


def test_an_enemy_that_surrendered_is_a_lead_and_tells_the_general_more_than_a_point():
    brain = brain_of(title("no-retreat"))
    before = situation(side="axis", turn=3, axis={"9th Army": "1709"}, soviet={"Moscow Front": "Moscow"})
    after = before.copy()
    after.place[after.game.names.index("Moscow Front")] = SURRENDERED
    found = [brain.features(s, "axis")["surrendered"] for s in (before, after)]
    judged = staff_of(brain).judgement
    assert found[1] == found[0] + 1 and judged["surrendered"] > judged["lead"]


def test_the_general_knows_whom_the_time_before_each_check_is_good_for():
    judged = staff_of(brain_of(title("no-retreat"))).judgement
    assert {f"before_{turn}" for turn in checks()} <= set(judged)


def test_a_game_that_is_over_counts_for_more_than_any_that_is_not():
    staff = staff_of(brain_of(title("no-retreat")))
    s = situation(side="axis", turn=3, axis={"9th Army": "1709"}, soviet={"Moscow Front": "Moscow"})
    chance = staff.worth(s, "axis")
    s.win(SOVIET, "a test", "12.0")
    s.settle()
    assert staff.worth(s, "axis") == -1.0 < chance < 1.0 == staff.worth(s, "soviet")


def middle(name: str, scenario: str) -> State:
    """A position of a random game."""
    state, rng = title(name).new(scenario), random.Random(3)
    for _ in range(400):
        if not state.over:
            state.apply(state.sample(rng))
    return state


@pytest.mark.parametrize(("name", "scenario"), [("no-retreat", "campaign"), ("kiev41", "campaign")])
def test_every_feature_is_a_lead_that_the_other_side_sees_the_other_way_round(name: str, scenario: str):
    brain, state = brain_of(title(name)), middle(name, scenario)
    axis, soviet = brain.features(state, "axis"), brain.features(state, "soviet")
    assert axis.keys() == soviet.keys()
    for key, value in axis.items():
        assert value == pytest.approx(-soviet[key], abs=1e-6), key
    assert any(axis.values())


def test_the_general_of_kiev_plans_its_impulses_and_not_every_step_that_it_restores():
    brain, state, rng = brain_of(title("kiev41")), title("kiev41").new("campaign"), random.Random(1)
    asked: dict[str, set[bool]] = {}
    while state.turn < 4 and state.side is not None:
        if state.side != CHANCE:
            asked.setdefault(state.step.name, set()).add(brain.time_to_plan(state, state.side))
        state.apply(state.sample(rng))
    assert asked["Logistics"] == asked["Regeneration"] == asked["Replacements"] == {False}
    assert asked["Activation"] == {True}


@pytest.mark.parametrize("name", ["no-retreat", "kiev41"])
def test_the_generals_judgement_names_features_of_the_brain_and_weights_of_the_officer(name: str):
    brain = brain_of(title(name))
    staff = staff_of(brain)
    features = set(brain.features(title(name).new("campaign"), "axis"))
    assert features <= set(staff.judgement)
    assert {judged for judged in staff.judgement if not judged.startswith(("before_", "month_"))} <= features
    assert len(staff.book.styles) >= 4
    for style in staff.book.styles:
        assert staff.book.at("axis", style=style) != brain.book("officer").at("axis")
