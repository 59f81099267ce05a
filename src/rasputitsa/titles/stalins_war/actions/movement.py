"""The actions of movement: marches, rail, sea, trenches."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action


class Move(Action, frozen=True):
    """10.1 One unit moves."""

    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class MoveStack(Action, frozen=True):
    """10.1 All units of a hex that may still move go together."""

    form = "stack {frm:place}-{to:place}"
    frm: int
    to: int


class Entrain(Action, frozen=True):
    """10.2.2 An SCU moves by rail for 1 OPS."""

    form = "{unit:piece} {frm:place}-{to:place} by rail"
    unit: int
    frm: int
    to: int


class Sail(Action, frozen=True):
    """10.2.5, 10.2.6 An SCU moves by sea for 1 OPS."""

    form = "{unit:piece} {frm:place}-{to:place} by sea"
    unit: int
    frm: int
    to: int


class Entrench(Action, frozen=True):
    """10.3.1 An LCU tries to build a trench for 1 OPS."""

    form = "entrench in {at:place}"
    at: int


class EntrenchDeep(Action, frozen=True):
    """23.1.3 The same for 2 OPS."""

    form = "entrench in {at:place} for 2 OPS"
    at: int


class EndMovement(Action, frozen=True):
    form = "end movement"


class TrenchDie(Action, frozen=True):
    """10.3.1 The die of an entrenchment attempt."""

    form = "trench in {at:place}: {face:int}"
    at: int
    face: int


ACTIONS: Final = (Move, MoveStack, Entrain, Sail, Entrench, EntrenchDeep, EndMovement, TrenchDie)
