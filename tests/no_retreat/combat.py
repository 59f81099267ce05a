"""Battles in a few words, for the tests of chapter 10.

s = field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
attack(s, "1215", "9th Army", die=6)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rasputitsa.kernel.view import Odds
from rasputitsa.titles.no_retreat.actions.combat import BattleDie, Commit, EndCounterblows, EndTargets, Target, Withhold
from rasputitsa.titles.no_retreat.answers import battle_odds
from rasputitsa.titles.no_retreat.codes import DISORGANIZED
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.combat.battle import CounterattackStep
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .situation import begin, do, place, read, situation, unit

NE, EX, CB, CA, DR, DS, DD = range(7)
IDLE = "stavka"
"""A Soviet card that does nothing in combat: for payment."""


def field(**how: Any) -> NoRetreatState:
    """A situation at the start of a Combat Phase, with a log to read."""
    disorganized = how.pop("disorganized", ())
    s = situation(**{"phase": None, **how})
    for name in disorganized:
        s.mark(unit(s, name), DISORGANIZED)
    s.ear = []
    if how.get("phase", "combat"):
        start(s, how.get("side", "axis"))
    return s


def start(s: NoRetreatState, side: str) -> None:
    begin(s, side, "combat")


def asked(s: NoRetreatState) -> str:
    """The name of the question, "" when none is asked."""
    return s.step.name if s.stack and s.side else ""


def declare(s: NoRetreatState, *hexes: str) -> None:
    """Declare these targets and no others; no counterblows."""
    for hex_ in hexes:
        s.apply(Target(place(hex_)))
    if asked(s) == "VoluntaryAttacks":
        s.apply(EndTargets())
    if asked(s) == "Counterblows":
        s.apply(EndCounterblows())


def join(s: NoRetreatState, hex_: str, *names: str) -> None:
    for name in names:
        do(s, f"{name} joins the attack on {hex_}")


def launch(s: NoRetreatState) -> None:
    """Begin the battle that was put together, if it has not begun by itself."""
    if asked(s) == "Battles":
        end = next(a for a in s.legal() if str(a).startswith("attack "))
        s.apply(end)


def attack(
    s: NoRetreatState, hexes: str | Sequence[str], *names: str, die: int | None = None, support: bool = False
) -> None:
    """A whole attack up to its die: declared, joined by these units (all that can, if none is named), begun."""
    wanted = [hexes] if isinstance(hexes, str) else list(hexes)
    if asked(s) == "VoluntaryAttacks":
        declare(s, *wanted)
    for name in names:
        if asked(s) == "Battles":
            join(s, wanted[0], name)
    for other in wanted[1:]:
        join(s, other, names[0])
    launch(s)
    decide_support(s, support)
    if die is not None:
        roll(s, die)


def decide_support(s: NoRetreatState, support: bool = False) -> None:
    if asked(s) == "Commitment":
        s.apply(Commit() if support else Withhold())


def roll(s: NoRetreatState, *dice: int) -> None:
    for die in dice:
        assert s.side == "chance", f"no die is due: {asked(s)}"
        s.apply(BattleDie(die))


def given(s: NoRetreatState, result: int) -> None:
    """Roll the first die that has this result in the column of the battle under way."""
    assert s.side == "chance", f"no die is due: {asked(s)}"
    found = odds.reckon(s, odds.under_way(s))
    dice = [die for die in range(1, 7) if odds.result_of(s, s.attacker, found, die) == result]
    assert dice, f"{odds.RESULTS[result]} cannot be rolled at {odds.COLUMNS.label(found.final)}"
    roll(s, dice[0])


def counterattack(s: NoRetreatState, die: int | None = None) -> None:
    assert isinstance(s.step, CounterattackStep)
    do(s, "counterattack")
    decide_support(s)
    if die is not None:
        roll(s, die)


def reckoned(s: NoRetreatState, hexes: str | Sequence[str], *names: str, **how: bool) -> Odds:
    """The odds of an attack by these units."""
    wanted = [hexes] if isinstance(hexes, str) else list(hexes)
    return battle_odds(s, [unit(s, n) for n in names], [place(h) for h in wanted], **how)


def shifts(found: Odds) -> dict[str, int]:
    return {shift.cause: shift.columns for shift in found.shifts}


def said(s: NoRetreatState, words: str) -> bool:
    """Did the log say so?"""
    return any(words in line.text for line in s.ear or ())


def legal(s: NoRetreatState) -> set[str]:
    return {str(a) for a in s.legal()}


def allowed(s: NoRetreatState, deed: str) -> bool:
    return s.why_not(read(deed)) is None
