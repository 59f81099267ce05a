"""[13.0] Game turn events: what the box of the new turn brings. The lasting effects of 13.5 are read where they apply,
from the data of the turn track (`components.in_effect`)."""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat import components, elimination, piles, supply, victory
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    CLEAR,
    DESTROYED,
    LONG_WINTER,
    OUT,
    REMOVED,
    SKIES,
    SNOW,
    SOVIET,
    SURRENDERED,
    TRACK,
)
from rasputitsa.titles.no_retreat.control import is_red
from rasputitsa.titles.no_retreat.optional import initiative
from rasputitsa.titles.no_retreat.state import NoRetreatState

FIRST_WINTER = 5
"""13.1 The first snow falls on turn 4 or 5; a scenario that starts later has it behind it."""


def weather_of(s: NoRetreatState, turn: int) -> int:
    """13.1, 14.14.3, 13.1.6 The weather of a turn as its marker shows it; a second snow turn in a row, and a third, is
    a Long Winter."""
    sky = s.sky[turn]
    return LONG_WINTER if sky == SNOW and turn > 1 and s.sky[turn - 1] == SNOW else sky


def begin_turn(s: NoRetreatState) -> None:
    """13.1, 13.3, 10.6.2.4 The marker moves on; weather and supports of the new turn. Supports left over are lost."""
    s.turn += 1
    s.weather = weather_of(s, s.turn) if s.turn < len(s.sky) else CLEAR
    if s.weather == SNOW and not s.snowed and s.turn <= FIRST_WINTER:
        s.snowed = s.turn
    turn = s.game.turns[s.turn]
    s.supports = [turn.blitz, turn.shock]
    s.say("4.0", "Turn {}: {}, {}", s.turn, turn.date, SKIES[s.weather])


# -- [13.5] what happens once ---------------------------------------------------------------------------------------


def withdraw(s: NoRetreatState, unit: int) -> None:
    """13.5, 11.3, 13.5.4, 13.5.5, 13.5.14 A unit leaves the game on its turn wherever it is: 8th Italian (15), 2nd
    Panzer (16), SS Panzer (18). If it was eliminated or cannot trace supply, the Axis draws a card fewer. Berlin
    Garrison (28) leaves without more ado: it is not eliminated."""
    if s.place[unit] in (OUT, REMOVED):
        return
    lost = s.place[unit] in (DESTROYED, SURRENDERED, TRACK) or (s.place[unit] >= 0 and not supply.in_supply(s, unit))
    if lost and "hitler" not in s.game.data[unit].traits:
        s.draw_debt[AXIS] += 1
    elimination.remove(s, unit)


def withdrawals(s: NoRetreatState) -> None:
    """13.5 The units whose time is over on this turn."""
    for effect in components.turn_effects().values():
        if effect.removes and effect.first == s.turn:
            withdraw(s, s.game.unit[effect.removes])
            s.memo.clear()


def rumania_surrenders(s: NoRetreatState) -> None:
    """11.3, 11.3.1, 13.5, 14.2, 14.2.2, digital V02.19 When a red Soviet unit occupies the Rumanian oil fields (digital
    0.2: any), the Rumanian armies leave the game at the start of the next turn."""
    anyone = s.game.profile.any_soviet_takes_rumania
    if any(s.game.side_of[u] == SOVIET and (anyone or is_red(s, u)) for u in s.units_at(s.game.ploesti)):
        for unit in s.game.units:
            if "rumanian" in s.game.data[unit].traits and s.place[unit] not in (OUT, REMOVED):
                elimination.remove(s, unit)


def on_to_berlin(s: NoRetreatState) -> None:
    """12.4, 5.5, 12.4.3 Turn 23: the Operational Victory check, then the rules, points and cards of 1945."""
    if s.game.campaign:
        victory.operational_check(s)
    s.in_1945 = 1
    piles.renew_1945(s)


class NewTurn(Step[NoRetreatState]):
    """4.0, 4.0.2 A new game turn and its events, unless the last one was just completed (12.6)."""

    rule = "4.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        if s.turn == s.game.last_turn:
            victory.end_of_game(s)
            return
        begin_turn(s)
        if s.turn == s.game.initiative_turn:
            initiative.reset_counter(s)
        if s.turn == s.game.tables.victory.operational_check_turn and not s.in_1945:
            on_to_berlin(s)
        rumania_surrenders(s)
        withdrawals(s)


STEPS = (NewTurn,)
