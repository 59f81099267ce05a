"""Organization and the sequence of play to the last: who comes, what is skipped, what is paid."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, sequence
from rasputitsa.titles.no_retreat.codes import (
    DISORGANIZED,
    FOUGHT,
    HASTENED,
    MOVED,
    PLACED,
    SHATTERED,
)
from rasputitsa.titles.no_retreat.organization import arrivals

from .positions import army, positions, side_of


@rule("7.7")
def test_only_a_unit_that_was_split_this_turn_waits_in_the_shattered_box() -> None:
    for s in positions(3, seed=341):
        for u in army(s, 0)[:5] + army(s, 1)[:5]:
            s.put(u, SHATTERED)
            for mark in (0, DISORGANIZED, MOVED, FOUGHT, HASTENED, PLACED):
                s.marks[u] = mark
                s.memo.clear()
                assert arrivals.comes(s, u) == (mark != PLACED) == (u in arrivals.comers(s, side_of(s, u)))


@rule("3.0")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
@pytest.mark.parametrize("scenario", ["campaign", "fall-blau", "saturn", "bagration", "na-berlin"])
def test_a_scenario_does_not_begin_with_a_victory_check(scenario: str, edition: str) -> None:
    s = TITLE.setup(TITLE.prepare(scenario, edition, {}))
    for turn in (s.turn, s.turn + 1):
        first, s.turn = turn == s.turn, turn
        for phase in s.game.phases:
            own = phase.side == s.game.first_side
            left_out = phase.id == "victory" or (
                scenario == "campaign" and phase.id in ("card", "supply", "organization")
            )
            assert sequence.skipped(s, phase) == (first and own and left_out)
