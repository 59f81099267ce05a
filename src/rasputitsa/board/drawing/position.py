"""A position: the board with the pieces, control, battles and off-map boxes of a view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rasputitsa.board.drawing import boxes as box_strip
from rasputitsa.board.drawing import marks
from rasputitsa.board.drawing.boards import (
    LEGEND,
    Board,
    area_canvas,
    board_layers,
    board_size,
    document,
    geometry,
    legend_strip,
    theme_named,
)
from rasputitsa.board.drawing.colours import BATTLES, SIDE_STRONG, flag
from rasputitsa.board.drawing.curves import flowing
from rasputitsa.board.drawing.front import front_line
from rasputitsa.board.drawing.palette import Theme
from rasputitsa.board.drawing.pieces import by_place, cluster, stack
from rasputitsa.board.drawing.svg import Point, el, group, num, polygon, text
from rasputitsa.board.maps import HexMap
from rasputitsa.kernel.view import Box, Phase, PlaceState, View

STACK_LIMIT = 4
"""More counters than this in a hex are laid side by side."""


def draw_position(
    board: Board,
    view: View,
    *,
    theme: str = "light",
    boxes: Sequence[Box] = (),
    sequence: Sequence[Phase] = (),
    numbers: bool = True,
    legend: bool = True,
    fonts: bool = True,
    front: bool = False,
) -> str:
    """What a view shows, as SVG. `boxes` and `sequence` come from the title's board and give labels. `front` draws the
    line between the two sides, which a board of areas has anyway."""
    colours = theme_named(theme)
    layers = board_layers(board, colours, numbers)
    where = geometry(board)
    width, height = board_size(board)
    stacks = by_place(view.pieces)
    top = height + (LEGEND if legend else 0)
    aside = box_strip.sorted_boxes(stacks, boxes, set(where["places"]))
    strip, deep = box_strip.strip(colours, width, top, aside, where["piece"])
    body = [
        layers.body,
        front_line(view, where["places"]) if front and isinstance(board, HexMap) else _front(board, view.places),
        draw_states(board, view.places, where),
        draw_pieces(board, stacks, where),
        draw_arrows(view.lines, where),
        _banner(view, sequence, colours, width),
        legend_strip(board, colours) if legend else "",
        strip,
    ]
    return document(colours, width, top + deep, layers.definitions, "".join(body), fonts)


def _front(board: Board, places: Sequence[PlaceState]) -> str:
    """On an area board: the line between the two sides, dark towards the Axis and red towards the Soviets."""
    if isinstance(board, HexMap):
        return ""
    control = {state.id: state.control for state in places if state.control}
    canvas = area_canvas(board)
    parts = []
    for (a, b), lines in canvas.lines.items():
        if control.get(a, "") == control.get(b, "") or a not in control or b not in control:
            continue
        for line in (line for line in lines if len(line) > 1):
            for side, tint in SIDE_STRONG.items():
                own = a if control[a] == side else b
                shifted = _towards(line, canvas.room[own][0], 3.2)
                parts.append(el("path", d=flowing(shifted), stroke=tint))
    return group(parts, class_="front", fill="none", stroke_width=6, stroke_linejoin="round", stroke_opacity=0.85)


def _towards(line: Sequence[Point], goal: Point, by: float) -> list[Point]:
    """A line moved sideways, to the side where the goal lies."""
    (ax, ay), (bx, by_) = line[0], line[-1]
    left = (bx - ax) * (goal[1] - ay) - (by_ - ay) * (goal[0] - ax) > 0
    moved = []
    for i, (x, y) in enumerate(line):
        (px, py), (qx, qy) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        run = math.hypot(qx - px, qy - py) or 1.0
        sign = by if left else -by
        moved.append((x - (qy - py) / run * sign, y + (qx - px) / run * sign))
    return moved


def draw_states(board: Board, places: Sequence[PlaceState], where: dict[str, Any]) -> str:
    """Control flags, battle halos and marks of places."""
    parts = []
    for state in places:
        place = where["places"].get(state.id)
        if place is None:
            continue
        if state.battle:
            parts.append(_halo(place, state.battle))
        if state.control and isinstance(board, HexMap):
            parts.append(_flag(place, state.control, where["piece"]))
        spots = ((place["x"] - 30 + 24 * i, place["y"] + 34) for i in range(len(state.marks)))
        parts += [marks.badge(name, x, y, 20) for name, (x, y) in zip(state.marks, spots)]
    return group(parts, class_="states")


def _halo(place: dict[str, Any], battle: int) -> str:
    tint = BATTLES[(battle - 1) % len(BATTLES)]
    d = "".join(polygon([tuple(p) for p in ring]) for ring in place["rings"])
    return el(
        "path", d=d, fill=tint, fill_opacity=0.18, stroke=tint, stroke_width=5, stroke_opacity=0.9, class_="battle"
    )


def _flag(place: dict[str, Any], side: str, size: float) -> str:
    """The flag of the side in control, at the left of where the pieces stand."""
    reach = min(float(place["r"]), size * 0.72)
    return flag(side, place["x"] - reach + 2, place["y"] - 6)


def draw_pieces(board: Board, stacks: dict[str, list[Any]], where: dict[str, Any]) -> str:
    parts = []
    for name, pieces in stacks.items():
        place = where["places"].get(name)
        if place is None:
            continue
        x, y, room = place["x"], place["y"], place["r"]
        if isinstance(board, HexMap) and len(pieces) <= STACK_LIMIT:
            parts.append(stack(pieces, x, y, where["piece"]))
        else:
            parts.append(cluster(pieces, x, y, where["piece"], room * (1.6 if len(place["rings"][0]) > 6 else 1.0)))
    return group(parts, class_="pieces")


def draw_arrows(lines: Sequence[Sequence[str]], where: dict[str, Any]) -> str:
    """Arrows between places, such as attacks, coloured by battle."""
    parts = []
    for kind, start, end, *rest in lines:
        a, b = where["places"].get(start), where["places"].get(end)
        if a and b and a is not b:
            tint = BATTLES[(int(rest[0]) - 1) % len(BATTLES)] if rest and rest[0].isdigit() else "#333333"
            parts.append(
                el(
                    "path",
                    d=arrow((a["x"], a["y"]), (b["x"], b["y"])),
                    fill=tint,
                    stroke="#ffffff",
                    stroke_width=1.5,
                    class_=f"arrow {kind}",
                )
            )
    return group(parts, class_="arrows")


def arrow(a: Point, b: Point) -> str:
    """An arrow from near one centre to near another."""
    run = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / run, (b[1] - a[1]) / run

    def at(along: float, aside: float) -> Point:
        return a[0] + ux * along - uy * aside, a[1] + uy * along + ux * aside

    start, neck, tip = run * 0.28, run * 0.72 - 16, run * 0.72
    return polygon([at(start, -3), at(neck, -5), at(neck, -12), at(tip, 0), at(neck, 12), at(neck, 5), at(start, 3)])


def _banner(view: View, sequence: Sequence[Phase], theme: Theme, width: float) -> str:
    """The line at the top: turn, date, phase, and the tracks."""
    banner = view.banner
    phase = next((p.label for p in sequence if p.id == banner.phase), banner.phase)
    words = [
        f"Turn {banner.turn} of {banner.last_turn}",
        banner.date,
        phase,
        banner.weather,
        view.result.reason if view.result else "",
    ]
    left = "  ·  ".join(w for w in words if w)
    right = "  ·  ".join(f"{t.side.capitalize()} {t.label} {t.value}".strip() for t in banner.tracks)
    back = el("rect", width=num(width), height=29, fill=theme.panel, fill_opacity=0.9)
    return group(
        [
            back,
            text(left, 18, 21, class_="heading", font_size=19),
            text(right, width - 18, 21, class_="caption", font_size=16, text_anchor="end"),
        ],
        class_="banner",
    )
