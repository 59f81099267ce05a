"""[13.3.8, 13.3.9] Attrition: after its last round of a turn a side loses what is out of supply."""

from __future__ import annotations

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.stalins_war import control, fate, supply
from rasputitsa.titles.stalins_war.mapboard import STARVED
from rasputitsa.titles.stalins_war.state import AXIS, OUT, Position


def attrition(s: Position, side: int) -> None:
    """6.0 B The Attrition Segment of a side: supply is found once, then units and hexes are lost together."""
    supply.check(s, side)
    units, places = lost_units(s, side), lost_hexes(s, side)
    for unit in units:
        s.say("13.3.8", "{} is out of supply", s.name(unit))
        fate.eliminate(s, unit, starved=True)
    for place in bits(places):
        control.take(s, 1 - side, place)


def lost_units(s: Position, side: int) -> list[int]:
    """13.3.8 The units that are out of supply, by the last check."""
    return [unit for unit in s.on_map(side) if s.supply[unit] == OUT]


def lost_hexes(s: Position, side: int) -> int:
    """13.3.9 The cities, ports, oil and VP hexes of a side where a unit would be lost; a fortress that stands or a
    Festung feeds its own hex, and a unit that an event or 16.1.6 keeps in supply holds the hex it stands in (SW-91)."""
    kept = mask_of(s.place[unit] for unit in s.on_map(side) if s.supply[unit] != OUT)
    held = (STARVED | s.built) & (s.axis_held if side == AXIS else ~s.axis_held)
    return held & ~kept & ~supply.lasting_hexes(s, side)
