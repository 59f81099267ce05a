"""[5.0] to [5.2] The Card Phase: the discard and draw steps. Piles and hands are in `piles`, cards as payment in
`payment`, events in `events`."""

from __future__ import annotations

import random

from rasputitsa.kernel import CHANCE, Action, ChanceStep, Question, Refusal, Step
from rasputitsa.titles.no_retreat.actions.cards import Draw
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, DISCARDED, DRAW_PILE, ON_TABLE, SIDES
from rasputitsa.titles.no_retreat.components import tables
from rasputitsa.titles.no_retreat.deck import MOMENT, drawn, weather_only
from rasputitsa.titles.no_retreat.events.happening import Happening
from rasputitsa.titles.no_retreat.payment import PenaltyDiscard, TossCard
from rasputitsa.titles.no_retreat.piles import discard, draw_pile, draw_rate, drawn_at, pile_size, reshuffle, take
from rasputitsa.titles.no_retreat.second_front import TwoFrontWar
from rasputitsa.titles.no_retreat.state import NoRetreatState

KEEP = tables().cards.keep


class TossDownToTwo(TossCard):
    """5.1 The phasing side chooses the cards it does not keep."""

    def side(self, s: NoRetreatState) -> int:
        return s.phasing


class DiscardStep(Question[NoRetreatState]):
    """5.1, digital C.2.1 Only two cards are kept from the turn before."""

    rule = "5.1"
    verb = "Discard"
    choices = (TossDownToTwo,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.card.count(AXIS_HAND + s.phasing) > KEEP else None

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard down to two cards ({len(s.hand(s.phasing)) - KEEP} to go)."


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
    """5.0, 5.0.1, digital C.3 Cards come one by one from the draw pile; its last card is never drawn: as soon as it is
    the only one left (digital: when it would be drawn) the discards are shuffled in. Frame: side, cards still to
    come."""

    rule = "5.2"

    def side(self, s: NoRetreatState) -> str | None:
        _, side, count = s.frame
        return CHANCE if count > 0 and pile_size(s, side) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        _, side, count = s.frame
        wanted = count > 0 or (s.game.profile.reshuffle_at_once and pile_size(s, side) == 1)
        if wanted and any(s.card[c] == DISCARDED for c in s.game.deck_of[side]):
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
    """5.3.1, 14.14.2, 14.14.2.1, digital C.4 A mandatory event happens as soon as its card is drawn and cannot be
    cancelled; another card is drawn for it. Without variable weather a weather card is only replaced (15.4)."""
    s.say("5.3.1", "{} draw {}", s.game.side_names[side], s.game.card_names[card])
    if why_ignored(s, event):
        discard(s, card)
        return
    s.card[card] = ON_TABLE
    s.push(Happening, event, side, card, 0, MOMENT["draw"], 0)


def why_ignored(s: NoRetreatState, event: int) -> str:
    """15.4, 15.4.1, digital V02.6 Why a mandatory event does not happen, "" if it does: weather cards without
    variable weather, or in 1941 by the second option; in 0.2 what has occurred in this player turn already."""
    profile = s.game.profile
    if weather_only(event) and not profile.variable_weather:
        return "15.4"
    if weather_only(event) and profile.fixed_1941 and s.game.turns[s.turn].year == 1941:
        return "15.4.1"
    return "5.0" if profile.once_if_mandatory and event in s.played else ""


STEPS = (DiscardStep, DrawStep, Drawing)
