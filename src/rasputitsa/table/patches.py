"""Views as they are sent, and the difference between two of them: a JSON Merge Patch (RFC 7396)."""

from __future__ import annotations

from typing import Any

import msgspec

from rasputitsa.kernel import View
from rasputitsa.kernel.view import (
    ActionView,
    Banner,
    BattleReport,
    Effect,
    Goal,
    Hand,
    Piece,
    PlaceState,
    Prompt,
    Result,
    Track,
)

Json = dict[str, Any]


class SeatView(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A view as it is sent: `View` of kernel/view.py with pieces, places, hands and handles keyed, so that differences
    are small."""

    side: str
    banner: Banner
    pieces: dict[str, Piece]
    places: dict[str, PlaceState]
    hands: dict[str, Hand]
    handles: dict[str, bool]
    prompt: Prompt | None = None
    tracks: list[Track] = []
    effects: list[Effect] = []
    buttons: list[ActionView] = []
    lines: list[list[str]] = []
    aims: list[str] = []
    result: Result | None = None
    battle: BattleReport | None = None
    goals: list[Goal] = []


def seat_view(view: View) -> SeatView:
    return SeatView(
        side=view.side,
        banner=view.banner,
        pieces={str(piece.id): piece for piece in view.pieces},
        places={place.id: place for place in view.places},
        hands={hand.side: hand for hand in view.hands},
        handles=dict.fromkeys(view.handles, True),
        prompt=view.prompt,
        tracks=view.tracks,
        effects=view.effects,
        buttons=view.buttons,
        lines=view.lines,
        aims=view.aims,
        result=view.result,
        battle=view.battle,
        goals=view.goals,
    )


def wire(view: SeatView) -> Json:
    """A view in plain objects."""
    out: Json = msgspec.to_builtins(view)
    return out


def difference(old: Json, new: Json) -> Json:
    """The patch that makes new of old."""
    patch: Json = dict.fromkeys((key for key in old if key not in new), None)
    for key, value in new.items():
        before = old.get(key)
        if before != value:
            patch[key] = difference(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return patch


def view_difference(old: SeatView, new: SeatView) -> Json:
    """The patch that makes one view of another, as `difference` of both on the wire would be. Nearly everything in two
    views is alike, so structures are compared, and only those that differ become plain objects."""
    patch: Json = {}
    for name in _KEYED:
        part = _keyed_difference(getattr(old, name), getattr(new, name))
        if part:
            patch[name] = part
    for name, default in _REST:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            patch[name] = None if after == default else _changed(before, after)
    return patch


def _keyed_difference(old: dict[str, Any], new: dict[str, Any]) -> Json:
    part: Json = dict.fromkeys((key for key in old if key not in new), None)
    for key, value in new.items():
        before = old.get(key)
        if before is not value and before != value:
            part[key] = _changed(before, value)
    return part


def _changed(before: Any, after: Any) -> Any:
    """A value that has changed, as a patch writes it."""
    new = msgspec.to_builtins(after)
    old = msgspec.to_builtins(before)
    return difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else new


_KEYED = ("pieces", "places", "hands", "handles")
_REST: tuple[tuple[str, Any], ...] = (
    ("side", ""),
    ("banner", None),
    ("prompt", None),
    ("tracks", []),
    ("effects", []),
    ("buttons", []),
    ("lines", []),
    ("aims", []),
    ("result", None),
    ("battle", None),
    ("goals", []),
)
"""The other fields, with the value at which they are not sent."""


def merge(target: Any, patch: Any) -> Any:
    """A view with a patch applied, as the client does it."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = merge(out.get(key), value)
    return out
