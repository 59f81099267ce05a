"""The shapes of scenarios, and of the attacks that check the tables (chapters 22 and 25)."""

from __future__ import annotations

import msgspec

from rasputitsa.titles.stalins_war.component_types import Source
from rasputitsa.titles.stalins_war.effect_words import Base


class Later(Base, frozen=True):
    """What has happened before a scenario that begins after June 1941, beyond where the units of its set-up stand."""

    vp_by_events: int
    """What events have added to the VP level that control alone would give."""
    axis_needs: int
    """The VP level with which the Axis wins when the last turn ends and nobody has won before."""
    axis_holds: tuple[str, ...]
    """The hexes of the Soviet Union under Axis control; all others are held as in June 1941."""
    played: tuple[str, ...]
    """Cards played as events, in their order."""
    played_on: dict[str, int] = msgspec.field(default_factory=dict)
    """The turns of those that change hands for a time."""
    hand: tuple[str, ...] = ()
    """Cards that are in a hand at the start."""
    reduced: dict[str, int] = msgspec.field(default_factory=dict)
    """Steps lost by unit."""
    eliminated: tuple[str, ...] = ()
    other_fronts: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    """Units that others have taken the place of."""
    axis_trenches: tuple[str, ...] = ()
    soviet_trenches: tuple[str, ...] = ()
    partisans: tuple[str, ...] = ()
    """Hexes with Inactive Partisans."""
    total_war: int = 0
    """The turn on which Total War began; 0 if it has not."""


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
    later: Later | None = None


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
