"""A refusal names the first thing that is wrong: the reasons are tried in the order of the book on random positions."""

from __future__ import annotations

import random
from typing import Any

from rasputitsa.kernel import Refusal
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import movement, rail, strategic_reserve
from rasputitsa.titles.no_retreat.actions.movement import Detrain, Discard, Entrain, Move
from rasputitsa.titles.no_retreat.actions.organization import Place
from rasputitsa.titles.no_retreat.codes import (
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    GHOST,
    MOVED,
    NO_RAIL,
    OUT,
    PLACED,
    RAIL,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import declare
from rasputitsa.titles.no_retreat.organization import arrivals, flip, placement, places, reorganization
from rasputitsa.titles.no_retreat.stacking import RemoveUnit
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import enterable, plain_cities, plain_supply, traced
from .positions import AREAS, BALKANS, FINLAND, LAND, army, at, face, near, open_to, positions, side_of, spots, zone
from .positions import places as held

Reason = tuple[Any, str, str]


def check(refusal: Refusal | None, *reasons: Reason) -> None:
    """The refusal is that of the first reason that holds; none if none does."""
    found = next(((rule_, word) for holds, rule_, word in reasons if holds), None)
    assert (refusal is None) == (found is None), (refusal, found)
    if refusal and found:
        assert refusal.rule == found[0] and found[1] in refusal.text, (refusal, found)


def cards(s: NoRetreatState, side: int) -> int:
    return sum(where == 1 + side for where in s.card)


# -- [8.0] movement, [9.0] trains -----------------------------------------------------------------------


@rule("8.0", "8.1", "8.3", "8.4", "8.5.1", "8.5.3", "8.6", "8.7")
def test_a_move_that_is_refused_is_refused_for_the_first_reason():
    rng = random.Random(111)
    for s in positions(30, seed=111):
        if rng.random() < 0.3:
            s.turn = s.game.setup.first_turn
        frozen = s.game.frozen if s.turn == s.game.setup.first_turn and s.phasing == 0 else ()
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= MOVED * (rng.random() < 0.3)
            side, start = side_of(s, u), s.place[u]
            frm = start if rng.random() < 0.95 else rng.choice(LAND)
            far = rng.choice((*near(start), *AREAS, *LAND[:5]))
            foe, mine = zone(s, 1 - side), held(s, side)
            s.effects = [(GHOST, side, s.turn, u)] if rng.random() < 0.1 else []
            foe = set() if s.effects else foe
            s.memo.clear()
            still = s.marks[u] & MOVED or not face(s, u).move or u in frozen
            out = far not in movement.range_of(s, u)
            bound = start in foe and far in foe and far not in mine
            check(
                movement.why_not_move(s, Move(u, frm, far)),
                (side != s.phasing, "8.0", "not yours"),
                (frm != start, "8.0", "is not in"),
                (still and not face(s, u).move, "8.0", "immobile"),
                (still and u in frozen, "3.0", "scenario"),
                (still and start in foe, "8.5.1", "had to stop"),
                (still, "8.0", "already moved"),
                (far in held(s, 1 - side), "8.4", "held by the enemy"),
                (out and far in BALKANS, "8.7", "Balkans"),
                (far == FINLAND and far not in enterable(s, u), "8.6", "Finland"),
                (out and far in near(start) and far not in open_to(start), "8.3", "hexside"),
                (out and far in near(start) and bound, "8.5.3", "one enemy zone"),
                (out, "8.1", "out of reach"),
            )


@rule("9.0", "9.1", "9.1.1", "9.1.2", "9.1.3", "6.5.2")
def test_a_train_that_is_refused_is_refused_for_the_first_reason():
    rng = random.Random(112)
    choice = movement.EntrainInsteadOfMoving()
    for number, s in enumerate(positions(25, seed=112)):
        s.turn = (1, 2, 3, 4, 8)[number % 5]
        s.free_entrains = rng.randint(0, 1)
        for side in (0, 1):
            if rng.random() < 0.6:
                s.card[side] = 1 + side
            for u in rng.sample(army(s, side), rng.choice((0, 2, 3))):
                s.put(u, RAIL)
        s.effects = [(NO_RAIL, rng.randint(0, 1), s.turn)] if rng.random() < 0.3 else []
        organizing = rng.random() < 0.5
        wanted = "organization" if organizing else "movement"
        s.phase = next(i for i, phase in enumerate(s.game.phases) if phase.id == wanted)
        board = s.game.edition == "board"
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= MOVED * (rng.random() < 0.2)
            side = side_of(s, u)
            boxed = sum(s.place[x] == RAIL and side_of(s, x) == side for x in range(len(s.place)))
            paid = not s.free_entrains
            reasons: list[Reason] = [
                (not board and not organizing, "O.5", "Organization Phase"),
                (s.turn < 3 and (side == 0 or paid), "9.1.3", "turns 1 and 2"),
                (any(by != side for _, by, _ in s.effects), "9.1", "has cut the railways"),
                (boxed >= 3, "9.1.2", "Three units"),
                (s.marks[u] & MOVED, "9.1", "already moved"),
                (not face(s, u).move, "9.0", "immobile"),
                (paid and not cards(s, side), "9.1.1", "no card to pay"),
                (s.marks[u] & UNSUPPLIED, "6.5.2", "unsupplied"),
            ]
            check(rail.why_not_entrain(s, u), *reasons)
            frozen = s.game.frozen if s.turn == s.game.setup.first_turn and s.phasing == 0 else ()
            still = side != s.phasing or s.marks[u] & MOVED or not face(s, u).move or u in frozen
            check(choice.why_not(s, Entrain(u)), (still, "9.1", "cannot move any more"), *reasons)
            check(
                reorganization.why_not_entrain(s, u),
                (board, "9.1", "in the Movement Phase"),
                (side != s.phasing, "9.1", "not yours"),
                *reasons,
            )


@rule("9.2", "14.12.2")
def test_a_place_to_detrain_is_refused_for_the_first_reason():
    rng = random.Random(113)
    choice, returns = rail.DetrainUnit(), strategic_reserve.DetrainReserve()
    for s in positions(20, seed=113):
        taken = rng.sample(LAND, 30)
        s.captured = sum(1 << p for p in taken)
        for u in rng.sample(army(s, 0) + army(s, 1), 6):
            s.put(u, RAIL)
        boxed = [u for u in range(len(s.place)) if s.place[u] == RAIL]
        s.reserve = next((u for u in boxed if side_of(s, u)), -1)
        s.memo.clear()
        for u in (*boxed, *army(s, 0)[:2], *army(s, 1)[:2]):
            side = side_of(s, u)
            good = spots(rail.detrain_places(s, side))
            for to in rng.sample(LAND, 12):
                reasons: list[Reason] = [
                    (s.place[u] != RAIL, "9.2", "not in the Rail Movement Box"),
                    (to not in good and to in taken, "9.2", "was captured"),
                    (to not in good and to in zone(s, 1 - side), "9.2", "enemy zone of control"),
                    (to not in good, "9.2", "too far"),
                ]
                check(choice.why_not(s, Detrain(u, to)), (side != s.phasing, "9.2", "not yours"), *reasons)
                check(returns.why_not(s, Detrain(u, to)), (u != s.reserve, "14.12.2", "Strategic Reserve"), *reasons)
        mine = [u for u in boxed if side_of(s, u) == s.phasing]
        for u in range(len(s.place)):
            assert bool(choice.of(s, ("piece", u))) == (u in mine and bool(rail.detrain_places(s, s.phasing)))


@rule("14.12.1")
def test_a_strategic_reserve_is_refused_for_the_first_reason():
    rng = random.Random(114)
    for s in positions(15, seed=114):
        for u in rng.sample(army(s, 1), rng.choice((0, 1, 3))):
            s.put(u, RAIL)
        if rng.random() < 0.3:
            s.put(s.game.paratroop, RAIL)
        boxed = [u for u in range(len(s.place)) if s.place[u] == RAIL and u != s.game.paratroop]
        s.reserve = boxed[0] if boxed and rng.random() < 0.5 else -1
        s.effects = [(NO_RAIL, rng.randint(0, 1), s.turn)] if rng.random() < 0.3 else []
        s.memo.clear()
        fed = plain_supply(s, 1)
        for u in range(len(s.place)):
            check(
                strategic_reserve.why_not_hold(s, u),
                (side_of(s, u) == 0 or u == s.reserve, "14.12.1", "cannot become"),
                (s.place[u] == RAIL and u == s.game.paratroop, "14.12.1", "is no unit"),
                *(
                    []
                    if s.place[u] == RAIL
                    else [
                        (s.place[u] < 0 or not face(s, u).move, "14.12.1", "not a mobile unit"),
                        (any(by == 0 for _, by, _ in s.effects), "9.1", "has cut"),
                        (len(boxed) >= 3, "9.1.2", "Three units"),
                        (s.marks[u] & UNSUPPLIED or not fed.get(u), "14.12.1", "not in supply"),
                    ]
                ),
            )


# -- [8.4.3] too many -----------------------------------------------------------------------------------


@rule("8.4.3", "8.4.3.3")
def test_an_overstacked_unit_shatters_and_forts_and_unsupplied_ones_are_destroyed():
    choice = RemoveUnit()
    seen = set()
    for number in range(8):
        for s in positions(3, seed=200 + number, editions=("board",), turn=5):
            found = next(((side, p) for side in (s.phasing, 1 - s.phasing) for p in held(s, side) if crowd(s, p)), None)
            offered = {u for _, u in choice.handles(s)}
            if found is None:
                assert not offered
                continue
            spot = s.place[next(iter(offered))]
            assert offered == set(crowd(s, spot)) and side_of(s, min(offered)) == found[0]
            for u in army(s, 0) + army(s, 1):
                assert (choice.why_not(s, Discard(u, s.place[u])) is None) == (u in offered)
                assert bool(choice.of(s, ("piece", u))) == (u in offered)
            u = min(offered, key=lambda x: (not s.marks[x] & UNSUPPLIED, not face(s, x).paren, x))
            lost = bool(s.marks[u] & UNSUPPLIED or face(s, u).paren)
            if s.game.data[u].eliminated in ("removed", "returns") or s.game.data[u].kind == "cadre":
                continue
            choice.do(s, Discard(u, spot))
            assert s.place[u] == (DESTROYED if lost else SHATTERED)
            seen.add(lost)
    assert seen == {True, False}


def crowd(s: NoRetreatState, p: int) -> list[int]:
    """The units of a hex that has too many, on a turn when the Axis stacks two and the Soviets one."""
    here = [u for u in at(s, p) if s.game.data[u].id != "rezervy"]
    return here if here and len(here) > (1 if side_of(s, here[0]) else 2) else []


# -- [10.1] declaring -----------------------------------------------------------------------------------


@rule("10.1", "10.1.1", "10.1.2", "10.3.3")
def test_a_target_or_counterblow_is_refused_for_the_first_reason():
    rng = random.Random(115)
    for s in positions(27, seed=115, editions=("board", "digital-0.2", "board"), turn=9, weather="clear"):
        us, them = s.phasing, 1 - s.phasing
        theirs = sorted(held(s, them))
        s.blows = rng.sample(theirs, rng.choice((0, 1, 4, 5)))
        if s.game.edition == "board":
            s.targets = rng.sample(theirs, rng.choice((0, 1, 4, 5)))
        if rng.random() < 0.5:
            s.card[0] = 1 + them
        s.memo.clear()
        for p in (*theirs, *rng.sample(LAND, 8)):
            touching = [u for u in army(s, us) if p in open_to(s.place[u])]
            able = [u for u in touching if not s.marks[u] & DISORGANIZED and not face(s, u).white]
            check(
                declare.why_not_target(s, p),
                (len(s.targets) >= 5, "10.1", "all 5 Target markers"),
                (p in s.targets or p in s.blows, "10.1", "attacked already"),
                (p not in theirs, "10.1", "no enemy"),
                (not touching, "10.3.3", "None of your units"),
                (not able, "10.1.1", "disorganized or of white"),
            )
            digital = s.game.edition != "board"
            strikers = [u for u in at(s, p) if not face(s, u).white and not (digital and s.marks[u] & DISORGANIZED)]
            check(
                declare.why_not_blow(s, p),
                (len(s.blows) >= 5, "10.1", "All 5 Counterblow markers"),
                (p in s.targets, "10.1.2", "Target hex already"),
                (p in s.blows, "10.1.2", "marker on"),
                (p not in theirs, "10.1.2", "You have no unit"),
                (not touching, "10.1.2", "No enemy is next"),
                (not strikers, "10.1.2", "can give a counterblow"),
                (not cards(s, them), "10.1.2", "no card to pay"),
            )


@rule("10.7", "10.7.8")
def test_a_counterblow_of_the_last_turn_is_due_while_someone_can_answer():
    rng = random.Random(116)
    for s in positions(20, seed=116):
        left = rng.sample(sorted(held(s, 1 - s.phasing)), 6) + rng.sample(LAND, 4)
        due = []
        for p in left:
            enemy = [u for u in at(s, p) if side_of(s, u) != s.phasing]
            fit = enemy and not all(face(s, u).white for u in enemy)
            if fit and any(p in open_to(q) for q in held(s, s.phasing)):
                due.append(p)
        assert [p for p in left if declare._still_due(s, p)] == due


# -- [7.0] organization ---------------------------------------------------------------------------------


@rule("7.0", "7.1", "7.2", "7.4", "7.5", "7.9.1", "6.5.1", "13.5", "14.8")
def test_a_flip_is_refused_for_the_first_reason():
    rng = random.Random(117)
    for number, s in enumerate(positions(30, seed=117)):
        s.turn = (1, 2, 3, 4, 5, 9, 16, 17, 23, 24)[number % 10]
        s.free_upgrades = rng.randint(0, 1)
        side = s.phasing
        for card in range(rng.choice((0, 1, 2))):
            s.card[card] = 1 + side
        linked = plain_cities(s, side) | traced(s, side, 4)
        for u, data in enumerate(s.game.data):
            s.marks[u] |= FLIPPED * (rng.random() < 0.1)
            two = data.reduced is not None
            region = two and data.full.paren and not data.reduced.paren
            away = data.nation == "yugoslav" and s.place[u] not in BALKANS
            common: list[Reason] = [
                (side_of(s, u) != side or s.place[u] < 0, "7.0", "not yours"),
                (s.marks[u] & FLIPPED, "7.0", "turned over in this step"),
                (not two, "7.4", "only one side"),
            ]
            weak: list[Reason] = [
                *common,
                (s.full[u], "7.1", "full strength"),
                (s.marks[u] & UNSUPPLIED, "6.5.1", "unsupplied"),
                (s.place[u] not in linked, "7.0", "no overland"),
                (away, "14.8", "Balkans"),
            ]
            late = s.game.edition == "digital-0.2" or 5 <= s.turn <= 23
            axis = data.side == "axis"
            cost = flip.improve_price(s, u)
            check(
                flip.why_not_improve(s, u),
                (axis and not late, "7.9.1" if s.turn < 5 else "13.5", "turns 5 to 23"),
                (not axis and s.turn < 17, "7.1", "before turn 17"),
                (region, "7.5", "fortified, not improved"),
                *weak,
                (cost > cards(s, side), "7.1", f"costs {cost} card"),
            )
            check(
                flip.why_not_upgrade(s, u),
                (axis or not s.free_upgrades, "7.2", "no free upgrade"),
                *weak,
            )
            dues = flip.fortify_price(s, u)
            check(
                flip.why_not_fortify(s, u),
                *common,
                (not region, "7.5", "no regional unit"),
                (s.turn < 3, "13.5", "from turn 3"),
                (s.full[u], "7.5", "a fort already"),
                (away, "14.8", "Balkans"),
                (dues > cards(s, side), "7.5", f"costs {dues} card"),
            )
            check(
                flip.why_not_revert(s, u),
                *common,
                (not (region and s.full[u]), "7.5", "no fort that could revert"),
                (away, "14.8", "Balkans"),
            )
            gain = [u2 for u2 in (u,) if flip.why_not_improve(s, u2, free=True, any_turn=True) is None]
            assert bool(gain) == ((axis or s.turn >= 17) and not region and not any(holds for holds, _, _ in weak))


@rule("7.6", "7.7", "7.8", "7.9", "7.9.1", "8.4.1")
def test_a_placement_is_refused_for_the_first_reason():
    rng = random.Random(118)
    for s in positions(18, seed=118):
        side = s.phasing
        for card in range(rng.choice((0, 1, 2))):
            s.card[card] = 1 + side
        for u, data in enumerate(s.game.data):
            if s.place[u] < 0 and data.option is None and (data.arrival == "start" or isinstance(data.arrival, int)):
                s.put(u, rng.choice((SHATTERED, TRACK, DESTROYED, SURRENDERED, OUT)))
                s.arrives[u], s.marks[u] = s.turn + rng.randint(-1, 1), PLACED * (rng.random() < 0.2)
        s.memo.clear()
        ban = side == 0 and not arrivals.may_replace(s, 0)
        for u in rng.sample(range(len(s.place)), 25):
            box = s.place[u]
            comes = (box == SHATTERED and not s.marks[u] & PLACED) or (box == TRACK and s.arrives[u] <= s.turn)
            lost = box in (DESTROYED, SURRENDERED)
            cost = 2 if box == SURRENDERED or s.game.data[u].full.shock else 1
            usual = spots(places.usual_places(s, side_of(s, u), box == SHATTERED))
            good = spots(places.places_for(s, u)) if box < 0 else set()
            reasons: list[Reason] = [
                (side_of(s, u) != side, "7.6", "not yours"),
                (not comes and not lost, "7.8", "does not arrive"),
                (not comes and ban, "7.9.1", "on this turn"),
                (not comes and (cost > cards(s, side) or s.marks[u] & PLACED), "7.9", f"costs {cost} cards"),
            ]
            check(placement.why_not_come(s, u), *reasons)
            for to in (*rng.sample(LAND, 4), *rng.sample(sorted(usual), min(4, len(usual)))):
                check(
                    placement.why_not_place(s, Place(u, to)),
                    *reasons,
                    (to not in good and to in zone(s, 1 - side_of(s, u)), "7.6", "enemy zone"),
                    (to not in good and to in usual, "8.4.1", "is full"),
                    (to not in good, "7.6", "cannot be placed"),
                )
