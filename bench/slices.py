"""Random play of a part of a title: No Retreat! with supply, movement and rail only (chapters 6, 8 and 9)."""

from __future__ import annotations

import random
import time

from bench.measure import Speed
from rasputitsa.kernel import CHANCE, Dice
from rasputitsa.titles.no_retreat import TITLE
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.profile import Profile
from rasputitsa.titles.no_retreat.sequence import Phase
from rasputitsa.titles.no_retreat.sequence import sequence

KEPT = ("events", "supply", "movement", "detraining")


def movement_speed(seconds: float) -> Speed:
    """All 28 turns of the campaign without cards, organization and combat, for so many CPU-seconds."""
    options = TITLE.prepare("campaign", "board", {}).options
    game = NoRetreatGame(TITLE, "campaign", "board", options, _phases)
    games, decisions, started = 0, 0, time.process_time()
    while (spent := time.process_time() - started) < seconds or not games:
        decisions += _play(game, games)
        games += 1
    return Speed(games, decisions / spent, games / spent, decisions / games)


def _phases(profile: Profile) -> tuple[Phase, ...]:
    return tuple(phase for phase in sequence(profile) if phase.id in KEPT)


def _play(game: NoRetreatGame, seed: int) -> int:
    state = TITLE.setup(game)
    state.settle()
    rng, dice, decisions = random.Random(seed), Dice(seed), 0
    while state.side is not None:
        if state.side == CHANCE:
            state.apply(dice.roll(state))
        else:
            state.apply(state.sample(rng))
            decisions += 1
    return decisions
