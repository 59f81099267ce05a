"""Events in a few words, for the tests of chapter 5 and of the single cards.

A test that would fail if an event did nothing names it: `@event("heinz-guderian")`. `test_cards` checks that
every event of the card files has one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rasputitsa.titles.no_retreat.codes import DISCARDED
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS
from rasputitsa.titles.no_retreat.piles import discard
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .situation import deal, do, read

F = TypeVar("F", bound=Callable[..., Any])


def event(*ids: str) -> Callable[[F], F]:
    """This test would fail if these events did nothing."""
    unknown = [id_ for id_ in ids if id_ not in EVENT]
    assert not unknown, unknown

    def tag(test: F) -> F:
        test.events = ids  # type: ignore[attr-defined]
        return test

    return tag


def name(id_: str) -> str:
    """What a record calls an event."""
    return EVENTS[EVENT[id_]].name


def play(s: NoRetreatState, id_: str) -> None:
    """The side that is asked plays an event."""
    do(s, f"play {name(id_)}")


def why_not(s: NoRetreatState, id_: str) -> str:
    """Why the side that is asked cannot play an event ("" when it can)."""
    refusal = s.why_not(read(f"play {name(id_)}"))
    return refusal.text if refusal else ""


def offered(s: NoRetreatState, id_: str) -> bool:
    """Can the event be played at this moment by the side that is asked?"""
    return bool(s.stack) and not why_not(s, id_)


def card_of(s: NoRetreatState, id_: str) -> int:
    """The first card of the game's decks that offers an event."""
    decks = [card for deck in s.game.deck_of for card in deck]
    return next(card for card in decks if any(id_ in events for events in CARDS[card].events))


def throw(s: NoRetreatState, *ids: str) -> None:
    """Put the cards of these events on the discard pile."""
    for id_ in ids:
        discard(s, card_of(s, id_))


def give(s: NoRetreatState, side: str, *ids: str) -> None:
    """Deal cards in the middle of things."""
    deal(s, side, ids)
    s.settle()


def is_discarded(s: NoRetreatState, id_: str) -> bool:
    return s.card[card_of(s, id_)] == DISCARDED
