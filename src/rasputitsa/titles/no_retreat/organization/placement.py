"""[7.6] to [7.9] The Placement Step: shattered units recover, reinforcements arrive, lost units are replaced for
cards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits, nth
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal, Step
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat.actions.optional import Split
from rasputitsa.titles.no_retreat.actions.organization import EndPlacement, PayMore, Place, Rebuild, Recall, TakeBack
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    CADRES,
    DESTROYED,
    PLACED,
    REMOVED,
    SHATTERED,
    SIDES,
    SURRENDERED,
    TRACK,
    WAITING,
)
from rasputitsa.titles.no_retreat.events.window import EVENT_CHOICES, open_window
from rasputitsa.titles.no_retreat.optional import units as optional
from rasputitsa.titles.no_retreat.organization import places
from rasputitsa.titles.no_retreat.organization.arrivals import (
    arrive,
    come_back,
    comers,
    comes,
    may_replace,
    price,
    recall,
    recallable,
    reinforce,
    replace,
    replaceable,
)
from rasputitsa.titles.no_retreat.organization.step import OrganizationStep
from rasputitsa.titles.no_retreat.payment import charge, payable
from rasputitsa.titles.no_retreat.state import NoRetreatState

REBUILT = (SHATTERED, DESTROYED, SURRENDERED)
"""14.9.4 The boxes whose units may be rebuilt around a cadre."""


class PlacementBegins(Step[NoRetreatState]):
    """7.8, 14.9.1 What arrives without a question: cadres into their box, the Reich's last defences on their cities,
    optional units where their rule says."""

    rule = "7.8"

    def advance(self, s: NoRetreatState) -> None:
        s.pop()
        for unit in comers(s, s.phasing):
            kind = s.game.data[unit].kind
            if kind == "cadre" and s.place[unit] == TRACK:
                s.send(unit, CADRES)
                s.say("14.9.1", "{} is available as a cadre", s.game.names[unit])
            elif kind in ("volkssturm", "garrison"):
                raise_defences(s, unit)
            elif s.game.data[unit].nation == "yugoslav" and not places.places_for(s, unit):
                elimination.remove(s, unit)
        optional.bring(s)


def raise_defences(s: NoRetreatState, unit: int) -> None:
    """13.5, 13.5.11 Berlin Garrison and Volkssturm appear on their cities, whoever stands near; where the city is lost
    they never do."""
    city = s.game.home[unit]
    if s.axis_held >> city & 1:
        arrive(s, unit, city, disorganized=False)
    else:
        elimination.remove(s, unit)


def order(s: NoRetreatState, unit: int, to: int, cadre: int) -> None:
    """7.7 to 7.9 Carry out a placement: free at once, a replacement when it is paid for."""
    if s.place[unit] in (DESTROYED, SURRENDERED):
        s.push(Replacement, unit, to, cadre)
        open_window(s, "enemy-payment", 1 - s.phasing)
    elif s.place[unit] == SHATTERED:
        come_back(s, unit, to, cadre)
    else:
        reinforce(s, unit, to)


def why_not_come(s: NoRetreatState, unit: int) -> Refusal | None:
    """7.7 to 7.9.1 The rule that keeps a unit off the map, wherever it would go."""
    side, name = s.game.side_of[unit], s.game.names[unit]
    if side != s.phasing:
        return Refusal("7.6", f"{name} is not yours.")
    if comes(s, unit):
        return None
    if s.place[unit] not in (DESTROYED, SURRENDERED):
        return Refusal("7.8", f"{name} does not arrive now.")
    if not may_replace(s, side):
        return Refusal("7.9.1", "The Axis cannot replace units on this turn.")
    if price(s, unit) > payable(s, side) or s.marks[unit] & PLACED:
        return Refusal("7.9", f"{name} costs {price(s, unit)} cards, more than you have left.")
    return None


def why_not_place(s: NoRetreatState, action: Place) -> Refusal | None:
    """7.6 The rule that forbids a placement."""
    unit, to = action.unit, action.to
    refusal = why_not_come(s, unit)
    if refusal or places.places_for(s, unit) >> to & 1:
        return refusal
    name, where, side = s.game.names[unit], s.game.place_name(to), s.game.side_of[unit]
    if s.place[unit] == WAITING and s.game.data[unit].placement:
        return Refusal("13.5", f"{name} does not arrive in {where}.")
    if s.zoc[1 - side] >> to & 1:
        return Refusal("7.6", f"{where} is in an enemy zone of control.")
    if places.usual_places(s, side, s.place[unit] == SHATTERED) >> to & 1:
        return Refusal("8.4.1", f"{where} is full.")
    return Refusal("7.6", f"{name} cannot be placed in {where}.")


def why_not_rebuild(s: NoRetreatState, action: Rebuild) -> Refusal | None:
    """14.9.4 The rule that forbids rebuilding a unit around a cadre."""
    refusal = why_not_come(s, action.unit)
    if refusal:
        return refusal
    if s.place[action.unit] not in REBUILT:
        return Refusal("14.9.4", "Reinforcements are not built around a cadre.")
    if action.cadre not in places.cadres_for(s, action.unit):
        return Refusal("14.9.4", f"{s.game.names[action.cadre]} is no cadre with an overland supply path and room.")
    return None


def why_not_recall(s: NoRetreatState, action: Recall) -> Refusal | None:
    if s.phasing != AXIS or action.unit not in recallable(s, AXIS):
        return Refusal("13.5", f"{s.game.names[action.unit]} cannot be recalled now.")
    if not places.places_for(s, action.unit) >> action.to & 1:
        return Refusal("7.6", f"{s.game.names[action.unit]} cannot be placed in {s.game.place_name(action.to)}.")
    return None


def placeable(s: NoRetreatState) -> list[int]:
    """7.6 The units the phasing side might place, and those it might split (15.1). Worked out once per position."""
    found: list[int] | None = s.memo.get("placeable")
    if found is None:
        side = s.phasing
        found = [*comers(s, side), *replaceable(s, side), *recallable(s, side), *optional.splittable(s)]
        s.memo["placeable"] = found
    return found


def has_room(s: NoRetreatState, unit: int) -> bool:
    """7.6, 14.9.4 A place, or a cadre to be rebuilt around; a unit on the map splits where it stands."""
    if s.place[unit] >= 0 or places.places_for(s, unit):
        return True
    return s.place[unit] in REBUILT and bool(places.cadres_for(s, unit))


class PlacementChoice(Choice[NoRetreatState]):
    """7.6 A unit comes onto the map."""

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in placeable(s) if has_room(s, u)]


class PlaceUnit(PlacementChoice):
    """7.6 to 7.9 A unit is placed: recovered, as a reinforcement, or replaced."""

    action = Place

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or s.place[unit] >= 0 or why_not_come(s, unit) is not None:
            return []
        return [Place(unit, to) for to in bits(places.places_for(s, unit))]

    def why_not(self, s: NoRetreatState, action: Place) -> Refusal | None:
        return why_not_place(s, action)

    def do(self, s: NoRetreatState, action: Place) -> None:
        order(s, action.unit, action.to, -1)

    def show(self, s: NoRetreatState, action: Place, shown: ActionView) -> None:
        show_price(s, action.unit, shown)


class RebuildUnit(PlacementChoice):
    """14.9.4 A lost unit is rebuilt around a cadre."""

    action = Rebuild

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or s.place[unit] not in REBUILT or why_not_come(s, unit) is not None:
            return []
        return [Rebuild(unit, cadre) for cadre in places.cadres_for(s, unit)]

    def why_not(self, s: NoRetreatState, action: Rebuild) -> Refusal | None:
        return why_not_rebuild(s, action)

    def do(self, s: NoRetreatState, action: Rebuild) -> None:
        order(s, action.unit, s.place[action.cadre], action.cadre)

    def show(self, s: NoRetreatState, action: Rebuild, shown: ActionView) -> None:
        show_price(s, action.unit, shown)


def show_price(s: NoRetreatState, unit: int, shown: ActionView) -> None:
    if s.place[unit] in (DESTROYED, SURRENDERED):
        shown.preview["pays"] = price(s, unit)


class RecallUnit(PlacementChoice):
    """13.5 SS Panzer, withdrawn in 1944, comes back for victory points."""

    action = Recall

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or s.place[unit] != REMOVED or s.phasing != AXIS or unit not in recallable(s, AXIS):
            return []
        return [Recall(unit, to) for to in bits(places.places_for(s, unit))]

    def why_not(self, s: NoRetreatState, action: Recall) -> Refusal | None:
        return why_not_recall(s, action)

    def do(self, s: NoRetreatState, action: Recall) -> None:
        recall(s, action.unit, action.to)

    def show(self, s: NoRetreatState, action: Recall, shown: ActionView) -> None:
        shown.preview["warning"] = f"Costs {s.game.tables.victory.ss_panzer_return} VP."


class SplitUnit(UnitChoice):
    """15.1, 15.2 An army or a Front is broken up into smaller units, once a game."""

    action = Split

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return optional.splittable(s)

    def why_not(self, s: NoRetreatState, action: Split) -> Refusal | None:
        return optional.why_not_split(s, action.unit)

    def do(self, s: NoRetreatState, action: Split) -> None:
        optional.split(s, action.unit)


class EndPlacementStep(Choice[NoRetreatState]):
    """7.7, 7.8 All shattered units return and all reinforcements come, as long as there is a place for them."""

    action = EndPlacement
    label = "Go on"

    def why_not(self, s: NoRetreatState, action: EndPlacement) -> Refusal | None:
        for unit in comers(s, s.phasing):
            if places.places_for(s, unit):
                rule = "7.7" if s.place[unit] == SHATTERED else "7.8"
                return Refusal(rule, f"{s.game.names[unit]} has to be placed first.")
        return None

    def do(self, s: NoRetreatState, action: EndPlacement) -> None:
        s.pop()


class PlacementStep(OrganizationStep):
    """7.6 The phasing side places its units one by one. Recovering units and reinforcements must come if they can."""

    rule = "7.6"
    choices = (PlaceUnit, RebuildUnit, RecallUnit, SplitUnit, *EVENT_CHOICES, EndPlacementStep)

    def candidates(self, s: NoRetreatState) -> list[int]:
        return placeable(s)

    def busy(self, s: NoRetreatState) -> bool:
        return any(has_room(s, u) for u in placeable(s))

    def one_of(self, s: NoRetreatState, handle: Handle, rng: random.Random) -> Action | None:
        """A unit that comes: one of its places or cadres, without listing them all."""
        kind, unit = handle
        if kind != "piece" or s.place[unit] >= 0 or s.place[unit] == REMOVED or why_not_come(s, unit) is not None:
            return super().one_of(s, handle, rng)
        spots = places.places_for(s, unit)
        cadres = places.cadres_for(s, unit) if s.place[unit] in REBUILT else []
        pick = int(rng.random() * (spots.bit_count() + len(cadres)))
        if pick < spots.bit_count():
            return Place(unit, nth(spots, pick))
        return Rebuild(unit, cadres[pick - spots.bit_count()]) if cadres else None

    def prompt(self, s: NoRetreatState) -> str:
        return "Place reinforcements, recovered and replaced units."


# -- [7.9] paying for a replacement -------------------------------------------------------------------------------


def full_price(s: NoRetreatState) -> int:
    """7.9 What the replacement announced costs, with what an enemy event has added."""
    return price(s, s.frame[1]) + s.surcharge


def close(s: NoRetreatState, pays: bool) -> None:
    """7.9 The replacement is paid and placed, or taken back: then its owner keeps his cards."""
    cost = full_price(s)
    _, unit, to, cadre = s.frame
    s.surcharge = 0
    s.pop()
    if pays:
        replace(s, unit, to, cadre)
        charge(s, s.phasing, cost)
    else:
        s.mark(unit, PLACED)
        s.say("7.9", "{} is not replaced", s.game.names[unit])


class PayHigherPrice(Choice[NoRetreatState]):
    """7.9 The owner pays what the replacement costs now."""

    action = PayMore
    label = "Pay"

    def do(self, s: NoRetreatState, action: PayMore) -> None:
        close(s, pays=True)

    def show(self, s: NoRetreatState, action: PayMore, shown: ActionView) -> None:
        shown.preview["pays"] = full_price(s)


class TakeReplacementBack(Choice[NoRetreatState]):
    """7.9 The owner takes the replacement back and keeps his cards."""

    action = TakeBack
    label = "Take it back"

    def do(self, s: NoRetreatState, action: TakeBack) -> None:
        close(s, pays=False)


class Replacement(Question[NoRetreatState]):
    """7.9 A replacement has been announced: it is paid and placed, unless the enemy has raised its price (`surcharge`);
    then the owner pays, or takes it back. Frame: unit, place, cadre or -1."""

    rule = "7.9"
    choices = (PayHigherPrice, TakeReplacementBack)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if s.surcharge and self._affordable(s) else None

    def _affordable(self, s: NoRetreatState) -> bool:
        return full_price(s) <= payable(s, s.phasing)

    def advance(self, s: NoRetreatState) -> None:
        close(s, pays=self._affordable(s))

    def prompt(self, s: NoRetreatState) -> str:
        return f"{s.game.names[s.frame[1]]} now costs {full_price(s)} cards. Pay, or take it back?"


STEPS = (PlacementBegins, PlacementStep, Replacement)
