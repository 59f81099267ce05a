"""Colours and emblems of sides and nations. A side has a shape too: Axis square and cross, Soviets round and star."""

from __future__ import annotations

from typing import NamedTuple

from rasputitsa.board.drawing.sites import star_points
from rasputitsa.board.drawing.svg import el, num, polygon


class Paint(NamedTuple):
    """The colours of a counter: ground, symbol frame, ink."""

    ground: str
    frame: str
    ink: str


NATIONS = {
    "german": Paint("#b4bbb3", "#dfe3dc", "#1d211e"),
    "ss": Paint("#34373a", "#d7d9da", "#f2f2ef"),
    "rumanian": Paint("#dcc466", "#f6ebbd", "#2a240e"),
    "hungarian": Paint("#9dbb86", "#dbe8cf", "#1b2714"),
    "italian": Paint("#83b3a5", "#d3e6df", "#12261f"),
    "finnish": Paint("#d5e1ec", "#f7fafc", "#17304f"),
    "slovak": Paint("#b7aed0", "#e6e1f1", "#221b36"),
    "soviet": Paint("#cfa77e", "#f0dfca", "#2c190c"),
    "soviet-red": Paint("#c65844", "#f3cdc2", "#1f0401"),
    "polish": Paint("#d995a0", "#f6dfe3", "#3a0d16"),
    "yugoslav": Paint("#8fa9cf", "#dbe5f3", "#101f38"),
}
SIDES = {"axis": NATIONS["german"], "soviet": NATIONS["soviet"]}
SIDE_STRONG = {"axis": "#4d565f", "soviet": "#b23429"}
"""The full colour of a side: blocks, flags, backs."""
SOVIET_NATIONS = {"soviet", "soviet-red", "polish", "yugoslav"}
BANDS = {
    "red": "#c0392b",
    "blue": "#2f6fb0",
    "green": "#3f8f4f",
    "yellow": "#e0b92a",
    "orange": "#dd7f26",
    "white": "#f5f3ec",
    "black": "#222222",
    "brown": "#7a5230",
    "purple": "#7a4a8f",
    "grey": "#8a8f94",
    "pink": "#d98aa0",
}
BATTLES = ("#c0392b", "#2f6fb0", "#3f8f4f", "#dd7f26", "#7a4a8f", "#0f8b8d", "#b0892a", "#a13670")


def paint(nation: str, owner: str) -> Paint:
    """Colours of a nation, or of its side when it is not known."""
    return NATIONS.get(nation) or SIDES.get(owner) or NATIONS["german"]


def band_colour(band: str) -> str:
    """The colour of an army's or front's stripe; empty when it has none of its own."""
    return BANDS.get(band, band if band.startswith("#") else "")


def side_of(nation: str) -> str:
    return "soviet" if nation in SOVIET_NATIONS else "axis"


def emblem(side: str, x: float, y: float, r: float, fill: str, line: str) -> str:
    """The shape of a side: a cross or a star."""
    if side == "soviet":
        return el("path", d=polygon(star_points(x, y, r)), fill=fill, stroke=line, stroke_width=num(r * 0.16))
    arm = r * 0.36
    d = f"M{num(x - arm)},{num(y - r)}h{num(2 * arm)}v{num(r - arm)}h{num(r - arm)}v{num(2 * arm)}h{num(arm - r)}"
    d += f"v{num(r - arm)}h{num(-2 * arm)}v{num(arm - r)}h{num(arm - r)}v{num(-2 * arm)}h{num(r - arm)}z"
    return el("path", d=d, fill=fill, stroke=line, stroke_width=num(r * 0.2))


def flag(side: str, x: float, y: float) -> str:
    """A flag of the side that controls a place, its foot at x, y."""
    tint = SIDE_STRONG.get(side, "#777777")
    shape = (
        f"M{num(x)},{num(y - 27)}h20v14h-20z"
        if side == "axis"
        else f"M{num(x)},{num(y - 27)}q5,-3 10,0t10,0v14q-5,3 -10,0t-10,0z"
    )
    pole = el("path", d=f"M{num(x)},{num(y)}v-28", stroke="#241f18", stroke_width=2.2, stroke_linecap="round")
    cloth = el("path", d=shape, fill=tint, stroke="#241f18", stroke_width=1)
    return el("g", pole + cloth + emblem(side, x + 10, y - 20, 5.2, "#ffffff", "none"), class_=f"flag {side}")
