"""The scenarios as the lobby lists them (22.0, 25.0)."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.title import Scenario
from rasputitsa.titles.stalins_war.components import SCENARIOS as DATA

SCENARIOS: Final = tuple(
    Scenario(name=s.id, label=s.name, help=s.text, first_turn=s.first_turn, last_turn=s.last_turn)
    for s in DATA.values()
)
