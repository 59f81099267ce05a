"""The position: blocks and their strength, control of the areas, weather, discs, and what the impulse has done so far.

Blocks and areas are numbers (see components and areas); sets of either are integers. The two Supply and the two Sea
Control discs are not stored: they follow from Guderian's box and from who controls which area (supply.py).
"""

from __future__ import annotations

import random
from typing import Final

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.state import Outcome, State
from rasputitsa.kernel.step import ChanceStep, Step
from rasputitsa.kernel.title import Game, Title, Value
from rasputitsa.kernel.view import Banner, View
from rasputitsa.titles.kiev41.areas import AREAS, POOL, STACKING
from rasputitsa.titles.kiev41.components import OF_SIDE, SIDE, SIDES, N

# 3.0 What an impulse is
TACTICAL: Final = 1
STRATEGIC_MOVE: Final = 2
STRATEGIC_REINFORCE: Final = 3
PASS: Final = 4

# Where a bomber is, when it is not over an area (10.13.4, 13.0)
READY: Final = 200
SPENT: Final = 201
"""Aborted, or back from a mission of this impulse."""
SHOT_DOWN: Final = 202
ABSENT: Final = 203
AT_SEA: Final = 204
"""Engaging fleet 0 or 1 (10.13.2)."""

# Where a fleet is, when it is not committed (10.2.1)
BASE: Final = 200
BATUMI: Final = 201
SUNK: Final = 202

NOBODY: Final = 255
PLAYING: Final = -1


class KievGame(Game):
    """A game with its switches as attributes (chapter 14 and our own)."""

    def __init__(self, title: Title, scenario: str, edition: str, options: dict[str, Value]) -> None:
        super().__init__(title, scenario, edition, options)
        self.rail = bool(options["rail"])
        self.agility = bool(options["agility"])
        self.afv = bool(options["afv"])
        self.sea_supply = bool(options["sea_supply"])
        self.blizzard = bool(options["blizzard"])
        self.sea_transport = bool(options["sea_transport"])
        self.seaborne = bool(options["seaborne"])
        self.airborne = bool(options["airborne"])
        self.strict_replacements = bool(options["strict_replacements"])
        self.historical = options["setup"] == "historical"
        self.misprint = bool(options["snow_93"])
        self.disc_once = scenario != "campaign"


class Kiev(State):
    """A position of Kiev '41."""

    game: KievGame

    # 3.0, 6.0 the sequence of play
    turn: int
    active: int
    initiative: int
    disc_uses: list[int]
    passes: int
    impulse: int
    commands: int
    points: int
    winner: int
    reason: int
    # 8.0 weather
    weather: int
    forecast: int
    axis_impulses: int
    # 4.2 blocks
    place: bytearray
    strength: bytearray
    revealed: int
    isolated: int
    activated: int
    commanded: int
    crossed: int
    blitzers: int
    moving: int
    mp: int
    # 2.5 areas
    control: int
    lines: int
    cut_lines: int
    contested_before: int
    fought: int
    used_cities: int
    # what stands where: follows from place, kept for speed
    here: list[int]
    at: list[int]
    packed: list[int]
    on_map: int
    # 10.2.1, 10.4, 10.11 support
    bombers: bytearray
    fleets: bytearray
    damage: bytearray
    sailed: int
    guns: list[int]
    # 10.13 the battle under way
    dab: int
    hits: int

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.turn = self.passes = self.impulse = self.commands = self.points = self.reason = 0
        self.active = self.initiative = 0
        self.disc_uses = [0, 0]
        self.winner = PLAYING
        self.weather = self.forecast = self.axis_impulses = 0
        self.place = bytearray([POOL]) * N
        self.strength = bytearray(N)
        self.revealed = self.isolated = self.activated = self.commanded = self.crossed = self.blitzers = 0
        self.moving, self.mp = NOBODY, 0
        self.control = self.lines = self.cut_lines = self.contested_before = self.fought = self.used_cities = 0
        self.here = [0] * AREAS
        self.at = [0, 0]
        self.packed = [0, 0]
        self.on_map = 0
        self.bombers = bytearray([ABSENT]) * 8
        self.fleets = bytearray([BASE]) * 2
        self.damage = bytearray(2)
        self.sailed = 0
        self.guns = []
        self.dab = self.hits = 0

    def put(self, b: int, area: int) -> None:
        """Stand a block in an area (no rule asked)."""
        side = SIDE[b]
        stack = self.here[area] | 1 << b
        self.here[area] = stack
        self.place[b] = area
        self.on_map |= 1 << b
        self.at[side] |= 1 << area
        if (stack & OF_SIDE[side]).bit_count() >= STACKING[area]:
            self.packed[side] |= 1 << area

    def lift(self, b: int) -> None:
        """Take a block from its area (no rule asked)."""
        side, area = SIDE[b], self.place[b]
        stack = self.here[area] & ~(1 << b)
        self.here[area] = stack
        self.on_map &= ~(1 << b)
        own = stack & OF_SIDE[side]
        if not own:
            self.at[side] &= ~(1 << area)
        if own.bit_count() < STACKING[area]:
            self.packed[side] &= ~(1 << area)

    def outcome(self) -> Outcome | None:
        from rasputitsa.titles.kiev41.victory import outcome

        return outcome(self)

    def view(self, side: str) -> View:
        from rasputitsa.titles.kiev41.views import view

        return view(self, side)

    def banner(self) -> Banner:
        from rasputitsa.titles.kiev41.views import banner

        return banner(self)

    def imagine(self, side: str, rng: random.Random) -> Kiev:
        from rasputitsa.titles.kiev41.fog import imagine

        return imagine(self, side, rng)

    def check(self) -> list[str]:
        from rasputitsa.titles.kiev41.invariants import check

        return check(self)

    def describe(self, action: Action, viewer: str) -> str:
        from rasputitsa.titles.kiev41.fog import describe

        return describe(self, action, viewer)


class Question(Step[Kiev]):
    """A step of this game: asks somebody until the game is decided; then the stack is emptied."""

    def side(self, s: Kiev) -> str | None:
        return None if s.winner != PLAYING else self.asks(s)

    def advance(self, s: Kiev) -> None:
        if s.winner != PLAYING:
            s.stack.clear()
        else:
            self.go(s)

    def asks(self, s: Kiev) -> str | None:
        """Who is asked; None when the step does its own work (`go`)."""
        return None

    def go(self, s: Kiev) -> None:
        """The automatic part."""
        s.pop()


class Roll(ChanceStep[Kiev]):
    """A chance event of this game."""


def active_side(s: Kiev) -> str:
    return SIDES[s.active]
