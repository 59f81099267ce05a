"""The static part of every view."""

from __future__ import annotations

from functools import cache

from rasputitsa.kernel.view import Board, Box, CardEvent, CardFace, Phase, Place
from toy.components import COMPONENTS, PLACES
from toy.rulebook import rules

REMOVED = "box:dead"


@cache
def board() -> Board:
    return Board(
        title="toy",
        label="Toy",
        places=[Place(id=place) for place in PLACES],
        boxes=[Box(id=REMOVED, label="Removed")],
        cards=[
            CardFace(id=number, number=str(number), events=[CardEvent(side="", name=card.name, text=card.text)])
            for number, card in enumerate(COMPONENTS.cards)
        ],
        sequence=[Phase(id="turn", label="Turn", rule="T.2")],
        rules=rules(),
    )
