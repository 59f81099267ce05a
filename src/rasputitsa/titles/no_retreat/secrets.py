"""What a side does not know: the enemy's hand and which unseen cards lie where. Everything else is open."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action
from rasputitsa.titles.no_retreat.ch05_cards import Draw, Toss
from rasputitsa.titles.no_retreat.ch15c_stakes import Lose
from rasputitsa.titles.no_retreat.state import AXIS_HAND, DISCARDED, DRAW_PILE, SIDES, NoRetreatState


def unseen(s: NoRetreatState, side: int) -> list[int]:
    """The cards whose whereabouts a side cannot tell: the enemy's hand and the pile it draws from (digital C.2: its
    discards as well), except those an intelligence event has shown."""
    enemy = 1 - side
    hidden = {AXIS_HAND + enemy, DRAW_PILE} | ({DISCARDED} if s.game.profile.hidden_discards else set())
    known = s.known_cards(side)
    return [c for c in s.game.deck_of[enemy] if s.card[c] in hidden and c not in known]


def imagine(s: NoRetreatState, side: str, rng: random.Random) -> NoRetreatState:
    """A position that could be the true one for this side: unseen cards are dealt anew."""
    new = s.copy()
    cards = unseen(s, SIDES.index(side))
    piles = [s.card[c] for c in cards]
    rng.shuffle(piles)
    for card, pile in zip(cards, piles, strict=True):
        new.card[card] = pile
    new.discards = [c for c in s.discards if new.card[c] == DISCARDED]
    new.discards += [c for c in cards if new.card[c] == DISCARDED and c not in s.discards]
    return new


def describe(s: NoRetreatState, action: Action, viewer: str) -> str:
    """An action in the words a side may read: the other side's draws (and, in the digital editions, discards) are not
    named."""
    if isinstance(action, Draw) and viewer not in (action.who, "open"):
        return f"{action.who} draws a card"
    if isinstance(action, Lose) and s.game.profile.hidden_discards and viewer not in (action.who, "open"):
        return f"{action.who} loses a card"
    if isinstance(action, Toss) and s.game.profile.hidden_discards and viewer not in (s.side, "open"):
        return "discard a card"
    return str(action)
