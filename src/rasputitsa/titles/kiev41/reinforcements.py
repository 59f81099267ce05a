"""[5.0] Reinforcements: drawn from the pool, deployed in staging areas and cities; [2.6] the Kiev privilege."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.step import BUTTON, ChanceStep, Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import Call, Choose, Deploy, Drawn
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_HQ,
    FULL,
    MINIMUM,
    OF_SIDE,
    REMNANTS,
    SIDE,
    SIDES,
    SOVIET,
    THE_SIDES,
    N,
)
from rasputitsa.titles.kiev41.control import controls, enter, full_control
from rasputitsa.titles.kiev41.mapboard import (
    ASIDE,
    AXIS_STAGING,
    CITIES,
    HAND,
    KIEV,
    LATER,
    PLACE_IDS,
    PLACE_NAMES,
    POOL,
    SOVIET_STAGING,
    SOVIET_UNION,
    VICTORY,
)
from rasputitsa.titles.kiev41.movement import room
from rasputitsa.titles.kiev41.state import ABSENT, READY, Kiev
from rasputitsa.titles.kiev41.supply import supplied

SEPTEMBER: Final = 3
NOVEMBER: Final = 5
_NUMBERS: Final = ((0, OF_SIDE[AXIS].bit_count()), (OF_SIDE[AXIS].bit_count(), N))
"""The Axis blocks are numbered first, the Soviet ones after them."""


def pool(s: Kiev, side: int) -> list[int]:
    """The blocks in a player's Reinforcement Pool."""
    first, last = _NUMBERS[side]
    return [b for b, place in enumerate(s.place[first:last], first) if place == POOL]


def pool_is_empty(s: Kiev, side: int) -> bool:
    """Is nothing left to draw?"""
    return s.place.find(POOL, *_NUMBERS[side]) < 0


def add_later_blocks(s: Kiev) -> None:
    """5.1, 5.1.1, S.2.4 The S blocks join the pool in September, the N blocks in November."""
    mark = {SEPTEMBER: "S", NOVEMBER: "N"}.get(s.turn)
    for b in range(N):
        if mark and s.place[b] == LATER and BLOCKS[b].mark == mark:
            s.place[b] = POOL


def deployed_strength(b: int) -> int:
    """5.0, 5.0.4, S.5.2 Remnants are deployed at minimum strength, all others at full strength."""
    return MINIMUM[b] if REMNANTS >> b & 1 else FULL[b]


def deployment_areas(s: Kiev, b: int) -> int:
    """5.0, 2.4.5, 5.0.1, 5.0.2, 5.0.3 The Axis in its staging area; the Soviets in theirs, or one block each in a city
    or Victory Area of the Soviet Union that is fully controlled, in supply and has room."""
    if SIDE[b] == AXIS:
        return room(s, b, AXIS_STAGING)
    towns = (CITIES | VICTORY) & SOVIET_UNION & full_control(s, SOVIET) & supplied(s, SOVIET) & ~s.used_cities
    return room(s, b, SOVIET_STAGING | towns)


def deploy(s: Kiev, b: int, area: int) -> None:
    """5.0, 5.0.5 A drawn block enters the game; the 5th Fliegerkorps brings its bombers."""
    s.strength[b] = deployed_strength(b)
    enter(s, b, area)
    if not SOVIET_STAGING >> area & 1:
        s.used_cities |= 1 << area
    for i, hq in enumerate(BOMBER_HQ):
        if hq == b and s.bombers[i] == ABSENT:
            s.bombers[i] = READY
    s.say("5.0", "{} reinforcement arrives in {}", SIDES[SIDE[b]].capitalize(), PLACE_NAMES[area], at=[PLACE_IDS[area]])


class CallBlocks(Choice[Kiev]):
    """5.0 Up to the Logistics Value, and to what is in the pool."""

    action = Call

    def most(self, s: Kiev) -> int:
        return min(s.frame[2], len(pool(s, s.frame[1])))

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return [Call(number) for number in range(self.most(s), -1, -1)] if handle == BUTTON else ()

    def why_not(self, s: Kiev, action: Call) -> Refusal | None:
        if 0 <= action.number <= self.most(s):
            return None
        return Refusal(
            "5.0", f"Draw up to {count(self.most(s), 'block')}: the Logistics Value, or what is in the pool."
        )

    def show(self, s: Kiev, action: Call, shown: ActionView) -> None:
        shown.label = f"Draw {count(action.number, 'block')}"

    def do(self, s: Kiev, action: Call) -> None:
        side = s.frame[1]
        s.pop()
        s.used_cities = 0
        s.say("5.0", "{} draw {}", THE_SIDES[side], count(action.number, "reinforcement"))
        if action.number:
            s.push(Drawing, side, action.number)


class Reinforcements(Question[Kiev]):
    """5.0 How many blocks are drawn. Frame: side, most."""

    rule = "5.0"
    choices = (CallBlocks,)

    def side(self, s: Kiev) -> str | None:
        _, side, most = s.frame
        return SIDES[side] if most and not pool_is_empty(s, side) else None

    def prompt(self, s: Kiev) -> str:
        return "How many reinforcements do you draw?"


class ChooseBlock(Choice[Kiev]):
    """2.6, 2.6.1, 2.6.2 The side that controls Kiev chooses its last block."""

    action = Choose

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", b) for b in pool(s, s.frame[1])]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return (Choose(handle[1]),) if handle[0] == "piece" and handle[1] in pool(s, s.frame[1]) else ()

    def why_not(self, s: Kiev, action: Choose) -> Refusal | None:
        if action.block in pool(s, s.frame[1]):
            return None
        return Refusal("2.6", "You control Kiev: choose the last block from your pool.")

    def do(self, s: Kiev, action: Choose) -> None:
        s.place[action.block] = HAND
        side = s.frame[1]
        s.goto(side, 0)
        s.push(Deployment, side)


class Drawing(Question[Kiev]):
    """5.0, 2.6, 2.6.1, 2.6.2 Blocks are drawn and deployed one by one; whoever controls Kiev chooses the last. Frame:
    side, to go."""

    rule = "2.6"
    choices = (ChooseBlock,)

    def choosing(self, s: Kiev) -> bool:
        """2.6 The last block is chosen by the side that controls Kiev."""
        _, side, left = s.frame
        return left == 1 and controls(s, KIEV, side)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.frame[1]] if self.choosing(s) and len(pool(s, s.frame[1])) > 1 else None

    def advance(self, s: Kiev) -> None:
        _, side, left = s.frame
        if not left:
            end_call(s)
            return
        blocks = pool(s, side)
        s.goto(side, left - 1)
        s.push(Deployment, side)
        if len(blocks) == 1:
            s.place[blocks[0]] = HAND
        else:
            s.push(DrawBlock, side)

    def prompt(self, s: Kiev) -> str:
        return "You control Kiev: choose your last reinforcement."


def end_call(s: Kiev) -> None:
    """5.0, 5.0.6 Blocks that found no place go back to the pool; nothing was drawn in their stead."""
    s.pop()
    for b, place in enumerate(s.place):
        if place == ASIDE:
            s.place[b] = POOL


class DrawBlock(ChanceStep[Kiev]):
    """5.0 A block drawn at random from the pool. Frame: side."""

    rule = "5.0"

    def outcomes(self, s: Kiev) -> list[tuple[Action, int]]:
        return [(Drawn(b), 1) for b in pool(s, s.frame[1])]

    def sample(self, s: Kiev, rng: random.Random) -> Action:
        """All blocks are equally likely: one of them, without listing the others."""
        blocks = pool(s, s.frame[1])
        return Drawn(blocks[int(rng.random() * len(blocks))])

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, Drawn)
        s.place[action.block] = HAND
        s.pop()

    def label(self, s: Kiev) -> str:
        return f"{SIDES[s.frame[1]]} draw"


def drawn(s: Kiev) -> int:
    """The block that is about to be deployed."""
    return s.place.index(HAND)


def arrival_areas(s: Kiev) -> int:
    """5.0 Where it may enter, worked out once for a position."""
    known = s.memo.get("deployment")
    if known is None:
        known = s.memo["deployment"] = deployment_areas(s, drawn(s))
    return int(known)


class DeployBlock(Choice[Kiev]):
    """5.0 The drawn block enters a staging area or a town."""

    action = Deploy

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", drawn(s))]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        b = drawn(s)
        return [Deploy(b, area) for area in bits(arrival_areas(s))] if handle == ("piece", b) else ()

    def why_not(self, s: Kiev, action: Deploy) -> Refusal | None:
        b = drawn(s)
        if action.block != b:
            return Refusal("5.0", f"First deploy {BLOCKS[b].name}.")
        if arrival_areas(s) >> action.at & 1:
            return None
        return Refusal("5.0", f"{BLOCKS[b].name} cannot arrive in {PLACE_NAMES[action.at]}.")

    def do(self, s: Kiev, action: Deploy) -> None:
        s.pop()
        deploy(s, action.block, action.at)

    def show(self, s: Kiev, action: Deploy, shown: ActionView) -> None:
        shown.label = f"{BLOCKS[action.block].name} in {PLACE_NAMES[action.at]}"


class Deployment(Question[Kiev]):
    """5.0, 5.0.6 Where a drawn block enters; one that cannot be deployed waits to go back to the pool. Frame: side."""

    rule = "5.0"
    choices = (DeployBlock,)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.frame[1]] if arrival_areas(s).bit_count() > 1 else None

    def advance(self, s: Kiev) -> None:
        b, areas = drawn(s), arrival_areas(s)
        s.pop()
        if areas:
            deploy(s, b, bits(areas)[0])
        else:
            s.place[b] = ASIDE
            s.say("5.0", "{} reinforcement finds no place and goes back", SIDES[SIDE[b]].capitalize())

    def prompt(self, s: Kiev) -> str:
        return f"Where does {BLOCKS[drawn(s)].name} arrive?"
