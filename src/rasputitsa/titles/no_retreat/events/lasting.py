"""[5.3.1] What outlasts the moment an event was played: notes in `s.effects` and markers in `s.works`.

A note is (kind, side, last turn, ...): the side it was played by, the last turn it is good for, then what it speaks of.
"""

from __future__ import annotations

from rasputitsa.titles.no_retreat.codes import FED, GHOST, HASTE, HASTENED, NO_RAIL, OFFENSIVE, SCORCHED, SEEN
from rasputitsa.titles.no_retreat.state import NoRetreatState

FOR_EVER = 99
_THIS_PLAYER_TURN = (HASTE, GHOST, NO_RAIL, FED, OFFENSIVE)


def note(s: NoRetreatState, kind: int, side: int, *what: int) -> None:
    """Remember something for later."""
    s.effects.append((kind, side, s.turn if kind in _THIS_PLAYER_TURN else FOR_EVER, *what))


def noted(s: NoRetreatState, kind: int, side: int) -> bool:
    """Has a side's event left such a note?"""
    return any(e[0] == kind and e[1] == side for e in s.effects)


def player_turn_begins(s: NoRetreatState, side: int) -> None:
    """4.0, 14.13 Notes for one player turn are void; the Scorched Earth marker comes off when the player turn of the
    side it harmed is over; every unit may have a movement event again (5.3.4)."""
    if s.effects:
        s.effects = [e for e in s.effects if e[0] not in _THIS_PLAYER_TURN and e[2] >= s.turn]
    if s.works:
        s.works = [w for w in s.works if w[0] != SCORCHED or w[2] == side]
    s.unmark_all(HASTENED)


def rail_blocked(s: NoRetreatState, side: int) -> bool:
    """9.1 Has the enemy cut this side's railways for the player turn?"""
    return bool(s.effects) and noted(s, NO_RAIL, 1 - side)


# -- what a side has seen of the enemy's hand ---------------------------------------------------------------------


def known_cards(s: NoRetreatState, side: int) -> list[int]:
    """Cards of the enemy's hand that a side has seen (intelligence events)."""
    return [e[3] for e in s.effects if e[0] == SEEN and e[1] == side]


def see(s: NoRetreatState, side: int, card: int) -> None:
    """A side knows that this card is in the enemy's hand."""
    if card not in known_cards(s, side):
        note(s, SEEN, side, card)


def forget(s: NoRetreatState, card: int) -> None:
    """The card has left the hand: what was seen of it is of no use any more."""
    if s.effects:
        s.effects = [e for e in s.effects if e[0] != SEEN or e[3] != card]
