"""[4.0, 25.0, 23.1.1, 23.1.2] The first position: markers, units, cards, and the cards that may be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rasputitsa.kernel import Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.stalins_war import later_start
from rasputitsa.titles.stalins_war.actions.rounds import Choose, Decline
from rasputitsa.titles.stalins_war.cards import Drawing, owner
from rasputitsa.titles.stalins_war.components import BOARD, CARDS, NUMBER
from rasputitsa.titles.stalins_war.game import StalinGame
from rasputitsa.titles.stalins_war.hand import NORMAL
from rasputitsa.titles.stalins_war.mapboard import AXIS_AT_START, HEX
from rasputitsa.titles.stalins_war.state import (
    ASIDE,
    AXIS,
    CARD_SPAN,
    DRAW,
    HAND,
    LATER,
    SIDES,
    SOVIET,
    Position,
    blank,
)

FIXED_CARDS = range(CARD_SPAN[SOVIET][0], CARD_SPAN[SOVIET][0] + 6)
"""4.3.1 Soviet cards 1 to 6, set aside."""
CHOSEN_FIXED_CARD = FIXED_CARDS[3]
"""4.3.1 The one of them that may be the free first card: card 4."""


@lru_cache(maxsize=32)
def _first(game: StalinGame) -> Position:
    """4.1.1, 4.1.2, 4.1.3, 4.1.4, 4.2.1, 4.2.2, 25.1, 25.2 Markers and units of the scenario."""
    s = blank(game)
    s.turn, s.vp = game.data.first_turn, BOARD.victory.start_level
    s.axis_held = AXIS_AT_START
    s.sea_moves = [0] * len(BOARD.sea_move)
    for place, ids in game.data.setup.items():
        for unit in ids:
            s.put(NUMBER[unit], HEX[place])
    _decks(s)
    if game.data.later is not None:
        later_start.prepare(s, game.data.later)
    return s


def set_up(game: StalinGame) -> Position:
    """The first position of a game, made once and copied."""
    return _first(game).copy()


def _decks(s: Position) -> None:
    """4.3.1, 4.3.3, 4.3.3.1 The Blitz cards are shuffled; Total War cards wait, and so do Soviet cards 1 to 6."""
    for number, card in enumerate(CARDS):
        s.card[number] = DRAW if card.deck == "blitz" else LATER
    if not s.game.profile.shuffled_reinforcements:
        for number in FIXED_CARDS:
            s.card[number] = ASIDE


# -- cards that may be chosen ---------------------------------------------------------------------------------------


def free_choice(s: Position) -> list[int]:
    """4.3.1, 4.3.1.1 The free first Soviet card: any Blitz card that brings no reinforcements, or card 4."""
    pile = [card for card in s.cards_in(DRAW, SOVIET) if not CARDS[card].reinforcement]
    return [*pile, *([CHOSEN_FIXED_CARD] if s.card[CHOSEN_FIXED_CARD] == ASIDE else [])]


def bought_choice(s: Position, side: int) -> list[int]:
    """23.1.1 Any card of the Blitz deck, for a VP."""
    return s.cards_in(DRAW, side)


class _Take(Choice[Position]):
    action = Choose

    def cards(self, s: Position) -> list[int]:
        raise NotImplementedError

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("card", card) for card in self.cards(s)]

    def of(self, s: Position, handle: Handle) -> Iterable[Choose]:
        return (Choose(handle[1]),) if handle[0] == "card" and handle[1] in self.cards(s) else ()

    def why_not(self, s: Position, action: Choose) -> Refusal | None:
        return None if action.card in self.cards(s) else Refusal(self.rule, "This card may not be chosen.")

    def do(self, s: Position, action: Choose) -> None:
        s.card[action.card] = HAND
        s.pop()


class TakeFree(_Take):
    """4.3.1 The Soviet player chooses the first card of his hand."""

    rule = "4.3.1"

    def cards(self, s: Position) -> list[int]:
        return free_choice(s)

    def do(self, s: Position, action: Choose) -> None:
        if action.card == CHOSEN_FIXED_CARD:
            """Everybody sees that it is missing from the cards set aside."""
            s.seen |= 1 << action.card
        super().do(s, action)


class TakeBought(_Take):
    """23.1.1 A player gives up a VP for a card."""

    rule = "23.1.1"

    def cards(self, s: Position) -> list[int]:
        return bought_choice(s, s.frame[1])

    def do(self, s: Position, action: Choose) -> None:
        s.raise_vp(-1 if owner(action.card) == AXIS else 1, "23.1.1")
        super().do(s, action)


class NoCard(Choice[Position]):
    action = Decline
    label = "Draw all cards at random"

    def do(self, s: Position, action: Decline) -> None:
        s.pop()


class FreeCard(Question[Position]):
    """4.3.1 One Soviet card of choice before five are dealt."""

    rule = "4.3.1"
    choices = (TakeFree, NoCard)

    def side(self, s: Position) -> str:
        return SIDES[SOVIET]

    def prompt(self, s: Position) -> str:
        return "Choose a card for your first hand: any Blitz card that brings no reinforcements, or card 4."


class BoughtCard(Question[Position]):
    """23.1.1 A card of choice for a VP. Frame: the side."""

    rule = "23.1.1"
    choices = (TakeBought, NoCard)

    def side(self, s: Position) -> str:
        return SIDES[s.frame[1]]

    def prompt(self, s: Position) -> str:
        return "Give up a VP to choose a card for your first hand?"


class FirstHands(Step[Position]):
    """4.3.1, 4.3.2 Cards are chosen, then both hands are dealt. Frame: the next part."""

    rule = "4.3"

    def advance(self, s: Position) -> None:
        part = s.frame[1]
        s.goto(part + 1)
        profile = s.game.profile
        if part in (AXIS, SOVIET) and profile.bought_card:
            s.push(BoughtCard, part)
        elif part == 2 and profile.free_first_card and not profile.shuffled_reinforcements and s.turn == 1:
            s.push(FreeCard)
        elif part in (3, 4):
            dealt = part - 3
            s.push(Drawing, dealt, _first_hand(s, dealt) - len(s.hand(dealt)))
        elif part == 5:
            s.pop()


def _first_hand(s: Position, side: int) -> int:
    """4.3.1, 4.3.2 Six cards; in a scenario that begins later as many as the turn before would have dealt (7.6.1)."""
    return NORMAL if s.turn == 1 else later_start.hand_size(s, side)


STEPS = (FirstHands, FreeCard, BoughtCard)
