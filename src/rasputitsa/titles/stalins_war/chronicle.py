"""What is written down of a game of Stalin's War for the war report: front, cities, losses, odds, cards, idle units."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Action, State
from rasputitsa.kernel.chronicle import WarDiary, read_history
from rasputitsa.titles.stalins_war import movement, supply, weather
from rasputitsa.titles.stalins_war.actions.combat import CombatDice, UseCard
from rasputitsa.titles.stalins_war.actions.movement import Move
from rasputitsa.titles.stalins_war.actions.rounds import Discard, PlayEvent, PlayOps, PlayRp, Rest, Swap, ZeroOps
from rasputitsa.titles.stalins_war.combat import columns
from rasputitsa.titles.stalins_war.combat_odds import column_label
from rasputitsa.titles.stalins_war.mapboard import CITIES, LAND, MAP, PLACE_NAMES, PLAYABLE, VP_HEXES
from rasputitsa.titles.stalins_war.roster import NATION_OF, SIDE_OF
from rasputitsa.titles.stalins_war.state import AXIS, ELIMINATED, FULL, OUT, REMOVED, SIDES, SOVIET, TRACK, Position

SECTORS: Final = ("north", "centre", "south")
FAR: Final = 4
"""A unit farther than this from any enemy is in reserve."""
PATIENCE: Final = 2
"""Turns after which a unit in reserve is idle."""
FATES: Final = {ELIMINATED: "destroyed", TRACK: "surrendered", REMOVED: "removed"}
USES: Final[dict[type[Action], str]] = {
    PlayOps: "OPS",
    PlayRp: "RP",
    PlayEvent: "event",
    UseCard: "combat",
    Discard: "discarded",
    Swap: "swapped",
    ZeroOps: "none",
    Rest: "none",
}


class Chronicle(WarDiary):
    """The course of one game."""

    history = read_history("rasputitsa.titles.stalins_war")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        assert isinstance(state, Position)
        self.place, self.lost, self.held = state.place[:], bytes(state.lost), state.axis_held

    def before(self, state: State, side: str, action: Action) -> None:
        super().before(state, side, action)
        assert isinstance(state, Position)
        self._compare(state)
        if type(action) in USES and side in SIDES:
            self.cards[side][USES[type(action)]] += 1
        if isinstance(action, CombatDice) and state.attackers and state.defenders:
            self.attacks[SIDES[state.active]][odds(state)] += 1
        elif isinstance(action, Move):
            self.moves += 1
            self.astray += _strays(state, action)

    def _compare(self, s: Position) -> None:
        """What has changed since the last look: units and steps lost, cities and VP hexes taken."""
        if s.place != self.place or s.lost != self.lost:
            for unit, (was, now) in enumerate(zip(self.place, s.place, strict=True)):
                losses = self.losses[SIDES[SIDE_OF[unit]]]
                if was >= 0 and now in FATES:
                    losses[FATES[now]] += 1
                elif was >= 0 and now >= 0:
                    losses["steps"] += max(0, s.lost[unit] - self.lost[unit])
            self.place, self.lost = s.place[:], bytes(s.lost)
        for place in bits((s.axis_held ^ self.held) & (CITIES | VP_HEXES)):
            self.cities.append((s.turn, SIDES[AXIS if s.axis_held >> place & 1 else SOVIET], PLACE_NAMES[place]))
        self.held = s.axis_held

    def page(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Position)
        self._count_idle(state)
        page: dict[str, Any] = {"vp:axis": state.vp, "vp:soviet": -state.vp}
        page |= {f"units:{side}": len(state.on_map(n)) for n, side in enumerate(SIDES)}
        page |= {f"pocket:{side}": _cut_off(state, n) for n, side in enumerate(SIDES)}
        page |= {f"hand:{side}": len(state.hand(n)) for n, side in enumerate(SIDES)}
        page |= {f"front:{name}": column for name, column in zip(SECTORS, front(state), strict=True)}
        page["clear"] = int(not weather.winter_1942(state))
        return page

    def _count_idle(self, s: Position) -> None:
        """Units that have been in reserve for too long; those that cannot move have nothing to do."""
        for side in (AXIS, SOVIET):
            near = LAND.around(s.occupied[1 - side], FAR)
            for unit in s.on_map(side):
                busy = bool(near >> s.place[unit] & 1) or not movement.allowance(s, unit)
                self.count_idle(unit, s.turn, busy, PATIENCE)

    def told(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Position)
        self._compare(state)
        return super().told(state)


def odds(s: Position) -> str:
    """The columns both sides fire on, the attacker's first."""
    return " against ".join(column_label(columns.fire(s, side)) for side in (s.active, 1 - s.active))


def _cut_off(s: Position, side: int) -> int:
    """How many units of a side are out of supply."""
    return sum(s.supply[unit] == OUT for unit in s.on_map(side))


def _strays(s: Position, action: Move) -> bool:
    """Does a unit go from full supply to where there is none?"""
    fed = supply.full_supply(s, NATION_OF[action.unit])
    return s.supply[action.unit] == FULL and not fed >> action.to & 1


# -- the front ------------------------------------------------------------------------------------------------------


@cache
def _sectors() -> tuple[tuple[int, int], ...]:
    """Thirds of the map from north to south: the hexes of each, and how many rows it has."""
    hexes = bits(PLAYABLE)
    rows = sorted({round(MAP.xy[place][1], 2) for place in hexes})
    parts = [rows[k * len(rows) // 3 : (k + 1) * len(rows) // 3] for k in range(3)]
    return tuple((mask_of(p for p in hexes if round(MAP.xy[p][1], 2) in part), len(part)) for part in parts)


def front(s: Position) -> list[float]:
    """Where the front runs in each sector: hexes nearer to the Axis than to the Soviets, a row."""
    axis = LAND.steps(s.occupied[AXIS], len(PLACE_NAMES))
    soviet = LAND.steps(s.occupied[SOVIET], len(PLACE_NAMES))
    nearer = mask_of(place for place in bits(PLAYABLE) if axis[place] < soviet[place])
    return [round((nearer & mask).bit_count() / rows, 2) for mask, rows in _sectors()]
