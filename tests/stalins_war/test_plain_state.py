"""[3.0, 7.1, 7.3, 10.1] Piles, boxes, points, control and what random play picks, over random positions and in plain
steps."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import cards, control, effects, movement, ops, ops_round, strategic
from rasputitsa.titles.stalins_war.actions.movement import EndMovement, Entrain, Move, MoveStack, Sail
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    EAST,
    FORTRESSES,
    KEPT,
    OIL,
    PLAYABLE,
    PORTS,
    RAILS,
    TOWNS,
    VP_HEXES,
)
from rasputitsa.titles.stalins_war.roster import LCU, N
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    DRAW,
    FULL,
    GONE,
    HAND,
    OUT,
    REMOVED,
    SOVIET,
    UNLIMITED,
    Position,
)

from . import book_of_combat as combat
from .by_the_book import has, on_map, side_of
from .scattered import fresh, scattered
from .situation import situation

SEEDS = range(6)


# -- units and piles ------------------------------------------------------------------------------------------------


@rule("3.0")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_sets_of_a_position_follow_every_unit_that_is_put_somewhere(seed: int) -> None:
    s, rng = scattered(seed), random.Random(seed)
    for _ in range(60):
        twin, unit = s.copy(), rng.randrange(N)
        own, free = s.occupied[side_of(unit)], PLAYABLE & ~s.occupied[1 - side_of(unit)]
        to = rng.choice((rng.choice(bits(own)), rng.randrange(-6, 0), rng.choice(bits(free))))
        before = [twin.units_at(at) for at in bits(PLAYABLE)]
        s.put(unit, to)
        assert [twin.units_at(at) for at in bits(PLAYABLE)] == before
        for side in (AXIS, SOVIET):
            hexes: dict[int, list[int]] = {}
            for u in on_map(s, side):
                hexes.setdefault(s.place[u], []).append(u)
            assert s.present[side] == mask_of(on_map(s, side))
            assert s.occupied[side] == mask_of(hexes)
            assert s.stacked[side] == mask_of(at for at, units in hexes.items() if len(units) > 1)
            assert s.lcu_hexes[side] == mask_of(at for at, units in hexes.items() if any(LCU >> u & 1 for u in units))
            full = (at for at, units in hexes.items() if sum(not uncounted(u) for u in units) >= 4)
            assert s.crowded[side] == mask_of(full)
            assert all(list(s.units_at(at)) == units for at, units in hexes.items())


def uncounted(unit: int) -> bool:
    return any(combat.is_(unit, tag) for tag in ("stalin", "bunker", "fortified-zone", "partisan"))


@rule("7.1.2", "7.6.3", "7.6.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_piles_hold_the_cards_of_their_side(seed: int) -> None:
    s, rng = situation(moment="nothing"), random.Random(seed)
    for card in range(len(CARDS)):
        s.card[card] = rng.randrange(5)
    for side, name in enumerate(("axis", "soviet")):
        own = [number for number, card in enumerate(CARDS) if card.side == name]
        assert all(cards.owner(card) == side for card in own)
        for pile in range(6):
            there = [card for card in own if s.card[card] == pile]
            assert s.cards_in(pile, side) == there and s.count_cards(pile, side) == len(there)
            assert s.has_card(pile, side) == bool(there)
            assert [s.nth_card(pile, side, rank) for rank in range(len(there))] == there
        assert cards.removed_by_events(s, side) == len(s.cards_in(GONE, side)) and s.hand(side) == s.cards_in(
            HAND, side
        )
        for box in (-1, -2, -3, REMOVED):
            assert s.in_box(box, side) == [u for u in range(N) if side_of(u) == side and s.place[u] == box]


@rule("7.6.3")
def test_the_discards_are_shuffled_only_when_the_pile_is_empty() -> None:
    s = situation(moment="nothing")
    first, second = s.cards_in(DRAW, AXIS)[:2]
    for card in s.cards_in(DRAW, AXIS):
        s.card[card] = GONE
    s.card[first], s.card[second] = DRAW, DISCARDED
    cards.refill(s, AXIS)
    assert s.card[second] == DISCARDED and cards.can_draw(s, AXIS)
    s.card[first] = GONE
    assert cards.can_draw(s, AXIS)
    cards.refill(s, AXIS)
    assert s.card[second] == DRAW
    s.card[second] = GONE
    assert not cards.can_draw(s, AXIS)


# -- points ---------------------------------------------------------------------------------------------------------


@rule("7.3.1", "7.3.4", "18.1.1")
@pytest.mark.parametrize("points", [0, 1, 2])
@pytest.mark.parametrize("banked", [0, 1, 2])
@pytest.mark.parametrize("inside", [False, True])
def test_points_of_the_round_are_spent_first_and_only_in_their_zone(points: int, banked: int, inside: bool) -> None:
    s = situation(moment="nothing")
    at, other = bits(PLAYABLE)[:2]
    s.ops, s.banked, s.ops_zone = points, [banked, 5], 1 << (at if inside else other)
    usable = (points if inside else 0) + banked
    assert ops.available(s, at) == usable
    assert has(ops.payable(s), at) == (usable > 0)
    for cost in (1, 2):
        refusal = ops.why_not(s, at, cost)
        assert (refusal is None) == (usable >= cost)
        if refusal is not None:
            assert refusal.rule == ("7.5.1a" if points >= cost else "7.3.1")
        else:
            t = s.copy()
            ops.spend(t, at, cost)
            own = min(points, cost) if inside else 0
            assert (t.ops, t.banked) == (points - own, [banked - cost + own, 5])


# -- control --------------------------------------------------------------------------------------------------------


@rule("3.0.6", "5.1.1", "5.1.3.3", "10.3.2", "11.1.9.4", "16.2.2", "16.3.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_unit_that_enters_does_what_the_book_says_and_nothing_else(seed: int) -> None:
    s = scattered(seed, turn=3)
    units = [next(u for u in on_map(s, side) if s.supply[u] == wanted) for side in (0, 1) for wanted in (FULL, OUT)]
    bans = {"attack-leningrad", "attack-moscow-gorki", "attack-stalingrad-caucasus"}
    for at in bits(PLAYABLE):
        for unit, back in ((u, b) for u in units for b in (False, True)):
            side, t = side_of(unit), s.copy()
            control.enter(t, unit, at, retreating=back)
            taken = has(KEPT, at) and has(s.axis_held, at) != (side == AXIS)
            held = (s.axis_held | 1 << at if side == AXIS else s.axis_held & ~(1 << at)) if taken else s.axis_held
            assert t.axis_held == held
            assert t.vp - s.vp == (taken and has(VP_HEXES, at)) * (1 if side == AXIS else -1)
            fort = has(FORTRESSES[1 - side] | (s.built if side == AXIS else 0), at)
            assert t.razed == (s.razed | 1 << at if fort else s.razed)
            assert t.trenches[1 - side] == s.trenches[1 - side] & ~(1 << at) and t.trenches[side] == s.trenches[side]
            assert t.festungs == (s.festungs & ~(1 << at) if side == SOVIET else s.festungs)
            crosses = side == AXIS and s.supply[unit] == FULL and has(EAST, at) and not back
            assert bool(t.crossed_paulus) == crosses
            opened = {ban for ban in bans if effects.allowed(t, ban)}  # type: ignore[arg-type]
            assert opened == {ban for ban in bans if side == AXIS and barred_by(at) == ban}
            if t.axis_held != s.axis_held or t.razed != s.razed or t.festungs != s.festungs or t.crossed_paulus:
                assert has(control.matters(s, side), at)


def barred_by(at: int) -> str:
    for ban, hexes in combat.BANS.items():
        zone = ban == "attack-stalingrad-caucasus" and has(combat.CAUCASUS, at)
        if zone or at in [combat.HEX[h] for h in hexes]:
            return ban
    return ""


@rule("3.0.6")
def test_control_is_kept_of_towns_cities_ports_fortresses_oil_and_vp_hexes() -> None:
    assert TOWNS | CITIES | PORTS | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | OIL | VP_HEXES == KEPT


@rule("16.1.5", "16.1.5.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_only_supplied_soviet_units_take_partisans_off(seed: int) -> None:
    s = scattered(seed)
    for at in bits(s.lurking):
        for unit in (*on_map(s, AXIS), *on_map(s, SOVIET)):
            t = s.copy()
            control.stay(t, unit, at)
            gone = side_of(unit) == SOVIET and s.supply[unit] != OUT
            assert t.lurking == (s.lurking & ~(1 << at) if gone else s.lurking)


# -- what random play picks -----------------------------------------------------------------------------------------


class Script:
    """Random numbers that are given."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0) if len(self.numbers) > 1 else self.numbers[0]


def moving(seed: int) -> Position:
    s = scattered(seed, turn=9, units=30)
    s.ops, s.ops_zone = 3, UNLIMITED
    s.moved = s.strategic = s.digging = 0
    for unit in s.on_map(s.active):
        s.supply[unit] = FULL
    for what in ("trenches-axis", "trenches-soviet", "festungs", "partisans"):
        effects.allow(s, what)  # type: ignore[arg-type]
    s.push(ops_round.Movement)
    return fresh(s)


@rule("7.2.5")
@pytest.mark.parametrize("seed", range(4))
def test_random_play_may_pick_every_way_a_unit_can_go(seed: int) -> None:
    s = moving(seed)
    step = next(step for step in s._steps if isinstance(step, ops_round.Movement))
    for unit in s.on_map(s.active):
        alone = {*bits(movement.marches(s, unit))}
        rail, sea = (set(bits(ends)) for ends in strategic.journeys(s, unit))
        at = s.place[unit]
        ways = [Move(unit, at, to) for to in sorted(alone)]
        ways += [Entrain(unit, at, to) for to in sorted(rail)] + [Sail(unit, at, to) for to in sorted(sea)]
        # Not with its stack (0.5 is more than 0.2), not on foot alone (0.9 is more than 0.8): any of all ways.
        stacked = [0.5] if has(s.stacked[s.active], at) else []
        for number, way in enumerate(ways):
            rng = Script(*stacked, 0.9, (number + 0.5) / len(ways))
            assert step._going(s, unit, rng) == way  # type: ignore[arg-type]
        if not ways:
            assert step._going(s, unit, Script(*stacked, 0.9, 0.5)) is None  # type: ignore[arg-type]
        for number, to in enumerate(sorted(alone)):
            rng = Script(*stacked, 0.1, (number + 0.5) / len(alone))
            assert step._going(s, unit, rng) == Move(unit, at, to)  # type: ignore[arg-type]
        together = bits(step.stacks.ends(s, at)) if stacked else ()
        for number, to in enumerate(together):
            rng = Script(0.1, (number + 0.5) / len(together))
            assert step._going(s, unit, rng) == MoveStack(at, to)  # type: ignore[arg-type]


@rule("7.2.5", "10.3.1", "16.1.2", "16.3.2")
@pytest.mark.parametrize("seed", range(4))
def test_random_play_may_build_in_every_hex_or_end_its_movement(seed: int) -> None:
    s = moving(seed)
    step = next(step for step in s._steps if isinstance(step, ops_round.Movement))
    sites = step._sites(s)
    works = {action for choice in step.works for at in bits(PLAYABLE) for action in choice.of(s, ("place", at))}
    ranks = sum(len(bits(hexes)) for hexes in sites)
    found = {step._building(s, sites[:], rank, Script(part)) for rank in range(ranks) for part in (0.0, 0.99)}  # type: ignore[arg-type]
    assert works and works == found - {None}
    assert isinstance(step._building(s, sites[:], ranks, Script(0.5)), EndMovement)  # type: ignore[arg-type]
    struck = sites[:]
    step._building(s, struck, 0, Script(0.5))  # type: ignore[arg-type]
    assert sum(len(bits(hexes)) for hexes in struck) == ranks - 1
    s.ops, s.banked = 0, [0, 0]
    assert step._sites(s) == []


@rule("10.2.2", "10.2.5")
@pytest.mark.parametrize("seed", range(4))
def test_only_units_on_rails_or_in_ports_are_offered_for_strategic_movement(seed: int) -> None:
    s = moving(seed)
    own = s.on_map(s.active)
    assert strategic.ByRail().handles(s) == [("piece", u) for u in own if has(RAILS, s.place[u])]
    assert strategic.BySea().handles(s) == [("piece", u) for u in own if has(PORTS, s.place[u])]
