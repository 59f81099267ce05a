"""[6.0] The sequence of play: turns, impulses and their segments; [10.10] the Road to Tula, [13.0] the Final Phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rasputitsa.kernel.step import Step
from rasputitsa.kernel.words import count
from rasputitsa.titles.kiev41.air import send_home
from rasputitsa.titles.kiev41.battle import gun_dice
from rasputitsa.titles.kiev41.blitz import BlitzMoves
from rasputitsa.titles.kiev41.combat import Combat
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.components import GUDERIAN, SOVIET
from rasputitsa.titles.kiev41.control import contested
from rasputitsa.titles.kiev41.firepower import roll
from rasputitsa.titles.kiev41.headquarters import (
    Activation,
    deactivate,
)
from rasputitsa.titles.kiev41.impulses import (
    ChooseImpulse,
    Exploitation,
    exploitation_weather,
    may_spend_disc,
    spend_disc,
)
from rasputitsa.titles.kiev41.logistics import Logistics, logistics_value
from rasputitsa.titles.kiev41.mapboard import AREAS, NIZHYN, PLACE_NAMES, ROAD_END, TULA
from rasputitsa.titles.kiev41.reinforcements import Reinforcements, add_later_blocks
from rasputitsa.titles.kiev41.state import (
    PASS,
    READY,
    SHOT_DOWN,
    SPENT,
    STRATEGIC_MOVE,
    STRATEGIC_REINFORCE,
    TACTICAL,
    Kiev,
)
from rasputitsa.titles.kiev41.supply import isolation_check, supply_check
from rasputitsa.titles.kiev41.support import Support
from rasputitsa.titles.kiev41.victory import end_of_game
from rasputitsa.titles.kiev41.weather import december, weather_check

TWO_PASSES: Final = 2


class Turn(Step[Kiev]):
    """6.0, 3.2.1.1, 3.2.1.2, 7.0.1, 3.0.1 A turn: Logistics Phase (not in the first turn), impulses until two
    consecutive passes, Final Phase. Frame: 0 the turn begins, 1 and 2 logistics, 3 the first impulse, 4 the next
    ones."""

    rule = "6.0"

    def advance(self, s: Kiev) -> None:
        stage = s.frame[1]
        if stage == 0:
            self.begin(s)
        elif stage in (1, 2):
            """7.0 The player without the initiative decides first."""
            s.goto(stage + 1)
            s.push(Logistics, 1 - s.initiative if stage == 1 else s.initiative, 0)
        elif stage == 3:
            s.passes = 0
            s.active = s.initiative
            s.goto(4)
            s.push(Impulse, 0)
        elif s.passes < TWO_PASSES:
            s.active = 1 - s.active
            s.push(Impulse, 0)
        else:
            final_phase(s)

    def begin(self, s: Kiev) -> None:
        add_later_blocks(s)
        december(s)
        s.goto(1 if s.turn > s.game.data.first_turn else 3)


def final_phase(s: Kiev) -> None:
    """13.0 Destroyed bombers return, and the next month begins; after the last one the game is over."""
    for i, place in enumerate(s.bombers):
        if place == SHOT_DOWN:
            s.bombers[i] = READY
    if s.turn == s.game.data.last_turn:
        end_of_game(s)
        return
    s.turn += 1
    s.say("13.0", "Turn {} begins", s.turn)
    s.goto(0)


class Impulse(Step[Kiev]):
    """3.0, 6.0 One impulse, segment by segment. Frame: the segment."""

    rule = "6.0"

    def advance(self, s: Kiev) -> None:
        """Segments that ask nobody follow one another at once."""
        while s.stack[-1][0] == self.id and not s.decided:
            s.memo.clear()
            stage = s.frame[1]
            s.goto(stage + 1)
            SEGMENTS[stage](s)


def bad_weather_check(s: Kiev) -> None:
    """6.0, 8.1 The weather, from October on."""
    s.impulse = s.commands = 0
    s.commanded = s.crossed = s.blitzers = s.fought = s.sailed = 0
    s.guns = []
    weather_check(s)


def initial_supply(s: Kiev) -> None:
    """6.0, 9.1 The Supply Check; then the player decides what the impulse is."""
    supply_check(s)
    s.contested_before = contested(s)
    s.push(ChooseImpulse)


def activation_segment(s: Kiev) -> None:
    """6.0, 6.0.2 HQ Activation Segment, in a Tactical Impulse only."""
    if s.impulse == TACTICAL:
        s.push(Activation)


def command_segment(s: Kiev) -> None:
    """6.0, 11.0.3 Command Segment; in 11.0 Option B reinforcements are called instead."""
    if s.impulse == STRATEGIC_REINFORCE:
        s.push(Reinforcements, s.active, logistics_value(s, s.active))
    else:
        s.push(Command, 0)


def support_segment(s: Kiev) -> None:
    """10.2, 10.10, 11.0.1 Support is committed; Guderian rolls for his advance."""
    if s.impulse == TACTICAL:
        s.push(Support, 0)


def road_to_tula(s: Kiev) -> None:
    """10.10, 10.10.1, 10.10.2 In the Combat Segment an activated Guderian rolls as many dice as he is strong."""
    s.hits = 0
    if s.activated >> GUDERIAN & 1:
        roll(s, gun_dice(s, GUDERIAN))


def guderian_advances(s: Kiev) -> None:
    """10.10, 2.2, 10.10.2 One box for every hit; entering Nizhyn or Tula flips the disc (supply.yellow_disc,
    orange_disc)."""
    if s.activated >> GUDERIAN & 1:
        dice = count(sum(gun_dice(s, GUDERIAN)), "die", "dice")
        s.say("10.10", "The Axis throw {} for Guderian: {}", dice, count(s.hits, "hit"))
    if not s.hits:
        return
    before = s.place[GUDERIAN]
    s.place[GUDERIAN] = after = min(before + s.hits, ROAD_END)
    s.say("10.10", "Guderian reaches {}", PLACE_NAMES[after])
    for box, name in ((NIZHYN, "yellow"), (TULA, "orange")):
        if before < box <= after:
            s.say("10.10", "The {} supply disc is flipped for good", name)


def combat_segment(s: Kiev) -> None:
    """6.0, 6.0.2 Combat Segment, in Tactical and Strategic Impulses."""
    if s.impulse in (TACTICAL, STRATEGIC_MOVE):
        s.push(Combat, 0)


def blitz_segment(s: Kiev) -> None:
    """6.0, 10.17, 10.17.1 Blitz Segment, in a Tactical Impulse only; in bad weather nobody has cleared an area for it
    (battle.end_battle)."""
    if s.impulse == TACTICAL:
        s.contested_before = contested(s)
        s.crossed = s.fought = 0
        s.guns = []
        s.push(BlitzMoves)
    else:
        s.goto(DEACTIVATION)


def blitz_support(s: Kiev) -> None:
    """10.17, 10.13.3.1, 10.17.5 Blitz HQs may fire again."""
    s.push(Support, 1)


def blitz_combat(s: Kiev) -> None:
    """10.17, 10.17.5 Where blitzing blocks met the enemy, combat is mandatory."""
    s.push(Combat, 1)


def deactivation_segment(s: Kiev) -> None:
    """6.0, 10.18 HQ Deactivation Segment; bombers over areas where nobody fought come home."""
    s.revealed &= ~s.blitzers
    s.blitzers = 0
    s.guns = []
    for i, place in enumerate(s.bombers):
        if place < AREAS:
            s.bombers[i] = SPENT
    deactivate(s)


def isolation_segment(s: Kiev) -> None:
    """6.0, 9.3, 6.0.1 The Isolation Check, before the exploitation as the sequence of play lists it."""
    if not s.game.profile.late_isolation:
        isolation_check(s)


def exploitation(s: Kiev) -> None:
    """6.0, 10.19 After a Tactical Impulse the Initiative Disc may be spent for an Exploitation Move."""
    if s.impulse == TACTICAL and may_spend_disc(s) and exploitation_weather(s):
        s.push(Exploitation)


def end_impulse(s: Kiev) -> None:
    """3.0, 12.0, 3.0.1, 11.0.4 A Strategic Impulse hands the disc over; a Soviet Pass brings the fleets home. With our
    switch the Isolation Check comes only now (9.3)."""
    s.pop()
    if s.impulse in (STRATEGIC_MOVE, STRATEGIC_REINFORCE):
        spend_disc(s)
    if s.impulse == PASS:
        s.passes += 1
        if s.active == SOVIET:
            fleets_return(s)
    else:
        s.passes = 0
    for i, place in enumerate(s.bombers):
        if place == SPENT:
            s.bombers[i] = READY
    if s.game.profile.late_isolation:
        isolation_check(s)


def fleets_return(s: Kiev) -> None:
    """12.0, 10.2.1, 10.2.1.5 Committed fleets are decommitted at the end of a Soviet Pass."""
    for f, place in enumerate(s.fleets):
        if place < AREAS:
            send_home(s, f)


SEGMENTS: Final[tuple[Callable[[Kiev], None], ...]] = (
    bad_weather_check,
    initial_supply,
    activation_segment,
    command_segment,
    support_segment,
    road_to_tula,
    guderian_advances,
    combat_segment,
    blitz_segment,
    blitz_support,
    blitz_combat,
    deactivation_segment,
    isolation_segment,
    exploitation,
    end_impulse,
)
DEACTIVATION: Final = SEGMENTS.index(deactivation_segment)
