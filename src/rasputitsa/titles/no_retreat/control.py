"""[12.7.1] Control of cities and oil fields, and what is set going when the Soviets first reach Greater Germany, the
Rumanian oil and Warsaw (13.5)."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.state import NoRetreatState

OPENS = {"GG": "invaded", "Oil": "oil_lost", "Warsaw": "warsaw_lost"}
"""13.5 The boxes beside the turn track, and the field that holds the turn their condition was first met."""


def take_control(s: NoRetreatState, place: int, side: int) -> None:
    """12.7.1 The last side to enter a city or oil field controls it."""
    bit = 1 << place
    if s.game.vp_hexes & bit and bool(s.axis_held & bit) != (side == AXIS):
        s.axis_held ^= bit
        s.captured |= bit
        if side == SOVIET:
            _notice_loss(s, place)
        name, at = s.game.place_name(place), [s.game.place_id(place)]
        s.say("12.7.1", "{} take {}", s.game.side_names[side], name, at=at)


def _notice_loss(s: NoRetreatState, place: int) -> None:
    """13.5 The turn the Soviets first control the Rumanian oil, and the turn they first control Warsaw."""
    if place == s.game.ploesti:
        s.oil_lost = s.oil_lost or s.turn
    elif place == s.game.warsaw:
        s.warsaw_lost = s.warsaw_lost or s.turn


def is_red(s: NoRetreatState, unit: int) -> bool:
    """11.3, 13.5 Does a Soviet unit show its red side?"""
    return s.game.red[unit] and bool(s.full[unit])


def notice_border(s: NoRetreatState, unit: int, path: Iterable[int]) -> None:
    """13.5, 13.5.15 Greater Germany is invaded when a red Soviet unit crosses the border, by whatever kind of move, and
    be it only in passing."""
    if not s.invaded and is_red(s, unit) and any(s.game.germany >> place & 1 for place in path):
        s.invaded = s.turn


def opened(s: NoRetreatState, box: str) -> bool:
    """13.5 The boxes for Greater Germany, the oil and Warsaw open on the turn after their condition was first met."""
    return 0 < int(getattr(s, OPENS[box])) < s.turn


def oil_is_lost(s: NoRetreatState) -> bool:
    """8.7, 13.5 Is it later than the turn in which the Soviets first took the Rumanian oil?"""
    return 0 < s.oil_lost < s.turn
