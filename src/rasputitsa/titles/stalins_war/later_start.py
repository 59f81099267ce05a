"""The first position of a scenario that begins after June 1941: what has happened before it (`later` in its data)."""

from __future__ import annotations

from typing import Final

from rasputitsa.titles.stalins_war import supply
from rasputitsa.titles.stalins_war.cards import spend_event
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER
from rasputitsa.titles.stalins_war.effect_kinds import Allow, EndVpLoss, Forbid, Hand, NoRetreat, Supply, Surrender
from rasputitsa.titles.stalins_war.effects import CARD_NUMBER
from rasputitsa.titles.stalins_war.events import lasting
from rasputitsa.titles.stalins_war.hand import size
from rasputitsa.titles.stalins_war.mapboard import FORTRESSES, VP_HEXES, hexes
from rasputitsa.titles.stalins_war.roster import PERMANENT
from rasputitsa.titles.stalins_war.scenario_types import Later
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    DRAW,
    ELIMINATED,
    HAND,
    LATER,
    OTHER_FRONTS,
    REMOVED,
    SOVIET,
    Position,
)

_LASTING: Final = (Allow, Forbid, EndVpLoss, NoRetreat, Supply, Surrender)
"""Effects that are still in force long after their card was played, if they last for the game."""


def prepare(s: Position, data: Later) -> None:
    """Everything but the units of the set-up, which stand on the map already."""
    _control(s, data)
    _units(s, data)
    _cards(s, data)
    s.trenches = [hexes(*data.axis_trenches), hexes(*data.soviet_trenches)]
    s.lurking = hexes(*data.partisans)
    s.crossed_paulus = 1
    s.memo.clear()
    for side in (AXIS, SOVIET):
        s.forget_zones(side)
    for side in (AXIS, SOVIET):
        supply.check(s, side)


def _control(s: Position, data: Later) -> None:
    """3.0, 5.1.1 Control and the VP level that goes with it; 16.2.2 fortresses in enemy hands are destroyed."""
    s.axis_held |= hexes(*data.axis_holds)
    s.vp = (s.axis_held & VP_HEXES).bit_count() + data.vp_by_events
    s.razed = FORTRESSES[SOVIET] & s.axis_held | FORTRESSES[AXIS] & ~s.axis_held


def _units(s: Position, data: Later) -> None:
    """Steps lost, and units in the boxes; 2.2.1 those that are never rebuilt have left the game."""
    for name, lost in data.reduced.items():
        s.lost[NUMBER[name]] = lost
    for name in data.eliminated:
        unit = NUMBER[name]
        s.put(unit, REMOVED if PERMANENT >> unit & 1 else ELIMINATED)
    for names, box in ((data.other_fronts, OTHER_FRONTS), (data.removed, REMOVED)):
        for name in names:
            s.put(NUMBER[name], box)


def _cards(s: Position, data: Later) -> None:
    """Events are played in their order, for what lasts of them; then the piles are made."""
    first_turn = s.turn
    for name in data.played:
        s.turn = data.played_on.get(name, first_turn)
        _play(s, CARD_NUMBER[name])
    s.turn, s.total_war = first_turn, data.total_war
    waiting = (LATER, DISCARDED) if data.total_war else (DISCARDED,)
    for card, where in enumerate(s.card):
        s.card[card] = DRAW if where in waiting else where
    for name in data.hand:
        s.card[CARD_NUMBER[name]] = HAND


def _play(s: Position, card: int) -> None:
    spend_event(s, card)
    for number, effect in enumerate(CARDS[card].effects):
        if isinstance(effect, Hand):
            lasting.hand(s, card, number, effect)
        elif isinstance(effect, _LASTING) and getattr(effect, "scope", "game") == "game":
            lasting.begin(s, card, number, effect)


def hand_size(s: Position, side: int) -> int:
    """7.6.1 The cards a side would have been dealt at the end of the turn before."""
    before = s.copy()
    before.turn -= 1
    return size(before, side)
