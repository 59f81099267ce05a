"""How a position will turn out: how far the general looks ahead, and the figures its judgement rests on there."""

from __future__ import annotations

from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41.components import AXIS, COMBAT, HQS, OF_SIDE
from rasputitsa.titles.kiev41.control import held
from rasputitsa.titles.kiev41.mapboard import AREAS, ELIMINATED, SOVIET_UNION, VICTORY
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.victory import victory_points

IMPULSES: Final = 1
"""How many impulses after its side's own the general looks ahead."""
STARVING: Final = 0.4
"""What a step is worth in a pocket."""


def steps(s: Kiev, side: int) -> float:
    """Steps of combat blocks on the map, less for those in a pocket."""
    return sum(
        (s.strength[b] or 1) * (STARVING if s.isolated >> b & 1 else 1.0)
        for b in bits(s.on_map & OF_SIDE[side] & COMBAT)
    )


def _lost(s: Kiev, side: int) -> int:
    return sum(s.place[b] == ELIMINATED for b in bits(OF_SIDE[side]))


def _staff(s: Kiev, side: int) -> int:
    """Steps of the headquarters: what they can still set in motion."""
    return sum(s.strength[b] for b in bits(OF_SIDE[side] & HQS) if s.place[b] < AREAS)


def _hold(s: Kiev, side: int) -> int:
    """Victory Areas the enemy would have to fight for."""
    return (VICTORY & held(s, side) & s.at[side]).bit_count()


def lead(s: Kiev, side: int) -> float:
    """Victory Areas more than the enemy's, and a little for the armies."""
    return victory_points(s, side) - victory_points(s, 1 - side) + 0.02 * (steps(s, side) - steps(s, 1 - side))


def features(s: Kiev, side: int) -> dict[str, float]:
    """Victory Areas, armies, headquarters, ground, sieges, and whom the month is good for; all as leads."""
    enemy = 1 - side
    month = f"month_{s.turn}" if s.game.scenario == "campaign" else "scenario"
    axis_ground = (s.control & SOVIET_UNION).bit_count() / 10
    sieges = [(VICTORY & held(s, 1 - who) & s.at[who]).bit_count() for who in (side, enemy)]
    return {
        "areas": float(victory_points(s, side) - victory_points(s, enemy)),
        "steps": steps(s, side) - steps(s, enemy),
        "lost": float(_lost(s, enemy) - _lost(s, side)),
        "staff": float(_staff(s, side) - _staff(s, enemy)),
        "ground": axis_ground if side == AXIS else -axis_ground,
        "sieges": float(sieges[0] - sieges[1]),
        "garrisons": float(_hold(s, side) - _hold(s, enemy)),
        "turn": 1.0 if s.active == side else -1.0,
        month: 1.0 if side == AXIS else -1.0,
    }
