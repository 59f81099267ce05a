"""[11.0, 12.0] Who attacks, loses, retreats, advances and exploits, over random positions and by the plain rules."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.combat import (
    advance,
    attacks,
    blitz,
    eligibility,
    exploitation,
    fire,
    forces,
    ground,
    losses,
    retreats,
)
from rasputitsa.titles.stalins_war.mapboard import NEXT, PLAYABLE
from rasputitsa.titles.stalins_war.roster import SCU, N
from rasputitsa.titles.stalins_war.state import AXIS, NOBODY, OPS, SOVIET, ZERO, Position

from . import book_of_combat as book
from .by_the_book import at_hex, has
from .scattered import scattered

SEEDS = range(10)


def fighting(seed: int, turn: int = 0) -> Position:
    """A round of combat: markers in most hexes, some units and hexes have fought."""
    s = scattered(seed, turn=turn or (1, 2, 3, 4, 7, 2, 12, 16)[seed % 8], units=64, distance=2)
    rng = random.Random(seed)
    s.combat = mask_of(at for at in bits(s.occupied[s.active]) if rng.random() < 0.8)
    own = bits(s.present[s.active])
    s.fought, s.arrived = mask_of(rng.sample(own, 1)), mask_of(rng.sample(own, 1))
    s.attacked = mask_of(rng.sample(bits(s.occupied[1 - s.active]), 1))
    s.ops_zone = -1
    s.memo.clear()
    return s


def battles(seed: int, turn: int = 0) -> list[Position]:
    """Attacks on every hex that can be attacked, with all that join."""
    s = fighting(seed, turn)
    found = []
    for at in bits(eligibility.possible_targets(s)):
        t = s.copy()
        forces.oppose(t, at, eligibility.all_that_join(t, 0, at))
        forces.engage(t)
        found.append(t)
    return found


@rule("11.1.1", "11.1.3", "11.1.4", "11.1.6", "11.1.9", "11.1.10", "4.4.4", "4.4.7")
@pytest.mark.parametrize("seed", SEEDS)
def test_hexes_are_attacked_only_by_those_who_may(seed: int) -> None:
    s = fighting(seed)
    able = [u for u in range(N) if not book.why_no_attack(s, u)]
    assert list(bits(eligibility.attackers(s))) == able
    for at in bits(PLAYABLE):
        near = [u for u in able if at in book.neighbours(s.place[u])]
        barred = book.why_no_target(s, at)
        reasons = [book.why_not_reach(s, u, at) for u in near]
        why = barred or ("11.1.1" if not near else "" if "" in reasons else reasons[-1])
        refusal = eligibility.why_not_target(s, at)
        assert (refusal.rule if refusal else "") == why
        for unit in near:
            can = not barred and not book.why_not_reach(s, unit, at)
            assert bool(eligibility.targets_of(s, unit) >> at & 1) == can


@rule("11.1.9", "11.1.9.1", "11.1.9.2", "11.1.9.3")
@pytest.mark.parametrize("ban", [*book.BANS])
def test_each_event_opens_its_hexes_alone(ban: str) -> None:
    for seed in SEEDS:
        s = scattered(seed, side="axis", units=60)
        effects.allow(s, ban)
        shut = {at for at in bits(s.occupied[SOVIET]) if book.why_no_target(s, at, [ban])}
        assert set(bits(eligibility.barred(s) & s.occupied[SOVIET])) == shut


@rule("11.1.3", "11.1.3.1", "11.1.7", "19.1.1.1", "4.4.8", "11.1.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_join_an_attack_only_together_with_those_they_may(seed: int) -> None:
    s, rng = fighting(seed), random.Random(seed)
    for at in bits(eligibility.possible_targets(s)):
        near = [u for u in bits(eligibility.attackers(s)) if at in book.neighbours(s.place[u])]
        for _ in range(6):
            units: list[int] = []
            for unit in rng.sample(near, len(near)):
                refusal = eligibility.why_not_join(s, unit, mask_of(units), at)
                assert (refusal.rule if refusal else "") == book.why_not_join(s, unit, units, at)
                units += [] if refusal or rng.random() < 0.3 else [unit]
        for unit in rng.sample(range(N), 20):
            refusal = eligibility.why_not_join(s, unit, mask_of(near[:1]), at)
            assert (refusal.rule if refusal else "") == book.why_not_join(s, unit, near[:1], at)


@rule("11.1.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_stack_joins_with_all_that_can(seed: int) -> None:
    """Mechanized units first, then the LCU, then others."""
    s = fighting(seed)
    for at in bits(eligibility.possible_targets(s)):
        for place in bits(s.combat & NEXT[at]):
            stack = at_hex(s, place, s.active)
            order = sorted(stack, key=lambda u: (not book.mechanized(u), not book.large(u), u))
            joined: list[int] = []
            for unit in order:
                joined += [] if book.why_not_join(s, unit, joined, at) else [unit]
            assert set(bits(eligibility.stack_that_joins(s, place, 0, at))) == set(joined)


@rule("7.3.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_markers_go_where_somebody_could_attack(seed: int) -> None:
    s = fighting(seed)
    s.combat &= s.combat - 1
    s.memo.clear()
    free = [u for u in s.on_map(s.active) if not has(s.fought | s.strategic | s.arrived, u)]
    hexes = {s.place[u] for u in free if book.attack_strength(s, u)} - set(bits(s.combat))
    for at in bits(PLAYABLE):
        refusal = attacks.Mark().why_not(s, attacks.MarkCombat(at))
        paid = s.ops + s.banked[s.active] > 0
        assert (refusal.rule if refusal else "") == ("7.3.5" if at not in hexes else "" if paid else "7.3.1")


@rule("11.2.1.5", "15.1.2", "11.4.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_attacked_hex_does_what_the_chart_says(seed: int) -> None:
    for s in battles(seed):
        river = ground.river_shift(s)
        assert sum(shift.columns for shift in ground.hex_shifts(s)) == book.columns_of_the_hex(s, s.target)
        assert (river.columns if river else 0) == book.columns_of_the_river(s, bits(s.attackers), s.target)
        assert ground.shelters(s) == book.stiff(s, s.target)


@rule("11.3.2", "11.3.3", "11.3.4", "16.4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_steps_are_lost_by_those_the_book_names(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = bits(forces.force(s, side))
            for star in (0, 1):
                s.hit = mask_of(u for u in force if rng.random() < 0.4)
                s.steps_lost[side], s.asterisk[1 - side] = int(bool(s.hit) and rng.random() < 0.9), star
                among = [u for u in force if not star or SCU >> u & 1]
                found = losses.candidates(s, side, losses.eligible(s, side), False)
                assert set(bits(found)) == book.may_lose(s, side, list(force), among)


@rule("11.2.1.7", "11.2.1.9")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_winner_is_who_the_book_says(seed: int) -> None:
    def decides(s: Position, units: int) -> bool:
        kinds = ("panzer", "tank", "guard-tank", "mech", "guard")
        return any(
            s.supply[u] == 0 and not book.large(u) and any(book.is_(u, kind) for kind in kinds) for u in bits(units)
        )

    for s in battles(seed):
        for mine, theirs in ((2, 1), (1, 1), (0, 0), (0, 1)):
            s.loss[s.active], s.loss[1 - s.active] = mine, theirs
            fire.find_winner(s)
            hard = has(s.trenches[1 - s.active], s.target) or (
                not (s.active == SOVIET and s.turn == 4)
                and (
                    book.TERRAIN_AT[s.target].name == "swamp"
                    or (s.active == SOVIET and has(s.festungs, s.target))
                    or book.fortified(s, s.target)
                )
            )
            tie = s.active if decides(s, s.attackers) and not decides(s, s.defenders) and not hard else NOBODY
            assert s.victor == (s.active if mine > theirs else 1 - s.active if mine < theirs else tie)


@rule("11.4.4", "11.4.4.1", "11.4.4.2", "11.4.4.3", "11.4.4.4", "11.4.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_defenders_retreat_where_they_may(seed: int) -> None:
    for s in battles(seed):
        for unit in bits(s.defenders):
            for hexes in (1, 2):
                assert set(bits(retreats.ends(s, unit, hexes))) == book.retreat_ends(s, unit, hexes)


@rule("11.1.8", "11.5.1", "11.5.1.1", "16.3.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_attackers_advance_where_they_may(seed: int) -> None:
    for s in battles(seed)[:3]:
        for unit in bits(s.defenders):
            s.put(unit, book.POOL)
        for unit in (*bits(s.attackers), *s.on_map(s.active)[:3], *s.on_map(1 - s.active)[:3]):
            refusal = advance.why_not_advance(s, unit)
            assert (refusal.rule if refusal else "") == book.why_no_advance(s, unit)


@rule("11.2.1.10", "11.2.1.11", "11.2.1.12", "11.2.1.13", "11.5.2.2", "15.1.2.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_blitz_markers_are_placed_where_they_may(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed):
        s.spearhead, s.kind, s.lend_lease = rng.random() < 0.9, rng.choice((OPS, OPS, ZERO)), rng.randrange(2)
        s.blitz = mask_of(rng.sample(bits(PLAYABLE), rng.choice((0, 0, 1, 3, 4))))
        s.blitz |= 1 << s.target if rng.random() < 0.2 else 0
        refusal = blitz.why_no_marker(s)
        assert (refusal.rule if refusal else "") == book.why_no_blitz(s)


@rule("12.1.1", "12.1.2", "12.1.3", "12.1.4", "12.2.2", "12.2.3", "12.2.4", "12.2.5", "4.4.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_exploit_as_far_as_the_book_says(seed: int) -> None:
    s, rng = fighting(seed), random.Random(seed)
    s.blitz = mask_of(rng.sample(bits(s.occupied[s.active]), 3))
    s.exploited = mask_of(rng.sample(bits(s.present[s.active]), 2))
    s.memo.clear()
    choice = exploitation.Dash()
    for unit in (*s.on_map(AXIS), *s.on_map(SOVIET)):
        why, ends = book.why_no_exploitation(s, unit), book.exploitation(s, unit)
        for to in (*ends, *book.neighbours(s.place[unit])):
            refusal = choice.why_not(s, exploitation.Exploit(unit, to))
            far = "12.1.3" if s.active == AXIS and has(book.CAUCASUS, to) else "12.2.2"
            assert (refusal.rule if refusal else "") == (why or ("" if to in ends else far))
        assert set(exploitation.ways(s, unit)) == ends
        assert {a.to for a in choice.of(s, ("piece", unit))} == (set() if why else ends)
    assert set(bits(exploitation.crowds(s))) == book.overfull(s)
