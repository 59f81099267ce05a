"""[7.5.5] What cards ask of a combat: role, units of both sides, the attacked hex; and which of their effects act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rasputitsa.titles.stalins_war import effects, zones
from rasputitsa.titles.stalins_war.cards import owner
from rasputitsa.titles.stalins_war.combat import forces
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.effect_kinds import CancelCards, Ignore, Kind
from rasputitsa.titles.stalins_war.effect_words import Group, HexKind, When
from rasputitsa.titles.stalins_war.effects import Record
from rasputitsa.titles.stalins_war.mapboard import CITIES, FORTRESSES, IN_TERRAIN, LENINGRAD, TOWNS
from rasputitsa.titles.stalins_war.roster import GROUPS, PANZER
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

E = TypeVar("E", bound=Kind)
CHOSEN = 3
"""Where a record of `s.effects` holds the hex that was chosen with the event."""


def group(s: Position, name: Group) -> int:
    """The units of a kind that a card names; two kinds are about the enemy round just ended."""
    if name == "advanced-last-round":
        return s.advanced_before
    return s.fought_before if name == "attacked-last-round" else GROUPS[name]


def fits(s: Position, when: When, side: int, chosen: int = -1) -> bool:
    """Is this a combat that `when` asks for, seen from a side?"""
    ours, theirs = forces.force(s, side), forces.force(s, 1 - side)
    role = "attack" if forces.attacks(s, side) else "defend"
    return (
        when.role in (None, role)
        and s.turn not in when.not_turns
        and (when.force is None or bool(ours & group(s, when.force)))
        and (ours & PANZER).bit_count() >= when.panzers
        and (when.against is None or bool(theirs & group(s, when.against)))
        and (not when.hex or any(hex_is(s, kind, chosen) for kind in when.hex))
        and (not when.crossing or all(kind in ("river", "major_river") for kind in forces.crossings(s)))
    )


def hex_is(s: Position, kind: HexKind, chosen: int = -1) -> bool:
    """Is the attacked hex of this kind, or does it hold this?"""
    if kind == "front":
        return bool(s.defenders & GROUPS["front"])
    if kind == "chosen":
        return s.target == chosen
    if kind == "leningrad":
        return s.target == LENINGRAD
    return bool(_hexes(s, kind) >> s.target & 1)


def _hexes(s: Position, kind: HexKind) -> int:
    """The hexes of a kind as they are now; a destroyed fortress is a city (16.2.2)."""
    defender = 1 - s.active
    if kind == "town":
        return TOWNS
    if kind == "city":
        return cities(s)
    if kind == "fortress":
        return zones.fortresses(s, defender)
    if kind == "soviet-fortress":
        return zones.fortresses(s, SOVIET)
    if kind == "trench":
        return s.trenches[defender]
    return s.trenches[AXIS] if kind == "axis-trench" else IN_TERRAIN[kind]


def cities(s: Position) -> int:
    """16.2.2 Cities, and fortresses that stand no more or not for their owner."""
    return CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built


def active(s: Position, kind: type[E]) -> Iterator[tuple[E, Record]]:
    """The effects of a kind that act in this combat: not those of cancelled cards, nor of combat cards whose side has
    only units out of supply in it (13.3.4)."""
    if not s.effects:
        return
    for effect, record in effects.active(s, kind):
        card = record[0]
        barred = CARDS[card].combat and forces.all_out(s, owner(card))
        if not barred and (kind is CancelCards or not cancelled(s, card)):
            yield effect, record


def cancelled(s: Position, card: int) -> bool:
    """Soviet 45: do these cards have no effect in the combat?"""
    return any(CARDS[card].id in effect.cards for effect, _ in active(s, CancelCards))


def ignored(s: Position, what: str) -> Iterator[Ignore]:
    """The effects that put a feature out of force."""
    return (effect for effect, _ in active(s, Ignore) if effect.what == what)


def ignores(s: Position, what: str) -> bool:
    return any(True for _ in ignored(s, what))
