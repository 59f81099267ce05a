"""Small print of events: when an effect may happen at all, and what exactly it leaves behind."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import supply, victory
from rasputitsa.titles.no_retreat.actions.events import Brings, Evacuates, Hastens, Leads, Slows
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.actions.optional import Detach
from rasputitsa.titles.no_retreat.codes import (
    DISCARDED,
    DISORGANIZED,
    FED,
    FLIPPED,
    GHOST,
    HASTE,
    HASTENED,
    MOVED,
    NO_RAIL,
    OFFENSIVE,
    OUT,
    PLACED,
    RAIL,
    SURRENDERED,
    TRACK,
    UNSUPPLIED,
)
from rasputitsa.titles.no_retreat.combat import declare, mods, odds
from rasputitsa.titles.no_retreat.deck import CARDS, EVENTS, MOMENT, MOMENTS
from rasputitsa.titles.no_retreat.events import lasting, window
from rasputitsa.titles.no_retreat.events.combat_phase import MoveReserve, ReserveMoves
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Now
from rasputitsa.titles.no_retreat.events.offensive import OffensiveEnds
from rasputitsa.titles.no_retreat.optional import units
from rasputitsa.titles.no_retreat.organization import arrivals, flip
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .combat import field
from .positions import CITIES, army, at, face, holds, places, positions, side_of, spots, zone
from .situation import place, situation, unit

EVENT = 3
NE, EX, CB, CA, DR, DS, DD = range(7)


def why_not(s: NoRetreatState, side: int, effect: Any, moment: str = "attack") -> Any:
    return DEEDS[type(effect)].why_not(s, Now(EVENT, side, moment), effect)


def happen(s: NoRetreatState, side: int, effect: Any, moment: str = "attack") -> None:
    DEEDS[type(effect)].happen(s, Now(EVENT, side, moment), effect)


def fight(seed: int, **how: Any) -> tuple[NoRetreatState, random.Random]:
    """A random position with a battle under way."""
    rng = random.Random(seed)
    s = next(positions(1, seed=seed, **how))
    s.attacker = rng.randint(0, 1)
    front = [u for u in army(s, s.attacker) if any(at(s, p) for p in _touched(s, u))]
    s.attackers = front[:1] or army(s, s.attacker)[:1]
    enemy = [p for p in _touched(s, s.attackers[0]) if p in places(s, 1 - s.attacker)]
    s.fields = enemy[:1] or sorted(places(s, 1 - s.attacker))[:1]
    s.defenders = at(s, s.fields[0])
    s.ground = s.fields[0]
    return s, rng


def _touched(s: NoRetreatState, u: int) -> list[int]:
    return [p for p in spots(s.game.move_net.adjacent[s.place[u]]) if p in places(s, 1 - side_of(s, u))]


# -- odds, dice and results -----------------------------------------------------------------------------


@pytest.mark.parametrize("settled", [mods.RESULT, mods.CONTEST, mods.WITHDRAW, None])
@rule("10.5")
def test_what_changes_odds_needs_a_battle_that_no_event_has_settled(settled):
    for seed in range(4):
        s, _ = fight(seed, weather="clear")
        s.battle_mods = [(settled, DR, 0)] if settled is not None else [(mods.SHIFT, 1, 0)]
        for effect in (kinds.Shift(columns=1), kinds.Strength(points=2), kinds.Multiply(factor=2)):
            refusal = why_not(s, s.attacker, effect)
            assert (refusal is not None) == (settled is not None)
        ignoring = why_not(s, s.attacker, kinds.IgnoreTerrain(features=("hex",)))
        if settled is not None:
            assert ignoring.rule == "10.5"


@rule("10.5", "10.7")
def test_what_changes_a_die_or_a_result_needs_one():
    table = {"NE": "DR", "*": "EX"}
    for seed in range(6):
        s, _ = fight(seed)
        for s.die in (0, 3):
            for s.result in range(7):
                rolled = odds.RESULTS[s.result]
                assert (why_not(s, 0, kinds.Reroll(), "attack-roll") is None) == (s.die > 0)
                becomes = table.get(rolled, "EX")
                wanted = s.die > 0 and becomes != rolled
                assert (why_not(s, 0, kinds.Convert(results=table), "attack-roll") is None) == wanted
                if s.die == 0:
                    assert why_not(s, 0, kinds.Convert(results=table)).rule == "10.5"
                assert (why_not(s, 0, kinds.Absorb(steps=1), "attack-roll") is None) == (s.die > 0 and rolled == "EX")


@rule("10.6", "5.3.1")
def test_a_shift_after_the_roll_must_change_the_result_and_armor_must_be_there():
    for seed in range(15):
        s, _ = fight(seed, dense=0.8)
        for side in (0, 1):
            mine = s.attackers if side == s.attacker else s.defenders
            tanks = any(face(s, u).type == "armor" for u in mine)
            assert (why_not(s, side, kinds.Shift(columns=1, requires="armor")) is None) == tanks
            found = odds.reckon(s, odds.under_way(s))
            for s.die in range(1, 7):
                s.result = odds.result_of(s, s.attacker, found, s.die)
                more = 2 if side == s.attacker else -2
                final = found.final + more if found.final >= 0 else found.final
                shifted = odds.cross(found.table, max(-1, min(8, final)) if final >= 0 else odds.BELOW, s.die)
                useful = why_not(s, side, kinds.Shift(columns=2), "attack-roll") is None
                assert useful == (shifted != s.result) or found.final == odds.BELOW
            s.die = 0
            assert why_not(s, side, kinds.Shift(columns=2), "attack-roll") is not None


@rule("10.6.1")
def test_ignoring_terrain_is_for_terrain_that_counts():
    one = next(n for n, e in enumerate(EVENTS) if len(e.effects) == 1)
    for seed in range(15):
        s, _ = fight(seed, weather="clear")
        for feature in ("hex", "city", "river", "objective", "crossing"):
            effect = kinds.IgnoreTerrain(features=(feature,))
            plain = sum(c for c, _, _ in odds.terrain_shifts(s, odds.under_way(s)))
            spared = odds.under_way(s)._replace(mods=[(mods.IGNORE, mods.FEATURES[feature], 0)])
            without = sum(c for c, _, _ in odds.terrain_shifts(s, spared))
            found = DEEDS[kinds.IgnoreTerrain].why_not(s, Now(one, s.attacker, "attack"), effect)
            assert (found is None) == (plain != without)
            s.battle_mods = []
            happen(s, s.attacker, effect)
            assert s.battle_mods == [(mods.IGNORE, mods.FEATURES[feature], 0)]
            s.battle_mods = []


@rule("10.6.2", "10.6.3", "10.8.2")
def test_an_advantage_is_void_only_where_the_attacker_has_it():
    for seed in range(25):
        s, rng = fight(seed, dense=0.9)
        s.committed = rng.randint(0, 1)
        tank = face(s, s.attackers[0]).type == "armor"
        bonus = odds.armor_bonus(s, odds.under_way(s))
        dry = 0 < s.oil_lost < s.turn and "ss-panzer" not in s.game.data[s.attackers[0]].traits
        begun = s.turn > 11 or (s.turn == 11 and s.phasing == 1)
        farther = tank and s.weather == 0 and (begun if s.attacker else not dry)
        for what, counts in ((("armor",), bonus or farther), (("support",), s.committed)):
            assert (why_not(s, 1 - s.attacker, kinds.Void(what=what), "defend") is None) == bool(counts)
        both = why_not(s, 1 - s.attacker, kinds.Void(what=("armor", "support")), "defend")
        assert (both is None) == bool(bonus or farther or s.committed)
        happen(s, 1 - s.attacker, kinds.Void(what=("armor",)), "defend")
        assert s.battle_mods == [(mods.NO_ARMOR, 0, 0)]
        happen(s, 1 - s.attacker, kinds.Void(what=("support",)), "defend")
        assert s.battle_mods[1:] == [(mods.NO_SUPPORT, 0, 0)]


# -- the Combat Phase -----------------------------------------------------------------------------------


@rule("10.1", "13.5", "13.1")
def test_target_events_are_of_use_only_within_the_five_markers():
    for s in positions(15, seed=171):
        limit = declare.target_limit(s)
        for number in range(1, 6):
            useless = limit <= number
            assert (why_not(s, 1 - s.phasing, kinds.LimitTargets(limit=number)) is not None) == useless
            assert (why_not(s, s.phasing, kinds.ExtraTargets(extra=number)) is not None) == (limit >= 5)
        happen(s, 1 - s.phasing, kinds.LimitTargets(limit=2))
        assert declare.target_limit(s) == min(2, limit)
        happen(s, s.phasing, kinds.ExtraTargets(extra=1))
        assert declare.target_limit(s) == min(5, min(2, limit) + 1)


@rule("13.1", "10.8")
def test_weather_and_advance_events_speak_of_their_own_side_and_weather():
    for s in positions(12, seed=172):
        for side in (0, 1):
            assert (why_not(s, side, kinds.IgnoreWeather()) is None) == (side == 0 and s.weather >= 2)
        assert why_not(s, 0, kinds.AdvanceFree()) is None
        assert (why_not(s, 0, kinds.AdvanceFree(weather="snow")) is None) == (s.weather == 2)
        happen(s, 1, kinds.Advance(hexes=1, phase=True))
        happen(s, 0, kinds.Advance(hexes=2, phase=True))
        happen(s, 1, kinds.Advance(hexes=1))
        happen(s, 1, kinds.AdvanceLimit(hexes=1))
        assert s.phase_mods == [(mods.FARTHER, 1, 1), (mods.FARTHER, 0, 2)]
        assert mods.phase_total(s, mods.FARTHER, 1) == 1 and mods.phase_total(s, mods.FARTHER, 0) == 2
        assert mods.phase_total(s, mods.EXTRA_TARGETS, 0) == 0
        assert s.battle_mods == [(mods.ADVANCE, 1, 0), (mods.ADVANCE_LIMIT, 1, 0)]
        s.supports = [1, 1]
        happen(s, 1, kinds.Support(markers=2))
        assert s.supports == [1, 3]


@rule("12.7")
def test_a_great_offensive_that_attacks_too_few_hexes_costs_points():
    step = OffensiveEnds()
    for side in (0, 1):
        for promised in (1, 2, 3):
            for fought in range(3):
                s = next(positions(1, seed=5))
                s.phasing, s.event_vp = side, 0
                s.targets, s.blows = [20, 21, 22], [40]
                s.struck = sum(1 << p for p in [20, 21, 22][:fought]) | 1 << 40
                s.effects = [(OFFENSIVE, side, s.turn, promised, 2), (OFFENSIVE, 1 - side, s.turn, 9, 3)]
                s.stack.append((step.id,))
                step.advance(s)
                lost = 2 if fought < promised else 0
                assert s.event_vp == (-lost if side == 0 else lost)


@rule("10.1.2", "12.7.1")
def test_a_reserve_takes_the_cities_it_passes():
    s = field(phase=None, soviet={"West Front": "1513 full"}, soviet_holds=(), turn=9)
    effect_event = next(n for n, e in enumerate(EVENTS) if any(isinstance(x, kinds.ReserveMove) for x in e.effects))
    number = next(i for i, x in enumerate(EVENTS[effect_event].effects) if isinstance(x, kinds.ReserveMove))
    u, choice = unit(s, "West Front"), MoveReserve()
    s.axis_held = s.game.vp_hexes
    s.push(ReserveMoves, effect_event, 1, number)
    reach = choice.range_of(s, u)
    two = [p for p in reach.places() if reach.cost(p) == 2]
    ways = {p: set(reach.path_to(p, prefer=s.axis_held)[1:]) & set(CITIES) for p in two}
    to = next((p for p in two if ways[p] and p not in CITIES), None)
    assert to is None or ways[to]
    choice.do(s, Move(u, s.place[u], to if to is not None else two[0]))
    assert {p for p in CITIES if holds(s, 1, p)} == (ways[to] if to is not None else ways[two[0]])


# -- movement and supply --------------------------------------------------------------------------------


@rule("5.3.4", "8.1", "9.1", "9.2")
def test_what_movement_events_leave_behind():
    for s in positions(9, seed=173):
        side = s.phasing
        u, v = army(s, side)[:2]
        now = Now(EVENT, side, "movement")
        s.mover, s.mover_left = u, 1
        DEEDS[kinds.MoveBonus].choose(s, now, kinds.MoveBonus(mp=2, units=1), Hastens(EVENT, u))
        DEEDS[kinds.MoveBonus].choose(s, now, kinds.MoveBonus(mp=1, units=1), Hastens(EVENT, v))
        assert s.effects == [(HASTE, side, s.turn, 2, u), (HASTE, side, s.turn, 1, v)]
        assert s.mover_left == 3 and s.marks[u] & HASTENED and s.marks[v] & HASTENED
        s.effects = []
        DEEDS[kinds.IgnoreZoc].choose(s, now, kinds.IgnoreZoc(units=1), Leads(EVENT, v))
        foe = army(s, 1 - side)[0]
        DEEDS[kinds.Slow].choose(s, now, kinds.Slow(units=1, mp=2), Slows(EVENT, foe))
        happen(s, side, kinds.BlockRail())
        assert s.effects == [(GHOST, side, s.turn, v), (HASTE, side, s.turn, -2, foe), (NO_RAIL, side, s.turn)]
        s.mark(u, UNSUPPLIED)
        DEEDS[kinds.Evacuate].choose(s, now, kinds.Evacuate(units=1, seas=("black",)), Evacuates(EVENT, u))
        assert (s.place[u], s.mover, s.mover_left) == (RAIL, -1, 0) and not s.marks[u] & UNSUPPLIED
        s.mover, s.mover_left = foe, 2
        DEEDS[kinds.Evacuate].choose(s, now, kinds.Evacuate(units=1, seas=("black",)), Evacuates(EVENT, v))
        assert (s.mover, s.mover_left) == (foe, 2)
        for moment in ("movement", "counterblow"):
            s.put(u, RAIL)
            s.unmark(u, MOVED)
            DEEDS[kinds.Detrain].choose(s, now._replace(moment=moment), kinds.Detrain(units=1), Brings(EVENT, u, 60))
            assert s.place[u] == 60 and bool(s.marks[u] & MOVED) == (moment == "movement")


@rule("5.3.4")
def test_a_movement_event_for_all_reaches_every_unit_that_may_have_it():
    for s in positions(6, seed=174, turn=7):
        effect = kinds.MoveBonus(mp=1)
        side = s.phasing
        wanted = {action.unit for action in DEEDS[kinds.MoveBonus].options(s, Now(EVENT, side, "movement"), effect)}
        happen(s, side, effect, "movement")
        assert {e[4] for e in s.effects} == wanted and not s.stack
        happen(s, side, kinds.MoveBonus(mp=1, units=2), "movement")
        assert s.frame[-1] == 2


@rule("6.4", "6.5.5")
def test_relief_takes_the_markers_of_a_hex_and_feeds_its_units_for_the_player_turn():
    for s in positions(9, seed=175):
        cut = [u for u in army(s, 0) if s.marks[u] & UNSUPPLIED]
        if not cut:
            continue
        spot = s.place[cut[0]]
        effect, now = kinds.Resupply(hexes=1), Now(EVENT, 0, "supply")
        action = next(a for a in DEEDS[kinds.Resupply].options(s, now, effect) if a.place == spot)
        DEEDS[kinds.Resupply].choose(s, now, effect, action)
        assert not any(s.marks[u] & UNSUPPLIED for u in at(s, spot))
        assert spots(s.zoc[0]) == zone(s, 0)
        s.memo.clear()
        assert all(supply.relieved(s, u) and supply.in_supply(s, u) for u in at(s, spot))
        others = [u for u in army(s, 0) if s.place[u] != spot]
        assert not any(supply.relieved(s, u) for u in others)
        assert {e[0] for e in s.effects} == {FED}
        assert set(at(s, spot)) <= set(supply.units_in_supply(s, 0))


@rule("5.3.1")
def test_an_effect_names_as_many_choices_as_it_says():
    counted = [
        kinds.Resupply(hexes=3),
        kinds.EliminateUnsupplied(units=3),
        kinds.Replace(units=3, boxes=("destroyed",)),
        kinds.Improve(units=3),
        kinds.Upgrade(units=3),
        kinds.Early(units=3, turns=1, kinds=()),
        kinds.Raise(family="volkssturm", units=3),
        kinds.Disorganize(units=3),
        kinds.MoveBonus(mp=1, units=3),
        kinds.IgnoreZoc(units=3),
        kinds.Slow(units=3, mp=1),
        kinds.Detrain(units=3),
        kinds.Land(units=3, seas=()),
        kinds.Evacuate(units=3, seas=()),
        kinds.RevealHand(discard=3),
        kinds.Redraw(limit=3),
    ]
    for effect in counted:
        assert DEEDS[type(effect)].count(effect) == 3
    single = [kinds.Multiply(factor=2), kinds.FlipFort(), kinds.Works(), kinds.Scorch(near=1), kinds.PlaceCadre()]
    for effect in (*single, kinds.Save(to="shattered"), kinds.TakeDiscard(), kinds.PlayDiscard()):
        assert DEEDS[type(effect)].count(effect) == 1


# -- cards and points -----------------------------------------------------------------------------------


@rule("5.0", "5.3.1")
def test_card_events_need_cards():
    for s in positions(6, seed=176):
        for side in (0, 1):
            other = 1 - side
            mine = s.game.deck_of[side]
            for lying in range(3):
                s.card = bytearray(4 for _ in CARDS)
                s.discards = []
                for c in mine[:lying]:
                    s.card[c] = 0
                assert (why_not(s, side, kinds.Draw(cards=1)) is None) == (lying > 1)
                s.card[mine[5]] = DISCARDED
                s.discards = [mine[5]]
                assert (why_not(s, side, kinds.Draw(cards=1)) is None) == (lying > 0)
                for effect in (kinds.RevealHand(discard=1), kinds.DiscardEnemy(cards=1)):
                    assert why_not(s, side, effect) is not None
                s.card[s.game.deck_of[other][7]] = 1 + other
                for effect in (kinds.RevealHand(discard=1), kinds.DiscardEnemy(cards=1)):
                    assert why_not(s, side, effect) is None
        s.draw_debt = [1, 0]
        happen(s, 1, kinds.DrawPenalty(cards=2))
        assert s.draw_debt == [3, 0]
        happen(s, 0, kinds.RevealHand(discard=0))
        assert lasting.known_cards(s, 0) == list(s.hand(1))


@rule("12.7", "12.7.4")
def test_points_for_hexes_need_enough_of_them_in_supply():
    for s in positions(9, seed=177, editions=("board",)):
        for side in (0, 1):
            goals = tuple(s.game.topology.ids[p] for p in sorted(spots(s.game.objectives[side])))
            held = victory.secured(s, side, s.game.objectives[side])
            for count in range(len(goals) + 1):
                for s.event_vp in (-6, 0, 6):
                    full = (s.event_vp if side == 0 else -s.event_vp) >= 6
                    refusal = why_not(s, side, kinds.Vp(points=1, hold=goals, count=count), "victory")
                    assert (refusal is None) == (held >= count and not full)
                    if refusal:
                        assert refusal.rule == ("12.7" if held < count else "12.7.4")
                    if refusal and refusal.rule == "12.7":
                        assert ("hold all" in refusal.text) == (count == len(goals))


# -- organization ---------------------------------------------------------------------------------------


@rule("7.6", "7.9", "14.9.4")
def test_how_a_unit_comes_back():
    for s in positions(3, seed=178):
        u = army(s, 0)[0]
        cadre = next(x for x, data in enumerate(s.game.data) if data.kind == "cadre" and data.side == "axis")
        for around, ready in ((-1, False), (-1, True), (cadre, False)):
            s.put(u, SURRENDERED)
            s.marks[u] = FLIPPED
            arrivals.come_back(s, u, 60, around, ready=ready)
            fresh = around < 0 and not ready
            assert s.place[u] == 60 and s.marks[u] == PLACED | (DISORGANIZED if fresh else 0)
        flip.flip(s, u, False)
        assert not s.full[u] and s.marks[u] & FLIPPED
        DEEDS[kinds.Upgrade].choose(s, Now(EVENT, 0, "organization"), kinds.Upgrade(units=1), Hastens(EVENT, u))
        assert s.full[u] and not s.marks[u] & FLIPPED


@rule("15.1")
def test_the_parts_of_a_split_unit_form_one_after_the_other():
    s = situation(turn=9, axis={"9th Army": "1512 full"}, abteilung=True, phase=None)
    s.phasing = 0
    units.split(s, unit(s, "9th Army"))
    choice = units.FormUnit()
    first, second = (s.game.unit[name] for name in units.ABTEILUNGEN)
    origin = place("1512")
    good = spots(units.form_places(s, first, origin))
    assert origin in good
    assert choice.why_not(s, Detach(second, origin)) is not None
    for p in range(1, 60):
        assert (choice.why_not(s, Detach(first, p)) is None) == (p in good)
        assert bool(choice.of(s, ("place", p))) == (p in good)
    assert not choice.of(s, ("piece", origin)) and {p for _, p in choice.handles(s)} == good


@rule("15.8", "15.9")
def test_rezervy_and_partisans_come_on_their_turn_and_come_again_when_due():
    for turn in range(3, 8):
        for side in (0, 1):
            for used in (True, False):
                s = situation(turn=turn, phase=None, rezervy=used, paratroops=used)
                s.phasing = side
                units.bring(s)
                rezervy, paratroop = s.game.rezervy, s.game.paratroop
                here = used and side == 1
                assert (s.place[rezervy] != OUT) == (here and turn >= 5)
                assert (s.place[paratroop] == RAIL) == (here and turn >= 4)
                for due in (turn - 1, turn, turn + 1):
                    s.put(paratroop, TRACK)
                    s.arrives[paratroop] = due
                    units.bring(s)
                    assert (s.place[paratroop] == RAIL) == (here and due <= turn)


# -- [5.0] who plays first ------------------------------------------------------------------------------


@rule("5.0")
def test_a_moment_for_both_goes_back_and_forth_until_nobody_answers():
    lead, answer, waited, again, last = range(5)
    expected = {
        (lead, False, False): answer,
        (lead, True, False): answer,
        (lead, False, True): waited,
        (answer, False, False): None,
        (answer, True, False): again,
        (waited, False, False): again,
        (waited, True, False): again,
        (again, False, False): None,
        (again, True, False): last,
        (last, False, False): None,
        (last, True, False): None,
    }
    mine, theirs = MOMENT["attack-roll"], MOMENT["defend-roll"]
    for (stage, played, waits), following in expected.items():
        for side in (0, 1):
            s = next(positions(1, seed=2))
            s.push(window.BothWindow, mine, theirs, side, stage)
            turn = window.BothWindow().now(s)
            first = stage in (lead, again)
            assert turn == ((MOMENTS[mine], side) if first else (MOMENTS[theirs], 1 - side))
            window.next_stage(s, played=played, waits=waits)
            if following is None:
                assert not s.stack
            else:
                assert s.frame[1:] == (mine, theirs, side, following)
