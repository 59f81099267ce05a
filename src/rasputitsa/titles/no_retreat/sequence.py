"""[4.0] Sequence of play: housekeeping, then the Axis and the Soviet player turns, phase by phase.

The table below is the rule book's own list. Each phase names the steps that carry it out; the rules of a step
are in its module. At the end of every phase overstacked hexes are settled (8.4.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat import cards, movement, rail, removal, stacking, supply, victory
from rasputitsa.titles.no_retreat import strategic_reserve as special
from rasputitsa.titles.no_retreat import turn_events as events
from rasputitsa.titles.no_retreat.codes import AXIS, SOVIET
from rasputitsa.titles.no_retreat.combat import phase as combat
from rasputitsa.titles.no_retreat.events import lasting, moments
from rasputitsa.titles.no_retreat.optional import local_support, partisans
from rasputitsa.titles.no_retreat.optional import units as optional_units
from rasputitsa.titles.no_retreat.organization import phase as organization
from rasputitsa.titles.no_retreat.profile import Profile
from rasputitsa.titles.no_retreat.state import NoRetreatState

BOTH = -1
STILL = ("card", "supply", "victory")
"""Phases in which no unit changes its place, so that nothing can be overstacked at their end."""
Steps = tuple[type[Step[Any]], ...]


@dataclass(frozen=True)
class Phase:
    """A line of the sequence of play."""

    id: str
    label: str
    rule: str
    side: int
    steps: Steps

    @cached_property
    def frames(self) -> tuple[tuple[int], ...]:
        """What the phase puts on the stack: its steps, the first on top; below them the check of stacks, except where
        nothing can be overstacked."""
        below = (stacking.Overstacking,) if self.steps and self.id not in STILL else ()
        return tuple((step.id,) for step in (*below, *reversed(self.steps)))


MOVEMENT: Steps = (
    local_support.SupportComesOff,
    moments.BeforeMovement,
    movement.MovementPhase,
    special.StrategicReserve,
    local_support.LocalSupport,
    optional_units.LoneReserve,
    moments.AfterMovement,
)
DETRAINING: Steps = (moments.DetrainingEvents, rail.DetrainingPhase, special.ReserveReturns, partisans.Partisans)


def housekeeping() -> list[Phase]:
    """4.0 New game turn: the marker moves on, events, victory."""
    return [
        Phase("events", "New Game Turn Events", "4.0", BOTH, (events.NewTurn,)),
        Phase("victory", "New Game Turn Victory", "12.0", BOTH, victory.PHASE),
    ]


def player_turn(side: int, profile: Profile) -> list[Phase]:
    """4.0, digital P.1.2 The seven phases of a player turn (the clean-up of the digital editions detrains before the
    removal)."""
    clean_up = [
        Phase("removal", "Marker and Unit Removal", "11.0", side, (removal.RemovalPhase,)),
        Phase("detraining", "Detraining", "9.2", side, DETRAINING),
    ]
    own_victory = profile.victory_each_turn and side == SOVIET
    return [
        *([Phase("victory", "Victory", "P.1", side, victory.SOVIET_PHASE)] if own_victory else []),
        Phase("card", "Cards", "5.0", side, (cards.DiscardStep, cards.DrawStep, moments.CardEvents)),
        Phase("supply", "Supply Check", "6.0", side, (supply.SupplyCheckPhase, moments.SupplyEvents)),
        Phase("organization", "Organization", "7.0", side, organization.PHASE),
        Phase("movement", "Movement", "8.0", side, MOVEMENT),
        Phase("combat", "Combat", "10.0", side, combat.phase(profile)),
        *(reversed(clean_up) if profile.detrain_before_removal else clean_up),
    ]


def sequence(profile: Profile) -> tuple[Phase, ...]:
    return (*housekeeping(), *player_turn(AXIS, profile), *player_turn(SOVIET, profile))


class GameTurn(Step[NoRetreatState]):
    """4.0, 16.0, 16.0.2 Runs the phases one after the other, as the combined example of play does; its frame holds the
    number of the next one."""

    rule = "4.0"

    def advance(self, s: NoRetreatState) -> None:
        phases = s.game.phases
        number = s.frame[1]
        if number == len(phases):
            s.goto(0)
            return
        phase = phases[number]
        s.goto(number + 1)
        s.phase = number
        if (phase.side != BOTH and phase.side != s.phasing) or phase.id == "card":
            start_player_turn(s, phase.side)
        if not skipped(s, phase):
            s.stack += phase.frames


def skipped(s: NoRetreatState, phase: Phase) -> bool:
    """3.0 Phases the scenario leaves out of its first player turn; it does not begin with a victory check either."""
    game = s.game
    first = s.turn == game.setup.first_turn and phase.side == game.first_side
    return first and (phase.id in game.setup.skip or phase.id == "victory")


def start_player_turn(s: NoRetreatState, side: int) -> None:
    """4.0, 5.0.5 A player turn begins: what was counted per player turn starts anew."""
    s.phasing = side
    s.played = []
    s.captured = 0
    s.mover, s.mover_left = -1, 0
    s.free_entrains = s.game.tables.limits.free_rail_moves
    s.free_upgrades = 0
    lasting.player_turn_begins(s, side)


STEPS = (GameTurn,)
