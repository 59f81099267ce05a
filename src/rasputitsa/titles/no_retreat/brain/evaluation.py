"""What a position is worth to a side: points, the calendar, units, cards, the battle under way, and what is feared."""

from __future__ import annotations

from math import exp

from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.brain import battles, worth
from rasputitsa.titles.no_retreat.brain.outlook import Outlook
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, SOVIET
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.combat.battle import APPLY, Fight
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.victory import objectives_needed, secured, sudden_death_number
from rasputitsa.titles.no_retreat.victory_points import event_vps, hex_vps, vps

WON = 100.0


def evaluate(s: NoRetreatState, side: int, w: Weights) -> float:
    """Everything, with what each side could do next."""
    if s.winner >= 0:
        return WON if s.winner == side else -WON
    score = quick(s, side, w)
    score -= _fear(s, side, w)
    return score + _fear(s, 1 - side, w)


def _fear(s: NoRetreatState, side: int, w: Weights) -> float:
    """What a side has to fear; half of it if it moves first itself."""
    share = 1.0 if side == s.phasing else 0.5
    return share * Outlook(s, side, lambda place: w).danger()


def quick(s: NoRetreatState, side: int, w: Weights) -> float:
    """All that can be counted without looking ahead."""
    if s.winner >= 0:
        return WON if s.winner == side else -WON
    enemy = 1 - side
    score = w["vp"] * ((hex_vps(s, side) - hex_vps(s, enemy)) / 2 + event_vps(s, side))
    score += worth.material(s, side, w) - worth.material(s, enemy, w)
    score += w["card"] * (s.card.count(AXIS_HAND + side) - s.card.count(AXIS_HAND + enemy))
    score += w["marker_left"] * (s.supports[side] - s.supports[enemy])
    score += calendar(s, side, w)
    return score + under_way(s, side, w)


def calendar(s: NoRetreatState, side: int, w: Weights) -> float:
    """How near a side is to winning at a check to come: Sudden Death, Objectives, a scenario's goal."""
    hope = _hope(s, side) - _hope(s, 1 - side)
    return w["calendar"] * hope


def _hope(s: NoRetreatState, side: int) -> float:
    game = s.game
    if not game.campaign:
        return _scenario_hope(s) if side == game.contender else 0.0
    found = 0.0
    points = vps(s, side)
    for turn in range(s.turn + 1, min(s.turn + 7, game.last_turn + 1)):
        number = sudden_death_number(s, side, turn)
        if number is not None:
            found = max(found, _likely(points - number - 0.5, turn - s.turn))
    need = objectives_needed(s, side, s.turn + 1)
    if (s.controls(side) & game.objectives[side]).bit_count() >= need - 1:
        have = secured(s, side, game.objectives[side])
        found = max(found, _likely(2.0 * (have - need) + 1, 1))
    table = game.tables.victory
    if side == SOVIET and s.game.initiative_turn <= s.turn < table.operational_check_turn:
        found = max(found, 0.5 * _likely(points - s.high_tide, table.operational_check_turn - s.turn))
    return found


def _scenario_hope(s: NoRetreatState) -> float:
    """How far the side that has to reach a scenario's goal has come."""
    game, side = s.game, s.game.contender
    found = 0.0
    for win in game.setup.win:
        lead = 4.0
        if win.vp is not None:
            lead = min(lead, vps(s, side) - win.vp + 0.5)
        mask = game.topology.mask
        if win.hold:
            lead = min(lead, 2.0 * (secured(s, side, mask(win.hold)) - len(win.hold)) + 1)
        if win.count:
            lead = min(lead, 2.0 * (secured(s, side, mask(win.any)) - win.count) + 1)
        found = max(found, _likely(lead, max(1, game.last_turn - s.turn + 1)))
    return found


def _likely(lead: float, turns: int) -> float:
    """The chance that a lead in points still stands, or is made up, after this many turns."""
    return 1.0 / (1.0 + exp(-lead / (0.7 + 0.5 * turns)))


def _fought(s: NoRetreatState) -> bool:
    """Has the result of the battle been applied already? Then what it brought is on the map."""
    stage = next((frame[1] for frame in reversed(s.stack) if frame[0] == Fight.id), 0)
    return stage > APPLY or any(s.place[u] < 0 for u in (*s.attackers, *s.defenders))


def under_way(s: NoRetreatState, side: int, w: Weights) -> float:
    """What the battle being fought promises."""
    if not s.fields or _fought(s):
        return 0.0
    b = odds.under_way(s)
    if s.die:
        hexes = battles.stands(s, b, w, s.zoc[b.side], s.occupied[b.side])
        promise = battles.result_value(s, b, w, s.result, hexes, True)
    else:
        promise = battles.value(s, b, w)
    return promise if b.side == side else -promise
