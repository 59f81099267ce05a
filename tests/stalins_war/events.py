"""A card in hand and the map around it: played as an event, answered, looked at.

s = held("axis-16", axis={"4th Army": "1621"})
play(s, "axis-16")
act(s, "place a trench in 1621")
"""

from __future__ import annotations

import random
from typing import Any

from rasputitsa.board.topology import mask_of
from rasputitsa.kernel import CHANCE
from rasputitsa.titles.stalins_war.combat import forces
from rasputitsa.titles.stalins_war.components import CARD
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.lexicon import CARD_NAMES
from rasputitsa.titles.stalins_war.roster import SIDE_OF
from rasputitsa.titles.stalins_war.state import Position

from .combat import shifts
from .situation import act, place, refused, situation, unit

STEPS = {step.__name__ for step in playing.STEPS}


def held(card: str, *, turn: int = 0, round: int = 3, played: bool = True, **more: Any) -> Position:
    """The side of a card chooses its action with the card in hand, on the first turn it is for (2 at the earliest),
    outside the mud; the events it needs have been played."""
    printed = CARD[card]
    hand = {f"{printed.side}_hand": (card, *more.pop("hand", ()))}
    turn = turn or max(2, printed.turns[0])
    s = situation(turn=turn, round=round, side=printed.side, moment="action", **hand, **more)
    if played:
        for needed in printed.requires:
            s.played |= 1 << CARD_NUMBER[needed]
    return s


def order(card: str) -> str:
    return f"{CARD_NAMES[CARD_NUMBER[card]]} as event"


def play(s: Position, card: str) -> Position:
    """Play the card as an event."""
    act(s, order(card))
    return s


def event(card: str, **more: Any) -> Position:
    """A card played as an event at once."""
    return play(held(card, **more), card)


def why_no_event(s: Position, card: str) -> str:
    """The rule against playing the card as an event; "" if it may be played."""
    return refused(s, order(card))


def finish(s: Position, seed: int = 1943) -> Position:
    """Answer all questions of the event at random."""
    rng = random.Random(seed)
    while s.stack and s.step.name in STEPS and s.side is not None:
        s.apply(s.sample(rng))
    return s


def draw(s: Position, seed: int = 1943) -> None:
    """Let a partisan be drawn."""
    assert s.side == CHANCE
    s.apply(s.sample(random.Random(seed)))


def where(s: Position, card: str) -> int:
    """The pile a card lies in."""
    return s.card[CARD_NUMBER[card]]


def shift_of(s: Position, card: str, side: str, target: str, *attackers: str) -> int:
    """The columns that a card moves the fire of a side if these units attack the target as things stand."""
    then = s.copy()
    then.active = SIDE_OF[unit(attackers[0])]
    forces.oppose(then, place(target), mask_of(unit(name) for name in attackers))
    forces.engage(then)
    return shifts(then, side).get(CARD[card].name, 0)
