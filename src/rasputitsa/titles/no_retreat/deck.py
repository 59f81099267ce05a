"""The cards of all editions in one numbering: the board deck, then the two digital decks."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.effect_kinds import Side


class Card(NamedTuple):
    """A card of any edition: `side` is empty for the board edition's."""

    name: str
    side: str
    events: tuple[tuple[str, ...], tuple[str, ...]]
    """The ids of the events the Axis and the Soviets find on it."""
    leaves_1945: bool
    joins_1945: bool
    joker: bool


@cache
def all_cards() -> tuple[Card, ...]:
    """Every card of every edition: the board deck, then the two digital decks."""
    found = []
    for board in components.board_cards():
        events = (board.events("axis"), board.events("soviet"))
        found.append(
            Card(_name("B", board.number, events), "", events, board.leaves_1945, board.joins_1945, board.joker)
        )
    decks: tuple[tuple[Side, str], ...] = (("axis", "A"), ("soviet", "S"))
    for side, letter in decks:
        for card in components.digital_cards(side):
            events = (card.events("axis"), card.events("soviet"))
            found.append(
                Card(_name(letter, card.number, events), side, events, card.leaves_1945, card.joins_1945, False)
            )
    return tuple(found)


def _name(letter: str, number: int, events: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    """What a record calls a card: "B07 Scorched Earth / Partisans"."""
    known = components.events()
    names = dict.fromkeys(known[e].name for side in events for e in side)
    return f"{letter}{number:02d} {' / '.join(names)}".replace(",", "")


CARDS = all_cards()


def card_names() -> tuple[str, ...]:
    return tuple(card.name for card in CARDS)
