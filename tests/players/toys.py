"""A brain for the toy title, the smallest there can be: it shows how one is written (docs/players.md)."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator

from rasputitsa.kernel import State
from rasputitsa.players.brain import Brain, Mind, Proposal
from rasputitsa.players.weights import Book, Weights

from ..kernel.toy import OFF, TOY, Decline, Move, Play, React, Stay, ToyState, Turn

BOOK = Book({"march": 1.0, "fight": 0.4, "card": 0.5}, {"rash": {"fight": 5.0}, "shy": {"march": 0.05, "fight": 0.05}})


class ToyBrain(Brain[ToyState]):
    """Forward if it can; a battle is worth `fight`, a step `march`."""

    sectors = 2
    periods = ("early", "late")

    def period(self, s: ToyState) -> str:
        return "early" if s.turn < 2 else "late"

    def book(self, rank: str) -> Book:
        return BOOK

    def turn_of(self, s: ToyState) -> Hashable:
        return s.turn, s.active

    def own_turn(self, s: ToyState, side: str) -> bool:
        return ("axis", "soviet")[s.active] == side

    def features(self, s: ToyState, side: str) -> dict[str, float]:
        mine = 0 if side == "axis" else 1
        return {"gone": _gone(s, mine) - _gone(s, 1 - mine), "card": float(s.hand[mine] == 0)}

    def evaluate(self, s: ToyState, side: str, w: Weights) -> float:
        mine = 0 if side == "axis" else 1
        outcome = s.outcome()
        if outcome is not None and outcome.winner is not None:
            return 10.0 if outcome.winner == side else -10.0
        return _gone(s, mine) - _gone(s, 1 - mine)


def _gone(s: ToyState, side: int) -> float:
    return sum((s.at[u] if side == 0 else 4 - s.at[u]) for u in (2 * side, 2 * side + 1) if s.at[u] != OFF)


BRAIN = ToyBrain()


@BRAIN.candidate(Turn)
def march(mind: Mind[ToyState]) -> Iterator[Proposal]:
    for action in mind.s.legal():
        if isinstance(action, Move):
            fight = any(p == action.to for p in mind.s.at)
            yield Proposal(mind.w["fight" if fight else "march"], action, "unit {} goes forward", (action.unit,))
    yield Proposal(0.1, Stay(), "better wait")


@BRAIN.candidate(React)
def react(mind: Mind[ToyState]) -> Iterator[Proposal]:
    card = mind.s.hand[mind.s.owner(mind.s.frame[2])]
    yield Proposal(mind.w["card"] if card == 0 else 0.0, Play(card), "the strong card")
    yield Proposal(0.2, Decline(), "nothing to spend")


def position(seed: int, plies: int) -> State:
    """A toy game after so many random actions."""
    state, rng = TOY.new(), random.Random(seed)
    for _ in range(plies):
        if not state.over:
            state.apply(state.sample(rng))
    return state
