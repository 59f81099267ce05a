"""What the blocks of a side could do if they were commanded: attacks, and where every other block does most good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.action import Action
from rasputitsa.titles.kiev41.actions import Dig, Move
from rasputitsa.titles.kiev41.brain.battles import (
    crossing_from,
    group_value,
    later_value,
    power,
    prize_of,
    prospect,
    strongest_first,
)
from rasputitsa.titles.kiev41.brain.positions import Positions
from rasputitsa.titles.kiev41.brain.sense import (
    KievMind,
    bombs_of,
    choked,
    cut_off,
    guns_of,
    own_force,
    relieved,
    starves,
)
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_HQ,
    COMBAT,
    GUDERIAN,
    LW_HQS,
    OF_SIDE,
    TACTICAL_HQS,
)
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.defensive_lines import may_dig
from rasputitsa.titles.kiev41.headquarters import may_activate, reveal_areas
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.mapboard import (
    ADJACENT,
    CITIES,
    PLACE_IDS,
    STACKING,
    TERRAIN_DAB,
    TOPOLOGY,
    distance,
)
from rasputitsa.titles.kiev41.movement import route, waters
from rasputitsa.titles.kiev41.state import READY
from rasputitsa.titles.kiev41.weather import hq_strength

WALKOVER: Final = 2.0
"""How many steps destroyed the area is worth that is cleared, when losses are weighed."""
BATTERIES: Final = 3
"""How many HQs at most are counted on to shell a goal."""
PINCERS: Final = 4
"""How far apart two engagements may be that cut off the same enemies."""


SIEGE: Final = 3.0
"""What a later round must be worth, or a siege is not begun."""
RAMPARTS: Final = 2
"""Ground that absorbs this many hits takes guns to break."""
FRESH: Final = 0.3
"""A block that deals this many more hits is fresh compared to another."""


class Idea(NamedTuple):
    """Something a block could do, and how much better things would be."""

    gain: float
    action: Action
    why: str
    attack: bool = False


class Staff(Positions):
    """Works out what the blocks of a side could do if they were commanded."""

    def __init__(self, mind: KievMind, blocks: int, engage: bool = True, dreaming: bool = False) -> None:
        super().__init__(mind, blocks, engage)
        self.dreaming = dreaming
        """Before the HQs are activated: count on what they could bring."""
        self.choke: dict[int, float] = {}

    def attacks(self) -> list[tuple[float, int, list[int]]]:
        """For each enemy area in reach: what attacking it is worth, and with whom, the best first."""
        if not self.engage:
            return []
        targets = 0
        for b in bits(self.blocks & COMBAT):
            targets |= self.ends[b]
        if self.w["choke"]:
            self.choke = self.chokes(targets & self.view.foes)
        found = [self.attack(area) for area in bits(targets & self.view.foes)]
        good = sorted((plan for plan in found if plan[0] > self.w["attack"] and plan[2]), key=lambda p: -p[0])
        return [(gain * self.w["focus"] ** rank, area, group) for rank, (gain, area, group) in enumerate(good)]

    def attack(self, area: int) -> tuple[float, int, list[int]]:
        """The best group for one target: blocks are added, strongest first, while each makes it better."""
        s, side = self.s, self.side
        present = s.here[area] & OF_SIDE[side] & ~s.isolated
        crossing = s.crossed & present
        able = self.blocks & COMBAT & ~present & ~self.guards
        free = mask_of(b for b in bits(able) if self.ends[b] >> area & 1)
        places = STACKING[area] - (s.here[area] & OF_SIDE[side]).bit_count()
        prize = prize_of(s, area, self.opening(area))
        support = self.support(area)
        before = group_value(s, area, present, crossing, support, side, self.w, prize) if present else 0.0
        group, best = present, before
        chosen: list[int] = []
        onward = 0.0
        for b in strongest_first(s, free):
            if len(chosen) >= places:
                break
            wet = crossing | (1 << b if self.wet(b, area) else 0)
            nearer = onward + self.heading(b, area)
            worth = group_value(s, area, group | 1 << b, wet, support, side, self.w, prize) + nearer
            if worth > best or not chosen:
                group, crossing, best, onward = group | 1 << b, wet, worth, nearer
                chosen.append(b)
        choke = 0.0 if present else self.w["choke"] * min(self.choke.get(area, 0.0), 8.0)
        if not present and self.w["persist"] and (self.wanted & self.view.blocks) >> area & 1:
            later = later_value(s, area, group, side, self.w)
            return (best - before + choke + self.w["persist"] * later if later > SIEGE else 0.0), area, chosen
        seen = prospect(s, area, own_force(s, group, True, crossing), support, side)
        if not present and seen.damage + choke + WALKOVER * seen.clears < self.w["odds"] * seen.loss:
            return 0.0, area, []
        return best - before + choke, area, chosen

    def heading(self, b: int, area: int) -> float:
        """What it is worth to a block that an attack brings it nearer to its goal, or farther from it."""
        if not self.offensive or not self.w["heading"]:
            return 0.0
        return self.w["heading"] * (self.longing(b, self.s.place[b]) - self.longing(b, area))

    def chokes(self, targets: int) -> dict[int, float]:
        """How many enemies lose their supply by a mere engagement in each area, or in two of them at once."""
        s, side = self.s, self.side
        targets &= ~contested(s)
        least = choked(s, side, 0)
        alone = {area: choked(s, side, 1 << area) - least for area in bits(targets)}
        out = {area: float(lost) for area, lost in alone.items()}
        for one, other in combinations(alone, 2):
            if distance(one, other) <= PINCERS:
                more = choked(s, side, 1 << one | 1 << other) - least - alone[one] - alone[other]
                if more > 0:
                    out[one] = max(out[one], alone[one] + 0.5 * more)
                    out[other] = max(out[other], alone[other] + 0.5 * more)
        return out

    def wet(self, b: int, area: int) -> bool:
        """Would the block have to come over water?"""
        if not waters(self.s, area):
            return False
        path, _ = route(self.s, b, self.reach[b], area)
        return crossing_from(self.s, area, path[-2])

    def support(self, area: int, firm: bool = False) -> float:
        """Hits to hope for: artillery of the HQs beside the area, and a share of the bombers in range."""
        s = self.s
        near = [hq for hq in bits(s.activated & TACTICAL_HQS & s.on_map) if ADJACENT[area] >> s.place[hq] & 1]
        hits = sum(guns_of(s, hq) for hq in near)
        for hq in bits(s.activated & LW_HQS):
            strength = hq_strength(s, hq)
            if TOPOLOGY.disk(s.place[hq], strength) >> area & 1:
                ready = sum(place == READY and BOMBER_HQ[i] == hq for i, place in enumerate(s.bombers))
                hits += self.w["bomb_share"] * min(strength, ready) * bombs_of(s, hq)
        return hits + (self.promised(area) if self.dreaming and not firm and self.fortified(area) else 0.0)

    def fortified(self, area: int) -> bool:
        """Is it a goal, or ground on the way to one that takes guns to break?"""
        if self.wanted >> area & 1 or not self.w["plan"]:
            return bool(self.wanted >> area & 1)
        strong = absorb_bonus(self.s, area, self.view.enemy) >= RAMPARTS
        return strong and not starves(self.s, area, self.view.enemy) and self.onward(area)

    def onward(self, area: int) -> bool:
        """Does the area lie on the way of most of those who could attack it?"""
        free = [b for b in bits(self.blocks & COMBAT) if self.ends[b] >> area & 1]
        return sum(self.way(b)[area] < self.way(b)[self.s.place[b]] for b in free) * 2 > len(free)

    def promised(self, area: int) -> float:
        """What HQs that are not yet activated could bring against a goal: a few with their guns, and the bombers."""
        s = self.s
        near = [hq for hq in bits(may_activate(s)) if hq != GUDERIAN and reveal_areas(s, hq) & ADJACENT[area]]
        guns = sorted((guns_of(s, hq) for hq in near if TACTICAL_HQS >> hq & 1), reverse=True)
        hits = sum(guns[:BATTERIES])
        if self.side == AXIS and READY in s.bombers:
            for hq in bits(LW_HQS & s.on_map & ~s.isolated & ~s.activated):
                strength = hq_strength(s, hq)
                if reveal_areas(s, hq) & TOPOLOGY.disk(area, strength):
                    hits += self.w["bomb_share"] * strength * bombs_of(s, hq)
        return hits

    def opening(self, area: int) -> float:
        """What taking an area opens: it is nearer to the goals, and may cut the enemy off."""
        gain = self.consequences(1 << area)
        if self.view.attacks():
            near = min((self.view.to_goal[a] for a in bits(ADJACENT[area] & self.view.own)), default=0.0)
            gain += self.w["way"] * max(0.0, near - self.view.to_goal[area])
        return gain

    def consequences(self, taken: int) -> float:
        """What taking areas does to supply: enemies cut off, friends relieved."""
        gain = self.w["cut"] * cut_off(self.s, self.side, taken)
        if self.view.hungry:
            gain += self.w["relief"] * relieved(self.s, self.side, taken, self.view.hungry)
        return gain

    def captures(self, b: int, area: int) -> tuple[float, int]:
        """What a block takes on its way to an area."""
        if not self._passed(b, area) & ~self.view.own & ~self.view.foes:
            return 0.0, 0
        path, _ = route(self.s, b, self.reach[b], area)
        taken = mask_of(a for a in path[1:]) & ~self.view.own & ~self.view.foes
        return sum(self.w["area"] * (1 + prize_of(self.s, a, 0.0)) for a in bits(taken)), taken

    def _passed(self, b: int, area: int) -> int:
        """Where a block may come on its way to an area: what is reached for fewer points, and the area itself."""
        out = 1 << area
        for places in self.reach[b].layers:
            if places >> area & 1:
                break
            out |= places
        return out

    def moves(self, b: int) -> Iterable[Idea]:
        """Where a block could go without a fight."""
        s, w = self.s, self.w
        here = s.place[b]
        quiet = self.ends[b] & ~self.view.foes
        if not quiet:
            return
        now = self.standing(b, here) + self.hold(b, here)
        scored = sorted(((self.standing(b, to), to) for to in bits(quiet)), reverse=True)[: int(w["look_at"])]
        for worth, to in scored:
            prize, taken = self.captures(b, to)
            gain = worth - now + prize
            if taken:
                gain += self.consequences(taken)
            if not self.view.fed >> to & 1 and not taken:
                gain -= w["starve"]
            yield Idea(gain, Move(b, here, to), f"{BLOCKS[b].id} does more good in {PLACE_IDS[to]}")

    def hold(self, b: int, area: int) -> float:
        """What leaving would give up: a contested area it holds, or one the enemy could walk into."""
        s = self.s
        alone = not s.here[area] & OF_SIDE[self.side] & ~(1 << b)
        if contested(s) >> area & 1:
            return self.w["hold"] * (1.0 if alone else 0.4)
        if alone and self.view.to_foe[area] <= 2 and not s.lines >> area & 1:
            return self.w["hold"] * 0.5
        return 0.0

    def digging(self, b: int) -> Iterable[Idea]:
        """4.1 A line where it will be needed."""
        s, area = self.s, self.s.place[b]
        if not may_dig(s, b) or self.view.to_foe[area] > 3:
            return
        strong = 1.0 if TERRAIN_DAB[area] or CITIES >> area & 1 else 0.4
        worth = self.w["dig"] * (2.0 if self.prized >> area & 1 else strong)
        if self.view.attacks():
            worth *= 0.3
        yield Idea(worth - self.w["dig_cost"], Dig(b, area), f"{BLOCKS[b].id} digs in")

    def exchanges(self, used: int) -> Iterable[Idea]:
        """Where a siege has no room, worn blocks leave it to fresh ones."""
        s = self.s
        for area in bits(self.wanted & contested(s)) if self.w["exchange"] and self.engage else ():
            present = s.here[area] & OF_SIDE[self.side]
            worn = strongest_first(s, present & self.blocks & COMBAT & ~used)[-1:]
            others = bits(self.blocks & COMBAT & ~present & ~used & ~self.guards)
            fresh = max((power(s, b) for b in others if self.reach[b].mask >> area & 1), default=0.0)
            if present.bit_count() < STACKING[area] or not worn or fresh < power(s, worn[0]) + FRESH:
                continue
            back = bits(self.ends[worn[0]] & ~self.view.foes & ADJACENT[area])
            to = min(back, key=lambda a: self.company(a)[0], default=None)
            if to is not None:
                worth = self.w["exchange"] * (fresh - power(s, worn[0]))
                yield Idea(worth, Move(worn[0], area, to), f"{BLOCKS[worn[0]].id} makes room for fresh troops")

    def ideas(self) -> Iterable[Idea]:
        """Everything worth doing: attacks first, each shared by its group, then moves and lines."""
        used = 0
        for gain, area, group in self.attacks():
            free = [b for b in group if not used >> b & 1]
            if len(free) < len(group):
                continue
            for b in group:
                used |= 1 << b
                share = gain / len(group) + 0.01 * gain
                yield Idea(share, Move(b, self.s.place[b], area), f"{BLOCKS[b].id} attacks {PLACE_IDS[area]}", True)
        yield from self.exchanges(used)
        for b in bits(self.blocks & ~used):
            if not self.guards >> b & 1:
                yield from self.moves(b)
            yield from self.digging(b)
