"""[12.7] Victory points: hexes, Finland, and the round marker for events and surrenders."""

from __future__ import annotations

from rasputitsa.kernel.words import count
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.state import NoRetreatState


def hex_vps(s: NoRetreatState, side: int) -> int:
    """12.7, 12.7.3 One VP for each controlled city or oil field: the whole map until 1944, Greater Germany in 1945. An
    Objective is worth no more than the city or oil field in it."""
    counted = s.game.germany if s.in_1945 else -1
    return (s.controls(side) & counted).bit_count()


def holds_finland(s: NoRetreatState, side: int) -> bool:
    """12.7.2, 12.7.2.1 Finland belongs to the side with a unit in it that is neither a cadre nor of a minor Axis
    ally."""
    game = s.game
    if not s.occupied[side] >> game.finland & 1:
        return False
    return any(
        not game.cadre[u] and (side == SOVIET or game.data[u].nation == "german") for u in s.units_at(game.finland)
    )


def finland_vps(s: NoRetreatState, side: int) -> int:
    """12.7.2, 12.7.7 One VP for Finland, until 1944."""
    return s.game.tables.victory.finland if not s.in_1945 and holds_finland(s, side) else 0


def event_vps(s: NoRetreatState, side: int) -> int:
    """12.7.4, 12.8, 12.8.2 What the round marker adds to, or takes from, the score of a side."""
    return s.event_vp if side == AXIS else -s.event_vp


def vps(s: NoRetreatState, side: int) -> int:
    """12.7.4, 12.7.5, 12.8.1 The overall VPs of a side, audited anew each time: hexes, Finland and the round marker."""
    return hex_vps(s, side) + finland_vps(s, side) + event_vps(s, side)


def score(s: NoRetreatState, side: int, points: int, rule: str, why: str) -> int:
    """12.7.4, 12.7.6, digital V02.20 Event and surrender VPs move the round marker, to six at most; what exceeds it is
    lost. Returns what was scored."""
    limit = s.game.event_limit
    before = s.event_vp
    s.event_vp = max(-limit, min(limit, before + (points if side == AXIS else -points)))
    scored = abs(s.event_vp - before)
    s.say(rule, "{} score {}: {}", s.game.side_names[side], count(scored, "VP"), why)
    return scored


def may_pay(s: NoRetreatState, side: int, points: int) -> bool:
    """12.7.4 Can a side pay these VPs? Only if the round marker can still move that far against it."""
    return event_vps(s, side) - points >= -s.game.event_limit


def pay(s: NoRetreatState, side: int, points: int, rule: str, why: str) -> None:
    """12.7.4 A side pays VPs: the round marker moves against it."""
    s.event_vp += -points if side == AXIS else points
    s.say(rule, "{} pay {}: {}", s.game.side_names[side], count(points, "VP"), why)
