"""The answers to questions that are no actions: supply, reach, and what taking a piece to a place stands for."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, AskOdds, Invalid, Reach, Supply
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.stalins_war import movement
from rasputitsa.titles.stalins_war import supply as rules
from rasputitsa.titles.stalins_war.actions.movement import Move
from rasputitsa.titles.stalins_war.combat import odds_answer
from rasputitsa.titles.stalins_war.mapboard import BAKU, HEX, PLACE_IDS, SOURCES
from rasputitsa.titles.stalins_war.roster import GERMAN, NATION_OF, RUSSIAN, SPAN, N
from rasputitsa.titles.stalins_war.state import AXIS, OUT, SIDES, Position


def supply(s: Position, side: str) -> Supply:
    """The supply of a side as it would be found now: sources, the hexes where a unit of its main nation would be in
    full supply, and the units that would be lost in attrition."""
    number = SIDES.index(side)
    nation = GERMAN if number == AXIS else RUSSIAN
    sources = 0
    for known in {NATION_OF[unit] for unit in range(*SPAN[number])}:
        sources |= SOURCES[known] & rules.open_ground(s, number)
    if nation == RUSSIAN and rules.baku_is_full(s):
        sources |= BAKU
    return Supply(
        sources=[PLACE_IDS[place] for place in bits(sources)],
        supplied=[PLACE_IDS[place] for place in bits(rules.full_supply(s, nation))],
        pieces_out=[unit for unit in s.on_map(number) if rules.status(s, unit) == OUT],
    )


def reach(s: Position, piece: int) -> Reach:
    """Where a unit could go if it were to move now: place and cost."""
    unit = _unit(piece)
    if s.place[unit] < 0:
        return Reach(costs={})
    return Reach(costs={PLACE_IDS[place]: cost for place, cost in movement.reach_of(s, unit).costs().items()})


def taking(s: Position, piece: int, place: str) -> Action:
    """Taking a unit to a hex is a move."""
    unit = _unit(piece)
    if place and place not in HEX:
        raise Invalid(f"unknown place {place!r}")
    return Move(unit, max(s.place[unit], 0), HEX[place] if place else max(s.place[unit], 0))


def odds(s: Position, asked: AskOdds) -> Odds:
    """What would come of an attack."""
    return odds_answer.odds(s, asked)


def _unit(piece: int) -> int:
    if not 0 <= piece < N:
        raise Invalid(f"unknown piece {piece!r}")
    return piece
