"""An idea for No Retreat!: the officer with one more candidate, against the officer without.

rasputitsa tournament no-retreat officer+examples/moscow_at_any_price.py officer --pairs 10 --sprt 0,30
"""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.players.brain import Mind, Proposal
from rasputitsa.titles.no_retreat.actions.combat import Target
from rasputitsa.titles.no_retreat.brain import BRAIN
from rasputitsa.titles.no_retreat.combat.declare import VoluntaryAttacks, possible_targets
from rasputitsa.titles.no_retreat.state import NoRetreatState


@BRAIN.candidate(VoluntaryAttacks)
def moscow_at_any_price(mind: Mind[NoRetreatState]) -> Iterator[Proposal]:
    """Attack Moscow whenever it can be attacked."""
    moscow = mind.s.game.moscow
    if mind.side == "axis" and possible_targets(mind.s) >> moscow & 1:
        yield Proposal(100.0, Target(moscow), "Moscow, whatever it costs")
