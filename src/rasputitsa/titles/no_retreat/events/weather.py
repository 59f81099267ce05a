"""[14.14] Weather cards: the marker of a turn with variable weather changes."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action, ChanceStep, Refusal
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.events import WeatherDie
from rasputitsa.titles.no_retreat.codes import CLEAR, MUD, SNOW, WEATHERS
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, carries_out
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.turn_events import FIRST_WINTER, weather_of

OTHER = {SNOW: MUD, MUD: CLEAR, CLEAR: MUD}
BY_DIE = (CLEAR, CLEAR, MUD, MUD, SNOW, SNOW)


def concerned(s: NoRetreatState, effect: kinds.Weather) -> int:
    """14.14.1 The turn whose marker changes: the current one if the card says so and it is variable, else the next if
    it is; 0 for none."""
    turns = s.game.turns
    if effect.turn == "current-or-next" and turns[s.turn].variable:
        return s.turn
    following = s.turn + 1
    return following if following <= s.game.last_turn and following in turns and turns[following].variable else 0


def set_weather(s: NoRetreatState, turn: int, to: int) -> None:
    """14.14.3, 13.1 A weather marker is turned; if it is this turn's, its effects hold at once."""
    s.sky[turn] = to
    s.say("14.14", "Turn {} will have {}" if turn > s.turn else "Turn {} has {}", turn, WEATHERS[to])
    if turn == s.turn:
        s.weather = weather_of(s, turn)
        if s.snowed == turn:
            s.snowed = 0
        if s.weather == SNOW and not s.snowed and turn <= FIRST_WINTER:
            s.snowed = turn


@carries_out(kinds.Weather)
class ChangeWeather(Deed[kinds.Weather]):
    """14.14.2 The card has its effect when it is drawn; on a turn with fixed weather nothing happens."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Weather) -> None:
        turn = concerned(s, effect)
        if not turn:
            s.say("14.14", "The weather does not change")
        elif effect.to == "die":
            s.push(FickleWeather, turn)
        elif effect.to == "other":
            set_weather(s, turn, OTHER[s.sky[turn]])
        else:
            set_weather(s, turn, WEATHERS.index(effect.to))


class FickleWeather(ChanceStep[NoRetreatState]):
    """14.14 A die decides: 1 or 2 Clear, 3 or 4 Mud, 5 or 6 Snow. Frame: turn."""

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
        set_weather(s, turn, BY_DIE[action.die - 1])

    def label(self, s: NoRetreatState) -> str:
        return "weather"


STEPS = (FickleWeather,)
