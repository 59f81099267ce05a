"""[14.12] to [14.14] The Soviet Strategic Reserve, reminder markers and the weather markers.

What chapter 14 says of single units is found where it applies: forts in 7.5 and 10.7.4, allies, cadres and the
Luftwaffe in `fate`, armor, SS and Shock units in chapter 10, Yugoslavs in 7.5 and 13.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, ActionView, Handle, Refusal, Step
from rasputitsa.kernel.view import Effect
from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat import ch09_rail as rail
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.state import (
    AXIS,
    LONG_WINTER,
    NO_RED_EVENT,
    NO_SUDDEN_DEATH,
    RAIL,
    SCORCHED,
    SIDES,
    SOVIET,
    UNSUPPLIED,
    WEATHERS,
    NoRetreatState,
)


class Hold(Action, frozen=True):
    """A unit becomes the Strategic Reserve."""

    form = "hold {unit:piece} in reserve"
    unit: int


class LeaveReserve(Action, frozen=True):
    form = "leave the reserve as it is"


# -- [14.12] the strategic reserve ---------------------------------------------------------------------------------


def why_not_hold(s: NoRetreatState, unit: int) -> Refusal | None:
    """14.12.1 A supplied mobile Soviet unit on the map, if the Rail Movement Box has room; or another unit in the
    box."""
    name = s.game.names[unit]
    if s.game.side_of[unit] != SOVIET or unit == s.reserve:
        return Refusal("14.12.1", f"{name} cannot become the Strategic Reserve.")
    if s.place[unit] == RAIL:
        return None if unit in rail.may_detrain(s, SOVIET) else Refusal("14.12.1", f"{name} is no unit.")
    if s.place[unit] < 0 or s.game.move[s.full[unit]][unit] == 0:
        return Refusal("14.12.1", f"{name} is not a mobile unit on the map.")
    if lasting.rail_blocked(s, SOVIET):
        return Refusal("9.1", "The enemy has cut the railways for this turn.")
    if len(rail.may_detrain(s, SOVIET)) >= rail.CAPACITY:
        return Refusal("9.1.2", "Three units are in the Rail Movement Box already.")
    if s.marks[unit] & UNSUPPLIED or not supply.in_supply(s, unit):
        return Refusal("14.12.1", f"{name} is not in supply.")
    return None


def _may_wait(s: NoRetreatState, unit: int) -> bool:
    """14.12.1 Is this unit mobile, and not marked as unsupplied?"""
    return s.game.move[s.full[unit]][unit] > 0 and not s.marks[unit] & UNSUPPLIED


class StrategicReserve(Step[NoRetreatState]):
    """14.12, 14.12.1 digital O.6 At the very end of a Soviet Movement Phase, from turn 4 on, the marker goes on a unit,
    which waits in the Rail Movement Box; or from one unit there to another."""

    rule = "14.12.1"

    def side(self, s: NoRetreatState) -> str | None:
        open_now = s.phasing == SOVIET and in_effect("strategic-reserve", s.turn)
        return SIDES[SOVIET] if open_now and self._units(s) else None

    def _units(self, s: NoRetreatState) -> list[int]:
        found: list[int] | None = s.memo.get("holdable")
        if found is None:
            boxed = rail.may_detrain(s, SOVIET)
            shut = len(boxed) >= rail.CAPACITY or lasting.rail_blocked(s, SOVIET)
            units = [] if shut else [u for u in supply.units_in_supply(s, SOVIET) if _may_wait(s, u)]
            found = s.memo["holdable"] = [*units, *(u for u in boxed if u != s.reserve)]
        return found

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [*(("piece", u) for u in self._units(s)), ("button", 0)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind == "button":
            return [LeaveReserve()]
        return [Hold(unit)] if kind == "piece" and why_not_hold(s, unit) is None else []

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, Hold):
            return why_not_hold(s, action.unit)
        return None if isinstance(action, LeaveReserve) else Refusal("14.12.1", "The reserve is to be named now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        s.pop()
        if isinstance(action, Hold):
            s.say("14.12.1", "{} is held in reserve", s.game.names[action.unit])
            s.put(action.unit, RAIL)
            s.reserve = action.unit

    def prompt(self, s: NoRetreatState) -> str:
        return "Name a unit for the Strategic Reserve."

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        shown.label = "Strategic Reserve" if isinstance(action, Hold) else "Leave the reserve"
        return shown


class ReserveReturns(Step[NoRetreatState]):
    """14.12.2 At the end of the Axis Detraining Phase, after the Axis, the Strategic Reserve may come back as by 9.2.
    (In the Soviet one it detrains like any other unit.)"""

    rule = "14.12.2"

    def side(self, s: NoRetreatState) -> str | None:
        waits = s.phasing == AXIS and s.reserve >= 0
        return SIDES[SOVIET] if waits and rail.detrain_places(s, SOVIET) else None

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return (("piece", s.reserve), ("button", 0))

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        if handle[0] == "button":
            return [LeaveReserve()]
        places = bits(rail.detrain_places(s, SOVIET)) if handle == ("piece", s.reserve) else []
        return [rail.Detrain(s.reserve, to) for to in places]

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        if isinstance(action, rail.Detrain):
            if action.unit != s.reserve:
                return Refusal("14.12.2", f"{s.game.names[action.unit]} is not the Strategic Reserve.")
            return rail.why_not_detrain(s, action.unit, action.to)
        return None if isinstance(action, LeaveReserve) else Refusal("14.12.2", "The reserve may come back now.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        s.pop()
        if isinstance(action, rail.Detrain):
            rail.detrain(s, action.unit, action.to)

    def prompt(self, s: NoRetreatState) -> str:
        return f"Bring {s.game.names[s.reserve]} back from the Strategic Reserve?"

    def show(self, s: NoRetreatState, action: Action) -> ActionView:
        shown = super().show(s, action)
        if isinstance(action, LeaveReserve):
            shown.label = "Keep the reserve"
        return shown


# -- [14.13], [14.14] markers --------------------------------------------------------------------------------------


def weather_markers(s: NoRetreatState) -> list[tuple[int, int]]:
    """14.14, 14.14.1, 15.4 The three weather markers (none without variable weather): the next turns, this one
    included, whose weather is variable, and the weather they show."""
    if not s.game.profile.variable_weather:
        return []
    ahead = [n for n, turn in s.game.turns.items() if n >= s.turn and turn.variable]
    return [(turn, s.sky[turn]) for turn in ahead[:3]]


def reminders(s: NoRetreatState) -> list[Effect]:
    """14.13 Reminder markers, as lasting effects at the side of the map."""
    found = [
        Effect(id=f"draw-{SIDES[side]}", label=f"-{debt} card", text=f"Draws {debt} fewer cards.", side=SIDES[side])
        for side, debt in enumerate(s.draw_debt)
        if debt
    ]
    if any(effect[0] == NO_SUDDEN_DEATH for effect in s.effects):
        found.append(Effect(id="no-sudden-death", label="No Sudden Death", text="The next check is not made (12.2)."))
    if any(effect[0] == NO_RED_EVENT and effect[2] == s.turn for effect in s.effects):
        found.append(Effect(id="no-red-event", label="No second front", text="This turn's red event is cancelled."))
    found += [_on_map(s, *marker) for marker in s.works]
    if s.weather == LONG_WINTER:
        found.append(Effect(id="long-winter", label="Long Winter", text="Three Axis Targets; one-hex advances (13.1)."))
    for turn, sky in weather_markers(s):
        text = f"{WEATHERS[sky].capitalize()} on turn {turn}, unless a weather card changes it (14.14)."
        found.append(Effect(id=f"weather-{turn}", label=f"Turn {turn}: {WEATHERS[sky]}", text=text))
    return found


def _on_map(s: NoRetreatState, kind: int, place: int, side: int) -> Effect:
    """14.13 Scorched Earth and Defensive Works lie on a hex."""
    where = s.game.place_name(place)
    if kind == SCORCHED:
        text = f"{where} supplies nobody, and nobody detrains there, until this side's player turn is over."
        return Effect(id="scorched", label="Scorched Earth", text=text, side=SIDES[side])
    text = f"Attacks on {where} shift one column left."
    return Effect(id="works", label="Defensive Works", text=text, side=SIDES[side])


STEPS = (StrategicReserve, ReserveReturns)
ACTIONS = (Hold, LeaveReserve)
