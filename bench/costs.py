"""The cost of single operations, on positions taken from a random game. Unlike `speed` they are repeated on the same
positions: good for comparing before and after, not for telling how fast games are."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable

from rasputitsa.kernel import CHANCE, Dice, Invalid, State, Title

POSITIONS = 60
Operation = Callable[[State], object]


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
    pieces = [piece.id for piece in states[0].view("open").pieces]
    copying = _mean(lambda s: s.copy(), states)
    operations: dict[str, Operation] = {
        "list all legal actions": State.legal,
        "sample one": lambda s: s.sample(rng),
        "view": lambda s: s.view(s.side or "open"),
        "supply of both sides": lambda s: [_ask(s, "supply", side=side) for side in title.sides],
        "reach of one piece": lambda s: _ask(s, "reach", piece=rng.choice(pieces)),
    }
    applying = _mean(lambda pair: pair[0].copy().apply(pair[1]), list(zip(states, actions)))
    found = {name: _mean(_fresh(operation), states) for name, operation in operations.items()}
    return {"copy": copying, "apply": applying - copying, **found}


def _ask(s: State, question: str, **args: object) -> object:
    try:
        return s.ask("open", question, args)
    except Invalid:
        return None


def _fresh(operation: Operation) -> Operation:
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
