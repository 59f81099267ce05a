"""3.0, 6.0 The sequence of play: turns, impulses and their segments; 10.10, 10.19, 11.0, 12.0, 13.0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import (
    Activate,
    Disband,
    Done,
    Exploit,
    Pass,
    StrategicMove,
    StrategicReinforcements,
)
from rasputitsa.titles.kiev41.air import send_home
from rasputitsa.titles.kiev41.areas import AREAS, NIZHYN, PLACE_IDS, ROAD_END, TOPOLOGY, TULA
from rasputitsa.titles.kiev41.blitz import BlitzMoves
from rasputitsa.titles.kiev41.combat import Combat
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.components import AXIS, GUDERIAN, SIDES, SOVIET
from rasputitsa.titles.kiev41.control import contested, held, remove_line
from rasputitsa.titles.kiev41.dice import roll
from rasputitsa.titles.kiev41.logistics import Logistics, logistics_value
from rasputitsa.titles.kiev41.reinforcements import Reinforcements, add_later_blocks, pool
from rasputitsa.titles.kiev41.setup import scenario_data
from rasputitsa.titles.kiev41.state import (
    PASS,
    READY,
    SHOT_DOWN,
    SPENT,
    STRATEGIC_MOVE,
    STRATEGIC_REINFORCE,
    TACTICAL,
    Kiev,
    Question,
)
from rasputitsa.titles.kiev41.supply import isolation_check, supply_check
from rasputitsa.titles.kiev41.support import Support
from rasputitsa.titles.kiev41.tactical import (
    Activation,
    activate,
    activations,
    deactivate,
    may_activate,
    why_not_activate,
)
from rasputitsa.titles.kiev41.victory import end_of_game
from rasputitsa.titles.kiev41.weather import RAIN, bad_weather, december, hq_strength, weather_check

TWO_PASSES: Final = 2


class Turn(Question):
    """6.0 A turn: Logistics Phase (not in the first turn), impulses until two consecutive passes, Final Phase. Frame: 0
    the turn begins, 1 and 2 logistics, 3 the first impulse, 4 the next ones."""

    rule = "6.0"

    def go(self, s: Kiev) -> None:
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
        s.goto(1 if s.turn > scenario_data()[s.game.scenario].first_turn else 3)


def final_phase(s: Kiev) -> None:
    """13.0 Destroyed bombers return, and the next month begins; after the last one the game is over."""
    for i, place in enumerate(s.bombers):
        if place == SHOT_DOWN:
            s.bombers[i] = READY
    if s.turn == scenario_data()[s.game.scenario].last_turn:
        end_of_game(s)
        return
    s.turn += 1
    s.say("13.0", "Turn {} begins", s.turn)
    s.goto(0)


class Impulse(Question):
    """3.0, 6.0 One impulse, segment by segment. Frame: the segment."""

    rule = "6.0"

    def go(self, s: Kiev) -> None:
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
    """6.0 HQ Activation Segment, in a Tactical Impulse only."""
    if s.impulse == TACTICAL:
        s.push(Activation)


def command_segment(s: Kiev) -> None:
    """6.0 Command Segment; in 11.0 Option B reinforcements are called instead."""
    if s.impulse == STRATEGIC_REINFORCE:
        s.push(Reinforcements, s.active, logistics_value(s, s.active))
    else:
        s.push(Command, 0)


def support_segment(s: Kiev) -> None:
    """10.2, 10.10 Support is committed; Guderian rolls for his advance."""
    if s.impulse == TACTICAL:
        s.push(Support, 0)


def road_to_tula(s: Kiev) -> None:
    """10.10 In the Combat Segment an activated Guderian rolls as many dice as he is strong."""
    s.hits = 0
    if s.activated >> GUDERIAN & 1:
        roll(s, (0, hq_strength(s, GUDERIAN), 0))


def guderian_advances(s: Kiev) -> None:
    """10.10, 2.2 One box for every hit; entering Nizhyn or Tula flips the disc (supply.yellow_disc, orange_disc)."""
    if not s.hits:
        return
    before = s.place[GUDERIAN]
    s.place[GUDERIAN] = after = min(before + s.hits, ROAD_END)
    s.say("10.10", "Guderian reaches {}", PLACE_IDS[after])
    for box, name in ((NIZHYN, "yellow"), (TULA, "orange")):
        if before < box <= after:
            s.say("10.10", "The {} supply disc is flipped for good", name)


def combat_segment(s: Kiev) -> None:
    """6.0 Combat Segment, in Tactical and Strategic Impulses."""
    if s.impulse in (TACTICAL, STRATEGIC_MOVE):
        s.push(Combat, 0)


def blitz_segment(s: Kiev) -> None:
    """6.0, 10.17 Blitz Segment, in a Tactical Impulse only and in good weather."""
    if s.impulse == TACTICAL and s.blitzers and not bad_weather(s):
        s.contested_before = contested(s)
        s.crossed = s.fought = 0
        s.guns = []
        s.push(BlitzMoves)
    else:
        s.goto(DEACTIVATION)


def blitz_support(s: Kiev) -> None:
    """10.17, 10.13.3.1 Blitz HQs may fire again."""
    s.push(Support, 1)


def blitz_combat(s: Kiev) -> None:
    """10.17 Where blitzing blocks met the enemy, combat is mandatory."""
    s.push(Combat, 1)


def deactivation_segment(s: Kiev) -> None:
    """6.0, 10.18 HQ Deactivation Segment; bombers over areas where nobody fought come home."""
    s.revealed &= ~(s.blitzers & ~s.activated)
    s.blitzers = 0
    s.guns = []
    for i, place in enumerate(s.bombers):
        if place < AREAS:
            s.bombers[i] = SPENT
    deactivate(s)


def exploitation(s: Kiev) -> None:
    """6.0, 10.19 After a Tactical Impulse the Initiative Disc may be spent for an Exploitation Move."""
    if s.impulse == TACTICAL and may_spend_disc(s) and exploitation_weather(s):
        s.push(Exploitation)


def end_impulse(s: Kiev) -> None:
    """3.0, 9.3, 12.0 The isolation check ends the impulse; a Strategic one hands the disc over; a Soviet Pass brings
    the fleets home. It comes after the exploitation."""
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
    isolation_check(s)


def fleets_return(s: Kiev) -> None:
    """12.0, 10.2.1 Committed fleets are decommitted at the end of a Soviet Pass."""
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
    exploitation,
    end_impulse,
)
DEACTIVATION: Final = SEGMENTS.index(deactivation_segment)


def may_spend_disc(s: Kiev) -> bool:
    """3.2.1 The player with the initiative may spend the disc; in the short scenarios each player only once."""
    return s.initiative == s.active and not (s.game.disc_once and s.disc_uses[s.active])


def spend_disc(s: Kiev) -> None:
    """3.2.1, 11.0 The spent disc goes to the other player."""
    s.disc_uses[s.active] += 1
    s.initiative = 1 - s.active
    s.say("3.2.1", "The Initiative Disc goes to {}", SIDES[s.initiative])


def exploitation_weather(s: Kiev) -> bool:
    """10.19 The Axis exploits in good weather only, the Soviets not in rain."""
    return not bad_weather(s) if s.active == AXIS else s.weather != RAIN


class ChooseImpulse(Question):
    """3.0 A player plays a Tactical Impulse (by activating his first HQ), a Strategic one, or passes; before that he
    may disband lines that are in supply (4.1)."""

    rule = "3.0"

    def asks(self, s: Kiev) -> str | None:
        return SIDES[s.active]

    def disbandable(self, s: Kiev) -> int:
        """4.1 Own lines that are not isolated."""
        return s.lines & held(s, s.active) & ~s.cut_lines

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [
            *(("piece", hq) for hq in bits(may_activate(s))),
            BUTTON,
            *(("place", area) for area in bits(self.disbandable(s))),
        ]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, what = handle
        if kind == "piece":
            return activations(s, what)
        if kind == "place":
            return [Disband(what)] if self.disbandable(s) >> what & 1 else []
        out: list[Action] = [Pass()]
        if may_spend_disc(s):
            out.append(StrategicMove())
            if pool(s, s.active):
                out.append(StrategicReinforcements())
        return out

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Activate():
                return why_not_activate(s, action)
            case StrategicMove() | StrategicReinforcements():
                return self.no_strategy(s, action)
            case Disband(at):
                return self.no_disbanding(s, at)
        return Refusal("3.0", "Begin your impulse: activate an HQ, spend the Initiative Disc, or pass.")

    def no_strategy(self, s: Kiev, action: Action) -> Refusal | None:
        if s.initiative != s.active:
            return Refusal("11.0", "A Strategic Impulse takes the Initiative Disc, and your opponent holds it.")
        if not may_spend_disc(s):
            return Refusal("3.2.1", "In this scenario each player may use the Initiative Disc only once.")
        if isinstance(action, StrategicReinforcements) and not pool(s, s.active):
            return Refusal("5.0", "Your Reinforcement Pool is empty.")
        return None

    def no_disbanding(self, s: Kiev, at: int) -> Refusal | None:
        if self.disbandable(s) >> at & 1:
            return None
        if s.cut_lines & s.lines & held(s, s.active) & 1 << at:
            return Refusal("9.1", f"The line in {PLACE_IDS[at]} is isolated and may not be disbanded.")
        return Refusal("4.1", f"You have no line in {PLACE_IDS[at]}.")

    def apply(self, s: Kiev, action: Action) -> None:
        if isinstance(action, Disband):
            s.say("4.1", "The line in {} is disbanded", PLACE_IDS[action.at], at=[TOPOLOGY.ids[action.at]])
            remove_line(s, action.at)
            return
        s.pop()
        match action:
            case Activate(hq, at):
                s.impulse = TACTICAL
                activate(s, hq, at)
            case StrategicMove():
                s.impulse = STRATEGIC_MOVE
                s.commands = logistics_value(s, s.active)
            case StrategicReinforcements():
                s.impulse = STRATEGIC_REINFORCE
            case _:
                s.impulse = PASS
                s.commands = 1
        s.say("3.0", "{} plays {}", SIDES[s.active].capitalize(), IMPULSES[s.impulse])

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        match action:
            case StrategicMove():
                view.label = f"Strategic Impulse: command {logistics_value(s, s.active)} blocks"
            case StrategicReinforcements():
                view.label = f"Strategic Impulse: call up to {logistics_value(s, s.active)} reinforcements"
            case Pass():
                view.label = "Pass (command one block)"
        return view

    def prompt(self, s: Kiev) -> str:
        return "Your impulse: activate an HQ, spend the Initiative Disc if you hold it, or pass."


IMPULSES: Final = ("", "a Tactical Impulse", "a Strategic Impulse", "a Strategic Impulse for reinforcements", "a Pass")


class Exploitation(Question):
    """10.19 Spend the Initiative Disc to move fast blocks up to the Logistics Value, without engaging."""

    rule = "10.19"

    def asks(self, s: Kiev) -> str | None:
        return SIDES[s.active]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        return [Exploit(), Done()] if handle == BUTTON else []

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Exploit | Done):
            return None
        return Refusal("10.19", "The Tactical Impulse is over: exploit with the Initiative Disc, or end it.")

    def apply(self, s: Kiev, action: Action) -> None:
        s.pop()
        if isinstance(action, Exploit):
            s.commands = logistics_value(s, s.active)
            s.commanded = 0
            spend_disc(s)
            s.push(Command, 1)

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        view.label = "Exploit (spend the disc)" if isinstance(action, Exploit) else "End the impulse"
        return view

    def prompt(self, s: Kiev) -> str:
        return f"Spend the Initiative Disc to move up to {logistics_value(s, s.active)} fast blocks?"


STEPS: Final = (Turn, Impulse, ChooseImpulse, Exploitation)
