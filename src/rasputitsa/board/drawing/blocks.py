"""Blocks of wood: standing with their strength as pips on top, lying when revealed, blank seen from behind."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.board.drawing import fonts, marks
from rasputitsa.board.drawing.colours import PIPS, SIDE_STRONG, Paint, band_colour, emblem, paint, side_of
from rasputitsa.board.drawing.sites import star_points
from rasputitsa.board.drawing.svg import el, group, polygon, text
from rasputitsa.board.drawing.symbols import picture, size_mark, symbol
from rasputitsa.kernel.view import Face

FULL = 100.0
DEPTH = 11.0
"""How thick a standing block looks."""
HEART = "M0,7C-9,1 -8,-7 -3.5,-7C-1.2,-7 0,-5 0,-4C0,-5 1.2,-7 3.5,-7C8,-7 9,1 0,7z"


def block_svg(
    face: Face | None, size: float = 46.0, *, owner: str = "", names: Sequence[str] = (), acts: bool = False
) -> str:
    """A block with its upper left corner at the origin. Without a face one sees its back. `names` are its marks."""
    side = owner or (side_of(face.nation) if face else "axis")
    standing = "lying" not in names
    body = _wood(side, standing) + (_sticker(face, side) if face else _blank(side))
    if acts:
        body += el("rect", x=5, y=1, width=90, height=7, fill="#2fa24a", stroke="#0e4a1d", class_="acts")
    body += marks.badges(names, FULL)
    posture = "standing" if standing else "lying"
    return group([body], transform=f"scale({size / FULL:.3f})", class_=f"block {side} {posture}")


def _wood(side: str, standing: bool) -> str:
    """The body of the block: thick when it stands, flat when it lies."""
    tint = SIDE_STRONG.get(side, "#666666")
    shadow = el("rect", x=6, y=8, width=100, height=100, rx=4, fill="#000000", fill_opacity=0.25)
    if not standing:
        return shadow + el("rect", width=100, height=100, rx=4, fill=tint, stroke="#1a1a1a", stroke_width=2)
    d = DEPTH
    top = polygon([(0, 0), (d, -d), (100 + d, -d), (100, 0)])
    right = polygon([(100, 0), (100 + d, -d), (100 + d, 100 - d), (100, 100)])
    edge = {"stroke": "#1a1a1a", "stroke_width": 2, "stroke_linejoin": "round"}
    return (
        shadow
        + el("path", d=top, fill=tint, **edge)
        + el("path", d=top, fill="#ffffff", fill_opacity=0.28)
        + el("path", d=right, fill=tint, **edge)
        + el("path", d=right, fill="#000000", fill_opacity=0.3)
        + el("rect", width=100, height=100, fill=tint, **edge)
    )


def _blank(side: str) -> str:
    """What the enemy sees: wood, and whose it is."""
    return emblem(side, 50, 50, 22, "none", "#ffffff")


def _sticker(face: Face, side: str) -> str:
    colours = paint(face.nation, side)
    parts = [
        el("rect", x=7, y=7, width=86, height=86, rx=10 if side == "soviet" else 2, fill=colours.ground),
        _pips(face),
        _band(face),
        size_mark(face.size, 50, 36, 36, colours.ink),
        symbol(face.symbol, 26, 38, 48, colours.sign, colours.frame),
        _name(face, colours),
        _move(face, colours),
    ]
    return "".join(parts)


def _band(face: Face) -> str:
    """The colour of its army or front along the foot."""
    tint = band_colour(face.band)
    return el("rect", x=7, y=85, width=86, height=8, fill=tint, stroke="#1a1a1a", stroke_width=0.8) if tint else ""


def _pips(face: Face) -> str:
    """The strength: one pip per step left, a faint ring for each step lost; a heart for an exhausted headquarters."""
    if face.pips == "heart":
        heart = el(
            "path",
            d=HEART,
            fill="#d23b5f",
            stroke="#ffffff",
            stroke_width=1.4,
            transform="translate(50,19) scale(1.35)",
        )
        return group([heart], class_="pips heart")
    count = max(face.max_steps, face.steps)
    parts = []
    for i in range(count):
        x = 50 + (i - (count - 1) / 2) * 19
        parts.append(
            _pip(face, x, 18) if i < face.steps else el("circle", cx=x, cy=18, r=3, fill="#000000", fill_opacity=0.28)
        )
    return group(parts, class_=f"pips {face.fire or 'sf'}")


def _pip(face: Face, x: float, y: float) -> str:
    pip = PIPS.get(face.fire or "sf", PIPS["sf"])
    fill, rim = pip.fill, pip.rim
    if face.pips == "stars":
        return el("path", d=polygon(star_points(x, y, 9.5)), fill=fill, stroke="#1d1d1d", stroke_width=1.6)
    if face.fire == "tf":
        return el(
            "path", d=polygon([(x, y - 9), (x + 9, y), (x, y + 9), (x - 9, y)]), fill=fill, stroke=rim, stroke_width=1.6
        )
    if face.fire == "none":
        return el("rect", x=x - 6.5, y=y - 6.5, width=13, height=13, fill=fill, stroke=rim, stroke_width=1.6)
    if face.fire == "df":
        return el("circle", cx=x, cy=y, r=6.6, fill=fill, stroke=rim, stroke_width=3.2)
    return el("circle", cx=x, cy=y, r=7.6, fill=fill, stroke=rim, stroke_width=1.2)


def _name(face: Face, colours: Paint) -> str:
    if not face.name:
        return ""
    room, x = (60, 41) if face.move else (82, 50)
    full, foot = (16.0, 83.0) if band_colour(face.band) else (19.0, 88.0)
    size = min(full, full * room / max(1.0, fonts.width(fonts.FIGURES, face.name, full)))
    style = {"fill": colours.ink, "text_anchor": "middle", **fonts.FIGURES.style()}
    return text(face.name, x, foot, font_size=round(size, 1), **style)


def _move(face: Face, colours: Paint) -> str:
    if not face.move:
        return ""
    style = {"fill": colours.ink, "text_anchor": "end", **fonts.FIGURES.style()}
    return text(face.move, 89, 89 - (6 if band_colour(face.band) else 0), font_size=21, **style)


def line_svg(owner: str, size: float = 46.0, names: Sequence[str] = ()) -> str:
    """A defensive line: a beam with battlements."""
    tint = SIDE_STRONG.get(owner, "#666666")
    d = "M0,78V58H12V48H26V58H37V48H51V58H62V48H76V58H88V48H100V78z"
    beam = el("path", d=d, fill=tint, stroke="#1a1a1a", stroke_width=2.5, stroke_linejoin="round")
    light = el("path", d="M4,66H96", stroke="#ffffff", stroke_opacity=0.35, stroke_width=3)
    return group(
        [beam + light + marks.badges(names, FULL)], transform=f"scale({size / FULL:.3f})", class_=f"beam {owner}"
    )


def disc_svg(face: Face | None, owner: str, size: float = 34.0, names: Sequence[str] = ()) -> str:
    """A round piece, such as a fleet or a bomber: its silhouette and its strength."""
    tint = SIDE_STRONG.get(owner, "#5d6166")
    parts = [el("circle", cx=50, cy=50, r=46, fill=tint, stroke="#1a1a1a", stroke_width=4)]
    if face:
        frame = paint(face.nation, owner).frame
        parts.append(el("circle", cx=50, cy=50, r=38, fill=frame))
        parts.append(picture(face.symbol, 21, 24, 58, "#1d1d1d"))
        words = face.strength or face.name
        shown = min(24.0, 24.0 * 52 / max(1.0, fonts.width(fonts.FIGURES, words, 24)))
        style = {"fill": "#1d1d1d", "text_anchor": "middle", **fonts.FIGURES.style()}
        parts.append(text(words, 50, 81, font_size=round(shown, 1), **style) if words else "")
    body = "".join(parts) + marks.badges(names, FULL)
    return group([body], transform=f"scale({size / FULL:.3f})", class_=f"disc {owner}")
