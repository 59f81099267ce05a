"""A picture that can be looked at: SVG text that shows itself in a notebook and saves itself as a file."""

from __future__ import annotations

from pathlib import Path

from rasputitsa.board.drawing.png import to_png
from rasputitsa.kernel.errors import Invalid


class Picture(str):
    """SVG text. In a notebook it is drawn; `save` writes it as .svg or .png."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<picture, {len(self):,} characters of SVG>"

    def save(self, file: str | Path, zoom: float = 1.0) -> Path:
        """Write it to a file, whose ending says how: .svg, or .png at a zoom."""
        path = Path(file)
        if path.suffix.lower() == ".svg":
            path.write_text(str(self), encoding="utf-8")
        elif path.suffix.lower() == ".png":
            path.write_bytes(to_png(str(self), zoom))
        else:
            raise Invalid(f"{path}: a picture's name ends in .svg or .png")
        return path
