"""The counters as they are printed, step by step."""

from __future__ import annotations

from functools import cache

from rasputitsa.kernel.view import Face
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.roster import EXPLOITS, PERMANENT, REBUILDS, STEPS, TAGS, ZOC

SYMBOLS = {
    "mech": "mechanized",
    "shock": "infantry",
    "csir": "motorized",
    "maritime": "marine",
    "fortified-zone": "fort",
    "bunker": "fort",
}


@cache
def face(unit: int, lost: int) -> Face:
    """A counter as it is printed on the step it is on."""
    data = UNITS[unit]
    step = data.steps[lost]
    strength = str(step.attack) if step.attack == step.defense else f"{step.attack}-{step.defense}"
    large = "XXXXX" if data.side == "soviet" else "XXXX"
    return Face(
        symbol=SYMBOLS.get(data.type, data.type),
        name=data.name,
        size=large if data.size == "LCU" else "XXX",
        strength=strength,
        move=str(step.move),
        steps=STEPS[unit] - lost,
        max_steps=STEPS[unit],
        nation=data.nation,
        text=notes(unit, lost),
    )


NOTES = (
    (ZOC, "Zone of control in full supply (8.1)"),
    (EXPLOITS, "May exploit (12.1.1)"),
    (TAGS["free-stacking"], "Does not count for stacking (9.1.3)"),
    (PERMANENT, "Leaves the game when it is eliminated (2.2.1)"),
    (TAGS["guard"], "Guard (3.0)"),
    (TAGS["blitz-front"], "May be exchanged for a Total War front (7.5.2c)"),
    (TAGS["rifle-army"], "May become a Guard army (7.5.2c)"),
)


def notes(unit: int, lost: int) -> list[str]:
    """What else there is to say of a unit."""
    found = [UNITS[unit].size, *(text for units, text in NOTES if units >> unit & 1)]
    if not PERMANENT >> unit & 1 and not REBUILDS[unit][lost]:
        found.append("This step can never be rebuilt (14.1.6)")
    return found
