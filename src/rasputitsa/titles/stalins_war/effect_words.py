"""[7.5] The words of the card files: sides, kinds of units and hexes, permissions, how long an effect lasts."""

from __future__ import annotations

from typing import Literal

import msgspec

Side = Literal["axis", "soviet"]
Nation = Literal["german", "hungarian", "romanian", "italian", "soviet"]
Scope = Literal["combat", "round", "turn", "game", "next-soviet-round"]
Group = Literal[
    "axis-lcu",
    "german-army",
    "german-scu",
    "german-unit",
    "panzer",
    "ss-panzer",
    "minor-unit",
    "romanian-unit",
    "hungarian-unit",
    "front",
    "tank",
    "tank-or-mech",
    "cavalry-or-mech",
    "mobile",
    "advanced-last-round",
    "attacked-last-round",
]
"""Kinds of units. ``german-army``: any German LCU. ``minor-unit``: Hungarian, Romanian, Italian. ``tank``: tank and
guard tank. ``cavalry-or-mech``: guard cavalry and mech. ``mobile``: all four. The last two: enemy units
that did so in the enemy round just ended."""
HexKind = Literal[
    "clear", "forest", "swamp", "rough", "town", "city", "fortress", "soviet-fortress", "trench", "axis-trench",
    "front", "leningrad", "chosen",
]  # fmt: skip
"""What the attacked hex is or holds. ``front``: a front stands in it; ``chosen``: the hex picked with the event."""
Where = Literal["full-supply", "outside-enemy-zoc", "west-of-paulus", "no-festung"]
OldKind = Literal["blitz-front", "rifle-army", "tank-army"]
Chooser = Literal["axis", "soviet", "owner"]
Permission = Literal[
    "attack-leningrad",
    "attack-moscow-gorki",
    "attack-stalingrad-caucasus",
    "trenches-axis",
    "trenches-soviet",
    "festungs",
    "partisans",
    "siberians",
    "banked-lend-lease",
    "mech-exploitation",
    "guard-army-exploitation",
    "blitz-across-major-river",
    "blitz-in-forest-swamp-rough",
]
Ban = Literal[
    "blitz-marker",
    "banked-axis",
    "soviet-combat-cards-from-hand",
    "soviet-rail-west-of-paulus",
    "axis-rail-in-soviet-union",
]


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Immutable, and strict about keys it does not know."""


class Points(Base, frozen=True):
    """Replacement points by kind (14.1.7)."""

    GE: int = 0
    PZ: int = 0
    AX: int = 0
    SU: int = 0


class When(Base, frozen=True):
    """The combats a card or a shift is for. ``force``, ``panzers``: units of its side; ``against``: an enemy unit."""

    role: Literal["attack", "defend"] | None = None
    force: Group | None = None
    panzers: int = 0
    against: Group | None = None
    hex: tuple[HexKind, ...] = ()
    crossing: bool = False
    not_turns: tuple[int, ...] = ()
