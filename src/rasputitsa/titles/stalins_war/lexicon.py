"""LEXICON: the action classes with the names of units, hexes, cards and points."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Lexicon, Names
from rasputitsa.titles.stalins_war.actions import combat, events, movement, rounds
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS, PLACE_NAMES
from rasputitsa.titles.stalins_war.roster import NAMES
from rasputitsa.titles.stalins_war.state import RP_KINDS

CARD_NAMES: Final = tuple(f"{c.side.title()} {c.number} {c.name.replace(',', '')}" for c in CARDS)
"""Names carry side and number, as several cards share theirs, and no comma, which separates lists."""

LEXICON: Final = Lexicon(
    (*rounds.ACTIONS, *movement.ACTIONS, *combat.ACTIONS, *events.ACTIONS),
    {
        "piece": Names("unit", NAMES),
        "place": Names("place", (place_id or f"gap {i}" for i, place_id in enumerate(PLACE_IDS))),
        "card": Names("card", CARD_NAMES),
        "points": Names("points", RP_KINDS),
    },
    {"place": PLACE_NAMES},
)
