"""Candidates for cards, organization, movement and rail."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.board.topology import bits
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.no_retreat import rail, stacking
from rasputitsa.titles.no_retreat import strategic_reserve as special
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.actions.movement import (
    Detrain,
    EndDetraining,
    EndMovement,
    Entrain,
    Hold,
    LeaveReserve,
    Move,
)
from rasputitsa.titles.no_retreat.actions.organization import (
    Absorb,
    EndFlips,
    EndOrganization,
    EndPlacement,
    Fortify,
    Improve,
    PayMore,
    Place,
    Rebuild,
    Reorganize,
    TakeBack,
    Upgrade,
)
from rasputitsa.titles.no_retreat.brain import cards, moving, worth
from rasputitsa.titles.no_retreat.brain.core import BRAIN
from rasputitsa.titles.no_retreat.brain.posts import post_score, where
from rasputitsa.titles.no_retreat.brain.sense import NRMind, distance_to, mobile
from rasputitsa.titles.no_retreat.cards import DiscardStep
from rasputitsa.titles.no_retreat.codes import DESTROYED, DISORGANIZED, SURRENDERED
from rasputitsa.titles.no_retreat.movement import MovementPhase
from rasputitsa.titles.no_retreat.organization import arrivals, flip, placement, places, reorganization
from rasputitsa.titles.no_retreat.payment import OpeningDiscard, Pay, PenaltyDiscard, payable
from rasputitsa.titles.no_retreat.second_front import TwoFrontWar
from rasputitsa.titles.no_retreat.state import NoRetreatState

# -- cards --------------------------------------------------------------------------------------------------------


@BRAIN.candidate(DiscardStep, TwoFrontWar, Pay, OpeningDiscard, PenaltyDiscard, reorganization.PayReorganization)
def give_up_the_least(mind: NRMind) -> Iterator[Proposal]:
    """The card that is worth least goes."""
    s = mind.s
    for card in s.hand(mind.me):
        yield Proposal(-cards.worth_of(s, card, mind.me), Toss(card), "the card that matters least")


# -- organization -------------------------------------------------------------------------------------------------


@BRAIN.candidate(flip.FlipStep)
def strengthen(mind: NRMind) -> Iterator[Proposal]:
    """Upgrades are free; improvements and forts are paid where they are worth the cards."""
    s, w = mind.s, mind.w
    yield Proposal(0.0, EndFlips(), "the cards are worth more than further improvements")
    spare = payable(s, s.phasing) - _wanted(mind)
    for unit in flip.candidates(s):
        gain = w["strength"] * (s.game.strength[1][unit] - s.game.strength[0][unit])
        near = _nearness(s, unit)
        name = s.game.names[unit]
        if flip.why_not_upgrade(s, unit) is None:
            yield Proposal(
                5.0 + gain + w["fast"] * s.game.armor[1][unit] + near, Upgrade(unit), "{} grows stronger", (name,)
            )
        if flip.improve_price(s, unit) <= spare and flip.why_not_improve(s, unit) is None:
            price = w["card"] * flip.improve_price(s, unit)
            yield Proposal(
                w["improve"] * (gain + w["step"]) + near - price, Improve(unit), "{} is worth the cards", (name,)
            )
        if flip.why_not_fortify(s, unit) is None and s.place[unit] == s.game.home[unit]:
            fear = w["fortify"] * near * worth.hex_worth(s, s.place[unit], w)
            yield Proposal(fear - w["card"] * flip.fortify_price(s, unit), Fortify(unit), "{} digs in", (name,))


def _wanted(mind: NRMind) -> int:
    """The cards that replacements are worth, which come after the flips."""
    s = mind.s
    if not arrivals.may_replace(s, s.phasing):
        return 0
    lost = [*s.in_box(DESTROYED, s.phasing), *s.in_box(SURRENDERED, s.phasing)]
    return sum(arrivals.price(s, u) for u in lost if _return_gain(mind, u) > 0)


@BRAIN.candidate(special.StrategicReserve)
def hold_a_reserve(mind: NRMind) -> Iterator[Proposal]:
    """A unit far from the enemy is kept on rails, to come where it is needed."""
    s, w = mind.s, mind.w
    yield Proposal(0.0, LeaveReserve(), "everyone is needed where he is")
    for unit in s.on_map(s.phasing):
        idle = w["rail"] - _nearness(s, unit)
        if idle > 0 and special.why_not_hold(s, unit) is None:
            yield Proposal(idle + s.strength(unit) / 100, Hold(unit), "{} in reserve", (s.game.names[unit],))


def _nearness(s: NoRetreatState, unit: int) -> float:
    """From 0 to 1: how near a unit is to the enemy."""
    distance = distance_to(s, s.place[unit], mobile(s, 1 - s.game.side_of[unit]))
    return max(0.0, 1.0 - distance / 9)


@BRAIN.candidate(placement.PlacementStep)
def bring_units_in(mind: NRMind) -> Iterator[Proposal]:
    """Everyone who comes for free, then the replacements that are worth their cards."""
    s = mind.s
    if s.why_not(EndPlacement()) is None:
        yield Proposal(0.0, EndPlacement(), "the cards are worth more than further replacements")
    free = [u for u in arrivals.comers(s, s.phasing) if placement.has_room(s, u)]
    if free:
        yield from _where_to(mind, free[0], 50.0)
        return
    lost = [u for u in arrivals.replaceable(s, s.phasing) if placement.has_room(s, u)]
    if lost:
        best = max(lost, key=lambda u: (_return_gain(mind, u), u))
        if _return_gain(mind, best) > 0:
            yield from _where_to(mind, best, _return_gain(mind, best))


def _return_gain(mind: NRMind, unit: int) -> float:
    """What it brings to pay for a lost unit."""
    s, w = mind.s, mind.w
    side = arrivals.replacement_side(s, unit)
    strength = s.game.strength[side][unit]
    return w["replace"] * (w["unit"] + w["strength"] * strength) - w["card"] * arrivals.price(s, unit)


def _where_to(mind: NRMind, unit: int, merit: float) -> Iterator[Proposal]:
    """The best place for a unit that comes; scores differ by less than one, so that its merit decides whether."""
    s = mind.s
    name = s.game.names[unit]
    lost = s.place[unit] in (DESTROYED, SURRENDERED)
    verb = "{} is rebuilt at {}" if lost else "{} comes in at {}"
    spots = _likely_places(s, unit, places.places_for(s, unit))
    scores = {p: post_score(mind, unit, p) for p in spots}
    best = max(scores.values(), default=0.0)
    for place, score in scores.items():
        yield Proposal(merit + 0.9 / (1.0 + best - score), Place(unit, place), verb, (name, where(s, place)))
    if s.place[unit] in placement.REBUILT:
        for cadre in places.cadres_for(s, unit):
            yield Proposal(merit + 0.95, Rebuild(unit, cadre), "{} is rebuilt at the front", (name,))


def _likely_places(s: NoRetreatState, unit: int, mask: int) -> list[int]:
    """The places nearest to the enemy, eight at most, cities first."""
    enemy = mobile(s, 1 - s.game.side_of[unit])

    def key(place: int) -> tuple[int, int]:
        return distance_to(s, place, enemy), -(s.game.cities >> place & 1)

    return sorted(bits(mask), key=key)[:8]


@BRAIN.candidate(placement.Replacement)
def pay_more(mind: NRMind) -> Iterator[Proposal]:
    s, w = mind.s, mind.w
    unit = s.frame[1]
    yield Proposal(_return_gain(mind, unit) - w["card"] * s.surcharge, PayMore(), "still worth it")
    yield Proposal(0.0, TakeBack(), "too expensive now")


@BRAIN.candidate(reorganization.ReorganizationStep)
def reorganize(mind: NRMind) -> Iterator[Proposal]:
    """A card makes a unit ready to attack at once: worth it for strong units near the enemy."""
    s, w = mind.s, mind.w
    yield Proposal(0.0, EndOrganization(), "nothing more is worth a card")
    for unit in s.on_map(s.phasing):
        if s.marks[unit] & DISORGANIZED and reorganization.why_not_reorganize(s, unit) is None:
            near = _nearness(s, unit)
            price = w["card"] * reorganization.reorganize_price(s)
            gain = w["reorganize"] * s.strength(unit) * max(0.0, near - 0.6) - price
            yield Proposal(gain, Reorganize(unit), "{} can attack again", (s.game.names[unit],))
        for cadre in reorganization.cadres_beside(s, unit):
            yield Proposal(1.0, Absorb(unit, cadre), "ready at once")


# -- movement and rail --------------------------------------------------------------------------------------------


@BRAIN.candidate(MovementPhase)
def carry_out_the_plan(mind: NRMind) -> Iterator[Proposal]:
    """The next move of the plan for this phase."""
    s = mind.s
    yield Proposal(0.0, EndMovement(), "everyone is where he should be")
    order = moving.orders(mind)
    if order is not None:
        names = (s.game.names[order.unit], where(s, order.to), order.why)
        yield Proposal(10.0, Move(order.unit, s.place[order.unit], order.to), "{} to {}: {}", names)


@BRAIN.candidate(MovementPhase)
def entrain_the_idle(mind: NRMind) -> Iterator[Proposal]:
    """Far from any enemy a unit goes by rail, if the railway takes it for nothing."""
    s, w = mind.s, mind.w
    if rail.entrain_price(s) or s.game.profile.organization_entrains:
        return
    for unit in s.on_map(s.phasing):
        if _nearness(s, unit) < w["rail"] and rail.why_not_entrain(s, unit) is None:
            yield Proposal(11.0 + s.strength(unit) / 10, Entrain(unit), "{} goes by rail", (s.game.names[unit],))


@BRAIN.candidate(rail.DetrainingPhase)
def detrain_where_needed(mind: NRMind) -> Iterator[Proposal]:
    s = mind.s
    yield Proposal(0.0, EndDetraining(), "nobody is left")
    for unit in rail.may_detrain(s, s.phasing)[:1]:
        if unit == s.reserve:
            continue
        spots = [p for p in bits(rail.detrain_places(s, s.phasing)) if stacking.fits(s, unit, p)]
        for place in _near_enemy(s, unit, spots):
            score = post_score(mind, unit, place)
            names = (s.game.names[unit], where(s, place))
            yield Proposal(1000.0 + score, Detrain(unit, place), "{} detrains at {}", names)


def _near_enemy(s: NoRetreatState, unit: int, spots: list[int]) -> list[int]:
    """The twelve places nearest to the enemy, but not beside him."""
    enemy = mobile(s, 1 - s.game.side_of[unit])
    return sorted(spots, key=lambda place: distance_to(s, place, enemy))[:12]
