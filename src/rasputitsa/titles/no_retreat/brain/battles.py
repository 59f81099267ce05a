"""What a battle is worth before it is fought: the exact chances of each result times what the result would bring."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.brain import worth
from rasputitsa.titles.no_retreat.codes import CLEAR, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import advance, odds, results, retreat
from rasputitsa.titles.no_retreat.combat.odds import CA, CB, DD, DR, DS, EX, Battle
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.brain.outlook import Outlook

Chances = tuple[tuple[int, float], ...]
DICE = (1, 2, 3, 4, 5, 6)
BEATEN = (DR, DS, DD)


@cache
def column_chances(table: int, column: int, dice: tuple[int, ...] = DICE) -> Chances:
    """The results of a column with their probabilities; `dice` are the six faces as they count."""
    faces = [odds.cross(table, column, die) for die in dice]
    return tuple((result, faces.count(result) / 6) for result in sorted(set(faces)))


def chances(s: NoRetreatState, side: int, found: odds.Reckoning) -> Chances:
    """The results of a battle with their probabilities."""
    return column_chances(found.table, found.final, odds.faces(s, side))


# -- the value of a battle ----------------------------------------------------------------------------------------


class Stand(NamedTuple):
    """What a beaten defender of one hex could do, whatever the result."""

    units: Sequence[int]
    fort: bool
    volkssturm: bool
    trapped: AbstractSet[int]
    """The units that could not retreat."""
    ground: float
    """What the hex is worth to the attacker."""


def stands(s: NoRetreatState, b: Battle, w: Weights, zone: int, occupied: int) -> list[Stand]:
    """The defenders hex by hex. `zone` and `occupied` are the attacker's, as they will be."""
    found = []
    for place in b.fields:
        units = [u for u in b.defenders if s.place[u] == place]
        if results.has_fort(s, place):
            found.append(Stand(units, True, False, frozenset(), 0.0))
            continue
        trapped = frozenset(u for u in units if not retreat.possible_past(s, u, zone, occupied))
        militia = bool(results.volkssturm(s, place))
        found.append(Stand(units, False, militia, trapped, ground_gained(s, b, w, place)))
    return found


def value(
    s: NoRetreatState, b: Battle, w: Weights, *, zone: int | None = None, occupied: int | None = None, deep: bool = True
) -> float:
    """What a battle is worth to the attacker. `zone` and `occupied` are the attacker's, if they will be others."""
    zone = s.zoc[b.side] if zone is None else zone
    occupied = s.occupied[b.side] if occupied is None else occupied
    found = chances(s, b.side, odds.reckon(s, b))
    hexes = stands(s, b, w, zone, occupied) if any(result in BEATEN for result, _ in found) else []
    return sum(chance * result_value(s, b, w, result, hexes, deep) for result, chance in found)


def result_value(s: NoRetreatState, b: Battle, w: Weights, result: int, hexes: Sequence[Stand], deep: bool) -> float:
    """What one result of a battle is worth to the attacker."""
    if result == EX:
        return _cheapest(s, b.defenders, w) * w["kill"] - _cheapest(s, b.attackers, w)
    if result == CA:
        return -max(0.0, _answer(s, b, w)) * w["caution"] if deep else 0.0
    if result == CB:
        return w["marker"]
    if result in BEATEN:
        return sum(_beaten(s, b, w, result, stand) for stand in hexes)
    return 0.0


def _cheapest(s: NoRetreatState, units: Sequence[int], w: Weights) -> float:
    return min((worth.loss_of_step(s, u, w) for u in units), default=0.0)


def _answer(s: NoRetreatState, b: Battle, w: Weights) -> float:
    """The defender's counterattack: the same units, no terrain."""
    fields = sorted({s.place[u] for u in b.attackers})
    back = Battle(1 - b.side, b.defenders, b.attackers, fields, counter=True)
    return value(s, back, w, deep=False)


def _beaten(s: NoRetreatState, b: Battle, w: Weights, result: int, stand: Stand) -> float:
    """DR, DS or DD in one hex: what the defender loses there, and the hex."""
    if stand.fort:
        return _beaten_fort(s, b, w, result, stand.units)
    if result == DR and stand.volkssturm:
        return w["unit"]
    gain = stand.ground
    for unit in stand.units:
        if unit in stand.trapped or (result == DD and steps(s, unit) == 1):
            gain += w["kill"] * worth.loss_of_unit(s, unit, w)
        elif result == DS:
            gain += w["kill"] * worth.loss_by_shattering(s, unit, w)
        elif result == DD:
            gain += w["kill"] * worth.loss_of_step(s, unit, w)
        else:
            gain += w["push"] * s.strength(unit)
    return gain


def _beaten_fort(s: NoRetreatState, b: Battle, w: Weights, result: int, units: Sequence[int]) -> float:
    """10.7.4 A fort does not retreat: DR is nothing, DS an exchange, DD a step each."""
    if result == DR:
        return 0.0
    if result == DS:
        return w["kill"] * _cheapest(s, units, w) - _cheapest(s, b.attackers, w)
    return w["kill"] * sum(worth.loss_of_step(s, u, w) for u in units)


def ground_gained(s: NoRetreatState, b: Battle, w: Weights, place: int) -> float:
    """The hex taken, and what an advance beyond it could take or threaten."""
    game, side = s.game, b.side
    prizes = s.controls(1 - side) & ~s.occupied[1 - side]
    gain = worth.hex_worth(s, place, w) if s.controls(1 - side) >> place & 1 else 0.0
    hexes = max((advance.usual_limit(s, u) for u in b.attackers), default=1)
    if hexes == 1 or game.stops[place]:
        return gain + w["ground"]
    beyond = game.topology.disk(place, hexes - 1) & prizes
    while beyond:
        low = beyond & -beyond
        gain += w["exploit"] * worth.hex_worth(s, low.bit_length() - 1, w)
        beyond ^= low
    return gain + w["ground"]


def left_to_starve(s: NoRetreatState, target: int, w: Weights) -> float:
    """What is given up by attacking enemies that are cut off but not marked so yet: left alone they starve, the surer
    if they cannot move away."""
    units = s.units_at(target)
    if not units or all(s.marks[u] & UNSUPPLIED for u in units):
        return 0.0
    enemy = s.game.side_of[units[0]]
    if supply.supplied(s, enemy) >> target & 1 or any(supply.at_home(s, u) for u in units):
        return 0.0
    ring = s.zoc[1 - enemy] | s.occupied[1 - enemy]
    locked = not s.game.move_net.adjacent[target] & (~ring | s.occupied[enemy])
    return (w["starve"] if locked else w["starve"] / 2) * worth.starving(s, units, w)


# -- what to fear -------------------------------------------------------------------------------------------------


def feared(s: NoRetreatState, view: Outlook, place: int, w: Weights) -> float:
    """What an attack on a hex of one's own with all the enemy could bring would cost; armor and support are
    guessed."""
    strikers = view.strikers(place)
    threat = view.strength_against(place, strikers)
    if not threat:
        return 0.0
    units = s.units_at(place)
    defence = sum(s.strength(u) for u in units)
    enemy = 1 - view.side
    b = Battle(enemy, strikers, units, [place], ground=place)
    weather, s.weather = s.weather, view.weather
    shift = _hex_shift(s.game, place)
    for columns, _, _ in chain(odds.works_shift(s, place), odds.weather_shift(s, b), odds.unsupplied_shift(s, b)):
        shift += columns
    table = odds.table_of(s, enemy)
    s.weather = weather
    _, final = odds.column(threat, max(1, defence), shift + (view.weather == CLEAR))
    return _expected_loss(s, column_chances(table, final), units, place, view.side, w)


@lru_cache(maxsize=4096)
def _hex_shift(game: NoRetreatGame, place: int) -> int:
    return sum(columns for columns, _, _ in odds.hex_shifts(game, place))


def _expected_loss(s: NoRetreatState, found: Chances, units: Sequence[int], place: int, side: int, w: Weights) -> float:
    ground = worth.hex_worth(s, place, w) if s.controls(side) >> place & 1 else 0.0
    fort = results.has_fort(s, place)
    loss = 0.0
    for result, chance in found:
        if result == EX or (fort and result in (DS, DD)):
            loss += chance * 0.5 * _cheapest(s, units, w)
        elif result in (DR, DS, DD) and not fort:
            loss += chance * ground
            if result == DD:
                loss += chance * sum(worth.loss_of_step(s, u, w) for u in units)
            elif result == DS:
                loss += chance * sum(worth.loss_by_shattering(s, u, w) for u in units)
            else:
                loss += chance * w["push"] * sum(s.strength(u) for u in units)
    return loss
