"""What a counter does: strengths and movement of each step, rebuilding, zone, stacking, exploitation, trains."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import entry, movement, replacements, stacking, strategic, zones
from rasputitsa.titles.stalins_war.combat import blitz, fire, forces
from rasputitsa.titles.stalins_war.events import arrivals
from rasputitsa.titles.stalins_war.mapboard import HEX
from rasputitsa.titles.stalins_war.roster import EXCHANGED, GROUPS, NAMES, SIDE_OF, STEPS, TAGS, N
from rasputitsa.titles.stalins_war.state import FULL, POOL, RP_KINDS, SIDES, Position

from ..situation import situation

HOME = ("1424", "2535")
"""Mountains beside easier ground: the Carpathians, Batumi."""
LARGE = {0: "4th Army", 1: "West Front"}
WORDS = ("shock", "mech", "guard-army", "blocks-axis-zoc", "last-loss", "no-retreat", "no-move")


def counters() -> dict[str, str]:
    """Every counter, tried alone on its side of an empty map."""
    fields = [situation(turn=6, side=side) for side in SIDES]
    return {NAMES[unit]: line(fields[SIDE_OF[unit]], unit) for unit in range(N)}


def line(s: Position, unit: int) -> str:
    s.put(unit, HEX[HOME[s.active]])
    s.set_supply(unit, FULL)
    found = f"{SIDES[s.active]} {steps(s, unit)}; {price(s, unit)}; {powers(s, unit)}; {kinds(unit)}"
    s.put(unit, POOL)
    s.lost[unit] = 0
    return found


def steps(s: Position, unit: int) -> str:
    out = []
    for lost in range(STEPS[unit]):
        s.lost[unit] = lost
        s.memo.clear()
        out.append(f"{s.attack(unit)}-{s.defense(unit)}-{movement.allowance(s, unit)}{'' if rebuilt(s, unit) else '*'}")
    s.lost[unit] = 0
    return " ".join(out)


def rebuilt(s: Position, unit: int) -> bool:
    """Could a replacement bring the unit to the step it is on?"""
    s.lost[unit] += 1
    s.rp[:] = [9] * len(RP_KINDS)
    refusal = replacements.why_no_step(s, unit, SIDE_OF[unit])
    s.lost[unit] -= 1
    return refusal is None


def price(s: Position, unit: int) -> str:
    """The points a step takes."""
    s.rp[:] = [9] * len(RP_KINDS)
    replacements.pay(s, unit, at_home=False)
    return " ".join(f"{9 - left} {kind}" for kind, left in zip(RP_KINDS, s.rp, strict=True) if left < 9) or "no points"


def powers(s: Position, unit: int) -> str:
    """What it may do where it stands."""
    s.memo.clear()
    s.forget_zones(s.active)
    found = [
        "zone" if zones.zoc(s, s.active) else "",
        "exploits" if blitz.capable(s, unit) else "",
        "large" if (1 << unit & stacking.LCU) else "small",
        "uncounted" if not stacking.COUNTED >> unit & 1 else "",
        "travels" if strategic.may_travel(s, unit) is None else "",
        f"enters at {entry.hexes(s, unit).bit_count()}",
        f"goes to {movement.destinations(s, unit).bit_count()}",
    ]
    return ", ".join(part for part in found if part)


def kinds(unit: int) -> str:
    """The kinds that cards and rules count it among."""
    names = [name for name, group in GROUPS.items() if group >> unit & 1]
    names += [f"old {name}" for name, group in EXCHANGED.items() if group >> unit & 1]
    names += [word for word in WORDS if TAGS[word] >> unit & 1]
    names += ["wins ties"] if fire.DECIDES_TIES >> unit & 1 else []
    names += ["army"] if arrivals.ARMIES >> unit & 1 else []
    names += ["stays"] if forces.STAYING >> unit & 1 else []
    return ", ".join(names)
