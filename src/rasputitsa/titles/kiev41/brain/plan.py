"""Which army goes for which goal: an army is an HQ with the blocks of its colour, and no goal is left without one."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import permutations, product
from typing import Final

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.titles.kiev41.brain.sense import FAR, KievMind, aims, assigned, goals, needed, starves
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    COMBAT,
    FIRE,
    GUDERIAN,
    LW_HQS,
    MOVEMENT,
    OF_SIDE,
    SIDE,
    TACTICAL_HQS,
)
from rasputitsa.titles.kiev41.control import held
from rasputitsa.titles.kiev41.mapboard import ADJACENT, AREAS, CLOSED, TERRAIN_DAB, VICTORY, distance
from rasputitsa.titles.kiev41.movement import FAIR_COSTS
from rasputitsa.titles.kiev41.state import Kiev

SHARE: Final = 5.0
"""How many impulses longer the way may be to a goal that has too few blocks, compared to one that has too many."""
DETOUR: Final = 2.0
"""What a battle on the way costs, in movement points."""
OPEN: Final = 0.15
"""What a goal without a garrison needs, compared to one with it."""
BEHIND: Final = 1.4
"""A goal lies behind another if the front is this many times farther from it."""
MOST: Final = 4
"""How many armies are thought of together."""
ARMY: Final = tuple(
    mask_of(b for b in bits(COMBAT) if BLOCKS[b].color == BLOCKS[hq].color and OF_SIDE[SIDE[hq]] >> b & 1)
    for hq in range(len(BLOCKS))
)
"""The blocks of each HQ's colour."""


@lru_cache(maxsize=256)
def approach(goal: int, side: int, manned: int, lined: int) -> tuple[float, ...]:
    """Movement points from every area to a goal in good weather; whoever must fight his way through needs longer."""
    price = [float(cost) for cost in FAIR_COSTS]
    for area in bits(manned):
        price[area] += DETOUR * (1 + TERRAIN_DAB[area] + 2 * (VICTORY >> area & 1))
    for area in bits(lined):
        price[area] += DETOUR / 2
    out = [float(FAR)] * AREAS
    out[goal] = 0.0
    queue = [(0.0, goal)]
    closed = CLOSED[side]
    while queue:
        spent, area = heappop(queue)
        if spent > out[area]:
            continue
        cost = spent + price[area]
        for other in bits(ADJACENT[area] & ~closed):
            if cost < out[other]:
                out[other] = cost
                heappush(queue, (cost, other))
    return tuple(out)


def roads(s: Kiev, side: int, goal: int) -> tuple[float, ...]:
    """How far each area is from a goal for a side, as things stand."""
    enemy = 1 - side
    return approach(goal, side, s.at[enemy], s.lines & held(s, enemy))


def plan(mind: KievMind) -> Plan:
    """The plan of the side that decides."""
    side = mind.me
    return Plan(mind.s, side, goals(mind.s, side))


def ways(mind: KievMind) -> dict[int, tuple[float, ...]]:
    """How far each area is from the goal of each block: by the plan, or by its share of the army."""
    s, side = mind.s, mind.me
    if mind.w["plan"]:
        found: Plan = mind.once(plan)
        return {b: found.way[goal] for b, goal in found.goal.items()}
    return assigned(s, side, goals(s, side), mind.w["mass"])


class Plan:
    """The goal of every block of a side."""

    def __init__(self, s: Kiev, side: int, wanted: int) -> None:
        self.s, self.side = s, side
        self.goal: dict[int, int] = {}
        self.way = {goal: roads(s, side, goal) for goal in bits(wanted)}
        own = s.on_map & OF_SIDE[side] & ~s.isolated
        self.fire = {b: s.strength[b] * FIRE[b] / 6 for b in bits(own & COMBAT)}
        self.total = sum(self.fire.values()) or 1.0
        if not wanted or not self.fire:
            return
        self.share = self._gates()
        self.load = dict.fromkeys(self.share, 0.0)
        heads = bits(own & TACTICAL_HQS & ~(1 << GUDERIAN))
        armies = {hq: [b for b in bits(ARMY[hq]) if b in self.fire] for hq in heads}
        self.armies = {hq: blocks for hq, blocks in armies.items() if blocks}
        self._send_armies()
        self._send_others()
        self._wings(own)

    def _gates(self) -> dict[int, float]:
        """The goals to begin with, and the share of the army for each: more where other goals lie behind it. Of all
        goals the nearest ones, as many as are needed; to a goal one may come from the front or by way of another."""
        places = {self.s.place[b] for b in self.fire}
        far = {goal: (min(way[a] for a in places), goal) for goal, way in self.way.items()}
        gate: dict[int, int] = {}
        while far and len(gate) < self.needed():
            goal = min(far, key=lambda g: far[g][0])
            _, by = far.pop(goal)
            gate[goal] = goal if by == goal else gate[by]
            for other, (cost, _) in far.items():
                if BEHIND * self.way[other][goal] < cost:
                    far[other] = (BEHIND * self.way[other][goal], goal)
        manned = self.s.at[1 - self.side]
        weight = dict.fromkeys(gate.values(), 0.0)
        for goal, by in gate.items():
            weight[by] += 1.0 if manned >> goal & 1 else OPEN
        return {g: part / sum(weight.values()) for g, part in weight.items()}

    def needed(self) -> int:
        """How many goals must be gone for: those that starve fall of themselves."""
        s, enemy = self.s, 1 - self.side
        starving = sum(starves(s, area, enemy) for area in bits(aims(s) & held(s, enemy)))
        return max(1, needed(s, self.side) - starving)

    def time(self, b: int, goal: int) -> float:
        """How many impulses a block needs to a goal."""
        return self.way[goal][self.s.place[b]] / MOVEMENT[b]

    def _send_armies(self) -> None:
        """The armies go so that all arrive early and each goal has its share."""
        power = {hq: sum(self.fire[b] for b in blocks) / self.total for hq, blocks in self.armies.items()}
        march = {
            (hq, goal): sum(self.time(b, goal) for b in blocks) / len(blocks)
            for hq, blocks in self.armies.items()
            for goal in self.share
        }
        strong = sorted(self.armies, key=lambda hq: -power[hq])[:MOST]

        def cost(goals: tuple[int, ...]) -> float:
            gone = dict.fromkeys(self.share, 0.0)
            late = 0.0
            for hq, goal in zip(strong, goals):
                gone[goal] += power[hq]
                late += power[hq] * march[hq, goal]
            return late + SHARE * sum(abs(gone[goal] - part * sum(gone.values())) for goal, part in self.share.items())

        best = min(product(self.share, repeat=len(strong)), key=cost)
        for hq, goal in zip(strong, best):
            self._send(hq, goal)
        for hq in self.armies:
            if hq not in self.goal:
                self._send(hq, min(self.share, key=lambda goal: march[hq, goal]))

    def _send(self, hq: int, goal: int) -> None:
        self.goal[hq] = goal
        for b in self.armies[hq]:
            self._take(b, goal)

    def _take(self, b: int, goal: int) -> None:
        self.goal[b] = goal
        self.load[goal] += self.fire[b]

    def _send_others(self) -> None:
        """Blocks of no army go where they are needed most and soonest."""
        free = [b for b in self.fire if b not in self.goal]
        for b in sorted(free, key=lambda b: min(self.time(b, goal) for goal in self.share)):
            self._take(b, min(self.share, key=lambda goal: self.time(b, goal) + self._crowd(goal)))

    def _crowd(self, goal: int) -> float:
        return SHARE * (self.load[goal] / self.total - self.share[goal])

    def _wings(self, own: int) -> None:
        """Each Fliegerkorps has a goal of its own if there are enough: so that all are near."""
        wings = list(bits(own & LW_HQS))
        goals = list(self.share) * len(wings)
        pairs = permutations(goals[: max(len(wings), len(self.share))], len(wings))
        best = min(pairs, key=lambda pair: sum(distance(self.s.place[hq], goal) for hq, goal in zip(wings, pair)))
        self.goal.update(zip(wings, best))
