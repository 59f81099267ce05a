"""Editions and switches: the one place where they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rasputitsa.kernel.title import Value


@dataclass(frozen=True)
class Profile:
    cards: bool
    """T.1, T.9 Is each side dealt a card?"""
    pace: int
    """T.2, T.8 How many places a piece may move."""
    to_hit: int
    """T.6 What the die must show to remove the defender."""


def profile(edition: str, options: Mapping[str, Value]) -> Profile:
    return Profile(cards=not options["open_cards"], pace=int(options["pace"]), to_hit=5 if edition == "second" else 4)
