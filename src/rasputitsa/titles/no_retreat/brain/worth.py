"""What things are worth, in victory points or thereabouts: units and their losses, hexes, cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.codes import CADRES, DESTROYED, DISORGANIZED, RAIL, SHATTERED, SURRENDERED, UNSUPPLIED
from rasputitsa.titles.no_retreat.game import NoRetreatGame
from rasputitsa.titles.no_retreat.organization.arrivals import may_replace, price_from
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps, two_steps

Worths = tuple[tuple[float, ...], tuple[float, ...]]
NO_RETURN = 2.5
"""What a lost unit counts for, in cards, while none can be replaced."""


def unit_worth(s: NoRetreatState, unit: int, w: Weights) -> float:
    """A unit as it stands: for its strength, its steps, and for being there at all."""
    return _unit_worths(s, w)[s.full[unit]][unit]


def _unit_worths(s: NoRetreatState, w: Weights) -> Worths:
    """The worth of every unit, reduced and full."""
    return _worths_of_all(s.game, s.turn, w["unit"], w["strength"], w["step"], w["fast"])


@lru_cache(maxsize=1024)
def _worths_of_all(game: NoRetreatGame, turn: int, unit: float, strength: float, step: float, fast: float) -> Worths:
    def worth(full: int, u: int) -> float:
        worth = unit + strength * game.strength[full][u]
        if full and two_steps(game, u, turn):
            worth += step
        return worth + fast if game.move[full][u] > 4 else worth

    return tuple(worth(0, u) for u in game.units), tuple(worth(1, u) for u in game.units)


def price_of_return(s: NoRetreatState, unit: int, box: int) -> float:
    """How many cards bring a lost unit back."""
    return float(price_from(s, unit, box)) if may_replace(s, s.game.side_of[unit]) else NO_RETURN


def loss_of_unit(s: NoRetreatState, unit: int, w: Weights, surrendered: bool | None = None) -> float:
    """What its owner loses with a unit: the cards to bring it back, its absence, and a VP if it surrenders."""
    if s.game.data[unit].eliminated == "removed":
        return unit_worth(s, unit, w)
    absence = w["absence"] * s.strength(unit)
    if s.game.data[unit].eliminated == "returns":
        return absence + w["unit"]
    gone = bool(s.marks[unit] & UNSUPPLIED) if surrendered is None else surrendered
    box = SURRENDERED if gone else DESTROYED
    loss = absence + w["card"] * price_of_return(s, unit, box)
    if steps(s, unit) == 2:
        loss += w["step"]
    if gone and s.game.two_sided[unit]:
        loss += w["vp"]
    return loss


def starving(s: NoRetreatState, units: Sequence[int], w: Weights) -> float:
    """What it is worth to see these units starve and surrender, if they are not marked so yet."""
    return sum(loss_of_unit(s, u, w, True) for u in units if not s.marks[u] & UNSUPPLIED and s.game.two_sided[u])


def loss_of_step(s: NoRetreatState, unit: int, w: Weights) -> float:
    """What a step loss costs its owner."""
    if steps(s, unit) == 2:
        game = s.game
        return w["step"] + w["strength"] * (game.strength[1][unit] - game.strength[0][unit])
    return loss_of_unit(s, unit, w)


def loss_by_shattering(s: NoRetreatState, unit: int, w: Weights) -> float:
    """A shattered unit is back next turn, far behind and not ready to attack."""
    return w["shattered"] * s.strength(unit)


def hex_worth(s: NoRetreatState, place: int, w: Weights) -> float:
    """What it is worth to hold a place: its VP, more for an Objective of either side, and for what feeds the war."""
    game, bit = s.game, 1 << place
    if not game.vp_hexes & bit or (s.in_1945 and not game.germany & bit):
        return w["clear_city"] if game.vp_hexes & bit else 0.0
    worth = w["vp"]
    if (game.objectives[0] | game.objectives[1]) & bit:
        worth += w["objective"]
    if place in (game.moscow, game.caucasus_oil):
        worth += w["card"]
    elif place == game.ploesti:
        worth += w["oil"]
    return worth


OFF_MAP = {SHATTERED: 0.75, RAIL: 0.9, CADRES: 0.6, DESTROYED: 0.35, SURRENDERED: 0.15}
"""The share of its worth that a unit keeps in a box."""


def material(s: NoRetreatState, side: int, w: Weights) -> float:
    """All units of a side, on the map and in its boxes."""
    total = 0.0
    worths, place, full, marks = _unit_worths(s, w), s.place, s.full, s.marks
    for unit in s.game.units_of[side]:
        at = place[unit]
        if at >= 0:
            total += worths[full[unit]][unit]
            if marks[unit] & UNSUPPLIED:
                total -= w["cut_off"] * w["vp"]
            elif marks[unit] & DISORGANIZED:
                total -= w["disorganized"] * s.strength(unit)
        elif at in OFF_MAP:
            total += OFF_MAP[at] * worths[full[unit]][unit]
    return total
