"""[4.2] The blocks as they are printed."""

from __future__ import annotations

from functools import cache
from typing import Final

from rasputitsa.kernel.view import Face
from rasputitsa.titles.kiev41.components import AXIS, BLOCKS, MOVEMENT, SIDE

SYMBOLS: Final = {
    "leader": "leader",
    "hq": "hq",
    "lw_hq": "air-hq",
    "tank": "armor",
    "jaeger": "light",
}


@cache
def face(b: int, strength: int) -> Face:
    """4.2 A block as it is printed, turned to its strength; -1 when only its owner knows that."""
    block = BLOCKS[b]
    heart = block.steps[-1] == 0
    return Face(
        symbol=SYMBOLS.get(block.type, block.type),
        name=block.id,
        strength="" if strength < 0 else str(strength),
        move=str(MOVEMENT[b]) if MOVEMENT[b] else "",
        steps=max(0, strength),
        max_steps=block.steps[0],
        nation=block.nation or ("german" if SIDE[b] == AXIS else "soviet"),
        band="" if block.color == "none" else block.color,
        fire=block.fire.lower(),
        pips="heart" if heart and strength == 0 else "stars" if heart else "dots",
        text=notes(b),
    )


def notes(b: int) -> list[str]:
    """What else there is to say of a block."""
    block = BLOCKS[b]
    out = [block.name]
    if block.blitz:
        out.append("Blitz HQ (10.17)")
    if block.color == "any":
        out.append("Commands all Soviet blocks (10.6, 10.7)")
    elif block.color == "white":
        out.append("Commanded by any Tactical HQ (4.2.6)")
    if block.remnant:
        out.append("Remnant: deployed at minimum strength (5.0)")
    if block.mark in ("S", "N"):
        out.append(f"Available from {'September' if block.mark == 'S' else 'November'} (5.1)")
    return out
