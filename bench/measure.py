"""Measuring: random games against the clock, and the cost of single operations on positions taken from such a game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bench.probes import Probe, probes
from rasputitsa.arena.selfplay import Match, play
from rasputitsa.kernel import CHANCE, Dice, State, Title

POSITIONS = 60


class Speed(NamedTuple):
    """Random play of one title, per CPU-second."""

    games: int
    decisions: float
    games_per_second: float
    length: float


def speed(title: Title, scenario: str, seconds: float) -> Speed:
    """Play random games for so many CPU-seconds (at least one game)."""
    players = dict.fromkeys(title.sides, "random")
    match = Match(
        title=title.name, scenario=scenario, edition=title.editions[0], options={}, players=players, seed="bench"
    )
    games, decisions, spent = 0, 0, 0.0
    while spent < seconds:
        played = play(match, games + 1)
        if played.error:
            raise SystemExit(f"{title.name} {scenario}: {played.error}")
        games, decisions, spent = games + 1, decisions + played.decisions, spent + played.cpu_seconds
    return Speed(games, decisions / spent, games / spent, decisions / games)


def positions(title: Title, scenario: str) -> list[State]:
    """Positions of a random game, spread over its length, in which a side has to decide."""
    state = title.new(scenario)
    rng, dice = random.Random(1), Dice(1)
    seen: list[State] = []
    while state.side is not None:
        if state.side != CHANCE:
            seen.append(state.copy())
        state.apply(dice.roll(state) if state.side == CHANCE else state.sample(rng))
    return seen[:: max(1, len(seen) // POSITIONS)]


def costs(title: Title, scenario: str) -> dict[str, float]:
    """Microseconds per operation, averaged over the positions."""
    states = positions(title, scenario)
    rng = random.Random(2)
    actions = [state.sample(rng) for state in states]
    copying = _mean(lambda s: s.copy(), states)
    operations: dict[str, Probe] = {
        "list all legal actions": _fresh(State.legal),
        "sample one": _fresh(lambda s: s.sample(rng)),
        "view": _fresh(lambda s: s.view(s.side or "open")),
        **probes(title.name),
    }
    applying = _mean(lambda pair: pair[0].copy().apply(pair[1]), list(zip(states, actions)))
    found = {name: _mean(operation, states) for name, operation in operations.items()}
    return {"copy": copying, "apply": applying - copying, **found}


def _fresh(operation: Probe) -> Probe:
    """An operation on a position about which nothing is known yet."""

    def run(state: State) -> object:
        state.memo.clear()
        return operation(state)

    return run


def _mean(operation: Callable[..., object], things: Iterable[object], least: float = 0.3) -> float:
    """Microseconds per call, over all things again and again until the clock has something to say."""
    calls, started = 0, time.process_time()
    while True:
        for thing in things:
            operation(thing)
            calls += 1
        spent = time.process_time() - started
        if spent >= least:
            return spent / calls * 1e6
