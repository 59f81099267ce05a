"""[11.2.1] Steps 5 and 7: both sides fire at once, and the winner is found."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel import ChanceStep
from rasputitsa.titles.stalins_war.actions.combat import CombatDice
from rasputitsa.titles.stalins_war.combat import columns, forces, ground, report
from rasputitsa.titles.stalins_war.combat_odds import Loss, column, column_label, loss
from rasputitsa.titles.stalins_war.components import SIDES
from rasputitsa.titles.stalins_war.roster import MECHANIZED, TAGS
from rasputitsa.titles.stalins_war.state import FULL, NOBODY, Position

FACES = range(1, 7)
DECIDES_TIES = MECHANIZED | TAGS["guard"]
"""11.2.1 step 7, SW-48 Mech, Guard, tank and panzer units: all of them are SCUs."""
NOTHING = Loss(0, False)


class Throw(ChanceStep[Position]):
    """11.2.1 step 5: each side throws a die and finds its result on its column."""

    rule = "11.2.1"

    def outcomes(self, s: Position) -> list[tuple[CombatDice, int]]:  # type: ignore[override]
        return [(CombatDice(attack, defend), 1) for attack in FACES for defend in FACES]

    def apply(self, s: Position, action: CombatDice) -> None:  # type: ignore[override]
        s.pop()
        attacker = s.active
        results = {attacker: result(s, attacker, action.attack), 1 - attacker: result(s, 1 - attacker, action.defend)}
        thrown = {attacker: (action.attack, results[attacker]), 1 - attacker: (action.defend, results[1 - attacker])}
        told = report.report(s, thrown) if s.ear is not None else None
        inflict(s, results[attacker], results[1 - attacker])
        for side, die in ((attacker, action.attack), (1 - attacker, action.defend)):
            found, star = results[side], "*" if results[side].scu_only else ""
            label = column_label(columns.fire(s, side)) if forces.force(s, side) else "none"
            name, battle = SIDES[side].title(), told if side == attacker else None
            s.say("11.2.1", "{} throw {} on column {}: {}{}", name, die, label, found.number, star, battle=battle)

    def label(self, s: Position) -> str:
        return "combat"

    def is_battle(self, s: Position) -> bool:
        return True


def result(s: Position, side: int, die: int) -> Loss:
    """11.2.1 step 5: what a die inflicts. Nobody fires for a side without units that defend (11.4.5)."""
    if not forces.force(s, side):
        return NOTHING
    fire = columns.fire(s, side)
    return loss(fire.table, column(fire), die)


def inflict(s: Position, attack: Loss, defend: Loss) -> None:
    """11.3.1 The result of a side is the Loss Number of its opponent."""
    for side, found in ((s.active, attack), (1 - s.active, defend)):
        s.loss[side], s.asterisk[side] = found.number, int(found.scu_only)


# -- step 7: the winner ---------------------------------------------------------------------------------------------


def find_winner(s: Position) -> None:
    """11.2.1.7 Step 7: the side that alone survives; otherwise the higher Loss Number; equal ones lose for both unless
    the attacker decides the tie."""
    attacker, defender = s.active, 1 - s.active
    if not s.attackers or not forces.holders(s):
        s.victor = attacker if s.attackers else defender if forces.holders(s) else NOBODY
    elif s.loss[attacker] != s.loss[defender]:
        s.victor = attacker if s.loss[attacker] > s.loss[defender] else defender
    else:
        s.victor = attacker if wins_tie(s) else NOBODY


def wins_tie(s: Position) -> bool:
    """11.2.1.9 Step 7: the attacker wins a tie with a supplied mech, Guard, tank or panzer SCU against none, not in
    swamp, trench, Festung or fortress."""
    return _tie_breaker(s, s.attackers) and not _tie_breaker(s, s.defenders) and not ground.denies_ties(s)


def _tie_breaker(s: Position, units: int) -> bool:
    return any(s.supply[unit] == FULL for unit in bits(units & DECIDES_TIES))


STEPS = (Throw,)
