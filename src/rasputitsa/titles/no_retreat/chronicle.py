"""What is written down of a game of No Retreat! for the war report: front, cities, losses, odds, cards, idle units."""

from __future__ import annotations

from functools import cache
from typing import Any

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Action, State
from rasputitsa.kernel.chronicle import WarDiary, read_history
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.actions.combat import BattleDie
from rasputitsa.titles.no_retreat.actions.events import Play, PlayFrom
from rasputitsa.titles.no_retreat.actions.movement import EndMovement, Move
from rasputitsa.titles.no_retreat.cards import DiscardStep
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    CLEAR,
    DESTROYED,
    MOVED,
    REMOVED,
    SHATTERED,
    SIDES,
    SOVIET,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.combat.battle import ContestStep
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import vps

SECTORS = ("north", "centre", "south")
FAR = 4
"""A unit farther than this from any enemy is in reserve."""
PATIENCE = 3
"""Turns after which a unit in reserve is idle."""
FATES = {
    DESTROYED: "destroyed",
    SURRENDERED: "surrendered",
    SHATTERED: "shattered",
    TRACK: "exiled",
    REMOVED: "removed",
}


class Chronicle(WarDiary):
    """The course of one game."""

    history = read_history("rasputitsa.titles.no_retreat")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        assert isinstance(state, NoRetreatState)
        self.place, self.full = state.place[:], bytes(state.full)
        self.held = state.axis_held

    def before(self, state: State, side: str, action: Action) -> None:
        super().before(state, side, action)
        assert isinstance(state, NoRetreatState)
        self._compare(state)
        if isinstance(action, BattleDie) and not isinstance(state.step, ContestStep):
            found = odds.reckon(state, odds.under_way(state))
            self.attacks[SIDES[state.attacker]][odds.COLUMNS.label(found.final)] += 1
        elif isinstance(action, Toss):
            self.cards[side]["discarded" if isinstance(state.step, DiscardStep) else "paid"] += 1
        elif isinstance(action, Play | PlayFrom):
            self.cards[side]["event"] += 1
        elif isinstance(action, Move):
            self.moves += 1
        elif isinstance(action, EndMovement):
            self.astray += len(_strayed(state))

    def _compare(self, s: NoRetreatState) -> None:
        """What has changed since the last look: units lost, steps lost, cities taken."""
        if s.place != self.place:
            for unit, (old, new) in enumerate(zip(self.place, s.place, strict=True)):
                if old >= 0 and new in FATES:
                    self.losses[SIDES[s.game.side_of[unit]]][FATES[new]] += 1
            self.place = s.place[:]
        if s.full != self.full:
            for unit, (was, now) in enumerate(zip(self.full, s.full, strict=True)):
                if was and not now and s.place[unit] >= 0:
                    self.losses[SIDES[s.game.side_of[unit]]]["steps"] += 1
            self.full = bytes(s.full)
        if s.axis_held != self.held:
            for city in bits(s.axis_held ^ self.held):
                taker = SIDES[AXIS if s.axis_held >> city & 1 else SOVIET]
                self.cities.append((s.turn, taker, s.game.place_name(city)))
            self.held = s.axis_held

    def page(self, state: State) -> dict[str, Any]:
        assert isinstance(state, NoRetreatState)
        self._count_idle(state)
        page: dict[str, Any] = {f"vp:{side}": vps(state, n) for n, side in enumerate(SIDES)}
        page |= {f"units:{side}": len(state.on_map(n)) for n, side in enumerate(SIDES)}
        page |= {f"pocket:{side}": _cut_off(state, n) for n, side in enumerate(SIDES)}
        page |= {f"hand:{side}": len(state.hand(n)) for n, side in enumerate(SIDES)}
        page |= {f"front:{name}": column for name, column in zip(SECTORS, front(state), strict=True)}
        page["clear"] = int(state.sky[self.turn] == CLEAR) if self.turn < len(state.sky) else 0
        return page

    def _count_idle(self, s: NoRetreatState) -> None:
        """Units that have been in reserve for too long."""
        for side in (AXIS, SOVIET):
            near = s.game.move_net.around(s.occupied[1 - side], FAR)
            for unit in s.on_map(side):
                busy = bool(near >> s.place[unit] & 1) or not s.game.move[s.full[unit]][unit]
                self.count_idle(unit, s.turn, busy, PATIENCE)

    def told(self, state: State) -> dict[str, Any]:
        assert isinstance(state, NoRetreatState)
        self._compare(state)
        return super().told(state)


def _cut_off(s: NoRetreatState, side: int) -> int:
    """How many units of a side are marked as cut off."""
    return sum(bool(s.marks[u] & UNSUPPLIED) for u in s.on_map(side))


def _strayed(s: NoRetreatState) -> list[int]:
    """Units that have just moved out of supply."""
    fed = supply.supplied(s, s.phasing)
    moved = [u for u in s.on_map(s.phasing) if s.marks[u] & MOVED]
    return [u for u in moved if not fed >> s.place[u] & 1 and not supply.at_home(s, u)]


# -- the front ----------------------------------------------------------------------------------------------------


@cache
def _sectors() -> tuple[tuple[int, int], ...]:
    """Thirds of the map from north to south: the hexes of each, and how many rows it has."""
    hexes = bits(MAP.playable & MAP.topology.hexes)
    rows = sorted({round(MAP.xy[p][1], 2) for p in hexes})
    parts = [rows[k * len(rows) // 3 : (k + 1) * len(rows) // 3] for k in range(3)]
    return tuple((mask_of(p for p in hexes if round(MAP.xy[p][1], 2) in part), len(part)) for part in parts)


def front(s: NoRetreatState) -> list[float]:
    """Where the front runs in each sector: hexes nearer to the Axis than to the Soviets, a row."""
    mine, his = s.occupied[AXIS], s.occupied[SOVIET]
    spread = s.game.supply_net.spread
    left = s.game.supply_net.places & ~(mine | his)
    while left:
        grown = spread(mine) & left
        left &= ~grown
        theirs = spread(his) & (left | grown)
        mine |= grown
        his |= theirs & left
        if not grown and not theirs:
            break
        left &= ~theirs
    return [round((mine & mask).bit_count() / rows, 2) for mask, rows in _sectors()]
