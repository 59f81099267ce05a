"""[7.5] What cards ask of units, hexes and combats, over random positions and in plain steps."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, trenches
from rasputitsa.titles.stalins_war.combat import blitz, card_window, columns, forces, mobile_defense, reserves
from rasputitsa.titles.stalins_war.components import CARDS, UNITS
from rasputitsa.titles.stalins_war.effect_kinds import Ops, PlaceTrenches, Raid, Reserve, Restore, SendAway, ShiftUnits
from rasputitsa.titles.stalins_war.effect_words import When
from rasputitsa.titles.stalins_war.events import marches, other_fronts, picks, playing
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    EAST,
    FORTRESSES,
    HEX,
    OIL,
    PLACE_IDS,
    PLAYABLE,
    TERRAIN_AT,
    TOPOLOGY,
    TOWNS,
    VP_HEXES,
    within,
)
from rasputitsa.titles.stalins_war.roster import GROUPS, N
from rasputitsa.titles.stalins_war.state import AXIS, FACE_UP, FULL, HAND, OUT, SOVIET, UNLIMITED, Position

from . import book_of_combat as book
from . import book_of_supply as lines
from .by_the_book import at_hex, has, is_, large, may_end, neighbours, on_map, shut_to, side_of, zoc
from .combat import event
from .scattered import scattered
from .test_plain_combat import battles

SEEDS = range(6)
TANKS = ("tank", "guard-tank")


def belongs(s: Position, unit: int, group: str) -> bool:
    """Is the unit of a kind that cards speak of?"""
    nation = UNITS[unit].nation
    kinds = {
        "axis-lcu": side_of(unit) == AXIS and large(unit),
        "german-army": nation == "german" and large(unit),
        "german-scu": nation == "german" and not large(unit),
        "german-unit": nation == "german",
        "panzer": is_(unit, "panzer"),
        "ss-panzer": is_(unit, "panzer") and is_(unit, "ss"),
        "minor-unit": nation in ("hungarian", "romanian", "italian"),
        "front": nation == "soviet" and large(unit),
        "tank": any(is_(unit, tag) for tag in TANKS),
        "tank-or-mech": any(is_(unit, tag) for tag in (*TANKS, "mech")),
        "cavalry-or-mech": any(is_(unit, tag) for tag in ("guard-cavalry", "mech")),
        "mobile": any(is_(unit, tag) for tag in (*TANKS, "mech", "guard-cavalry")),
    }
    return kinds[group]


def asked(s: Position, unit: int, where: tuple[str, ...], zone: set[int]) -> bool:
    at = s.place[unit]
    facts = {
        "full-supply": s.supply[unit] == FULL,
        "outside-enemy-zoc": at not in zone,
        "west-of-paulus": not has(EAST, max(at, 0)),
        "no-festung": not has(s.festungs, max(at, 0)),
    }
    return at >= 0 and all(facts[name] for name in where)


def effects_of(kind: type) -> list[tuple[int, int]]:
    return [(c, n) for c, card in enumerate(CARDS) for n, e in enumerate(card.effects) if isinstance(e, kind)]


# -- units that are picked ------------------------------------------------------------------------------------------


@rule("10.3.3", "7.5.1a")
@pytest.mark.parametrize("seed", SEEDS)
def test_trenches_and_refits_come_to_the_units_the_cards_name(seed: int) -> None:
    s = scattered(seed, units=60)
    zone = {side: zoc(s, 1 - side) for side in (AXIS, SOVIET)}
    for card, number in effects_of(PlaceTrenches):
        effect = CARDS[card].effects[number]
        assert isinstance(effect, PlaceTrenches)
        side = ("axis", "soviet").index(effect.side)
        units = [u for u in on_map(s, side) if large(u) and belongs(s, u, effect.group)]
        hexes = {s.place[u] for u in units if asked(s, u, effect.where, zone[side])}
        assert set(bits(picks.trench_hexes(s, effect))) == hexes - set(bits(s.trenches[side]))
        full = s.copy()
        full.trenches[side] = mask_of(bits(PLAYABLE & ~s.occupied[side])[: trenches.limit(side)])
        assert picks.trench_hexes(full, effect) == 0
    for card, number in effects_of(Restore):
        effect = CARDS[card].effects[number]
        assert isinstance(effect, Restore)
        weak = [u for u in on_map(s, AXIS) if s.lost[u] and belongs(s, u, effect.group)]
        assert set(bits(picks.reduced(s, effect))) == {u for u in weak if asked(s, u, effect.where, zone[AXIS])}


@rule("3.0.7", "16.3.4")
@pytest.mark.parametrize("seed", range(10))
def test_units_leave_for_other_fronts_from_full_supply_first(seed: int) -> None:
    s = scattered(seed, units=50)
    if seed % 3 == 0:
        s.axis_held = 0
        s.memo.clear()
    fed = lines.full(s, "german")
    for card, number in effects_of(SendAway):
        effect = CARDS[card].effects[number]
        assert isinstance(effect, SendAway)
        for index, group in enumerate(effect.groups):
            units = {u for u in on_map(s, AXIS) if belongs(s, u, group) and not is_(u, "bunker")}
            units = {u for u in units if not has(s.festungs, s.place[u])}
            units = {u for u in units if s.place[u] in fed} or units
            if effect.first:
                units = {u for u in units if belongs(s, u, effect.first or "")} or units
            assert set(bits(other_fronts.leaving(s, effect, index))) == units
        back = s.turn + effect.returns if effect.returns is not None else effect.returns_turn or 0
        assert other_fronts.due(s, effect) == back


# -- units that go --------------------------------------------------------------------------------------------------


def hops(s: Position, unit: int, steps: int, zone: set[int], barred: int) -> set[int]:
    """Hexes within so many steps, not through enemies; a zone stops, and none leads straight into another."""
    found, front, start = set(), {s.place[unit]}, s.place[unit]
    for _ in range(steps):
        entered = set()
        for frm in front:
            for to in neighbours(frm):
                shut = at_hex(s, to, AXIS) or shut_to(s, unit, to) or has(barred, to)
                if not shut and not (frm in zone and (to in zone or frm != start)):
                    entered.add(to)
        found |= entered
        front = entered
    return {to for to in found if to != start and may_end(s, unit, to)}


@rule("C.6", "7.5.1a")
@pytest.mark.parametrize("seed", SEEDS)
def test_maskirovka_and_raids_take_units_as_far_as_the_cards_say(seed: int) -> None:
    s = scattered(seed, turn=9, side="soviet", units=50)
    zone, cities = zoc(s, AXIS), s.axis_held & (CITIES | OIL | VP_HEXES | s.built)
    able = [u for u in on_map(s, SOVIET) if s.supply[u] == FULL and UNITS[u].steps[s.lost[u]].move]
    for step, choice, kind in (
        (marches.Shifting, marches.Shift(), ShiftUnits),
        (marches.Raiding, marches.RaidTo(), Raid),
    ):
        card, number = effects_of(kind)[0]
        effect = CARDS[card].effects[number]
        for done in (0, 1 << able[0], mask_of(able[:2]), mask_of(able[:6])):
            s.push(step, card, number, done)
            if isinstance(effect, ShiftUnits):
                units = {u for u in able if not has(done, u)} if len(bits(done)) < 6 else set()
                ends = {u: hops(s, u, 3, zone, 0) for u in able}
            else:
                kinds = {u for u in able if belongs(s, u, "cavalry-or-mech")}
                units = {u for u in kinds if not has(done, u)} if len(bits(done)) < 2 else set()
                ends = {u: hops(s, u, 4, set(), cities) for u in kinds}
            assert set(bits(choice.units(s))) == units
            for unit in [u for u in ends if not done]:
                assert set(bits(choice.hexes(s, unit))) == ends[unit], s.name(unit)
                if ends[unit]:
                    t = s.copy()
                    to = max(ends[unit])
                    choice.do(t, choice.action(unit, s.place[unit], to))
                    assert t.place[unit] == to and t.frame[3] == 1 << unit
                    assert has(t.raiders, unit) == (kind is Raid)
            s.pop()


@rule("7.5.1a", "7.3.1")
def test_points_of_events_are_spent_where_the_cards_say() -> None:
    for card, number in effects_of(Ops):
        effect = CARDS[card].effects[number]
        assert isinstance(effect, Ops)
        zone = playing.zone(effect)
        if effect.rows_from is not None:
            south = {at for at in bits(PLAYABLE) if int(PLACE_IDS[at][2:]) >= effect.rows_from}
            assert set(bits(zone & PLAYABLE)) == south
        elif effect.within is not None:
            assert zone & PLAYABLE == within(HEX[effect.of or ""], effect.within)
        else:
            assert zone == UNLIMITED


# -- combats --------------------------------------------------------------------------------------------------------


def fits(s: Position, when: When, side: int) -> bool:
    """Is this a combat the card is for?"""
    ours, theirs = bits(forces.force(s, side)), bits(forces.force(s, 1 - side))
    at, defender = s.target, 1 - s.active
    crossings = [TOPOLOGY.kind(place, at) for place in {s.place[u] for u in bits(s.attackers)}]
    fort = has(FORTRESSES[defender] | (s.built if defender == SOVIET else 0), at) and not has(s.razed, at)
    soviet_fort = has(FORTRESSES[SOVIET] | s.built, at) and not has(s.razed, at)
    kinds = {
        "town": has(TOWNS, at),
        "city": has(CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | s.built, at),
        "fortress": fort,
        "soviet-fortress": soviet_fort,
        "trench": has(s.trenches[defender], at),
        "axis-trench": has(s.trenches[AXIS], at),
        "front": any(belongs(s, u, "front") for u in bits(s.defenders)),
        TERRAIN_AT[at].name: True,
    }
    return (
        s.turn not in when.not_turns
        and (when.force is None or any(belongs(s, u, when.force) for u in ours))
        and sum(is_(u, "panzer") for u in ours) >= when.panzers
        and (when.against is None or any(belongs(s, u, when.against) for u in theirs))
        and (not when.hex or any(kinds.get(kind, False) for kind in when.hex))
        and (not when.crossing or all(kind in ("river", "major_river") for kind in crossings))
    )


@rule("7.5.5a", "7.5.5e", "13.3.4", "11.2.1.2")
@pytest.mark.parametrize("seed", range(8))
def test_combat_cards_are_used_where_they_may(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed):
        s.turn = rng.randint(1, 18)
        combat = [n for n, card in enumerate(CARDS) if card.combat]
        for number in combat:
            s.card[number] = rng.choice((HAND, FACE_UP, 0))
        s.used = mask_of(rng.sample(combat, 4))
        s.memo.clear()
        for number in combat:
            card = CARDS[number]
            for side in (AXIS, SOVIET):
                units = bits(forces.force(s, side))
                starved = [u for u in units if s.supply[u] == OUT or (side == s.active and s.supply[u] != FULL)]
                role = "attack" if side == s.active else "defend"
                held = card.side == ("axis", "soviet")[side] and s.card[number] in (HAND, FACE_UP)
                if not held or role not in card.timing:
                    why = "7.5.5a"
                elif units and len(starved) == len(units):
                    why = "13.3.4"
                elif has(s.used, number) and card.id != "axis-10":
                    why = "7.5.5e"
                elif not card.turns[0] <= s.turn <= card.turns[1]:
                    why = "7.5.5a"
                else:
                    why = "" if card.when is None or fits(s, card.when, side) else "11.2.1"
                refusal = card_window.why_not_use(s, side, number)
                assert (refusal.rule if refusal else "") == why, card.id


@rule("11.2.1.3", "11.2.1.4", "13.3.5", "15.1.2", "15.1.2.2", "20.1.1")
@pytest.mark.parametrize("seed", range(8))
def test_both_sides_fire_on_the_columns_of_the_book(seed: int) -> None:
    for s in battles(seed):
        mobile = (
            s.active == SOVIET
            and s.turn in (1, 2, 3, 5, 6, 7, 9)
            and any(belongs(s, u, "german-army") for u in bits(s.defenders))
            and any(is_(u, "panzer") for u in bits(s.defenders))
        )
        assert mobile_defense.applies(s) == mobile
        for side in (AXIS, SOVIET):
            units, attacks = bits(forces.force(s, side)), side == s.active
            shift = 0
            if attacks:
                shift += book.columns_of_the_hex(s, s.target) + book.columns_of_the_river(s, units, s.target)
            if any(s.supply[u] == OUT or (attacks and s.supply[u] != FULL) for u in units):
                shift -= 1
            shift += (1 if side == AXIS else -1) if mobile else 0
            shift -= 1 if side == AXIS and s.turn == 4 else 0
            shift += 1 if attacks and side == SOVIET and s.turn == 4 and any(is_(u, "shock") for u in units) else 0
            fed = all(s.supply[u] == FULL for u in units)
            shift -= 1 if attacks and side == AXIS and s.turn <= 4 and has(EAST, s.target) and fed else 0
            panzers = [s.place[u] for u in units if is_(u, "panzer")]
            big = any(large(u) for u in units) or any(panzers.count(at) >= 3 for at in panzers)
            steps = [UNITS[u].steps[s.lost[u]] for u in units]
            strength = sum(step.attack if attacks else step.defense for step in steps)
            shot = columns.fire(s, side)
            assert (shot.strength, shot.table, shot.shift) == (strength, "lcu" if big else "scu", shift)


@rule("7.5.5b")
@pytest.mark.parametrize("seed", range(8))
def test_firemen_come_from_two_hexes_away_in_full_supply(seed: int) -> None:
    for s in battles(seed, turn=9):
        if s.active == AXIS:
            s.active = SOVIET
            s.target = bits(s.occupied[AXIS])[0]
            forces.oppose(s, s.target, s.present[SOVIET] & -s.present[SOVIET])
        for unit in bits(s.attackers):
            s.supply[unit] = FULL
        event(s, "axis-40")
        card, number = effects_of(Reserve)[0]
        assert CARDS[card].effects[number].range == 2  # type: ignore[union-attr]
        near, front = {s.target}, {s.target}
        for _ in range(2):
            front = {to for frm in front for to in neighbours(frm) if not at_hex(s, to, SOVIET)}
            near |= front
        fed = lines.full(s, "german")
        found = {u for u in on_map(s, AXIS) if is_(u, "panzer") and s.place[u] in near and s.place[u] in fed}
        found = {u for u in found if not has(s.attacked, s.place[u]) and not has(s.festungs, s.place[u])}
        found = {u for u in found if s.place[u] != s.target and may_end(s, u, s.target)}
        barred = all(s.supply[u] == OUT for u in bits(s.defenders)) and bool(s.defenders)
        there = set(at_hex(s, s.target, AXIS))
        assert set(bits(reserves.reserves(s))) - there == (set() if barred else found)


@rule("12.1.1", "12.1.1.1", "12.1.2", "12.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_events_let_mech_units_and_guard_armies_exploit(seed: int) -> None:
    s = scattered(seed, units=60)
    for mech, guard in ((False, False), (True, False), (False, True)):
        t = s.copy()
        if mech:
            effects.allow(t, "mech-exploitation")
        if guard:
            effects.allow(t, "guard-army-exploitation")
        for unit in (*on_map(t, AXIS), *on_map(t, SOVIET)):
            more = (mech and is_(unit, "mech")) or (guard and is_(unit, "guard-army"))
            wanted = book.exploits(t, unit) or (more and t.supply[unit] == FULL)
            assert blitz.capable(t, unit) == wanted


@rule("16.1.1")
def test_no_unit_is_of_a_kind_that_its_counter_does_not_show() -> None:
    s = scattered(0)
    for group, units in GROUPS.items():
        if group not in ("romanian-unit", "hungarian-unit"):
            assert set(bits(units)) == {u for u in range(N) if belongs(s, u, group)}, group
