"""[7.2.5, 7.3] An OPS round: all units may move, then trenches are rolled for, then combat and exploitation."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from rasputitsa.board.topology import nth
from rasputitsa.kernel import Action, Choice, Question, Step
from rasputitsa.titles.stalins_war import ops, works
from rasputitsa.titles.stalins_war.actions.movement import EndMovement, Entrain, Move, MoveStack, Sail
from rasputitsa.titles.stalins_war.choices import AtHex
from rasputitsa.titles.stalins_war.combat.attacks import Attacks, Marking
from rasputitsa.titles.stalins_war.combat.exploitation import Exploiting
from rasputitsa.titles.stalins_war.movement import MoveTogether, MoveUnit, marches, nobody_moves, waiting
from rasputitsa.titles.stalins_war.state import SIDES, UNLIMITED, Position
from rasputitsa.titles.stalins_war.strategic import ByRail, BySea, journeys
from rasputitsa.titles.stalins_war.trenches import Dig, DigDeep, TrenchDice

_MARCHES: Final = 0.8
"""How often a random unit marches rather than goes by rail or sea."""
_TOGETHER: Final = 0.2
"""How often it takes its stack along."""


def begin(s: Position, points: int, zone: int = UNLIMITED, fight: bool = True) -> None:
    """A round in which the active side moves and fights with these OPS, to be spent in the hexes of `zone`."""
    s.ops, s.ops_zone = points, zone
    s.push(OpsRound, 0, int(fight))


class EndOfMovement(Choice[Position]):
    """7.3.5 Movement is over; combat follows."""

    action = EndMovement
    label = "End movement"

    def do(self, s: Position, action: EndMovement) -> None:
        s.pop()


class Movement(Question[Position]):
    """7.2.5 The active player may move all of his units, in any order."""

    rule = "10.1"
    choices = (MoveUnit, MoveTogether, ByRail, BySea, Dig, DigDeep, *works.CHOICES, EndOfMovement)

    def side(self, s: Position) -> str:
        return SIDES[s.active]

    def __init__(self) -> None:
        super().__init__()
        self.stacks = next(choice for choice in self.answers if isinstance(choice, MoveTogether))
        self.works = tuple(choice for choice in self.answers if isinstance(choice, AtHex) and choice is not self.stacks)

    def sample(self, s: Position, rng: random.Random) -> Action:
        """One of the units that have not moved yet, whether or not it can, a hex to build something in, or the end, and
        another one if nothing comes of it. Units and hexes are sets, picked by rank; stacks are picked by their
        units."""
        units = 0 if nobody_moves(s) else waiting(s)
        sites = self._sites(s)
        while True:
            number = units.bit_count()
            rank = int(rng.random() * (number + sum(map(int.bit_count, sites)) + 1))
            if rank < number:
                unit = nth(units, rank)
                units ^= 1 << unit
                action = self._going(s, unit, rng)
            else:
                action = self._building(s, sites, rank - number, rng)
            if action is not None:
                return action

    def _sites(self, s: Position) -> list[int]:
        """The hexes where OPS may build something, for each of the works."""
        return [choice.known_hexes(s) for choice in self.works] if ops.payable(s) else []

    def _building(self, s: Position, sites: list[int], rank: int, rng: random.Random) -> Action | None:
        """What is built in the hex of this rank, which is struck out; the end of movement comes after the last hex."""
        for number, hexes in enumerate(sites):
            if rank < hexes.bit_count():
                at = nth(hexes, rank)
                sites[number] ^= 1 << at
                works = [action for choice in self.works for action in choice.of(s, ("place", at))]
                return works[int(rng.random() * len(works))] if works else None
            rank -= hexes.bit_count()
        return EndMovement()

    def _going(self, s: Position, unit: int, rng: random.Random) -> Action | None:
        """Mostly a march, alone or with the stack, picked without listing all of them."""
        place = s.place[unit]
        if s.stacked[s.active] >> place & 1 and rng.random() < _TOGETHER:
            ends = self.stacks.ends(s, place)
            if ends:
                return MoveStack(place, nth(ends, int(rng.random() * ends.bit_count())))
        on_foot = rng.random() < _MARCHES
        ends = marches(s, unit)
        if ends and on_foot:
            return Move(unit, place, nth(ends, int(rng.random() * ends.bit_count())))
        rails, seas = journeys(s, unit) if ops.payable(s) else (0, 0)
        return _one_way(s, unit, ((Move, ends), (Entrain, rails), (Sail, seas)), rng)

    def prompt(self, s: Position) -> str:
        return f"Move your units: {s.ops} OPS and {s.banked[s.active]} Banked OPS are left."


def _one_way(
    s: Position, unit: int, ways: Sequence[tuple[type[Move | Entrain | Sail], int]], rng: random.Random
) -> Action | None:
    """One of the hexes a unit may go to in several ways, each as likely as any other."""
    number = sum(ends.bit_count() for _, ends in ways)
    if not number:
        return None
    rank = int(rng.random() * number)
    for action, ends in ways:
        if rank < ends.bit_count():
            return action(unit, s.place[unit], nth(ends, rank))
        rank -= ends.bit_count()
    return None


class OpsRound(Step[Position]):
    """7.3 The parts of an OPS round in their order. Frame: the next part, and 1 if there may be combat."""

    rule = "7.3"

    def advance(self, s: Position) -> None:
        _, part, fight = s.frame
        s.goto(part + 1, fight)
        (PARTS if fight else QUIET_PARTS)[part](s)


def movement_part(s: Position) -> None:
    s.push(Movement)


def trench_part(s: Position) -> None:
    """10.3.1 The dice of the attempts to entrench."""
    if s.digging:
        s.push(TrenchDice)


def marking_part(s: Position) -> None:
    """7.3.5 Combat markers for the OPS that are left."""
    if ops.payable(s):
        s.push(Marking)


def combat_part(s: Position) -> None:
    """11.1.1 Only units in marked hexes attack."""
    if s.combat or s.pairs:
        s.push(Attacks)


def exploitation_part(s: Position) -> None:
    """12.2.1 After all combats, if there are Blitz markers."""
    if s.blitz:
        s.push(Exploiting)


def end_part(s: Position) -> None:
    """18.1.4 OPS that are left cannot be kept."""
    s.ops, s.ops_zone = 0, UNLIMITED
    s.pop()


PARTS: Final[tuple[Callable[[Position], None], ...]] = (
    movement_part,
    trench_part,
    marking_part,
    combat_part,
    exploitation_part,
    end_part,
)
QUIET_PARTS: Final = (movement_part, trench_part, end_part)
"""The parts of a round in which an event allows movement but no combat."""
STEPS = (OpsRound, Movement, TrenchDice)
