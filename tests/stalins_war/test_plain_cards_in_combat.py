"""[7.5.5, 11.3.5, 11.4] What cards add to a combat, over random positions and in plain steps: steps lost and given
back, the length of a retreat, No Retreat."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.combat import attacks, card_losses, eligibility, losses, procedure, retreats
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER
from rasputitsa.titles.stalins_war.effect_kinds import (
    Loss,
    NoRetreat,
    PairedAttack,
    RemoveTrench,
    Retreat,
    ReturnUnit,
    SecondAttack,
)
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, HEX, PLAYABLE
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, FULL, NOBODY, SOVIET, Position

from . import book_of_combat as book
from .by_the_book import at_hex, has, is_, large, on_map, side_of
from .combat import event
from .scattered import fresh
from .situation import situation
from .test_plain_combat import battles, fighting
from .test_plain_events import belongs, effects_of

SEEDS = range(5)
SIDES = ("axis", "soviet")


def fed(seed: int) -> list[Position]:
    """Combats in which everybody is in supply: all cards act."""
    found = battles(seed, turn=9)
    for s in found:
        for unit in bits(s.attackers | s.defenders):
            s.supply[unit] = FULL
    return found


def in_force(s: Position, card: int, number: int, *chosen: int) -> Position:
    t = s.copy()
    effects.begin(t, card, number, "round", *chosen)
    return t


# -- steps lost -----------------------------------------------------------------------------------------------------


def dues_of(s: Position, effect: Loss) -> list[tuple[int, int, int, int, bool]]:
    """Whose steps an effect costs, how many, by whose choice, among whom, and whether the card names them."""
    sides = [(SOVIET, effect.group), (AXIS, effect.enemy_group)]
    if effect.side != "both":
        sides = [(SIDES.index(effect.side), effect.group)]
    found = []
    for side, group in sides:
        chooser = side if effect.chooser == "owner" else SIDES.index(effect.chooser)
        among = -1 if group is None else mask_of(u for u in range(N) if belongs(s, u, group))
        found.append((side, effect.delta, chooser, among, group is not None))
    return found


@rule("11.3.5", "11.2.1.8", "C.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_cost_steps_when_and_where_they_say(seed: int) -> None:
    for s in fed(seed)[:4]:
        for card, number in effects_of(Loss):
            effect = CARDS[card].effects[number]
            assert isinstance(effect, Loss)
            for chosen in ((), (s.target,), (s.target + 1,)):
                t = in_force(s, card, number, *chosen)
                acts = chosen != (s.target + 1,)
                early = acts and effect.when == "before-columns"
                assert card_losses.before_columns(t) == (dues_of(t, effect) if early else [])
                for victor in (AXIS, SOVIET, NOBODY):
                    t.victor = victor
                    moments = ["winner-known", "attack-won" if victor == t.active else "attack-not-won"]
                    late = acts and effect.when in moments and effect.delta > 0
                    assert card_losses.after_winner(t) == (dues_of(t, effect) if late else [])
                for side in (AXIS, SOVIET):
                    saved = -effect.delta if acts and effect.delta < 0 and effect.side == SIDES[side] else 0
                    assert card_losses.saved(t, side) == saved


@rule("C.2", "11.3.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_two_hexes_that_attack_together_lose_a_step_more(seed: int) -> None:
    card, number = effects_of(PairedAttack)[0]
    for s in fed(seed)[:4]:
        s.victor = s.active
        assert card_losses.after_winner(s) == []
        t = in_force(s, card, number)
        assert card_losses.after_winner(t) == []
        t.paired = 3
        assert card_losses.after_winner(t) == [(t.active, 1, SOVIET, -1, False)]


# -- steps given back -----------------------------------------------------------------------------------------------


@rule("11.3.5", "C.8")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_that_is_given_back_leaves_everything_as_before(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed)[:6]:
        units = bits(s.attackers | s.defenders)
        hurt = rng.sample(units, min(len(units), 4))
        t = s.copy()
        for unit in hurt:
            losses.lose(t, unit)
        for number, unit in enumerate(hurt):
            for side in (AXIS, SOVIET):
                left = {u for u in hurt[number:] if side_of(u) == side}
                assert set(bits(card_losses.savable(t, side))) == left
            dead = [u for u in hurt[number:] if s.lost[u] + 1 == len(book.UNITS[u].steps)]
            assert sorted(record[0] for record in t.fallen) == sorted(dead)
            lost = t.steps_lost[side_of(unit)]
            card_losses.take_back(t, unit)
            assert (t.place[unit], t.lost[unit], t.supply[unit]) == (s.place[unit], s.lost[unit], s.supply[unit])
            assert t.steps_lost[side_of(unit)] == lost - 1 and not has(t.hit, unit) and not t.due[unit]
        assert (t.attackers, t.defenders, t.fallen, t.place) == (s.attackers, s.defenders, [], s.place)


@rule("C.8")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_corps_comes_back_only_if_the_last_one_of_the_hex_was_lost(seed: int) -> None:
    card, number = effects_of(ReturnUnit)[0]
    for s in fed(seed):
        if s.active == AXIS:
            continue
        t = in_force(s, card, number)
        assert card_losses.returning(t) == 0
        small = [u for u in bits(t.defenders) if not large(u)]
        for rank, unit in enumerate(small):
            t.lost[unit] = len(book.UNITS[unit].steps) - 1
            losses.lose(t, unit)
            gone = {u for u in small[: rank + 1] if belongs(t, u, "german-scu")}
            last = rank == len(small) - 1
            assert set(bits(card_losses.returning(t))) == (gone if last else set())
            assert card_losses.returning(s) == 0


# -- retreats -------------------------------------------------------------------------------------------------------


@rule("11.4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_retreat_is_as_long_as_losses_and_cards_say(seed: int) -> None:
    for s in fed(seed)[:3]:
        for mine in range(4):
            for theirs in range(mine + 1):
                s.loss = [mine, theirs] if s.active == AXIS else [theirs, mine]
                plain = 2 if mine - theirs >= 2 else 1
                assert retreats.length(s) == plain
                for card, number in effects_of(Retreat):
                    effect = CARDS[card].effects[number]
                    assert isinstance(effect, Retreat)
                    hexes = plain
                    if effect.side == SIDES[1 - s.active]:
                        hexes = effect.exactly or min(plain, effect.at_most or plain)
                    assert retreats.length(in_force(s, card, number)) == hexes


@rule("11.4.3", "11.4.3.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_open_and_close_no_retreat_for_the_stacks_they_name(seed: int) -> None:
    for s in fed(seed):
        for card, number in effects_of(NoRetreat):
            effect = CARDS[card].effects[number]
            assert isinstance(effect, NoRetreat)
            for bunker in (False, True):
                t = in_force(s, card, number)
                if bunker and t.active == SOVIET:
                    t.put(NUMBER["ge-bunker"], t.target)
                    t.defenders |= 1 << NUMBER["ge-bunker"]
                force = bits(t.defenders)
                may = book.stiff(t, t.target)
                if effect.side == SIDES[1 - t.active]:
                    may = effect.allow and (may or opened(t, effect, card))
                assert retreats.may_stand(t) == (may and sum(t.steps_left(u) for u in force) > 1)


def opened(s: Position, effect: NoRetreat, card: int) -> bool:
    if effect.group is not None:
        return any(belongs(s, u, effect.group) for u in bits(s.defenders))
    here = effect.hex is None or HEX[effect.hex] == s.target
    return here and all(s.place[NUMBER[name]] == s.target for name in CARDS[card].units)


@rule("11.4.3", "16.4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_retreat_costs_one_step_of_the_unit_that_is_named(seed: int) -> None:
    for s in fed(seed):
        able = [u for u in bits(s.defenders) if not is_(u, "stalin") and not is_(u, "bunker")]
        for unit in able:
            t = s.copy()
            t.push(retreats.Standing)
            t.retreat = 2
            retreats.Stand().do(t, retreats.StandFast(unit))
            gone = s.lost[unit] + 1 == len(book.UNITS[unit].steps)
            assert t.retreat == 0 and t.hit == s.hit | 1 << unit and not t.stack
            assert (unit in at_hex(t, t.target, 1 - t.active)) == (not gone)
            assert gone or t.lost[unit] == s.lost[unit] + 1


@rule("7.5.5a")
def test_a_card_takes_the_trench_off_the_attacked_hex_alone() -> None:
    card, number = effects_of(RemoveTrench)[0]
    effect = CARDS[card].effects[number]
    assert isinstance(effect, RemoveTrench)
    side = SIDES.index(effect.side)
    s = fed(0)[0]
    other = bits(PLAYABLE)[0]
    s.trenches = [1 << s.target | 1 << other, 1 << s.target | 1 << other]
    for acts in (False, True):
        t = in_force(s, card, number) if acts else s.copy()
        t.trenches = s.trenches[:]
        t.push(procedure.Procedure, 0)
        procedure.finish(t)
        wanted = s.trenches[:]
        wanted[side] = 1 << other if acts else wanted[side]
        assert t.trenches == wanted


# -- attacks --------------------------------------------------------------------------------------------------------


@rule("C.12", "7.3.5")
@pytest.mark.parametrize("seed", range(8))
def test_an_attack_is_owed_as_long_as_it_can_be_made(seed: int) -> None:
    rng = random.Random(seed)
    s = fighting(seed, turn=8)
    s.active, s.fought, s.arrived, s.strategic, s.attacked = AXIS, 0, 0, 0, 0
    for ban in book.BANS:
        effects.allow(s, ban)  # type: ignore[arg-type]
    event(s, "axis-33")
    enemies = on_map(s, SOVIET)
    for _ in range(12):
        s.combat = mask_of(at for at in bits(s.occupied[AXIS]) if rng.random() < 0.3)
        s.advanced_before = mask_of(rng.sample(enemies, min(len(enemies), rng.randrange(3))))
        s.answered = int(rng.random() < 0.2)
        s.ops, s.banked = rng.randrange(2), [rng.randrange(2), 0]
        s.ops_zone = mask_of(rng.sample(bits(s.occupied[AXIS]), 3))
        fresh(s)
        owed = set() if s.answered else {s.place[u] for u in bits(s.advanced_before)}
        able = [u for u in on_map(s, AXIS) if book.attack_strength(s, u)]
        near = [u for u in able if any(not book.why_not_reach(s, u, at) for at in owed)]
        marked = any(has(s.combat, s.place[u]) for u in near)
        payable = any(s.banked[AXIS] or (s.ops and has(s.ops_zone, s.place[u])) for u in near)
        assert (attacks.EndOfMarking().why_not(s, attacks.EndMarking()) is None) == (marked or not payable)
        assert (attacks.EndOfAttacks().why_not(s, attacks.EndAttacks()) is None) == (not marked)


@rule("11.1.4", "11.1.6", "C.12")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_attack_that_is_launched_counts_for_hex_and_units(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed)[:6]:
        s.attacked, s.attacked_twice = rng.choice((0, 1 << s.target)), 0
        s.advanced_before = mask_of(rng.sample(bits(s.present[1 - s.active]), 2))
        s.answered, fought, before = 0, s.fought, s.attacked
        attacks.launch(s)
        bit = 1 << s.target
        assert (s.attacked, s.attacked_twice) == (before | bit, before & bit)
        assert s.fought == fought | s.attackers and s.paired == 0
        assert s.answered == int(any(has(s.advanced_before, u) for u in at_hex(s, s.target, 1 - s.active)))
        assert tuple(s.frame[1:]) == (0,)


@rule("11.1.4")
@pytest.mark.parametrize("seed", range(3))
def test_hexes_of_germany_are_attacked_twice_if_the_card_says_so(seed: int) -> None:
    rng = random.Random(seed)
    s = situation(moment="nothing", turn=16, side="soviet")
    hexes = rng.sample(bits(PLAYABLE), 60) + rng.sample(bits(COUNTRY["germany"]), 10)
    corps = [u for u in range(N) if side_of(u) == AXIS and not large(u)]
    for at, unit in zip(hexes, corps, strict=False):
        s.put(unit, at)
    held = bits(s.occupied[AXIS])
    s.attacked = mask_of(rng.sample(held, len(held) * 2 // 3))
    s.attacked_twice = mask_of(at for at in bits(s.attacked) if rng.random() < 0.4)
    for second in (False, True):
        if second:
            effects.begin(s, *effects_of(SecondAttack)[0], "round")
        again = {at for at in bits(s.attacked & COUNTRY["germany"]) if second and not has(s.attacked_twice, at)}
        wanted = {at for at in held if not has(s.attacked, at)} | again
        assert set(bits(eligibility.open_targets(fresh(s)))) == wanted
