"""How often a game between two people goes from one to the other, and how much of that the rules prescribe.

A hand-over is a decision of another side than the last one. The alternation of the sequence of play prescribes some;
the rest are questions to the side that is not on move, which standing orders can answer (kernel/standing.py).
"""

from __future__ import annotations

from collections import Counter

import msgspec

from rasputitsa.arena.selfplay import Course, Match, chooser
from rasputitsa.kernel import CHANCE, Action, Dice, State
from rasputitsa.kernel.standing import COMPUTER, Order, answer, fitting, reacting, read_order, standing


class Counted(msgspec.Struct, kw_only=True):
    """One game: its hand-overs, those that the rules prescribe, and what the side not on move was asked."""

    handovers: int = 0
    prescribed: int = 0
    asked: Counter[str] = msgspec.field(default_factory=Counter)

    @property
    def beyond(self) -> int:
        return self.handovers - self.prescribed


class Away:
    """Players who give the usual orders of their title whenever they are on move, or none."""

    def __init__(self, match: Match, number: int, ordered: bool) -> None:
        course = Course(match, number)
        self.state, self.seed = course.state, course.seed
        self.choosers = {s: chooser(name, course.game, s, self.seed) for s, name in match.players.items()}
        self.usual = standing(course.game.title).usual if ordered else ()
        self.orders: dict[str, tuple[Order, ...]] = {}
        self.counted = Counted()
        self._last = self._active = ""

    def play(self) -> Counted:
        dice = Dice(self.seed)
        while (side := self.state.side) is not None:
            self.state.apply(dice.roll(self.state) if side == CHANCE else self._decided(self.state, side))
        return self.counted

    def _decided(self, state: State, side: str) -> Action:
        order = fitting(state, self.orders.get(side, ())) if self.usual and reacting(state) else None
        if order is not None and order.way == COMPUTER:
            return self.choosers[side](state)
        found = answer(state, order) if order is not None else None
        if found is None:
            self._came(state, side)
            found = self.choosers[side](state)
        return found

    def _came(self, state: State, side: str) -> None:
        """Somebody has to come to the table."""
        active, counted = state.banner().active, self.counted
        counted.handovers += bool(self._last) and side != self._last
        counted.prescribed += bool(self._active) and active != self._active
        if side != active:
            counted.asked[standing(state.game.title).kind(state)] += 1
        elif active != self._active or side != self._last:
            self.orders[side] = tuple(read_order(state, side, order) for order in self.usual)
        self._last, self._active = side, active


def count(match: Match, number: int, *, ordered: bool) -> Counted:
    """Play one game and count."""
    return Away(match, number, ordered).play()
