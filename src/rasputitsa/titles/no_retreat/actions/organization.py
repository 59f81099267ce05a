"""[7.0] What a record says of the Organization Phase: units turned over, placed, reorganized."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Improve(Action, frozen=True):
    """A reduced unit is paid back to full strength."""

    form = "improve {unit:piece}"
    unit: int


class Upgrade(Action, frozen=True):
    """A Soviet unit turns to its red side for free."""

    form = "upgrade {unit:piece}"
    unit: int


class Fortify(Action, frozen=True):
    """A regional unit becomes a fort for a card."""

    form = "fortify {unit:piece}"
    unit: int


class Revert(Action, frozen=True):
    """A fort becomes a regional unit again."""

    form = "revert {unit:piece}"
    unit: int


class EndFlips(Action, frozen=True):
    form = "end flips"


class Place(Action, frozen=True):
    """A unit comes onto the map: recovered, as a reinforcement, or replaced."""

    form = "place {unit:piece} at {to:place}"
    unit: int
    to: int


class Rebuild(Action, frozen=True):
    """A lost unit is rebuilt around a cadre."""

    form = "rebuild {unit:piece} on {cadre:piece}"
    unit: int
    cadre: int


class Recall(Action, frozen=True):
    """A unit withdrawn in 1944 comes back for victory points."""

    form = "recall {unit:piece} to {to:place}"
    unit: int
    to: int


class EndPlacement(Action, frozen=True):
    form = "end placement"


class PayMore(Action, frozen=True):
    form = "pay the higher price"


class TakeBack(Action, frozen=True):
    form = "take the replacement back"


class Reorganize(Action, frozen=True):
    """A Disorganized marker comes off for a card."""

    form = "reorganize {unit:piece}"
    unit: int


class Absorb(Action, frozen=True):
    """A replacement takes in the cadre it shares its hex with, and is ready."""

    form = "{unit:piece} absorbs {cadre:piece}"
    unit: int
    cadre: int


class EndOrganization(Action, frozen=True):
    form = "end organization"


ACTIONS = (
    Improve,
    Upgrade,
    Fortify,
    Revert,
    EndFlips,
    Place,
    Rebuild,
    Recall,
    EndPlacement,
    PayMore,
    TakeBack,
    Reorganize,
    Absorb,
    EndOrganization,
)
