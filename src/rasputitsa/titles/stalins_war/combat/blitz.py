"""[11.2.1, 11.5.2, 12.1.1] Step 9: who may exploit, and when a Blitz marker may be placed."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Refusal
from rasputitsa.titles.stalins_war import effects, weather
from rasputitsa.titles.stalins_war.combat.conditions import cities
from rasputitsa.titles.stalins_war.components import CARDS, FEATURES, HEXSIDES, TABLES
from rasputitsa.titles.stalins_war.effect_kinds import BlitzLimit, Exploit
from rasputitsa.titles.stalins_war.mapboard import CAUCASUS, EAST, PLACE_IDS, PLACE_NAMES, TERRAIN_AT, TOPOLOGY
from rasputitsa.titles.stalins_war.roster import EXPLOITS, SIDE_OF, TAGS
from rasputitsa.titles.stalins_war.state import AXIS, FULL, IN_COMBAT, SOVIET, ZERO, Position

_RULES = TABLES.exploitation
_WOODS = ("forest", "swamp", "rough")


def capable(s: Position, unit: int) -> bool:
    """12.1.1, 12.1.1.1, 12.1.2, 13.3.7, 12.1.3 May the unit exploit from where it stands? Tanks, guard tanks, guard
    cavalry and panzer corps in full supply; mech units after Operation Uranus, guard armies after Studebakers; no
    Axis unit in the Caucasus."""
    kinds = EXPLOITS
    if effects.allowed(s, "mech-exploitation"):
        kinds |= TAGS["mech"]
    if effects.allowed(s, "guard-army-exploitation"):
        kinds |= TAGS["guard-army"]
    if not kinds >> unit & 1 or s.supply[unit] != FULL:
        return False
    return SIDE_OF[unit] != AXIS or not CAUCASUS >> s.place[unit] & 1


def opens_the_way(s: Position, place: int) -> bool:
    """11.2.1 step 9: no marker over a major river or the strait; Axis 25 and Soviet 51 allow the former."""
    kind = TOPOLOGY.kind(place, s.target)
    if kind == "major_river" and effects.allowed(s, "blitz-across-major-river"):
        return True
    return kind not in HEXSIDES or bool(HEXSIDES[kind].blitz)


def why_no_marker(s: Position) -> Refusal | None:
    """11.2.1.11 The rule against a Blitz marker in the hex just entered: a unit that may exploit leads the way."""
    if not s.spearhead:
        return Refusal("11.2.1", "A unit that may exploit must advance first, over no major river or strait.")
    return why_no_markers(s) or why_no_marker_here(s) or _limit(s)


def why_no_markers(s: Position) -> Refusal | None:
    """11.2.1.12, 11.2.1.13, 15.1.2.1, 7.2.6, C.9 The rule against Blitz markers of the active side now, wherever."""
    if s.kind == ZERO:
        return Refusal("7.2.6", "No Blitz markers in a 0 OPS round.")
    if s.active == SOVIET and not s.lend_lease:
        return Refusal("11.2.1", "No Soviet Blitz markers in a turn without Lend-Lease Banked OPS.")
    if s.active == AXIS and weather.axis_freezes(s):
        return Refusal("15.1.2", "No Axis Blitz markers in winter 1942.")
    if effects.banned(s, "blitz-marker"):
        return Refusal("C.9", "No Blitz marker in this combat.")
    if s.blitz.bit_count() >= _RULES.blitz_per_round:
        return Refusal("11.2.1", f"Blitz markers a round: {_RULES.blitz_per_round}.")
    return None


def why_no_marker_here(s: Position) -> Refusal | None:
    """11.2.1.10 Step 9: terrain and places that bar a marker."""
    land, bit = TERRAIN_AT[s.target], 1 << s.target
    helped = land.name in _WOODS and effects.allowed(s, "blitz-in-forest-swamp-rough")
    if not land.blitz and not helped:
        return Refusal("11.2.1", f"No Blitz marker in {land.name}.")
    if s.blitz & bit:
        return Refusal("11.5.2", f"There is a Blitz marker in {PLACE_NAMES[s.target]} already.")
    if cities(s) & bit and FEATURES["city"].blitz is False:
        return Refusal("11.2.1", "No Blitz marker in a city, fortress or Festung.")
    if s.festungs & bit and FEATURES["festung"].blitz is False:
        return Refusal("11.2.1", "No Blitz marker in a city, fortress or Festung.")
    return None


def _limit(s: Position) -> Refusal | None:
    """11.5.2.2 One Axis marker a round east of the Paulus Line on turns 1 to 3; Axis 7 allows two."""
    first, last = _RULES.paulus_blitz_turns
    if s.active != AXIS or not EAST >> s.target & 1 or not first <= s.turn <= last:
        return None
    limits = [effect.limit for effect, _ in effects.active(s, BlitzLimit) if effect.zone == "paulus"]
    most = max([_RULES.paulus_blitz, *limits])
    if (s.blitz & EAST).bit_count() < most:
        return None
    return Refusal("11.5.2", f"Axis Blitz markers a round east of the Paulus Line: {most}.")


def place_marker(s: Position) -> None:
    """11.5.2, C.7 The marker; Axis 9 in the combat makes its users go farther."""
    s.blitz |= 1 << s.target
    if any(_helps_users(card) for card in s.cards_in(IN_COMBAT, s.active)):
        s.guderian |= 1 << s.target
    s.say("11.5.2", "Blitz marker in {}", PLACE_NAMES[s.target], at=[PLACE_IDS[s.target]])


def _helps_users(card: int) -> bool:
    return any(isinstance(e, Exploit) and e.who == "users-of-the-marker" for e in CARDS[card].effects)


def may_follow(s: Position, units: int) -> bool:
    """Could a marker be placed if these units won and advanced? For previews."""
    if why_no_markers(s) or why_no_marker_here(s) or _limit(s):
        return False
    barred = s.active == AXIS and bool(CAUCASUS >> s.target & 1)
    return not barred and any(capable(s, unit) and opens_the_way(s, s.place[unit]) for unit in bits(units))
