"""[10.8] Command: blocks move or build a Defensive Line, in a Tactical or Strategic Impulse, a Pass or Exploitation;
with chapter 14 they also go by rail, by sea, ashore and from the air."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rasputitsa.board.movement import Reach
from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import Dig, Done, Drop, Land, Move, Rail, Ship
from rasputitsa.titles.kiev41.components import BLOCKS, FAST, OF_SIDE, SIDES, N
from rasputitsa.titles.kiev41.control import contested, controls, enemies
from rasputitsa.titles.kiev41.defensive_lines import build_line, may_dig, why_not_dig
from rasputitsa.titles.kiev41.headquarters import commands_any, in_command, in_command_of
from rasputitsa.titles.kiev41.mapboard import AREAS, PLACE_NAMES, STAGING, TOPOLOGY
from rasputitsa.titles.kiev41.movement import allowance, march, reach_of, room, route, stop_moving
from rasputitsa.titles.kiev41.odds import odds_after
from rasputitsa.titles.kiev41.segment import Segment
from rasputitsa.titles.kiev41.state import NOBODY, PASS, TACTICAL, Kiev
from rasputitsa.titles.kiev41.transport import drop_areas, landing_areas, rail_ends, sea_ends, travel

MOST_TRIES: Final = 20
"""How many blocks are tried when a random deed is sampled ..."""
OTHER_DEEDS: Final = 0.05
"""... and how often something else than a move is done."""

# -- who is commanded ---------------------------------------------------------------------------------------------


def by_hqs(s: Kiev) -> bool:
    """10.9, 10.11.3 In a Tactical Impulse blocks are commanded by HQs; not in the Exploitation Move after it."""
    return s.impulse == TACTICAL and not s.frame[1]


def engages(s: Kiev) -> bool:
    """12.0, 10.19, 10.19.2, 12.0.1, 11.0.1 No new engagement in a Pass or an Exploitation Move."""
    return s.impulse != PASS and not s.frame[1]


def candidates(s: Kiev) -> int:
    """10.9, 9.1.3, 10.19.3, 12.0.1 Which blocks may be commanded, HQ ranges apart: any that is not isolated (9.1) nor
    was commanded, in a Pass, a Strategic Impulse or an Exploitation Move up to a number."""
    if by_hqs(s):
        free = s.on_map & OF_SIDE[s.active] & ~s.activated
    elif not s.commands:
        return 0
    else:
        free = s.on_map & OF_SIDE[s.active]
        if s.frame[1]:
            free &= may_exploit(s)
    return free & ~(s.commanded | s.isolated)


def may_exploit(s: Kiev) -> int:
    """10.19, 10.19.1, 10.19.2 Fast blocks, HQs included, that are not engaged."""
    engaged = 0
    for area in bits(contested(s)):
        engaged |= s.here[area]
    return FAST & ~engaged


def may_command(s: Kiev, b: int) -> bool:
    """10.9 May this block be commanded? In a Tactical Impulse an HQ must reach it; a moving block may go on."""
    if b == s.moving:
        return True
    if not candidates(s) >> b & 1:
        return False
    return not by_hqs(s) or in_command(s, b)


def commandable(s: Kiev) -> list[int]:
    """All blocks that may be commanded now."""
    known = s.memo.get("commandable")
    if known is None:
        blocks = in_command_of(s, candidates(s)) if by_hqs(s) else candidates(s)
        known = s.memo["commandable"] = list(bits(blocks | (1 << s.moving if s.moving != NOBODY else 0)))
    assert isinstance(known, list)
    return known


def range_of(s: Kiev, b: int) -> Reach:
    """10.9 Where a block's movement points bring it, those that are left if it is moving."""
    known = s.memo.get(b)
    if known is None:
        points = s.mp if b == s.moving else allowance(s, b)
        known = s.memo[b] = reach_of(s, b, points, engages(s))
    assert isinstance(known, Reach)
    return known


def ends(s: Kiev, b: int) -> int:
    """10.9, 2.9, 10.9.4 Where a block may end its move."""
    return room(s, b, range_of(s, b).mask)


def not_commanded(s: Kiev, b: int) -> Refusal:
    """9.1.3 Why a block is not under command."""
    if b >= N or not s.on_map >> b & 1 or not OF_SIDE[s.active] >> b & 1:
        return Refusal("10.8", "That block is not yours to command.")
    name = BLOCKS[b].name
    if s.isolated >> b & 1:
        return Refusal("9.1", f"{name} is isolated: it cannot move, attack or build.")
    if s.activated >> b & 1:
        return Refusal("10.1", f"{name} has been activated and stays where it was revealed.")
    if s.commanded >> b & 1:
        return Refusal("10.8", f"{name} has been commanded in this impulse.")
    if s.frame[1]:
        return Refusal("10.19", f"{name} cannot exploit: only unengaged fast blocks, up to the Logistics Value.")
    if s.impulse == TACTICAL:
        return Refusal("10.3", f"{name} is not in the Tactical Range of an HQ that commands it.")
    rule = "12.0" if s.impulse == PASS else "11.0"
    return Refusal(rule, "No more blocks may be commanded in this impulse.")


# -- what a block under command may do ----------------------------------------------------------------------------


class Order(Choice[Kiev]):
    """10.8 What one block under command is ordered to do."""

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", b) for b in commandable(s)]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, b = handle
        return self.orders(s, b) if kind == "piece" and may_command(s, b) else ()

    def why_not(self, s: Kiev, action: Any) -> Refusal | None:
        if not may_command(s, action.block):
            return not_commanded(s, action.block)
        return self.refusal(s, action)

    def do(self, s: Kiev, action: Any) -> None:
        if action.block != s.moving:
            stop_moving(s)
            s.commanded |= 1 << action.block
            s.commands = max(0, s.commands - 1)
        self.carry_out(s, action)

    def orders(self, s: Kiev, b: int) -> Iterable[Action]:
        """What may be ordered of this kind."""
        raise NotImplementedError

    def refusal(self, s: Kiev, action: Any) -> Refusal | None:
        """Why a block under command cannot do it."""
        raise NotImplementedError

    def carry_out(self, s: Kiev, action: Any) -> None:
        raise NotImplementedError


class MoveBlock(Order):
    """10.9 Move. A block that has points left may go on until another is commanded; engaging ends the move."""

    action = Move
    rule = "10.9"

    def orders(self, s: Kiev, b: int) -> Iterable[Action]:
        return [Move(b, s.place[b], to) for to in bits(ends(s, b))]

    def refusal(self, s: Kiev, action: Move) -> Refusal | None:
        if action.frm == s.place[action.block] and ends(s, action.block) >> action.to & 1:
            return None
        return not_there(s, action)

    def carry_out(self, s: Kiev, action: Move) -> None:
        b, to = action.block, action.to
        range_ = range_of(s, b)
        path, cost = route(s, b, range_, to)
        left = len(range_.layers) - 1 - cost
        march(s, b, path)
        if left and s.on_map >> b & 1 and not enemies(s, s.active) >> to & 1:
            s.moving, s.mp = b, left
        else:
            stop_moving(s)

    def show(self, s: Kiev, action: Move, shown: ActionView) -> None:
        path, cost = route(s, action.block, range_of(s, action.block), action.to)
        shown.preview = {"path": [TOPOLOGY.ids[area] for area in path], "cost": cost}
        shown.clicks = [shown.clicks[0], shown.clicks[-1]]
        if enemies(s, s.active) >> action.to & 1:
            shown.preview["odds"] = odds_after(s, self, action, action.to)


def not_there(s: Kiev, action: Move) -> Refusal:
    """10.9 Why a block cannot move to an area."""
    b, to = action.block, action.to
    name, where = BLOCKS[b].name, PLACE_NAMES[to]
    if action.frm != s.place[b]:
        return Refusal("10.9", f"{name} is not in {PLACE_NAMES[action.frm]}.")
    if to >= AREAS:
        return Refusal("2.2", f"No block may enter {where}.")
    if s.place[b] == to:
        return Refusal("10.9", f"{name} is in {where} already.")
    if range_of(s, b).mask >> to & 1:
        if s.packed[s.active] >> to & 1:
            return Refusal("2.9", f"{where} is full: {name} would overstack it.")
        return Refusal("1.4", f"{name} cannot share {where}: Hungarians and Rumanians never stack together.")
    if STAGING >> to & 1 and not controls(s, to, s.active):
        return Refusal("2.4.5", f"{where} is closed to you.")
    if enemies(s, s.active) >> to & 1 and not engages(s):
        rule = "10.19" if s.frame[1] else "12.0"
        return Refusal(rule, f"{where} contains enemy units: no engagement now.")
    if enemies(s, s.active) >> s.place[b] & 1:
        return Refusal("10.9", f"{name} is engaged: it must first enter a friendly uncontested area, for one MP more.")
    return Refusal("10.9", f"{name} has not enough movement points to reach {where}.")


class InsteadOfMoving(Order):
    """10.8 One action only: not for a block that is moving, nor in an Exploitation Move."""

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return () if handle[1] == s.moving or s.frame[1] else super().of(s, handle)

    def why_not(self, s: Kiev, action: Any) -> Refusal | None:
        b = action.block
        if (b == s.moving or s.frame[1]) and may_command(s, b):
            return Refusal("10.8", f"{BLOCKS[b].name} performs one action only, and it is moving.")
        return super().why_not(s, action)


class BuildLine(InsteadOfMoving):
    """4.1, 4.1.3 A combat block is reduced to build a Defensive Line."""

    action = Dig
    rule = "4.1"

    def orders(self, s: Kiev, b: int) -> Iterable[Action]:
        return (Dig(b, s.place[b]),) if may_dig(s, b) else ()

    def refusal(self, s: Kiev, action: Dig) -> Refusal | None:
        return why_not_dig(s, action.block, action.at)

    def carry_out(self, s: Kiev, action: Dig) -> None:
        build_line(s, action.block, action.at)


class Journey(InsteadOfMoving):
    """14.1, 14.1.1, 14.7.2, 14.8.2 A long way, by rail, sea or air (14.7-14.9)."""

    def goals(self, s: Kiev, b: int) -> int:
        """Where it may lead."""
        raise NotImplementedError

    def orders(self, s: Kiev, b: int) -> Iterable[Action]:
        return [self.action(b, s.place[b], to) for to in bits(self.goals(s, b))]

    def refusal(self, s: Kiev, action: Any) -> Refusal | None:
        if action.frm == s.place[action.block] and self.goals(s, action.block) >> action.to & 1:
            return None
        return Refusal(self.rule, f"{BLOCKS[action.block].name} cannot go to {PLACE_NAMES[action.to]} that way now.")

    def carry_out(self, s: Kiev, action: Any) -> None:
        travel(s, action.block, action.to)

    def show(self, s: Kiev, action: Any, shown: ActionView) -> None:
        shown.clicks = [shown.clicks[0], shown.clicks[-1]]
        if enemies(s, s.active) >> action.to & 1:
            shown.preview["odds"] = odds_after(s, self, action, action.to)


class ByRail(Journey):
    """14.1 Over any number of friendly areas."""

    action = Rail
    rule = "14.1"

    def goals(self, s: Kiev, b: int) -> int:
        return rail_ends(s, b)


class BySea(Journey):
    """14.7 From port to port."""

    action = Ship
    rule = "14.7"

    def goals(self, s: Kiev, b: int) -> int:
        return sea_ends(s, b)


class Ashore(Journey):
    """14.8 The Marine lands on an enemy coast."""

    action = Land
    rule = "14.8"

    def goals(self, s: Kiev, b: int) -> int:
        return landing_areas(s, b)


class FromTheAir(Journey):
    """14.9 The Luftlande drops behind the front."""

    action = Drop
    rule = "14.9"

    def goals(self, s: Kiev, b: int) -> int:
        return drop_areas(s, b)


class EndSegment(Choice[Kiev]):
    """10.8 No more blocks are commanded."""

    action = Done

    def do(self, s: Kiev, action: Done) -> None:
        stop_moving(s)
        s.pop()

    def show(self, s: Kiev, action: Done, shown: ActionView) -> None:
        shown.label = "End the Exploitation Move" if s.frame[1] else "End the Command Segment"


class Command(Segment):
    """10.8 In-supply blocks are commanded one by one, each to move or to build a line. Frame: 1 for an Exploitation
    Move (10.19)."""

    rule = "10.8"
    choices = (MoveBlock, BuildLine, ByRail, BySea, Ashore, FromTheAir, EndSegment)

    def side(self, s: Kiev) -> str | None:
        free = candidates(s)
        if s.moving != NOBODY or (free and (not by_hqs(s) or commands_any(s, free))):
            return SIDES[s.active]
        return None

    def advance(self, s: Kiev) -> None:
        stop_moving(s)
        s.pop()

    def sample(self, s: Kiev, rng: random.Random) -> Action:
        """A random block, then a random deed of it, mostly a move; or the end of the segment."""
        blocks = bits(candidates(s) | (1 << s.moving if s.moving != NOBODY else 0))
        hqs = by_hqs(s)
        for _ in range(MOST_TRIES):
            choice = int(rng.random() * (len(blocks) + 1))
            if choice == len(blocks):
                break
            b = blocks[choice]
            if hqs and b != s.moving and not in_command(s, b):
                continue
            if rng.random() < OTHER_DEEDS:
                deeds = list(self.of(s, ("piece", b)))
                if deeds:
                    return deeds[int(rng.random() * len(deeds))]
            areas = bits(ends(s, b))
            if areas:
                return Move(b, s.place[b], areas[int(rng.random() * len(areas))])
        return Done()

    def prompt(self, s: Kiev) -> str:
        if s.moving != NOBODY and not s.commands and s.impulse != TACTICAL:
            return f"{BLOCKS[s.moving].name} may still move on; it is the last block you command."
        if s.frame[1]:
            return f"Exploitation: move up to {count(s.commands, 'fast block')} more."
        if s.impulse == TACTICAL:
            left = count(len(commandable(s)), "block")
            return f"Command the {left} left in the range of your HQs, or end the segment."
        return f"Command up to {count(s.commands, 'more block')}, or end the segment."
