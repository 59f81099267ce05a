"""What the candidates know of the map and the position: distances, what a hex is worth to whom, who threatens it."""

from __future__ import annotations

from functools import cache
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Mind
from rasputitsa.players.weights import Weights
from rasputitsa.titles.stalins_war import control, supply, victory, zones
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    EAST,
    FORTRESSES,
    KEPT,
    LAND,
    OIL,
    TOPOLOGY,
    TOWNS,
    VP_HEXES,
    hexes,
)
from rasputitsa.titles.stalins_war.roster import NATION_OF, OF_SIDE, SIDE_OF, SPAN
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position
from rasputitsa.titles.stalins_war.victory import RULES

TURN_4: Final = 4
FIRST_ALL_HEXES: Final = 2

StalinMind = Mind[Position]

FAR: Final = 60
"""A distance no unit ever goes."""
NEAR: Final = 3
"""Added to distances: so near a hex is that being still nearer matters little."""
REACH: Final = (1.0, 1.0, 0.8, 0.5, 0.25)
"""By distance: how much of a unit's strength threatens a hex."""
VIGOUR: Final = (1.0, 0.6, 0.3)
"""By supply: how much a unit is to be feared."""
FRONT: Final = 7
"""Farther from the enemy than this many hexes nothing needs a garrison."""
CLOSE: Final = 2
"""This many VPs before an automatic victory each VP hex counts double."""


TO_THE_EAST: Final = LAND.steps(EAST, FAR)
"""By hex: how far it is from the Paulus Line; nothing beyond it."""


@cache
def distances(place: int) -> tuple[int, ...]:
    """How many hexes away every hex is from this one, over land."""
    out = [FAR] * TOPOLOGY.n
    seen = ring = 1 << place
    for far in range(FAR):
        for at in bits(ring):
            out[at] = far
        ring = LAND.spread(ring) & ~seen
        seen |= ring
        if not ring:
            break
    return tuple(out)


# -- what hexes are worth -------------------------------------------------------------------------------------------


def decisive(s: Position) -> int:
    """5.1 The hexes that decide an automatic victory which is near: by turn 4, by turn 8, and at the end of a Soviet
    round."""
    if s.turn <= TURN_4:
        return hexes(*RULES.axis_turn4_all, *RULES.axis_turn4_any)
    if s.turn <= RULES.tournament_turn:
        return hexes(*RULES.axis_turn8_all)
    return 0 if s.turn < victory.LAST_ALL_HEXES else hexes(*RULES.soviet_round_end)


def worth_of(s: Position, w: Weights, place: int) -> float:
    """What control of a hex is worth to either side."""
    bit = 1 << place
    found = w["town"] * bool(TOWNS & bit) + w["city"] * bool((CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET]) & bit)
    found += w["oil"] * bool(OIL & bit)
    if VP_HEXES & bit:
        found += w["vp"] * (2 if _level_is_close(s) else 1)
        if _last_soviet_hexes(s) & bit:
            found += w["decisive"]
    return found + w["decisive"] * bool(decisive(s) & bit)


def _level_is_close(s: Position) -> bool:
    """5.1.2, 5.1.3 Is an automatic victory by the VP level near?"""
    return s.vp >= RULES.axis_wins - CLOSE or s.vp <= RULES.soviet_wins + CLOSE


def _last_soviet_hexes(s: Position) -> int:
    """5.1.3.4 The VP hexes of the Soviet Union that keep the Axis in the war, when few are left."""
    held = victory.axis_in_ussr(s)
    return held if FIRST_ALL_HEXES <= s.turn <= victory.LAST_ALL_HEXES and held.bit_count() <= CLOSE else 0


class Look:
    """The position with the eyes of one side."""

    def __init__(self, s: Position, side: int, w: Weights) -> None:
        self.s, self.side, self.w = s, side, w
        own = s.axis_held if side == AXIS else ~s.axis_held
        worth = {place: worth_of(s, w, place) for place in bits(KEPT)}
        self.worth = worth
        shut = control.not_to_attack(s) & s.occupied[1 - side] if side == AXIS else 0
        self.goals = {place: value for place, value in worth.items() if not (own | shut) >> place & 1}
        self.keeps = {place: value for place, value in worth.items() if own >> place & 1}
        self.threat = threats(s, 1 - side)
        front = LAND.around(s.occupied[1 - side], FRONT)
        self.precious = {at for at, value in self.keeps.items() if value >= w["vp"] and front >> at & 1}
        """VP hexes so near to the enemy that they should never be empty."""
        self.fed = {nation: supply.full_supply(s, nation) for nation in NATIONS_OF[side]}
        self._pull: dict[int, float] = {}

    def pull(self, place: int) -> float:
        """How strongly the goals draw a unit from this hex."""
        found = self._pull.get(place)
        if found is None:
            found = max((value / (distances(goal)[place] + NEAR) for goal, value in self.goals.items()), default=0.0)
            if self.side == AXIS and not self.s.crossed_paulus:
                found += self.w["paulus"] * self.s.turn / (TO_THE_EAST[place] + 1)
            self._pull[place] = found
        return found

    def supplied(self, unit: int, place: int) -> bool:
        """Would the unit be in full supply in this hex, as the position stands?"""
        return bool(self.fed[NATION_OF[unit]] >> place & 1)

    def enemies_within(self, place: int, far: int) -> int:
        """The enemy-occupied hexes at most this far away."""
        return LAND.around(1 << place, far) & self.s.occupied[1 - self.side]


def look(mind: StalinMind) -> Look:
    """The position as the side that decides sees it; worked out once."""
    return Look(mind.s, mind.me, mind.w)


def threats(s: Position, side: int) -> list[float]:
    """By hex: the attack strength that a side could bring near it in a round, more or less; nothing where it cannot
    come for the zones of control in its way."""
    found = [0.0] * TOPOLOGY.n
    open_to_it = LAND.around(in_reach(s, side), 1)
    for place in bits(s.occupied[side]):
        power = sum(s.attack(unit) * VIGOUR[s.supply[unit]] for unit in bits(s.stack_at(place) & OF_SIDE[side]))
        seen = ring = 1 << place
        for share in REACH:
            for at in bits(ring & open_to_it):
                found[at] += share * power
            ring = LAND.spread(ring) & ~seen
            seen |= ring
    return found


def in_reach(s: Position, side: int) -> int:
    """The hexes that units of a side could come to in a round: zones of control stop them, other units bar them."""
    zone, shut = zones.zoc(s, 1 - side), s.occupied[1 - side]
    found = s.occupied[side]
    front = LAND.spread(found) & ~shut
    for _ in range(len(REACH) - 2):
        found |= front
        front = LAND.spread(front & ~zone) & ~shut & ~found
    return found


def defense_at(s: Position, side: int, place: int, without: int = 0) -> int:
    """The defense strength of a side in a hex, some units left out."""
    return sum(s.defense(unit) for unit in bits(s.stack_at(place) & OF_SIDE[side] & ~without))


# -- supply ---------------------------------------------------------------------------------------------------------

NATIONS_OF: Final = tuple({NATION_OF[unit] for unit in range(*span)} for span in SPAN)


def hungry(s: Position, side: int) -> int:
    """The steps of a side that would be found without full supply now."""
    fed = {nation: supply.full_supply(s, nation) for nation in NATIONS_OF[side]}
    return sum(s.steps_left(unit) for unit in s.on_map(side) if not fed[NATION_OF[unit]] >> s.place[unit] & 1)


def cut_off(s: Position, unit: int, place: int) -> int:
    """How many more enemy steps would be without full supply if the unit stood in this hex."""
    enemy = 1 - SIDE_OF[unit]
    then = s.copy()
    then.put(unit, place)
    return hungry(then, enemy) - hungry(s, enemy)
