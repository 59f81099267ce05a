"""[9.0] Rail movement: entraining in the Movement Phase, detraining at the end of the player turn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits, nth
from rasputitsa.kernel import Action, ActionView, Choice, Handle, Question, Refusal
from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.actions.movement import Detrain, EndDetraining, Entrain
from rasputitsa.titles.no_retreat.choices import UnitChoice
from rasputitsa.titles.no_retreat.codes import AXIS, MOVED, RAIL, SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.components import in_effect, tables
from rasputitsa.titles.no_retreat.control import notice_border, take_control
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.payment import charge, payable
from rasputitsa.titles.no_retreat.state import NoRetreatState

CAPACITY = tables().limits.rail_capacity


def entrain_price(s: NoRetreatState) -> int:
    """9.1, 9.1.1 One unit a turn goes free, each further one costs a card."""
    return 0 if s.free_entrains > 0 else s.game.tables.costs.entrain


def disrupted(s: NoRetreatState) -> bool:
    """9.1.3, 9.1.3.1, 13.5, digital O.5.2 Turns 1 and 2: no Axis rail moves, and none to be bought by the Soviets."""
    return in_effect("limited-rail", s.turn)


def why_not_entrain(s: NoRetreatState, unit: int) -> Refusal | None:
    """9.1, 9.1.2, 9.1.3, 9.1.4, 9.1.5, 9.1.6 A mobile unit in supply that has not moved; three in the box at most; on
    turns 1 and 2 no Axis rail moves, and none to be bought by the Soviets. digital O.5: in the Organization Phase
    only."""
    name, side = s.game.names[unit], s.game.side_of[unit]
    if s.game.profile.organization_entrains and not s.organizing():
        return Refusal("O.5", "Units entrain in the Organization Phase.")
    if disrupted(s) and (side == AXIS or entrain_price(s)):
        return Refusal("9.1.3", "The railways are disrupted on turns 1 and 2.")
    if lasting.rail_blocked(s, side):
        return Refusal("9.1", "The enemy has cut the railways for this turn.")
    if len(may_detrain(s, side)) >= CAPACITY:
        return Refusal("9.1.2", "Three units are in the Rail Movement Box already.")
    if s.marks[unit] & MOVED:
        return Refusal("9.1", f"{name} has already moved.")
    if s.game.move[s.full[unit]][unit] == 0:
        return Refusal("9.0", f"{name} is immobile.")
    if entrain_price(s) > payable(s, side):
        return Refusal("9.1.1", "You have no card to pay for another rail move.")
    if s.marks[unit] & UNSUPPLIED:
        return Refusal("6.5.2", f"{name} is unsupplied.")
    return None


def entrain(s: NoRetreatState, unit: int) -> None:
    """9.1 The unit goes into the Rail Movement Box in lieu of any other movement."""
    side = s.game.side_of[unit]
    price = entrain_price(s)
    s.mover, s.mover_left = -1, 0
    if price == 0:
        s.free_entrains -= 1
    s.say("9.1", "{} entrains", s.game.names[unit], at=[s.game.place_id(s.place[unit])])
    s.put(unit, RAIL)
    if price:
        charge(s, side, price)


def detrain_places(s: NoRetreatState, side: int) -> int:
    """9.2, 9.2.1, 9.2.2, 9.2.3, 9.2.5, digital O.5, O.5.1 A friendly city not captured in this player turn with an
    overland path, even in an EZOC (digital: no exception for cities); or a place within three hexes of a supplied city
    or map edge that is not an enemy city, next to one be it across a lake, or in an EZOC (digital 0.2 V02.11: only the
    distance and the EZOC count). Not in a scorched city (14.13). Worked out once per position."""
    found: int | None = s.memo.get(("detrain", side))
    if found is None:
        found = s.memo["detrain", side] = _detrain_places(s, side)
    return found


def _detrain_places(s: NoRetreatState, side: int) -> int:
    game, profile = s.game, s.game.profile
    near = supply.overland(s, side, game.tables.limits.detrain_path) & ~s.zoc[1 - side]
    if not profile.detrain_anywhere:
        enemy_cities = s.controls(1 - side) & game.cities
        near &= ~(enemy_cities | game.supply_net.spread(enemy_cities) | s.captured)
    if profile.detrain_in_city:
        near |= s.controls(side) & game.cities & ~s.captured & supply.traceable(s, side)
    return near & game.playable & ~(game.areas | s.occupied[1 - side] | supply.scorched(s, side))


def may_detrain(s: NoRetreatState, side: int) -> list[int]:
    """9.1.2, 15.9, 9.1.2.1 The units in the Rail Movement Box; the Paratroop marker kept there is none."""
    return [u for u in s.in_box(RAIL, side) if u != s.game.paratroop]


def why_not_detrain(s: NoRetreatState, unit: int, to: int) -> Refusal | None:
    """9.2 The rule that forbids a detraining place."""
    game, side = s.game, s.game.side_of[unit]
    if s.place[unit] != RAIL:
        return Refusal("9.2", f"{game.names[unit]} is not in the Rail Movement Box.")
    if detrain_places(s, side) >> to & 1:
        return None
    if s.captured >> to & 1:
        return Refusal("9.2", f"{game.place_name(to)} was captured in this turn.")
    if s.zoc[1 - side] >> to & 1:
        return Refusal("9.2", "Units do not detrain in an enemy zone of control, except in a friendly city.")
    return Refusal("9.2", f"{game.place_name(to)} is too far from a friendly supply source, or too near an enemy city.")


def detrain(s: NoRetreatState, unit: int, to: int) -> None:
    """9.2, 9.2.4, 12.7.1 An entrained unit is back on the map, and controls the city or oil field it is in."""
    s.put(unit, to)
    take_control(s, to, s.game.side_of[unit])
    notice_border(s, unit, (to,))
    s.say("9.2", "{} detrains", s.game.names[unit], at=[s.game.place_id(to)])


class EntrainUnit(UnitChoice):
    """9.1 A unit goes into the Rail Movement Box."""

    action = Entrain
    label = "Entrain"

    def why_not(self, s: NoRetreatState, action: Entrain) -> Refusal | None:
        return why_not_entrain(s, action.unit)

    def do(self, s: NoRetreatState, action: Entrain) -> None:
        entrain(s, action.unit)

    def show(self, s: NoRetreatState, action: Entrain, shown: ActionView) -> None:
        shown.preview["pays"] = entrain_price(s)


class DetrainUnit(Choice[NoRetreatState]):
    """9.2 An entrained unit comes back onto the map."""

    action = Detrain

    def handles(self, s: NoRetreatState) -> Sequence[Handle]:
        return [("piece", u) for u in may_detrain(s, s.phasing)]

    def of(self, s: NoRetreatState, handle: Handle) -> Iterable[Action]:
        kind, unit = handle
        if kind != "piece" or unit not in may_detrain(s, s.phasing):
            return []
        return [Detrain(unit, to) for to in bits(detrain_places(s, s.phasing))]

    def why_not(self, s: NoRetreatState, action: Detrain) -> Refusal | None:
        if s.game.side_of[action.unit] != s.phasing:
            return Refusal("9.2", f"{s.game.names[action.unit]} is not yours.")
        return why_not_detrain(s, action.unit, action.to)

    def do(self, s: NoRetreatState, action: Detrain) -> None:
        detrain(s, action.unit, action.to)


class EndDetrainingPhase(Choice[NoRetreatState]):
    """9.2, 9.2.6 Units may stay in the box."""

    action = EndDetraining
    label = "End detraining"

    def do(self, s: NoRetreatState, action: EndDetraining) -> None:
        s.pop()


class DetrainingPhase(Question[NoRetreatState]):
    """9.2 The phasing side may bring any of its entrained units back onto the map."""

    rule = "9.2"
    choices = (DetrainUnit, EndDetrainingPhase)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.phasing] if may_detrain(s, s.phasing) and detrain_places(s, s.phasing) else None

    def one_of(self, s: NoRetreatState, handle: Handle, rng: random.Random) -> Action | None:
        kind, unit = handle
        places = detrain_places(s, s.phasing)
        if kind == "piece" and unit in may_detrain(s, s.phasing) and places:
            return Detrain(unit, nth(places, int(rng.random() * places.bit_count())))
        return super().one_of(s, handle, rng)

    def prompt(self, s: NoRetreatState) -> str:
        return "Bring entrained units back onto the map."


STEPS = (DetrainingPhase,)
