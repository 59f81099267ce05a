"""What things are worth, in victory points or thereabouts: units and their losses, hexes, cards."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.players.weights import Weights
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.state import (
    AXIS,
    CADRES,
    DESTROYED,
    DISORGANIZED,
    RAIL,
    SHATTERED,
    SURRENDERED,
    UNSUPPLIED,
    NoRetreatState,
)


def unit_worth(s: NoRetreatState, unit: int, w: Weights) -> float:
    """A unit as it stands: for its strength, its steps, and for being there at all."""
    worth = w["unit"] + w["strength"] * s.strength(unit)
    if s.steps(unit) == 2:
        worth += w["step"]
    if s.game.move[s.full[unit]][unit] > 4:
        worth += w["fast"]
    return worth


def price_of_return(s: NoRetreatState, unit: int, box: int) -> float:
    """How many cards bring a lost unit back; many while nothing does."""
    if s.game.side_of[unit] == AXIS and not in_effect("axis-replacements", s.turn):
        return 2.5
    if box == SURRENDERED:
        return 2.0
    return 2.0 if s.game.faces[s.full[unit]][unit].shock else 1.0


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
    if s.steps(unit) == 2:
        loss += w["step"]
    if gone and s.game.two_sided[unit]:
        loss += w["vp"]
    return loss


def starving(s: NoRetreatState, units: Sequence[int], w: Weights) -> float:
    """What it is worth to see these units starve and surrender, if they are not marked so yet."""
    return sum(loss_of_unit(s, u, w, True) for u in units if not s.marks[u] & UNSUPPLIED and s.game.two_sided[u])


def loss_of_step(s: NoRetreatState, unit: int, w: Weights) -> float:
    """What a step loss costs its owner."""
    if s.steps(unit) == 2:
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
    for unit in s.game.units_of[side]:
        at = s.place[unit]
        if at >= 0:
            total += unit_worth(s, unit, w)
            if s.marks[unit] & UNSUPPLIED:
                total -= w["cut_off"] * w["vp"]
            elif s.marks[unit] & DISORGANIZED:
                total -= w["disorganized"] * s.strength(unit)
        elif at in OFF_MAP:
            total += OFF_MAP[at] * unit_worth(s, unit, w)
    return total
