"""[10.7.1] Step losses: which unit takes them, what becomes of the unit, and the Cadre that may take its place
(14.9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat.actions.combat import CadreIn, NoCadre, StepLoss
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import CADRES, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import context
from rasputitsa.titles.no_retreat.combat.odds import DD, EX
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

BY_EVENT = -1
"""The cause of a loss that is neither an EX nor a DD."""


# -- who takes the loss -------------------------------------------------------------------------------------------


def takers(s: NoRetreatState, side: int, cause: int, where: int) -> list[int]:
    """10.7.1 The units of which the owner chooses one to take a loss."""
    units = [u for u in context.fighters(s, side) if where < 0 or where >> s.place[u] & 1]
    forced, _ = obliged(s, side, cause, units)
    return forced or units + rezervy(s, side, units)


def obliged(s: NoRetreatState, side: int, cause: int, units: Sequence[int]) -> tuple[list[int], str]:
    """14.1, 14.5, 14.6, 14.7, 14.1.2, 14.1.3, 14.5.1, 14.6.1, digital U.6, U.5.1 Those that must take it, and the rule:
    German forts the first loss; in an EX the attacking SS Panzer and Shock units; SS Panzergrenadiers any loss, unless
    they attack with SS Panzer."""
    data, attacks = s.game.data, side == s.attacker
    first = [u for u in units if "first-loss" in data[u].traits]
    if first:
        return first, "14.1"
    panzer = [u for u in units if u in s.game.ss_panzer] if attacks else []
    if attacks and cause == EX:
        shock = [u for u in units if s.game.shock[s.full[u]][u]]
        if panzer or shock:
            return panzer + shock, "14.5" if panzer else "14.7"
    grenadiers = [u for u in units if u in s.game.ss_grenadiers] if not panzer else []
    return grenadiers, "14.6"


def rezervy(s: NoRetreatState, side: int, units: Sequence[int]) -> list[int]:
    """15.8 The Rezervy unit has no strength, but may take the loss of a unit it is stacked with."""
    hexes = {s.place[u] for u in units}
    return [
        u for u in s.game.units_of[side] if s.place[u] in hexes and s.game.data[u].kind == "rezervy" and u not in units
    ]


def due(s: NoRetreatState) -> list[int]:
    """10.7.1 The units of which one takes the next loss; none when all losses have been taken."""
    _, side, steps_left, cause, where = s.frame
    return takers(s, side, cause, where) if steps_left > 0 else []


def take_loss(s: NoRetreatState, unit: int) -> None:
    """10.7.1 A unit takes the next loss."""
    _, side, steps_left, cause, where = s.frame
    s.goto(side, steps_left - 1, cause, where)
    lose_step(s, unit, cause)


class TakeLoss(UnitChoice):
    """10.7.1 A unit takes a step loss."""

    action = StepLoss

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return due(s)

    def why_not(self, s: NoRetreatState, action: StepLoss) -> Refusal | None:
        if action.unit in due(s):
            return None
        _, side, _, cause, _ = s.frame
        if action.unit in context.fighters(s, side):
            forced, rule = obliged(s, side, cause, context.fighters(s, side))
            return Refusal(rule, f"{s.game.names[forced[0]]} must take this loss." if forced else "Not in that hex.")
        return Refusal("10.7.1", f"{s.game.names[action.unit]} did not fight here.")

    def do(self, s: NoRetreatState, action: StepLoss) -> None:
        take_loss(s, action.unit)


class Losses(Question[NoRetreatState]):
    """10.7.1, digital L.1 The owner chooses which of his units in the battle takes a loss. Frame: side, steps still to
    lose, cause, the hexes concerned (-1 for all)."""

    rule = "10.7.1"
    choices = (TakeLoss,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.frame[1]] if len(due(s)) > 1 else None

    def advance(self, s: NoRetreatState) -> None:
        units = due(s)
        if units:
            take_loss(s, units[0])
        else:
            s.pop()

    def prompt(self, s: NoRetreatState) -> str:
        return "Choose the unit that loses a step."


# -- what a loss does ---------------------------------------------------------------------------------------------


def lose_step(s: NoRetreatState, unit: int, cause: int) -> None:
    """10.7.1, 7.2.2, 7.4, digital U.3.1 A full unit of two steps is turned to its weak side; a unit with one step is
    eliminated. After an EX or DD a Cadre may take its place (14.9.2)."""
    hex_ = s.place[unit]
    if steps(s, unit) == 2:
        s.turn_over(unit, False)
        s.say("10.7.1", "{} loses a step", s.game.names[unit], at=[s.game.place_id(hex_)])
        return
    eliminate(s, unit)
    if cause in (EX, DD) and cadre_for(s, unit) >= 0:
        s.push(CadreStep, unit, hex_)


def eliminate(s: NoRetreatState, unit: int) -> None:
    """10.7.1, 12.5 A unit is lost in battle: its counter says where it goes."""
    s.fallen.append((unit, s.place[unit], s.marks[unit] & UNSUPPLIED))
    elimination.eliminate(s, unit)


def cadre_for(s: NoRetreatState, unit: int) -> int:
    """14.9.2, 14.9.2.1 The Cadre that could take the place of a lost unit: not of a Cadre, and only of one with
    strength on both sides of its counter; -1 for none."""
    if s.game.cadre[unit] or not s.game.two_sided[unit]:
        return -1
    return next(iter(s.in_box(CADRES, s.game.side_of[unit])), -1)


def cadre_due(s: NoRetreatState) -> CadreIn:
    """14.9.2 The Cadre that may be placed, and the hex of the unit just lost."""
    _, unit, hex_ = s.frame
    return CadreIn(cadre_for(s, unit), hex_)


class PlaceCadre(Choice[NoRetreatState]):
    """14.9.2 A Cadre takes the place of the unit just lost."""

    action = CadreIn

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return (("piece", cadre_due(s).unit),)

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        return [cadre_due(s)] if handle in self.handles(s) else []

    def why_not(self, s: NoRetreatState, action: CadreIn) -> Refusal | None:
        fine = action == cadre_due(s)
        return None if fine else Refusal("14.9.2", "A Cadre goes into the hex of the unit just lost.")

    def do(self, s: NoRetreatState, action: CadreIn) -> None:
        s.pop()
        s.put(action.unit, action.hex)
        s.say("14.9.2", "{} takes its place", s.game.names[action.unit], at=[s.game.place_id(action.hex)])


class KeepCadre(Choice[NoRetreatState]):
    """14.9.2 The Cadre need not be placed."""

    action = NoCadre
    label = "No cadre"

    def do(self, s: NoRetreatState, action: NoCadre) -> None:
        s.pop()


class CadreStep(Question[NoRetreatState]):
    """14.9.2, digital U.3 A unit was just lost to a DD or EX: an available Cadre may be placed in its hex. Frame: unit,
    hex."""

    rule = "14.9.2"
    choices = (PlaceCadre, KeepCadre)

    def side(self, s: NoRetreatState) -> str | None:
        unit = s.frame[1]
        return SIDES[s.game.side_of[unit]] if cadre_for(s, unit) >= 0 else None

    def prompt(self, s: NoRetreatState) -> str:
        _, unit, hex_ = s.frame
        return f"Place a Cadre in {s.game.place_name(hex_)} where {s.game.names[unit]} was lost?"


STEPS = (Losses, CadreStep)
