"""[10.14], [2.3] Defensive Absorb Bonus, [10.15] applying losses, [4.2.3.1] reducing strength, [9.4] attrition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.actions import TakeHit
from rasputitsa.titles.kiev41.components import BLOCKS, OF_SIDE, SIDE, SIDES, lower, piece_name
from rasputitsa.titles.kiev41.control import controls, destroy, remove_line, surrender
from rasputitsa.titles.kiev41.mapboard import CITIES, PLACE_NAMES, TERRAIN_DAB, TOPOLOGY, VICTORY
from rasputitsa.titles.kiev41.state import Kiev

MOST_DABS: Final = 3


def absorb_bonus(s: Kiev, area: int, defender: int) -> int:
    """2.3, 10.14, 4.1.6, 10.14.1, 10.14.2, 10.14.3 What the defender absorbs in one battle: rough terrain, his line, a
    city or Victory Area he controls; at most three."""
    if not controls(s, area, defender):
        return TERRAIN_DAB[area]
    return min(MOST_DABS, TERRAIN_DAB[area] + (s.lines >> area & 1) + town_bonus(area))


def town_bonus(area: int) -> int:
    """2.4.6, 2.4.4 A controlled city absorbs one hit, a controlled Victory Area two."""
    return 2 if VICTORY >> area & 1 else CITIES >> area & 1


def attrition(s: Kiev, b: int) -> None:
    """9.4, 14.4, 9.4.1, 9.4.2 An isolated block loses a step, which the enemy does not see; at minimum strength it
    surrenders and is gone for good."""
    left = lower(b, s.strength[b])
    area, name = TOPOLOGY.ids[s.place[b]], PLACE_NAMES[s.place[b]]
    if left >= 0:
        s.strength[b] = left
        s.say("9.4", "{} block in {} suffers attrition", SIDES[SIDE[b]].capitalize(), name, at=[area])
    else:
        s.say("9.4", "{} surrenders in {}", BLOCKS[b].name, name, at=[area])
        surrender(s, b)


def hit(s: Kiev, b: int) -> None:
    """4.2.3.1 One hit: the block is reduced, or destroyed at minimum strength."""
    left = lower(b, s.strength[b])
    area, name = TOPOLOGY.ids[s.place[b]], PLACE_NAMES[s.place[b]]
    if left >= 0:
        s.strength[b] = left
        s.say("10.15", "{} is reduced to {}", BLOCKS[b].name, left or "Heart Level", at=[area])
    else:
        s.say("10.15.3", "{} is destroyed in {}", BLOCKS[b].name, name, at=[area])
        destroy(s, b)


def strongest(s: Kiev) -> list[int]:
    """10.15.1 The blocks with the most dots or stars, of those that the hits under way fall on."""
    _, side, _, area, manner = s.frame
    blocks = bits(s.here[area] & OF_SIDE[side] & (s.isolated if manner == Losses.ATTRITION else -1))
    most = max((s.strength[b] for b in blocks), default=0)
    return [b for b in blocks if s.strength[b] == most]


def suffer(s: Kiev, b: int, manner: int) -> None:
    """10.15, 14.4 A block takes a hit in battle, or the attrition of the garrison of Sevastopol."""
    if manner == Losses.ATTRITION:
        attrition(s, b)
    else:
        hit(s, b)


class HitBlock(Choice[Kiev]):
    """10.15.1 One of the strongest blocks is reduced."""

    action = TakeHit
    rule = "10.15.1"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", b) for b in strongest(s)]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return (TakeHit(handle[1]),) if handle[0] == "piece" and handle[1] in strongest(s) else ()

    def why_not(self, s: Kiev, action: TakeHit) -> Refusal | None:
        b = action.block
        if b in strongest(s):
            return None
        if not s.here[s.frame[3]] & OF_SIDE[s.frame[1]] & 1 << b:
            return Refusal("10.15", f"{piece_name(b)} is not hit: it is not in this battle.")
        return Refusal("10.15.1", f"{BLOCKS[b].name} is not hit: a stronger block must be hit first.")

    def do(self, s: Kiev, action: TakeHit) -> None:
        _, side, hits, area, manner = s.frame
        s.goto(side, hits - 1, area, manner)
        suffer(s, action.block, manner)


class Losses(Question[Kiev]):
    """10.15, 10.15.1.1 Hits on one side in an area: the bonus absorbs, then the line goes, then the strongest blocks;
    between equals the owner chooses. Frame: side, hits, area, manner."""

    rule = "10.15"
    choices = (HitBlock,)

    ATTACKER: Final = 0
    DEFENDER: Final = 1
    ATTRITION: Final = 2
    """14.4: only the isolated garrison of Sevastopol."""

    def side(self, s: Kiev) -> str | None:
        _, side, hits, _, manner = s.frame
        if not hits or (manner == self.DEFENDER and (s.dab or self.line(s))):
            return None
        return SIDES[side] if hits < len(strongest(s)) else None

    def advance(self, s: Kiev) -> None:
        """10.15.2 Hits are placed as long as there is somebody to take them; what is left over is lost."""
        _, side, hits, area, manner = s.frame
        if manner == self.DEFENDER:
            hits = self.absorbed(s, hits)
        equals = strongest(s)
        if not hits or not equals:
            s.pop()
        elif len(equals) <= hits:
            s.goto(side, hits - len(equals), area, manner)
            for b in equals:
                suffer(s, b, manner)
        else:
            s.goto(side, hits, area, manner)

    def absorbed(self, s: Kiev, hits: int) -> int:
        """10.14, 10.15, 4.1, 4.1.6, 4.1.7 First the bonus takes hits, then the line; what is left falls on the
        blocks."""
        absorbed = min(hits, s.dab)
        s.dab -= absorbed
        hits -= absorbed
        if hits and self.line(s):
            area = s.frame[3]
            s.say("10.15", "The line in {} is destroyed", PLACE_NAMES[area], at=[TOPOLOGY.ids[area]])
            remove_line(s, area)
            hits -= 1
        return hits

    def line(self, s: Kiev) -> bool:
        """4.1, 4.1.7 A friendly line takes hits before any block, when defending."""
        _, side, _, area, _ = s.frame
        return bool(s.lines >> area & 1) and controls(s, area, side)

    def prompt(self, s: Kiev) -> str:
        _, _, hits, area, manner = s.frame
        if manner == self.ATTRITION:
            return f"Attrition in {PLACE_NAMES[area]}: which of your strongest blocks loses a step?"
        return f"{count(hits, 'hit')} in {PLACE_NAMES[area]}: which of your strongest blocks takes one?"
