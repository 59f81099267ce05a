"""What does not change while a game is played: scenario, last turn, switches. Units and map are constants in `roster`
and `mapboard`, computed once for all games."""

from __future__ import annotations

from collections.abc import Mapping

from rasputitsa.kernel.title import Game, Title, Value
from rasputitsa.titles.stalins_war.components import SCENARIOS
from rasputitsa.titles.stalins_war.profile import profile


class StalinGame(Game):
    """A game with its scenario's data and its profile."""

    def __init__(self, title: Title, scenario: str, edition: str, options: Mapping[str, Value]) -> None:
        super().__init__(title, scenario, edition, options)
        self.profile = profile(edition, options)
        self.data = SCENARIOS[scenario]
        self.last_turn = self.data.last_turn
