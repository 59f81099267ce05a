"""[10.5], [10.6] Odds: strengths, the initial column, every shift with its cause, the final column, the exact chances.

One implementation for everything: the battle that is fought, the previews of one that might be, and `ask("odds")`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rasputitsa.board.odds import BELOW, RatioColumns, distribution
from rasputitsa.kernel.view import Odds, Preview, Shift
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    SIDES,
    SKIES,
    SOVIET,
    UNSUPPLIED,
    WORKS,
)
from rasputitsa.titles.no_retreat.combat import mods
from rasputitsa.titles.no_retreat.combat.mods import Mod
from rasputitsa.titles.no_retreat.control import oil_is_lost
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.state import NoRetreatState

_COMBAT = components.tables().combat
_LIMITS = components.tables().limits
_FEATURES = {feature.name: feature for feature in components.tables().feature}
_WEATHER = components.tables().weather
COLUMNS = RatioColumns(*_COMBAT.columns)
RESULTS = ("NE", "EX", "CB", "CA", "DR", "DS", "DD")
NE, EX, CB, CA, DR, DS, DD = range(7)
TABLES = tuple(tuple(tuple(RESULTS.index(r) for r in row) for row in rows) for rows in (_COMBAT.axis, _COMBAT.soviet))
"""Results by table (Axis, Soviet), die (from 0) and column."""
MARKER = ("Blitz!", "Shock!")


class Battle(NamedTuple):
    """What the odds of a battle are reckoned from: fought, or only thought of."""

    side: int
    attackers: Sequence[int]
    defenders: Sequence[int]
    fields: Sequence[int]
    counter: bool = False
    support: bool = False
    ground: int = -1
    mods: Sequence[Mod] = ()


class Reckoning(NamedTuple):
    """The figures of a battle."""

    attack: int
    defend: int
    initial: int
    final: int
    shifts: list[tuple[int, str, str]]
    table: int


def under_way(s: NoRetreatState) -> Battle:
    """The battle that is being fought."""
    return Battle(s.attacker, s.attackers, s.defenders, s.fields, s.round > 0, s.committed > 0, s.ground, s.battle_mods)


# -- [10.5] columns -----------------------------------------------------------------------------------------------


@cache
def column(attack: int, defend: int, shift: int) -> tuple[int, int]:
    """10.5, 10.6.4, 10.5.3, 10.5.4, 10.6.4.2, 10.6.4.3, digital B.8.2 The initial and the final odds column. Odds above
    6:1 count as 6:1 before and after shifting; below 1:3 there is no column (BELOW) and no shift brings one back."""
    initial = COLUMNS.column(attack, defend)
    return initial, COLUMNS.shift(initial, shift)


def table_of(s: NoRetreatState, side: int) -> int:
    """13.1, digital B.7, B.7.1 Each side attacks on its own table; in snow and Long Winter the Axis uses the Soviet
    one."""
    return SOVIET if _WEATHER[s.weather].axis_uses_soviet_table else side


def faces(s: NoRetreatState, side: int) -> tuple[int, ...]:
    """digital X.8 What each face of the die counts: a balancing option may add to a side's dice, within 1 to 6."""
    profile = s.game.profile
    return _faces(profile.axis_die if side == AXIS else profile.soviet_die)


@cache
def _faces(more: int) -> tuple[int, ...]:
    return tuple(min(6, max(1, die + more)) for die in range(1, 7))


def rolled(s: NoRetreatState, side: int, die: int) -> int:
    """digital X.8 The die as it counts."""
    return faces(s, side)[die - 1]


def cross(table: int, column: int, die: int) -> int:
    """10.5 The die, as it counts, crossed with a column; below the table it is CA whatever the die (10.6.4)."""
    return CA if column == BELOW else TABLES[table][die - 1][column]


def result_of(s: NoRetreatState, side: int, found: Reckoning, die: int) -> int:
    """10.5 The die crossed with the final column."""
    return cross(found.table, found.final, rolled(s, side, die))


def chances(s: NoRetreatState, side: int, found: Reckoning) -> dict[str, Fraction]:
    """The exact probability of each result."""
    return distribution(RESULTS[result_of(s, side, found, die)] for die in range(1, 7))


# -- strengths ----------------------------------------------------------------------------------------------------


def local_support(s: NoRetreatState, unit: int) -> int:
    """15.3.3, digital X.2 Points the local support marker adds to its unit: +2 and +1, changing sides on turn 11
    (digital: +2 for the side with the Initiative)."""
    side = s.game.side_of[unit]
    if s.local_support[side] != unit:
        return 0
    if s.game.profile.digital:
        return 2 if side == s.initiative else 1
    points = _LIMITS.local_support_axis if side == AXIS else _LIMITS.local_support_soviet
    return points[s.turn >= _LIMITS.local_support_flip_turn]


def unit_strength(s: NoRetreatState, unit: int, notes: Sequence[Mod]) -> int:
    """10.5 A unit's strength in this battle: printed, with local support, multiplied by an event."""
    points = s.strength(unit) + local_support(s, unit)
    for kind, a, factor in notes:
        if kind == mods.TIMES and a == unit:
            points *= factor
    return points


def total(s: NoRetreatState, units: Sequence[int], side: int, notes: Sequence[Mod]) -> int:
    """10.5 The Strength Step: the sum of a side's units and of the points events add."""
    if not notes and s.local_support[side] < 0:
        strength, full = s.game.strength, s.full
        return sum([strength[full[u]][u] for u in units])
    points = sum(unit_strength(s, u, notes) for u in units)
    return points + sum(b for kind, a, b in notes if kind == mods.POINTS and a == side)


# -- [10.6] shifts ------------------------------------------------------------------------------------------------

Cause = tuple[int, str, str]


def shifts(s: NoRetreatState, b: Battle) -> list[Cause]:
    """10.6 Every shift of a battle: columns (to the right if positive), cause, rule."""
    found = [
        *terrain_shifts(s, b),
        *weather_shift(s, b),
        *unsupplied_shift(s, b),
        *support_shift(s, b),
        *unit_shifts(s, b),
    ]
    if b.mods:
        columns = sum(a for kind, a, _ in b.mods if kind == mods.SHIFT)
        if columns:
            found.append((columns, "events", "5.3"))
    return found


def shift_is_due(s: NoRetreatState, b: Battle) -> bool:
    """10.1.2, 10.7.2, 10.1.2.3, 10.7.2.4, 16.0.6 Does terrain shift at all? Not in a counterattack, nor for a hex with
    a Counterblow marker."""
    return not b.counter and b.ground not in s.blows


def terrain_shifts(s: NoRetreatState, b: Battle) -> Iterator[Cause]:
    """10.6.1, 10.6.1.3, digital B.8 The hex that counts: its terrain, being an Objective, and the river or sea crossing
    that all attackers have to cross; Defensive Works (14.13) likewise."""
    if not shift_is_due(s, b):
        return
    ignored = 0
    for kind, a, _ in b.mods:
        if kind == mods.IGNORE:
            ignored |= a
    yield from hex_shifts(s.game, b.ground, ignored)
    side = hexside_shift(s, b, ignored)
    if side:
        yield -side, "sea crossing" if side > 1 else "river", "10.6.1"
    yield from works_shift(s, b.ground)


def hex_shifts(game: NoRetreatGame, hex_: int, ignored: int = 0) -> Iterator[Cause]:
    """10.6.1 The terrain of a hex, and its being an Objective."""
    kind = game.terrain[hex_]
    spared = ignored & (mods.HEX | (mods.CITY if kind == "city" else 0))
    if game.shift[hex_] and not spared:
        yield -game.shift[hex_], kind, "10.6.1"
    if (game.objectives[0] | game.objectives[1]) >> hex_ & 1 and not ignored & mods.OBJECTIVE:
        yield -_FEATURES["objective"].shift, "Objective", "10.6.1"


def works_shift(s: NoRetreatState, hex_: int) -> Iterator[Cause]:
    """14.13 Defensive Works."""
    if s.works and any(kind == WORKS and place == hex_ for kind, place, _ in s.works):
        yield -1, "Defensive Works", "14.13"


def hexside_shift(s: NoRetreatState, b: Battle, ignored: int) -> int:
    """10.6.1, 13.1, 10.6.1.1, 13.1.4 What all attackers have to cross counts: a river one column unless it is frozen, a
    sea crossing two."""
    kinds = s.game.topology.kinds
    ice = _WEATHER[s.weather].rivers_frozen
    worth = {
        name: 0 if ignored & bit or (ice and _FEATURES[name].frozen) else _FEATURES[name].shift
        for name, bit in (("river", mods.RIVER), ("crossing", mods.CROSSING))
    }
    return min((worth.get(kinds.get((s.place[u], b.ground), ""), 0) for u in b.attackers), default=0)


def weather_shift(s: NoRetreatState, b: Battle) -> Iterator[Cause]:
    """13.1, 13.1.1, 13.1.2, digital B.8, B.8.1 In snow and Long Winter Axis attacks on Russian units in the USSR shift
    left, one column, on turn 5 two; attacks by Finns alone do not (digital: all Axis attacks do)."""
    if b.side != AXIS or not _WEATHER[s.weather].axis_shift:
        return
    game = s.game
    if game.profile.winter_spares and not any(game.ussr >> place & 1 for place in b.fields):
        return
    if game.profile.winter_spares and all(game.data[u].nation == "finnish" for u in b.attackers):
        return
    if not any((kind, a) == (mods.NO_WEATHER, AXIS) for kind, a, _ in s.phase_mods):
        columns = 2 if components.in_effect("two-shift-winter", s.turn) else _WEATHER[s.weather].axis_shift
        yield -columns, SKIES[s.weather], "13.1"


def unsupplied_shift(s: NoRetreatState, b: Battle) -> Iterator[Cause]:
    """6.5.4, 6.5.4.2, digital B.8 Two columns right against unsupplied defenders; against several hexes only if there
    are such in each."""
    marks, place = s.marks, s.place
    starving = {place[u] for u in b.defenders if marks[u] & UNSUPPLIED}
    if starving and starving.issuperset(place[u] for u in b.defenders):
        yield _LIMITS.unsupplied_shift, "unsupplied defenders", "6.5.4"


def support_shift(s: NoRetreatState, b: Battle) -> Iterator[Cause]:
    """10.6.2, 10.6.2.3, digital B.8 A support marker is worth a column, the Soviet one two on the first snow turn
    (digital 1.1: on turns 4 and 5)."""
    if b.support and not any(mod[0] == mods.NO_SUPPORT for mod in b.mods):
        yield 2 if b.side == SOVIET and double_shock(s) else 1, MARKER[b.side], "10.6.2"


def double_shock(s: NoRetreatState) -> bool:
    """10.6.2, 13.1, digital V02.14 The first snow turn of the game, which is turn 4 or 5."""
    profile = s.game.profile
    return s.turn in profile.double_shock_turns if profile.digital else s.turn == s.snowed


def unit_shifts(s: NoRetreatState, b: Battle) -> Iterator[Cause]:
    """10.6.3, 14.6, 14.7, 14.6.2, 14.7.1, digital U.6 Armor and Shock units when they attack, SS Panzergrenadiers when
    they defend."""
    game, full = s.game, s.full
    if armor_bonus(s, b):
        yield 1, "armor", "10.6.3"
    shock = sum(game.shock[full[u]][u] for u in b.attackers)
    if shock:
        yield shock, "Shock army", "14.7"
    if not game.ss_grenadiers.isdisjoint(b.defenders):
        yield -1, "SS Panzergrenadier", "14.6"


def armor_bonus(s: NoRetreatState, b: Battle) -> bool:
    """10.6.3, 14.3, 14.4, 14.5, 10.6.3.1, 10.6.3.2 Armor attacking infantry in a Clear hex on a Clear or Snow turn;
    once a battle, not against armor or mechanized infantry. SS Panzer has it always."""
    game, full = s.game, s.full
    if any(mod[0] == mods.NO_ARMOR for mod in b.mods):
        return False
    if not game.ss_panzer.isdisjoint(b.attackers):
        return True
    if not _WEATHER[s.weather].armor_bonus or not game.armor_ground[b.ground]:
        return False
    if any(game.type[full[u]][u] in ("armor", "mechanized") for u in b.defenders):
        return False
    return any(game.armor[full[u]][u] and armor_is_fit(s, u) for u in b.attackers)


def armor_is_fit(s: NoRetreatState, unit: int) -> bool:
    """6.5.4, 13.5, 6.5.4.1 Not an unsupplied armor unit; not a German one from the turn after Ploesti fell, unless fuel
    was found."""
    return not s.marks[unit] & UNSUPPLIED and has_fuel(s, unit)


def has_fuel(s: NoRetreatState, unit: int) -> bool:
    """13.5 Without the Rumanian oil German armor, the SS excepted, loses its bonuses."""
    if s.game.side_of[unit] != AXIS or not oil_is_lost(s) or unit in s.game.ss_panzer:
        return True
    return any(kind == mods.FUEL for kind, _, _ in s.phase_mods)


# -- all together -------------------------------------------------------------------------------------------------


def reckon(s: NoRetreatState, b: Battle) -> Reckoning:
    """10.5 The figures of a battle. Without a `ground` the defender's best hex counts (10.6.1)."""
    if b.ground < 0:
        b = b._replace(ground=best_ground(s, b))
    attack = total(s, b.attackers, b.side, b.mods)
    defend = total(s, b.defenders, 1 - b.side, b.mods)
    found = shifts(s, b)
    initial, final = column(attack, defend, sum(cause[0] for cause in found))
    return Reckoning(attack, defend, initial, final, found, table_of(s, b.side))


def ground_worth(s: NoRetreatState, b: Battle, hex_: int) -> int:
    """10.6.1 How far the odds shift if this hex is the one whose terrain counts."""
    here = b._replace(ground=hex_)
    return sum(cause[0] for cause in terrain_shifts(s, here)) + armor_bonus(s, here)


def best_ground(s: NoRetreatState, b: Battle) -> int:
    """10.6.1 The attacked hex that serves the defender best."""
    if len(b.fields) == 1:
        return b.fields[0]
    return min(b.fields, key=lambda hex_: ground_worth(s, b, hex_))


def odds(s: NoRetreatState, b: Battle) -> Odds:
    """A battle as the client shows it."""
    found = reckon(s, b)
    return Odds(
        attack=found.attack,
        defend=found.defend,
        initial=COLUMNS.label(found.initial),
        final=COLUMNS.label(found.final),
        table=SIDES[found.table],
        shifts=[Shift(columns=c, cause=cause, rule=rule) for c, cause, rule in found.shifts],
        results={result: float(chance) for result, chance in chances(s, b.side, found).items()},
    )


def previewed(s: NoRetreatState, b: Battle) -> Preview:
    """10.6.2 The odds of a battle, and beside them those with a support marker, where one could be committed."""
    found: Preview = {"odds": odds(s, b)}
    if s.supports[b.side] and not all(s.marks[u] & UNSUPPLIED for u in b.attackers):
        found["supported"] = odds(s, b._replace(support=True))
    return found
