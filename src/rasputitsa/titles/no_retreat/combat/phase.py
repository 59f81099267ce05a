"""[10.0] The Combat Phase: its steps in their order."""

from __future__ import annotations

from typing import Any

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.combat import (
    advance,
    battle,
    battles,
    declare,
    losses,
    results,
    retreat,
    simultaneous,
)
from rasputitsa.titles.no_retreat.events.offensive import OffensiveEnds
from rasputitsa.titles.no_retreat.profile import Profile

_PARTS = (declare, battles, simultaneous, battle, results, losses, retreat, advance)
STEPS = tuple(step for part in _PARTS for step in part.STEPS)


def phase(profile: Profile) -> tuple[type[Step[Any]], ...]:
    """10.0 The steps of a Combat Phase."""
    declaring = (declare.CombatStart, declare.VoluntaryAttacks, declare.Counterblows)
    fighting: tuple[type[Step[Any]], ...]
    if profile.simultaneous:
        fighting = (battles.Allocation, simultaneous.Supporting, simultaneous.SimultaneousBattles)
    elif profile.allocate_first:
        fighting = (battles.Allocation, battles.AllocatedBattles)
    else:
        fighting = (battles.Battles,)
    return (*declaring, *fighting, OffensiveEnds, battles.CombatEnd)
