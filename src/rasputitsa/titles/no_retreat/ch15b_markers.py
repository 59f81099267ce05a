"""[15.3], [15.9] Optional markers: local combat support, and paratroops and partisans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat import fate
from rasputitsa.titles.no_retreat.state import (
    AXIS,
    CLEAR,
    DISORGANIZED,
    RAIL,
    SIDES,
    SOVIET,
    TRACK,
    UNSUPPLIED,
    NoRetreatState,
)


class Support(Action, frozen=True):
    """The local support marker goes on a unit."""

    form = "support {unit:piece}"
    unit: int


class NoSupport(Action, frozen=True):
    form = "no local support"


class Strike(Action, frozen=True):
    """Partisans and paratroops disrupt an Axis unit."""

    form = "partisans strike {unit:piece}"
    unit: int


class NoStrike(Action, frozen=True):
    form = "hold the partisans back"


# -- [15.3] local combat support -----------------------------------------------------------------------------------


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


class LocalSupport(Step[NoRetreatState]):
    """15.3, 15.3.2, 15.3.5, digital X.2 At the end of its Movement Phase the phasing side may put its marker on a
    supplied unit. The points count in battle (15.3.3); the marker is no unit and takes no losses."""

    rule = "15.3.2"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.game.profile.local_support and self._units(s) else None

    def _units(self, s: NoRetreatState) -> list[int]:
        return [u for u in s.on_map(s.phasing) if why_not_support(s, u) is None]

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [*(("piece", u) for u in self._units(s)), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind == "button":
            return [NoSupport()]
        return [Support(unit)] if kind == "piece" and why_not_support(s, unit) is None else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Support):
            return why_not_support(s, action.unit)
        return None if isinstance(action, NoSupport) else Refusal("15.3.2", "Local support is to be placed now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        s.pop()
        if isinstance(action, Support):
            s.local_support[s.phasing] = action.unit
            s.say(
                "15.3.2", "{} has local support", s.game.names[action.unit], at=[s.game.place_id(s.place[action.unit])]
            )

    def prompt(self, s: NoRetreatState) -> str:
        return "Put the local support marker on a unit."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = "Local support" if isinstance(action, Support) else "No local support"
        return shown


# -- [15.9] paratroops and partisans -------------------------------------------------------------------------------


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
    """15.9, digital X.5 In mud, snow and Long Winter: Axis units near Soviet ones, in the USSR. Board: those not yet
    Disorganized; digital, where they shatter: anywhere, but no forts."""
    if s.place[marker(s)] != RAIL or s.weather == CLEAR:
        return []
    near = near_soviets(s)
    if s.game.profile.digital:
        return [u for u in s.on_map(AXIS) if near >> s.place[u] & 1 and not s.game.fort[s.full[u]][u]]
    near &= s.game.ussr
    return [u for u in s.on_map(AXIS) if near >> s.place[u] & 1 and not s.marks[u] & DISORGANIZED]


class Partisans(Step[NoRetreatState]):
    """15.9, digital X.5 In the Soviet Detraining Phase the marker may be put on an Axis unit, which is Disorganized
    through its next player turn (digital: shattered at once). The marker is back four turns after it has come off."""

    rule = "15.9"

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[SOVIET] if s.phasing == SOVIET and s.game.profile.paratroops and strikable(s) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [*(("piece", u) for u in strikable(s)), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind == "button":
            return [NoStrike()]
        return [Strike(unit)] if kind == "piece" and unit in strikable(s) else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Strike):
            if action.unit in strikable(s):
                return None
            return Refusal("15.9", f"{s.game.names[action.unit]} is out of reach of the partisans.")
        return None if isinstance(action, NoStrike) else Refusal("15.9", "The partisans may strike now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        s.pop()
        if not isinstance(action, Strike):
            return
        s.say("15.9", "Partisans strike {}", s.game.names[action.unit], at=[s.game.place_id(s.place[action.unit])])
        pause = s.game.data[marker(s)].returns or 0
        if s.game.profile.digital:
            fate.shatter(s, action.unit)
        else:
            s.mark(action.unit, DISORGANIZED)
            pause += 1
        s.send(marker(s), TRACK)
        s.arrives[marker(s)] = s.turn + pause

    def prompt(self, s: NoRetreatState) -> str:
        return "Partisans and paratroops may strike an Axis unit."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = "Strike" if isinstance(action, Strike) else "Hold back"
        return shown


STEPS = (SupportComesOff, LocalSupport, Partisans)
ACTIONS = (Support, NoSupport, Strike, NoStrike)
