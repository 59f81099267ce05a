"""[7.3.5, 11.1] Which hexes fight: Combat markers, then the attacks of a round one after the other, each with the units
its player names (11.2.1 step 1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import BUTTON, Choice, Handle, Question, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.stalins_war import effects, ops
from rasputitsa.titles.stalins_war.actions.combat import (
    AttackHex,
    EndAttacks,
    EndMarking,
    Join,
    JoinAll,
    Launch,
    MarkCombat,
    MarkPair,
)
from rasputitsa.titles.stalins_war.combat import eligibility, forces, preview
from rasputitsa.titles.stalins_war.combat.procedure import Procedure
from rasputitsa.titles.stalins_war.effect_kinds import PairedAttack
from rasputitsa.titles.stalins_war.mapboard import NEXT, PLACE_IDS, PLACE_NAMES
from rasputitsa.titles.stalins_war.state import SIDES, Position

_OWED = Refusal("7.5.1a", "One hex with a Soviet unit that has just advanced must be attacked.")


# -- [7.3.5] Combat markers -----------------------------------------------------------------------------------------


def markable(s: Position) -> int:
    """7.3.5 The hexes where a marker means something: with a unit that may attack, even if no enemy is near it yet."""
    found = s.memo.get("markable")
    if found is None:
        found = s.memo["markable"] = mask_of(s.place[unit] for unit in bits(eligibility.able(s)))
    return int(found) & ~s.combat


def pair_cost(s: Position) -> int | None:
    """Soviet 9: what two adjacent hexes cost together, or None without the event."""
    return next((effect.cost for effect, _ in effects.active(s, PairedAttack)), None)


class Mark(Choice[Position]):
    """7.3.5 A Combat marker for 1 OPS."""

    action = MarkCombat

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", place) for place in bits(markable(s) & ops.payable(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[MarkCombat]:
        kind, place = handle
        if kind != "place" or self.why_not(s, MarkCombat(place)):
            return ()
        return (MarkCombat(place),)

    def why_not(self, s: Position, action: MarkCombat) -> Refusal | None:
        if s.combat >> action.at & 1:
            return Refusal("7.3.5", f"There is a Combat marker in {PLACE_NAMES[action.at]} already.")
        if not markable(s) >> action.at & 1:
            return Refusal("7.3.5", f"No unit in {PLACE_NAMES[action.at]} may attack.")
        return ops.why_not(s, action.at)

    def do(self, s: Position, action: MarkCombat) -> None:
        ops.spend(s, action.at)
        s.combat |= 1 << action.at
        s.say("7.3.5", "Combat marker in {}", PLACE_NAMES[action.at], at=[PLACE_IDS[action.at]])


class Pair(Choice[Position]):
    """C.2 Soviet 9: two adjacent hexes are activated for one attack on a hex next to both."""

    action = MarkPair
    rule = "11.1.3"

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", place) for place in bits(self._hexes(s))] if pair_cost(s) is not None else ()

    def _hexes(self, s: Position) -> int:
        return markable(s) & ops.payable(s)

    def of(self, s: Position, handle: Handle) -> Iterable[MarkPair]:
        kind, place = handle
        if kind != "place" or pair_cost(s) is None:
            return ()
        pairs = [MarkPair(place, other) for other in bits(NEXT[place])]
        return [pair for pair in pairs if self.why_not(s, pair) is None]

    def why_not(self, s: Position, action: MarkPair) -> Refusal | None:
        cost, first, second = pair_cost(s), action.first, action.second
        if cost is None:
            return Refusal("11.1.3", "Two hexes are activated together only by the Zhukov event.")
        if first >= second or not NEXT[first] >> second & 1:
            return Refusal("11.1.3", "Two adjacent hexes, the lower number first.")
        if not markable(s) >> first & markable(s) >> second & 1:
            return Refusal("7.3.5", "Both hexes need a unit that may attack, and no Combat marker.")
        if 1 << first | 1 << second in s.pairs:
            return Refusal("7.3.5", "These two hexes are activated already.")
        return ops.why_not(s, first, cost)

    def do(self, s: Position, action: MarkPair) -> None:
        ops.spend(s, action.first, pair_cost(s) or 0)
        s.pairs.append(1 << action.first | 1 << action.second)
        s.say("11.1.3", "{} and {} may attack together", PLACE_NAMES[action.first], PLACE_NAMES[action.second])


class EndOfMarking(Choice[Position]):
    """7.3.5 All markers are placed before the first combat."""

    action = EndMarking
    label = "No more Combat markers"

    def why_not(self, s: Position, action: EndMarking) -> Refusal | None:
        """Axis 33: markers must allow the attack that is owed, as long as there are OPS for one that would."""
        owed = eligibility.owed_targets(s)
        if not owed or eligibility.possible_targets(s) & owed:
            return None
        near = [unit for unit in bits(eligibility.able(s)) if eligibility.targets_of(s, unit) & owed]
        return _OWED if any(ops.payable(s) >> s.place[unit] & 1 for unit in near) else None

    def do(self, s: Position, action: EndMarking) -> None:
        s.pop()


class Marking(Question[Position]):
    """7.3.5 After all movement, OPS that are left place Combat markers."""

    rule = "7.3.5"
    choices = (Mark, Pair, EndOfMarking)

    def side(self, s: Position) -> str | None:
        open_to = ops.payable(s)
        return SIDES[s.active] if open_to and markable(s) & open_to else None

    def prompt(self, s: Position) -> str:
        return f"Place Combat markers: {s.ops} OPS and {s.banked[s.active]} Banked OPS are left."


# -- [11.1] attacks -------------------------------------------------------------------------------------------------


class Target(Choice[Position]):
    """11.1.4 A hex is attacked, once in a round."""

    action = AttackHex

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", place) for place in bits(eligibility.possible_targets(s))]

    def of(self, s: Position, handle: Handle) -> Iterable[AttackHex]:
        kind, place = handle
        if kind != "place" or not eligibility.possible_targets(s) >> place & 1:
            return ()
        return (AttackHex(place),)

    def why_not(self, s: Position, action: AttackHex) -> Refusal | None:
        return eligibility.why_not_target(s, action.at)

    def do(self, s: Position, action: AttackHex) -> None:
        forces.oppose(s, action.at, 0)
        s.push(Designating)

    def show(self, s: Position, action: AttackHex, shown: ActionView) -> None:
        shown.preview["odds"] = preview.odds(s, action.at, eligibility.all_that_join(s, 0, action.at))


class EndOfAttacks(Choice[Position]):
    """7.3.5 Combat is voluntary."""

    action = EndAttacks
    label = "No more attacks"

    def why_not(self, s: Position, action: EndAttacks) -> Refusal | None:
        """Axis 33: not before one of the hexes owed has been attacked, if that is possible."""
        return _OWED if eligibility.possible_targets(s) & eligibility.owed_targets(s) else None

    def do(self, s: Position, action: EndAttacks) -> None:
        s.pop()


class Attacks(Question[Position]):
    """11.1 Units in marked hexes attack, combat by combat."""

    rule = "11.1.1"
    choices = (Target, EndOfAttacks)

    def side(self, s: Position) -> str | None:
        return SIDES[s.active] if eligibility.possible_targets(s) else None

    def prompt(self, s: Position) -> str:
        return "Choose a hex to attack, or end your attacks."


# -- [11.2.1] step 1: the attackers ---------------------------------------------------------------------------------


class JoinUnit(Choice[Position]):
    """11.1.5 A unit attacks; others of its hex need not."""

    action = Join

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(eligibility.attackers(s) & ~s.attackers)]

    def of(self, s: Position, handle: Handle) -> Iterable[Join]:
        kind, unit = handle
        return (Join(unit),) if kind == "piece" and self.why_not(s, Join(unit)) is None else ()

    def why_not(self, s: Position, action: Join) -> Refusal | None:
        return eligibility.why_not_join(s, action.unit, s.attackers, s.target)

    def do(self, s: Position, action: Join) -> None:
        s.attackers |= 1 << action.unit

    def show(self, s: Position, action: Join, shown: ActionView) -> None:
        shown.preview["odds"] = preview.odds(s, s.target, s.attackers | 1 << action.unit)


class JoinStack(Choice[Position]):
    """11.1.5 All units of a hex that can attack together do so."""

    action = JoinAll

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("place", place) for place in bits(eligibility.marked(s) & NEXT[s.target])]

    def of(self, s: Position, handle: Handle) -> Iterable[JoinAll]:
        kind, place = handle
        return (JoinAll(place),) if kind == "place" and self.why_not(s, JoinAll(place)) is None else ()

    def _units(self, s: Position, place: int) -> int:
        return eligibility.stack_that_joins(s, place, s.attackers, s.target)

    def why_not(self, s: Position, action: JoinAll) -> Refusal | None:
        if self._units(s, action.at).bit_count() > 1:
            return None
        return Refusal("11.1.1", f"There are no two units in {PLACE_NAMES[action.at]} that can join the attack.")

    def do(self, s: Position, action: JoinAll) -> None:
        s.attackers |= self._units(s, action.at)

    def show(self, s: Position, action: JoinAll, shown: ActionView) -> None:
        shown.preview["odds"] = preview.odds(s, s.target, s.attackers | self._units(s, action.at))


class LaunchAttack(Choice[Position]):
    """11.2.1 step 1: attackers and hex are named; the supply of the defenders is found."""

    action = Launch
    label = "Attack"

    def why_not(self, s: Position, action: Launch) -> Refusal | None:
        return None if s.attackers else Refusal("11.2.1", "Name the units that attack.")

    def do(self, s: Position, action: Launch) -> None:
        s.pop()
        launch(s)

    def show(self, s: Position, action: Launch, shown: ActionView) -> None:
        shown.preview["odds"] = preview.odds(s, s.target, s.attackers)


class Designating(Question[Position]):
    """11.2.1 step 1: the active player names the units that attack."""

    rule = "11.2.1"
    choices = (JoinUnit, JoinStack, LaunchAttack)

    def side(self, s: Position) -> str:
        return SIDES[s.active]

    def handles(self, s: Position) -> Sequence[Handle]:
        return [*super().handles(s)] if s.attackers else [h for h in super().handles(s) if h != BUTTON]

    def prompt(self, s: Position) -> str:
        return f"Name the units that attack {PLACE_NAMES[s.target]}."


def launch(s: Position) -> None:
    """11.1.4, 11.1.6 The hex counts as attacked and the units as having fought, whatever comes of it."""
    bit = 1 << s.target
    pair = eligibility.pair_used(s, s.attackers, s.target) or 0
    if pair:
        s.pairs.remove(pair)
    s.paired = pair if pair & ~forces.attack_hexes(s) == 0 else 0
    s.fought |= s.attackers
    s.attacked_twice |= s.attacked & bit
    s.attacked |= bit
    s.answered |= int(bool((s.defenders | s.bystanders) & s.advanced_before))
    names = ", ".join(s.name(unit) for unit in bits(s.attackers))
    verb = "attack" if s.attackers & s.attackers - 1 else "attacks"
    s.say("11.2.1", "{} {} {}", names, verb, PLACE_NAMES[s.target], at=[PLACE_IDS[s.target]])
    forces.engage(s)
    s.push(Procedure, 0)


STEPS = (Marking, Attacks, Designating)
