"""[14.12] The Soviet Strategic Reserve.

What chapter 14 says of single units is found where it applies: forts in 7.5 and 10.7.4, allies, cadres and the
Luftwaffe in `elimination`, armor, SS and Shock units in chapter 10, Yugoslavs in 7.5 and 13.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import rail, supply
from rasputitsa.titles.no_retreat.actions.movement import Detrain, Hold, LeaveReserve
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import AXIS, RAIL, SIDES, SOVIET, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.state import NoRetreatState


def why_not_hold(s: NoRetreatState, unit: int) -> Refusal | None:
    """14.12.1, 14.12.1.1, 14.12.1.2, 14.12.1.3 A supplied mobile Soviet unit on the map, if the Rail Movement Box has
    room; or another unit in the box."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != SOVIET or unit == s.reserve:
        return Refusal("14.12.1", f"{name} cannot become the Strategic Reserve.")
    if s.place[unit] == RAIL:
        return None if unit in rail.may_detrain(s, SOVIET) else Refusal("14.12.1", f"{name} is no unit.")
    if s.place[unit] < 0 or s.game.move[s.full[unit]][unit] == 0:
        return Refusal("14.12.1", f"{name} is not a mobile unit on the map.")
    if lasting.rail_blocked(s, SOVIET):
        return Refusal("9.1", "The enemy has cut the railways for this turn.")
    if len(rail.may_detrain(s, SOVIET)) >= rail.CAPACITY:
        return Refusal("9.1.2", "Three units are in the Rail Movement Box already.")
    if s.marks[unit] & UNSUPPLIED or not supply.in_supply(s, unit):
        return Refusal("14.12.1", f"{name} is not in supply.")
    return None


def _may_wait(s: NoRetreatState, unit: int) -> bool:
    """14.12.1 Is this unit mobile, and not marked as unsupplied?"""
    return s.game.move[s.full[unit]][unit] > 0 and not s.marks[unit] & UNSUPPLIED


def holdable(s: NoRetreatState) -> list[int]:
    """14.12.1 The units that may become the Strategic Reserve. Worked out once per position."""
    found: list[int] | None = s.memo.get("holdable")
    if found is None:
        boxed = rail.may_detrain(s, SOVIET)
        shut = len(boxed) >= rail.CAPACITY or lasting.rail_blocked(s, SOVIET)
        units = [] if shut else [u for u in supply.units_in_supply(s, SOVIET) if _may_wait(s, u)]
        found = s.memo["holdable"] = [*units, *(u for u in boxed if u != s.reserve)]
    return found


class HoldUnit(UnitChoice):
    """14.12.1 A unit becomes the Strategic Reserve and waits in the Rail Movement Box."""

    action = Hold
    label = "Strategic Reserve"

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return holdable(s)

    def why_not(self, s: NoRetreatState, action: Hold) -> Refusal | None:
        return why_not_hold(s, action.unit)

    def do(self, s: NoRetreatState, action: Hold) -> None:
        s.pop()
        s.say("14.12.1", "{} is held in reserve", s.game.names[action.unit])
        s.put(action.unit, RAIL)
        s.reserve = action.unit


class LeaveItAsItIs(Choice[NoRetreatState]):
    """14.12.1 The marker may stay where it is."""

    action = LeaveReserve
    label = "Leave the reserve"

    def do(self, s: NoRetreatState, action: LeaveReserve) -> None:
        s.pop()


class StrategicReserve(Question[NoRetreatState]):
    """14.12, 14.12.1, digital V02.12 digital O.6 At the very end of a Soviet Movement Phase, from turn 4 on, the marker
    goes on a unit, which waits in the Rail Movement Box; or from one unit there to another."""

    rule = "14.12.1"
    choices = (HoldUnit, LeaveItAsItIs)

    def side(self, s: NoRetreatState) -> str | None:
        begun = s.game.profile.reserve_any_turn or in_effect("strategic-reserve", s.turn)
        open_now = s.phasing == SOVIET and begun
        return SIDES[SOVIET] if open_now and holdable(s) else None

    def prompt(self, s: NoRetreatState) -> str:
        return "Name a unit for the Strategic Reserve."


class DetrainReserve(Choice[NoRetreatState]):
    """14.12.2 The Strategic Reserve comes back onto the map as by 9.2."""

    action = Detrain

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return (("piece", s.reserve),)

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        places = bits(rail.detrain_places(s, SOVIET)) if handle == ("piece", s.reserve) else []
        return [Detrain(s.reserve, to) for to in places]

    def why_not(self, s: NoRetreatState, action: Detrain) -> Refusal | None:
        if action.unit != s.reserve:
            return Refusal("14.12.2", f"{s.game.names[action.unit]} is not the Strategic Reserve.")
        return rail.why_not_detrain(s, action.unit, action.to)

    def do(self, s: NoRetreatState, action: Detrain) -> None:
        s.pop()
        rail.detrain(s, action.unit, action.to)


class KeepReserve(LeaveItAsItIs):
    """14.12.2 The Strategic Reserve may stay in its box."""

    label = "Keep the reserve"


class ReserveReturns(Question[NoRetreatState]):
    """14.12.2 At the end of the Axis Detraining Phase, after the Axis, the Strategic Reserve may come back as by 9.2.
    (In the Soviet one it detrains like any other unit.)"""

    rule = "14.12.2"
    choices = (DetrainReserve, KeepReserve)

    def side(self, s: NoRetreatState) -> str | None:
        waits = s.phasing == AXIS and s.reserve >= 0
        return SIDES[SOVIET] if waits and rail.detrain_places(s, SOVIET) else None

    def prompt(self, s: NoRetreatState) -> str:
        return f"Bring {s.game.names[s.reserve]} back from the Strategic Reserve?"


STEPS = (StrategicReserve, ReserveReturns)
