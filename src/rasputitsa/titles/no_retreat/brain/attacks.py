"""Who attacks whom from where they stand: the best use of all units at once, found greedily."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.brain import battles
from rasputitsa.titles.no_retreat.brain.sense import NRMind, Shelf, weights_at
from rasputitsa.titles.no_retreat.ch10_combat.allocate import fits
from rasputitsa.titles.no_retreat.ch10_combat.declare import defenders_of, possible_targets, target_limit
from rasputitsa.titles.no_retreat.ch10_combat.odds import Battle
from rasputitsa.titles.no_retreat.state import FOUGHT, NoRetreatState

THRIFT = (1.0, 4.0)
"""How dear the strength committed to an attack is: several ways are tried."""
FORCED = 1000.0
"""A declared hex has to be attacked: it comes before any other."""


SCHEMES = Shelf(64)


class Assault(NamedTuple):
    """An attack on a hex, by units where they stand."""

    target: int
    units: tuple[int, ...]
    value: float
    backed: float
    """Its value with a support marker."""


def best_assault(
    s: NoRetreatState, side: int, target: int, units: Sequence[int], w: Weights, thrift: float
) -> Assault | None:
    """The best set of these units against a hex: the strongest first, as many as pay."""
    defenders = defenders_of(s, target)
    if not units or not defenders:
        return None
    best: Assault | None = None
    chosen: list[int] = []
    cost, merit = 0.0, 0.0
    forgone = battles.left_to_starve(s, target, w) if target not in s.blows else 0.0
    for unit in sorted(units, key=lambda u: (-s.strength(u), u)):
        chosen.append(unit)
        b = Battle(side, tuple(chosen), defenders, [target])
        cost += thrift * w["commit"] * s.strength(unit)
        plain = battles.value(s, b, w) - forgone
        if best is None or plain - cost > merit:
            merit = plain - cost
            best = Assault(target, tuple(chosen), plain, battles.value(s, b._replace(support=True), w) - forgone)
    return best


def free_units(s: NoRetreatState, side: int) -> list[int]:
    """Units that have not attacked in this phase."""
    return [u for u in s.on_map(side) if not s.marks[u] & FOUGHT]


def scheme(mind: NRMind) -> list[Assault]:
    """All attacks the phasing side should make: those declared, and while it may declare more those that pay."""
    s = mind.s
    declaring = s.step.name == "VoluntaryAttacks"
    where = tuple(s.place), bytes(s.full), bytes(s.marks), s.struck, tuple(s.supports)
    key = (mind.plan_key, s.game.key, s.turn, s.phase, declaring, where, tuple(s.targets), tuple(s.blows))
    found: list[Assault] | None = SCHEMES.get(key)
    if found is None:
        found = _scheme(mind, declaring)
        SCHEMES.put(key, found)
    return found


def _scheme(mind: NRMind, declaring: bool) -> list[Assault]:
    s = mind.s
    side = s.phasing
    declared = [h for h in (*s.targets, *s.blows) if not s.struck >> h & 1 and defenders_of(s, h)]
    wanted = bits(possible_targets(s)) if declaring else []
    room = target_limit(s) - len(s.targets)
    return allot(mind, s, side, declared, wanted, room, s.supports[side])


def allot(
    mind: NRMind, s: NoRetreatState, side: int, declared: Sequence[int], wanted: Sequence[int], room: int, markers: int
) -> list[Assault]:
    """Give units to hexes, the best attack first; with the thrift that promises most."""
    ways = [_allot(mind, s, side, declared, wanted, room, markers, thrift) for thrift in THRIFT]
    return max(ways, key=lambda made: sum(a.value for a in made))


def _allot(
    mind: NRMind,
    s: NoRetreatState,
    side: int,
    declared: Sequence[int],
    wanted: Sequence[int],
    room: int,
    markers: int,
    thrift: float,
) -> list[Assault]:
    left = set(free_units(s, side))
    open_to = {h: [u for u in left if fits(s, u, h)] for h in (*declared, *wanted)}
    made: list[Assault] = []
    found: dict[int, Assault | None] = {}
    while open_to:
        for h in open_to:
            if h not in found:
                found[h] = best_assault(s, side, h, [u for u in open_to[h] if u in left], weights_at(mind, h), thrift)
        scored = [(_merit(a, a.target in declared, markers), a) for a in found.values() if a is not None]
        if not scored:
            break
        merit, best = max(scored, key=lambda pair: pair[0])
        forced = best.target in declared
        if not forced and (room <= 0 or merit < weights_at(mind, best.target)["attack"]):
            break
        made.append(best)
        room -= not forced
        markers -= best.backed > best.value and markers > 0
        left -= set(best.units)
        del open_to[best.target]
        used = set(best.units)
        found = {h: a for h, a in found.items() if h in open_to and (a is None or not used & set(a.units))}
    return made


def _merit(a: Assault, declared: bool, markers: int) -> float:
    value = max(a.value, a.backed) if markers > 0 else a.value
    return value + FORCED if declared else value
