"""[7.0] The Logistics Phase: pause or leader activation, Logistics Value, regenerating HQs and replacing steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import Done, Lead, Pause, Regenerate, Replace
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    COMBAT,
    FIRE,
    FULL,
    GUDERIAN,
    HQS,
    LEADER,
    OF_SIDE,
    SIDE,
    SIDES,
    SOVIET,
    THE_SIDES,
    N,
    higher,
    lower,
    piece_name,
)
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.mapboard import ELIMINATED
from rasputitsa.titles.kiev41.reinforcements import Reinforcements
from rasputitsa.titles.kiev41.state import SUNK, Kiev
from rasputitsa.titles.kiev41.supply import active_discs
from rasputitsa.titles.kiev41.victory import victory_points
from rasputitsa.titles.kiev41.weather import RAIN, bad_weather, halved

ELIMINATED_PER_POINT = 10


def eliminated(s: Kiev, side: int) -> int:
    """10.15.3, 7.2.1.3 How many blocks (and fleets) of a side are out of the game for good."""
    fleets = sum(place == SUNK for place in s.fleets) if side == SOVIET else 0
    return fleets + sum(s.place[b] == ELIMINATED for b in bits(OF_SIDE[side]))


def working_hqs(s: Kiev, side: int) -> int:
    """7.2.1, 7.2.1.2 HQs deployed and not exhausted, Guderian and the LW HQs among them."""
    guderian = 1 << GUDERIAN if side == AXIS else 0
    return sum(1 for b in bits(HQS & OF_SIDE[side] & (s.on_map | guderian)) if s.strength[b])


def full_value(s: Kiev, side: int) -> int:
    """7.2.1, 7.2.1.3, 7.2.1.4 Leader, HQs, Victory Areas, every ten eliminated enemies, and for the Soviets their
    active discs."""
    value = s.strength[LEADER[side]] + working_hqs(s, side) + victory_points(s, side)
    value += eliminated(s, 1 - side) // ELIMINATED_PER_POINT
    return value + active_discs(s) if side == SOVIET else value


def logistics_value(s: Kiev, side: int) -> int:
    """7.2.1, 7.2.1.1, 14.5.2 The Logistics Value: halved for both in rain, for the Axis in snow."""
    value = full_value(s, side)
    return halved(value) if s.weather == RAIN or (bad_weather(s) and side == AXIS) else value


class DeclarePause(Choice[Kiev]):
    """7.1 The leader is regenerated to full strength instead of being activated."""

    action = Pause
    rule = "7.1"

    def do(self, s: Kiev, action: Pause) -> None:
        side = s.frame[1]
        s.strength[LEADER[side]] = FULL[LEADER[side]]
        s.say("7.1", "{} declare a Logistics Pause", THE_SIDES[side])
        s.pop()

    def show(self, s: Kiev, action: Pause, shown: ActionView) -> None:
        shown.label = f"Pause: restore {BLOCKS[LEADER[s.frame[1]]].id}"


class ActivateLeader(Choice[Kiev]):
    """7.2, 7.2.3 The leader is revealed, and his Logistics Value counted once for all that follows."""

    action = Lead
    rule = "7.2"

    def do(self, s: Kiev, action: Lead) -> None:
        side = s.frame[1]
        s.revealed |= 1 << LEADER[side]
        s.points = logistics_value(s, side)
        s.say("7.2", "{} activate {}", THE_SIDES[side], BLOCKS[LEADER[side]].name)
        s.goto(side, 1)

    def show(self, s: Kiev, action: Lead, shown: ActionView) -> None:
        side = s.frame[1]
        shown.label = f"Activate {BLOCKS[LEADER[side]].id} (LV {logistics_value(s, side)})"


class Logistics(Question[Kiev]):
    """7.0, 7.2.4, 7.2.5 A player declares a Logistics Pause or activates his Supreme Leader. Frame: side, stage."""

    rule = "7.0"
    choices = (DeclarePause, ActivateLeader)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.frame[1]] if s.frame[2] == 0 else None

    def advance(self, s: Kiev) -> None:
        """7.2 The leader is active: HQs, then replacements, then reinforcements; at the end he is reduced."""
        _, side, stage = s.frame
        s.goto(side, stage + 1)
        value = s.points
        if stage == 1:
            s.push(Regeneration, side, value)
        elif stage == 2:
            s.push(Replacements, side, value)
        elif stage == 3:
            s.push(Reinforcements, side, value)
        else:
            self.reduce_leader(s, side)
            s.pop()

    def reduce_leader(self, s: Kiev, side: int) -> None:
        """4.2.4, 7.2, 7.2.4, 7.2.5 The leader is reduced; at Heart Level he stays there."""
        leader = LEADER[side]
        s.strength[leader] = max(0, lower(leader, s.strength[leader]))
        s.revealed &= ~(1 << leader)

    def prompt(self, s: Kiev) -> str:
        return "Logistics Phase: declare a pause, or activate your leader."


# -- 7.2.2 replacing strength -------------------------------------------------------------------------------------


def in_supply(s: Kiev) -> int:
    """9.1 Blocks marked as isolated are not restored. Our switch: nor blocks in contested areas."""
    out = s.on_map & OF_SIDE[s.frame[1]] & ~s.isolated
    if s.game.profile.strict_replacements:
        for area in bits(contested(s)):
            out &= ~s.here[area]
    return out


class Restore(Choice[Kiev]):
    """7.2.2 Points are spent step by step."""

    rule = "7.2.2"

    def targets(self, s: Kiev) -> list[int]:
        """The blocks that may get a step now."""
        raise NotImplementedError

    def price(self, b: int) -> int:
        """What a step of a block costs."""
        raise NotImplementedError

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", b) for b in self.targets(s)]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return (self.action(handle[1]),) if handle[0] == "piece" and handle[1] in self.targets(s) else ()

    def why_not(self, s: Kiev, action: Any) -> Refusal | None:
        b = action.block
        if b in self.targets(s):
            return None
        name = piece_name(b)
        if b >= N or SIDE[b] != s.frame[1]:
            return Refusal("7.2.2", f"{name} is not yours.")
        if s.strength[b] == FULL[b]:
            return Refusal("7.2.2", f"{name} is at full strength.")
        if self.price(b) > s.frame[2]:
            return Refusal("7.2.2", f"A step of {name} costs {count(self.price(b), 'point')}.")
        return Refusal("9.1", f"{name} is not there to be restored: isolated, or not on the map.")

    def do(self, s: Kiev, action: Any) -> None:
        _, side, points = s.frame
        s.strength[action.block] = higher(action.block, s.strength[action.block])
        s.goto(side, points - self.price(action.block))

    def show(self, s: Kiev, action: Any, shown: ActionView) -> None:
        shown.preview = {"pays": f"{self.price(action.block)} of {count(s.frame[2], 'point')}"}


class RegenerateHQ(Restore):
    """7.2.2, 7.2.2.1, 7.2.2.3, 7.2.2.4 One Regeneration Point for every HQ step."""

    action = Regenerate

    def targets(self, s: Kiev) -> list[int]:
        _, side, points = s.frame
        if not points:
            return []
        guderian = 1 << GUDERIAN if side == AXIS else 0
        return [b for b in bits(HQS & (in_supply(s) | guderian)) if s.strength[b] < FULL[b]]

    def price(self, b: int) -> int:
        return 1


class ReplaceStep(Restore):
    """7.2.2, 7.2.2.2, 7.2.2.4 A replaced step costs 1, 2 or 3 Replacement Points by its colour."""

    action = Replace

    def targets(self, s: Kiev) -> list[int]:
        points = s.frame[2]
        if not points:
            return []
        return [b for b in bits(COMBAT & in_supply(s)) if s.strength[b] < FULL[b] and FIRE[b] <= points]

    def price(self, b: int) -> int:
        return FIRE[b]


class EndSpending(Choice[Kiev]):
    """7.2.2 Points that are left over are lost."""

    action = Done
    label = "Spend no more points"

    def do(self, s: Kiev, action: Done) -> None:
        s.pop()


class Spending(Question[Kiev]):
    """7.2.2 Points are spent as long as a step can be restored. Frame: side, points left."""

    rule = "7.2.2"

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.frame[1]] if self.answers[0].handles(s) else None


class Regeneration(Spending):
    """7.2.2 Steps of HQs."""

    choices = (RegenerateHQ, EndSpending)

    def prompt(self, s: Kiev) -> str:
        return f"Regenerate HQs: {count(s.frame[2], 'point')} left."


class Replacements(Spending):
    """7.2.2 Steps of combat blocks."""

    choices = (ReplaceStep, EndSpending)

    def prompt(self, s: Kiev) -> str:
        return f"Replace steps of combat blocks: {count(s.frame[2], 'point')} left."
