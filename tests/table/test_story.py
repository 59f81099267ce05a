"""The course of a game, told when it is over."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import Dice, title
from rasputitsa.table.history import Draft, History
from rasputitsa.table.story import story


def played(name: str, seed: int, most: int = 4000) -> History:
    """A random game, to its end or for so many plies."""
    history = History(title(name).prepare(None, None, {}), Dice(seed))
    rng, draft = random.Random(seed), Draft(history)
    draft.roll()
    while not draft.state.over and draft.now.ply < most:
        draft.play(draft.state.sample(rng), draft.state.side or "")
        draft.roll()
    history.adopt(draft)
    return history


@pytest.mark.parametrize("name", ["no-retreat", "kiev41", "stalins-war"])
def test_every_turn_has_its_figures_and_losses_only_grow(name: str) -> None:
    history = played(name, 1, most=900)
    told = story(history)
    assert [turn.turn for turn in told.turns] == sorted({turn.turn for turn in told.turns})
    assert all(turn.front is not None and set(turn.points) == {"axis", "soviet"} for turn in told.turns)
    for side in ("axis", "soviet"):
        losses = [turn.losses[side] for turn in told.turns]
        assert losses == sorted(losses)
    assert all(0 <= point.ply <= len(history) for point in told.points)


def test_a_city_that_fell_is_a_turning_point_after_whose_ply_it_is_held() -> None:
    history = played("no-retreat", 1, most=900)
    taken = [point for point in story(history).points if " took " in point.text]
    assert taken
    for point in taken:
        name = point.text.partition(" took ")[2]
        board = history.game.title.board()
        place = next(place.id for place in board.places if place.name == name)
        after = {state.id: state.control for state in history.at(point.ply).view("open").places}
        assert after[place] == point.side
