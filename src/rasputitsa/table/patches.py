"""Views as they are sent, and the difference between two of them: a JSON Merge Patch (RFC 7396)."""

from __future__ import annotations

from typing import Any

import msgspec

from rasputitsa.kernel import View

Json = dict[str, Any]


def wire(view: View) -> Json:
    """A view as it is sent: pieces, places, hands and handles keyed, so that differences are small."""
    out: Json = msgspec.to_builtins(view)
    out["pieces"] = {str(piece["id"]): piece for piece in out["pieces"]}
    out["places"] = {place["id"]: place for place in out["places"]}
    out["hands"] = {hand["side"]: hand for hand in out.get("hands", ())}
    out["handles"] = dict.fromkeys(out.get("handles", ()), True)
    if out["prompt"] is None:
        del out["prompt"]
    return out


def difference(old: Json, new: Json) -> Json:
    """The patch that makes new of old."""
    patch: Json = dict.fromkeys((key for key in old if key not in new), None)
    for key, value in new.items():
        before = old.get(key)
        if before != value:
            patch[key] = difference(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return patch


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
