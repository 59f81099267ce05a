"""[11.3] Taking losses: whose steps go, in which order, by whose choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.titles.stalins_war import fate
from rasputitsa.titles.stalins_war.actions.combat import LoseStep
from rasputitsa.titles.stalins_war.combat import forces
from rasputitsa.titles.stalins_war.roster import MECHANIZED, SCU, SIDE_OF
from rasputitsa.titles.stalins_war.state import OUT, SIDES, Position

ANYBODY = -1
"""The set of units that may lose a step, when every unit of the force may."""


def eligible(s: Position, side: int) -> int:
    """11.3.4 An asterisked Loss Number is lost by SCUs only. `s.asterisk` is by the side that inflicts it."""
    return SCU if s.asterisk[1 - side] else ANYBODY


def exposed(s: Position, side: int) -> int:
    """16.4.2 The units of a force that may lose a step at all: Stalin and the Bunker only when they are alone."""
    units = forces.force(s, side)
    return units & ~forces.LAST or units


def candidates(s: Position, side: int, among: int, named: bool) -> int:
    """11.3.2, 11.3.2.1, 11.3.3 Nobody loses a second step in a combat while another unit has lost none. `among`: the
    units that may lose it; a card that names a kind of unit (`named`) may hit one of them twice if all of that kind
    have been hit. The first step of an attacker comes from a panzer, tank or mech unit if possible."""
    units = exposed(s, side)
    unhurt = units & ~s.hit
    if named:
        return unhurt & among or units & among
    found = (unhurt or units) & among
    if forces.attacks(s, side) and not s.steps_lost[side]:
        found = found & MECHANIZED or found
    return found


def lose(s: Position, unit: int) -> None:
    """11.3.2 A unit of the combat loses a step."""
    place, status = s.place[unit], s.supply[unit]
    s.hit |= 1 << unit
    s.steps_lost[SIDE_OF[unit]] += 1
    if fate.lose_step(s, unit, starved=status == OUT):
        forces.fall(s, unit, place, status)


def sweep_away(s: Position) -> None:
    """11.4.5 Units that had retreated into the hex are eliminated by any Loss Number and count for nothing."""
    if s.bystanders and s.loss[s.active]:
        for unit in bits(s.bystanders):
            place, status = s.place[unit], s.supply[unit]
            s.say("11.4.5", "{} had retreated before and is swept away", s.name(unit))
            fate.eliminate(s, unit, starved=status == OUT)
            forces.fall(s, unit, place, status)


def forced(s: Position, side: int, number: int, among: int, named: bool) -> int:
    """The candidates, if it does not matter which is next: there is only one, or all that are unhurt lose a step
    now (11.3.2), or all must die."""
    found = candidates(s, side, among, named)
    unhurt = exposed(s, side) & ~s.hit & among
    if found.bit_count() == 1 or 0 < unhurt.bit_count() <= number:
        return found
    steps = sum(s.steps_left(unit) for unit in bits(forces.force(s, side)))
    return found if among == ANYBODY and number >= steps else 0


# -- the question ---------------------------------------------------------------------------------------------------


class Lose(Choice[Position]):
    """11.3.2 The owner of the units (or whoever the card names) picks the unit that loses a step."""

    action = LoseStep

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("piece", unit) for unit in bits(self._units(s))]

    def _units(self, s: Position) -> int:
        _, side, _, _, among, named = s.frame
        return candidates(s, side, among, bool(named))

    def of(self, s: Position, handle: Handle) -> Iterable[LoseStep]:
        kind, unit = handle
        return (LoseStep(unit),) if kind == "piece" and self._units(s) >> unit & 1 else ()

    def why_not(self, s: Position, action: LoseStep) -> Refusal | None:
        if self._units(s) >> action.unit & 1:
            return None
        side, unit = s.frame[1], action.unit
        if not forces.force(s, side) >> unit & 1:
            return Refusal("11.1.8", f"{s.name(unit)} takes no part in the combat.")
        if not exposed(s, side) >> unit & 1:
            return Refusal("16.4.2", f"{s.name(unit)} is the last to lose a step.")
        if s.hit >> unit & 1:
            return Refusal("11.3.2", f"{s.name(unit)} has lost a step, and others have lost none.")
        if not s.frame[4] >> unit & 1:
            return Refusal("11.3.4", f"{s.name(unit)} cannot take this loss.")
        return Refusal("11.3.3", "The first step of an attack comes from a panzer, tank or mech unit.")

    def do(self, s: Position, action: LoseStep) -> None:
        suffer(s, action.unit)


def suffer(s: Position, unit: int) -> None:
    """One of the steps owed by the frame under way is lost."""
    _, side, number, chooser, among, named = s.frame
    s.goto(side, number - 1, chooser, among, named)
    lose(s, unit)


class Losses(Question[Position]):
    """11.3 Steps are lost one by one. Frame: the side that loses, steps still to lose, who chooses, the units that may
    lose them, 1 if a card names them."""

    rule = "11.3.2"
    choices = (Lose,)

    def side(self, s: Position) -> str | None:
        _, side, number, chooser, among, named = s.frame
        if not number or not candidates(s, side, among, bool(named)) or forced(s, side, number, among, bool(named)):
            return None
        return SIDES[chooser]

    def advance(self, s: Position) -> None:
        _, side, number, _, among, named = s.frame
        units = forced(s, side, number, among, bool(named)) if number else 0
        if units:
            suffer(s, bits(units)[0])
        else:
            s.pop()

    def prompt(self, s: Position) -> str:
        side, number = s.frame[1:3]
        return f"Choose the {SIDES[side].title()} unit that loses a step ({number} to go)."


def demand(s: Position, side: int, number: int, chooser: int, among: int = ANYBODY, named: bool = False) -> None:
    """A side must lose steps."""
    if number > 0:
        s.push(Losses, side, number, chooser, among, int(named))


STEPS = (Losses,)
