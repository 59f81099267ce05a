"""[10.13] A battle as the battle board shows it: who is in it, who fires with which dice on what, what is absorbed.

Only the number of hits of a throw is played and recorded. The faces shown are a throw that gives just those hits, the
same one for everybody who looks.
"""

from __future__ import annotations

import random
from typing import Final

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import BattleReport, BattleSide, Fighter, Fire
from rasputitsa.titles.kiev41.components import BLOCKS, OF_SIDE, SIDES, THE_SIDES
from rasputitsa.titles.kiev41.control import controls
from rasputitsa.titles.kiev41.faces import face
from rasputitsa.titles.kiev41.firepower import Dice
from rasputitsa.titles.kiev41.mapboard import PLACE_NAMES, TOPOLOGY
from rasputitsa.titles.kiev41.state import Kiev

ORDER: Final = (
    "Hits on the defender: terrain, city and line absorb first, then the line goes, then the strongest blocks are "
    "reduced, between equals as the owner chooses. The attacker absorbs none (10.14, 10.15)."
)
HITS_ON: Final = ("on 6", "on 5 or more", "on 4 or more")
MOST_TRIES: Final = 1000


def names(dice: Dice) -> str:
    """4.2.2 A handful of dice in words."""
    parts = [f"{n} {'die' if n == 1 else 'dice'} hitting {on}" for n, on in zip(dice, HITS_ON, strict=True) if n]
    return ", ".join(parts)


def faces(dice: Dice, hits: int, seed: str) -> tuple[list[int], list[bool]]:
    """A throw of these dice with this number of hits, and which of them hit; the same for the same seed."""
    rng = random.Random(seed)
    classes = [fire for fire, number in enumerate(dice, 1) for _ in range(number)]
    hit = _which(classes, hits, rng)
    shown = [rng.randint(7 - fire, 6) if h else rng.randint(1, 6 - fire) for fire, h in zip(classes, hit, strict=True)]
    return shown, hit


def _which(classes: list[int], hits: int, rng: random.Random) -> list[bool]:
    """Which dice hit: as real dice would, if they come to that number in time; else the best of them."""
    for _ in range(MOST_TRIES):
        hit = [rng.random() * 6 < fire for fire in classes]
        if sum(hit) == hits:
            return hit
    return [number >= len(classes) - hits for number in range(len(classes))]


def battle(s: Kiev, area: int, fires: list[Fire], next_: str = "") -> BattleReport:
    """10.13.1 Both sides lie open in a battle."""
    name = TOPOLOGY.ids[area]
    return BattleReport(
        id=f"{s.turn}-{s.active}-{name}",
        label=PLACE_NAMES[area],
        at=[name],
        sides=[_side(s, area, s.active, "attacker"), _side(s, area, 1 - s.active, "defender")],
        fires=fires,
        order=ORDER,
        next=next_,
    )


def _side(s: Kiev, area: int, side: int, role: str) -> BattleSide:
    line = s.lines >> area & 1 and controls(s, area, side)
    return BattleSide(
        side=SIDES[side],
        role=role,
        units=[
            *(_fighter(s, b) for b in bits(s.here[area] & OF_SIDE[side])),
            *([Fighter(name="Defensive Line", strength="1 die")] if line else []),
        ],
    )


def _fighter(s: Kiev, b: int) -> Fighter:
    marks = ((s.isolated, "isolated"), (s.crossed, "over water"))
    return Fighter(
        name=BLOCKS[b].name,
        strength=str(s.strength[b]),
        face=face(b, s.strength[b]),
        notes=[note for blocks, note in marks if blocks >> b & 1],
    )


def fired(s: Kiev, area: int, side: int, label: str, dice: Dice, *, absorbs: bool = True, last: bool = False) -> None:
    """Tell of a throw just made, before its hits are taken: `s.hits` of these dice by a side."""
    if s.ear is None or not any(dice):
        return
    name = TOPOLOGY.ids[area]
    shown, hit = faces(dice, s.hits, f"{s.turn} {s.active} {name} {label} {dice} {s.hits}")
    absorbed = min(s.hits, s.dab) if absorbs and side == s.active else 0
    text = _text(SIDES[1 - side].capitalize(), s.hits, absorbed)
    fire = Fire(
        side=SIDES[side], label=label, strength=names(dice), dice=shown, hits=hit, result=str(s.hits), text=text
    )
    who = SIDES[side].capitalize()
    s.say("10.13", "{}, {}: {}", who, label, text, at=[name], battle=battle(s, area, [fire], _next(side, last)))


def _next(side: int, last: bool) -> str:
    other = THE_SIDES[1 - side]
    if last:
        return f"{other} take the hits; a battle lasts one round (10.16)."
    return f"{other} take the hits, and the next to fire follows."


def _text(target: str, hits: int, absorbed: int) -> str:
    if not hits:
        return "no hit"
    said = f"{hits} hit{'' if hits == 1 else 's'} on the {target} side"
    return f"{said}, {absorbed} absorbed" if absorbed else said
