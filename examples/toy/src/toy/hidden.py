"""Hidden information: the enemy's card."""

from __future__ import annotations

import random

from rasputitsa.kernel import SIDES, Action
from toy.actions import Deal
from toy.components import CARDS, OFF
from toy.state import ToyState


def imagine(s: ToyState, side: str, rng: random.Random) -> ToyState:
    """The enemy's card may be any that is neither in the side's own hand nor was played."""
    new = s.copy()
    me = SIDES.index(side)
    if s.hand[1 - me] != OFF:
        new.hand[1 - me] = rng.choice([card for card in range(len(CARDS)) if card not in (s.hand[me], s.spent)])
    return new


def describe(action: Action, viewer: str) -> str:
    """A card dealt to the other side has no name."""
    if isinstance(action, Deal) and viewer not in (action.who, "open"):
        return f"deal a card to {action.who}"
    return str(action)
