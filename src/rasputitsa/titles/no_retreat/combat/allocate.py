"""[10.3], [10.4] Who attacks whom: units join the attack on a hex one by one; a unit that joins the attack on a second
hex makes one battle of the two. Every declared hex must be attacked where that is possible.

In the board edition one battle is put together and fought before the next (10.2); in the digital editions all attackers
are allocated first (digital B.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.kernel import Refusal
from rasputitsa.titles.no_retreat.codes import FOUGHT
from rasputitsa.titles.no_retreat.combat.declare import defenders_of, may_attack
from rasputitsa.titles.no_retreat.combat.matching import matched
from rasputitsa.titles.no_retreat.combat.odds import Battle
from rasputitsa.titles.no_retreat.state import NoRetreatState


class Plan:
    """Who attacks what, as allocated so far."""

    def __init__(self, s: NoRetreatState) -> None:
        struck, place, marks, allocated = s.struck, s.place, s.marks, s.allocated
        self.hexes = [h for h in (*s.targets, *s.blows) if not struck >> h & 1 and defenders_of(s, h)]
        """Hexes that still await their battle."""
        first = dict(s.joint)
        self.first = {h: first.get(h, h) for h in self.hexes}
        """The battle of each hex, named by its first hex."""
        self.units: dict[int, list[int]] = {}
        """The attackers of each battle."""
        self.free: list[int] = []
        """Units that may still join one."""
        for u in s.game.units_of[s.phasing] if self.hexes else ():
            if place[u] >= 0 and not marks[u] & FOUGHT:
                if allocated[u] < 0:
                    self.free.append(u)
                elif self._in_reach(s, u):
                    self.units.setdefault(allocated[u], []).append(u)
        self.waiting = [h for h in self.hexes if self.first[h] not in self.units]
        """Hexes without attackers."""
        if s.game.profile.stack_attacks_together:
            busy = {place[u] for units in self.units.values() for u in units}
            self.unbound = [u for u in self.free if place[u] not in busy]
        else:
            self.unbound = self.free

    def _in_reach(self, s: NoRetreatState, unit: int) -> bool:
        near = s.game.move_net.adjacent[s.place[unit]]
        battle = self.of(s.allocated[unit])
        return bool(battle) and all(near >> h & 1 for h in battle)

    def of(self, first: int) -> list[int]:
        """The hexes of a battle."""
        return [h for h in self.hexes if self.first[h] == first]


def plan(s: NoRetreatState) -> Plan:
    """The allocation as it stands, worked out once per position."""
    found: Plan | None = s.memo.get("plan")
    if found is None:
        found = s.memo["plan"] = Plan(s)
    return found


# -- [10.3] conditions --------------------------------------------------------------------------------------------


def fits(s: NoRetreatState, unit: int, hex_: int) -> bool:
    """10.3.3, 10.1.1, 10.1.2 Could this unit take part in an attack on a hex? It must be adjacent; only a Counterblow
    is answered by disorganized and white units."""
    return bool(s.game.move_net.adjacent[hex_] >> s.place[unit] & 1) and (hex_ in s.blows or may_attack(s, unit))


def takes(s: NoRetreatState, p: Plan, first: int, hex_: int) -> bool:
    """10.3.2, 10.3.3, digital B.4 Could a battle be fought against this hex too? All its attackers must fit; in the
    digital editions a battle has one Target at most."""
    if s.game.profile.allocate_first and hex_ in s.targets and any(h in s.targets for h in p.of(first)):
        return False
    return all(fits(s, u, hex_) for u in p.units[first])


def stranded(s: NoRetreatState, p: Plan) -> int:
    """10.3.1 How many of the waiting hexes nobody could attack any more."""
    if s.game.profile.allocate_first:
        return _stranded_digital(s, p)
    return sum(not _coverable(s, p, h) for h in p.waiting)


def _coverable(s: NoRetreatState, p: Plan, hex_: int) -> bool:
    return any(fits(s, u, hex_) for u in p.unbound) or any(takes(s, p, first, hex_) for first in p.units)


def _stranded_digital(s: NoRetreatState, p: Plan) -> int:
    """digital B.2, B.3, B.4 The same, where every Target needs an attacker (1.1: a stack) of its own."""
    together = s.game.profile.stack_attacks_together

    def leaders(hex_: int) -> Iterator[int]:
        yield from (s.place[u] if together else u for u in p.unbound if fits(s, u, hex_))
        yield from (-1 - first for first in p.units if takes(s, p, first, hex_))

    targets = [h for h in p.waiting if h in s.targets]
    blows = [h for h in p.waiting if h in s.blows]
    return len(targets) - matched(targets, leaders) + sum(not _coverable(s, p, h) for h in blows)


# -- joining ------------------------------------------------------------------------------------------------------


def candidates(s: NoRetreatState, unit: int) -> list[int]:
    """The hexes a unit might join the attack on; whether others would go without is not looked at."""
    p = plan(s)
    if unit in p.free:
        hexes = p.hexes if s.game.profile.allocate_first or not p.units else p.of(next(iter(p.units)))
        return [h for h in hexes if _why_not_fit(s, p, unit, h) is None]
    first = s.allocated[unit]
    return [h for h in p.hexes if unit in p.units.get(first, ()) and _why_not_merge(s, p, first, h) is None]


def why_not_join(s: NoRetreatState, unit: int, hex_: int) -> Refusal | None:
    """10.3, 10.4 The rule that forbids a unit to join an attack."""
    p, name = plan(s), s.game.names[unit]
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0:
        return Refusal("10.3", f"{name} cannot attack.")
    if s.marks[unit] & FOUGHT:
        return Refusal("10.3.4", f"{name} has attacked already in this phase.")
    if hex_ not in p.first:
        return Refusal("10.1", f"{s.game.place_name(hex_)} was not declared, or has had its battle.")
    if s.allocated[unit] < 0:
        refusal = _why_not_fit(s, p, unit, hex_)
    else:
        refusal = _why_not_merge(s, p, s.allocated[unit], hex_)
    return refusal or _why_not_leave(s, p, unit, hex_)


def _why_not_fit(s: NoRetreatState, p: Plan, unit: int, hex_: int) -> Refusal | None:
    """10.3.3, 10.3.5, 10.1.1, digital B.3, E.1 Adjacent to every hex of the battle and able. Units of a stack are free
    to attack different hexes or none; in digital 1.1 they attack the same."""
    name, first = s.game.names[unit], p.first[hex_]
    if not s.game.profile.allocate_first and p.units and first not in p.units:
        return Refusal("10.2", f"Finish the attack on {s.game.place_name(next(iter(p.units)))} first.")
    for other in p.of(first):
        if not s.game.move_net.adjacent[other] >> s.place[unit] & 1:
            return Refusal("10.3.3", f"{name} is not adjacent to {s.game.place_name(other)}.")
        if other in s.targets and not may_attack(s, unit):
            return Refusal("10.1.1", f"{name} is disorganized or of white strength: it only answers Counterblows.")
    if unit not in p.unbound and all(s.place[u] != s.place[unit] for u in p.units.get(first, ())):
        return Refusal("B.3", f"{name} may only attack the hex its stack attacks.")
    return None


def _why_not_merge(s: NoRetreatState, p: Plan, first: int, hex_: int) -> Refusal | None:
    """10.3.2, 10.3.3, digital B.4 Two battles become one if every attacker is adjacent to every hex."""
    other = p.first[hex_]
    if other == first:
        return Refusal("10.3.4", "That unit takes part in this attack already.")
    if first not in p.units:
        return Refusal("10.3.3", "That unit is not adjacent to all hexes of its battle any more.")
    here, there = p.of(first), p.of(other)
    if s.game.profile.allocate_first and sum(h in s.targets for h in (*here, *there)) > 1:
        return Refusal("B.4", "A battle has one Target at most, besides Counterblow hexes.")
    for hexes, units in ((there, p.units[first]), (here, p.units.get(other, ()))):
        for u in units:
            if not all(fits(s, u, h) for h in hexes):
                return Refusal("10.3.3", f"{s.game.names[u]} cannot attack all these hexes at once.")
    return None


def _why_not_leave(s: NoRetreatState, p: Plan, unit: int, hex_: int) -> Refusal | None:
    """10.3.1 All declared hexes must be attacked: a unit that another one depends on is not free."""
    others = [h for h in p.waiting if h != hex_]
    if not others:
        return None
    if not s.game.profile.allocate_first and all(any(fits(s, u, h) for u in p.unbound if u != unit) for h in others):
        return None
    before = stranded(s, p)
    allocated, joint = s.allocated[:], s.joint[:]
    join(s, unit, hex_)
    after = stranded(s, Plan(s))
    s.allocated, s.joint = allocated, joint
    if after <= before:
        return None
    return Refusal("10.3.1", f"{s.game.names[unit]} is needed to attack another declared hex.")


def join(s: NoRetreatState, unit: int, hex_: int) -> None:
    """10.3.2 A unit joins an attack, or joins two of them together."""
    first = dict(s.joint).get(hex_, hex_)
    mine = s.allocated[unit]
    if mine < 0:
        s.allocated[unit] = first
        return
    s.allocated = [mine if at == first else at for at in s.allocated]
    s.joint = [(h, mine if at == first else at) for h, at in s.joint] + [(first, mine)]


def why_not_close(s: NoRetreatState, first: int) -> Refusal | None:
    """10.3.1 A battle may begin if no hex is left that only its attackers could attack together with it."""
    p = plan(s)
    for h in p.waiting:
        if not any(fits(s, u, h) for u in p.unbound) and takes(s, p, first, h):
            return Refusal("10.3.1", f"{s.game.place_name(h)} must be attacked too, in the same battle.")
    return None


def battle(s: NoRetreatState, first: int, joining: int = -1, hex_: int = -1) -> Battle:
    """The battle of a first hex as allocated so far, or as it would be if a unit joined (for previews)."""
    p = plan(s)
    fields = p.of(first) or [first]
    units = [*p.units.get(first, ())]
    if joining >= 0 and joining not in units:
        units.append(joining)
    if hex_ >= 0 and hex_ not in fields:
        fields = [*fields, *p.of(p.first[hex_])]
        units += [u for u in p.units.get(p.first[hex_], ()) if u not in units]
    return Battle(s.phasing, units, [u for h in fields for u in defenders_of(s, h)], fields)
