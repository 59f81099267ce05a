"""The two sides of a counter as they are printed."""

from __future__ import annotations

from functools import cache

from rasputitsa.kernel.view import Face
from rasputitsa.titles.no_retreat.component_types import Unit
from rasputitsa.titles.no_retreat.game import UNITS

SYMBOLS = {
    "cadre": "cadre",
    "volkssturm": "militia",
    "garrison": "garrison",
    "paratroop": "airborne",
    "fortress": "fort",
}
NOTES = {
    "ss-panzer": "SS Panzer: always has the armor bonus; takes the step of an EX when attacking (14.5)",
    "ss-panzergrenadier": "SS Panzergrenadier: one column left when defending; takes the first loss (14.6)",
    "finnish": "Never leaves Finland, always in supply there (14.1)",
    "yugoslav": "Fort side only in the Balkans, in supply there (14.8)",
    "rumanian": "Leaves the game when Rumania surrenders (11.3)",
    "first-loss": "Takes the first loss, and is gone for good when lost (14.1)",
    "hitler": "The Soviets win if it is eliminated (12.5)",
}


@cache
def face(unit: int, full: bool) -> Face:
    """One side of a counter as it is printed."""
    data = UNITS[unit]
    side = data.full if full or data.reduced is None else data.reduced
    strength = f"({side.strength})" if side.paren else str(side.strength)
    red = data.side == "soviet" and full and data.nation == "soviet"
    return Face(
        symbol=SYMBOLS.get(data.kind) or ("fort" if side.type == "fort" else side.type),
        name=side.name or data.name,
        size="XXXXX" if data.kind == "front" and not full else "XXXX" if data.kind in ("army", "front", "ally") else "",
        strength=strength,
        move=str(side.move) if side.move else "",
        steps=(1 + full) if data.reduced else 1,
        max_steps=2 if data.reduced else 1,
        nation="soviet-red" if red else data.nation,
        white=side.white,
        text=_notes(data, full),
    )


def _notes(data: Unit, full: bool) -> list[str]:
    side = data.full if full or data.reduced is None else data.reduced
    notes = [NOTES[trait] for trait in data.traits if trait in NOTES]
    if side.paren:
        notes.append("Immobile, no zone of control (8.5)")
    if side.white:
        notes.append("White strength: no attack of its own will (10.1.1)")
    if side.shock:
        notes.append("Shock: one column right when attacking; takes the step of an EX (14.7)")
    if data.eliminated == "returns":
        notes.append(f"Comes back {data.returns} turns after its loss")
    elif data.eliminated == "removed":
        notes.append("Gone for good when lost")
    return notes
