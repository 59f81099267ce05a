"""[15.0] What a record says of the optional rules."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Split(Action, frozen=True):
    """An army or a Front is broken up into smaller units, once a game."""

    form = "split {unit:piece}"
    unit: int


class Detach(Action, frozen=True):
    """One of the smaller units takes its place."""

    form = "{unit:piece} forms at {to:place}"
    unit: int
    to: int


class Support(Action, frozen=True):
    """The local support marker goes on a unit."""

    form = "support {unit:piece}"
    unit: int


class NoSupport(Action, frozen=True):
    form = "no local support"


class Strike(Action, frozen=True):
    """Partisans and paratroops disrupt an Axis unit."""

    form = "partisans strike {unit:piece}"
    unit: int


class NoStrike(Action, frozen=True):
    form = "hold the partisans back"


class Lose(Action, frozen=True):
    """A card is discarded at random."""

    form = "{who:word} loses {card:card}"
    who: str
    card: int


class Stake(Action, frozen=True):
    """A victory point is paid to move the Initiative counter."""

    form = "pay a VP for the Initiative"


class Keep(Action, frozen=True):
    form = "leave the Initiative counter"


ACTIONS = (Split, Detach, Support, NoSupport, Strike, NoStrike, Lose, Stake, Keep)
