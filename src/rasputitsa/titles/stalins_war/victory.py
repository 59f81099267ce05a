"""[5.0, 22.0] The end of the game: automatic victories, the end of turn 18, the tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rasputitsa.titles.stalins_war import effects, supply
from rasputitsa.titles.stalins_war.components import BOARD, TURNS
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, OIL, VP_HEXES, hexes
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

RULES = BOARD.victory


def _axis_controls(s: Position, *ids: str) -> bool:
    mask = hexes(*ids)
    return s.axis_held & mask == mask


def axis_in_ussr(s: Position) -> int:
    """5.1.5 The VP hexes of the Soviet Union under Axis control."""
    return s.axis_held & VP_HEXES & COUNTRY["soviet_union"]


# -- at the end of a turn -------------------------------------------------------------------------------------------


def many_vps(s: Position) -> None:
    """5.1.2, 5.1.2.1 The Axis wins with 20 VPs or more."""
    if s.vp >= RULES.axis_wins:
        s.win(AXIS, f"the VP level is {s.vp}", "5.1.2")


def no_vps(s: Position) -> None:
    """5.1.3, 5.1.3.1 The Soviets win with no VPs."""
    if s.vp <= RULES.soviet_wins:
        s.win(SOVIET, f"the VP level is {s.vp}", "5.1.3")


def oil(s: Position) -> None:
    """5.1.2, 5.1.2.2 The Axis wins with all oil hexes in two End of Turn Phases running; control is enough (SW-11)."""
    if s.oil_turns >= RULES.axis_oil_turns:
        s.win(AXIS, "all oil is in Axis hands for a second turn", "5.1.2")


def all_soviet_hexes(s: Position) -> None:
    """5.1.3, 5.1.3.4 The Soviets win with all VP hexes of the Soviet Union from turn 2 to 12."""
    if not axis_in_ussr(s):
        s.win(SOVIET, "all VP hexes of the Soviet Union are Soviet", "5.1.3")


def turn_4_cities(s: Position) -> None:
    """5.1.2, 5.1.2.3 The Axis wins on turn 4 with Moscow, Leningrad and Rostov or Sevastopol."""
    if _axis_controls(s, *RULES.axis_turn4_all) and any(_axis_controls(s, place) for place in RULES.axis_turn4_any):
        s.win(AXIS, "Moscow, Leningrad and the south have fallen", "5.1.2")


def paulus_line(s: Position) -> None:
    """5.1.3, 5.1.3.3 The Soviets win on turn 4 if no supplied Axis unit has moved east of the Paulus Line (SW-10)."""
    if not s.crossed_paulus:
        s.win(SOVIET, "no supplied Axis unit has gone east of the Paulus Line", "5.1.3")


def turn_8_cities(s: Position) -> None:
    """5.1.2, 5.1.2.4 The Axis wins on turn 8 with four cities and Baku cut off."""
    if _axis_controls(s, *RULES.axis_turn8_all) and not supply.baku_is_full(s):
        s.win(AXIS, "four great cities have fallen and Baku is cut off", "5.1.2")


def nine_vps(s: Position) -> None:
    """5.1.3, 5.1.3.5 The Soviets win at the end of turn 10 with a VP level of 9 or less."""
    if s.game.profile.turn_10_check and s.vp <= RULES.turn10_soviet_wins:
        s.win(SOVIET, f"the VP level is {s.vp} at the end of turn 10", "5.1.3")


def tournament(s: Position) -> None:
    """5.1.5, 22.0 The tournament ends with turn 8: the Axis needs nine VP hexes of the Soviet Union, changed by two
    if an important event has not been played."""
    if s.game.data.later is None and s.game.last_turn == RULES.tournament_turn == s.turn:
        held = tournament_count(s)
        winner = AXIS if held >= RULES.tournament_axis_needs else SOVIET
        s.win(winner, f"the Axis holds {held} VP hexes of the Soviet Union", "22.0")


def tournament_count(s: Position) -> int:
    """22.0, 22.0.1 Two for the Axis without Industrial Evacuation, two for the Soviets without Hitler Takes Command."""
    held = axis_in_ussr(s).bit_count()
    if not effects.played(s, "soviet-08"):
        held += RULES.tournament_without_industrial_evacuation
    if not effects.played(s, "axis-18"):
        held += RULES.tournament_without_hitler_takes_command
    return held


CHECKS: Final[dict[str, Callable[[Position], None]]] = {
    "vp20": many_vps,
    "vp0": no_vps,
    "oil-two-turns": oil,
    "soviet-all-vp-in-ussr": all_soviet_hexes,
    "axis-turn-4-cities": turn_4_cities,
    "soviet-paulus": paulus_line,
    "axis-turn-8": turn_8_cities,
    "tournament": tournament,
    "soviet-9-or-fewer": nine_vps,
    "axis-holds": lambda s: None,
}
"""What is looked at when a turn ends, as the turn track lists it; the first that holds decides."""
LAST_ALL_HEXES: Final = max(turn for turn, data in TURNS.items() if "soviet-all-vp-in-ussr" in data.checks)
"""5.1.3.4 The last turn on which all their own VP hexes win the game for the Soviets."""


def end_of_turn(s: Position) -> None:
    """5.1 Victory at the end of a turn."""
    s.oil_turns = s.oil_turns + 1 if s.axis_held & OIL == OIL else 0
    for check in TURNS[s.turn].checks:
        CHECKS[check](s)
    level_of_scenario(s)


def level_of_scenario(s: Position) -> None:
    """A scenario that begins later than June 1941 ends with its last turn, and the VP level decides."""
    later = s.game.data.later
    if later is not None and s.turn == s.game.last_turn and not s.decided:
        winner = AXIS if s.vp >= later.axis_needs else SOVIET
        s.win(winner, f"the VP level is {s.vp}, and the Axis needs {later.axis_needs}", "5.1")


# -- at other times -------------------------------------------------------------------------------------------------


def end_of_soviet_round(s: Position) -> None:
    """5.1.3, 5.1.3.2 The Soviets win with Berlin, Buda, Pest, Bucharest and Konigsberg at the end of one of their
    rounds."""
    if not s.axis_held & hexes(*RULES.soviet_round_end):
        s.win(SOVIET, "Berlin, Budapest, Bucharest and Konigsberg are Soviet", "5.1.3")


def end_of_the_war(s: Position) -> None:
    """5.1.4, 5.1.4.1 Without an automatic victory by the end of the Action Phase of turn 18 the Axis wins (SW-69)."""
    s.win(AXIS, "the Axis still stands in Summer 1945", "5.1.4")
