"""[15.3], 15.3.4.1, digital X.2.1 Local combat support: a marker that strengthens one supplied unit of each side."""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.kernel import Choice, Question, Refusal, Step
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.actions.optional import NoSupport, Support
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.state import NoRetreatState


class SupportComesOff(Step[NoRetreatState]):
    """15.3.4 The marker stays with its unit until the side's next Movement Phase (or until the unit is lost)."""

    rule = "15.3.4"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        s.local_support[s.phasing] = -1


def why_not_support(s: NoRetreatState, unit: int) -> Refusal | None:
    """15.3.1 Any supplied unit of the phasing side on the map."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != s.phasing or s.place[unit] < 0:
        return Refusal("15.3.1", f"{name} is not yours on the map.")
    if s.marks[unit] & UNSUPPLIED or not supply.in_supply(s, unit):
        return Refusal("15.3.1", f"{name} is not in supply.")
    return None


def supportable(s: NoRetreatState) -> list[int]:
    """15.3.1 The units that may have the marker."""
    return [u for u in s.on_map(s.phasing) if why_not_support(s, u) is None]


class SupportUnit(UnitChoice):
    """15.3.2 The local support marker goes on a unit."""

    action = Support
    label = "Local support"

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return supportable(s)

    def why_not(self, s: NoRetreatState, action: Support) -> Refusal | None:
        return why_not_support(s, action.unit)

    def do(self, s: NoRetreatState, action: Support) -> None:
        s.pop()
        s.local_support[s.phasing] = action.unit
        at = [s.game.place_id(s.place[action.unit])]
        s.say("15.3.2", "{} has local support", s.game.names[action.unit], at=at)


class SupportNobody(Choice[NoRetreatState]):
    """15.3.2 The marker need not be used."""

    action = NoSupport
    label = "No local support"

    def do(self, s: NoRetreatState, action: NoSupport) -> None:
        s.pop()


class LocalSupport(Question[NoRetreatState]):
    """15.3, 15.3.2, 15.3.5, digital X.2 At the end of its Movement Phase the phasing side may put its marker on a
    supplied unit. The points count in battle (15.3.3); the marker is no unit and takes no losses."""

    rule = "15.3.2"
    choices = (SupportUnit, SupportNobody)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.game.profile.local_support and supportable(s) else None

    def prompt(self, s: NoRetreatState) -> str:
        return "Put the local support marker on a unit."


STEPS = (SupportComesOff, LocalSupport)
