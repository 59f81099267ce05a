"""Every step of the game, in the order of the rule book."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import (
    cards,
    movement,
    payment,
    rail,
    removal,
    second_front,
    sequence,
    stacking,
    strategic_reserve,
    supply,
    turn_events,
    victory,
)
from rasputitsa.titles.no_retreat.combat import phase as combat
from rasputitsa.titles.no_retreat.events import (
    battle,
    combat_phase,
    hands,
    happening,
    moments,
    offensive,
    reaction,
    weather,
    window,
)
from rasputitsa.titles.no_retreat.events import movement as movement_events
from rasputitsa.titles.no_retreat.events import organization as organization_events
from rasputitsa.titles.no_retreat.events import supply as supply_events
from rasputitsa.titles.no_retreat.events import victory as victory_events
from rasputitsa.titles.no_retreat.optional import initiative, local_support, no_surrender, partisans, units
from rasputitsa.titles.no_retreat.organization import phase as organization

PARTS = (
    sequence,
    cards,
    payment,
    second_front,
    supply,
    organization,
    movement,
    stacking,
    rail,
    combat,
    removal,
    victory,
    turn_events,
    strategic_reserve,
    units,
    local_support,
    no_surrender,
    partisans,
    initiative,
    happening,
    window,
    moments,
    battle,
    combat_phase,
    movement_events,
    supply_events,
    organization_events,
    hands,
    reaction,
    victory_events,
    offensive,
    weather,
)
STEPS = tuple(step for part in PARTS for step in part.STEPS)
