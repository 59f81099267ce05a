"""Who proposes what: forward if it can, and the strong card for a battle."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.players.brain import Mind, Proposal
from toy.actions import Decline, Move, Play, Stay
from toy.battle import React
from toy.brain.core import BRAIN, STRONG
from toy.components import OWNER
from toy.movement import Turn
from toy.state import ToyState


@BRAIN.candidate(Turn)
def march(mind: Mind[ToyState]) -> Iterator[Proposal]:
    """A battle is worth `fight`, a step forward `march`."""
    for action in mind.s.legal():
        if isinstance(action, Move):
            battle = mind.s.standing(action.to, 1 - mind.s.active)
            yield Proposal(mind.w["fight" if battle else "march"], action, "unit {} goes forward", (action.unit,))
    yield Proposal(0.1, Stay(), "better wait")


@BRAIN.candidate(React)
def react(mind: Mind[ToyState]) -> Iterator[Proposal]:
    """The strong card is worth `card`; the others are not worth showing."""
    card = mind.s.hand[OWNER[mind.s.frame[2]]]
    yield Proposal(mind.w["card"] if card == STRONG else 0.0, Play(card), "the strong card")
    yield Proposal(0.2, Decline(), "nothing to spend")
