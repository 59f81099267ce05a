"""[8.5] Zones of control: which units exert one, and what it does to units that move. The state keeps the zones of both
sides in step with the counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rasputitsa.board.topology import mask_of
from rasputitsa.titles.no_retreat.codes import GHOST, UNSUPPLIED

if TYPE_CHECKING:
    from rasputitsa.titles.no_retreat.state import NoRetreatState


def exerts_zone(s: NoRetreatState, unit: int) -> bool:
    """8.5, 6.5.3, 8.0.2 Not units whose strength is in parentheses, nor unsupplied ones."""
    return s.game.has_zoc[s.full[unit]][unit] and not s.marks[unit] & UNSUPPLIED


def holders(s: NoRetreatState, side: int) -> int:
    """8.5 The places of a side whose units exert a zone of control over the places next to them, not across lake or
    sea."""
    return mask_of(s.place[u] for u in s.on_map(side) if exerts_zone(s, u))


def enemy_zone(s: NoRetreatState, unit: int) -> int:
    """8.5 The enemy zones of control a unit has to heed: all, unless an event leads it through them."""
    if s.effects and any(e[0] == GHOST and e[3] == unit for e in s.effects):
        return 0
    return s.zoc[1 - s.game.side_of[unit]]


def exit_zone(s: NoRetreatState, unit: int, zone: int | None = None) -> tuple[int, int]:
    """8.5.2, 8.5.3, 8.0.1 Leaving an enemy zone of control costs a point more, and leads into another such zone only
    where a friendly unit stands: the price, and the places that the first step may lead to."""
    ezoc = enemy_zone(s, unit) if zone is None else zone
    if not ezoc >> s.place[unit] & 1:
        return 0, -1
    return 1, ~ezoc | s.occupied[s.game.side_of[unit]]
