"""The actions of a round and of the cards: what to do with a round, hands, draws, the end of a turn."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action


class PlayOps(Action, frozen=True):
    """7.3.1 A card for its OPS."""

    form = "{card:card} for OPS"
    card: int


class PlayRp(Action, frozen=True):
    """7.4.1 A card for its replacement points."""

    form = "{card:card} for RPs"
    card: int


class PlayEvent(Action, frozen=True):
    """7.5.1 A card as an event."""

    form = "{card:card} as event"
    card: int


class ZeroOps(Action, frozen=True):
    """7.2.6 No card, but units may move, and fight with Banked OPS."""

    form = "0 OPS round"


class Rest(Action, frozen=True):
    """7.2.6 No card, no movement and no combat."""

    form = "0 OPS round without movement"


class Swap(Action, frozen=True):
    """7.2.6 The same, and a card is exchanged for one from the draw pile."""

    form = "0 OPS round without movement; swap {card:card}"
    card: int


class Choose(Action, frozen=True):
    """4.3.1, 23.1.1 A card is taken into the first hand."""

    form = "take {card:card}"
    card: int


class Decline(Action, frozen=True):
    form = "decline"


class Draw(Action, frozen=True):
    """A card drawn at random by a side."""

    form = "draw {card:card}"
    card: int


class Discard(Action, frozen=True):
    """7.6.2 A card is discarded before new ones are drawn."""

    form = "discard {card:card}"
    card: int


class Keep(Action, frozen=True):
    """7.6.2 The rest of the hand is kept."""

    form = "keep the rest"


class Replace(Action, frozen=True):
    """14.1.2 A step is given back to a unit on the map or in the Other Fronts box."""

    form = "{unit:piece} regains a step"
    unit: int


class Rebuild(Action, frozen=True):
    """14.1.4 A unit of the Eliminated box comes back."""

    form = "{unit:piece} is rebuilt in {at:place}"
    unit: int
    at: int


class EndReplacements(Action, frozen=True):
    form = "end replacements"


class NamePoint(Action, frozen=True):
    """21.0 The kind of an automatic Axis replacement point (SW-67)."""

    form = "one point of {kind:points}"
    kind: int


class Abandon(Action, frozen=True):
    """10.3.2 A trench is taken off at the end of a turn."""

    form = "abandon the trench in {at:place}"
    at: int


class Disband(Action, frozen=True):
    """16.1.5 An Inactive Partisan is taken off at the end of a turn."""

    form = "disband the partisans in {at:place}"
    at: int


class EndTurn(Action, frozen=True):
    form = "leave the rest"


ACTIONS: Final = (
    *(PlayOps, PlayRp, PlayEvent, ZeroOps, Rest, Swap, Choose, Decline, Draw, Discard, Keep),
    *(Replace, Rebuild, EndReplacements, NamePoint, Abandon, Disband, EndTurn),
)
