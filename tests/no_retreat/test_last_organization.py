"""Organization and the sequence of play to the last: who comes, what is skipped, what is paid."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, sequence
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.codes import (
    DISORGANIZED,
    FOUGHT,
    HASTENED,
    MOVED,
    PLACED,
    RAIL,
    SHATTERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import retreat
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.events.combat_phase import MoveReserve, ReserveMoves, reserve_range
from rasputitsa.titles.no_retreat.organization import arrivals, placement, reorganization
from rasputitsa.titles.no_retreat.organization import places as placing

from .positions import CITIES, LAND, army, face, holds, places, positions, side_of, spots
from .situation import situation, unit


@rule("7.7")
def test_only_a_unit_that_was_split_this_turn_waits_in_the_shattered_box() -> None:
    for s in positions(3, seed=341):
        for u in army(s, 0)[:5] + army(s, 1)[:5]:
            s.put(u, SHATTERED)
            for mark in (0, DISORGANIZED, MOVED, FOUGHT, HASTENED, PLACED):
                s.marks[u] = mark
                s.memo.clear()
                assert arrivals.comes(s, u) == (mark != PLACED) == (u in arrivals.comers(s, side_of(s, u)))


@rule("3.0")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
@pytest.mark.parametrize("scenario", ["campaign", "fall-blau", "saturn", "bagration", "na-berlin"])
def test_a_scenario_does_not_begin_with_a_victory_check(scenario: str, edition: str) -> None:
    s = TITLE.setup(TITLE.prepare(scenario, edition, {}))
    for turn in (s.turn, s.turn + 1):
        first, s.turn = turn == s.turn, turn
        for phase in s.game.phases:
            own = phase.side == s.game.first_side
            left_out = phase.id == "victory" or (
                scenario == "campaign" and phase.id in ("card", "supply", "organization")
            )
            assert sequence.skipped(s, phase) == (first and own and left_out)


@rule("O.3", "O.3.2", book="no-retreat-digital")
def test_a_unit_takes_in_a_cadre_of_its_hex_and_none_in_the_box_it_waits_in() -> None:
    s = situation(edition="digital-1.1", phase=None, axis={"9th Army": "Warsaw", "kampfgruppe-1": "Warsaw"})
    nine, cadre = unit(s, "9th Army"), unit(s, "kampfgruppe-1")
    s.marks[nine] = PLACED | DISORGANIZED
    assert reorganization.cadres_beside(s, nine) == [cadre]
    s.put(nine, RAIL)
    s.put(cadre, RAIL)
    assert reorganization.cadres_beside(s, nine) == []


@rule("10.7.5")
def test_a_retreat_avoids_enemies_that_are_only_thought_of() -> None:
    for s in positions(3, seed=342):
        for u in army(s, 0)[:4] + army(s, 1)[:4]:
            foe = 1 - side_of(s, u)
            found = retreat.possible_past(s, u, s.zoc[foe], s.occupied[foe])
            for end in spots(found.ends) if found else ():
                other = retreat.possible_past(s, u, s.zoc[foe], s.occupied[foe] | 1 << end)
                assert not other or not other.ends >> end & 1


@rule("10.1.2", "8.1")
def test_a_reserve_that_is_moved_by_an_event_is_a_reserve_and_goes_where_it_can() -> None:
    choice, rng, taken = MoveReserve(), random.Random(343), set()
    kinds_ = [
        (n, i, e) for n, x in enumerate(EVENTS) for i, e in enumerate(x.effects) if isinstance(e, kinds.ReserveMove)
    ]
    for s in positions(30, seed=343):
        event, number, effect = rng.choice(kinds_)
        side = 1 - s.phasing
        s.targets = rng.sample(sorted(places(s, side)), 2)
        s.stack.clear()
        s.push(ReserveMoves, event, side, number)
        s.memo.clear()
        reserve = {
            u
            for u in army(s, side)
            if face(s, u).move and not s.marks[u] & UNSUPPLIED and s.place[u] not in s.targets
            if effect.type in (None, face(s, u).type)
        }
        assert s.step.side(s) == ("axis", "soviet")[side]
        assert {u for _, u in choice.handles(s)} == reserve
        for u in army(s, 0) + army(s, 1):
            good = spots(reserve_range(s, u, effect.mp).mask) if u in reserve else set()
            offered = list(choice.of(s, ("piece", u)))
            assert {(a.unit, a.frm, a.to) for a in offered} == {(u, s.place[u], to) for to in good}
            for to in rng.sample(LAND, 5):
                assert (choice.why_not(s, Move(u, s.place[u], to)) is None) == (to in good)
            for to in sorted(good)[:1]:
                assert choice.why_not(s, Move(u, to, to)) is not None
            for to in sorted(good & {p for p in CITIES if not holds(s, side, p)}):
                new = s.copy()
                choice.do(new, Move(u, s.place[u], to))
                assert holds(new, side, to) and new.place[u] == to and not new.stack
                taken.add(side)
    assert taken == {0, 1}


@rule("13.5.12")
def test_only_ss_panzer_is_recalled() -> None:
    s = situation(turn=24, side="axis", phase="organization", axis={"SS Panzer": "removed", "2nd Panzer": "removed"})
    choice = placement.RecallUnit()
    ss, second = unit(s, "SS Panzer"), unit(s, "2nd Panzer")
    s.event_vp = 0
    s.memo.clear()
    assert list(choice.of(s, ("piece", ss))) and not list(choice.of(s, ("piece", second)))
    s.phasing = 1
    s.memo.clear()
    assert not list(choice.of(s, ("piece", ss)))


@rule("7.8", "13.5")
def test_a_reinforcement_without_a_place_waits_on_the_turn_track() -> None:
    for s in positions(6, seed=344):
        s.axis_held = s.game.vp_hexes * s.phasing
        due = [u for u in army(s, s.phasing) if s.game.data[u].kind in ("army", "front")][:3]
        for u in due:
            s.put(u, TRACK)
            s.arrives[u] = s.turn
        s.memo.clear()
        late = [u for u in due if not placing.places_for(s, u)]
        s.stack.clear()
        s.push(placement.PlacementBegins)
        s.step.advance(s)
        assert all(s.place[u] == TRACK for u in due) and (late or s.phasing == 1)
        assert placement.has_room(s, army(s, s.phasing)[0])
        assert [placement.has_room(s, u) for u in late] == [False] * len(late)
