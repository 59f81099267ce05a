"""One sheet that shows how to read the pieces: counters, blocks, unit symbols, marks. For the manual."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rasputitsa.board.drawing import symbols
from rasputitsa.board.drawing.blocks import block_svg, disc_svg, line_svg
from rasputitsa.board.drawing.boards import document, theme_named
from rasputitsa.board.drawing.counters import counter_svg
from rasputitsa.board.drawing.marks import BADGES, badge
from rasputitsa.board.drawing.svg import group, num, text
from rasputitsa.kernel.view import Face

WIDTH = 1180.0
MARGIN = 40.0
Cell = tuple[str, str]
"""A drawing and what it shows."""


def draw_specimen(*, theme: str = "light", fonts: bool = True) -> str:
    """The whole sheet as SVG."""
    colours = theme_named(theme)
    y, parts = MARGIN, []
    for heading, cells, wide, high in _sections(colours.ink):
        parts.append(text(heading, MARGIN, y + 14, class_="heading", font_size=26))
        rows, y = _rows(cells, y + 40, wide, high)
        parts.append(rows)
    return document(colours, WIDTH, y + MARGIN / 2, "", "".join(parts), fonts)


def _rows(cells: Sequence[Cell], top: float, wide: float, high: float) -> tuple[str, float]:
    """Cells in rows, and where the next section starts."""
    across = int((WIDTH - 2 * MARGIN) / wide)
    parts = []
    for i, (drawing, words) in enumerate(cells):
        row, column = divmod(i, across)
        x, y = MARGIN + column * wide, top + row * high
        parts.append(group([drawing], transform=f"translate({num(x)},{num(y)})"))
        parts.append(text(words, x, y + high - 22, class_="caption", font_size=14))
    return group(parts), top + -(-len(cells) // across) * high + 20


def _sections(ink: str) -> Iterable[tuple[str, list[Cell], float, float]]:
    yield "Counters", list(_counters()), 183, 144
    yield "Blocks", list(_blocks()), 183, 144
    yield "Unit symbols", list(_symbols(ink)), 137, 92
    yield "Marks", [(badge(name, 16, 18, 30), name.replace("_", " ")) for name in BADGES], 137, 74


def _counters() -> Iterable[Cell]:
    panzer = Face(symbol="armor", name="2nd Panzer", size="XXXX", strength="6", move="5", nation="german")
    whole: dict[str, Any] = {"steps": 2, "max_steps": 2}
    yield counter_svg(_with(panzer, **whole), 96, acts=True), "Full strength, may act"
    yield counter_svg(_with(panzer, steps=1, max_steps=2, strength="3"), 96), "Reduced"
    front = Face(symbol="infantry", name="West Front", size="XXXXX", strength="4", move="3", nation="soviet")
    yield counter_svg(_with(front, steps=1, max_steps=2), 96), "Soviet: round, with a star"
    yield counter_svg(_with(front, **whole, nation="soviet-red", name="1st Byelorussian"), 96), "Improved Soviet side"
    yield counter_svg(_with(front, white=True, name="Leningrad Front"), 96), "White: may not attack"
    yield (
        counter_svg(Face(symbol="fort", name="Sevastopol", strength="(3)", nation="soviet"), 96),
        "Fort: does not move",
    )
    for nation in ("rumanian", "hungarian", "italian", "finnish", "slovak", "polish", "yugoslav"):
        ally = Face(symbol="infantry", name="3rd Army", size="XXXX", strength="2", move="3", nation=nation)
        yield counter_svg(ally, 96), nation.capitalize()
    yield counter_svg(None, 96, owner="axis"), "Axis back"
    yield counter_svg(None, 96, owner="soviet"), "Soviet back"


def _blocks() -> Iterable[Cell]:
    corps = Face(symbol="armor", name="3 Pz", size="XXX", nation="german", move="5", pips="dots", max_steps=4)
    yield block_svg(_with(corps, fire="tf", steps=4, band="red"), 80), "Triple fire: diamonds"
    yield block_svg(_with(corps, fire="df", steps=3, symbol="infantry", move="3"), 80), "Double fire: rings"
    army = _with(corps, nation="soviet", symbol="infantry", name="26th Army", size="XXXX", move="3")
    yield block_svg(_with(army, fire="sf", steps=2), 80), "Single fire: dots"
    chief = Face(symbol="hq", name="Kleist", nation="german", move="5", fire="df", pips="stars", max_steps=4)
    yield block_svg(_with(chief, steps=3), 80), "Headquarters: stars"
    yield block_svg(_with(chief, symbol="air-hq", fire="none", name="5 FK", steps=2, move=""), 80), "Blue: no fire"
    yield block_svg(_with(chief, nation="soviet", name="SW Front", pips="heart", steps=0), 80), "Exhausted: a heart"
    yield block_svg(_with(army, fire="sf", steps=3), 80, names=["lying"]), "Revealed: lies flat"
    yield block_svg(None, 80, owner="axis"), "Axis, unknown"
    yield block_svg(None, 80, owner="soviet"), "Soviet, unknown"
    yield line_svg("soviet", 80), "Defensive line"
    yield disc_svg(Face(symbol="bomber", name="Ju 88", nation="german"), "axis", 76), "Bomber"
    yield disc_svg(Face(symbol="battleship", strength="3", nation="soviet"), "soviet", 76), "Fleet"


def _symbols(ink: str) -> Iterable[Cell]:
    for kind in symbols.load().types:
        yield symbols.symbol(kind, 2, 4, 72, "#1d211e", "#f3efe2"), kind.replace("-", " ")
    for size in symbols.load().sizes:
        yield symbols.size_mark(size, 36, 36, 72, ink), size


def _with(face: Face, **changes: Any) -> Face:
    """The same face with other values."""
    return msgspec.structs.replace(face, **changes)
