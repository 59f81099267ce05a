"""[4.0] Units: the 112 blocks, eight bombers and two fleets, read from data/blocks.toml into flat tables.

Blocks are numbered 0 to 111, the Axis first. Tables are tuples by block number; sets of blocks are integers, one bit a
block. After the blocks come the fleets and the bombers in the list of names (`PIECES`).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

from rasputitsa.board.topology import mask_of

AXIS: Final = 0
SOVIET: Final = 1
THE_SIDES: Final = ("The Axis", "The Soviets")
"""As the log names them."""
SIDES: Final = ("axis", "soviet")

Source = Literal["rule", "deduced", "reported", "ours"]
Fire = Literal["none", "SF", "DF", "TF"]
Color = Literal["none", "any", "white", "red", "yellow", "green", "lightblue", "orange", "pink", "blue"]
Kind = Literal[
    "leader",
    "hq",
    "lw_hq",
    "infantry",
    "mountain",
    "jaeger",
    "airborne",
    "marine",
    "motorized",
    "cavalry",
    "tank",
]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """4.2 One block: name, type, strength, firepower and the colours that say who commands it and how fast it is."""

    id: str
    name: str
    color: Color
    type: Kind
    speed: Literal["none", "slow", "fast"]
    steps: tuple[int, ...]
    fire: Fire
    nation: str = ""
    mark: Literal["", "green", "S", "N"] = ""
    remnant: bool = False
    blitz: bool = False
    src: dict[str, Source] = {}


class Guns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice and firepower of one side of a fleet."""

    dice: int
    fire: Fire


class Fleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """10.2.1 A Soviet fleet."""

    id: str
    name: str
    full: Guns
    damaged: Guns


class Bomber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """10.11.1 An Axis bomber disc and the Fliegerkorps it belongs to."""

    id: str
    hq: str
    type: str


class _Blocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    axis: tuple[Block, ...]
    soviet: tuple[Block, ...]


class _Fleets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: Source
    ships: tuple[Fleet, ...]


class _Bombers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: Source
    discs: tuple[Bomber, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    provenance: dict[str, Source]
    blocks: _Blocks
    fleets: _Fleets
    bombers: _Bombers


def read_toml(name: str, kind: Any) -> Any:
    """A data file of this title, strictly decoded: errors name the file and the field."""
    text = files(__package__).joinpath("data", name).read_text(encoding="utf-8")
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise ValueError(f"kiev41/data/{name}: {error}") from None


FILE: Final[_File] = read_toml("blocks.toml", _File)
BLOCKS: Final = (*FILE.blocks.axis, *FILE.blocks.soviet)
FLEETS: Final = FILE.fleets.ships
BOMBERS: Final = FILE.bombers.discs

N: Final = len(BLOCKS)
NUMBER: Final = {block.id: b for b, block in enumerate(BLOCKS)}
PIECES: Final = (*NUMBER, *(fleet.id for fleet in FLEETS), *(bomber.id for bomber in BOMBERS))
FLEET_PIECE: Final = N
BOMBER_PIECE: Final = N + len(FLEETS)

SIDE: Final = tuple(AXIS if b < len(FILE.blocks.axis) else SOVIET for b in range(N))
FULL: Final = tuple(block.steps[0] for block in BLOCKS)
MINIMUM: Final = tuple(block.steps[-1] for block in BLOCKS)

FIRE_CLASS: Final = {"none": 0, "SF": 1, "DF": 2, "TF": 3}
FIRE: Final = tuple(FIRE_CLASS[block.fire] for block in BLOCKS)
"""4.2.2 Firepower: 1 hits on a 6, 2 on 5 and 6, 3 on 4 to 6. Also the price of a replaced step (7.2.2)."""


def blocks_where(test: Callable[[Block], bool]) -> int:
    """The blocks of which something is true."""
    return mask_of(b for b, block in enumerate(BLOCKS) if test(block))


def _infantry() -> int:
    """4.2.5, 4.2.5.1, 4.2.5.2 Infantry, with mountain, Jäger, marine and airborne troops; all other combat blocks are
    fast."""
    return blocks_where(lambda b: b.type in ("infantry", "mountain", "jaeger", "airborne", "marine"))


OF_SIDE: Final = (mask_of(b for b in range(N) if SIDE[b] == AXIS), mask_of(b for b in range(N) if SIDE[b] == SOVIET))
LEADERS: Final = blocks_where(lambda b: b.type == "leader")
LW_HQS: Final = blocks_where(lambda b: b.type == "lw_hq")
TACTICAL_HQS: Final = blocks_where(lambda b: b.type == "hq")
"""4.2.6, 10.2 The Tactical HQs, Guderian among them."""
HQS: Final = TACTICAL_HQS | LW_HQS
COMBAT: Final = blocks_where(lambda b: b.type not in ("leader", "hq", "lw_hq"))
TANKS: Final = blocks_where(lambda b: b.type == "tank")
MOTORIZED: Final = blocks_where(lambda b: b.type == "motorized")
CAVALRY: Final = blocks_where(lambda b: b.type == "cavalry")
MOUNTAIN: Final = blocks_where(lambda b: b.type == "mountain")
JAEGER: Final = blocks_where(lambda b: b.type == "jaeger")
FAST: Final = blocks_where(lambda b: b.speed == "fast")
INFANTRY: Final = _infantry()
HUNGARIAN: Final = blocks_where(lambda b: b.nation == "hungarian")
RUMANIAN: Final = blocks_where(lambda b: b.nation == "rumanian")
BLITZ_HQS: Final = blocks_where(lambda b: b.blitz)
REMNANTS: Final = blocks_where(lambda b: b.remnant)

HITLER: Final = NUMBER["Hitler"]
STALIN: Final = NUMBER["Stalin"]
LEADER: Final = (HITLER, STALIN)
GUDERIAN: Final = NUMBER["Guderian"]
KLEIST: Final = NUMBER["Kleist"]
BUDYONNY: Final = NUMBER["Budyonny"]
TIMOSHENKO: Final = NUMBER["Timoshenko"]
MARINE: Final = NUMBER["M"]
LUFTLANDE: Final = NUMBER["22LL"]
FLIEGERKORPS: Final = (NUMBER["4FK"], NUMBER["5FK"])
BOMBER_HQ: Final = tuple(NUMBER[bomber.hq] for bomber in BOMBERS)

SLOW_MP: Final = 3
FAST_MP: Final = 5
MOVEMENT: Final = tuple({"slow": SLOW_MP, "fast": FAST_MP}.get(block.speed, 0) for block in BLOCKS)


def _commands(hq: int) -> int:
    """4.2.6, 10.2, 10.6, 10.7, 1.2.1, 4.2.6.1, 4.2.6.2, 10.2.2, 10.6.1, 10.7.1 The blocks an HQ commands at a distance:
    its colour and white; the marshals all."""
    color, own = BLOCKS[hq].color, OF_SIDE[SIDE[hq]]
    if color == "any":
        return own & ~LEADERS
    return own & blocks_where(lambda b: b.color in (color, "white"))


COMMANDS: Final = tuple(_commands(b) if TACTICAL_HQS >> b & 1 and b != GUDERIAN else 0 for b in range(N))

MAX_LINES: Final = (10, 20)
"""1.1, 4.1 How many Defensive Lines each side has."""


def lower(b: int, strength: int) -> int:
    """4.2.3.1, 9.4.1 The strength after one hit; -1 when the block is destroyed. Two stars turn to the Heart Level."""
    return next((step for step in BLOCKS[b].steps if step < strength), -1)


def higher(b: int, strength: int) -> int:
    """7.2.2, 7.2.2.1 The strength after one replaced step."""
    return next((step for step in reversed(BLOCKS[b].steps) if step > strength), strength)


def piece_name(piece: int) -> str:
    """The full name of a block, a fleet or a bomber's corps."""
    if piece < N:
        return BLOCKS[piece].name
    return FLEETS[piece - N].name if piece < BOMBER_PIECE else BLOCKS[BOMBER_HQ[piece - BOMBER_PIECE]].name


def source(block: Block, field: str) -> Source:
    """Where a value of a block comes from."""
    return block.src.get(field, FILE.provenance[field])
