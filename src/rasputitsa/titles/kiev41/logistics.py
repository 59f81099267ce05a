"""7.0 The Logistics Phase: pause or leader activation, Logistics Value, regenerating HQs and replacing steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Done, Lead, Pause, Regenerate, Replace
from rasputitsa.titles.kiev41.areas import ELIMINATED
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
    N,
    higher,
    lower,
)
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.reinforcements import Reinforcements
from rasputitsa.titles.kiev41.state import SUNK, Kiev
from rasputitsa.titles.kiev41.supply import active_discs
from rasputitsa.titles.kiev41.victory import victory_points
from rasputitsa.titles.kiev41.weather import RAIN, bad_weather, halved

ELIMINATED_PER_POINT = 10


def eliminated(s: Kiev, side: int) -> int:
    """10.15.3 How many blocks (and fleets) of a side are out of the game for good."""
    fleets = sum(place == SUNK for place in s.fleets) if side == SOVIET else 0
    return fleets + sum(s.place[b] == ELIMINATED for b in bits(OF_SIDE[side]))


def working_hqs(s: Kiev, side: int) -> int:
    """7.2.1 HQs deployed and not exhausted, Guderian and the LW HQs among them."""
    guderian = 1 << GUDERIAN if side == AXIS else 0
    return sum(1 for b in bits(HQS & OF_SIDE[side] & (s.on_map | guderian)) if s.strength[b])


def full_value(s: Kiev, side: int) -> int:
    """7.2.1 Leader, HQs, Victory Areas, every ten eliminated enemies, and for the Soviets their active discs."""
    value = s.strength[LEADER[side]] + working_hqs(s, side) + victory_points(s, side)
    value += eliminated(s, 1 - side) // ELIMINATED_PER_POINT
    return value + active_discs(s) if side == SOVIET else value


def logistics_value(s: Kiev, side: int) -> int:
    """7.2.1, 7.2.1.1 The Logistics Value: halved for both in rain, for the Axis in snow."""
    value = full_value(s, side)
    return halved(value) if s.weather == RAIN or (bad_weather(s) and side == AXIS) else value


class Logistics(Step[Kiev]):
    """7.0 A player declares a Logistics Pause or activates his Supreme Leader. Frame: side, stage."""

    rule = "7.0"

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
        """4.2.4, 7.2 The leader is reduced; at Heart Level he stays there."""
        leader = LEADER[side]
        s.strength[leader] = max(0, lower(leader, s.strength[leader]))
        s.revealed &= ~(1 << leader)

    def pause(self, s: Kiev, side: int) -> None:
        """7.1 The leader is regenerated to full strength instead of being activated."""
        s.strength[LEADER[side]] = FULL[LEADER[side]]
        s.say("7.1", "{} declares a Logistics Pause", SIDES[side].capitalize())
        s.pop()

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return [Pause(), Lead()] if handle == BUTTON else []

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Pause | Lead):
            return None
        return Refusal("7.0", "First choose: a Logistics Pause, or activate your leader.")

    def apply(self, s: Kiev, action: Action) -> None:
        _, side, _ = s.frame
        leader = LEADER[side]
        if isinstance(action, Pause):
            self.pause(s, side)
        else:
            s.revealed |= 1 << leader
            s.points = logistics_value(s, side)
            s.say("7.2", "{} activates {}", SIDES[side].capitalize(), BLOCKS[leader].name)
            s.goto(side, 1)

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        leader = BLOCKS[LEADER[s.frame[1]]].id
        value = logistics_value(s, s.frame[1])
        view.label = f"Activate {leader} (LV {value})" if isinstance(action, Lead) else f"Pause: restore {leader}"
        return view

    def prompt(self, s: Kiev) -> str:
        return "Logistics Phase: declare a pause, or activate your leader."


class Spending(Step[Kiev]):
    """7.2.2 Points are spent step by step. Frame: side, points left."""

    def targets(self, s: Kiev) -> list[int]:
        raise NotImplementedError

    def deed(self, b: int) -> Action:
        raise NotImplementedError

    def price(self, b: int) -> int:
        raise NotImplementedError

    def in_supply(self, s: Kiev) -> int:
        """9.1 Blocks marked as isolated are not restored. Our switch: nor blocks in contested areas."""
        out = s.on_map & OF_SIDE[s.frame[1]] & ~s.isolated
        if s.game.strict_replacements:
            for area in bits(contested(s)):
                out &= ~s.here[area]
        return out

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.frame[1]] if self.targets(s) else None

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [*(("piece", b) for b in self.targets(s)), BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        if handle == BUTTON:
            return [Done()]
        return [self.deed(handle[1])] if handle[0] == "piece" and handle[1] in self.targets(s) else []

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Regenerate | Replace) or type(action) is not type(self.deed(0)):
            return Refusal("7.2", f"First spend your points: {self.prompt(s)}")
        return None if action.block in self.targets(s) else self.refuse(s, action.block)

    def refuse(self, s: Kiev, b: int) -> Refusal:
        name = BLOCKS[b].name if b < N else "That"
        if b >= N or SIDE[b] != s.frame[1]:
            return Refusal("7.2.2", f"{name} is not yours.")
        if s.strength[b] == FULL[b]:
            return Refusal("7.2.2", f"{name} is at full strength.")
        if self.price(b) > s.frame[2]:
            return Refusal("7.2.2", f"A step of {name} costs {self.price(b)} points.")
        return Refusal("9.1", f"{name} is not there to be restored: isolated, or not on the map.")

    def apply(self, s: Kiev, action: Action) -> None:
        if isinstance(action, Regenerate | Replace):
            _, side, points = s.frame
            s.strength[action.block] = higher(action.block, s.strength[action.block])
            s.goto(side, points - self.price(action.block))
        else:
            s.pop()

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        if isinstance(action, Regenerate | Replace):
            view.preview = {"pays": f"{self.price(action.block)} of {s.frame[2]} points"}
        return view


class Regeneration(Spending):
    """7.2.2 One Regeneration Point for every HQ step."""

    rule = "7.2.2"

    def targets(self, s: Kiev) -> list[int]:
        _, side, points = s.frame
        if not points:
            return []
        guderian = 1 << GUDERIAN if side == AXIS else 0
        hqs = HQS & (self.in_supply(s) | guderian)
        return [b for b in bits(hqs) if s.strength[b] < FULL[b]]

    def deed(self, b: int) -> Action:
        return Regenerate(b)

    def price(self, b: int) -> int:
        return 1

    def prompt(self, s: Kiev) -> str:
        return f"Regenerate HQs: {s.frame[2]} points left."


class Replacements(Spending):
    """7.2.2 A replaced step costs 1, 2 or 3 Replacement Points by its colour."""

    rule = "7.2.2"

    def targets(self, s: Kiev) -> list[int]:
        points = s.frame[2]
        if not points:
            return []
        return [b for b in bits(COMBAT & self.in_supply(s)) if s.strength[b] < FULL[b] and FIRE[b] <= points]

    def deed(self, b: int) -> Action:
        return Replace(b)

    def price(self, b: int) -> int:
        return FIRE[b]

    def prompt(self, s: Kiev) -> str:
        return f"Replace steps of combat blocks: {s.frame[2]} points left."
