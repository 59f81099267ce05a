"""Every hex lies next to the hexes that it touches on the sheet, and to no other."""

from __future__ import annotations

from math import dist

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.game import MAP

HEXES = [p for p, found in enumerate(MAP.hexes) if found is not None]


@rule("2.1")
def test_neighbours_are_the_hexes_that_touch_on_the_sheet():
    for p in HEXES:
        touching = {q for q in HEXES if q != p and dist(MAP.xy[p], MAP.xy[q]) < 1.1}
        assert {q for q in MAP.topology.neighbours[p] if MAP.hexes[q] is not None} == touching, MAP.topology.ids[p]
