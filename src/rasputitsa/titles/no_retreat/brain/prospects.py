"""How a position will turn out: how far the general looks ahead, and the figures its judgement rests on there."""

from __future__ import annotations

from typing import Final

from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.brain.evaluation import calendar
from rasputitsa.titles.no_retreat.brain.outlook import Outlook
from rasputitsa.titles.no_retreat.codes import AXIS, AXIS_HAND, SOVIET, SURRENDERED
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.supply import unsupplied_units
from rasputitsa.titles.no_retreat.victory import sudden_death_number
from rasputitsa.titles.no_retreat.victory_points import event_vps, hex_vps

NEAR: Final = 2
"""A check at most this many player turns away is looked at itself."""
OTHERWISE: Final = 1


def lead(s: NoRetreatState, side: int) -> float:
    """The lead in victory points; a city taken counts once."""
    return (hex_vps(s, side) - hex_vps(s, 1 - side)) / 2 + event_vps(s, side)


def horizon(s: NoRetreatState) -> int:
    """To the next check of a Sudden Death number, or to the last turn's end, if that is near; else the enemy's
    reply. Checks come when a new turn begins (12.0)."""
    left = 2 * (next_check(s) - s.turn) - 1 - (s.phasing == SOVIET)
    return left if left <= NEAR else OTHERWISE


def next_check(s: NoRetreatState) -> int:
    """The turn that begins with the next Sudden Death check; the turn after the last if there is none."""
    turns = range(s.turn + 1, s.game.last_turn + 1)
    return next((turn for turn in turns if _checked(s, turn)), s.game.last_turn + 1)


def _checked(s: NoRetreatState, turn: int) -> bool:
    return s.game.campaign and any(sudden_death_number(s, side, turn) is not None for side in (AXIS, SOVIET))


def features(s: NoRetreatState, side: int, w: Weights) -> dict[str, float]:
    """Points, units that surrendered or are cut off, cards, how near a victory is, what each side has to fear, and
    whom the time is good for (by the next check); all as leads. Other losses are made good too easily to tell much."""
    enemy = 1 - side
    time = f"before_{next_check(s)}" if s.game.campaign else "scenario"
    fear = [Outlook(s, who, lambda place: w).danger() for who in (enemy, side)]
    first = 1.0 if s.phasing == side else -1.0
    return {
        "lead": lead(s, side),
        "surrendered": float(len(s.in_box(SURRENDERED, enemy)) - len(s.in_box(SURRENDERED, side))),
        "cut_off": float(len(unsupplied_units(s, enemy)) - len(unsupplied_units(s, side))),
        "cards": float(s.card.count(AXIS_HAND + side) - s.card.count(AXIS_HAND + enemy)),
        "calendar": calendar(s, side, w),
        "fear": fear[0] - fear[1],
        "turn": first,
        time: 1.0 if side == AXIS else -1.0,
    }
