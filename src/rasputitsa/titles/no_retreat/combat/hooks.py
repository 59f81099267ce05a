"""[5.3], [10.5] What events ask of a battle and do to it, beyond the notes of `mods`."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.combat import context, mods, odds, results, retreat
from rasputitsa.titles.no_retreat.combat.battle import read_die
from rasputitsa.titles.no_retreat.state import NoRetreatState


def shift(s: NoRetreatState, side: int, columns: int) -> None:
    """The column moves in favour of a side; if the die has been rolled, it is read again in the new one."""
    mods.add(s, mods.SHIFT, columns if side == s.attacker else -columns)
    if s.die:
        read_die(s)


def reroll(s: NoRetreatState) -> None:
    """The die is taken back and rolled again."""
    s.die = 0


def change_result(s: NoRetreatState, result: str) -> None:
    """The result just rolled becomes another one."""
    s.result = odds.RESULTS.index(result)
    s.say("5.3", "The result becomes {}", result)


def fix_result(s: NoRetreatState, result: str) -> None:
    """No die will be rolled: the battle has this result."""
    mods.add(s, mods.RESULT, odds.RESULTS.index(result))


def rolled_result(s: NoRetreatState) -> str:
    """The result as it stands, "" before the die is rolled."""
    return odds.RESULTS[s.result] if s.die else ""


def armor_counts(s: NoRetreatState) -> bool:
    """Would the attacker have the armor bonus now?"""
    return odds.armor_bonus(s, odds.under_way(s))


def forts_to_flip(s: NoRetreatState) -> list[int]:
    """Enemy two-sided forts under attack whose other side is no fort."""
    game = s.game
    units = context.fighters(s, 1 - s.attacker)
    return [u for u in units if s.full[u] and game.type[1][u] == "fort" != game.type[0][u]]


def flip_fort(s: NoRetreatState, unit: int) -> None:
    """A fort drops to its weak side before the odds are taken."""
    s.turn_over(unit, False)
    s.say("5.3", "{} is a fort no more", s.game.names[unit], at=[s.game.place_id(s.place[unit])])


def can_withdraw(s: NoRetreatState) -> bool:
    """Could all defenders retreat instead of fighting? Not with a fort or Volkssturm among them."""
    if any(results.has_fort(s, h) or results.volkssturm(s, h) for h in s.fields):
        return False
    return all(retreat.possible(s, u) for h in s.fields for u in s.units_at(h))
