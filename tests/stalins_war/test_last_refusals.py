"""Which rule forbids it, where two would: losses, journeys, pairs of hexes; and what is drawn from an empty pile."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import cards, strategic
from rasputitsa.titles.stalins_war.actions.combat import LoseStep
from rasputitsa.titles.stalins_war.actions.movement import Entrain, Sail
from rasputitsa.titles.stalins_war.actions.rounds import Draw
from rasputitsa.titles.stalins_war.combat import blitz, eligibility, losses, reserves
from rasputitsa.titles.stalins_war.mapboard import CAUCASUS, HEX, IN_TERRAIN, NEXT, PLAYABLE, PORTS_OF, RAILS
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, DISCARDED, DRAW, FULL, GONE, HAND, OUT, SOVIET

from . import book_of_combat as book
from . import book_of_supply as lines
from .by_the_book import has, points_for
from .combat import change, clash, event
from .scattered import fresh, scattered
from .situation import situation, unit

SIDES = ("axis", "soviet")


def refused(refusal: object) -> str:
    return str(getattr(refusal, "rule", ""))


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("16.4.2", "11.3.2", "11.1.8")
@pytest.mark.parametrize(("last", "side", "turn"), [("Stalin", "axis", 8), ("Bunker", "soviet", 16)])
def test_stalin_and_the_bunker_lose_a_step_only_when_they_are_alone(last: str, side: str, turn: int) -> None:
    mate, enemy = ("West Front", "9th Army") if side == "axis" else ("9th Army", "West Front")
    for with_mate in (True, False):
        here = {last: "2722", **({mate: "2722"} if with_mate else {})}
        there = {enemy: "2622"}
        s = clash("2722", there if side == "axis" else here, here if side == "axis" else there, side=side, turn=turn)
        defender = 1 - s.active
        s.push(losses.Losses, defender, 1, defender, losses.ANYBODY, 0)
        why = refused(losses.Lose().why_not(s, LoseStep(unit(last))))
        assert why == ("16.4.2" if with_mate else "")
        assert refused(losses.Lose().why_not(s, LoseStep(unit(mate)))) == ("" if with_mate else "11.1.8")
        assert refused(losses.Lose().why_not(s, LoseStep(unit(enemy)))) == "11.1.8"
        offered = [who for _, who in losses.Lose().handles(s)]
        assert offered == [unit(mate if with_mate else last)]


@rule("12.1.3", "11.5.2")
@pytest.mark.parametrize("side", SIDES)
def test_only_axis_units_find_no_way_for_a_marker_in_the_caucasus(side: str) -> None:
    tried = set()
    for target in bits(PLAYABLE & IN_TERRAIN["clear"]):
        start = next(
            (p for p in bits(NEXT[target]) if book.TOPOLOGY.kind(p, target) == "" and not has(CAUCASUS, p)), None
        )
        if start is None:
            continue
        who, enemy = ("39 Pz Corps", "West Front") if side == "axis" else ("1T Army", "9th Army")
        s = situation(moment="nothing", turn=9, side=side)
        s.put(unit(who), start)
        s.put(unit(enemy), target)
        s.supply[unit(who)] = FULL
        change(s, target=target, lend_lease=1, spearhead=1)
        barred = side == "axis" and has(CAUCASUS, target)
        could = not barred and not book.why_no_blitz(s)
        assert blitz.may_follow(s, 1 << unit(who)) == could
        tried.add((has(CAUCASUS, target), could))
    assert (False, True) in tried and (True, side == "soviet") in tried


@rule("11.1.3", "11.1.3.2", "C.2")
def test_beside_a_pair_that_is_led_one_more_hex_may_attack_without_a_leader() -> None:
    """Zhukov: the pair counts as one hex, and only if somebody of it is not led."""
    target = HEX["2222"]
    first, second = next((a, b) for a in bits(NEXT[target]) for b in bits(NEXT[target]) if a < b and has(NEXT[a], b))
    third, fourth = [p for p in bits(NEXT[target]) if p not in (first, second)][:2]
    tanks, rifles = ("1T Army", "3T Army", "4T Army"), ("13R Army", "20R Army", "22R Army", "21R Army")
    for led in range(8):
        s = situation(moment="nothing", turn=9, side="soviet", axis={"9th Army": "2222"})
        s.combat, s.pairs = 1 << third | 1 << fourth, [1 << first | 1 << second]
        units = 0
        for number, hex_ in enumerate((first, second, third)):
            name = tanks[number] if led >> number & 1 else rifles[number]
            s.put(unit(name), hex_)
            units |= 1 << unit(name)
        pair_alone = not (led & 1 and led & 2)
        alone = int(pair_alone) + (not led & 4)
        wanted = s.pairs[0] if alone <= 1 else None
        assert eligibility.pair_used(fresh(s), units, target) == wanted, led
        refusal = eligibility.why_not_force(s, units, target)
        assert refused(refusal) == ("" if wanted else "11.1.3")


@rule("7.5.5b", "C.9")
def test_a_reserve_that_is_sent_stands_in_the_hex_and_defends_it_in_full_supply() -> None:
    s = clash("1821", {"9th Army": "1821", "39 Pz Corps": "1721"}, {"West Front": "1921"}, side="soviet", turn=9)
    event(s, "axis-40")
    before, who = s.defenders, unit("39 Pz Corps")
    s.supply[who] = OUT
    reserves.send(s, who)
    assert (s.place[who], s.supply[who], s.defenders) == (HEX["1821"], FULL, before | 1 << who)


# -- journeys -------------------------------------------------------------------------------------------------------


@rule("10.2.1", "10.2.2", "10.2.5", "13.3.2", "16.3.4")
@pytest.mark.parametrize("seed", range(4))
def test_a_journey_is_refused_by_what_keeps_the_unit_before_where_it_cannot_go(seed: int) -> None:
    s, rng = scattered(seed, turn=9), random.Random(seed)
    some = [*rng.sample(bits(RAILS), 12), *bits(PORTS_OF["baltic"] | PORTS_OF["black"])]
    for who in range(N):
        frm = s.place[who]
        kept = lines.why_no_journey(s, who)
        kept = kept or ("" if points_for(s, frm) else "7.3.1" if not s.ops else "7.5.1a")
        rail, sea = (lines.by_rail(s, who), lines.by_sea(s, who)) if not kept else (set(), set())
        for to in some:
            assert refused(strategic.ByRail().why_not(s, Entrain(who, frm, to))) == (
                kept or ("" if to in rail else "10.2.2")
            ), s.name(who)
            assert refused(strategic.BySea().why_not(s, Sail(who, frm, to))) == (
                kept or ("" if to in sea else "10.2.5")
            )
            assert refused(strategic.ByRail().why_not(s, Entrain(who, frm + 1, to))) == "10.2.2"
            assert refused(strategic.BySea().why_not(s, Sail(who, frm + 1, to))) == "10.2.5"


# -- piles ----------------------------------------------------------------------------------------------------------


@rule("7.1.3", "7.6.3")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_cards_are_drawn_from_the_pile_and_from_the_discards_only_when_it_is_empty(side: int) -> None:
    span = range(55) if side == AXIS else range(55, 110)
    pile, discards, held = span[3:6], span[10:14], span[20]
    for drawn, thrown in ((pile, discards), (pile, ()), ((), discards), ((), ())):
        s = situation(moment="nothing", turn=9)
        for number in range(110):
            s.card[number] = GONE
        for numbers, where in ((drawn, DRAW), (thrown, DISCARDED), ((held,), HAND)):
            for number in numbers:
                s.card[number] = where
        s.push(cards.Drawing, side, 1)
        step = cards.Drawing()
        possible = list(drawn) or list(thrown)
        assert step.side(s) == ("chance" if possible else None)
        assert [action.card for action, _ in step.outcomes(s)] == possible
        seen = {step.sample(s, random.Random(seed)).card for seed in range(60)} if possible else set()
        assert seen == set(possible)
        for number in possible:
            t = s.copy()
            step.apply(t, Draw(number))
            rest = [n for n in possible if n != number]
            assert t.cards_in(HAND, side) == sorted([held, number]) and t.cards_in(DRAW, side) == rest
            assert t.cards_in(DISCARDED, side) == (list(thrown) if drawn else [])
        s.pop()
        s.push(cards.Drawing, side, 0)
        assert step.side(s) is None
