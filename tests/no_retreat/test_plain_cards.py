"""Cards, weather, control and the course of a turn, held against a plain reading."""

from __future__ import annotations

import heapq
import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import (
    cards,
    components,
    control,
    deck,
    hidden,
    movement,
    piles,
    removal,
    sequence,
    turn_events,
    victory,
)
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.cards import Draw
from rasputitsa.titles.no_retreat.actions.events import WeatherDie
from rasputitsa.titles.no_retreat.actions.optional import Lose
from rasputitsa.titles.no_retreat.codes import (
    DESTROYED,
    DISCARDED,
    DISORGANIZED,
    DRAW_PILE,
    FED,
    FOR_1945,
    GHOST,
    GONE,
    HASTE,
    HASTENED,
    MOVED,
    NO_RAIL,
    NO_SUDDEN_DEATH,
    OFFENSIVE,
    OUT,
    RAIL,
    REMOVED,
    SCORCHED,
    SEEN,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
    WEATHERS,
    WORKS,
)
from rasputitsa.titles.no_retreat.deck import CARDS, EVENTS
from rasputitsa.titles.no_retreat.events import lasting, play, weather
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.optional import no_surrender
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import GERMANY, digital, enterable, plain_supply
from .positions import (
    CITIES,
    LAND,
    OIL,
    army,
    face,
    holds,
    open_to,
    places,
    positions,
    side_of,
    zone,
)
from .test_plain_map import step_cost

SIDES = ("axis", "soviet")


def shuffled(count: int, seed: int) -> list[tuple[NoRetreatState, random.Random]]:
    """Random positions with the cards dealt about."""
    rng, found = random.Random(seed), []
    for s in positions(count, seed=seed, dense=0.2):
        for c in {c for cards_ in s.game.deck_of for c in cards_}:
            own = 1 + SIDES.index(CARDS[c].side) if CARDS[c].side else rng.choice((1, 2))
            s.card[c] = rng.choice((DRAW_PILE, DRAW_PILE, own, DISCARDED, GONE, FOR_1945))
            if s.card[c] == DISCARDED:
                s.discards.append(c)
        rng.shuffle(s.discards)
        found.append((s, rng))
    return found


# -- [5.0] piles and hands ------------------------------------------------------------------------------


@rule("5.0", "5.2")
def test_every_card_of_the_draw_pile_is_as_likely():
    for s, _ in shuffled(6, 141):
        for side in (0, 1):
            own = [c for c, card in enumerate(CARDS) if card.side == (SIDES[side] if digital(s) else "")]
            pile = [c for c in own if s.card[c] == DRAW_PILE and not CARDS[c].joker]
            assert piles.draw_pile(s, side) == pile and piles.pile_size(s, side) == len(pile)
            step = cards.Drawing()
            s.stack.append((step.id, side, 1))
            assert step.outcomes(s) == [(Draw(SIDES[side], c), 1) for c in pile]
            for c in range(len(CARDS)):
                assert (step.why_not(s, Draw(SIDES[side], c)) is None) == (c in pile)
                assert step.why_not(s, Draw(SIDES[1 - side], c)) is not None
            s.stack.pop()
            assert [piles.drawn_at(s, side, (n + 0.5) / len(pile)) for n in range(len(pile))] == pile
            thrown = [c for c in s.discards if c in own]
            assert piles.discarded(s, side) == thrown


@rule("5.0")
def test_the_discards_of_a_deck_are_shuffled_back():
    for s, rng in shuffled(6, 142):
        side = rng.randint(0, 1)
        before, thrown = bytes(s.card), piles.discarded(s, side)
        others = [c for c in s.discards if c not in thrown]
        piles.reshuffle(s, side)
        assert s.discards == others
        assert all(s.card[c] == (DRAW_PILE if c in thrown else before[c]) for c in range(len(CARDS)))


@rule("5.5")
def test_in_1945_old_cards_leave_and_new_ones_join():
    for s, _ in shuffled(9, 143):
        before = bytes(s.card)
        piles.renew_1945(s)
        for c, card in enumerate(CARDS):
            if card.leaves_1945 and before[c] in (DRAW_PILE, 1, 2, DISCARDED):
                assert s.card[c] == GONE
            elif before[c] == FOR_1945 or (before[c] == DISCARDED and not digital(s)):
                assert s.card[c] == DRAW_PILE
            else:
                assert s.card[c] == before[c]
        assert s.discards == [c for c in s.discards if s.card[c] == DISCARDED]
        assert (len(s.discards) > 0) <= digital(s)


@rule("C.7", book="no-retreat-digital")
def test_a_side_cannot_tell_where_the_enemys_unseen_cards_are():
    for s, rng in shuffled(9, 144):
        for side in (0, 1):
            held = [c for c in range(len(CARDS)) if s.card[c] == 2 - side]
            seen = rng.sample(held, min(2, len(held)))
            s.effects = [(SEEN, side, 99, c) for c in seen]
            s.effects += [(SEEN, 1 - side, 99, c) for c in held]
            lying = {2 - side, DRAW_PILE} | ({DISCARDED} if digital(s) else set())
            wanted = [c for c in s.game.deck_of[1 - side] if s.card[c] in lying and c not in seen]
            assert hidden.unseen(s, side) == wanted
            new = hidden.imagine(s, SIDES[side], rng)
            changed = [c for c in range(len(CARDS)) if new.card[c] != s.card[c]]
            assert set(changed) <= set(wanted)
            assert sorted(new.card) == sorted(s.card)
            assert set(new.discards) == {c for c in range(len(CARDS)) if new.card[c] == DISCARDED}
            for c in wanted:
                if any(EVENTS[deck.EVENT[e]].mandatory for e in CARDS[c].events[1 - side]) and c in changed:
                    assert new.card[c] != 2 - side


@rule("5.3", "5.3.1")
def test_a_card_is_offered_at_the_moments_of_its_events():
    for side in (0, 1):
        for rails in (False, True):
            for moment in deck.MOMENTS:
                wanted = {}
                for number, card in enumerate(CARDS):
                    fit = []
                    for name in card.events[side]:
                        event = components.events()[name]
                        when = event.timing
                        if rails and any(isinstance(e, kinds.Rail) for e in event.effects):
                            when = ("organization",)
                        elif rails and any(isinstance(e, kinds.BlockRail) for e in event.effects):
                            when = ("before-enemy-organization",)
                        if not event.mandatory and event.side == SIDES[side] and ({moment, "any"} & set(when)):
                            fit.append(deck.EVENT[name])
                    if fit:
                        wanted[number] = tuple(fit)
                assert deck.offers(moment, side, rails) == wanted
                look = deck.whereabouts(moment, side, rails)
                row = bytearray(range(len(CARDS)))
                assert set(look(row)) == set(wanted)
        for number, event in enumerate(EVENTS):
            found = [c for c, card in enumerate(CARDS) if event.id in card.events[side]]
            alone = [c for c in found if len(CARDS[c].events[side]) == 1]
            assert list(deck.carriers(number, side)) == alone + [c for c in found if c not in alone]


@rule("5.3", "15.7")
def test_a_side_holds_what_its_cards_offer_and_the_joker_when_it_has_it():
    for s, rng in shuffled(9, 145):
        s.joker = rng.choice((-1, 0, 1))
        for side in (0, 1):
            hand = [c for c in range(len(CARDS)) if s.card[c] == 1 + side]
            mine = [*hand, deck.JOKER] if s.joker == side else hand
            assert list(play.in_hand(s, side)) == mine
            for moment in deck.MOMENTS:
                wanted = deck.offers(moment, side, digital(s))
                pairs = [(event, c) for c in mine for event in wanted.get(c, ())]
                assert play.held(s, side, moment) == pairs
                assert play.holds(s, side, moment) == bool(pairs)
                assert play.cards(s, side, moment) == list(dict.fromkeys(c for _, c in pairs))
            for number in range(len(EVENTS)):
                own = [c for c in deck.carriers(number, side) if c in mine]
                assert play.usual_card(s, side, number) == (own[0] if own else -1)


@rule("4.0", "5.3.4", "14.13")
def test_what_was_good_for_one_player_turn_is_void_in_the_next():
    for s, rng in shuffled(6, 146):
        kept = [(SEEN, 0, 99, 3), (NO_SUDDEN_DEATH, 1, s.turn)]
        gone = [(kind, rng.randint(0, 1), s.turn, 1, 1) for kind in (HASTE, GHOST, NO_RAIL, FED, OFFENSIVE)]
        gone.append((NO_SUDDEN_DEATH, 1, s.turn - 1))
        s.effects = rng.sample(kept + gone, len(kept + gone))
        side = rng.randint(0, 1)
        s.works = [(WORKS, 5, 0), (WORKS, 6, 1), (SCORCHED, 7, side), (SCORCHED, 8, 1 - side)]
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= HASTENED
        s.played, s.captured, s.mover, s.mover_left, s.free_entrains, s.free_upgrades = [1], 3, 2, 2, 0, 2
        sequence.start_player_turn(s, side)
        assert sorted(s.effects) == sorted(kept)
        assert s.works == [(WORKS, 5, 0), (WORKS, 6, 1), (SCORCHED, 7, side)]
        assert not any(mark & HASTENED for mark in s.marks)
        assert (s.phasing, s.played, s.captured, s.mover, s.mover_left) == (side, [], 0, -1, 0)
        assert (s.free_entrains, s.free_upgrades) == (1, 0)
        lasting.note(s, NO_RAIL, side)
        assert lasting.rail_blocked(s, 1 - side) and not lasting.rail_blocked(s, side)


# -- [14.14] weather ------------------------------------------------------------------------------------


@rule("14.14.1", "14.14.2", "14.14.3", "13.1")
def test_a_weather_card_changes_the_marker_of_this_turn_or_the_next():
    for s in positions(1, seed=1, editions=("board",)):
        for s.turn in range(1, 28):
            for when in ("next", "current-or-next"):
                variable = [t for t in (s.turn, s.turn + 1) if t <= 28 and s.game.turns[t].reverse]
                wanted = [t for t in variable if t > s.turn or when == "current-or-next"]
                turn = wanted[0] if wanted else 0
                for to in ("clear", "mud", "snow", "other"):
                    effect = kinds.Weather(turn=when, to=to)
                    assert weather.concerned(s, effect) == turn
                    if not turn:
                        continue
                    box = s.game.turns[turn]
                    sides = [WEATHERS.index(box.weather), WEATHERS.index(box.reverse)]
                    for shown in sides:
                        s.sky[turn], s.snowed = shown, 0
                        s.weather = 0
                        DEEDS[kinds.Weather].happen(s, Now(0, 0, "draw"), effect)
                        other = sides[1 - sides.index(shown)]
                        named = WEATHERS.index(to) if to != "other" else -1
                        now = other if to == "other" else named if named in sides else shown
                        assert s.sky[turn] == now
                        if turn == s.turn and (to == "other" or named in sides):
                            assert s.weather == turn_events.weather_of(s, turn)
                            assert s.snowed == (turn if s.weather == 2 and turn <= 5 else 0)
                    s.sky[turn] = sides[0]


@rule("14.14")
def test_fickle_weather_turns_the_marker_on_4_5_or_6():
    s = next(positions(1, seed=1, editions=("board",)))
    turn = next(t for t in range(2, 28) if s.game.turns[t].reverse)
    s.turn = turn - 1
    step = weather.FickleWeather()
    for die in range(8):
        fine = 1 <= die <= 6
        assert (step.why_not(s, WeatherDie(die)) is None) == fine
        if fine:
            before = s.sky[turn]
            s.stack.append((step.id, turn))
            step.apply(s, WeatherDie(die))
            assert (s.sky[turn] != before) == (die >= 4)
    assert step.why_not(s, Draw("axis", 1)) is not None
    assert step.outcomes(s) == [(WeatherDie(die), 1) for die in range(1, 7)]


# -- [12.7.1] control and moves -------------------------------------------------------------------------


@rule("12.7.1", "13.5")
def test_who_enters_last_controls_and_the_first_loss_of_oil_and_warsaw_is_noted():
    rng = random.Random(147)
    for s in positions(12, seed=147, dense=0.1):
        s.oil_lost, s.warsaw_lost, s.captured = 0, 0, 0
        oil, warsaw = s.game.ploesti, s.game.warsaw
        first = {oil: 0, warsaw: 0}
        taken = set()
        for _ in range(60):
            spot, side = rng.choice((*CITIES, *OIL, oil, warsaw, *LAND[:9])), rng.randint(0, 1)
            s.turn = rng.randint(1, 28)
            prize = spot in CITIES or spot in OIL
            changed = prize and not holds(s, side, spot)
            if changed and side and spot in first and not first[spot]:
                first[spot] = s.turn
            before = s.axis_held
            control.take_control(s, spot, side)
            assert s.axis_held == (before ^ (1 << spot) if changed else before)
            taken |= {spot} if changed else set()
            assert s.captured == sum(1 << p for p in taken)
            assert (s.oil_lost, s.warsaw_lost) == (first[oil], first[warsaw])
        for s.turn in range(1, 29):
            for box, turn in (("Oil", first[oil]), ("Warsaw", first[warsaw]), ("GG", s.invaded)):
                assert control.opened(s, box) == (0 < turn < s.turn)
            assert control.oil_is_lost(s) == (0 < first[oil] < s.turn)


@rule("13.5", "13.5.15")
def test_greater_germany_is_invaded_by_the_first_red_unit_that_crosses_the_border():
    rng = random.Random(148)
    for s in positions(12, seed=148):
        for u in army(s, 0) + army(s, 1):
            s.invaded = rng.choice((0, 0, 3))
            before = s.invaded
            path = rng.sample(LAND, 2)
            data = s.game.data[u]
            red = data.nation == "soviet" and data.reduced is not None and s.full[u]
            control.notice_border(s, u, path)
            crossed = any(p in GERMANY for p in path)
            assert s.invaded == (before or (s.turn if red and crossed else 0))


def richest(s: NoRetreatState, u: int, points: int) -> dict[int, tuple[int, int]]:
    """For each place in range the cheapest cost, and the most enemy cities that a path of that cost enters."""
    start, armor, side = s.place[u], face(s, u).type == "armor", side_of(s, u)
    foe, mine, may = zone(s, 1 - side), places(s, side), enterable(s, u)
    best = {start: (0, 0)}
    todo = [(0, 0, start)]
    while todo:
        spent, minus, p = heapq.heappop(todo)
        if (spent, minus) > best[p] or (p in foe and p != start):
            continue
        for q in open_to(p):
            bound = p == start and p in foe
            if q not in may or (bound and q in foe and q not in mine):
                continue
            cost = spent + step_cost(s, armor, p, q) + bound
            prize = (q in CITIES or q in OIL) and not holds(s, side, q)
            key = (cost, minus - prize)
            if cost <= points and key < best.get(q, (99, 0)):
                best[q] = key
                heapq.heappush(todo, (*key, q))
    return {q: (cost, -minus) for q, (cost, minus) in best.items() if q != start}


@rule("8.0", "8.5.1", "12.7.1")
def test_a_move_pays_stops_in_a_zone_and_takes_what_it_passes():
    rng = random.Random(149)
    for s in positions(18, seed=149, dense=0.25, weather="clear"):
        s.axis_held = sum(1 << p for p in (*CITIES, *OIL) if s.phasing and p not in places(s, 1))
        s.invaded = 0
        for u in army(s, s.phasing):
            if not face(s, u).move:
                continue
            s.memo.clear()
            points = movement.allowance(s, u)
            found = richest(s, u, points)
            if not found:
                continue
            prized = [p for p in found if found[p][1] > 1]
            to = rng.choice(sorted(prized or found))
            new = s.copy()
            held = {p for p in (*CITIES, *OIL) if holds(s, s.phasing, p)}
            movement.move(new, u, to)
            gained = {p for p in (*CITIES, *OIL) if holds(new, s.phasing, p)} - held
            cost, most = found[to]
            final = (to in CITIES or to in OIL) and to not in held
            assert len(gained) == (final if digital(s) else most)
            assert new.place[u] == to and new.marks[u] & MOVED
            left = points - cost
            stopped = to in zone(new, 1 - s.phasing) or left <= 0
            assert (new.mover, new.mover_left) == ((-1, 0) if stopped else (u, left))
            data = s.game.data[u]
            red = data.nation == "soviet" and data.reduced is not None and s.full[u]
            if red and to in GERMANY:
                assert new.invaded == s.turn
            if not red:
                assert new.invaded == 0


# -- [11.0], [13.0] the course of a turn ----------------------------------------------------------------


@rule("11.1", "11.2", "6.5.6")
def test_the_removal_phase_takes_those_still_cut_off_and_the_markers():
    rng = random.Random(150)
    for s in positions(9, seed=150):
        for u in army(s, 0) + army(s, 1):
            if rng.random() < 0.4:
                s.mark(u, UNSUPPLIED)
        for side in (0, 1):
            s.rezone(side)
        s.memo.clear()
        for side in (s.phasing, 1 - s.phasing):
            fed = plain_supply(s, side)
            doomed = {u for u in fed if s.marks[u] & UNSUPPLIED and not fed[u]}
            before = set(army(s, side))
            removal.surrender_unsupplied(s, side)
            assert before - set(army(s, side)) == doomed
            for u in doomed:
                data = s.game.data[u]
                usual = SURRENDERED if data.reduced is not None else DESTROYED
                assert s.place[u] == {"removed": REMOVED, "returns": TRACK}.get(data.eliminated, usual)
        weary = {u for u in army(s, 1 - s.phasing) if s.marks[u] & DISORGANIZED}
        cut = {u for u in army(s, 0) + army(s, 1) if s.marks[u] & UNSUPPLIED}
        removal.remove_markers(s)
        units = army(s, 0) + army(s, 1)
        assert {u for u in units if s.marks[u] & DISORGANIZED} == weary
        assert {u for u in units if s.marks[u] & UNSUPPLIED} == (cut if s.game.edition == "digital-1.1" else set())
        assert {p for p in LAND if s.zoc[0] >> p & 1} == zone(s, 0)


@rule("13.5", "11.3", "13.5.4")
def test_a_unit_that_is_withdrawn_costs_a_card_if_it_was_lost_or_cut_off():
    rng = random.Random(151)
    for s in positions(8, seed=151):
        for u in rng.sample(range(42), 8):
            box = rng.choice((OUT, REMOVED, DESTROYED, SURRENDERED, TRACK, RAIL, SHATTERED, None, None))
            if box is not None:
                s.put(u, box)
            s.memo.clear()
            fed = plain_supply(s, 0).get(u, True)
            where, s.draw_debt = s.place[u], [0, 0]
            hitler = "hitler" in s.game.data[u].traits
            turn_events.withdraw(s, u)
            assert s.place[u] == (where if where in (OUT, REMOVED) else REMOVED)
            lost = where in (DESTROYED, SURRENDERED, TRACK) or (where >= 0 and not fed)
            assert s.draw_debt == [int(lost and not hitler), 0]


@rule("11.3", "14.2")
def test_rumania_leaves_when_a_red_unit_stands_on_its_oil():
    for s in positions(15, seed=152):
        soviets = army(s, 1)
        guest = soviets[0]
        s.put(guest, s.game.ploesti)
        data = s.game.data[guest]
        red = data.nation == "soviet" and data.reduced is not None and s.full[guest]
        allies = [u for u in range(len(s.place)) if "rumanian" in s.game.data[u].traits]
        before = {u: s.place[u] for u in allies}
        turn_events.rumania_surrenders(s)
        leaves = red or s.game.edition == "digital-0.2"
        for u in allies:
            assert s.place[u] == (REMOVED if leaves and before[u] not in (OUT, REMOVED) else before[u])


@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
@rule("12.2", "15.6")
def test_no_surrender_costs_cards_as_far_as_the_number_is_passed(edition):
    for margin in range(-2, 5):
        for side in (0, 1):
            s = next(positions(1, seed=1, editions=(edition,), no_surrender=True))
            no_surrender.no_surrender(s, side, margin)
            loss = [0, 0]
            loss[1 - side] = min(2, max(0, margin))
            assert (s.toss_debt if digital(s) else s.draw_debt) == loss
            assert (s.draw_debt if digital(s) else s.toss_debt) == [0, 0]
            assert bool(s.stack) == (margin >= 0)
            if margin >= 0:
                step = no_surrender.RandomLoss()
                mine = 1 + (1 - side)
                for c in range(4, 8):
                    s.card[c] = 1 + c % 2
                hand = [c for c in range(len(CARDS)) if s.card[c] == mine]
                assert step.outcomes(s) == [(Lose(SIDES[1 - side], c), 1) for c in hand]
                for c in range(12):
                    assert (step.why_not(s, Lose(SIDES[1 - side], c)) is None) == (c in hand)
                    assert step.why_not(s, Lose(SIDES[side], c)) is not None
                assert step.why_not(s, Draw(SIDES[1 - side], hand[0])) is not None


@rule("12.2", "13.2")
def test_sudden_death_needs_the_initiative_a_skull_and_more_points_than_the_number():
    skulls = 0
    for s in positions(1, seed=3, editions=("board",)):
        for s.turn in range(1, 29):
            box = s.game.turns[s.turn].sudden_death
            for side, number in ((0, box.axis), (1, box.soviet)):
                assert victory.sudden_death_number(s, side, s.turn) == number
                for s.initiative in (0, 1):
                    for s.event_vp in range(-6, 7):
                        new = s.copy()
                        victory.check_sudden_death(new, side)
                        wins = number is not None and side == s.initiative and victory.vps(s, side) > number
                        assert bool(new.decided) == wins
                        skulls += wins
    assert skulls


@rule("13.5.14", "13.5")
def test_the_berlin_garrison_leaves_without_costing_a_card_even_if_cut_off():
    for s in positions(6, seed=213):
        garrison = next(u for u, data in enumerate(s.game.data) if "hitler" in data.traits)
        for spot in (s.place[army(s, 0)[0]], s.place[army(s, 1)[0]], TRACK):
            new = s.copy()
            new.put(garrison, spot)
            turn_events.withdraw(new, garrison)
            assert (new.place[garrison], new.draw_debt) == (REMOVED, s.draw_debt)
