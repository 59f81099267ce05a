"""Places, pieces, cards and scenarios, as typed structs read from data/components.toml."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from rasputitsa.kernel import SIDES


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    side: str


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: str
    defence: int = 0
    """Subtracted from the attacker's die."""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario: its length, and where the pieces stand."""

    name: str
    label: str
    help: str
    last_turn: int
    start: dict[str, str]
    first_turn: int = 1
    editions: tuple[str, ...] = ()


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: tuple[str, ...]
    pieces: tuple[Piece, ...]
    cards: tuple[Card, ...]
    scenarios: tuple[Start, ...]


COMPONENTS = msgspec.toml.decode(files("toy").joinpath("data", "components.toml").read_bytes(), type=Components)
PLACES = COMPONENTS.places
PIECES = tuple(piece.name for piece in COMPONENTS.pieces)
OWNER = tuple(SIDES.index(piece.side) for piece in COMPONENTS.pieces)
CARDS = tuple(card.name for card in COMPONENTS.cards)
SCENARIOS = {scenario.name: scenario for scenario in COMPONENTS.scenarios}
OFF = -1
"""Where a removed piece is, and the card of a side that has none."""
FORWARD = (1, -1)
"""By side: the way to the enemy."""
GOAL = (len(PLACES) - 1, 0)
"""By side: the far end."""
