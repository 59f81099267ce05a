"""3.0 What an impulse may be, 3.2 the Initiative Disc, 4.1 disbanding lines, 10.19 the Exploitation Move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
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
from rasputitsa.titles.kiev41.areas import PLACE_IDS, TOPOLOGY
from rasputitsa.titles.kiev41.command import Command
from rasputitsa.titles.kiev41.components import AXIS, SIDES
from rasputitsa.titles.kiev41.control import held, remove_line
from rasputitsa.titles.kiev41.logistics import logistics_value
from rasputitsa.titles.kiev41.reinforcements import pool_is_empty
from rasputitsa.titles.kiev41.state import PASS, STRATEGIC_MOVE, STRATEGIC_REINFORCE, TACTICAL, Kiev
from rasputitsa.titles.kiev41.tactical import activate, activations, may_activate, show_activation, why_not_activate
from rasputitsa.titles.kiev41.weather import RAIN, bad_weather


def may_spend_disc(s: Kiev) -> bool:
    """3.2, 3.2.1 The player with the initiative may spend the disc; in the short scenarios each player only once."""
    return s.initiative == s.active and not (s.game.disc_once and s.disc_uses[s.active])


def spend_disc(s: Kiev) -> None:
    """3.2.1, 11.0 The spent disc goes to the other player."""
    s.disc_uses[s.active] += 1
    s.initiative = 1 - s.active
    s.say("3.2.1", "The Initiative Disc goes to {}", SIDES[s.initiative])


def exploitation_weather(s: Kiev) -> bool:
    """10.19 The Axis exploits in good weather only, the Soviets not in rain."""
    return not bad_weather(s) if s.active == AXIS else s.weather != RAIN


class ChooseImpulse(Step[Kiev]):
    """3.0 A player plays a Tactical Impulse (by activating his first HQ), a Strategic one, or passes; before that he
    may disband lines that are in supply (4.1)."""

    rule = "3.0"

    def side(self, s: Kiev) -> str | None:
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
            if not pool_is_empty(s, s.active):
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
        if isinstance(action, StrategicReinforcements) and pool_is_empty(s, s.active):
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
            case Activate():
                return show_activation(view, action)
        return view

    def prompt(self, s: Kiev) -> str:
        return "Your impulse: activate an HQ, spend the Initiative Disc if you hold it, or pass."


IMPULSES: Final = ("", "a Tactical Impulse", "a Strategic Impulse", "a Strategic Impulse for reinforcements", "a Pass")


class Exploitation(Step[Kiev]):
    """10.19 Spend the Initiative Disc to move fast blocks up to the Logistics Value, without engaging."""

    rule = "10.19"

    def side(self, s: Kiev) -> str | None:
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
