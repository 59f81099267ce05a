"""Unit symbols, drawn from `symbols.json` (made by web/scripts/make-symbols.mjs; the browser reads the same file)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from rasputitsa.board.drawing.svg import el, group, num


class Stroke(msgspec.Struct, frozen=True):
    """One path of a symbol: filled, or drawn with a pen of that width."""

    d: str
    fill: bool = False
    width: float = 0.0


class Symbols(msgspec.Struct, frozen=True, rename="camel"):
    """The whole file."""

    note: str
    view_box: tuple[float, float, float, float]
    frame: str
    types: dict[str, tuple[Stroke, ...]]
    sizes: dict[str, str]


@cache
def load() -> Symbols:
    data = (files("rasputitsa.board.drawing") / "symbols.json").read_bytes()
    return msgspec.json.decode(data, type=Symbols)


def symbol(kind: str, x: float, y: float, wide: float, ink: str, fill: str) -> str:
    """The frame and sign of a unit type, with its upper left corner at x, y. An unknown type gets an empty frame."""
    frame = el("path", d=load().frame, fill=fill, stroke=ink, stroke_width=5)
    return group([frame + _sign(kind, ink)], transform=_fit(x, y, wide), class_=f"symbol {kind}")


def picture(kind: str, x: float, y: float, wide: float, ink: str) -> str:
    """The sign alone, without the frame."""
    return group([_sign(kind, ink)], transform=_fit(x, y, wide), class_=f"symbol {kind}")


def _sign(kind: str, ink: str) -> str:
    parts = []
    for stroke in load().types.get(kind, ()):
        if stroke.fill:
            parts.append(el("path", d=stroke.d, fill=ink))
        else:
            parts.append(el("path", d=stroke.d, fill="none", stroke=ink, stroke_width=stroke.width + 1.5))
    return "".join(parts)


def _fit(x: float, y: float, wide: float) -> str:
    left, top, width, _ = load().view_box
    scale = wide / width
    return f"translate({num(x - left * scale)},{num(y - top * scale)}) scale({scale:.3f})"


def size_mark(size: str, x: float, y: float, wide: float, ink: str) -> str:
    """The crosses above a symbol, centred at x with their foot at y; `wide` is the width of the symbol's frame."""
    book = load()
    d = book.sizes.get(size)
    if not d:
        return ""
    left, _, width, _ = book.view_box
    scale = wide / width
    move = f"translate({num(x - (left + width / 2) * scale)},{num(y - 40 * scale)}) scale({scale:.3f})"
    return el("path", d=d, fill="none", stroke=ink, stroke_width=5, transform=move, class_="size")
