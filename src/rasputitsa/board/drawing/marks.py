"""Marks on counters, blocks and places: a small badge with a shape of its own for each."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.board.drawing import fonts
from rasputitsa.board.drawing.svg import el, group, num, text

R = 11.0
DISC = f"M{-R},0a{R},{R} 0 1 0 {2 * R},0a{R},{R} 0 1 0 {-2 * R},0z"
TRIANGLE = "M0,-13L13,10H-13z"
OCTAGON = "M-5,-12H5L12,-5V5L5,12H-5L-12,5V-5z"
SQUARE = "M-11,-11H11V11H-11z"
DIAMOND = "M0,-14L14,0L0,14L-14,0z"

BADGES: dict[str, tuple[str, str, str]] = {
    "unsupplied": (OCTAGON, "#b3261e", "M-5.5,-6.5h11v13h-11zM-5.5,-2.2h11M-5.5,2.2h11M-9,9L9,-9"),
    "in_danger": (TRIANGLE, "#c98a00", "M0,-6v8M0,6v.1"),
    "isolated": (SQUARE, "#8d8d8d", "M-6,-6h12v12h-12z"),
    "disorganized": (DIAMOND, "#6a3d86", "M-6,-5L2,-2L-2,2L6,5"),
    "moved": (DISC, "#5d6166", "M-5,0.5L-1.5,4.5L5.5,-4.5"),
    "target": (DISC, "#1d1d1d", "M0,-8V8M-8,0H8M-4.6,0a4.6,4.6 0 1 0 9.2,0a4.6,4.6 0 1 0 -9.2,0"),
    "counterblow": (SQUARE, "#a33b12", "M-7,-3H4M1,-6.5L5,-3L1,0.5M7,4H-4M-1,0.5L-5,4L-1,7.5"),
    "reserve": (DISC, "#2f6fb0", "M-3,7V-6h4a3.3,3.3 0 0 1 0,6.6h-4M1,.6L5,7"),
    "support": (DISC, "#2e7d4f", "M0,-6V6M-6,0H6"),
    "artillery": (DISC, "#1d1d1d", "M-2,0a2,2 0 1 0 4,0a2,2 0 1 0 -4,0"),
    "activated": (DISC, "#b0892a", "M-3,8V-7h9l-3,3.5l3,3.5h-9"),
    "river": (DISC, "#2f6fb0", "M-7,-2q3.5,-4 7,0t7,0M-7,4q3.5,-4 7,0t7,0"),
    "works": (SQUARE, "#6b4a2b", "M-8,6V-4h4v4h3v-4h3v4h3v-4h3V6z"),
    "scorched": (TRIANGLE, "#8a3a12", "M-4,6q-3,-5 1,-8q0,3 2,3q-1,-5 3,-8q-1,5 2,7q2,3 -1,6"),
    "overstacked": (TRIANGLE, "#b3261e", "M-6,6H6M-4.5,2.5H4.5M-3,-1H3"),
    "contested": (DISC, "#8a3a12", "M-6,-6L6,6M6,-6L-6,6"),
}
SILENT = {"lying", "standing"}
"""Marks that change how a piece is drawn instead of adding a badge."""


def badge(name: str, x: float, y: float, size: float = 22.0) -> str:
    """The badge of a mark around x, y; a mark without one shows its first letter."""
    shape, tint, sign = BADGES.get(name, (DISC, "#5d6166", ""))
    body = el("path", d=shape, fill=tint, stroke="#ffffff", stroke_width=2, stroke_linejoin="round")
    if sign:
        body += el(
            "path",
            d=sign,
            fill="none",
            stroke="#ffffff",
            stroke_width=2,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    else:
        letter = name[:1].upper()
        body += text(letter, 0, 5.5, fill="#ffffff", font_size=16, text_anchor="middle", **fonts.FIGURES.style())
    return group([body], transform=f"translate({num(x)},{num(y)}) scale({size / 24:.3f})", class_=f"mark {name}")


def badges(names: Sequence[str], size: float) -> str:
    """The badges of a piece of that size, at its corners first so that the print stays readable."""
    shown = [n for n in names if n not in SILENT]
    spots = [(0.97, 0.03), (0.97, 0.95), (0.03, 0.03), (0.03, 0.95), (0.97, 0.5), (0.03, 0.5)]
    return "".join(badge(n, size * x, size * y, size * 0.3) for n, (x, y) in zip(shown, spots))
