"""What other comparisons leave open in combats and in what is shown: who must retreat, evades, takes steps back, which
cards act, how far cards let units exploit, counters and previews."""

from __future__ import annotations

import random
from itertools import product

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    effects,
    faces,
    movement,
    ops_round,
    standing,
    strategic,
    supply,
    victory,
    works,
    zones,
)
from rasputitsa.titles.stalins_war.actions.combat import Exploit as ExploitAction
from rasputitsa.titles.stalins_war.actions.events import RaisePartisans, Recall
from rasputitsa.titles.stalins_war.combat import (
    blitz,
    card_losses,
    card_window,
    conditions,
    exploitation,
    fire,
    forces,
    ground,
    procedure,
    report,
    reserves,
    retreats,
)
from rasputitsa.titles.stalins_war.combat_odds import Loss, read_cell
from rasputitsa.titles.stalins_war.components import CARDS, FIRE, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import (
    Evade,
    Exploit,
    Ignore,
    NoRetreat,
    Reserve,
    Retreat,
    Shift,
)
from rasputitsa.titles.stalins_war.effect_kinds import Loss as LossEffect
from rasputitsa.titles.stalins_war.events import other_fronts
from rasputitsa.titles.stalins_war.mapboard import (
    EAST,
    IN_TERRAIN,
    PLACE_IDS,
    PLAYABLE,
    RAIL,
    TERRAIN_AT,
)
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import (
    ARRIVING,
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    NOBODY,
    NOWHERE,
    OPS,
    OTHER_FRONTS,
    OUT,
    SOVIET,
    Position,
)

from . import book_of_combat as book
from .by_the_book import at_hex, has, is_, large, may_stack, neighbours, side_of
from .combat import clash, event
from .scattered import fresh, scattered
from .situation import card, place, situation
from .test_plain_combat import battles
from .test_plain_events import belongs, effects_of

SEEDS = range(6)


# -- combat ---------------------------------------------------------------------------------------------------------


@rule("12.2.2", "12.2.3", "C.7")
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_change_how_far_the_units_they_name_exploit(seed: int) -> None:
    s, rng = scattered(seed, turn=9, units=60), random.Random(seed)
    s.guderian = mask_of(rng.sample(bits(s.occupied[AXIS]), 2))
    movers = [u for u in bits(s.present[AXIS] | s.present[SOVIET]) if UNITS[u].steps[s.lost[u]].move]
    for number, index in effects_of(Exploit):
        effect = CARDS[number].effects[index]
        assert isinstance(effect, Exploit)
        for kind in (OPS, EVENT):
            t = s.copy()
            t.kind = kind
            before = {u: exploitation.hexes(t, u) for u in movers}
            effects.begin(t, number, index, "turn")
            for mover in movers:
                at = t.place[mover]
                acts = effect.rows_from is None or int(PLACE_IDS[at][2:]) >= effect.rows_from
                acts = acts and (effect.condition != "second-card-for-ops" or kind == OPS)
                if effect.who == "users-of-the-marker":
                    acts = acts and any(has(t.guderian, near) for near in (at, *neighbours(at)))
                elif effect.who == "panzer":
                    acts = acts and is_(mover, "panzer")
                else:
                    acts = acts and ("axis", "soviet")[side_of(mover)] == effect.who
                far = before[mover] + effect.extra if acts else before[mover]
                far = max(far, effect.minimum) if acts and effect.minimum is not None else far
                assert exploitation.hexes(t, mover) == far, (CARDS[number].id, PLACE_IDS[at])


@rule("12.1.3", "12.1.4", "12.2.2")
@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("seed", range(2))
def test_an_exploitation_is_refused_by_the_rule_that_forbids_it(seed: int, side: str) -> None:
    s = scattered(seed, turn=9, units=60, side=side)
    able = [mover for mover in s.on_map(s.active) if book.exploits(s, mover)]
    s.blitz = mask_of(s.place[mover] for mover in able[:3])
    near = bits(s.occupied[AXIS] | s.occupied[SOVIET] | book.CAUCASUS)
    fresh(s)
    assert any(not book.why_no_exploitation(s, mover) for mover in able)
    for mover in range(N):
        kept = book.why_no_exploitation(s, mover)
        ends = book.exploitation(s, mover) if not kept else set()
        for to in near:
            why = kept or ("" if to in ends else "12.1.3" if s.active == AXIS and has(book.CAUCASUS, to) else "12.2.2")
            refusal = exploitation.Dash().why_not(s, ExploitAction(mover, to))
            assert (refusal.rule if refusal else "") == why


@rule("11.5.2", "12.1.1")
@pytest.mark.parametrize("seed", range(8))
def test_a_preview_knows_whether_a_blitz_marker_could_follow(seed: int) -> None:
    for s in battles(seed):
        s.blitz = 0 if seed % 2 else mask_of(bits(s.occupied[s.active])[:seed])
        s.lend_lease = seed % 3
        s.spearhead = 1
        able = [u for u in bits(s.attackers) if book.exploits(s, u) and opens(s, u)]
        barred = s.active == AXIS and has(book.CAUCASUS, s.target)
        could = bool(able) and not barred and not book.why_no_blitz(s)
        assert blitz.may_follow(s, s.attackers) == could
        for who in bits(s.attackers):
            assert blitz.may_follow(s, 1 << who) == (could and who in able)


def opens(s: Position, who: int) -> bool:
    return book.TOPOLOGY.kind(s.place[who], s.target) not in ("major_river", "strait")


@rule("11.4.4", "11.4.1")
@pytest.mark.parametrize("seed", [6, 10])
def test_a_retreat_is_asked_about_only_where_there_are_two_ways(seed: int) -> None:
    """In the positions of these seeds there is no way at times, and one, and two."""
    met = set()
    for s in battles(seed):
        for hexes in (1, 2):
            s.push(retreats.Retreats, hexes)
            leaving = [u for u in at_hex(s, s.target, 1 - s.active) if not is_(u, "stalin") and not is_(u, "bunker")]
            leaving = [u for u in leaving if not is_(u, "fortified-zone") or not has(forces.STAYING, u)]
            ways = sum(len(book.retreat_ends(s, u, hexes)) for u in leaving)
            assert retreats.Retreats().side(s) == (("axis", "soviet")[1 - s.active] if ways > 1 else None)
            met.add(ways)
            s.pop()
    assert met >= {0, 1, 2}


@rule("11.4.1", "11.4.1.1")
@pytest.mark.parametrize("seed", range(4))
def test_beaten_defenders_that_are_left_must_retreat_but_from_a_festung(seed: int) -> None:
    for s in battles(seed):
        for victor in (AXIS, SOVIET, NOBODY):
            s.victor = victor
            festung = s.active == SOVIET and has(s.festungs, s.target)
            assert retreats.must_retreat(s) == (victor == s.active and not festung)
        s.victor = s.active
        for who in at_hex(s, s.target, 1 - s.active):
            s.put(who, ELIMINATED)
        assert not retreats.must_retreat(s)


@rule("13.3.4", "7.5.5a")
@pytest.mark.parametrize("seed", range(4))
def test_only_combat_cards_need_a_unit_in_supply(seed: int) -> None:
    """Events act for a side whose units in the combat are all out of supply."""
    kinds = (Shift, Ignore, Retreat, NoRetreat, LossEffect, Evade, Reserve)
    for s in battles(seed)[:4]:
        for kind in kinds:
            for number, index in effects_of(kind):
                side = ("axis", "soviet").index(CARDS[number].side)
                for starved in (False, True):
                    t = s.copy()
                    for who in bits(t.attackers | t.defenders):
                        t.supply[who] = OUT if starved else FULL
                    effects.begin(t, number, index, "round")
                    there = bool(bits(forces.force(t, side)))
                    acts = not (CARDS[number].combat and starved and there)
                    assert bool(list(conditions.active(t, kind))) == acts


@rule("11.3.5")
@pytest.mark.parametrize("seed", range(4))
def test_a_step_is_taken_back_by_choice_only_of_several_units(seed: int) -> None:
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = bits(forces.force(s, side))
            for hurt in range(min(4, len(force) + 1)):
                s.hit = mask_of(force[:hurt])
                for number in (0, 1):
                    s.push(card_losses.TakingBack, side, number, -1)
                    asked = ("axis", "soviet")[side] if number and hurt > 1 else None
                    assert card_losses.TakingBack().side(s) == asked
                    assert [u for _, u in card_losses.Restore().handles(s)] == list(force[:hurt])
                    s.pop()


@rule("11.2.1.9", "3.0")
def test_mech_guard_tank_and_panzer_corps_decide_ties_and_no_army_does() -> None:
    kinds = ("mech", "guard", "tank", "guard-tank", "panzer")
    decide = {u for u in range(N) if not large(u) and any(is_(u, tag) for tag in kinds)}
    assert set(bits(fire.DECIDES_TIES)) == decide


@rule("5.1.3")
@pytest.mark.parametrize("scenario", ["blau", "zitadelle", "bagration"])
def test_before_a_later_start_the_axis_has_crossed_the_line(scenario: str) -> None:
    s = situation(scenario=scenario, moment="nothing", turn=9)
    assert s.crossed_paulus == 1


@rule("11.2.1", "11.4.5")
def test_a_side_without_units_inflicts_nothing() -> None:
    s = battles(0)[0]
    s.defenders = 0
    assert [fire.result(s, 1 - s.active, die) for die in range(1, 7)] == [Loss(0, False)] * 6


@rule("11.2.1", "7.5.5c")
def test_nothing_is_left_of_a_combat_that_is_over() -> None:
    s = battles(0)[0]
    s.push(procedure.Procedure, len(procedure.PARTS))
    s.hit, s.paired, s.spearhead, s.retreat, s.victor = 7, 7, 1, 2, AXIS
    s.bystanders, s.fallen = 7, [(1, 2, 3)]
    procedure.finish(s)
    assert (s.target, s.victor, s.fallen) == (NOWHERE, NOBODY, [])
    left = (s.attackers, s.defenders, s.bystanders, s.hit, s.paired, s.spearhead, s.retreat)
    assert left == (0,) * 7


@rule("7.5.5b")
def test_defenders_evade_only_if_one_of_the_kind_is_supplied_and_never_from_a_festung() -> None:
    for s in battles(3, turn=13):
        if s.active == AXIS:
            continue
        event(s, "axis-50")
        for festung in (False, True):
            s.festungs = 1 << s.target if festung else 0
            stack = at_hex(s, s.target, AXIS)
            able = [u for u in stack if belongs(s, u, "german-unit") and s.supply[u] == FULL]
            group = CARDS[card("axis-50")].effects[0]
            able = [u for u in able if belongs(s, u, getattr(group, "group", "german-unit"))]
            assert bool(reserves.evasion(s)) == (bool(able) and not festung)


# -- what is looked at and shown ------------------------------------------------------------------------------------


@rule("13.1.1", "13.1.1.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_check_of_some_units_leaves_all_others_as_they_are(seed: int) -> None:
    s, rng = scattered(seed), random.Random(seed)
    for _ in range(4):
        twin = s.copy()
        side = rng.randrange(2)
        own = bits(s.present[side])
        some = rng.sample(own, min(len(own), 3))
        supply.check_units(s, mask_of(some))
        assert [u for u in range(N) if s.supply[u] != twin.supply[u] and u not in some] == []
        assert [s.supply[u] for u in some] == [supply.status(fresh(twin), u) for u in some]


@rule("2.2.1", "8.1", "12.1.1", "9.1.3", "14.1.6", "7.5.2c")
def test_a_counter_says_what_its_unit_may_do() -> None:
    for number, printed in enumerate(UNITS):
        never = not any(step.rebuild for step in printed.steps)
        for lost, step in enumerate(printed.steps):
            wanted = {
                "(8.1)": printed.zoc,
                "(12.1.1)": printed.exploits,
                "(9.1.3)": is_(number, "free-stacking"),
                "(2.2.1)": never,
                "(3.0)": is_(number, "guard"),
                "front (7.5.2c)": is_(number, "blitz-front"),
                "army (7.5.2c)": is_(number, "rifle-army"),
                "(14.1.6)": not never and not step.rebuild,
            }
            size, *said = faces.notes(number, lost)
            assert size == printed.size and len(said) == sum(wanted.values())
            assert all(any(text.endswith(end) for text in said) for end, holds in wanted.items() if holds)


@rule("7.5.5", "7.6.2")
def test_standing_orders_show_a_hand_or_units_where_the_question_is_about_them() -> None:
    for reaction in standing.STANDING.reactions:
        assert reaction.hand == (reaction.ask in ("CardWindow", "Discards"))
        assert reaction.units == (reaction.ask in ("Losses", "Replacements"))


@rule("11.2.1")
@pytest.mark.parametrize("seed", range(4))
def test_the_shifts_of_a_hex_are_told_terrain_first(seed: int) -> None:
    for s in battles(seed, turn=9):
        told = [shift.cause for shift in ground.hex_shifts(s)]
        land = TERRAIN_AT[s.target].name.title()
        assert land not in told[1:] and all(shift.columns for shift in ground.hex_shifts(s))


RESULTS = sorted({read_cell(printed) for table in FIRE.values() for row in table.rows for printed in row})
"""Every result that is printed in a fire table."""


@rule("11.2.1", "11.3.1", "11.3.4")
@pytest.mark.parametrize("active", ["axis", "soviet"])
def test_the_words_of_a_battle_report_fit_its_numbers(active: str) -> None:
    s, mine, theirs = fight_of(active)
    for attack, defend in product(RESULTS, repeat=2):
        found = report.report(s, {s.active: (2, attack), 1 - s.active: (5, defend)})
        shot, answer = found.fires
        assert (shot.dice, shot.result, shot.text) == ([2], cell(attack), words_of(theirs, attack))
        assert (answer.dice, answer.result, answer.text) == ([5], cell(defend), words_of(mine, defend))
        assert ("nobody wins" in found.words) == (attack.number == defend.number)
        assert (f"{mine.lower()}, if they survive" in found.words.lower()) == (attack.number > defend.number)
        assert (f"{theirs.lower()}, if they survive" in found.words.lower()) == (attack.number < defend.number)
        assert found.next.lower() == f"{theirs} take their losses, then {mine}.".lower()


def fight_of(active: str) -> tuple[Position, str, str]:
    """A combat of one unit against another, and what both sides are called, the attacker first."""
    axis, soviet = ("1721", "1821") if active == "axis" else ("1821", "1721")
    s = clash("1821", {"9th Army": axis}, {"West Front": soviet}, side=active, turn=8)
    names = ("The Axis", "The Soviets")
    return s, names[s.active], names[1 - s.active]


def cell(loss: Loss) -> str:
    return f"{loss.number}*" if loss.scu_only else str(loss.number)


def words_of(side: str, loss: Loss) -> str:
    steps = {0: "", 1: "1 step"}.get(loss.number, f"{loss.number} steps")
    return f"{side} must lose {steps}{' of an SCU' if loss.scu_only else ''}." if steps else "No loss."


@rule("7.5.5b")
def test_luftwaffe_support_acts_in_one_attack_unless_the_switch_says_all() -> None:
    for switched in (False, True):
        s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"}, luftwaffe_support=switched)
        for number, printed in enumerate(CARDS):
            if printed.combat:
                wanted = printed.all_round or (switched and printed.id == "axis-10")
                assert card_window.acts_all_round(s, number) == wanted, printed.id


@rule("10.1", "11.2.1")
def test_the_first_unit_of_the_list_is_a_unit_as_any_other() -> None:
    """Sets with only the lowest bit."""
    where = PLACE_IDS[bits(PLAYABLE & IN_TERRAIN["clear"] & EAST)[40]]
    s = situation(turn=6, side="axis", moment="nothing")
    s.put(0, place(where))
    assert not s.stacked[AXIS]
    mate = next(u for u in range(1, N) if side_of(u) == AXIS and may_stack([0, u]))
    s.put(mate, place(where))
    for who in (0, mate):
        s.supply[who] = FULL
    assert s.stacked[AXIS] == 1 << place(where)
    s.moved = 1 << mate
    assert movement.MoveTogether().group(fresh(s), place(where)) == 0
    s.moved = 1
    assert movement.MoveTogether().group(fresh(s), place(where)) == 0
    s.moved = 0
    assert movement.MoveTogether().group(fresh(s), place(where)) == 1 | 1 << mate


@rule("8.1", "13.3.6")
@pytest.mark.parametrize("seed", range(3))
def test_a_unit_has_a_zone_in_full_supply_if_its_kind_has_one_or_it_raids(seed: int) -> None:
    s = scattered(seed)
    s.raiders = mask_of(random.Random(seed).sample(bits(s.present[SOVIET]), 3))
    for who in range(N):
        assert zones.has_zoc(s, who) == ((UNITS[who].zoc or has(s.raiders, who)) and s.supply[who] == FULL)


@rule("5.1", "22.0")
@pytest.mark.parametrize(("vp", "last", "winner"), [(0, True, "soviet"), (-1, True, "axis"), (-1, False, None)])
def test_a_later_start_is_decided_by_the_level_on_its_last_turn_only(vp: int, last: bool, winner: str | None) -> None:
    s = situation(scenario="zitadelle", moment="nothing", turn=9)
    later = s.game.data.later
    assert later is not None
    s.turn = s.game.last_turn - (not last)
    s.vp = later.axis_needs - 1 - vp
    victory.level_of_scenario(s)
    assert s.decided == (winner is not None)
    if winner:
        assert s.outcome().winner == winner
    t = situation(moment="nothing", turn=18)
    victory.level_of_scenario(t)
    assert not t.decided


@rule("22.0", "5.1.5")
def test_the_count_of_the_tournament_decides_no_later_start() -> None:
    for scenario, counted in (("tournament", True), ("blau", False), ("campaign", False)):
        s = situation(scenario=scenario, moment="nothing", turn=8)
        victory.tournament(s)
        assert s.decided == counted
        s = situation(scenario=scenario, moment="nothing", turn=7)
        victory.tournament(s)
        assert not s.decided


@rule("16.1.2", "7.3.4")
def test_partisans_for_an_ops_are_placed_paid_and_noted() -> None:
    s = situation(moment="nothing", turn=9, side="soviet", axis={"9th Army": "Minsk"})
    effects.allow(s, "partisans")
    s.ops = 2
    s.push(ops_round.Movement)
    at = bits(works.RaiseForOps().hexes(fresh(s)))[0]
    works.RaiseForOps().do(s, RaisePartisans(at))
    assert (s.partisan_ops, s.ops, s.lurking, s.frame[1]) == (1, 1, 1 << at, 1)


@rule("14.1.2", "3.0.7")
def test_a_recalled_unit_comes_back_no_weaker_than_it_can_be_rebuilt() -> None:
    for who in [u for u in range(N) if side_of(u) == AXIS and UNITS[u].nation == "german"]:
        steps = UNITS[who].steps
        for lost in range(len(steps)):
            s = situation(moment="nothing", turn=9)
            s.put(who, OTHER_FRONTS)
            s.lost[who], s.due[who] = lost, 4
            s.push(other_fronts.Recalling, 1)
            other_fronts.RecallUnit().do(s, Recall(who))
            best = [lost, *(number for number, step in enumerate(steps) if step.rebuild)]
            assert (s.place[who], s.lost[who], s.due[who], s.frame[1]) == (ARRIVING, min(best), 0, 0)


@rule("10.2.2", "10.2.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_train_reaches_what_its_net_joins_whether_or_not_it_stands_on_it(seed: int) -> None:
    rng = random.Random(seed)
    net = mask_of(rng.sample(bits(RAIL.places), len(bits(RAIL.places)) * 4 // 5))
    for at in rng.sample(bits(RAIL.places), 30):
        found, front = {at}, [at]
        while front:
            new = set(bits(RAIL.adjacent[front.pop()] & net)) - found
            found |= new
            front += new
        assert set(bits(strategic._joined(at, net) | 1 << at)) == found
