"""What a block does: its steps, its fire, its way in each weather, whom it commands and where it is deployed."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41 import components, movement, reinforcements
from rasputitsa.titles.kiev41.components import BLOCKS, BOMBERS, COMMANDS, FIRE, FLEETS, OF_SIDE, SIDE, SIDES, N
from rasputitsa.titles.kiev41.mapboard import AREA, LATER, POOL, TOPOLOGY
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.weather import WEATHER

from ..situation import empty

HOME = ("62", "55")
"""A Romanian area beside red ones, and Dnepropetrovsk."""
KINDS = ("LEADERS", "LW_HQS", "TACTICAL_HQS", "TANKS", "MOTORIZED", "CAVALRY", "MOUNTAIN", "JAEGER", "FAST", "INFANTRY")
NATIONS = ("HUNGARIAN", "RUMANIAN", "BLITZ_HQS", "REMNANTS")


def blocks() -> dict[str, str]:
    """Every block, tried alone on an empty board; then fleets and bombers."""
    s = empty(rail=True, agility=True)
    found = {BLOCKS[b].id: line(s, b) for b in range(N)}
    for fleet in FLEETS:
        found[fleet.id] = f"{fleet.full.dice} {fleet.full.fire}, damaged {fleet.damaged.dice} {fleet.damaged.fire}"
    for number, bomber in enumerate(BOMBERS):
        found[bomber.id] = f"{bomber.type} of {BLOCKS[components.BOMBER_HQ[number]].id}"
    return found


def line(s: Kiev, b: int) -> str:
    place = s.place[b]
    parts = [f"{SIDES[SIDE[b]]} {steps(b)}, fire {FIRE[b]}", moves(s, b), kinds(b), commands(b), deployed(s, b)]
    parts.append(turns(b))
    s.place[b] = place
    return "; ".join(part for part in parts if part)


def steps(b: int) -> str:
    """Hit by hit, and what each replaced step brings."""
    strength, down = components.FULL[b], []
    while strength >= 0 and len(down) < 6:
        down.append(strength)
        strength = components.lower(b, strength)
    up = [components.higher(b, strength) for strength in down]
    return f"{'-'.join(map(str, down))} up {'-'.join(map(str, up))}, comes with {reinforcements.deployed_strength(b)}"


def moves(s: Kiev, b: int) -> str:
    """How many areas it reaches in each weather."""
    if not components.MOVEMENT[b]:
        return "stays"
    s.put(b, AREA[HOME[SIDE[b]]])
    found = []
    for s.weather in range(len(WEATHER)):
        s.memo.clear()
        points = movement.allowance(s, b)
        found.append(f"{points}:{movement.reach_of(s, b, points, True).mask.bit_count()}")
    s.lift(b)
    return f"moves {' '.join(found)}"


def kinds(b: int) -> str:
    return " ".join(word.lower() for word in (*KINDS, *NATIONS) if getattr(components, word) >> b & 1)


def commands(b: int) -> str:
    return f"commands {' '.join(BLOCKS[other].id for other in bits(COMMANDS[b]))}" if COMMANDS[b] else ""


def deployed(s: Kiev, b: int) -> str:
    """Where it comes on the map as a reinforcement."""
    s.place[b] = POOL
    s.memo.clear()
    areas = reinforcements.deployment_areas(s, b)
    s.place[b] = LATER
    return f"comes in {' '.join(TOPOLOGY.ids[area] for area in bits(areas))}"


def turns(b: int) -> str:
    """The turn on which a block that is not there at the start joins its pool."""
    s = empty("campaign")
    for other in bits(OF_SIDE[SIDE[b]]):
        s.place[other] = LATER
    for s.turn in range(1, 7):
        reinforcements.add_later_blocks(s)
        if s.place[b] == POOL:
            return f"joins on turn {s.turn}"
    return ""
