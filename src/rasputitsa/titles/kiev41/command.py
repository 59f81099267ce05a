"""10.8 Command actions: move or build a Defensive Line (4.1), in a Tactical or Strategic Impulse, a Pass or
Exploitation; with chapter 14 also by rail, by sea, ashore and from the air."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

from rasputitsa.board.floods import component
from rasputitsa.board.movement import Reach
from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Dig, Done, Drop, Land, Move, Rail, Ship
from rasputitsa.titles.kiev41.areas import (
    AREAS,
    AZOV_COAST,
    BLACK_COAST,
    GREEN,
    LAND,
    PLACE_IDS,
    STAGING,
    TOPOLOGY,
)
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    COMBAT,
    FAST,
    FULL,
    INFANTRY,
    LUFTLANDE,
    MARINE,
    MAX_LINES,
    MINIMUM,
    OF_SIDE,
    SIDES,
    SOVIET,
    N,
)
from rasputitsa.titles.kiev41.control import contested, controls, enemies, enter, full_control, held, leave
from rasputitsa.titles.kiev41.movement import allowance, march, reach_of, room, route, stop_moving
from rasputitsa.titles.kiev41.state import NOBODY, PASS, STRATEGIC_MOVE, TACTICAL, Kiev
from rasputitsa.titles.kiev41.supply import azov_sea, black_sea, open_ports
from rasputitsa.titles.kiev41.tactical import commands_any, in_command

AIRBORNE_RANGE: Final = 3
MOST_TRIES: Final = 20
OTHER_DEEDS: Final = 0.05
"""How a random deed is sampled: so many blocks are tried, and so often something else than a move is done."""
Journey = Rail | Ship | Land | Drop


def lines_left(s: Kiev, side: int) -> int:
    """4.1 Defensive Lines not on the map."""
    return MAX_LINES[side] - (s.lines & held(s, side)).bit_count()


def may_dig(s: Kiev, b: int) -> bool:
    """4.1, 10.9 A combat block above minimum strength may be reduced to build a line in a friendly uncontested area
    that has none, if a line is left; not in a staging area."""
    area = s.place[b]
    return (
        bool(COMBAT >> b & 1)
        and s.strength[b] > MINIMUM[b]
        and not (s.lines | STAGING) >> area & 1
        and bool(full_control(s, s.active) >> area & 1)
        and lines_left(s, s.active) > 0
    )


def seas(s: Kiev) -> int:
    """2.1.1 The coasts of the seas the Soviets control."""
    if not black_sea(s):
        return 0
    return BLACK_COAST | AZOV_COAST if azov_sea(s) else BLACK_COAST


class Command(Step[Kiev]):
    """10.8 In-supply blocks are commanded one by one, each to move or to build a line. A block that has points left may
    go on until another is commanded. Frame: 1 for an Exploitation Move (10.19)."""

    rule = "10.8"

    def candidates(self, s: Kiev) -> int:
        """10.9 Which blocks may be commanded, HQ ranges apart: any that is not isolated (9.1) nor was commanded, in a
        Pass, a Strategic Impulse or an Exploitation Move up to a number."""
        if self.by_hqs(s):
            free = s.on_map & OF_SIDE[s.active] & ~s.activated
        elif not s.commands:
            return 0
        else:
            free = s.on_map & OF_SIDE[s.active]
            if s.frame[1]:
                free &= self.may_exploit(s)
        return free & ~(s.commanded | s.isolated)

    def may_command(self, s: Kiev, b: int) -> bool:
        """10.9 May this block be commanded? In a Tactical Impulse an HQ must reach it; a moving block may go on."""
        if b == s.moving:
            return True
        if not self.candidates(s) >> b & 1:
            return False
        return not self.by_hqs(s) or in_command(s, b)

    def by_hqs(self, s: Kiev) -> bool:
        """10.9 In a Tactical Impulse blocks are commanded by HQs; not in the Exploitation Move after it."""
        return s.impulse == TACTICAL and not s.frame[1]

    def commandable(self, s: Kiev) -> list[int]:
        """All blocks that may be commanded now."""
        blocks = self.candidates(s) | (1 << s.moving if s.moving != NOBODY else 0)
        return [b for b in bits(blocks) if self.may_command(s, b)]

    def may_exploit(self, s: Kiev) -> int:
        """10.19 Fast blocks, HQs included, that are not engaged."""
        engaged = 0
        for area in bits(contested(s)):
            engaged |= s.here[area]
        return FAST & ~engaged

    def engages(self, s: Kiev) -> bool:
        """12.0, 10.19 No new engagement in a Pass or an Exploitation Move."""
        return s.impulse != PASS and not s.frame[1]

    def reach(self, s: Kiev, b: int) -> Reach:
        known = s.memo.get(b)
        if known is None:
            points = s.mp if b == s.moving else allowance(s, b)
            known = s.memo[b] = reach_of(s, b, points, self.engages(s))
        assert isinstance(known, Reach)
        return known

    def ends(self, s: Kiev, b: int) -> int:
        """Where the block may go."""
        return room(s, b, self.reach(s, b).mask)

    # -- questions and answers ------------------------------------------------------------------------------------

    def side(self, s: Kiev) -> str | None:
        free = self.candidates(s)
        if s.moving != NOBODY or (free and (not self.by_hqs(s) or commands_any(s, free))):
            return SIDES[s.active]
        return None

    def advance(self, s: Kiev) -> None:
        stop_moving(s)
        s.pop()

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [*(("piece", b) for b in self.commandable(s)), BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        if handle == BUTTON:
            return [Done()]
        b = handle[1]
        if handle[0] != "piece" or not self.may_command(s, b):
            return []
        frm = s.place[b]
        out: list[Action] = [Move(b, frm, to) for to in bits(self.ends(s, b))]
        if b != s.moving and not s.frame[1]:
            if may_dig(s, b):
                out.append(Dig(b, frm))
            out += journeys(s, b)
        return out

    def sample(self, s: Kiev, rng: random.Random) -> Action:
        """A random block, then a random deed of it, mostly a move; or the end of the segment."""
        blocks = bits(self.candidates(s) | (1 << s.moving if s.moving != NOBODY else 0))
        by_hqs = self.by_hqs(s)
        for _ in range(MOST_TRIES):
            choice = int(rng.random() * (len(blocks) + 1))
            if choice == len(blocks):
                break
            b = blocks[choice]
            if by_hqs and b != s.moving and not in_command(s, b):
                continue
            if rng.random() < OTHER_DEEDS:
                deeds = list(self.of(s, ("piece", b)))
                if deeds:
                    return deeds[int(rng.random() * len(deeds))]
            ends = bits(self.ends(s, b))
            if ends:
                return Move(b, s.place[b], ends[int(rng.random() * len(ends))])
        return Done()

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Move | Dig | Rail | Ship | Land | Drop):
            return Refusal("6.0", "This is the Command Segment: command a block, or end it.")
        b = action.block
        if b >= N or not self.may_command(s, b):
            return self.not_commanded(s, b)
        if isinstance(action, Move):
            if action.frm == s.place[b] and action.to < AREAS and self.ends(s, b) >> action.to & 1:
                return None
            return self.not_there(s, action)
        if b == s.moving or s.frame[1]:
            return Refusal("10.8", f"{BLOCKS[b].name} performs one action only, and it is moving.")
        if isinstance(action, Dig):
            return None if action.at == s.place[b] and may_dig(s, b) else self.no_line(s, action)
        return None if action in journeys(s, b) else self.no_journey(s, action)

    def not_commanded(self, s: Kiev, b: int) -> Refusal:
        """Why a block is not under command."""
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

    def not_there(self, s: Kiev, action: Move) -> Refusal:
        """Why a block cannot move to an area."""
        b, to = action.block, action.to
        name, where = BLOCKS[b].name, PLACE_IDS[to]
        if action.frm != s.place[b]:
            return Refusal("10.9", f"{name} is not in {PLACE_IDS[action.frm]}.")
        if to >= AREAS:
            return Refusal("2.2", f"No block may enter {where}.")
        if s.place[b] == to:
            return Refusal("10.9", f"{name} is in {where} already.")
        if self.reach(s, b).mask >> to & 1:
            if s.packed[s.active] >> to & 1:
                return Refusal("2.9", f"{where} is full: {name} would overstack it.")
            return Refusal("1.4", f"{name} cannot share {where}: Hungarians and Rumanians never stack together.")
        if STAGING >> to & 1 and not controls(s, to, s.active):
            return Refusal("2.4.5", f"{where} is closed to you.")
        if enemies(s, s.active) >> to & 1 and not self.engages(s):
            rule = "10.19" if s.frame[1] else "12.0"
            return Refusal(rule, f"{where} contains enemy units: no engagement now.")
        if enemies(s, s.active) >> s.place[b] & 1:
            return Refusal(
                "10.9", f"{name} is engaged: it must first enter a friendly uncontested area, for one MP more."
            )
        return Refusal("10.9", f"{name} has not enough movement points to reach {where}.")

    def no_line(self, s: Kiev, action: Dig) -> Refusal:
        """Why a block cannot build a Defensive Line."""
        b, name = action.block, BLOCKS[action.block].name
        if not COMBAT >> b & 1:
            return Refusal("4.1", f"{name} is no combat block: it builds no lines.")
        if action.at != s.place[b]:
            return Refusal("4.1", f"{name} is not in {PLACE_IDS[action.at]}.")
        if s.strength[b] == MINIMUM[b]:
            return Refusal("4.1", f"{name} is at minimum strength: a block cannot be destroyed to build a line.")
        if s.lines >> s.place[b] & 1:
            return Refusal("4.1", "There is a line already.")
        if lines_left(s, s.active) <= 0:
            return Refusal("4.1", "No Defensive Line is left; disband one first.")
        return Refusal("4.1", "Lines are built in controlled uncontested areas only, not in staging areas.")

    def no_journey(self, s: Kiev, action: Journey) -> Refusal:
        rule = {Rail: "14.1", Ship: "14.7", Land: "14.8", Drop: "14.9"}[type(action)]
        return Refusal(rule, f"{BLOCKS[action.block].name} cannot go to {PLACE_IDS[action.to]} that way now.")

    def apply(self, s: Kiev, action: Action) -> None:
        if isinstance(action, Done):
            self.advance(s)
            return
        assert isinstance(action, Move | Dig | Rail | Ship | Land | Drop)
        b = action.block
        if b != s.moving:
            stop_moving(s)
            s.commanded |= 1 << b
            s.commands = max(0, s.commands - 1)
        if isinstance(action, Move):
            self.move(s, b, action.to)
        elif isinstance(action, Dig):
            s.strength[b] -= 1
            s.lines |= 1 << action.at
            s.say("4.1", "A line is built in {}", PLACE_IDS[action.at], at=[PLACE_IDS[action.at]])
        else:
            travel(s, b, action.to)

    def move(self, s: Kiev, b: int, to: int) -> None:
        """10.9 Move, and remember the points that are left; engaging ends the move."""
        range_ = self.reach(s, b)
        path, cost = route(s, b, range_, to)
        left = len(range_.layers) - 1 - cost
        march(s, b, path)
        if left and not enemies(s, s.active) >> to & 1:
            s.moving, s.mp = b, left
        else:
            stop_moving(s)

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        if isinstance(action, Move):
            path, cost = route(s, action.block, self.reach(s, action.block), action.to)
            view.preview = {"path": [TOPOLOGY.ids[area] for area in path], "cost": cost}
            view.clicks = [view.clicks[0], view.clicks[-1]]
        elif isinstance(action, Done):
            view.label = "End the Exploitation Move" if s.frame[1] else "End the Command Segment"
        return view

    def prompt(self, s: Kiev) -> str:
        if s.frame[1]:
            return f"Exploitation: move up to {s.commands} more fast blocks."
        if s.impulse == TACTICAL:
            return "Command blocks in the range of your HQs, or end the segment."
        return f"Command up to {s.commands} more block{'s' if s.commands > 1 else ''}, or end the segment."


def journeys(s: Kiev, b: int) -> list[Action]:
    """14.1, 14.7, 14.8, 14.9 The long ways a block may go in a Pass or a Strategic Impulse."""
    if s.impulse not in (PASS, STRATEGIC_MOVE):
        return []
    frm = s.place[b]
    out: list[Action] = []
    if s.game.rail:
        out += [Rail(b, frm, to) for to in bits(rail_ends(s, b))]
    if s.game.sea_transport and s.active == SOVIET:
        out += [Ship(b, frm, to) for to in bits(sea_ends(s, b))]
    if s.game.seaborne and b == MARINE and s.impulse == STRATEGIC_MOVE:
        out += [Land(b, frm, to) for to in bits(landing_areas(s, b))]
    if s.game.airborne and b == LUFTLANDE and s.impulse == STRATEGIC_MOVE:
        out += [Drop(b, frm, to) for to in bits(drop_areas(s, b))]
    return out


def rail_ends(s: Kiev, b: int) -> int:
    """14.1 Any distance from, across and to friendly uncontested areas; not over the Kerch Strait."""
    area = s.place[b]
    return room(s, b, component(LAND, area, full_control(s, s.active)) & ~(1 << area))


def sea_ends(s: Kiev, b: int) -> int:
    """14.7 Soviet infantry between fully controlled ports of controlled seas."""
    ports = open_ports(s) & full_control(s, SOVIET)
    area = s.place[b]
    if not INFANTRY >> b & 1 or not ports >> area & 1:
        return 0
    return room(s, b, ports & ~(1 << area))


def landing_areas(s: Kiev, b: int) -> int:
    """14.8 The Marine at full strength in an uncontested port of a controlled sea: any enemy-controlled coastal area
    of a controlled sea."""
    if s.strength[b] < FULL[b] or not (open_ports(s) & full_control(s, SOVIET)) >> s.place[b] & 1:
        return 0
    return room(s, b, seas(s) & held(s, AXIS))


def drop_areas(s: Kiev, b: int) -> int:
    """14.9 The Luftlande at full strength in an uncontested area: an enemy-controlled green area in an air range of
    3."""
    area = s.place[b]
    if s.strength[b] < FULL[b] or not full_control(s, AXIS) >> area & 1:
        return 0
    return room(s, b, TOPOLOGY.disk(area, AIRBORNE_RANGE) & GREEN & held(s, SOVIET))


def travel(s: Kiev, b: int, to: int) -> None:
    """14.1, 14.7-14.9 A block leaves one area and appears in another."""
    leave(s, b)
    s.revealed &= ~(1 << b)
    enter(s, b, to)
