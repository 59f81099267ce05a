"""[7.6, 17.0, 6.0 D] Hands: their size, Total War, discards and draws of the Draw Strategy Card Phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rasputitsa.kernel import Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.stalins_war import cards, effects, supply
from rasputitsa.titles.stalins_war.actions.rounds import Choose, Decline, Discard, Keep
from rasputitsa.titles.stalins_war.cards import Drawing
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.effect_kinds import FetchCard, Hand
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.mapboard import OIL
from rasputitsa.titles.stalins_war.state import (
    ASIDE,
    AXIS,
    DISCARDED,
    DRAW,
    HAND,
    LATER,
    SIDES,
    SOVIET,
    Position,
)

NORMAL, LARGEST, SMALLEST = 6, 7, 4
"""7.6.1 The hand size without oil and events, and its limits."""
TOTAL_WAR_ONE, TOTAL_WAR_BOTH = 12, 20
"""7.6.4 Asterisked cards of one side, or of both together, that bring Total War."""


# -- the size of a hand ---------------------------------------------------------------------------------------------


def size(s: Position, side: int) -> int:
    """7.6.1, 7.6.1.1 The hand size: six, changed by oil, then by events, within its limits (SW-34)."""
    smallest = TURNS[s.turn].axis_min_hand if side == AXIS else SMALLEST
    return max(smallest, min(LARGEST, NORMAL + by_oil(s, side) + by_events(s, side)))


def oil_hexes(s: Position, side: int) -> int:
    """17.1.2, 17.1.3 How many oil hexes a side controls that could trace supply as a unit (SW-84: full supply)."""
    held = OIL & (s.axis_held if side == AXIS else ~s.axis_held)
    return (held & supply.full_hexes(s, side)).bit_count()


def by_oil(s: Position, side: int) -> int:
    """17.1.1, 17.1.4, 17.1.5, 17.1.6, 17.1.7 How oil changes a hand."""
    number = oil_hexes(s, side)
    if side == AXIS:
        return -1 if number == 0 else 1 if number >= 3 else 0
    return -2 if number == 0 else -1 if number == 1 else 0


def by_events(s: Position, side: int) -> int:
    """7.6.1 How events change the hand drawn now, that is for the next turn. Record: (..., first turn, last turn)."""
    return sum(
        effect.delta
        for effect, record in effects.active(s, Hand)
        if effect.side == SIDES[side] and record[3] <= s.turn + 1 <= record[4]
    )


# -- Total War ------------------------------------------------------------------------------------------------------


def total_war(s: Position) -> None:
    """7.6.4, 7.6.4.1, 7.6.4.2 Total War begins from turn 6 on, when enough asterisked cards have left the game: its
    cards are shuffled with discards and draw piles; hands are kept (SW-36)."""
    if s.total_war or not TURNS[s.turn].total_war_possible:
        return
    gone = [cards.removed_by_events(s, side) for side in (AXIS, SOVIET)]
    if max(gone) < TOTAL_WAR_ONE and sum(gone) < TOTAL_WAR_BOTH:
        return
    s.total_war = s.turn
    for side in (AXIS, SOVIET):
        for card in (*s.cards_in(LATER, side), *s.cards_in(DISCARDED, side)):
            s.card[card] = DRAW
    s.say("7.6.4", "Total War begins")


# -- the Draw Phase -------------------------------------------------------------------------------------------------


class DiscardCard(Choice[Position]):
    """7.6.2 Any card of the hand may be discarded before new ones are drawn."""

    action = Discard
    rule = "7.6.2"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("card", card) for card in s.hand(s.frame[1])]

    def of(self, s: Position, handle: Handle) -> Iterable[Discard]:
        kind, card = handle
        return (Discard(card),) if kind == "card" and self.why_not(s, Discard(card)) is None else ()

    def why_not(self, s: Position, action: Discard) -> Refusal | None:
        if s.card[action.card] == HAND and cards.owner(action.card) == s.frame[1]:
            return None
        return Refusal("7.6.2", "The card is not in your hand.")

    def do(self, s: Position, action: Discard) -> None:
        cards.discard(s, action.card)
        if not s.has_card(HAND, s.frame[1]):
            s.pop()


def to_discard(s: Position, side: int) -> int:
    """7.6.1 How many cards must go, so that no more than seven are held with those that come by 7.1.3 (SW-14)."""
    coming = len(fixed_cards(s)) if side == SOVIET else 0
    return max(0, s.count_cards(HAND, side) + coming - LARGEST)


class KeepRest(Choice[Position]):
    """7.6.2 What is not discarded is kept."""

    action = Keep
    label = "Keep these cards"

    def why_not(self, s: Position, action: Keep) -> Refusal | None:
        number = to_discard(s, s.frame[1])
        return Refusal("7.6.1", f"Nobody holds more than seven cards: {number} must go.") if number else None

    def do(self, s: Position, action: Keep) -> None:
        s.pop()


class Discards(Question[Position]):
    """7.6.2 A player may discard any or all of his cards. Frame: the side."""

    rule = "7.6.2"
    verb = "Discard"
    choices = (DiscardCard, KeepRest)

    def side(self, s: Position) -> str | None:
        return SIDES[s.frame[1]] if s.has_card(HAND, s.frame[1]) else None

    def prompt(self, s: Position) -> str:
        return "Discard any cards before you draw new ones."


class TakeFetched(Choice[Position]):
    """Soviet 7: the card is taken from draw pile or discards as one of those drawn."""

    action = Choose

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("card", card) for card in fetched(s)]

    def of(self, s: Position, handle: Handle) -> Iterable[Choose]:
        return (Choose(handle[1]),) if handle[0] == "card" and handle[1] in fetched(s) else ()

    def why_not(self, s: Position, action: Choose) -> Refusal | None:
        return None if action.card in fetched(s) else Refusal("7.5.1a", "No event lets you take this card.")

    def do(self, s: Position, action: Choose) -> None:
        s.card[action.card] = HAND
        s.seen |= 1 << action.card
        _forget_fetch(s)
        s.pop()


class LeaveFetched(Choice[Position]):
    action = Decline
    label = "Draw at random"

    def do(self, s: Position, action: Decline) -> None:
        _forget_fetch(s)
        s.pop()


class Fetch(Question[Position]):
    """Soviet 7: in the Draw Phase the Soviet player may take Siberians instead of a random card."""

    rule = "7.5.1a"
    choices = (TakeFetched, LeaveFetched)

    def side(self, s: Position) -> str | None:
        return SIDES[SOVIET] if fetched(s) and s.count_cards(HAND, SOVIET) < size(s, SOVIET) else None

    def prompt(self, s: Position) -> str:
        return "Take the card as one of those you draw?"


def fetched(s: Position) -> list[int]:
    """The cards that an event lets the Soviets take now: from the turn it names on, out of draw pile or discards."""
    found = [CARD_NUMBER[e.card] for e, _ in effects.active(s, FetchCard) if s.turn >= e.turn]
    return [card for card in found if s.card[card] in (DRAW, DISCARDED)]


def _forget_fetch(s: Position) -> None:
    """The chance is given once."""
    done = [record for _, record in effects.active(s, FetchCard)]
    s.effects = [record for record in s.effects if record not in done]


def fixed_cards(s: Position) -> list[int]:
    """7.1.3 The Reinforcement cards 1 to 6 that the Soviet player takes on turn 1 and turns 3 to 6."""
    numbers = (CARD_NUMBER[f"soviet-{number:02}"] for number in TURNS[s.turn].soviet_cards_drawn)
    return [card for card in numbers if s.card[card] == ASIDE]


def take_fixed_cards(s: Position) -> None:
    """7.1.3 They come after the discards, before cards are drawn (SW-14); everybody knows them."""
    for card in fixed_cards(s):
        s.card[card] = HAND
        s.seen |= 1 << card


def draw_up(s: Position, side: int) -> None:
    """7.1.3 A side draws up to its hand size."""
    s.push(Drawing, side, size(s, side) - s.count_cards(HAND, side))


PARTS: Final[tuple[Callable[[Position], None], ...]] = (
    total_war,
    lambda s: s.push(Discards, SOVIET),
    lambda s: s.push(Discards, AXIS),
    take_fixed_cards,
    lambda s: s.push(Fetch),
    lambda s: draw_up(s, SOVIET),
    lambda s: draw_up(s, AXIS),
)


class DrawPhase(Step[Position]):
    """6.0, 6.0.3 Draw Strategy Card Phase: Total War, discards (Soviets first), new cards. Frame: the next part."""

    rule = "6.0"

    def advance(self, s: Position) -> None:
        part = s.frame[1]
        if part == len(PARTS):
            s.pop()
            return
        s.goto(part + 1)
        PARTS[part](s)


STEPS = (DrawPhase, Discards, Fetch)
