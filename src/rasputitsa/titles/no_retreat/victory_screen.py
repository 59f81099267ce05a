"""[12.0] The victory screen: the ways to win the game in play, and how far each side has come (digital P.4)."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Goal, Track
from rasputitsa.titles.no_retreat import victory
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES, SOVIET
from rasputitsa.titles.no_retreat.scenario_types import Win
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory_points import event_vps, hex_vps, vps

AMOUNT = {1: "one", 2: "two", 3: "three", 4: "four"}


def screen(s: NoRetreatState) -> list[Track]:
    """digital P.4 The conditions of the scenario in play and the score, a line each."""
    return [*points(s), *(campaign(s) if s.game.campaign else scenario(s))]


def points(s: NoRetreatState) -> list[Track]:
    """12.7, 12.8 The audit of the side with the Initiative: hexes and the round marker."""
    side = s.initiative
    limit = s.game.event_limit
    where = "in Greater Germany" if s.in_1945 else "on the map"
    return [
        _track("hexes", "Cities and oil fields", hex_vps(s, side), side, f"12.7: one VP for each {where}."),
        _track("events", "Events and surrenders", f"{event_vps(s, side):+d}", side, f"12.7.4: {limit} at most."),
        _track("total", "Victory points", vps(s, side), side, "12.7.5: counted for the side with the Initiative."),
    ]


def goals(s: NoRetreatState) -> list[Goal]:
    """12.0 The ways to win, as sentences."""
    return _campaign_goals(s) if s.game.campaign else _scenario_goals(s)


def _campaign_goals(s: NoRetreatState) -> list[Goal]:
    total = s.game.tables.victory.total_victory
    found = [_holding(s, side) for side in (AXIS, SOVIET)]
    found += [goal for side in (AXIS, SOVIET) if (goal := _skull(s, side))]
    have = vps(s, SOVIET)
    found.append(_goal(SOVIET, f"reaches {total} victory points", "12.3", have, total))
    found.append(_goal(SOVIET, "eliminates the Berlin Garrison", "12.5"))
    found.append(_goal(AXIS, f"has not lost by the end of turn {s.game.last_turn}", "12.6", s.turn, s.game.last_turn))
    return found


def _holding(s: NoRetreatState, side: int) -> Goal:
    have, need = victory.secured(s, side, s.game.objectives[side]), victory.objectives_needed(s, side, s.turn)
    names = ", ".join(s.game.place_name(p) for p in bits(s.game.objectives[side]))
    return _goal(side, f"holds {need} of its Objectives in supply ({names})", "12.1", have, need)


def _skull(s: NoRetreatState, side: int) -> Goal | None:
    for turn in s.game.turns:
        number = victory.sudden_death_number(s, side, turn)
        if turn > s.turn and number is not None:
            text = f"has the Initiative and more than {number} victory points on turn {turn}"
            return _goal(side, text, "12.2", vps(s, side), number + 1)
    return None


def _scenario_goals(s: NoRetreatState) -> list[Goal]:
    side = s.game.contender
    found = [
        _goal(side, f"{_conditions(s, win, 'holds', 'has ')} {_moment(win)}", "12.0", *_progress(s, win))
        for win in s.game.setup.win
    ]
    end = f"has kept the enemy from that by the end of turn {s.game.last_turn}"
    return [*found, _goal(1 - side, end, "12.6", s.turn, s.game.last_turn)]


def _progress(s: NoRetreatState, win: Win) -> tuple[int, int]:
    """How much of a condition is fulfilled, and of how much: victory points and places together."""
    side = s.game.contender
    mask = s.game.topology.mask
    have = min(vps(s, side), win.vp) if win.vp is not None else 0
    have += victory.secured(s, side, mask(win.hold)) + min(victory.secured(s, side, mask(win.any)), win.count)
    return have, (win.vp or 0) + len(win.hold) + win.count


def _goal(side: int, text: str, rule: str, have: int = 0, need: int = 0) -> Goal:
    value = f"{have} of {need}" if need else ""
    return Goal(side=SIDES[side], text=text, value=value, have=have, need=need, rule=rule)


def campaign(s: NoRetreatState) -> list[Track]:
    """12.1 to 12.6 The ways to win the campaign."""
    lines = [_objectives(s, side) for side in (AXIS, SOVIET)]
    lines += [line for side in (AXIS, SOVIET) if (line := _sudden_death(s, side))]
    table = s.game.tables.victory
    if s.high_tide:
        when = f"12.4: on turn {table.operational_check_turn} the Axis wins if it is higher than the Soviet VPs."
        lines.append(_track("high-tide", "High Tide", s.high_tide, AXIS, when))
    total = f"12.3: the Soviets win with {table.total_victory} VPs."
    lines.append(_track("total-victory", "Total Victory", f"{vps(s, SOVIET)} of {table.total_victory}", SOVIET, total))
    lines.append(_track("hitler", "Berlin Garrison", "stands or falls", SOVIET, "12.5: the Soviets win by its loss."))
    lines.append(_track("end", "End of the game", f"turn {s.game.last_turn}", AXIS, "12.6: else the Axis wins."))
    return lines


def _objectives(s: NoRetreatState, side: int) -> Track:
    names = ", ".join(s.game.place_name(p) for p in bits(s.game.objectives[side]))
    have, need = victory.secured(s, side, s.game.objectives[side]), victory.objectives_needed(s, side, s.turn)
    return _track(f"objectives-{SIDES[side]}", "Objectives", f"{have} of {need}", side, f"12.1, in supply: {names}.")


def _sudden_death(s: NoRetreatState, side: int) -> Track | None:
    """12.2 The next turn with a skull for a side."""
    for turn in s.game.turns:
        number = victory.sudden_death_number(s, side, turn)
        if turn > s.turn and number is not None:
            text = "12.2: the side with the Initiative wins with more."
            return _track(
                f"sudden-death-{SIDES[side]}", f"Sudden Death, turn {turn}", f"more than {number}", side, text
            )
    return None


def scenario(s: NoRetreatState) -> list[Track]:
    """12.0 The ways to win the scenario, and which side wins otherwise."""
    side, end = s.game.contender, f"turn {s.game.last_turn}"
    lines = [
        _track(f"win-{n}", _conditions(s, win), "reached" if victory.fulfilled(s, win) else "not yet", side, _when(win))
        for n, win in enumerate(s.game.setup.win)
    ]
    return [*lines, _track("end", "End of the scenario", end, 1 - side, "12.6: wins if none of these is reached.")]


def _conditions(s: NoRetreatState, win: Win, hold: str = "hold", have: str = "") -> str:
    """A condition in words."""

    def names(hexes: tuple[str, ...]) -> str:
        return ", ".join(s.game.place_name(s.game.topology.index[h]) for h in hexes)

    goals = [f"{have}{win.vp} VPs"] if win.vp is not None else []
    if win.hold:
        goals.append(f"{hold} {names(win.hold)}")
    if win.count:
        goals.append(f"{'' if win.hold else f'{hold} '}{AMOUNT.get(win.count, win.count)} of {names(win.any)}")
    return " and ".join(goals)


def _moment(win: Win) -> str:
    return "in any Victory Phase or at the end" if win.when == "victory" else "at the end"


def _when(win: Win) -> str:
    return f"{_moment(win).capitalize()}."


def _track(name: str, label: str, value: object, side: int, text: str) -> Track:
    return Track(id=f"victory-{name}", label=label, value=str(value), side=SIDES[side], help=text)
