"""2.4.4 Victory areas and points, how to win, and what each scenario asks instead."""

from __future__ import annotations

from typing import Final

from rasputitsa.titles.kiev41.areas import DNEPROPETROVSK, KIEV, ODESSA, VICTORY
from rasputitsa.titles.kiev41.components import AXIS, SOVIET
from rasputitsa.titles.kiev41.state import Kiev

SUDDEN_DEATH: Final = 7
OPERATION_MUNICH: Final = 1 << KIEV | 1 << ODESSA | 1 << DNEPROPETROVSK

ENDINGS: Final = (
    ("sudden death: all seven Victory Areas", "2.4.4.2"),
    ("most Victory Areas at the end of December", "2.4.4.2"),
    ("Kiev, Odessa or Dnepropetrovsk has fallen", "S.1"),
    ("Kiev, Odessa and Dnepropetrovsk have held", "S.1"),
    ("four Victory Areas at the end of September", "S.2"),
    ("six Victory Areas when the weather broke", "S.3"),
    ("the weather broke before the Axis held six Victory Areas", "S.3"),
    ("four Victory Areas at the end of December", "S.4"),
)
"""How a game can end: in words, and by which rule."""


def victory_points(s: Kiev, side: int) -> int:
    """2.4.4.1 One point for each Victory Area controlled."""
    axis = (s.control & VICTORY).bit_count()
    return axis if side == AXIS else VICTORY.bit_count() - axis


def win(s: Kiev, side: int, ending: int) -> None:
    """2.4.4.2 The game is decided in one of the ways above."""
    s.win(side, *ENDINGS[ending])


def check_victory(s: Kiev) -> None:
    """2.4.4.2 Sudden Death at seven points; Les Preludes ends when one of three cities falls (S.1)."""
    for side in (AXIS, SOVIET):
        if victory_points(s, side) == SUDDEN_DEATH:
            win(s, side, 0)
    if s.game.scenario == "preludes" and s.control & OPERATION_MUNICH:
        win(s, AXIS, 2)


def most_points(s: Kiev, ending: int) -> None:
    """S.2, S.4 and 2.4.4.2 Seven areas: one side has four."""
    win(s, AXIS if victory_points(s, AXIS) >= 4 else SOVIET, ending)


def six_areas(s: Kiev) -> None:
    """S.3 The Pocket: six Victory Areas for the Axis, or the Soviets win."""
    axis = victory_points(s, AXIS) >= 6
    win(s, AXIS if axis else SOVIET, 5 if axis else 6)


def end_of_game(s: Kiev) -> None:
    """2.4.4.2, S.1-S.5 The last Final Phase is over: who has won?"""
    match s.game.scenario:
        case "preludes":
            win(s, SOVIET, 3)
        case "river":
            most_points(s, 4)
        case "pocket":
            six_areas(s)
        case "snow":
            most_points(s, 7)
        case _:
            most_points(s, 1)
