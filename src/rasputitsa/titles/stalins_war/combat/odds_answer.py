"""[11.2] The answer to "what would come of an attack by these units on this hex?", whoever's round it is."""

from __future__ import annotations

from rasputitsa.board.topology import mask_of
from rasputitsa.kernel import AskOdds, Invalid
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.stalins_war.combat import preview
from rasputitsa.titles.stalins_war.mapboard import HEX, NEXT, PLACE_NAMES
from rasputitsa.titles.stalins_war.roster import SIDE_OF, N
from rasputitsa.titles.stalins_war.state import Position


def odds(s: Position, asked: AskOdds) -> Odds:
    """The odds as things stand: markers and OPS are not asked for, so that attacks can be planned ahead."""
    attackers, target = _attackers(s, asked.attackers), _target(asked.targets)
    side = SIDE_OF[asked.attackers[0]]
    if not s.occupied[1 - side] >> target & 1:
        raise Invalid(f"there is no enemy unit in {PLACE_NAMES[target]}")
    if not all(NEXT[s.place[unit]] >> target & 1 for unit in asked.attackers):
        raise Invalid(f"not all of these units are next to {PLACE_NAMES[target]}")
    planned = s.copy()
    if side != s.active:
        planned.active, planned.retreated = side, 0
    return preview.odds(planned, target, attackers)


def _attackers(s: Position, units: list[int]) -> int:
    if not units or any(not 0 <= unit < N or s.place[unit] < 0 for unit in units):
        raise Invalid("odds of an attack by which units on the map?")
    if len({SIDE_OF[unit] for unit in units}) > 1:
        raise Invalid("the attackers are not of one side")
    return mask_of(units)


def _target(targets: list[str]) -> int:
    if len(targets) != 1 or targets[0] not in HEX:
        raise Invalid("an attack is on one hex of the map (11.1.3)")
    return HEX[targets[0]]
