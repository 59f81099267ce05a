"""[10.1] How battles show on the map: one halo each, arrows from the attackers, the odds and the events played."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.titles.no_retreat.combat import context
from rasputitsa.titles.no_retreat.combat.allocate import Plan, battle, plan
from rasputitsa.titles.no_retreat.combat.battles import AllocatedBattles, Joining
from rasputitsa.titles.no_retreat.combat.odds import COLUMNS, MARKER, Battle, reckon, under_way
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.state import NoRetreatState


def _allocated(s: NoRetreatState) -> dict[int, Battle]:
    """The battles of this phase that have attackers, by their number."""
    numbers = {hex_: number for number, hex_ in enumerate((*s.targets, *s.blows), 1)}
    found: dict[int, Battle] = {}
    if s.fields and s.attackers:
        places = [*s.fields, *(s.place[u] for u in s.attackers)]
        found[next((numbers[p] for p in places if p in numbers), 1)] = under_way(s)
    p: Plan | None = plan(s) if numbers else None
    for first in p.units if p else ():
        found[numbers[first]] = battle(s, first)
    for row in s.pending:
        hexes, units = context.hexes_and_units(row)
        found[numbers[hexes[0]]] = Battle(s.phasing, units, [u for h in hexes for u in s.units_at(h)], hexes)
    return found


def halos(s: NoRetreatState) -> dict[int, int]:
    """digital B.1 The number of the battle of each hex, attackers and defenders."""
    found: dict[int, int] = {}
    for number, b in _allocated(s).items():
        for place in (*b.fields, *(s.place[u] for u in context.standing(s, b.attackers))):
            found.setdefault(place, number)
    return found


def arrows(s: NoRetreatState) -> list[list[str]]:
    """Lines from each attacking hex to each hex it attacks."""
    name = s.game.place_id
    return [
        ["attack", name(start), name(hex_), str(number)]
        for number, b in _allocated(s).items()
        for start in dict.fromkeys(s.place[u] for u in context.standing(s, b.attackers))
        for hex_ in b.fields
    ]


def notes(s: NoRetreatState) -> dict[int, str]:
    """digital B.10 What is known of the battle for each attacked hex: its odds, and the events played on it."""
    found: dict[int, str] = {}
    for b in _allocated(s).values():
        if b.defenders and b.attackers:
            text = _odds(s, b)
            for hex_ in b.fields:
                found[hex_] = text
    return found


def _odds(s: NoRetreatState, b: Battle) -> str:
    figures = reckon(s, b)
    played: Sequence[str] = [EVENTS[event].name for _, event in s.battle_events] if b.fields is s.fields else ()
    support = [MARKER[b.side]] if b.support else []
    return "; ".join([f"{COLUMNS.label(figures.final)} ({figures.attack} to {figures.defend})", *support, *played])


def aims(s: NoRetreatState) -> list[str]:
    """digital B.5 The declared hexes that are dealt with one at a time, the first picked for the player."""
    step = s.step
    return [s.game.place_id(h) for h in step.aims(s)] if isinstance(step, Joining | AllocatedBattles) else []
