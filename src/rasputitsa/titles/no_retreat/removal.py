"""[11.0] Marker and unit removal: whoever is still unsupplied surrenders, then the markers of the turn come off."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat import elimination, supply
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, SURRENDERED, UNSUPPLIED
from rasputitsa.titles.no_retreat.state import NoRetreatState


def surrender_unsupplied(s: NoRetreatState, side: int) -> None:
    """11.1, 6.5.6, 11.1.4 Units of a side with an Unsupplied marker trace supply again, all at once; whoever still
    cannot is eliminated: two-sided counters surrender, the others follow their own instructions. Unmarked units are not
    looked at."""
    marked = [u for u in s.game.units_of[side] if s.marks[u] & UNSUPPLIED and s.place[u] >= 0]
    if not marked:
        return
    s.memo.clear()
    for unit in [u for u in marked if not supply.in_supply(s, u)]:
        elimination.eliminate(s, unit, SURRENDERED)
    s.memo.clear()


def remove_markers(s: NoRetreatState) -> None:
    """11.2, digital S.4.1, V02.5 All Unsupplied markers come off (digital S.4: they stay until the next check), and the
    phasing side's Disorganized ones, for free. Those an event or partisans put on the other side stay for its own
    player turn."""
    s.unmark_side(s.phasing, DISORGANIZED)
    if s.game.profile.unsupplied_until_check or not s.any_unsupplied():
        return
    s.unmark_all(UNSUPPLIED)
    s.rezone(0)
    s.rezone(1)


class RemovalPhase(Step[NoRetreatState]):
    """11.1, 11.2, 11.1.1, 11.1.3 The phasing side's units first: what it loses no longer blocks the other's supply."""

    rule = "11.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        if s.any_unsupplied():
            surrender_unsupplied(s, s.phasing)
            surrender_unsupplied(s, 1 - s.phasing)
        remove_markers(s)


STEPS = (RemovalPhase,)
