"""[12.0] How to win: victory points, objectives, sudden death, initiative and the end of the game."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.state import AXIS, NoRetreatState


def hex_vps(s: NoRetreatState, side: int) -> int:
    """12.7 One VP for each controlled city or oil field: the whole map until 1944, Greater Germany in 1945."""
    counted = s.game.germany if s.in_1945 else -1
    return (s.controls(side) & counted).bit_count()


def vps(s: NoRetreatState, side: int) -> int:
    """12.7.4 The overall VPs of a side: hexes, and the round Event marker for or against it."""
    return hex_vps(s, side) + (s.event_vp if side == AXIS else -s.event_vp)


STEPS = ()
