"""[12.0] How to win: victory points, objectives, sudden death, initiative and the end of the game."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.ch12a_points import vps

__all__ = ["vps"]

STEPS = ()
