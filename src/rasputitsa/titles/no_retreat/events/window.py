"""[5.3.1] Moments of play: a side is asked for an event when it holds one for the moment.

`open_window` asks one side, as often as it has something to play (a phase) or once (a battle, a reaction). `open_both`
is for moments that belong to both sides: the one with the Initiative decides whose event comes first (5.0)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.titles.no_retreat.ch05_cards import Pay
from rasputitsa.titles.no_retreat.events import lasting, play
from rasputitsa.titles.no_retreat.events.catalog import BATTLE, EVENTS, JOKER, MOMENT, MOMENTS, WHEN
from rasputitsa.titles.no_retreat.events.deeds import Pass, Play, PlayFrom, Wait
from rasputitsa.titles.no_retreat.events.happening import Happening
from rasputitsa.titles.no_retreat.state import ON_TABLE, SIDES, NoRetreatState


def open_window(s: NoRetreatState, timing: str, side: int) -> None:
    """5.3.1 A side may play events of this moment now, if it holds any that can be played."""
    if play.holds(s, side, timing):
        s.push(EventWindow, MOMENT[timing], side)


def open_both(s: NoRetreatState, first: tuple[str, int], second: tuple[str, int]) -> None:
    """5.0 A moment for both sides: each is given with the name the moment has for it."""
    (timing, side), (other, _) = (first, second) if first[1] == s.initiative else (second, first)
    if play.holds(s, side, timing) or play.holds(s, 1 - side, other):
        s.push(BothWindow, MOMENT[timing], MOMENT[other], side, LEAD)


# -- playing ------------------------------------------------------------------------------------------------------


def play_event(s: NoRetreatState, side: int, moment: str, action: Action) -> None:
    """5.3 A card is played for its event: further cards are paid, then the enemy may react, then it happens."""
    assert isinstance(action, Play | PlayFrom)
    card = action.card if isinstance(action, PlayFrom) else play.usual_card(s, side, action.event)
    if card != JOKER:
        s.card[card] = ON_TABLE
        lasting.forget(s, card)
    set_going(s, side, moment, action.event, card)
    if EVENTS[action.event].cost:
        s.push(Pay, side, EVENTS[action.event].cost)


def set_going(s: NoRetreatState, side: int, moment: str, event: int, card: int, *, borrowed: bool = False) -> None:
    """5.0 The event is on the table and will happen unless the enemy cancels it."""
    s.say("5.3", "{} play {}", s.game.side_names[side], EVENTS[event].name)
    if moment in BATTLE:
        s.battle_events.append((side, event))
    s.push(Happening, event, side, card, int(borrowed), MOMENT[moment], 0)
    open_window(s, "reaction", 1 - side)


# -- the questions ------------------------------------------------------------------------------------------------


class Window(Step[NoRetreatState]):
    """5.3.1 What all windows share: the cards that can be played, and the button that plays none."""

    rule = "5.3.1"

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        """The moment, and the side that is asked."""
        raise NotImplementedError

    def _others(self, s: NoRetreatState) -> list[Action]:
        return [Pass()]

    def side(self, s: NoRetreatState) -> str | None:
        moment, side = self.now(s)
        return SIDES[side] if play.can_play(s, side, moment) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        moment, side = self.now(s)
        return [*play.handles(s, side, moment), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        moment, side = self.now(s)
        if handle[0] == "button":
            return self._others(s)
        return play.of_card(s, side, moment, handle[1]) if handle[0] == "card" else []

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        moment, side = self.now(s)
        events, others = play.held(s, side, moment), self._others(s)
        while (pick := int(rng.random() * (len(events) + len(others)))) < len(events):
            event, card = events.pop(pick)
            if play.may_play(s, side, moment, event):
                return play.play_with(s, side, event, card)
        return others[pick - len(events)]

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        moment, side = self.now(s)
        return None if action in self._others(s) else play.why_not_play(s, side, moment, action)

    def prompt(self, s: NoRetreatState) -> str:
        """What has just happened, and the question."""
        moment = self.now(s)[0]
        if moment == "reaction":
            return f"The enemy plays {EVENTS[s.stack[-2][1]].name}. Play an event against it?"
        if moment in BATTLE:
            where = ", ".join(s.game.place_name(hex_) for hex_ in s.fields)
            die = f", the die shows {s.die}" if moment.endswith("-roll") else ""
            return f"Battle for {where}{die}: play an event?"
        return f"Play an event? This is the moment for those played {WHEN[moment]}."

    def reveals(self, s: NoRetreatState, action: Action) -> bool:
        return play.reveals(action)

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = play.show(s, self.now(s)[1], action, super().show(s, action))
        if isinstance(action, Pass):
            shown.label = "No event"
        elif isinstance(action, Wait):
            shown.label = "Let the enemy go first"
        return shown


class EventWindow(Window):
    """5.3.1 One side is asked until it plays no more. Frame: moment, side."""

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        return MOMENTS[s.frame[1]], s.frame[2]

    def apply(self, s: NoRetreatState, action: Action) -> None:
        moment, side = self.now(s)
        if isinstance(action, Pass):
            s.pop()
            return
        if moment == "reaction":
            s.pop()
        play_event(s, side, moment, action)


LEAD, ANSWER, WAITED, AGAIN, LAST = range(5)
"""The stages of a moment for both: the side with the Initiative; the other; the other, because the first lets it; the
first again; the other again."""


class BothWindow(Window):
    """5.0 If both sides want to play, the one with the Initiative decides the order: it plays first, or waits for the
    enemy's event and plays then. Frame: its moment, the other's moment, the side with the Initiative, stage."""

    rule = "5.0"

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        _, mine, theirs, side, stage = s.frame
        return (MOMENTS[mine], side) if stage in (LEAD, AGAIN) else (MOMENTS[theirs], 1 - side)

    def _others(self, s: NoRetreatState) -> list[Action]:
        return [Pass(), Wait()] if s.frame[4] == LEAD else [Pass()]

    def advance(self, s: NoRetreatState) -> None:
        self._next(s, played=False)

    def _next(self, s: NoRetreatState, played: bool, waits: bool = False) -> None:
        """Whoever has not played yet may answer what was played."""
        _, mine, theirs, side, stage = s.frame
        if stage == LEAD:
            s.goto(mine, theirs, side, WAITED if waits else ANSWER)
        elif stage == WAITED or (stage == ANSWER and played):
            s.goto(mine, theirs, side, AGAIN)
        elif stage == AGAIN and played:
            s.goto(mine, theirs, side, LAST)
        else:
            s.pop()

    def apply(self, s: NoRetreatState, action: Action) -> None:
        moment, side = self.now(s)
        played = not isinstance(action, Pass | Wait)
        self._next(s, played, waits=isinstance(action, Wait))
        if played:
            play_event(s, side, moment, action)


def moment_of(s: NoRetreatState, side: int) -> str | None:
    """The moment at which a side is being asked for events right now, if it is."""
    if s.over:
        return None
    step = s.step
    if isinstance(step, Window):
        moment, asked = step.now(s)
        return moment if asked == side else None
    moment = getattr(step, "moment", "")
    return moment if moment and side == s.phasing else None


STEPS = (EventWindow, BothWindow)
