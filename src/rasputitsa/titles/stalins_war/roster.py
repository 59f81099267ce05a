"""[2.2.1, 2.2.1.1, 2.2.1.2, 3.0.1, 3.0.5] The units as flat tables: tuples by unit number, sets of units as integers
with one bit per unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rasputitsa.board.topology import mask_of
from rasputitsa.titles.stalins_war.component_types import Unit
from rasputitsa.titles.stalins_war.components import AXIS, NUMBER, SIDES, SOVIET, UNITS

N: Final = len(UNITS)
EVERYBODY: Final = (1 << N) - 1
NATIONS: Final = ("german", "hungarian", "romanian", "italian", "soviet")
GERMAN, HUNGARIAN, ROMANIAN, ITALIAN, RUSSIAN = range(5)

SIDE_OF: Final = tuple(SIDES.index(unit.side) for unit in UNITS)
NATION_OF: Final = tuple(NATIONS.index(unit.nation) for unit in UNITS)
SPAN: Final = ((0, SIDE_OF.index(SOVIET)), (SIDE_OF.index(SOVIET), N))
"""The units of a side are numbered one after the other: the first, and one past the last."""
OF_SIDE: Final = tuple(mask_of(range(*SPAN[side])) for side in (AXIS, SOVIET))
OF_NATION: Final = tuple(mask_of(u for u in range(N) if NATION_OF[u] == nation) for nation in range(len(NATIONS)))

ATTACK: Final = tuple(tuple(step.attack for step in unit.steps) for unit in UNITS)
"""By unit and steps lost; so are the next two."""
DEFENSE: Final = tuple(tuple(step.defense for step in unit.steps) for unit in UNITS)
MOVE: Final = tuple(tuple(step.move for step in unit.steps) for unit in UNITS)
STEPS: Final = tuple(len(unit.steps) for unit in UNITS)
REBUILDS: Final = tuple(tuple(step.rebuild for step in unit.steps) for unit in UNITS)
"""By unit and steps lost: may a replacement bring it to this step (2.2.1, 14.1.6)?"""
PERMANENT: Final = mask_of(u for u in range(N) if not any(REBUILDS[u]))
"""2.2.1 Units with an asterisk on all their steps leave the game when they are eliminated."""


def _units(wanted: Iterable[Unit]) -> int:
    return mask_of(NUMBER[unit.id] for unit in wanted)


TAGS: Final = {tag: _units(u for u in UNITS if tag in u.tags) for unit in UNITS for tag in unit.tags}
LCU: Final = _units(u for u in UNITS if u.size == "LCU")
SCU: Final = EVERYBODY & ~LCU
ZOC: Final = _units(u for u in UNITS if u.zoc)
"""8.1 Units that have a zone of control when in full supply."""
EXPLOITS: Final = _units(u for u in UNITS if u.exploits)
"""12.1.1 Units that may exploit without any event."""
MOUNTAIN: Final = TAGS["mountain"]
PANZER: Final = TAGS["panzer"]
PARTISANS: Final = TAGS["partisan"]
COUNTED: Final = EVERYBODY & ~TAGS["free-stacking"]
"""9.1.3 Units that count for stacking."""
BLOCKS_AXIS_ZOC: Final = TAGS["blocks-axis-zoc"]
STALIN: Final = NUMBER["su-stalin"]
MARITIME: Final = NUMBER["su-maritime-army"]
STRONG_SOUTHWEST: Final = NUMBER["su-southwest-front"]
WEAK_SOUTHWEST: Final = NUMBER["su-southwest-front-weak"]

_GERMAN: Final = OF_NATION[GERMAN]
_SOVIET: Final = OF_NATION[RUSSIAN]
GROUPS: Final = {
    "axis-lcu": LCU & OF_SIDE[AXIS],
    "german-army": LCU & _GERMAN,
    "german-scu": SCU & _GERMAN,
    "german-unit": _GERMAN,
    "panzer": PANZER,
    "ss-panzer": TAGS["ss"],
    "minor-unit": OF_NATION[HUNGARIAN] | OF_NATION[ROMANIAN] | OF_NATION[ITALIAN],
    "romanian-unit": OF_NATION[ROMANIAN],
    "hungarian-unit": OF_NATION[HUNGARIAN],
    "front": LCU & _SOVIET,
    "tank": TAGS["tank"] | TAGS["guard-tank"],
    "tank-or-mech": TAGS["tank"] | TAGS["guard-tank"] | TAGS["mech"],
    "cavalry-or-mech": TAGS["guard-cavalry"] | TAGS["mech"],
    "mobile": TAGS["tank"] | TAGS["guard-tank"] | TAGS["mech"] | TAGS["guard-cavalry"],
}
"""The kinds of units that cards speak of; the two about the round just ended are in the state."""
EXCHANGED: Final = {
    "blitz-front": TAGS["blitz-front"],
    "rifle-army": TAGS["rifle-army"],
    "tank-army": TAGS["tank"] & ~TAGS["guard-tank"],
}
"""7.5.2c The units that Total War units take the place of."""
MECHANIZED: Final = PANZER | TAGS["tank"] | TAGS["guard-tank"] | TAGS["mech"]
"""11.1.3, 11.3.3 Panzer, tank and mechanized units."""
_PREFIX: Final = {"german": "", "soviet": "", "hungarian": "HU ", "romanian": "RO ", "italian": "IT "}
NAMES: Final = tuple(_PREFIX[unit.nation] + unit.name for unit in UNITS)
"""As printed, with the abbreviation of 2.2.3 before the units of minor countries."""
