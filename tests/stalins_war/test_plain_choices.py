"""[3.0, 11.1.3, 11.3, C.2] Ways, pairs of hexes and the questions of a combat over random positions, by plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import control, movement
from rasputitsa.titles.stalins_war.actions.combat import LoseStep, MarkPair, StandFast
from rasputitsa.titles.stalins_war.combat import (
    attacks,
    card_losses,
    eligibility,
    exploitation,
    forces,
    losses,
    retreats,
)
from rasputitsa.titles.stalins_war.mapboard import KEPT, NEXT, PLAYABLE
from rasputitsa.titles.stalins_war.roster import SCU, N
from rasputitsa.titles.stalins_war.state import AXIS, SOVIET, Position

from . import book_of_combat as book
from .by_the_book import at_hex, has, is_, may_step, side_of, step_cost, zoc
from .combat import event
from .scattered import fresh, scattered
from .test_plain_combat import battles, fighting

SEEDS = range(6)


def refused(refusal: object) -> str:
    return str(getattr(refusal, "rule", ""))


# -- ways -----------------------------------------------------------------------------------------------------------


def prizes_on_cheapest_ways(s: Position, unit: int, wanted: int) -> dict[int, int]:
    """By hex: how many hexes where something happens lie on the best of the cheapest ways there."""
    costs, start, zone = movement.reach_of(s, unit).costs(), s.place[unit], zoc(s, 1 - side_of(unit))
    best = {start: 0}

    def leads(frm: int, to: int) -> bool:
        stops = frm in zone or (side_of(unit) == AXIS and has(s.festungs, frm))
        if frm not in best or not may_step(s, unit, frm, to, zone) or (frm != start and stops):
            return False
        points = step_cost(unit, frm, to)
        return points >= costs[to] if frm == start else costs[frm] + points == costs[to]

    for to in sorted(costs, key=lambda at: costs[at]):
        best[to] = max(best[frm] for frm in book.neighbours(to) if leads(frm, to)) + has(wanted, to)
    return best


@rule("3.0.6", "10.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_march_takes_the_cheapest_way_over_most_that_the_enemy_holds(seed: int) -> None:
    s = scattered(seed, turn=7)
    s.axis_held = KEPT & ~s.occupied[SOVIET] if s.active == SOVIET else s.occupied[AXIS] & KEPT
    fresh(s)
    wanted = control.matters(s, s.active)
    for unit in s.on_map(s.active):
        best = prizes_on_cheapest_ways(s, unit, wanted)
        for to in movement.reach_of(s, unit).costs():
            path = movement.path_to(s, unit, to)
            assert path[-1] == to and sum(has(wanted, at) for at in path) == best[to]


def all_ways(s: Position, unit: int, path: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
    """Every exploitation, there and back again too."""
    frm = path[-1]
    for to in book.neighbours(frm) if left else ():
        axis = side_of(unit) == AXIS
        if not at_hex(s, to, 1 - side_of(unit)) and not (axis and has(book.CAUCASUS, to)):
            yield (*path, to)
            if not book._halts(s, unit, frm, to):
                yield from all_ways(s, unit, (*path, to), left - 1)


@rule("12.2", "3.0.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_exploitation_takes_all_that_it_can_on_the_shortest_way(seed: int) -> None:
    s = scattered(seed, turn=7)
    s.axis_held = KEPT & ~s.occupied[SOVIET] if s.active == SOVIET else s.occupied[AXIS] & KEPT
    fresh(s)
    prizes = KEPT & (s.axis_held if s.active == SOVIET else ~s.axis_held)
    for unit in [u for u in s.on_map(s.active) if book.exploits(s, u)][:4]:
        best: dict[int, int] = {}
        shortest: dict[int, int] = {}
        for path in sorted(all_ways(s, unit, (s.place[unit],), exploitation.hexes(s, unit)), key=len):
            taken = sum(has(prizes, at) for at in {*path[1:]})
            if taken > best.get(path[-1], -1):
                best[path[-1]], shortest[path[-1]] = taken, len(path) - 1
        for to, path in exploitation.ways(s, unit).items():
            steps = zip((s.place[unit], *path), path, strict=False)
            assert path[-1] == to and all(has(NEXT[a], b) for a, b in steps)
            assert sum(has(prizes, at) for at in {*path}) == best[to] and len(path) == shortest[to]


# -- pairs of hexes -------------------------------------------------------------------------------------------------


def zhukov(seed: int) -> Position:
    """A Soviet round with the event, some hexes marked alone and some in pairs."""
    s = fighting(seed, turn=6)
    rng = random.Random(seed)
    s.active, s.fought, s.arrived, s.strategic, s.attacked = SOVIET, 0, 0, 0, 0
    held = bits(s.occupied[SOVIET])
    s.combat = mask_of(at for at in held if rng.random() < 0.3)
    pairs = [1 << a | 1 << b for a in held for b in held if a < b and has(NEXT[a], b)]
    s.pairs = rng.sample(pairs, min(len(pairs), 3))
    event(s, "soviet-09")
    return fresh(s)


def pair_of(s: Position, units: list[int], at: int) -> int | None:
    """11.1.3, C.2 The pair that an attack needs, 0 if none, None if it may not be: every hex but one is led by a
    mechanized unit, where the two hexes of a pair next to the target count as one."""
    for pair in (0, *s.pairs):
        two = bits(pair)
        if any(not has(NEXT[hex_], at) for hex_ in two):
            continue
        places = {s.place[unit] for unit in units}
        if all(has(s.combat | pair, place) for place in places):
            led = {s.place[unit] for unit in units if book.mechanized(unit)}
            alone = {-1 if place in two else place for place in places - led}
            if len(alone) <= 1:
                return pair
    return None


@rule("11.1.3", "11.1.3.2", "C.2")
@pytest.mark.parametrize("seed", range(8))
def test_two_hexes_marked_together_attack_what_lies_next_to_both(seed: int) -> None:
    s, rng = zhukov(seed), random.Random(seed)
    marked = [u for u in s.on_map(SOVIET) if book.attack_strength(s, u)]
    marked = [u for u in marked if has(s.combat | mask_of(bits(sum_of(s.pairs))), s.place[u])]
    assert list(bits(eligibility.attackers(s))) == marked
    possible = set()
    for at in bits(s.occupied[AXIS]):
        near = [u for u in marked if has(NEXT[s.place[u]], at)]
        possible |= {at} if any(pair_of(s, [u], at) is not None for u in near) else set()
        for _ in range(12):
            units = rng.sample(near, min(len(near), rng.randint(1, 4)))
            assert eligibility.pair_used(s, mask_of(units), at) == pair_of(s, units, at)
    assert set(bits(eligibility.possible_targets(s))) == possible


def sum_of(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@rule("C.2", "7.3.5")
@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_marked_where_both_hexes_can_attack(seed: int) -> None:
    s = zhukov(seed)
    s.ops, s.banked = seed % 2, [0, seed // 2 % 2]
    able = {s.place[u] for u in s.on_map(SOVIET) if book.attack_strength(s, u)} - set(bits(s.combat))
    offered = {action for at in bits(PLAYABLE) for action in attacks.Pair().of(s, ("place", at))}
    wanted = set()
    for first in bits(PLAYABLE):
        for second in (*book.neighbours(first), first, bits(PLAYABLE)[3]):
            if first >= second or not has(NEXT[first], second):
                why = "11.1.3"
            elif first not in able or second not in able or 1 << first | 1 << second in s.pairs:
                why = "7.3.5"
            else:
                why = "" if s.ops + s.banked[SOVIET] else "7.3.1"
            assert refused(attacks.Pair().why_not(s, MarkPair(first, second))) == why
            wanted |= set() if why else {MarkPair(first, second)}
    assert offered == wanted
    hexes = [("place", at) for at in sorted(able)] if s.ops + s.banked[SOVIET] else []
    assert list(attacks.Pair().handles(s)) == hexes
    assert list(attacks.Mark().handles(s)) == hexes
    assert not any(attacks.Pair().of(s, ("piece", at)) or attacks.Mark().of(s, ("piece", at)) for at in able)
    t = scattered(seed, turn=6, side="soviet")
    assert not attacks.Pair().handles(t) and not attacks.Pair().of(t, ("place", bits(PLAYABLE)[0]))


# -- losses ---------------------------------------------------------------------------------------------------------


@rule("11.1.8", "11.3.2", "11.3.3", "11.3.4", "16.4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_loss_is_refused_by_the_rule_that_forbids_it(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = list(bits(forces.force(s, side)))
            s.hit = mask_of(u for u in force if rng.random() < 0.3)
            s.steps_lost = [len(bits(s.hit))] * 2
            star = rng.randrange(2)
            among = [u for u in force if not star or SCU >> u & 1]
            s.push(losses.Losses, side, 1, side, SCU if star else losses.ANYBODY, 0)
            able = book.may_lose(s, side, force, among)
            last = [u for u in force if is_(u, "stalin") or is_(u, "bunker")]
            for unit in range(N):
                why = ""
                if unit not in able:
                    why = "11.3.3"
                    why = "11.3.4" if unit not in among else why
                    why = "11.3.2" if has(s.hit, unit) else why
                    why = "16.4.2" if unit in last and len(last) < len(force) else why
                    why = "11.1.8" if unit not in force else why
                assert refused(losses.Lose().why_not(s, LoseStep(unit))) == why
                assert list(losses.Lose().of(s, ("piece", unit))) == ([] if why else [LoseStep(unit)])
            assert losses.Lose().handles(s) == [("piece", unit) for unit in sorted(able)]
            s.pop()


@rule("11.3.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_asked_about_losses_that_leave_no_choice(seed: int) -> None:
    """One unit, or all that are unhurt, or all there are."""
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = [u for u in bits(forces.force(s, side)) if not is_(u, "stalin") and not is_(u, "bunker")]
            force = force or list(bits(forces.force(s, side)))
            steps = sum(s.steps_left(u) for u in bits(forces.force(s, side)))
            for hurt in range(len(force) + 1):
                s.hit, s.steps_lost = mask_of(force[:hurt]), [hurt, hurt]
                unhurt = len(force) - hurt
                for number in range(1, steps + 2):
                    s.push(losses.Losses, side, number, 1 - side, losses.ANYBODY, 0)
                    choice = len(book.may_lose(s, side, force, force)) > 1 and not 0 < unhurt <= number < steps
                    choice = choice and number < steps
                    assert losses.Losses().side(s) == (("axis", "soviet")[1 - side] if choice else None)
                    s.pop()


@rule("11.4.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_any_defender_may_pay_for_no_retreat_but_the_last_ones(seed: int) -> None:
    for s in battles(seed):
        force = list(bits(s.defenders))
        last = [u for u in force if is_(u, "stalin") or is_(u, "bunker")]
        able = [u for u in force if u not in last] or force
        for unit in range(N):
            allowed = unit in able
            assert refused(retreats.Stand().why_not(s, StandFast(unit))) == ("" if allowed else "11.4.3")
            assert list(retreats.Stand().of(s, ("piece", unit))) == ([StandFast(unit)] if allowed else [])
        steps = sum(s.steps_left(u) for u in force)
        assert retreats.may_stand(s) == (steps > 1 and book.stiff(s, s.target))


@rule("11.3.5", "11.2.1.6")
@pytest.mark.parametrize("active", [AXIS, SOVIET])
def test_the_defender_loses_the_steps_of_cards_first(active: int) -> None:
    s = battles(0)[0]
    s.active = active
    axis, soviet = (AXIS, 1, AXIS, -1, False), (SOVIET, 2, SOVIET, -1, False)
    for dues in ([axis, soviet], [soviet, axis]):
        t = s.copy()
        card_losses.demand(t, dues)
        assert t.frame[1] == 1 - active
        t.pop()
        assert t.frame[1] == active


@rule("11.2.1.1", "11.4.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_that_retreated_into_the_hex_do_not_defend_it(seed: int) -> None:
    for s in battles(seed):
        stack = at_hex(s, s.target, 1 - s.active)
        s.retreated = 1 << stack[0]
        forces.oppose(s, s.target, s.attackers)
        assert (list(bits(s.bystanders)), list(bits(s.defenders))) == (stack[:1], stack[1:])
        assert list(bits(forces.holders(s))) == stack
