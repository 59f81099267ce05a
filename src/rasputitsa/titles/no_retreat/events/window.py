"""[5.3.1] Moments of play: a side is asked for an event when it holds one for the moment.

`open_window` asks one side, as often as it has something to play (a phase) or once (a battle, a reaction). `open_both`
is for moments that belong to both sides: the one with the Initiative decides whose event comes first (5.0). Phases in
which events are played between other deeds are `PhaseQuestion`s; all of them offer the same `EVENT_CHOICES`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rasputitsa.kernel import BUTTON, Action, ActionView, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat.actions.events import Pass, Play, PlayFrom, Wait
from rasputitsa.titles.no_retreat.codes import ON_TABLE, SIDES
from rasputitsa.titles.no_retreat.deck import BATTLE, EVENTS, JOKER, MOMENT, MOMENTS, WHEN
from rasputitsa.titles.no_retreat.events import lasting, play
from rasputitsa.titles.no_retreat.events.happening import Happening
from rasputitsa.titles.no_retreat.payment import Pay
from rasputitsa.titles.no_retreat.state import NoRetreatState


def open_window(s: NoRetreatState, timing: str, side: int) -> None:
    """5.3.1 A side may play events of this moment now, if it holds any that can be played."""
    if s.game.profile.ask_always or play.holds(s, side, timing):
        s.push(EventWindow, MOMENT[timing], side)


def open_both(s: NoRetreatState, first: tuple[str, int], second: tuple[str, int]) -> None:
    """5.0, 5.0.4 A moment for both sides: each is given with the name the moment has for it."""
    (timing, side), (other, _) = (first, second) if first[1] == s.initiative else (second, first)
    if s.game.profile.ask_always or play.holds(s, side, timing) or play.holds(s, 1 - side, other):
        s.push(BothWindow, MOMENT[timing], MOMENT[other], side, LEAD)


# -- playing ------------------------------------------------------------------------------------------------------


def play_event(s: NoRetreatState, side: int, moment: str, event: int, card: int) -> None:
    """5.3 A card is played for its event: further cards are paid, then the enemy may react, then it happens."""
    if card != JOKER:
        s.card[card] = ON_TABLE
        lasting.forget(s, card)
    set_going(s, side, moment, event, card)
    if EVENTS[event].cost:
        s.push(Pay, side, EVENTS[event].cost)


def set_going(s: NoRetreatState, side: int, moment: str, event: int, card: int, *, borrowed: bool = False) -> None:
    """5.0 The event is on the table and will happen unless the enemy cancels it."""
    s.say("5.3", "{} play {}", s.game.side_names[side], EVENTS[event].name)
    if moment in BATTLE:
        s.battle_events.append((side, event))
    s.push(Happening, event, side, card, int(borrowed), MOMENT[moment], 0)
    open_window(s, "reaction", 1 - side)


class EventQuestion(Question[NoRetreatState]):
    """5.3.1 A question at which events may be played."""

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        """The moment of play, and the side that is asked."""
        raise NotImplementedError

    def plays(self, s: NoRetreatState) -> None:
        """An event is about to be played: what that does to the question itself."""


class PhaseQuestion(EventQuestion):
    """5.3.1 A step of a phase in which the phasing side may play events between its other deeds."""

    moment: ClassVar[str]

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        return self.moment, s.phasing


def asked(s: NoRetreatState) -> EventQuestion:
    """The question under way, at which events may be played."""
    step = s.step
    assert isinstance(step, EventQuestion)
    return step


class PlayEvent(Choice[NoRetreatState]):
    """5.3 An event is played from the hand; of several cards that offer it, with the one that offers nothing else."""

    action: ClassVar[type[Action]] = Play
    rule = "5.3"

    def card(self, s: NoRetreatState, side: int, action: Any) -> int:
        return play.usual_card(s, side, action.event)

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        moment, side = asked(s).now(s)
        return play.handles(s, side, moment)

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        if handle[0] != "card":
            return ()
        moment, side = asked(s).now(s)
        return [a for a in play.of_card(s, side, moment, handle[1]) if type(a) is self.action]

    def why_not(self, s: NoRetreatState, action: Any) -> Refusal | None:
        moment, side = asked(s).now(s)
        return play.why_not_play(s, side, moment, action.event)

    def do(self, s: NoRetreatState, action: Any) -> None:
        question = asked(s)
        moment, side = question.now(s)
        card = self.card(s, side, action)
        question.plays(s)
        play_event(s, side, moment, action.event, card)

    def show(self, s: NoRetreatState, action: Any, shown: ActionView) -> None:
        side = asked(s).now(s)[1]
        play.show(s, action.event, self.card(s, side, action), shown)

    def reveals(self, s: NoRetreatState, action: Any) -> bool:
        return play.reveals(s, action.event)


class PlayEventFrom(PlayEvent):
    """5.3, digital C.1 An event is played with another card than the usual one."""

    action = PlayFrom

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        """The cards are those of `PlayEvent`, which stands before it wherever events may be played."""
        return ()

    def card(self, s: NoRetreatState, side: int, action: PlayFrom) -> int:
        return action.card

    def why_not(self, s: NoRetreatState, action: PlayFrom) -> Refusal | None:
        refusal = super().why_not(s, action)
        if refusal or action in self.of(s, ("card", action.card)):
            return refusal
        return Refusal("5.3", "That card does not offer this event, or is the one it is usually played with.")


EVENT_CHOICES = (PlayEvent, PlayEventFrom)
"""5.3 What every question at which events may be played offers."""


# -- the questions ------------------------------------------------------------------------------------------------


class Window(EventQuestion):
    """5.3.1 What all windows share: the cards that can be played, and the buttons that play none."""

    rule = "5.3.1"

    def side(self, s: NoRetreatState) -> str | None:
        moment, side = self.now(s)
        return SIDES[side] if play.is_asked(s, side, moment) else None

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        """Whether an event can be played is asked only of the one that was picked."""
        moment, side = self.now(s)
        events, others = play.held(s, side, moment), list(self.of(s, BUTTON))
        while (pick := int(rng.random() * (len(events) + len(others)))) < len(events):
            event, card = events.pop(pick)
            if play.may_play(s, side, moment, event):
                return play.play_with(s, side, event, card)
        return others[pick - len(events)]

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


class NoEvent(Choice[NoRetreatState]):
    """5.3 Nobody has to play an event."""

    action = Pass
    label = "No event"

    def do(self, s: NoRetreatState, action: Pass) -> None:
        s.pop()


class EventWindow(Window):
    """5.3.1 One side is asked until it plays no more; in answer to an enemy event it plays one at most. Frame: moment,
    side."""

    choices = (*EVENT_CHOICES, NoEvent)

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        return MOMENTS[s.frame[1]], s.frame[2]

    def plays(self, s: NoRetreatState) -> None:
        if MOMENTS[s.frame[1]] == "reaction":
            s.pop()


LEAD, ANSWER, WAITED, AGAIN, LAST = range(5)
"""The stages of a moment for both: the side with the Initiative; the other; the other, because the first lets it; the
first again; the other again."""


def next_stage(s: NoRetreatState, *, played: bool = False, waits: bool = False) -> None:
    """5.0 Whoever has not played yet may answer what was played."""
    _, mine, theirs, side, stage = s.frame
    if stage == LEAD:
        s.goto(mine, theirs, side, WAITED if waits else ANSWER)
    elif stage == WAITED or (stage == ANSWER and played):
        s.goto(mine, theirs, side, AGAIN)
    elif stage == AGAIN and played:
        s.goto(mine, theirs, side, LAST)
    else:
        s.pop()


class NoEventNow(NoEvent):
    """5.0 Neither side has to play an event."""

    def do(self, s: NoRetreatState, action: Pass) -> None:
        next_stage(s)


class LetEnemyGoFirst(Choice[NoRetreatState]):
    """5.0 The side with the Initiative waits for the enemy's event before it decides."""

    action = Wait
    label = "Let the enemy go first"

    def why_not(self, s: NoRetreatState, action: Wait) -> Refusal | None:
        return None if s.frame[4] == LEAD else Refusal("5.0", "The enemy has had his turn.")

    def do(self, s: NoRetreatState, action: Wait) -> None:
        next_stage(s, waits=True)


class BothWindow(Window):
    """5.0 If both sides want to play, the one with the Initiative decides the order: it plays first, or waits for the
    enemy's event and plays then. Frame: its moment, the other's moment, the side with the Initiative, stage."""

    rule = "5.0"
    choices = (*EVENT_CHOICES, NoEventNow, LetEnemyGoFirst)

    def now(self, s: NoRetreatState) -> tuple[str, int]:
        _, mine, theirs, side, stage = s.frame
        return (MOMENTS[mine], side) if stage in (LEAD, AGAIN) else (MOMENTS[theirs], 1 - side)

    def advance(self, s: NoRetreatState) -> None:
        next_stage(s)

    def plays(self, s: NoRetreatState) -> None:
        next_stage(s, played=True)


def moment_of(s: NoRetreatState, side: int) -> str | None:
    """The moment at which a side is being asked for events right now, if it is."""
    step = None if s.over else s.step
    if not isinstance(step, EventQuestion):
        return None
    moment, who = step.now(s)
    return moment if who == side else None


STEPS = (EventWindow, BothWindow)
