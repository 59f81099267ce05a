"""[10.5] The battle under way as the state keeps it: begun, turned round for a counterattack, put aside, ended."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.titles.no_retreat.codes import FOUGHT
from rasputitsa.titles.no_retreat.combat.declare import defenders_of
from rasputitsa.titles.no_retreat.state import NoRetreatState


def open_battle(s: NoRetreatState, hexes: Sequence[int], units: Sequence[int]) -> None:
    """10.3.4, 10.4, 10.3.4.1 These units attack these hexes: none of them may attack, or be attacked, again in this
    phase."""
    s.fields, s.attackers = list(hexes), list(units)
    s.defenders = [u for h in hexes for u in defenders_of(s, h)]
    s.attacker, s.round = s.phasing, 0
    fresh(s)
    for u in units:
        s.mark(u, FOUGHT)
        s.allocated[u] = -1
    for h in hexes:
        s.struck |= 1 << h


def fresh(s: NoRetreatState) -> None:
    """10.7.2 Nothing is committed yet."""
    s.ground, s.committed, s.die, s.result = -1, 0, 0, 0
    s.battle_events, s.battle_mods = [], []
    s.retreating, s.fallen, s.vacated, s.advancing = [], [], [], []


def turn_round(s: NoRetreatState) -> None:
    """10.7.2, 10.7.2.1, 10.7.2.2, digital B.9.1 The counterattack: exactly the same units, with the roles changed."""
    s.attackers, s.defenders = standing(s, s.defenders), standing(s, s.attackers)
    s.fields = sorted({s.place[u] for u in s.defenders})
    s.attacker = 1 - s.attacker
    s.round += 1
    fresh(s)


def close_battle(s: NoRetreatState) -> None:
    s.fields, s.attackers, s.defenders, s.round = [], [], [], 0
    fresh(s)


def standing(s: NoRetreatState, units: Sequence[int]) -> list[int]:
    """Those of the units that are still on the map."""
    return [u for u in units if s.place[u] >= 0]


def fighters(s: NoRetreatState, side: int) -> list[int]:
    """The units of a side that take part in the battle and are still on the map."""
    return standing(s, s.attackers if side == s.attacker else s.defenders)


# -- digital X.1: several battles at once -------------------------------------------------------------------------


def put_aside(s: NoRetreatState) -> None:
    """digital X.1 Keep a prepared battle for later: a row of small numbers, each list with its length before it."""
    row = [s.fields[0], s.ground, s.committed, s.die, s.result]
    flat = [n for mod in s.battle_mods for n in mod], [n for event in s.battle_events for n in event]
    for part in (s.fields, s.attackers, s.defenders, *flat):
        row += [len(part), *part]
    s.pending.append(tuple(row))
    close_battle(s)


def hexes_and_units(row: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What a battle put aside is about."""
    parts = _parts(row)
    return tuple(parts[0]), tuple(parts[1])


def take_up(s: NoRetreatState, first: int) -> None:
    """digital X.1 Go on with a battle that was put aside; units lost meanwhile are out of it."""
    row = next(r for r in s.pending if r[0] == first)
    s.pending.remove(row)
    fields, attackers, defenders, notes, played = _parts(row)
    fresh(s)
    s.fields, s.attackers = fields, standing(s, attackers)
    s.defenders = [u for u in defenders if s.place[u] in fields]
    s.attacker, s.round = s.phasing, 0
    s.ground, s.committed, s.die, s.result = row[1:5]
    s.battle_mods = [(notes[i], notes[i + 1], notes[i + 2]) for i in range(0, len(notes), 3)]
    s.battle_events = [(played[i], played[i + 1]) for i in range(0, len(played), 2)]


def _parts(row: Sequence[int]) -> list[list[int]]:
    parts, at = [], 5
    while at < len(row):
        parts.append(list(row[at + 1 : at + 1 + row[at]]))
        at += 1 + row[at]
    return parts
