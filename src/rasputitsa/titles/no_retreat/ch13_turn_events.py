"""[13.0] Game turn events: what the box of the new turn brings."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat.state import CLEAR, LONG_WINTER, SNOW, WEATHERS, NoRetreatState


def weather_of(s: NoRetreatState, turn: int) -> int:
    """13.1 The weather of a turn; a second snow turn in a row is a Long Winter."""
    sky = s.sky[turn]
    return LONG_WINTER if sky == SNOW and turn > 1 and s.sky[turn - 1] == SNOW else sky


def begin_turn(s: NoRetreatState) -> None:
    """13.1, 13.3 The marker moves on; weather and supports of the new turn."""
    s.turn += 1
    s.weather = weather_of(s, s.turn) if s.turn < len(s.sky) else CLEAR
    if s.weather == SNOW and not s.snowed:
        s.snowed = s.turn
    turn = s.game.turns[s.turn]
    s.supports = [turn.blitz, turn.shock]
    s.say("4.0", "Turn {}: {}, {}", s.turn, turn.date, WEATHERS[s.weather])


class NewTurn(Step[NoRetreatState]):
    """4.0 A new game turn, unless the last one was just completed (12.6)."""

    rule = "4.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        if s.turn == s.game.setup.last_turn:
            s.win(1 - s.initiative, "the last turn is over", "12.6")
        else:
            begin_turn(s)


STEPS = (NewTurn,)
