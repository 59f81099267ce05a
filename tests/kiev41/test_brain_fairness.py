"""The computer plays fair: what stands on the enemy's hidden blocks does not change what it does; and it is quick, and
always legal."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from rasputitsa import players
from rasputitsa.kernel import CHANCE, Dice, Record, State
from rasputitsa.players import Deadline, Seat
from rasputitsa.titles.kiev41 import TITLE
from rasputitsa.titles.kiev41.hidden import hidden_from
from rasputitsa.titles.kiev41.state import Kiev


def course(scenario: str, name: str, seed: int, decisions: int) -> list[Kiev]:
    """The positions of a game between two players of that name at which somebody decides."""
    state = Record(TITLE.prepare(scenario, "book", {})).state
    dice, found = Dice(seed), []
    seats = {side: players.make(name, "kiev41", side, seed=seed) for side in TITLE.sides}
    while state.side is not None and len(found) < decisions:
        if state.side == CHANCE:
            state.apply(dice.roll(state))
        else:
            assert isinstance(state, Kiev)
            found.append(state.copy())
            state.apply(seats[state.side].choose(Seat(state, state.side), Deadline()), by=state.side)
    return found


def answers(state: State, side: str, name: str, seeds: range) -> Counter[str]:
    """How often a player makes each choice in a position."""
    return Counter(
        str(players.make(name, "kiev41", side, seed=seed).choose(Seat(state, side), Deadline())) for seed in seeds
    )


@pytest.mark.parametrize("scenario", ["campaign", "river", "snow"])
def test_swapping_hidden_enemy_blocks_does_not_change_the_distribution_of_choices(scenario: str):
    """Every hidden block changes its place with another and gets a new strength: the same choices, as often."""
    rng = random.Random(5)
    swapped = 0
    for state in course(scenario, "officer", 5, 90)[::15]:
        side = state.side or ""
        other = state.imagine(side, rng)
        assert hidden_from(state, TITLE.sides.index(side)).bit_count() > 10
        swapped += other.text() != state.text()
        assert answers(state, side, "officer", range(4)) == answers(other, side, "officer", range(4))
    assert swapped >= 5


def test_the_general_does_not_see_through_the_blocks_either():
    rng = random.Random(6)
    state = course("river", "officer", 5, 12)[-1]
    side = state.side or ""
    other = state.imagine(side, rng)
    assert other.text() != state.text()
    assert answers(state, side, "general:n48", range(2)) == answers(other, side, "general:n48", range(2))


@pytest.mark.parametrize("scenario", ["preludes", "pocket", "snow"])
def test_it_finds_a_legal_answer_to_every_question(scenario: str):
    assert len(course(scenario, "officer", 3, 120)) > 60


def test_an_impulse_takes_well_under_a_second():
    """Two hundred decisions are about a dozen impulses; the bound leaves room for a slow machine."""
    course("campaign", "officer", 2, 10)
    started = time.process_time()
    positions = course("campaign", "officer", 2, 200)
    impulses = len({(s.turn, s.active, s.axis_impulses, s.passes) for s in positions})
    assert (time.process_time() - started) / impulses < 1.0
