"""[15.9] Paratroops and partisans: in bad weather they strike an Axis unit near the Soviet lines."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.kernel import Choice, Question, Refusal
from rasputitsa.titles.no_retreat import elimination, supply
from rasputitsa.titles.no_retreat.actions.optional import NoStrike, Strike
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import AXIS, CLEAR, DISORGANIZED, RAIL, SIDES, SOVIET, TRACK, UNSUPPLIED
from rasputitsa.titles.no_retreat.state import NoRetreatState


def marker(s: NoRetreatState) -> int:
    return s.game.unit["paratroop"]


def near_soviets(s: NoRetreatState) -> int:
    """15.9 The places next to a supplied Soviet unit (digital X.5: next to any)."""
    digital = s.game.profile.digital
    places = 0
    for unit in s.on_map(SOVIET):
        if digital or not (s.marks[unit] & UNSUPPLIED or not supply.in_supply(s, unit)):
            places |= s.game.move_net.adjacent[s.place[unit]]
    return places


def strikable(s: NoRetreatState) -> list[int]:
    """15.9, 15.9.1, digital X.5 In mud, snow and Long Winter: Axis units near Soviet ones, in the USSR. Board: those
    not yet Disorganized; digital, where they shatter: anywhere, forts too (digital X.5.1)."""
    if s.place[marker(s)] != RAIL or s.weather == CLEAR:
        return []
    near = near_soviets(s)
    if s.game.profile.digital:
        return [u for u in s.on_map(AXIS) if near >> s.place[u] & 1]
    near &= s.game.ussr
    return [u for u in s.on_map(AXIS) if near >> s.place[u] & 1 and not s.marks[u] & DISORGANIZED]


class StrikeUnit(UnitChoice):
    """15.9, 15.9.2, digital X.5 The unit is Disorganized through its next player turn (digital: shattered at once); the
    marker is back four turns after it has come off."""

    action = Strike
    label = "Strike"

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return strikable(s)

    def why_not(self, s: NoRetreatState, action: Strike) -> Refusal | None:
        if action.unit in strikable(s):
            return None
        return Refusal("15.9", f"{s.game.names[action.unit]} is out of reach of the partisans.")

    def do(self, s: NoRetreatState, action: Strike) -> None:
        s.pop()
        s.say("15.9", "Partisans strike {}", s.game.names[action.unit], at=[s.game.place_id(s.place[action.unit])])
        pause = s.game.data[marker(s)].returns or 0
        if s.game.profile.digital:
            elimination.shatter(s, action.unit)
        else:
            s.mark(action.unit, DISORGANIZED)
            pause += 1
        s.send(marker(s), TRACK)
        s.arrives[marker(s)] = s.turn + pause


class HoldBack(Choice[NoRetreatState]):
    """15.9 The marker may be kept for later."""

    action = NoStrike
    label = "Hold back"

    def do(self, s: NoRetreatState, action: NoStrike) -> None:
        s.pop()


class Partisans(Question[NoRetreatState]):
    """15.9, digital X.5 In the Soviet Detraining Phase the marker may be put on an Axis unit."""

    rule = "15.9"
    choices = (StrikeUnit, HoldBack)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[SOVIET] if s.phasing == SOVIET and s.game.profile.paratroops and strikable(s) else None

    def prompt(self, s: NoRetreatState) -> str:
        return "Partisans and paratroops may strike an Axis unit."


STEPS = (Partisans,)
