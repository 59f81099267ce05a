"""A position: where the pieces stand, who is active, who holds which card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rasputitsa.kernel import State
from toy.components import OWNER

if TYPE_CHECKING:
    from toy.game import ToyGame


class ToyState(State):
    game: ToyGame
    turn: int
    active: int
    at: list[int]
    """By piece: its place, or OFF."""
    hand: list[int]
    """By side: its card, or OFF."""
    spent: int
    """The card last played, or OFF: everybody has seen it."""
    bonus: int
    """What the defender's card takes off the die of the battle under way."""

    def units(self, side: int) -> list[int]:
        """The pieces of a side that are still on the board."""
        return [unit for unit, owner in enumerate(OWNER) if owner == side and self.at[unit] >= 0]

    def standing(self, place: int, side: int) -> list[int]:
        """The pieces of a side in a place."""
        return [unit for unit in self.units(side) if self.at[unit] == place]
