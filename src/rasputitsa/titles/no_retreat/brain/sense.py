"""What all candidates look at: sides, sectors of the front, the mind's own short cuts."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from rasputitsa.board.topology import mask_of
from rasputitsa.players.brain import Mind
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState

NRMind = Mind[NoRetreatState]
SECTORS = ("north", "centre", "south")


@cache
def _bounds() -> tuple[float, float]:
    rows = sorted(MAP.xy[p][1] for p in MAP.topology.places if MAP.playable >> p & 1)
    return rows[len(rows) // 3], rows[2 * len(rows) // 3]


@cache
def sector(place: int) -> int:
    """North, centre or south; by thirds of the map from top to bottom."""
    upper, lower = _bounds()
    y = MAP.xy[place][1]
    return 0 if y < upper else 1 if y < lower else 2


def weights_at(mind: NRMind, place: int) -> Weights:
    """The weights for a place."""
    return mind.at(sector(place))


def mobile(s: NoRetreatState, side: int) -> int:
    """The places of a side's units that can move: forts threaten nobody."""
    move, full = s.game.move, s.full
    return mask_of(s.place[u] for u in s.on_map(side) if move[full[u]][u])


def distance_to(s: NoRetreatState, place: int, mask: int) -> int:
    """How many hexes from a place to the nearest of a set; 99 when there is none."""
    return next((d for d, ring in enumerate(s.game.topology.rings(place)) if ring & mask), 99)


def fingerprint(s: NoRetreatState) -> Hashable:
    """All that matters for a plan of movement, and nothing that is hidden: equal for equal positions."""
    marks = bytes(s.marks), bytes(s.full), tuple(s.effects)
    return (s.game.key, s.turn, s.phase, s.mover, s.mover_left, tuple(s.place), marks, s.axis_held, tuple(s.supports))
