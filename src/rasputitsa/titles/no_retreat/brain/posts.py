"""What a place is worth to a unit outside the Movement Phase: retreats, advances, placements, detraining."""

from __future__ import annotations

from functools import partial

from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat.brain import worth
from rasputitsa.titles.no_retreat.brain.outlook import Outlook
from rasputitsa.titles.no_retreat.brain.sense import NRMind, weights_at
from rasputitsa.titles.no_retreat.state import NoRetreatState


def where(s: NoRetreatState, place: int) -> str:
    return s.game.place_name(place)


def base_view(mind: NRMind, side: int) -> Outlook:
    """What the enemy of a side could do as things stand."""
    found: Outlook | None = mind.facts.get(("view", side))
    if found is None:
        found = mind.facts["view", side] = Outlook(mind.s, side, partial(weights_at, mind))
        found.danger()
    return found


def post_score(mind: NRMind, unit: int, place: int) -> float:
    """How good it would be to have the unit there: what it holds, whom it cuts off, and what is to be feared then."""
    s, w = mind.s, weights_at(mind, place)
    side = s.game.side_of[unit]
    here, marks = s.place[unit], s.marks[unit]
    held = s.axis_held
    prize = 0.0
    if s.controls(1 - side) >> place & 1:
        prize = worth.hex_worth(s, place, w)
        s.axis_held ^= 1 << place
    view = base_view(mind, side)
    s.put(unit, place)
    s.memo.clear()
    disk = s.game.topology.disk
    changed = disk(place, 1) | (disk(here, 1) if here >= 0 else 0)
    if here != place:
        view = view.after(changed)
    score = prize - view.danger()
    gone = supply.unsupplied_units(s, 1 - side)
    score += w["cut"] * sum(w["vp"] + worth.unit_worth(s, u, w) for u in gone)
    if not supply.in_supply(s, unit):
        score -= w["unsupplied"] * (w["vp"] + worth.unit_worth(s, unit, w))
    s.put(unit, here)
    s.marks[unit], s.axis_held = marks, held
    s.memo.clear()
    return score
