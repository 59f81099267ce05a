"""Every scenario is won, begun and played on as its line on a sheet in `printed/` says, tried in the rules.
`python -m tests.no_retreat.test_every_scenario` writes it anew after a change that is meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, sequence, victory
from rasputitsa.titles.no_retreat.codes import AXIS, SIDES
from rasputitsa.titles.no_retreat.state import NoRetreatState
from tests.sheets import differences, write

from .positions import CITIES, OIL
from .situation import situation

SHEET = Path(__file__).parent / "printed" / "goals.txt"
PRIZES = (*CITIES, *OIL)
FEW = -60
"""Event VPs so bad that no number of hexes makes up for them."""


@cache
def bare(scenario: str) -> NoRetreatState:
    """The map of a scenario without its units."""
    return situation(scenario=scenario, phase=None)


def goals() -> dict[str, str]:
    return {scenario.name: line(scenario.name) for scenario in TITLE.scenarios}


def line(scenario: str) -> str:
    s = bare(scenario)
    game = s.game
    chapter = "by chapter 12" if game.campaign else f"for the {SIDES[game.contender]}: {wins(scenario)}"
    out = ", ".join(f"{phase.id} {SIDES[phase.side]}" for phase in game.phases if skips(scenario, phase))
    return "; ".join([f"turns {game.setup.first_turn} to {game.last_turn}", chapter, f"without {out}", fixed(scenario)])


def wins(scenario: str) -> str:
    """What decides it in any Victory Phase, and at the end."""
    found = []
    for at_end, when in ((False, "at any time"), (True, "at the end")):
        points = next((vp for vp in range(-20, 60) if decides(scenario, at_end, (), vp)), None)
        held = places(scenario, at_end)
        found.append(f"{when} {f'{points} VPs' if points is not None else 'no number'} or {held}")
    return ", ".join(found)


def places(scenario: str, at_end: bool) -> str:
    """The cities that must be held, and the Objectives of which one will do beside them."""
    if not decides(scenario, at_end, PRIZES, FEW):
        return "no place"
    s = bare(scenario)
    needed = [p for p in PRIZES if not decides(scenario, at_end, [q for q in PRIZES if q != p], FEW)]
    if decides(scenario, at_end, needed, FEW):
        return " and ".join(s.game.place_name(p) for p in needed)
    goals = [p for p in PRIZES if s.game.objectives[s.game.contender] >> p & 1]
    others = [p for p in PRIZES if p not in goals or p in needed]
    more = [p for p in goals if p not in needed and decides(scenario, at_end, [*others, p], FEW)]
    names = [" and ".join(s.game.place_name(p) for p in needed), " or ".join(s.game.place_name(p) for p in more)]
    return " with ".join(names)


def decides(scenario: str, at_end: bool, held: Iterable[int], points: int) -> bool:
    """Does the side that has to reach the goal win while it holds just these cities and has so many VPs on the round
    marker?"""
    s = bare(scenario).copy()
    mine = sum(1 << p for p in held)
    s.axis_held = mine if s.game.contender == AXIS else s.game.vp_hexes & ~mine
    s.event_vp = points if s.game.contender == AXIS else -points
    s.memo.clear()
    victory.check_scenario(s, at_end)
    return bool(s.decided)


def skips(scenario: str, phase: sequence.Phase) -> bool:
    """Is this phase left out of the first player turn?"""
    s = TITLE.setup(TITLE.prepare(scenario, "board", {}))
    return sequence.skipped(s, phase)


def fixed(scenario: str) -> str:
    """The optional rules that it decides by itself, and whether it can be played on into 1945."""
    words = []
    for name in ("variable_weather", "joker"):
        chosen = {on: getattr(state(scenario, {name: on}).game.profile, name) for on in (True, False)}
        words += [f"{name} {chosen[True]}"] * (chosen[True] == chosen[False])
    try:
        words.append(f"may go on to turn {state(scenario, {'go_on': True}).game.last_turn}")
    except Invalid:
        words.append("does not go on")
    return ", ".join(words)


def state(scenario: str, options: dict[str, bool]) -> NoRetreatState:
    return TITLE.setup(TITLE.prepare(scenario, "board", options))


@rule("3.0", "12.0")
@rule("X.7", book="no-retreat-digital")
def test_every_scenario_is_won_and_begun_as_its_sheet_says():
    assert differences(goals(), SHEET) == []


if __name__ == "__main__":
    write(
        goals(), SHEET, "How long; what decides it; the phases left out of the first player turn; the options it fixes"
    )
