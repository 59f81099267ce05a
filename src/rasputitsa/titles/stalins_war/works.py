"""[16.1.2, 16.3.2] What OPS may build on the map beside trenches: partisans and Festungs."""

from __future__ import annotations

from typing import Any, Final

from rasputitsa.kernel import Choice, Refusal
from rasputitsa.titles.stalins_war import effects, fortresses, ops, partisans
from rasputitsa.titles.stalins_war.actions.events import BuildFestung, RaisePartisans
from rasputitsa.titles.stalins_war.choices import HexChoice
from rasputitsa.titles.stalins_war.mapboard import PLACE_NAMES
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

COST: Final = 1
"""16.1.2, 16.3.2 OPS for two Partisans, and for a Festung."""


def why_no_partisans(s: Position) -> Refusal | None:
    """16.1.1, 16.1.2 May an OPS be spent on partisans now?"""
    if s.active != SOVIET or not effects.allowed(s, "partisans"):
        return Refusal("16.1.1", "Only the Soviet player places partisans, and only after Partisan Formation.")
    if s.partisan_ops:
        return Refusal("16.1.2", "An OPS has been spent on partisans in this turn already.")
    if partisans.left(s) <= 0:
        return Refusal("16.1.2", f"No more than {partisans.MOST} partisans on the map.")
    return None


class RaiseForOps(HexChoice):
    """16.1.2 For 1 OPS two Inactive Partisans are placed, once in a turn."""

    action = RaisePartisans
    rule = "16.1.3"

    def hexes(self, s: Position) -> int:
        open_to = ops.payable(s)
        return partisans.hexes(s) & open_to if open_to and why_no_partisans(s) is None else 0

    def why_not(self, s: Position, action: RaisePartisans) -> Refusal | None:
        refusal = why_no_partisans(s) or ops.why_not(s, action.at, COST)
        if refusal or partisans.hexes(s) >> action.at & 1:
            return refusal
        return Refusal("16.1.3", f"Partisans may not be placed in {PLACE_NAMES[action.at]}.")

    def do(self, s: Position, action: RaisePartisans) -> None:
        ops.spend(s, action.at, COST)
        s.partisan_ops = 1
        partisans.place(s, action.at)
        s.push(partisans.MorePartisans, partisans.FOR_AN_OPS - 1)


class FestungForOps(HexChoice):
    """16.3.2 A Festung is built for 1 OPS."""

    action = BuildFestung
    rule = "16.3.2"

    def hexes(self, s: Position) -> int:
        if s.active != AXIS or not effects.allowed(s, "festungs"):
            return 0
        return fortresses.festung_hexes(s) & ops.payable(s)

    def why_not(self, s: Position, action: BuildFestung) -> Refusal | None:
        if s.active != AXIS or not effects.allowed(s, "festungs"):
            return Refusal("16.3.1", "Only the Axis player builds Festungs, and only after the Festung event.")
        unpaid = ops.why_not(s, action.at, COST)
        if unpaid or fortresses.festung_hexes(s) >> action.at & 1:
            return unpaid
        return Refusal("16.3.2", f"No Festung in {PLACE_NAMES[action.at]}: it must be an Axis town or city in supply.")

    def do(self, s: Position, action: BuildFestung) -> None:
        ops.spend(s, action.at, COST)
        fortresses.place_festung(s, action.at)


CHOICES: Final[tuple[type[Choice[Any]], ...]] = (RaiseForOps, FestungForOps)
"""Offered in the movement part of an OPS round."""
