"""[2.3] What a side does not know: the enemy's hand and the order of draw piles. Everything else is open.

Which partisan an Inactive counter is nobody knows; it is drawn when it becomes Active (16.1.3), so nothing is hidden.
"""

from __future__ import annotations

import random

from rasputitsa.kernel import Action
from rasputitsa.titles.stalins_war.actions.rounds import Choose, Draw
from rasputitsa.titles.stalins_war.cards import owner
from rasputitsa.titles.stalins_war.state import DRAW, HAND, SIDES, Position


def unseen(s: Position, side: int) -> list[int]:
    """The cards of the enemy whose whereabouts a side cannot tell: hand and draw pile, less those it knows."""
    enemy = 1 - side
    cards = (*s.cards_in(HAND, enemy), *s.cards_in(DRAW, enemy))
    return [card for card in cards if not s.seen >> card & 1]


def imagine(s: Position, side: str, rng: random.Random) -> Position:
    """A position that could be the true one for this side: the enemy's unseen cards are dealt anew."""
    new = s.copy()
    cards = unseen(s, SIDES.index(side))
    piles = [s.card[card] for card in cards]
    rng.shuffle(cards)
    for card, pile in zip(cards, piles, strict=True):
        new.card[card] = pile
    return new


def describe(s: Position, action: Action, viewer: str) -> str:
    """An action in the words a side may read: cards that the enemy draws or chooses are not named."""
    if isinstance(action, Draw) and viewer not in (SIDES[owner(action.card)], "open"):
        return f"{SIDES[owner(action.card)]} draws a card"
    if isinstance(action, Choose) and viewer not in (SIDES[owner(action.card)], "open") and s.card[action.card] == DRAW:
        return "take a card"
    return str(action)
