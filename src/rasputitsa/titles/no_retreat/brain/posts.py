"""What a place is worth to a unit outside the Movement Phase: retreats, advances, placements, detraining."""

from __future__ import annotations

from functools import partial

from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.brain import worth
from rasputitsa.titles.no_retreat.brain.drive import drive_of
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


def _at_a_glance(mind: NRMind, unit: int, place: int) -> float:
    """The same for turns played ahead in thought: what it holds, where it leads, and whether it is fed."""
    s, w = mind.s, weights_at(mind, place)
    side = s.game.side_of[unit]
    score = drive_of(mind, side).worth(unit, place) + w["terrain"] * s.game.shift[place]
    if s.controls(1 - side) >> place & 1:
        score += worth.hex_worth(s, place, w)
    if not supply.supplied(s, side) >> place & 1:
        score -= w["unsupplied"] * (w["vp"] + worth.unit_worth(s, unit, w))
    return score


def post_score(mind: NRMind, unit: int, place: int) -> float:
    """How good it would be to have the unit there: what it holds, whom it cuts off, and what is to be feared then."""
    s, w = mind.s, weights_at(mind, place)
    side = s.game.side_of[unit]
    if mind.haste:
        return _at_a_glance(mind, unit, place)
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
    score = prize + drive_of(mind, side).worth(unit, place) - view.danger()
    gone = supply.unsupplied_units(s, 1 - side)
    score += w["cut"] * sum(w["vp"] + worth.unit_worth(s, u, w) for u in gone)
    if not supply.in_supply(s, unit):
        score -= w["unsupplied"] * (w["vp"] + worth.unit_worth(s, unit, w))
    s.put(unit, here)
    s.marks[unit], s.axis_held = marks, held
    s.memo.clear()
    return score
