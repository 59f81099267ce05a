"""[5.3] An event happens: its effects one after the other, with the questions they ask.

How a kind of effect is carried out stands in a `Deed`, in the module of its family: why it cannot be played now, and
what it does. A `Pick` is a deed that asks its player for units, places or cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rasputitsa.kernel import BUTTON, Action, ActionView, Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.no_retreat.actions.events import Enough
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, ON_TABLE, SIDES
from rasputitsa.titles.no_retreat.deck import EVENTS, JOKER, MOMENT, MOMENTS
from rasputitsa.titles.no_retreat.effect_types import Kind
from rasputitsa.titles.no_retreat.piles import discard
from rasputitsa.titles.no_retreat.state import NoRetreatState

K = TypeVar("K", bound=Kind)


class Now(NamedTuple):
    """Which event, played by whom, at which moment; and which of its effects is meant."""

    event: int
    side: int
    moment: str
    number: int = 0

    @property
    def name(self) -> str:
        return EVENTS[self.event].name


class Deed(Generic[K]):
    """5.3.1, 5.3.2 How one kind of effect is carried out. It overrules the rules it speaks of, and no others."""

    def why_not(self, s: NoRetreatState, now: Now, effect: K) -> Refusal | None:
        """5.3.1 Why this effect cannot happen now."""
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: K) -> None:
        raise NotImplementedError


class Pick(Deed[K]):
    """A deed on things its player chooses: one at least if there is any, `count` at most."""

    rule = "5.3.1"
    none = "There is nothing it could be played on."
    ask = "Choose for {}."

    def count(self, effect: K) -> int:
        return 1

    def options(self, s: NoRetreatState, now: Now, effect: K) -> Iterable[Action]:
        raise NotImplementedError

    def choose(self, s: NoRetreatState, now: Now, effect: K, action: Any) -> None:
        raise NotImplementedError

    def ended(self, s: NoRetreatState, now: Now, effect: K, chosen: int) -> None:
        """All that was wanted has been chosen."""

    def why_not(self, s: NoRetreatState, now: Now, effect: K) -> Refusal | None:
        found = next(iter(self.options(s, now, effect)), None)
        return None if found is not None else Refusal(self.rule, self.none)

    def happen(self, s: NoRetreatState, now: Now, effect: K) -> None:
        s.push(Choosing, now.event, now.side, MOMENT[now.moment], now.number, self.count(effect))


DEEDS: dict[type[Kind], Deed[Any]] = {}


def carries_out(kind: type[Kind]) -> Callable[[type[Deed[Any]]], type[Deed[Any]]]:
    """The deed that carries out a kind of effect."""

    def enter(deed: type[Deed[Any]]) -> type[Deed[Any]]:
        DEEDS[kind] = deed()
        return deed

    return enter


def why_not_effects(s: NoRetreatState, now: Now) -> Refusal | None:
    """5.3.1 An event of which an effect cannot happen at all cannot be played."""
    for number, effect in enumerate(EVENTS[now.event].effects):
        meant = now if number == now.number else now._replace(number=number)
        refusal = DEEDS[type(effect)].why_not(s, meant, effect)
        if refusal:
            return refusal
    return None


class Happening(Step[NoRetreatState]):
    """5.0, 5.3, digital C.5.1 The effects of an event in the order written; then its card is discarded. Frame: event,
    side, card, whether the card stays in the discard pile, moment, number of the next effect."""

    rule = "5.3"

    def advance(self, s: NoRetreatState) -> None:
        _, event, side, card, borrowed, moment, number = s.frame
        effects = EVENTS[event].effects
        if number == 0 and (s.game.profile.once_if_mandatory or not EVENTS[event].mandatory):
            s.played.append(event)
        if number == len(effects):
            s.pop()
            put_away(s, side, card, borrowed)
            return
        s.goto(event, side, card, borrowed, moment, number + 1)
        now = Now(event, side, MOMENTS[moment], number)
        DEEDS[type(effects[number])].happen(s, now, effects[number])


def put_away(s: NoRetreatState, side: int, card: int, borrowed: int) -> None:
    """5.3, 15.7 Once played, a card is discarded; the Joker goes to the opponent. A card that an event took from the
    discard pile stays there."""
    if card == JOKER:
        s.joker = 1 - side
    elif not borrowed and s.card[card] == ON_TABLE:
        discard(s, card)


def under_choice(s: NoRetreatState) -> tuple[Now, Any, Pick[Any], int]:
    """The event whose effect is being chosen for, the effect, its deed, and how many choices are left."""
    _, event, side, moment, number, left = s.frame
    effect = EVENTS[event].effects[number]
    deed = DEEDS[type(effect)]
    assert isinstance(deed, Pick)
    return Now(event, side, MOMENTS[moment], number), effect, deed, left


class EnoughOfIt(Choice[NoRetreatState]):
    """5.3.1 One at least is chosen if there is any; the event need not do more."""

    action = Enough
    label = "That is enough"

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        action = Enough(s.frame[1])
        return (action,) if handle == BUTTON and self.why_not(s, action) is None else ()

    def why_not(self, s: NoRetreatState, action: Enough) -> Refusal | None:
        now, effect, deed, left = under_choice(s)
        fine = action.event == now.event and left < deed.count(effect)
        return None if fine else Refusal(deed.rule, f"{now.name} needs at least one choice.")

    def do(self, s: NoRetreatState, action: Enough) -> None:
        now, effect, deed, left = under_choice(s)
        s.pop()
        deed.ended(s, now, effect, deed.count(effect) - left)


class Choosing(Question[NoRetreatState]):
    """5.3.1 Units, places or cards for an effect: its `Pick` says which, and what is done with them. Frame: event,
    side, moment, effect, choices left."""

    rule = "5.3.1"
    choices = (EnoughOfIt,)

    def _options(self, s: NoRetreatState) -> list[Action]:
        if "choices" not in s.memo:
            now, effect, deed, left = under_choice(s)
            s.memo["choices"] = list(deed.options(s, now, effect)) if left else []
        found: list[Action] = s.memo["choices"]
        return found

    def side(self, s: NoRetreatState) -> str | None:
        now, effect, deed, left = under_choice(s)
        asked = len(self._options(s)) > (left == deed.count(effect))
        return SIDES[now.side] if asked else None

    def advance(self, s: NoRetreatState) -> None:
        """Nothing to decide: the only choice is made, or there is none left."""
        now, effect, deed, left = under_choice(s)
        options = self._options(s)
        if options and left == deed.count(effect):
            self.apply(s, options[0])
        else:
            s.pop()
            deed.ended(s, now, effect, deed.count(effect) - left)

    def _handle(self, s: NoRetreatState, action: Action) -> Handle:
        """What one clicks: the unit or place that is chosen, a card if it is in one's own hand, else a button."""
        for field, kind in (("unit", "piece"), ("place", "place"), ("card", "card")):
            what = getattr(action, field, -1)
            if what >= 0:
                return (kind, what) if kind != "card" or s.card[what] == AXIS_HAND + s.frame[2] else BUTTON
        return BUTTON

    def _by_handle(self, s: NoRetreatState) -> dict[Handle, list[Action]]:
        found: dict[Handle, list[Action]] | None = s.memo.get("by handle")
        if found is None:
            found = s.memo["by handle"] = {}
            for action in (*self._options(s), *super().of(s, BUTTON)):
                found.setdefault(self._handle(s, action), []).append(action)
        return found

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return list(self._by_handle(s))

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return self._by_handle(s).get(handle, [])

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if action in self._options(s) or action in super().of(s, BUTTON):
            return None
        now, _, deed, _ = under_choice(s)
        return Refusal(deed.rule, f"{now.name} cannot do that.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        if action not in self._options(s):
            super().apply(s, action)
            return
        now, effect, deed, left = under_choice(s)
        s.goto(*s.frame[1:-1], left - 1)
        deed.choose(s, now, effect, action)

    def prompt(self, s: NoRetreatState) -> str:
        now, _, deed, left = under_choice(s)
        return deed.ask.format(now.name) + (f" ({left} left)" if left > 1 else "")

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        """What has no unit, place or card of one's hand to click is a button."""
        shown = Step.show(self, s, action) if action in self._options(s) else super().show(s, action)
        on_button = self._handle(s, action) == BUTTON
        shown.clicks = [] if on_button else [click for click in shown.clicks if not click.startswith("event:")]
        return shown


STEPS = (Happening, Choosing)
