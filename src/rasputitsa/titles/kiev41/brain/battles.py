"""What a battle may bring: hits to expect on both sides, and what that is worth."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.players.weights import Weights
from rasputitsa.titles.kiev41.air import fleet_dice, fleets_at
from rasputitsa.titles.kiev41.battle import tank_ground
from rasputitsa.titles.kiev41.brain.sense import Force, aims, enemy_force, own_force, starves, worth_of
from rasputitsa.titles.kiev41.components import AXIS, SOVIET
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.firepower import chance_of, expected_hits, hits_past
from rasputitsa.titles.kiev41.losses import absorb_bonus
from rasputitsa.titles.kiev41.movement import waters
from rasputitsa.titles.kiev41.state import Kiev


class Prospect(NamedTuple):
    """A battle before it is fought."""

    damage: float
    """Steps the defender may be expected to lose."""
    loss: float
    """Steps the attacker may be expected to lose."""
    clears: float
    """How likely the area is cleared, from 0 to 1."""


def prospect(s: Kiev, area: int, mine: Force, support: float, side: int) -> Prospect:
    """What one round of battle may bring an attacking force."""
    enemy = 1 - side
    theirs = enemy_force(s, area, enemy)
    own_ground = controls(s, area, enemy)
    line = 1.0 if own_ground and s.lines >> area & 1 else 0.0
    shield = absorb_bonus(s, area, enemy)
    ships = expected_hits(fleet_dice(s, fleets_at(s, area))) if enemy == SOVIET else 0.0
    hits = theirs.hits + line * LINE_HITS + ships
    softened = max(0.0, support - shield - line)
    answer = hits * max(0.0, 1 - softened / max(theirs.steps, 1.0)) if theirs.steps else hits
    if mine.tanks and not theirs.tanks and tank_ground(s, area, enemy):
        total = support + mine.hits
        answer *= max(0.0, 1 - max(0.0, total - shield - line) / max(theirs.steps, 1.0))
    else:
        total = support + mine.hits * max(0.2, 1 - answer / max(mine.steps, 1.0))
    damage = min(past(total, shield), theirs.steps + line)
    if line and not theirs.steps and s.cut_lines >> area & 1:
        return Prospect(damage, answer, 1.0)  # 9.4 a line that is alone and isolated falls of itself
    return Prospect(damage, answer, _clears(total, shield + line + theirs.steps))


LINE_HITS: Final = expected_hits((1, 0, 0))
"""4.1 The hits of a Defensive Line."""


def _dice(hits: float) -> tuple[int, float]:
    """How many dice of double fire, the commonest, hit that often on average: a whole number, and what is over."""
    number = 3 * max(hits, 0.0)
    return int(number), number - int(number)


def past(hits: float, shield: int) -> float:
    """How many of some expected hits come past a shield on average."""
    number, over = _dice(hits)
    return (1 - over) * hits_past((0, number, 0), shield) + over * hits_past((0, number + 1, 0), shield)


def _clears(hits: float, needed: float) -> float:
    """How likely some expected hits are enough; what is needed is an average as well if blocks are concealed."""
    number, over = _dice(hits)
    steps = ceil(needed)
    surely = (1 - over) * chance_of((0, number, 0), steps) + over * chance_of((0, number + 1, 0), steps)
    if steps == needed:
        return surely
    perhaps = (1 - over) * chance_of((0, number, 0), steps - 1) + over * chance_of((0, number + 1, 0), steps - 1)
    return surely + (steps - needed) * (perhaps - surely)


def value(s: Kiev, area: int, seen: Prospect, w: Weights, prize: float) -> float:
    """What a prospect is worth: steps destroyed against steps lost, and the area."""
    kill = w["kill"]
    if s.active == AXIS and starves(s, area, SOVIET):
        kill *= w["starving"]  # 9.4, 10.15.3 blocks that starve are lost for good, those killed in battle come back
    elif aims(s) >> area & 1:
        kill *= 1 + w["siege"]
    return kill * seen.damage - w["loss"] * seen.loss + w["take"] * prize * seen.clears


def later_value(s: Kiev, area: int, blocks: int, side: int, w: Weights) -> float:
    """What a further round of battle is worth without guns, when the line is broken and the river is crossed."""
    mine = own_force(s, blocks, True)
    theirs = enemy_force(s, area, 1 - side)
    shield = absorb_bonus(s, area, 1 - side) - (1 if s.lines >> area & 1 else 0)
    damage = min(past(mine.hits, shield), theirs.steps)
    return max(0.0, w["kill"] * (1 + w["siege"]) * damage - w["loss"] * theirs.hits)


def group_value(
    s: Kiev, area: int, blocks: int, crossing: int, support: float, side: int, w: Weights, prize: float
) -> float:
    """What attacking with these blocks is worth."""
    if not blocks:
        return 0.0
    return value(s, area, prospect(s, area, own_force(s, blocks, True, crossing), support, side), w, prize)


def crossing_from(s: Kiev, area: int, frm: int) -> bool:
    """Would a block entering from there come over water into a new engagement?"""
    return bool(waters(s, area) >> frm & 1) and not s.contested_before >> area & 1


def prize_of(s: Kiev, area: int, gain: float) -> float:
    """What taking an area is worth: the place itself, and the way it opens."""
    return worth_of(s, area) + gain


def power(s: Kiev, b: int) -> float:
    """How much a block adds to an attack: for choosing the strongest first."""
    force = own_force(s, 1 << b, True)
    return force.hits + 0.1 * force.steps


def strongest_first(s: Kiev, blocks: int) -> list[int]:
    return sorted(bits(blocks), key=lambda b: -power(s, b))
