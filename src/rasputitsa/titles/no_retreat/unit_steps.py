"""[7.2.2], [7.3], [7.4] Steps: how many losses a unit takes before it is gone."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.state import NoRetreatState


def two_steps(game: NoRetreatGame, unit: int, turn: int) -> bool:
    """7.2.2, 7.3, 7.4, 7.3.2, 13.5.6, 15.2.1 Has the full side of a unit two steps? Not one-sided counters; Soviet
    Fronts only from turn 17 on."""
    return game.two_sided[unit] and (game.robust[unit] or turn >= game.robust_turn)


def steps(s: NoRetreatState, unit: int) -> int:
    """7.2.2, 7.3, 7.4 How many losses a unit takes as it stands."""
    return 2 if s.full[unit] and two_steps(s.game, unit, s.turn) else 1
