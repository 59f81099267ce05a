"""What the new-game dialog offers: bidding, the optional rules of chapter 23, and readings the rulings leave open."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.title import Option
from rasputitsa.titles.stalins_war.profile import EDITIONS

__all__ = ["EDITIONS", "OPTIONS"]

_LARGEST_BID: Final = 12

OPTIONS: Final = (
    Option(
        name="bid",
        label="Bid",
        help="Automatic RPs that the player of the preferred side gave the other one: a positive number for the "
        "Soviets, a negative one against them.",
        rule="21.0",
        default=0,
        choices=tuple(range(-_LARGEST_BID, _LARGEST_BID + 1)),
    ),
    Option(
        name="bought_card",
        label="A first card for a VP",
        help="Each player may give up one VP to choose one card of the first hand.",
        rule="23.1.1",
    ),
    Option(
        name="shuffled_reinforcements",
        label="Soviet reinforcements by chance",
        help="Soviet cards 1 to 6 are shuffled into the Blitz deck instead of coming on fixed turns.",
        rule="23.1.2",
    ),
    Option(
        name="deep_trenches",
        label="Trenches for a second OPS",
        help="A second OPS takes three off the die of an entrenchment attempt.",
        rule="23.1.3",
    ),
    Option(
        name="supply_at_round_end",
        label="Supply again at the end of a round",
        help="Units out of supply are looked at again when their player's round ends.",
        rule="23.1.4",
    ),
    Option(
        name="luftwaffe_support",
        label="Luftwaffe Support for a whole round",
        help="Luftwaffe Support acts on all Axis attacks of a round, win or lose, and is then discarded.",
        rule="7.5.5e",
    ),
    Option(
        name="guard_exchange",
        label="Guards from any army",
        help="Guard armies 4G to 11G may take the place of any Soviet army that is not Guard.",
        rule="7.5.2c",
    ),
)
