"""[5.0, 7.6, 15.0] What is looked at when turns and rounds end, hexes and cards counted one by one."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, hand, sequence, victory
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import Hand
from rasputitsa.titles.stalins_war.mapboard import COUNTRY, KEPT, MAP, OIL, VP_HEXES
from rasputitsa.titles.stalins_war.state import ALL_ROUND, AXIS, DISCARDED, FULL, GONE, HAND, OUT, SOVIET

from .by_the_book import has
from .situation import card, situation, unit
from .test_plain_events import effects_of

SIDES = ("axis", "soviet")
RUSSIA = [p for p in bits(VP_HEXES) if any(has(MAP.regions[name], p) for name in ("soviet_union", "baltic_states"))]


@rule("5.1.5", "22.0", "22.0.1", "5.1.3.4")
@pytest.mark.parametrize("seed", range(6))
def test_only_vp_hexes_of_the_soviet_union_are_counted(seed: int) -> None:
    s, rng = situation(moment="nothing", turn=8), random.Random(seed)
    s.axis_held = mask_of(p for p in bits(KEPT) if rng.random() < 0.5)
    held = [p for p in RUSSIA if has(s.axis_held, p)]
    assert list(bits(victory.axis_in_ussr(s))) == held
    for evacuated in (False, True):
        for hitler in (False, True):
            s.played = evacuated << card("soviet-08") | hitler << card("axis-18")
            assert victory.tournament_count(s) == len(held) + 2 * (not evacuated) - 2 * (not hitler)
    s.axis_held = KEPT & ~mask_of(RUSSIA)
    victory.all_soviet_hexes(s)
    assert s.decided, "towns and oil do not count"


@rule("5.1.2.2")
@pytest.mark.parametrize("missing", range(-1, len(bits(OIL))))
def test_oil_is_counted_only_while_all_of_it_is_axis(missing: int) -> None:
    for before in (0, 1, 2):
        s = situation(moment="nothing", turn=6)
        s.axis_held = (KEPT & ~VP_HEXES | COUNTRY["soviet_union"] & VP_HEXES) & ~OIL
        s.axis_held |= mask_of(p for n, p in enumerate(bits(OIL)) if n != missing)
        s.vp, s.oil_turns = 10, before
        victory.end_of_turn(s)
        assert s.oil_turns == (before + 1 if missing < 0 else 0)
        assert s.decided == (missing < 0 and before >= 1)


@rule("7.6.1", "C.1", "C.2")
@pytest.mark.parametrize(("number", "index"), effects_of(Hand))
def test_a_card_changes_the_hands_of_its_side_that_are_drawn_for_its_turns(number: int, index: int) -> None:
    effect = CARDS[number].effects[index]
    assert isinstance(effect, Hand)
    for first, last in ((3, 3), (5, 8), (9, 18)):
        for turn in TURNS:
            s = situation(moment="nothing", turn=turn)
            effects.begin(s, number, index, "game", first, last)
            for side in (AXIS, SOVIET):
                acts = SIDES[side] == effect.side and first <= turn + 1 <= last
                assert hand.by_events(s, side) == (effect.delta if acts else 0)


@rule("7.6.1", "7.6.1.1")
@pytest.mark.parametrize("turn", [5, 15, 16, 18])
def test_a_hand_is_never_larger_than_seven_nor_smaller_than_its_limit(turn: int) -> None:
    """Four cards, for the Axis in 1945 none at all."""
    for side in (AXIS, SOVIET):
        found = [(c, n) for c, n in effects_of(Hand) if getattr(CARDS[c].effects[n], "side", "") == SIDES[side]]
        for number, index in found:
            for times in range(9):
                s = situation(moment="nothing", turn=turn)
                for _ in range(times):
                    effects.begin(s, number, index, "game", turn + 1, turn + 1)
                size = 6 + hand.by_oil(s, side) + times * getattr(CARDS[number].effects[index], "delta", 0)
                least = 0 if side == AXIS and turn >= 16 else 4
                assert hand.size(s, side) == max(least, min(7, size))


@rule("7.5.5b", "6.0.1")
@pytest.mark.parametrize("active", SIDES)
def test_cards_that_act_on_a_whole_round_are_spent_when_it_ends(active: str) -> None:
    names = ("axis-40", "soviet-47", "axis-08")
    for there in (names[:2], names[:1], names[1:2], ()):
        s = situation(moment="nothing", turn=9, side=active)
        for name in names:
            s.card[card(name)] = ALL_ROUND if name in there else HAND
        sequence.end_round(s)
        for name in names:
            pile = (GONE if CARDS[card(name)].removed else DISCARDED) if name in there else HAND
            assert s.card[card(name)] == pile, name


@rule("23.1.4", "13.1.1")
@pytest.mark.parametrize("switched", [False, True])
def test_units_out_of_supply_are_looked_at_again_when_their_round_ends_if_the_switch_says_so(switched: bool) -> None:
    s = situation(
        moment="nothing", turn=9, axis={"9th Army": "1721"}, soviet={"West Front": "2722"}, supply_at_round_end=switched
    )
    for name in ("9th Army", "West Front"):
        s.set_supply(unit(name), OUT)
    sequence.end_round(s)
    assert s.supply[unit("9th Army")] == (FULL if switched else OUT) and s.supply[unit("West Front")] == OUT
