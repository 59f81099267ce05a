"""[14.14] Weather cards: the marker of a turn with variable weather changes."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action, ChanceStep, Refusal
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.events import WeatherDie
from rasputitsa.titles.no_retreat.codes import SKIES, SNOW, WEATHERS
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, carries_out
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.turn_events import FIRST_WINTER, weather_of

TURNS_OVER = (4, 5, 6)
"""14.14 What the weather die must show for a marker to be turned over."""


def concerned(s: NoRetreatState, effect: kinds.Weather) -> int:
    """14.14.1 The turn whose marker changes: the current one if the card says so and it is variable, else the next if
    it is; 0 for none."""
    turns = s.game.turns
    if effect.turn == "current-or-next" and turns[s.turn].reverse:
        return s.turn
    following = s.turn + 1
    return following if following <= s.game.last_turn and following in turns and turns[following].reverse else 0


def sides(s: NoRetreatState, turn: int) -> tuple[int, int]:
    """14.14.1 What the two sides of a turn's weather marker show: the printed weather, and the other."""
    box = s.game.turns[turn]
    return WEATHERS.index(box.weather), WEATHERS.index(str(box.reverse))


def turn_marker(s: NoRetreatState, turn: int) -> None:
    """14.14.1 A weather marker is turned over."""
    printed, reverse = sides(s, turn)
    set_weather(s, turn, reverse if s.sky[turn] == printed else printed)


def set_weather(s: NoRetreatState, turn: int, to: int) -> None:
    """14.14.3, 13.1 A weather marker shows this side; if it is this turn's, its effects hold at once."""
    s.sky[turn] = to
    s.say("14.14", "The weather of turn {} {} {}", turn, "will be" if turn > s.turn else "is", SKIES[to])
    if turn == s.turn:
        s.weather = weather_of(s, turn)
        if s.snowed == turn:
            s.snowed = 0
        if s.weather == SNOW and not s.snowed and turn <= FIRST_WINTER:
            s.snowed = turn


@carries_out(kinds.Weather)
class ChangeWeather(Deed[kinds.Weather]):
    """14.14.2, 14.14.2.2 The card has its effect when it is drawn: it turns a marker to a weather, if one of the two
    sides shows it, or over. On a turn with fixed weather nothing happens."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Weather) -> None:
        turn = concerned(s, effect)
        if not turn:
            s.say("14.14", "The weather does not change")
        elif effect.to == "die":
            s.push(FickleWeather, turn)
        elif effect.to == "other":
            turn_marker(s, turn)
        elif WEATHERS.index(effect.to) in sides(s, turn):
            set_weather(s, turn, WEATHERS.index(effect.to))
        else:
            s.say("14.14", "The weather does not change")


class FickleWeather(ChanceStep[NoRetreatState]):
    """14.14 A die decides: on 4, 5 or 6 the marker is turned over. Frame: turn."""

    rule = "14.14"

    def outcomes(self, s: NoRetreatState) -> list[tuple[Action, int]]:
        return [(WeatherDie(die), 1) for die in range(1, 7)]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        return WeatherDie(1 + int(rng.random() * 6))

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        fine = isinstance(action, WeatherDie) and 1 <= action.die <= 6
        return None if fine else Refusal("14.14", "The weather die is rolled.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, WeatherDie)
        turn = s.frame[1]
        s.pop()
        if action.die in TURNS_OVER:
            turn_marker(s, turn)
        else:
            s.say("14.14", "The weather does not change")

    def label(self, s: NoRetreatState) -> str:
        return "weather"


STEPS = (FickleWeather,)
