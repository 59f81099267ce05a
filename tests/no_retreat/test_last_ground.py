"""Where units go and stand, to the last: first steps, borders, scorched cities, crowded hexes, and what is noted."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import control, elimination, movement, rail, stacking, supply
from rasputitsa.titles.no_retreat.actions.movement import EndMovement, Move
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, HASTE, MOVED, RAIL, SCORCHED, UNSUPPLIED, WORKS
from rasputitsa.titles.no_retreat.combat import allocate, odds
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.organization import places as placing

from .combat import field
from .plain import GERMANY
from .positions import CITIES, LAKES, LAND, OIL, army, at, holds, mask, open_to, places, positions, side_of, spots, zone
from .situation import place, situation, unit
from .test_plain_map import counted, plain_limit, plain_placement

# -- [13.5] what is noted ---------------------------------------------------------------------------------------------


@rule("8.7", "13.5")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
def test_a_box_opens_on_the_turn_after_its_condition_was_met(edition: str) -> None:
    s = situation(edition=edition, phase=None)
    for s.turn in range(1, 29):
        for since in range(29):
            s.invaded = s.oil_lost = s.warsaw_lost = since
            later = since != 0 and s.turn > since
            assert control.oil_is_lost(s) == later
            assert [control.opened(s, box) for box in ("GG", "Oil", "Warsaw")] == [later] * 3
            assert movement.balkans_open(s) == (later if edition == "board" else since != 0)


@rule("10.7.1", "10.7.6", "14.9.3")
def test_the_log_points_to_the_hex_that_a_lost_unit_stood_in() -> None:
    for s in positions(6, seed=311, dense=0.8):
        s.ear = []
        for u in army(s, 0) + army(s, 1):
            if "hitler" in s.game.data[u].traits:
                continue
            at_ = s.game.place_id(s.place[u])
            (elimination.shatter if u % 3 else elimination.eliminate)(s, u)
            lines = [line for line in s.ear if s.game.names[u] in line.text and line.at]
            assert lines and lines[0].at == [at_]
            s.ear.clear()
        boxed = next(u for u in range(len(s.place)) if s.place[u] < 0)
        elimination.remove(s, boxed)
        assert s.ear[-1].at == []


# -- [8.0] moves ------------------------------------------------------------------------------------------------------


@rule("13.5.15", "13.5")
def test_a_red_front_that_steps_over_the_border_invades_greater_germany() -> None:
    rng = random.Random(312)
    seen = set()
    for s in positions(40, seed=312, dense=0.4):
        s.phasing, s.invaded = 1, 0
        s.mover, s.mover_left = -1, 0
        for u in rng.sample(army(s, 1), 6):
            found = movement.range_of(s, u)
            for to in rng.sample(sorted(spots(found.mask)), min(6, found.mask.bit_count())):
                new = s.copy()
                movement.move(new, u, to)
                red = s.game.data[u].nation == "soviet" and s.game.data[u].reduced is not None and s.full[u]
                if to in GERMANY:
                    assert bool(new.invaded) == bool(red)
                    seen.add((bool(red), to in open_to(s.place[u])))
                else:
                    theirs = {p for p in (*CITIES, *OIL) if not holds(s, 1, p)}
                    way = found.path_to(to, prefer=mask(theirs))[1:]
                    assert bool(new.invaded) == (bool(red) and any(p in GERMANY for p in way))
    assert {(True, True), (True, False), (False, True)} <= seen


@rule("8.0", "8.3.1", "8.5.1")
def test_a_unit_goes_on_with_what_is_left_unless_a_zone_or_its_last_points_stop_it() -> None:
    rng, forced, going = random.Random(317), 0, 0
    for s in positions(40, seed=317, dense=0.3):
        s.mover, s.mover_left, s.effects = -1, 0, []
        for u in rng.sample(army(s, s.phasing), 5):
            s.marks[u], s.effects = 0, []
            if rng.random() < 0.6:
                s.effects = [(HASTE, s.phasing, s.turn, 2 - movement.allowance(s, u), u)]
            s.memo.clear()
            found, points = movement.range_of(s, u), movement.allowance(s, u)
            costs = found.costs()
            for to in rng.sample(sorted(costs), min(8, len(costs))):
                new = s.copy()
                movement.move(new, u, to)
                beyond = to in spots(found.forced)
                left = 0 if to in zone(s, 1 - s.phasing) or beyond else points - costs[to]
                assert (new.mover, new.mover_left) == ((u, left) if left > 0 else (-1, 0))
                assert new.place[u] == to and new.marks[u] == MOVED
                forced, going = forced + bool(found.forced), going + (left > 0)
    assert forced > 10 and going > 10


@rule("12.7.1")
def test_a_move_takes_the_enemy_cities_that_lie_on_its_way() -> None:
    for s in positions(24, seed=313, editions=("board",), dense=0.3):
        s.mover, s.mover_left = -1, 0
        for u in army(s, s.phasing):
            found = movement.range_of(s, u)
            for to in spots(found.mask):
                cost = found.cost(to)
                theirs = {p for p in (*CITIES, *OIL) if not holds(s, s.phasing, p)}
                if not cost or not theirs & spots(found.mask):
                    continue
                entered = set(movement.passed(s, found, to, s.phasing, cost))
                best = set(found.path_to(to, prefer=mask(theirs))[1:])
                assert entered & theirs == best & theirs and to in entered and s.place[u] not in entered


@rule("9.1")
def test_after_a_unit_has_entrained_nobody_is_under_way() -> None:
    s = situation(axis={"9th Army": "1707", "6th Army": "1608"}, turn=5)
    nine = unit(s, "9th Army")
    s.mover, s.mover_left = unit(s, "6th Army"), 2
    rail.entrain(s, nine)
    assert s.mover_left == 0 and s.place[nine] == RAIL and -1 not in movement.movable(s)
    assert not movement.may_move(s, unit(s, "6th Army")) or not s.marks[unit(s, "6th Army")]


@rule("8.0")
def test_when_the_phase_is_over_nobody_is_under_way() -> None:
    s = situation(axis={"9th Army": "1707", "6th Army": "1608"}, turn=5)
    s.mover, s.mover_left = unit(s, "6th Army"), 2
    for u in army(s, 0):
        s.mark(u, MOVED)
    movement.EndMovementPhase().do(s, EndMovement())
    s.memo.clear()
    assert sorted(movement.movable(s)) == army(s, 0) and not any(s.marks[u] & MOVED for u in army(s, 0))


# -- [14.13] Scorched Earth, [7.6] placement --------------------------------------------------------------------------


@rule("7.6", "14.13", "9.2")
def test_nobody_is_placed_in_a_scorched_city_or_on_enemies() -> None:
    rng = random.Random(314)
    fed_from_elsewhere = 0
    for number, s in enumerate(positions(12, seed=314)):
        for side in (0, 1):
            recovering = bool(number % 2)
            cities = sorted(plain_placement(s, side, recovering) & set(CITIES))
            for city in rng.sample(cities, min(2, len(cities))):
                for harmed in (side, 1 - side):
                    s.works = [(SCORCHED, city, harmed)]
                    s.memo.clear()
                    usual = plain_placement(s, side, recovering)
                    barred = {city} if harmed == side else set()
                    assert spots(placing.usual_places(s, side, recovering)) == usual - barred
                    fed_from_elsewhere += bool(usual & barred)
    assert fed_from_elsewhere > 5, "some scorched cities lie near another source, and still take nobody in"


@rule("14.13")
def test_defensive_works_and_scorched_earth_are_told_apart() -> None:
    s = situation(phase=None, axis={"9th Army": "1512"}, soviet={"West Front": "1513"})
    city, fort = place("Warsaw"), place("1512")
    s.works = [(WORKS, city, 0), (SCORCHED, fort, 0)]
    assert supply.scorched(s, 0) == 1 << fort and supply.scorched(s, 1) == 0
    assert not list(odds.works_shift(s, fort)) and [c[0] for c in odds.works_shift(s, city)] == [-1]
    for works in ([(WORKS, city, 0)], [(WORKS, city, 1)], [(SCORCHED, city, 1)]):
        s.works = works
        s.memo.clear()
        assert supply.supplied_cities(s, 0) >> city & 1
    s.works = [(SCORCHED, city, 0)]
    s.memo.clear()
    assert not supply.supplied_cities(s, 0) >> city & 1


@rule("8.4.2", "8.4.3", "15.8")
def test_rezervy_is_never_the_unit_that_is_too_many() -> None:
    choice = stacking.RemoveUnit()
    for s in positions(20, seed=315, editions=("board",), dense=0.9, rezervy=True):
        found = stacking.excess(s)
        if not found or found[0] != 1:
            continue
        s.put(s.game.rezervy, found[1])
        s.memo.clear()
        wanted = {("piece", u) for u in at(s, found[1]) if u != s.game.rezervy}
        assert set(choice.handles(s)) == wanted and not choice.of(s, ("piece", s.game.rezervy))


# -- previews ---------------------------------------------------------------------------------------------------------


@rule("10.6.2")
@pytest.mark.parametrize("side", [0, 1])
def test_odds_with_support_are_shown_beside_those_without_where_it_could_be_committed(side: int) -> None:
    own = {"1st Panzer": "1214", "9th Army": "1213"}
    s = situation(phase=None, axis=own, soviet={"South Front": "1215", "West Front": "1314"})
    mine, theirs = [army(s, side), army(s, 1 - side)]
    fought = odds.Battle(side, mine, theirs[:1], [s.place[theirs[0]]])
    for left in (0, 1, 2):
        s.supports[side], s.supports[1 - side] = left, 1
        for starving in (0, 1, 2):
            for number, u in enumerate(mine):
                s.marks[u] = UNSUPPLIED * (number < starving) | DISORGANIZED
            found = odds.previewed(s, fought)
            assert ("supported" in found) == (left > 0 and starving < 2)
            if "supported" in found:
                with_, without = found["supported"], found["odds"]
                assert sum(x.columns for x in with_.shifts) == sum(x.columns for x in without.shifts) + 1


@rule("10.3")
def test_the_odds_shown_for_a_unit_that_would_join_count_that_unit() -> None:
    s = field(axis={"1st Panzer": "1214", "9th Army": "1214"}, soviet={"South Front": "1215"}, phase=None)
    s.phasing, s.targets = 0, [place("1215")]
    s.memo.clear()
    for name in ("1st Panzer", "9th Army"):
        u = unit(s, name)
        found = allocate.battle(s, place("1215"), u, place("1215"))
        assert list(found.attackers) == [u] and found.side == 0
        assert list(found.defenders) == [unit(s, "South Front")]
    assert not allocate.battle(s, place("1215")).attackers
    assert unit(s, "1st Panzer") == 0


@rule("8.4.1", "15.8")
def test_a_hex_is_full_when_one_more_unit_would_be_too_many() -> None:
    rng = random.Random(316)
    for number, s in enumerate(positions(20, seed=316, dense=0.9)):
        s.turn = 11 if number % 3 == 0 else s.turn
        for u in rng.sample(range(len(s.place)), 10):
            side = side_of(s, u)
            for p in places(s, side):
                if s.place[u] == p:
                    continue
                here = counted(s, {u, *at(s, p)})
                room = not counted(s, [u]) or len(here) <= plain_limit(s, side, here)
                assert stacking.fits(s, u, p) == room
                assert bool(stacking.with_room(s, u, 1 << p)) == room
                gone = rng.choice(at(s, p))
                rest = counted(s, {u, *at(s, p)} - {gone})
                without = not counted(s, [u]) or len(rest) <= plain_limit(s, side, rest)
                assert stacking.fits(s, u, p, without=gone) == without


@rule("13.5", "11.3")
def test_the_turn_of_the_first_loss_is_kept() -> None:
    for name, field_ in (("Ploesti", "oil_lost"), ("Warsaw", "warsaw_lost")):
        s = situation(phase=None, turn=18)
        for turn in (18, 20, 22):
            s.turn = turn
            control.take_control(s, place(name), 0)
            assert getattr(s, field_) == (0 if turn == 18 else 18)
            control.take_control(s, place(name), 1)
            assert getattr(s, field_) == 18
        assert {"oil_lost": s.warsaw_lost, "warsaw_lost": s.oil_lost}[field_] == 0


@rule("8.1", "8.3")
def test_no_unit_moves_into_a_lake() -> None:
    s = situation(turn=9, axis={"9th Army": "1512"})
    nine = unit(s, "9th Army")
    for lake in LAKES:
        for start in (s.place[nine], *[p for p in MAP.topology.neighbours[lake] if p in LAND][:2]):
            s.put(nine, start)
            s.memo.clear()
            refusal = movement.why_not_move(s, Move(nine, start, lake))
            assert refusal is not None and refusal.rule == ("8.3" if lake in MAP.topology.neighbours[start] else "8.1")


@rule("6.4", "11.2")
def test_an_unsupplied_marker_is_seen_beside_others_and_each_comes_off_alone() -> None:
    s = situation(phase=None, axis={"9th Army": "1512"}, soviet={"West Front": "1513"})
    for name in ("9th Army", "West Front"):
        u = unit(s, name)
        for marks in range(128):
            s.marks[u] = marks
            assert s.any_unsupplied() == bool(marks & UNSUPPLIED)
            for bit in range(7):
                s.marks[u] = marks
                s.unmark_all(1 << bit)
                assert s.marks[u] == marks & ~(1 << bit)
                s.marks[u] = marks
                s.unmark_side(side_of(s, u), 1 << bit)
                assert s.marks[u] == marks & ~(1 << bit)
        s.marks[u] = 0
