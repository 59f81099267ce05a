"""[11.2.1, 11.4.3] The attacked hex: terrain and features that act in a combat, and what follows from them."""

from __future__ import annotations

from rasputitsa.kernel.view import Shift
from rasputitsa.titles.stalins_war import weather, zones
from rasputitsa.titles.stalins_war.combat import conditions, forces
from rasputitsa.titles.stalins_war.component_types import Feature, Terrain
from rasputitsa.titles.stalins_war.components import FEATURES, HEXSIDES, TERRAIN
from rasputitsa.titles.stalins_war.mapboard import TERRAIN_AT
from rasputitsa.titles.stalins_war.state import AXIS, Position

_STEP_4 = "11.2.1"
_WOODS = ("forest", "swamp", "rough")


def frozen(s: Position) -> bool:
    """15.1.2, SW-61, SW-89 Axis defenders have no benefit of terrain in winter 1942, but for trenches."""
    return s.active != AXIS and weather.axis_freezes(s)


def terrain(s: Position) -> Terrain:
    """The terrain whose benefits the defender has."""
    return TERRAIN["clear"] if frozen(s) else TERRAIN_AT[s.target]


def features(s: Position) -> list[Feature]:
    """What in the attacked hex helps the defender: city or fortress, Festung, trench."""
    bit, names = 1 << s.target, []
    if not frozen(s):
        place = _place(s, bit)
        names = [place] if place else []
        if s.festungs & bit and s.active != AXIS:
            names.append("festung")
    if s.trenches[1 - s.active] & bit and not conditions.ignores(s, "trench"):
        names.append("trench")
    return [FEATURES[name] for name in names]


def _place(s: Position, bit: int) -> str:
    """16.2.1, 16.2.2 A fortress counts instead of a city, for its first owner only and while it stands; Axis 13 makes a
    city of it."""
    if zones.fortresses(s, 1 - s.active) & bit and not conditions.ignores(s, "fortress"):
        return "fortress"
    return "city" if conditions.cities(s) & bit else ""


# -- shifts ---------------------------------------------------------------------------------------------------------


def hex_shifts(s: Position) -> list[Shift]:
    """11.2.1 step 4: the columns that the defending hex takes from the attacker."""
    found = [Shift(columns=f.shift, cause=f.name.title(), rule=_STEP_4) for f in features(s)]
    land = terrain(s)
    if not (land.name in _WOODS and conditions.ignores(s, "forest-swamp-rough")):
        found.insert(0, Shift(columns=land.shift, cause=land.name.title(), rule=_STEP_4))
    found = [shift for shift in found if shift.columns]
    left = -sum(shift.columns for shift in found)
    for effect in conditions.ignored(s, "hex-shift"):
        back = min(left, effect.columns or left)
        if back:
            found.append(Shift(columns=back, cause="Part of the hex's shift is ignored", rule="7.5.5a"))
            left -= back
    return found


def river_shift(s: Position) -> Shift | None:
    """11.2.1 step 4: if every attacker crosses a river, the smallest of the shifts counts."""
    if frozen(s):
        return None
    kinds = [kind for kind in forces.crossings(s) if not _bridged(s, kind)]
    if not kinds or len(kinds) < len(forces.crossings(s)) or not all(kinds):
        return None
    kind = max(kinds, key=lambda kind: HEXSIDES[kind].shift or 0)
    return Shift(columns=HEXSIDES[kind].shift or 0, cause=f"All attack over a {kind.replace('_', ' ')}", rule=_STEP_4)


def _bridged(s: Position, kind: str) -> bool:
    """Axis 15 ignores rivers that are not major, Axis 25 and Soviet 51 both kinds; nobody ignores the strait."""
    if kind == "river" and conditions.ignores(s, "river"):
        return True
    return kind in ("river", "major_river") and conditions.ignores(s, "all-rivers")


# -- ties, retreats -------------------------------------------------------------------------------------------------


def denies_ties(s: Position) -> bool:
    """11.2.1 step 7: in swamp, trench, Festung and fortress the attacker does not win a tie."""
    return not terrain(s).ties or any(not feature.ties for feature in features(s))


def shelters(s: Position) -> bool:
    """11.4.3 Does the hex give the No Retreat option?"""
    return terrain(s).no_retreat or any(feature.no_retreat for feature in features(s))


def ignores_retreat(s: Position) -> bool:
    """11.4.1.1 Units in a Festung ignore all retreats: it is no benefit of terrain, and winter does not end it."""
    return s.active != AXIS and bool(s.festungs >> s.target & 1) and FEATURES["festung"].ignores_retreat
