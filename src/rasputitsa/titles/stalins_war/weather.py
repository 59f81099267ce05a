"""[15.0] Weather: rasputitsa, and the winter of 1942."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.effect_kinds import CancelWinter
from rasputitsa.titles.stalins_war.state import Position


def rasputitsa(s: Position) -> bool:
    """15.1.1, 15.1.1.1 Is this a round of mud: no OPS, no movement, no combat; the consecutive count is never reset?"""
    return s.round in TURNS[s.turn].rasputitsa_rounds


def winter_1942(s: Position) -> bool:
    """15.1.2, 15.1.2.2 Turn 4: Soviet shock armies attack better, whatever the Axis has played."""
    return TURNS[s.turn].winter_1942


def axis_freezes(s: Position) -> bool:
    """15.1.2, 15.1.2.1, C.10 Does the winter of 1942 act on Axis units? Not after Winter Uniforms."""
    return winter_1942(s) and not any(effects.active(s, CancelWinter))
