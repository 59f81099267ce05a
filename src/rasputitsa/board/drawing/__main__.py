"""Pictures for the manual: `python -m rasputitsa.board.drawing docs/pictures` draws the boards and the pieces."""

from __future__ import annotations

import sys
from pathlib import Path

from rasputitsa.board.drawing.boards import draw_board
from rasputitsa.board.drawing.png import to_png
from rasputitsa.board.drawing.specimen import draw_specimen
from rasputitsa.board.maps import load

BOARDS = ("no_retreat", "stalins_war", "kiev41")


def write(folder: Path) -> None:
    """All pictures, at half size."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in BOARDS:
        svg = draw_board(load(f"rasputitsa.titles.{name}"))
        (folder / f"board-{name.replace('_', '-')}.png").write_bytes(to_png(svg, zoom=0.5))
    (folder / "pieces.png").write_bytes(to_png(draw_specimen()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m rasputitsa.board.drawing FOLDER")
    write(Path(sys.argv[1]))
