"""[T.3, T.4] The end of the game."""

from __future__ import annotations

from rasputitsa.kernel import DRAWN
from toy.components import GOAL
from toy.state import ToyState


def judge(s: ToyState) -> None:
    """T.3, T.4 Whoever reaches the far end, or has the last piece, wins; after the last turn nobody does."""
    for side in (0, 1):
        if any(s.at[unit] == GOAL[side] for unit in s.units(side)) or not s.units(1 - side):
            s.win(side, "broke through", "T.3")
    if s.turn > s.game.start.last_turn:
        s.win(DRAWN, "time is up", "T.4")
