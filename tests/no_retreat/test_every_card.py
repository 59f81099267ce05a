"""Every card and every event is what its line on a sheet in `printed/` says, tried in the rules: who finds what on a
card and when it is in play; when an event may be played, under whose Initiative, on which turns and for how many cards.
`python -m tests.no_retreat.test_every_card` writes the sheets anew after a change that is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, cards, piles
from rasputitsa.titles.no_retreat.codes import AXIS, AXIS_HAND, DRAW_PILE, FOR_1945, GONE, SIDES, SOVIET
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS, JOKER, MOMENTS
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.state import NoRetreatState
from tests.sheets import differences, write

PRINTED = Path(__file__).parent / "printed"
LIES = {DRAW_PILE: "in the pile", FOR_1945: "waits", GONE: "gone"}
EDITIONS = ("board", "digital-1.1", "digital-0.2")


@cache
def game(edition: str, scenario: str = "campaign") -> NoRetreatState:
    return TITLE.setup(TITLE.prepare(scenario, edition, {"joker": True} if edition == "board" else {}))


# -- cards --------------------------------------------------------------------------------------------------------


def deck() -> dict[str, str]:
    """Every card of every edition: what each side finds on it, which decks hold it, and when it is in play."""
    return {f"{card.name.split()[0]}": card_line(number) for number, card in enumerate(CARDS)}


def card_line(card: int) -> str:
    finds = [f"{who}: {', '.join(found(card, side)) or 'nothing'}" for side, who in enumerate(SIDES)]
    return "; ".join([*finds, *(f"{edition} {fate(card, edition)}" for edition in EDITIONS)])


def found(card: int, side: int) -> list[str]:
    """What a side could play with this card at some moment, and what happens when it draws it."""
    s = game("digital-1.1" if CARDS[card].side else "board").copy()
    s.card[card], s.joker = AXIS_HAND + side, side
    seen = {event: None for moment in MOMENTS for event, by in play.held(s, side, moment) if by == card}
    return [EVENTS[event].id for event in seen] + [f"{name} when drawn" for name in draws(card, side)]


def draws(card: int, side: int) -> list[str]:
    """The event that happens when a side draws this card."""
    s = game("digital-1.1" if CARDS[card].side else "board").copy()
    s.stack.clear()
    if card not in s.game.deck_of[side]:
        return []
    s.card[card] = DRAW_PILE
    s.push(cards.Drawing, side, 1)
    s.step.apply(s, next(draw for draw, _ in s.step.outcomes(s) if draw.card == card))
    return [EVENTS[s.frame[1]].id] if s.card[card] != AXIS_HAND + side else []


def fate(card: int, edition: str) -> str:
    """Whose deck holds it; where it is in 1941, after January 1945, and when a game begins in 1945."""
    s = game(edition).copy()
    whose = " and ".join(who for side, who in enumerate(SIDES) if card in s.game.deck_of[side])
    if not whose:
        return "joker" if card == JOKER and s.joker >= 0 else "-"
    early = LIES[s.card[card]]
    piles.renew_1945(s)
    return f"{whose}, {early}, then {LIES[s.card[card]]}, late {LIES[game(edition, 'na-berlin').card[card]]}"


# -- events -------------------------------------------------------------------------------------------------------


def events() -> dict[str, str]:
    """Every event: its moments on the board and in the digital editions, and what else limits its play."""
    return {event.id: event_line(EVENT[event.id]) for event in EVENTS}


def event_line(event: int) -> str:
    played = [f"{who}: {when}" for side, who in enumerate(SIDES) if (when := moments(event, side))]
    return "; ".join([*played, *limits(event)]) if played else "happens when it is drawn"


def carriers(event: int, side: int) -> Iterator[int]:
    return (number for number, card in enumerate(CARDS) if EVENTS[event].id in card.events[side])


def moments(event: int, side: int) -> str:
    """When a side that holds the event finds it among those of the moment: on the board, and where it is different in
    the digital editions."""
    on_board, digital = (offered(event, side, edition) for edition in ("board", "digital-1.1"))
    return on_board if digital == on_board else f"{on_board} (digital: {digital})"


def offered(event: int, side: int, edition: str) -> str:
    s = game(edition).copy()
    for number, _ in enumerate(CARDS):
        s.card[number] = GONE
    s.joker = -1
    for number in carriers(event, side):
        s.card[number] = AXIS_HAND + side
    when = [moment for moment in MOMENTS if any(of == event for of, _ in play.held(s, side, moment))]
    return "always" if len(when) == len(MOMENTS) else ", ".join(when)


def limits(event: int) -> Iterator[str]:
    """Whose Initiative it needs, the turns it is played on, and the cards it costs besides its own."""
    s = game("board").copy()
    marks = []
    for s.initiative in (AXIS, SOVIET):
        marks += [SIDES[s.initiative]] * (play.why_not_mark(s, AXIS, event) is None)
    turns = [s.turn for s.turn in range(1, 29) if play.why_not_yet(s, event) is None]
    if len(marks) < len(SIDES):
        yield f"with the {' '.join(marks)} Initiative"
    if len(turns) < 28:
        yield f"turns {turns[0]} to {turns[-1]}"
    price = next(extra for extra in range(9) if affords(event, extra))
    if price:
        yield f"{price} more cards"


def affords(event: int, extra: int) -> bool:
    s = game("board").copy()
    for card in range(len(CARDS)):
        s.card[card] = AXIS_HAND if card <= extra else GONE
    return play.why_not_cost(s, AXIS, event) is None


SHEETS: dict[str, tuple[Callable[[], dict[str, str]], str]] = {
    "cards": (
        deck,
        "What each side finds on a card; whose deck it is in; in 1941, after January 1945, in a game of 1945",
    ),
    "events": (events, "The moments at which an event may be played, and what else it needs"),
}


@rule("5.0", "5.3", "5.3.1", "5.3.3", "5.5", "14.14.2")
@rule("C.1", book="no-retreat-digital")
@pytest.mark.parametrize("name", SHEETS)
def test_every_card_and_event_is_what_its_sheet_says(name: str):
    assert differences(SHEETS[name][0](), PRINTED / f"{name}.txt") == []


if __name__ == "__main__":
    for name, (work_out, head) in SHEETS.items():
        write(work_out(), PRINTED / f"{name}.txt", head)
