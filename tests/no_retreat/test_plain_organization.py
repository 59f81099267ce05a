"""Organization and victory points, held against a plain reading of the book on random positions."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import components, piles, strategic_reserve, turn_events, victory
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISORGANIZED,
    FLIPPED,
    NO_RAIL,
    PLACED,
    RAIL,
    REMOVED,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
    WAITING,
)
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.organization import arrivals, flip, places, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState
from rasputitsa.titles.no_retreat.unit_steps import steps

from .plain import GERMANY, digital, plain_cities, plain_supply, traced
from .positions import AREAS, BALKANS, CITIES, FINLAND, OIL, army, at, face, holds, positions, side_of, spots
from .situation import place

OIL_WEST, OIL_EAST = sorted(OIL, key=lambda p: p not in GERMANY)


def cards(s: NoRetreatState, side: int) -> int:
    return sum(where == 1 + side for where in s.card)


def convertible(s: NoRetreatState, u: int) -> bool:
    data = s.game.data[u]
    return data.reduced is not None and data.full.paren and not data.reduced.paren


def two_steps(s: NoRetreatState, u: int) -> bool:
    """7.2.2, 7.3, 7.4 Soviet Fronts have two steps from turn 17 on, others with two sides always."""
    data = s.game.data[u]
    return data.reduced is not None and (data.side == "axis" or data.kind in ("regional", "ally") or s.turn >= 17)


# -- [7.1] to [7.5] the Flip Step ------------------------------------------------------------------------------------


def price(s: NoRetreatState, u: int) -> int:
    data = s.game.data[u]
    if data.side == "soviet":
        return 2 if data.full.shock else 1
    cheap = any(trait.startswith("ss-") for trait in data.traits) and s.game.edition != "digital-0.2"
    return 1 if cheap else 2


@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
@rule("7.1", "7.2", "7.3", "7.5", "14.5", "14.8", "6.5.1")
def test_a_unit_is_turned_over_when_rank_turn_supply_and_purse_allow(edition):
    rng = random.Random(91)
    for number, s in enumerate(positions(14, seed=91, editions=(edition,))):
        s.turn = (2, 3, 4, 5, 6, 12, 13, 16, 17, 18, 22, 23, 24, 28)[number]
        s.free_upgrades = rng.randint(0, 1)
        for side in (0, 1):
            s.phasing = side
            for card in rng.sample(range(len(s.card)), rng.choice((0, 1, 2))):
                s.card[card] = 1 + side
            linked = plain_cities(s, side) | traced(s, side, 4)
            for u in range(len(s.place)):
                s.marks[u] |= FLIPPED * (rng.random() < 0.1)
            for u in range(len(s.place)):
                data = s.game.data[u]
                mine = side_of(s, u) == side and s.place[u] >= 0 and data.reduced is not None
                mine = mine and not s.marks[u] & FLIPPED
                home = data.nation != "yugoslav" or s.place[u] in BALKANS
                weak = mine and not s.full[u] and not s.marks[u] & UNSUPPLIED and s.place[u] in linked and home
                axis_time = 5 <= s.turn <= 23 or edition == "digital-0.2"
                in_time = axis_time if data.side == "axis" else s.turn >= 17
                improve = weak and in_time and not convertible(s, u) and price(s, u) <= cards(s, side)
                assert (flip.why_not_improve(s, u) is None) == improve
                assert (flip.why_not_upgrade(s, u) is None) == (weak and side == 1 and s.free_upgrades > 0)
                away = data.namesake and s.place[u] != MAP.topology.index[data.namesake] and digital(s)
                cost = 2 if away else 1
                may = mine and convertible(s, u) and home
                fortify = may and s.turn >= 3 and not s.full[u] and cost <= cards(s, side)
                assert (flip.why_not_fortify(s, u) is None) == fortify
                assert (flip.why_not_revert(s, u) is None) == bool(may and s.full[u])
                if mine:
                    assert flip.improve_price(s, u) == price(s, u)
                    assert flip.fortify_price(s, u) == cost
                if improve or fortify or (may and s.full[u]) or (weak and side and s.free_upgrades):
                    assert u in flip.candidates(s)


@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
@rule("7.2.0", "7.2.1")
def test_free_upgrades_begin_on_turn_6_and_double_from_13_to_17(edition):
    s = next(positions(1, seed=1, editions=(edition,)))
    for turn in range(1, 29):
        s.turn, s.phasing = turn, 1
        late = 0 if digital(s) else 1
        assert flip.free_upgrades(s) == (0 if turn < 6 else 2 if 13 <= turn <= 17 else 1 if turn < 17 else late)
        s.phasing = 0
        assert flip.free_upgrades(s) == 0


@rule("7.2.2", "7.3", "7.4")
def test_a_full_unit_with_two_steps_takes_two_losses():
    for s in positions(12, seed=92):
        for u in army(s, 0) + army(s, 1):
            assert steps(s, u) == (2 if s.full[u] and two_steps(s, u) else 1)


# -- [7.6] to [7.9] who comes ----------------------------------------------------------------------------------------


@rule("7.7", "7.8", "7.9", "7.9.1", "13.5")
def test_shattered_units_and_those_due_come_and_the_lost_are_replaced_for_cards():
    rng = random.Random(93)
    boxes = (SHATTERED, TRACK, WAITING, DESTROYED, SURRENDERED, REMOVED, CADRES)
    for s in positions(36, seed=93):
        for side in (0, 1):
            s.phasing = side
            for card in rng.sample(range(len(s.card)), rng.choice((0, 1, 2, 3))):
                s.card[card] = 1 + side
        s.invaded, s.oil_lost, s.warsaw_lost = (rng.choice((0, s.turn, max(0, s.turn - 1))) for _ in range(3))
        for u, data in enumerate(s.game.data):
            if s.place[u] < 0 and data.option is None:
                s.put(u, WAITING if isinstance(data.arrival, str) and data.arrival != "start" else rng.choice(boxes))
                s.arrives[u], s.marks[u] = s.turn + rng.randint(-1, 1), PLACED * (rng.random() < 0.2)
                if s.place[u] == WAITING and not (isinstance(data.arrival, str) and data.arrival != "start"):
                    s.put(u, SHATTERED)
        s.memo.clear()
        since = {"GG": s.invaded, "Oil": s.oil_lost, "Warsaw": s.warsaw_lost}
        for side in (0, 1):
            due, lost = set(), set()
            ban = side == 0 and (s.turn < 5 or (s.game.edition == "digital-1.1" and s.turn > 23))
            ban = ban and s.game.edition != "digital-0.2"
            for u, data in enumerate(s.game.data):
                if side_of(s, u) != side:
                    continue
                fresh = not s.marks[u] & PLACED
                opened = s.place[u] == WAITING and 0 < since[data.arrival] < s.turn
                if (s.place[u] == SHATTERED and fresh) or (s.place[u] == TRACK and s.arrives[u] <= s.turn) or opened:
                    due.add(u)
                cost = 2 if s.place[u] == SURRENDERED or data.full.shock else 1
                if s.place[u] in (DESTROYED, SURRENDERED):
                    assert arrivals.price(s, u) == cost
                    if fresh and not ban and cost <= cards(s, side) - (s.owed if side == s.phasing else 0):
                        lost.add(u)
                assert arrivals.comes(s, u) == (u in due)
            assert set(arrivals.comers(s, side)) == due
            assert set(arrivals.replaceable(s, side)) == lost
            assert arrivals.may_replace(s, side) != ban
            s.event_vp = rng.randint(-6, 6)
            ss = {u for u in range(len(s.place)) if s.place[u] == REMOVED and "ss-panzer" in s.game.data[u].traits}
            payable = s.event_vp - 2 >= -6 or s.game.edition == "digital-0.2"
            wanted = ss if side == 0 and s.turn >= 23 and payable else set()
            assert set(arrivals.recallable(s, side)) == wanted


@rule("7.9.2", "7.3", "7.2.2")
def test_two_step_units_come_back_reduced_and_brittle_fronts_as_they_were():
    for s in positions(12, seed=94):
        for u in army(s, 0) + army(s, 1):
            assert arrivals.replacement_side(s, u) == (0 if two_steps(s, u) else s.full[u])


@rule("14.9.4")
def test_a_lost_unit_is_rebuilt_around_a_cadre_with_an_overland_path():
    rng = random.Random(95)
    for s in positions(10, seed=95, editions=("board", "board", "digital-1.1", "digital-0.2")):
        for u in rng.sample(army(s, 0) + army(s, 1), 6):
            box = rng.choice((SHATTERED, DESTROYED, SURRENDERED))
            s.put(u, box)
            s.memo.clear()
            side, kind = side_of(s, u), s.game.data[u].kind
            linked = plain_cities(s, side) | traced(s, side, 4)
            found = {c for c in army(s, side) if s.game.data[c].kind == "cadre" and s.place[c] in linked}
            room = set()
            for cadre in found:
                here = [x for x in {u, *at(s, s.place[cadre])} - {cadre} if s.game.data[x].id != "rezervy"]
                tank = any(face(s, x).type == "armor" for x in here) and not any(face(s, x).paren for x in here)
                both = side == 0 or s.turn >= 23 or (tank and (s.turn > 11 or (s.turn == 11 and s.phasing == 1)))
                if s.game.data[u].id == "rezervy" or len(here) <= (2 if both else 1):
                    room.add(cadre)
            never = s.game.edition == "digital-0.2" or kind == "cadre"
            never = never or (box == SHATTERED and s.game.edition == "digital-1.1")
            assert set(places.cadres_for(s, u)) == (set() if never else room)


@rule("O.3", book="no-retreat-digital")
def test_only_a_unit_just_placed_and_disorganized_takes_in_a_cadre():
    rng = random.Random(96)
    for s in positions(24, seed=96, dense=0.9):
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= PLACED * (rng.random() < 0.7) | DISORGANIZED * (rng.random() < 0.7)
            if s.game.data[u].kind == "cadre":
                s.put(u, rng.choice([s.place[x] for x in army(s, side_of(s, u))]))
        for u in army(s, 0) + army(s, 1):
            new = s.marks[u] & PLACED and s.marks[u] & DISORGANIZED and s.game.edition == "digital-1.1"
            beside = [x for x in at(s, s.place[u]) if x != u and s.game.data[x].kind == "cadre"]
            assert reorganization.cadres_beside(s, u) == (beside if new else [])


@rule("13.5", "13.5.16", "13.5.18")
def test_units_that_wait_for_the_invasion_arrive_where_their_box_says():
    for s in positions(12, seed=97):
        for u, data in enumerate(s.game.data):
            if data.placement is None or s.place[u] >= 0:
                continue
            side, own = side_of(s, u), data.placement
            foe = {p for x in army(s, 1 - side) for p in [s.place[x]]}
            areas = {MAP.topology.index[name] for name in own.areas} - foe
            wanted = areas
            if own.of is not None:
                middle = MAP.topology.index[own.of]
                linked = plain_linked(s, side)
                enemy = {p for p in (*CITIES, *OIL) if not holds(s, side, p)}
                near = {p for p in linked if (MAP.topology.distance(middle, p) or 0) <= own.within}
                near = {p for p in near if not at(s, p) and not s.zoc[1 - side] >> p & 1 and p not in enemy}
                wanted = near - set(AREAS) | {p for p in areas if not s.zoc[1 - side] >> p & 1}
            assert spots(places.first_places(s, u)) == wanted


def plain_linked(s: NoRetreatState, side: int) -> set[int]:
    """Empty places outside enemy zones with an overland path."""
    return {p for p in traced(s, side, 4) if MAP.playable >> p & 1}


# -- [14.12] the Strategic Reserve -------------------------------------------------------------------------------------


@rule("14.12.1")
def test_the_strategic_reserve_is_a_supplied_mobile_unit_or_one_in_the_box():
    rng = random.Random(98)
    for s in positions(15, seed=98):
        for u in rng.sample(army(s, 1), rng.randint(0, 4)):
            s.put(u, RAIL)
        if rng.random() < 0.3:
            s.put(s.game.paratroop, RAIL)
        boxed = [u for u in range(len(s.place)) if s.place[u] == RAIL and s.game.data[u].id != "paratroop"]
        s.reserve = boxed[0] if boxed and rng.random() < 0.5 else -1
        s.effects = [(NO_RAIL, rng.randint(0, 1), s.turn)] if rng.random() < 0.4 else []
        s.memo.clear()
        cut = any(side == 0 for _, side, _ in s.effects)
        fed = plain_supply(s, 1)
        wanted = {u for u in boxed if u != s.reserve}
        if len(boxed) < 3 and not cut:
            wanted |= {u for u in fed if fed[u] and face(s, u).move and not s.marks[u] & UNSUPPLIED}
        assert {u for u in range(len(s.place)) if strategic_reserve.why_not_hold(s, u) is None} == wanted
        assert set(strategic_reserve.holdable(s)) == wanted


# -- [12.0] victory, [5.2] draws ---------------------------------------------------------------------------------------


@rule("12.7", "12.7.2", "12.7.4", "12.1")
def test_victory_points_are_hexes_finland_and_the_round_marker():
    rng = random.Random(99)
    for s in positions(12, seed=99):
        s.in_1945, s.event_vp, s.initiative = rng.randint(0, 1), rng.randint(-6, 6), rng.randint(0, 1)
        for side in (0, 1):
            counted = [p for p in (*CITIES, *OIL) if holds(s, side, p) and (p in GERMANY or not s.in_1945)]
            guests = [u for u in at(s, FINLAND) if side_of(s, u) == side and s.game.data[u].kind != "cadre"]
            guests = [u for u in guests if side or s.game.data[u].nation == "german"]
            score = len(counted) + (s.event_vp if side == 0 else -s.event_vp)
            assert points.holds_finland(s, side) == bool(guests)
            assert points.vps(s, side) == score + (bool(guests) and not s.in_1945)
            fed = plain_cities(s, side) | traced(s, side, 4) | coast(s, side) | beside(s, side)
            goals = spots(MAP.objectives[("axis", "soviet")[side]])
            held = [p for p in goals if holds(s, side, p) and p in fed]
            assert victory.secured(s, side, s.game.objectives[side]) == len(held)
            late = s.initiative == 1 if digital(s) else s.turn >= 12
            needed = 3 if side or not late else 4
            assert victory.has_objectives(s, side) == (len(held) >= needed)


def coast(s: NoRetreatState, side: int) -> set[int]:
    seas = ["black", *(["caspian"] if side else [])]
    seas += ["baltic"] if side == 0 or place("Leningrad") in plain_cities(s, side) else []
    found = {p for sea in seas for p in spots(MAP.coasts[sea])}
    return found | ({place("613")} if s.game.edition == "digital-0.2" else set())


def beside(s: NoRetreatState, side: int) -> set[int]:
    linked = plain_cities(s, side) | traced(s, side, 4)
    return {q for u in army(s, side) if s.place[u] in linked for q in MAP.topology.neighbours[s.place[u]]}


@rule("12.7.4")
def test_the_round_marker_stops_at_six_and_pays_only_as_far_as_it_can_go():
    for s in positions(2, seed=1, editions=("board", "digital-0.2")):
        limit = 6 if s.game.edition == "board" else 99
        for start in range(-6, 7):
            for side in (0, 1):
                for gain in (1, 2, 3):
                    s.event_vp = start
                    moved = start + (gain if side == 0 else -gain)
                    kept = max(-limit, min(limit, moved))
                    assert points.score(s, side, gain, "12.7", "a test") == abs(kept - start)
                    assert s.event_vp == kept
                    s.event_vp = start
                    own = start if side == 0 else -start
                    assert points.may_pay(s, side, gain) == (own - gain >= -limit)
                    points.pay(s, side, gain, "12.7", "a test")
                    assert s.event_vp == start + (-gain if side == 0 else gain)


@rule("5.2", "13.5")
def test_the_draw_is_four_cards_more_or_less_what_was_lost_and_the_turn_gives():
    rng = random.Random(100)
    extra = components.turn_effects()["soviet-extra-card"]
    reich = components.turn_effects()["reich-defenses"]
    for s in positions(45, seed=100):
        s.draw_debt = [rng.choice((0, 0, 1, 2, 9)), rng.choice((0, 0, 1, 2, 9))]
        axis = 4 - (not holds(s, 0, OIL_WEST)) + (8 <= s.turn <= 9)
        axis = max(0, axis - s.draw_debt[0])
        if reich.first <= s.turn <= reich.last:
            axis = 1
        soviet = 4 - holds(s, 0, place("Moscow")) - holds(s, 0, OIL_EAST) + (extra.first <= s.turn <= extra.last)
        assert piles.draw_rate(s, 0) == axis
        assert piles.draw_rate(s, 1) == max(0, soviet - s.draw_debt[1])


@rule("13.1", "13.1.6")
def test_a_second_snow_turn_in_a_row_is_a_long_winter():
    s = next(positions(1, seed=1))
    clear, mud, snow, long_winter = range(4)
    for turn in range(1, 28):
        for before in (clear, mud, snow):
            for now in (clear, mud, snow):
                s.sky[turn - 1], s.sky[turn] = before, now
                both = before == now == snow and turn > 1
                assert turn_events.weather_of(s, turn) == (long_winter if both else now)
