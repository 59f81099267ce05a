"""[11.0, 12.0] Attacks, losses, retreats and exploitation once more in plain steps (see by_the_book)."""

from __future__ import annotations

from collections.abc import Collection

from rasputitsa.board.topology import bits
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.mapboard import (
    CAUCASUS,
    CITIES,
    COUNTRY,
    EAST,
    FORTRESSES,
    HEX,
    TERRAIN_AT,
    TOPOLOGY,
    VOLGA,
)
from rasputitsa.titles.stalins_war.state import AXIS, FULL, POOL, SOVIET, Position

from . import book_of_supply as lines
from .by_the_book import (
    at_hex,
    has,
    is_,
    large,
    may_end,
    may_stack,
    neighbours,
    shut_to,
    side_of,
    stands,
    zoc,
)

PANZERS_FEARED = (1, 2)
BANS = {"attack-leningrad": ("2517",), "attack-moscow-gorki": ("2722", "3023"), "attack-stalingrad-caucasus": ("2830",)}
ROUGH_GOING = ("forest", "rough", "swamp", "mountain")


def mechanized(unit: int) -> bool:
    """11.1.3, 11.3.3 Panzer, tank and mechanized units."""
    return any(is_(unit, tag) for tag in ("panzer", "tank", "guard-tank", "mech"))


def attack_strength(s: Position, unit: int) -> int:
    return UNITS[unit].steps[s.lost[unit]].attack


# -- [11.1] ---------------------------------------------------------------------------------------------------------


def why_no_attack(s: Position, unit: int) -> str:
    """7.3.5, 11.1.1, 11.1.6 The rule that keeps a unit from attacking anything."""
    if side_of(unit) != s.active or s.place[unit] < 0:
        return "11.1.1"
    for done, rule in ((s.fought, "11.1.6"), (s.strategic, "10.2.1"), (s.arrived, "4.5.1")):
        if has(done, unit):
            return rule
    return "" if attack_strength(s, unit) and has(s.combat, s.place[unit]) else "11.1.1"


def panzers_alone(s: Position, at: int) -> bool:
    """4.4.7, 4.4.8 Does the hex hold panzer corps and nobody else of the Axis?"""
    units = at_hex(s, at, AXIS)
    return bool(units) and all(is_(unit, "panzer") for unit in units)


def why_no_target(s: Position, at: int, permitted: Collection[str] = ()) -> str:
    """11.1.4, 11.1.9, 4.4.4 The rule that bars a hex from every attack in this round."""
    if not at_hex(s, at, 1 - s.active) or has(s.attacked, at):
        return "11.1.4"
    if s.active == SOVIET:
        return "4.4.4" if s.turn == 1 and has(COUNTRY["romania"], at) else ""
    for ban, hexes in BANS.items():
        zone = ban == "attack-stalingrad-caucasus" and has(CAUCASUS, at)
        if ban not in permitted and (zone or at in [HEX[h] for h in hexes]):
            return "11.1.9"
    return ""


def why_not_reach(s: Position, unit: int, at: int) -> str:
    """11.1.3, 11.1.10, 4.4.7 The rule that keeps this unit from attacking this hex."""
    place = s.place[unit]
    if at not in neighbours(place):
        return "11.1.3"
    open_volga = has(s.axis_held, HEX["2722"]) or has(s.axis_held, HEX["2830"])
    if s.active == AXIS and (place, at) in VOLGA and not open_volga:
        return "11.1.10"
    if s.active == SOVIET and large(unit) and s.turn in PANZERS_FEARED and panzers_alone(s, at):
        return "4.4.7"
    return ""


def why_no_force(s: Position, units: Collection[int], at: int) -> str:
    """11.1.3, 11.1.7, 19.1.1, 4.4.8 The rule that keeps units from attacking together."""
    nations = {UNITS[unit].nation for unit in units}
    partisans = [unit for unit in units if is_(unit, "partisan")]
    if sum(map(large, units)) > 1:
        return "11.1.3"
    if {"hungarian", "romanian"} <= nations:
        return "19.1.1"
    if partisans and len(partisans) < len(units):
        return "11.1.7"
    mech = {s.place[unit] for unit in units if is_(unit, "mech")}
    if s.active == SOVIET and s.turn in PANZERS_FEARED and panzers_alone(s, at) and len(mech) > 1:
        return "4.4.8"
    places = {s.place[unit] for unit in units}
    led = {s.place[unit] for unit in units if mechanized(unit)}
    return "11.1.3" if len(places - led) > 1 else ""


def why_not_join(s: Position, unit: int, units: Collection[int], at: int) -> str:
    """The rule that keeps a unit out of an attack."""
    if why_no_attack(s, unit):
        return why_no_attack(s, unit)
    return "11.2.1" if unit in units else why_not_reach(s, unit, at) or why_no_force(s, [*units, unit], at)


# -- [11.3] ---------------------------------------------------------------------------------------------------------


def may_lose(s: Position, side: int, force: list[int], among: Collection[int]) -> set[int]:
    """11.3.2, 11.3.3, 11.3.4, 16.4.2 The units of a force that may lose the next step."""
    first = [unit for unit in force if not is_(unit, "stalin") and not is_(unit, "bunker")] or force
    unhurt = [unit for unit in first if not has(s.hit, unit)] or first
    found = {unit for unit in unhurt if unit in among}
    led = {unit for unit in found if mechanized(unit)}
    return led if led and side == s.active and not s.steps_lost[side] else found


# -- [11.2.1] -------------------------------------------------------------------------------------------------------


def fortified(s: Position, at: int) -> bool:
    """16.2.1 Is there a fortress that its defenders may use?"""
    return has(FORTRESSES[1 - s.active] | (s.built if s.active == AXIS else 0), at) and stands(s, at)


def columns_of_the_hex(s: Position, at: int) -> int:
    """11.2.1 step 4, 15.1.2 What terrain, city, fortress, Festung and trench take from the attacker."""
    shift = -1 if has(s.trenches[1 - s.active], at) else 0
    if s.active == SOVIET and s.turn == 4:
        return shift
    shift += {"clear": 0, "desert": 0, "mountain": -2}.get(TERRAIN_AT[at].name, -1)
    if fortified(s, at):
        shift -= 2
    elif has(CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built, at):
        shift -= 1
    return shift - 1 if s.active == SOVIET and has(s.festungs, at) else shift


def columns_of_the_river(s: Position, units: Collection[int], at: int) -> int:
    """11.2.1 step 4 If all cross a river, the smallest of the shifts."""
    if s.active == SOVIET and s.turn == 4:
        return 0
    shifts = {"": 0, "river": -1, "major_river": -2, "strait": -2}
    return max(shifts[TOPOLOGY.kind(s.place[unit], at)] for unit in units)


def stiff(s: Position, at: int) -> bool:
    """11.4.3 May the defenders stay for one more step?"""
    if has(s.trenches[1 - s.active], at):
        return True
    if s.active == SOVIET and s.turn == 4:
        return False
    return fortified(s, at) or TERRAIN_AT[at].name in ROUGH_GOING


# -- [11.4] ---------------------------------------------------------------------------------------------------------


def retreat_paths(s: Position, unit: int, hexes: int) -> list[tuple[int, ...]]:
    """11.4.4 The retreats that are allowed at all."""
    side, start = side_of(unit), s.target
    zone = zoc(s, 1 - side)

    def passable(at: int) -> bool:
        enemy_fort = has(FORTRESSES[1 - side] | (s.built if side == AXIS else 0), at) and stands(s, at)
        if at_hex(s, at, 1 - side) or shut_to(s, unit, at) or enemy_fort or (side == SOVIET and has(s.festungs, at)):
            return False
        return at not in zone or bool(at_hex(s, at, side))

    if not UNITS[unit].steps[s.lost[unit]].move:
        return []
    found: list[tuple[int, ...]] = []
    for first in filter(passable, neighbours(start)):
        if hexes == 1 or (side == AXIS and has(s.lurking, first)):
            found.append((first,))
        elif not has(s.festungs, first):
            found += [
                (first, second)
                for second in filter(passable, neighbours(first))
                if TOPOLOGY.distance(start, second) == 2
            ]
    return [path for path in found if may_end(s, unit, path[-1])]


def retreat_ends(s: Position, unit: int, hexes: int) -> set[int]:
    """11.4.4.4 Where the unit may end: not through enemy cities, then in supply, then without partisans."""
    side, found = side_of(unit), retreat_paths(s, unit, hexes)
    cities = CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built
    gone = s.copy()
    gone.put(unit, POOL)
    fed = lines.full(gone, UNITS[unit].nation) if found else set()
    hostile = [at for path in found for at in path if has(cities, at) and not lines.friendly(s, side, at)]
    found = [path for path in found if not set(path) & set(hostile)] or found
    found = [path for path in found if path[-1] in fed] or found
    if side == AXIS:
        found = [path for path in found if not any(has(s.lurking, at) for at in path)] or found
    return {path[-1] for path in found}


# -- [12.0] ---------------------------------------------------------------------------------------------------------


def exploits(s: Position, unit: int) -> bool:
    """12.1.1, 12.1.2, 12.1.3 May the unit exploit from where it stands?"""
    kind = any(is_(unit, tag) for tag in ("panzer", "tank", "guard-tank", "guard-cavalry"))
    return kind and s.supply[unit] == FULL and not (side_of(unit) == AXIS and has(CAUCASUS, s.place[unit]))


def why_no_exploitation(s: Position, unit: int) -> str:
    """12.1.4 The rule that keeps a unit from exploiting."""
    at = s.place[unit]
    if side_of(unit) != s.active or at < 0:
        return "12.1.1"
    if has(s.exploited, unit) or not any(has(s.blitz, near) for near in (at, *neighbours(at))):
        return "12.1.4"
    if not exploits(s, unit):
        return "12.1.1"
    if has(s.strategic, unit):
        return "10.2.1"
    return "16.3.4" if has(s.festungs, at) else ""


def exploitation(s: Position, unit: int) -> set[int]:
    """12.2.2, 12.2.3, 12.2.4, 12.2.5, 4.4.6 The hexes a unit may exploit to."""
    side, start = side_of(unit), s.place[unit]
    steps = -(-UNITS[unit].steps[s.lost[unit]].move // 2)
    if s.turn <= 4 and is_(unit, "panzer") and has(EAST, start):
        steps = min(steps, 2)
    found, front = set(), {start}
    for _ in range(steps):
        entered = {
            (frm, to)
            for frm in front
            for to in neighbours(frm)
            if not at_hex(s, to, 1 - side) and not shut_to(s, unit, to) and not (side == AXIS and has(CAUCASUS, to))
        }
        found |= {to for _, to in entered}
        front = {to for frm, to in entered if not _halts(s, unit, frm, to)}
    return {to for to in found if to != start and may_end(s, unit, to)}


def _halts(s: Position, unit: int, frm: int, to: int) -> bool:
    """12.2.5, 4.4.6, SW-85"""
    land = TERRAIN_AT[to].name
    if has(s.festungs, to) or TOPOLOGY.kind(frm, to) == "strait" or land == "swamp":
        return True
    return land in ("forest", "rough", "mountain", "desert") and not (s.turn == 1 and is_(unit, "panzer"))


# -- [11.5] ---------------------------------------------------------------------------------------------------------


def why_no_advance(s: Position, unit: int) -> str:
    """11.1.8, 11.5.1 The rule that keeps a unit from advancing into the vacated hex."""
    if not has(s.attackers, unit) or s.place[unit] == s.target:
        return "11.1.8"
    if has(s.festungs, s.place[unit]):
        return "16.3.4"
    if shut_to(s, unit, s.target):
        return "4.4.3" if s.turn == 1 else "19.1.1"
    there = s.copy()
    there.put(unit, s.target)
    fed = s.target in lines.full(there, UNITS[unit].nation) or is_(unit, "partisan")
    return "" if fed and (has(s.blitz, s.target) or may_end(s, unit, s.target)) else "11.5.1"


def why_no_blitz(s: Position, winter_uniforms: bool = False) -> str:
    """11.2.1 step 9, 11.5.2, 7.2.6, 15.1.2 The rule against a Blitz marker in the hex just entered."""
    at, zero = s.target, 6
    if not s.spearhead:
        return "11.2.1"
    if s.kind == zero:
        return "7.2.6"
    if s.active == SOVIET and not s.lend_lease:
        return "11.2.1"
    if s.active == AXIS and s.turn == 4 and not winter_uniforms:
        return "15.1.2"
    if len(bits(s.blitz)) >= 4 or TERRAIN_AT[at].name in ROUGH_GOING:
        return "11.2.1"
    if has(s.blitz, at):
        return "11.5.2"
    if has(CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built | s.festungs, at):
        return "11.2.1"
    early = s.active == AXIS and s.turn <= 3 and has(EAST, at)
    return "11.5.2" if early and s.blitz & EAST else ""


def overfull(s: Position) -> set[int]:
    """9.1.4 The units in hexes with a Blitz marker that hold too many."""
    stacks = [at_hex(s, at, s.active) for at in bits(s.blitz)]
    return {unit for stack in stacks if not may_stack(stack) for unit in stack}
