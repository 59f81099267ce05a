"""Small charts as SVG, in plain code: bars with intervals, points with intervals, lines with bands, columns."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rasputitsa.board.drawing.fonts import CITY, QUIET, TITLE, TOWN
from rasputitsa.board.drawing.svg import Point, el, polygon, polyline, text

PAPER, INK, GREY, GRID = "#f7f3e8", "#2b2722", "#7d766a", "#ddd5c3"
COLOURS = ("#5d6f63", "#b0452f", "#3b6a94", "#c08a2d", "#6d4c83", "#4a4a4a")
SIDE_COLOURS = {"axis": "#5d6f63", "soviet": "#b0452f", "draw": "#a39a88"}
WIDTH = 720.0


class Bar(NamedTuple):
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float
    note: str = ""
    colour: str = COLOURS[0]


class Line(NamedTuple):
    """A curve, perhaps with a band around it (both by x)."""

    label: str
    points: Sequence[Point]
    band: Sequence[tuple[float, float, float]] = ()
    """x, low, high"""
    colour: str = COLOURS[0]


class Frame(NamedTuple):
    """The plot area and the scales on it."""

    left: float
    top: float
    right: float
    bottom: float
    x0: float
    x1: float
    y0: float
    y1: float

    def x(self, value: float) -> float:
        return self.left + (value - self.x0) / ((self.x1 - self.x0) or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom - (value - self.y0) / ((self.y1 - self.y0) or 1) * (self.bottom - self.top)


def _page(heading: str, note: str, height: float, parts: Sequence[str]) -> str:
    head = [
        el("rect", width=WIDTH, height=height, fill=PAPER),
        text(heading, 24, 34, font_size=22, fill=INK, **TITLE.style()),
        text(note, 24, 54, font_size=14, fill=GREY, **TOWN.style()),
    ]
    size = f"0 0 {WIDTH:.0f} {height:.0f}"
    body = "".join([*head, *parts])
    return el("svg", body, xmlns="http://www.w3.org/2000/svg", viewBox=size, width=WIDTH, height=height) + "\n"


def _label(words: str, x: float, y: float, anchor: str = "start", colour: str = INK) -> str:
    return text(words, x, y, font_size=14, fill=colour, text_anchor=anchor, **TOWN.style())


def _figure(words: str, x: float, y: float, anchor: str = "middle") -> str:
    return text(words, x, y, font_size=13, fill=GREY, text_anchor=anchor, **QUIET.style())


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round values between two bounds."""
    rough = ((high - low) or 1.0) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    first = -(-low // step)
    return [k * step for k in range(int(first), int(high // step) + 1)]


def _grid_x(frame: Frame, values: Sequence[float], show: str = "{:g}") -> list[str]:
    rules = [
        el("path", d=polyline([(frame.x(v), frame.top), (frame.x(v), frame.bottom)]), stroke=GRID, fill="none")
        for v in values
    ]
    return rules + [_figure(show.format(v), frame.x(v), frame.bottom + 16) for v in values]


def _grid_y(frame: Frame, values: Sequence[float]) -> list[str]:
    rules = [
        el("path", d=polyline([(frame.left, frame.y(v)), (frame.right, frame.y(v))]), stroke=GRID, fill="none")
        for v in values
    ]
    return rules + [_figure(f"{v:g}", frame.left - 8, frame.y(v) + 4, "end") for v in values]


def intervals(heading: str, note: str, bars: Sequence[Bar], bounds: tuple[float, float], show: str = "{:.0%}") -> str:
    """Horizontal points with their intervals: win rates, the ladder."""
    row = 34.0
    frame = Frame(200, 74, WIDTH - 110, 74 + row * len(bars), *bounds, 0, 1)
    parts = _grid_x(frame, ticks(*bounds), show)
    for number, bar in enumerate(bars):
        y = frame.top + row * (number + 0.5)
        ends = [(frame.x(max(bounds[0], bar.low)), y), (frame.x(min(bounds[1], bar.high)), y)]
        parts += [
            _label(bar.label, frame.left - 14, y + 5, "end"),
            el("path", d=polyline(ends), stroke=bar.colour, stroke_width=3, stroke_linecap="round", fill="none"),
            el("circle", cx=frame.x(min(max(bar.value, bounds[0]), bounds[1])), cy=y, r=6, fill=bar.colour),
            _label(bar.note or show.format(bar.value), frame.right + 12, y + 5),
        ]
    return _page(heading, note, frame.bottom + 40, parts)


def lines(heading: str, note: str, curves: Sequence[Line], x_label: str, y_label: str) -> str:
    """Curves over turns, with bands."""
    xs = [x for c in curves for x, _ in c.points] or [0.0, 1.0]
    ys = [y for c in curves for _, y in c.points] + [v for c in curves for _, a, b in c.band for v in (a, b)]
    low, high = (min(ys), max(ys)) if ys else (0.0, 1.0)
    room = 0.05 * ((high - low) or 1)
    frame = Frame(64, 74, WIDTH - 130, 400, min(xs), max(xs), low - room, high + room)
    parts = [*_grid_x(frame, ticks(frame.x0, frame.x1, 8)), *_grid_y(frame, ticks(frame.y0, frame.y1))]
    for curve in curves:
        above = [(frame.x(x), frame.y(b)) for x, _, b in curve.band]
        below = [(frame.x(x), frame.y(a)) for x, a, _ in reversed(curve.band)]
        if above:
            parts.append(el("path", d=polygon([*above, *below]), fill=curve.colour, fill_opacity=0.16))
    for number, curve in enumerate(curves):
        path = [(frame.x(x), frame.y(y)) for x, y in curve.points]
        parts.append(el("path", d=polyline(path), stroke=curve.colour, stroke_width=2.5, fill="none"))
        y = frame.top + 18 * (number + 1)
        parts.append(el("path", d=polyline([(frame.right + 10, y - 5), (frame.right + 28, y - 5)]),
                        stroke=curve.colour, stroke_width=3))  # fmt: skip
        parts.append(_label(curve.label, frame.right + 34, y))
    parts += [_figure(x_label, (frame.left + frame.right) / 2, frame.bottom + 34), _figure(y_label, 24, 70, "start")]
    return _page(heading, note, frame.bottom + 48, parts)


def columns(heading: str, note: str, stacks: Mapping[str, Mapping[str, float]], x_label: str) -> str:
    """Upright columns, each a stack of named parts: the length of games by who won."""
    kinds = list(dict.fromkeys(kind for stack in stacks.values() for kind in stack))
    highest = max((sum(stack.values()) for stack in stacks.values()), default=1.0)
    frame = Frame(64, 74, WIDTH - 130, 360, 0, max(1, len(stacks)), 0, highest * 1.05)
    parts = _grid_y(frame, ticks(0, frame.y1))
    for number, (label, stack) in enumerate(stacks.items()):
        base = 0.0
        for kind, value in stack.items():
            colour = SIDE_COLOURS.get(kind, COLOURS[kinds.index(kind) % len(COLOURS)])
            top, bottom = frame.y(base + value), frame.y(base)
            x = frame.x(number + 0.15)
            width = 0.7 * (frame.right - frame.left) / len(stacks)
            parts.append(el("rect", x=x, y=top, width=width, height=bottom - top, fill=colour))
            base += value
        parts.append(_figure(label, frame.x(number + 0.5), frame.bottom + 16))
    for number, kind in enumerate(kinds):
        y = frame.top + 18 * (number + 1)
        colour = SIDE_COLOURS.get(kind, COLOURS[number % len(COLOURS)])
        parts.append(el("rect", x=frame.right + 12, y=y - 11, width=12.0, height=12.0, fill=colour))
        parts.append(text(kind, frame.right + 30, y, font_size=14, fill=INK, **CITY.style()))
    parts.append(_figure(x_label, (frame.left + frame.right) / 2, frame.bottom + 34))
    return _page(heading, note, frame.bottom + 48, parts)
