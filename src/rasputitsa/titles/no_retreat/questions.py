"""Questions about a position that are not actions: odds, supply, reach, why not."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Invalid, Reach, Supply
from rasputitsa.titles.no_retreat import ch06_supply
from rasputitsa.titles.no_retreat import ch08_movement as movement
from rasputitsa.titles.no_retreat.state import SIDES, NoRetreatState


def supply(s: NoRetreatState, side: str) -> Supply:
    """The supply of a side as it would be checked now: sources, supplied places, units that would be out."""
    number = SIDES.index(side)
    name = s.game.place_id
    return Supply(
        sources=[name(p) for p in ch06_supply.sources(s, number)],
        supplied=[name(p) for p in bits(ch06_supply.supplied(s, number) & s.game.playable)],
        pieces_out=ch06_supply.unsupplied_units(s, number),
    )


def reach(s: NoRetreatState, piece: int) -> Reach:
    """Where a unit could go if it were to move now, as things stand: place and cost."""
    unit = _unit(s, piece)
    if s.place[unit] < 0:
        return Reach(costs={})
    return Reach(costs={s.game.place_id(p): cost for p, cost in movement.free_range(s, unit).costs().items()})


def taking(s: NoRetreatState, piece: int, place: str) -> Action:
    """Taking a unit to a place is a move."""
    unit = _unit(s, piece)
    return movement.Move(unit, max(s.place[unit], 0), s.game.title.lexicon.names["place"].find(place))


def _unit(s: NoRetreatState, piece: int) -> int:
    if not 0 <= piece < len(s.game.units):
        raise Invalid(f"unknown piece {piece!r}")
    return piece
