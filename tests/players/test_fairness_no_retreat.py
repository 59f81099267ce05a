"""The computer plays fair: what it does not know does not change what it does; and it is quick, and always legal."""

from __future__ import annotations

import random
import time

import pytest

from rasputitsa import players
from rasputitsa.kernel import CHANCE, Dice, Record, State
from rasputitsa.players import Deadline, Seat
from rasputitsa.titles.no_retreat import TITLE


def course(scenario: str, edition: str, name: str, seed: int, decisions: int) -> list[State]:
    """The positions of a game between two players of that name at which somebody decides."""
    state = Record(TITLE.prepare(scenario, edition, {})).state
    dice, found = Dice(seed), []
    seats = {side: players.make(name, "no-retreat", side, seed=seed) for side in TITLE.sides}
    while state.side is not None and len(found) < decisions:
        if state.side == CHANCE:
            state.apply(dice.roll(state))
        else:
            found.append(state.copy())
            state.apply(seats[state.side].choose(Seat(state, state.side), Deadline()), by=state.side)
    return found


@pytest.mark.parametrize(("name", "positions"), [("recruit", 12), ("officer", 8), ("general:n8", 3)])
def test_swapping_the_enemys_hand_does_not_change_a_choice(name: str, positions: int):
    """Positions in which something is hidden from the side that decides."""
    rng = random.Random(5)
    pairs = [
        (state, state.imagine(state.side or "", rng)) for state in course("barbarossa", "board", "recruit", 5, 160)
    ]
    swapped = [(state, other) for state, other in pairs if other.text() != state.text()]
    assert len(swapped) >= positions
    for state, other in swapped[:: len(swapped) // positions][:positions]:
        side = state.side or ""
        for seed in (1, 2):
            choices = {
                str(players.make(name, "no-retreat", side, seed=seed).choose(Seat(s, side), Deadline()))
                for s in (state, other)
            }
            assert len(choices) == 1


def test_reasons_name_no_card_of_a_hidden_hand():
    """The opponent may read them: they speak of what the action itself shows."""
    for state in course("barbarossa", "board", "recruit", 8, 120)[::4]:
        side = state.side or ""
        player = players.make("recruit", "no-retreat", side, seed=1)
        action = str(player.choose(Seat(state, side), Deadline()))
        why = str(getattr(player, "why", ""))
        held = [state.game.card_names[c] for c in state.hand(TITLE.sides.index(side))]
        assert why
        assert not any(name in why for name in held if name not in action)


@pytest.mark.parametrize(
    ("scenario", "edition"),
    [("fall-blau", "board"), ("saturn", "digital-1.1"), ("bagration", "digital-0.2"), ("na-berlin", "board")],
)
def test_it_finds_a_legal_answer_to_every_question(scenario: str, edition: str):
    assert len(course(scenario, edition, "recruit", 3, 150)) > 60


def test_a_turn_takes_well_under_a_second():
    """Two hundred decisions are about six player turns; the bound leaves room for a slow machine."""
    course("campaign", "board", "officer", 2, 10)
    started = time.process_time()
    positions = course("campaign", "board", "officer", 2, 200)
    turns = len({(s.turn, s.phasing) for s in positions})  # type: ignore[attr-defined]
    assert (time.process_time() - started) / turns < 1.0


def test_the_general_answers_within_its_budget():
    state = course("barbarossa", "board", "recruit", 4, 4)[-1]
    side = state.side or ""
    general = players.make("general:2", "no-retreat", side, seed=1)
    told: list[float] = []
    started = time.monotonic()
    action = general.choose(Seat(state, side, lambda progress, text: told.append(progress)), Deadline())
    assert time.monotonic() - started < 60.0
    assert state.why_not(action) is None
    assert told
