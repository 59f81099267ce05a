"""[10.3] Trenches: attempts to build one, their dice, and their removal at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.board.topology import bits
from rasputitsa.kernel import ChanceStep, Handle, Refusal
from rasputitsa.titles.stalins_war import effects, ops
from rasputitsa.titles.stalins_war.actions.movement import Entrench, EntrenchDeep, TrenchDie
from rasputitsa.titles.stalins_war.choices import AtHex
from rasputitsa.titles.stalins_war.components import MARKERS, SIDES, TABLES
from rasputitsa.titles.stalins_war.effect_words import Permission
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.roster import LCU, OF_SIDE
from rasputitsa.titles.stalins_war.state import FULL, Position

_PERMISSION: tuple[Permission, Permission] = ("trenches-axis", "trenches-soviet")
_MARKERS = tuple(MARKERS[f"trench-{side}"].count for side in SIDES)
FACES = range(1, 7)


def limit(side: int) -> int:
    """10.3.2, 10.3.2.1 The trench markers of a side."""
    return _MARKERS[side]


def left(s: Position, side: int) -> int:
    """The trench markers a side can still place."""
    return limit(side) - s.trenches[side].bit_count()


def place(s: Position, side: int, at: int) -> None:
    """A trench marker is placed."""
    s.trenches[side] |= 1 << at
    s.memo.clear()
    s.say("10.3.1", "A trench in {}", PLACE_NAMES[at])


def may_dig(s: Position, at: int) -> Refusal | None:
    """10.3.1, 10.3.1.1, 13.3.3 An attempt needs the event, a marker, and an LCU in supply that has not moved; one a hex
    and round."""
    side, name = s.active, PLACE_NAMES[at]
    if not effects.allowed(s, _PERMISSION[side]):
        return Refusal("10.3.1", f"The {SIDES[side].title()} side may not build trenches yet.")
    diggers = s.stack_at(at) & OF_SIDE[side] & LCU & ~s.moved
    if not diggers:
        return Refusal("10.3.1", f"There is no LCU in {name} that could stay and dig.")
    if any(s.supply[unit] != FULL for unit in bits(diggers)):
        return Refusal("13.3.3", f"The LCU in {name} is out of supply.")
    if (s.trenches[side] | s.digging) >> at & 1:
        return Refusal("10.3.1", f"There is a trench in {name} already, or an attempt to build one.")
    if left(s, side) <= s.digging.bit_count():
        return Refusal("10.3.2", "All trench markers are in use.")
    return None


def _hexes(s: Position) -> int:
    """10.3.1 The hexes with an LCU and no trench yet, once the side may dig and while it has OPS."""
    side = s.active
    if not effects.allowed(s, _PERMISSION[side]) or left(s, side) <= s.digging.bit_count():
        return 0
    return s.lcu_hexes[side] & ops.payable(s) & ~s.trenches[side] & ~s.digging


class Dig(AtHex):
    """10.3.1 An LCU tries to build a trench; it may not move in this round, but it may attack (SW-44)."""

    action = Entrench
    rule = "10.3.1"

    def hexes(self, s: Position) -> int:
        return _hexes(s)

    def of(self, s: Position, handle: Handle) -> Iterable[Entrench]:
        kind, at = handle
        action = Entrench(at)
        return (action,) if kind == "place" and self.why_not(s, action) is None else ()

    def why_not(self, s: Position, action: Entrench) -> Refusal | None:
        return may_dig(s, action.at) or ops.why_not(s, action.at, TABLES.trench.ops)

    def do(self, s: Position, action: Entrench) -> None:
        ops.spend(s, action.at, TABLES.trench.ops)
        s.digging |= 1 << action.at


class DigDeep(AtHex):
    """23.1.3 For a second OPS three is taken off the die."""

    action = EntrenchDeep
    rule = "23.1.3"

    def hexes(self, s: Position) -> int:
        return _hexes(s) if s.game.profile.deep_trenches else 0

    def of(self, s: Position, handle: Handle) -> Iterable[EntrenchDeep]:
        kind, at = handle
        action = EntrenchDeep(at)
        return (action,) if kind == "place" and self.why_not(s, action) is None else ()

    def cost(self) -> int:
        return TABLES.trench.ops + TABLES.trench.optional_ops

    def why_not(self, s: Position, action: EntrenchDeep) -> Refusal | None:
        if not s.game.profile.deep_trenches:
            return Refusal("23.1.3", "The optional rule is not in use.")
        return may_dig(s, action.at) or ops.why_not(s, action.at, self.cost())

    def do(self, s: Position, action: EntrenchDeep) -> None:
        ops.spend(s, action.at, self.cost())
        s.digging |= 1 << action.at
        s.deep |= 1 << action.at


class TrenchDice(ChanceStep[Position]):
    """10.3.1 After all movement a die for each attempt: 1 to 3 builds the trench."""

    rule = "10.3.1"

    def side(self, s: Position) -> str | None:
        return super().side(s) if s.digging else None

    def outcomes(self, s: Position) -> list[tuple[TrenchDie, int]]:  # type: ignore[override]
        at = bits(s.digging)[0]
        return [(TrenchDie(at, face), 1) for face in FACES]

    def apply(self, s: Position, action: TrenchDie) -> None:  # type: ignore[override]
        bit = 1 << action.at
        bonus = TABLES.trench.optional_bonus if s.deep & bit else 0
        s.digging &= ~bit
        s.deep &= ~bit
        if action.face - bonus <= TABLES.trench.die:
            place(s, s.active, action.at)
