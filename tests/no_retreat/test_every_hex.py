"""Every hex and area, those out of play among them, is what the board says of it: its line stands on a sheet in
`printed/`. `python -m tests.no_retreat.test_every_hex` writes it anew after a change that is meant."""

from __future__ import annotations

from pathlib import Path

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.board import board
from tests.sheets import differences, write

SHEET = Path(__file__).parent / "printed" / "board.txt"


def places() -> dict[str, str]:
    """What a player reads who points at a place."""
    return {
        f"{found.id} {found.name}".strip(): f"{found.kind or '-'}; {'; '.join(found.info)}" for found in board().places
    }


@rule("2.1", "8.3", "12.1", "12.7")
def test_every_hex_is_what_the_board_says():
    assert differences(places(), SHEET) == []


if __name__ == "__main__":
    write(places(), SHEET, "What a place is, and what a player reads who points at it")
