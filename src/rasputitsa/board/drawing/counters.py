"""Counters: a square of card with symbol, name, strength and movement, distinguished by colour and by shape."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.board.drawing import fonts, marks
from rasputitsa.board.drawing.colours import SIDE_STRONG, Paint, band_colour, emblem, paint, side_of
from rasputitsa.board.drawing.svg import el, group, text
from rasputitsa.board.drawing.symbols import size_mark, symbol
from rasputitsa.kernel.view import Face

FULL = 100.0
"""Counters are laid out on a square of this size and scaled."""
CORNER = {"axis": 5, "soviet": 20}


def counter_svg(
    face: Face | None, size: float = 62.0, *, owner: str = "", names: Sequence[str] = (), acts: bool = False
) -> str:
    """A counter with its upper left corner at the origin. Without a face one sees its back. `names` are its marks."""
    side = owner or (side_of(face.nation) if face else "axis")
    body = _front(face, side) if face else _back(side)
    if acts:
        body += _stripe(side)
    return group([body + marks.badges(names, FULL)], transform=f"scale({size / FULL:.3f})", class_=f"counter {side}")


def _card(side: str, ground: str, ink: str) -> str:
    corner = CORNER.get(side, 5)
    shadow = el("rect", x=3, y=4, width=97, height=97, rx=corner, fill="#000000", fill_opacity=0.28)
    return shadow + el("rect", x=1, y=1, width=97, height=97, rx=corner, fill=ground, stroke=ink, stroke_width=2)


def _back(side: str) -> str:
    tint = SIDE_STRONG.get(side, "#666666")
    return _card(side, tint, "#1c1c1c") + emblem(side, 49.5, 49.5, 25, "none", "#ffffff")


def _front(face: Face, side: str) -> str:
    colours = paint(face.nation, side)
    parts = [
        _card(side, colours.ground, colours.ink),
        _band(face, side),
        size_mark(face.size, 50, 15.5, 46, colours.ink),
        symbol(face.symbol, 25, 18, 50, colours.sign, colours.frame),
        emblem(side, 13, 35, 8, colours.frame, colours.ink),
        _steps(face, colours),
        _name(face, colours),
        _values(face, colours),
    ]
    return "".join(parts)


def _band(face: Face, side: str) -> str:
    """The stripe of an army or front along the left edge."""
    tint = band_colour(face.band)
    if not tint:
        return ""
    inset = 9 if side == "soviet" else 3
    return el("rect", x=3, y=inset, width=6, height=97 - 2 * inset + 2, rx=2, fill=tint)


def _steps(face: Face, colours: Paint) -> str:
    """One mark per step: full ones are left, hollow ones are lost."""
    if face.max_steps < 2:
        return ""
    parts = []
    for i in range(face.max_steps):
        y = 35 + (i - (face.max_steps - 1) / 2) * 14
        fill = colours.ink if i >= face.max_steps - face.steps else "none"
        parts.append(el("rect", x=83, y=y - 4.5, width=9, height=9, fill=fill, stroke=colours.ink, stroke_width=1.8))
    return group(parts, class_="steps")


def _name(face: Face, colours: Paint) -> str:
    """The name, as large as fits between the edges."""
    if not face.name:
        return ""
    size = min(15.0, 15.0 * 88 / max(1.0, fonts.width(fonts.FIGURES, face.name, 15)))
    return text(
        face.name, 50, 66, font_size=round(size, 1), fill=colours.ink, text_anchor="middle", **fonts.FIGURES.style()
    )


def _values(face: Face, colours: Paint) -> str:
    """Strength and movement; a white strength is white with a dark rim."""
    style = {"font_size": 31, **fonts.FIGURES.style()}
    whole = f"{face.strength}-{face.move}" if face.move and face.strength else face.strength or face.move
    if not whole:
        return ""
    if not face.white or not face.strength:
        return text(whole, 50, 93, fill=colours.ink, text_anchor="middle", **style)
    wide = fonts.width(fonts.FIGURES, whole, 31)
    left = 50 - wide / 2
    white = text(
        face.strength,
        left,
        93,
        fill="#ffffff",
        stroke=colours.ink,
        stroke_width=5,
        stroke_linejoin="round",
        paint_order="stroke",
        **style,
    )
    rest = whole[len(face.strength) :]
    x = left + fonts.width(fonts.FIGURES, face.strength, 31)
    return white + (text(rest, x, 93, fill=colours.ink, **style) if rest else "")


def _stripe(side: str) -> str:
    """The green stripe of a piece that may still act."""
    inset = 17 if side == "soviet" else 4
    return el("rect", x=inset, y=1, width=99 - 2 * inset, height=6.5, fill="#2fa24a", stroke="#0e4a1d", class_="acts")
