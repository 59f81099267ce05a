"""[11.1] Who may attack whom: marked hexes, one LCU, several hexes, hexes that are barred, early-war limits (4.4)."""

from __future__ import annotations

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Refusal
from rasputitsa.titles.stalins_war import control, effects
from rasputitsa.titles.stalins_war.components import BOARD
from rasputitsa.titles.stalins_war.control import sum_of
from rasputitsa.titles.stalins_war.effect_kinds import Ops, SecondAttack
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, NEXT, PLACE_NAMES, VOLGA, hexes
from rasputitsa.titles.stalins_war.roster import (
    HUNGARIAN,
    LCU,
    MECHANIZED,
    OF_NATION,
    OF_SIDE,
    PANZER,
    PARTISANS,
    ROMANIAN,
    SIDE_OF,
    TAGS,
)
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

UNPREPARED_TURNS = (1, 2)
"""4.4.7, 4.4.8 The turns in which the Soviets do not know how to fight panzer corps."""
_VOLGA_KEYS = hexes(*BOARD.volga_ban.lifted_by)


# -- units ----------------------------------------------------------------------------------------------------------


def able(s: Position) -> int:
    """The units of the active side that could attack in this round if their hex were marked: with an attack strength
    (SW-79), not after an attack (11.1.6) or strategic movement (10.2.1), not when placed in this round (4.5.1)."""
    spent = s.fought | s.strategic | s.arrived
    return sum(1 << unit for unit in s.on_map(s.active) if not spent >> unit & 1 and s.attack(unit))


def marked(s: Position) -> int:
    """7.3.5 The hexes with a Combat marker, those of pairs included."""
    return s.combat | sum_of(s.pairs)


def attackers(s: Position) -> int:
    """11.1.1 The units that may still attack something: able ones in marked hexes."""
    found = s.memo.get("attackers")
    if found is None:
        places = marked(s)
        found = mask_of(u for u in bits(able(s)) if places >> s.place[u] & 1) if places else 0
        s.memo["attackers"] = found
    return int(found)


def why_not_able(s: Position, unit: int) -> Refusal | None:
    """The rule that keeps a unit from attacking anything."""
    if SIDE_OF[unit] != s.active or s.place[unit] < 0:
        return Refusal("11.1.1", "It is not a unit of yours on the map.")
    name = s.name(unit)
    if s.fought >> unit & 1:
        return Refusal("11.1.6", f"{name} has attacked already in this round.")
    if s.strategic >> unit & 1:
        return Refusal("10.2.1", f"{name} has used strategic movement and may not attack.")
    if s.arrived >> unit & 1:
        return Refusal("4.5.1", f"{name} was placed in this round and may not attack.")
    if not s.attack(unit):
        return Refusal("11.1.1", f"{name} has no attack strength.")
    if not marked(s) >> s.place[unit] & 1:
        return Refusal("11.1.1", f"There is no Combat marker in {PLACE_NAMES[s.place[unit]]}.")
    return None


# -- hexes ----------------------------------------------------------------------------------------------------------


def targets_of(s: Position, unit: int) -> int:
    """The hexes this unit may attack, alone or with others."""
    place = s.place[unit]
    found = NEXT[place] & open_targets(s)
    if s.active == AXIS:
        return found & ~over_the_volga(s, place)
    if LCU >> unit & 1 and found and s.turn in UNPREPARED_TURNS:
        found &= ~panzers_alone(s)
    return found


def activated_targets_of(s: Position, unit: int) -> int:
    """The hexes it may attack with the markers that are there: a pair (Soviet 9) attacks a hex next to both of its
    hexes."""
    place = s.place[unit]
    found = targets_of(s, unit)
    if s.combat >> place & 1:
        return found
    return found & sum_of(_next_to_both(pair) for pair in s.pairs if pair >> place & 1)


def _next_to_both(pair: int) -> int:
    first, second = bits(pair)
    return NEXT[first] & NEXT[second]


def open_targets(s: Position) -> int:
    """11.1.4 Hexes with enemy units (Inactive Partisans are none) that have not been attacked in this round; not those
    barred by 11.1.9, or by 4.4.4 on turn 1."""
    found = s.memo.get("open targets")
    if found is None:
        found = s.occupied[1 - s.active] & ~_spent(s) & ~barred(s)
        s.memo["open targets"] = found
    return int(found)


def _spent(s: Position) -> int:
    """11.1.4 Hexes that may not be attacked again; Soviet 55 allows a second attack in a country."""
    twice = sum_of(COUNTRY[effect.region] for effect, _ in effects.active(s, SecondAttack))
    return s.attacked & ~(twice & ~s.attacked_twice)


def barred(s: Position) -> int:
    """11.1.9, 11.1.9.1, 11.1.9.2, 11.1.9.3, 4.4.4 The hexes the active side may not attack yet."""
    if s.active == AXIS:
        return control.not_to_attack(s)
    return COUNTRY["romania"] if s.turn == 1 else 0


def over_the_volga(s: Position, place: int) -> int:
    """11.1.10 Axis units do not attack over the Volga south of Saratov before Moscow or Stalingrad is theirs."""
    if s.axis_held & _VOLGA_KEYS:
        return 0
    return mask_of(other for other in bits(NEXT[place]) if (place, other) in VOLGA)


def panzers_alone(s: Position) -> int:
    """4.4.7, 4.4.8 The hexes that hold panzer corps and nothing else (SW-18)."""
    axis = OF_SIDE[AXIS]
    return mask_of(place for place in bits(s.occupied[AXIS]) if not s.stack_at(place) & axis & ~PANZER)


def possible_targets(s: Position) -> int:
    """The hexes that some unit may attack now."""
    found = s.memo.get("targets")
    if found is None:
        found = s.memo["targets"] = sum_of(activated_targets_of(s, unit) for unit in bits(attackers(s)))
    return int(found)


def why_not_target(s: Position, at: int) -> Refusal | None:
    """The rule against an attack on a hex."""
    if possible_targets(s) >> at & 1:
        return None
    name, bit = PLACE_NAMES[at], 1 << at
    if not s.occupied[1 - s.active] & bit:
        return Refusal("11.1.4", f"There is no enemy unit in {name} that could be attacked.")
    if _spent(s) & bit:
        return Refusal("11.1.4", f"{name} has been attacked already in this round.")
    if barred(s) & bit:
        return Refusal("11.1.9" if s.active == AXIS else "4.4.4", f"{name} may not be attacked yet.")
    near = [unit for unit in bits(attackers(s)) if NEXT[s.place[unit]] & bit]
    if not near:
        return Refusal("11.1.1", f"No unit that may attack stands next to {name} with a Combat marker.")
    if s.active == AXIS:
        return Refusal("11.1.10", f"{name} lies beyond the Volga: Moscow or Stalingrad must be Axis first.")
    return Refusal("4.4.7", f"There are only panzer corps in {name}: fronts do not attack them on turns 1 and 2.")


# -- forces ---------------------------------------------------------------------------------------------------------


def why_not_join(s: Position, unit: int, units: int, target: int) -> Refusal | None:
    """The rule that keeps a unit out of an attack by these units on a hex."""
    refusal = why_not_able(s, unit)
    if refusal:
        return refusal
    if units >> unit & 1:
        return Refusal("11.2.1", f"{s.name(unit)} attacks already.")
    if not targets_of(s, unit) >> target & 1:
        if NEXT[s.place[unit]] >> target & 1:
            return Refusal(*_unit_bar(s, unit, target))
        return Refusal("11.1.3", f"{s.name(unit)} is not next to {PLACE_NAMES[target]}.")
    return why_not_force(s, units | 1 << unit, target)


def _unit_bar(s: Position, unit: int, target: int) -> tuple[str, str]:
    if s.active == AXIS:
        return "11.1.10", f"{s.name(unit)} may not attack {PLACE_NAMES[target]} over the Volga."
    return "4.4.7", f"{s.name(unit)} may not attack panzer corps alone in a hex on turns 1 and 2."


def why_not_force(s: Position, units: int, target: int) -> Refusal | None:
    """11.1.3.1, 11.1.7, 19.1.1.1 One LCU, partisans alone, not both Romanians and Hungarians: the rule that keeps units
    from attacking a hex together."""
    if (units & LCU).bit_count() > 1:
        return Refusal("11.1.3", "Only one LCU may attack in a combat.")
    if units & OF_NATION[HUNGARIAN] and units & OF_NATION[ROMANIAN]:
        return Refusal("19.1.1", "No combat with both Romanian and Hungarian units.")
    if units & PARTISANS and units & ~PARTISANS:
        return Refusal("11.1.7", "Active Partisans never attack with other Soviet units.")
    if _mech_from_two_hexes(s, units, target):
        return Refusal("4.4.8", "Mech corps of different hexes do not attack panzer corps together on turns 1 and 2.")
    if pair_used(s, units, target) is None:
        return Refusal(
            "11.1.3", "Each further hex needs a panzer, tank or mech unit that attacks, and a Combat marker."
        )
    return None


def _mech_from_two_hexes(s: Position, units: int, target: int) -> bool:
    """4.4.8 Do mech corps of two hexes attack panzer corps alone (SW-19)?"""
    if s.active != SOVIET or s.turn not in UNPREPARED_TURNS or not panzers_alone(s) >> target & 1:
        return False
    return len({s.place[unit] for unit in bits(units & TAGS["mech"])}) > 1


def pair_used(s: Position, units: int, target: int) -> int | None:
    """11.1.3, 11.1.3.2, C.2 The pair of hexes (Soviet 9) an attack of these units makes use of, 0 if it needs none;
    None if they may not attack together: all hexes but one need a mechanized unit (SW-45), and all need a marker."""
    places = mask_of(s.place[unit] for unit in bits(units))
    unled = places & ~mask_of(s.place[unit] for unit in bits(units & MECHANIZED))
    for pair in (0, *s.pairs):
        if places & ~(s.combat | pair) or (pair and not _next_to_both(pair) >> target & 1):
            continue
        if (unled & ~pair).bit_count() + bool(unled & pair) <= 1:
            return pair
    return None


def stack_that_joins(s: Position, place: int, units: int, target: int) -> int:
    """The units of a hex that can join an attack together, mechanized ones first."""
    free = s.stack_at(place) & OF_SIDE[s.active] & ~units
    joined = units
    for unit in (*bits(free & MECHANIZED), *bits(free & LCU), *bits(free & ~MECHANIZED & ~LCU)):
        if why_not_join(s, unit, joined, target) is None:
            joined |= 1 << unit
    return joined & ~units


def all_that_join(s: Position, units: int, target: int) -> int:
    """The attack if every hex sends all it can."""
    for place in bits(marked(s) & NEXT[target]):
        units |= stack_that_joins(s, place, units, target)
    return units


# -- attacks that must be made --------------------------------------------------------------------------------------


def owed_targets(s: Position) -> int:
    """C.12 Axis 33: the hexes of which one must be attacked, as long as none has been."""
    if s.answered or not any(effect.must == "attack-advanced-unit" for effect, _ in effects.active(s, Ops)):
        return 0
    places = [s.place[unit] for unit in bits(s.advanced_before)]
    return mask_of(place for place in places if place >= 0)
