"""[5.0], [5.3] The cards and events of all editions in one numbering: the board deck, then the two digital decks; and
for each moment of play the cards that offer an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import NamedTuple, get_args

from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.component_types import Event, Timing
from rasputitsa.titles.no_retreat.effect_types import BlockRail, PlayDiscard, Rail, Side, Weather


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


# -- events ---------------------------------------------------------------------------------------------------------

EVENTS: tuple[Event, ...] = tuple(components.events().values())


EVENT = {event.id: number for number, event in enumerate(EVENTS)}


MOMENTS: tuple[str, ...] = (*get_args(Timing), "before-enemy-organization")
"""The moments of the card files, and the one that rail events of the digital editions need (O.5)."""


MOMENT = {timing: number for number, timing in enumerate(MOMENTS)}


JOKER = next(number for number, card in enumerate(CARDS) if card.joker)


JOKERS = frozenset(EVENT[e] for side in CARDS[JOKER].events for e in side)


BATTLE = frozenset(("attack", "defend", "attack-roll", "defend-roll", "advance", "enemy-advance", "loss"))
"""10.5, digital B.9 The moments of one battle: in the digital editions a side plays one event in all of them
together."""


BEFORE_DIE = frozenset(("attack", "defend"))
"""10.5 The Commitment Step: one event a side."""


WHEN: dict[str, str] = {
    "draw": "when it is drawn",
    "card": "in your Card Phase",
    "supply": "at the end of your Supply Check Phase",
    "enemy-supply": "at the end of the enemy's Supply Check Phase",
    "organization": "in your Organization Phase",
    "enemy-payment": "when the enemy announces a replacement",
    "movement": "in your Movement Phase",
    "before-enemy-movement": "before the enemy moves",
    "before-enemy-organization": "before the enemy's Organization Phase",
    "enemy-movement": "when the enemy has moved",
    "combat": "at the start of your Combat Phase",
    "enemy-combat": "at the start of the enemy's Combat Phase",
    "counterblow": "in the enemy's Counterblows Step",
    "attack": "when you attack",
    "defend": "when you are attacked",
    "attack-roll": "after the die of your attack",
    "defend-roll": "after the die of an attack on you",
    "advance": "before your advance",
    "enemy-advance": "before the enemy's advance",
    "loss": "when a unit of yours has been eliminated in battle",
    "reaction": "when the enemy has played an event",
    "detraining": "in your Detraining Phase",
    "victory": "in the Victory Phase",
    "any": "when a discarded event of yours could be played",
}


def event_names() -> tuple[str, ...]:
    """What records call the events. Both digital decks and the board deck share them."""
    return tuple(event.name.replace(",", "") for event in EVENTS)


def timings(event: Event, rails_in_organization: bool) -> tuple[str, ...]:
    """5.0, digital O.5 When an event may be played. Where units entrain in the Organization Phase, events that give or
    deny rail moves belong to it too."""
    if not rails_in_organization:
        return event.timing
    if any(isinstance(effect, Rail) for effect in event.effects):
        return ("organization",)
    if any(isinstance(effect, BlockRail) for effect in event.effects):
        return ("before-enemy-organization",)
    return event.timing


Offers = dict[int, tuple[int, ...]]


@cache
def offers(timing: str, side: int, rails_in_organization: bool) -> Offers:
    """5.3, 5.3.1 The cards on which a side finds events of a moment, with their numbers."""
    found: Offers = {}
    for number, card in enumerate(CARDS):
        fit = tuple(
            EVENT[e] for e in card.events[side] if _plays_at(EVENTS[EVENT[e]], timing, side, rails_in_organization)
        )
        if fit:
            found[number] = fit
    return found


@cache
def whereabouts(timing: str, side: int, rails_in_organization: bool) -> Callable[[bytearray], tuple[int, ...]]:
    """For a quick look at a hand: tells, of a row that says where each card is, where those cards are."""
    cards = tuple(offers(timing, side, rails_in_organization))
    return itemgetter(*cards, cards[0]) if cards else lambda row: ()


@cache
def carriers(event: int, side: int) -> tuple[int, ...]:
    """5.3, digital C.1 The cards on which a side finds an event, those that offer nothing else first."""
    found = [c for c, card in enumerate(CARDS) if EVENTS[event].id in card.events[side]]
    return tuple(sorted(found, key=lambda c: (len(CARDS[c].events[side]), c)))


def _plays_at(event: Event, timing: str, side: int, rails_in_organization: bool) -> bool:
    if event.mandatory or event.side != SIDES[side]:
        return False
    moments = timings(event, rails_in_organization)
    return timing in moments or "any" in moments


def fetches(event: int) -> bool:
    """Does this event play another one from the discard pile?"""
    return any(isinstance(effect, PlayDiscard) for effect in EVENTS[event].effects)


def weather_only(event: int) -> bool:
    """14.14 Is this one of the weather cards' events?"""
    return all(isinstance(effect, Weather) for effect in EVENTS[event].effects)


def drawn(card: int, side: int) -> int:
    """14.14.2, digital C.4 The mandatory event a side sets off by drawing this card, or -1."""
    return next((EVENT[e] for e in CARDS[card].events[side] if EVENTS[EVENT[e]].mandatory), -1)
