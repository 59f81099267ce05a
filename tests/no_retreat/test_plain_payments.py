"""Payments, replacements and reorganization, plays of events, splits and the ends of a game: what is refused, what it
costs and what follows, held against a plain reading on random positions."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import components, payment, sequence, victory
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.actions.events import Enough
from rasputitsa.titles.no_retreat.actions.organization import Absorb, EndPlacement, Place, Rebuild, Recall
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISCARDED,
    DISORGANIZED,
    FLIPPED,
    GONE,
    OUT,
    PLACED,
    REMOVED,
    SHATTERED,
    SURRENDERED,
    TRACK,
    WAITING,
)
from rasputitsa.titles.no_retreat.combat import allocate, battles
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS, JOKER, timings
from rasputitsa.titles.no_retreat.effect_types import PlayDiscard
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Choosing, EnoughOfIt, Now
from rasputitsa.titles.no_retreat.game import MAP
from rasputitsa.titles.no_retreat.optional import units
from rasputitsa.titles.no_retreat.organization import arrivals, flip, placement, places, reorganization
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import plain_supply
from .positions import CITIES, EDITIONS, LAND, OIL, army, at, holds, positions, side_of, spots
from .situation import place, situation
from .test_plain_results import fights, joinings, pushed
from .test_refusals import cards, check

BOXED = (SHATTERED, DESTROYED, SURRENDERED)


def purse(s: NoRetreatState, side: int, count: int) -> None:
    """A hand of so many cards."""
    for card in range(len(s.card)):
        s.card[card] = GONE if s.card[card] == 1 + side else s.card[card]
    for card in range(count):
        s.card[card + 4 * side] = 1 + side


def strewn_boxes(s: NoRetreatState, rng: random.Random) -> None:
    """Units off the map, in all the boxes from which some come back."""
    for u, data in enumerate(s.game.data):
        if s.place[u] < 0 and data.option is None:
            waits = isinstance(data.arrival, str) and data.arrival != "start"
            s.put(u, WAITING if waits else rng.choice((SHATTERED, TRACK, DESTROYED, SURRENDERED, REMOVED, OUT)))
            s.arrives[u], s.marks[u] = s.turn + rng.randint(-1, 1), PLACED * (rng.random() < 0.2)
    s.memo.clear()


# -- [5.4] what is paid ---------------------------------------------------------------------------------------------


@rule("5.4", "5.4.1")
def test_cards_are_paid_at_once_or_at_the_end_of_the_organization_phase():
    for edition in EDITIONS:
        any_ = next(positions(1, seed=4, editions=(edition,)))
        for phase in ("organization", "movement"):
            for side in (0, 1):
                for owner in (0, 1):
                    for count in (0, 2):
                        s = any_.copy()
                        s.phase = next(i for i, p in enumerate(s.game.phases) if p.id == phase and p.side == side)
                        s.phasing, s.owed = side, 1
                        s.stack.clear()
                        purse(s, owner, 3)
                        assert payment.payable(s, owner) == (2 if owner == side else 3)
                        payment.charge(s, owner, count)
                        later = edition != "board" and phase == "organization" and owner == side
                        assert s.owed == 1 + (count if later else 0)
                        assert pushed(s, payment.Pay) == ([(owner, count)] if count and not later else [])


# -- [7.10] reorganization ------------------------------------------------------------------------------------------


@rule("7.10", "15.5")
def test_a_disorganized_unit_is_ready_again_for_a_card():
    rng = random.Random(171)
    for s in positions(15, seed=171):
        held = rng.choice((0, 1))
        purse(s, s.phasing, held)
        s.owed = rng.choice((0, 0, held))
        credit = rng.choice((0, 1))
        s.stack.clear()
        s.push(reorganization.ReorganizationStep, *([credit] if rng.random() < 0.5 else []))
        free = s.frame[1:] == (1,)
        for u in (*army(s, 0), *army(s, 1), 3):
            mine = side_of(s, u) == s.phasing and s.place[u] >= 0 and s.marks[u] & DISORGANIZED
            check(
                reorganization.why_not_reorganize(s, u),
                (not mine, "7.10", "is not a disorganized unit"),
                (not free and cards(s, s.phasing) - s.owed < 1, "7.10", "no card left"),
            )
            wanted = s.place[u] >= 0 and side_of(s, u) == s.phasing
            wanted = wanted and (s.game.edition != "board" or bool(s.marks[u] & DISORGANIZED))
            assert (u in reorganization.candidates(s)) == wanted


@rule("O.3", book="no-retreat-digital")
def test_only_the_side_on_move_takes_in_cadres():
    rng, choice = random.Random(172), reorganization.AbsorbCadre()
    for s in positions(8, seed=172, editions=("digital-1.1",), dense=0.9):
        for u in army(s, 0) + army(s, 1):
            s.marks[u] |= PLACED | DISORGANIZED
            if s.game.data[u].kind == "cadre":
                s.put(u, rng.choice([s.place[x] for x in army(s, side_of(s, u))]))
        for u in army(s, 0) + army(s, 1):
            mine = side_of(s, u) == s.phasing
            beside = [x for x in at(s, s.place[u]) if x != u and s.game.data[x].kind == "cadre"]
            assert list(choice.of(s, ("piece", u))) == ([Absorb(u, x) for x in beside] if mine else [])
            for x in (*beside, u):
                check(choice.why_not(s, Absorb(u, x)), (not mine or x not in beside, "O.3", "Only a unit just placed"))


@rule("15.5.1")
def test_a_card_is_marked_by_an_event_of_the_side_with_the_initiative():
    s = next(positions(1, seed=1))
    events = components.events()
    for s.initiative in (0, 1):
        for card, data in enumerate(CARDS):
            for side in (0, 1):
                marks = [events[e].mark for e in data.events[side]]
                assert reorganization.is_marked(s, card, side) == (("axis", "soviet")[s.initiative] in marks)


# -- [7.7] to [7.9], [14.9] units that come -------------------------------------------------------------------------


@rule("7.7", "7.8", "7.9", "14.9.4", "13.5.12")
def test_a_rebuilding_or_a_recall_is_refused_for_the_first_reason():
    rng = random.Random(173)
    for number, s in enumerate(positions(15, seed=173)):
        s.turn = 24 if number % 3 == 0 else s.turn
        s.event_vp = rng.choice((0, -6, 5))
        purse(s, s.phasing, rng.randint(0, 3))
        strewn_boxes(s, rng)
        crowd = [u for u in range(len(s.place)) if s.place[u] < 0]
        ss = [u for u in crowd if "ss-panzer" in s.game.data[u].traits]
        for u in ss:
            s.put(u, REMOVED)
        for u in (*rng.sample(crowd, 14), *ss):
            why = placement.why_not_come(s, u)
            reason = (why is not None, why.rule if why else "", why.text if why else "")
            for cadre in [x for x in army(s, 0) + army(s, 1) if s.game.data[x].kind == "cadre"][:4] + army(s, 0)[:1]:
                check(
                    placement.why_not_rebuild(s, Rebuild(u, cadre)),
                    reason,
                    (s.place[u] not in BOXED, "14.9.4", "Reinforcements"),
                    (cadre not in places.cadres_for(s, u), "14.9.4", "is no cadre"),
                )
            wanted = u in arrivals.recallable(s, 0) and s.phasing == 0
            for to in rng.sample(range(MAP.topology.n), 6):
                room = to in spots(places.places_for(s, u))
                check(
                    placement.why_not_recall(s, Recall(u, to)),
                    (not wanted, "13.5", "cannot be recalled"),
                    (not room, "7.6", "cannot be placed"),
                )
            room = bool(places.places_for(s, u)) or (s.place[u] in BOXED and bool(places.cadres_for(s, u)))
            assert placement.has_room(s, u) == room
        assert all(placement.has_room(s, u) for u in army(s, 0)[:2])
        late = [u for u in arrivals.comers(s, s.phasing) if places.places_for(s, u)]
        rules = {"7.7" if s.place[u] == SHATTERED else "7.8" for u in late}
        refusal = placement.EndPlacementStep().why_not(s, EndPlacement())
        assert (refusal is None) == (not late)
        if refusal:
            first = late[0]
            assert refusal.rule in rules and refusal.text.startswith(s.game.names[first])


@rule("7.6", "13.5", "8.4.1")
def test_a_unit_that_waited_for_its_box_is_refused_a_place_for_the_first_reason():
    rng = random.Random(179)
    for s in positions(12, seed=179):
        strewn_boxes(s, rng)
        s.invaded = s.oil_lost = s.warsaw_lost = max(1, s.turn - 1)
        s.memo.clear()
        for u in (u for u in range(len(s.place)) if s.place[u] == WAITING):
            why = placement.why_not_come(s, u)
            good = spots(places.places_for(s, u))
            usual = spots(places.usual_places(s, side_of(s, u), False))
            for to in (*rng.sample(LAND, 8), *rng.sample(sorted(usual), min(3, len(usual)))):
                check(
                    placement.why_not_place(s, Place(u, to)),
                    (why is not None, why.rule if why else "", why.text if why else ""),
                    (to not in good and s.game.data[u].placement is not None, "13.5", "does not arrive in"),
                    (to not in good and bool(s.zoc[1 - s.phasing] >> to & 1), "7.6", "enemy zone"),
                    (to not in good and to in usual, "8.4.1", "is full"),
                    (to not in good, "7.6", "cannot be placed"),
                )


@rule("14.9.1", "13.5", "13.5.11", "7.8")
def test_what_comes_without_a_question():
    rng = random.Random(174)
    for s in positions(12, seed=174):
        strewn_boxes(s, rng)
        s.invaded, s.oil_lost, s.warsaw_lost = (rng.choice((0, s.turn, max(0, s.turn - 1))) for _ in range(3))
        s.memo.clear()
        new = s.copy()
        new.stack.clear()
        new.push(placement.PlacementBegins)
        new.step.advance(new)
        due = arrivals.comers(s, s.phasing)
        for u, data in enumerate(s.game.data):
            if data.option is not None:
                continue
            if u in due and data.kind == "cadre" and s.place[u] == TRACK:
                assert new.place[u] == CADRES
            elif u in due and data.kind in ("volkssturm", "garrison"):
                city = MAP.topology.index[data.namesake]
                assert new.place[u] == (city if holds(s, 0, city) else REMOVED)
            elif u in due and data.nation == "yugoslav" and not places.places_for(s, u):
                assert new.place[u] == REMOVED
            else:
                assert new.place[u] == s.place[u]


@rule("7.9")
def test_a_replacement_announced_is_paid_unless_its_price_was_raised_too_far():
    rng = random.Random(175)
    for s in positions(12, seed=175):
        side = s.phasing
        u = rng.choice(army(s, side))
        box, to = rng.choice((DESTROYED, SURRENDERED)), s.place[u]
        s.put(u, box)
        purse(s, side, rng.randint(0, 4))
        s.surcharge, s.marks[u] = rng.choice((0, 1, 1)), 0
        cost = (2 if box == SURRENDERED or s.game.data[u].full.shock else 1) + s.surcharge
        s.phase = next(i for i, p in enumerate(s.game.phases) if p.id == "movement")
        s.stack.clear()
        s.push(placement.Replacement, u, to, -1)
        can = cost <= cards(s, side)
        assert (s.step.side(s) is not None) == bool(s.surcharge and can)
        for pays in (True, False):
            new = s.copy()
            placement.close(new, pays)
            assert (new.place[u], new.surcharge) == ((to if pays else box), 0)
            assert bool(new.marks[u] & PLACED) and pushed(new, payment.Pay) == ([(side, cost)] if pays else [])
        s.step.advance(s)
        assert (s.place[u] == to) == can


# -- [5.3] what may be played ---------------------------------------------------------------------------------------


@rule("5.0", "5.3", "5.3.1")
def test_a_play_is_refused_for_want_of_the_card_the_moment_or_by_the_event():
    rng = random.Random(176)
    for s, _ in fights(9, 176):
        side, s.ground = rng.randint(0, 1), s.fields[0]
        s.joker = rng.choice((-1, 0, 1))
        for card in rng.sample(list(s.game.deck_of[side]), 9):
            s.card[card] = 1 + side
        rails = s.game.edition != "board"
        for number, event in enumerate(EVENTS):
            mine = [c for c in range(len(CARDS)) if event.id in CARDS[c].events[side]]
            mine = [c for c in mine if s.card[c] == 1 + side or (c == JOKER and s.joker == side)]
            alone = [c for c in mine if len(CARDS[c].events[side]) == 1] or mine
            assert play.usual_card(s, side, number) == (alone[0] if mine else -1)
            for moment in ("attack", "movement", "organization", *event.timing[:1]):
                when = timings(event, rails)
                why = play.why_not_event(s, side, moment, number)
                check(
                    play.why_not_play(s, side, moment, number),
                    (not mine, "5.3", "do not hold"),
                    (moment not in when and "any" not in when, "5.0", "is played"),
                    (why is not None, why.rule if why else "", why.text if why else ""),
                )
        for moment in ("organization", "movement", "combat", "victory", "attack"):
            offered = play.playable(s, side, moment)
            assert {a.event for a in play.actions(s, side, moment)} == {event for event, _ in offered}
            clicked = [a for _, c in play.handles(s, side, moment) for a in play.of_card(s, side, moment, c)]
            assert sorted(map(str, clicked)) == sorted(map(str, play.actions(s, side, moment)))
            assert play.can_play(s, side, moment) == bool(offered) == play.is_asked(s, side, moment)


@rule("5.3.1")
def test_an_event_is_enough_after_its_first_choice():
    choice = EnoughOfIt()
    s = next(positions(1, seed=6))
    for number, event in enumerate(EVENTS):
        for place_, effect in enumerate(event.effects):
            units_ = getattr(effect, "units", 0)
            if event.timing != ("organization",) or not units_ or units_ < 2:
                continue
            for left in range(units_ + 1):
                s.stack.clear()
                s.push(Choosing, number, 0, 0, place_, left)
                assert (choice.why_not(s, Enough(number)) is not None) == (left == units_)
                other = (number + 1) % len(EVENTS)
                assert choice.why_not(s, Enough(other)) is not None


@rule("5.0", "5.4")
def test_a_discarded_event_is_played_again_at_its_moment_for_what_it_costs():
    rng = random.Random(180)
    kinds = [(n, i) for n, e in enumerate(EVENTS) for i, x in enumerate(e.effects) if isinstance(x, PlayDiscard)]
    for s, _ in fights(18, 180):
        s.ground = s.fields[0]
        event, number = rng.choice(kinds)
        side = rng.randint(0, 1)
        s.joker = rng.choice((-1, side))
        s.phasing = side
        for card in rng.sample([c for c in s.game.deck_of[side] if c != JOKER], 30):
            s.card[card] = rng.choice((DISCARDED, DISCARDED, 1 + side, GONE, GONE))
        own = [c for c in s.game.deck_of[side] if s.card[c] == 1 + side]
        for card in own[rng.randint(0, 2) :]:
            s.card[card] = GONE
        dear = [c for c in s.game.deck_of[side] for e in CARDS[c].events[side] if EVENTS[EVENT[e]].cost]
        for card in dear:
            s.card[card] = DISCARDED
        s.discards = [c for c in s.game.deck_of[side] if s.card[c] == DISCARDED]
        for moment in ("attack", "movement", "organization", "combat", "card"):
            now = Now(event, side, moment, number)
            wanted = set()
            left = cards(s, side) - (play.usual_card(s, side, event) >= 0)
            for card in s.discards:
                for other in (EVENT[e] for e in CARDS[card].events[side]):
                    again = any(isinstance(x, PlayDiscard) for x in EVENTS[other].effects)
                    fit = moment in timings(EVENTS[other], s.game.edition != "board") and not again
                    why = play.why_not_event(s, side, moment, other, borrowed=True)
                    if fit and EVENTS[other].cost <= left and why is None:
                        wanted.add((other, card))
            effect = EVENTS[event].effects[number]
            assert {(a.other, a.card) for a in DEEDS[PlayDiscard].options(s, now, effect)} == wanted


# -- [15.1], [15.2] splits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
@rule("15.1", "15.2", "12.7.4")
def test_a_split_is_refused_for_the_first_reason(edition):
    rng = random.Random(177)
    options = {"abteilung": True, "fortified_front": True}
    for number, s in enumerate(positions(12, seed=177, editions=(edition,), **options)):
        s.turn = (4, 5, 7, 8, 20)[number % 5]
        s.event_vp = rng.choice((0, 6, -6))
        fed = plain_supply(s, 0) | plain_supply(s, 1)
        for u in (*army(s, 0), *army(s, 1), 2):
            kin = units.parts(s, u)
            first = s.game.unit[kin[0]] if kin else -1
            once = first >= 0 and (s.place[first] != OUT or s.turn < (s.game.data[first].option_turn or 0))
            code = "15.2" if side_of(s, u) else "15.1"
            axis = side_of(s, u) == 0
            price = s.game.edition != "board"
            own = s.event_vp if axis else -s.event_vp
            room = not axis and not price and bool(kin) and s.place[u] >= 0 and not units.beside(s, first, s.place[u])
            check(
                units.why_not_split(s, u),
                (side_of(s, u) != s.phasing or s.place[u] < 0 or not kin, "15.1", "cannot be split"),
                (once, code, "once a game"),
                (not fed.get(u) or s.marks[u] & 1, code, "not in supply"),
                (len(at(s, s.place[u])) > 1 and not (price and axis), code, "is stacked"),
                (price and own - units.vp_price(s, s.phasing) < -6, "12.7.4", "cannot pay"),
                (room, code, "no room"),
            )
        wanted = [u for u in army(s, s.phasing) if units.why_not_split(s, u) is None]
        assert units.splittable(s) == wanted


# -- [12.0] the ends ------------------------------------------------------------------------------------------------


@rule("12.0", "12.6")
def test_a_scenario_is_won_by_points_and_hexes_held_in_supply():
    ids = [scenario.id for scenario in components.scenarios() if scenario.win]
    for name in ids:
        s = situation(scenario=name, phase=None)
        rng = random.Random(178)
        side = s.game.contender
        assert side == (0 if s.game.last_turn < 12 else 1)
        for _ in range(25):
            s.axis_held = sum(1 << p for p in (*CITIES, *OIL) if rng.random() < rng.choice((0.05, 0.5, 0.95)))
            s.event_vp, s.winner = rng.randint(-6, 6), -1
            s.memo.clear()
            for win in s.game.setup.win:
                held = {MAP.topology.ids[p] for p in (*CITIES, *OIL) if holds(s, side, p)}
                fed = {p for p in held if victory.secured(s, side, 1 << place(p))}
                met = win.vp is None or points.vps(s, side) >= win.vp
                met = met and set(win.hold) <= fed and len(fed.intersection(win.any)) >= win.count
                assert victory.fulfilled(s, win) == met


@rule("4.0", "3.0")
def test_stacks_are_looked_at_after_every_phase_in_which_units_go_somewhere():
    for edition in EDITIONS:
        s = next(positions(1, seed=1, editions=(edition,)))
        for phase in s.game.phases:
            steps = [frame[0] for frame in phase.frames]
            looks = sequence.stacking.Overstacking.id in steps
            assert looks == (phase.id not in ("card", "supply", "victory") and bool(phase.steps))
            assert steps[looks:] == [step.id for step in reversed(phase.steps)]


@rule("3.0")
def test_a_scenario_leaves_phases_out_of_its_first_player_turn_only():
    for scenario in components.scenarios():
        s = situation(scenario=scenario.id, phase=None)
        first = s.game.setup
        for turn in (first.first_turn, first.first_turn + 1):
            for phase in s.game.phases:
                s.turn = turn
                opening = turn == first.first_turn and phase.side == ("axis", "soviet").index(first.first_side)
                wanted = opening and phase.id in (*first.skip, "victory")
                assert sequence.skipped(s, phase) == wanted


# -- what lies open to a click --------------------------------------------------------------------------------------


@rule("7.0", "7.1", "7.2", "7.5")
def test_the_units_to_click_in_the_flip_step_are_those_with_a_weaker_side_up_and_forts():
    rng = random.Random(181)
    for number, s in enumerate(positions(12, seed=181)):
        s.turn = (5, 16, 17, 20)[number % 4]
        s.free_upgrades = rng.randint(0, 1)
        purse(s, s.phasing, rng.randint(0, 1))
        for u in army(s, s.phasing):
            s.marks[u] |= FLIPPED * (rng.random() < 0.2)
        paid = cards(s, s.phasing) > 0 and (s.phasing == 0 or s.turn >= 17)
        wanted = []
        for u in army(s, s.phasing):
            data = s.game.data[u]
            two = data.reduced is not None and not s.marks[u] & FLIPPED
            fort = two and data.full.paren and not data.reduced.paren
            if fort or (two and not s.full[u] and (paid or s.free_upgrades)):
                wanted.append(u)
        assert flip.candidates(s) == wanted


@rule("10.3")
def test_the_units_to_click_for_an_attack_are_those_that_could_join_one():
    for s in joinings(18, 182):
        own = [u for u in army(s, s.phasing) if allocate.candidates(s, u)]
        assert sorted(u for _, u in battles.JoinAttack().handles(s)) == own


@rule("7.6", "15.1")
def test_the_units_to_click_for_placement_are_those_that_come_and_those_that_split():
    rng = random.Random(183)
    for s in positions(8, seed=183, editions=("board",), abteilung=True, fortified_front=True):
        s.turn = rng.choice((9, 24))
        purse(s, s.phasing, 2)
        strewn_boxes(s, rng)
        side = s.phasing
        come = {*arrivals.comers(s, side), *arrivals.replaceable(s, side), *arrivals.recallable(s, side)}
        split = {u for u in army(s, side) if units.why_not_split(s, u) is None}
        assert sorted(placement.placeable(s)) == sorted(come | split)
