"""[1.7], [8.0] Weather, [14.5] blizzard: the forecast, and what bad weather does to the strength of blocks and HQs."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.step import ChanceStep
from rasputitsa.titles.kiev41.actions import Die
from rasputitsa.titles.kiev41.components import AXIS, MOUNTAIN, OF_SIDE, SIDE
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.victory import end_of_game

SUNNY: Final = 0
RAIN: Final = 1
SNOW: Final = 2
BLIZZARD: Final = 3
WEATHER: Final = ("sunny", "rain", "snow", "blizzard")

OCTOBER: Final = 4
DECEMBER: Final = 6
SNOW_BOX: Final = 5

AXIS_MOUNTAIN: Final = MOUNTAIN & OF_SIDE[AXIS]


def halved(number: int, parts: int = 2) -> int:
    """3.1 Fractions are rounded down, but never below one. Nothing halved is nothing."""
    return max(1, number // parts) if number else 0


def bad_weather(s: Kiev) -> bool:
    """1.7 Rain, snow and blizzard are bad weather."""
    return s.weather != SUNNY


def frozen(s: Kiev) -> bool:
    """8.0, 14.5.2, 2.4.7.2 In snow rivers have no effect on combat."""
    return s.weather >= SNOW


def hq_strength(s: Kiev, b: int) -> int:
    """8.0, 10.3, 10.4, 10.11, 14.5, 8.0.2, 8.0.4, 10.10.3, 10.11.4, 14.5.4, 14.5.5 The strength of an activated HQ: its
    range, its dice, its bombers. Rain makes it 1, snow halves the Axis, a blizzard halves the Soviets and quarters the
    Axis. The Heart Level stays 0."""
    strength = s.strength[b]
    if s.weather == SUNNY or not strength:
        return strength
    if s.weather == RAIN:
        return 1
    if s.weather == SNOW:
        return halved(strength) if SIDE[b] == AXIS else strength
    return halved(strength, 4 if SIDE[b] == AXIS else 2)


def attack_strength(s: Kiev, b: int) -> int:
    """8.0, 14.2, 14.5, 8.0.2, 8.0.4, 14.2.5, 14.5.4, 14.5.5 The dice of an attacking block. With Agility the Axis
    mountain troops do not mind the snow; in a blizzard they fight like Soviets."""
    if s.weather == SNOW and s.game.profile.agility and AXIS_MOUNTAIN >> b & 1:
        return s.strength[b]
    if s.weather == BLIZZARD and AXIS_MOUNTAIN >> b & 1:
        return halved(s.strength[b])
    return hq_strength(s, b)


def defence_strength(s: Kiev, b: int) -> int:
    """8.0, 14.5, 8.0.4, 14.5.4, 14.5.5 The dice of a defending block: weather does not touch them, but for a blizzard,
    which halves the Axis blocks that are no mountain troops."""
    if s.weather == BLIZZARD and SIDE[b] == AXIS and not AXIS_MOUNTAIN >> b & 1:
        return halved(s.strength[b])
    return s.strength[b]


def weather_check(s: Kiev) -> None:
    """8.1, 8.1.1, 8.1.3, 14.5.1, S.3.6 At the start of an Axis impulse from October on: nothing in the first of
    October, a die from the second, snow once the forecast stands on 5. 14.5 makes it a blizzard in December."""
    if s.active != AXIS or s.turn < OCTOBER:
        return
    s.axis_impulses += 1
    if s.turn >= DECEMBER and s.game.profile.blizzard:
        change(s, BLIZZARD)
    elif s.weather == SNOW or s.axis_impulses == 1:
        return
    elif s.forecast == SNOW_BOX:
        change(s, SNOW)
    else:
        s.forecast = max(s.forecast, 1)
        s.push(WeatherDie)


def december(s: Kiev) -> None:
    """8.1, 8.1.4 December is snowy, whatever the forecast says."""
    if s.turn == DECEMBER and s.weather < SNOW:
        change(s, SNOW)


def change(s: Kiev, weather: int) -> None:
    """8.1 The weather turns. The Pocket ends with the first bad weather (S.3)."""
    if s.weather == weather:
        return
    s.weather = weather
    s.say("8.1", "The weather is now {}", WEATHER[weather])
    if s.game.scenario == "pocket" and bad_weather(s):
        end_of_game(s)


class WeatherDie(ChanceStep[Kiev]):
    """8.1, 8.1.2, 8.1.5 At or under the forecast box: sun turns to rain or rain to sun. Over it: the forecast moves on
    one box."""

    rule = "8.1"

    def outcomes(self, s: Kiev) -> list[tuple[Action, int]]:
        return [(Die(face), 1) for face in range(1, 7)]

    def apply(self, s: Kiev, action: Action) -> None:
        assert isinstance(action, Die)
        s.pop()
        s.say("8.1", "Weather die {}, forecast {}", action.face, s.forecast)
        if action.face <= s.forecast:
            change(s, SUNNY if s.weather == RAIN else RAIN)
        else:
            s.forecast += 1

    def label(self, s: Kiev) -> str:
        return "weather"
