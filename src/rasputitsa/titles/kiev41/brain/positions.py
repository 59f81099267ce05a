"""What it is worth to have a block in an area: near its goal, on good ground, as a guard, out of danger."""

from __future__ import annotations

from math import log1p
from typing import Final

from rasputitsa.board.movement import Reach
from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41.brain.battles import strongest_first
from rasputitsa.titles.kiev41.brain.plan import ways
from rasputitsa.titles.kiev41.brain.sense import KievMind, Outlook, aims, goals, look, own_force
from rasputitsa.titles.kiev41.components import COMBAT, OF_SIDE
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.mapboard import ADJACENT, CITIES, STACKING, TERRAIN_DAB, VICTORY
from rasputitsa.titles.kiev41.movement import allowance, reach_of, room

DEFENSIBLE: Final = tuple(dab + ((CITIES | VICTORY) >> area & 1) for area, dab in enumerate(TERRAIN_DAB))
"""How good the ground of each area is for those who hold it."""
NEAR: Final = 4.0
"""An HQ this near to a goal, in movement points, need not come nearer."""
LONGING, NEAR_GOAL = (5.0, 3.0)
"""How a goal draws blocks in a plan: how much in all, and within how many movement points most of it."""
NOBODY: Final = -1


class Positions:
    """Where blocks of a side could stand, and what that is worth."""

    def __init__(self, mind: KievMind, blocks: int, engage: bool) -> None:
        self.s, self.w = mind.s, mind.w
        self.view: Outlook = mind.once(look)
        self.side = self.view.side
        self.engage = engage
        self.wanted = goals(self.s, self.side)
        self.prized = VICTORY | aims(self.s)
        """What is worth a garrison."""
        self.blocks = blocks
        self.guards = self.last_guards()
        self.fire = {b: own_force(self.s, 1 << b, False).hits for b in bits(blocks)}
        self.offensive = self.view.attacks()
        self.ways: dict[int, tuple[float, ...]] = mind.once(ways) if self.offensive else {}
        self.reach: dict[int, Reach] = {}
        self.ends: dict[int, int] = {}
        self._sentry: dict[int, int] = {}
        self._company: dict[int, tuple[int, float]] = {}
        self._exposure: dict[int, tuple[float, float]] = {}
        for b in bits(blocks):
            points = self.s.mp if b == self.s.moving else allowance(self.s, b)
            self.reach[b] = reach_of(self.s, b, points, engage)
            self.ends[b] = room(self.s, b, self.reach[b].mask)
        self._alike = {b: (self.fire[b], COMBAT >> b & 1, id(self.way(b))) for b in bits(blocks)}
        """Blocks alike in this are worth the same in an area where they are not yet."""
        self._elsewhere: dict[tuple[int, bool, object], float] = {}

    def last_guards(self) -> int:
        """In each friendly Victory Area that the enemy is near, one block stays: the one that is least use elsewhere.
        Blocks whose engagement keeps enemies from their supply all stay."""
        out = 0
        for area in bits(self.prized & self.view.own):
            stack = self.s.here[area] & OF_SIDE[self.side] & COMBAT
            if stack and self.view.to_foe[area] <= 4:
                out |= 1 << strongest_first(self.s, stack)[-1]
        for area in self.view.grip if self.w["ring"] else ():
            out |= self.s.here[area] & OF_SIDE[self.side] & COMBAT
        return out

    def standing(self, b: int, area: int) -> float:
        """What it is worth to have this block in an area."""
        if self.s.place[b] == area:
            return self._standing(b, area, True)
        watches = not self.offensive or self.sentry(area) == b
        key = (area, watches, self._alike[b])
        found = self._elsewhere.get(key)
        if found is None:
            found = self._elsewhere[key] = self._standing(b, area, watches)
        return found

    def _standing(self, b: int, area: int, watches: bool) -> float:
        view, w = self.view, self.w
        company, hits = self.company(area)
        fights = COMBAT >> b & 1
        if fights and self.s.place[b] == area:
            company, hits = company - 1, hits - self.fire[b]
        if self.offensive and fights:
            worth = -self.longing(b, area)
            if company > 2:
                worth -= w["crowd"] * (company - 2)
        elif self.offensive:
            return self.post(b, area, company)
        else:
            worth = self.watch(area, company)
        if view.own >> area & 1:
            if self.prized >> area & 1 and fights and watches:
                worth += self.garrison(area, company) * (1.0 if self.offensive else 0.6 + 0.3 * self.fire[b])
            elif company == 0 and watches and CITIES >> area & 1 and view.to_foe[area] <= 2:
                worth += w["city"]
        if company == 0 and watches:
            worth += w["vital"] * min(view.vital.get(area, 0), 6) + w["ring"] * min(view.ring.get(area, 0), 6)
        return worth - self.danger(area, hits + self.fire[b])

    def longing(self, b: int, area: int) -> float:
        """How much a block in an area longs for its goal. In a plan the last steps count more than the first, and
        strong blocks more than weak ones."""
        way = self.way(b)[area]
        if not self.w["plan"]:
            return self.w["pull"] * way
        return self.w["pull"] * LONGING * log1p(way / NEAR_GOAL) * self.fire[b]

    def sentry(self, area: int) -> int:
        """On the offensive one block is sent to guard an area: the one that is least use elsewhere."""
        found = self._sentry.get(area)
        if found is None:
            able = [b for b in bits(self.blocks & COMBAT & ~self.guards) if self.ends[b] >> area & 1]
            found = self._sentry[area] = min(able, key=lambda b: self.fire[b], default=NOBODY)
        return found

    def post(self, b: int, area: int, company: int) -> float:
        """What it is worth to have an HQ that follows the army in an area: near the goals, not alone at the front."""
        threat = self.view.threat[area] * (2.0 if not company else 0.5)
        return -self.w["pull"] * max(NEAR, self.way(b)[area]) - self.w["hq_risk"] * threat

    def way(self, b: int) -> tuple[float, ...]:
        """How far each area is from the goal of a block."""
        return self.ways.get(b, self.view.to_goal)

    def watch(self, area: int, company: int) -> float:
        """What a block is worth in an area on the defensive: near home, near the enemy, on good ground."""
        view, w = self.view, self.w
        gap = view.to_foe[area]
        worth = w["rough"] * DEFENSIBLE[area] - w["stay_near"] * view.to_home[area]
        if gap > 2:
            return worth - w["idle"] * (gap - 2)
        return worth + w["line"] * (1.0 if company == 0 else 0.3) if gap >= 1 else worth

    def company(self, area: int) -> tuple[int, float]:
        """How many friends are in an area, and how hard they hit in defence."""
        found = self._company.get(area)
        if found is None:
            friends = self.s.here[area] & OF_SIDE[self.side] & COMBAT
            found = self._company[area] = (friends.bit_count(), own_force(self.s, friends, False).hits)
        return found

    def garrison(self, area: int, company: int) -> float:
        """What one more block in a friendly Victory Area is worth: the first always, a second near the enemy."""
        near = self.view.to_foe[area]
        if company == 0:
            return self.w["garrison"] * (1.0 if near <= 4 else 0.6)
        return self.w["garrison"] * 0.4 if company == 1 and near <= 3 else 0.0

    def danger(self, area: int, hits: float) -> float:
        """What may happen to a stack of this fire there: an attack it cannot bear, or being cut off."""
        blow, lonely = self.exposure(area)
        return self.w["risk"] * max(0.0, blow - self.w["deter"] * hits) + lonely

    def exposure(self, area: int) -> tuple[float, float]:
        """The hits that could come through to a stack in an area, and how lonely it would be there."""
        found = self._exposure.get(area)
        if found is None:
            view = self.view
            shield = absorb_bonus(self.s, area, self.side)
            blow = min(view.threat[area], STACKING[area] * view.fist)
            free = (ADJACENT[area] & view.own & ~view.blocks).bit_count()
            lonely = self.w["lonely"] * max(0, 2 - free) if view.to_foe[area] <= 2 else 0.0
            found = self._exposure[area] = (blow - shield, lonely)
        return found
