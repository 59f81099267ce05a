"""[10.5] What events do to a battle or to a Combat Phase: small tuples, in the order they were played.

`s.battle_mods` holds (kind, a, b) for the battle under way and is emptied when it ends, and when a counterattack
begins; `s.phase_mods` holds (kind, a, b) for the player turn and is emptied at the end of its Combat Phase. Events
write with `add` and `add_phase`, or with the functions of `hooks` where more than a note is needed (shifts, re-rolls,
changed results).
"""

from __future__ import annotations

from rasputitsa.titles.no_retreat.state import NoRetreatState

# One battle.
SHIFT = 0
"""(SHIFT, columns, 0): to the right if positive. Use `hooks.shift`."""
TIMES = 1
"""(TIMES, unit, factor): this unit counts several times its strength."""
POINTS = 2
"""(POINTS, side, points): strength points added to the total of a side."""
RESULT = 3
"""(RESULT, result, 0): no die, this result. The last of RESULT, CONTEST and WITHDRAW counts."""
CONTEST = 4
"""(CONTEST, 0, 0): each side rolls, the lower roll loses a step."""
WITHDRAW = 5
"""(WITHDRAW, 0, 0): the defenders retreat instead of fighting."""
IGNORE = 6
"""(IGNORE, features, 0): these give the defender no shift, a sum of the bits below."""
NO_ARMOR = 7
"""(NO_ARMOR, 0, 0): the attacker has no armor bonus, in odds or advance."""
NO_SUPPORT = 8
"""(NO_SUPPORT, 0, 0): the support marker is spent for nothing."""
EXTRA_LOSSES = 9
"""(EXTRA_LOSSES, steps, 0): each side loses this many steps more after the result."""
ABSORB = 10
"""(ABSORB, side, steps): this side is spared this many steps of an EX."""
RETREAT_FREE = 11
"""(RETREAT_FREE, side, 0): enemy zones of control do not bar this side's retreat."""
ADVANCE = 12
"""(ADVANCE, hexes, 0): the attackers may advance this many hexes farther."""
ADVANCE_LIMIT = 13
"""(ADVANCE_LIMIT, hexes, 0): the attackers advance this many hexes at most."""
ADVANCE_FREE = 14
"""(ADVANCE_FREE, 0, 0): terrain does not stop the advance."""

# Features of the terrain, for IGNORE.
HEX, CITY, OBJECTIVE, RIVER, CROSSING = 1, 2, 4, 8, 16
FEATURES = {"hex": HEX, "city": CITY, "objective": OBJECTIVE, "river": RIVER, "crossing": CROSSING}

# A whole Combat Phase.
NO_WEATHER = 0
"""(NO_WEATHER, side, 0): snow shifts none of this side's attacks."""
FARTHER = 1
"""(FARTHER, side, hexes): all advances of this side go this many hexes farther."""
LIMIT_TARGETS = 2
"""(LIMIT_TARGETS, side, limit): this many Target markers at most for this side."""
EXTRA_TARGETS = 3
"""(EXTRA_TARGETS, side, extra): this many Target markers more, five at most."""
FUEL = 4
"""(FUEL, side, 0): German armor keeps its bonuses although Ploesti is lost."""

Mod = tuple[int, int, int]


def add(s: NoRetreatState, kind: int, a: int = 0, b: int = 0) -> None:
    """Note what an event does to the battle under way."""
    s.battle_mods.append((kind, a, b))


def add_phase(s: NoRetreatState, kind: int, a: int = 0, b: int = 0) -> None:
    """Note what an event does to this Combat Phase."""
    s.phase_mods.append((kind, a, b))


def has(mods: list[Mod], kind: int) -> bool:
    return any(mod[0] == kind for mod in mods)


def phase_total(s: NoRetreatState, kind: int, side: int) -> int:
    """The sum of what events of the phase give to a side."""
    return sum(b for k, a, b in s.phase_mods if k == kind and a == side)
