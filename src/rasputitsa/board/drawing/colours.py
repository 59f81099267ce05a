"""Colours and emblems of sides and nations. A side has a shape too: Axis square and cross, Soviets round and star."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from rasputitsa.board.drawing.sites import star_points
from rasputitsa.board.drawing.svg import el, num, polygon


class Paint(msgspec.Struct, frozen=True):
    """The colours of a counter: ground, symbol frame, ink, and the ink of the sign in the frame."""

    ground: str
    frame: str
    ink: str
    sign: str


class Pip(msgspec.Struct, frozen=True):
    fill: str
    rim: str


class _Colours(msgspec.Struct, frozen=True):
    """The file colours.json; the browser client reads the same one."""

    nations: dict[str, Paint]
    sides: dict[str, str]
    strong: dict[str, str]
    bands: dict[str, str]
    battles: tuple[str, ...]
    pips: dict[str, Pip]


_BOOK = msgspec.json.decode((files("rasputitsa.board.drawing") / "colours.json").read_bytes(), type=_Colours)
NATIONS = _BOOK.nations
SIDES = {side: NATIONS[nation] for side, nation in _BOOK.sides.items()}
SIDE_STRONG = _BOOK.strong
"""The full colour of a side: blocks, flags, backs."""
SOVIET_NATIONS = {"soviet", "soviet-red", "polish", "yugoslav"}
BANDS = _BOOK.bands
BATTLES = _BOOK.battles
PIPS = _BOOK.pips
"""By firepower: single dark dots, double hollow rings, triple red diamonds, none blue squares."""


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
