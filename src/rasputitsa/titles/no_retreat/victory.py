"""[12.0] How to win: objectives, sudden death, total and operational victory, scenarios, and the shift of the
Initiative.

In the board edition one Victory Phase opens the game turn and looks at both sides; in the digital editions each player
turn begins with a Victory Phase of its own side (digital P.1).
"""

from __future__ import annotations

from rasputitsa.kernel import Step
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.codes import AXIS, NO_SUDDEN_DEATH, SOVIET
from rasputitsa.titles.no_retreat.events.window import open_window
from rasputitsa.titles.no_retreat.optional import initiative
from rasputitsa.titles.no_retreat.optional.no_surrender import no_surrender
from rasputitsa.titles.no_retreat.scenario_types import Win
from rasputitsa.titles.no_retreat.second_front import SecondFront
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import vps

# -- [12.1] to [12.3] what wins ------------------------------------------------------------------------------------


def secured(s: NoRetreatState, side: int, hexes: int) -> int:
    """12.1, 12.7.1, 12.1.1 How many of these hexes a side controls and can trace supply to."""
    held = s.controls(side) & hexes
    return (held & (supply.supplied(s, side) | supply.traceable(s, side))).bit_count() if held else 0


def objectives_needed(s: NoRetreatState, side: int, turn: int) -> int:
    """12.1, digital P.1.1 Three of five for the Axis while it has the Initiative, four from turn 12 on (digital: from
    the Soviet half of it on); three of four for the Soviets."""
    victory = s.game.tables.victory
    if side == SOVIET:
        return victory.soviet_objectives
    early = s.initiative == AXIS if s.game.profile.initiative_decides_objectives else turn < s.game.initiative_turn
    return victory.axis_objectives if early else victory.axis_objectives_late


def has_objectives(s: NoRetreatState, side: int) -> bool:
    """12.1 Objectives victory: enough of the side's Objective hexes, in supply."""
    return secured(s, side, s.game.objectives[side]) >= objectives_needed(s, side, s.turn)


def check_objectives(s: NoRetreatState, sides: tuple[int, ...]) -> None:
    """12.1, 12.1.2 Checked every turn. If both sides have their objectives, the one with the Initiative wins."""
    for side in sorted(sides, key=lambda side: side != s.initiative):
        if has_objectives(s, side):
            s.win(side, "the objectives are taken", "12.1")


def sudden_death_number(s: NoRetreatState, side: int, turn: int) -> int | None:
    """12.2, 13.2 The number a side must exceed on a turn, if the turn track shows a skull for it."""
    numbers = s.game.turns[turn].sudden_death
    return numbers.axis if side == AXIS else numbers.soviet


def check_sudden_death(s: NoRetreatState, side: int) -> None:
    """12.2, 13.2, 12.2.1, 12.2.2 On a turn with a skull the side with the Initiative wins if it has more VPs than its
    number. An event may have cancelled the check; with No Surrender (15.6) it costs the other side cards instead."""
    number = sudden_death_number(s, side, s.turn)
    if number is None or side != s.initiative:
        return
    cancelled = next((e for e in s.effects if e[0] == NO_SUDDEN_DEATH), None)
    if cancelled:
        s.effects.remove(cancelled)
        s.say("12.2", "The Sudden Death check is not made")
    elif s.game.profile.no_surrender:
        no_surrender(s, side, vps(s, side) - number)
    elif vps(s, side) > number:
        s.win(side, f"Sudden Death: {vps(s, side)} VPs, more than {number}", "12.2")


def cancel_sudden_death(s: NoRetreatState, side: int) -> None:
    """12.2, 14.13 An event: the next Sudden Death check, of either side, is not made."""
    s.effects.append((NO_SUDDEN_DEATH, side, s.game.last_turn))


def check_total(s: NoRetreatState) -> None:
    """12.3 The Soviets win at once with 34 VPs in any Victory Phase."""
    if vps(s, SOVIET) >= s.game.tables.victory.total_victory:
        s.win(SOVIET, f"Total Victory: {vps(s, SOVIET)} VPs", "12.3")


# -- [12.4], [12.6] the last turns ---------------------------------------------------------------------------------


def operational_check(s: NoRetreatState) -> None:
    """12.4, 12.4.1, 12.4.2 At the start of turn 23: if the High Tide marker stands higher than the Soviet VPs the Axis
    wins. Else the game goes on: the round marker is reset to the difference, and only Greater Germany counts from now
    on."""
    reached = vps(s, SOVIET)
    if s.high_tide > reached:
        s.win(AXIS, f"Operational Victory: high tide {s.high_tide}, the Soviets have {reached}", "12.4")
        return
    s.event_vp = -min(s.game.event_limit, reached - s.high_tide)
    s.say("12.4", "The war goes on into 1945")


def end_of_game(s: NoRetreatState) -> None:
    """12.6 After the last turn: the Soviets win if they have their objectives or 34 VPs by now, else the Axis does. A
    scenario is won by the side it names, if it fulfils a condition, and else by the other."""
    if s.game.campaign:
        check_objectives(s, (SOVIET,))
        check_total(s)
        s.win(AXIS, "the last turn is over", "12.6")
        return
    side = s.game.contender
    check_scenario(s, at_end=True)
    s.win(1 - side, f"{s.game.side_names[side]} have not reached their goal", "12.6")


# -- scenarios -----------------------------------------------------------------------------------------------------


def fulfilled(s: NoRetreatState, win: Win) -> bool:
    """12.0 A scenario's condition: VPs, and hexes held and supplied."""
    side, mask = s.game.contender, s.game.topology.mask
    return (
        (win.vp is None or vps(s, side) >= win.vp)
        and secured(s, side, mask(win.hold)) == len(win.hold)
        and secured(s, side, mask(win.any)) >= win.count
    )


def check_scenario(s: NoRetreatState, at_end: bool = False) -> None:
    """12.0 Scenarios have their own conditions, for the side that has the Initiative when they end; some count in every
    Victory Phase, others at the end only."""
    for win in s.game.setup.win:
        if (at_end or win.when == "victory") and fulfilled(s, win):
            s.win(s.game.contender, "the scenario's goal is reached", "12.0")


# -- [12.9], [12.10] the Initiative --------------------------------------------------------------------------------


def shift_initiative(s: NoRetreatState) -> None:
    """12.9, 12.10, 12.10.1, 12.10.2 On turn 12 the High Tide marker is placed on the Axis VPs, a round marker in the
    Axis's favour comes off, and the Initiative passes to the Soviets for good."""
    s.high_tide = vps(s, AXIS)
    s.event_vp = min(s.event_vp, 0)
    s.initiative = SOVIET
    s.say("12.10", "Na Berlin! The Initiative passes to the Soviets; high tide {}", s.high_tide)


def shift_due(s: NoRetreatState) -> bool:
    return s.initiative == AXIS and s.turn >= s.game.initiative_turn


# -- the phase -----------------------------------------------------------------------------------------------------


class VictoryBegins(Step[NoRetreatState]):
    """12.0 Events of the moment come first, those of the side with the Initiative before the others."""

    rule = "12.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        open_window(s, "victory", 1 - s.initiative)
        open_window(s, "victory", s.initiative)


class VictoryCheck(Step[NoRetreatState]):
    """12.0, 4.0.1, digital P.1 Both sides are looked at, or only the Axis where the Soviets have a Victory Phase of
    their own."""

    rule = "12.0"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        check(s, (AXIS,) if s.game.profile.victory_each_turn else (AXIS, SOVIET))


class SovietVictoryCheck(Step[NoRetreatState]):
    """digital P.1 The Victory Phase of the Soviet player turn; the Initiative shifts in it on turn 12."""

    rule = "P.1"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        check(s, (SOVIET,))


def check(s: NoRetreatState, sides: tuple[int, ...]) -> None:
    """12.2, 12.10, 12.2.3, digital X.7.1 All checks of a Victory Phase. On turn 12 the Axis is checked for Sudden Death
    before the Initiative shifts, the Soviets after."""
    if s.game.campaign:
        check_objectives(s, sides)
        if AXIS in sides:
            check_sudden_death(s, AXIS)
    if SOVIET in sides and shift_due(s) and not s.decided:
        shift_initiative(s)
    if s.game.campaign and SOVIET in sides:
        check_sudden_death(s, SOVIET)
        check_total(s)
    if not s.game.campaign:
        check_scenario(s)


PHASE = (VictoryBegins, SecondFront, initiative.InitiativeStakes, VictoryCheck)
SOVIET_PHASE = (SovietVictoryCheck,)

STEPS = (VictoryBegins, VictoryCheck, SovietVictoryCheck)
