"""Who attacks whom from where they stand: the best use of all units at once, found greedily."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.players.shelf import Shelf
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.brain import battles
from rasputitsa.titles.no_retreat.brain.sense import NRMind, weights_at
from rasputitsa.titles.no_retreat.codes import FOUGHT
from rasputitsa.titles.no_retreat.combat.allocate import fits
from rasputitsa.titles.no_retreat.combat.declare import defenders_of, possible_targets, target_limit
from rasputitsa.titles.no_retreat.combat.odds import Battle
from rasputitsa.titles.no_retreat.state import NoRetreatState

THRIFT = (1.0, 4.0)
"""The price of the strength committed to an attack: several are tried."""
FORCED = 1000.0
"""A declared hex has to be attacked: it comes before any other."""


class Assault(NamedTuple):
    """An attack on a hex, by units where they stand."""

    target: int
    units: tuple[int, ...]
    value: float
    backed: float
    """Its value with a support marker."""


class Book:
    """What attacks are worth in one position, each worked out once."""

    def __init__(self, s: NoRetreatState, side: int) -> None:
        self.s, self.side = s, side
        self._values: dict[tuple[int, tuple[int, ...], bool], float] = {}
        self._forgone: dict[int, float] = {}

    def value(self, target: int, units: tuple[int, ...], support: bool, w: Weights) -> float:
        """An attack on a hex by these units, less what patience would bring."""
        key = (target, units, support)
        found = self._values.get(key)
        if found is None:
            b = Battle(self.side, units, defenders_of(self.s, target), [target], support=support)
            found = self._values[key] = battles.value(self.s, b, w) - self.forgone(target, w)
        return found

    def forgone(self, target: int, w: Weights) -> float:
        if target in self.s.blows:
            return 0.0
        if target not in self._forgone:
            self._forgone[target] = battles.left_to_starve(self.s, target, w)
        return self._forgone[target]

    def best(self, target: int, units: Sequence[int], w: Weights, thrift: float) -> Assault | None:
        """The best set of these units against a hex: the strongest first, as many as pay."""
        s = self.s
        chosen: tuple[int, ...] = ()
        best: tuple[int, ...] = ()
        cost, merit = 0.0, 0.0
        for unit in sorted(units, key=lambda u: (-s.strength(u), u)):
            chosen = (*chosen, unit)
            cost += thrift * w["commit"] * s.strength(unit)
            found = self.value(target, chosen, False, w) - cost
            if not best or found > merit:
                best, merit = chosen, found
        if not best or not defenders_of(s, target):
            return None
        return Assault(target, best, self.value(target, best, False, w), self.value(target, best, True, w))


SCHEMES: Shelf[list[Assault]] = Shelf(64)
BOOKS: Shelf[Book] = Shelf(16)


def free_units(s: NoRetreatState, side: int) -> list[int]:
    """Units that have not attacked in this phase."""
    return [u for u in s.on_map(side) if not s.marks[u] & FOUGHT]


def scheme(mind: NRMind) -> list[Assault]:
    """All attacks the phasing side should make: those declared, and while it may declare more those that pay."""
    s = mind.s
    declaring = s.step.name == "VoluntaryAttacks"
    where = tuple(s.place), bytes(s.full), bytes(s.marks), s.struck, tuple(s.supports)
    key = (mind.plan_key, s.game.key, s.turn, s.phase, declaring, where, tuple(s.targets), tuple(s.blows))
    found = SCHEMES.get(key)
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
    book = _book(mind, s, side)
    tried = THRIFT[:1] if mind.haste > 1 else THRIFT
    ways = [_allot(mind, book, declared, wanted, room, markers, thrift) for thrift in tried]
    return max(ways, key=lambda made: sum(a.value for a in made))


def _book(mind: NRMind, s: NoRetreatState, side: int) -> Book:
    """The book of this very position: declaring and joining change nothing in it but the blows."""
    where = tuple(s.place), bytes(s.full), bytes(s.marks), s.axis_held, tuple(s.phase_mods), tuple(s.blows)
    key = (mind.plan_key, s.game.key, s.turn, s.phase, side, where)
    found = BOOKS.get(key)
    if found is None:
        found = Book(s.copy(), side)
        BOOKS.put(key, found)
    return found


def _allot(
    mind: NRMind,
    book: Book,
    declared: Sequence[int],
    wanted: Sequence[int],
    room: int,
    markers: int,
    thrift: float,
) -> list[Assault]:
    s, side = book.s, book.side
    left = set(free_units(s, side))
    open_to = {h: [u for u in left if fits(s, u, h)] for h in (*declared, *wanted)}
    made: list[Assault] = []
    found: dict[int, Assault | None] = {}
    while open_to:
        for h in open_to:
            if h not in found:
                found[h] = book.best(h, [u for u in open_to[h] if u in left], weights_at(mind, h), thrift)
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
