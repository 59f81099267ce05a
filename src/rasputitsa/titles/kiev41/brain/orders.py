"""Orders for the blocks: what the side would like to do, and the best of it where blocks may be commanded."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.action import Action
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.kiev41.actions import Dig, Done, Move, Rail, Ship
from rasputitsa.titles.kiev41.brain.agenda import planned, remember
from rasputitsa.titles.kiev41.brain.core import BRAIN
from rasputitsa.titles.kiev41.brain.sense import KievMind, look
from rasputitsa.titles.kiev41.brain.staff import Idea, Staff
from rasputitsa.titles.kiev41.command import Command, by_hqs, commandable, engages
from rasputitsa.titles.kiev41.components import BLOCKS, COMBAT, HQS, LW_HQS, OF_SIDE
from rasputitsa.titles.kiev41.control import contested, enemies
from rasputitsa.titles.kiev41.state import PASS, Kiev
from rasputitsa.titles.kiev41.transport import rail_ends, sea_ends

FIRM: Final = 99.0
"""The score of an order that was thought of before."""
SEVERAL, SIMILAR = 4, 0.5
"""How many moves at most are thought of together, and the share of the best one that each must be worth."""


class Ambitions(NamedTuple):
    """What the side would like to do if everybody were commanded."""

    wishes: dict[int, float]
    """How much each block could do: what an HQ is good for."""
    targets: int
    """Where there is fighting, or would be: what guns and bombers are good for."""
    groups: dict[int, list[int]]
    """Who would attack where."""


MOST: Final = 1000
"""How many ambitions are kept."""
_HASTY: dict[Hashable, Ambitions] = {}


def dreams(mind: KievMind) -> Staff:
    """What could be done if everybody were commanded."""
    s = mind.s
    follow = LW_HQS if mind.w["plan"] else 0
    blocks = s.on_map & OF_SIDE[mind.once(look).side] & (COMBAT | follow) & ~s.isolated & ~s.commanded
    return Staff(mind, blocks, dreaming=True)


def ambitions(mind: KievMind) -> Ambitions:
    """How much each block of the side could do, and where it would fight. In turns played ahead in thought that is
    worked out once an impulse, whichever HQs are activated by then."""
    s = mind.s
    if not mind.haste:
        return _ambitions(mind.once(dreams))
    troops = s.isolated & COMBAT, s.commanded & COMBAT, bytes(s.place[b] for b in bits(COMBAT))
    key = (mind.plan_key, s.turn, s.axis_impulses, s.active, s.control, s.lines, troops)
    found = _HASTY.get(key)
    if found is None:
        if len(_HASTY) > MOST:
            _HASTY.clear()
        found = _HASTY[key] = _ambitions(mind.once(dreams))
    return found


def _ambitions(staff: Staff) -> Ambitions:
    s = staff.s
    wishes: dict[int, float] = {}
    targets = contested(s)
    groups: dict[int, list[int]] = {}
    for idea in staff.ideas():
        b = idea.action.block  # type: ignore[attr-defined]
        if idea.gain > wishes.get(b, 0.0):
            wishes[b] = idea.gain
            if idea.attack and isinstance(idea.action, Move):
                groups.setdefault(idea.action.to, []).append(b)
            if isinstance(idea.action, Move):
                targets |= 1 << idea.action.to
    return Ambitions(wishes, targets & enemies(s, staff.side), groups)


@BRAIN.candidate(Command)
def command(mind: KievMind) -> Iterable[Proposal]:
    """The best thing any commandable block can do; the end when nothing is worth it."""
    s, w = mind.s, mind.w
    blocks = mask_of(commandable(s))
    if s.frame[1] == 0 and s.impulse != PASS and not (w["army"] and mind.once(look).attacks()):
        blocks &= ~HQS | (1 << s.moving if s.moving < len(BLOCKS) else 0)
    known = planned(mind)
    if known is not None:
        yield Proposal(FIRM, *known)
        return
    staff = Staff(mind, blocks, engages(s))
    ideas = sorted(
        (idea for idea in staff.ideas() if not isinstance(idea.action, Dig) or _may_dig_now(s, idea.action)),
        key=lambda idea: -idea.gain,
    )
    threshold = w["stir"] * (2.0 if not by_hqs(s) else 1.0)
    if ideas and ideas[0].gain > threshold:
        remember(mind, _together(ideas))
    yield from (Proposal(idea.gain, idea.action, idea.why) for idea in ideas)
    if s.game.profile.rail or s.game.profile.sea_transport:
        yield from long_ways(staff, blocks)
    yield Proposal(threshold, Done(), "nothing more is worth a move")


def _may_dig_now(s: Kiev, dig: Dig) -> bool:
    """Where one block is commanded only, or while this one is moving, no line is built."""
    return not s.frame[1] and dig.block != s.moving


def _together(ideas: list[Idea]) -> list[tuple[Action, str]]:
    """The best idea, and what can be ordered with it without thinking again: the others of an attack, or some moves
    that have nothing to do with each other."""
    first = ideas[0]
    if not isinstance(first.action, Move):
        return [(first.action, first.why)]
    goal = first.action.to
    if first.attack:
        same = [idea for idea in ideas if idea.attack and isinstance(idea.action, Move) and idea.action.to == goal]
        return [(idea.action, idea.why) for idea in same]
    out, blocks, places = [first], {first.action.block}, {goal, first.action.frm}
    for idea in ideas[1:]:
        move = idea.action
        if idea.attack or not isinstance(move, Move) or idea.gain < SIMILAR * first.gain or len(out) == SEVERAL:
            break
        if move.block not in blocks and not {move.to, move.frm} & places:
            out.append(idea)
            blocks.add(move.block)
            places |= {move.to, move.frm}
    return [(idea.action, idea.why) for idea in out]


def long_ways(staff: Staff, blocks: int) -> Iterable[Proposal]:
    """14.1, 14.7 Rail and ships: straight to where a block is wanted most."""
    s = staff.s
    for b in bits(blocks & COMBAT):
        if b == s.moving:
            continue
        now = staff.standing(b, s.place[b]) + staff.hold(b, s.place[b])
        ways: list[Rail | Ship] = [Rail(b, s.place[b], to) for to in bits(rail_ends(s, b))]
        ways += [Ship(b, s.place[b], to) for to in bits(sea_ends(s, b))]
        best = max(ways, key=lambda a: staff.standing(b, a.to), default=None)
        if best is not None:
            yield Proposal(staff.standing(b, best.to) - now, best, "{} goes a long way", (BLOCKS[b].id,))
