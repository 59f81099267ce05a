"""[10.2], 10.4.1 The order of combat: the phasing side puts its battles together and fights them in any order it
likes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import BUTTON, Action, ActionView, Choice, Handle, Question, Refusal, Step
from rasputitsa.kernel.words import count
from rasputitsa.titles.no_retreat.actions.combat import Attack, EndAllocation, Join
from rasputitsa.titles.no_retreat.codes import FOUGHT, SIDES
from rasputitsa.titles.no_retreat.combat import allocate
from rasputitsa.titles.no_retreat.combat.allocate import battle, plan, why_not_close, why_not_join
from rasputitsa.titles.no_retreat.combat.battle import begin
from rasputitsa.titles.no_retreat.combat.odds import previewed
from rasputitsa.titles.no_retreat.state import NoRetreatState


def attack_on(s: NoRetreatState, first: int) -> Attack:
    """The battle of a first hex, as an action."""
    p = plan(s)
    return Attack(tuple(p.of(first)), tuple(p.units[first]))


def joins(s: NoRetreatState, unit: int) -> list[Action]:
    """10.3 The attacks a unit may join."""
    return [Join(unit, h) for h in allocate.candidates(s, unit) if why_not_join(s, unit, h) is None]


def _units(s: NoRetreatState) -> list[int]:
    """Units that might join an attack, those that already attack last (they may take in another hex)."""
    p = plan(s)
    reach = 0
    for h in p.hexes:
        reach |= s.game.move_net.adjacent[h]
    busy = [u for units in p.units.values() for u in units] if len(p.first) > 1 else []
    return [*(u for u in p.free if reach >> s.place[u] & 1), *busy]


class JoinAttack(Choice[NoRetreatState]):
    """10.3, 10.3.2 A unit will attack a hex; if it attacks another already, both become one battle."""

    action = Join

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in _units(s) if allocate.candidates(s, u)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        return joins(s, unit) if kind == "piece" and unit in _units(s) else []

    def why_not(self, s: NoRetreatState, action: Join) -> Refusal | None:
        return why_not_join(s, action.unit, action.hex)

    def do(self, s: NoRetreatState, action: Join) -> None:
        allocate.join(s, action.unit, action.hex)

    def show(self, s: NoRetreatState, action: Join, shown: ActionView) -> None:
        first = s.allocated[action.unit]
        first = plan(s).first[action.hex] if first < 0 else first
        shown.preview = previewed(s, battle(s, first, action.unit, action.hex))
        shown.single = s.allocated[action.unit] < 0 and joins(s, action.unit) == [action]


class Joining(Question[NoRetreatState]):
    """10.3 What both ways of allocating share. A single possibility is no question: it is taken (digital B.5)."""

    def ends(self, s: NoRetreatState) -> list[Action]:
        """The action that ends the joining, once it may be ended."""
        return [action for choice in self.answers[1:] for h in choice.handles(s) for action in choice.of(s, h)]

    def _first_two(self, s: NoRetreatState) -> list[Action]:
        """Two of the legal actions, or as many as there are. Worked out once per position."""
        found: list[Action] | None = s.memo.get("first two")
        if found is None:
            found = s.memo["first two"] = self._find_two(s)
        return found

    def _find_two(self, s: NoRetreatState) -> list[Action]:
        found = self.ends(s)
        for unit in _units(s) if plan(s).hexes else ():
            for hex_ in allocate.candidates(s, unit):
                if why_not_join(s, unit, hex_) is None:
                    found.append(Join(unit, hex_))
                    if len(found) > 1:
                        return found
        return found

    def aims(self, s: NoRetreatState) -> list[int]:
        """digital B.5 The hexes that attackers are picked for, the one that is picked for the player first."""
        p = plan(s)
        return [*p.waiting, *(h for h in p.hexes if h not in p.waiting)]

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(self._first_two(s)) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        found = self._first_two(s)
        if found:
            self.apply(s, found[0])
        else:
            s.pop()

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        """Whether a unit may join is asked only of the pair of unit and hex that was picked."""
        pairs = [(u, h) for u in _units(s) for h in allocate.candidates(s, u)]
        ends = self.ends(s)
        while pairs:
            pick = int(rng.random() * (len(pairs) + len(ends)))
            if pick == len(pairs):
                break
            unit, hex_ = pairs.pop(pick)
            if why_not_join(s, unit, hex_) is None:
                return Join(unit, hex_)
        return ends[0]


# -- [10.2] board: one battle after the other ---------------------------------------------------------------------


class BeginAttack(Choice[NoRetreatState]):
    """10.2, 10.3.1 The battle that was put together begins: all units that joined attack these hexes."""

    action = Attack

    def first(self, s: NoRetreatState) -> int:
        """The battle being put together, or -1."""
        return next(iter(plan(s).units), -1)

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        first = self.first(s)
        return [("place", first)] if first >= 0 and why_not_close(s, first) is None else []

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [attack_on(s, handle[1])] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: Attack) -> Refusal | None:
        first = self.first(s)
        if first < 0:
            return Refusal("10.3", "No unit has joined the attack yet.")
        if action != attack_on(s, first):
            return Refusal("10.2", f"The attack is made as it was put together: {attack_on(s, first)}.")
        return why_not_close(s, first)

    def do(self, s: NoRetreatState, action: Attack) -> None:
        begin(s, action.hexes, action.units)

    def show(self, s: NoRetreatState, action: Attack, shown: ActionView) -> None:
        show_attack(s, action, shown)


def show_attack(s: NoRetreatState, action: Attack, shown: ActionView) -> None:
    """An attack is clicked on its first hex."""
    first = plan(s).first[action.hexes[0]]
    shown.clicks = [s.click(("place", first))]
    shown.preview = previewed(s, battle(s, first))


class Battles(Joining):
    """10.2, 10.3 Board: put a battle together, fight it, go on to the next until every declared hex has been
    attacked."""

    rule = "10.3"
    choices = (JoinAttack, BeginAttack)

    def advance(self, s: NoRetreatState) -> None:
        if not self._first_two(s):
            for h in plan(s).waiting:
                s.say("10.3.1", "Nobody can attack {}", s.game.place_name(h), at=[s.game.place_id(h)])
        super().advance(s)

    def aims(self, s: NoRetreatState) -> list[int]:
        """10.2 The battle that is being put together, or any that may be."""
        first = next(iter(plan(s).units), -1)
        return plan(s).of(first) if first >= 0 else plan(s).waiting

    def prompt(self, s: NoRetreatState) -> str:
        first = next(iter(plan(s).units), -1)
        if first < 0:
            return "Choose a unit and the hex it attacks first."
        return f"Add units to the attack on {s.game.place_name(first)}, or begin it."


# -- digital B.2: all attackers first -----------------------------------------------------------------------------


class AllAllocated(Choice[NoRetreatState]):
    """10.3.1, digital B.2 Every declared hex must be attacked where possible."""

    action = EndAllocation
    label = "All allocated"

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return (BUTTON,) if self.why_not(s, EndAllocation()) is None else ()

    def why_not(self, s: NoRetreatState, action: EndAllocation) -> Refusal | None:
        p = plan(s)
        if len(p.waiting) == allocate.stranded(s, p):
            return None
        return Refusal("10.3.1", "Every declared hex must be attacked where possible.")

    def do(self, s: NoRetreatState, action: EndAllocation) -> None:
        s.pop()


class Allocation(Joining):
    """digital B.2, B.3, B.4 All attackers are allocated before the first battle."""

    rule = "B.2"
    choices = (JoinAttack, AllAllocated)

    def single(self, s: NoRetreatState) -> Join | None:
        """digital B.5 The unit that alone can attack a hex that nobody attacks yet."""
        found = [action for unit in _units(s) for action in joins(s, unit) if isinstance(action, Join)]
        for hex_ in plan(s).waiting:
            here = [action for action in found if action.hex == hex_]
            if len(here) == 1:
                return here[0]
        return None

    def prompt(self, s: NoRetreatState) -> str:
        waiting = plan(s).waiting
        left = count(len(waiting), "hex", "hexes")
        return f"Allocate your attackers ({left} without)." if waiting else "Allocate further attackers."


class FightNext(Choice[NoRetreatState]):
    """10.2, digital B.2 One of the battles that were allocated is fought."""

    action = Attack

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("place", first) for first in plan(s).units]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, first = handle
        return [attack_on(s, first)] if kind == "place" and first in plan(s).units else []

    def why_not(self, s: NoRetreatState, action: Attack) -> Refusal | None:
        if any(action == attack_on(s, first) for first in plan(s).units):
            return None
        return Refusal("10.2", "Choose one of the battles that were allocated.")

    def do(self, s: NoRetreatState, action: Attack) -> None:
        begin(s, action.hexes, action.units)

    def show(self, s: NoRetreatState, action: Attack, shown: ActionView) -> None:
        show_attack(s, action, shown)


class AllocatedBattles(Question[NoRetreatState]):
    """10.2, digital B.2 The battles as allocated, in the order the phasing side chooses. One that has lost its
    attackers or its defenders does not take place."""

    rule = "10.2"
    choices = (FightNext,)

    def aims(self, s: NoRetreatState) -> list[int]:
        return list(plan(s).units)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(plan(s).units) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        first = next(iter(plan(s).units), -1)
        if first < 0:
            s.pop()
        else:
            begin(s, attack_on(s, first).hexes, attack_on(s, first).units)

    def prompt(self, s: NoRetreatState) -> str:
        return "Choose the next battle."


class CombatEnd(Step[NoRetreatState]):
    """10.7, 10.7.3 The phase is over: Counterblows of this phase are gone, those that CB results left wait for the
    enemy's Combat Phase."""

    rule = "10.7"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        s.targets, s.blows, s.next_blows = [], s.next_blows, []
        s.free_blows, s.struck, s.joint, s.phase_mods = 0, 0, [], []
        s.allocated = [-1] * len(s.allocated)
        s.unmark_side(s.phasing, FOUGHT)


STEPS = (Battles, Allocation, AllocatedBattles, CombatEnd)
