"""What is no legal click leads nowhere: at every question units, places and cards are told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import battle
from rasputitsa.titles.no_retreat.organization.placement import PlacementChoice, has_room, placeable

from .test_plain_offers import (
    Offer,
    beaten,
    crowds,
    declarations,
    extras,
    flips,
    grounds,
    hands,
    held,
    joinings,
    movements,
    pending,
    placements,
    reorganizations,
    reserves,
    stakes,
    trains,
)

OFFERS = (
    flips, placements, reorganizations, movements, trains, reserves, held, crowds, hands, extras, stakes, declarations,
    joinings, grounds, beaten, pending,
)  # fmt: skip


@pytest.mark.parametrize("offers", OFFERS, ids=lambda offers: offers.__name__)
@rule("4.0")
def test_a_click_on_another_kind_of_thing_leads_nowhere(offers: Callable[[int], Iterator[Offer]]) -> None:
    tried = 0
    for s, step, numbers, _ in offers(321):
        s.memo.clear()
        s.stack.clear()
        if step is battle.CounterattackStep:
            s.push(battle.Fight, len(battle.STAGES) - 1, -1)
        s.push(step, *numbers)
        s.side = s.step.side(s)
        if s.side is None:
            continue
        sizes = {"piece": len(s.place), "place": s.game.topology.n, "card": len(s.card)}
        here = set(s.handles())
        for number in sorted({number for _, number in here if number >= 0})[:25]:
            for kind, size in sizes.items():
                if number < size and (kind, number) not in here:
                    assert not list(s.legal(of=(kind, number))), (kind, number)
                    tried += 1
        for kind, size in sizes.items():
            for number in range(0, size, 11):
                assert (kind, number) in here or not list(s.legal(of=(kind, number)))
    assert tried or offers is stakes


@rule("7.6", "14.9.4")
def test_every_unit_that_may_be_clicked_for_placement_can_be_placed() -> None:
    full = 0
    for s, step, numbers, _ in placements(322):
        for side in (0, 1):
            s.phasing = side
            s.axis_held = s.game.vp_hexes * side  # no city of one's own to come to
            s.memo.clear()
            s.stack.clear()
            s.push(step, *numbers)
            placing = [choice for choice in s.step.answers if isinstance(choice, PlacementChoice)]
            for choice in placing:
                for handle in choice.handles(s):
                    assert any(list(other.of(s, handle)) for other in s.step.answers)
            full += any(not has_room(s, u) for u in placeable(s))
    assert full, "some units find no room"
