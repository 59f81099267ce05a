"""[3.0] What an impulse may be, [3.2] the Initiative Disc, [11.0] Strategic Impulse, [12.0] Pass, [10.19] the
Exploitation Move."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice, Question
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.kernel.words import lower_first
from rasputitsa.titles.kiev41.actions import (
    Activate,
    Disband,
    Done,
    Exploit,
    Move,
    Pass,
    StrategicMove,
    StrategicReinforcements,
)
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.components import AXIS, SIDES, THE_SIDES
from rasputitsa.titles.kiev41.control import remove_line
from rasputitsa.titles.kiev41.defensive_lines import disbandable, why_not_disband
from rasputitsa.titles.kiev41.headquarters import ActivateHQ, MoveHQ, any_activation
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.mapboard import PLACE_NAMES, TOPOLOGY
from rasputitsa.titles.kiev41.reinforcements import pool_is_empty
from rasputitsa.titles.kiev41.state import PASS, STRATEGIC_MOVE, STRATEGIC_REINFORCE, TACTICAL, Kiev
from rasputitsa.titles.kiev41.weather import RAIN, bad_weather

IMPULSES: Final = ("", "a Tactical Impulse", "a Strategic Impulse", "a Strategic Impulse for reinforcements", "a Pass")


def may_spend_disc(s: Kiev) -> bool:
    """3.2, 3.2.1, S.1.2, S.2.6, S.3.6, S.4.7 The player with the initiative may spend the disc; in the short scenarios
    each player only once."""
    return s.initiative == s.active and not (s.game.data.disc_once and s.disc_uses[s.active])


def spend_disc(s: Kiev) -> None:
    """3.2.1, 11.0 The spent disc goes to the other player."""
    s.disc_uses[s.active] += 1
    s.initiative = 1 - s.active
    s.say("3.2.1", "The Initiative Disc goes to {}", lower_first(THE_SIDES[s.initiative]))


def begin(s: Kiev, impulse: int) -> None:
    """3.0 The player has said what his impulse is."""
    s.pop()
    s.impulse = impulse
    s.say("3.0", "{} play {}", THE_SIDES[s.active], IMPULSES[impulse])


class BeginTactical(ActivateHQ):
    """3.0 A, 10.0 The first HQ that is activated makes it a Tactical Impulse."""

    rule = "10.0"

    def do(self, s: Kiev, action: Activate) -> None:
        begin(s, TACTICAL)
        super().do(s, action)


class BeginMarch(MoveHQ):
    """3.0 A, 10.1 So does the first HQ that sets out by a way of its choice."""

    rule = "10.0"

    def do(self, s: Kiev, action: Move) -> None:
        begin(s, TACTICAL)
        super().do(s, action)


class PassImpulse(Choice[Kiev]):
    """3.0 C, 12.0 A Pass commands one block."""

    action = Pass
    rule = "12.0"
    label = "Pass (command one block)"

    def do(self, s: Kiev, action: Pass) -> None:
        begin(s, PASS)
        s.commands = 1


class SpendDisc(Choice[Kiev]):
    """3.0 B, 11.0 A Strategic Impulse takes the Initiative Disc."""

    rule = "11.0"

    def why_not(self, s: Kiev, action: Any) -> Refusal | None:
        if s.initiative != s.active:
            return Refusal("11.0", "A Strategic Impulse takes the Initiative Disc, and your opponent holds it.")
        if not may_spend_disc(s):
            return Refusal("3.2.1", "In this scenario each player may use the Initiative Disc only once.")
        return None


class CommandStrategically(SpendDisc):
    """11.0, 11.0.1, 11.0.5 Option A: as many blocks as the Logistics Value are commanded."""

    action = StrategicMove

    def do(self, s: Kiev, action: StrategicMove) -> None:
        begin(s, STRATEGIC_MOVE)
        s.commands = logistics_value(s, s.active)

    def show(self, s: Kiev, action: StrategicMove, shown: ActionView) -> None:
        shown.label = f"Strategic Impulse: command {logistics_value(s, s.active)} blocks"


class CallReinforcements(SpendDisc):
    """11.0 Option B: reinforcements up to the Logistics Value."""

    action = StrategicReinforcements

    def why_not(self, s: Kiev, action: StrategicReinforcements) -> Refusal | None:
        refusal = super().why_not(s, action)
        if refusal is None and pool_is_empty(s, s.active):
            return Refusal("5.0", "Your Reinforcement Pool is empty.")
        return refusal

    def do(self, s: Kiev, action: StrategicReinforcements) -> None:
        begin(s, STRATEGIC_REINFORCE)

    def show(self, s: Kiev, action: StrategicReinforcements, shown: ActionView) -> None:
        shown.label = f"Strategic Impulse: call up to {logistics_value(s, s.active)} reinforcements"


class DisbandLine(Choice[Kiev]):
    """4.1, 4.1.2 After the Supply Check lines that are in supply may be disbanded, to be built elsewhere."""

    action = Disband
    rule = "4.1"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("place", area) for area in bits(disbandable(s))]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, area = handle
        return [Disband(area)] if kind == "place" and disbandable(s) >> area & 1 else []

    def why_not(self, s: Kiev, action: Disband) -> Refusal | None:
        return why_not_disband(s, action.at)

    def do(self, s: Kiev, action: Disband) -> None:
        s.say("4.1", "The line in {} is disbanded", PLACE_NAMES[action.at], at=[TOPOLOGY.ids[action.at]])
        remove_line(s, action.at)


class ChooseImpulse(Question[Kiev]):
    """3.0 A player plays a Tactical Impulse (by activating his first HQ), a Strategic one, or passes."""

    rule = "3.0"
    choices = (BeginTactical, BeginMarch, PassImpulse, CommandStrategically, CallReinforcements, DisbandLine)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active]

    def one_of(self, s: Kiev, handle: Handle, rng: random.Random) -> Action | None:
        return any_activation(s, handle[1], rng) if handle[0] == "piece" else super().one_of(s, handle, rng)

    def prompt(self, s: Kiev) -> str:
        return "Your impulse: activate an HQ, spend the Initiative Disc if you hold it, or pass."


# -- 10.19 the Exploitation Move ------------------------------------------------------------------------------------


def exploitation_weather(s: Kiev) -> bool:
    """10.19, 10.19.4 The Axis exploits in good weather only, the Soviets not in rain."""
    return not bad_weather(s) if s.active == AXIS else s.weather != RAIN


class ExploitNow(Choice[Kiev]):
    """10.19, 10.19.1 The disc is spent, and fast blocks move on, as many as the Logistics Value."""

    action = Exploit
    label = "Exploit (spend the disc)"

    def do(self, s: Kiev, action: Exploit) -> None:
        s.pop()
        s.commands = logistics_value(s, s.active)
        s.commanded = 0
        spend_disc(s)
        s.push(Command, 1)


class KeepDisc(Choice[Kiev]):
    """10.19 No exploitation."""

    action = Done
    label = "End the impulse"

    def do(self, s: Kiev, action: Done) -> None:
        s.pop()


class Exploitation(Question[Kiev]):
    """10.19 Spend the Initiative Disc to move fast blocks up to the Logistics Value, without engaging."""

    rule = "10.19"
    choices = (ExploitNow, KeepDisc)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active]

    def prompt(self, s: Kiev) -> str:
        return f"Spend the Initiative Disc to move up to {logistics_value(s, s.active)} fast blocks?"
