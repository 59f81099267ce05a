"""[7.0] What the steps of the Organization Phase share: units to click, events between the deeds (5.3), a button to go
on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.deeds import Play, PlayFrom
from rasputitsa.titles.no_retreat.events.window import play_event
from rasputitsa.titles.no_retreat.state import SIDES, NoRetreatState


class OrganizationStep(Step[NoRetreatState]):
    """7.0, 5.3.1 A step that is asked while the phasing side has a deed or an event left for it."""

    moment = "organization"
    End: ClassVar[type[Action]]
    """The action that ends the step."""

    def candidates(self, s: NoRetreatState) -> list[int]:
        """The units that may have a deed, by what is cheap to see."""
        raise NotImplementedError

    def pieces(self, s: NoRetreatState) -> list[int]:
        """The units to show as having a deed."""
        return self.candidates(s)

    def deeds(self, s: NoRetreatState, unit: int) -> list[Action]:
        """What may be done with a unit of the phasing side now."""
        raise NotImplementedError

    def why_not_deed(self, s: NoRetreatState, action: Action) -> Refusal | None:
        raise NotImplementedError

    def why_not_end(self, s: NoRetreatState) -> Refusal | None:
        """7.0 A step may be ended at any time, unless something must be done first."""
        return None

    def do(self, s: NoRetreatState, action: Action) -> None:
        raise NotImplementedError

    def busy(self, s: NoRetreatState) -> bool:
        """Is there a deed left?"""
        return any(self.deeds(s, unit) for unit in self.candidates(s))

    # -- the kernel's contract ------------------------------------------------------------------------------------

    def side(self, s: NoRetreatState) -> str | None:
        asked = self.busy(s) or play.can_play(s, s.phasing, self.moment)
        return SIDES[s.phasing] if asked else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        cards = play.handles(s, s.phasing, self.moment)
        return [*(("piece", unit) for unit in self.pieces(s)), *cards, ("button", 0)]

    def picks(self, s: NoRetreatState) -> Sequence[Handle]:
        """Whether a card can be played is asked of the one that was picked, not of the whole hand; so with units."""
        cards = play.cards(s, s.phasing, self.moment)
        return [*(("piece", unit) for unit in self.candidates(s)), *(("card", card) for card in cards), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, what = handle
        if kind == "button":
            return [self.End()] if self.why_not_end(s) is None else []
        if kind == "card":
            return play.of_card(s, s.phasing, self.moment, what)
        return self.deeds(s, what) if kind == "piece" and s.game.side_of[what] == s.phasing else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Play | PlayFrom):
            return play.why_not_play(s, s.phasing, self.moment, action)
        return self.why_not_end(s) if isinstance(action, self.End) else self.why_not_deed(s, action)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        if isinstance(action, Play | PlayFrom):
            play_event(s, s.phasing, self.moment, action)
        elif isinstance(action, self.End):
            self.advance(s)
        else:
            self.do(s, action)

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        return play.show(s, s.phasing, action, super().show(s, action))

    def reveals(self, s: NoRetreatState, action: Action) -> bool:
        return play.reveals(action)
