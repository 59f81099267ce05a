"""What is printed on a card of when it is played is when the rules let it be played."""

from __future__ import annotations

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.board import board
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.deck import CARDS, EVENTS, MOMENTS, WHEN, carriers, drawn, offers

ALWAYS = "when a discarded event of yours could be played"


@rule("5.0", "5.3.1", "14.14.2")
def test_a_card_says_when_its_events_are_played():
    numbers = {event.name: number for number, event in enumerate(EVENTS)}
    for number, card in enumerate(board().cards):
        for side, who in enumerate(SIDES):
            printed = [event for event in card.events if event.side == who]
            assert len(printed) == len(CARDS[number].events[side])
            for event in printed:
                assert set(event.when.split(" or ")) == played(numbers[event.name], number, side), event.name


def played(event: int, card: int, side: int) -> set[str]:
    """When a side that holds the card may play the event, or that it happens when it is drawn."""
    assert card in carriers(event, side)
    if drawn(card, side) == event:
        return {"when it is drawn"}
    found = [moment for moment in MOMENTS if event in offers(moment, side, False).get(card, ())]
    return {ALWAYS} if len(found) == len(MOMENTS) else {WHEN[moment] for moment in found}
