"""[T.9] The first position."""

from __future__ import annotations

from toy.components import OFF, PIECES, PLACES
from toy.game import ToyGame
from toy.sequence import Dealing, Sequence
from toy.state import ToyState


def setup(game: ToyGame) -> ToyState:
    """T.9 As the scenario says; without open cards chance deals first."""
    s = ToyState(game)
    s.turn, s.active, s.spent, s.bonus = game.start.first_turn, 0, OFF, 0
    s.at = [PLACES.index(game.start.start[name]) for name in PIECES]
    s.hand = [OFF, OFF]
    s.push(Sequence)
    if game.profile.cards:
        s.push(Dealing, 0)
    return s
