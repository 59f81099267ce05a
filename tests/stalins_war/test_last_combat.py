"""[11.0, 12.0] What the comparisons of combats leave open: what may be clicked, who is asked, what a dash, a retreat or
a lost army leaves behind."""

from __future__ import annotations

import random

import pytest

from rasputitsa.board.topology import bits, mask_of
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.actions.combat import AdvanceAll, GiveUp, UseCard
from rasputitsa.titles.stalins_war.combat import (
    advance,
    attacks,
    blitz,
    eligibility,
    exploitation,
    fire,
    forces,
    losses,
    reserves,
    retreats,
)
from rasputitsa.titles.stalins_war.combat_odds import Loss, read_cell
from rasputitsa.titles.stalins_war.components import CARDS, FIRE
from rasputitsa.titles.stalins_war.mapboard import EAST, PLAYABLE
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import AXIS, ELIMINATED, FULL, OPS, OUT, SOVIET, TRACK, ZERO, Position

from . import book_of_combat as book
from .by_the_book import at_hex, has, is_, large, neighbours, side_of
from .combat import attack, change, clash, event, hold, no_cards
from .situation import at, place, put, situation, unit
from .test_plain_combat import battles, fighting
from .test_plain_events import belongs

SEEDS = range(6)
SIDES = ("axis", "soviet")
ARMIES = [u for u in range(N) if side_of(u) == AXIS and large(u)]


# -- attacks --------------------------------------------------------------------------------------------------------


@rule("11.1.1", "11.1.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_may_still_join_is_clicked_alone_or_by_its_hex(seed: int) -> None:
    s, rng = fighting(seed), random.Random(seed)
    able = [u for u in range(N) if not book.why_no_attack(s, u)]
    for target in bits(eligibility.possible_targets(s)):
        forces.oppose(s, target, mask_of(rng.sample(able, min(len(able), 2))))
        left = [("piece", u) for u in able if not has(s.attackers, u)]
        assert attacks.JoinUnit().handles(s) == left
        near = [("place", hex_) for hex_ in neighbours(target) if has(s.combat, hex_)]
        assert attacks.JoinStack().handles(s) == near


@rule("11.1.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_hex_itself_is_attacked_a_second_time(seed: int) -> None:
    for s in battles(seed)[:6]:
        others = mask_of(bits(s.occupied[1 - s.active])) & ~(1 << s.target)
        for again in (0, 1 << s.target):
            t = s.copy()
            t.attacked, t.attacked_twice = others | again, 0
            attacks.launch(t)
            assert (t.attacked, t.attacked_twice) == (others | 1 << s.target, again)


@rule("11.2.1", "11.3.4")
def test_the_log_tells_every_die_with_its_column_and_the_asterisk() -> None:
    told = set()
    for die in range(1, 7):
        s = situation(turn=8, axis={"9th Army": "1721"}, soviet={"West Front": "1821"}, ops=4)
        attack(s, "1821", "9th Army")
        no_cards(s)
        s.ear = []
        shots = [fire.columns.fire(s, side) for side in (AXIS, SOVIET)]
        s.apply(fire.CombatDice(die, 7 - die))
        for side, shot in enumerate(shots):
            face = die if side == AXIS else 7 - die
            at_column = FIRE[shot.table].columns.index(fire.column_label(shot))
            printed = FIRE[shot.table].rows[face - 1][at_column]
            line = f"{SIDES[side].title()} throw {face} on column {fire.column_label(shot)}: {printed}"
            assert line in [str(said.text) for said in s.ear]
            told.add(printed)
    assert any(printed.endswith("*") for printed in told) and any(not printed.endswith("*") for printed in told)


@rule("11.2.1", "11.4.5")
def test_the_log_says_so_if_nobody_defends() -> None:
    s = clash("1821", {"9th Army": "1721"}, {"West Front": "1821"}, turn=8)
    s.defenders, s.bystanders, s.ear = 0, s.defenders, []
    s.push(fire.Throw)
    s.step.apply(s, fire.CombatDice(3, 4))
    assert "Soviet throw 4 on column none: 0" in [str(said.text) for said in s.ear]
    assert s.loss[SOVIET] == 0


def test_every_cell_of_a_fire_table_is_a_number_or_one_with_an_asterisk() -> None:
    cells = {cell for table in FIRE.values() for row in table.rows for cell in row}
    assert {read_cell(cell) for cell in cells if cell.endswith("*")} == {Loss(1, True)}


# -- cards ----------------------------------------------------------------------------------------------------------


@rule("7.5.5a")
def test_a_combat_card_cannot_be_taken_back_once_the_enemy_has_seen_it() -> None:
    s = situation(turn=8, axis={"9th Army": "1721"}, soviet={"West Front": "1821"}, ops=4)
    hold(s, *(c.id for c in CARDS if c.combat and c.side == "axis"))
    attack(s, "1821", "9th Army")
    uses = [a for a in s.legal() if isinstance(a, UseCard)]
    assert uses and all(s.reveals(action) for action in uses)
    assert not any(s.reveals(action) for action in s.legal() if not isinstance(action, UseCard))


@rule("7.5.5b")
@pytest.mark.parametrize("seed", SEEDS)
def test_defenders_are_asked_for_a_reserve_or_to_fall_back_only_if_they_can(seed: int) -> None:
    asked = set()
    for s in battles(seed, turn=13):
        for name in ("", "axis-40", "axis-50"):
            t = s.copy()
            if name:
                event(t, name)
            defender = SIDES[1 - t.active]
            assert reserves.Reserves().side(t) == (defender if reserves.reserves(t) else None)
            assert reserves.Evasion().side(t) == (defender if reserves.evasion(t) else None)
            assert name == "axis-40" or not reserves.reserves(t)
            assert name == "axis-50" or not reserves.evasion(t)
            asked.add((name, bool(reserves.reserves(t)), bool(reserves.evasion(t))))
    assert len(asked) >= 3


# -- losses ---------------------------------------------------------------------------------------------------------


def named_ones(s: Position, side: int, among: set[int]) -> set[int]:
    """C.5 Whom a card that names a kind of unit may hit: one of the kind that has lost nothing yet, else any of it;
    Stalin and the Bunker only when they are alone (16.4.2)."""
    force = [u for u in bits(forces.force(s, side)) if not is_(u, "stalin") and not is_(u, "bunker")]
    kind = {u for u in force or bits(forces.force(s, side)) if u in among}
    return {u for u in kind if not has(s.hit, u)} or kind


@rule("C.5", "11.3.2", "16.4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_names_a_kind_hits_unhurt_ones_of_it_first(seed: int) -> None:
    rng = random.Random(seed)
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = bits(forces.force(s, side))
            for group in ("panzer", "tank-or-mech", "minor-unit", "german-unit", "front"):
                kind = {u for u in range(N) if belongs(s, u, group)}
                for share in (0.0, 0.5, 1.0):
                    s.hit = mask_of(u for u in force if rng.random() < share)
                    found = losses.candidates(s, side, mask_of(kind), True)
                    assert set(bits(found)) == named_ones(s, side, kind)


@rule("11.3.2", "11.3.4", "C.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_who_loses_steps_of_a_kind_is_asked_only_if_it_matters(seed: int) -> None:
    """It does not if one unit is left to choose from, or if all of the kind that are unhurt lose a step now."""
    for s in battles(seed):
        for side in (AXIS, SOVIET):
            force = bits(forces.force(s, side))
            for group, named in (("german-scu", 0), ("panzer", 1), ("tank-or-mech", 1), ("front", 1)):
                kind = {u for u in range(N) if belongs(s, u, group)}
                able = [u for u in force if u in kind]
                for hurt in range(len(able) + 1):
                    s.hit, s.steps_lost = mask_of(able[:hurt]), [hurt, hurt]
                    among = mask_of(kind)
                    found = set(bits(losses.candidates(s, side, among, bool(named))))
                    unhurt = [u for u in losers(s, side) if u in kind and not has(s.hit, u)]
                    for number in range(8):
                        s.push(losses.Losses, side, number, 1 - side, among, named)
                        matters = number and len(found) > 1 and not 0 < len(unhurt) <= number
                        assert losses.Losses().side(s) == (SIDES[1 - side] if matters else None)
                        s.pop()


def losers(s: Position, side: int) -> list[int]:
    force = list(bits(forces.force(s, side)))
    return [u for u in force if not is_(u, "stalin") and not is_(u, "bunker")] or force


# -- what becomes of units ------------------------------------------------------------------------------------------


@rule("11.5.1", "9.1.2")
def test_the_army_of_a_stack_advances_first_even_if_it_is_the_last_in_the_list() -> None:
    axis = {"39 Pz Corps": "1721", "57 Pz Corps": "1721", "46 Pz Corps": "1721", "8th Army": "1721", "43 Corps": "1820"}
    s = clash("1821", axis, {"28R Corps": "1821"}, turn=8)
    put(s, "28R Corps", "eliminated")
    s.defenders, s.victor = 0, AXIS
    put(s, "43 Corps", "1821")
    advance.FollowTogether().do(s, AdvanceAll(place("1721")))
    assert at(s, "8th Army") == "1821" and len(at_hex(s, place("1821"), AXIS)) == 4


@rule("9.1.4", "13.3.8")
@pytest.mark.parametrize(("supply", "box"), [(FULL, ELIMINATED), (OUT, TRACK)])
def test_an_army_that_is_given_up_out_of_supply_waits_on_the_turn_track(supply: int, box: int) -> None:
    crowd = dict.fromkeys(("39 Pz Corps", "57 Pz Corps", "46 Pz Corps", "24 Pz Corps", "9th Army"), "1821")
    s = situation(turn=8, axis=crowd, soviet={"West Front": "2722"})
    change(s, blitz=1 << place("1821"))
    s.supply[unit("9th Army")] = supply
    exploitation.Sacrifice().do(s, GiveUp(unit("9th Army")))
    assert s.place[unit("9th Army")] == box


@rule("5.1.3.3", "11.4.4")
def test_units_thrown_back_over_the_paulus_line_have_not_crossed_it() -> None:
    east = next(p for p in bits(EAST & PLAYABLE) if any(not has(EAST, q) for q in neighbours(p)))
    s = clash("1821", {"9th Army": "1821"}, {"West Front": "1822"}, side="soviet", turn=3)
    s.crossed_paulus = 0
    s.supply[unit("9th Army")] = FULL
    retreats.go_back(s, unit("9th Army"), east)
    assert (s.place[unit("9th Army")], s.crossed_paulus) == (east, 0)


@rule("11.4.4.6", "13.3.8")
@pytest.mark.parametrize("army", ARMIES[:3])
def test_an_army_that_cannot_retreat_waits_on_the_turn_track(army: int) -> None:
    s = clash("1821", {"43 Corps": "1821"}, {"West Front": "1822"}, side="soviet", turn=3)
    s.put(army, place("1821"))
    s.supply[army] = FULL
    retreats.perish(s, army)
    assert s.place[army] == TRACK and s.due[army] == 6


# -- Blitz markers --------------------------------------------------------------------------------------------------


@rule("11.5.2", "12.1.3", "7.2.6", "15.1.2", "11.5.2.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("side", SIDES)
def test_a_preview_promises_a_marker_only_where_one_may_be_placed(turn: int, side: str) -> None:
    here = {"axis": "2525", "soviet": "2526"}
    there = {"axis": "2526", "soviet": "2525"}
    axis, soviet = ("39 Pz Corps", "9th Army"), ("1T Army", "6M Corps", "West Front")
    attackers, defender = (axis, soviet[2]) if side == "axis" else (soviet, axis[1])
    target = there[side]
    moved = dict.fromkeys(attackers, here[side])
    force = (
        {"axis": moved, "soviet": {defender: target}}
        if side == "axis"
        else {"soviet": moved, "axis": {defender: target}}
    )
    s = clash(target, force["axis"], force["soviet"], side=side, turn=turn)
    seen = set()
    for kind in (OPS, ZERO):
        for lease in (0, 1):
            for markers in ((), ("2526",), ("2525",), ("2527",), ("2626", "2527", "2424", "1821"), ("1821",)):
                s.kind, s.lend_lease, s.spearhead = kind, lease, 1
                change(s, blitz=mask_of(map(place, markers)))
                able = [u for u in bits(s.attackers) if book.exploits(s, u) and not _over_water(s, u)]
                barred = s.active == AXIS and has(book.CAUCASUS, s.target)
                could = bool(able) and not barred and not book.why_no_blitz(s)
                assert blitz.may_follow(s, s.attackers) == could
                seen.add(could)
    assert True in seen or turn == 4 or side == "soviet"


def _over_water(s: Position, who: int) -> bool:
    return book.TOPOLOGY.kind(s.place[who], s.target) in ("major_river", "strait")
