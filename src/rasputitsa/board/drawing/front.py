"""The front on a board of hexes: the line between what the two sides hold, or are nearer to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rasputitsa.board.drawing.svg import el, group
from rasputitsa.kernel.view import View

Edge = frozenset[tuple[int, int]]


def front_line(view: View, places: Mapping[str, Any]) -> str:
    """A red line on a dark one, along the hexsides between the sides."""
    sides = edges(places)
    pairs = {edge: ids for edge, ids in sides.items() if len(ids) == 2}
    owner = territory(held(view, places), list(pairs.values()))
    lines = [edge for edge, (a, b) in pairs.items() if a in owner and b in owner and owner[a] != owner[b]]
    path = "".join("M" + "L".join(f"{x},{y}" for x, y in sorted(edge)) for edge in lines)
    strokes = (("#20252c", 9), ("#e9342a", 5))
    parts = [el("path", d=path, stroke=colour, stroke_width=width) for colour, width in strokes] if path else []
    return group(parts, class_="front", fill="none", stroke_linecap="round")


def edges(places: Mapping[str, Any]) -> dict[Edge, list[str]]:
    """Every hexside with the hexes beside it."""
    found: dict[Edge, list[str]] = {}
    for name, place in places.items():
        corners = [(round(x), round(y)) for x, y in place["rings"][0]]
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
            found.setdefault(frozenset((one, other)), []).append(name)
    return found


def held(view: View, places: Mapping[str, Any]) -> dict[str, str]:
    """Who holds what: units where they stand, else control."""
    found = {state.id: state.control for state in view.places if state.control and state.id in places}
    return found | {piece.at: piece.owner for piece in view.pieces if piece.at in places}


def territory(owner: dict[str, str], pairs: list[list[str]]) -> dict[str, str]:
    """Every place with the side that is nearest, counted in hexes."""
    beside: dict[str, list[str]] = {}
    for one, other in pairs:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found, rim = dict(owner), list(owner)
    while rim:
        ahead = [(near, found[place]) for place in rim for near in beside.get(place, ()) if near not in found]
        found.update(ahead)
        rim = list(dict.fromkeys(near for near, _ in ahead))
    return found
