"""[5.0] What a record says of cards drawn and discarded."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Toss(Action, frozen=True):
    """A card is discarded: down to two, for the second front, or in payment."""

    form = "discard {card:card}"
    card: int


class Draw(Action, frozen=True):
    """A card comes from the draw pile into a hand."""

    form = "{who:word} draws {card:card}"
    who: str
    card: int


ACTIONS = (Toss, Draw)
