"""[7.5.1] Playing a card as an event: whether it may be, and what it does, effect by effect."""

from __future__ import annotations

from rasputitsa.kernel import Refusal, Step
from rasputitsa.titles.stalins_war.state import Position


def playable(s: Position, side: int, card: int) -> Refusal | None:
    """7.5.1, SW-74 None if the side may play the card as the event of its round now."""
    return Refusal("7.5", "Events cannot be played yet.")


def play(s: Position, side: int, card: int) -> None:
    """7.5.1a Carry out the effects of a card in their order; `cards.spend_event` has been called."""


STEPS: tuple[type[Step[Position]], ...] = ()
