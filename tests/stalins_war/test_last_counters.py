"""[4.4, 10.1, 11.1, 12.0, 13.0] What every counter may do, one by one: masks of units are read at the right bit for the
first and the last unit of each kind too."""

from __future__ import annotations

from itertools import product

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel import BUTTON
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import movement, replacements, stacking, strategic, supply
from rasputitsa.titles.stalins_war.combat import attacks, blitz, eligibility, exploitation, forces, report
from rasputitsa.titles.stalins_war.components import FIRE, UNITS
from rasputitsa.titles.stalins_war.mapboard import (
    COAST,
    EAST,
    HEX,
    IN_TERRAIN,
    NEXT,
    PLAYABLE,
    PORTS_OF,
    USIR,
)
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, FULL, OUT, POOL, SOVIET, Position

from . import book_of_combat as book
from . import book_of_supply as lines
from .by_the_book import allowance, at_hex, has, is_, large, neighbours, reach, shut_to, side_of, why_no_move
from .scattered import fresh
from .situation import place, situation, unit

WEST_HEX, EAST_HEX = HEX["2122"], next(p for p in bits(EAST & IN_TERRAIN["clear"]) if len(neighbours(p)) == 6)
EVERYBODY = [u for u in range(N) if not is_(u, "stalin")]


def board(turn: int, side: str = "axis") -> Position:
    return situation(moment="nothing", turn=turn, side=side)


@rule("4.4.7", "4.4.8", "11.1.3")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_no_front_attacks_panzer_corps_alone_on_turns_1_and_2_and_everybody_else_does(turn: int) -> None:
    s = board(turn, "soviet")
    for names, alone in ((("39 Pz Corps",), True), (("39 Pz Corps", "43 Corps"), False)):
        for name in names:
            s.put(unit(name), HEX["2222"])
        for who in EVERYBODY:
            if side_of(who) == SOVIET and book.attack_strength(s, who):
                t = s.copy()
                t.put(who, WEST_HEX)
                barred = alone and turn <= 2 and large(who)
                assert has(eligibility.targets_of(fresh(t), who), HEX["2222"]) == (not barred), s.name(who)


@rule("10.1.4", "10.1.5", "10.1.2", "10.3.1", "13.3.1", "19.1.1", "4.4.3")
@pytest.mark.parametrize("turn", [1, 4, 5])
def test_every_unit_moves_as_its_counter_says(turn: int) -> None:
    for side in ("axis", "soviet"):
        s = board(turn, side)
        for who, at in product(range(N), (WEST_HEX, EAST_HEX)):
            if ("axis", "soviet")[side_of(who)] != side:
                continue
            for status, digs in ((FULL, 0), (OUT, 0), (FULL, 1 << at)):
                t = s.copy()
                t.put(who, at)
                t.supply[who], t.digging = status, digs
                fresh(t)
                assert movement.allowance(t, who) == allowance(t, who), s.name(who)
                refusal = movement.may_move(t, who)
                assert (refusal.rule if refusal else "") == why_no_move(t, who), s.name(who)
            shut = {p for p in bits(PLAYABLE) if shut_to(s, who, p)}
            assert set(bits(movement.closed(s, who) & PLAYABLE)) == shut


@rule("10.1.1", "10.1.2")
def test_mountain_troops_alone_pay_less_in_rough_and_mountains() -> None:
    s = board(9)
    for start in (bits(IN_TERRAIN["mountain"])[3], bits(IN_TERRAIN["rough"])[3]):
        costs = {}
        for who in EVERYBODY:
            if not UNITS[who].steps[0].move or (side_of(who), UNITS[who].steps[0].move, is_(who, "mountain")) in costs:
                continue
            t = s.copy()
            t.put(who, start)
            t.supply[who] = FULL
            costs[side_of(who), UNITS[who].steps[0].move, is_(who, "mountain")] = 1
            assert movement.reach_of(fresh(t), who).costs() == reach(t, who), s.name(who)
    for who in range(N):
        plain = movement._GROUND[who] is movement._GROUND[unit("9th Army")]
        assert plain == (not is_(who, "mountain")), s.name(who)


@rule("12.1.1", "12.1.3", "12.2.2", "12.2.3", "4.4.6")
@pytest.mark.parametrize("turn", [1, 3, 4, 5])
def test_every_unit_exploits_as_its_counter_says(turn: int) -> None:
    s = board(turn)
    woods = next(p for p in bits(IN_TERRAIN["forest"]) if neighbours(p))
    beside = neighbours(woods)[0]
    for who, at in product(EVERYBODY, (WEST_HEX, EAST_HEX)):
        t = s.copy()
        t.put(who, at)
        t.supply[who] = FULL
        half = (UNITS[who].steps[t.lost[who]].move + 1) // 2
        held = is_(who, "panzer") and turn <= 4 and at == EAST_HEX
        assert exploitation.hexes(fresh(t), who) == (min(half, 2) if held else half), s.name(who)
        assert blitz.capable(t, who) == book.exploits(t, who), s.name(who)
        stops = not (turn == 1 and is_(who, "panzer"))
        if book.TOPOLOGY.kind(beside, woods) != "strait":
            assert exploitation.halts(t, who, beside, woods) == stops, s.name(who)


@rule("13.2.4", "16.1.6", "16.1.6.2")
def test_only_partisans_are_in_supply_wherever_they_stand() -> None:
    s = board(9)
    s.axis_held = 0
    fed = set().union(*(lines.lasting(s, nation) for nation in lines.SOURCES))
    island = next(p for p in bits(PLAYABLE) if p not in fed)
    for who in EVERYBODY:
        t = s.copy()
        t.put(who, island)
        assert supply.status(fresh(t), who) == (FULL if is_(who, "partisan") else OUT), s.name(who)


@rule("14.2.2", "14.1.6", "14.1.3")
@pytest.mark.parametrize("works", [False, True])
def test_every_panzer_corps_needs_the_works_of_upper_silesia(works: bool) -> None:
    s = board(9)
    s.axis_held = s.axis_held | 1 << USIR if works else s.axis_held & ~(1 << USIR)
    s.rp = [9] * len(s.rp)
    for who in EVERYBODY:
        refusal = replacements._why_no_points(s, who, False)
        never = UNITS[who].replacement is None
        why = "14.2.2" if is_(who, "panzer") and not works else "14.1.6" if never else ""
        assert (refusal.rule if refusal else "") == why, s.name(who)


@rule("10.2.1", "10.2.1.1")
def test_large_units_and_those_marked_so_never_travel() -> None:
    for side in ("axis", "soviet"):
        s = situation(turn=9, side=side, ops=4)
        for who in range(N):
            if ("axis", "soviet")[side_of(who)] == side:
                t = s.copy()
                t.put(who, WEST_HEX)
                t.supply[who] = FULL
                refusal = strategic.may_travel(fresh(t), who)
                assert (refusal is None) == (not large(who) and not is_(who, "no-strategic-move")), s.name(who)


@rule("10.2.5", "10.2.6", "19.1.1", "4.4.4")
@pytest.mark.parametrize("turn", [1, 2, 9])
def test_nobody_lands_in_a_country_that_is_closed_to_him(turn: int) -> None:
    ports = bits(PORTS_OF["black"])
    for who in EVERYBODY:
        if large(who) or is_(who, "partisan"):
            continue
        s = board(turn, ("axis", "soviet")[side_of(who)])
        s.axis_held = s.axis_held | sum(1 << p for p in ports) if side_of(who) == AXIS else 0
        for start in ports[:: max(1, len(ports) // 3)]:
            t = s.copy()
            t.put(who, start)
            t.supply[who] = FULL
            found = set(bits(strategic.by_sea(fresh(t), who)))
            assert found == lines.by_sea(t, who), s.name(who)
            assert not any(shut_to(t, who, p) for p in found)


@rule("9.1.1", "9.1.3", "9.2.2", "16.4.4")
def test_every_pair_of_counters_of_a_side_stacks_or_not_as_the_book_says() -> None:
    s = board(9)
    for side in (AXIS, SOVIET):
        own = [u for u in range(N) if side_of(u) == side]
        for first in own[:: 3 if side == AXIS else 5]:
            t = s.copy()
            t.put(first, WEST_HEX)
            fresh(t)
            for second in own:
                if second != first:
                    assert stacking.fits(t, second, WEST_HEX) == book.may_end(t, second, WEST_HEX), s.name(second)


# -- what is shown and clicked --------------------------------------------------------------------------------------


@rule("11.2.1")
def test_the_attack_is_launched_by_a_button_that_is_there_once_somebody_attacks() -> None:
    s = situation(turn=6, ops=4, axis={"9th Army": "1721", "39 Pz Corps": "1721"}, soviet={"13R Army": "1821"})
    s.combat = 1 << place("1721")
    forces.oppose(fresh(s), place("1821"), 0)
    s.push(attacks.Designating)
    assert BUTTON not in s.step.handles(s)
    s.attackers = 1 << unit("39 Pz Corps")
    assert BUTTON in s.step.handles(s)


@rule("11.2.1", "11.2.1.3")
def test_both_fire_tables_are_shown_as_they_are_printed() -> None:
    shown = {table.id: table for table in report.tables()}
    assert set(shown) == set(FIRE) == {"lcu", "scu"}
    for name, table in shown.items():
        assert list(table.columns) == list(FIRE[name].columns) and name.upper() in table.label
        assert [list(row) for row in table.rows] == [list(row) for row in FIRE[name].rows]


@rule("11.2.1")
def test_a_combat_is_shown_while_somebody_attacks_a_hex() -> None:
    s = situation(moment="nothing", turn=6, axis={"9th Army": "1721"}, soviet={"13R Army": "1821"})
    assert report.under_way(s) is None
    forces.oppose(s, place("1821"), 0)
    assert report.under_way(s) is None
    forces.oppose(s, place("1821"), 1 << unit("9th Army"))
    forces.engage(s)
    shown = report.under_way(s)
    assert shown is not None and [side.role for side in shown.sides] == ["attacker", "defender"]
    assert [[who.name for who in side.units] for side in shown.sides] == [["9th Army"], ["13R Army"]]
    s.target = -1
    assert report.under_way(s) is None


@rule("7.5.4", "10.2.6")
def test_the_coast_and_the_ports_of_the_black_sea_are_hexes_of_the_map() -> None:
    assert not COAST & ~PLAYABLE and not PORTS_OF["black"] & ~COAST
    assert all(NEXT[p] for p in bits(COAST))
    assert POOL < 0 and not at_hex(board(9), WEST_HEX, AXIS)
