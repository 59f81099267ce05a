"""The parts of a board picture."""

from __future__ import annotations

from dataclasses import dataclass

from rasputitsa.board.drawing.labels import Label, Placed


@dataclass(frozen=True)
class Layers:
    """Definitions, what lies under the pieces, the names with their boxes, and the names that found no room."""

    definitions: str
    body: str
    names: list[Placed]
    lost: list[Label]
