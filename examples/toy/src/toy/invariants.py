"""What holds in every position."""

from __future__ import annotations

from toy.components import CARDS, OFF, OWNER, PLACES
from toy.state import ToyState


def check(s: ToyState) -> list[str]:
    found = [f"piece {unit} is nowhere" for unit, place in enumerate(s.at) if not OFF <= place < len(PLACES)]
    found += [f"{card} is no card" for card in s.hand if not OFF <= card < len(CARDS)]
    places = [(place, OWNER[unit]) for unit, place in enumerate(s.at) if place != OFF]
    if len(set(places)) < len(places):
        found.append("T.2 two friendly pieces share a place")
    return found
