"""[Scenarios] Set-up: what a scenario fixes, and the random draws of blocks as CHANCE's first actions."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.step import ChanceStep
from rasputitsa.titles.kiev41.actions import LostBefore, SetUp
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    BOMBER_HQ,
    FLEETS,
    GUDERIAN,
    HITLER,
    NUMBER,
    SIDE,
    SIDES,
    STALIN,
    N,
)
from rasputitsa.titles.kiev41.game import KievGame
from rasputitsa.titles.kiev41.mapboard import (
    AREA,
    AREAS,
    AXIS_START,
    ELIMINATED,
    LATER,
    MOSCOW,
    POOL,
    RASTENBURG,
    ROAD,
    ROAD_NAMES,
)
from rasputitsa.titles.kiev41.reinforcements import NOVEMBER, SEPTEMBER, deployed_strength
from rasputitsa.titles.kiev41.scenarios import Line, ScenarioData
from rasputitsa.titles.kiev41.state import BASE, READY, SHOT_DOWN, Kiev
from rasputitsa.titles.kiev41.weather import SNOW, SNOW_BOX, WEATHER


class Slot(NamedTuple):
    """A random draw: one of these blocks goes there with this strength (0: as deployed)."""

    blocks: int
    place: int
    steps: int


def matching(words: str, side: int, scenario: ScenarioData) -> int:
    """S.5.1 The blocks a draw may pick: "yellow infantry", "white german infantry", "1SS|2SS"."""
    if "|" in words or words in NUMBER:
        return sum(1 << NUMBER[name] for name in words.split("|"))
    wanted = set(words.split())
    return sum(
        1 << b
        for b, block in enumerate(BLOCKS)
        if SIDE[b] == side
        and wanted <= {block.color, block.type, block.nation or ("german" if side == 0 else "soviet")}
        and available(block.mark, scenario)
    )


def available(mark: str, scenario: ScenarioData) -> bool:
    """5.1, S.3.4 Is a block with this mark in the game when the scenario starts? Those that draw from all blocks begin
    in September or later."""
    if scenario.draw_from == "start":
        return not mark
    return mark != "N" or scenario.first_turn >= NOVEMBER


@lru_cache(maxsize=64)
def slots(game: KievGame) -> tuple[Slot, ...]:
    """S.5, S.6, S.5.1 The draws of a set-up in order (none in the historical one): what was lost before, then the
    Soviets, then the Axis."""
    scenario, switches = game.data, game.profile
    if switches.historical and scenario.historical:
        return ()
    lost = [Slot(matching(words, 1, scenario), ELIMINATED, 0) for words in scenario.eliminated_soviet.draw]
    placed = [
        Slot(matching(line.draw, side, scenario), AREA[area], line.steps)
        for side, lines in ((1, scenario.soviet), (0, scenario.axis))
        for line in lines
        if line.draw
        for area in where(line, switches.snow_93)
        for _ in range(line.each)
    ]
    return tuple(lost + placed)


def where(line: Line, misprint: bool) -> list[str]:
    """The areas of a line; with the switch, the area that was probably meant."""
    return [line.misprint] if misprint and line.misprint else line.at.split()


def fixed_lines(scenario: ScenarioData, historical: bool) -> list[Line]:
    """S.6.1 The lines of a set-up, with those of the historical one where it is asked for."""
    lines = [*scenario.soviet, *scenario.axis]
    if historical and scenario.historical:
        lines += [*scenario.historical.soviet, *scenario.historical.axis]
    return lines


def set_up(s: Kiev) -> None:
    """2.5.5, S.2.1, S.2.2, S.2.3, S.3.1, S.3.2, S.4.1, S.4.2, S.4.3, S.5.3 Everything a set-up fixes; the draws follow
    as chance."""
    game = s.game
    scenario = game.data
    s.turn = scenario.first_turn
    s.initiative = s.active = SIDES.index(scenario.initiative)
    s.weather = WEATHER.index(scenario.weather)
    s.forecast = SNOW_BOX if s.weather == SNOW else 0
    s.control = AXIS_START[scenario.like or game.scenario]
    s.lines = sum(1 << AREA[area] for area in (*scenario.dl_axis.split(), *scenario.dl_soviet.split()))
    for b in range(N):
        s.place[b] = LATER
    _boxes(s, scenario)
    for line in fixed_lines(scenario, game.profile.historical):
        for block in line.put.split():
            put_up(s, NUMBER[block], AREA[where(line, game.profile.snow_93)[0]], line.steps)
    for block in scenario.pool_axis.put.split():
        s.place[NUMBER[block]] = POOL
    for block in scenario.eliminated_soviet.put.split():
        s.place[NUMBER[block]] = ELIMINATED
    if slots(game):
        s.push(SettingUp, 0)
    else:
        fill_pools(s)


def _boxes(s: Kiev, scenario: ScenarioData) -> None:
    """S.4.5, S.5.4 Leaders, Guderian, fleets and bombers."""
    for b, place, strength in (
        (HITLER, RASTENBURG, scenario.hitler),
        (STALIN, MOSCOW, scenario.stalin),
        (GUDERIAN, ROAD + ROAD_NAMES.index(scenario.guderian.box), scenario.guderian.strength),
    ):
        s.place[b], s.strength[b] = place, strength
    s.fleets[:] = bytes([BASE if scenario.fleets == "staging" else AREA[scenario.fleets]] * len(FLEETS))
    seen: dict[int, int] = {}
    for i, hq in enumerate(BOMBER_HQ):
        seen[hq] = seen.get(hq, 0) + 1
        if seen[hq] <= scenario.bombers[BLOCKS[hq].id]:
            s.bombers[i] = READY
        elif s.turn > 1:
            s.bombers[i] = SHOT_DOWN


def put_up(s: Kiev, b: int, area: int, steps: int) -> None:
    """Stand a block up at the strength the set-up asks for."""
    s.strength[b] = steps or deployed_strength(b)
    s.put(b, area)


def fill_pools(s: Kiev) -> None:
    """5.1, 5.1.2, S.1.2, S.2.4, S.3.4, S.4.4, S.5.4, S.5.5 What was not drawn is in the pool, but for blocks that come
    later."""
    for b in range(N):
        mark = BLOCKS[b].mark
        late = (mark == "S" and s.turn < SEPTEMBER) or (mark == "N" and s.turn < NOVEMBER)
        if s.place[b] == LATER and not late:
            s.place[b] = POOL
    isolate(s)


def isolate(s: Kiev) -> None:
    """S.3, S.3.3 The pocket starts marked as isolated."""
    for area in s.game.data.isolated.split():
        s.isolated |= s.here[AREA[area]]
        s.cut_lines |= s.lines & 1 << AREA[area]


class SettingUp(ChanceStep[Kiev]):
    """Set-up: blocks are drawn at random for the areas, one after the other. Frame: which draw."""

    rule = "S.5"

    def slot(self, s: Kiev) -> Slot:
        return slots(s.game)[s.frame[1]]

    def outcomes(self, s: Kiev) -> list[tuple[Action, int]]:
        return [(self.draw(s, b), 1) for b in self.free(s)]

    def sample(self, s: Kiev, rng: random.Random) -> Action:
        """All blocks are equally likely: one of them, without listing the others."""
        blocks = self.free(s)
        return self.draw(s, blocks[int(rng.random() * len(blocks))])

    def free(self, s: Kiev) -> list[int]:
        """The blocks that may be drawn."""
        return [b for b in bits(self.slot(s).blocks) if s.place[b] == LATER]

    def draw(self, s: Kiev, b: int) -> Action:
        place = self.slot(s).place
        return SetUp(b, place) if place < AREAS else LostBefore(b)

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, SetUp | LostBefore)
        slot = self.slot(s)
        if slot.place < AREAS:
            put_up(s, action.block, slot.place, slot.steps)
        else:
            s.place[action.block] = slot.place
        number = s.frame[1] + 1
        if number < len(slots(s.game)):
            s.goto(number)
        else:
            s.pop()
            fill_pools(s)

    def label(self, s: Kiev) -> str:
        return "set-up"
