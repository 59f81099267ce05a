"""What does not change while a game is played: its scenario and its switches."""

from __future__ import annotations

from collections.abc import Mapping

from rasputitsa.kernel.title import Game, Title, Value
from rasputitsa.titles.kiev41.profile import profile
from rasputitsa.titles.kiev41.scenarios import scenario_data


class KievGame(Game):
    """A game with its scenario's data and its profile."""

    def __init__(self, title: Title, scenario: str, edition: str, options: Mapping[str, Value]) -> None:
        super().__init__(title, scenario, edition, options)
        self.profile = profile(edition, options)
        self.data = scenario_data()[scenario]
