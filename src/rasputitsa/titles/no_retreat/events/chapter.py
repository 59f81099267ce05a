"""[5.3] All of the events together, for the title: their steps, their actions, and a deed for every kind of effect."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.events import (
    battle,
    combat_phase,
    deeds,
    hands,
    happening,
    movement,
    offensive,
    organization,
    phases,
    reaction,
    supply,
    victory,
    weather,
    window,
)

_PARTS = (
    happening,
    window,
    phases,
    battle,
    combat_phase,
    movement,
    supply,
    organization,
    hands,
    reaction,
    victory,
    offensive,
    weather,
)
STEPS = tuple(step for part in _PARTS for step in part.STEPS)
ACTIONS = (*deeds.ACTIONS, *weather.ACTIONS)
