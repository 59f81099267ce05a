"""[20.0] German Mobile Defense: an army and a panzer corps that defend together."""

from __future__ import annotations

from rasputitsa.titles.stalins_war.combat import conditions
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.roster import GROUPS, PANZER
from rasputitsa.titles.stalins_war.state import SOVIET, Position


def applies(s: Position) -> bool:
    """20.1.1 On turns 1 to 9, Winter apart, a German LCU (SW-66) and a panzer corps defend together; Operation Uranus
    cancels it."""
    return (
        s.active == SOVIET
        and TURNS[s.turn].mobile_defense
        and bool(s.defenders & GROUPS["german-army"])
        and bool(s.defenders & PANZER)
        and not conditions.ignores(s, "mobile-defense")
    )
