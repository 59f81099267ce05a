"""[7.5.1] Effects that ask nobody: those that last, points, hands, cards, units that leave the game."""

from __future__ import annotations

from typing import Any, Final

from rasputitsa.titles.stalins_war import banked, effects, fate
from rasputitsa.titles.stalins_war.components import NUMBER, SIDES
from rasputitsa.titles.stalins_war.effect_kinds import Bank, Hand, Look, RemoveNation, RemoveUnit, Rp
from rasputitsa.titles.stalins_war.roster import NATION_OF, NATIONS, N
from rasputitsa.titles.stalins_war.state import (
    AX,
    AX_HUNGARIAN,
    FACE_UP,
    GE,
    GE_HOME,
    PZ,
    REMOVED,
    SU,
    SU_MOBILE,
    Position,
)

LAST_TURN: Final = 18
HALVES: Final = 2
_ONLY: Final = {"in-germany": GE_HOME, "hungarian-unit": AX_HUNGARIAN, "mobile": SU_MOBILE}


# -- effects that last ----------------------------------------------------------------------------------------------


def begin(s: Position, card: int, number: int, effect: Any) -> None:
    """The effect is in force as long as its scope; one without a scope to the end of the game."""
    effects.begin(s, card, number, getattr(effect, "scope", "game"))


def cancel_archangel(s: Position, card: int, number: int, effect: Any) -> None:
    """18.3.3 Convoy PQ-17 counts from the turn on which it is played."""
    effects.begin(s, card, number, "game", s.turn)


def hand(s: Position, card: int, number: int, effect: Hand) -> None:
    """7.6.1 Hand size changes in the next turns, after some turns, or from a turn on. Record: first and last turn."""
    first = effect.from_turn or s.turn + 1 + effect.after
    last = LAST_TURN if effect.turns is None else first + effect.turns - 1
    effects.begin(s, card, number, "game", first, last)


# -- points ---------------------------------------------------------------------------------------------------------


def bank(s: Position, card: int, number: int, effect: Bank) -> None:
    """18.3.4, 18.3.4.1 Stavka: Banked OPS at once, whatever Lend-Lease does, but only with Stalin in Moscow (16.4.7,
    SW-9)."""
    if effect.condition is None or banked.stalin_in_moscow(s):
        s.banked[SIDES.index(effect.side)] += effect.points
        s.say("18.3.4", "{} Banked OPS", effect.points)


def rp(s: Position, card: int, number: int, effect: Rp) -> None:
    """7.4.1, 7.4.3 Replacement points are recorded for the coming phase, some for certain units only."""
    points = effect.points
    for kind, count in ((GE, points.GE), (PZ, points.PZ), (AX, points.AX), (SU, points.SU)):
        s.rp[_ONLY[effect.only] if effect.only else kind] += HALVES * count


# -- cards ----------------------------------------------------------------------------------------------------------


def look(s: Position, card: int, number: int, effect: Look) -> None:
    """Axis 51: the enemy hand is shown."""
    for held in s.hand(SIDES.index(effect.side)):
        s.seen |= 1 << held


def lay_face_up(s: Position, card: int, number: int, effect: Any) -> None:
    """Axis 10: the card lies face up, to be used later in the turn (7.5.5b)."""
    s.card[card] = FACE_UP


# -- units that leave the game --------------------------------------------------------------------------------------


def remove_unit(s: Position, card: int, number: int, effect: RemoveUnit) -> None:
    """Axis 3: a unit leaves the game, wherever it is."""
    _remove(s, NUMBER[effect.unit])


def remove_nation(s: Position, card: int, number: int, effect: RemoveNation) -> None:
    """Soviet 35: all units of a nation leave the game, in play or not."""
    for unit in range(N):
        if NATIONS[NATION_OF[unit]] == effect.nation:
            _remove(s, unit)


def _remove(s: Position, unit: int) -> None:
    if s.place[unit] != REMOVED:
        fate.remove(s, unit)
