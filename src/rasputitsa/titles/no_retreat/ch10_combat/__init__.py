"""[10.0] Combat. One module per part of the chapter, in the order things happen:

`declare` targets and counterblows (10.1), `allocate` who attacks whom (10.3, 10.4), `battles` their order (10.2),
`battle` the steps of one (10.5), `odds` strengths and shifts (10.5, 10.6), `results` (10.7), `losses` (10.7.1),
`retreat` (10.7.5, 10.7.6), `advance` (10.8); `mods` and `hooks` are what events may do to a battle, `simultaneous` is
the digital module X.1.
"""

from __future__ import annotations

from typing import Any

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.ch10_combat import (
    advance,
    allocate,
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
ACTIONS = tuple(action for part in (*_PARTS, allocate) for action in part.ACTIONS)


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
