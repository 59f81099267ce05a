"""What other comparisons leave open, over random positions: what matters on the way, what is said once, limits that
leave nothing, permissions that come and go, units that come back."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import (
    control,
    effects,
    fortresses,
    ops_round,
    partisans,
    replacements,
    stacking,
    supply,
    surrender,
    trenches,
    works,
)
from rasputitsa.titles.stalins_war.actions.events import (
    Activate,
    DrawPartisan,
    FeedByAir,
    PlaceFestung,
    PlaceFortress,
    PlacePartisans,
    PlaceTrench,
    Refit,
    Sweep,
)
from rasputitsa.titles.stalins_war.actions.events import SendAway as SendAwayAction
from rasputitsa.titles.stalins_war.actions.movement import Move
from rasputitsa.titles.stalins_war.combat import (
    eligibility,
)
from rasputitsa.titles.stalins_war.components import CARDS, NUMBER, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import (
    Allow,
    Forbid,
    Hand,
    Place,
    PlaceTrenches,
    Raid,
    Restore,
    SendAway,
    Shift,
    ShiftUnits,
    Supply,
    Vp,
)
from rasputitsa.titles.stalins_war.events import arrivals, lasting, marches, other_fronts, picks, playing, scoring
from rasputitsa.titles.stalins_war.mapboard import (
    BERLIN,
    CITIES,
    COAST,
    COLUMN,
    COUNTRY,
    FORTRESSES,
    IN_TERRAIN,
    PLACE_IDS,
    PLAYABLE,
    PORTS_OF,
    TOWNS,
)
from rasputitsa.titles.stalins_war.roster import GROUPS, MARITIME, PARTISANS, N
from rasputitsa.titles.stalins_war.state import (
    ARRIVING,
    AXIS,
    ELIMINATED,
    FULL,
    NOWHERE,
    OTHER_FRONTS,
    OUT,
    SCOPES,
    SOVIET,
    Position,
)

from . import book_of_supply as lines
from .by_the_book import at_hex, has, is_, large, may_end, may_stack, on_map, shut_to, side_of
from .scattered import fresh, scattered
from .situation import card, place, situation, unit
from .test_plain_events import effects_of
from .test_plain_state import Script, moving

SEEDS = range(6)


def marks(s: Position) -> tuple[object, ...]:
    """All that may change when a unit enters a hex."""
    return s.axis_held, s.razed, s.trenches, s.festungs, s.crossed_paulus, s.allowed


# -- control --------------------------------------------------------------------------------------------------------


@rule("3.0.6", "10.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hex_matters_if_something_happens_when_a_unit_enters_it(seed: int) -> None:
    s = scattered(seed, turn=3)
    s.crossed_paulus = seed % 2
    for side in (AXIS, SOVIET):
        walker = next(u for u in on_map(s, side) if s.supply[u] == FULL)
        matters = control.matters(s, side) & PLAYABLE & ~s.occupied[1 - side]
        for at in bits(PLAYABLE & ~s.occupied[1 - side]):
            t = s.copy()
            t.trenches = s.trenches[:]
            control.enter(t, walker, at)
            assert has(matters, at) == (marks(t) != marks(s)), PLACE_IDS[at]


@rule("11.1.9.4", "16.2.2")
def test_a_fortress_falls_once_and_a_ban_ends_once() -> None:
    s = scattered(1, turn=3)
    walker = next(u for u in on_map(s, AXIS) if s.supply[u] == FULL)
    s.ear = []
    for name in ("Leningrad", "Moscow", "Sevastopol", "2830"):
        control.enter(s, walker, place(name))
    said = len(s.ear)
    assert said
    for name in ("Leningrad", "Moscow", "Sevastopol", "2830"):
        control.enter(s, walker, place(name))
    assert len(s.ear) == said


@rule("3.0", "11.5.1")
@pytest.mark.parametrize("seed", range(3))
def test_the_sets_of_each_side_are_right_even_while_both_are_in_a_hex(seed: int) -> None:
    """As in the moment when an attacker enters a hex where Stalin had stayed."""
    s, rng = scattered(seed), random.Random(seed)
    for _ in range(30):
        who = rng.choice(bits(s.present[AXIS] | s.present[SOVIET]))
        s.put(who, rng.choice(bits(s.occupied[1 - side_of(who)])))
        for side in (AXIS, SOVIET):
            hexes = {at: at_hex(s, at, side) for at in bits(PLAYABLE)}
            assert s.occupied[side] == mask_of(at for at, units in hexes.items() if units)
            assert s.stacked[side] == mask_of(at for at, units in hexes.items() if len(units) > 1)
            assert s.lcu_hexes[side] == mask_of(at for at, units in hexes.items() if any(map(large, units)))


@rule("9.1.1", "9.1.2", "9.1.3", "9.2.1", "9.2.2")
def test_a_stack_is_lawful_if_the_book_lets_it_stand() -> None:
    rng, found = random.Random(9), set()
    special = [u for u in range(N) if any(is_(u, tag) for tag in ("stalin", "bunker", "fortified-zone", "partisan"))]
    for side in (AXIS, SOVIET):
        own = [u for u in range(N) if side_of(u) == side]
        small = [u for u in own if not large(u)]
        for _ in range(600):
            pool = rng.choice((own, small, [u for u in own if u in special or UNITS[u].nation != "german"]))
            units = set(rng.sample(pool, rng.randint(1, min(6, len(pool)))))
            lawful = stacking.lawful(mask_of(units))
            assert lawful == may_stack(units), [UNITS[u].name for u in units]
            found.add((side, lawful))
    assert len(found) == 4


# -- what lasts -----------------------------------------------------------------------------------------------------


@rule("7.5.1", "18.2.1")
@pytest.mark.parametrize("seed", range(4))
def test_permissions_and_bans_last_as_long_as_one_effect_that_gives_them(seed: int) -> None:
    s, rng = situation(moment="nothing"), random.Random(seed)
    given = effects_of(Allow) + effects_of(Forbid)
    for scope in ("game", "combat", "round", "turn"):
        for number, index in rng.sample(given, 10):
            effects.begin(s, number, index, rng.choice(("game", scope)))  # type: ignore[arg-type]
        assert in_force(s) == wanted(s)
    for scope in ("combat", "round", "turn"):
        kept = [record for record in s.effects if SCOPES[record[2]] != scope]
        effects.end(s, scope)  # type: ignore[arg-type]
        assert s.effects == kept and in_force(s) == wanted(s)
    effects.end(s, "next-soviet-round")
    assert s.effects == kept


def in_force(s: Position) -> tuple[set[str], set[str]]:
    return {what for what in effects.PERMISSIONS if effects.allowed(s, what)}, {
        what for what in effects.BANS if effects.banned(s, what)
    }


def wanted(s: Position) -> tuple[set[str], set[str]]:
    found = [CARDS[record[0]].effects[record[1]] for record in s.effects]
    return {e.what for e in found if isinstance(e, Allow)}, {e.what for e in found if isinstance(e, Forbid)}


@rule("5.1.1", "7.5.1a")
@pytest.mark.parametrize(("fought", "attacked", "moved", "travelled"), [(0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 1, 0)])
def test_rounds_without_an_attack_raise_the_level_up_to_the_limit_of_the_card(
    fought: int, attacked: int, moved: int, travelled: int
) -> None:
    number, index = next((c, n) for c, n in effects_of(Vp) if CARDS[c].id == "axis-17")
    effect = CARDS[number].effects[index]
    assert isinstance(effect, Vp) and effect.most is not None
    s = situation(moment="nothing", side="soviet", turn=4)
    scoring.begin(s, number, index, effect)
    before = s.vp
    for played in range(5):
        s.fought, s.attacked, s.moved, s.strategic = fought, attacked, moved, travelled
        scoring.end_of_round(s)
        assert s.vp - before == (0 if fought else min(played + 1, effect.most))
    s.active = AXIS
    s.effects = []
    scoring.begin(s, number, index, effect)
    before = s.vp
    scoring.end_of_round(s)
    assert s.vp == before


@rule("5.1.1")
@pytest.mark.parametrize(("level", "change"), [(-1, True), (0, True), (1, False)])
def test_a_level_that_has_not_risen_costs_what_the_card_says(level: int, change: bool) -> None:
    number, index = next((c, n) for c, n in effects_of(Vp) if CARDS[c].id == "axis-34")
    effect = CARDS[number].effects[index]
    assert isinstance(effect, Vp)
    s = situation(moment="nothing", turn=6)
    s.vp = 12
    scoring.begin(s, number, index, effect)
    s.vp += level
    scoring.end_of_turn(s)
    assert s.vp == 12 + level + (effect.delta if change else 0)


@rule("7.5.1a")
def test_what_one_side_did_is_no_condition_for_the_other() -> None:
    s = situation(moment="nothing", axis={"9th Army": "1721"}, soviet={"West Front": "1822"})
    axis, soviet = 1 << unit("9th Army"), 1 << unit("West Front")
    advanced = playing.CONDITIONS["soviet-unit-advanced-last-round"][1]
    attacked = playing.CONDITIONS["axis-attacked-last-round"][1]
    for before, first, second in ((0, False, False), (axis, False, True), (soviet, True, False)):
        s.advanced_before = s.fought_before = before
        assert (advanced(s), attacked(s)) == (first, second)


# -- limits ---------------------------------------------------------------------------------------------------------


@rule("10.3.2", "16.1.2", "16.2.3", "16.3.2", "11.1.1")
@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_may_be_done_no_hex_is_found(seed: int) -> None:
    s = scattered(seed, turn=12, side=("axis", "soviet")[seed % 2])
    for what in ("trenches-axis", "trenches-soviet", "festungs", "partisans"):
        effects.allow(s, what)  # type: ignore[arg-type]
    s.built = 1 << bits(TOWNS)[0]
    assert fortresses.fortress_hexes(s) == 0
    s.festungs = mask_of(bits(TOWNS)[:5])
    assert fortresses.festung_hexes(s) == 0 and works.FestungForOps().hexes(s) == 0
    s.lurking = mask_of(bits(IN_TERRAIN["forest"] & ~s.occupied[AXIS] & ~s.occupied[SOVIET])[:6])
    assert partisans.hexes(s) == 0 and works.RaiseForOps().hexes(s) == 0
    s.trenches[s.active] = mask_of(bits(PLAYABLE)[: trenches.limit(s.active)])
    assert trenches.Dig().hexes(s) == 0 and trenches.DigDeep().hexes(s) == 0
    s.combat, s.pairs = 0, []
    assert eligibility.attackers(fresh(s)) == 0 and eligibility.possible_targets(s) == 0
    s.ops, s.banked = 0, [0, 0]
    for at in bits(s.occupied[s.active]):
        assert ops_round.ops.payable(s) == 0 == ops_round.ops.available(s, at)


@rule("16.1.3", "C.4", "4.4.3")
@pytest.mark.parametrize("turn", [1, 2])
def test_units_from_the_air_and_the_sea_keep_to_closed_borders(turn: int) -> None:
    s = situation(moment="nothing", turn=turn)
    shut = COUNTRY["hungary"] | COUNTRY["romania"] if turn == 1 else 0
    clear = IN_TERRAIN["clear"] & ~(TOWNS | CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET])
    assert partisans.landing_zones(s, "any-clear-hex") == clear & ~shut
    s.put(MARITIME, ELIMINATED)
    assert marches.landing_hexes(s, MARITIME) == COAST & ~shut


@rule("16.1.2", "C.4")
@pytest.mark.parametrize(("lurking", "placed"), [(5, True), (6, False)])
def test_an_event_places_an_active_partisan_while_there_are_fewer_than_six(lurking: int, placed: bool) -> None:
    s = situation(moment="nothing", turn=9)
    s.lurking = mask_of(bits(IN_TERRAIN["swamp"])[:lurking])
    partisans.place_active(s, "any-clear-hex")
    assert bool(s.stack) == placed


@rule("10.2.7", "C.14", "16.3.4")
@pytest.mark.parametrize("seed", range(3))
def test_every_army_is_evacuated_to_ports_of_its_sea_farther_west(seed: int) -> None:
    s = scattered(seed, turn=9)
    for army in bits(GROUPS["axis-lcu"]):
        for sea, ports in PORTS_OF.items():
            for port in bits(ports)[seed::3]:
                if at_hex(s, port, SOVIET) or not may_end(s, army, port) or sea not in ("baltic", "black"):
                    continue
                t = s.copy()
                t.put(army, port)
                west = {p for p in bits(ports & s.axis_held) if COLUMN[p] < COLUMN[port]}
                west = {p for p in west if may_end(t, army, p) and not shut_to(s, army, p)}
                assert set(bits(marches.evacuation_ports(t, army))) == (set() if has(s.festungs, port) else west)


# -- units that come ------------------------------------------------------------------------------------------------


@rule("7.5.2", "7.5.3", "C.1", "C.11")
@pytest.mark.parametrize("eased", [False, True])
def test_new_units_come_on_the_side_that_the_card_prints(eased: bool) -> None:
    for number, index in effects_of(Place):
        effect = CARDS[number].effects[index]
        assert isinstance(effect, Place)
        s = situation(moment="nothing", turn=9)
        gone = NUMBER[effect.units[-1]] if len(effect.units) > 1 else -1
        if gone >= 0:
            s.put(gone, -5)
        if eased and effect.reduced_unless is not None:
            s.played |= 1 << card(effect.reduced_unless)
        arrivals.place(s, SOVIET if CARDS[number].side == "soviet" else AXIS, effect)
        for name in effect.units:
            if NUMBER[name] != gone:
                weak = name in effect.reduced and not (eased and effect.reduced_unless is not None)
                assert (s.place[NUMBER[name]], s.lost[NUMBER[name]]) == (ARRIVING, int(weak)), name
        assert gone < 0 or s.place[gone] == -5


@rule("7.5.2c.6")
@pytest.mark.parametrize(
    ("held", "soviet", "room"), [(True, False, True), (False, False, False), (True, True, False), (False, True, False)]
)
def test_the_bunker_comes_to_an_axis_berlin_without_soviet_units(held: bool, soviet: bool, room: bool) -> None:
    s = situation(moment="nothing", turn=16, soviet={"1GC Corps": "Berlin"} if soviet else {})
    s.axis_held = s.axis_held | 1 << BERLIN if held else s.axis_held & ~(1 << BERLIN)
    assert arrivals.hexes(s, unit("Bunker"), "berlin") == (1 << BERLIN if room else 0)


@rule("3.0.7", "14.1.2")
def test_only_units_that_are_due_come_back_and_each_as_its_event_says() -> None:
    s = situation(moment="nothing", turn=8)
    number, index = next((c, n) for c, card_ in enumerate(CARDS) for n, e in enumerate(card_.effects) if reduces(e))
    names = ("9th Army", "4th Army", "39 Pz Corps", "24 Pz Corps")
    due = (8, 9, 0, 7)
    for name, turn in zip(names, due, strict=True):
        s.put(unit(name), OTHER_FRONTS)
        s.due[unit(name)] = turn
    effects.begin(s, number, index, "game", unit("9th Army"))
    effects.begin(s, number, index, "game", unit("4th Army"))
    other_fronts.returning(s)
    assert [s.place[unit(name)] for name in names] == [ARRIVING, OTHER_FRONTS, OTHER_FRONTS, ARRIVING]
    assert [s.lost[unit(name)] for name in names] == [1, 0, 0, 0]
    assert [s.due[unit(name)] for name in names] == [0, 9, 0, 0]
    assert [record[3] for record in s.effects] == [unit("4th Army")]


def reduces(effect: object) -> bool:
    return bool(getattr(effect, "groups", None)) and bool(getattr(effect, "reduced", False))


@rule("14.1.2")
def test_a_unit_that_starved_before_it_left_may_be_replaced_on_other_fronts() -> None:
    s = situation(moment="nothing", turn=8)
    s.rp = [4] * len(s.rp)
    corps = next(u for u in range(N) if side_of(u) == AXIS and len(UNITS[u].steps) > 1 and UNITS[u].steps[0].rebuild)
    for where, why in ((OTHER_FRONTS, ""), (place("Warsaw"), "14.1.2")):
        s.put(corps, where)
        s.lost[corps], s.supply[corps] = 1, OUT
        refusal = replacements.why_no_step(s, corps, AXIS)
        assert (refusal.rule if refusal else "") == why


@rule("7.5.1a", "C.6")
@pytest.mark.parametrize("step", [marches.Shifting, marches.Raiding])
def test_nobody_has_gone_when_an_event_that_moves_units_begins(step: type) -> None:
    number = next(c for c, n in effects_of(effect_of(step)))
    index = next(n for c, n in effects_of(effect_of(step)))
    s = situation(moment="nothing", turn=9, side="soviet")
    playing.HANDLERS[effect_of(step)](s, number, index, CARDS[number].effects[index])
    assert tuple(s.frame[1:]) == (number, index, 0)


def effect_of(step: type) -> type:
    return ShiftUnits if step is marches.Shifting else Raid


@rule("13.2.4")
@pytest.mark.parametrize("seed", range(4))
def test_the_air_bridge_feeds_one_army_and_the_corps_the_card_allows(seed: int) -> None:
    number, index = next((c, n) for c, n in effects_of(Supply) if CARDS[c].id == "axis-49")
    effect = CARDS[number].effects[index]
    assert isinstance(effect, Supply)
    s = scattered(seed, turn=9, units=60, distance=2, side="axis")
    for army in on_map(s, AXIS):
        s.supply[army] = OUT if army % 3 else FULL
    s.push(picks.Feeding, number, index)
    for at in bits(s.occupied[AXIS] | s.occupied[SOVIET]):
        starved = [u for u in at_hex(s, at, AXIS) if s.supply[u] == OUT]
        small = [u for u in starved if not large(u)]
        sets = {frozenset(c) for c in combinations(small, min(len(small), effect.scus))}
        loads = {frozenset([*some, *(u for u in starved if large(u))]) for some in sets} - {frozenset()}
        assert {frozenset(load) for load in picks.loads(s, at, effect)} == loads
        assert (("place", at) in picks.Feed().handles(s)) == bool(loads)
        for some in sets_out_of([*s.units_at(at), on_map(s, AXIS)[0]]):
            refusal = picks.Feed().why_not(s, FeedByAir(at, some))
            assert (refusal.rule if refusal else "") == ("" if frozenset(some) in loads else "13.2.4")


def sets_out_of(units: list[int]) -> list[tuple[int, ...]]:
    """All sets of some units, none too, armies first."""
    order = sorted({*units}, key=lambda u: (not large(u), u))
    return [some for number in range(len(order) + 1) for some in combinations(order, number)]


@rule("7.5.1a", "10.3.3")
@pytest.mark.parametrize("seed", range(3))
def test_what_an_event_does_not_let_one_pick_is_refused_by_its_rule(seed: int) -> None:
    s = scattered(seed, turn=9, units=60, distance=2, side="axis")
    s.festungs = 0
    shift = next(found for found in effects_of(Shift) if CARDS[found[0]].id == "axis-14")
    cases = (
        (picks.PlacingTrenches, (*effects_of(PlaceTrenches)[0], 2), picks.TrenchHere(), bits(PLAYABLE), "10.3.3"),
        (picks.Refitting, (*effects_of(Restore)[0], 2), picks.RefitUnit(), range(N), "7.5.1a"),
        (picks.Defending, shift, picks.Defend(), bits(PLAYABLE), "7.5.1a"),
    )
    for step, frame, choice, all_there_are, number in cases:
        t = s.copy()
        t.push(step, *frame)
        offered = {action for handle in choice.handles(t) for action in choice.of(t, handle)}
        for one in all_there_are:
            action = choice.action(one)
            refusal = choice.why_not(t, action)
            assert (refusal.rule if refusal else "") == ("" if action in offered else number), action


# -- random play ----------------------------------------------------------------------------------------------------


@rule("7.2.5")
@pytest.mark.parametrize("seed", range(3))
def test_random_play_marches_alone_from_one_in_five_on(seed: int) -> None:
    s = moving(seed)
    step = next(step for step in s._steps if isinstance(step, ops_round.Movement))
    for mover in s.on_map(s.active):
        together = has(s.stacked[s.active], s.place[mover]) and bool(step.stacks.ends(s, s.place[mover]))
        first = step._going(s, mover, Script(0.2, 0.0))  # type: ignore[arg-type]
        assert not together or first is None or isinstance(first, Move)


# -- surrender ------------------------------------------------------------------------------------------------------


@rule("19.3.1")
def test_a_country_surrenders_alone_and_once() -> None:
    s = situation(moment="nothing", turn=15, axis={"HU 3rd Army": "1523", "RO 3rd Army": "1829"})
    for name in ("Buda", "Bucharest"):
        t = s.copy()
        t.put(unit("1GC Corps"), place(name))
        surrender.end_of_turn(t)
        assert (t.place[unit("HU 3rd Army")] == -5) == (name == "Buda")
        assert (t.place[unit("RO 3rd Army")] == -5) == (name == "Bucharest")
        t.ear = []
        surrender.end_of_turn(t)
        assert t.ear == []


@rule("17.1.3", "13.3.9")
@pytest.mark.parametrize("seed", range(4))
def test_axis_hexes_are_fed_as_german_ones_or_as_their_country(seed: int) -> None:
    s = scattered(seed)
    german, hungarian, romanian = (lines.full(s, nation) for nation in ("german", "hungarian", "romanian"))
    fed = german | {at for at in hungarian if has(COUNTRY["hungary"], at)}
    fed |= {at for at in romanian if has(COUNTRY["romania"], at)}
    assert set(bits(supply.full_hexes(s, AXIS) & PLAYABLE)) == fed
    assert set(bits(supply.full_hexes(s, SOVIET) & PLAYABLE)) == lines.full(s, "soviet")


@rule("7.6.1")
def test_a_hand_effect_lasts_for_its_turns() -> None:
    for number, index in effects_of(Hand):
        effect = CARDS[number].effects[index]
        assert isinstance(effect, Hand)
        s = situation(moment="nothing", turn=5)
        lasting.hand(s, number, index, effect)
        first = effect.from_turn or 6 + effect.after
        assert s.effects[-1][3] == first
        assert effect.turns is None or s.effects[-1][4] == first + effect.turns - 1


# -- units that go and hexes that are chosen ------------------------------------------------------------------------


@rule("3.0.7")
@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_sent_away_waits_with_its_steps_until_it_is_due(seed: int) -> None:
    for number, index in effects_of(SendAway):
        effect = CARDS[number].effects[index]
        assert isinstance(effect, SendAway)
        s = scattered(seed, turn=9, units=60)
        for group in range(len(effect.groups)):
            t = s.copy()
            t.push(other_fronts.Sending, number, index, group)
            for who in bits(other_fronts.leaving(t, effect, group))[:2]:
                u = t.copy()
                other_fronts.Send().do(u, SendAwayAction(who))
                due = 9 + effect.returns if effect.returns is not None else effect.returns_turn or 0
                assert (u.place[who], u.due[who], u.lost[who]) == (OTHER_FRONTS, due, s.lost[who])
                noted = [(number, index, SCOPES.index("game"), who)] if effect.reduced else []
                assert u.effects == noted
                last = group + 1 == len(effect.groups)
                assert not u.stack if last else tuple(u.frame[1:]) == (number, index, group + 1)
            assert other_fronts.Sending().player(t) == (SOVIET if effect.chooser == "soviet" else AXIS)


@rule("10.3.3", "16.3.1", "16.1.3", "16.1.5", "16.1.6", "16.2.3")
@pytest.mark.parametrize("left", [1, 3])
def test_an_event_goes_on_until_its_number_is_used_up(left: int) -> None:
    first, second = bits(IN_TERRAIN["swamp"])[:2]
    both = 1 << first | 1 << second
    trench = next((c, n) for c, n in effects_of(PlaceTrenches) if CARDS[c].side == "axis")
    refit = effects_of(Restore)[0]
    s = situation(moment="nothing", turn=9)
    s.lurking = both
    cases = (
        (picks.PlacingTrenches, (*trench, left), picks.TrenchHere(), PlaceTrench(first), 3),
        (fortresses.PlacingFestungs, (left,), fortresses.FestungHere(), PlaceFestung(first), 1),
        (partisans.PlacingPartisans, (left,), partisans.PlaceInactive(), PlacePartisans(first), 1),
        (partisans.Sweeping, (left, 1), partisans.SweepHere(), Sweep(first), 1),
        (picks.Refitting, (*refit, left), picks.RefitUnit(), Refit(unit("9th Army")), 3),
    )
    for step, frame, choice, action, where in cases:
        t = s.copy()
        t.trenches, t.lost[unit("9th Army")] = s.trenches[:], 1
        t.push(step, *frame)
        choice.do(t, action)  # type: ignore[arg-type]
        after = list(frame)
        after[where - 1] -= 1
        assert list(t.frame[1:]) == after, step.__name__
        assert t.trenches[AXIS] == (1 << first if step is picks.PlacingTrenches else 0)
        assert t.festungs == (1 << first if step is fortresses.PlacingFestungs else 0)
        assert t.lurking == (1 << second if step is partisans.Sweeping else both)
        assert t.lost[unit("9th Army")] == (0 if step is picks.Refitting else 1)
    t = s.copy()
    t.push(partisans.Activating, left)
    partisans.ActivateHere().do(t, Activate(first))
    assert tuple(t.frame[1:]) == (first,) and tuple(t.stack[-2][1:]) == (left - 1,)
    partisans.PartisanDraw().apply(t, DrawPartisan(bits(PARTISANS)[1]))
    assert t.place[bits(PARTISANS)[1]] == first and t.lurking == 1 << second
    t.push(fortresses.Fortifying)
    fortresses.Fortify().do(t, PlaceFortress(second))
    assert t.built == 1 << second
    t.push(partisans.PartisanDraw, NOWHERE)
    partisans.PartisanDraw().apply(t, DrawPartisan(bits(PARTISANS)[2]))
    assert t.place[bits(PARTISANS)[2]] == ARRIVING
