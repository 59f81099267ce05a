"""What a battle is worth before it is fought: the exact chances of each result times what the result would bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from rasputitsa.board.odds import BELOW
from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.brain import worth
from rasputitsa.titles.no_retreat.codes import AXIS, CLEAR, LONG_WINTER, MUD, SNOW, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.combat.odds import CA, CB, DD, DR, DS, EX, TABLES, Battle
from rasputitsa.titles.no_retreat.movement import balkans_open
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.brain.outlook import Outlook

Chances = tuple[tuple[int, float], ...]


@cache
def column_chances(table: int, column: int, modifier: int = 0) -> Chances:
    """The results of a column with their probabilities."""
    if column == BELOW:
        return ((CA, 1.0),)
    faces = [TABLES[table][min(6, max(1, die + modifier)) - 1][column] for die in range(1, 7)]
    return tuple((result, faces.count(result) / 6) for result in sorted(set(faces)))


def chances(s: NoRetreatState, side: int, found: odds.Reckoning) -> Chances:
    profile = s.game.profile
    return column_chances(found.table, found.final, profile.axis_die if side == AXIS else profile.soviet_die)


# -- retreats -----------------------------------------------------------------------------------------------------


def can_retreat(s: NoRetreatState, place: int, side: int, zone: int, occupied: int) -> bool:
    """Could a unit of a side retreat two hexes from a place if the enemy's zone and units were these?"""
    game = s.game
    rings = game.topology.rings(place)
    allowed = game.playable & ~occupied & (~zone | s.occupied[side])
    if not balkans_open(s):
        allowed &= ~game.balkans
    first = game.move_net.adjacent[place] & allowed
    if first & game.areas:
        return True
    return bool(first and game.move_net.spread(first) & rings[2] & allowed)


# -- the value of a battle ----------------------------------------------------------------------------------------


def value(
    s: NoRetreatState, b: Battle, w: Weights, *, zone: int | None = None, occupied: int | None = None, deep: bool = True
) -> float:
    """What a battle is worth to the attacker. `zone` and `occupied` are the attacker's, if they will be others."""
    side = b.side
    zone = s.zoc[side] if zone is None else zone
    occupied = s.occupied[side] if occupied is None else occupied
    total = 0.0
    for result, chance in chances(s, side, odds.reckon(s, b)):
        total += chance * result_value(s, b, w, result, zone, occupied, deep)
    return total


def result_value(s: NoRetreatState, b: Battle, w: Weights, result: int, zone: int, occupied: int, deep: bool) -> float:
    """What one result of a battle is worth to the attacker."""
    if result == EX:
        return _cheapest(s, b.defenders, w) * w["kill"] - _cheapest(s, b.attackers, w)
    if result == CA:
        return -max(0.0, _answer(s, b, w)) * w["caution"] if deep else 0.0
    if result == CB:
        return w["marker"]
    if result in (DR, DS, DD):
        return sum(_beaten(s, b, w, result, place, zone, occupied) for place in b.fields)
    return 0.0


def _cheapest(s: NoRetreatState, units: Sequence[int], w: Weights) -> float:
    return min((worth.loss_of_step(s, u, w) for u in units), default=0.0)


def _answer(s: NoRetreatState, b: Battle, w: Weights) -> float:
    """The defender's counterattack: the same units, no terrain."""
    fields = sorted({s.place[u] for u in b.attackers})
    back = Battle(1 - b.side, b.defenders, b.attackers, fields, counter=True)
    return value(s, back, w, deep=False)


def _beaten(s: NoRetreatState, b: Battle, w: Weights, result: int, place: int, zone: int, occupied: int) -> float:
    """DR, DS or DD in one hex: what the defender loses there, and the hex."""
    units = [u for u in b.defenders if s.place[u] == place]
    game, full = s.game, s.full
    if any(game.type[full[u]][u] == "fort" for u in units):
        return _beaten_fort(s, b, w, result, units)
    if result == DR and any(game.data[u].kind == "volkssturm" for u in units):
        return w["unit"]
    escape = can_retreat(s, place, 1 - b.side, zone, occupied)
    gain = ground_gained(s, b, w, place)
    for unit in units:
        if not escape or (result == DD and steps(s, unit) == 1):
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
    if s.weather in (MUD, LONG_WINTER) or game.stops[place]:
        return gain + w["ground"]
    hexes = 2 if s.weather == CLEAR and any(game.armor[s.full[u]][u] for u in b.attackers) else 1
    beyond = game.topology.disk(place, hexes) & prizes
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
    """What an attack on an own hex with all the enemy could bring would cost."""
    threat = view.threat(place)
    if not threat:
        return 0.0
    game, side = s.game, view.side
    units = s.units_at(place)
    defence = sum(s.strength(u) for u in units)
    shift = -game.shift[place] - bool((game.objectives[0] | game.objectives[1]) >> place & 1)
    if any(s.marks[u] & UNSUPPLIED for u in units):
        shift += 2
    enemy = 1 - side
    snow = view.weather in (SNOW, LONG_WINTER)
    if enemy == AXIS and snow and game.ussr >> place & 1:
        shift -= 1
    table = 1 if snow else enemy
    _, final = odds.column(threat, max(1, defence), shift + (view.weather == CLEAR))
    return _expected_loss(s, column_chances(table, final), units, place, side, w)


def _expected_loss(
    s: NoRetreatState, results: Chances, units: Sequence[int], place: int, side: int, w: Weights
) -> float:
    ground = worth.hex_worth(s, place, w) if s.controls(side) >> place & 1 else 0.0
    fort = any(s.game.type[s.full[u]][u] == "fort" for u in units)
    loss = 0.0
    for result, chance in results:
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
