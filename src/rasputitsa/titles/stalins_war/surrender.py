"""[19.3] Surrender: a minor country leaves the war when its capital is occupied at the end of a turn."""

from __future__ import annotations

from typing import Final, Literal

from rasputitsa.titles.stalins_war import effects, fate
from rasputitsa.titles.stalins_war.effect_kinds import Surrender
from rasputitsa.titles.stalins_war.mapboard import CAPITAL, HEX
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, NATION_OF, ROMANIAN, N
from rasputitsa.titles.stalins_war.state import REMOVED, SOVIET, Position

Minor = Literal["hungary", "romania"]
MINORS: Final[dict[Minor, int]] = {"hungary": HUNGARIAN, "romania": ROMANIAN}


def has_surrendered(s: Position, nation: int) -> bool:
    return bool(s.surrendered >> nation & 1)


def end_of_turn(s: Position) -> None:
    """19.3.1 Romania and Hungary surrender if a Soviet unit stands in their capital; events change what it takes."""
    for country, nation in MINORS.items():
        if not has_surrendered(s, nation) and (_capital_taken(s, country) or _by_event(s, country)):
            surrender(s, nation)


def _capital_taken(s: Position, country: Minor) -> bool:
    """19.3.1, SW-65 Occupied, not only controlled; Axis 52: Hungary then needs all the hexes the event names."""
    needed = {CAPITAL[country]}
    for effect, _ in effects.active(s, Surrender):
        if effect.nation == country and effect.needs == "all":
            needed = {HEX[place] for place in effect.hexes}
    return all(s.occupied[SOVIET] >> place & 1 for place in needed)


def _by_event(s: Position, country: Minor) -> bool:
    """Soviet 41: one of the hexes under Soviet control is enough at the end of the turn of the event."""
    return any(
        effect.nation == country and effect.needs == "any" and any(s.controls(SOVIET, HEX[h]) for h in effect.hexes)
        for effect, _ in effects.active(s, Surrender)
    )


def surrender(s: Position, nation: int) -> None:
    """19.3.1 All units of the nation leave the game, in play or not."""
    s.surrendered |= 1 << nation
    for unit in range(N):
        if NATION_OF[unit] == nation and s.place[unit] != REMOVED:
            fate.remove(s, unit)
