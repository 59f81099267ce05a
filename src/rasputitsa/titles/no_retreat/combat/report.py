"""[10.5] The battle under way as the battle board shows it: units, shifts, table, die, result and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rasputitsa.kernel.view import BattleReport, BattleSide, CombatTable, Fighter, Fire, Shift
from rasputitsa.kernel.words import lower_first
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.faces import face
from rasputitsa.titles.no_retreat.state import NoRetreatState

MEANINGS: Final = {
    "NE": "No effect: nothing changes for either side.",
    "EX": "Exchange: both sides lose one step, the attacker first; nobody advances.",
    "CB": "Counterblow: a marker goes on a hex of the side whose turn it is; it must be attacked in the next turn.",
    "CA": "Counterattack: the defender may strike back at once with the same units, and terrain does not count.",
    "DR": "Defender retreats: every defender goes back two hexes, and the attackers may advance; a fort ignores it.",
    "DS": "Defender shattered: the defenders retreat and are then taken off the map, to come back in their next "
    "Organization Phase; against a fort it is an exchange.",
    "DD": "Defender destroyed: every defender loses a step and retreats; a fort does not retreat.",
}
"""10.7 What each result does."""


def tables() -> list[CombatTable]:
    """10.5 The two combat tables."""
    combat = components.tables().combat
    return [
        CombatTable(
            id=side,
            label=f"{side.capitalize()} attacks",
            columns=list(combat.columns),
            rows=[[str(cell) for cell in row] for row in rows],
        )
        for side, rows in zip(SIDES, (combat.axis, combat.soviet), strict=True)
    ]


def under_way(s: NoRetreatState) -> BattleReport | None:
    """The battle that is being fought; none while none is."""
    return report(s) if s.fields and s.attackers else None


def report(s: NoRetreatState) -> BattleReport:
    """All that both sides know of it."""
    b = odds.under_way(s)
    shown = odds.odds(s, b)
    result = odds.RESULTS[s.result] if s.die else ""
    fire = Fire(
        side=SIDES[b.side],
        label="counterattack" if b.counter else "attack",
        strength=f"{shown.attack} to {shown.defend}",
        table=shown.table,
        initial=shown.initial,
        final=shown.final,
        shifts=[Shift(columns=x.columns, cause=x.cause, rule=x.rule) for x in shown.shifts],
        results=shown.results,
        dice=[s.die] if s.die else [],
        result=result,
    )
    where = [s.game.place_id(place) for place in s.fields]
    return BattleReport(
        id=f"{s.turn}-{s.phasing}-{'-'.join(sorted(where)) if not b.counter else 'counter' + str(s.round)}",
        label=", ".join(s.game.place_name(place) for place in s.fields),
        at=where,
        sides=[
            _side(s, b.side, "attacker", s.attackers, b, shown.attack),
            _side(s, 1 - b.side, "defender", s.defenders, b, shown.defend),
        ],
        fires=[fire],
        result=result,
        words=MEANINGS.get(result, ""),
        order="Of several units the owner picks the one that loses a step." if result in ("EX", "DD") else "",
        next=_next(s, result),
    )


def _next(s: NoRetreatState, result: str) -> str:
    attacker, defender = s.game.side_names[s.attacker], s.game.side_names[1 - s.attacker]
    then = {side: f"then {lower_first(side)}" for side in (attacker, defender)}
    said = {
        "CA": f"{defender}: counterattack, or leave it at that.",
        "DR": f"{defender}: retreat; {then[attacker]} may advance.",
        "DS": f"{defender}: retreat; {then[attacker]} may advance.",
        "DD": f"{defender}: losses and retreat; {then[attacker]} may advance.",
        "EX": f"{attacker}: lose a step; {then[defender]}.",
        "CB": "The counterblow marker is placed.",
        "NE": "The next battle.",
    }
    return said.get(result, "")


def _side(s: NoRetreatState, side: int, role: str, units: Sequence[int], b: odds.Battle, strength: int) -> BattleSide:
    return BattleSide(
        side=SIDES[side],
        role=role,
        strength=str(strength),
        units=[_fighter(s, unit, b) for unit in units],
        cards=[
            *([odds.MARKER[side]] if b.support and side == b.side else []),
            *(EVENTS[event].name for who, event in s.battle_events if who == side),
        ],
    )


def _fighter(s: NoRetreatState, unit: int, b: odds.Battle) -> Fighter:
    marks = ((UNSUPPLIED, "unsupplied"), (DISORGANIZED, "disorganized"))
    return Fighter(
        name=s.game.names[unit],
        strength=str(odds.unit_strength(s, unit, b.mods)),
        face=face(unit, bool(s.full[unit])),
        notes=[note for bit, note in marks if s.marks[unit] & bit],
    )
