"""[10.2] The order of combat: the phasing side puts its battles together and fights them in any order it likes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.titles.no_retreat.ch10_combat import allocate
from rasputitsa.titles.no_retreat.ch10_combat.allocate import (
    Attack,
    Join,
    battle,
    plan,
    why_not_close,
    why_not_join,
)
from rasputitsa.titles.no_retreat.ch10_combat.battle import begin
from rasputitsa.titles.no_retreat.ch10_combat.odds import odds
from rasputitsa.titles.no_retreat.state import FOUGHT, SIDES, NoRetreatState


class EndAllocation(Action, frozen=True):
    form = "all attackers allocated"


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


class _Joining(Step[NoRetreatState]):
    """What both ways of allocating share. A single possibility is no question: it is taken (digital B.5)."""

    def _choices(self, s: NoRetreatState) -> list[Action]:
        """Two of the legal actions, or as many as there are."""
        found: list[Action] | None = s.memo.get("choices")
        if found is None:
            found = s.memo["choices"] = self._first_two(s)
        return found

    def _first_two(self, s: NoRetreatState) -> list[Action]:
        found = [self._end(s)] if self._ready(s) else []
        for unit in _units(s) if plan(s).hexes else ():
            for hex_ in allocate.candidates(s, unit):
                if why_not_join(s, unit, hex_) is None:
                    found.append(Join(unit, hex_))
                    if len(found) > 1:
                        return found
        return found

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(self._choices(s)) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        found = self._choices(s)
        if found:
            self.apply(s, found[0])
        else:
            s.pop()

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        pieces: list[Handle] = [("piece", u) for u in _units(s) if allocate.candidates(s, u)]
        return [*pieces, *self._ready(s)]

    def _ready(self, s: NoRetreatState) -> list[Handle]:
        """The click that ends the joining."""
        raise NotImplementedError

    def _end(self, s: NoRetreatState) -> Action:
        raise NotImplementedError

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        pairs = [(u, h) for u in _units(s) for h in allocate.candidates(s, u)]
        done = bool(self._ready(s))
        while pairs:
            pick = int(rng.random() * (len(pairs) + done))
            if pick == len(pairs):
                break
            unit, hex_ = pairs.pop(pick)
            if why_not_join(s, unit, hex_) is None:
                return Join(unit, hex_)
        return self._end(s)

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, what = handle
        if kind == "piece":
            return joins(s, what) if what in _units(s) else []
        return [self._end(s)] if handle in self._ready(s) else []

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, Join):
            first = s.allocated[action.unit]
            first = plan(s).first[action.hex] if first < 0 else first
            shown.preview["odds"] = odds(s, battle(s, first, action.unit, action.hex))
        elif isinstance(action, Attack):
            first = plan(s).first[action.hexes[0]]
            shown.clicks = [s.click(("place", first))]
            shown.preview["odds"] = odds(s, battle(s, first))
        return shown


class Battles(_Joining):
    """10.2, 10.3 Board: put a battle together, fight it, go on to the next until every declared hex has been
    attacked."""

    rule = "10.3"

    def _first(self, s: NoRetreatState) -> int:
        """The battle being put together, or -1."""
        return next(iter(plan(s).units), -1)

    def advance(self, s: NoRetreatState) -> None:
        if not self._choices(s):
            for h in plan(s).waiting:
                s.say("10.3.1", "Nobody can attack {}", s.game.place_name(h), at=[s.game.place_id(h)])
        super().advance(s)

    def _ready(self, s: NoRetreatState) -> list[Handle]:
        first = self._first(s)
        return [("place", first)] if first >= 0 and why_not_close(s, first) is None else []

    def _end(self, s: NoRetreatState) -> Action:
        return attack_on(s, self._first(s))

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Join):
            return why_not_join(s, action.unit, action.hex)
        if not isinstance(action, Attack):
            return Refusal(self.rule, "Choose the units that attack.")
        first = self._first(s)
        if first < 0:
            return Refusal("10.3", "No unit has joined the attack yet.")
        if action != attack_on(s, first):
            return Refusal("10.2", f"The attack is made as it was put together: {attack_on(s, first)}.")
        return why_not_close(s, first)

    def apply(self, s: NoRetreatState, action: Action) -> None:
        if isinstance(action, Join):
            allocate.join(s, action.unit, action.hex)
        else:
            assert isinstance(action, Attack)
            begin(s, action.hexes, action.units)

    def prompt(self, s: NoRetreatState) -> str:
        first = self._first(s)
        if first < 0:
            return "Choose a unit and the hex it attacks first."
        return f"Add units to the attack on {s.game.place_name(first)}, or begin it."


class Allocation(_Joining):
    """digital B.2, B.3, B.4 All attackers are allocated before the first battle."""

    rule = "B.2"

    def _ready(self, s: NoRetreatState) -> list[Handle]:
        p = plan(s)
        return [("button", 0)] if len(p.waiting) == allocate.stranded(s, p) else []

    def _end(self, s: NoRetreatState) -> Action:
        return EndAllocation()

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Join):
            return why_not_join(s, action.unit, action.hex)
        if not isinstance(action, EndAllocation):
            return Refusal(self.rule, "Allocate your attackers first.")
        return None if self._ready(s) else Refusal("10.3.1", "Every declared hex must be attacked where possible.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        if isinstance(action, Join):
            allocate.join(s, action.unit, action.hex)
        else:
            s.pop()

    def prompt(self, s: NoRetreatState) -> str:
        waiting = plan(s).waiting
        return f"Allocate your attackers ({len(waiting)} hexes without)." if waiting else "Allocate further attackers."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, EndAllocation):
            shown.label = "All allocated"
        return shown


class AllocatedBattles(Step[NoRetreatState]):
    """10.2, digital B.2 The battles as allocated, in the order the phasing side chooses. One that has lost its
    attackers or its defenders does not take place."""

    rule = "10.2"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if len(plan(s).units) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        first = next(iter(plan(s).units), -1)
        if first < 0:
            s.pop()
        else:
            begin(s, attack_on(s, first).hexes, attack_on(s, first).units)

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("place", first) for first in plan(s).units]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, first = handle
        return [attack_on(s, first)] if kind == "place" and first in plan(s).units else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Attack) and any(action == attack_on(s, first) for first in plan(s).units):
            return None
        return Refusal("10.2", "Choose one of the battles that were allocated.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, Attack)
        begin(s, action.hexes, action.units)

    def prompt(self, s: NoRetreatState) -> str:
        return "Choose the next battle."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, Attack):
            shown.clicks = [s.click(("place", plan(s).first[action.hexes[0]]))]
            shown.preview["odds"] = odds(s, battle(s, plan(s).first[action.hexes[0]]))
        return shown


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
ACTIONS = (EndAllocation,)
