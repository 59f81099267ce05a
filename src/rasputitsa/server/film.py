"""A stretch of a game as an animated picture (WebP): what one seat saw, ply by ply, with arrows for the moves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
from PIL import Image, ImageDraw, ImageFont

from rasputitsa.board.drawing import draw_board, to_png
from rasputitsa.board.drawing.fonts import file_names
from rasputitsa.board.drawing.overlay import Step, Window, draw_overlay, window_on
from rasputitsa.board.maps import AreaMap, HexMap, load
from rasputitsa.kernel import Invalid, Title, View
from rasputitsa.server.boards import package_of
from rasputitsa.table import Table

MOST_PLIES = 400
MOST_SCENES = 90
WIDTH = 840
HEADING = 40
MOVE, REST = 700, 500
"""Milliseconds that a move is pointed at, and that its end is shown."""


class Scene(msgspec.Struct, frozen=True):
    """A picture of the film: the position, the moves pointed at, and the words above it."""

    view: View
    steps: list[Step]
    words: str
    lasts: int


def scenes(table: Table, seat: str, first: int, last: int) -> list[Scene]:
    """What that seat saw of a stretch of the game."""
    if not 0 <= first < last <= table.ply or last - first > MOST_PLIES:
        raise Invalid(f"a film is of 1 to {MOST_PLIES} actions of the {table.ply} that were played")
    return _scenes(table, seat, first, [table.past_view(seat, ply) for ply in range(first, last + 1)])


def animated(title: Title, found: Sequence[Scene]) -> bytes:
    """The scenes as an animated picture."""
    board = _map(title)
    window = window_on(board, [place for scene in found for _, *ends in scene.steps for place in ends])
    ground = _ground(title, window)
    pictures = [_picture(board, scene, window, ground) for scene in found]
    return _written(pictures, [scene.lasts for scene in found])


def _scenes(table: Table, seat: str, first: int, views: Sequence[View]) -> list[Scene]:
    """The plies in which something is seen, and the position before and after."""
    opening = _heading(views[0])
    found = [Scene(views[0], [], opening, REST)]
    for number, (before, after) in enumerate(pairwise(views), first):
        entry = table.log(seat, number, number + 1)[0]
        steps = moves(before, after)
        words = "; ".join(line.text for line in entry.lines) or entry.text
        if steps or entry.battle or (entry.lines and after.places != before.places):
            found += [Scene(before, steps, words, MOVE)] if steps else []
            found.append(Scene(after, [], words, REST + 60 * min(20, len(words) // 4) * entry.battle))
    shown = found[:1] + found[1:][-MOST_SCENES:]
    return [*shown, Scene(views[-1], [], _heading(views[-1]), 4 * REST)]


def moves(before: View, after: View) -> list[Step]:
    """The pieces that were seen in two places of the map."""
    was = {piece.id: piece.at for piece in before.pieces}
    steps = [(p.owner, was[p.id], p.at) for p in after.pieces if p.id in was and was[p.id] != p.at]
    return [step for step in steps if not any(end.startswith("box:") for end in step[1:])]


def _heading(view: View) -> str:
    banner = view.banner
    return f"Turn {banner.turn}, {banner.date}" + (f": {view.result.reason}" if view.result else "")


def _map(title: Title) -> HexMap | AreaMap:
    package = package_of(title)
    if not package:
        raise Invalid(f"{title.label} has no drawn map to film")
    return load(package)


@lru_cache(maxsize=8)
def _ground(title: Title, window: Window) -> Image.Image:
    """The board without pieces, the part that the film shows."""
    whole = _whole(title)
    board = _map(title)
    left, top, across, down = window
    zoom = whole.width / window_on(board, [])[2]
    part = whole.crop(tuple(round(x * zoom) for x in (left, top, left + across, top + down)))  # type: ignore[arg-type]
    return part.resize((WIDTH, round(WIDTH * down / across)), Image.Resampling.LANCZOS)


@lru_cache(maxsize=4)
def _whole(title: Title) -> Image.Image:
    return Image.open(io.BytesIO(to_png(draw_board(_map(title), legend=False)))).convert("RGB")


def _picture(board: HexMap | AreaMap, scene: Scene, window: Window, ground: Image.Image) -> Image.Image:
    svg = draw_overlay(board, scene.view, scene.steps, window, WIDTH)
    above = Image.open(io.BytesIO(to_png(svg))).convert("RGBA")
    picture = Image.new("RGB", (WIDTH, ground.height + HEADING), "#2c2822")
    picture.paste(ground, (0, HEADING))
    picture.paste(above, (0, HEADING), above)
    ImageDraw.Draw(picture).text((14, 9), _short(scene.words), "#f3ead6", _font())
    return picture


def _short(words: str, most: int = 100) -> str:
    return words if len(words) <= most else words[: most - 2].rstrip() + " …"


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file_names()[0], 19)


def _written(pictures: Sequence[Image.Image], lasts: Sequence[int]) -> bytes:
    out = io.BytesIO()
    pictures[0].save(
        out, "WEBP", save_all=True, append_images=list(pictures[1:]), duration=list(lasts), loop=0, quality=70, method=2
    )
    return out.getvalue()
