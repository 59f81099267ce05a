"""Organization and the sequence of play to the last: who comes, what is skipped, what is paid."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel import ActionView
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, hidden, sequence, strategic_reserve
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.cards import Toss
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.actions.organization import Reorganize
from rasputitsa.titles.no_retreat.cards import why_ignored
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISCARDED,
    DISORGANIZED,
    DRAW_PILE,
    FLIPPED,
    FOUGHT,
    GONE,
    HASTENED,
    MOVED,
    PLACED,
    RAIL,
    REMOVED,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
    WAITING,
)
from rasputitsa.titles.no_retreat.combat import retreat
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS, timings, weather_only
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.events.combat_phase import MoveReserve, ReserveMoves, reserve_range
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.optional import local_support, partisans
from rasputitsa.titles.no_retreat.organization import arrivals, flip, placement, reorganization
from rasputitsa.titles.no_retreat.organization import places as placing
from rasputitsa.titles.no_retreat.payment import Pay

from .positions import CITIES, HEXES, LAND, army, face, hexside, holds, open_to, places, positions, side_of, spots, zone
from .situation import place, situation, unit


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


@rule("14.12.2")
def test_the_reserve_is_asked_for_only_where_it_could_come_back() -> None:
    step = strategic_reserve.ReserveReturns()
    for s in positions(12, seed=345):
        for side in (0, 1):
            s.phasing = side
            s.put(army(s, 1)[0], RAIL)
            boxed = next(u for u in range(len(s.place)) if s.place[u] == RAIL and side_of(s, u))
            for s.reserve in (-1, boxed):
                for shut in (True, False):
                    s.memo.clear()
                    s.memo["detrain", 1] = 0 if shut else s.game.playable
                    asked = side == 0 and s.reserve >= 0 and not shut
                    assert step.side(s) == ("soviet" if asked else None)


@rule("9.1.2", "9.1.3")
@pytest.mark.parametrize("boxed", range(4))
def test_more_trains_are_of_no_use_to_a_side_whose_box_is_full(boxed: int) -> None:
    deed, effect = DEEDS[kinds.Rail], kinds.Rail(units=1)
    for turn in (1, 2, 3, 9):
        for side in (0, 1):
            s = situation(turn=turn, phase=None)
            for u in s.game.units_of[side][:boxed]:
                s.put(u, RAIL)
            refusal = deed.why_not(s, Now(0, side, "movement"), effect)
            wrong = "9.1.3" if turn < 3 and side == 0 else "9.1.2" if boxed >= 3 else ""
            assert (refusal.rule if refusal else "") == wrong


@rule("7.10", "15.5")
@pytest.mark.parametrize("faster", [True, False])
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_a_marker_comes_off_for_a_card_and_a_second_one_only_by_the_option(edition: str, faster: bool) -> None:
    option = {"faster_reorganization": True} if faster and edition == "board" else {}
    s = situation(edition=edition, turn=5, phase=None, axis={"9th Army": "Warsaw", "6th Army": "Warsaw"}, **option)
    s.phasing = 0
    s.phase = next(i for i, p in enumerate(s.game.phases) if p.id == "organization" and p.side == 0)
    cards = [c for c in s.game.deck_of[0] if reorganization.is_marked(s, c, 0)][:2]
    for card in cards:
        s.card[card] = 1
    for name in ("9th Army", "6th Army"):
        s.mark(unit(s, name), DISORGANIZED)
    s.stack.clear()
    s.push(reorganization.ReorganizationStep)
    choice = reorganization.ReorganizeUnit()
    choice.do(s, Reorganize(unit(s, "9th Army")))
    pays = edition == "board"
    assert s.owed == (0 if pays else 1) and s.step.name == (
        "ReorganizationStep" if not pays else "PayReorganization" if option else "Pay"
    )
    assert not s.marks[unit(s, "9th Army")] & DISORGANIZED
    if pays:
        s.step.answers[0].do(s, Toss(cards[0]))
        s.settle()
        assert s.step.name == "ReorganizationStep"
        assert (s.frame[1:] == (1,)) == bool(option)
        choice.do(s, Reorganize(unit(s, "6th Army")))
        s.settle()
        assert len(s.hand(0)) == 1 and any(frame[0] == Pay.id for frame in s.stack) != bool(option)


@rule("15.9", "15.3.2", "14.12.1")
def test_questions_of_one_side_are_not_asked_in_the_turn_of_the_other() -> None:
    chosen = {"paratroops": True, "local_support": True}
    asked = set()
    for s in positions(12, seed=346, editions=("board", "digital-1.1"), weather="mud", turn=9, **chosen):
        s.put(s.game.paratroop, RAIL)
        for side in (0, 1):
            s.phasing = side
            s.memo.clear()
            strikes = bool(partisans.strikable(s))
            assert partisans.Partisans().side(s) == ("soviet" if side and strikes else None)
            holds = bool(strategic_reserve.holdable(s))
            assert strategic_reserve.StrategicReserve().side(s) == ("soviet" if side and holds else None)
            supports = bool(local_support.supportable(s))
            assert local_support.LocalSupport().side(s) == (("axis", "soviet")[side] if supports else None)
            asked |= {strikes, holds}
        for name in ("paratroops", "local_support"):
            plain = next(positions(1, seed=346, editions=(s.game.edition,), weather="mud", turn=9))
            plain.phasing = 1
            step = {"paratroops": partisans.Partisans, "local_support": local_support.LocalSupport}[name]
            assert step().side(plain) is None
    assert True in asked


@rule("15.3.1")
def test_nobody_is_asked_for_local_support_without_a_supplied_unit() -> None:
    s = situation(phase=None, local_support=True, axis={"9th Army": "Warsaw"})
    for s.phasing in (0, 1):
        s.memo.clear()
        assert bool(local_support.LocalSupport().side(s)) == (s.phasing == 0)
    s.phasing = 0
    s.mark(unit(s, "9th Army"), UNSUPPLIED)
    s.memo.clear()
    assert local_support.LocalSupport().side(s) is None


@rule("13.5", "13.5.16")
def test_an_army_group_does_not_arrive_in_the_west_balkans_under_an_enemy_zone() -> None:
    s = situation(turn=20, phase=None, soviet={"South Front": "1515 full"})
    group, west = unit(s, "group-e"), place("west_balkans")
    s.put(group, WAITING)
    s.oil_lost = 18
    assert placing.places_for(s, group) >> west & 1
    near = [p for p in HEXES if west in open_to(p) and hexside(p, west) != "crossing"]
    for hex_ in near:
        s.put(unit(s, "South Front"), hex_)
        s.memo.clear()
        assert west in zone(s, 1) and not placing.places_for(s, group) >> west & 1
    assert near
    s.put(unit(s, "South Front"), west)
    s.memo.clear()
    assert not placing.places_for(s, group) >> west & 1


@rule("14.1", "14.11")
def test_what_an_event_raises_again_is_ready_on_its_full_side() -> None:
    deed = DEEDS[kinds.Raise]
    for name in ("volkssturm-danzig", "1st Festung"):
        s = situation(turn=25, phase=None)
        u = unit(s, name)
        s.put(u, REMOVED)
        s.full[u] = 0
        effect = kinds.Raise(family=s.game.data[u].kind, units=1)
        options = list(deed.options(s, Now(0, 0, "organization"), effect))
        mine = [a for a in options if a.unit == u]
        deed.choose(s, Now(0, 0, "organization"), effect, mine[0])
        assert s.place[u] == mine[0].place and s.full[u] == 1 and not s.marks[u] & DISORGANIZED


@rule("5.3.1")
@rule("C.4", book="no-retreat-digital")
def test_a_mandatory_event_happens_once_in_a_player_turn_in_0_2_only() -> None:
    mandatory = [n for n, event in enumerate(EVENTS) if event.mandatory]
    for edition in ("board", "digital-1.1", "digital-0.2"):
        s = situation(edition=edition, phase=None, turn=8)
        for number in mandatory:
            if weather_only(number) and edition != "board":
                continue
            for s.played in ([], [number]):
                again = bool(s.played) and edition == "digital-0.2"
                assert why_ignored(s, number) == ("5.0" if again else "")


@rule("C.6", book="no-retreat-digital")
def test_a_card_says_why_nothing_of_it_can_be_played_now() -> None:
    moments = (None, "movement", "attack", "organization", "victory")
    for edition in ("board", "digital-1.1"):
        s = situation(edition=edition, phase=None, turn=8, axis_hand=("*",), soviet_hand=("*",))
        s.fields, s.ground, s.attacker = [place("1512")], place("1512"), 0
        rails = edition != "board"
        for side in (0, 1):
            for card in s.game.deck_of[side]:
                events = [EVENT[e] for e in CARDS[card].events[side]]
                for moment in moments:
                    now = [
                        play.why_not_event(s, side, moment, e) for e in events if moment in timings(EVENTS[e], rails)
                    ]
                    said = play.reason(s, side, card, moment)
                    first = next((refusal.text for refusal in now if refusal), None)
                    if first:
                        assert said == first
                    elif not events:
                        assert said == "It offers you no event."
                    else:
                        mark = play.why_not_mark(s, side, events[0])
                        assert said == mark.text if mark else said.startswith("It is played ")


@rule("7.0", "7.1", "7.2", "7.5")
def test_a_click_in_the_flip_step_finds_weak_units_that_are_paid_for_or_free_and_all_forts() -> None:
    rng = random.Random(347)
    for number, s in enumerate(positions(30, seed=347)):
        s.turn = (4, 12, 16, 17, 18, 24)[number % 6]
        s.free_upgrades = rng.randint(0, 1)
        for side in (0, 1):
            s.phasing = side
            paid = rng.random() < 0.5
            for card in s.game.deck_of[side]:
                s.card[card] = GONE
            s.card[s.game.deck_of[side][3]] = 1 + side if paid else GONE
            for u in army(s, side):
                s.marks[u] |= FLIPPED * (rng.random() < 0.2)
            wanted = []
            for u, data in enumerate(s.game.data):
                two = data.reduced is not None and s.place[u] >= 0 and side_of(s, u) == side
                fort = two and data.full.paren and not data.reduced.paren
                pays = s.free_upgrades > 0 or (paid and (side == 0 or s.turn >= 17))
                if two and not s.marks[u] & FLIPPED and (fort or (pays and not s.full[u])):
                    wanted.append(u)
            assert flip.candidates(s) == wanted


@rule("14.9.4")
def test_a_reinforcement_is_not_built_around_a_cadre() -> None:
    s = situation(turn=9, side="axis", phase="organization", axis={"9th Army": "track", "kampfgruppe-1": "Warsaw"})
    nine, choice = unit(s, "9th Army"), placement.RebuildUnit()
    s.arrives[nine] = 9
    s.memo.clear()
    assert list(placement.PlaceUnit().of(s, ("piece", nine))) and not list(choice.of(s, ("piece", nine)))
    s.put(nine, SHATTERED)
    s.memo.clear()
    assert list(choice.of(s, ("piece", nine)))


@rule("7.8", "13.5", "13.5.1")
def test_only_sevastopol_in_its_city_and_yugoslavs_come_on_another_side_than_they_show() -> None:
    s = situation(turn=3, phase=None)
    for u, data in enumerate(s.game.data):
        if data.reduced is None or data.option is not None or data.arrival == "start":
            continue
        for box in (TRACK, WAITING):
            for to in (place("Odessa"), place("Sevastopol"), place("Moscow")):
                s.put(u, box)
                s.full[u] = 0
                arrivals.reinforce(s, u, to)
                fort = data.id == "sevastopol" and to == place("Sevastopol")
                assert bool(s.full[u]) == (fort or (data.nation == "yugoslav" and box == WAITING))
                s.put(u, -1)


@rule("7.9", "14.9.4")
def test_a_lost_unit_that_nobody_can_pay_for_is_not_rebuilt() -> None:
    s = situation(turn=9, phase=None, axis={"9th Army": "destroyed", "kampfgruppe-1": "Warsaw"})
    s.phasing, nine, choice = 0, unit(s, "9th Army"), placement.RebuildUnit()
    for cards in (0, 1):
        s.card[s.game.deck_of[0][3]] = 1 if cards else GONE
        s.memo.clear()
        assert len(list(choice.of(s, ("piece", nine)))) == cards


@rule("5.0")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_what_a_side_imagines_has_every_card_once(edition: str) -> None:
    rng = random.Random(348)
    for _ in range(8):
        s = situation(edition=edition, phase=None)
        for side in (0, 1):
            for card in rng.sample(list(s.game.deck_of[side]), 12):
                if s.card[card] == DRAW_PILE:
                    s.card[card] = rng.choice((1 + side, 1 + side, DISCARDED))
        s.discards = [c for c in range(len(s.card)) if s.card[c] == DISCARDED]
        rng.shuffle(s.discards)
        for side in (0, 1):
            new = hidden.imagine(s, ("axis", "soviet")[side], rng)
            assert sorted(new.card) == sorted(s.card)
            assert sorted(new.discards) == [c for c in range(len(new.card)) if new.card[c] == DISCARDED]
            assert all(new.card[c] == s.card[c] for c in range(len(s.card)) if s.card[c] == 1 + side)
            kept = [c for c in s.discards if new.card[c] == DISCARDED]
            assert new.discards[: len(kept)] == kept


@rule("4.0", "5.0.5")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_a_player_turn_begins_with_the_first_phase_of_its_side(edition: str) -> None:
    s = situation(edition=edition, turn=8, phase=None)
    for number, phase in enumerate(s.game.phases):
        for phasing in (0, 1):
            s.stack.clear()
            s.phasing, s.free_entrains, s.captured, s.played = phasing, 7, 1 << place("Moscow"), [3]
            s.mover, s.mover_left = 5, 2
            s.push(sequence.GameTurn, number)
            s.step.advance(s)
            begins = phase.id == "card" or (phase.side >= 0 and phase.side != phasing)
            assert s.phasing == (phase.side if phase.side >= 0 else phasing) and s.phase == number
            assert (s.free_entrains, s.played) == ((1, []) if begins else (7, [3]))
            assert (s.captured == 0, s.mover, s.mover_left) == ((True, -1, 0) if begins else (False, 5, 2))
            assert s.stack[0][1] == number + 1 and len(s.stack) > 1
    s.stack.clear()
    s.push(sequence.GameTurn, len(s.game.phases))
    s.step.advance(s)
    assert s.frame[1] == 0


@rule("7.9")
def test_only_a_replacement_taken_back_in_this_step_is_not_announced_again() -> None:
    s = situation(turn=9, phase=None, axis={"9th Army": "destroyed"}, axis_hand=("*", "*"))
    s.phasing, nine = 0, unit(s, "9th Army")
    for mark in (0, DISORGANIZED, MOVED, FOUGHT, PLACED):
        s.marks[nine] = mark
        s.memo.clear()
        assert (placement.why_not_come(s, nine) is None) == (mark != PLACED)
        assert (nine in arrivals.replaceable(s, 0)) == (mark != PLACED)


@rule("14.9.1")
@rule("V02.2", book="no-retreat-digital")
def test_only_a_cadre_from_the_turn_track_becomes_available_by_itself() -> None:
    s = situation(edition="digital-0.2", turn=14, phase=None)
    s.phasing = 0
    for box, to in ((TRACK, CADRES), (SHATTERED, SHATTERED)):
        cadre = unit(s, "kampfgruppe-1")
        s.put(cadre, box)
        s.arrives[cadre], s.stack = 14, []
        s.memo.clear()
        s.push(placement.PlacementBegins)
        s.step.advance(s)
        assert s.place[cadre] == to


@rule("7.9")
def test_what_a_replacement_costs_is_shown_beside_it() -> None:
    s = situation(turn=9, side="axis", phase="organization", axis={"9th Army": "destroyed", "6th Army": "shattered"})
    for name, box in (("9th Army", DESTROYED), ("9th Army", SURRENDERED), ("6th Army", SHATTERED)):
        u = unit(s, name)
        s.put(u, box)
        shown = ActionView(do="")
        placement.show_price(s, u, shown)
        assert shown.preview.get("pays") == {DESTROYED: 1, SURRENDERED: 2, SHATTERED: None}[box]


@rule("10.1.2", "12.7.1")
def test_a_reserve_takes_every_enemy_city_on_its_way() -> None:
    choice, passed = MoveReserve(), 0
    event, number = next(
        (n, i) for n, x in enumerate(EVENTS) for i, e in enumerate(x.effects) if isinstance(e, kinds.ReserveMove)
    )
    s = situation(phase=None, turn=9, axis={"9th Army": "1512"})
    nine = unit(s, "9th Army")
    s.phasing, s.axis_held = 1, 0
    for city in CITIES:
        for start in open_to(city):
            s.put(nine, start)
            s.stack = []
            s.push(ReserveMoves, event, 0, number)
            s.memo.clear()
            found = choice.range_of(s, nine)
            for to in spots(found.mask) - {city}:
                way = found.path_to(to, prefer=s.game.vp_hexes)[1:]
                new = s.copy()
                choice.do(new, Move(nine, start, to))
                assert new.axis_held == sum(1 << p for p in set(way) if s.game.vp_hexes >> p & 1)
                passed += city in way
    assert passed
