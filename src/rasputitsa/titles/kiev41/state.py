"""The position: blocks and their strength, control of the areas, weather, discs, and what the impulse has done so far.

Blocks and areas are numbers (see components and areas); sets of either are integers. The two Supply and the two Sea
Control discs are not stored: they follow from Guderian's box and from control of the areas (supply.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rasputitsa.kernel.state import State
from rasputitsa.kernel.title import Game
from rasputitsa.titles.kiev41.components import BOMBERS, FLEETS, OF_SIDE, SIDE, N
from rasputitsa.titles.kiev41.mapboard import AREAS, POOL, STACKING

if TYPE_CHECKING:
    from rasputitsa.titles.kiev41.game import KievGame

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
        self.turn = self.passes = self.impulse = self.commands = self.points = 0
        self.active = self.initiative = 0
        self.disc_uses = [0, 0]
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
        self.bombers = bytearray([ABSENT]) * len(BOMBERS)
        self.fleets = bytearray([BASE]) * len(FLEETS)
        self.damage = bytearray(len(FLEETS))
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
