"""[11.3.6, 13.3.8] What becomes of a unit that loses steps: boxes, the turn track, units that never come back."""

from __future__ import annotations

from rasputitsa.titles.stalins_war.roster import (
    LCU,
    PARTISANS,
    PERMANENT,
    SIDE_OF,
    STEPS,
    STRONG_SOUTHWEST,
    WEAK_SOUTHWEST,
)
from rasputitsa.titles.stalins_war.state import AXIS, ELIMINATED, FULL, REMOVED, TRACK, Position

AWAY = 3
"""13.3.8 Axis LCUs lost out of supply wait this many turns."""


def lose_step(s: Position, unit: int, starved: bool = False) -> bool:
    """A unit loses a step; True if that was its last. `starved`: it is out of supply (11.3.6)."""
    if s.lost[unit] + 1 < STEPS[unit]:
        s.lost[unit] += 1
        s.say("11.3.2", "{} loses a step", s.name(unit))
        return False
    eliminate(s, unit, starved)
    return True


def eliminate(s: Position, unit: int, starved: bool = False) -> None:
    """11.3.6, 11.3.6.1, 11.3.6.2, 13.3.8, 13.3.8.1, 14.2.1, 16.1.6.2, 2.2.1.1 A unit goes to the Eliminated box; an
    Axis LCU that was out of supply, or could not retreat (11.4.4), to the turn track three turns later; one that can
    never be rebuilt, or an Active Partisan, leaves the game."""
    s.lost[unit] = 0
    s.set_supply(unit, FULL)
    if unit == STRONG_SOUTHWEST:
        """11.3.6, 14.2.1 The strong Southwest Front gives way to its weaker counter."""
        remove(s, unit)
        s.put(WEAK_SOUTHWEST, ELIMINATED)
    elif (PERMANENT | PARTISANS) >> unit & 1:
        remove(s, unit)
    elif starved and SIDE_OF[unit] == AXIS and LCU >> unit & 1:
        s.due[unit] = s.turn + AWAY
        s.put(unit, TRACK)
        s.say("13.3.8", "{} is eliminated and comes back on turn {}", s.name(unit), s.due[unit])
    else:
        s.put(unit, ELIMINATED)
        s.say("11.3.6", "{} is eliminated", s.name(unit))


def remove(s: Position, unit: int) -> None:
    """A unit leaves the game for good."""
    s.put(unit, REMOVED)
    s.due[unit] = 0
    s.say("2.2.1", "{} is out of the game", s.name(unit))


def return_from_track(s: Position) -> None:
    """13.3.8 When the turn marker reaches them, Axis LCUs go from the turn track to the Eliminated box."""
    for unit in s.in_box(TRACK, AXIS):
        if s.due[unit] <= s.turn:
            s.due[unit] = 0
            s.put(unit, ELIMINATED)
