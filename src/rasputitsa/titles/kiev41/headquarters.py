"""[10.1] HQ activation, [10.2] Tactical HQs, [10.3] Tactical Range, [10.5] exhausted HQs, [10.6], [10.7] the marshals,
[10.18] deactivation."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rasputitsa.board.movement import Reach
from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.step import BUTTON, Handle
from rasputitsa.kernel.view import ActionView, Preview
from rasputitsa.titles.kiev41.actions import Activate, Done, Move
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    COMMANDS,
    GUDERIAN,
    HQS,
    LW_HQS,
    OF_SIDE,
    SIDES,
    TACTICAL_HQS,
    lower,
)
from rasputitsa.titles.kiev41.control import destroy, enemies, full_control, held
from rasputitsa.titles.kiev41.mapboard import ALL, AREAS, PLACE_IDS, PLACE_NAMES, ROAD_END, TOPOLOGY
from rasputitsa.titles.kiev41.movement import allowance, march, own_blocks, reach_of, room, route, stop_moving
from rasputitsa.titles.kiev41.segment import Segment
from rasputitsa.titles.kiev41.state import NOBODY, Kiev
from rasputitsa.titles.kiev41.weather import hq_strength

MOVES_ON: Final = 0.05
"""How often a random HQ stops on its way."""


@lru_cache(maxsize=8192)
def tactical_range(area: int, length: int, friendly: int) -> int:
    """10.3, 10.3.1, 10.3.2, 10.3.3 The areas an HQ commands: a path of this length that passes neither enemy-controlled
    nor contested ones but may end in one."""
    seen = front = 1 << area
    for _ in range(length):
        near = ALL.spread(front)
        front = near & friendly & ~seen
        seen |= near
        if not front:
            break
    return seen


def commanded_by(s: Kiev, hq: int) -> int:
    """10.17, 10.2.2 The blocks in the range of an activated HQ: white ones and its own colour, and any block beside
    it."""
    range_ = tactical_range(s.place[hq], hq_strength(s, hq), full_control(s, s.active))
    return own_blocks(s, s.active, range_) & COMMANDS[hq] | s.here[s.place[hq]] & OF_SIDE[s.active]


def command_from(s: Kiev, hq: int, area: int) -> tuple[int, int]:
    """10.3, 10.2.2 The areas an HQ would command from an area, and the blocks it would command there, as things
    stand."""
    range_ = tactical_range(area, hq_strength(s, hq), full_control(s, s.active))
    blocks = own_blocks(s, s.active, range_) & COMMANDS[hq] | s.here[area] & OF_SIDE[s.active]
    return range_, blocks & ~(s.activated | s.isolated | 1 << hq)


def posts(s: Kiev) -> list[tuple[int, int, int]]:
    """10.2, 10.3 For each activated Tactical HQ its area, the areas in its range, and whom it commands there."""
    known = s.memo.get("posts")
    if known is None:
        friendly = full_control(s, s.active)
        known = s.memo["posts"] = [
            (s.place[hq], tactical_range(s.place[hq], hq_strength(s, hq), friendly), COMMANDS[hq])
            for hq in bits(s.activated & TACTICAL_HQS & ~(1 << GUDERIAN))
        ]
    assert isinstance(known, list)
    return known


def commands_any(s: Kiev, free: int) -> bool:
    """10.9 Does an activated HQ command any of these blocks?"""
    for post, range_, whom in posts(s):
        if s.here[post] & free:
            return True
        wanted = whom & free
        if wanted and any(s.here[area] & wanted for area in bits(range_ & s.at[s.active])):
            return True
    return False


def in_command_of(s: Kiev, free: int) -> int:
    """10.2, 10.9 Those of these blocks that are in command, all at once (see `in_command`)."""
    out, held = 0, s.at[s.active]
    for post, range_, whom in posts(s):
        out |= s.here[post]
        for area in bits(range_ & held):
            out |= s.here[area] & whom
    return out & free


def in_command(s: Kiev, b: int) -> bool:
    """10.2, 10.5, 10.9, 10.2.2 Is a block in the range of an activated HQ of its colour, or in the area of any?"""
    area = s.place[b]
    return any(area == post or (whom >> b & 1 and range_ >> area & 1) for post, range_, whom in posts(s))


def may_activate(s: Kiev) -> int:
    """10.0, 10.1, 10.5, 10.11, 10.1.1, 10.5.2, 9.1.3 The HQs that may be activated now: the first must be an
    unexhausted Tactical HQ, so a LW HQ comes later; exhausted LW HQs and Guderian never; isolated ones never. One that
    has begun to move comes first."""
    if s.moving != NOBODY:
        return 1 << s.moving
    known = s.memo.get("may activate")
    if known is None:
        known = s.memo["may activate"] = _may_activate(s)
    return int(known)


def _may_activate(s: Kiev) -> int:
    ready = HQS & OF_SIDE[s.active] & s.on_map & ~s.isolated & ~s.activated
    out = 0
    for hq in bits(ready):
        if s.strength[hq] or (s.activated and not LW_HQS >> hq & 1):
            out |= 1 << hq
    if not s.activated:
        out &= ~LW_HQS
    if OF_SIDE[s.active] >> GUDERIAN & 1 and s.strength[GUDERIAN]:
        out |= 1 << GUDERIAN & ~s.activated
    return out


def reveal_areas(s: Kiev, hq: int) -> int:
    """10.1, 10.1.3, 10.1.4 Where an HQ may be revealed after moving up to its allowance, or without moving: no enemy
    units there, no overstacking. Out of a contested area it must disengage."""
    known = s.memo.get(("reveal", hq))
    if known is None:
        known = s.memo["reveal", hq] = _reveal_areas(s, hq)
    return int(known)


def _reveal_areas(s: Kiev, hq: int) -> int:
    area = s.place[hq]
    if hq == GUDERIAN:
        return 1 << area
    out = room(s, hq, range_of(s, hq).mask)
    return out if enemies(s, s.active) >> area & 1 else out | 1 << area


def range_of(s: Kiev, hq: int) -> Reach:
    """10.1 Where the points of an HQ bring it, those that are left if it is moving; it does not engage."""
    known = s.memo.get(("range", hq))
    if known is None:
        points = s.mp if hq == s.moving else allowance(s, hq)
        known = s.memo["range", hq] = reach_of(s, hq, points, engage=False)
    assert isinstance(known, Reach)
    return known


def waypoints(s: Kiev, hq: int) -> int:
    """10.1, 2.5 An HQ chooses its way: the enemy-controlled areas it may pass, and so take, before it goes on."""
    if hq == GUDERIAN:
        return 0
    range_ = range_of(s, hq)
    return reveal_areas(s, hq) & held(s, 1 - s.active) & ~range_.layers[-1]


def activate(s: Kiev, hq: int, at: int) -> None:
    """10.1, 10.1.2 Move the HQ, then reveal it. Budyonny is not there to be revealed if Kiev has fallen behind him
    (2.6)."""
    if at != s.place[hq]:
        march(s, hq, route(s, hq, range_of(s, hq), at)[0])
    stop_moving(s)
    if s.place[hq] != at:
        return
    s.activated |= 1 << hq
    s.revealed |= 1 << hq
    s.commanded |= 1 << hq
    s.say("10.1", "{} is activated in {}", BLOCKS[hq].name, PLACE_NAMES[at], at=[PLACE_IDS[at]] if at < AREAS else [])


class ActivateHQ(Choice[Kiev]):
    """10.1 An HQ moves, or stays where it is, and is revealed."""

    action = Activate

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in bits(may_activate(s))]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, hq = handle
        if kind != "piece" or not may_activate(s) >> hq & 1:
            return ()
        return [Activate(hq, area) for area in bits(reveal_areas(s, hq))]

    def why_not(self, s: Kiev, action: Activate) -> Refusal | None:
        return why_not_activate(s, action)

    def do(self, s: Kiev, action: Activate) -> None:
        activate(s, action.block, action.at)

    def show(self, s: Kiev, action: Activate, shown: ActionView) -> None:
        """Click the HQ, then the area it is revealed in; Guderian is revealed in his box."""
        if action.at >= AREAS:
            shown.clicks = shown.clicks[:1]
            return
        if action.at != s.place[action.block]:
            shown.preview = previewed(s, action.block, action.at)
        if TACTICAL_HQS >> action.block & 1:
            range_, blocks = command_from(s, action.block, action.at)
            shown.preview["covers"] = [TOPOLOGY.ids[area] for area in bits(range_)]
            shown.preview["commands"] = list(bits(blocks))


def previewed(s: Kiev, hq: int, to: int) -> Preview:
    """The way an HQ takes and what it costs."""
    path, cost = route(s, hq, range_of(s, hq), to)
    return {"path": [TOPOLOGY.ids[area] for area in path], "cost": cost}


class MoveHQ(Choice[Kiev]):
    """10.1, 2.5, 10.1.2 An HQ moves by an area of its choice before it is revealed; the way matters where it takes
    control."""

    action = Move

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in bits(may_activate(s)) if waypoints(s, hq)]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, hq = handle
        if kind != "piece" or not may_activate(s) >> hq & 1:
            return ()
        return [Move(hq, s.place[hq], area) for area in bits(waypoints(s, hq))]

    def why_not(self, s: Kiev, action: Move) -> Refusal | None:
        hq, to = action.block, action.to
        refusal = why_not_activate(s, Activate(hq, to))
        if refusal is not None:
            return refusal
        if action.frm == s.place[hq] and waypoints(s, hq) >> to & 1:
            return None
        return Refusal("10.1", f"{BLOCKS[hq].name} goes on from an enemy area only, with points left: reveal it.")

    def do(self, s: Kiev, action: Move) -> None:
        hq = action.block
        range_ = range_of(s, hq)
        path, cost = route(s, hq, range_, action.to)
        march(s, hq, path)
        if s.place[hq] == action.to:
            s.moving, s.mp = hq, len(range_.layers) - 1 - cost

    def show(self, s: Kiev, action: Move, shown: ActionView) -> None:
        shown.label = f"Go on by way of {PLACE_NAMES[action.to]}"
        shown.preview = previewed(s, action.block, action.to)
        shown.clicks = [shown.clicks[0], shown.clicks[-1]]


def any_activation(s: Kiev, hq: int, rng: random.Random) -> Action | None:
    """One way to activate an HQ, or to send it on its way, without listing them all."""
    if rng.random() < MOVES_ON:
        ways = bits(waypoints(s, hq))
        if ways:
            return Move(hq, s.place[hq], ways[int(rng.random() * len(ways))])
    areas = bits(reveal_areas(s, hq))
    return Activate(hq, areas[int(rng.random() * len(areas))]) if areas else None


class EndActivation(Choice[Kiev]):
    """10.1 No more HQs. One that is on its way has to be revealed first."""

    action = Done
    label = "End the activation"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return (BUTTON,) if s.moving == NOBODY else ()

    def why_not(self, s: Kiev, action: Done) -> Refusal | None:
        return None if s.moving == NOBODY else Refusal("10.1", f"Reveal {BLOCKS[s.moving].name} first.")

    def do(self, s: Kiev, action: Done) -> None:
        s.pop()


class Activation(Segment):
    """10.1 The active player activates any number of his HQs, at least one unexhausted Tactical HQ. The first
    activation declares the Tactical Impulse."""

    rule = "10.1"
    choices = (ActivateHQ, MoveHQ, EndActivation)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active] if may_activate(s) else None

    def one_of(self, s: Kiev, handle: Handle, rng: random.Random) -> Action | None:
        return any_activation(s, handle[1], rng) if handle[0] == "piece" else super().one_of(s, handle, rng)

    def prompt(self, s: Kiev) -> str:
        if s.moving != NOBODY:
            return f"{BLOCKS[s.moving].name} is on its way: reveal it where it is, or where its points bring it."
        left = may_activate(s).bit_count()
        return f"Activate more HQs ({left} can be), or go on to the Command Segment."


def why_not_activate(s: Kiev, action: Activate) -> Refusal | None:
    """10.0-10.5, 10.11 Why an HQ cannot be activated, or not there."""
    hq, name = action.block, BLOCKS[action.block].name if action.block < len(BLOCKS) else "This"
    if may_activate(s) >> hq & 1:
        if reveal_areas(s, hq) >> action.at & 1:
            return None
        return _why_not_reveal(s, hq, action.at)
    if hq >= len(BLOCKS) or not HQS >> hq & 1:
        return Refusal("10.1", f"{name} is no HQ.")
    if not OF_SIDE[s.active] >> hq & 1:
        return Refusal("10.1", f"{name} is not yours.")
    if s.activated >> hq & 1:
        return Refusal("10.1", f"{name} is activated already.")
    if s.moving != NOBODY:
        return Refusal("10.1", f"Reveal {BLOCKS[s.moving].name} first.")
    if s.isolated >> hq & 1:
        return Refusal("10.1", f"{name} is isolated and cannot be activated.")
    if s.place[hq] > ROAD_END:
        return Refusal("10.1", f"{name} is not on the map.")
    if LW_HQS >> hq & 1 and not s.activated:
        return Refusal("10.0", f"{name} is no Tactical HQ: activate one first.")
    if hq == GUDERIAN or LW_HQS >> hq & 1:
        return Refusal("10.5", f"{name} is exhausted and cannot be activated.")
    return Refusal("10.1", f"{name} is exhausted: an unexhausted Tactical HQ must be activated first.")


def _why_not_reveal(s: Kiev, hq: int, at: int) -> Refusal:
    name, where = BLOCKS[hq].name, PLACE_NAMES[at]
    if enemies(s, s.active) >> at & 1:
        return Refusal("10.1", f"{name} cannot be revealed in {where}: enemy units are there.")
    if hq != GUDERIAN and range_of(s, hq).mask >> at & 1:
        rule = "2.9" if s.packed[s.active] >> at & 1 else "1.4"
        return Refusal(rule, f"{name} cannot be revealed in {where}: no room for it there.")
    return Refusal("10.1", f"{name} cannot reach {where}.")


def deactivate(s: Kiev) -> None:
    """10.18, 10.5.1, 10.18.1, 10.18.2 Every activated HQ is reduced and concealed; exhausted ones are destroyed
    (10.5)."""
    for hq in bits(s.activated):
        left = lower(hq, s.strength[hq])
        s.revealed &= ~(1 << hq)
        s.activated &= ~(1 << hq)
        if left >= 0:
            s.strength[hq] = left
        else:
            s.say("10.18", "{} was exhausted and is destroyed", BLOCKS[hq].name)
            destroy(s, hq)


def unexhausted(s: Kiev) -> int:
    """10.2.1 The activated unexhausted Tactical HQs: each may keep or commit one fleet."""
    return sum(1 for hq in bits(s.activated & TACTICAL_HQS) if s.strength[hq])
