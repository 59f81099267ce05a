"""[8.0], [9.0], [14.12] What a record says of moves, trains and the Strategic Reserve."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Move(Action, frozen=True):
    """A unit goes from one place to another; it may go on from there while it has points left."""

    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class EndMovement(Action, frozen=True):
    form = "end movement"


class Discard(Action, frozen=True):
    """An overstacked unit leaves the map."""

    form = "overstacked: {unit:piece} leaves {at:place}"
    unit: int
    at: int


class Entrain(Action, frozen=True):
    form = "entrain {unit:piece}"
    unit: int


class Detrain(Action, frozen=True):
    form = "detrain {unit:piece} at {to:place}"
    unit: int
    to: int


class EndDetraining(Action, frozen=True):
    form = "end detraining"


class Hold(Action, frozen=True):
    """A unit becomes the Strategic Reserve."""

    form = "hold {unit:piece} in reserve"
    unit: int


class LeaveReserve(Action, frozen=True):
    form = "leave the reserve as it is"


ACTIONS = (Move, EndMovement, Discard, Entrain, Detrain, EndDetraining, Hold, LeaveReserve)
