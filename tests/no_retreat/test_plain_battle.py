"""Allocation, losses, results and what events may be played, held against a plain reading on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import elimination
from rasputitsa.titles.no_retreat import victory_points as points
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISORGANIZED,
    FOUGHT,
    RAIL,
    REMOVED,
    SHATTERED,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import allocate, battle, context, hooks, losses, mods, odds, results
from rasputitsa.titles.no_retreat.deck import BATTLE, EVENTS
from rasputitsa.titles.no_retreat.events import play
from rasputitsa.titles.no_retreat.optional import initiative, local_support, partisans, units
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .plain import USSR, digital, plain_supply
from .positions import CITIES, OIL, army, at, face, holds, open_to, places, positions, side_of, spots, zone

NE, EX, CB, CA, DR, DS, DD = range(7)


def fits(s: NoRetreatState, u: int, hex_: int) -> bool:
    """10.3.3, 10.1.1 Adjacent, and able unless it only answers a Counterblow."""
    able = not s.marks[u] & DISORGANIZED and not face(s, u).white
    return hex_ in open_to(s.place[u]) and (able or hex_ in s.blows)


def declared(count: int, seed: int, editions: tuple[str, ...]) -> Iterator[tuple[NoRetreatState, random.Random]]:
    """Random positions with some targets and counterblows, as at the start of the battles."""
    rng = random.Random(seed)
    for s in positions(count, seed=seed, editions=editions, dense=0.5):
        fronts = [p for p in sorted(places(s, 1 - s.phasing)) if any(p in open_to(q) for q in places(s, s.phasing))]
        white = {p for p in fronts if all(face(s, u).white for u in at(s, p))}
        wanted = [p for p in fronts if any(fits(s, u, p) for u in army(s, s.phasing))]
        if len(wanted) < 3:
            continue
        s.targets = rng.sample(wanted, rng.randint(1, min(3, len(wanted))))
        rest = [p for p in fronts if p not in s.targets and p not in white]
        s.blows = rng.sample(rest, min(len(rest), rng.randint(0, 2)))
        for u in army(s, s.phasing):
            s.marks[u] |= FOUGHT * (rng.random() < 0.1)
        s.memo.clear()
        yield s, rng


@rule("10.3", "10.3.3", "10.3.4", "10.1.1")
def test_the_first_unit_to_join_is_free_adjacent_and_able():
    for s, rng in declared(40, 121, ("board", "digital-1.1", "digital-0.2")):
        if s.targets and rng.random() < 0.3:
            s.struck = 1 << s.targets[0]
            s.memo.clear()
        waiting = [p for p in (*s.targets, *s.blows) if not s.struck >> p & 1]
        free = [u for u in army(s, s.phasing) if not s.marks[u] & FOUGHT]
        p = allocate.plan(s)
        assert p.hexes == waiting and p.free == (free if waiting else []) and not p.units
        for u in army(s, 0) + army(s, 1):
            near = [h for h in waiting if fits(s, u, h)] if u in free else []
            assert sorted(allocate.candidates(s, u)) == sorted(near)
            for h in (*s.targets, *s.blows):
                refusal = allocate.why_not_join(s, u, h)
                wrong = (
                    "10.3"
                    if side_of(s, u) != s.phasing
                    else "10.3.4"
                    if s.marks[u] & FOUGHT
                    else "10.1"
                    if h not in waiting
                    else "10.3.3"
                    if h not in open_to(s.place[u])
                    else "10.1.1"
                    if not fits(s, u, h)
                    else ""
                )
                if wrong:
                    assert refusal and refusal.rule == wrong
                else:
                    assert refusal is None or refusal.rule == "10.3.1"


@rule("10.3.1", "10.3.2")
def test_on_the_board_a_unit_that_a_declared_hex_depends_on_is_not_free():
    for s, _ in declared(30, 122, ("board",)):
        free = [u for u in army(s, s.phasing) if not s.marks[u] & FOUGHT]
        waiting = [*s.targets, *s.blows]
        assert allocate.stranded(s, allocate.plan(s)) == sum(not any(fits(s, u, h) for u in free) for h in waiting)
        for u in free:
            for h in allocate.candidates(s, u):
                others = [x for x in waiting if x != h]
                alone = [x for x in others if [y for y in free if fits(s, y, x)] == [u]]
                together = all(fits(s, u, x) for x in alone)
                assert (allocate.why_not_join(s, u, h) is None) == (not alone or together)


@rule("10.3.2", "10.3.3", "10.3.5")
def test_battles_grow_by_units_next_to_all_their_hexes():
    for s, rng in declared(40, 123, ("board", "digital-1.1", "digital-0.2")):
        for _ in range(4):
            moves = [(u, h) for u in army(s, s.phasing) for h in allocate.candidates(s, u)]
            moves = [(u, h) for u, h in moves if allocate.why_not_join(s, u, h) is None]
            if not moves:
                break
            u, h = rng.choice(moves)
            before = s.allocated[u]
            allocate.join(s, u, h)
            s.memo.clear()
            p = allocate.plan(s)
            if before < 0:
                assert s.allocated[u] == p.first[h]
            for first, attackers in p.units.items():
                hexes = p.of(first)
                assert hexes and all(fits(s, x, y) for x in attackers for y in hexes)
                if digital(s):
                    assert sum(y in s.targets for y in hexes) <= 1
            if s.game.edition == "digital-1.1":
                stacks = {}
                for first, attackers in p.units.items():
                    for x in attackers:
                        assert stacks.setdefault(s.place[x], first) == first
            if not digital(s):
                assert len(p.units) == 1
                first = next(iter(p.units))
                open_ = [x for x in p.waiting if not any(fits(s, y, x) for y in p.unbound)]
                must = [x for x in open_ if all(fits(s, y, x) for y in p.units[first])]
                assert (allocate.why_not_close(s, first) is None) == (not must)


# -- [10.7] losses and results --------------------------------------------------------------------------


@rule("10.7.1", "14.1", "14.5", "14.6", "14.7", "15.8")
def test_the_units_that_must_take_a_loss_come_before_the_owners_choice():
    rng = random.Random(124)
    for s in positions(24, seed=124, dense=0.9):
        s.attacker = rng.randint(0, 1)
        sides = {}
        for side in (0, 1):
            own = army(s, side)
            special = [u for u in own if s.game.data[u].traits or face(s, u).shock]
            sides[side] = list(dict.fromkeys(rng.sample(own, 3) + rng.sample(special, min(2, len(special)))))
        s.attackers, s.defenders = sides[s.attacker], sides[1 - s.attacker]
        for side in (0, 1):
            mine, attacks = sides[side], side == s.attacker
            for cause in (EX, DD, losses.BY_EVENT):
                traits = {u: s.game.data[u].traits for u in mine}
                first = [u for u in mine if "first-loss" in traits[u]]
                panzer = [u for u in mine if "ss-panzer" in traits[u] and attacks]
                shock = [u for u in mine if face(s, u).shock and attacks]
                grenadiers = [u for u in mine if "ss-panzergrenadier" in traits[u] and not panzer]
                forced = first or (panzer + shock if cause == EX else []) or grenadiers
                stacked = [u for u in army(s, side) if s.game.data[u].id == "rezervy" and u not in mine]
                backing = [u for u in stacked if s.place[u] in {s.place[x] for x in mine}]
                assert sorted(losses.takers(s, side, cause, -1)) == sorted(forced or mine + backing)
            hexes = {s.place[u] for u in mine[:1]}
            here = set(losses.takers(s, side, DD, sum(1 << p for p in hexes)))
            assert here and all(s.place[u] in hexes for u in here)


@rule("10.7.1", "14.2", "14.9.3", "14.10", "12.7", "8.4.3")
def test_a_lost_unit_goes_where_its_counter_and_marker_send_it():
    for s in positions(30, seed=125, dense=0.9):
        cadres = 0
        for u in army(s, 0) + army(s, 1):
            data = s.game.data[u]
            starved = bool(s.marks[u] & UNSUPPLIED)
            s.event_vp, side = 0, side_of(s, u)
            due = s.turn + (data.returns or 0)
            elimination.eliminate(s, u)
            if "hitler" in data.traits:
                assert s.decided
                break
            if data.eliminated == "removed":
                assert s.place[u] == REMOVED
            elif data.eliminated == "returns":
                assert s.place[u] == TRACK and s.arrives[u] == (due if data.kind != "cadre" else s.arrives[u])
                cadres += data.kind == "cadre"
            elif starved and data.reduced is not None:
                assert s.place[u] == SURRENDERED and points.event_vps(s, 1 - side) == 1
            else:
                assert s.place[u] == DESTROYED and s.event_vp == 0
            assert s.marks[u] == 0
        back = [s.arrives[u] for u in range(len(s.place)) if s.place[u] == TRACK and s.game.data[u].kind == "cadre"]
        for side in (0, 1):
            own = [
                t for u, t in enumerate(s.arrives) if s.place[u] == TRACK and s.game.cadre[u] and side_of(s, u) == side
            ]
            assert len(own) == len(set(own))
        assert len(back) == cadres or s.decided


@rule("10.7.6", "14.9.3")
def test_a_shattered_cadre_goes_to_the_turn_track_except_in_0_2():
    for s in positions(6, seed=126, dense=0.9):
        for u in army(s, 0) + army(s, 1):
            elimination.shatter(s, u)
            dies = s.game.data[u].kind == "cadre" and s.game.edition != "digital-0.2"
            assert s.place[u] == (TRACK if dies else SHATTERED)


@rule("14.9.2")
def test_a_cadre_takes_the_place_of_a_two_sided_unit_that_is_no_cadre():
    rng = random.Random(127)
    for s in positions(10, seed=127):
        for u in army(s, 0) + army(s, 1):
            if s.game.data[u].kind == "cadre" and rng.random() < 0.5:
                s.put(u, CADRES)
        for u in army(s, 0) + army(s, 1):
            data = s.game.data[u]
            boxed = [x for x in range(len(s.place)) if s.place[x] == CADRES and side_of(s, x) == side_of(s, u)]
            wanted = boxed[0] if boxed and data.reduced is not None and data.kind != "cadre" else -1
            assert losses.cadre_for(s, u) == wanted


@rule("10.7.4", "14.11")
def test_forts_hold_their_hex_and_volkssturm_holds_it_against_a_retreat():
    for s in positions(20, seed=128, dense=0.9):
        for p in places(s, 0) | places(s, 1):
            fort = any(face(s, u).type == "fort" for u in at(s, p))
            militia = any(s.game.data[u].kind == "volkssturm" for u in at(s, p))
            for s.result in (DR, DS, DD):
                assert results.holds(s, p) == (fort or (militia and s.result == DR))


@rule("10.7.3")
def test_a_counterblow_marker_goes_on_a_hex_of_the_phasing_side_that_is_not_all_white():
    rng = random.Random(129)
    for s in positions(40, seed=129, editions=("board",), turn=9, weather="clear"):
        s.attacker = rng.randint(0, 1)
        sides = {side: rng.sample(army(s, side), 4) for side in (0, 1)}
        s.attackers, s.defenders = sides[s.attacker], sides[1 - s.attacker]
        s.targets = rng.sample(sorted(places(s, 1 - s.phasing)), 3)
        s.struck = sum(1 << p for p in rng.sample(s.targets, rng.randint(0, 3)))
        s.next_blows = rng.sample(sorted(places(s, s.phasing)), rng.randint(0, 3))
        waiting = sum(not s.struck >> p & 1 for p in s.targets)
        hexes = {s.place[u] for u in sides[s.phasing]} - set(s.next_blows)
        hexes = {p for p in hexes if not all(face(s, u).white for u in at(s, p))}
        assert set(results.marker_hexes(s)) == (hexes if len(s.next_blows) + waiting < 5 else set())


@rule("10.6.2", "10.6.2.1", "10.7.2")
def test_support_is_for_an_attack_with_a_supplied_unit():
    rng = random.Random(130)
    for s in positions(40, seed=130):
        s.attacker, s.round = rng.randint(0, 1), rng.choice((0, 0, 1))
        s.attackers = rng.sample(army(s, s.attacker), rng.randint(1, 2))
        s.supports = [rng.randint(0, 1), rng.randint(0, 1)]
        fed = any(not s.marks[u] & UNSUPPLIED for u in s.attackers)
        counter = s.round == 0 or s.game.edition != "digital-0.2"
        assert battle.may_support(s) == bool(fed and counter and s.supports[s.attacker])
        assert battle.cards_allowed(s) == (s.round == 0 or not digital(s))


@rule("X.1", book="no-retreat-digital")
def test_a_battle_put_aside_comes_back_as_it_was_without_those_lost_meanwhile():
    rng = random.Random(131)
    for s in positions(12, seed=131, editions=("digital-1.1",)):
        s.attacker = s.phasing
        s.attackers, s.defenders = rng.sample(army(s, s.phasing), 3), rng.sample(army(s, 1 - s.phasing), 3)
        s.fields = sorted({s.place[u] for u in s.defenders})
        s.ground, s.committed, s.die, s.result = s.fields[-1], 1, 5, DD
        s.battle_mods, s.battle_events = [(mods.SHIFT, -2, 0), (mods.POINTS, 1, 3)], [(1, 7), (0, 4)]
        whole = (s.fields, s.attackers, s.defenders, s.ground, s.committed, s.die, s.result)
        notes = (s.battle_mods, s.battle_events)
        context.put_aside(s)
        assert (s.fields, s.attackers, s.defenders, s.ground, s.die) == ([], [], [], -1, 0)
        lost = rng.choice((whole[1][0], whole[2][0]))
        s.put(lost, DESTROYED)
        context.take_up(s, whole[0][0])
        assert (s.fields, s.ground, s.committed, s.die, s.result) == (whole[0], *whole[3:])
        assert s.attackers == [u for u in whole[1] if u != lost] and s.defenders == [u for u in whole[2] if u != lost]
        assert (s.battle_mods, s.battle_events) == notes and s.pending == [] and s.attacker == s.phasing


@rule("10.7.2")
def test_a_counterattack_has_the_same_units_with_the_roles_changed():
    rng = random.Random(132)
    for s in positions(12, seed=132):
        s.attacker = rng.randint(0, 1)
        s.attackers, s.defenders = rng.sample(army(s, s.attacker), 3), rng.sample(army(s, 1 - s.attacker), 3)
        s.round, s.committed, s.die, s.ground = 1, 1, 4, 9
        s.battle_mods, s.battle_events = [(mods.SHIFT, 1, 0)], [(0, 1)]
        foes, mine, side = list(s.attackers), list(s.defenders), s.attacker
        s.put(foes[0], SHATTERED)
        expected = battle.countered(s)
        context.turn_round(s)
        assert (s.attackers, s.defenders, s.attacker, s.round) == (mine, foes[1:], 1 - side, 2)
        assert s.fields == sorted({s.place[u] for u in foes[1:]})
        assert (s.ground, s.committed, s.die, s.result, s.battle_mods, s.battle_events) == (-1, 0, 0, 0, [], [])
        assert odds.under_way(s)[:5] == expected[:5]


@rule("10.7.5", "14.11")
def test_a_withdrawal_needs_a_way_back_for_all_and_no_fort():
    rng = random.Random(133)
    for s in positions(24, seed=133):
        fronts = sorted(places(s, 1))
        s.attacker, s.fields = 0, rng.sample(fronts, 1)
        held = any(face(s, u).type == "fort" or s.game.data[u].kind == "volkssturm" for u in at(s, s.fields[0]))
        able = all(hooks.retreat.possible(s, u) for u in at(s, s.fields[0]))
        assert hooks.can_withdraw(s) == (able and not held)


# -- [5.0] when an event may be played ------------------------------------------------------------------


@rule("5.0", "5.3.3", "5.3.1", "10.5", "5.4")
def test_an_event_is_kept_back_by_its_mark_its_turns_its_battle_and_its_price():
    rng = random.Random(134)
    for s in positions(40, seed=134):
        s.initiative, s.round = rng.randint(0, 1), rng.choice((0, 0, 1))
        s.played = rng.sample(range(len(EVENTS)), 10)
        s.battle_events = [(rng.randint(0, 1), 3)] if rng.random() < 0.6 else []
        side = s.phasing = rng.randint(0, 1)
        for card in rng.sample(range(len(s.card)), rng.randint(0, 3)):
            s.card[card] = 1 + side
        held = sum(where == 1 + side for where in s.card)
        s.owed = rng.choice((0, 0, 1))
        for number, event in enumerate(EVENTS):
            mark = event.mark is not None and event.mark != ("axis", "soviet")[s.initiative]
            assert (play.why_not_mark(s, side, number) is not None) == mark
            early = event.first is not None and s.turn < event.first
            late = event.last is not None and s.turn > event.last
            assert (play.why_not_yet(s, number) is not None) == (early or late)
            assert (play.why_not_again(s, number) is not None) == (number in s.played)
            joker = number in play.JOKERS
            poor = held - s.owed < event.cost + (not joker)
            assert (play.why_not_cost(s, side, number) is not None) == poor
        for moment in ("attack", "defend", "attack-roll", "loss", "movement", "advance"):
            refusal = play.why_not_battle(s, side, moment)
            used = any(by == side for by, _ in s.battle_events) and (digital(s) or moment in ("attack", "defend"))
            barred = s.round and digital(s)
            assert (refusal is not None) == bool(moment in BATTLE and (barred or used))
            if refusal:
                assert refusal.rule == ("B.9" if barred else "10.5")


@rule("15.11", "5.3.3")
def test_the_counter_of_the_variable_initiative_decides_for_the_side_without_it():
    for s in positions(1, seed=1, editions=("board",), variable_initiative=True):
        for s.turn in range(1, 29):
            s.initiative = int(s.turn >= 12)
            for s.star_turn in range(8, 16):
                stars = s.turn >= s.star_turn
                for side in (0, 1):
                    wanted = s.initiative if side == s.initiative else int(stars)
                    assert initiative.card_initiative(s, side) == wanted
                payer = 1 if s.turn < 12 else 0
                assert initiative.payer(s) == payer
                useful = s.star_turn > s.turn if payer else s.star_turn >= s.turn
                for s.event_vp in (-6, -5, 0, 5, 6):
                    own = s.event_vp if payer == 0 else -s.event_vp
                    assert initiative.may_stake(s) == (useful and own > -6)


# -- [15.0] options -------------------------------------------------------------------------------------


@rule("15.3.1")
def test_local_support_goes_on_a_supplied_unit_of_the_phasing_side():
    for s in positions(9, seed=135):
        fed = plain_supply(s, s.phasing)
        wanted = [u for u in fed if fed[u] and not s.marks[u] & UNSUPPLIED]
        assert local_support.supportable(s) == wanted
        for u in range(len(s.place)):
            refusal = local_support.why_not_support(s, u)
            assert (refusal is None) == (u in wanted)
            if refusal:
                foreign = side_of(s, u) != s.phasing or s.place[u] < 0
                assert ("not yours" if foreign else "not in supply") in refusal.text


@rule("15.9")
def test_partisans_strike_in_bad_weather_next_to_supplied_soviets():
    rng = random.Random(136)
    for s in positions(18, seed=136):
        ready = rng.random() < 0.8
        s.put(s.game.paratroop, RAIL if ready else TRACK)
        fed = plain_supply(s, 1)
        strong = [u for u in fed if digital(s) or (fed[u] and not s.marks[u] & UNSUPPLIED)]
        near = {p for u in strong for p in open_to(s.place[u])}
        wanted = [u for u in army(s, 0) if s.place[u] in near]
        if not digital(s):
            wanted = [u for u in wanted if s.place[u] in USSR and not s.marks[u] & DISORGANIZED]
        assert partisans.strikable(s) == (wanted if ready and s.weather else [])


@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
@rule("15.1", "15.2", "15.1.2")
def test_a_unit_is_split_when_full_alone_supplied_and_in_time(edition):
    how = {"abteilung": True, "fortified_front": True}
    seen = set()
    for s in positions(30, seed=137, editions=(edition,), dense=0.4, **how):
        for name in (*units.ABTEILUNGEN, *units.MECHANIZED, *units.FORTIFIED):
            s.put(s.game.unit[name], -1)
        s.memo.clear()
        side = s.phasing
        fed = plain_supply(s, side)
        for u, data in enumerate(s.game.data):
            shown = face(s, u)
            kin = ()
            if data.side == "axis" and data.nation == "german" and data.kind == "army" and s.full[u]:
                if shown.type == "armor":
                    kin = () if digital(s) else units.MECHANIZED
                elif (shown.type, shown.strength, shown.move) == ("infantry", 4, 4):
                    kin = units.ABTEILUNGEN
            if data.kind == "front" and (shown.type, shown.strength, shown.move) == ("infantry", 4, 3):
                kin = units.FORTIFIED
            assert units.parts(s, u) == kin
            time = 8 if side == 0 else 5
            alone = s.place[u] >= 0 and len(at(s, s.place[u])) == 1
            fine = kin and side_of(s, u) == side and s.place[u] >= 0 and s.turn >= time
            fine = fine and fed[u] and not s.marks[u] & UNSUPPLIED and (alone or (digital(s) and side == 0))
            if fine and kin is units.FORTIFIED and not digital(s):
                fine = bool(room(s, u))
            assert (units.why_not_split(s, u) is None) == bool(fine)
            if fine:
                first = s.game.unit[kin[0]]
                assert spots(units.beside(s, first, s.place[u])) == room(s, u) or kin is units.MECHANIZED
                seen.add(kin)
    assert len(seen) >= 2


def room(s: NoRetreatState, u: int) -> set[int]:
    """The hexes beside a unit for its parts: empty, or with one Axis unit; no EZOC, no enemy city."""
    side = side_of(s, u)
    lost = {p for p in (*CITIES, *OIL) if not holds(s, side, p)}
    free = {p for p in open_to(s.place[u]) if p not in zone(s, 1 - side) and p not in lost}
    free = {p for p in free if s.game.topology.ids[p].isdigit() and p not in places(s, 1 - side)}
    return {p for p in free if len([x for x in at(s, p) if s.game.data[x].id != "rezervy"]) < limit(s, side, p)}


def limit(s: NoRetreatState, side: int, p: int) -> int:
    """8.4.1 How many may stand in a hex once a part that is neither tank nor fort has come."""
    tank = any(face(s, x).type == "armor" for x in at(s, p)) and not any(face(s, x).paren for x in at(s, p))
    return 2 if side == 0 or s.turn >= 23 or (tank and (s.turn > 11 or (s.turn == 11 and s.phasing == 1))) else 1
