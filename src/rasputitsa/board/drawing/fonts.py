"""The bundled typefaces: how wide a text is, and how an SVG or the PNG writer finds them."""

from __future__ import annotations

import struct
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import NamedTuple

FOLDER = "rasputitsa.board.drawing"


class Font(NamedTuple):
    """One of the typefaces in `fonts/` (see the README there)."""

    family: str
    weight: int
    italic: bool
    file: str

    def style(self) -> dict[str, object]:
        """SVG attributes that choose it."""
        return {
            "font_family": self.family,
            "font_weight": self.weight,
            "font_style": "italic" if self.italic else None,
        }


CITY = Font("Alegreya Sans", 700, False, "alegreya-sans-700.ttf")
TOWN = Font("Alegreya Sans", 500, False, "alegreya-sans-500.ttf")
WATER = Font("Alegreya", 500, True, "alegreya-500-italic.ttf")
TITLE = Font("Alegreya SC", 700, False, "alegreya-sc-700.ttf")
FIGURES = Font("Barlow Condensed", 700, False, "barlow-condensed-700.ttf")
QUIET = Font("Barlow Condensed", 500, False, "barlow-condensed-500.ttf")
ALL = (CITY, TOWN, WATER, TITLE, FIGURES, QUIET)


def width(font: Font, words: str, size: float, spacing: float = 0.0) -> float:
    """How wide a text is set; kerning left aside, so it errs on the wide side."""
    advances = _advances(font.file)
    default = advances.get(ord("n"), 0.5)
    return sum(advances.get(ord(c), default) for c in words) * size + spacing * max(0, len(words) - 1)


def file_names() -> list[str]:
    """Paths of the font files, for the PNG writer."""
    return [str(files(FOLDER) / "fonts" / font.file) for font in ALL]


@cache
def face_rules() -> str:
    """CSS @font-face rules with the fonts inside, so that a picture looks the same on every machine."""
    return "".join(
        f"@font-face{{font-family:'{font.family}';font-weight:{font.weight};"
        f"font-style:{'italic' if font.italic else 'normal'};"
        f"src:url(data:font/ttf;base64,{b64encode(_bytes(font.file)).decode()})}}"
        for font in ALL
    )


def _bytes(name: str) -> bytes:
    return (files(FOLDER) / "fonts" / name).read_bytes()


@cache
def _advances(name: str) -> dict[int, float]:
    """Advance width per character in ems, read from the tables head, hhea, hmtx and cmap of the font."""
    data = _bytes(name)
    tables = _tables(data)
    em = struct.unpack_from(">H", data, tables["head"] + 18)[0]
    metrics = struct.unpack_from(">H", data, tables["hhea"] + 34)[0]
    widths = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * i)[0] / em for i in range(metrics)]
    return {char: widths[min(glyph, metrics - 1)] for char, glyph in _characters(data, tables["cmap"]).items()}


def _tables(data: bytes) -> dict[str, int]:
    count = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    return {tag.decode(): offset for tag, _, offset, _ in records}


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Character to glyph, from a cmap subtable of format 4 (the Basic Multilingual Plane)."""
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    for i in range(count):
        start = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)[2]
        if struct.unpack_from(">H", data, start)[0] == 4:
            return _format_4(data, start)
    raise ValueError("the font has no cmap of format 4")


def _format_4(data: bytes, start: int) -> dict[int, int]:
    segments = struct.unpack_from(">H", data, start + 6)[0] // 2
    form = f">{segments}H"
    ends = struct.unpack_from(form, data, start + 14)
    starts = struct.unpack_from(form, data, start + 16 + 2 * segments)
    deltas = struct.unpack_from(form, data, start + 16 + 4 * segments)
    ranges_at = start + 16 + 6 * segments
    ranges = struct.unpack_from(form, data, ranges_at)
    found = {}
    for i in range(segments):
        for char in range(starts[i], min(ends[i], 0xFFFE) + 1):
            glyph = char
            if ranges[i]:
                glyph = struct.unpack_from(">H", data, ranges_at + 2 * i + ranges[i] + 2 * (char - starts[i]))[0]
                if not glyph:
                    continue
            found[char] = (glyph + deltas[i]) & 0xFFFF
    return found
