"""[11.5] Advance after combat, and the Blitz marker that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.titles.stalins_war import control, fate, movement, stacking, supply
from rasputitsa.titles.stalins_war.actions.combat import Advance, AdvanceAll, EndAdvance, PlaceBlitz
from rasputitsa.titles.stalins_war.combat import blitz, forces, ground
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS, PLACE_NAMES
from rasputitsa.titles.stalins_war.roster import LCU
from rasputitsa.titles.stalins_war.state import FULL, SIDES, Position


def vacated(s: Position) -> bool:
    """11.5.1 Have the defenders retreated or been eliminated? Units that never retreat do not bar the hex after a
    retreat (16.4.3, SW-81); a Festung is never left (11.4.1)."""
    left = forces.holders(s)
    if not left:
        return True
    return s.victor == s.active and s.retreat > 0 and not left & ~forces.STAYING and not ground.ignores_retreat(s)


def why_not_advance(s: Position, unit: int) -> Refusal | None:
    """11.1.8, 11.5.1 The rule that keeps an attacker from entering the vacated hex."""
    name, here = s.name(unit), PLACE_NAMES[s.target]
    if not s.attackers >> unit & 1 or s.place[unit] == s.target:
        return Refusal("11.1.8", f"{name} is no attacker that could advance.")
    if s.festungs >> s.place[unit] & 1:
        return Refusal("16.3.4", "Units never leave a Festung.")
    if movement.closed(s, unit) >> s.target & 1:
        return Refusal("4.4.3" if s.turn == movement.FIRST_TURN else "19.1.1", f"{name} may not enter {here}.")
    if not _supplied_there(s, unit):
        return Refusal("11.5.1", f"{name} could not trace supply from {here}.")
    if not s.blitz >> s.target & 1 and not stacking.fits(s, unit, s.target):
        return Refusal("11.5.1", f"There is no room for {name} in {here}.")
    return None


def _supplied_there(s: Position, unit: int) -> bool:
    """11.5.1.1, SW-52 Would the unit be in full supply in the hex it enters?"""
    key = ("fed there", unit)
    if key not in s.memo:
        there = s.copy()
        there.put(unit, s.target)
        s.memo[key] = supply.status(there, unit) == FULL
    return bool(s.memo[key])


def advancing(s: Position) -> list[int]:
    """The attackers that may still advance."""
    return [unit for unit in bits(s.attackers) if why_not_advance(s, unit) is None] if vacated(s) else []


def enter(s: Position, unit: int) -> None:
    """11.5.1, 16.4.3 A unit enters the vacated hex; whoever had stayed there is eliminated."""
    for left in bits(forces.holders(s)):
        fate.eliminate(s, left)
        forces.fall(s, left, s.target, FULL)
    came_from = s.place[unit]
    s.put(unit, s.target)
    s.advanced |= 1 << unit
    s.say("11.5.1", "{} advances to {}", s.name(unit), PLACE_NAMES[s.target], at=[PLACE_IDS[s.target]])
    control.enter(s, unit, s.target)
    control.stay(s, unit, s.target)
    if blitz.capable(s, unit) and blitz.opens_the_way(s, came_from):
        s.spearhead = 1


class Follow(Choice[Position]):
    """11.5.1, 8.3.3, 7.3.3.2 Attackers that are left may enter the vacated hex, regardless of zones of control and
    without OPS."""

    action = Advance

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in advancing(s)]

    def of(self, s: Position, handle: Handle) -> Iterable[Advance]:
        kind, unit = handle
        return (Advance(unit),) if kind == "piece" and unit in advancing(s) else ()

    def why_not(self, s: Position, action: Advance) -> Refusal | None:
        return why_not_advance(s, action.unit)

    def do(self, s: Position, action: Advance) -> None:
        enter(s, action.unit)


class FollowTogether(Choice[Position]):
    """11.5.1 All attackers of a hex that may enter the vacated hex do so, LCUs first, until it is full."""

    action = AdvanceAll

    def handles(self, s: Position) -> Sequence[Handle]:
        hexes = [s.place[unit] for unit in advancing(s)]
        return [("place", at) for at in sorted(set(hexes)) if hexes.count(at) > 1]

    def of(self, s: Position, handle: Handle) -> Iterable[AdvanceAll]:
        return (AdvanceAll(handle[1]),) if handle in self.handles(s) else ()

    def why_not(self, s: Position, action: AdvanceAll) -> Refusal | None:
        if ("place", action.at) in self.handles(s):
            return None
        return Refusal("11.5.1", f"There are no two units in {PLACE_NAMES[action.at]} that may advance.")

    def do(self, s: Position, action: AdvanceAll) -> None:
        units = s.stack_at(action.at)
        for unit in (*bits(units & LCU), *bits(units & ~LCU)):
            if why_not_advance(s, unit) is None:
                enter(s, unit)


class Marker(Choice[Position]):
    """11.5.2, 11.2.1.14 A Blitz marker once a unit that may exploit has advanced; further units may then exceed
    stacking."""

    action = PlaceBlitz
    rule = "11.5.2"
    label = "Place a Blitz marker"

    def why_not(self, s: Position, action: PlaceBlitz) -> Refusal | None:
        return blitz.why_no_marker(s)

    def do(self, s: Position, action: PlaceBlitz) -> None:
        blitz.place_marker(s)


class EndOfAdvance(Choice[Position]):
    """11.5.2.1 Before the next attack, or the marker is not placed at all."""

    action = EndAdvance
    label = "No more advances"

    def do(self, s: Position, action: EndAdvance) -> None:
        s.pop()


class Advancing(Question[Position]):
    """11.2.1 step 9: the attacker advances and may place a Blitz marker."""

    rule = "11.5.1"
    choices = (Follow, FollowTogether, Marker, EndOfAdvance)

    def side(self, s: Position) -> str | None:
        return SIDES[s.active] if advancing(s) or blitz.why_no_marker(s) is None else None

    def prompt(self, s: Position) -> str:
        return f"Advance into {PLACE_NAMES[s.target]}."


STEPS = (Advancing,)
