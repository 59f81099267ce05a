"""[14.0, 16.1, 16.3, 10.3, 7.5.2c] Replacements, entries, partisans, Festungs and trenches over random positions, held
against the plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import effects, entry, fortresses, partisans, replacements, trenches, works
from rasputitsa.titles.stalins_war.actions.events import BuildFestung, RaisePartisans
from rasputitsa.titles.stalins_war.actions.movement import Entrench, EntrenchDeep
from rasputitsa.titles.stalins_war.actions.rounds import Rebuild, Replace
from rasputitsa.titles.stalins_war.components import UNITS
from rasputitsa.titles.stalins_war.events import arrivals, marches, picks
from rasputitsa.titles.stalins_war.mapboard import (
    CITIES,
    COAST,
    COLUMN,
    COUNTRY,
    EAST,
    FORTRESSES,
    HEX,
    IN_TERRAIN,
    KEPT,
    PLAYABLE,
    PORTS_OF,
    TOWNS,
    USIR,
    within,
)
from rasputitsa.titles.stalins_war.roster import GROUPS, MARITIME, N
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    ELIMINATED,
    FULL,
    OTHER_FRONTS,
    OUT,
    RP_KINDS,
    SOVIET,
    Position,
)

from . import book_of_supply as lines
from .by_the_book import at_hex, has, is_, large, may_end, neighbours, on_map, points_for, shut_to, side_of, zoc
from .scattered import scattered

SEEDS = range(6)
MOBILE = ("tank", "guard-tank", "mech", "guard-cavalry")


# -- [14.0] ---------------------------------------------------------------------------------------------------------


def purse(unit: int, at: int) -> list[str]:
    """14.1.7 The points that may pay for a unit, those for few units first."""
    nation = UNITS[unit].nation
    if not any(step.rebuild for step in UNITS[unit].steps):
        return []
    if nation == "soviet":
        return ["SU for mobile units", "SU"] if any(is_(unit, tag) for tag in MOBILE) else ["SU"]
    if is_(unit, "panzer"):
        return ["PZ"]
    if nation == "german":
        return ["GE in Germany", "GE"] if at >= 0 and has(COUNTRY["germany"], at) else ["GE"]
    return ["AX for Hungarians", "AX"] if nation == "hungarian" else ["AX"]


def why_unpaid(s: Position, unit: int, at: int) -> str:
    """14.1.3, 14.2.2"""
    if is_(unit, "panzer") and not has(s.axis_held, USIR):
        return "14.2.2"
    if not purse(unit, at):
        return "14.1.6"
    halves = sum(s.rp[RP_KINDS.index(kind)] for kind in purse(unit, at))
    return "" if halves >= (2 if large(unit) else 1) else "14.1.3"


def why_no_step(s: Position, unit: int, side: int) -> str:
    """14.1.2, 14.1.6"""
    at, lost = s.place[unit], s.lost[unit]
    if side_of(unit) != side or (at < 0 and at != OTHER_FRONTS) or not lost:
        return "14.1.2"
    if not UNITS[unit].steps[lost - 1].rebuild:
        return "14.1.6"
    return "14.1.2" if at >= 0 and s.supply[unit] == OUT else why_unpaid(s, unit, at)


HOMES = {"german": "germany", "soviet": "soviet_union", "hungarian": "hungary", "romanian": "romania"}


def may_enter_at(s: Position, unit: int, fed: dict[str, set[int]]) -> set[int]:
    """7.5.2c Cities and fortresses at home that are friendly and in full supply, towns too for the Soviets."""
    nation, side = UNITS[unit].nation, side_of(unit)
    if nation == "italian":
        places = {HEX["1429"], HEX["1829"]}
    else:
        home = COUNTRY[HOMES[nation]]
        kinds = CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET] | (TOWNS if nation == "soviet" else 0)
        places = fed[nation] & {*bits(kinds & home), *(at for at in lines.SOURCES[nation] if has(home, at))}
    free = {at for at in places if lines.friendly(s, side, at) or not has(KEPT, at)}
    return {at for at in free if not at_hex(s, at, 1 - side) and may_end(s, unit, at)}


def broken(seed: int) -> Position:
    """A Replacement Phase: units in the boxes, some points."""
    s, rng = scattered(seed, turn=9, units=50), random.Random(seed)
    for unit in rng.sample(range(N), 40):
        if s.place[unit] < 0:
            s.put(unit, rng.choice((ELIMINATED, ELIMINATED, OTHER_FRONTS)))
            s.lost[unit] = rng.randrange(len(UNITS[unit].steps))
    s.rp = [rng.choice((0, 0, 1, 2, 3)) for _ in RP_KINDS]
    s.axis_held = s.axis_held & ~(1 << USIR) if seed % 3 == 0 else s.axis_held | 1 << USIR
    return s


@rule("14.1.2", "14.1.2.1", "14.1.3", "14.1.6", "14.1.7", "14.2.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_steps_are_replaced_where_and_with_what_the_book_says(seed: int) -> None:
    s = broken(seed)
    for side in (AXIS, SOVIET):
        s.push(replacements.Replacements, side)
        choice = replacements.RegainStep()
        for unit in range(N):
            refusal, why = choice.why_not(s, Replace(unit)), why_no_step(s, unit, side)
            assert (refusal.rule if refusal else "") == why, s.name(unit)
            assert list(choice.of(s, ("piece", unit))) == ([] if why else [Replace(unit)])
            here = side_of(unit) == side and (s.place[unit] >= 0 or s.place[unit] == OTHER_FRONTS)
            assert (("piece", unit) in choice.handles(s)) == (here and s.lost[unit] > 0)
            if not why:
                then, owed = s.copy(), 2 if large(unit) else 1
                choice.do(then, Replace(unit))
                assert then.lost[unit] == s.lost[unit] - 1
                assert then.rp == paid(s, purse(unit, s.place[unit]), owed)
        s.pop()


def paid(s: Position, kinds: list[str], owed: int) -> list[int]:
    left = s.rp[:]
    for kind in kinds:
        number = RP_KINDS.index(kind)
        owed, left[number] = max(0, owed - left[number]), max(0, left[number] - owed)
    return left


@rule("14.1.4", "7.5.2c", "7.5.2c.1", "7.5.2c.2", "7.5.2c.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_are_rebuilt_where_they_may_enter(seed: int) -> None:
    s = broken(seed)
    fed = {nation: lines.full(s, nation) for nation in HOMES}
    for side in (AXIS, SOVIET):
        s.push(replacements.Replacements, side)
        choice = replacements.RebuildUnit()
        for unit in range(seed % 3, N, 3):
            if s.place[unit] >= 0:
                continue
            places = may_enter_at(s, unit, fed)
            assert set(bits(entry.hexes(s, unit))) == places, s.name(unit)
            lost = side_of(unit) == side and s.place[unit] == ELIMINATED
            assert (("piece", unit) in choice.handles(s)) == (lost and bool(purse(unit, 0)))
            allowed = [Rebuild(unit, at) for at in sorted(places) if lost and not why_unpaid(s, unit, at)]
            assert list(choice.of(s, ("piece", unit))) == allowed
            for at in (*places, HEX["2426"]):
                refusal = choice.why_not(s, Rebuild(unit, at))
                why = "14.1.2" if not lost else "7.5.2c" if at not in places else why_unpaid(s, unit, at)
                assert (refusal.rule if refusal else "") == why
            if allowed:
                then = s.copy()
                choice.do(then, allowed[0])
                assert then.place[unit] == allowed[0].at and then.lost[unit] == len(UNITS[unit].steps) - 1
                assert then.rp == paid(s, purse(unit, allowed[0].at), 2 if large(unit) else 1)
                assert then.arrived >> unit & 1 and then.supply[unit] == FULL
        s.pop()


# -- [16.1] ---------------------------------------------------------------------------------------------------------


def distances(start: Iterable[int]) -> dict[int, int]:
    """Hexes counted over land from the nearest of them."""
    found = dict.fromkeys(start, 0)
    front = list(found)
    for at in front:
        for to in neighbours(at):
            if to not in found:
                found[to] = found[at] + 1
                front.append(to)
    return found


def partisan_hexes(s: Position) -> set[int]:
    """16.1.1, 16.1.2, 16.1.3"""
    active = [u for u in on_map(s, SOVIET) if is_(u, "partisan")]
    marked = len(bits(s.lurking))
    waiting = [u for u in range(N) if is_(u, "partisan") and s.place[u] == -1]
    if len(active) + marked >= 6 or len(waiting) <= marked:
        return set()
    axis = distances(s.place[u] for u in on_map(s, AXIS))
    soviet = distances(s.place[u] for u in on_map(s, SOVIET) if not is_(u, "partisan"))
    fed = lines.lasting(s, "soviet")
    wild = (IN_TERRAIN["forest"] | IN_TERRAIN["swamp"]) & COUNTRY["soviet_union"] & ~COUNTRY["baltic_states"]
    return {
        at
        for at in bits(wild)
        if not has(s.lurking, at) and not at_hex(s, at, AXIS) and not at_hex(s, at, SOVIET)
        if at not in fed or axis.get(at, 999) < soviet.get(at, 999)
    }


@rule("16.1.1", "16.1.1.1", "16.1.2", "16.1.2.1", "16.1.3")
@pytest.mark.parametrize("seed", range(10))
def test_partisans_are_placed_behind_the_front_or_where_no_supply_comes(seed: int) -> None:
    s = scattered(seed, turn=9)
    if seed % 2:
        for unit in bits(GROUPS["front"]):
            s.put(unit, ELIMINATED)
    wanted = partisan_hexes(s)
    assert set(bits(partisans.hexes(s))) == wanted
    s.active = SOVIET
    choice = works.RaiseForOps()
    for permitted in (False, True):
        if permitted:
            effects.allow(s, "partisans")
        for at in bits(PLAYABLE)[:: 7 if permitted else 60]:
            refusal = choice.why_not(s, RaisePartisans(at))
            why = "16.1.1" if not permitted else "16.1.2" if partisans.left(s) <= 0 else ""
            why = why or ("" if points_for(s, at) else "7.3.1") or ("" if at in wanted else "16.1.3")
            assert (refusal.rule if refusal else "") == why


@rule("16.1.2.1", "16.1.6")
def test_never_more_than_six_partisans_and_never_more_than_are_left() -> None:
    for seed in range(6):
        s = scattered(seed, turn=9)
        units, rng = bits(GROUPS["front"]), random.Random(seed)
        assert units
        for unit in range(N):
            if is_(unit, "partisan"):
                s.put(unit, rng.choice((-1, -1, -5)) if s.place[unit] < 0 else s.place[unit])
        active = sum(is_(u, "partisan") for u in on_map(s, SOVIET))
        free = sum(is_(u, "partisan") and s.place[u] == -1 for u in range(N))
        marked = len(bits(s.lurking))
        assert partisans.left(s) == min(6 - active - marked, free - marked)


# -- [16.3], [16.2.3], [10.3] ---------------------------------------------------------------------------------------


def festung_hexes(s: Position) -> set[int]:
    """16.3.1, 16.3.2, SW-72 Axis towns and cities in supply, as a German unit or one of the country has it."""
    if len(bits(s.festungs)) >= 5:
        return set()
    found = set()
    fed = {nation: lines.full(s, nation) for nation in ("german", "hungarian", "romanian")}
    for at in bits(TOWNS | CITIES):
        home = {"hungarian": "hungary", "romanian": "romania"}
        supplied = at in fed["german"] or any(at in fed[n] and has(COUNTRY[c], at) for n, c in home.items())
        if supplied and has(s.axis_held, at) and not at_hex(s, at, SOVIET) and not has(s.festungs, at):
            found.add(at)
    return found


@rule("16.3.1", "16.3.2", "16.2.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_festungs_and_the_new_fortress_stand_in_towns_and_cities_in_supply(seed: int) -> None:
    s = scattered(seed, turn=12, side="axis")
    wanted = festung_hexes(s)
    assert set(bits(fortresses.festung_hexes(s))) == wanted
    choice = works.FestungForOps()
    assert choice.hexes(s) == 0 and refused(choice.why_not(s, BuildFestung(HEX["2426"]))) == "16.3.1"
    effects.allow(s, "festungs")
    for at in bits(TOWNS | CITIES):
        why = "7.3.1" if not points_for(s, at) else "" if at in wanted else "16.3.2"
        assert refused(choice.why_not(s, BuildFestung(at))) == why
    s.built = 0
    fed, free = lines.full(s, "soviet"), (TOWNS | CITIES) & ~FORTRESSES[AXIS] & ~FORTRESSES[SOVIET] & ~s.axis_held
    places = {at for at in bits(free) if at in fed and not at_hex(s, at, AXIS)}
    assert set(bits(fortresses.fortress_hexes(s))) == places


def refused(refusal: object) -> str:
    return str(getattr(refusal, "rule", ""))


@rule("10.3.1", "10.3.1.1", "13.3.3", "23.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_trenches_are_tried_where_the_book_says(seed: int) -> None:
    s = scattered(seed, turn=12)
    allowed = ("trenches-axis", "trenches-soviet")[s.active]
    effects.allow(s, ("trenches-axis", "trenches-soviet")[1 - s.active])
    for permitted in (False, True):
        if permitted:
            effects.allow(s, allowed)  # type: ignore[arg-type]
        for at in bits(s.occupied[AXIS] | s.occupied[SOVIET]):
            diggers = [u for u in at_hex(s, at, s.active) if large(u) and not has(s.moved, u)]
            if not permitted or not diggers:
                why = "10.3.1"
            elif s.supply[diggers[0]] != FULL:
                why = "13.3.3"
            elif has(s.trenches[s.active] | s.digging, at):
                why = "10.3.1"
            else:
                why = "" if points_for(s, at) else "7.3.1"
            assert refused(trenches.Dig().why_not(s, Entrench(at))) == why
            assert bool(list(trenches.Dig().of(s, ("place", at)))) == (why == "")
            assert why or trenches.Dig().hexes(s) >> at & 1
            assert refused(trenches.DigDeep().why_not(s, EntrenchDeep(at))) == "23.1.3"
    side = s.active
    s.trenches[side] = mask_of(bits(PLAYABLE & ~s.lcu_hexes[side])[: trenches.limit(side) - len(bits(s.digging))])
    assert not trenches.Dig().hexes(s)
    for at in bits(s.lcu_hexes[side] & ~s.digging):
        unit = next(u for u in at_hex(s, at, side) if large(u))
        if s.supply[unit] == FULL and not has(s.moved, unit):
            assert refused(trenches.may_dig(s, at)) == "10.3.2"


# -- events that move units -----------------------------------------------------------------------------------------


@rule("7.5.4", "C.3", "10.2.7", "C.14")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_landing_and_the_evacuation_go_where_the_cards_say(seed: int) -> None:
    s = scattered(seed, turn=9)
    friendly = [p for p in bits(PORTS_OF["black"]) if not has(s.axis_held, p)]
    for start in (ELIMINATED, -1, HEX["2426"], *friendly):
        if start < 0 or not at_hex(s, start, AXIS):
            s.put(MARITIME, start)
            lands = start in friendly or (start == ELIMINATED and friendly)
            coast = {p for p in bits(COAST) if lands and not at_hex(s, p, AXIS) and not at_hex(s, p, SOVIET)}
            coast = {p for p in coast if may_end(s, MARITIME, p)}
            assert set(bits(marches.landing_hexes(s, MARITIME))) == coast
    for unit in bits(GROUPS["axis-lcu"]):
        for sea in ("baltic", "black"):
            for port in bits(PORTS_OF[sea]):
                if not at_hex(s, port, SOVIET) and may_end(s, unit, port):
                    t = s.copy()
                    t.put(unit, port)
                    west = {p for p in bits(PORTS_OF[sea]) if COLUMN[p] < COLUMN[port] and has(s.axis_held, p)}
                    west = {p for p in west if may_end(t, unit, p) and not shut_to(s, unit, p)}
                    wanted = set() if has(s.festungs, port) else west
                    assert set(bits(marches.evacuation_ports(t, unit))) == wanted
            break


@rule("10.3.3", "7.5.1a", "3.0.7", "16.1.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_units_that_events_name_stand_where_the_cards_ask(seed: int) -> None:
    s = scattered(seed, turn=9)
    zone = {side: zoc(s, side) for side in (AXIS, SOVIET)}
    for unit in range(N):
        at = s.place[unit]
        facts = {
            "full-supply": s.supply[unit] == FULL,
            "outside-enemy-zoc": at not in zone[1 - side_of(unit)],
            "west-of-paulus": at >= 0 and not has(EAST, at),
            "no-festung": at >= 0 and not has(s.festungs, at),
        }
        for name, holds in facts.items():
            assert picks.stands(s, unit, (name,)) == (at >= 0 and holds)  # type: ignore[arg-type]
        assert picks.stands(s, unit, tuple(facts)) == (at >= 0 and all(facts.values()))  # type: ignore[arg-type]
    for distance in (1, 2):
        near = {at for at in bits(s.lurking) if within(at, distance) & s.occupied[AXIS]}
        assert set(bits(partisans.swept(s, distance))) == near
    wild = IN_TERRAIN["forest"] | IN_TERRAIN["swamp"] | IN_TERRAIN["rough"]
    armies = {s.place[u] for u in on_map(s, AXIS) if large(u) and UNITS[u].nation == "german"}
    assert set(bits(picks.defended(s))) == {at for at in armies if has(wild, at)}
    for at in bits(s.occupied[AXIS] | s.occupied[SOVIET]):
        assert set(bits(picks.hungry(s, at))) == {u for u in at_hex(s, at, AXIS) if s.supply[u] == OUT}


@rule("7.5.2c.3", "7.5.2c.4", "7.5.2c.5", "C.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_total_war_units_take_the_place_of_supplied_units_of_the_old_kind(seed: int) -> None:
    s = scattered(seed, turn=9, units=60)
    fed = lines.full(s, "soviet")
    kinds = {"blitz-front": "blitz-front", "rifle-army": "rifle-army", "tank-army": "tank"}
    for kind, tag in kinds.items():
        old = {u for u in on_map(s, SOVIET) if is_(u, tag) and not is_(u, "guard-tank") and s.place[u] in fed}
        assert set(bits(arrivals.partners(s, kind))) == old  # type: ignore[arg-type]
    zones = {at for at in bits(TOWNS | CITIES) if not has(s.axis_held, at) and not at_hex(s, at, AXIS)}
    zones |= {s.place[u] for u in on_map(s, SOVIET)}
    watched = zoc(s, AXIS)
    assert set(bits(arrivals.zone_hexes(s))) == {at for at in zones if at in fed and at not in watched}
    clear = IN_TERRAIN["clear"] & ~(TOWNS | CITIES | FORTRESSES[AXIS] | FORTRESSES[SOVIET])
    free = {at for at in bits(clear) if not at_hex(s, at, AXIS) and not at_hex(s, at, SOVIET)}
    assert set(bits(partisans.landing_zones(s, "any-clear-hex"))) == {at for at in free if not has(s.lurking, at)}
