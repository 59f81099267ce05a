"""PNG pictures of our SVG, with the bundled typefaces only, so that every machine draws the same."""

from __future__ import annotations

import resvg_py

from rasputitsa.board.drawing import fonts


def to_png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture as PNG bytes."""
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts.file_names(), zoom=zoom)
    )
