"""What the sheet of turns does not say: automatic points, the smallest hand, turn 10 in the first printing."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, hand, replacements, victory
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET

from .situation import situation

LAST = 18


@rule("4.5.2", "4.5.2.1")
def test_the_soviets_receive_three_points_on_turns_2_and_3_and_never_else() -> None:
    found = {}
    for turn in range(1, LAST + 1):
        s = situation(turn=turn, moment="nothing")
        found[turn] = replacements.automatic(s, SOVIET), replacements.automatic(s, AXIS)
    assert {turn: points for turn, points in found.items() if points != (0, 0)} == {2: (3, 0), 3: (3, 0)}


@rule("7.6.1", "7.6.1.1")
@pytest.mark.parametrize("turn", range(1, LAST + 1))
def test_the_axis_hand_has_a_lower_limit_of_four_until_turn_15(turn: int) -> None:
    s = situation(turn=turn, moment="nothing")
    for _ in range(12):
        effects.begin(s, CARD_NUMBER["soviet-36"], 1, "game", 1, LAST + 1)
    assert hand.size(s, AXIS) == (4 if turn <= 15 else 0)


@rule("5.1.3.1", "5.1.3.5")
@pytest.mark.parametrize(
    ("level", "edition", "decided"), [(9, "living", True), (9, "printed", False), (0, "printed", True)]
)
def test_no_level_at_all_loses_the_war_on_turn_10_too(level: int, edition: str, decided: bool) -> None:
    s = situation(turn=10, axis_holds=["Riga"], moment="nothing", edition=edition)
    s.vp = level
    victory.end_of_turn(s)
    assert s.decided == decided
