"""[11.2] What would come of an attack: both fires with all their shifts, and the exact chance of every end of the
combat.

Every result of both dice is played through with the rules themselves. Choices that are left to the owners are
foreseen as most players make them: steps come from the units that can spare them, and beaten defenders retreat.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.stalins_war.combat import blitz, card_losses, columns, fire, forces, losses, retreats
from rasputitsa.titles.stalins_war.combat.report import fire_view
from rasputitsa.titles.stalins_war.combat_odds import Loss
from rasputitsa.titles.stalins_war.combat_odds import losses as fire_results
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position


class Ending(NamedTuple):
    """One way a combat may end, with its chance; losses are in steps."""

    chance: Fraction
    victor: int
    attacker_loses: int
    defender_loses: int
    wiped_out: bool
    """No defender is left."""
    retreat: int
    """Hexes the defenders must retreat; 0 if they need not."""
    may_stand: bool
    blitz: bool
    """A Blitz marker could be placed if the hex is taken."""


def odds(s: Position, target: int, attackers: int) -> Odds:
    """The odds of an attack by these units on a hex, as the position stands."""
    planned = s.copy()
    forces.oppose(planned, target, attackers)
    planned.paired = 0
    forces.engage(planned)
    return odds_of(planned)


def odds_of(s: Position) -> Odds:
    """The odds of the combat under way, before the dice."""
    attacker, defender = s.active, 1 - s.active
    fires = [fire_view(s, side) for side in (attacker, defender)]
    results: dict[str, float] = {}
    for ending in endings(s):
        words = describe(ending, attacker)
        results[words] = results.get(words, 0.0) + float(ending.chance)
    return Odds(
        attack=forces.strength(s, attacker),
        defend=forces.strength(s, defender),
        initial=fires[0].initial,
        final=fires[0].final,
        table=fires[0].table,
        shifts=fires[0].shifts,
        results=results,
        fires=fires,
    )


def describe(ending: Ending, attacker: int) -> str:
    """The end of a combat in a few words."""
    if ending.victor != attacker:
        return "defender wins" if ending.victor == 1 - attacker else "nobody wins"
    if ending.wiped_out:
        words = "defenders eliminated"
    elif not ending.retreat:
        return "attacker wins, no retreat"
    else:
        words = f"retreat of {ending.retreat}" + (" or a step" if ending.may_stand else "")
    return f"{words}, Blitz" if ending.blitz else words


# -- every throw ----------------------------------------------------------------------------------------------------


def endings(s: Position) -> list[Ending]:
    """All ways the combat under way may end, from every pair of results of the dice."""
    before = s.copy()
    for side, number, _, among, named in card_losses.before_columns(before):
        _lose(before, side, number, among, named)
    shots = [_results(before, side) for side in (before.active, 1 - before.active)]
    found = []
    for (attack, p), (defend, q) in product(*shots):
        then = before.copy()
        fire.inflict(then, attack, defend)
        found.append(play_out(then, p * q))
    return found


def _results(s: Position, side: int) -> list[tuple[Loss, Fraction]]:
    if not forces.force(s, side) or not s.attackers:
        return [(fire.NOTHING, Fraction(1))]
    return list(fire_results(columns.fire(s, side)).items())


def play_out(s: Position, chance: Fraction) -> Ending:
    """11.2.1 steps 6 to 9 with the Loss Numbers known, on a position that may be spoiled."""
    attacker, defender = s.active, 1 - s.active
    losses.sweep_away(s)
    for side in (defender, attacker):
        _lose(s, side, s.loss[1 - side], losses.eligible(s, side), False)
    fire.find_winner(s)
    for side, number, _, among, named in card_losses.after_winner(s):
        _lose(s, side, number, among, named)
    for side in (AXIS, SOVIET):
        _take_back(s, card_losses.saved(s, side), side, losses.ANYBODY)
    _take_back(s, int(bool(card_losses.returning(s))), AXIS, card_losses.returning(s))
    goes = retreats.must_retreat(s) and bool(retreats.leaving(s))
    wiped_out = not forces.holders(s)
    s.retreat = retreats.length(s) if goes else 0
    taken = s.victor == attacker and (wiped_out or goes)
    return Ending(
        chance,
        s.victor,
        s.steps_lost[attacker],
        s.steps_lost[defender],
        wiped_out,
        s.retreat,
        goes and retreats.may_stand(s),
        taken and blitz.may_follow(s, s.attackers),
    )


def _lose(s: Position, side: int, number: int, among: int, named: bool) -> None:
    for _ in range(number):
        units = losses.candidates(s, side, among, named)
        if not units:
            return
        losses.lose(s, max(bits(units), key=lambda unit: (not fire.DECIDES_TIES >> unit & 1, s.steps_left(unit))))


def _take_back(s: Position, number: int, side: int, among: int) -> None:
    for _ in range(number):
        units = card_losses.savable(s, side) & among
        if units:
            card_losses.take_back(s, bits(units)[0])


def chance_of(found: Iterator[Ending] | list[Ending]) -> Fraction:
    """The chance of some endings together."""
    return sum((ending.chance for ending in found), Fraction(0))
