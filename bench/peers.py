"""What engines in other languages do, measured once on two cores of the same kind of machine, per CPU-second. Compare
with python-chess, which runs beside us, first."""

from __future__ import annotations

from typing import NamedTuple


class Peer(NamedTuple):
    """A peer's random legal actions and complete random games per CPU-second, each from low to high."""

    name: str
    decisions: tuple[float, float]
    games: tuple[float, float]
    note: str


PEERS = (
    Peer(
        "Rally the Troops, Waterloo 1815",
        (7_500, 8_800),
        (16, 18),
        "nearest relative; 24 choices, 460 actions a game",
    ),
    Peer("Rally the Troops, Hammer of the Scots", (41_400, 45_700), (18, 25), "blocks; 5 choices"),
    Peer("boardgame.io, tic-tac-toe", (6_500, 7_800), (860, 1_020), ""),
)
