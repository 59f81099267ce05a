"""[7.0] What the steps of the Organization Phase share: units to click, events between the deeds (5.3), a button to go
on."""

from __future__ import annotations

from rasputitsa.kernel import BUTTON, Handle
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.window import PhaseQuestion
from rasputitsa.titles.no_retreat.state import NoRetreatState


class OrganizationStep(PhaseQuestion):
    """7.0, 5.3.1 A step that is asked while the phasing side has a deed or an event left for it."""

    moment = "organization"

    def candidates(self, s: NoRetreatState) -> list[int]:
        """The units that may have a deed, by what is cheap to see."""
        raise NotImplementedError

    def busy(self, s: NoRetreatState) -> bool:
        """Is there a deed left?"""
        return any(choice.of(s, ("piece", unit)) for unit in self.candidates(s) for choice in self.answers)

    def side(self, s: NoRetreatState) -> str | None:
        asked = self.busy(s) or play.is_asked(s, s.phasing, self.moment)
        return SIDES[s.phasing] if asked else None

    def picks(self, s: NoRetreatState) -> list[Handle]:
        """Whether a card can be played is asked of the one that was picked, not of the whole hand; so with units."""
        cards = play.cards(s, s.phasing, self.moment)
        return [*(("piece", unit) for unit in self.candidates(s)), *(("card", card) for card in cards), BUTTON]
