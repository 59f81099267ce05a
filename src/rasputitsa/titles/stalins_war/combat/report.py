"""[11.2.1] The combat under way as the battle board shows it: both fires with shifts, units, cards, loss order."""

from __future__ import annotations

from typing import Final

import msgspec

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import BattleReport, BattleSide, CombatTable, Fighter
from rasputitsa.kernel.view import Fire as FireView
from rasputitsa.kernel.words import lower_first
from rasputitsa.titles.stalins_war.combat import columns, forces
from rasputitsa.titles.stalins_war.combat_odds import Fire, Loss, column_label
from rasputitsa.titles.stalins_war.combat_odds import losses as fire_results
from rasputitsa.titles.stalins_war.component_types import TableName
from rasputitsa.titles.stalins_war.components import CARDS, FIRE, SIDES
from rasputitsa.titles.stalins_war.faces import face
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS, PLACE_NAMES
from rasputitsa.titles.stalins_war.state import ALL_ROUND, IN_COMBAT, NOWHERE, THE_SIDES, Position

ORDER: Final = (
    "The defender takes his losses first, then the attacker, whose first step comes from a panzer, tank or mech unit. "
    "Nobody loses a second step while another unit has lost none (11.3.2)."
)
LABELS: Final[tuple[tuple[TableName, str], ...]] = (("lcu", "LCU fire table"), ("scu", "SCU fire table"))


def tables() -> list[CombatTable]:
    """11.2.1 The two fire tables."""
    return [
        CombatTable(id=name, label=label, columns=list(FIRE[name].columns), rows=[list(row) for row in FIRE[name].rows])
        for name, label in LABELS
    ]


def under_way(s: Position) -> BattleReport | None:
    """The combat that is being fought; none while none is."""
    return report(s) if s.target != NOWHERE and s.attackers else None


def report(s: Position, thrown: dict[int, tuple[int, Loss]] | None = None) -> BattleReport:
    """All that both sides know of it; `thrown` is the die of each side and what it inflicts."""
    attacker, defender = s.active, 1 - s.active
    return BattleReport(
        id=f"{s.turn}-{s.round}-{s.active}-{s.target}",
        label=PLACE_NAMES[s.target],
        at=[PLACE_IDS[s.target]],
        sides=[_side(s, attacker, "attacker"), _side(s, defender, "defender")],
        fires=[_fire(s, side, thrown) for side in (attacker, defender)],
        words=_words(attacker, thrown) if thrown else "",
        order=ORDER,
        next=f"{THE_SIDES[defender]} take their losses, then {lower_first(THE_SIDES[attacker])}." if thrown else "",
    )


def fire_view(s: Position, side: int) -> FireView:
    """The fire of one side: table, columns, shifts and the chances of its Loss Numbers."""
    if not forces.force(s, side):
        return FireView(side=SIDES[side], label="nobody fires")
    shot = columns.fire(s, side)
    return FireView(
        side=SIDES[side],
        label="attack" if forces.attacks(s, side) else "defense",
        strength=str(shot.strength),
        table=shot.table,
        initial=column_label(Fire(shot.strength, shot.table)),
        final=column_label(shot),
        shifts=columns.shifts(s, side),
        results={f"{loss.number}{'*' * loss.scu_only}": float(p) for loss, p in sorted(fire_results(shot).items())},
    )


def _fire(s: Position, side: int, thrown: dict[int, tuple[int, Loss]] | None) -> FireView:
    shown = fire_view(s, side)
    if not thrown or not shown.table:
        return shown
    die, loss = thrown[side]
    steps = f"{loss.number} step{'' if loss.number == 1 else 's'}" + (" of an SCU" if loss.scu_only else "")
    text = f"{THE_SIDES[1 - side]} must lose {steps}." if loss.number else "No loss."
    return msgspec.structs.replace(shown, dice=[die], result=f"{loss.number}{'*' * loss.scu_only}", text=text)


def _words(attacker: int, thrown: dict[int, tuple[int, Loss]]) -> str:
    """11.2.1 step 7 in words, before losses are taken."""
    mine, theirs = thrown[attacker][1].number, thrown[1 - attacker][1].number
    if mine == theirs:
        return "Equal Loss Numbers: nobody wins, unless the attacker's mechanized or Guard corps decide the tie."
    winner = attacker if mine > theirs else 1 - attacker
    return f"The higher Loss Number wins: {lower_first(THE_SIDES[winner])}, if they survive."


def _side(s: Position, side: int, role: str) -> BattleSide:
    strength = s.attack if forces.attacks(s, side) else s.defense
    return BattleSide(
        side=SIDES[side],
        role=role,
        strength=str(forces.strength(s, side)),
        units=[
            Fighter(
                name=s.name(unit),
                strength=str(strength(unit)),
                face=face(unit, s.lost[unit]),
                notes=["out of supply"] if forces.out_of_supply(s, unit) else [],
            )
            for unit in bits(forces.force(s, side))
        ],
        cards=[CARDS[card].name for place in (IN_COMBAT, ALL_ROUND) for card in s.cards_in(place, side)],
    )
