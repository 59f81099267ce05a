"""Dice and draws have the chances of the book; what is thought of beforehand is what comes to pass."""

from __future__ import annotations

import random

from rasputitsa.kernel import Action
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, cards, components, movement, payment, stacking, supply, zones
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.cards import Draw, Toss
from rasputitsa.titles.no_retreat.actions.combat import BattleDie
from rasputitsa.titles.no_retreat.actions.events import Saves, WeatherDie
from rasputitsa.titles.no_retreat.actions.optional import Lose
from rasputitsa.titles.no_retreat.codes import (
    DISCARDED,
    DRAW_PILE,
    FED,
    FOUGHT,
    GHOST,
    HASTE,
    MOVED,
    NO_RAIL,
    RAIL,
    SCORCHED,
    SEEN,
    SHATTERED,
    UNSUPPLIED,
    WORKS,
)
from rasputitsa.titles.no_retreat.combat import allocate, battle, battles, declare, report
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.events import lasting, weather
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.optional import no_surrender, units
from rasputitsa.titles.no_retreat.organization import placement, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import EDGES, plain_cities, roads
from .positions import EDITIONS, army, at, face, places, positions
from .test_plain_battle import declared, fits
from .test_plain_map import plain_range
from .test_plain_results import fights


def alone(s: NoRetreatState, step: type, *numbers: int) -> NoRetreatState:
    """Only this step is under way."""
    s.memo.clear()
    s.stack.clear()
    s.push(step, *numbers)
    return s


def one_to_six(s: NoRetreatState, die: type, other: Action) -> None:
    assert s.step.outcomes(s) == [(die(n), 1) for n in range(1, 7)]
    assert [s.why_not(die(n)) is None for n in range(8)] == [False, *[True] * 6, False]
    assert s.why_not(other) is not None
    rng = random.Random(1)
    assert {s.step.sample(s, rng) for _ in range(120)} == {die(n) for n in range(1, 7)}


@rule("10.5", "14.14", "15.6", "5.2")
def test_every_face_of_a_die_and_every_card_is_as_likely():
    for edition in EDITIONS:
        s = next(positions(1, seed=5, editions=(edition,)))
        one_to_six(alone(s, battle.RollStep), BattleDie, WeatherDie(3))
        one_to_six(alone(s, battle.ContestStep, 0), BattleDie, WeatherDie(3))
        one_to_six(alone(s, weather.FickleWeather, 4), WeatherDie, BattleDie(3))
        for side, name in enumerate(("axis", "soviet")):
            deck = list(s.game.deck_of[side])
            hand, pile = deck[:3], deck[5:12]
            for card in deck:
                s.card[card] = 1 + side if card in hand else DRAW_PILE if card in pile else DISCARDED
            enemy = ("axis", "soviet")[1 - side]
            alone(s, cards.Drawing, side, 2)
            assert s.step.outcomes(s) == [(Draw(name, card), 1) for card in pile]
            assert {c for c in range(len(s.card)) if s.why_not(Draw(name, c)) is None} == set(pile)
            assert s.why_not(Draw(enemy, pile[0])) is not None
            alone(s, no_surrender.RandomLoss, side)
            assert s.step.outcomes(s) == [(Lose(name, card), 1) for card in hand]
            assert {c for c in range(len(s.card)) if s.why_not(Lose(name, c)) is None} == set(hand)
            assert s.why_not(Lose(enemy, hand[0])) is not None


@rule("8.1", "8.5")
def test_a_range_is_shown_as_if_the_unit_had_not_moved_yet():
    caps = (99, 3, 4, 4)
    for s in positions(5, seed=201):
        for u in army(s, 0)[:8] + army(s, 1)[:8]:
            s.mover, s.mover_left = u, 1
            s.marks[u] |= MOVED
            points = min(face(s, u).move, caps[s.weather])
            points = min(points, 3) if s.marks[u] & UNSUPPLIED else points
            assert movement.free_range(s, u).costs() == plain_range(s, u, points, False)
            assert (s.mover, s.mover_left) == (u, 1)


@rule("6.1", "6.3")
def test_supply_is_shown_to_come_from_supplied_cities_and_open_edge_hexes():
    for s in positions(9, seed=202):
        for side in (0, 1):
            wanted = plain_cities(s, side) | EDGES[side] & roads(s, side)
            assert supply.sources(s, side) == sorted(wanted)


@rule("8.4.1", "13.5.3")
def test_as_many_units_as_places_find_room_and_more_beside_tanks():
    rng = random.Random(203)
    for number, s in enumerate(positions(12, seed=203)):
        s.turn = (5, 11, 12, 22, 23)[number % 5]
        for side in (0, 1):
            some = rng.sample(army(s, side), 6)
            tanks = sum(face(s, u).type == "armor" for u in some)
            for empty in range(4):
                room = 2 * empty if side == 0 or s.turn >= 23 else empty
                begun = s.turn > 11 or (s.turn == 11 and s.phasing == 1)
                more = min(empty, tanks) if side and s.turn < 23 and begun else 0
                assert stacking.capacity(s, side, some, empty) == room + more


@rule("10.5")
def test_the_tables_shown_are_those_of_both_sides():
    combat = components.tables().combat
    found = report.tables()
    assert [table.id for table in found] == ["axis", "soviet"]
    assert [table.rows for table in found] == [[list(row) for row in rows] for rows in (combat.axis, combat.soviet)]
    assert all(table.columns == list(combat.columns) for table in found)


@rule("10.1", "10.1.1", "10.3.4")
def test_all_out_everyone_near_attacks_who_may_and_has_not_yet():
    for s, _ in declared(12, 204, EDITIONS):
        for hex_ in places(s, 1 - s.phasing):
            shown = declare.all_out(s, hex_)
            near = [u for u in army(s, s.phasing) if fits(s, u, hex_) and not s.marks[u] & FOUGHT]
            assert (shown.side, list(shown.attackers), list(shown.fields)) == (s.phasing, near, [hex_])
            white = [u for u in at(s, hex_) if hex_ in s.blows and face(s, u).white]
            assert list(shown.defenders) == [u for u in at(s, hex_) if u not in white]


@rule("10.2")
def test_the_hexes_that_attackers_are_picked_for():
    for s, rng in declared(15, 205, EDITIONS):
        for _ in range(rng.randint(0, 2)):
            moves = [(u, h) for u in army(s, s.phasing) for h in allocate.candidates(s, u)]
            moves = [(u, h) for u, h in moves if allocate.why_not_join(s, u, h) is None]
            if moves:
                allocate.join(s, *rng.choice(moves))
                s.memo.clear()
        open_ = [h for h in (*s.targets, *s.blows) if not s.struck >> h & 1]
        first = dict(s.joint)
        taken = {s.allocated[u] for u in army(s, s.phasing) if s.allocated[u] >= 0}
        served = [h for h in open_ if first.get(h, h) in taken]
        empty = [h for h in open_ if h not in served]
        assert battles.Allocation().aims(s) == [*empty, *served]
        if s.game.edition == "board":
            assert battles.Battles().aims(s) == (served or empty)
        assert sorted(battles.AllocatedBattles().aims(s)) == sorted(taken)


@rule("10.7.1")
def test_a_saved_unit_is_shattered_and_no_more_among_the_fallen():
    for s, _ in fights(6, 206):
        lost = (s.attackers + s.defenders)[:3]
        s.fallen = [(u, s.place[u], 0) for u in lost]
        for u in lost:
            new = s.copy()
            DEEDS[kinds.Save].choose(new, Now(0, 0, "loss"), kinds.Save(to="shattered"), Saves(0, u))
            assert new.place[u] == SHATTERED and [x for x, *_ in new.fallen] == [x for x in lost if x != u]


@rule("15.1")
def test_a_part_with_a_single_place_forms_there_unasked():
    found = 0
    for s in positions(4, seed=207, editions=("board",), abteilung=True):
        part = s.game.unit["abteilung-hollidt"]
        for origin in sorted(places(s, 0))[:12]:
            spots = units.form_places(s, part, origin)
            if spots.bit_count() == 1:
                found += 1
                new = alone(s.copy(), units.Detaching, part, origin)
                assert new.step.side(new) is None
                new.step.advance(new)
                assert 1 << new.place[part] == spots
    assert found


@rule("15.5")
def test_a_marked_card_pays_for_a_second_unit():
    marked = [(c, side) for c in range(len(CARDS)) for side in (0, 1) if CARDS[c].events[side]]
    s = next(positions(1, seed=208, editions=("board",), faster_reorganization=True))
    for card, side in marked:
        if card not in s.game.deck_of[side]:
            continue
        s.initiative, s.phasing = side, side
        s.card[card] = 1 + side
        alone(s, reorganization.ReorganizationStep)
        s.push(reorganization.PayReorganization, side, 1)
        reorganization.PayForTwo().do(s, Toss(card))
        second = reorganization.is_marked(s, card, side)
        assert s.frame == ((reorganization.ReorganizationStep.id, 1) if second else s.frame[:1])
        assert s.card[card] == DISCARDED


@rule("7.9")
def test_a_higher_price_is_paid_or_the_replacement_taken_back():
    for s in positions(6, seed=209):
        side = s.phasing
        u = army(s, side)[0]
        to = s.place[u]
        s.put(u, -3)
        for card in list(s.game.deck_of[side])[:4]:
            s.card[card] = 1 + side
        s.surcharge = 1
        for choice, back in ((placement.PayHigherPrice(), True), (placement.TakeReplacementBack(), False)):
            new = alone(s.copy(), placement.Replacement, u, to, -1)
            choice.do(new, choice.action())
            assert (new.place[u] == to) == back
            assert any(frame[0] == payment.Pay.id for frame in new.stack) == (back and not new.owed)


@rule("5.3.4", "6.5.5", "8.5", "9.1")
def test_what_an_event_leaves_behind_speaks_of_its_own_unit_only():
    s = next(positions(1, seed=210))
    for side in (0, 1):
        one, other = army(s, side)[3:5]
        for kind in (GHOST, FED, SEEN, NO_RAIL, HASTE):
            s.effects = [(kind, side, s.turn, *((2, one) if kind == HASTE else (one,)))]
            for u in (one, other):
                mine = u == one
                assert supply.relieved(s, u) == (kind == FED and mine)
                free = kind == GHOST and mine
                assert zones.enemy_zone(s, u) == (0 if free else s.zoc[1 - side])
                assert movement.bonus_move(s, u) == (2 if kind == HASTE and mine else 0)
            for owner in (0, 1):
                assert lasting.rail_blocked(s, owner) == (kind == NO_RAIL and owner != side)
                assert lasting.known_cards(s, owner) == ([one] if kind == SEEN and owner == side else [])


@rule("3.0", "4.0", "9.1")
def test_the_first_player_turn_of_a_scenario_begins_like_any_other():
    rng = random.Random(211)
    for scenario in components.scenarios():
        s = TITLE.setup(TITLE.prepare(scenario.id, "board", {}))
        s.settle()
        while s.side == "chance" or s.step.name == "OpeningDiscard":
            s.apply(s.sample(rng))
        assert (s.free_entrains, s.captured) == (components.tables().limits.free_rail_moves, 0)
        assert s.phasing == ("axis", "soviet").index(scenario.first_side)


@rule("14.13", "14.12.1", "15.3.4")
def test_what_depends_on_a_unit_goes_when_it_goes():
    for s in positions(6, seed=212, dense=0.9):
        for side in (0, 1):
            for spot in sorted(places(s, side))[:10]:
                here = at(s, spot)
                s.works = [(WORKS, spot, side), (SCORCHED, spot, 1 - side), (WORKS, spot + 1, side)]
                for number, u in enumerate(here):
                    s.local_support[side] = u
                    if number % 2:
                        s.put(u, RAIL)
                    else:
                        s.send(u, SHATTERED)
                    assert s.local_support[side] == (u if number % 2 else -1)
                    last = number == len(here) - 1
                    assert ((WORKS, spot, side) in s.works) == (not last)
                    assert {(SCORCHED, spot, 1 - side), (WORKS, spot + 1, side)} <= set(s.works)
        first, second = army(s, 1)[:2]
        for u in (first, second):
            s.put(u, RAIL)
        s.reserve = first
        s.put(second, SHATTERED)
        s.put(first, RAIL)
        assert s.reserve == first
        s.put(first, SHATTERED)
        assert s.reserve == -1
