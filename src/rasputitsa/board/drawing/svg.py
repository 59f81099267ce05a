"""Small words for writing SVG by hand: numbers, elements, paths, text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]


def num(value: float) -> str:
    """A coordinate with one decimal at most: pictures stay small and diffs stay readable."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def attrs(given: dict[str, object]) -> str:
    """Attributes; underscores become hyphens, a trailing one is dropped (`class_`), None is left out."""
    parts = []
    for key, value in given.items():
        if value is None:
            continue
        text = num(value) if isinstance(value, float) else str(value)
        parts.append(f' {key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    return "".join(parts)


def el(name: str, content: str = "", /, **given: object) -> str:
    return f"<{name}{attrs(given)}>{content}</{name}>" if content else f"<{name}{attrs(given)}/>"


def group(parts: Iterable[str], **given: object) -> str:
    """A group; nothing at all when it would be empty."""
    content = "".join(parts)
    return el("g", content, **given) if content else ""


def text(words: str, x: float, y: float, **given: object) -> str:
    return el("text", escape(words), x=float(x), y=float(y), **given)


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points) + "z"


def polyline(points: Iterable[Point]) -> str:
    """Path data of an open polyline."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)
