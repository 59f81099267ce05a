"""The lexicon: the action classes, with the names of units, places, cards and events that records are written in."""

from __future__ import annotations

from rasputitsa.kernel import Lexicon, Names
from rasputitsa.titles.no_retreat.actions import cards, combat, events, movement, optional, organization
from rasputitsa.titles.no_retreat.deck import card_names, event_names
from rasputitsa.titles.no_retreat.game import MAP, UNITS

LEXICON = Lexicon(
    (
        *cards.ACTIONS,
        *organization.ACTIONS,
        *movement.ACTIONS,
        *combat.ACTIONS,
        *optional.ACTIONS,
        *events.ACTIONS,
    ),
    {
        "piece": Names("unit", (u.name for u in UNITS)),
        "place": Names("place", (place_id or f"gap {i}" for i, place_id in enumerate(MAP.topology.ids))),
        "card": Names("card", card_names()),
        "event": Names("event", event_names()),
    },
    {"place": tuple(MAP.names[i] or place_id for i, place_id in enumerate(MAP.topology.ids))},
)
