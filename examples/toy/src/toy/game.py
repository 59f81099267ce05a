"""What does not change while a game is played."""

from __future__ import annotations

from collections.abc import Mapping

from rasputitsa.kernel import Game, Title
from rasputitsa.kernel.title import Value
from toy.components import SCENARIOS
from toy.profile import profile


class ToyGame(Game):
    def __init__(self, title: Title, scenario: str, edition: str, options: Mapping[str, Value]) -> None:
        super().__init__(title, scenario, edition, options)
        self.profile = profile(edition, options)
        self.start = SCENARIOS[scenario]
