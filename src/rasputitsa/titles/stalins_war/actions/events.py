"""The actions of events and special units."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action

# -- units that come and go ---


class Arrive(Action, frozen=True):
    """7.5.2c A unit is placed on the map by an event."""

    form = "{unit:piece} arrives in {at:place}"
    unit: int
    at: int


class Exchange(Action, frozen=True):
    """7.5.2c A new unit takes the hex of an old one."""

    form = "{new:piece} takes the place of {old:piece}"
    new: int
    old: int


class Refit(Action, frozen=True):
    """Axis 12: a reduced unit regains steps."""

    form = "refit {unit:piece}"
    unit: int


class SendAway(Action, frozen=True):
    """3.0 A unit goes to the Other Fronts box."""

    form = "{unit:piece} leaves for other fronts"
    unit: int


class Recall(Action, frozen=True):
    """Axis 48: a unit of the Other Fronts box comes back."""

    form = "recall {unit:piece}"
    unit: int


# -- works on the map ---


class PlaceTrench(Action, frozen=True):
    """10.3.3 An event places a trench."""

    form = "place a trench in {at:place}"
    at: int


class PlaceFortress(Action, frozen=True):
    """16.2.3 The one new Soviet fortress."""

    form = "place the fortress in {at:place}"
    at: int


class PlaceFestung(Action, frozen=True):
    """16.3.1 The event places a Festung."""

    form = "place a Festung in {at:place}"
    at: int


class BuildFestung(Action, frozen=True):
    """16.3.2 A Festung for 1 OPS."""

    form = "build a Festung in {at:place}"
    at: int


class ChooseHex(Action, frozen=True):
    """Axis 14: the hex an event is about."""

    form = "defend {at:place}"
    at: int


class FeedByAir(Action, frozen=True):
    """Axis 49: the units of one hex that are fed by air."""

    form = "feed {at:place} by air: {units:piece+}"
    at: int
    units: tuple[int, ...]


# -- partisans ---


class RaisePartisans(Action, frozen=True):
    """16.1.2 The first of two Inactive Partisans for 1 OPS."""

    form = "raise partisans in {at:place} for 1 OPS"
    at: int


class PlacePartisans(Action, frozen=True):
    """16.1.3 An Inactive Partisan is placed."""

    form = "place partisans in {at:place}"
    at: int


class Activate(Action, frozen=True):
    """16.1.6 An Inactive Partisan becomes Active."""

    form = "activate the partisans in {at:place}"
    at: int


class DrawPartisan(Action, frozen=True):
    """16.1.3 The partisan unit that is drawn."""

    form = "draw {unit:piece}"
    unit: int


class Sweep(Action, frozen=True):
    """16.1.5 An Inactive Partisan is removed."""

    form = "sweep the partisans in {at:place}"
    at: int


# -- movement by events ---


class ShiftUnit(Action, frozen=True):
    """Soviet 48: a unit is shifted."""

    form = "shift {unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class Raid(Action, frozen=True):
    """Soviet 18: a unit raids."""

    form = "raid {unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class Land(Action, frozen=True):
    """7.5.4 The Maritime Army lands."""

    form = "land {unit:piece} in {at:place}"
    unit: int
    at: int


class Evacuate(Action, frozen=True):
    """10.2.7 An LCU leaves a port by sea."""

    form = "evacuate {unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class EndEvent(Action, frozen=True):
    """What an event allows and does not demand is left."""

    form = "no more of this event"


ACTIONS: Final = (
    *(Arrive, Exchange, Refit, SendAway, Recall),
    *(PlaceTrench, PlaceFortress, PlaceFestung, BuildFestung, ChooseHex, FeedByAir),
    *(RaisePartisans, PlacePartisans, Activate, DrawPartisan, Sweep),
    *(ShiftUnit, Raid, Land, Evacuate, EndEvent),
)
