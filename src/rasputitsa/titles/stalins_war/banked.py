"""[18.0] Banked OPS: what both sides receive at the start of a turn."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.components import TURNS
from rasputitsa.titles.stalins_war.effect_kinds import CancelArchangel
from rasputitsa.titles.stalins_war.mapboard import ARCHANGEL, ASTRAKHAN, MOSCOW
from rasputitsa.titles.stalins_war.roster import STALIN
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

BY_ARCHANGEL, BY_ASTRAKHAN = 2, 1
"""18.3.3 OPS from Lend-Lease."""


def receive(s: Position) -> None:
    """18.2.1, 18.2.2, 18.3.3 At the start of a turn both sides receive their Banked OPS."""
    if not effects.banned(s, "banked-axis"):
        s.banked[AXIS] += TURNS[s.turn].axis_banked
    s.lend_lease = lend_lease(s)
    s.banked[SOVIET] += s.lend_lease


def lend_lease(s: Position) -> int:
    """18.3.1, 18.3.2, 18.3.3, 18.3.3.1 The Soviet Banked OPS of a turn: none before Lend-Lease, none without Stalin in
    Moscow."""
    if not effects.allowed(s, "banked-lend-lease") or not stalin_in_moscow(s):
        return 0
    archangel = s.controls(SOVIET, ARCHANGEL) and not convoy_sunk(s)
    return BY_ARCHANGEL * archangel + BY_ASTRAKHAN * s.controls(SOVIET, ASTRAKHAN)


def convoy_sunk(s: Position) -> bool:
    """18.3.3, 18.3.3.1 Convoy PQ-17 stops the OPS of Archangel on the turns after it. Record: (..., turn it was
    played)."""
    return any(s.turn <= record[3] + effect.turns for effect, record in effects.active(s, CancelArchangel))


def stalin_in_moscow(s: Position) -> bool:
    """16.4.7 The Soviets receive Banked OPS only then."""
    return s.place[STALIN] == MOSCOW


def lose(s: Position) -> None:
    """18.1.2, 18.1.3 Banked OPS that are left at the end of a turn are lost."""
    s.banked = [0, 0]
