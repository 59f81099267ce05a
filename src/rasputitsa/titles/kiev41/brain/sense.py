"""What all candidates look at: what an enemy stack is worth when only its backs show, distances, goals, the front."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rasputitsa.board.floods import flood
from rasputitsa.board.topology import bits, mask_of
from rasputitsa.players.brain import Mind
from rasputitsa.titles.kiev41.air import bomber_dice
from rasputitsa.titles.kiev41.battle import attack_number, gun_dice
from rasputitsa.titles.kiev41.components import AXIS, BOMBER_HQ, COMBAT, FIRE, HQS, OF_SIDE, SOVIET, TANKS
from rasputitsa.titles.kiev41.control import contested, enemies, full_control, held
from rasputitsa.titles.kiev41.firepower import expected_hits
from rasputitsa.titles.kiev41.mapboard import (
    ADJACENT,
    ALL,
    AREA,
    AREAS,
    AXIS_SOURCES,
    AZOV_KEYS,
    BLACK_KEYS,
    CITIES,
    CLOSED,
    LAND,
    ODESSA,
    ORANGE_SOURCES,
    RED_SOURCES,
    VICTORY,
    YELLOW_SOURCES,
)
from rasputitsa.titles.kiev41.movement import FAIR_COSTS
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import supplied
from rasputitsa.titles.kiev41.victory import OPERATION_MUNICH, areas_to_win, victory_points
from rasputitsa.titles.kiev41.weather import OCTOBER, SNOW, bad_weather, defence_strength

KievMind = Mind[Kiev]

FAR: Final = 99
NEAR: Final = 8
"""Steps to the enemy are counted up to here."""
SOURCES: Final = (AXIS_SOURCES, YELLOW_SOURCES | ORANGE_SOURCES | RED_SOURCES)
SEA_KEYS: Final = BLACK_KEYS | AZOV_KEYS
RAID: Final = 2
"""How deep a raider may come."""
UNSEEN_HITS: Final = (0.9, 0.5)
"""Hits a hidden block of each side may be expected to score."""
UNSEEN_STEPS: Final = (2.9, 2.7)


class Force(NamedTuple):
    """What stands in an area: hits to expect from it, steps it can lose, whether it has a tank."""

    hits: float
    steps: float
    tanks: bool


def own_force(s: Kiev, blocks: int, attacking: bool, crossing: int = 0) -> Force:
    """One's own blocks; those that cross water roll one die."""
    hits = steps = 0.0
    for b in bits(blocks):
        dice = attack_number(s, b, bool(crossing >> b & 1)) if attacking else defence_strength(s, b)
        hits += dice * FIRE[b] / 6
        steps += s.strength[b] or 1
    return Force(hits, steps, bool(blocks & TANKS & ~crossing))


def enemy_force(s: Kiev, area: int, enemy: int, attacking: bool = False) -> Force:
    """The enemy's blocks in an area: those that lie open are known, the others are taken for average ones."""
    stack = s.here[area] & OF_SIDE[enemy]
    known = own_force(s, stack & s.revealed, attacking)
    hidden = (stack & ~s.revealed).bit_count()
    weak = 0.5 if attacking and enemy == AXIS and s.weather >= SNOW else 1.0
    return Force(
        known.hits + hidden * UNSEEN_HITS[enemy] * weak,
        known.steps + hidden * UNSEEN_STEPS[enemy],
        known.tanks,
    )


def guns_of(s: Kiev, hq: int) -> float:
    """Hits to expect from the guns of an HQ."""
    return expected_hits(gun_dice(s, hq))


def bombs_of(s: Kiev, hq: int) -> float:
    """Hits to expect from one bomber of a Fliegerkorps that gets through."""
    return expected_hits(bomber_dice(s, [BOMBER_HQ.index(hq)]))


@cache
def paces(goal: int, side: int) -> tuple[int, ...]:
    """Movement points from every area to a goal in good weather, enemies apart."""
    out = [FAR] * AREAS
    out[goal] = 0
    layers: dict[int, int] = {0: 1 << goal}
    closed = CLOSED[side]
    for spent in range(FAR):
        for area in bits(layers.pop(spent, 0)):
            if out[area] != spent:
                continue
            for other in bits(ADJACENT[area] & ~closed):
                cost = spent + FAIR_COSTS[area]
                if cost < out[other]:
                    out[other] = cost
                    layers[cost] = layers.get(cost, 0) | 1 << other
        if not layers:
            break
    return tuple(out)


WORTH: Final = tuple(
    10.0 if VICTORY >> a & 1 else 3.0 if a == ODESSA else 1.2 if CITIES >> a & 1 else 0.4 for a in range(AREAS)
)
"""What holding an area is worth by itself, as a rule."""


PRIZE: Final = 10.0
"""What an area is worth that the game is about."""


def aims(s: Kiev) -> int:
    """What the game is about: the Victory Areas, in Les Preludes three cities."""
    return OPERATION_MUNICH if s.game.scenario == "preludes" else VICTORY


def worth_of(s: Kiev, area: int) -> float:
    """What holding an area is worth by itself."""
    return PRIZE if aims(s) >> area & 1 else WORTH[area]


def goals(s: Kiev, side: int) -> int:
    """The areas to take; those whose garrison starves will fall of themselves."""
    wanted = aims(s) & held(s, 1 - side)
    for area in bits(wanted & s.at[1 - side]):
        if starves(s, area, 1 - side):
            wanted &= ~(1 << area)
    return wanted


def starves(s: Kiev, area: int, side: int) -> bool:
    """9.4 Are all blocks of a side in an area isolated?"""
    stack = s.here[area] & OF_SIDE[side]
    return bool(stack) and not stack & ~s.isolated


def needed(s: Kiev, side: int) -> int:
    """How many more areas win the game: at least one, for what is won may be lost again."""
    if s.game.scenario == "preludes":
        return 1
    return max(1, areas_to_win(s, side) - victory_points(s, side))


def enough(s: Kiev, side: int) -> bool:
    """Does the side hold what wins the game?"""
    return victory_points(s, side) >= areas_to_win(s, side)


def goal_distance(s: Kiev, side: int) -> tuple[float, ...]:
    """How far each area is from what the side wants to take; nearer goals weigh more."""
    wanted = bits(goals(s, side))
    if not wanted:
        return (0.0,) * AREAS
    tables = [paces(goal, side) for goal in wanted]
    return tuple(float(min(row)) for row in zip(*tables))


def assigned(s: Kiev, side: int, wanted: int, mass: float) -> dict[int, tuple[float, ...]]:
    """How far each area is from the goal of each block: the nearest one, but no goal is for more than `mass` times its
    share of the army. A few blocks wait beside goals whose garrison starves."""
    army = list(bits(s.on_map & OF_SIDE[side] & COMBAT & ~s.isolated))
    room = dict.fromkeys(bits(aims(s) & held(s, 1 - side) & ~wanted), WATCH)
    room |= {goal: max(2, round(mass * len(army) / needed(s, side))) for goal in bits(wanted)}
    tables = {goal: paces(goal, side) for goal in room}
    out: dict[int, tuple[float, ...]] = {}
    for _, b, goal in sorted((table[s.place[b]], b, goal) for goal, table in tables.items() for b in army):
        if b not in out and room[goal]:
            out[b] = tables[goal]
            room[goal] -= 1
    return out


def home_distance(s: Kiev, side: int) -> tuple[float, ...]:
    """How far each area is from the nearest Victory Area the side holds."""
    own = bits(VICTORY & held(s, side))
    if not own:
        return (0.0,) * AREAS
    tables = [paces(goal, side) for goal in own]
    return tuple(float(min(row)) for row in zip(*tables))


WATCH: Final = 3
"""How many blocks wait for the fall of a goal that starves."""


class Outlook:
    """The position as a side sees it, worked out once for a decision."""

    def __init__(self, s: Kiev, side: int) -> None:
        self.s, self.side, self.enemy = s, side, 1 - side
        self.own = held(s, side)
        self.foes = enemies(s, side)
        self.blocks = s.at[self.enemy]
        self.to_goal = goal_distance(s, side)
        self.to_home = home_distance(s, side)
        self.to_foe = ALL.steps(self.blocks, NEAR)
        self.fed = supplied(s, side)
        self.fist = 1.2 * UNSEEN_HITS[self.enemy]
        """The hits of one attacking enemy block: no more of them may attack than can stack in the area."""
        self.hungry = s.at[side] & ~self.fed
        self.threat = self._threat()
        self.vital = self._vital()
        self.ring = self._ring()
        self.grip = self._grip()

    def _threat(self) -> list[float]:
        """For each area the hits the enemy could bring from next door."""
        out = [0.0] * AREAS
        for area in bits(self.blocks):
            hits = enemy_force(self.s, area, self.enemy, attacking=True).hits
            for other in bits(ADJACENT[area]):
                out[other] += hits
        return out

    def _vital(self) -> dict[int, int]:
        """The areas the enemy could walk into, with how many blocks hang on each for their supply."""
        lanes = self.own & ~self.s.lines & ~self.blocks
        near = mask_of(area for area in bits(lanes) if self.to_foe[area] <= RAID)
        found = {area: cut_off(self.s, self.enemy, 1 << area) for area in bits(near)}
        least = min(found.values(), default=0)
        return {area: lost - least for area, lost in found.items() if lost > least}

    def _ring(self) -> dict[int, int]:
        """The areas that keep enemies in a pocket, with how many would be free if they got the area back."""
        pocket = self.blocks & ~supplied(self.s, self.enemy)
        if not pocket:
            return {}
        near = mask_of(area for area in bits(self.own & ~self.blocks) if self.to_foe[area] <= 1)
        found = {area: relieved(self.s, self.enemy, 1 << area, pocket) for area in bits(near)}
        return {area: free for area, free in found.items() if free}

    def _grip(self) -> dict[int, int]:
        """The engagements that keep enemies from their supply, with how many."""
        s = self.s
        engaged = s.at[self.side] & self.blocks & ~self.own
        if not engaged or not self.blocks & ~supplied(s, self.enemy):
            return {}
        found = {area: loosed(s, self.side, 1 << area) for area in bits(engaged)}
        return {area: free for area, free in found.items() if free}

    def attacks(self) -> bool:
        """Is the side on the offensive? The Axis while the sun shines, in autumn until it holds enough; the Soviets in
        snow while they do not."""
        if self.side == AXIS:
            return not bad_weather(self.s) and not (self.s.turn >= OCTOBER and enough(self.s, AXIS))
        return self.s.weather >= SNOW and not enough(self.s, SOVIET)


def look(mind: KievMind) -> Outlook:
    """The outlook of the side that decides."""
    return Outlook(mind.s, mind.me)


def cut_off(s: Kiev, side: int, taken: int) -> int:
    """How many enemy blocks would lose their supply if the side took these areas."""
    enemy = 1 - side
    if not taken & taken - 1 and bypassed(s, enemy, taken):
        return 0
    before = s.control
    s.control = before | taken if side == AXIS else before & ~taken
    fed = supplied(s, enemy)
    s.control = before
    lost = 0
    for area in bits(s.at[enemy] & ~taken & ~fed):
        lost += (s.here[area] & OF_SIDE[enemy] & ~s.isolated).bit_count()
    return lost


def choked(s: Kiev, side: int, engaged: int) -> int:
    """9.2 How many enemy blocks would lose their supply if the side only engaged these areas: no line of communication
    runs through a contested one."""
    enemy = 1 - side
    before = s.at[side]
    s.at[side] = before | engaged
    fed = supplied(s, enemy)
    s.at[side] = before
    lost = 0
    for area in bits(s.at[enemy] & ~fed):
        lost += (s.here[area] & OF_SIDE[enemy] & ~s.isolated).bit_count()
    return lost


def loosed(s: Kiev, side: int, left: int) -> int:
    """9.2 How many enemy blocks would be in supply again if the side left an engagement."""
    enemy = 1 - side
    hungry = s.at[enemy] & ~supplied(s, enemy)
    before = s.at[side]
    s.at[side] = before & ~left
    fed = supplied(s, enemy)
    s.at[side] = before
    return sum((s.here[area] & OF_SIDE[enemy]).bit_count() for area in bits(hungry & fed))


def bypassed(s: Kiev, side: int, area: int) -> bool:
    """Do the lines of communication around an area run past it anyway? Only said when it is plain to see: its friendly
    neighbours hang together without it, and nothing special (a source, a sea, an engagement) is about."""
    if area & (SOURCES[side] | SEA_KEYS):
        return False
    near = LAND.spread(area)
    if near & s.at[AXIS] & s.at[SOVIET] or near & contested(s):
        return False
    around = near & full_control(s, side)
    if not around:
        return True
    region = (LAND.spread(around) | around) & full_control(s, side) & ~area
    return not around & ~flood(LAND, around & -around, region)


def relieved(s: Kiev, side: int, taken: int, hungry: int) -> int:
    """How many of the side's blocks in these hungry areas would be in supply again if it took some others."""
    before = s.control
    s.control = before | taken if side == AXIS else before & ~taken
    fed = supplied(s, side)
    s.control = before
    return sum((s.here[area] & OF_SIDE[side]).bit_count() for area in bits(hungry & fed))


def hq_mask(s: Kiev, side: int) -> int:
    return HQS & OF_SIDE[side] & s.on_map


def areas_of(names: str) -> int:
    """A set of areas by their ids: for tests and tables."""
    return mask_of(AREA[name] for name in names.split())
