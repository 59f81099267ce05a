"""What is written down of a game of Kiev '41 for the war report: front, towns, losses, odds, orders, idle blocks."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel import Action, State
from rasputitsa.kernel.chronicle import WarDiary, read_history
from rasputitsa.titles.kiev41.actions import (
    Activate,
    Blitz,
    Bomb,
    Exploit,
    Move,
    Pass,
    Shell,
    StrategicMove,
    StrategicReinforcements,
)
from rasputitsa.titles.kiev41.battle import attackers
from rasputitsa.titles.kiev41.components import AXIS, COMBAT, OF_SIDE, SIDE, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.mapboard import ALL, AREAS, CITIES, ELIMINATED, MAP, POOL, VICTORY
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.supply import supplied
from rasputitsa.titles.kiev41.victory import victory_points
from rasputitsa.titles.kiev41.weather import bad_weather

SECTORS: Final = ("north", "centre", "south")
COLUMNS: Final = 14.0
"""The areas one crosses from the western to the eastern edge: what a front that has swept the map stands at."""
FAR: Final = 3
"""A block farther than this from any enemy is in reserve."""
PATIENCE: Final = 2
"""Months after which a block in reserve is idle."""
ODDS: Final = ((3, 1), (2, 1), (3, 2), (1, 1), (1, 2), (1, 3))
ORDERS: Final[dict[type[Action], str]] = {
    Activate: "activated",
    Shell: "shelled",
    Bomb: "bombed",
    Pass: "passed",
    StrategicMove: "strategic",
    StrategicReinforcements: "strategic",
    Exploit: "exploited",
    Blitz: "blitzed",
}


class Chronicle(WarDiary):
    """The course of one game."""

    history = read_history("rasputitsa.titles.kiev41")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        assert isinstance(state, Kiev)
        self.place, self.strength = bytes(state.place), bytes(state.strength)
        self.held, self.fought, self.hungry = state.control, state.fought, state.isolated

    def before(self, state: State, side: str, action: Action) -> None:
        super().before(state, side, action)
        assert isinstance(state, Kiev)
        if not self.turn:
            return
        self._compare(state)
        if type(action) in ORDERS and side in SIDES:
            self.cards[side][ORDERS[type(action)]] += 1
        if isinstance(action, Move | Blitz):
            self.moves += 1
            self.astray += _strays(state, action)

    def _compare(self, s: Kiev) -> None:
        """What has changed since the last look: battles begun, blocks and steps lost, towns taken."""
        for area in bits(s.fought & ~self.fought):
            self.attacks[SIDES[s.active]][odds(s, area)] += 1
        self.fought = s.fought
        if s.place != self.place or s.strength != self.strength:
            for b, (was, now) in enumerate(zip(self.place, s.place, strict=True)):
                if was < AREAS:
                    self._lost(b, now, self.strength[b] - s.strength[b])
            self.place, self.strength = bytes(s.place), bytes(s.strength)
        self.hungry = s.isolated
        for area in bits((s.control ^ self.held) & (CITIES | VICTORY)):
            taker = SIDES[AXIS if s.control >> area & 1 else SOVIET]
            self.cities.append((s.turn, taker, town(area)))
        self.held = s.control

    def _lost(self, b: int, now: int, steps: int) -> None:
        """9.4, 10.15.3 A block that was isolated when it was lost counts as taken in a pocket."""
        losses = self.losses[SIDES[SIDE[b]]]
        if now in (ELIMINATED, POOL):
            losses["surrendered" if self.hungry >> b & 1 else "destroyed"] += 1
        elif steps > 0:
            losses["steps"] += steps

    def page(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Kiev)
        self._count_idle(state)
        page: dict[str, Any] = {f"vp:{side}": victory_points(state, n) for n, side in enumerate(SIDES)}
        page |= {f"units:{side}": (state.on_map & OF_SIDE[n]).bit_count() for n, side in enumerate(SIDES)}
        page |= {f"pocket:{side}": (state.isolated & OF_SIDE[n]).bit_count() for n, side in enumerate(SIDES)}
        page |= {f"front:{name}": column for name, column in zip(SECTORS, front(state), strict=True)}
        page["clear"] = int(not bad_weather(state))
        return page

    def _count_idle(self, s: Kiev) -> None:
        """Blocks that have been in reserve for too long; garrisons of Victory Areas have something to do."""
        for side in (AXIS, SOVIET):
            near = ALL.around(s.at[1 - side], FAR) | VICTORY
            for b in bits(s.on_map & OF_SIDE[side] & COMBAT):
                self.count_idle(b, s.turn, bool(near >> s.place[b] & 1), PATIENCE)

    def told(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Kiev)
        self._compare(state)
        return super().told(state)


def _strays(s: Kiev, action: Move | Blitz) -> bool:
    """Does a block go from supply to where there is none, and no enemy to fight?"""
    side = SIDE[action.block]
    fed = supplied(s, side)
    return bool(fed >> action.frm & 1) and not fed >> action.to & 1 and controls(s, action.to, side)


def odds(s: Kiev, area: int) -> str:
    """Steps that attack to steps that defend, rounded in favour of the defender."""
    attack = sum(s.strength[b] for b in bits(attackers(s, area)))
    defence = sum(max(1, s.strength[b]) for b in bits(s.here[area] & OF_SIDE[1 - s.active])) + (s.lines >> area & 1)
    return next((f"{a}:{d}" for a, d in ODDS if attack * d >= defence * a), "<1:3")


def town(area: int) -> str:
    """A city or Victory Area by its plain name."""
    return MAP.names[area]


# -- the front ----------------------------------------------------------------------------------------------------


@cache
def _sectors() -> tuple[int, ...]:
    """Thirds of the Soviet Union's areas from north to south."""
    areas = sorted(bits(MAP.countries["ussr"]), key=lambda a: MAP.xy[a][1])
    return tuple(mask_of(areas[k * len(areas) // 3 : (k + 1) * len(areas) // 3]) for k in range(3))


def front(s: Kiev) -> list[float]:
    """Where the front runs in each sector, in areas from the western edge: the share of the sector the Axis hold."""
    return [round(COLUMNS * (s.control & mask).bit_count() / mask.bit_count(), 2) for mask in _sectors()]
