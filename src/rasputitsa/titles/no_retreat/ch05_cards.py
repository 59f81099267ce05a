"""[5.0] The cards: the discard and draw steps, and cards as payment. Piles are in `ch05a_piles`, events in
`events/`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import CHANCE, Action, ActionView, ChanceStep, Handle, Refusal, Step
from rasputitsa.titles.no_retreat.ch05a_piles import discard, draw_pile, draw_rate, drawn_at, pile_size, reshuffle, take
from rasputitsa.titles.no_retreat.events.catalog import MOMENT, drawn, weather_only
from rasputitsa.titles.no_retreat.events.happening import Happening
from rasputitsa.titles.no_retreat.state import (
    AXIS,
    AXIS_HAND,
    DISCARDED,
    DRAW_PILE,
    ON_TABLE,
    SIDES,
    NoRetreatState,
)

KEEP = 2


class Toss(Action, frozen=True):
    """A card is discarded: down to two, for the second front, or in payment."""

    form = "discard {card:card}"
    card: int


class Draw(Action, frozen=True):
    """A card comes from the draw pile into a hand."""

    form = "{who:word} draws {card:card}"
    who: str
    card: int


# -- steps --------------------------------------------------------------------------------------------------------


class DiscardStep(Step[NoRetreatState]):
    """5.1 Only two cards are kept from the turn before."""

    rule = "5.1"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.card.count(AXIS_HAND + s.phasing) > KEEP else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(s.phasing)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, s.phasing)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        discard(s, action.card)

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard down to two cards ({len(s.hand(s.phasing)) - KEEP} to go)."


def why_not_toss(s: NoRetreatState, action: Action, side: int) -> Refusal | None:
    if not isinstance(action, Toss):
        return Refusal("5.1", "A card has to be discarded first.")
    if s.card[action.card] != AXIS_HAND + side:
        return Refusal("5.1", "That card is not in your hand.")
    return None


class DrawStep(Step[NoRetreatState]):
    """5.2 The phasing side draws its cards one by one. The frame of a running draw counts those still to come."""

    rule = "5.2"

    def advance(self, s: NoRetreatState) -> None:
        count = draw_rate(s, s.phasing)
        s.draw_debt[s.phasing] = 0
        tossed, s.toss_debt[s.phasing] = s.toss_debt[s.phasing], 0
        s.pop()
        s.push(TwoFrontWar)
        if tossed:
            s.push(PenaltyDiscard, s.phasing, tossed)
        s.push(Drawing, s.phasing, count)


class Drawing(ChanceStep[NoRetreatState]):
    """5.0, digital C.3 Cards come one by one from the draw pile; its last card is never drawn: the discards are
    shuffled in first. Frame: side, cards still to come."""

    rule = "5.2"

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return CHANCE if count > 0 and pile_size(s, side) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        _, side, count = s.frame
        if count > 0 and any(s.card[c] == DISCARDED for c in s.game.deck_of[side]):
            reshuffle(s, side)
        else:
            s.pop()

    def outcomes(self, s: NoRetreatState) -> list[tuple[Action, int]]:
        side = s.frame[1]
        return [(Draw(SIDES[side], c), 1) for c in draw_pile(s, side)]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        side = s.frame[1]
        return Draw(SIDES[side], drawn_at(s, side, rng.random()))

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        side = s.frame[1]
        if isinstance(action, Draw) and action.who == SIDES[side] and s.card[action.card] == DRAW_PILE:
            first, end = s.game.deck_span[side]
            if first <= action.card < end:
                return None
        return Refusal("5.2", "That card cannot be drawn now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Draw)
        _, side, count = s.frame
        event = drawn(action.card, side)
        if event < 0:
            s.goto(side, count - 1)
            take(s, side, action.card)
        else:
            happen_at_once(s, side, action.card, event)

    def label(self, s: NoRetreatState) -> str:
        return f"{SIDES[s.frame[1]]} draw"


def happen_at_once(s: NoRetreatState, side: int, card: int, event: int) -> None:
    """5.3.1, 14.14.2, digital C.4 A mandatory event happens as soon as its card is drawn and cannot be cancelled;
    another card is drawn for it. Without variable weather a weather card is only replaced (15.4)."""
    s.say("5.3.1", "{} draw {}", s.game.side_names[side], s.game.card_names[card])
    if weather_only(event) and not s.game.profile.variable_weather:
        discard(s, card)
        return
    s.card[card] = ON_TABLE
    s.push(Happening, event, side, card, 0, MOMENT["draw"], 0)


class TwoFrontWar(Step[NoRetreatState]):
    """5.2.1 On turns with a red event the Axis discards a card of its choice after drawing."""

    rule = "5.2.1"

    def side(self, s: NoRetreatState) -> str | None:
        due = s.phasing == AXIS and s.second_front() and s.hand(AXIS)
        return SIDES[AXIS] if due else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(AXIS)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, AXIS)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        discard(s, action.card)
        s.pop()

    def prompt(self, s: NoRetreatState) -> str:
        return f"{s.second_front()}: discard a card."


class Pay(Step[NoRetreatState]):
    """5.4 Cards are spent for replacements, rail moves, reorganization and counterblows: the owner chooses which.
    Frame: side, cards still owed."""

    rule = "5.4"

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return SIDES[side] if count > 0 and s.hand(side) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("card", c) for c in s.hand(s.frame[1])]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [Toss(handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        return why_not_toss(s, action, s.frame[1])

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Toss)
        _, side, count = s.frame
        discard(s, action.card)
        s.goto(side, count - 1)

    def prompt(self, s: NoRetreatState) -> str:
        return f"Choose a card to pay with ({s.frame[2]} to go)."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = f"Pay with {s.game.card_names[action.card]}" if isinstance(action, Toss) else ""
        return shown


class OpeningDiscard(Pay):
    """3.0 Some of the opening hand goes to the discard pile, as the scenario says."""

    rule = "3.0"

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard {s.frame[2]} of your opening cards."


class PenaltyDiscard(Pay):
    """digital X.6 No Surrender: cards above the Sudden Death number are discarded after the draw."""

    rule = "X.6"

    def prompt(self, s: NoRetreatState) -> str:
        return f"No surrender: discard {s.frame[2]} more."


def charge(s: NoRetreatState, side: int, cards: int) -> None:
    """5.4 Make a side pay: at once in the board game, at the end of the Organization Phase in the digital editions."""
    if s.game.profile.pay_at_end and s.organizing() and side == s.phasing:
        s.owed += cards
    elif cards:
        s.push(Pay, side, cards)


STEPS = (DiscardStep, DrawStep, Drawing, TwoFrontWar, Pay, OpeningDiscard, PenaltyDiscard)
ACTIONS = (Toss, Draw)
