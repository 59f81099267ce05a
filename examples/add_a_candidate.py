"""A candidate of one's own for No Retreat!: the officer gets a new idea in a few lines.

    python examples/add_a_candidate.py

It plays ten games of the officer with the idea against the officer without, and says how that went.
"""

from __future__ import annotations

from rasputitsa.arena.selfplay import Match, play
from rasputitsa.players.brain import Mind, Proposal
from rasputitsa.titles.no_retreat.actions.combat import Target
from rasputitsa.titles.no_retreat.brain import BRAIN
from rasputitsa.titles.no_retreat.combat.declare import VoluntaryAttacks
from rasputitsa.titles.no_retreat.combat.declare import possible_targets
from rasputitsa.titles.no_retreat.state import NoRetreatState


@BRAIN.candidate(VoluntaryAttacks)
def moscow_at_any_price(mind: Mind[NoRetreatState]) -> list[Proposal]:
    """Attack Moscow whenever it can be attacked."""
    moscow = mind.s.game.moscow
    if mind.side == "axis" and possible_targets(mind.s) >> moscow & 1:
        return [Proposal(100.0, Target(moscow), "Moscow, whatever it costs")]
    return []


if __name__ == "__main__":
    sides = {"axis": "officer", "soviet": "officer"}
    match = Match(title="no-retreat", scenario="barbarossa", edition="board", options={}, players=sides, seed="1")
    for number in range(1, 11):
        game = play(match, number)
        print(f"game {number}: {game.winner} ({game.reason}), margin {game.margin:+.1f}")
