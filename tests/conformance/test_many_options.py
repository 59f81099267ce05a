"""Whoever asks for game after game with other options does not fill the memory of the program."""

from __future__ import annotations

import gc
import random
import weakref

import pytest

from rasputitsa.kernel import Invalid, titles
from rasputitsa.kernel.title import Game

MOST = 250


@pytest.mark.parametrize("name", titles())
def test_games_with_ever_other_options_are_forgotten(name: str) -> None:
    title, rng = titles()[name], random.Random(name)
    seen: weakref.WeakSet[Game] = weakref.WeakSet()
    keys = set()
    for number in range(600):
        scenario = rng.choice(title.scenarios).name
        options = {o.name: rng.random() < 0.5 for o in title.options if isinstance(o.default, bool)}
        try:
            state = title.new(scenario, **options)
        except Invalid:
            continue
        seen.add(state.game)
        keys.add(state.game.key)
        if number % 10 == 0:
            state.legal()
            state.view(title.sides[0])
    if len(keys) < MOST:
        pytest.skip(f"{name} has only {len(keys)} different games to try")
    del state
    gc.collect()
    assert len(seen) <= MOST / 2
