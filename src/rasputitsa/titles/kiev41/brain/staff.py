"""What the blocks of a side could do if they were commanded: attacks, and where every other block does most good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, NamedTuple

from rasputitsa.board.movement import Reach
from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.action import Action
from rasputitsa.titles.kiev41.actions import Dig, Move
from rasputitsa.titles.kiev41.areas import (
    ADJACENT,
    CITIES,
    PLACE_IDS,
    STACKING,
    TERRAIN_DAB,
    TOPOLOGY,
    VICTORY,
    distance,
)
from rasputitsa.titles.kiev41.brain.battles import crossing_from, group_value, prize_of, prospect, strongest_first
from rasputitsa.titles.kiev41.brain.sense import (
    KievMind,
    Outlook,
    assigned,
    choked,
    cut_off,
    goals,
    look,
    own_force,
    relieved,
)
from rasputitsa.titles.kiev41.command import may_dig
from rasputitsa.titles.kiev41.components import (
    AXIS,
    BLOCKS,
    BOMBER_HQ,
    COMBAT,
    FIRE,
    GUDERIAN,
    LW_HQS,
    OF_SIDE,
    TACTICAL_HQS,
)
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.movement import allowance, reach_of, room, route
from rasputitsa.titles.kiev41.state import READY
from rasputitsa.titles.kiev41.tactical import may_activate, reveal_areas
from rasputitsa.titles.kiev41.weather import hq_strength

DEFENSIBLE: Final = tuple(dab + ((CITIES | VICTORY) >> area & 1) for area, dab in enumerate(TERRAIN_DAB))
"""How good the ground of each area is for those who hold it."""


WALKOVER: Final = 2.0
"""How many steps destroyed the area is worth that is cleared, when losses are weighed."""
BATTERIES: Final = 3
"""So many HQs at most are counted on to shell a goal."""
PINCERS: Final = 4
"""How far apart two engagements may be that cut off the same enemies."""


NEAR: Final = 4.0
"""An HQ this near to a goal, in movement points, need not come nearer."""


class Idea(NamedTuple):
    """Something a block could do, and how much better things would be."""

    gain: float
    action: Action
    why: str
    attack: bool = False


class Staff:
    """Works out what the blocks of a side could do if they were commanded."""

    def __init__(self, mind: KievMind, blocks: int, engage: bool = True, dreaming: bool = False) -> None:
        self.s, self.w = mind.s, mind.w
        self.view: Outlook = mind.once(look)
        self.side = self.view.side
        self.engage = engage
        self.dreaming = dreaming
        """Before the HQs are activated: count on what they could bring."""
        self.wanted = goals(self.s, self.side)
        self.blocks = blocks
        self.guards = self.last_guards()
        self.fire = {b: own_force(self.s, 1 << b, False).hits for b in bits(blocks)}
        self._company: dict[int, tuple[int, float]] = {}
        self._exposure: dict[int, tuple[float, float]] = {}
        self._ways: dict[int, tuple[float, ...]] = {}
        self.offensive = self.view.attacks()
        self.choke: dict[int, float] = {}
        self.reach: dict[int, Reach] = {}
        self.ends: dict[int, int] = {}
        for b in bits(blocks):
            points = self.s.mp if b == self.s.moving else allowance(self.s, b)
            self.reach[b] = reach_of(self.s, b, points, engage)
            self.ends[b] = room(self.s, b, self.reach[b].mask)

    def last_guards(self) -> int:
        """In each own Victory Area that the enemy is near, one block stays: the one that is least use elsewhere. Those
        whose engagement keeps enemies from their supply stay all."""
        out = 0
        for area in bits(VICTORY & self.view.own):
            stack = self.s.here[area] & OF_SIDE[self.side] & COMBAT
            if stack and self.view.to_foe[area] <= 4:
                out |= 1 << strongest_first(self.s, stack)[-1]
        for area in self.view.grip if self.w["ring"] else ():
            out |= self.s.here[area] & OF_SIDE[self.side] & COMBAT
        return out

    # -- attacks ----------------------------------------------------------------------------------------------------

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
        for b in strongest_first(s, free):
            if len(chosen) >= places:
                break
            wet = crossing | (1 << b if self.wet(b, area) else 0)
            worth = group_value(s, area, group | 1 << b, wet, support, side, self.w, prize)
            if worth > best or not chosen:
                group, crossing, best = group | 1 << b, wet, worth
                chosen.append(b)
        seen = prospect(s, area, own_force(s, group, True, crossing), support, side)
        choke = 0.0 if present else self.w["choke"] * min(self.choke.get(area, 0.0), 8.0)
        if not present and seen.damage + choke + WALKOVER * seen.clears < self.w["odds"] * seen.loss:
            return 0.0, area, []
        return best - before + choke, area, chosen

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
        path, _ = route(self.s, b, self.reach[b], area)
        return crossing_from(self.s, area, path[-2])

    def support(self, area: int) -> float:
        """Hits to hope for: artillery of the HQs beside the area, and a share of the bombers in range."""
        s = self.s
        near = [hq for hq in bits(s.activated & TACTICAL_HQS & s.on_map) if ADJACENT[area] >> s.place[hq] & 1]
        hits = sum(hq_strength(s, hq) * FIRE[hq] / 6 for hq in near)
        for hq in bits(s.activated & LW_HQS):
            strength = hq_strength(s, hq)
            if TOPOLOGY.disk(s.place[hq], strength) >> area & 1:
                ready = sum(place == READY and BOMBER_HQ[i] == hq for i, place in enumerate(s.bombers))
                hits += self.w["bomb_share"] * min(strength, ready) * strength / 3
        return hits + (self.promised(area) if self.dreaming and self.wanted >> area & 1 else 0.0)

    def promised(self, area: int) -> float:
        """What HQs that are not yet activated could bring against a goal: a few with their guns, and the bombers."""
        s = self.s
        near = [hq for hq in bits(may_activate(s)) if hq != GUDERIAN and reveal_areas(s, hq) & ADJACENT[area]]
        guns = sorted((hq_strength(s, hq) * FIRE[hq] / 6 for hq in near if TACTICAL_HQS >> hq & 1), reverse=True)
        hits = sum(guns[:BATTERIES])
        if self.side == AXIS and READY in s.bombers:
            for hq in bits(LW_HQS & s.on_map & ~s.isolated & ~s.activated):
                strength = hq_strength(s, hq)
                if reveal_areas(s, hq) & TOPOLOGY.disk(area, strength):
                    hits += self.w["bomb_share"] * strength * strength / 3
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

    # -- positions --------------------------------------------------------------------------------------------------

    def standing(self, b: int, area: int) -> float:
        """What it is worth to have this block in an area."""
        view, w = self.view, self.w
        company, hits = self.company(area)
        fights = COMBAT >> b & 1
        if fights and self.s.place[b] == area:
            company, hits = company - 1, hits - self.fire[b]
        if self.offensive and fights:
            worth = -w["pull"] * self.way(b)[area]
            if company > 2:
                worth -= w["crowd"] * (company - 2)
        elif self.offensive:
            return self.post(area, company)
        else:
            worth = self.watch(area, company)
        if view.own >> area & 1:
            if VICTORY >> area & 1 and fights:
                worth += self.garrison(area, company) * (1.0 if self.offensive else 0.6 + 0.3 * self.fire[b])
            elif company == 0 and CITIES >> area & 1 and view.to_foe[area] <= 2:
                worth += w["city"]
        if company == 0:
            worth += w["vital"] * min(view.vital.get(area, 0), 6) + w["ring"] * min(view.ring.get(area, 0), 6)
        return worth - self.danger(area, hits + self.fire[b])

    def post(self, area: int, company: int) -> float:
        """What it is worth to have an HQ that follows the army in an area: near the goals, not alone at the front."""
        threat = self.view.threat[area] * (2.0 if not company else 0.5)
        return -self.w["pull"] * max(NEAR, self.view.to_goal[area]) - self.w["hq_risk"] * threat

    def way(self, b: int) -> tuple[float, ...]:
        """How far each area is from the goal of a block."""
        if not self._ways:
            self._ways = assigned(self.s, self.side, self.wanted, self.w["mass"])
        return self._ways.get(b, self.view.to_goal)

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
        """What one more block in an own Victory Area is worth: the first always, a second where the enemy is near."""
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
            shield = TERRAIN_DAB[area] + (1 if self.s.lines >> area & 1 else 0)
            blow = min(view.threat[area], STACKING[area] * view.fist)
            free = (ADJACENT[area] & view.own & ~view.blocks).bit_count()
            lonely = self.w["lonely"] * max(0, 2 - free) if view.to_foe[area] <= 2 else 0.0
            found = self._exposure[area] = (blow - shield, lonely)
        return found

    def captures(self, b: int, area: int) -> tuple[float, int]:
        """What a block takes on its way to an area."""
        if not self.reach[b].mask & ~self.view.own:
            return 0.0, 0
        path, _ = route(self.s, b, self.reach[b], area)
        taken = mask_of(a for a in path[1:]) & ~self.view.own & ~self.view.foes
        return sum(self.w["area"] * (1 + prize_of(self.s, a, 0.0)) for a in bits(taken)), taken

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
        worth = self.w["dig"] * (2.0 if VICTORY >> area & 1 else strong)
        if self.view.attacks():
            worth *= 0.3
        yield Idea(worth - self.w["dig_cost"], Dig(b, area), f"{BLOCKS[b].id} digs in")

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
        for b in bits(self.blocks & ~used):
            if not self.guards >> b & 1:
                yield from self.moves(b)
            yield from self.digging(b)
