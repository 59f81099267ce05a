"""Battles to the last: the best ground, who only stands by, free counterblows, and victory checks of one side."""

from __future__ import annotations

import random

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, movement, second_front, supply, turn_events, victory
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.combat import Attack, Counterattack, Counterblow
from rasputitsa.titles.no_retreat.actions.events import Play, PlayFrom
from rasputitsa.titles.no_retreat.actions.organization import Place
from rasputitsa.titles.no_retreat.codes import DESTROYED, DISORGANIZED, REMOVED, SHATTERED, UNSUPPLIED, WAITING
from rasputitsa.titles.no_retreat.combat import (
    advance,
    allocate,
    battle,
    battles,
    context,
    declare,
    losses,
    mods,
    odds,
    report,
    results,
    retreat,
    simultaneous,
)
from rasputitsa.titles.no_retreat.deck import CARDS, EVENTS
from rasputitsa.titles.no_retreat.events import play, weather, window
from rasputitsa.titles.no_retreat.events.battle import why_not_odds
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.optional import units
from rasputitsa.titles.no_retreat.organization import placement, places
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .combat import field, said
from .plain import digital
from .positions import CITIES, HEXES, army, at, face, hexside, open_to, positions, side_of, spots
from .positions import places as held
from .situation import begin, place, situation, unit
from .test_plain_combat import DEFENCE, OBJECTIVES, halts, plain_shift, random_battle, terrain
from .test_plain_results import fights

NE, EX, CB, CA, DR, DS, DD = range(7)


# -- [10.6] odds ------------------------------------------------------------------------------------------------------


@rule("X.8", book="no-retreat-digital")
def test_a_die_has_six_faces_whatever_is_added_to_it() -> None:
    for more in (-1, 0, 1):
        s = situation(edition="digital-1.1", phase=None, axis_die=more)
        assert odds.faces(s, 0) == tuple(min(6, max(1, die + more)) for die in (1, 2, 3, 4, 5, 6))


@rule("10.6.1", "10.6.1.2")
def test_the_defender_has_the_ground_that_shifts_farthest_in_his_favour() -> None:
    rng, told_apart = random.Random(331), 0
    for s in positions(60, seed=331):
        for _ in range(12):
            b = random_battle(s, rng)
            if b is None or len(b.fields) < 2:
                continue
            for fields in (b.fields, b.fields[::-1]):
                worth = {p: plain_shift(s, b._replace(ground=p)) for p in fields}
                best = odds.best_ground(s, b._replace(fields=fields, ground=-1))
                assert worth[best] == min(worth.values())
                found = odds.reckon(s, b._replace(fields=fields, ground=-1))
                assert sum(columns for columns, _, _ in found.shifts) == min(worth.values())
                told_apart += len(set(worth.values())) > 1
            s.attacker, s.attackers, s.defenders, s.fields = (
                b.side,
                list(b.attackers),
                list(b.defenders),
                list(b.fields),
            )
            s.battle_mods, s.round, s.committed, s.ground = list(b.mods), int(b.counter), int(b.support), -1
            s.stack.clear()
            battle.choose_ground(s)
            worth = {p: plain_shift(s, b._replace(ground=p)) for p in b.fields}
            asked = bool(s.stack)
            assert asked == (len(set(worth.values())) > 1) and (asked or s.ground == b.fields[0])
    assert told_apart > 20


@rule("10.5")
def test_there_is_no_battle_board_without_hexes_or_without_attackers() -> None:
    for s, _ in fights(3, 332):
        assert report.under_way(s) is not None
        for fields, attackers in (([], s.attackers), (s.fields, []), ([], [])):
            new = s.copy()
            new.fields, new.attackers = list(fields), list(attackers)
            assert report.under_way(new) is None


# -- [10.1] to [10.3] declaring and joining ---------------------------------------------------------------------------


@rule("10.1.2")
def test_a_free_counterblow_needs_no_card_in_hand() -> None:
    s = situation(phase=None, axis={"9th Army": "1412"}, soviet={"West Front": "1413"})
    s.phasing, s.stack = 0, []
    deed, effect = DEEDS[kinds.Counterblow], kinds.Counterblow(hexes=1)
    assert not s.hand(1) and deed.why_not(s, Now(0, 1, "counterblow"), effect) is None
    s.put(unit(s, "9th Army"), place("1408"))
    s.memo.clear()
    assert deed.why_not(s, Now(0, 1, "counterblow"), effect) is not None


@rule("10.3.1")
def test_only_a_hex_that_nobody_can_attack_goes_unattacked_and_the_log_says_so() -> None:
    own = {"9th Army": "1412", "6th Army": "1411"}
    s = field(axis=own, soviet={"West Front": "1413", "South Front": "1513"}, phase=None)
    s.phasing, s.targets, s.blows = 0, [place("1413")], []
    s.stack.clear()
    s.push(battles.Battles)
    assert s.step.side(s) is not None or allocate.plan(s).waiting
    s.memo.clear()
    s.step.advance(s)
    assert not said(s, "Nobody can attack")
    s.stack.clear()
    s.push(battles.Battles)
    s.targets, s.allocated = [place("1413")], [-1] * len(s.place)
    for name in own:
        s.put(unit(s, name), place("1408"))
    s.memo.clear()
    s.step.advance(s)
    assert said(s, "Nobody can attack") and not s.stack


# -- [10.7] results ---------------------------------------------------------------------------------------------------


@rule("10.7.2", "10.7.5")
def test_who_was_not_engaged_retreats_with_the_others_and_loses_no_step() -> None:
    tried = set()
    for s, _ in fights(20, 333):
        for u in s.defenders:
            for path in list(retreat.ways(s, u).values())[:2]:
                for engaged in (True, False):
                    new = s.copy()
                    new.result, new.retreating = DD, [u]
                    new.defenders = [x for x in s.defenders if engaged or x != u]
                    new.put(u, s.place[u])
                    new.memo.clear()
                    if new.occupied[side_of(s, u)] >> path[-1] & 1:
                        continue
                    retreat.go_back(new, u, path)
                    if not engaged:
                        assert new.place[u] == path[-1] and new.full[u] == s.full[u]
                    else:
                        assert new.place[u] != path[-1] or new.full[u] < s.full[u]
                    tried.add(engaged)
    assert tried == {True, False}


# -- [12.0] victory ---------------------------------------------------------------------------------------------------


@rule("12.3")
@rule("P.1", book="no-retreat-digital")
@pytest.mark.parametrize("side", [0, 1])
def test_a_victory_phase_of_one_side_looks_at_that_side_only(side: int) -> None:
    s = situation(edition="digital-1.1", turn=15, phase=None)
    s.axis_held, s.event_vp = 0, -6
    s.initiative = 1
    victory.check(s, (side,))
    assert bool(s.decided) == (side == 1)


@rule("12.2", "12.10")
def test_the_initiative_shifts_in_the_phase_that_looks_at_the_soviets() -> None:
    for sides, shifts in (((0,), False), ((1,), True), ((0, 1), True)):
        for turn in (11, 12):
            s = situation(edition="digital-1.1", turn=turn, phase=None)
            s.initiative = 0
            victory.check(s, sides)
            assert (s.initiative == 1) == (shifts and turn == 12)


@rule("12.0", "12.2", "12.3")
@pytest.mark.parametrize("scenario", ["barbarossa", "citadel", "bagration", "tournament"])
def test_a_short_scenario_knows_no_sudden_death_and_no_total_victory(scenario: str) -> None:
    for turn in range(1, 29):
        for initiative, axis_all in ((0, True), (1, False)):
            s = situation(scenario=scenario, phase=None, turn=turn)
            s.initiative, s.event_vp = initiative, 6 if axis_all else -6
            s.axis_held = s.game.vp_hexes if axis_all else 0
            wins = [win for win in s.game.setup.win if win.when == "victory" and victory.fulfilled(s, win)]
            victory.check(s, (0, 1))
            assert bool(s.decided) == bool(wins)


# -- [7.0], [15.0] organization and options ---------------------------------------------------------------------------


@rule("7.6", "13.5")
def test_a_unit_that_comes_back_later_is_placed_like_any_other() -> None:
    rng, seen = random.Random(334), 0
    for s in positions(8, seed=334, turn=24):
        for u, data in enumerate(s.game.data):
            if data.placement is None:
                continue
            s.phasing = side_of(s, u)
            s.put(u, SHATTERED)
            s.marks[u] = 0
            s.memo.clear()
            good = spots(places.places_for(s, u))
            usual = spots(places.usual_places(s, s.phasing, True))
            assert good <= usual
            for to in rng.sample(sorted(held(s, 0) | held(s, 1) | set(CITIES)), 10):
                refusal = placement.why_not_place(s, Place(u, to))
                assert (refusal is None) == (to in good)
                if refusal:
                    assert refusal.rule in ("7.6", "8.4.1")
                    seen += 1
            s.put(u, WAITING)
    assert seen


@rule("15.1", "15.2")
def test_an_army_in_a_pocket_is_split_and_a_front_needs_a_hex_beside_it() -> None:
    for s in positions(60, seed=335, editions=("board",), turn=9, abteilung=True, fortified_front=True):
        for name in (*units.ABTEILUNGEN, *units.MECHANIZED, *units.FORTIFIED):
            s.put(s.game.unit[name], -1)
        for u in army(s, 0) + army(s, 1):
            s.phasing = side_of(s, u)
            kin = units.parts(s, u)
            if not kin or len(at(s, s.place[u])) > 1:
                continue
            for p in open_to(s.place[u]):
                foe = next((x for x in army(s, 1 - s.phasing) if face(s, x).move), -1)
                if p not in held(s, 0) | held(s, 1) and foe >= 0 and s.game.topology.ids[p].isdigit():
                    s.put(foe, p)
            s.marks[u] = 0
            s.memo.clear()
            refusal = units.why_not_split(s, u)
            alone = not units.beside(s, s.game.unit[kin[0]], s.place[u])
            if kin is units.FORTIFIED and refusal is None:
                assert not alone
            if kin is not units.FORTIFIED and refusal:
                assert "no room" not in refusal.text


@rule("3.0")
def test_the_group_in_rumania_is_not_offered_a_move_in_the_first_turn() -> None:
    s = TITLE.setup(TITLE.prepare("campaign", "board", {}))
    begin(s, "axis", "movement")
    frozen = {unit(s, name) for name in ("11th-army", "3rd-rumanian", "4th-rumanian")}
    assert frozen and not frozen & set(movement.movable(s)) and len(movement.movable(s)) > 8
    s.turn = 2
    s.memo.clear()
    assert frozen <= set(movement.movable(s))


@rule("14.14.1")
@pytest.mark.parametrize("scenario", ["fall-blau", "citadel", "bagration", "campaign"])
def test_a_weather_card_concerns_no_turn_after_the_last(scenario: str) -> None:
    s = situation(scenario=scenario, phase=None)
    variable = {turn for turn, box in s.game.turns.items() if box.reverse}
    for turn in range(1, s.game.last_turn + 1):
        s.turn = turn
        later = s.turn + 1 if s.turn + 1 in variable and s.turn < s.game.last_turn else 0
        for effect in {e for _, _, e in _weather_effects(s)}:
            now = s.turn in variable and effect.turn == "current-or-next"
            assert weather.concerned(s, effect) == (s.turn if now else later)


def _weather_effects(s: NoRetreatState) -> list[tuple[int, int, kinds.Weather]]:
    assert not digital(s)
    return [
        (number, place_, effect)
        for number, event in enumerate(EVENTS)
        for place_, effect in enumerate(event.effects)
        if isinstance(effect, kinds.Weather)
    ]


@rule("10.6.1", "10.6.1.3")
@pytest.mark.parametrize("sky", ["clear", "snow"])
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_each_feature_of_a_hex_and_its_sides_is_ignored_by_itself(edition: str, sky: str) -> None:
    s = situation(edition=edition, phase=None, weather=sky)
    u = unit(s, "9th Army")
    for p in HEXES:
        for name, bit in (("", 0), *mods.FEATURES.items()):
            kind = terrain(s, p)
            columns = 0 if name == "hex" or (kind == "city" and name == "city") else DEFENCE.get(kind, 0)
            columns += p in OBJECTIVES and name != "objective"
            assert -sum(cause[0] for cause in odds.hex_shifts(s.game, p, bit)) == columns
            for q in open_to(p):
                s.place[u] = q
                side = hexside(q, p)
                worth = {"river": int(sky == "clear"), "crossing": 2}.get(side, 0) * (name != side)
                assert odds.hexside_shift(s, odds.Battle(0, [u], [], [p], ground=p), bit) == worth


def observed(s: NoRetreatState) -> dict[str, object]:
    """What the notes of events do to the battle under way and to the phase."""
    b = odds.under_way(s)
    stack = s.stack
    seen: dict[str, object] = {}
    seen["odds"] = sum(c for c, why, _ in odds.shifts(s, b) if why == "events")
    seen["attack"], seen["defend"] = odds.total(s, b.attackers, b.side, b.mods), odds.total(s, b.defenders, 1, b.mods)
    seen["armor"], seen["support"] = odds.armor_bonus(s, b), len(list(odds.support_shift(s, b)))
    seen["ground"] = sum(c for c, _, _ in odds.terrain_shifts(s, b))
    s.stack = []
    settled = s.copy()
    settled.push(battle.Fight, battle.ROLL + 1, -1)
    battle.settle_odds(settled)
    seen["settled"] = (settled.result, len(settled.stack), settled.stack[-1][0])
    extra = s.copy()
    battle.extra_losses(extra)
    seen["extra"] = [frame[1:3] for frame in extra.stack]
    exchanged = s.copy()
    results.exchange(exchanged, -1)
    seen["exchange"] = [frame[1] for frame in exchanged.stack]
    s.memo.clear()
    seen["retreats"] = {u: sorted(retreat.ways(s, u)) for u in s.defenders}
    seen["advance"] = [advance.limit(s, u) for u in s.attackers]
    seen["ways"] = [sorted(advance.ways(s, u)) for u in s.attackers]
    seen["targets"] = declare.target_limit(s)
    seen["weather"] = len(list(odds.weather_shift(s, b)))
    seen["fuel"] = [odds.has_fuel(s, u) for u in s.attackers]
    s.stack = stack
    s.memo.clear()
    return seen


@rule("10.5", "10.6", "10.7.5", "10.8.1", "5.3")
@pytest.mark.parametrize("scene", ["snow, no oil", "clear", "city beside a forest"])
def test_what_an_event_notes_for_a_battle_or_a_phase_does_that_and_nothing_else(scene: str) -> None:
    own = {"1st Panzer": "1512", "9th Army": "1512"}
    foes = {"West Front": "1513 reduced", "South Front": "1614", "Kalinin Front": "1413"}
    snow = scene.startswith("snow")
    s = situation(phase=None, axis=own, soviet=foes, weather="snow" if snow else "clear", turn=10)
    tank, fought = unit(s, "1st Panzer"), place("1513")
    if scene.startswith("city"):
        fought = place("Smolensk")
        s.put(unit(s, "West Front"), fought)
        for name in own:
            s.put(unit(s, name), next(p for p in sorted(open_to(fought)) if forests(s, p)))
    s.phasing = s.attacker = 0
    s.oil_lost, s.event_vp = 3 * snow, 0
    s.attackers, s.defenders = [unit(s, name) for name in own], [unit(s, "West Front")]
    s.fields, s.ground, s.committed, s.result = [fought], fought, 1, DR
    s.vacated = forests(s, s.place[tank])[:1]
    usual = observed(s)
    city = scene.startswith("city")
    armor = set() if snow else {"advance"} if city else {"armor", "advance"}
    battle_notes = {
        (mods.SHIFT, 1, 0): {"odds"},
        (mods.TIMES, tank, 2): {"attack"},
        (mods.POINTS, 0, 3): {"attack"},
        (mods.RESULT, DS, 0): {"settled"},
        (mods.CONTEST, 0, 0): {"settled"},
        (mods.WITHDRAW, 0, 0): {"settled"},
        (mods.IGNORE, 31, 0): set() if snow else {"ground"},
        (mods.NO_ARMOR, 0, 0): armor,
        (mods.NO_SUPPORT, 0, 0): {"support"},
        (mods.EXTRA_LOSSES, 2, 0): {"extra"},
        (mods.ABSORB, 0, 1): {"exchange"},
        (mods.RETREAT_FREE, 1, 0): {"retreats"},
        (mods.ADVANCE, 1, 0): {"advance"},
        (mods.ADVANCE_LIMIT, 1, 0): {"advance"},
        (mods.ADVANCE_FREE, 0, 0): {"ways"} if city else set(),
    }
    for note, what in battle_notes.items():
        s.battle_mods = [note]
        seen = observed(s)
        assert {key for key in seen if seen[key] != usual[key]} == what, note
    s.battle_mods = []
    phase_notes = {
        (mods.NO_WEATHER, 0, 0): {"weather"} if snow else set(),
        (mods.FARTHER, 0, 1): {"advance"},
        (mods.LIMIT_TARGETS, 0, 2): {"targets"},
        (mods.EXTRA_TARGETS, 0, 1): set(),
        (mods.FUEL, 0, 0): {"fuel", "armor"} if snow else set(),
    }
    for note, what in phase_notes.items():
        s.phase_mods = [note]
        seen = observed(s)
        assert {key for key in seen if seen[key] != usual[key]} == what, note


def forests(s: NoRetreatState, at_: int) -> list[int]:
    """The rough hexes beside a place, if it is not beside clear ones that are vacated."""
    return [p for p in sorted(open_to(at_)) if terrain(s, p) in ("forest", "swamp")] if at_ != place("1512") else []


@rule("10.8.1")
def test_an_advance_ends_in_rough_terrain_and_behind_the_sea_crossing() -> None:
    for edition in ("board", "digital-1.1"):
        s = situation(edition=edition, phase=None)
        tank = unit(s, "1st Panzer")
        crossed = 0
        for start in HEXES:
            for first in open_to(start):
                assert bool(advance._stopped(s, start, (first,))) == halts(s, tank, start, first)
                for second in open_to(first):
                    assert bool(advance._stopped(s, start, (first, second))) == halts(s, tank, first, second)
                    crossed += hexside(first, second) == "crossing"
        assert crossed


@rule("13.5", "13.5.11")
def test_the_last_defences_of_the_reich_stand_ready_on_their_cities() -> None:
    s = situation(turn=23, phase=None)
    for name in ("berlin-garrison", "volkssturm-danzig"):
        u = unit(s, name)
        placement.raise_defences(s, u)
        assert s.place[u] == s.game.home[u] and not s.marks[u] & DISORGANIZED
        s.axis_held &= ~(1 << s.game.home[u])
        placement.raise_defences(s, u)
        assert s.place[u] == REMOVED


@rule("10.5")
def test_only_points_and_multiples_add_to_a_strength() -> None:
    for s in positions(3, seed=336):
        for side in (0, 1):
            units_ = army(s, side)[:3]
            plain = sum(face(s, u).strength for u in units_)
            for kind in range(15):
                for number in (0, 1):
                    note = [(kind, number, 3)]
                    more = 3 * (kind == mods.POINTS and number == side)
                    twice = sum(2 * face(s, u).strength for u in units_ if kind == mods.TIMES and u == number)
                    assert odds.total(s, units_, side, note) == plain + more + twice


@rule("10.8.1", "12.7.1")
def test_an_advance_enters_no_hex_twice() -> None:
    tried = 0
    for s in positions(30, seed=337, weather="clear"):
        for city in CITIES:
            near = [u for u in army(s, s.phasing) if city in open_to(s.place[u])]
            if not near or city in held(s, s.phasing):
                continue
            for u in at(s, city):
                s.put(u, -1)
            s.attacker, s.vacated, s.battle_mods = s.phasing, [city], []
            s.axis_held = s.axis_held & ~(1 << city) if s.phasing == 0 else s.axis_held | 1 << city
            s.memo.clear()
            for u in near:
                ways = advance.ways(s, u)
                assert all(len(set(path)) == len(path) and path[-1] == end for end, path in ways.items())
                assert ways.get(city, (city,)) == (city,)
                tried += len(ways) > 3
    assert tried > 10


@rule("15.8")
def test_rezervy_may_take_the_loss_of_a_unit_it_is_stacked_with() -> None:
    s = situation(phase=None, rezervy=True, axis={"9th Army": "1412"}, soviet={"West Front": "1413", "rezervy": "1413"})
    west, reserve = unit(s, "West Front"), s.game.rezervy
    s.attacker, s.attackers, s.defenders = 0, [unit(s, "9th Army")], [west]
    for cause in (EX, DD, losses.BY_EVENT):
        assert losses.takers(s, 1, cause, -1) == [west, reserve]
        assert losses.takers(s, 0, cause, -1) == [unit(s, "9th Army")]
    s.defenders = [west, reserve]
    assert losses.takers(s, 1, EX, -1) == [west, reserve]
    s.defenders = [west]
    s.put(reserve, place("1513"))
    assert losses.takers(s, 1, EX, -1) == [west]


@rule("10.6.3", "10.8.2")
@pytest.mark.parametrize(("weather_", "hex_", "useful"), [
    ("snow", "1513", True), ("clear", "1513", True), ("clear", "Smolensk", True), ("mud", "1513", False),
    ("snow", "Smolensk", False),
])  # fmt: skip
def test_armor_is_worth_stopping_for_its_shift_or_for_its_advance(weather_: str, hex_: str, useful: bool) -> None:
    own = min(open_to(place(hex_)))
    s = situation(phase=None, weather=weather_, turn=10, axis={"1st Panzer": "1412"}, soviet={"West Front": hex_})
    tank = unit(s, "1st Panzer")
    s.put(tank, own)
    s.attacker, s.attackers, s.defenders = 0, [tank], [unit(s, "West Front")]
    s.fields, s.ground = [place(hex_)], place(hex_)
    effect = kinds.Void(what=("armor",))
    assert (DEEDS[kinds.Void].why_not(s, Now(0, 1, "defend"), effect) is None) == useful


@rule("5.0", "5.3")
def test_an_event_that_may_not_be_played_is_refused_for_that_whatever_the_card() -> None:
    s = situation(side="axis", turn=5, axis={"9th Army": "1412"}, axis_hand=("*", "*", "*", "*"))
    question = window.PlayEventFrom()
    assert s.step.name == "MovementPhase"
    for number, event in enumerate(EVENTS):
        for card in (*s.hand(0), 3):
            plain = window.PlayEvent().why_not(s, Play(number))
            refusal = question.why_not(s, PlayFrom(number, card))
            if plain is not None:
                assert refusal is not None and (refusal.rule, refusal.text) == (plain.rule, plain.text), event.id


@rule("10.8")
def test_nobody_advances_into_a_hex_that_the_enemy_still_holds() -> None:
    rng, kept = random.Random(338), 0
    for s, _ in fights(16, 338):
        front = [p for p in sorted(held(s, 1 - s.attacker)) if any(p in open_to(s.place[u]) for u in s.attackers)]
        s.vacated = front[:3]
        for p in s.vacated:
            for u in at(s, p) if rng.random() < 0.5 else ():
                s.put(u, -1)
        left = [p for p in s.vacated if not at(s, p)]
        kept += len(s.vacated) - len(left)
        s.advancing = []
        s.memo.clear()
        advance.prepare(s)
        assert s.vacated == left
        able = {u for u in s.attackers if s.place[u] >= 0 and any(p in open_to(s.place[u]) for p in left)}
        able = {u for u in able if face(s, u).move and not face(s, u).white and not s.marks[u] & DISORGANIZED}
        assert set(s.advancing) == able
    assert kept > 3


# -- what is begun, put aside and counted -----------------------------------------------------------------------------


@rule("10.7.2", "10.6.2")
def test_a_battle_is_a_counterattack_from_its_second_round_on() -> None:
    for s, _ in fights(3, 339):
        for s.round in (0, 1, 2):
            for s.committed in (0, 1):
                b = odds.under_way(s)
                assert (b.counter, b.support) == (s.round > 0, s.committed == 1)


@rule("10.6.1", "10.7.2")
def test_a_counterattack_and_a_battle_go_through_all_their_stages() -> None:
    for s, _ in fights(4, 340):
        s.stack.clear()
        s.push(battle.Fight, len(battle.STAGES) - 1, -1)
        s.push(battle.CounterattackStep)
        battle.HitBack().do(s, Counterattack())
        assert s.stack[-1][1] == 0 and s.stack[-1][0] == battle.Fight.id
        s.stack.clear()
        battle.begin(s, s.fields, s.attackers)
        assert s.stack[-1][1] == 0 and s.round == 0 and s.attacker == s.phasing


@rule("X.1", book="no-retreat-digital")
def test_a_battle_that_is_prepared_first_goes_through_its_stages_up_to_the_die() -> None:
    for s, _ in fights(4, 350, editions=("digital-1.1",)):
        s.phasing, s.round = s.attacker, 0
        context.put_aside(s)
        s.round = 3
        context.take_up(s, s.pending[0][0])
        assert s.round == 0 and s.attacker == s.phasing and not s.pending
    own = {"1st Panzer": "1512", "9th Army": "1512"}
    s = field(axis=own, soviet={"West Front": "1513"}, edition="digital-1.1", simultaneous=True, phase=None)
    s.phasing, s.targets = 0, [place("1513")]
    for name in own:
        s.allocated[unit(s, name)] = place("1513")
    s.stack.clear()
    s.memo.clear()
    s.push(simultaneous.Supporting)
    s.step.advance(s)
    assert s.stack[-1][1:] == (0, battle.ROLL) and len(s.attackers) == 2


@rule("10.0", "10.1.2")
def test_a_combat_phase_begins_with_no_target_and_no_free_counterblow() -> None:
    s = field(axis={"9th Army": "1412"}, soviet={"West Front": "1413"}, phase=None)
    s.phasing, s.free_blows, s.struck, s.targets = 0, 2, 1 << place("1413"), [place("1413")]
    s.stack.clear()
    s.push(declare.CombatStart)
    s.step.advance(s)
    assert (s.free_blows, s.struck, s.targets) == (0, 0, [])
    s.free_blows = 2
    s.push(declare.Counterblows, 1)
    declare.DeclareCounterblow().do(s, Counterblow(place("1413")))
    assert s.free_blows == 1 and s.blows == [place("1413")] and len(s.stack) == 1, "nothing is paid"


@rule("10.6.1")
def test_terrain_counts_in_full_unless_something_is_ignored_and_nobody_crosses_nothing() -> None:
    s = situation(phase=None)
    for p in HEXES:
        columns = DEFENCE.get(terrain(s, p), 0) + (p in OBJECTIVES)
        assert -sum(cause[0] for cause in odds.hex_shifts(s.game, p)) == columns
        assert odds.hexside_shift(s, odds.Battle(0, [], [], [p], ground=p), 0) == 0


@rule("10.6.1", "5.3.1")
def test_an_event_that_does_more_than_ignore_terrain_is_of_use_anywhere() -> None:
    s = situation(phase=None, axis={"9th Army": "1412"}, soviet={"West Front": "1413"})
    clear = next(p for p in HEXES if terrain(s, p) == "clear" and not any(hexside(q, p) for q in open_to(p)))
    s.put(unit(s, "West Front"), clear)
    s.put(unit(s, "9th Army"), min(open_to(clear)))
    s.attacker, s.attackers, s.defenders = 0, [unit(s, "9th Army")], [unit(s, "West Front")]
    s.fields, s.ground = [clear], clear
    seen = set()
    for number, event in enumerate(EVENTS):
        for place_, effect in enumerate(event.effects):
            if isinstance(effect, kinds.IgnoreTerrain) and clear not in OBJECTIVES:
                refusal = DEEDS[kinds.IgnoreTerrain].why_not(s, Now(number, 0, "attack", place_), effect)
                assert (refusal is None) == (len(event.effects) > 1), event.id
                seen.add(len(event.effects))
    assert len(seen) > 1 or 1 in seen


@rule("14.14.3", "13.1")
def test_a_first_snow_that_turns_to_mud_is_no_first_snow() -> None:
    s = situation(phase=None, turn=4, weather="snow")
    s.snowed = 0
    weather.set_weather(s, 4, 2)
    assert (s.weather, s.snowed) == (2, 4)
    weather.set_weather(s, 4, 1)
    assert (s.weather, s.snowed) == (1, 0)
    s.snowed = 0
    weather.set_weather(s, 6, 2)
    assert (s.weather, s.snowed) == (1, 0), "the weather of another turn"


@rule("15.1", "12.7.4")
def test_a_split_costs_a_point_in_the_digital_edition_only() -> None:
    for edition, price in (("board", 0), ("digital-1.1", 1)):
        s = situation(edition=edition, phase=None, abteilung=True)
        assert [units.vp_price(s, side) for side in (0, 1)] == [price, price]


@rule("13.4", "5.2.1")
def test_the_second_front_costs_the_axis_a_card_in_its_own_turn_only() -> None:
    for edition in ("board", "digital-1.1"):
        for turn in (13, 14):
            for held_ in (0, 1):
                s = situation(edition=edition, phase=None, turn=turn, axis_hand=("*",) * held_)
                for s.phasing in (0, 1):
                    due = edition == "board" and turn == 14 and held_ and s.phasing == 0
                    assert second_front.TwoFrontWar().side(s) == ("axis" if due else None)


@rule("7.0", "6.1")
def test_a_unit_in_a_box_traces_no_path() -> None:
    s = situation(phase=None, axis={"9th Army": "Warsaw", "6th Army": "rail"})
    assert supply.has_overland(s, unit(s, "9th Army")) and not supply.has_overland(s, unit(s, "6th Army"))


@rule("10.5")
def test_a_battle_is_settled_by_the_kind_of_the_note_whatever_it_says() -> None:
    settling = (mods.RESULT, mods.CONTEST, mods.WITHDRAW)
    for s, _ in fights(2, 351):
        for kind in range(15):
            for number in range(7):
                s.battle_mods = [(kind, number, 0)]
                assert (why_not_odds(s) is not None) == (kind in settling)


@rule("14.5", "14.7", "14.6", "14.1")
def test_the_unit_that_must_take_a_loss_is_named_with_its_own_rule() -> None:
    by_trait = {"ss-panzer": "14.5", "first-loss": "14.1", "ss-panzergrenadier": "14.6"}
    s = situation(phase=None)
    for u, data in enumerate(s.game.data):
        s.attacker = side_of(s, u)
        for s.full[u] in (0, 1):
            forced, why = losses.obliged(s, s.attacker, EX, [u])
            rules = {by_trait[trait] for trait in data.traits if trait in by_trait}
            rules |= {"14.7"} if face(s, u).shock else set()
            assert bool(forced) == bool(rules) and (not rules or {why} == rules)
            assert bool(losses.obliged(s, 1 - s.attacker, EX, [u])[0]) == bool(rules & {"14.1", "14.6"})


@rule("10.3", "10.4")
@pytest.mark.parametrize("edition", ["board", "digital-1.1"])
def test_a_hex_that_the_enemy_has_left_is_attacked_no_more(edition: str) -> None:
    s = situation(edition=edition, phase=None, axis={"9th Army": "1412"}, soviet={"West Front": "1413"})
    nine, hex_ = unit(s, "9th Army"), place("1413")
    s.phasing, s.targets = 0, [hex_]
    s.allocated[nine] = hex_
    s.memo.clear()
    assert allocate.plan(s).units == {hex_: [nine]} and allocate.plan(s).hexes == [hex_]
    s.put(unit(s, "West Front"), -1)
    s.memo.clear()
    assert not allocate.plan(s).units and not allocate.plan(s).hexes and not allocate.plan(s).free
    assert list(allocate.battle(s, hex_).fields) == [hex_] and not allocate.battle(s, hex_).attackers


@rule("X.1", book="no-retreat-digital")
def test_prepared_battles_are_rolled_for_whatever_their_ground() -> None:
    for s, _ in fights(4, 352, editions=("digital-1.1",)):
        s.phasing, s.pending = s.attacker, []
        foes = [u for u in army(s, 1 - s.attacker) if s.place[u] != s.fields[0]][:1]
        s.fields = [s.fields[0], s.place[foes[0]]]
        s.ground, hexes = s.fields[1], list(s.fields)
        context.put_aside(s)
        s.targets, s.blows = [], []
        s.memo.clear()
        s.stack.clear()
        s.push(simultaneous.Supporting, 1)
        s.step.advance(s)
        assert s.fields == hexes and s.ground == hexes[1] and not s.pending
        assert s.stack[-1][1:] == (battle.ROLL, battle.APPLY) and s.stack[-2][1:] == (0,)


@rule("12.2", "12.10")
def test_a_war_that_the_axis_has_won_on_turn_12_sees_no_shift_of_the_initiative() -> None:
    for won in (False, True):
        s = situation(turn=12, phase=None)
        s.initiative, s.event_vp, s.axis_held = 0, 6 * won, s.game.vp_hexes if won else s.game.vp_hexes & s.game.germany
        victory.check_sudden_death(s, 0)
        assert bool(s.decided) == won
        victory.check(s, (0, 1))
        assert s.initiative == (0 if won else 1)


@rule("13.1", "10.6.2")
def test_the_first_snow_may_fall_on_turn_4_or_on_turn_5() -> None:
    for fourth, first in ((2, 4), (1, 5)):
        s = situation(turn=3, phase=None)
        s.snowed, s.sky[4] = 0, fourth
        for turn in (4, 5, 6):
            turn_events.begin_turn(s)
            assert s.turn == turn and s.snowed == (first if turn >= first else 0)


@rule("B.4", book="no-retreat-digital")
def test_a_battle_against_counterblows_may_take_in_one_target() -> None:
    foes = {"West Front": "1513", "South Front": "1413", "Kalinin Front": "1612"}
    s = situation(edition="digital-1.1", phase=None, axis={"9th Army": "1512"}, soviet=foes)
    nine, west, south, third = unit(s, "9th Army"), place("1513"), place("1413"), place("1612")
    s.phasing = 0
    near = [p for p in (west, south, third) if p in open_to(s.place[nine])]
    assert len(near) >= 2
    s.allocated[nine] = near[0]
    for targets, blows, fine in (([near[1]], [near[0]], True), (near[:2], [], False)):
        s.targets, s.blows = list(targets), list(blows)
        s.memo.clear()
        assert allocate.takes(s, allocate.plan(s), near[0], near[1]) == fine


@rule("10.3.3")
def test_a_unit_that_is_no_longer_beside_its_battle_brings_no_other_hex_into_it() -> None:
    for edition in ("board", "digital-1.1"):
        foes = {"West Front": "1513", "South Front": "1413"}
        s = situation(edition=edition, phase=None, axis={"9th Army": "1512", "6th Army": "1512"}, soviet=foes)
        nine, six, west = unit(s, "9th Army"), unit(s, "6th Army"), place("1513")
        near = [p for p in open_to(s.place[nine]) if p in open_to(west) and p != place("1413")]
        s.put(unit(s, "South Front"), near[0])
        s.phasing, s.targets, s.blows = 0, [west], [near[0]]
        s.allocated[nine] = s.allocated[six] = west
        s.memo.clear()
        assert allocate.candidates(s, nine) == allocate.candidates(s, six) == [near[0]]
        s.put(six, place("Warsaw"))
        s.memo.clear()
        assert allocate.candidates(s, nine) == [near[0]] and allocate.candidates(s, six) == []


@rule("15.8.1")
def test_rezervy_in_a_box_stays_there() -> None:
    s = situation(phase=None, rezervy=True, soviet={"rezervy": "shattered", "West Front": "1513"})
    rezervy = s.game.rezervy
    for where_ in (SHATTERED, place("1513"), place("1412")):
        s.put(rezervy, where_)
        s.stack.clear()
        s.push(units.LoneReserve)
        s.step.advance(s)
        assert s.place[rezervy] == (DESTROYED if where_ == place("1412") else where_)


@rule("10.7.1", "6.5.4.3")
def test_a_fallen_unit_is_remembered_as_starved_only_if_it_was_unsupplied() -> None:
    for mark in (0, DISORGANIZED, UNSUPPLIED, UNSUPPLIED | DISORGANIZED):
        s = situation(phase=None, axis={"9th Army": "1512"})
        nine = unit(s, "9th Army")
        s.marks[nine] = mark
        losses.eliminate(s, nine)
        ((lost, hex_, starved),) = s.fallen
        assert (lost, hex_, bool(starved)) == (nine, place("1512"), bool(mark & UNSUPPLIED))


@rule("10.8.1", "12.7.1")
@pytest.mark.parametrize("side", [0, 1])
def test_of_two_ways_of_an_advance_the_one_through_an_enemy_city_is_taken(side: int) -> None:
    s = situation(phase=None, turn=20)
    u = unit(s, ("9th Army", "West Front")[side])
    s.attacker = s.phasing = side
    tried = 0
    for city in CITIES:
        for start in open_to(city):
            others = [p for p in open_to(start) if p in HEXES and p in open_to(city) and terrain(s, p) == "clear"]
            for other in others:
                ends = [p for p in open_to(city) if p in open_to(other) and p != start and p in HEXES]
                if start not in HEXES or not ends or hexside(start, city) or hexside(city, ends[0]):
                    continue
                s.put(u, start)
                for held_ in (True, False):
                    s.axis_held = s.game.vp_hexes * (held_ == (side == 1))
                    for s.vacated in ([other, city], [city, other]):
                        s.memo.clear()
                        path = advance.ways(s, u).get(ends[0], ())
                        if len(path) == 2:
                            assert path[0] == (city if held_ else s.vacated[0])
                            tried += 1
    assert tried > 20


@rule("10.3")
def test_no_attack_begins_before_a_unit_has_joined_it() -> None:
    s = field(axis={"9th Army": "1412", "6th Army": "1412"}, soviet={"West Front": "1413"}, phase=None)
    s.phasing, s.targets = 0, [place("1413")]
    s.stack.clear()
    s.push(battles.Battles)
    choice, nine = battles.BeginAttack(), unit(s, "9th Army")
    refusal = choice.why_not(s, Attack((place("1413"),), (nine,)))
    assert refusal is not None and refusal.rule == "10.3" and not choice.handles(s)
    allocate.join(s, nine, place("1413"))
    s.memo.clear()
    assert choice.why_not(s, Attack((place("1413"),), (nine,))) is None
    refusal = choice.why_not(s, Attack((place("1413"),), (nine, unit(s, "6th Army"))))
    assert refusal is not None and refusal.rule == "10.2"


@rule("5.3")
def test_an_event_is_played_with_another_card_only_if_that_card_offers_it() -> None:
    question, tried = window.PlayEventFrom(), 0
    for turn in (5, 14):
        s = situation(
            side="axis", turn=turn, axis={"9th Army": "Warsaw", "1st Panzer": "Warsaw"}, axis_hand=("*",) * 40
        )
        for number, event in enumerate(EVENTS):
            if window.PlayEvent().why_not(s, Play(number)) is not None:
                continue
            usual = play.usual_card(s, 0, number)
            for card in range(len(CARDS)):
                offers = s.card[card] == 1 and event.id in CARDS[card].events[0] and card != usual
                refusal = question.why_not(s, PlayFrom(number, card))
                assert (refusal is None) == offers, (event.id, card)
                tried += 1
    assert tried


@rule("10.3.1")
@rule("B.2", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["digital-1.1", "digital-0.2"])
def test_a_unit_does_not_join_others_while_two_targets_are_left_to_one_unit(edition: str) -> None:
    s = situation(edition=edition, phase=None, turn=9)
    x, y, z = (unit(s, name) for name in ("9th Army", "6th Army", "4th Army"))
    foes = [unit(s, name) for name in ("West Front", "South Front", "Central Front")]
    s.phasing, tried = 0, 0
    for middle in HEXES[::7]:
        for b in open_to(middle):
            for c in (p for p in open_to(middle) if p in open_to(b)):
                beyond = [p for p in open_to(b) if p in open_to(c) and p != middle]
                a = next((p for p in open_to(middle) if p not in (b, c) and not {b, c} & set(beyond)), -1)
                side = [p for p in open_to(a) if p not in (middle, b, c, *beyond)] if a >= 0 else []
                if not beyond or not side or not {a, b, c, beyond[0], side[0]} <= set(HEXES):
                    continue
                for u, spot in zip((x, y, z, *foes), (middle, beyond[0], side[0], a, b, c), strict=True):
                    s.put(u, spot)
                s.targets, s.allocated = [a, b, c], [-1] * len(s.place)
                s.allocated[z] = a
                s.memo.clear()
                if a in open_to(beyond[0]) or b in open_to(side[0]) or c in open_to(side[0]):
                    continue
                refusal = allocate.why_not_join(s, x, a)
                assert refusal is not None and refusal.rule == "10.3.1"
                assert allocate.why_not_join(s, x, b) is None
                tried += 1
    assert tried


@rule("10.3.2")
def test_the_odds_of_two_attacks_that_would_become_one_count_all_their_units_once() -> None:
    s = situation(edition="digital-0.2", phase=None, axis={"9th Army": "1512", "6th Army": "1512"})
    nine, six, first = unit(s, "9th Army"), unit(s, "6th Army"), place("1513")
    second = next(p for p in open_to(place("1512")) if p in open_to(first))
    for name, spot in (("West Front", first), ("South Front", second)):
        s.put(unit(s, name), spot)
    s.phasing, s.targets, s.blows = 0, [first], [second]
    s.allocated[nine], s.allocated[six] = first, second
    s.memo.clear()
    found = allocate.battle(s, first, nine, second)
    assert list(found.attackers) == [nine, six] and list(found.fields) == [first, second]
    assert list(found.defenders) == [unit(s, "West Front"), unit(s, "South Front")]
