"""[5.0-10.0, 13.0-19.0] Conditions of movement, supply, cards and points that no other test breaks, over random
positions or every turn, in plain steps."""

from __future__ import annotations

import random
from itertools import product

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    action_round,
    attrition,
    control,
    effects,
    fate,
    hand,
    movement,
    ops_round,
    partisans,
    replacements,
    sequence,
    strategic,
    supply,
    surrender,
    trenches,
    victory,
    works,
)
from rasputitsa.titles.stalins_war.actions.movement import Move
from rasputitsa.titles.stalins_war.components import CARDS, TURNS, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import FetchCard, Supply, Surrender
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COAST,
    EAST,
    HEX,
    IN_TERRAIN,
    MAP,
    PLAYABLE,
    PORTS,
    PORTS_OF,
    TOWNS,
    VP_HEXES,
    WARSAW,
)
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, MARITIME, NATIONS, PARTISANS, ROMANIAN, N
from rasputitsa.titles.stalins_war.state import (
    ASIDE,
    AXIS,
    DISCARDED,
    DRAW,
    ELIMINATED,
    FORTRESS,
    FULL,
    GONE,
    HAND,
    OUT,
    REMOVED,
    RP_KINDS,
    SOVIET,
    UNLIMITED,
    Position,
)

from . import book_of_supply as lines
from .by_the_book import at_hex, has, is_, large, on_map, side_of, zoc
from .combat import event
from .scattered import fresh, scattered
from .situation import card, place, situation, unit
from .test_plain_events import effects_of
from .test_plain_state import Script, moving

SEEDS = range(6)
SIDES = ("axis", "soviet")


def refused(refusal: object) -> str:
    return str(getattr(refusal, "rule", ""))


# -- what OPS build -------------------------------------------------------------------------------------------------


@rule("10.3.1", "10.3.2", "7.3.1", "23.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_trenches_are_offered_where_an_army_could_dig_and_pay(seed: int) -> None:
    s, rng = scattered(seed, turn=12), random.Random(seed)
    side = s.active
    held = bits(s.lcu_hexes[side])
    for allowed, deep, limited in product((False, True), (False, True), (False, True)):
        t = situation(moment="nothing", turn=12, deep_trenches=True).copy() if deep else s.copy()
        if deep:
            t.active = side
            for number, hex_ in enumerate(held):
                army = next(u for u in range(N) if side_of(u) == side and large(u) and t.place[u] < 0)
                t.put(army, hex_ if number < 8 else army and t.place[army])
        here = bits(t.lcu_hexes[side])
        t.digging = mask_of(rng.sample(here, min(1, len(here))))
        t.trenches[side] = mask_of(rng.sample(here, min(2, len(here))))
        t.ops, t.banked = 1, [0, 0]
        t.ops_zone = mask_of(rng.sample(here, len(here) // 2)) if limited else UNLIMITED
        if allowed:
            effects.allow(t, ("trenches-axis", "trenches-soviet")[side])  # type: ignore[arg-type]
        fresh(t)
        open_to = [p for p in here if has(t.ops_zone, p) and not has(t.trenches[side] | t.digging, p)]
        assert set(bits(trenches.Dig().hexes(t))) == (set(open_to) if allowed else set())
        assert set(bits(trenches.DigDeep().hexes(t))) == (set(open_to) if allowed and deep else set())


@rule("16.1.1", "16.1.2", "16.3.1", "16.3.2", "7.3.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_partisans_and_festungs_are_offered_to_their_side_where_it_can_pay(seed: int) -> None:
    rng = random.Random(seed)
    for side in (AXIS, SOVIET):
        s = scattered(seed, turn=12, side=SIDES[side])
        s.lurking, s.festungs, s.partisan_ops = 0, 0, 0
        effects.allow(s, "partisans")
        effects.allow(s, "festungs")
        s.ops, s.banked = 1, [0, 0]
        some = rng.sample(bits(PLAYABLE), len(bits(PLAYABLE)) // 2)
        for zone in (UNLIMITED, mask_of(some), 0):
            s.ops_zone = zone
            fresh(s)
            wild = [p for p in bits(PLAYABLE) if has(partisans.hexes(s), p) and has(zone, p)]
            assert list(bits(works.RaiseForOps().hexes(s))) == (wild if side == SOVIET else [])
            towns = {p for p in bits(TOWNS | CITIES) if has(works.fortresses.festung_hexes(s), p) and has(zone, p)}
            assert set(bits(works.FestungForOps().hexes(s))) == (towns if side == AXIS else set())
            for at in (wild or [some[0]])[:1]:
                why = refused(works.RaiseForOps().why_not(s, works.RaisePartisans(at)))
                assert why == "16.1.1" if side == AXIS else why in ("", "7.3.1", "7.5.1a")
            for at in (sorted(towns) or [some[0]])[:1]:
                why = refused(works.FestungForOps().why_not(s, works.BuildFestung(at)))
                assert why == "16.3.1" if side == SOVIET else why in ("", "7.3.1", "7.5.1a", "16.3.2")
    t = scattered(seed, turn=12, side="soviet")
    effects.allow(t, "partisans")
    t.lurking, t.partisan_ops, t.ops, t.ops_zone = 0, 1, 1, UNLIMITED
    assert refused(works.RaiseForOps().why_not(fresh(t), works.RaisePartisans(HEX["2426"]))) == "16.1.2"
    assert works.RaiseForOps().hexes(t) == 0


# -- rail and sea ---------------------------------------------------------------------------------------------------


@rule("10.2.3", "10.2.3.1", "10.2.4")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_railways_are_closed_on_the_turns_and_in_the_regions_of_the_book(side: int) -> None:
    for turn in TURNS:
        s = situation(moment="nothing", turn=turn, side=SIDES[side])
        shut = {p for p in bits(PLAYABLE) if lines.no_rail(s, side, p)}
        assert set(bits(strategic.rail_closed(s, side) & PLAYABLE)) == shut, turn


@rule("10.2.3", "C.14")
def test_cards_close_railways_to_one_side_alone() -> None:
    russia = {p for name in ("soviet_union", "baltic_states") for p in bits(MAP.regions[name] & PLAYABLE)}
    west = set(bits(PLAYABLE & ~EAST))
    for ban, side, more in (("axis-rail-in-soviet-union", AXIS, russia), ("soviet-rail-west-of-paulus", SOVIET, west)):
        s = situation(moment="nothing", turn=9)
        before = [set(bits(strategic.rail_closed(s, one) & PLAYABLE)) for one in (AXIS, SOVIET)]
        s.banned = effects._BANNED[ban]  # type: ignore[index]
        after = [set(bits(strategic.rail_closed(s, one) & PLAYABLE)) for one in (AXIS, SOVIET)]
        assert after[1 - side] == before[1 - side]
        if ban == "soviet-rail-west-of-paulus":
            assert after[side] == before[side] | more
        else:
            assert after[side] >= before[side] | set(bits(MAP.regions["soviet_union"] & PLAYABLE))
            assert after[side] <= before[side] | more


@rule("10.2.2", "10.2.2.2")
@pytest.mark.parametrize("seed", range(4))
def test_a_train_may_start_among_partisans_without_counting_them(seed: int) -> None:
    s, rng = scattered(seed, turn=7, side="axis"), random.Random(seed)
    movers = [u for u in on_map(s, AXIS) if has(lines.RAIL.places, s.place[u]) and not large(u)]
    for who in movers[:4]:
        s.lurking = 1 << s.place[who] | mask_of(p for p in bits(lines.RAIL.places) if rng.random() < 0.3)
        s.lurking &= ~s.occupied[SOVIET]
        assert set(bits(strategic.by_rail(fresh(s), who))) == lines.by_rail(s, who)


@rule("10.2.5", "10.2.6")
@pytest.mark.parametrize("used", list(product((0, 1), repeat=3)))
def test_each_side_uses_up_its_own_journeys_by_sea(used: tuple[int, int, int]) -> None:
    s = situation(moment="nothing", turn=9)
    s.sea_moves = list(used)
    for side, sea, number in ((AXIS, "baltic", 0), (AXIS, "black", 1), (SOVIET, "black", 2)):
        for port in bits(PORTS_OF[sea]):
            found = strategic._voyage(s, side, port)
            assert (found is None) == bool(used[number])
            assert found is None or (found.side, found.sea) == (SIDES[side], sea)
    for port in bits(PORTS_OF["baltic"] | PORTS & ~PORTS_OF["baltic"] & ~PORTS_OF["black"]):
        assert strategic._voyage(s, SOVIET, port) is None


# -- supply ---------------------------------------------------------------------------------------------------------


@rule("13.2.3", "13.2.3.1")
@pytest.mark.parametrize("held", list(product((False, True), repeat=3)))
@pytest.mark.parametrize("cut", [False, True])
def test_baku_feeds_while_it_and_another_caspian_port_are_soviet_and_that_one_is_supplied(
    held: tuple[bool, bool, bool], cut: bool
) -> None:
    ring = {"4th Army": "3030", "9th Army": "3031", "6th Army": "3133"} if cut else {}
    s = situation(moment="nothing", turn=9, axis=ring)
    ports = bits(PORTS_OF["caspian"])
    for port, axis in zip(ports, held, strict=True):
        s.axis_held = s.axis_held | 1 << port if axis else s.axis_held & ~(1 << port)
    fresh(s)
    assert supply.baku_is_full(s) == lines.baku_is_fed(s)
    number = NATIONS.index("soviet")
    assert set(bits(supply.full_supply(s, number) & PLAYABLE)) == lines.full(s, "soviet")
    assert set(bits(supply.attrition_supply(s, number) & PLAYABLE)) == lines.lasting(s, "soviet")


@rule("13.1.3", "16.2.2", "16.2.3")
@pytest.mark.parametrize("axis", [False, True])
def test_the_new_fortress_bars_lines_of_the_side_that_does_not_hold_it(axis: bool) -> None:
    """16.2.2: once it is destroyed it is a city, wherever it was built."""
    s = situation(moment="nothing", turn=9, axis_holds=["Kiev"])
    for town in bits(TOWNS & EAST)[:12]:
        t = s.copy()
        t.built = 1 << town
        t.axis_held = t.axis_held | 1 << town if axis else t.axis_held & ~(1 << town)
        t.razed |= t.built if axis else 0
        fresh(t)
        for side in (AXIS, SOVIET):
            ground = supply.open_ground(t, side)
            assert set(bits(ground & PLAYABLE)) == lines.open_hexes(t, side)


@rule("10.2.3", "16.2.2", "16.2.3")
@pytest.mark.parametrize("axis", [False, True])
def test_the_new_fortress_bars_trains_of_the_side_that_does_not_hold_it(axis: bool) -> None:
    s = situation(moment="nothing", turn=9)
    on_rails = bits(TOWNS & ~CITIES & ~PORTS & lines.RAIL.places)
    for town in on_rails[::3]:
        for built in (False, True):
            t = s.copy()
            t.built = 1 << town if built else 0
            t.axis_held = t.axis_held | 1 << town if axis else t.axis_held & ~(1 << town)
            t.razed |= t.built if axis else 0
            fresh(t)
            for nation, side in (("german", AXIS), ("soviet", SOVIET)):
                net = strategic.rail_net(t, NATIONS.index(nation))
                assert set(bits(net)) == lines.rail_net(t, nation)
                enemy = axis == (side == SOVIET)
                assert not (built and enemy and has(net, town))


@rule("13.3.9", "16.2.2", "16.2.3")
@pytest.mark.parametrize("destroyed", [False, True])
def test_the_new_fortress_is_lost_like_a_city_once_it_is_destroyed(destroyed: bool) -> None:
    ring = ("4th Army", "9th Army", "6th Army", "17th Army", "11th Army", "18th Army")
    town = next(p for p in bits(TOWNS & ~CITIES & ~PORTS & ~VP_HEXES & EAST) if len(bits(partisans.NEXT[p])) == 6)
    s = situation(moment="nothing", turn=9)
    for name, at in zip(ring, bits(partisans.NEXT[town]), strict=True):
        s.put(unit(name), at)
        s.supply[unit(name)] = FULL
    for built in (False, True):
        s.built = 1 << town if built else 0
        s.razed = s.razed | 1 << town if built and destroyed else s.razed & ~(1 << town)
        lost = attrition.lost_hexes(fresh(s), SOVIET)
        assert has(lost, town) == (built and destroyed), "towns are kept (13.3.9)"


def fed_by_events(s: Position, who: int) -> int:
    """13.1.4, 13.2.4 The best supply that events give: raiders and the Maritime Army on the coast full, units of an air
    bridge that of a fortress."""
    best = OUT
    for record in s.effects:
        effect = CARDS[record[0]].effects[record[1]]
        if not isinstance(effect, Supply):
            continue
        there = {
            "raiders": has(s.raiders, who),
            "maritime-on-the-coast": who == MARITIME
            and has(COAST, s.place[who])
            and any(not has(s.axis_held, port) for port in bits(PORTS_OF["black"])),
            "one-hex": effect.who == "one-hex" and record[3] == s.place[who] and has(record[4], who),
        }
        if there[effect.who]:
            best = min(best, FULL if effect.level == "full" else FORTRESS)
    return best


@rule("13.1.4", "13.2.4", "16.1.6", "7.5.4")
@pytest.mark.parametrize("seed", range(8))
def test_a_unit_has_the_best_supply_that_lines_fortresses_or_events_give_it(seed: int) -> None:
    s, rng = scattered(seed, turn=9, units=60), random.Random(seed)
    if seed % 2:
        s.axis_held |= mask_of(p for p in bits(PORTS_OF["caspian"]) if p != lines.BAKU and not at_hex(s, p, SOVIET))
    own = on_map(s, AXIS)
    for name in ("soviet-10", "soviet-18", "axis-49"):
        number = card(name)
        index = next(n for n, e in enumerate(CARDS[number].effects) if isinstance(e, Supply))
        some = rng.sample(own, 4)
        more = (s.place[some[0]], mask_of(some)) if name == "axis-49" else ()
        effects.begin(s, number, index, "turn", *more)
    if s.place[MARITIME] < 0 or seed % 3 == 0:
        free = [p for p in bits(COAST) if not at_hex(s, p, AXIS)]
        s.put(MARITIME, rng.choice(free))
    s.raiders = mask_of(rng.sample(on_map(s, SOVIET), 6))
    for everywhere in (False, True):
        if everywhere:
            s.axis_held &= ~mask_of(bits(PORTS_OF["black"])[:1])
        fresh(s)
        for nation in {UNITS[who].nation for who in (*own, *on_map(s, SOVIET))}:
            full, lasting = lines.full(s, nation), lines.lasting(s, nation)
            for who in (*own, *on_map(s, SOVIET)):
                if UNITS[who].nation == nation:
                    at, best = s.place[who], fed_by_events(s, who)
                    kept = FULL if at in full or is_(who, "partisan") else min(best, FORTRESS if at in lasting else OUT)
                    assert supply.status(s, who) == kept, s.name(who)


# -- partisans ------------------------------------------------------------------------------------------------------


@rule("16.1.1", "C.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_rising_comes_to_warsaw_or_beside_it_in_the_general_government(seed: int) -> None:
    s, rng = situation(moment="nothing", turn=14), random.Random(seed)
    beside = bits(partisans.NEXT[WARSAW])
    free = [u for u in range(N) if not large(u) and "free-stacking" not in UNITS[u].tags]
    for hex_ in (*beside, WARSAW):
        one = rng.choice((None, AXIS, SOVIET)) if hex_ != WARSAW else rng.choice((AXIS, AXIS, None))
        if one is not None:
            s.put(next(u for u in free if side_of(u) == one and s.place[u] < 0), hex_)
    if seed % 2:
        s.put(bits(PARTISANS)[0], beside[0]) if not at_hex(s, beside[0], AXIS) else None
    fresh(s)
    home = MAP.regions["general_government"]
    around = {p for p in beside if has(home, p) and not at_hex(s, p, AXIS) and not at_hex(s, p, SOVIET)}
    wanted = around if at_hex(s, WARSAW, AXIS) else {WARSAW}
    assert set(bits(partisans.landing_zones(s, "warsaw"))) == wanted


@rule("16.1.1", "16.1.3")
@pytest.mark.parametrize("nobody", [AXIS, SOVIET])
def test_without_units_of_one_side_every_hex_is_nearer_to_the_other(nobody: int) -> None:
    s = scattered(3, turn=9)
    for who in on_map(s, nobody):
        s.put(who, ELIMINATED)
    found = partisans.behind_the_front(fresh(s)) & PLAYABLE
    if nobody == AXIS:
        assert found == 0
    else:
        front, reached = list(bits(s.occupied[AXIS])), set(bits(s.occupied[AXIS]))
        for at in front:
            for to in bits(partisans.NEXT[at]):
                if to not in reached:
                    reached.add(to)
                    front.append(to)
        assert set(bits(found)) == reached


@rule("16.1.5")
@pytest.mark.parametrize("distance", [1, 2])
def test_a_sweep_is_chosen_only_if_there_are_more_than_it_takes(distance: int) -> None:
    s = situation(moment="nothing", turn=9, axis={"9th Army": "Minsk"})
    near = bits(partisans.within(place("Minsk"), distance) & ~partisans.within(place("Minsk"), distance - 1))
    far = bits(PLAYABLE & ~partisans.within(place("Minsk"), distance))
    for number in range(5):
        s.lurking = mask_of(near[:number]) | mask_of(far[:3])
        assert set(bits(partisans.swept(s, distance))) == set(near[:number])
        for left in range(5):
            s.push(partisans.Sweeping, left, distance)
            asked = "axis" if 0 < left < number else None
            assert partisans.Sweeping().side(fresh(s)) == asked
            s.pop()


# -- cards, hands, points -------------------------------------------------------------------------------------------


@rule("7.5.1a")
def test_the_siberians_are_fetched_once_and_not_before_their_turn() -> None:
    number, index = effects_of(FetchCard)[0]
    effect = CARDS[number].effects[index]
    assert isinstance(effect, FetchCard) and effect.turn == 3
    wanted = card(effect.card)
    for turn, where in product((1, 2, 3, 4, 9), (DRAW, HAND, DISCARDED, GONE)):
        s = situation(moment="nothing", turn=turn)
        assert hand.fetched(s) == []
        effects.begin(s, number, index, "game")
        event(s, "soviet-14")
        s.card[wanted] = where
        assert hand.fetched(s) == ([wanted] if turn >= 3 and where in (DRAW, DISCARDED) else [])
        others = [record for record in s.effects if record[:2] != (number, index)]
        hand._forget_fetch(s)
        assert hand.fetched(s) == [] and s.effects == others


@rule("7.1.3", "4.3.1")
def test_only_cards_that_are_still_set_aside_come_by_themselves() -> None:
    names = {1: (2,), 3: (), 4: (), 5: (), 6: ()}
    for turn in TURNS:
        numbers = [card(f"soviet-{number:02}") for number in TURNS[turn].soviet_cards_drawn]
        for where in (ASIDE, DRAW, HAND, DISCARDED, GONE):
            s = situation(moment="nothing", turn=turn)
            for number in range(55, 61):
                s.card[number] = where
            came = numbers if where == ASIDE else []
            assert hand.fixed_cards(s) == came
            hand.take_fixed_cards(s)
            for number in range(55, 61):
                assert s.card[number] == (HAND if number in came else where)
        assert bool(numbers) == (turn in names)


@rule("14.1.1", "4.4.1.2")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_replacement_phase_is_played_with_points_and_never_on_turn_1(side: int) -> None:
    own = ("SU", "SU for mobile units") if side == SOVIET else ("GE", "PZ", "AX", "GE in Germany", "AX for Hungarians")
    for turn, kind in product((1, 2, 3), (None, *range(len(RP_KINDS)))):
        s = situation(moment="nothing", turn=turn)
        s.rp = [0] * len(RP_KINDS)
        if kind is not None:
            s.rp[kind] = 1
        s.push(replacements.Replacements, side)
        asked = turn > 1 and kind is not None and RP_KINDS[kind] in own
        assert replacements.Replacements().side(s) == (SIDES[side] if asked else None)


@rule("10.3.2", "16.1.5", "6.0.4")
def test_the_map_is_cleaned_only_by_those_who_have_something_on_it() -> None:
    one = 1 << HEX["2426"]
    for side, ours, theirs, lurking in product((AXIS, SOVIET), (0, one), (0, one), (0, one)):
        s = situation(moment="nothing", turn=9)
        s.trenches = [ours, theirs] if side == AXIS else [theirs, ours]
        s.lurking = lurking
        s.push(sequence.Cleaning, side)
        asked = ours or (side == SOVIET and lurking)
        assert sequence.Cleaning().side(s) == (SIDES[side] if asked else None)


@rule("11.3.6", "13.3.8")
def test_an_army_counts_as_supplied_unless_it_is_said_to_be_starved() -> None:
    army = unit("9th Army")
    for starved in (None, False, True):
        for lose in (False, True):
            s = situation(moment="nothing", turn=9, axis={"9th Army": "1721"})
            s.lost[army] = len(UNITS[army].steps) - 1
            more = {} if starved is None else {"starved": starved}
            fate.lose_step(s, army, **more) if lose else fate.eliminate(s, army, **more)
            assert (s.place[army] == ELIMINATED) == (not starved)


@rule("18.1.4")
def test_points_that_are_left_are_lost_when_a_round_ends() -> None:
    s = situation(moment="nothing", turn=9)
    s.ops, s.ops_zone, s.banked = 3, 8, [1, 2]
    s.push(ops_round.OpsRound, 5, 1)
    ops_round.end_part(s)
    assert (s.ops, s.ops_zone, s.banked, s.stack) == (0, UNLIMITED, [1, 2], [])


@rule("5.1.1", "7.5.1a")
@pytest.mark.parametrize(("fought", "attacked"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_destroy_the_fascists_asks_for_a_round_without_any_attack(fought: int, attacked: int) -> None:
    s = situation(moment="nothing", turn=4, side="soviet")
    number = card("axis-17")
    action_round.playing.play(s, AXIS, number)
    s.settle()
    before, s.active = s.vp, SOVIET
    s.moved, s.fought, s.attacked = 1 << 72, fought, attacked
    action_round.playing.scoring.end_of_round(s)
    assert s.vp - before == (0 if fought or attacked else 1)
    s.moved = s.strategic = s.fought = s.attacked = 0
    before = s.vp
    action_round.playing.scoring.end_of_round(s)
    assert s.vp == before, "nobody moved"


# -- random play ----------------------------------------------------------------------------------------------------


@rule("7.2.5")
@pytest.mark.parametrize("seed", range(3))
def test_random_play_marches_up_to_four_in_five(seed: int) -> None:
    s = moving(seed)
    step = next(step for step in s._steps if isinstance(step, ops_round.Movement))
    for mover in s.on_map(s.active):
        ends = bits(movement.marches(s, mover))
        ways = sum(len(bits(found)) for found in strategic.journeys(s, mover))
        stacked = [0.5] if has(s.stacked[s.active], s.place[mover]) else []
        if ends and ways:
            last = step._going(s, mover, Script(*stacked, 0.8, 0.999))  # type: ignore[arg-type]
            assert not isinstance(last, Move)
            last = step._going(s, mover, Script(*stacked, 0.79, 0.999))  # type: ignore[arg-type]
            assert last == Move(mover, s.place[mover], ends[-1])


@rule("7.2.5", "10.3.1", "16.1.2", "16.3.2")
def test_random_play_knows_what_is_built_apart_from_what_moves() -> None:
    step = ops_round.Movement()
    assert type(step.stacks) is movement.MoveTogether
    assert [type(choice) for choice in step.works] == [trenches.Dig, trenches.DigDeep, *works.CHOICES]


# -- zones ----------------------------------------------------------------------------------------------------------


@rule("8.2.2")
def test_a_fortified_zone_closes_its_hex_the_moment_it_comes_and_opens_it_when_it_goes() -> None:
    s = situation(moment="nothing", turn=2, axis={"9th Army": "1721"})
    beside = bits(partisans.NEXT[place("1721")])[0]
    zones = strategic.zones
    assert has(zones.zoc(s, AXIS), beside)
    s.put(unit("Luga FZ"), beside)
    assert not has(zones.zoc(s, AXIS), beside) and set(bits(zones.zoc(s, AXIS))) == zoc(s, AXIS)
    s.put(unit("Luga FZ"), ELIMINATED)
    assert has(zones.zoc(s, AXIS), beside)


@rule("7.5.1a", "8.1", "6.0.4")
def test_raiders_lose_their_zone_with_the_turn() -> None:
    s = situation(moment="nothing", turn=5)
    raider = next(u for u in range(N) if is_(u, "guard-cavalry") and not UNITS[u].zoc)
    s.put(raider, HEX["2526"])
    zones = strategic.zones
    before = zones.zoc(s, SOVIET)
    s.raiders = 1 << raider
    s.forget_zones(SOVIET)
    assert zones.zoc(s, SOVIET) != before
    s.push(sequence.Turn, 3)
    sequence.next_turn(s)
    assert s.raiders == 0 and zones.zoc(s, SOVIET) == before


# -- surrender and the end ------------------------------------------------------------------------------------------

CAPITALS = {"hungary": "1123", "romania": "1429"}
NATION = {"hungary": HUNGARIAN, "romania": ROMANIAN}


@rule("19.3.1")
@pytest.mark.parametrize("margarethe", [False, True])
@pytest.mark.parametrize("jassy", [False, True])
def test_a_country_surrenders_by_its_capital_or_as_an_event_says(margarethe: bool, jassy: bool) -> None:
    """Axis 52: Hungary only with both Buda and Pest occupied. Soviet 41: Romania with control of 1428 or 1429."""
    hexes = ("1123", "1224", "1428", "1429")
    soviets = ("1GC Corps", "2GC Corps", "3GC Corps", "4GC Corps")
    for there in product((False, True), repeat=4):
        for held in ((), ("1428",), ("1429",), ("1123",), ("1224",)):
            s = situation(moment="nothing", turn=15, soviet_holds=held)
            for (name, hex_), stands in zip(zip(soviets, hexes, strict=True), there, strict=True):
                if stands:
                    s.put(unit(name), HEX[hex_])
            for name, played in (("axis-52", margarethe), ("soviet-41", jassy)):
                number = card(name)
                index = next(n for n, e in enumerate(CARDS[number].effects) if isinstance(e, Surrender))
                if played:
                    effects.begin(s, number, index, "game")
            buda, pest, _, bucharest = there
            gone = {
                "hungary": buda and (pest or not margarethe),
                "romania": bucharest or (jassy and any(not has(s.axis_held, HEX[h]) for h in ("1428", "1429"))),
            }
            surrender.end_of_turn(s)
            assert {c for c in CAPITALS if surrender.has_surrendered(s, NATION[c])} == {c for c in gone if gone[c]}
            for who in range(N):
                left = any(gone[c] and UNITS[who].nation == NATIONS[NATION[c]] for c in CAPITALS)
                assert (s.place[who] == REMOVED) == left


@rule("19.3.1", "2.2.1")
def test_units_that_have_left_the_game_leave_it_once() -> None:
    s = situation(moment="nothing", turn=15, axis={"HU 3rd Army": "1523"})
    s.put(unit("HU 1st Army"), REMOVED)
    s.ear = []
    surrender.surrender(s, HUNGARIAN)
    said = [str(line.text) for line in s.ear]
    assert sum("HU 3rd Army" in text for text in said) == 1 and not any("HU 1st Army" in text for text in said)


@rule("22.0", "5.1.5")
@pytest.mark.parametrize("scenario", ["tournament", "campaign"])
@pytest.mark.parametrize("turn", [7, 8, 9])
def test_the_tournament_alone_ends_with_turn_8(scenario: str, turn: int) -> None:
    s = situation(scenario=scenario, moment="nothing", turn=turn)
    victory.tournament(s)
    assert s.decided == (scenario == "tournament" and turn == 8)


@rule("5.1.3.4")
def test_turn_12_is_the_last_on_which_their_own_hexes_win_the_war_for_the_soviets() -> None:
    assert victory.LAST_ALL_HEXES == 12


@rule("5.1")
@pytest.mark.parametrize("level", [0, 25])
def test_a_game_that_is_decided_is_not_decided_again_by_its_last_turn(level: int) -> None:
    s = situation(scenario="zitadelle", moment="nothing", turn=12)
    s.win(SOVIET if level else AXIS, "something else", "5.1.2")
    s.vp = level
    victory.level_of_scenario(s)
    outcome = s.outcome()
    assert outcome is not None and outcome.rule == "5.1.2"
    assert outcome.winner == ("soviet" if level else "axis")


@rule("3.0.6")
def test_nobody_but_the_unit_that_enters_changes_control() -> None:
    town = bits(TOWNS & EAST & IN_TERRAIN["clear"])[0]
    s = situation(moment="nothing", turn=9, axis={"9th Army": "1721"})
    control.enter_all(s, unit("9th Army"), [town])
    assert s.controls(AXIS, town) and s.controls(SOVIET, bits(TOWNS & EAST)[-1])
