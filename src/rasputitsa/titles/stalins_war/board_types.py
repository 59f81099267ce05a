"""The shapes of board.toml: what the map file does not settle, hexes by their number (chapter 2)."""

from __future__ import annotations

from typing import Literal

from rasputitsa.titles.stalins_war.component_types import Region, Source, Span
from rasputitsa.titles.stalins_war.effect_words import Base, Nation, Side

Sea = Literal["baltic", "black", "caspian", "white", "barents"]
"""The Sea of Azov counts as the Black Sea here."""


class Victory(Base, frozen=True):
    """Levels, turns and cities that decide the game (5.1, 22.0)."""

    start_level: int
    axis_wins: int
    soviet_wins: int
    turn10_soviet_wins: int
    tournament_turn: int
    tournament_axis_needs: int
    tournament_without_industrial_evacuation: int
    tournament_without_hitler_takes_command: int
    axis_turn4_all: tuple[str, ...]
    axis_turn4_any: tuple[str, ...]
    axis_turn8_all: tuple[str, ...]
    axis_oil_turns: int
    soviet_round_end: tuple[str, ...]
    src: Source


class Level(Base, frozen=True):
    """What history did to the VP level on a turn."""

    turn: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    level: int
    src: Source


class SupplySource(Base, frozen=True):
    """Full supply sources; with ``other_port`` only while another port of that sea is Soviet and supplied (13.2)."""

    nations: tuple[Nation, ...]
    hexes: tuple[str, ...]
    note: str
    src: Source
    other_port: Sea | None = None


class Ban(Base, frozen=True):
    """Hexes and a zone that the Axis may not attack before the event of a card (11.1.9)."""

    card: str
    hexes: tuple[str, ...]
    src: Source
    zone: str | None = None


class VolgaBan(Base, frozen=True):
    """The Axis attacks across the marked Volga hexsides of the map only while it controls one of these (11.1.10)."""

    lifted_by: tuple[str, ...]
    src: Source


class EntryHexes(Base, frozen=True):
    """Where reinforcements of a nation may appear (7.5.2c)."""

    nation: Nation
    hexes: tuple[str, ...]
    note: str
    src: Source


class RailLimit(Base, frozen=True):
    """Regions of the map, or a zone, that a side's rail movement may not touch on these turns (10.2.3, 10.2.4)."""

    side: Side
    turns: Span
    src: Source
    regions: tuple[str, ...] = ()
    zone: str | None = None


class SeaMove(Base, frozen=True):
    """How many units a side moves by sea (10.2.5, 10.2.6)."""

    side: Side
    sea: Sea
    per: Literal["turn", "round"]
    units: int
    src: Source


class Country(Base, frozen=True):
    """A country of the rules and the regions of the map it is made of (3.0)."""

    name: Region
    regions: tuple[str, ...]
    src: Source


class Board(Base, frozen=True):
    """board.toml"""

    victory: Victory
    level: tuple[Level, ...]
    supply: tuple[SupplySource, ...]
    ban: tuple[Ban, ...]
    volga_ban: VolgaBan
    entry: tuple[EntryHexes, ...]
    rail: tuple[RailLimit, ...]
    sea_move: tuple[SeaMove, ...]
    country: tuple[Country, ...]
