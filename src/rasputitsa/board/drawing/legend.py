"""The strip below a board: title, key to the signs, compass and scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.svg import Point, el, group, num, polygon, text

HEIGHT = 226.0
ROWS = 4
ROW = 46.0
TITLE_WIDTH = 600.0
SCALE_WIDTH = 390.0


class Entry(NamedTuple):
    """A line of the key: a sign drawn around (0, 0), some 46 by 36 large, and what it means."""

    sign: str
    words: str


class Caption(NamedTuple):
    """The words of the title cartouche."""

    title: str
    subtitle: str
    note: str


def strip(
    theme: Theme,
    width: float,
    top: float,
    caption: Caption,
    entries: Sequence[Entry],
    north: float,
    bar: tuple[float, int],
) -> str:
    """The whole strip. `north` is the bearing of north in degrees from the top; `bar` a length in pixels and its km."""
    parts = [
        el(
            "rect",
            x=14,
            y=top,
            width=width - 28,
            height=HEIGHT - 14,
            rx=4,
            fill=theme.panel,
            stroke=theme.ink,
            stroke_opacity=0.5,
        ),
        el(
            "rect",
            x=19,
            y=top + 5,
            width=width - 38,
            height=HEIGHT - 24,
            rx=2,
            fill="none",
            stroke=theme.ink,
            stroke_opacity=0.3,
        ),
        _cartouche(theme, top, caption),
        _key(width, top, entries),
        _compass(theme, width - 96, top + 74, north),
        _scale(theme, width - 56 - bar[0], top + 164, bar),
    ]
    return group(parts, class_="legend")


def _cartouche(theme: Theme, top: float, caption: Caption) -> str:
    rule = el(
        "path",
        d=f"M52,{num(top + 118)}h{num(TITLE_WIDTH - 110)}",
        stroke=theme.ink,
        stroke_opacity=0.5,
        stroke_width=1.2,
    )
    size = min(52.0, 52.0 * 21 / max(1, len(caption.title)))
    return (
        text(caption.title, 50, top + 74, class_="heading", font_size=round(size))
        + text(caption.subtitle, 52, top + 104, class_="region", font_size=20, letter_spacing=1.5)
        + rule
        + text(caption.note, 52, top + 144, class_="caption", font_size=15)
    )


def _key(width: float, top: float, entries: Sequence[Entry]) -> str:
    columns = math.ceil(len(entries) / ROWS)
    wide = min(280.0, (width - TITLE_WIDTH - SCALE_WIDTH) / max(1, columns))
    parts = []
    for i, entry in enumerate(entries):
        x = TITLE_WIDTH + (i // ROWS) * wide + 28
        y = top + 34 + (i % ROWS) * ROW
        parts.append(group([entry.sign], transform=f"translate({num(x)},{num(y)})"))
        parts.append(text(entry.words, x + 34, y + 5, class_="caption", font_size=16))
    return group(parts, class_="key")


def _compass(theme: Theme, x: float, y: float, north: float) -> str:
    """A needle that points north, which is not always up."""
    light = polygon([(0, -52), (0, 0), (-11, 11)])
    dark = polygon([(0, -52), (11, 11), (0, 0)])
    ring = el("circle", r=34, fill="none", stroke=theme.ink, stroke_opacity=0.45)
    ticks = "".join(
        f"M{num(30 * math.sin(a))},{num(30 * math.cos(a))}L{num(38 * math.sin(a))},{num(38 * math.cos(a))}"
        for a in _angles(8)
    )
    needle = (
        el("path", d=light, fill=theme.panel, stroke=theme.ink, stroke_linejoin="round")
        + el("path", d=dark, fill=theme.ink, stroke=theme.ink, stroke_linejoin="round")
        + text("N", 0, -58, class_="heading", font_size=22, text_anchor="middle")
    )
    turned = group(
        [el("path", d=ticks, stroke=theme.ink, stroke_opacity=0.5), needle], transform=f"rotate({num(north)})"
    )
    return group([ring, turned], transform=f"translate({num(x)},{num(y + 14)})", class_="compass")


def _angles(count: int) -> list[float]:
    return [2 * math.pi * i / count for i in range(count)]


def _scale(theme: Theme, x: float, y: float, bar: tuple[float, int]) -> str:
    """A bar of three parts with its kilometres."""
    long, km = bar
    third = long / 3
    parts = [
        el(
            "rect",
            x=x + i * third,
            y=y,
            width=third,
            height=7,
            fill=theme.ink if i % 2 == 0 else theme.panel,
            stroke=theme.ink,
        )
        for i in range(3)
    ]
    marks = [
        text(str(km * i // 3), x + i * third, y - 7, class_="figures", font_size=14, text_anchor="middle")
        for i in range(4)
    ]
    unit = text("kilometres", x, y + 26, class_="caption", font_size=14)
    return group([*parts, *marks, unit], class_="scale")


def bearing(places: Sequence[tuple[Point, float]]) -> float:
    """The direction of north in degrees from the top, from picture points and their latitudes."""
    n = len(places)
    mx, my = sum(p[0] for p, _ in places) / n, sum(p[1] for p, _ in places) / n
    mean = sum(lat for _, lat in places) / n
    xx = sum((p[0] - mx) ** 2 for p, _ in places)
    xy = sum((p[0] - mx) * (p[1] - my) for p, _ in places)
    yy = sum((p[1] - my) ** 2 for p, _ in places)
    xl = sum((p[0] - mx) * (lat - mean) for p, lat in places)
    yl = sum((p[1] - my) * (lat - mean) for p, lat in places)
    whole = xx * yy - xy * xy
    east, south = (xl * yy - yl * xy) / whole, (yl * xx - xl * xy) / whole
    return math.degrees(math.atan2(east, -south))
