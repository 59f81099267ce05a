"""Observations: what the view says, no more than the side may know, and never blind to the pending click."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numpy")
import numpy as np

from rasputitsa.kernel import title
from rasputitsa.research.encoder import Encoder
from rasputitsa.research.features import PLANES, Layout, ViewReader
from rasputitsa.research.game import ClickGame
from tests.research.positions import CASES, played

BEYOND_THE_VIEW = {"discarded", "out of play", "unseen", "battle"}
"""Channels in which a quick reader may know more than the view tells, or tell it in another way."""


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_quick_reader_writes_what_the_view_says(name: str, scenario: str):
    found = title(name)
    quick, plain = Encoder(found), Encoder(found, ViewReader(found, Layout(found)))
    assert not isinstance(quick.reader, ViewReader)
    for state in played(name, scenario, every=7):
        for side in found.sides:
            seen, told = quick.split(quick.position(state, side)), plain.split(plain.position(state, side))
            for part, values in seen.items():
                for channel, row in zip(quick.layout.parts[part].channels, range(len(values)), strict=True):
                    if channel not in BEYOND_THE_VIEW:
                        assert np.array_equal(values[row], told[part][row]), (part, channel)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_what_is_observed_does_not_change_with_what_is_hidden(name: str, scenario: str):
    encoder, rng = Encoder(title(name)), random.Random(2)
    for state in played(name, scenario, every=7):
        for side in encoder.title.sides:
            imagined = state.imagine(side, rng)
            assert np.array_equal(encoder.position(imagined, side), encoder.position(state, side))


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_an_agent_never_sees_the_same_twice_in_a_row_while_it_clicks(name: str, scenario: str):
    game, rng = ClickGame(name, scenario), random.Random(4)
    game.reset(4)
    clicks = 0
    while (side := game.side) is not None:
        before = (game.observe(side), game.mask(side))
        if not game.click(rng.choice(game.options)):
            clicks += 1
            after = (game.observe(side), game.mask(side))
            assert not all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))
    assert clicks > 20


def test_a_pending_click_shows_where_it_was_made_and_where_it_can_lead():
    game = ClickGame("no-retreat", "fall-blau")
    game.reset(1)
    rng = random.Random(1)
    while game.side and not (game.state.step.name == "MovementPhase" and game.clicks.targets() and game.clicks.made):
        game.click(rng.choice(game.options))
    side = game.side or ""
    parts = game.encoder.split(game.observe(side))
    planes = dict(zip(PLANES, parts["planes"], strict=True))
    place = game.words.first["place"]
    assert {place + int(row) for row in np.flatnonzero(planes["targets"])} == game.clicks.targets()
    assert planes["pending"].sum() == 1
    assert parts["clicks"][game.clicks.made[0]] == 1.0


def test_a_card_is_in_one_place_or_unseen():
    encoder = Encoder(title("no-retreat"))
    for state in played("no-retreat", "fall-blau", every=30):
        for number, side in enumerate(encoder.title.sides):
            cards = encoder.split(encoder.position(state, side))["cards"]
            assert np.flatnonzero(cards[0]).tolist() == list(state.hand(number))  # type: ignore[attr-defined]
            assert cards.sum(axis=0).max() == 1


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_what_is_written_bit_by_bit_is_what_a_new_encoder_writes(name: str, scenario: str):
    """Over two games in a row, so that what the first one left on the page is taken back."""
    game, rng, clicks = ClickGame(name, scenario), random.Random(5), 0
    for seed in (5, 6):
        game.reset(seed)
        while (side := game.side) is not None:
            clicks += 1
            seen = game.observe(side)
            if clicks % 5 == 0:
                assert np.array_equal(seen, Encoder(game.title).encode(game.state, side, game.clicks))
                assert np.flatnonzero(game.mask(side)).tolist() == game.options
            game.click(rng.choice(game.options))
