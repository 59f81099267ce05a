"""[7.0] Organization: the steps of the phase in their order, and what begins it."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.organization import flip, placement, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState


class OrganizationBegins(Step[NoRetreatState]):
    """7.0, 7.2 The free upgrades of the turn are counted out; the enemy may have an event for this moment (digital
    O.5)."""

    rule = "7.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        s.free_upgrades = flip.free_upgrades(s)
        open_window(s, "before-enemy-organization", 1 - s.phasing)


PHASE = (
    OrganizationBegins,
    flip.FlipStep,
    placement.PlacementBegins,
    placement.PlacementStep,
    reorganization.ReorganizationStep,
    reorganization.OrganizationEnds,
)
"""7.0 digital O.1 Flip, Placement, Reorganization; the digital editions entrain in the last and pay at the end."""

STEPS = (OrganizationBegins, *flip.STEPS, *placement.STEPS, *reorganization.STEPS)
