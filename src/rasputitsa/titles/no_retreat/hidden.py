"""What a side does not know: the enemy's hand and which unseen cards lie where. Everything else is open."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action
from rasputitsa.titles.no_retreat.actions.cards import Draw, Toss
from rasputitsa.titles.no_retreat.actions.events import Fetches
from rasputitsa.titles.no_retreat.actions.optional import Lose
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, DISCARDED, DRAW_PILE, SIDES
from rasputitsa.titles.no_retreat.deck import drawn
from rasputitsa.titles.no_retreat.events.lasting import known_cards
from rasputitsa.titles.no_retreat.state import NoRetreatState


def unseen(s: NoRetreatState, side: int) -> list[int]:
    """The cards whose whereabouts a side cannot tell: the enemy's hand and the pile it draws from (digital C.2: its
    discards as well), except those an intelligence event has shown."""
    enemy = 1 - side
    hidden = {AXIS_HAND + enemy, DRAW_PILE} | ({DISCARDED} if s.game.profile.hidden_discards else set())
    known = known_cards(s, side)
    return [c for c in s.game.deck_of[enemy] if s.card[c] in hidden and c not in known]


def imagine(s: NoRetreatState, side: str, rng: random.Random) -> NoRetreatState:
    """A position that could be the true one for this side: unseen cards are dealt anew. Cards that happen when they are
    drawn (14.14.2) are never in a hand."""
    new = s.copy()
    enemy = 1 - SIDES.index(side)
    cards = unseen(s, 1 - enemy)
    rng.shuffle(cards)
    cards.sort(key=lambda card: drawn(card, enemy) >= 0)
    piles = [s.card[c] for c in cards]
    held = piles.count(AXIS_HAND + enemy)
    rest = [pile for pile in piles if pile != AXIS_HAND + enemy]
    rng.shuffle(rest)
    for card, pile in zip(cards, [AXIS_HAND + enemy] * held + rest, strict=True):
        new.card[card] = pile
    new.discards = [c for c in s.discards if new.card[c] == DISCARDED]
    new.discards += [c for c in cards if new.card[c] == DISCARDED and c not in s.discards]
    return new


def feared(s: NoRetreatState, side: str) -> NoRetreatState:
    """What this side has to reckon with: an enemy who holds a card it cannot see may hold any of them."""
    new = s.copy()
    enemy = 1 - SIDES.index(side)
    cards = unseen(s, 1 - enemy)
    if any(s.card[card] == AXIS_HAND + enemy for card in cards):
        for card in cards:
            new.card[card] = AXIS_HAND + enemy
        new.discards = [c for c in s.discards if new.card[c] == DISCARDED]
    return new


def describe(s: NoRetreatState, action: Action, viewer: str) -> str:
    """An action in the words a side may read: the other side's draws (and, in the digital editions, discards) are not
    named."""
    if isinstance(action, Draw) and viewer not in (action.who, "open"):
        return f"{action.who} draws a card"
    if isinstance(action, Lose) and s.game.profile.hidden_discards and viewer not in (action.who, "open"):
        return f"{action.who} loses a card"
    if isinstance(action, Fetches) and s.game.profile.hidden_discards and viewer not in (s.side, "open"):
        return "take a card of the discard pile"
    if isinstance(action, Toss) and s.game.profile.hidden_discards and viewer not in (s.side, "open"):
        return "discard a card"
    return str(action)
