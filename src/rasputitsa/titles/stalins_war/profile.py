"""Editions and switches: one frozen profile, read as `s.game.profile.x` where a rule differs.

`living` is the rule book; `printed` plays what players report of the first printing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rasputitsa.kernel.title import Value

LIVING: Final = "living"
PRINTED: Final = "printed"
EDITIONS: Final = (LIVING, PRINTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Every switch: first what an edition decides, then what the options of a game say."""

    free_first_card: bool  # 4.3.1 the Soviet player chooses one card of the first hand; not in the first printing
    count_kept: bool  # 4.4.9 Axis RP and Reinforcement plays of turns 1-4 leave the count; they once reset it
    free_rps: bool  # 4.5.2 three Soviet RPs on turns 2 and 3; not in the first printing
    turn_10_check: bool  # 5.1.3 the Soviet win at nine VPs on turn 10; not in the first printing
    enter_in_towns: bool  # 7.5.2c Soviet reinforcements in towns; not in the first printing
    bid: int  # 21.0 RPs that a bid adds for the Soviets; negative ones go against them
    bought_card: bool  # 23.1.1 one card of the first hand for a VP
    shuffled_reinforcements: bool  # 23.1.2 Soviet cards 1 to 6 are in the Blitz deck
    deep_trenches: bool  # 23.1.3 a second OPS takes three off a trench die
    supply_at_round_end: bool  # 23.1.4 units out of supply are looked at again when their round ends
    luftwaffe_support: bool  # 7.5.5e Luftwaffe Support acts on all attacks of a round, win or lose (SW-1)
    guard_exchange: bool  # 7.5.2c 4G to 11G replace any army that is not Guard (SW-32)


_OF_THE_LIVING_RULES: Final = ("free_first_card", "count_kept", "free_rps", "turn_10_check", "enter_in_towns")
"""What the first printing does not have."""


def profile(edition: str, options: Mapping[str, Value]) -> Profile:
    """The switches as an edition and the options set them."""
    return Profile(**dict.fromkeys(_OF_THE_LIVING_RULES, edition == LIVING), **options)  # type: ignore[arg-type]
