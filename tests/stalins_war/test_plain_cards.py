"""[7.3, 7.4, 7.5] When a card may be played and what its play leaves, for every card on every turn, in plain steps."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import action_round, cards, effects, movement, ops
from rasputitsa.titles.stalins_war.actions.rounds import PlayOps, PlayRp, Rest, Swap, ZeroOps
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import MoveAll
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.mapboard import BERLIN, PLAYABLE, USIR
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    HAND,
    IDLE,
    OPS,
    RP,
    SOVIET,
    UNLIMITED,
    ZERO,
    Position,
)

from . import by_the_book as book
from .by_the_book import has, on_map, zoc
from .scattered import fresh, scattered
from .situation import card, situation, unit
from .test_plain_events import effects_of

SIDES = ("axis", "soviet")
MUD = {"Fall": (1,), "Spring": (1, 2)}


def muddy(s: Position) -> bool:
    return s.round in MUD.get(TURNS[s.turn].season, ())


# -- events ---------------------------------------------------------------------------------------------------------


def holds(s: Position, condition: str) -> bool:
    """What a card asks for besides its turns."""
    west, west_front = unit("9th Army"), unit("West Front")
    return {
        "rounds-2-to-5": s.round > 1,
        "no-rasputitsa": not muddy(s),
        "soviet-unit-advanced-last-round": has(s.advanced_before, west_front),
        "axis-attacked-last-round": has(s.fought_before, west),
        "usir-not-soviet": has(s.axis_held, USIR),
        "berlin-without-soviet-units": not has(s.occupied[SOVIET], BERLIN),
        "hungary-in-the-war": not has(s.surrendered, 1),
    }[condition]


@rule("7.5.1b", "3.0.2", "3.0.3", "7.4.3.2", "7.5.1a", "7.5.5a")
@pytest.mark.parametrize("variant", range(6))
def test_an_event_is_refused_by_the_rule_that_forbids_it(variant: int) -> None:
    s = situation(moment="nothing", soviet={"1GC Corps": "Berlin"} if variant == 4 else {})
    s.round = variant % 5 + 1
    s.advanced_before = 1 << unit("West Front") if variant % 2 else 0
    s.fought_before = 1 << unit("9th Army") if variant % 3 else 0
    s.axis_held = s.axis_held & ~(1 << USIR) if variant == 3 else s.axis_held
    s.surrendered = 1 << 1 if variant == 5 else 0
    s.rp_events = variant % 2
    for number, printed in enumerate(CARDS):
        for needed in ((), printed.requires):
            s.played = mask_of(map(card, needed))
            for turn in TURNS:
                s.turn = turn
                unmet = [c for c in printed.conditions if not holds(s, c)]
                if "round" not in printed.timing:
                    why = "7.5.5a"
                elif not printed.turns[0] <= turn <= printed.turns[1]:
                    why = "7.5.1a"
                elif set(printed.requires) - set(needed):
                    why = "3.0"
                elif printed.rp_event and s.rp_events:
                    why = "7.4.3"
                else:
                    why = "7.5.1a" if unmet else ""
                refusal = playing.playable(s, cards.owner(number), number)
                assert (refusal.rule if refusal else "") == why, (printed.id, turn)


# -- a round --------------------------------------------------------------------------------------------------------


@rule("7.3.1", "7.3.2", "7.3.2.1", "7.3.2.2", "7.4.1", "7.2.6", "4.4.9", "15.1.1")
@pytest.mark.parametrize("turn", range(2, 8))
@pytest.mark.parametrize("count", [0, 2, 5])
def test_a_card_gives_its_points_and_moves_the_count(turn: int, count: int) -> None:
    for number, printed in list(enumerate(CARDS))[:: 7 if turn % 2 else 6]:
        for spot in (1, 2, 3):
            s = situation(moment="nothing", turn=turn, round=spot, side=printed.side)
            side = s.active
            s.count, s.card[number], s.seen = [count, count], HAND, 1 << number
            for choice, action in (
                (action_round.ForOps(), PlayOps(number)),
                (action_round.ForRps(), PlayRp(number)),
                (action_round.Idle(), Rest()),
                (action_round.SwapCard(), Swap(number)),
                (action_round.WithoutCard(), ZeroOps()),
            ):
                t = s.copy()
                t.push(action_round.ChooseAction)
                choice.do(t, action)  # type: ignore[arg-type]
                kept = muddy(t) or isinstance(action, ZeroOps)
                kept = kept or (isinstance(action, PlayRp) and side == AXIS and turn <= 4)
                wanted = count + 1 if isinstance(action, PlayOps) else count if kept else 0
                assert t.count[side] == wanted and t.count[1 - side] == count
                kinds = {PlayOps: OPS, PlayRp: RP, Rest: IDLE, Swap: IDLE, ZeroOps: ZERO}
                assert t.kind == kinds[type(action)]
                spent = isinstance(action, (PlayOps, PlayRp, Swap))
                assert t.card[number] == (DISCARDED if spent else HAND) and has(t.seen, number) != spent
                points = max(0, printed.ops - count) if isinstance(action, PlayOps) else 0
                assert (t.ops, t.ops_zone) == (points, UNLIMITED)
                rp = printed.rp if isinstance(action, PlayRp) else None
                assert t.rp[:4] == ([2 * n for n in (rp.GE, rp.PZ, rp.AX, rp.SU)] if rp else [0] * 4)
                assert t.rp_cards[side] == int(rp is not None)
                drawn = [frame for frame in t.stack if isinstance(action, Swap) and frame[-2:] == (side, 1)]
                assert bool(drawn) == isinstance(action, Swap)


@rule("7.3.3", "8.3", "C.6")
@pytest.mark.parametrize("seed", range(5))
def test_the_withdrawal_frees_units_in_enemy_zones_and_bars_the_bank(seed: int) -> None:
    s = scattered(seed, turn=9, side="soviet")
    s.ops, s.banked = 0, [1, 2]
    number, index = effects_of(MoveAll)[0]
    zone = zoc(s, AXIS)
    before = {u: movement.allowance(s, u) for u in on_map(s, SOVIET)}
    effects.begin(s, number, index, "round")
    fresh(s)
    assert ops.banked(s) == 0 == ops.payable(s)
    for who in on_map(s, SOVIET):
        at = s.place[who]
        assert movement.allowance(s, who) == before[who] + (at in zone)
        assert movement.price(s, 1 << who, at) == 0
        ends = set(bits(movement.destinations(s, who) & PLAYABLE))
        reach = {to for to in movement.reach_of(s, who).costs() if book.may_end(s, who, to)}
        assert ends == reach - zone
        barred = [to for to in reach & zone if movement.why_not_there(s, who, to) is not None]
        assert set(barred) == reach & zone
    s.active = AXIS
    assert ops.banked(s) == 0
