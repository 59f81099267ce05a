"""[2.4.4] Victory Areas and points, how to win, and what each scenario asks instead."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.view import Goal
from rasputitsa.titles.kiev41.components import AXIS, SIDES, SOVIET
from rasputitsa.titles.kiev41.mapboard import DNEPROPETROVSK, KIEV, ODESSA, VICTORY
from rasputitsa.titles.kiev41.state import Kiev

AMOUNT: Final = {2: "two of the seven", 4: "four of the seven", 6: "six of the seven", 7: "all seven"}
SUDDEN_DEATH: Final = VICTORY.bit_count()
OPERATION_MUNICH: Final = 1 << KIEV | 1 << ODESSA | 1 << DNEPROPETROVSK

DECISIVE: Final = "Decisive"
MARGINAL: Final = "Marginal"

ENDINGS: Final = (
    ("sudden death: all seven Victory Areas", "2.4.4.2", DECISIVE),
    ("most Victory Areas at the end of December", "2.4.4.2", MARGINAL),
    ("Kiev, Odessa or Dnepropetrovsk has fallen", "S.1", DECISIVE),
    ("Kiev, Odessa and Dnepropetrovsk have held", "S.1", DECISIVE),
    ("four Victory Areas at the end of September", "S.2", ""),
    ("six Victory Areas when the weather broke", "S.3", ""),
    ("the weather broke before the Axis held six Victory Areas", "S.3", ""),
    ("four Victory Areas at the end of December", "S.4", ""),
)
"""How a game can end: in words, by which rule, and which level of victory it is where the book names one."""


def victory_points(s: Kiev, side: int) -> int:
    """2.4.4.1, 2.4.4.1.1 One point for each Victory Area controlled."""
    axis = (s.control & VICTORY).bit_count()
    return axis if side == AXIS else VICTORY.bit_count() - axis


def win(s: Kiev, side: int, ending: int) -> None:
    """2.4.4.2, 2.4.4.2.2 The game is decided in one of the ways above."""
    s.win(side, *ENDINGS[ending])


def check_victory(s: Kiev) -> None:
    """2.4.4.2, 2.4.4.2.1, 2.4.4.2.3, S.1.1 Sudden Death at seven points; Les Preludes ends when one of three cities
    falls (S.1)."""
    for side in (AXIS, SOVIET):
        if victory_points(s, side) == SUDDEN_DEATH:
            win(s, side, 0)
    if s.game.scenario == "preludes" and s.control & OPERATION_MUNICH:
        win(s, AXIS, 2)


def areas_to_win(s: Kiev, side: int) -> int:
    """2.4.4.2, S.2.5, S.3.5, S.4.6 How many of the seven Victory Areas win at the end: four, in The Pocket
    six for the Axis."""
    return 6 if s.game.scenario == "pocket" and side == AXIS else 4


def winner_now(s: Kiev) -> int:
    """2.4.4.2, S.1-S.4 The winner if the game ends as things stand. In Les Preludes the Axis must win before that."""
    axis = s.game.scenario != "preludes" and victory_points(s, AXIS) >= areas_to_win(s, AXIS)
    return AXIS if axis else SOVIET


_LAST_WORD: Final = {"campaign": (1, 1), "preludes": (3, 3), "river": (4, 4), "pocket": (5, 6), "snow": (7, 7)}
"""The ending of each scenario that has run its course, if the Axis has won and if the Soviets have."""


def end_of_game(s: Kiev) -> None:
    """2.4.4.2, S.1, S.2, S.3, S.4, 2.4.4.2.2, S.1.1, S.2.5, S.3.5, S.4.6 The last Final Phase is over, or in The Pocket
    the weather has broken."""
    winner = winner_now(s)
    win(s, winner, _LAST_WORD[s.game.scenario][winner])


_LAST_MONTH: Final = {
    "campaign": "at the end of December",
    "river": "at the end of September",
    "pocket": "when the weather breaks",
    "snow": "at the end of December",
}


def goals(s: Kiev) -> list[Goal]:
    """2.4.4.2, S.1-S.4 The ways to win, of both sides."""
    found = [_areas(s, side, SUDDEN_DEATH, "at any time", "2.4.4.2") for side in (AXIS, SOVIET)]
    if s.game.scenario == "preludes":
        fallen = (s.control & OPERATION_MUNICH).bit_count()
        axis = Goal(side="axis", text="takes Kiev, Odessa or Dnepropetrovsk", have=fallen, need=1, rule="S.1")
        soviet = Goal(side="soviet", text="holds Kiev, Odessa and Dnepropetrovsk to the end", rule="S.1")
        return [axis, soviet, *found]
    when = _LAST_MONTH[s.game.scenario]
    axis_needs = areas_to_win(s, AXIS)
    last = [(AXIS, axis_needs), (SOVIET, SUDDEN_DEATH - axis_needs + 1)]
    return [*(_areas(s, side, need, when, "2.4.4.2") for side, need in last), *found]


def _areas(s: Kiev, side: int, need: int, when: str, rule: str) -> Goal:
    have = victory_points(s, side)
    text = f"holds {AMOUNT[need]} Victory Areas {when}"
    return Goal(side=SIDES[side], text=text, value=f"{have} of {need}", have=have, need=need, rule=rule)
