"""The shapes of scenarios, and of the attacks that check the tables (chapters 22 and 25)."""

from __future__ import annotations

import msgspec

from rasputitsa.titles.stalins_war.component_types import Source
from rasputitsa.titles.stalins_war.effect_words import Base


class Scenario(Base, frozen=True):
    """A scenario: its turns, and the units on the map at the start, by hex (22.0, 25.0)."""

    id: str
    name: str
    text: str
    first_turn: int
    last_turn: int
    src: Source
    setup: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    setup_from: str | None = None


class ScenarioFile(Base, frozen=True):
    """scenarios.toml"""

    scenario: tuple[Scenario, ...]


class Case(Base, frozen=True):
    """An attack with its exact expectation. ``/n`` after a unit: steps already lost."""

    era: str
    name: str
    attack: tuple[str, ...]
    defend: tuple[str, ...]
    attack_column: str
    defend_column: str
    attacker_loses: float
    defender_loses: float
    wins: float
    taken: float
    far: float
    wiped: float
    terrain: str = "clear"
    features: tuple[str, ...] = ()
    hexside: str | None = None
    attack_shift: int = 0
    defend_shift: int = 0
    stands: bool = False


class CaseFile(Base, frozen=True):
    """cases.toml"""

    case: tuple[Case, ...]
