"""The colours of pieces are in one file, read by the drawings and by the browser client."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from rasputitsa.board.drawing import colours

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "src/rasputitsa/board/drawing/colours.json"
WRITTEN = re.compile(r"#[0-9a-fA-F]{6}")


def own_colours() -> set[str]:
    """The colours of nations and sides; white and black belong to everybody."""
    book = msgspec.json.decode(BOOK.read_bytes())
    grounds = {paint[part] for paint in book["nations"].values() for part in ("ground", "edge", "frame")}
    return grounds | set(book["strong"].values())


def test_no_other_file_has_a_copy_of_a_nations_colour():
    sources = [*(ROOT / "web/src").rglob("*.*"), *BOOK.parent.glob("*.py")]
    texts = {
        path: path.read_text(encoding="utf-8") for path in sources if path.suffix in (".ts", ".tsx", ".css", ".py")
    }
    assert len(texts) > 80
    copies = {str(path.relative_to(ROOT)): found for path, text in texts.items() if (found := _written(text))}
    assert copies == {}


def _written(text: str) -> set[str]:
    return {colour.lower() for colour in WRITTEN.findall(text)} & own_colours()


def test_every_nation_has_all_its_colours_and_a_sign_that_reads_on_its_frame():
    for name, paint in colours.NATIONS.items():
        assert all(WRITTEN.fullmatch(colour) for colour in (paint.ground, paint.frame, paint.ink, paint.sign)), name
        assert _light(paint.frame) - _light(paint.sign) > 0.4, name


def _light(colour: str) -> float:
    return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) / 765
